"""One test for every ruling and every erratum."""

from __future__ import annotations

import re

import pytest

import lastdigit
from lastdigit.errors import StateSyntaxError
from lastdigit.game.game import AnyGame, Seat
from lastdigit.match.match import Match, arrange
from lastdigit.match.record import Act, End, Event, Player, Terms
from tests.conftest import Run

PEOPLE = (Player("human", "Player 1"), Player("human", "Player 2"))


def reason(game: AnyGame, position: str, move: str) -> str | None:
    """Return why a move is refused in a position."""
    objection = game.objection(game.parse_state(position), game.parse_move(move))
    return objection.reason if objection else None


def why(game: AnyGame, position: str, move: str) -> str:
    """Return the further explanation of a refusal."""
    objection = game.objection(game.parse_state(position), game.parse_move(move))
    assert objection is not None
    return objection.why


def after(game: AnyGame, position: str, *moves: str) -> str:
    """Return the position after some moves."""
    state = game.parse_state(position)
    for move in moves:
        state = game.play(state, move)
    return game.format_state(state)


def winner(game: AnyGame, position: str) -> Seat | None:
    """Return who has won in a position."""
    outcome = game.outcome(game.parse_state(position))
    return outcome.winner if outcome else None


def begun(game: AnyGame, terms: Terms = Terms(), seed: int = 1) -> Match:  # noqa: B008 - frozen
    """Return a match between two people, before its first move."""
    return Match(arrange(game, PEOPLE, package="test", first=Seat.ONE, seed=seed, terms=terms))


class TestEveryGame:
    def test_a_rejected_move_changes_nothing(self) -> None:
        match = begun(lastdigit.find("number-morph", start=211))
        before = match.state
        assert match.play("units 3").act is Act.REJECTED
        assert match.state == before
        assert match.result is None

    def test_a_resigning_player_loses_in_either_players_turn(self) -> None:
        for seat in Seat:
            match = begun(lastdigit.find("digit-duel"))
            match.apply(Event(Act.RESIGN, seat))
            assert match.result is not None
            assert (match.result.end, match.result.winner) == (End.RESIGNATION, seat.other)

    def test_an_agreed_draw_is_recorded_as_agreed(self) -> None:
        match = begun(lastdigit.find("digit-duel"))
        match.apply(Event(Act.OFFER, Seat.ONE))
        match.apply(Event(Act.ACCEPT, Seat.TWO))
        assert match.record().result.end is End.DRAW

    def test_a_game_left_unfinished_is_recorded_as_unfinished(self) -> None:
        assert begun(lastdigit.find("digit-duel")).record().result.end is End.UNFINISHED

    def test_only_whole_moves_count_as_attempts(self, call: Run) -> None:
        lines = "tens\nfoo\n9\nunits 3\nnonsense\nunits 3\n"
        done = call("play", "number-morph", "--start", "211", "--attempts", "3", typed=lines)
        assert done.out.endswith("No attempts left. Player 2 wins!\n")
        assert done.out.count("is not a prime number.") == 3

    def test_attempts_are_counted_per_turn(self) -> None:
        match = begun(lastdigit.find("number-morph", start=211), Terms(attempts=2))
        for text in ("units 3", "tens 7", "units 9", "units 7"):
            match.play(text)
        assert match.result is None
        match.play("units 9")
        match.play("units 9")
        assert match.result is not None
        assert (match.result.end, match.result.winner) == (End.FORFEIT, Seat.TWO)

    def test_a_cut_off_game_has_no_winner(self) -> None:
        match = begun(lastdigit.find("operation-obliteration"), Terms(ply_limit=3))
        for text in ("divide", "divide", "subtract"):
            match.play(text)
        assert match.result is not None
        assert (match.result.end, match.result.winner) == (End.UNFINISHED, None)

    def test_the_first_move_alternates_between_rounds(self, call: Run) -> None:
        words = ("play", "digit-poison", "--rounds", "3", "--divisor", "1")
        done = call(*words, typed="1\n1\n1\n")
        turns = [line for line in done.out.splitlines() if line.endswith("'s Turn:")]
        assert turns == ["Player 1's Turn:", "Player 2's Turn:", "Player 1's Turn:"]


@pytest.mark.parametrize(
    ("name", "position", "reason"),
    [
        ("digit-duel", "1 000 000", "Only one of the two numbers can be zero."),
        ("digit-dilemma", "1 147 203", "Only one of the two numbers can be a multiple of 7."),
    ],
)
def test_an_unreachable_position_is_refused(name: str, position: str, reason: str) -> None:
    with pytest.raises(StateSyntaxError, match=re.escape(reason)):
        lastdigit.find(name).parse_state(position)
