"""The rules of Number Morph: the rulings, the errata, and the rulebook's class on its own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import lastdigit
from lastdigit.errors import OptionError, StateSyntaxError
from lastdigit.game.game import Seat, Status
from lastdigit.game.text import Audience
from lastdigit.games.number_morph.rules import NumberMorphRules
from lastdigit.games.number_morph.variants import NumberMorph
from lastdigit.testing.conformance import random_walk
from tests.conftest import Size
from tests.games.primes import is_prime
from tests.games.test_rulings import after, reason, why

GAME = lastdigit.find("number-morph", start=211)
PRIMES = [number for number in range(100, 1000) if is_prime(number)]


def test_start_is_drawn_from_all_three_digit_primes() -> None:
    drawn = {lastdigit.find("number-morph").start(Random(seed)).number for seed in range(3_000)}
    assert drawn == set(PRIMES)


def test_start_is_in_the_log() -> None:
    assert GAME.format_state(GAME.start(Random(0))) == "1 211 211"
    assert reason(GAME, "2 271 211,271", "tens 1") == "211 has already been used."


def test_with_log_start_no_the_start_can_be_formed_once_more() -> None:
    game = lastdigit.find("number-morph", start=211, log_start=False)
    assert after(game, "1 211 -", "tens 7", "tens 1") == "1 211 271,211"
    assert reason(game, "1 271 271,211", "tens 1") == "211 has already been used."


def test_game_ends_if_the_player_to_move_has_no_valid_move() -> None:
    used = "211,241,251,271,281,311,811,911"  # all neighbours of 211
    assert reason(GAME, f"1 211 {used.replace(',911', '')}", "hundreds 9") is None
    outcome = GAME.outcome(GAME.parse_state(f"1 211 {used}"))
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Seat.TWO, "No valid moves left.")


def test_rejections_come_in_order() -> None:
    position = "2 271 211,271"
    assert reason(GAME, position, "tens 7") == "The tens digit is already 7."
    assert reason(GAME, position, "hundreds 0") == "Leading zeros are not allowed."
    assert reason(GAME, position, "units 2") == "272 is not a prime number."
    assert reason(GAME, position, "tens 1") == "211 has already been used."
    assert reason(GAME, position, "units 7") is None


def test_why_shows_the_factors_or_the_turn() -> None:
    assert why(GAME, "1 211 211", "units 3") == "213 = 3 x 71."
    assert why(GAME, "1 277 211,271,277", "units 1") == "271 was formed in turn 1."
    assert why(GAME, "1 277 211,271,277", "tens 1") == "217 = 7 x 31."
    assert why(GAME, "2 271 211,271", "tens 1") == "211 was the start."


def test_every_other_digit_can_be_tried() -> None:
    question = GAME.dialogue().question(GAME.parse_state("1 211 211"), ("hundreds",))
    assert question is not None
    unavailable = [a.text for a in question.answers if a.status is Status.UNAVAILABLE]
    assert unavailable == ["0", "2"]
    assert all(a.status is not Status.LEGAL for a in question.answers)


def test_erratum_valid_moves_are_left_at_the_end_of_the_worked_game() -> None:
    state = GAME.parse_state("1 277 211,271,277")
    assert GAME.outcome(state) is None
    assert "hundreds 5" in map(str, GAME.legal_moves(state))


def test_start_that_is_not_prime_is_refused_with_its_factors() -> None:
    with pytest.raises(OptionError, match="213 = 3 x 71"):
        lastdigit.find("number-morph", start=213)


def test_every_start_has_a_legal_move() -> None:
    for number in PRIMES:
        game = lastdigit.find("number-morph", start=number)
        assert game.legal_moves(game.start(Random(0)))


def test_position_with_a_repeated_number_is_refused() -> None:
    with pytest.raises(
        StateSyntaxError, match=r"A number can appear only once in the history log\."
    ):
        GAME.parse_state("1 211 211,271,211")


@pytest.mark.parametrize(
    "options", [{}, {"log_start": False}, {"starting_number": 211}], ids=lambda given: str(given)
)
def test_rulebook_class_agrees_with_the_declared_class(options: dict[str, Any], size: Size) -> None:
    rules, declared = NumberMorphRules(**options), NumberMorph(**options)
    assert rules.all_moves() == declared.all_moves()
    assert rules.features == declared.features
    assert rules.example_state == declared.example_state
    for seed in range(size(sample=1, full=20)):
        assert rules.start(Random(seed)) == declared.start(Random(seed))
        for state, move in random_walk(declared, Random(seed)):
            assert rules.legal_moves(state) == declared.legal_moves(state)
            assert rules.outcome(state) == declared.outcome(state)
            assert rules.key(state) == declared.key(state)
            assert rules.observation(state) == declared.observation(state)
            assert rules.parse_state(rules.format_state(state)) == state
            assert rules.format_state(state) == declared.format_state(state)
            assert texts_at(rules, state) == texts_at(declared, state)
            if move is not None:
                assert rules.successor(state, move) == declared.successor(state, move)


def texts_at(game: NumberMorphRules, state: Any) -> list[object]:
    """Return the texts for a position and for every move in it, in both voices."""
    text, plain = game.dialogue(), game.second_person(Audience(you=Seat.ONE))
    found: list[object] = [text.welcome(state), text.turn(state), text.view(state)]
    found += [plain.goal(), plain.terms(state), plain.board(state), plain.view(state)]
    found += [text.question(state, answers) for answers in ((), ("tens",))]
    for move in game.all_moves():
        objection = game.rejection(state, move)
        found += [objection, plain.preview(state, move)]
        if objection is None:
            later = game.successor(state, move)
            found += [text.accepted(state, move, later), plain.happened(state, move, later)]
        else:
            found += [text.rejected(state, move, objection), plain.refusal(state, move, objection)]
    return found


@pytest.mark.parametrize("number", [99, 100, 213, 1009])
def test_rulebook_class_refuses_the_same_starts_as_the_declared_class(number: int) -> None:
    with pytest.raises(OptionError) as refused:
        NumberMorphRules(number)
    with pytest.raises(OptionError) as declared:
        NumberMorph(number)
    assert str(refused.value) == str(declared.value)


def test_position_in_words_counts_the_used_primes() -> None:
    game = lastdigit.find("number-morph")
    first, second = (game.parse_state(text) for text in ("1 211 211", "2 271 211,271"))
    assert str(first) == "Player 1 to move at 211, 1 prime used"
    assert str(second) == "Player 2 to move at 271, 2 primes used"
