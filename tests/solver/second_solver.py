"""A second exact solver: plain search with memory, written from the rulebooks.

It shares nothing with the solvers in `src`: positions are plain tuples, every game has its own few
lines, and a solution is the pair that a child would write down, such as ("win", 3).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from tests.games.naive.digit_dilemma import distance
from tests.games.naive.operation_obliteration import operate, suits
from tests.games.primes import is_prime

Solved: TypeAlias = tuple[str, int | None]

DRAW: Solved = ("draw", None)


def chosen(after: Iterable[Solved]) -> Solved:
    """Return the solution of a position from those of its successors, seen by the opponent."""
    options = list(after)
    lost = [plies for value, plies in options if value == "lose" and plies is not None]
    if lost:
        return "win", min(lost) + 1
    if DRAW in options:
        return DRAW
    return "lose", max(plies for _, plies in options if plies is not None) + 1


# Digit Duel


@cache
def duel_answers() -> list[list[int]]:
    """Return all pairs [own][opposing]: plies to the end, negative where the mover loses."""
    digits = [
        [(int(digit), worth) for digit, worth in zip(f"{own:03}", (100, 10, 1), strict=True)]
        for own in range(1000)
    ]
    known = [[0] * 1000 for _ in range(1000)]

    def solve(own: int, opposing: int) -> int:
        if known[own][opposing]:
            return known[own][opposing]
        wins, losses = [], []
        for digit, worth in digits[own]:
            if digit == 0:
                continue
            if opposing <= digit:
                wins.append(1)
            elif own == worth:
                losses.append(1)
            else:
                answer = solve(opposing - digit, own - worth)
                if answer < 0:
                    wins.append(1 - answer)
                else:
                    losses.append(1 + answer)
        known[own][opposing] = min(wins) if wins else -max(losses)
        return known[own][opposing]

    for own in range(1, 1000):
        for opposing in range(1, 1000):
            solve(own, opposing)
    return known


# Operation Obliteration

OPERATIONS = ("add", "subtract", "divide", "multiply")
LASTS = (*OPERATIONS, None)
Obliteration: TypeAlias = tuple[int, str | None, str | None]


def obliteration_moves(position: Obliteration) -> dict[str, Obliteration]:
    """Return the operations of (number, own last, other's last), and where each leads."""
    number, own_last, other_last = position
    return {
        operation: (operate(number, operation), other_last, operation)
        for operation in OPERATIONS
        if suits(number, operation)
        and operation != own_last
        and 1 <= operate(number, operation) <= 100
    }


@cache
def obliteration() -> dict[Obliteration, Solved]:
    """Return every position, decided by ever longer games until nothing more is decided."""
    everything = [
        (number, own, other) for number in range(1, 101) for own in LASTS for other in LASTS
    ]
    moves = {position: obliteration_moves(position) for position in everything}
    known: dict[Obliteration, Solved] = {
        position: DRAW if moves[position] else ("lose", 0) for position in everything
    }
    while True:
        longer = {
            position: chosen(known[after] for after in moves[position].values())
            if moves[position]
            else known[position]
            for position in everything
        }
        if longer == known:
            return known
        known = longer


# Digit Poison


def poison(divisor: int, length: int) -> dict[tuple[int, int], Solved]:
    """Return every (remainder, digits placed) of a live number, the longest numbers first."""
    known: dict[tuple[int, int], Solved] = {}
    for placed in reversed(range(length)):
        for remainder in range(divisor) if placed else (0,):
            known[remainder, placed] = chosen(
                ("win", 0)
                if ended(remainder, digit, divisor) or placed + 1 == length
                else known[(remainder * 10 + digit) % divisor, placed + 1]
                for digit in range(10)
            )
    return known


def endless_poison(divisor: int) -> dict[int | None, Solved]:
    """Return every remainder of a live number without a maximum length; None is no number yet."""
    live: list[int | None] = [None, *range(1, divisor)]
    known: dict[int | None, Solved] = dict.fromkeys(live, DRAW)
    while True:
        longer = {
            remainder: chosen(
                ("win", 0)
                if ended(remainder or 0, digit, divisor)
                else known[((remainder or 0) * 10 + digit) % divisor]
                for digit in range(10)
            )
            for remainder in live
        }
        if longer == known:
            return known
        known = longer


def ended(remainder: int, digit: int, divisor: int) -> bool:
    """Return whether a digit makes a number with this remainder divisible."""
    return (remainder * 10 + digit) % divisor == 0


# Digit Dilemma

Boards: TypeAlias = tuple[str, str]


@cache
def dilemma(leading_zero: bool) -> dict[Boards, Solved]:
    """Return every position reachable from empty boards, by (the mover's, the opponent's)."""
    known: dict[Boards, Solved] = {}

    def solve(own: str, other: str) -> Solved:
        if (own, other) not in known:
            known[own, other] = dilemma_end(own, other) or chosen(
                [solve(other, board) for board in dilemma_boards(own, other, leading_zero)]
            )
        return known[own, other]

    solve("___", "___")
    return known


def dilemma_boards(own: str, other: str, leading_zero: bool) -> list[str]:
    """Return the boards with one more digit."""
    return [
        own[:place] + digit + own[place + 1 :]
        for digit in "0123456789"
        if digit not in own + other
        for place in range(3)
        if own[place] == "_" and (leading_zero or digit != "0" or place > 0)
    ]


@cache
def worth(board: str) -> tuple[int, int]:
    """Return how far a complete number is from a multiple of 7, then the number: small is good."""
    return distance(int(board)), int(board)


def dilemma_end(own: str, other: str) -> Solved | None:
    """Return the final solution of two boards, or None if the game is not over."""
    if "_" not in other and worth(other)[0] == 0:
        return "lose", 0
    if "_" in own + other:
        return None
    return ("win", 0) if worth(own) < worth(other) else ("lose", 0)


# Number Morph


@cache
def morph_graph() -> dict[int, tuple[int, ...]]:
    """Return the three-digit primes, each with those that differ in one digit."""
    primes = [number for number in range(100, 1000) if is_prime(number)]
    return {
        prime: tuple(other for other in primes if differ(prime, other) == 1) for prime in primes
    }


def differ(one: int, two: int) -> int:
    """Count the places in which two numbers differ."""
    return sum(a != b for a, b in zip(str(one), str(two), strict=True))


class Walk:
    """Number Morph on any graph, by trying everything: the token goes to an unused neighbour."""

    def __init__(self, graph: dict[int, tuple[int, ...]]) -> None:
        """Take the neighbours of every vertex."""
        self.graph = graph
        self.known: dict[tuple[int, frozenset[int]], Solved] = {}

    def solve(self, current: int, unused: frozenset[int]) -> Solved:
        """Return the solution; the current vertex itself may be unused, too."""
        known = self.known.get((current, unused))
        if known is None:
            after = [self.solve(to, unused - {to}) for to in self.graph[current] if to in unused]
            known = chosen(after) if after else ("lose", 0)
            self.known[current, unused] = known
        return known
