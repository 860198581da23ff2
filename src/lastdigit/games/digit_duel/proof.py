"""The prover of Digit Duel: by moves if there are only a few, else by counting all pairs."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.errors import TooManyPositions
from lastdigit.games.digit_duel.rules import Digit, State
from lastdigit.solver.certificates import Claim, Prover

FEW = 200
"""The most moves of a proof that a person can read."""
COUNTED = 1_732
"""The checker can solve all pairs of numbers below this one within seconds."""


class DigitDuelProver(Prover[State, Digit]):
    """Prove by moves if the proof is short or the numbers are too large to count."""

    def in_order(self, states: Sequence[State]) -> Sequence[State]:
        # The checker solves all pairs up to the largest number so far. Largest first, it does so
        # only once.
        return sorted(states, key=lambda state: max(state.own, state.opposing), reverse=True)

    def claim(self, state: State) -> Claim:
        if max(state.own, state.opposing) >= COUNTED:
            return self.by_moves(state)
        try:
            return self.by_moves(state, len(self.moves) + FEW)
        except TooManyPositions:
            return self.claim_without_proof(state, "counting")
