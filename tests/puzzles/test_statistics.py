"""A player's statistics agree with counting by hand."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from lastdigit.game.game import AnyGame, Seat, Value
from lastdigit.games import catalogue, find, find_class
from lastdigit.match.match import arrange_from
from lastdigit.match.record import Act, End, Event, Player, Record, Result, Setup
from lastdigit.puzzles.history import (
    Decision,
    GameAnalysis,
    PlayedGame,
    Slip,
    mistakes_in,
    open_mistakes,
    parse_analysis,
    played_games,
    serialize_analysis,
)
from lastdigit.puzzles.history import analyze_record as judge
from lastdigit.puzzles.practice import day_of
from lastdigit.puzzles.statistics import (
    PracticeSuggestion,
    habits,
    statistics,
    statistics_data,
    suggest_practice,
    trend,
)
from lastdigit.puzzles.sums import Share, saved_sums, sums_by_day
from lastdigit.statistics import wilson_interval
from lastdigit.storage import Attempt, SqliteStore
from tests.conftest import Run

DUEL = find_class("digit-duel")
GAME = find("digit-duel")
KINDS = list(catalogue().values())
PLAYERS = Player("human", "Ada"), Player("easy", "Dot")


@cache
def wins(position: str) -> bool:
    """Return whether the mover wins, by plain search of the rules without the solver."""
    state = GAME.parse_state(position)
    outcome = GAME.outcome(state)
    if outcome is not None:
        return outcome.winner is state.mover
    return any(not wins(after) for after in moves_from(position).values())


def moves_from(position: str) -> dict[str, str]:
    state = GAME.parse_state(position)
    return {
        GAME.format_move(move): GAME.format_state(GAME.successor(state, move))
        for move in GAME.legal_moves(state)
    }


def a_setup(position: str) -> Setup:
    return arrange_from(GAME, position, PLAYERS, package="1", seed=1)


def play_out(store: SqliteStore, position: str, choose: int) -> tuple[bool, list[bool]]:
    """Play a game with moves taken in turn from the list, and return how Ada played.

    That is whether she won, and at each of her critical positions whether she was right.
    """
    game, decided = store.add(a_setup(position)), []
    for number in count(1):
        moves = moves_from(position)
        mover = GAME.parse_state(position).mover
        text = list(moves)[(number * number + choose) % len(moves)]
        if mover is Seat.ONE:
            good = [move for move, after in moves.items() if not wins(after)]
            if good and len(good) < len(moves):
                decided.append(text in good)
        position = moves[text]
        outcome = GAME.outcome(GAME.parse_state(position))
        result = outcome and Result(End.WIN, outcome.winner, outcome.reason)
        store.append(game, number, Event(Act.MOVE, mover, text), result)
        if outcome is not None:
            return outcome.winner is Seat.ONE, decided
    raise AssertionError("every game ends")


STARTS = ("1 118 093", "2 061 060", "1 215 140", "1 099 099", "1 123 132", "1 150 160")


def test_statistics_equal_counting_by_hand(tmp_path: Path) -> None:
    month = {"now": "2026-10-31T23:59:59.000Z"}
    store = SqliteStore(tmp_path / "games", lambda: month["now"])
    october = [play_out(store, start, place) for place, start in enumerate(STARTS)]
    month["now"] = "2026-11-01T00:00:00.000Z"
    november = [play_out(store, start, place + 1) for place, start in enumerate(STARTS)]
    store.add(a_setup(STARTS[0]))  # an unfinished game
    played = october + november
    decided = [[right for _, game in games for right in game] for games in (october, november)]
    assert all(True in some and False in some for some in decided), (
        "both months need right and wrong decisions"
    )

    found = statistics(KINDS, saved_sums(store).days, [], 1)
    duel = found.games[DUEL]
    assert (duel.played, duel.won, duel.alone) == (12, *[sum(won for won, _ in played)] * 2)
    assert 0 < duel.won < 12
    assert duel.months == (("2026-10", Share.of(decided[0])), ("2026-11", Share.of(decided[1])))
    assert duel.accuracy == Share(sum(map(sum, decided)), sum(map(len, decided)))
    assert duel.accuracy.interval == wilson_interval(duel.accuracy.right, duel.accuracy.count)
    assert found.total == duel
    assert all(one.played == 0 for kind, one in found.games.items() if kind is not DUEL)
    assert not any(share.count for _, share in duel.weeks), "day 1 was long ago"
    later = statistics(KINDS, saved_sums(store).days, [], day_of("2026-11-16T00:00:00Z"))
    weeks = {monday: share for monday, share in later.total.weeks if share.count}
    # The last of October was a Saturday, the first of November the Sunday after it.
    assert weeks == {"2026-10-26": duel.accuracy}
    assert (len(later.total.weeks), later.total.recent) == (12, duel.accuracy)


def test_a_game_is_analysed_once_and_the_analysis_is_saved_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "games", lambda: "2026-11-16T12:00:00.000Z")
    for place, start in enumerate(STARTS):
        play_out(store, start, place)
    first = list(played_games(store, KINDS))
    with monkeypatch.context() as patched:
        patched.setattr("lastdigit.puzzles.history.serialize_analysis", lambda _: 1 / 0)
        assert list(played_games(store, KINDS)) == first
    monkeypatch.setattr("lastdigit.puzzles.history.VERSION", 2)
    assert list(played_games(store, KINDS)) == first, "an analysis of an older version is repeated"
    store.delete([first[0].id])
    assert list(played_games(store, KINDS)) == first[1:]
    with sqlite3.connect(tmp_path / "games") as database:
        assert database.execute("SELECT count(*) FROM finding").fetchone() == (len(first) - 1,)


def test_a_game_that_cannot_be_analysed_is_skipped_and_not_retried(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games", lambda: "2026-11-16T12:00:00.000Z")
    game = store.add(a_setup(STARTS[0]))
    store.append(game, 1, Event(Act.MOVE, Seat.ONE, "x"), Result(End.WIN, Seat.ONE, "So."))
    assert list(played_games(store, KINDS)) == []
    (saved_game,) = store.finished("")
    assert saved_game.analysis == "[1,null]"


def test_only_first_tries_at_puzzles_are_counted() -> None:
    attempts = [
        Attempt("a", DUEL.name, 1, "x", False),
        Attempt("a", DUEL.name, 1, "y", True),
        Attempt("b", DUEL.name, 1, "y", True),
        Attempt("c", "digit-poison", 1, "y", True),
    ]
    found = statistics([DUEL], [], attempts, 1)
    assert found.games[DUEL].puzzles == found.total.puzzles == Share(1, 2)
    assert list(found.ratings) == [DUEL]


# Help


MINE, THEIRS = Event(Act.MOVE, Seat.ONE, "ones"), Event(Act.MOVE, Seat.TWO, "ones")
HINT = Event(Act.HINT, Seat.ONE, "idea")
GONE = Event(Act.RESIGN, Seat.TWO)


def helped_turns(*events: Event) -> set[int]:
    """Return the critical turns that Ada made with help in a game that she wins."""
    record = Record(a_setup("1 118 093"), (*events, GONE), Result(End.RESIGNATION, Seat.ONE, "So."))
    found = judge(record)
    assert parse_analysis(serialize_analysis(record)) == found, (
        "the saved analysis is the computed one"
    )
    own = [event for event in events if event.act is not Act.MOVE and event.seat is Seat.ONE]
    assert (Seat.ONE in found.helped) == bool(own)
    return {one.turn for one in found.decisions if one.seat is Seat.ONE and one.helped}


def test_turns_with_a_hint_or_after_an_undo_count_as_helped() -> None:
    assert helped_turns(MINE, THEIRS, MINE) == set()
    assert helped_turns(HINT, MINE, THEIRS, MINE) == {1}
    assert helped_turns(MINE, HINT._replace(seat=Seat.TWO), THEIRS) == set()
    undo = Event(Act.UNDO, Seat.ONE, plies=2)
    assert helped_turns(MINE, THEIRS, undo, MINE, THEIRS) == {1}
    assert helped_turns(MINE, THEIRS, undo, MINE, THEIRS, MINE, THEIRS) == {1}
    assert helped_turns(MINE, THEIRS, HINT, MINE, THEIRS) == {3}


def a_move(turn: int, right: bool, *, before: Value = Value.WIN, choices: int = 3) -> Decision:
    return Decision(turn, Seat.ONE, before, right, choices, helped=False)


def judged(moves: Sequence[Decision], helped: int | None = None) -> PlayedGame:
    found = GameAnalysis(
        DUEL.name,
        ("human", "easy"),
        Seat.ONE,
        Seat.ONE,
        len(moves),
        () if helped is None else (Seat.ONE,),
        tuple(one._replace(helped=one.turn == helped) for one in moves),
        (),
    )
    return PlayedGame(1, Seat.ONE, "2026-11-16T12:00:00.000Z", found)


def test_helped_wins_and_turns_do_not_count_as_the_players_own() -> None:
    moves = [a_move(1, True), a_move(3, True), a_move(5, False)]
    helped = judged(moves, helped=3)
    found = statistics([DUEL], sums_by_day([helped, judged(moves)]), [], 1).total
    assert (found.played, found.won, found.alone) == (2, 2, 1)
    assert found.accuracy == Share(1 + 2, 2 + 3)


# Habits


def test_habits_are_reported_only_if_intervals_do_not_overlap() -> None:
    early_wrong = [judged([a_move(1, False), a_move(2, True)])]
    assert habits([DUEL], sums_by_day(early_wrong * 3)) == [], "three games say nothing"
    assert habits([DUEL], sums_by_day(early_wrong * 8)) == [
        "Digit Duel: you find the right move less often early in a game (0 of 8) than late in a "
        "game (8 of 8)."
    ]
    assert habits([find_class("digit-poison")], sums_by_day(early_wrong * 8)) == []


def test_habits_can_depend_on_the_kind_of_position() -> None:
    moves = [a_move(1, True, choices=2), a_move(1, False, before=Value.DRAW, choices=9)]
    assert habits([DUEL], sums_by_day([judged(moves)] * 10)) == [
        "Digit Duel: you find the right move more often when you are winning (10 of 10) than when "
        "the position is a draw (0 of 10).",
        "Digit Duel: you find the right move more often with up to 3 moves to choose from (10 of "
        "10) than with more moves (0 of 10).",
    ]


def test_a_trend_is_reported_only_if_first_and_last_weeks_differ_clearly() -> None:
    few, many = Share(10, 40), Share(35, 40)
    none = Share(0, 0)
    assert trend([few, none, none, none, *[few] * 7, many]) == []
    assert trend([few, none, none, none, none, none, none, many]) == [
        "You find the right move more often than 8 weeks ago.",
        "You found 10 of 40 key moves in the first four weeks, and 35 of 40 in the last "
        "four. This difference is unlikely to be due to chance.",
    ]
    assert (
        trend([many] * 4 + [few] * 4)[0] == "You find the right move less often than 8 weeks ago."
    )
    assert trend([none] * 12) == []


# Suggestions for practice


def with_slips(kind: str, *puzzles: str, late: bool) -> PlayedGame:
    """Return a game with a mistake in each position, all early or all late."""
    game = judged([a_move(4 if late else 1, False) for _ in puzzles])
    slips = tuple(Slip(Seat.ONE, "ones", puzzle) for puzzle in puzzles)
    found = game.analysis._replace(game=kind, turns=4, slips=slips)
    return game._replace(analysis=found)


def suggested(
    kinds: Sequence[type[AnyGame]], played: Sequence[PlayedGame], attempts: Sequence[Attempt]
) -> PracticeSuggestion | None:
    counts = Counter[str]()
    for kind in KINDS:
        mistakes = mistakes_in(one for one in played if one.game == kind.name)
        counts[kind.name] = len(open_mistakes(attempts, mistakes))
    return suggest_practice(kinds, sums_by_day(played), counts)


def test_the_game_with_the_most_open_mistakes_is_suggested_until_corrected() -> None:
    duel = with_slips("digit-duel", "a", "b", late=True)
    poison = with_slips("digit-poison", "c", late=False)
    played = [poison, duel, duel]  # a position counts once
    first = suggested(KINDS, played, [])
    assert first is not None
    assert (first.kind, first.positions) == (DUEL, 2)
    assert first.reason == (
        "Digit Duel: in 2 positions, you missed the right move, mostly late in the game."
    )
    answers = [Attempt(name, "digit-duel", 1, "x", True) for name in ("a", "b")]
    second = suggested(KINDS, played, answers)
    assert second is not None
    assert second.reason == "Digit Poison: in one position, you missed the right move."
    again = [*answers, Attempt("b", "digit-duel", 1, "x", False)]
    assert suggested([DUEL], played, again) is not None, "a later answer was wrong"
    assert suggested([DUEL], played, answers) is None
    assert suggested(KINDS, [], []) is None


@pytest.mark.parametrize(
    ("turns", "stage"),
    [((1, 2), "early in the game"), ((3, 4), "late in the game"), ((1, 4), "")],
)
def test_a_suggestion_names_the_stage_with_most_mistakes(turns: Sequence[int], stage: str) -> None:
    game = with_slips("digit-duel", "a", "b", late=True)
    moves = tuple(a_move(turn, False) for turn in turns)
    game = game._replace(analysis=game.analysis._replace(decisions=moves))
    found = suggested([DUEL], [game], [])
    assert found is not None
    assert found.stage == stage


# The command


def test_stats_are_printed_and_exported_as_json(call: Run) -> None:
    assert (
        call("stats").out
        == "Nothing saved yet. To start: lastdigit play GAME, or lastdigit daily\n"
    )
    call("play", "digit-duel", "--player-2", "perfect", "--seed", "4", typed="tens\nresign\n")
    shown = call("stats")
    assert shown.code == 0
    assert "  Played 1, won 0 (0 without help).\n" in shown.out
    assert "  Key moves found: 0 of 1 (0% to 79%)\n" in shown.out
    assert "[........................]   0 of 1" in shown.out
    command = "practice digit-duel --mistakes"
    assert shown.out.endswith(
        "Practise next\n  Digit Duel: in one position, you missed the right move.\n"
        f"  Try again: lastdigit {command}\n"
    )
    asked = " ".join(call(*command.split(), typed="quit\n").out.split())
    assert "and played tens. What should you have played?" in asked
    data = json.loads(call("stats", "--json").out)
    assert data["total"]["accuracy"] == {"right": 0, "count": 1, "interval": [0.0, 0.7935]}
    assert data["games"]["digit-duel"] == data["total"]
    assert data["games"]["digit-poison"]["played"] == 0
    assert (data["daysRunning"], data["habits"], data["ratings"]) == (0, [], {})
    assert data["practiceGame"] == "digit-duel"


@pytest.mark.parametrize("words", [("chess",), ("digit-duel", "more"), ("--jso",)])
def test_stats_refuse_invalid_arguments(call: Run, words: tuple[str, ...]) -> None:
    assert call("stats", *words).code == 2


def test_data_has_shares_with_rounded_intervals_and_the_last_seven_days() -> None:
    moves = [a_move(1, True), a_move(3, True), a_move(5, False)]
    data = statistics_data([DUEL], sums_by_day([judged(moves)]), [], {}, 10)
    assert data["total"]["accuracy"] == {"right": 2, "count": 3, "interval": (0.2077, 0.9385)}
    assert data["total"]["puzzlesRightAtFirst"] == {"right": 0, "count": 0, "interval": None}
    assert [day["day"] for day in data["week"]] == [4, 5, 6, 7, 8, 9, 10]
    assert (data["week"][-1]["date"], data["week"][-1]["solved"]) == ("2026-01-14", False)
