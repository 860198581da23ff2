"""Number Morph solved by pairing: search would take for ever, a maximum matching a millisecond."""

from __future__ import annotations

from lastdigit.core.values import Seat
from lastdigit.games.number_morph.matching import Graph, Matching
from lastdigit.games.number_morph.rules import DIGITS, Change, NumberMorph, State, prime_changes
from lastdigit.solving import Branch, Insight, Pairing, Solution, Value

GRAPH: Graph = {prime: tuple(after.values()) for prime, after in prime_changes().items()}
SEARCHED = 2_000
"""How many positions the exact search for the distance may look at before it gives up."""
REMEMBERED = 2_000
"""How many matchings are kept for the positions that follow."""
UNITS = (1, 3, 7, 9)
"""What a prime of three digits can end with."""
NEAR = 24
"""How many primes may still be in reach for the search to be worth a try."""


class NumberMorphInsight(Insight[State, Change]):
    """What is known about Number Morph, at every point of a game and with both logs."""

    game: NumberMorph

    def __init__(self, game: NumberMorph) -> None:
        super().__init__(game)
        self._matchings: dict[frozenset[int], Matching] = {}

    def matching(self, log: tuple[int, ...]) -> Matching:
        """Return a maximum matching of the primes that a log leaves."""
        used = frozenset(log)
        found = self._matchings.get(used)
        if found is None:
            before = self._matchings.get(frozenset(log[:-1])) if log else None
            if len(self._matchings) >= REMEMBERED:
                self._matchings.clear()
            # In the course of a game only the last prime is new, and the rest is only repaired.
            left = (prime for prime in GRAPH if prime not in used)
            found = before.without(log[-1]) if before else Matching.of(GRAPH, left)
            self._matchings[used] = found
        return found

    def winning(self, state: State) -> tuple[int, ...]:
        """Return the primes to form that win: those that some maximum matching misses."""
        missable = self.matching(state.log).missable()
        return tuple(prime for prime in GRAPH[state.number] if prime in missable)

    def solution(self, state: State) -> Solution:
        value = Value.WIN if self.winning(state) else Value.LOSE
        return Solution(value, DistanceSearch().plies(state.number, unused(state)))

    def branches(self, state: State) -> tuple[Branch[State, Change], ...]:
        """Return every move with its value: one matching serves them all."""
        winning = self.winning(state)
        found = []
        for move in self.game.legal_moves(state):
            after = self.game.successor(state, move)
            value = Value.LOSE if after.number in winning else Value.WIN
            plies = DistanceSearch().plies(after.number, unused(after))
            found.append(Branch(move, after, Solution(value, plies)))
        return tuple(found)

    def pairs(self, state: State) -> tuple[int | None, dict[int, int]]:
        """Return the prime to form in a won position, and the winner's answer to every prime.

        In a lost position there is nothing to form, and the answers are the opponent's.
        """
        best = self.best(state)
        formed = best[0].after.number if best and best[0].value is Value.WIN else None
        matching = self.matching(state.log)
        if formed is not None:
            matching = matching.missing(formed)
        return formed, {one: two for one, two in matching.partner.items() if two is not None}

    def why(self, state: State) -> str:
        if self.game.outcome(state) is not None:
            return "The game is over."
        formed, partners = self.pairs(state)
        if formed is not None:
            left = [prime for prime in GRAPH[formed] if prime in partners]
            if not left:
                return f"Form {formed}: then no unused prime can be formed from it."
            return (
                f"Form {formed}. Whatever they form then, answer with its partner: "
                f"{paired(left, partners)}. Every prime that they can ever reach has a partner "
                "of its own, so you always have an answer."
            )
        moves = [prime for prime in GRAPH[state.number] if prime in partners]
        return (
            f"Whatever you form, they answer with its partner: {paired(moves, partners)}. Every "
            "prime that you can ever reach has a partner of its own, so they always have an answer."
        )

    def pairing(self, state: State) -> Pairing | None:
        """Return the unused primes in pairs; where one stands follows from its digits."""
        if self.game.outcome(state) is not None:
            return None
        formed, partners = self.pairs(state)
        pairs = sorted((one, two) for one, two in partners.items() if one < two)
        return Pairing(
            None if formed is None else str(formed),
            tuple((str(one), str(two)) for one, two in pairs),
            {str(prime): place_of(prime) for prime in sorted(unused(state))},
        )

    def idea(self, state: State) -> str:
        if self.winning(state):
            return (
                "The unused primes can be paired, each with one that is a digit away. "
                "Form the one that is left over; then you always have an answer."
            )
        return "Whatever you form has a partner that answers it: hope that the other misses one."

    def census(self, start: State) -> None:
        """Return nothing: the histories that lead to a position are too many to be counted."""

    def starts(self) -> dict[str, State]:
        if self.game.late:  # there are more logs than can be counted
            return {}
        logged = self.game.log_start
        return {str(n): State.after(Seat.ONE, n, (n,) if logged else ()) for n in GRAPH}

    def greedy(self, state: State) -> Change:
        """Return the change after which the opponent has the fewest."""
        return min(
            self.game.legal_moves(state),
            key=lambda move: len(self.game.legal_moves(self.game.successor(state, move))),
        )


def place_of(prime: int) -> tuple[int, int]:
    """Return where a prime stands: a row for each hundred, in it four columns for each ten.

    >>> place_of(101), place_of(997)
    ((0, 0), (38, 8))
    """
    hundreds, tens, units = DIGITS[prime]
    return 4 * tens + UNITS.index(units), hundreds - 1


def unused(state: State) -> frozenset[int]:
    """Return the primes that may still be formed."""
    return frozenset(GRAPH).difference(state.log)


def in_reach(prime: int, unused: frozenset[int]) -> frozenset[int]:
    """Return the unused primes that some play can still come to; gives up when they are many."""
    found: set[int] = set()
    waiting = [prime]
    while waiting and len(found) <= NEAR:
        fresh = unused.intersection(GRAPH[waiting.pop()]) - found
        found |= fresh
        waiting += fresh
    return frozenset(found)


class DistanceSearch:
    """A plain exact search for the distance to the end; gives up when it grows too large."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, frozenset[int]], tuple[bool, int]] = {}

    def plies(self, prime: int, unused: frozenset[int]) -> int | None:
        """Return the plies to the end, or None if that takes too long to find out."""
        near = in_reach(prime, unused)
        if len(near) > NEAR:
            return None
        try:
            return self._solved(prime, near)[1]
        except OverflowError:
            return None

    def _solved(self, prime: int, unused: frozenset[int]) -> tuple[bool, int]:
        """Return whether the mover wins, and in how many plies; raises OverflowError."""
        known = self._known.get((prime, unused))
        if known is not None:
            return known
        if len(self._known) > SEARCHED:
            raise OverflowError
        won: list[int] = []
        lost: list[int] = []
        for later in GRAPH[prime]:
            if later in unused:
                wins, plies = self._solved(later, unused - {later})
                (lost if wins else won).append(plies + 1)
        solved = (True, min(won)) if won else (False, max(lost, default=0))
        self._known[prime, unused] = solved
        return solved


def paired(primes: list[int], partners: dict[int, int]) -> str:
    """Return each prime with its partner."""
    return ", ".join(f"{prime}-{partners[prime]}" for prime in primes)


INSIGHT = NumberMorphInsight
