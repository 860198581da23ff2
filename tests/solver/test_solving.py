"""The solvers are exact: a second solver agrees, and the solutions fit one another."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

from lastdigit.analysis.whole import solve_game
from lastdigit.errors import StateSyntaxError
from lastdigit.game.game import AnyGame, Seat, Value
from lastdigit.games import find
from lastdigit.games.digit_dilemma.rules import State as Boards
from lastdigit.games.digit_duel.rules import State as Duel
from lastdigit.games.digit_poison.rules import DigitPoison
from lastdigit.games.digit_poison.rules import State as Number
from lastdigit.games.number_morph.matching import Graph, Matching
from lastdigit.games.number_morph.rules import NumberMorph
from lastdigit.games.number_morph.rules import State as Morph
from lastdigit.games.operation_obliteration.operations import Operation
from lastdigit.games.operation_obliteration.rules import State as Shared
from lastdigit.solver import DRAWN, Branch, Solution, Solver, best_first, solver_for
from lastdigit.solver.solver import Census, combined
from lastdigit.testing.playing import random_walk
from tests.sizes import sampled
from tests.solver import second_solver
from tests.solver.second_solver import Solved, Walk, morph_graph

SUBGRAPHS = 1_200
LARGEST_SUBGRAPH = 11
LATE_POSITIONS = 100
LATE_PRIMES = 12  # as many as plain search manages
DUEL_POSITIONS = 80_000
DILEMMA_POSITIONS = 20_000
MORPH_POSITIONS = 600


def plain(solution: Solution) -> Solved:
    """Return a solution as the second solver writes it."""
    return str(solution.value), solution.remoteness


# Agreement with the second solver


def shared(position: second_solver.Obliteration, mover: Seat) -> Shared:
    """Return the state with this number, own last and other's last operation."""
    number, *lasts = position
    own, other = (Operation(last) if last else None for last in lasts)
    return Shared(mover, number, *((own, other) if mover is Seat.ONE else (other, own)))


@pytest.mark.parametrize("mover", Seat)
def test_operation_obliteration_is_solved_for_every_number_and_last_operations(mover: Seat) -> None:
    game = find("operation-obliteration")
    insight = solver_for(game)
    known = second_solver.obliteration()
    assert len(known) == 100 * 5 * 5
    assert {value for value, _ in known.values()} == {"win", "lose", "draw"}
    for position, told in known.items():
        assert plain(insight.solution(shared(position, mover))) == told, position


@pytest.mark.parametrize("divisor", [1, 2, 3, 5, 7, 9, 10, 11, 12, 13, 97, 100, 101])
@pytest.mark.parametrize("length", [1, 2, 3, 9, 10, 11])
def test_digit_poison_is_solved_for_every_remainder_and_length(divisor: int, length: int) -> None:
    game = find("digit-poison", **{"divisor": divisor, "max-length": length})
    insight = solver_for(game)
    known = second_solver.poison(divisor, length)
    for (remainder, placed), told in known.items():
        if placed == 0 or remainder:  # a divisible number is the end, not a position to play
            state = Number(Seat.ONE, "5" * placed, remainder)
            assert plain(insight.solution(state)) == told, state
    assert plain(insight.solution(Number(Seat.TWO, "1" * length, 1 % divisor))) == ("win", 0)


@pytest.mark.parametrize("divisor", [1, 2, 3, 7, 10, 11, 99, 1000])
def test_digit_poison_without_a_maximum_length_is_a_draw_unless_every_digit_is_poison(
    divisor: int,
) -> None:
    insight = solver_for(find("digit-poison", **{"divisor": divisor, "max-length": None}))
    known = second_solver.endless_poison(divisor)
    assert set(known.values()) == {("lose", 1) if divisor == 1 else ("draw", None)}
    for remainder, told in known.items():
        digits = "" if remainder is None else "4" * 20
        assert plain(insight.solution(Number(Seat.ONE, digits, remainder or 0))) == told


@pytest.mark.parametrize("leading_zero", [True, False])
def test_digit_dilemma_is_solved_for_everything_that_can_come_up(leading_zero: bool) -> None:
    insight = solver_for(find("digit-dilemma", **{"leading-zero": leading_zero}))
    known = second_solver.dilemma(leading_zero)
    assert len(known) == (272_761 if leading_zero else 225_120)
    wrong = [
        (own, other)
        for (own, other), told in known.items()
        if plain(insight.solution(Boards(Seat.ONE, own, other))) != told
    ]
    assert wrong == []


