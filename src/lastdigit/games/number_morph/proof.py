"""How positions of Number Morph are proved: by pairs, or by moves where the end is in sight."""

from __future__ import annotations

from lastdigit.errors import UsageError
from lastdigit.games.number_morph.blossoms import ODD
from lastdigit.games.number_morph.insight import NumberMorphSolver
from lastdigit.games.number_morph.primes import Change
from lastdigit.games.number_morph.rules import NumberMorph, State
from lastdigit.solver.certificates import Claim, Prover

LONGEST = 1_000
"""With so many used primes the moves to the end are listed: the log stands in every position."""


class NumberMorphProver(Prover[State, Change]):
    """Proves primes, with what is left."""

    game: NumberMorph
    insight: NumberMorphSolver

    def claim(self, state: State) -> Claim:
        if self.game.log_start and state.number not in state.log:
            number = self.game.primes.text(state.number)
            raise UsageError(f"With log-start yes {number} is used: it has to be in the log, too.")
        told = self.claim_without_proof(state, "pairs")
        if told["plies"] is not None and len(state.log) <= LONGEST:
            return self.by_moves(state)
        told["plies"] = None
        if told["value"] == "win":
            best = self.insight.best(state)[0]
            told["move"] = self.game.format_move(best.move)
            state = best.after
        told["pairs"], told["barrier"] = self._pairs(state)
        return told

    def _reach(self, state: State) -> list[int]:
        """Return the unused primes that some play can still come to, by their places."""
        beside, used, found = self.game.primes.beside, state.used, set[int]()
        waiting = [self.game.primes.place[state.number]]
        while waiting:
            fresh = {place for place in beside[waiting.pop()] if not used[place]} - found
            found |= fresh
            waiting += fresh
        return sorted(found)

    def _pairs(self, state: State) -> tuple[str, str]:
        """Return the most pairs of what a lost position leaves, and the barrier, as text.

        The current prime has no part in them, and no pairing with it has more: those beside it are
        in every largest pairing. So where the barrier is taken away, it makes one odd island more.
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
