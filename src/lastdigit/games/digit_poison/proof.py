"""The prover of Digit Poison: by parity if it decides and a list of moves would be long."""

from __future__ import annotations

from lastdigit.games.digit_poison.rules import Digit, DigitPoison, State
from lastdigit.solver.certificates import Claim, Prover

FEW = 1_000
"""List the moves if the divisor times the maximum length is at most this."""


class DigitPoisonProver(Prover[State, Digit]):
    """Prove by moves or by parity."""

    game: DigitPoison

    def options(self) -> dict[str, object]:
        options = {**super().options(), "divisors": self.game.poisons}
        del options["divisor"]  # the checker always takes a list of divisors
        return options

    def claim(self, state: State) -> Claim:
        divisor, longest = self.game.divisor, self.game.max_length
        listed = self.game.size or (longest is not None and divisor * longest <= FEW)
        if listed or divisor == 1 or self.game.outcome(state) is not None:
            return self.by_moves(state)
        return self.claim_without_proof(state, "parity")
