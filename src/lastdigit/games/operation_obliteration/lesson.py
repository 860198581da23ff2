"""The lesson for Operation Obliteration, and its puzzles: random positions of the game."""

from __future__ import annotations

from collections.abc import Iterator

from lastdigit.game.game import ONE
from lastdigit.game.lesson import Claim, Lesson, Step
from lastdigit.game.puzzle_source import Draw, PuzzleSource, Task
from lastdigit.games.operation_obliteration.rules import LIMIT, LOW, Operation, State
from lastdigit.games.operation_obliteration.variants import OperationObliteration

LESSON = Lesson(
    (
        Step(
            position="1 15 - -",
            heading="Even: halve it. Odd: times 3, plus 1. Prime: you may also add or subtract 1.",
            task="15 = 3 × 5 is odd and not prime. Find the operation that is allowed.",
            ask="an operation that is allowed",
            claim=Claim.ALLOWED,
            replies={"multiply": "15 is odd, and 15 × 3 + 1 = 46."},
            done="The kind of number decides what you can do.",
        ),
        Step(
            position="1 37 add divide",
            heading="You can't use an operation twice in a row, and you can't go above 100.",
            task="37 is prime, and you added last time. Find the operation that is left.",
            ask="an operation that is allowed",
            claim=Claim.ALLOWED,
            replies={"subtract": "37 is prime, and you didn't subtract last time. 37 becomes 36."},
            done="You can't repeat your own last operation, but you can repeat the computer's.",
        ),
        Step(
            position="1 3 divide divide",
            heading="If you have no operation left, you lose.",
            task="The computer halved last time. Find two ways to leave the computer stuck.",
            ask="an operation that wins",
            claim=Claim.WINS,
            count=2,
            replies={
                "add": "4 is even and not prime. The computer would have to halve again.",
                "multiply": "10 is even and not prime. The computer would have to halve again.",
                "subtract": "2 is prime, so the computer can still add or subtract.",
            },
            done="The computer can't repeat its last operation. That's your chance.",
        ),
    )
)


class OperationObliterationPuzzles(PuzzleSource[State, Operation]):
    """Generates random positions for Operation Obliteration puzzles."""

    # They are picked from all positions that can occur with any starting number.

    tasks = (Task.MOVE, Task.WINNER, Task.PLAY)
    grades = (1, 2, 3, 5)

    def positions(self, draw: Draw, level: float) -> Iterator[tuple[OperationObliteration, State]]:
        every = self.every()
        while True:
            yield draw.pick(every)

    def every(self) -> tuple[tuple[OperationObliteration, State], ...]:
        game = OperationObliteration()
        met: set[State] = set()
        waiting = [State(ONE, number) for number in range(LOW, LIMIT + 1)]
        while waiting:
            state = waiting.pop()
            # Normalise to seat ONE, because only the mover's point of view matters.
            first = State(ONE, state.number, state.own_last, state.other_last)
            if first not in met and game.legal_moves(first):
                met.add(first)
                waiting += [game.successor(first, move) for move in game.legal_moves(first)]
        return tuple((game, state) for state in sorted(met, key=game.format_state))


DAILY = ((1, OperationObliterationPuzzles),)
