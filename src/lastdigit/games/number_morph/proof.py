"""How positions of Number Morph are proved: by pairs, or by moves where the end is in sight."""

from __future__ import annotations

from lastdigit.games.number_morph.blossoms import ODD
from lastdigit.games.number_morph.insight import NumberMorphInsight
from lastdigit.games.number_morph.matching import Graph, Matching
from lastdigit.games.number_morph.primes import Change
from lastdigit.games.number_morph.rules import NumberMorph, State
from lastdigit.proofs.certificate import Claim, Prover


class NumberMorphProver(Prover[State, Change]):
    """Proves primes, with what is left."""

    game: NumberMorph
    insight: NumberMorphInsight

    def __init__(self, game: NumberMorph) -> None:
        super().__init__(game)
        self._left: list[int] = []

    def claim(self, state: State) -> Claim:
        self._left = self._reach(state)
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
        every, text = self.game.primes.all, self.game.primes.text
        left = ",".join(text(every[place]) for place in self._left if not state.used[place])
        return f"{state.mover.value} {text(state.number)} +{left}"

    def _reach(self, state: State) -> list[int]:
        """Return the unused primes that some play can still come to, by their places."""
        beside, found = self.game.primes.beside, set[int]()
        waiting = [self.game.primes.place[state.number]]
        while waiting:
            fresh = {place for place in beside[waiting.pop()] if not state.used[place]} - found
            found |= fresh
            waiting += fresh
        return sorted(found)

    def _pairs(self, state: State) -> tuple[str, str]:
        """Return the most pairs that leave a lost current prime alone, and the barrier, as text.

        The current prime is a vertex of its own, the last: it may be unused as well.
        """
        primes = self.game.primes
        places = [place for place in self._left if not state.used[place]]
        vertex = {place: number for number, place in enumerate(places)}
        near = [
            [vertex[other] for other in primes.beside[place] if other in vertex] for place in places
        ]
        current, beside = len(places), primes.beside[primes.place[state.number]]
        near.append([vertex[place] for place in beside if place in vertex])
        for number in near[current]:
            near[number].append(current)
        most = Matching.of(Graph(near))
        alone = most.missing(current)
        names = [primes.text(primes.all[place]) for place in places]
        partners = ((number, alone.partner(number)) for number in range(current))
        pairs = (
            f"{names[one]}-{names[two]}" for one, two in partners if two is not None and one < two
        )
        barrier = (names[number] for number in range(current) if most.labels[number] == ODD)
        return " ".join(pairs), " ".join(barrier)


PROVER = NumberMorphProver
