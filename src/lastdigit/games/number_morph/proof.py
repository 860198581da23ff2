"""The prover of Number Morph: by moves if the remoteness is known, else by a maximum matching."""

from __future__ import annotations

from lastdigit.errors import UsageError
from lastdigit.games.number_morph.blossoms import ODD
from lastdigit.games.number_morph.insight import NumberMorphSolver
from lastdigit.games.number_morph.primes import Change
from lastdigit.games.number_morph.rules import NumberMorph, State
from lastdigit.solver.certificates import Claim, Prover

LONGEST = 1_000
"""The longest log for a proof by moves, which repeats the log in every position."""


class NumberMorphProver(Prover[State, Change]):
    """Prove by moves, or by pairs and a barrier."""

    game: NumberMorph
    insight: NumberMorphSolver

    def claim(self, state: State) -> Claim:
        if self.game.log_start and state.number not in state.log:
            number = self.game.primes.text(state.number)
            raise UsageError(f"With log-start yes {number} is used: it has to be in the log, too.")
        claim = self.claim_without_proof(state, "pairs")
        if claim["plies"] is not None and len(state.log) <= LONGEST:
            return self.by_moves(state)
        claim["plies"] = None
        if claim["value"] == "win":
            best = self.insight.best(state)[0]
            claim["move"] = self.game.format_move(best.move)
            state = best.after
        claim["pairs"], claim["barrier"] = self._pairs(state)
        return claim

    def _reach(self, state: State) -> list[int]:
        """Return the indices of the unused primes that are still reachable."""
        beside, used, found = self.game.primes.beside, state.used, set[int]()
        waiting = [self.game.primes.place[state.number]]
        while waiting:
            fresh = {place for place in beside[waiting.pop()] if not used[place]} - found
            found |= fresh
            waiting += fresh
        return sorted(found)

    def _pairs(self, state: State) -> tuple[str, str]:
        """Return a maximum matching of the reachable primes in a lost position, and its barrier.

        Adding the current prime does not enlarge the matching: every maximum matching covers all of
        its neighbours. So the current prime only adds an odd component when the barrier is removed.
        """
        primes, matching, left = self.game.primes, self.insight.matching(state), self._reach(state)
        every, text = primes.all, primes.text
        partners = ((place, matching.partner(place)) for place in left)
        pairs = (
            f"{text(every[one])}-{text(every[two])}"
            for one, two in partners
            if two is not None and one < two
        )
        barrier = (text(every[place]) for place in left if matching.labels[place] == ODD)
        return " ".join(pairs), " ".join(barrier)