def test_digit_dilemma_does_not_care_on_which_seat_the_mover_sits() -> None:
    insight = solver_for(find("digit-dilemma"))
    for own, other in [
        ("___", "___"),
        ("___", "_3_"),
        ("7__", "_3_"),
        ("74_", "_38"),
        ("741", "_38"),
    ]:
        mirrored = insight.solution(Boards(Seat.TWO, other, own))
        assert mirrored == insight.solution(Boards(Seat.ONE, own, other))


@pytest.mark.parametrize("text", ["2 0__ ___", "1 0__ _3_", "1 01_ _38"])
def test_a_position_that_no_rule_allows_is_refused_and_not_guessed_at(text: str) -> None:
    game = find("digit-dilemma", **{"leading-zero": False})
    with pytest.raises(StateSyntaxError, match="never stands on the Left"):
        game.parse_state(text)


def test_digit_duel_is_solved_for_every_pair_of_numbers() -> None:
    insight = solver_for(find("digit-duel"))
    known = second_solver.duel_answers()
    wrong = []
    for own in range(1, 1000):
        for opposing in range(1, 1000):
            value, plies = insight.solution(Duel(Seat.ONE, own, opposing))
            signed = plies if value is Value.WIN else -(plies or 0)
            if signed != known[own][opposing]:
                wrong.append((own, opposing))
    assert wrong == []
    assert all(known[own][opposing] for own in range(1, 1000) for opposing in range(1, 1000))


def test_digit_duel_knows_its_ends_and_both_seats() -> None:
    insight = solver_for(find("digit-duel"))
    assert insight.solution(Duel(Seat.ONE, 0, 5)) == Solution(Value.LOSE, 0)
    assert insight.solution(Duel(Seat.ONE, 5, 0)) == Solution(Value.WIN, 0)
    assert insight.solution(Duel(Seat.TWO, 230, 456)) == insight.solution(Duel(Seat.ONE, 456, 230))


def grown(random: Random) -> frozenset[int]:
    """Return a few primes of which most hang together: scattered ones would hardly have edges."""
    graph = morph_graph()
    size = random.randint(2, LARGEST_SUBGRAPH)
    found = {random.choice(list(graph))}
    while len(found) < size:
        near = [prime for one in sorted(found) for prime in graph[one]]
        # Now and then one from anywhere, so that there are several components, too.
        found.add(random.choice(near if random.random() < 0.9 else list(graph)))
    return frozenset(found)


Beside = dict[int, tuple[int, ...]]


def induced(vertices: frozenset[int]) -> Beside:
    """Return some primes with those beside them, each meant by its place among them."""
    place = {prime: place for place, prime in enumerate(sorted(vertices))}
    return {
        place[one]: tuple(place[two] for two in morph_graph()[one] if two in vertices)
        for one in sorted(vertices)
    }


def matching_of(graph: Beside) -> Matching:
    return Matching.of(Graph([graph[vertex] for vertex in range(len(graph))]))


def missable(matching: Matching, graph: Beside) -> list[int]:
    return [vertex for vertex in graph if matching.is_missable(vertex)]


def largest_matching(graph: Beside, left: frozenset[int]) -> int:
    """Count the pairs of a maximum matching by trying everything."""
    if not left:
        return 0
    one, *_ = left
    rest = left - {one}
    return max(
        [largest_matching(graph, rest)]
        + [1 + largest_matching(graph, rest - {two}) for two in graph[one] if two in rest]
    )


