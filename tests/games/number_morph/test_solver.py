"""The solver of Number Morph: matchings, values, compiled code, explanations and proofs.

Values are compared with plain search (`tests.solver.second_solver`) and with the general solver.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain, permutations
from random import Random
from typing import Any

import pytest

from lastdigit.analysis.position import analyse_position, analysis_data
from lastdigit.game.game import AnyGame, Seat, Value
from lastdigit.games import find
from lastdigit.games.number_morph import solver as module
from lastdigit.games.number_morph.primes import primes_of
from lastdigit.games.number_morph.rules import State
from lastdigit.games.number_morph.solver import (
    EVEN,
    FREE,
    ODD,
    REMOVED,
    Graph,
    Matching,
    NumbaBackend,
    NumberMorphSolver,
    PythonBackend,
    graph_of,
)
from lastdigit.games.number_morph.variants import NumberMorph
from lastdigit.solver import Census, Solver, solver_for
from lastdigit.testing.conformance import random_walk
from tests.conftest import Size
from tests.sizes import sampled, size
from tests.solver.second_solver import Walk, morph_graph
from tests.solver.test_certificates import accepted
from tests.solver.test_solver import check_consistent

SUBGRAPHS = size(sample=300, full=1_200)
LARGEST_SUBGRAPH = 11
LATE_POSITIONS = size(sample=40, full=200)
LATE_PRIMES = 12
"""The most reachable primes that plain search can solve."""
RANDOM_POSITIONS = size(sample=200, full=2_000)
EXPLAINED_POSITIONS = 60
EXPLAINED_STARTS = 10

Neighbours = dict[int, tuple[int, ...]]


# Matchings of small graphs of primes


def connected_primes(random: Random) -> frozenset[int]:
    """Return a few primes, most of which are connected. Random ones would have hardly any edges."""
    graph = morph_graph()
    size = random.randint(2, LARGEST_SUBGRAPH)
    found = {random.choice(list(graph))}
    while len(found) < size:
        near = [prime for one in sorted(found) for prime in graph[one]]
        # Sometimes any prime, so that there are several components too.
        found.add(random.choice(near if random.random() < 0.9 else list(graph)))
    return frozenset(found)


def induced_graph(primes: frozenset[int]) -> Neighbours:
    """Return the neighbours of each prime among these primes. Vertices are their indices."""
    index = {prime: index for index, prime in enumerate(sorted(primes))}
    return {
        index[one]: tuple(index[two] for two in morph_graph()[one] if two in primes)
        for one in sorted(primes)
    }


def matching_of(graph: Neighbours) -> Matching:
    starts = [0, *accumulate(map(len, graph.values()))]
    return Matching.of(Graph(starts, list(chain.from_iterable(graph.values())), PythonBackend()))


def missable(matching: Matching, graph: Neighbours) -> list[int]:
    return [vertex for vertex in graph if matching.is_missable(vertex)]


def count_pairs(graph: Neighbours, left: frozenset[int]) -> int:
    """Return the number of pairs in a maximum matching, by exhaustive search."""
    if not left:
        return 0
    one, *_ = left
    rest = left - {one}
    return max(
        [count_pairs(graph, rest)]
        + [1 + count_pairs(graph, rest - {two}) for two in graph[one] if two in rest]
    )


@pytest.mark.sized  # by SUBGRAPHS
def test_matchings_decide_who_wins_on_small_graphs_of_primes() -> None:
    random = Random("induced subgraphs")
    seen = Counter[str]()
    for _ in range(SUBGRAPHS):
        graph = induced_graph(connected_primes(random))
        vertices = frozenset(graph)
        matching = matching_of(graph)
        walk = Walk(graph)
        for vertex in vertices:
            value, _ = walk.solve(vertex, vertices - {vertex})
            seen[value] += 1
            # A used vertex wins if and only if every maximum matching of all vertices contains it.
            assert matching.is_missable(vertex) == (value == "lose")
            left = matching.without(vertex)
            winning = [to for to in graph[vertex] if left.is_missable(to)]
            assert winning == [
                to for to in graph[vertex] if walk.solve(to, vertices - {vertex, to})[0] == "lose"
            ]
            # With log-start no, the current vertex is unused at the start.
            value, _ = walk.solve(vertex, vertices)
            seen[f"unlogged {value}"] += 1
            assert any(map(matching.is_missable, graph[vertex])) == (value == "win")
    cases = ("win", "lose", "unlogged win", "unlogged lose")
    assert min(seen[case] for case in cases) > SUBGRAPHS / 2


def pairs_of(matching: Matching, graph: Neighbours) -> dict[int, int]:
    partners = ((vertex, matching.partner(vertex)) for vertex in graph)
    return {one: two for one, two in partners if two is not None}


@pytest.mark.sized  # by SUBGRAPHS
def test_matchings_stay_maximum_when_vertices_are_removed() -> None:
    random = Random("going")
    odd_cycles = 0
    for _ in range(SUBGRAPHS // 4):
        graph = induced_graph(connected_primes(random))
        left = frozenset(graph)
        odd_cycles += any(
            two in graph[three] for one in graph for two, three in permutations(graph[one], 2)
        )
        matching = matching_of(graph)
        for removed in random.sample(sorted(graph), len(graph)):
            paired = pairs_of(matching, graph)
            assert all(two in graph[one] and paired[two] == one for one, two in paired.items())
            assert left.issuperset(paired)
            assert len(paired) == 2 * count_pairs(graph, left)
            for vertex in missable(matching, graph):
                assert vertex in left
                other = pairs_of(matching.missing(vertex), graph)
                assert vertex not in other
                assert len(other) == len(paired)
            # With and without known labels the result is the same.
            known, unknown = matching.without(removed), Matching(matching.graph, matching.mates)
            assert missable(known, graph) == missable(unknown.without(removed), graph)
            matching = random.choice([known, unknown.without(removed)])
            left -= {removed}
    assert odd_cycles > SUBGRAPHS / 8, "too few graphs have blossoms"


# Values


def reachable_primes(current: int, unused: frozenset[int]) -> frozenset[int]:
    found: frozenset[int] = frozenset()
    fresh = unused.intersection(morph_graph()[current])
    while fresh:
        found |= fresh
        near = {prime for one in fresh for prime in morph_graph()[one]}
        fresh = unused.intersection(near) - found
    return found


def late_positions(game: AnyGame, random: Random) -> Iterator[State]:
    """Yield positions from the ends of random games that plain search can solve."""
    while True:
        for state, _ in random_walk(game, random):
            unused = frozenset(morph_graph()).difference(state.log)
            if len(reachable_primes(state.number, unused)) <= LATE_PRIMES:
                yield state


@pytest.mark.sized  # by LATE_POSITIONS
@pytest.mark.parametrize("log_start", [True, False])
def test_late_positions_have_the_solution_of_plain_search(log_start: bool) -> None:
    game = find("number-morph", **{"log-start": log_start})
    solver = solver_for(game)
    walk = Walk(morph_graph())
    seen = Counter[str]()
    for number, state in enumerate(late_positions(game, Random("late"))):
        if number == LATE_POSITIONS:
            break
        unused = reachable_primes(state.number, frozenset(morph_graph()).difference(state.log))
        value, plies = walk.solve(state.number, unused)
        solution = solver.solution(state)
        seen[value] += 1
        seen["known"] += solution.remoteness is not None
        assert solution.value == value
        assert solution.remoteness in (plies, None)
    assert min(seen["win"], seen["lose"]) > LATE_POSITIONS / 5
    assert seen["known"] > LATE_POSITIONS / 2


@pytest.mark.sized  # by LATE_POSITIONS
def test_positions_with_an_unused_current_prime_have_the_solution_of_plain_search() -> None:
    """The current prime is unused at a start with log-start no. Here most other primes are used."""
    solver = solver_for(find("number-morph", **{"log-start": False}))
    random = Random("unused")
    walk = Walk(morph_graph())
    seen = Counter[str]()
    for _ in range(LATE_POSITIONS):
        left = connected_primes(random)
        current = random.choice(sorted(left))
        log = tuple(prime for prime in morph_graph() if prime not in left)
        value, plies = walk.solve(current, left)
        solution = solver.solution(NumberMorph().position(Seat.ONE, current, log))
        seen[value] += 1
        assert (solution.value, solution.remoteness) in ((value, plies), (value, None))
    assert min(seen["win"], seen["lose"]) > LATE_POSITIONS / 10


def test_remoteness_of_an_early_position_is_unknown() -> None:
    start = find("number-morph", start=211).start(Random(0))
    assert solver_for(find("number-morph")).solution(start).remoteness is None


@pytest.mark.sized  # by RANDOM_POSITIONS
@pytest.mark.parametrize("log_start", [True, False])
def test_random_positions_are_consistent(log_start: bool) -> None:
    game = find("number-morph", **{"log-start": log_start})
    solver = solver_for(game)
    random = Random("morph")
    seen = Counter[Value]()
    while seen.total() < RANDOM_POSITIONS / 2:
        for state, _ in random_walk(game, random):
            seen[check_consistent(solver, state)] += 1
            # The one matching for all moves must agree with the matching of each successor.
            branches = solver.branches(state)
            one_by_one = [solver.solution(branch.after).value for branch in branches]
            assert [branch.solution.value for branch in branches] == one_by_one
    assert min(seen[Value.WIN], seen[Value.LOSE]) > RANDOM_POSITIONS / 10


def test_logged_starts_are_lost_and_unlogged_starts_are_won() -> None:
    for log_start, value in ((True, Value.LOSE), (False, Value.WIN)):
        solver = solver_for(find("number-morph", **{"log-start": log_start}))
        starts = tuple(solver.starts().values())
        assert len(starts) == 143
        assert {check_consistent(solver, start) for start in starts} == {value}


def reachable_positions(game: NumberMorph, starts: Iterable[State]) -> Iterator[State]:
    """Yield every reachable position once."""
    seen, waiting = set(), [*starts]
    while waiting:
        state = waiting.pop()
        if game.key(state) not in seen:
            seen.add(game.key(state))
            yield state
            waiting += [game.successor(state, move) for move in game.legal_moves(state)]


@pytest.mark.parametrize(
    "options",
    [
        {"digits": 2, "base": 2},
        {"digits": 2, "base": 6},
        {"digits": 2, "base": 7, "log_start": False},
        {"digits": 3, "base": 4},
        {"digits": 4, "base": 3},
        {"digits": 6, "base": 2, "log_start": False},
    ],
    ids=str,
)
def test_small_variants_have_the_solutions_of_the_general_solver(options: dict[str, Any]) -> None:
    game = NumberMorph(**options)
    general, special = Solver(game), NumberMorphSolver(game)
    for state in reachable_positions(game, special.starts().values()):
        found, known = special.solution(state), general.solution(state)
        assert found.value is known.value, state
        assert found.remoteness in (known.remoteness, None)


@pytest.mark.parametrize("log_start", [True, False])
@pytest.mark.parametrize("sizes", [(2, 9), (2, 16), (3, 7), (5, 4)])
def test_starts_counted_at_once_have_the_values_of_single_starts(
    sizes: tuple[int, int], log_start: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = NumberMorphSolver(NumberMorph(digits=sizes[0], base=sizes[1], log_start=log_start))
    found = [solver.solution(start).value for start in solver.starts().values()]
    assert solver.count_starts() is None
    monkeypatch.setattr(module, "MAX_LISTED", 0)
    counted = solver.count_starts()
    assert counted is not None
    assert (counted.won, counted.lost, counted.drawn) == (
        found.count(Value.WIN),
        found.count(Value.LOSE),
        0,
    )


def test_few_starts_with_four_and_five_digits_are_won() -> None:
    four, five = (NumberMorphSolver(NumberMorph(digits=digits)) for digits in (4, 5))
    assert four.count_starts() == Census(1, 1_060, longest=None, few=("6883",))
    rare = ("27919", "37039", "96769", "98419", "99761")
    assert five.count_starts() == Census(5, 8_358, longest=None, few=rare)


def check_random_game(solver: NumberMorphSolver, random: Random, turns: int) -> Iterator[State]:
    """Compare the values of positions, moves and successors in a random game."""
    state = solver.game.start(random)
    for _ in range(turns):
        yield state
        branches = solver.branches(state)
        assert (Value.LOSE in [branch.solution.value for branch in branches]) == (
            solver.solution(state).value is Value.WIN
        )
        chosen = random.choice(branches)
        assert solver.solution(chosen.after).value is chosen.solution.value
        state = chosen.after


def test_five_digits_are_consistent_in_plain_python(size: Size) -> None:
    solver = NumberMorphSolver(NumberMorph(digits=5))
    turns = size(sample=20, full=400)
    seen = {solver.solution(state).value for state in check_random_game(solver, Random(5), turns)}
    assert seen == {Value.WIN, Value.LOSE}


def test_answers_are_counted_as_the_general_solver_counts_them() -> None:
    game = NumberMorph()
    solver = NumberMorphSolver(game)
    for seed in range(3):
        for state, _ in random_walk(game, Random(seed)):
            assert solver.count_answers(state) == Solver.count_answers(solver, state)


# Compiled code


@pytest.mark.prove
@pytest.mark.parametrize("sizes", [(3, 10), (2, 16), (4, 9), (6, 3)])
def test_compiled_and_interpreted_matchings_are_identical(sizes: tuple[int, int]) -> None:
    primes, random = primes_of(*sizes), Random(str(sizes))
    plain, fast = graph_of(primes), Graph.of(primes, NumbaBackend("the tests"))
    assert [list(part) for part in fast.edges] == [list(part) for part in plain.edges]
    for vertex in range(len(primes)):
        assert tuple(plain.neighbours(vertex)) == primes.adjacent[vertex]
    here, there = Matching.of(plain), Matching.of(fast)
    for vertex in random.sample(range(len(primes)), len(primes)):
        assert list(there.mates) == list(here.mates)
        if random.random() < 0.5:
            assert list(there.labels) == list(here.labels)
        here, there = here.without(vertex), there.without(vertex)
    assert set(there.mates) == {REMOVED}


@pytest.mark.prove
def test_warmed_up_solver_gives_the_same_results() -> None:
    game = NumberMorph()
    plain, warm, random = NumberMorphSolver(game), NumberMorphSolver(game), Random(1)
    warm.matching(game.start(random))  # warm_up must discard this interpreted matching
    warm.warm_up()
    assert isinstance(warm.graph.backend, NumbaBackend)
    assert not isinstance(plain.graph.backend, NumbaBackend)
    for _ in range(3):
        for state, _ in random_walk(game, random):
            assert warm.branches(state) == plain.branches(state)
            assert warm.why(state) == plain.why(state)


def test_without_numba_warm_up_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "is_installed", lambda: False)
    solver = NumberMorphSolver(NumberMorph())
    solver.warm_up()
    assert not isinstance(solver.graph.backend, NumbaBackend)


def check_maximum(graph: Graph, found: Matching) -> None:
    """Prove that no matching has more pairs, with the Tutte-Berge formula.

    Without the ODD vertices, each component of EVEN vertices has odd size. So each component has an
    unmatched vertex or one that is matched to an ODD vertex, and no more vertices are unmatched.
    """
    labels, mates = list(found.labels), list(found.mates)
    left, components = {vertex for vertex, label in enumerate(labels) if label == EVEN}, 0
    while left:
        waiting, size = [left.pop()], 0
        while waiting:
            near = {
                int(other) for other in graph.neighbours(waiting.pop()) if mates[other] != REMOVED
            }
            assert all(labels[other] in (EVEN, ODD) for other in near)
            waiting += near & left
            left -= near
            size += 1
        assert size % 2 == 1
        components += 1
    assert mates.count(FREE) == components - labels.count(ODD)
    for vertex, mate in enumerate(mates):
        assert mate < 0 or (mates[mate] == vertex and vertex in graph.neighbours(mate))


@pytest.mark.prove
@pytest.mark.parametrize("sizes", [(6, 10), (5, 16)])
def test_largest_sizes_are_consistent(sizes: tuple[int, int], size: Size) -> None:
    solver = NumberMorphSolver(NumberMorph(digits=sizes[0], base=sizes[1]))
    positions = check_random_game(solver, Random(str(sizes)), size(sample=20, full=300))
    for turn, state in enumerate(positions):
        if turn % 10 == 0:
            check_maximum(solver.graph, solver.matching(state))


def test_every_start_with_six_digits_is_won() -> None:
    solver = NumberMorphSolver(NumberMorph(digits=6))
    assert solver.count_starts() == Census(68_900, 0, longest=None)


# Explanations: the partner of each prime is always a legal reply

FORM_LAST = re.compile(r"Form (\d+)\. Then no new prime can be formed, and you win\.")
FORM = re.compile(
    r"Form (\d+)\. Then answer each prime they form with its partner: ([\d, -]+)\. Every prime "
    r"they can reach has its own partner, so you always have an answer\."
)
LOST = re.compile(
    r"Whatever you form, they can answer with its partner: ([\d, -]+)\. Every prime you can reach "
    r"has its own partner, so they always have an answer\."
)


def parse_pairs(text: str) -> dict[int, int]:
    pairs = [pair.split("-") for pair in text.split(", ")]
    return {int(one): int(two) for one, two in pairs}


class Explanation:
    """A parsed explanation: the prime to form, and the reply to every prime."""

    def __init__(self, solver: NumberMorphSolver, state: State) -> None:
        """Parse the text, and check that it names the reply to each neighbour."""
        text = solver.why(state)
        formed, self.replies = solver.pairs(state)
        self.formed: int | None = None
        named: dict[int, int] = {}
        if found := FORM_LAST.fullmatch(text):
            self.formed = int(found[1])
        elif found := FORM.fullmatch(text):
            self.formed, named = int(found[1]), parse_pairs(found[2])
        else:
            found = LOST.fullmatch(text)
            assert found, text
            named = parse_pairs(found[1])
        assert self.formed == formed
        self.current = self.formed or state.number
        self.unused = frozenset(morph_graph()).difference(state.log, {self.formed or 0})
        assert set(named) == self.unused.intersection(morph_graph()[self.current])
        assert named.items() <= self.replies.items()

    def reply(self, prime: int, unused: frozenset[int]) -> int:
        """Return the reply to a prime. It must be legal."""
        partner = self.replies[prime]
        assert partner in unused
        assert partner in morph_graph()[prime]
        return partner


def random_positions(game: AnyGame, random: Random) -> list[State]:
    found: list[State] = []
    while len(found) < EXPLAINED_POSITIONS:
        walked: list[State] = [state for state, move in random_walk(game, random) if move]
        found += random.sample(walked, min(3, len(walked)))
    return found


def solver_of(log_start: bool) -> NumberMorphSolver:
    solver = solver_for(find("number-morph", **{"log-start": log_start}))
    assert isinstance(solver, NumberMorphSolver)
    return solver


@pytest.mark.parametrize("log_start", [True, False])
def test_replying_with_the_partner_wins_whole_games(log_start: bool) -> None:
    solver, random = solver_of(log_start), Random("pairs")
    starts = random.sample([*solver.starts().values()], EXPLAINED_STARTS)
    seen = Counter[str]()
    for state in [*starts, *random_positions(solver.game, random)]:
        explained = Explanation(solver, state)
        seen["won" if explained.formed else "lost"] += 1
        current, unused = explained.current, explained.unused
        assert explained.formed is None or current in morph_graph()[state.number]
        # The rest of the game uses only the pairs of this one explanation.
        while moves := [prime for prime in morph_graph()[current] if prime in unused]:
            formed = random.choice(moves)
            current = explained.reply(formed, unused - {formed})
            unused -= {formed, current}
            seen["replies"] += 1
    assert min(seen["won"], seen["lost"]) >= 8
    assert seen["replies"] > EXPLAINED_POSITIONS


@pytest.mark.parametrize("log_start", [True, False])
def test_partner_is_a_legal_reply_in_every_line_of_three_moves(log_start: bool) -> None:
    solver, random = solver_of(log_start), Random("every reply")

    def count_lines(
        explained: Explanation, current: int, unused: frozenset[int], depth: int
    ) -> int:
        if depth == 0:
            return 1
        counted = 0
        for formed in unused.intersection(morph_graph()[current]):
            left = unused - {formed}
            reply = explained.reply(formed, left)
            counted += count_lines(explained, reply, left - {reply}, depth - 1)
        return counted

    starts = random.sample([*solver.starts().values()], EXPLAINED_STARTS)
    states = [*starts, *random.sample(random_positions(solver.game, random), EXPLAINED_STARTS)]
    explanations = [Explanation(solver, state) for state in states]
    lines = sum(count_lines(one, one.current, one.unused, 3) for one in explanations)
    assert lines > 1_000


def differ_in_one_digit(one: str, two: str) -> bool:
    return sum(old != new for old, new in zip(one, two, strict=True)) == 1


@pytest.mark.parametrize("late", [True, False])
@pytest.mark.parametrize("seed", sampled(range(10), 0, 1))
def test_pairing_data_contain_a_reply_to_every_move(late: bool, seed: int) -> None:
    game = NumberMorph(late=late)
    state = game.start(Random(seed))
    analysis = analyse_position(game, state)
    pairing = analysis_data(analysis)["pairing"]
    assert pairing is not None
    unused = {place["text"] for place in pairing["places"]}
    assert unused.isdisjoint(map(str, state.log))
    assert all(differ_in_one_digit(one, two) for one, two in pairing["pairs"])
    paired = [prime for pair in pairing["pairs"] for prime in pair]
    assert len(set(paired)) == len(paired)
    assert unused.issuperset(paired)
    assert (pairing["form"] is not None) == (analysis.solution.value is Value.WIN)
    current = pairing["form"] or str(state.number)
    assert current not in paired
    assert {prime for prime in unused if differ_in_one_digit(current, prime)}.issubset(paired)


def test_pairing_data_are_json_with_a_place_for_every_prime() -> None:
    game = NumberMorph(starting_number=211)
    pairing = analysis_data(analyse_position(game, game.start(Random(1))))["pairing"]
    assert pairing is not None
    places = {(place["column"], place["row"]) for place in pairing["places"]}
    assert len(places) == len(pairing["places"]) == 142
    assert json.loads(json.dumps(pairing))["pairs"][0] == list(pairing["pairs"][0])


# Proofs


def test_both_readings_of_the_start_are_proved() -> None:
    for logged in (True, False):
        game = find("number-morph", **{"start": 211, "log-start": logged})
        [proved] = accepted(game, game.start(Random(1)))
        assert ("loses" if logged else "wins") in proved
