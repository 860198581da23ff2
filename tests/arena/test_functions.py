"""Matches and tournaments between Python functions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import lastdigit
from lastdigit.analysis.policies import BLIND_POLICIES
from lastdigit.arena.report import summary, tables
from lastdigit.arena.run import LEVELS
from lastdigit.errors import PlayerError, UnknownGame, UsageError
from lastdigit.game.game import AnyGame, Seat, State
from lastdigit.match.record import Act, End, Event
from tests.conftest import GAMES


def last(game: AnyGame, state: State, random: Random) -> object:  # noqa: ARG001
    return game.legal_moves(state)[-1]


def last_text(game: AnyGame, state: State, random: Random) -> object:  # noqa: ARG001
    return game.format_move(game.legal_moves(state)[-1])


def last_index(game: AnyGame, state: State, random: Random) -> object:  # noqa: ARG001
    return game.all_moves().index(game.legal_moves(state)[-1])


def anything(game: AnyGame, state: State, random: Random) -> object:
    return random.choice(game.legal_moves(state))


@pytest.mark.parametrize("name", GAMES)
def test_a_move_its_text_and_its_index_play_the_same_game(name: str) -> None:
    is_index = type(lastdigit.find(name).all_moves()[0]) is int
    record, *others = (
        lastdigit.play_match(name, function, "easy", seed=5)
        for function in (last_text, last_index, last_text if is_index else last)
    )
    assert record.moves
    assert all(other.moves == record.moves for other in others)
    lastdigit.verify(record)


def test_a_seed_gives_the_same_match() -> None:
    matches = [
        lastdigit.play_match("digit-duel", anything, "easy", seed=seed) for seed in (1, 1, 2)
    ]
    assert matches[0] == matches[1]
    assert matches[0].moves != matches[2].moves


def test_the_first_player_moves_first_from_any_position() -> None:
    record = lastdigit.play_match("digit-duel", last, "perfect", position="2 345 012")
    assert record.setup.first is Seat.TWO
    assert record.setup.names == ("perfect", "last")
    assert record.setup.start == "2 345 012"


def test_the_same_function_plays_itself_under_two_names() -> None:
    record = lastdigit.play_match("digit-poison", last, last)
    assert record.setup.names == ("last", "last 2")
    assert record.setup.players[0].kind == f"py:{__name__}:last"


def test_no_legal_move_forfeits() -> None:
    record = lastdigit.play_match("digit-duel", lambda *_: "nonsense", last)
    assert (record.result.end, record.result.winner) == (End.FORFEIT, Seat.TWO)
    assert "No valid move in 3 tries" in record.result.reason


def test_a_tournament_reports_its_players_best_first_and_then_blind_policies() -> None:
    report = lastdigit.tournament({"mine": last, "random": "random"}, "digit-dilemma", starts=8)
    every: list[Any] = report.rows()
    rows = [row for row in every if not row["blind"]]
    assert {row["player"] for row in rows} == {"mine", "random"}
    assert [row["games"] for row in rows] == [16, 16]
    scores = [row["score"] for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert sum(scores) == pytest.approx(1)
    assert rows[0]["score_low"] < rows[0]["score"] < rows[0]["score_high"]
    blind = every[len(rows) :]
    assert [row["player"] for row in blind] == [f"blind: {one.name}" for one in BLIND_POLICIES]
    assert all(row["corrected"] == pytest.approx(0, abs=0.1) for row in blind)
    assert {row["score"] for row in blind} == {None}
    assert {tuple(row) for row in every} == {tuple(rows[0])}


def test_the_last_legal_move_is_no_better_than_blind_and_a_strong_player_is() -> None:
    """In Digit Duel the last digit is nearly always right in positions of random games."""
    players = {"constant": last, **{name: name for name in LEVELS}}
    report = lastdigit.tournament(players, "digit-duel", starts=20)
    found = {player.name: player for player in report.players}
    constant = found["constant"]
    assert constant.overall.skill.unweighted is not None
    assert constant.overall.skill.unweighted > 0.9
    assert constant.overall.better_than_blind is False
    assert constant.overall.skill.corrected.value == pytest.approx(0, abs=0.05)
    assert constant.rating.value is None
    for name in ("hard", "perfect"):
        assert found[name].overall.better_than_blind is True
        assert found[name].rating.value is not None
    scores, skills, *_ = tables(report)
    assert {row[0]: row[2] for row in scores.rows}["constant"] == "no better than blind"
    verdict = list(skills.heading).index("better than blind")
    assert {row[0]: row[verdict] for row in skills.rows}["constant"] == "no"
    assert {row[0]: row[verdict] for row in skills.rows}["hard"] == "yes"
    assert "No better than a blind policy: constant" in summary(report)
    rows = {row["player"]: row["better_than_blind"] for row in report.rows()}
    assert (rows["constant"], rows["hard"]) == (False, True)


def test_a_mixture_of_blind_policies_is_no_better_than_blind() -> None:
    def either(game: AnyGame, state: State, random: Random) -> object:
        return game.legal_moves(state)[-1 if random.random() < 0.8 else 0]

    report = lastdigit.tournament({"mixed": either, "perfect": "perfect"}, "digit-duel", starts=20)
    found = {player.name: player.overall.better_than_blind for player in report.players}
    assert found == {"mixed": False, "perfect": True}


def test_rows_are_flat_and_depend_only_on_the_seed() -> None:
    first, again, other = (
        lastdigit.tournament([anything, "easy"], ["digit-duel"], starts=6, seed=seed).rows()
        for seed in (1, 1, 2)
    )
    assert first == again != other
    assert all(isinstance(cell, str | int | float | None) for row in first for cell in row.values())


@pytest.mark.parametrize(
    ("players", "games", "message"),
    [
        ([last], None, "at least two players"),
        ("perfect", None, "is not a list of players"),
        (5, None, "is not a list of players"),
        (
            [last, 5],
            None,
            r"5 is not a player\. Pass a function that takes \(game, state, random\)",
        ),
        ([last, "human"], None, "A person cannot be asked"),
        ([last, "perfekt"], None, "Did you mean perfect"),
        ([last, "easy"], [], "Pass at least one game"),
    ],
)
def test_invalid_players_and_games_are_refused(players: Any, games: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        lastdigit.tournament(players, games)


def test_an_invalid_game_position_or_number_of_starts_is_refused() -> None:
    wrong: Any = 5
    with pytest.raises(UnknownGame):
        lastdigit.play_match("nosuch", last, last)
    with pytest.raises(UsageError, match="is not a game"):
        lastdigit.play_match(wrong, last, last)
    with pytest.raises(lastdigit.StateSyntaxError):
        lastdigit.play_match("digit-duel", last, last, position="nonsense")
    with pytest.raises(UsageError, match="'starts' cannot be 0"):
        lastdigit.tournament([last, "easy"], "digit-duel", starts=0)


def test_an_exception_of_a_function_names_it() -> None:
    def broken(*_: object) -> object:
        raise ValueError("no idea")

    with pytest.raises(PlayerError, match=r"py:.*:broken failed: ValueError: no idea"):
        lastdigit.play_match("digit-duel", broken, last)


def test_a_record_is_one_flat_row() -> None:
    game = lastdigit.find("digit-poison", divisors=(2, 5))
    record = lastdigit.play_match(game, lambda *_: "1", lambda *_: "2")
    row = record.to_dict()
    assert row["option.divisors"] == "2+5"
    assert (row["moves"], row["plies"]) == ("1, 2", 2)
    assert (row["player_1"], row["kind_2"]) == ("lambda", f"py:{__name__}:lambda")
    assert (row["end"], row["winner"]) == ("win", 1)
    assert all(isinstance(cell, str | int | None) for cell in row.values())


def test_moves_that_were_taken_back_are_not_in_the_row() -> None:
    players = (lastdigit.Player("human", "Ada"), lastdigit.Player("human", "Ben"))
    game = lastdigit.find("digit-poison", divisor=7)
    match = lastdigit.Match(
        lastdigit.arrange(game, players, package="test", first=Seat.ONE, seed=1)
    )
    match.play("1")
    match.play("3")
    match.apply(Event(Act.UNDO, Seat.TWO, plies=1))
    match.play("2")
    assert match.record().moves == ("1", "2") == tuple(match.moves)