def test_matchings_tell_who_wins_on_small_graphs_of_primes() -> None:
    random = Random("induced subgraphs")
    seen = Counter[str]()
    for _ in range(SUBGRAPHS):
        graph = induced(grown(random))
        vertices = frozenset(graph)
        matching = matching_of(graph)
        walk = Walk(graph)
        for vertex in vertices:
            value, _ = walk.solve(vertex, vertices - {vertex})
            seen[value] += 1
            # A used vertex wins if and only if every maximum matching of the rest and it has it.
            assert matching.is_missable(vertex) == (value == "lose")
            left = matching.without(vertex)
            winning = [to for to in graph[vertex] if left.is_missable(to)]
            assert winning == [
                to for to in graph[vertex] if walk.solve(to, vertices - {vertex, to})[0] == "lose"
            ]
            # With log-start no the start is current and unused.
            value, _ = walk.solve(vertex, vertices)
            seen[f"twin {value}"] += 1
            assert any(map(matching.is_missable, graph[vertex])) == (value == "win")
    assert min(seen[key] for key in ("win", "lose", "twin win", "twin lose")) > SUBGRAPHS / 2


def pairs_of(matching: Matching, graph: Beside) -> dict[int, int]:
    partners = ((vertex, matching.partner(vertex)) for vertex in graph)
    return {one: two for one, two in partners if two is not None}


