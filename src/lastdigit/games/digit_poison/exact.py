"""Retrograde analysis of Digit Poison in plain Python, with the same codes as `fast.py`.

Rows also contain remainders that no game reaches, because players can set up any position.
"""

from __future__ import annotations

from array import array
from collections import deque

from lastdigit.games.digit_poison.rules import DigitPoison

ENDED = 3
"""The code of a number that is divisible or has the maximum length: the mover has won."""
STUCK = 2
"""The code of a number to which no digit can be added: the mover has lost."""


def solve(game: DigitPoison, kind: str) -> array[int]:
    """Return the codes of all positions, in the rows of `fast.solve`, by remainder in each row.

    `kind` is the type code of the array.
    """
    poisoned = [game.is_poison(remainder) for remainder in range(game.modulus)]
    if game.uses is None and game.max_length is None:
        return array(kind, _endless(poisoned, game.base))
    rows = (game.max_length or 0) + 1 if game.uses is None else (game.uses + 1) ** game.base
    codes = array(kind, [0]) * (rows * game.modulus)
    for row in range(rows - 1, -1, -1):
        _fill(codes, row, game, poisoned)
    return codes


def _fill(codes: array[int], row: int, game: DigitPoison, poisoned: list[bool]) -> None:
    """Compute the codes of a row from those of the rows after it."""
    modulus, base = game.modulus, game.base
    length, later = _followers(row, game)
    if game.max_length is not None and length > game.max_length:
        return  # such long numbers do not occur
    ways = [(after * modulus, digit) for after, digit in later]
    for remainder, poison in enumerate(poisoned):
        if length and (poison or length == game.max_length):  # rules 5 and 6
            code = ENDED
        else:
            ten = remainder * base
            code = _before([codes[first + (ten + digit) % modulus] for first, digit in ways])
        codes[row * modulus + remainder] = code


def _followers(row: int, game: DigitPoison) -> tuple[int, list[tuple[int, int]]]:
    """Return the length of a row's numbers, and the next row for each digit that can be added."""
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
    """Return the code of a position from the codes of its successors."""
    lost = [code for code in after if not code & 1]
    # One ply more than the successor, and the opposite value.
    return min(lost) + 3 if lost else max(after, default=STUCK - 1) + 1


def _endless(poisoned: list[bool], base: int) -> list[int]:
    """Return the codes for a game that only poison ends, by retrograde analysis."""
    modulus = len(poisoned)
    # The empty number has remainder 0, which otherwise is terminal. It gets an extra place.
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
    codes[0] = codes.pop()  # terminal positions are never looked up, so 0 is the empty number
    return codes
