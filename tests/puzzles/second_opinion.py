"""The right answers of a puzzle by the second solver, without importing `solver`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from lastdigit.games.number_morph.rules import State as Morph
from lastdigit.puzzles.puzzle import Puzzle
from tests.solver import second_solver
from tests.solver.second_solver import Solved, Walk, morph_graph

WIN: Solved = ("win", 0)
LOSE: Solved = ("lose", 0)
MOST_WALKED = 17
"""Up to this many reachable primes, all lines are tried. With more, matchings are counted."""
PRIME = 2**61 - 1

Opinion = dict[str, Solved]
"""What every move of a position leads to, as the next player sees it."""


def duel(puzzle: Puzzle) -> Opinion:
    """Evaluate the moves of Digit Duel."""
    _, own_text, other_text = puzzle.position.split(" ")
    own, other, known = int(own_text), int(other_text), second_solver.duel_answers()
    found: Opinion = {}
    for place, digit, worth in zip(
        ("hundreds", "tens", "ones"), map(int, own_text), (100, 10, 1), strict=True
    ):
        if digit == 0:
            continue
        if other <= digit:
            found[place] = LOSE
        elif own == worth:
            found[place] = WIN
        else:
            plies = known[other - digit][own - worth]
            found[place] = ("win", plies) if plies > 0 else ("lose", -plies)
    return found


def dilemma(puzzle: Puzzle) -> Opinion:
    """Evaluate the moves of Digit Dilemma."""
    _, own, other = puzzle.position.split(" ")
    known = second_solver.dilemma(True)
    found: Opinion = {}
    for board in second_solver.dilemma_boards(own, other, True):
        place = next(place for place in range(3) if board[place] != own[place])
        found[f"{board[place]} {('left', 'middle', 'right')[place]}"] = known[other, board]
    return found


def obliteration(puzzle: Puzzle) -> Opinion:
    """Evaluate the moves of Operation Obliteration."""
    _, number, *lasts = puzzle.position.split(" ")
    own, other = (None if last == "-" else last for last in lasts)
    known = second_solver.obliteration()
    moves = second_solver.obliteration_moves((int(number), own, other))
    return {operation: known[after] for operation, after in moves.items()}


def poison(puzzle: Puzzle) -> Opinion:
    """Evaluate which digits of Digit Poison lose at once. The other values are not needed."""
    divisor = int(getattr(puzzle.game, "divisor"))  # noqa: B009 - only this game has one
    _, number = puzzle.position.split(" ")
    remainder = int(number) % divisor
    return {
        str(digit): WIN if second_solver.ended(remainder, digit, divisor) else ("win", None)
        for digit in range(10)
    }


def morph(puzzle: Puzzle) -> Opinion:
    """Evaluate the moves of Number Morph by exhaustive search or by the sizes of matchings."""
    state = puzzle.state
    assert isinstance(state, Morph)
    graph = morph_graph()
    unused = frozenset(graph) - set(state.log)
    reach = in_reach(state.number, unused)
    found: Opinion = {}
    walk, whole = Walk(graph), 0
    if len(reach) > MOST_WALKED:
        whole = matched(reach)
    for to in graph[state.number]:
        if to not in unused:
            continue
        place = next(place for place in range(3) if str(to)[place] != str(state.number)[place])
        move = f"{('hundreds', 'tens', 'units')[place]} {str(to)[place]}"
        if len(reach) <= MOST_WALKED:
            found[move] = walk.solve(to, reach - {to})
        else:
            # A move to a prime that some maximum matching misses wins.
            found[move] = ("lose" if matched(reach - {to}) == whole else "win", None)
    return found


def in_reach(start: int, unused: frozenset[int]) -> frozenset[int]:
    """Return the unused primes that can be reached from a number."""
    graph, seen, waiting = morph_graph(), set(), [start]
    while waiting:
        for to in graph[waiting.pop()]:
            if to in unused and to not in seen:
                seen.add(to)
                waiting.append(to)
    return frozenset(seen)


@cache
def matched(vertices: frozenset[int]) -> int:
    """Return how many primes a maximum matching covers: the rank of Tutte's matrix.

    Drawn numbers stand for its variables, modulo a prime so large that the rank is right but for a
    chance of one in 10^16.
    """
    order, graph, draw = sorted(vertices), morph_graph(), Random("Tutte")
    place = {vertex: number for number, vertex in enumerate(order)}
    rows = [[0] * len(order) for _ in order]
    for one in order:
        for two in graph[one]:
            if two in place and one < two:
                drawn = draw.randrange(1, PRIME)
                rows[place[one]][place[two]], rows[place[two]][place[one]] = drawn, PRIME - drawn
    rank = 0
    for column in range(len(order)):
        pivot = next((row for row in rows[rank:] if row[column]), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        rows.insert(rank, pivot)
        inverse = pow(pivot[column], -1, PRIME)
        for number in range(rank + 1, len(rows)):
            factor = rows[number][column] * inverse % PRIME
            if factor:
                rows[number] = [
                    (a - factor * b) % PRIME for a, b in zip(rows[number], pivot, strict=True)
                ]
        rank += 1
    return rank


OPINIONS: dict[str, Callable[[Puzzle], Opinion]] = {
    "digit-duel": duel,
    "digit-dilemma": dilemma,
    "operation-obliteration": obliteration,
    "digit-poison": poison,
    "number-morph": morph,
}
