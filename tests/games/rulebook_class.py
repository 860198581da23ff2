"""Compare a game's rulebook class with its declared class, whose variant options are defaults."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.text import Audience
from lastdigit.testing.conformance import random_walk

AUDIENCES = (Audience(("Ada", "Ben")), Audience(("Ada", "Computer"), Seat.ONE, Seat.TWO))


def check_agreement(rulebook: AnyGame, declared: AnyGame, random: Random) -> None:
    """Play a random game of the rulebook class, and compare everything about it."""
    assert type(rulebook) is not type(declared)
    assert isinstance(declared, type(rulebook))
    assert rulebook.all_moves() == declared.all_moves()
    assert rulebook.features == declared.features
    assert rulebook.example_state == declared.example_state
    walk = [*random_walk(rulebook, random)]
    for (state, move), (after, _) in zip(walk, [*walk[1:], (None, None)], strict=True):
        assert _rules_at(rulebook, state) == _rules_at(declared, state)
        if move is not None:
            assert declared.successor(state, move) == after
        assert [*_texts_at(rulebook, state, move)] == [*_texts_at(declared, state, move)]


def _rules_at(game: AnyGame, state: Any) -> tuple[object, ...]:
    text = game.format_state(state)
    return (
        game.legal_moves(state),
        game.outcome(state),
        [game.objection(state, move) for move in game.all_moves()],
        game.key(state),
        game.observation(state),
        text,
        game.parse_state(text),
    )


def _texts_at(game: AnyGame, state: Any, move: Any) -> Iterator[object]:
    rulebook = game.dialogue(("Ada", "Ben"))
    yield from (rulebook.welcome(state), rulebook.turn(state), rulebook.view(state))
    for audience in AUDIENCES:
        text = game.second_person(audience)
        yield from (text.card(), text.goal(), text.terms(state), text.board(state))
        yield from (text.view(state), text.aid_view(state))
    if move is None:
        outcome = game.outcome(state)
        if outcome is not None:  # a long game without a maximum length is cut off
            yield rulebook.ending(state, outcome)
            yield [game.second_person(audience).ending(state, outcome) for audience in AUDIENCES]
        return
    after = game.successor(state, move)
    answers = game.format_move(move).split()
    yield [rulebook.question(state, tuple(answers[:count])) for count in range(len(answers) + 1)]
    yield rulebook.accepted(state, move, after)
    for audience in AUDIENCES:
        text = game.second_person(audience)
        yield from (text.button(state, move), text.preview(state, move))
        yield from (text.happened(state, move, after), text.entry(state, move, after))
        for other in game.all_moves():
            objection = game.objection(state, other)
            if objection is not None:
                yield text.refusal(state, other, objection)
