"""How positions of Digit Duel are proved: by moves where they are few, else by counting."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.errors import TooManyPositions
from lastdigit.games.digit_duel.rules import Digit, State
from lastdigit.solver.certificates import Claim, Prover

FEW = 200
"""Up to so many moves a person can look through."""
COUNTED = 1_732
"""Below this number the checker works out all pairs by itself, within seconds."""


class DigitDuelProver(Prover[State, Digit]):
    """Proves pairs of numbers."""

    def in_order(self, states: Sequence[State]) -> Sequence[State]:
        # The checker counts up to the largest number that it has met: so it need not begin again.
        return sorted(states, key=lambda state: max(state.own, state.opposing), reverse=True)

    def claim(self, state: State) -> Claim:
        if max(state.own, state.opposing) >= COUNTED:
            return self.by_moves(state)
        try:
            return self.by_moves(state, len(self.moves) + FEW)
        except TooManyPositions:
            return self.claim_without_proof(state, "counting")
