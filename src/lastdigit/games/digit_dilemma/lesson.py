"""The lesson for Digit Dilemma, and its puzzles: random boards with up to three digits each."""

from __future__ import annotations

from collections.abc import Iterator

from lastdigit.game.game import ONE
from lastdigit.game.lesson import Claim, Lesson, Step
from lastdigit.game.puzzle_source import Draw, PuzzleSource
from lastdigit.games.digit_dilemma.rules import EMPTY, PLACED, SEVEN, Placement, State
from lastdigit.games.digit_dilemma.variants import DigitDilemma

GAME = DigitDilemma()
ONE_PLACE_LEFT = GAME.parse_state("1 74_ 53_")
THREAT = GAME.parse_state("1 9__ 53_")
NEEDED = 2
"""The digit that the computer needs in THREAT: the board is 53_, and the 9 for 539 is taken."""
LAST_DIGIT = GAME.parse_state("1 62_ 530")


def explain_completion(move: Placement) -> str:
    number = int(PLACED[ONE_PLACE_LEFT.own, move])
    times, rest = divmod(number, SEVEN)
    if rest:
        return f"{number} = {SEVEN} × {times} + {rest}: not a multiple of {SEVEN}."
    return f"{number} = {SEVEN} × {times}: you win."


def explain_defence(move: Placement) -> str:
    if move.digit == NEEDED:
        return "You have the 2 now, so the computer can't make 532."
    return "Then the computer takes the 2. 532 = 7 × 76, so the computer wins."


LESSON = Lesson(
    (
        Step(
            position=GAME.format_state(ONE_PLACE_LEFT),
            heading="Place one digit each turn. The first player to complete a multiple of 7 wins.",
            task="You have 74_. Find the two digits that win.",
            ask="a digit that wins",
            claim=Claim.WINS,
            count=2,
            replies={
                str(move): explain_completion(move) for move in GAME.legal_moves(ONE_PLACE_LEFT)
            },
            done="Any other digit fills your last place, but doesn't win at once.",
        ),
        Step(
            position=GAME.format_state(THREAT),
            heading="You share one pool of digits. A digit that you take is gone for both of you.",
            task="The computer needs the 2 for 532 = 7 × 76. Stop it.",
            ask="a digit that stops it",
            claim=Claim.DEFENDS,
            replies={str(move): explain_defence(move) for move in GAME.legal_moves(THREAT)},
            done="Check what the other player needs before you choose.",
        ),
        Step(
            position=GAME.format_state(LAST_DIGIT),
            heading="No multiple of 7? The number closest to the next multiple of 7 wins.",
            task="623 is out of reach, and 530 is 2 short of 532. Find a digit that beats 530.",
            ask="a digit that wins",
            claim=Claim.WINS,
            done="Always count up to the next multiple of 7, never down.",
        ),
    )
)

COUNTS = ((2, 2), (2, 3), (2, 2), (2, 2), (1, 2), (1, 2), (1, 1))
"""Pairs, from easy to hard: the number of digits on the mover's board and on the opponent's.

With fewer digits on the boards, the player must look further ahead.
"""


class DigitDilemmaPuzzles(PuzzleSource[State, Placement]):
    """Generates random positions for Digit Dilemma puzzles."""

    grades = (1, 2)

    def positions(self, draw: Draw, level: float) -> Iterator[tuple[DigitDilemma, State]]:
        game = DigitDilemma()
        places = len(COUNTS) - 1
        while True:
            kind = max(0, min(places, round(level * places) + draw.below(3) - 1))
            pool = list("0123456789")
            own, other = (_board(draw, pool, count) for count in COUNTS[kind])
            state = State(ONE, own, other)
            if game.outcome(state) is None:
                yield game, state


def _board(draw: Draw, pool: list[str], count: int) -> str:
    """Return a board with `count` digits from `pool` at random places.

    Remove these digits from `pool`.
    """
    board = [EMPTY] * 3
    gaps = [0, 1, 2]
    for _ in range(count):
        place = gaps.pop(draw.below(len(gaps)))
        board[place] = pool.pop(draw.below(len(pool)))
    return "".join(board)


DAILY = ((1, DigitDilemmaPuzzles),)
