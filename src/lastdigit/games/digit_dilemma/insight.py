"""The solver of Digit Dilemma, which explains values by multiples, threats and closer numbers."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.game.game import Seat, Value
from lastdigit.games.digit_dilemma.exact import Exact
from lastdigit.games.digit_dilemma.rules import (
    EMPTY,
    SLOTS,
    DigitDilemma,
    Placement,
    Position,
    State,
    to_next_multiple,
)
from lastdigit.solver import Branch, Census, Solution, Solver

MULTIPLE = "to a multiple of {} at once"
CLOSER = "to a number closer to the next multiple of {}"
UNBEATEN = "to a number that cannot be bettered"
ONE_THREAT = "to a threat that cannot be met"
TWO_THREATS = "to two threats at once"
SLOWER = "to a slower win"


class DigitDilemmaSolver(Solver[State, Placement]):
    """Exact values from `Exact`, with explanations and hints."""

    game: DigitDilemma

    def __init__(self, game: DigitDilemma) -> None:
        super().__init__(game)
        self._exact = Exact(game)
        self._multiple = f"multiple of {game.divisor}"

    def is_ready(self) -> bool:
        return self._exact.is_ready()

    def compiled_for_what(self) -> str | None:
        return None if self.game.slots <= SLOTS or self.is_ready() else self._exact.large

    def solution(self, state: State) -> Solution:
        outcome = self.game.outcome(state)
        if outcome is not None:
            return Solution(Value.WIN if outcome.winner is state.mover else Value.LOSE, 0)
        return self._exact.value(*boards(state))

    def census(self, start: State) -> Census | None:
        return self._exact.census()

    def _is_multiple(self, number: int) -> bool:
        return number % self.game.divisor == 0

    def _away(self, number: int) -> int:
        return to_next_multiple(number, self.game.divisor)

    def why(self, state: State) -> str:
        if self.game.outcome(state) is not None:
            return "The game is over."
        best = self.best(state)[0]
        plies = (best.solution.remoteness or 0) + 1
        if best.value is Value.WIN:
            return self._why_won(best.move, best.after, plies)
        own, other = boards(state)
        threats = self._threats(other, own)
        if threats:
            blocked = (
                "and you cannot take every one of these digits"
                if len(threats) > 1
                else "and taking that digit does not help"
            )
            return f"They threaten {listed(threats)}, {blocked}. It lasts {plies} turns at most."
        if EMPTY not in other:
            away = self._away(int(other))
            return (
                f"{int(other)} is {away} below a {self._multiple}, and none of your digits makes "
                "a number that is divisible, closer, or as close and smaller."
            )
        branches = self.branches(state)
        return (
            f"All {len(branches)} moves lose: {self._counted(branches)}. "
            f"It lasts {plies} turns at most."
        )

    def idea(self, state: State) -> str:
        own, other = boards(state)
        best = self.best(state)[0]
        if best.value is Value.LOSE:
            threats = self._threats(other, own)
            return (
                "They threaten more than you can stop. Stop what you can: they may miss the rest."
                if threats
                else "Every move loses against best play by now. Make it hard for them."
            )
        if best.solution.remoteness == 0:
            done = int(boards(best.after)[1])
            return (
                "Finish now: you come closer."
                if not self._is_multiple(done)
                else f"A {self._multiple} is there now."
            )
        if len(self._threats(*reversed(boards(best.after)))) > 1:
            two = f"two multiples of {self.game.divisor}"
            return f"Threaten {two} at once: only one digit can be taken away."
        return (
            "Leave the other no digit that helps: look at what your number and theirs still need."
        )

    def _why_won(self, move: Placement, after: State, plies: int) -> str:
        """Explain a winning move: it ends the game, it threatens, or every reply loses."""
        other, own = boards(after)
        if move.position in (Position.SECOND, Position.THIRD):
            placed = f"Place {move.digit} in the {move.position} place"
        else:
            where = "in" if move.position is Position.MIDDLE else "on"
            placed = f"Place {move.digit} {where} the {move.position}"
        if plies == 1 and self._is_multiple(int(own)):
            return f"{placed}: {int(own)} = {self.game.divisor} x {int(own) // self.game.divisor}."
        if plies == 1:
            return f"{placed}: {self._closer(own, other)}"
        if EMPTY not in own:
            best = min(
                (number for _, number in self._exact.fitting(other, own)), key=self._exact.rank
            )
            return (
                f"{placed}: {int(own)} is {self._away(int(own))} below a {self._multiple}, and "
                f"they can do no better than {best}, {self._away(best)} below one"
                f"{' and larger' if self._away(best) == self._away(int(own)) else ''}."
            )
        threats = self._threats(own, other)
        if len(threats) > 1:
            return (
                f"{placed}: you threaten {listed(threats)}, and they can take only one of these "
                f"digits. You win in {plies} turns."
            )
        answers = self.branches(after)
        return (
            f"{placed}: all {len(answers)} answers lose: {self._counted(answers)}. "
            f"You win in {plies} turns."
        )

    def _counted(self, losing: Sequence[Branch[State, Placement]]) -> str:
        """Count losing moves by the kind of reply that refutes them, with an example of each."""
        examples: dict[str, list[str]] = {}
        for branch in losing:
            way, reply = self._met(branch)
            examples.setdefault(way, []).append(f"{branch.move} is met by {reply}")
        return ", ".join(
            f"{len(found)} {way} (for example, {found[0]})" for way, found in examples.items()
        )

    def _met(self, branch: Branch[State, Placement]) -> tuple[str, Placement]:
        """Return the kind of reply that refutes a losing move, and the reply."""
        replies = self.best(branch.after)
        if branch.solution.remoteness == 1:
            completed = int(boards(replies[0].after)[1])
            way = MULTIPLE if self._is_multiple(completed) else CLOSER
            return way.format(self.game.divisor), replies[0].move
        if branch.solution.remoteness == 2:
            return UNBEATEN, replies[0].move
        quickest = [one for one in replies if one.solution == replies[0].solution]
        threats = [len(self._threats(*reversed(boards(one.after)))) for one in quickest]
        most = max(threats)
        way = TWO_THREATS if most > 1 else ONE_THREAT if most else SLOWER
        return way, quickest[threats.index(most)].move

    def _closer(self, own: str, other: str) -> str:
        mine, theirs = self._away(int(own)), self._away(int(other))
        if mine < theirs:
            below = f"{int(own)} is {mine} below a {self._multiple}"
            return f"{below}, {int(other)} is {theirs} below one."
        return (
            f"{int(own)} and {int(other)} are both {mine} below a {self._multiple}, "
            "and yours is smaller."
        )

    def _threats(self, board: str, other: str) -> list[int]:
        """Return the multiples that complete a board with exactly one empty place."""
        if board.count(EMPTY) != 1:
            return []
        return [
            number for _, number in self._exact.fitting(board, other) if self._is_multiple(number)
        ]

    def greedy(self, state: State) -> Placement:
        """Complete a multiple if possible, else make the move with the most threats."""
        after = {move: self.game.successor(state, move) for move in self.game.legal_moves(state)}
        own = {move: boards(later)[1] for move, later in after.items()}
        complete = [
            move for move in own if EMPTY not in own[move] and self._is_multiple(int(own[move]))
        ]
        if complete:
            return complete[0]
        return max(own, key=lambda move: len(self._threats(own[move], boards(after[move])[0])))


def boards(state: State) -> tuple[str, str]:
    """Return the mover's board and the opponent's."""
    if state.mover is Seat.ONE:
        return state.board_1, state.board_2
    return state.board_2, state.board_1


def listed(numbers: list[int]) -> str:
    """Join numbers with "and"."""
    return " and ".join(map(str, numbers))
