"""Digit Poison solved in plain Python: the same numbers as `fast.py` finds, where they are few.

Every row has every remainder, those too that no game comes to: any number can be set up.
"""

from __future__ import annotations

from array import array
from collections import deque

from lastdigit.games.digit_poison.rules import DigitPoison

ENDED = 3
"""A number that is divisible, or full: whoever is to move has won, at once."""
STUCK = 2
"""No digit is left: whoever is to move has lost, at once."""


def solve(game: DigitPoison, kind: str) -> array[int]:
    """Return numbers of a kind, remainder by remainder in each row; fast.solve says which rows."""
    poisoned = [game.is_poison(remainder) for remainder in range(game.modulus)]
    if game.uses is None and game.max_length is None:
        return array(kind, _endless(poisoned, game.base))
    rows = (game.max_length or 0) + 1 if game.uses is None else (game.uses + 1) ** game.base
    codes = array(kind, [0]) * (rows * game.modulus)
    for row in range(rows - 1, -1, -1):
        _fill(codes, row, game, poisoned)
    return codes


def _fill(codes: array[int], row: int, game: DigitPoison, poisoned: list[bool]) -> None:
    """Write the numbers of a row, by those of the rows that come after it."""
    modulus, base = game.modulus, game.base
    length, later = _followers(row, game)
    if game.max_length is not None and length > game.max_length:
        return  # nobody can write so long a number
    ways = [(after * modulus, digit) for after, digit in later]
    for remainder, poison in enumerate(poisoned):
        if length and (poison or length == game.max_length):  # rules 5 and 6
            code = ENDED
        else:
            ten = remainder * base
            code = _before([codes[first + (ten + digit) % modulus] for first, digit in ways])
        codes[row * modulus + remainder] = code


def _followers(row: int, game: DigitPoison) -> tuple[int, list[tuple[int, int]]]:
    """Return the length of a row's numbers, and the rows that digits lead to, with the digits."""
    if game.uses is None:
        return row, [(row + 1, digit) for digit in range(game.base)]
    weights = [(game.uses + 1) ** digit for digit in range(game.base)]
    counts = [row // weight % (game.uses + 1) for weight in weights]
    later = [
        (row + weight, digit)
        for digit, (weight, count) in enumerate(zip(weights, counts, strict=True))
        if count < game.uses
    ]
    return sum(counts), later


def _before(after: list[int]) -> int:
    """Return the number of a position by those that its moves lead to."""
    lost = [code for code in after if not code & 1]
    # One ply more than the position it leads to, and the other way round.
    return min(lost) + 3 if lost else max(after, default=STUCK - 1) + 1


def _endless(poisoned: list[bool], base: int) -> list[int]:
    """Return the numbers where nothing but poison ends a game, found nearest first."""
    modulus = len(poisoned)
    # A game begins at remainder 0, which ends it everywhere else: one more place stands for that.
    places = [remainder for remainder in range(modulus) if not poisoned[remainder]] + [modulus]
    earlier: list[list[int]] = [[] for _ in range(modulus + 1)]
    for place in places:
        for digit in range(base):
            earlier[(place * base + digit) % modulus].append(place)
    codes = [ENDED if poison else 0 for poison in poisoned] + [0]
    open_moves = [base] * len(codes)
    queue = deque(remainder for remainder in range(modulus) if poisoned[remainder])
    while queue:
        after = queue.popleft()
        for place in earlier[after]:
            if codes[place]:
                continue
            open_moves[place] -= 1
            lost = not codes[after] & 1
            if lost or not open_moves[place]:
                codes[place] = codes[after] + (3 if lost else 1)
                queue.append(place)
    codes[0] = codes.pop()  # a divisible number is over before anybody asks
    return codes
