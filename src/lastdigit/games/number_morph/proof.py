"""How positions of Number Morph are proved: by pairs, or by moves where the end is in sight."""

from __future__ import annotations

from lastdigit.games.number_morph.blossoms import ODD
from lastdigit.games.number_morph.insight import NumberMorphInsight
from lastdigit.games.number_morph.primes import Change
from lastdigit.games.number_morph.rules import NumberMorph, State
from lastdigit.proofs.certificate import Claim, Prover


class NumberMorphProver(Prover[State, Change]):
    """Proves primes, with what is left."""

    game: NumberMorph
    insight: NumberMorphInsight

    def __init__(self, game: NumberMorph) -> None:
        super().__init__(game)
        self.primes = game.primes
        self._left: list[int] = []

    def claim(self, state: State) -> Claim:
        self._left = self._reach(state)
        self._listed.clear()  # what is left is told from here
        told = self.told(state, "pairs")
        if told["plies"] is not None:
            return self.by_moves(state)
        if told["value"] == "win":
            best = self.insight.best(state)[0]
            told["move"] = self.game.format_move(best.move)
            state = best.after
        told["pairs"], told["barrier"] = self._pairs(state)
        return told

    def text(self, state: State) -> str:
        """Return a position by what is left of the primes in reach of the one that is claimed."""
        every, text, used = self.primes.all, self.primes.text, state.used
        left = ",".join(text(every[place]) for place in self._left if not used[place])
        return f"{state.mover.value} {text(state.number)} +{left}"

    def _reach(self, state: State) -> list[int]:
        """Return the unused primes that some play can still come to, by their places."""
        beside, used, found = self.primes.beside, state.used, set[int]()
        waiting = [self.primes.place[state.number]]
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
        matching, every, text = self.insight.matching(state), self.primes.all, self.primes.text
        used = state.used
        left = [place for place in self._left if not used[place]]
        partners = ((place, matching.partner(place)) for place in left)
        pairs = (
            f"{text(every[one])}-{text(every[two])}"
            for one, two in partners
            if two is not None and one < two
        )
        barrier = (text(every[place]) for place in left if matching.labels[place] == ODD)
        return " ".join(pairs), " ".join(barrier)


PROVER = NumberMorphProver