def test_matchings_stay_maximum_while_vertices_go() -> None:
    random = Random("going")
    odd_cycles = 0
    for _ in range(SUBGRAPHS // 4):
        graph = induced(grown(random))
        left = frozenset(graph)
        odd_cycles += any(
            two in graph[three] for one in graph for two, three in permutations(graph[one], 2)
        )
        matching = matching_of(graph)
        for gone in random.sample(sorted(graph), len(graph)):
            paired = pairs_of(matching, graph)
            assert all(two in graph[one] and paired[two] == one for one, two in paired.items())
            assert left.issuperset(paired)
            assert len(paired) == 2 * largest_matching(graph, left)
            for vertex in missable(matching, graph):
                assert vertex in left
                other = pairs_of(matching.missing(vertex), graph)
                assert vertex not in other
                assert len(other) == len(paired)
            # What is known from before, and what is found anew, is the same.
            known, anew = matching.without(gone), Matching(matching.graph, matching.mates)
            assert missable(known, graph) == missable(anew.without(gone), graph)
            matching = random.choice([known, anew.without(gone)])
            left -= {gone}
    assert odd_cycles > SUBGRAPHS / 8, "blossoms must have been shrunk"


def reachable(current: int, unused: frozenset[int]) -> frozenset[int]:
    """Return the unused primes that a token could come to."""
    found: frozenset[int] = frozenset()
    fresh = unused.intersection(morph_graph()[current])
    while fresh:
        found |= fresh
        near = {prime for one in fresh for prime in morph_graph()[one]}
        fresh = unused.intersection(near) - found
    return found


def late_positions(game: AnyGame, random: Random) -> Iterator[Morph]:
    """Yield the ends of random games, from where plain search can see the last move."""
    while True:
        for state, _ in random_walk(game, random):
            if len(reachable(state.number, frozenset(morph_graph()).difference(state.log))) <= (
                LATE_PRIMES
            ):
                yield state


@pytest.mark.parametrize("log_start", [True, False])
def test_number_morph_is_solved_at_the_end_of_whole_games(log_start: bool) -> None:
    game = find("number-morph", **{"log-start": log_start})
    insight = solver_for(game)
    walk = Walk(morph_graph())
    seen = Counter[str]()
    for number, state in enumerate(late_positions(game, Random("late"))):
        if number == LATE_POSITIONS:
            break
        unused = reachable(state.number, frozenset(morph_graph()).difference(state.log))
        value, plies = walk.solve(state.number, unused)
        told = insight.solution(state)
        seen[value] += 1
        seen["known"] += told.remoteness is not None
        assert told.value == value
        assert told.remoteness in (plies, None)
    assert min(seen["win"], seen["lose"]) > LATE_POSITIONS / 5
    assert seen["known"] > LATE_POSITIONS / 2


def test_number_morph_is_solved_where_the_current_prime_is_unused() -> None:
    """So it is at a start with log-start no; here most other primes are gone, to search plainly."""
    game = find("number-morph", **{"log-start": False})
    insight = solver_for(game)
    random = Random("unused")
    walk = Walk(morph_graph())
    seen = Counter[str]()
    for _ in range(LATE_POSITIONS):
        left = grown(random)
        current = random.choice(sorted(left))
        log = tuple(prime for prime in morph_graph() if prime not in left)
        value, plies = walk.solve(current, left)
        told = insight.solution(NumberMorph().after(Seat.ONE, current, log))
        seen[value] += 1
        assert (told.value, told.remoteness) in ((value, plies), (value, None))
    assert min(seen["win"], seen["lose"]) > LATE_POSITIONS / 10


def test_a_number_morph_distance_is_given_or_not_and_never_guessed() -> None:
    start = find("number-morph", start=211).start(Random(0))
    assert solver_for(find("number-morph")).solution(start).remoteness is None


# Digit Poison too large for any table

LARGE = [
    {"divisor": 1_000_000, "max-length": 10_000},
    {"divisor": 1_000_000_000, "max-length": 10},
    {"divisor": 1_000_000_000, "max-length": 100_000},
    {"divisor": 1_000_000_000, "max-length": None},
]
SMALL_MEMORY = 100_000
"""Bytes: no table of remainders or lengths fits in."""


@pytest.mark.parametrize("options", LARGE)
def test_a_large_digit_poison_is_answered_without_a_table(options: dict[str, Any]) -> None:
    game = find("digit-poison", **options)
    state = game.start(Random(0))
    solver_for.cache_clear()
    solver_for(game)
    tracemalloc.start()
    try:
        told = solver_for(game).solution(state)
        reason = solver_for(game).why(state)
        census = solver_for(game).census(state)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    length = options["max-length"]
    assert told == (DRAWN if length is None else Solution(Value.WIN, length))
    assert "Safe here: 1, 2, 3, 4, 5, 6, 7, 8, 9." in reason
    assert census is None
    assert most < SMALL_MEMORY


def test_a_large_digit_poison_agrees_with_plain_search_near_its_end() -> None:
    divisor, length = 1_000_000, 10_000
    game = find("digit-poison", **{"divisor": divisor, "max-length": length})
    insight = solver_for(game)
    random = Random("large")

    def solve(remainder: int, left: int) -> Solved:
        later = [(remainder * 10 + digit) % divisor for digit in range(10)]
        return second_solver.chosen(
            ("win", 0) if left == 1 or not after else solve(after, left - 1) for after in later
        )

    for _ in range(20):
        for left in (1, 2, 3):
            # Remainders from which some digit is poison, and any others.
            remainder = random.choice(
                (random.randrange(1, divisor), 100_000 * random.randint(1, 9))
            )
            state = Number(Seat.ONE, "7" * (length - left), remainder)
            assert plain(insight.solution(state)) == solve(remainder, left)


# Consistency: the solution of a position follows from those of the positions after it


def after(insight: Solver[Any, Any], state: Any) -> list[Solution]:
    """Return the solutions after each move, each asked for by itself."""
    game = insight.game
    return [insight.solution(game.successor(state, move)) for move in game.legal_moves(state)]


def check_consistent(insight: Solver[Any, Any], state: Any) -> Value:
    """Check one position against its moves, and the branches against the positions themselves."""
    told = insight.solution(state)
    outcome = insight.game.outcome(state)
    if outcome is not None:
        won = outcome.winner is state.mover
        assert told == Solution(Value.WIN if won else Value.LOSE, 0)
        return told.value
    later = after(insight, state)
    values = {solution.value for solution in later}
    assert (told.value is Value.WIN) == (Value.LOSE in values)
    assert (told.value is Value.LOSE) == (values == {Value.WIN})
    fitting = combined(later)
    assert fitting.value is told.value
    if None not in (fitting.remoteness, told.remoteness):
        assert told.remoteness == fitting.remoteness
    if told.value is Value.DRAW:
        assert told.remoteness is None
    return told.value


@pytest.mark.parametrize("mover", Seat)
def test_operation_obliteration_is_consistent_everywhere(mover: Seat) -> None:
    insight = solver_for(find("operation-obliteration"))
    seen = Counter(
        check_consistent(insight, shared(position, mover))
        for position in second_solver.obliteration()
    )
    assert len(seen) == 3


@pytest.mark.parametrize("length", [1, 2, 10, 11, None])
@pytest.mark.parametrize("divisor", [1, 2, 3, 7, 10, 37, 100])
def test_digit_poison_is_consistent_everywhere(divisor: int, length: int | None) -> None:
    insight = solver_for(find("digit-poison", **{"divisor": divisor, "max-length": length}))
    check_consistent(insight, Number(Seat.ONE))
    for placed in range(1, (length or 5) + 1):
        for remainder in range(divisor):
            check_consistent(insight, Number(Seat.TWO, "1" * placed, remainder))


def test_digit_duel_is_consistent_at_random_positions() -> None:
    insight = solver_for(find("digit-duel"))
    random = Random("duel")
    seen = Counter[Value]()
    for number in range(DUEL_POSITIONS):
        most = 999 if number % 2 else 30  # near the end as often as far from it
        one, two = random.randint(1, most), random.randint(0, most)
        seen[check_consistent(insight, Duel(random.choice(tuple(Seat)), one, two))] += 1
    assert min(seen[Value.WIN], seen[Value.LOSE]) > DUEL_POSITIONS / 5


@pytest.mark.parametrize("leading_zero", [True, False])
def test_digit_dilemma_is_consistent_at_random_positions(leading_zero: bool) -> None:
    game = find("digit-dilemma", **{"leading-zero": leading_zero})
    insight = solver_for(game)
    random = Random("dilemma")
    seen = Counter[Value]()
    while seen.total() < DILEMMA_POSITIONS / 2:
        for state, _ in random_walk(game, random):
            seen[check_consistent(insight, state)] += 1
    assert min(seen[Value.WIN], seen[Value.LOSE]) > DILEMMA_POSITIONS / 10


@pytest.mark.parametrize("log_start", [True, False])
def test_number_morph_is_consistent_at_random_positions(log_start: bool) -> None:
    game = find("number-morph", **{"log-start": log_start})
    insight = solver_for(game)
    random = Random("morph")
    seen = Counter[Value]()
    while seen.total() < MORPH_POSITIONS / 2:
        for state, _ in random_walk(game, random):
            told = check_consistent(insight, state)
            seen[told] += 1
            # One matching serves all moves: it must say what each position says by itself.
            one_by_one = [
                insight.solution(branch.after).value for branch in insight.branches(state)
            ]
            assert [branch.solution.value for branch in insight.branches(state)] == one_by_one
    assert min(seen[Value.WIN], seen[Value.LOSE]) > MORPH_POSITIONS / 10


def test_every_number_morph_start_is_consistent_and_the_log_decides_it() -> None:
    for log_start, value in ((True, Value.LOSE), (False, Value.WIN)):
        insight = solver_for(find("number-morph", **{"log-start": log_start}))
        starts = tuple(insight.starts().values())
        assert len(starts) == 143
        assert {check_consistent(insight, start) for start in starts} == {value}


# What is made of the solutions


def branch(value: Value, plies: int | None) -> Branch[Any, str]:
    """Return a move that leads to a position with this solution for the opponent."""
    return Branch(f"{value} {plies}", None, Solution(value, plies))


def test_the_best_moves_come_first() -> None:
    """Near wins, wins of unknown length, draws, losses of unknown length, far losses, near ones."""
    in_order = [
        branch(Value.LOSE, 0),
        branch(Value.LOSE, 4),
        branch(Value.LOSE, None),
        branch(Value.DRAW, None),
        branch(Value.WIN, None),
        branch(Value.WIN, 7),
        branch(Value.WIN, 1),
    ]
    for seed in range(20):
        shuffled = Random(seed).sample(in_order, len(in_order))
        assert best_first(shuffled) == in_order


def test_equally_good_moves_keep_their_order() -> None:
    alike = [branch(Value.WIN, 3)._replace(move=text) for text in ("b", "a", "c")]
    assert best_first(alike) == alike


@pytest.mark.parametrize(
    ("later", "told"),
    [
        ([("lose", 4), ("lose", 2), ("win", 1), ("draw", None)], ("win", 3)),
        ([("win", 4), ("win", 2)], ("lose", 5)),
        ([("win", 4), ("draw", None)], ("draw", None)),
        ([("lose", None), ("lose", 2)], ("win", None)),  # the unknown one may be nearer
        ([("lose", None), ("lose", 0)], ("win", 1)),  # nothing is nearer than the end
        ([("win", None), ("win", 2)], ("lose", None)),
        ([("win", None), ("lose", 2)], ("win", 3)),
    ],
)
def test_a_position_is_worth_its_best_move(later: list[Solved], told: Solved) -> None:
    assert plain(combined(Solution(Value(value), plies) for value, plies in later)) == told


def counted(known: list[Solved]) -> Census:
    """Count plainly."""
    values = Counter(value for value, _ in known)
    longest = max(plies or 0 for _, plies in known)
    return Census(values["win"], values["lose"], values["draw"], longest)


def census_of(game: AnyGame) -> Census | None:
    return solver_for(game).census(game.start(Random(0)))


def met(game: AnyGame) -> list[Solved]:
    """Return the solutions of everything that can come up, found by plain walking."""
    start = game.start(Random(0))
    seen = {game.key(start): start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for move in game.legal_moves(state):
            later = game.successor(state, move)
            if game.key(later) not in seen:
                seen[game.key(later)] = later
                waiting.append(later)
    return [plain(solver_for(game).solution(state)) for state in seen.values()]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("digit-duel", {"number-1": 1, "number-2": 1}),
        ("digit-duel", {"number-1": 34, "number-2": 120}),
        ("digit-duel", {"number-1": 120, "number-2": 7}),
        ("operation-obliteration", {"start": 12}),
        ("operation-obliteration", {"start": 97}),
        ("digit-poison", {"divisor": 3, "max-length": 10}),
        ("digit-poison", {"divisor": 1, "max-length": 5}),
        ("digit-poison", {"divisor": 1, "max-length": None}),
        ("digit-poison", {"divisor": 10, "max-length": 1}),
        ("digit-poison", {"divisor": 10, "max-length": 4}),
        ("digit-poison", {"divisor": 64, "max-length": 9}),
        ("digit-poison", {"divisor": 1001, "max-length": 3}),
    ],
)
def test_a_census_counts_what_can_come_up(name: str, options: dict[str, Any]) -> None:
    game = find(name, **options)
    assert census_of(game) == counted(met(game))


