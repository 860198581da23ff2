"""Golden texts of the explanations that `why` prints."""

from __future__ import annotations

from typing import Any

import pytest

from lastdigit.game.game import AnyGame
from lastdigit.games import find
from lastdigit.solver import solver_for
from tests.solver.second_solver import morph_graph


def why(game: AnyGame, state: Any) -> str:
    return solver_for(game).why(state)


# The words themselves

GOLDEN = {
    "number-morph": [
        (
            "1 211 211",
            "Whatever you form, they can answer with its partner: 311-811, 811-311, "
            "911-971, 241-541, 251-151, 271-571, 281-181. Every prime you can reach has its"
            " own partner, so they always have an answer.",
        ),
        (
            "2 277 211,271,277",
            "Whatever you form, they can answer with its partner: 577-677, 677-577, "
            "877-977, 977-877, 227-127, 257-157. Every prime you can reach has its own "
            "partner, so they always have an answer.",
        ),
        (
            "1 101 -",
            "Form 401. Then answer each prime they form with its partner: 101-701, 601-641,"
            " 701-101, 421-521, 431-631, 461-661, 491-191, 409-479. Every prime they can "
            "reach has its own partner, so you always have an answer.",
        ),
    ],
    "digit-duel": [
        (
            "1 999 999",
            "Strike with the ones digit: 999 becomes 990, and your 999 becomes 998. With "
            "990 on their turn, they lose to every number above 991.",
        ),
        (
            "1 111 111",
            "Strike with the ones digit: 111 becomes 110, and your 111 becomes 110. With "
            "perfect play, they then lose with 110 against 110.",
        ),
        (
            "1 009 009",
            "Your ones digit is 9: enough to bring 9 to zero.",
        ),
        (
            "1 010 500",
            "Your last digit is 1. It can't bring 500 to zero, but it brings your own "
            "number to zero.",
        ),
    ],
    "operation-obliteration": [
        (
            "1 12 - -",
            "This wins: divide makes 6, divide makes 3, add makes 4. Then only divide fits "
            "4, and it was their last operation.",
        ),
        (
            "2 6 divide -",
            "Only divide is possible, and it loses: divide makes 3, add makes 4. Then only "
            "divide fits 4, and it was your last operation.",
        ),
        (
            "1 2 - -",
            "Neither player can force a win: subtract keeps the draw, and no operation "
            "wins. Only add and divide would lose.",
        ),
    ],
    "digit-dilemma": [
        (
            "1 ___ ___",
            "Place 0 on the left. All 27 answers lose: 27 to two threats at once (for "
            "example, 4 middle answers 1 left). You win in 5 turns.",
        ),
        (
            "1 7__ _3_",
            "Place 1 on the right. You threaten 721 and 791, and they can take only one of "
            "those digits. You win in 3 turns.",
        ),
        (
            "2 7__ ___",
            "All 27 moves lose: 27 to two threats at once (for example, 1 right answers 0 "
            "left). The game lasts at most 4 more turns.",
        ),
        (
            "2 74_ _3_",
            "They threaten 742 and 749, and you can't take all of those digits. The game "
            "lasts at most 2 more turns.",
        ),
        (
            "1 74_ 03_",
            "Place 2 on the right: 742 = 7 × 106.",
        ),
        (
            "1 03_ 85_",
            "Place 4 on the right: 34 is 1 short of a multiple of 7. Their best, 852, is 2 short.",
        ),
        (
            "2 12_ 3__",
            "They threaten 126, and taking that digit doesn't help. The game lasts at most "
            "3 more turns.",
        ),
    ],
    "digit-poison": [
        (
            "1 -",
            "10 digits are still to come, so the other player has to add the last one and "
            "loses. Safe here: 1, 2, 4, 5, 7, 8. There is always a safe digit: of two "
            "digits in a row, such as 0 and 1, at most one makes the number divisible.",
        ),
        (
            "2 1",
            "9 digits are still to come, so you have to add the last one and lose. Until "
            "then, the other player always has a safe digit.",
        ),
        (
            "2 11111111",
            "2 digits are still to come, so the other player has to add the last one and "
            "loses. Safe here: 0, 2, 3, 5, 6, 8, 9. There is always a safe digit: of two "
            "digits in a row, such as 0 and 1, at most one makes the number divisible.",
        ),
    ],
}


@pytest.mark.parametrize(
    ("name", "position", "text"),
    [(name, position, text) for name, texts in GOLDEN.items() for position, text in texts],
)
def test_the_text_of_an_explanation(name: str, position: str, text: str) -> None:
    game = find(name)
    solver_for.cache_clear()  # one of several good pairings: the one found first
    assert why(game, game.parse_state(position)) == text


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("number-morph", "1 211 {everything}"),
        ("digit-duel", "1 000 005"),
        ("operation-obliteration", "1 99 - -"),
        ("digit-dilemma", "2 742 38_"),
        ("digit-poison", "1 3"),
    ],
)
def test_there_is_no_explanation_after_the_end(name: str, position: str) -> None:
    game = find(name)
    everything = ",".join(map(str, morph_graph()))
    state = game.parse_state(position.format(everything=everything))
    assert why(game, state) == "The game is over."
