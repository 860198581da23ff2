"""The solver of Digit Duel, which explains values by the table of all pairs of numbers."""

from __future__ import annotations

from collections.abc import Iterator

from lastdigit.game.game import Value
from lastdigit.game.options import NUMERALS, in_base
from lastdigit.games.digit_duel.pairs import IN_PYTHON, LARGE, pairs_of
from lastdigit.games.digit_duel.rules import BASE, DIGITS, NUMBERED, Digit, DigitDuel, State
from lastdigit.solver import FAR, Census, Solution, Solver
from lastdigit.solver.tables import is_installed

LONGEST_LINE = 10
"""The longest line of play that is shown move by move. Longer ones are described in words."""


class DigitDuelSolver(Solver[State, Digit]):
    """Exact values from one table of all pairs, whatever the starting numbers."""

    game: DigitDuel

    def __init__(self, game: DigitDuel) -> None:
        super().__init__(game)
        self.pairs = pairs_of(game)

    def is_ready(self) -> bool:
        return self.pairs.is_ready()

    def compiled_for_what(self) -> str | None:
        return None if self.game.numbers <= IN_PYTHON or self.is_ready() else LARGE

    def cache_bytes(self) -> int:
        return self.pairs.size

    def solution(self, state: State) -> Solution:
        return self.pairs.solution(state.own, state.opposing)

    def census(self, start: State) -> Census | None:
        """Count reachable pairs, from the largest sum down, so that successors come later."""
        side, base = self.game.numbers, self.game.base
        if side > IN_PYTHON:
            return None
        reached = bytearray(side * side)
        reached[start.own * side + start.opposing] = 1
        for total in range(start.own + start.opposing, 1, -1):
            for own in range(max(1, total - side + 1), min(side - 1, total - 1) + 1):
                opposing = total - own
                if not reached[own * side + opposing]:
                    continue
                for unit in self.game.units.values():
                    value = own // unit % base
                    if value >= opposing:
                        reached[own] = 1  # the pair (0, own): the opponent has lost
                    elif value:
                        reached[(opposing - value) * side + own - unit] = 1
        places = (place for place, met in enumerate(reached) if met)
        return Census.of(self.pairs.solution(*divmod(place, side)) for place in places)

    def count_starts(self) -> Census | None:
        """Count all pairs of numbers. Return None for the rulebook's game, which has a census."""
        if (self.game.digits, self.game.base) == (DIGITS, BASE):
            return None
        countable = self.game.numbers <= IN_PYTHON or is_installed()
        return self.pairs.count() if countable else None

    def said(self, number: int) -> str:
        """Return a number in the base of the game, without leading zeros."""
        return in_base(number, self.game.base)

    def line(self, state: State) -> Iterator[str]:
        """Yield the digits used from here to the end with best play."""
        while self.game.outcome(state) is None:
            best = self.best(state)[0]
            yield NUMERALS[self.game.value(state.own, best.move)]
            state = best.after

    def why(self, state: State) -> str:
        if self.game.outcome(state) is not None:
            return "The game is over."
        own, opposing = self.said(state.own), self.said(state.opposing)
        best = self.best(state)[0]
        plies = FAR if best.solution.remoteness is None else best.solution.remoteness + 1
        value = NUMERALS[self.game.value(state.own, best.move)]
        if best.value is Value.WIN and plies == 1:
            return f"Your {best.move.noun} is {value}: enough to bring {opposing} to zero."
        if best.value is Value.WIN:
            left, kept = self.said(best.after.own), self.said(best.after.opposing)
            use = f"Use the {best.move.noun}: {opposing} becomes {left}, and you keep {kept}."
            return f"{use} {self._why_won(best.after, plies)}"
        if plies == 1:
            return (
                f"Your last digit is {value}: it cannot bring {opposing} to zero, "
                "and using it makes your own number zero."
            )
        if plies <= LONGEST_LINE:
            return f"Every digit loses. The longest line: {self._line_text(state, 'you')}."
        most = self.pairs.beats_none_above(state.own)
        if state.opposing > most:
            return (
                f"Every digit loses: whoever is to move with {own} loses to every number "
                f"above {self.said(most)}, and theirs is {opposing}."
            )
        return f"Every digit loses, and only counting shows it: {own} to move against {opposing}."

    def _why_won(self, state: State, plies: int) -> str:
        """Explain why the opponent, who is to move in `state`, loses."""
        theirs, mine = self.said(state.own), self.said(state.opposing)
        if plies <= LONGEST_LINE:
            return f"The line: {self._line_text(state, 'they')}."
        most = self.pairs.beats_none_above(state.own)
        if state.opposing > most:
            above = self.said(most)
            return f"Whoever is to move with {theirs} loses to every number above {above}."
        return f"Only counting shows that {theirs} to move then loses to {mine}."

    def _line_text(self, state: State, first: str) -> str:
        """Return a line of play in words: each player's digits, and whose number becomes zero."""
        second = "you" if first == "they" else "they"
        struck = [
            f"{(first, second)[turn % 2]} {value}" for turn, value in enumerate(self.line(state))
        ]
        loses = "their" if first == "they" else "your"
        return f"{', '.join(struck)}, and {loses} number is zero"

    def idea(self, state: State) -> str:
        own, opposing = state.own, state.opposing
        legal = self.game.legal_moves(state)
        if any(self.game.value(own, digit) >= opposing for digit in legal):
            return "One of your digits is enough."
        beaten, most = self.pairs.beaten_up_to(own), self.pairs.beats_none_above(own)
        if opposing <= beaten:
            return (
                f"Being to move with {self.said(own)} you beat every number up to "
                f"{self.said(beaten)}. A strike {self._costs()}."
            )
        if opposing > most:
            return (
                f"Being to move with {self.said(own)} you lose to every number above "
                f"{self.said(most)}, unless the other slips. Make it long."
            )
        if self.solution(state).value is Value.WIN:
            return "It is close, and you are ahead: only counting shows how."
        return "It is close, and you are behind: only counting shows how."

    def _costs(self) -> str:
        """Return the cost of a strike at each place in words, from the right."""
        (last, least), *others = reversed(self.game.units.items())
        named = {digit: f"at {digit.shown}" for digit in NUMBERED}
        costs = [f"{named.get(last, f'with the {last}')} costs you {self.said(least)}"]
        costs += [
            f"{named.get(digit, f'with the {digit}')} {self.said(unit)}" for digit, unit in others
        ]
        return ", ".join(costs)

    def greedy(self, state: State) -> Digit:
        """Use the largest digit, and the rightmost of equal ones."""
        legal = self.game.legal_moves(state)
        return max(reversed(legal), key=lambda digit: self.game.value(state.own, digit))

    def size(self, state: State, move: Digit) -> int:
        """Return the value of the digit that the move uses."""
        return self.game.value(state.own, move)
