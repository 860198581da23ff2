"""Moves, undo, draw offers and repetition in a match."""

from __future__ import annotations

from random import Random

import pytest

import lastdigit
from lastdigit.errors import MatchError
from lastdigit.game.game import DEFAULT_NAMES, AnyGame, Objection, Seat
from lastdigit.match.match import Match, arrange, arrange_again
from lastdigit.match.record import (
    HUMAN,
    Act,
    End,
    Event,
    Player,
    Result,
    Terms,
    TimeControl,
)


def match_of(game: AnyGame, kind: str = HUMAN, terms: Terms | None = None) -> Match:
    """Return a match between a person and a player of this kind."""
    players = (Player(HUMAN, DEFAULT_NAMES[0]), Player(kind, DEFAULT_NAMES[1]))
    terms = terms or Terms()
    return Match(arrange(game, players, package="0", first=Seat.ONE, seed=1, terms=terms))


class Counting:
    """A game that counts how often a move is checked."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.asked = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)

    def rejection(self, state: object, move: object) -> Objection | None:
        self.asked += 1
        return self._game.rejection(state, move)

    def objection(self, state: object, move: object) -> Objection | None:
        self.asked += 1
        return self._game.objection(state, move)


@pytest.mark.parametrize(("text", "act"), [("tens 7", Act.MOVE), ("units 3", Act.REJECTED)])
def test_the_legality_of_a_move_is_checked_once(
    text: str, act: Act, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of(lastdigit.find("number-morph", start=211))
    counting = Counting(match.game)
    monkeypatch.setattr(match, "game", counting)
    assert match.play(text).act is act
    assert counting.asked == 1


def test_the_reason_of_a_rejection_is_available_until_the_next_event() -> None:
    match = match_of(lastdigit.find("number-morph", start=211))
    match.play("units 3")
    assert match.objection == Objection("213 is not a prime number.", "213 = 3 x 71.")
    match.play("tens 7")
    assert match.objection is None


@pytest.mark.parametrize(
    ("kind", "apart", "plies"),
    [(HUMAN, False, 1), (HUMAN, True, 2), ("easy", False, 2)],
    ids=["at one screen", "far apart", "against a computer"],
)
def test_an_undo_goes_back_to_the_players_last_turn(kind: str, apart: bool, plies: int) -> None:
    match = match_of(lastdigit.find("digit-duel"), kind)
    match.play("ones")
    match.play("tens")
    assert match.mover is Seat.ONE
    assert match.plies_back(Seat.ONE, apart) == plies


def test_a_player_who_has_just_moved_takes_back_one_move() -> None:
    match = match_of(lastdigit.find("digit-duel"))
    match.play("ones")
    assert match.plies_back(Seat.ONE, apart=True) == 1


def test_a_draw_is_fair_after_a_position_has_occurred_three_times() -> None:
    game = lastdigit.find("operation-obliteration")
    match = match_of(game, "easy")
    walk = Random(1)
    while match.result is None and match.occurrences < 3:
        assert not match.repeats
        match.play(game.format_move(walk.choice(game.legal_moves(match.state))))
        if match.result is not None:
            match = match_of(game, "easy")
    assert match.repeats
    match.apply(Event(Act.UNDO, match.mover, plies=1))
    assert not match.repeats


@pytest.mark.parametrize("name", ["digit-duel", "number-morph", "digit-dilemma", "digit-poison"])
def test_games_without_repetition_never_offer_a_fair_draw(name: str) -> None:
    game = lastdigit.find(name)
    match, walk = match_of(game, "easy"), Random(1)
    while match.result is None:
        assert not match.repeats
        match.play(game.format_move(walk.choice(game.legal_moves(match.state))))


def test_attempts_are_reset_by_an_undo() -> None:
    match = match_of(lastdigit.find("number-morph", start=211), terms=Terms(attempts=2))
    match.play("tens 7")
    match.play("tens 7")
    assert match.tries == 1
    match.apply(Event(Act.UNDO, match.mover, plies=1))
    match.play("units 3")
    assert match.result is None


@pytest.mark.parametrize("plies", [0, 3])
@pytest.mark.parametrize("act", [Act.UNDO, Act.ASK])
def test_an_undo_cannot_take_back_more_moves_than_were_made(act: Act, plies: int) -> None:
    match = match_of(lastdigit.find("digit-duel"))
    match.play("ones")
    match.play("tens")
    with pytest.raises(MatchError, match="no move to take back"):
        match.apply(Event(act, match.mover, plies=plies))
    assert (match.moves, len(match.events)) == (["ones", "tens"], 2)


def test_nothing_is_played_after_the_end() -> None:
    match = match_of(lastdigit.find("digit-poison"))
    match.play("3")
    with pytest.raises(MatchError, match="The game is over"):
        match.play("1")
    with pytest.raises(MatchError, match="The game is over"):
        match.apply(Event(Act.RESIGN, Seat.ONE))
    assert len(match.events) == 1


def test_an_unknown_hint_is_refused() -> None:
    match = match_of(lastdigit.find("digit-duel"), "easy")
    with pytest.raises(MatchError, match='There is no hint called "everything"'):
        match.apply(Event(Act.HINT, Seat.ONE, "everything"))


def test_a_move_declines_the_opponents_offer_and_keeps_the_players_own() -> None:
    match = match_of(lastdigit.find("digit-duel"))
    match.apply(Event(Act.OFFER, Seat.ONE))
    match.play("ones")
    assert match.offer is Seat.ONE
    match.play("tens")
    assert match.offer is None
    with pytest.raises(MatchError, match="no draw offer"):
        match.apply(Event(Act.ACCEPT, Seat.TWO))


@pytest.mark.parametrize("text", ["", "x" * 201, "two\nlines"])
def test_the_reason_of_a_forfeit_must_be_a_short_line(text: str) -> None:
    match = match_of(lastdigit.find("digit-duel"))
    with pytest.raises(MatchError, match="A reason can have 1 to 200 visible characters"):
        match.apply(Event(Act.FORFEIT, match.mover, text))
    match.apply(Event(Act.FORFEIT, match.mover, "x" * 200))
    assert match.result is not None


def test_a_rematch_starts_with_round_1_again() -> None:
    setup = match_of(lastdigit.find("digit-duel")).setup
    assert setup.round == 1
    second = arrange_again(setup, first=Seat.TWO, seed=2, round=2)
    assert (second.round, second.first) == (2, Seat.TWO)
    assert arrange_again(second, first=Seat.ONE, seed=3).round == 1


def test_default_terms_are_those_of_the_rulebook() -> None:
    assert Terms() == Terms(None, None, None, rounds=1, hints=True, clock=None)
    assert TimeControl(60) == TimeControl(60, 0), "no seconds are added"
    assert Event(Act.MOVE, Seat.ONE) == Event(Act.MOVE, Seat.ONE, "", 0)


@pytest.mark.parametrize("attempts", [1, 2, 3])
def test_the_last_attempt_of_a_turn_loses_the_match(attempts: int) -> None:
    terms = Terms(attempts=attempts)
    for moves, loser in (([], Seat.ONE), (["tens 7"], Seat.TWO)):
        match = match_of(lastdigit.find("number-morph", start=211), terms=terms)
        for text in moves:
            match.play(text)
        results = []
        for _ in range(attempts):
            match.play("units 4")
            results.append(match.result)
        assert results[:-1] == [None] * (attempts - 1)
        assert results[-1] == Result(End.FORFEIT, loser.other, "No attempts left.")


def test_random_choices_depend_on_the_seed_and_all_previous_moves() -> None:
    match = match_of(lastdigit.find("digit-duel"))

    def drawn() -> list[int]:
        numbers = (match.setup.random(f"move {number}").getrandbits(32) for number in range(4))
        own = match.random().getrandbits(32)
        return [place for place, number in enumerate(numbers) if number == own]

    assert drawn() == [0]
    match.play("tens")
    assert drawn() == [1]
    match.apply(Event(Act.UNDO, Seat.ONE, plies=1))
    assert drawn() == [1], "an undo does not bring the same choice again"
    match.play("tens")
    assert drawn() == [2]
