"""Digit Dilemma in three steps: a multiple of 7, one pool for both, and the closest below."""

from __future__ import annotations

from lastdigit.game.lesson import Claim, Lesson, Step
from lastdigit.games.digit_dilemma.rules import PLACED, SEVEN, DigitDilemma, Placement

GAME = DigitDilemma()
ONE_PLACE_LEFT = GAME.parse_state("1 74_ 53_")
THREAT = GAME.parse_state("1 9__ 53_")
NEEDED = 2
"""The digit that the computer waits for: it has 53_, and the 9 of 539 is gone."""
LAST_DIGIT = GAME.parse_state("1 62_ 530")


def completion(move: Placement) -> str:
    """Return what the last digit makes of a number."""
    number = int(PLACED[ONE_PLACE_LEFT.own, move])
    times, rest = divmod(number, SEVEN)
    if rest:
        return f"{number} = {SEVEN} × {times} + {rest}: not a multiple of {SEVEN}."
    return f"{number} = {SEVEN} × {times}: you win."


def defence(move: Placement) -> str:
    """Return what becomes of the computer's threat."""
    if move.digit == NEEDED:
        return "The 2 is yours, and the computer cannot make 532 any more."
    return "Then the computer takes the 2: 532 = 7 × 76, and it wins."


LESSON = Lesson(
    (
        Step(
            position=GAME.format_state(ONE_PLACE_LEFT),
            heading="Place one digit a turn. The first to complete a multiple of 7 wins at once.",
            task="You have 74_. Find the two digits that win.",
            ask="a digit that wins",
            claim=Claim.WINS,
            count=2,
            replies={str(move): completion(move) for move in GAME.legal_moves(ONE_PLACE_LEFT)},
            done="Any other digit fills your last place without winning at once.",
        ),
        Step(
            position=GAME.format_state(THREAT),
            heading="Both take from one pool, each digit once: what you take is gone for all.",
            task="The computer needs the 2 for 532 = 7 × 76. Stop it.",
            ask="a digit that stops it",
            claim=Claim.DEFENDS,
            replies={str(move): defence(move) for move in GAME.legal_moves(THREAT)},
            done="Look at what the other needs before you take what you need.",
        ),
        Step(
            position=GAME.format_state(LAST_DIGIT),
            heading="If neither is a multiple of 7, the number closer to the next one wins.",
            task="The 3 for 623 is gone. 530 needs 2 to 532: find a digit that needs less.",
            ask="a digit that wins",
            claim=Claim.WINS,
            done="Count up to the next multiple of 7, never down.",
        ),
    )
)
