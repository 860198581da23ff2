"""How positions of Digit Poison are proved: by parity where that decides and moves are many."""

from __future__ import annotations

from lastdigit.games.digit_poison.rules import Digit, DigitPoison, State
from lastdigit.solver.certificates import Claim, Prover

FEW = 1_000
"""Up to so many remainders at all lengths the moves are listed."""


class DigitPoisonProver(Prover[State, Digit]):
    """Proves numbers."""

    game: DigitPoison

    def options(self) -> dict[str, object]:
        options = {**super().options(), "divisors": self.game.poisons}
        del options["divisor"]  # one, or several: the checker knows a list only
        return options

    def claim(self, state: State) -> Claim:
        divisor, longest = self.game.divisor, self.game.max_length
        listed = self.game.size or (longest is not None and divisor * longest <= FEW)
        if listed or divisor == 1 or self.game.outcome(state) is not None:
            return self.by_moves(state)
        return self.claim_without_proof(state, "parity")
