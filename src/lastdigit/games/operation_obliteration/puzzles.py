"""Puzzles of Operation Obliteration: all reachable positions, since there are only a few."""

from __future__ import annotations

from collections.abc import Iterator

from lastdigit.game.game import ONE
from lastdigit.game.puzzle_source import Draw, PuzzleSource, Task
from lastdigit.games.operation_obliteration.operations import Operation
from lastdigit.games.operation_obliteration.rules import LIMIT, LOW, OperationObliteration, State


class OperationObliterationPuzzles(PuzzleSource[State, Operation]):
    """Every position that is reachable from some start."""

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
