"""Statistics are what one would count by hand, and habits are told only where numbers carry it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from lastdigit.analysis.review import Review, ReviewedMove, Verdict
from lastdigit.arena.intervals import wilson
from lastdigit.core.values import Seat
from lastdigit.games import catalogue, find, find_class
from lastdigit.match.match import Match
from lastdigit.match.record import Act, End, Event, Player, Record, Result, Setup
from lastdigit.match.setup import arrange_from
from lastdigit.puzzles.habits import habits
from lastdigit.puzzles.mistakes import Played, played_games
from lastdigit.puzzles.own_games import OwnGame
from lastdigit.puzzles.statistics import Share, statistics
from lastdigit.solving import Value
from lastdigit.store import Attempt, SqliteStore
from tests.conftest import Run

DUEL = find_class("digit-duel")
GAME = find("digit-duel")
KINDS = list(catalogue().values())
PLAYERS = Player("human", "Ada"), Player("easy", "Dot")


@cache
def wins(position: str) -> bool:
    """Return whether whoever is to move wins: plain search by the rules, nothing of the solver."""
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
    """Play a game in which moves are taken by turns from their list; return what Ada did in it.

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
    store.add(a_setup(STARTS[0]))  # one that is not over
    played = october + november
    decided = [[right for _, game in games for right in game] for games in (october, november)]
    assert all(True in some and False in some for some in decided), "or this would show little"

    found = statistics(KINDS, list(played_games(store, KINDS)), [], 1)
    duel = found.games[DUEL]
    assert (duel.played, duel.won, duel.alone) == (12, *[sum(won for won, _ in played)] * 2)
    assert 0 < duel.won < 12
    assert duel.months == (("2026-10", Share.of(decided[0])), ("2026-11", Share.of(decided[1])))
    assert duel.accuracy == Share(sum(map(sum, decided)), sum(map(len, decided)))
    assert duel.accuracy.interval == wilson(duel.accuracy.right, duel.accuracy.count)
    assert found.total == duel
    assert all(one.played == 0 for kind, one in found.games.items() if kind is not DUEL)


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


def own_game(events: Sequence[Event], winner: Seat = Seat.ONE) -> OwnGame:
    record = Record(a_setup("1 999 999"), tuple(events), Result(End.WIN, winner, "So."))
    return OwnGame(1, Seat.ONE, record, "2026-11-16T12:00:00.000Z")


MINE, THEIRS = Event(Act.MOVE, Seat.ONE, "ones"), Event(Act.MOVE, Seat.TWO, "ones")
HINT = Event(Act.HINT, Seat.ONE, "idea")


def test_turns_with_a_hint_or_made_twice_are_helped() -> None:
    assert own_game([MINE, THEIRS, MINE]).helped_turns == set()
    assert own_game([MINE, THEIRS, HINT, MINE]).helped_turns == {3}
    assert own_game([HINT._replace(seat=Seat.TWO), MINE]).helped_turns == set()
    undone = [MINE, THEIRS, Event(Act.UNDO, Seat.ONE, plies=2), MINE, THEIRS, MINE]
    assert own_game(undone).helped_turns == {1, 2}


def a_move(turn: int, right: bool, *, before: Value = Value.WIN, choices: int = 3) -> ReviewedMove:
    after = before if right else Value.LOSE
    verdict = Verdict.KEPT_WIN if right else Verdict.THREW_WIN
    return ReviewedMove(
        turn, Seat.ONE, "", "ones", before, after, verdict, True, right, ("ones",), choices, None
    )


def judged(moves: Sequence[ReviewedMove], events: Sequence[Event] = ()) -> Played:
    game = own_game(events)
    return Played(game, Review(Match(game.record.setup), tuple(moves), (Seat.ONE,)))


def test_a_helped_win_and_a_helped_turn_are_not_ones_own() -> None:
    moves = [a_move(1, True), a_move(3, True), a_move(5, False)]
    helped = judged(moves, [MINE, THEIRS, HINT, MINE])
    found = statistics([DUEL], [helped, judged(moves)], [], 1).total
    assert (found.played, found.won, found.alone) == (2, 2, 1)
    assert found.accuracy == Share(1 + 2, 2 + 3)


# Habits


def test_habits_are_told_where_intervals_are_apart_and_nowhere_else() -> None:
    early_wrong = [judged([a_move(1, False), a_move(2, True)])]
    assert habits([DUEL], early_wrong * 3) == [], "three games say nothing"
    assert habits([DUEL], early_wrong * 8) == [
        "Digit Duel: you are right less often early in a game (0 of 8) than late in it (8 of 8)."
    ]
    assert habits([find_class("digit-poison")], early_wrong * 8) == []


def test_what_kind_of_position_is_hard_can_be_a_habit_too() -> None:
    moves = [a_move(1, True, choices=2), a_move(1, False, before=Value.DRAW, choices=9)]
    assert habits([DUEL], [judged(moves)] * 10) == [
        "Digit Duel: you are right more often where a win must be kept (10 of 10) than where a "
        "draw must be kept (0 of 10).",
        "Digit Duel: you are right more often with up to 3 moves to choose from (10 of 10) than "
        "with more (0 of 10).",
    ]


# The command


def test_stats_are_shown_and_given_as_data(call: Run) -> None:
    assert call("stats").out == "Nothing is kept yet: lastdigit play GAME, or lastdigit daily.\n"
    call("play", "digit-duel", "--player-2", "perfect", "--seed", "4", typed="tens\nresign\n")
    shown = call("stats")
    assert shown.code == 0
    assert "  Played 1, won 0, without help 0.\n" in shown.out
    assert "  Right where it mattered: 0 of 1 (0% to 79%)\n" in shown.out
    assert "[........................]   0 of 1" in shown.out
    data = json.loads(call("stats", "--json").out)
    assert data["total"]["accuracy"] == {"right": 0, "count": 1, "interval": [0.0, 0.7935]}
    assert data["games"]["digit-duel"] == data["total"]
    assert data["games"]["digit-poison"]["played"] == 0
    assert (data["daysRunning"], data["habits"], data["ratings"]) == (0, [], {})


@pytest.mark.parametrize("words", [("chess",), ("digit-duel", "more"), ("--jso",)])
def test_what_cannot_be_counted_is_refused(call: Run, words: tuple[str, ...]) -> None:
    assert call("stats", *words).code == 2