@pytest.mark.parametrize("leading_zero", sampled([True, False], False))
def test_the_census_of_digit_dilemma_counts_what_the_second_solver_met(leading_zero: bool) -> None:
    game = find("digit-dilemma", **{"leading-zero": leading_zero})
    assert census_of(game) == counted(list(second_solver.dilemma(leading_zero).values()))


def test_operation_obliteration_solved_lists_every_start_as_the_second_solver_does() -> None:
    known = second_solver.obliteration()
    openings = tuple(solve_game(find("operation-obliteration")).starts.values())
    playable = [n for n in range(1, 101) if second_solver.obliteration_moves((n, None, None))]
    assert [int(opening.position.split()[1]) for opening in openings] == playable
    for number, opening in zip(playable, openings, strict=True):
        value, plies = known[number, None, None]
        assert plain(opening.solution) == (value, plies)
        opposite = {"win": "lose", "lose": "win", "draw": "draw"}[value]
        keeping = [
            operation
            for operation, later in second_solver.obliteration_moves((number, None, None)).items()
            if known[later][0] == opposite
        ]
        assert list(opening.best) == ([] if value == "lose" else keeping)
        assert opening.winner == {"win": Seat.ONE, "lose": Seat.TWO, "draw": None}[value]


def test_digit_poison_solved_has_the_numbers_of_plain_counting() -> None:
    for divisor, length in ((3, 10), (7, 5), (12, 4)):
        game = find("digit-poison", **{"divisor": divisor, "max-length": length})
        whole = solve_game(game)
        assert whole.opening is not None
        told = second_solver.poison(divisor, length)[0, 0]
        assert plain(whole.opening.solution) == told
        safe = [str(digit) for digit in range(10) if digit % divisor]
        assert list(whole.opening.best) == (safe if told[0] == "win" else [])
        assert whole.census == counted(met(game))


def test_a_start_left_to_chance_has_no_census_and_no_opening() -> None:
    whole = solve_game(find("number-morph"))
    assert (whole.opening, whole.census, len(whole.starts)) == (None, None, 143)


def test_the_general_solver_comes_to_every_position_by_a_short_way() -> None:
    """An endless number grew by a digit with every position: 300,000 took more than 22 GB."""
    game = DigitPoison(divisors=(97, 101), max_length=None)
    tracemalloc.start()
    try:
        census = Solver(game).census(game.start(Random(0)))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert census is not None
    assert census.positions > 9_000
    assert most < 50_000_000
