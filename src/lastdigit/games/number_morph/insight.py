"""The solver of Number Morph, which uses maximum matchings, because a search is infeasible."""

from __future__ import annotations

from functools import cached_property

from lastdigit.game.game import Seat, Value
from lastdigit.games.number_morph.distance import DistanceSearch
from lastdigit.games.number_morph.matching import (
    FAST,
    Graph,
    Matching,
    compiled_for,
    compiled_graph,
    graph_of,
)
from lastdigit.games.number_morph.primes import Change
from lastdigit.games.number_morph.rules import NumberMorph, State
from lastdigit.solver import Branch, Census, Pairing, Solution, Solver
from lastdigit.solver.tables import is_compiled, is_installed

REMEMBERED = 300_000
"""The size limit of the cache of matchings, as a total number of vertices."""
LOOKED_BACK = 3
"""A cached matching from up to this many plies ago is repaired instead of starting over."""
LISTED = 1_000
"""The most primes for which all starts are listed."""
PICTURED = 1_200
"""The most primes in a drawing."""
FEW = 20
"""The starts with the rarer value are named if there are at most this many."""


class NumberMorphSolver(Solver[State, Change]):
    """Exact values from maximum matchings of the unused primes, with explanations and hints."""

    game: NumberMorph
    recurs = False  # there are too many histories

    def __init__(self, game: NumberMorph) -> None:
        super().__init__(game)
        self.primes = game.primes
        self._matchings: dict[int, Matching] = {}

    @cached_property
    def graph(self) -> Graph:
        """The graph of the primes, with edges between primes that differ in one digit."""
        return graph_of(self.primes)

    def is_ready(self) -> bool:
        return self.compiled_for_what() is None or is_compiled(FAST)

    def compiled_for_what(self) -> str | None:
        return compiled_for(self.primes)

    def warm_up(self) -> None:
        """Switch to compiled code if it is installed. The results are the same."""
        if is_installed() and type(self.graph) is Graph:
            self.graph = compiled_graph(self.primes, "Number Morph quickly")
            self._matchings.clear()

    def matching(self, state: State) -> Matching:
        """Return a maximum matching of the unused primes."""
        found = self._matchings.get(state.unused)
        if found is None:
            found = self._repaired(state)
            if found is None:
                gone = (place for place, used in enumerate(state.used) if used)
                found = Matching.of(self.graph, gone)
            if len(self._matchings) * len(self.primes) >= REMEMBERED:
                self._matchings.clear()
            self._matchings[state.unused] = found
        return found

    def _repaired(self, state: State) -> Matching | None:
        """Repair a cached matching of a recent ply by removing the primes formed since then."""
        unused, gone = state.unused, list[int]()
        for prime in reversed(state.log[-LOOKED_BACK:]):
            place = self.primes.place[prime]
            unused |= 1 << self.primes.bits[place]
            gone.append(place)
            before = self._matchings.get(unused)
            if before is not None:
                for place in reversed(gone):
                    before = before.without(place)
                return before
        return None

    def winning(self, state: State) -> tuple[int, ...]:
        """Return the winning primes to form: those that some maximum matching misses."""
        matching, primes = self.matching(state), self.primes
        beside = primes.beside[primes.place[state.number]]
        return tuple([primes.all[place] for place in beside if matching.is_missable(place)])

    def solution(self, state: State) -> Solution:
        value = Value.WIN if self.winning(state) else Value.LOSE
        return Solution(value, self._plies(state))

    def _plies(self, state: State) -> int | None:
        place = self.primes.place[state.number]
        return DistanceSearch(self.primes).plies(place, state.unused)

    def branches(self, state: State) -> tuple[Branch[State, Change], ...]:
        """Return every legal move with its value. One matching is enough for all of them."""
        winning = self.winning(state)
        found = []
        for move in self.game.legal_moves(state):
            after = self.game.successor(state, move)
            value = Value.LOSE if after.number in winning else Value.WIN
            found.append(Branch(move, after, Solution(value, self._plies(after))))
        return tuple(found)

    def count_answers(self, state: State) -> tuple[int, int]:
        """Count without `branches`, whose remoteness search is slow."""
        every = len(self.game.legal_moves(state))
        return len(self.winning(state)) or every, every

    def _answers(self, state: State) -> tuple[int | None, Matching]:
        """Return the prime to form in a won position, and a matching with the winner's replies."""
        best = self.best(state)
        matching = self.matching(state)
        if not best or best[0].value is not Value.WIN:
            return None, matching
        formed = best[0].after.number
        return formed, matching.missing(self.primes.place[formed])

    def pairs(self, state: State) -> tuple[int | None, dict[int, int]]:
        """Return the prime to form in a won position, and the winner's reply to every prime.

        In a lost position the prime is None, and the replies are the opponent's.
        """
        formed, matching = self._answers(state)
        every = self.primes.all
        partners = ((prime, matching.partner(place)) for place, prime in enumerate(every))
        return formed, {one: every[two] for one, two in partners if two is not None}

    def why(self, state: State) -> str:
        if self.game.outcome(state) is not None:
            return "The game is over."
        formed, matching = self._answers(state)
        if formed is not None:
            left = self._paired(formed, matching)
            text = self.primes.text(formed)
            if not left:
                return f"Form {text}: then no unused prime can be formed from it."
            return (
                f"Form {text}. Whatever they form then, answer with its partner: "
                f"{left}. Every prime that they can ever reach has a partner "
                "of its own, so you always have an answer."
            )
        return (
            "Whatever you form, they answer with its partner: "
            f"{self._paired(state.number, matching)}. Every "
            "prime that you can ever reach has a partner of its own, so they always have an answer."
        )

    def _paired(self, prime: int, matching: Matching) -> str:
        """List the neighbours of a prime that have a partner, each with its partner."""
        text, every = self.primes.text, self.primes.all
        beside = self.primes.beside[self.primes.place[prime]]
        partners = ((place, matching.partner(place)) for place in beside)
        return ", ".join(
            f"{text(every[place])}-{text(every[partner])}"
            for place, partner in partners
            if partner is not None
        )

    def pairing(self, state: State) -> Pairing | None:
        """Return the pairs of unused primes, or None if the game is over or too large to draw."""
        if self.game.outcome(state) is not None or len(self.primes) > PICTURED:
            return None
        formed, partners = self.pairs(state)
        primes, text = self.primes, self.primes.text
        pairs = sorted((one, two) for one, two in partners.items() if one < two)
        unused = (prime for prime, used in zip(primes.all, state.used, strict=True) if not used)
        return Pairing(
            None if formed is None else text(formed),
            tuple((text(one), text(two)) for one, two in pairs),
            {text(prime): primes.spot(prime) for prime in unused},
        )

    def idea(self, state: State) -> str:
        if self.winning(state):
            return (
                "The unused primes can be paired, each with one that is a digit away. "
                "Form the one that is left over; then you always have an answer."
            )
        return "Whatever you form has a partner that answers it: hope that the other misses one."

    def census(self, start: State) -> None:
        """Return None, because there are too many histories to count."""

    def starts(self) -> dict[str, State]:
        if self.game.late or len(self.primes) > LISTED:  # too many to list
            return {}
        logged, every = self.game.log_start, self.primes.all
        return {
            self.primes.text(prime): self.game.after(Seat.ONE, prime, (prime,) if logged else ())
            for prime in every
            if self.primes.formable[prime]
        }

    def count_starts(self) -> Census | None:
        """Count all starts with a single maximum matching of all primes.

        A logged start is lost if some maximum matching misses it. An unlogged start is won if some
        maximum matching misses one of its neighbours.
        """
        if self.game.late or len(self.primes) <= LISTED:
            return None
        primes, graph = self.primes, self.graph
        whole = Matching.of(graph)
        playable = [place for place in range(len(primes)) if len(graph.near(place))]
        if self.game.log_start:
            won = [place for place in playable if not whole.is_missable(place)]
        else:
            won = [place for place in playable if any(map(whole.is_missable, graph.near(place)))]
        lost = sorted(set(playable).difference(won))
        rare = min(won, lost, key=len)
        named = rare if len(rare) <= FEW else ()
        return Census(
            len(won), len(lost), longest=None, few=tuple(primes.text(primes.all[p]) for p in named)
        )

    def greedy(self, state: State) -> Change:
        """Return the change that leaves the opponent the fewest legal moves."""
        return min(
            self.game.legal_moves(state),
            key=lambda move: len(self.game.legal_moves(self.game.successor(state, move))),
        )
