"""Compiled code that solves all pairs of numbers of large variants of Digit Duel.

Pairs are solved in shells: all pairs whose larger number is 1, then 2, and so on. Every move leads
to an earlier shell.

With remoteness a pair takes two bytes. Without it a pair takes one bit, and 64 pairs are solved at
once. A shell is then two rows of words. In the upper row the mover has the larger number, and bit b
is set if the mover beats b. In the lower row the opponent has the larger number, and bit a is set
if the mover beats it with a. Pairs of equal numbers are in both rows.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

WORD = 64
ONE = np.uint64(1)
ALL = np.uint64(2**64 - 1)
FAR = 65_535


def memory(size: int) -> memoryview:
    """Return uninitialised memory of `size` bytes."""
    return np.empty(size, dtype=np.uint8).data


def solve_distances(base: int, digits: int) -> memoryview:
    """Return a two-byte code for each own and opposing number: remoteness x 2, plus 1 for a win."""
    side = base**digits
    pairs = np.zeros((side, side), dtype=np.uint16)
    _solve_distances(base, _units(base, digits), pairs)
    return pairs.data.cast("B")


def count_distances(pairs: memoryview, side: int) -> tuple[int, int]:
    """Return the number of won pairs of nonzero numbers, and the largest remoteness."""
    solved = np.frombuffer(pairs, dtype=np.uint16).reshape(side, side)[1:, 1:]
    return int(np.count_nonzero(solved & 1)), int(solved.max()) >> 1


def solve_values(
    base: int,
    digits: int,
    beaten: memoryview,
    most: memoryview,
    upper: memoryview,
    lower: memoryview,
) -> None:
    """Fill the rows of all shells, and the tables of which numbers a number beats.

    A number n beats every number up to `beaten[n]`, and none above `most[n]`.
    """
    side = base**digits
    units, starts = _units(base, digits), _starts(side)
    rows = np.frombuffer(upper, np.uint64), np.frombuffer(lower, np.uint64)
    _solve_values(base, units, starts, _masks(base, units, side), *rows)
    _find_beaten(starts, *rows, np.frombuffer(beaten, np.int32))
    _find_most(starts, *rows, np.frombuffer(most, np.int32))


def count_values(side: int, upper: memoryview, lower: memoryview) -> int:
    """Return the number of won pairs of nonzero numbers."""
    rows = np.frombuffer(upper, np.uint64), np.frombuffer(lower, np.uint64)
    bits = sum(int(np.bitwise_count(row).sum(dtype=np.int64)) for row in rows)
    # Subtract the wins against zero, and the pairs of equal numbers, which are in both rows.
    return bits - (side - 1) - int(_count_equal(_starts(side), rows[0]))


def _units(base: int, digits: int) -> Any:
    return np.array([base**power for power in range(digits - 1, -1, -1)], dtype=np.int64)


def _starts(side: int) -> Any:
    """Return the offset of each shell's row in words, and finally the total."""
    words = np.arange(side, dtype=np.int64) // WORD + 1
    return np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(words)))


def _masks(base: int, units: Any, side: int) -> Any:
    """Return bit masks by place and digit of the numbers with that digit at that place."""
    numbers = np.arange((side + WORD - 1) // WORD * WORD)
    masks = np.zeros((len(units), base, len(numbers) // WORD), dtype=np.uint64)
    for place, unit in enumerate(units):
        for digit in range(base):
            bits = np.packbits(numbers // unit % base == digit, bitorder="little")
            masks[place, digit] = np.frombuffer(bits.tobytes(), np.dtype("<u8"))
    return masks


@numba.njit(cache=True)
def _solve_distances(base: int, units: Any, pairs: Any) -> None:
    pairs[1:, 0] = 1  # opposing number zero, already won
    for larger in range(1, len(pairs)):
        for smaller in range(1, larger + 1):
            pairs[larger, smaller] = _distance(base, units, pairs, larger, smaller)
        for smaller in range(1, larger):
            pairs[smaller, larger] = _distance(base, units, pairs, smaller, larger)


@numba.njit(cache=True)
def _distance(base: int, units: Any, pairs: Any, own: int, opposing: int) -> int:
    nearest_win, furthest_loss = FAR, 0
    for unit in units:
        digit = own // unit % base
        if digit == 0:
            continue
        left = opposing - digit
        after = int(pairs[left, own - unit]) if left > 0 else 0
        if after & 1:
            furthest_loss = max(furthest_loss, after)
        else:
            nearest_win = min(nearest_win, after)
    return nearest_win + 3 if nearest_win < FAR else furthest_loss + 1


@numba.njit(cache=True)
def _wins(starts: Any, upper: Any, lower: Any, own: int, opposing: int) -> bool:
    """Return whether the mover wins a pair that is already solved."""
    if opposing <= own:
        word = upper[starts[own] + (opposing >> 6)]
        return bool((word >> np.uint64(opposing & 63)) & ONE)
    word = lower[starts[opposing] + (own >> 6)]
    return bool((word >> np.uint64(own & 63)) & ONE)


@numba.njit(cache=True)
def _solve_values(base: int, units: Any, starts: Any, masks: Any, upper: Any, lower: Any) -> None:
    side = len(starts) - 1
    lost = np.zeros((side >> 6) + 2, dtype=np.uint64)
    upper[0] = lower[0] = 0
    for larger in range(1, side):
        first, end = starts[larger], starts[larger + 1]
        row = upper[first:end]
        row[:] = 0
        row[0] = ONE  # every number beats zero
        for unit in units:
            if larger // unit % base:
                _strike_smaller(base, unit, starts, upper, lower, larger, lost, row)
        row[-1] &= ALL >> np.uint64(63 - (larger & 63))
        column = lower[first:end]
        column[:] = 0
        _strike_larger(base, units, starts, masks, upper, larger, column)
        for own in range(max(1, larger - base + 1), larger):
            # Here the numbers are so close that a move can make the mover's number the larger one,
            # which _strike_larger ignores.
            bit = ONE << np.uint64(own & 63)
            if _wins_next(base, units, starts, upper, lower, own, larger):
                column[own >> 6] |= bit
            else:
                column[own >> 6] &= ~bit
        equal = ONE << np.uint64(larger & 63)
        column[-1] = (column[-1] & (equal - ONE)) | (row[-1] & equal)


@numba.njit(cache=True)
def _strike_smaller(
    base: int, unit: int, starts: Any, upper: Any, lower: Any, larger: int, lost: Any, row: Any
) -> None:
    """Add to a row the numbers that its larger number beats by striking with one digit."""
    digit, kept = larger // unit % base, larger - unit
    shift, back = np.uint64(digit), np.uint64(WORD - digit)
    row[0] |= (ONE << np.uint64(digit + 1)) - ONE  # numbers up to the digit lose at once
    if kept == 0:
        return
    words = len(row)
    # Find the remaining numbers with which the opponent, who is to move against `kept`, loses.
    held = (kept >> 6) + 1
    column = lower[starts[kept] : starts[kept] + held]
    for word in range(held):
        lost[word] = ~column[word]
    lost[held - 1] &= ALL >> np.uint64(63 - (kept & 63))
    for word in range(held, words):
        lost[word] = 0
    place, bit = kept >> 6, np.uint64(kept & 63)
    for left in range(kept + 1, larger):
        beats = (upper[starts[left] + place] >> bit) & ONE
        lost[left >> 6] |= (beats ^ ONE) << np.uint64(left & 63)
    row[0] |= lost[0] << shift
    later, earlier, rest = row[1:words], lost[: words - 1], lost[1:words]
    for word in range(words - 1):
        later[word] |= (rest[word] << shift) | (earlier[word] >> back)


@numba.njit(cache=True)
def _strike_larger(
    base: int, units: Any, starts: Any, masks: Any, upper: Any, larger: int, column: Any
) -> None:
    """Add to a column the smaller numbers that beat its larger number by any digit."""
    for place in range(len(units)):
        skipped, shift = units[place] >> 6, np.uint64(units[place] & 63)
        back, count = np.uint64(63) - shift, len(column) - skipped
        if count <= 0:
            continue
        into = column[skipped:]
        for digit in range(1, min(base, larger)):
            first = starts[larger - digit]
            # Shift by the unit, so that the bit of a number after the move is at the number before.
            high, low = upper[first : first + count], upper[first - 1 : first - 1 + count]
            mask = masks[place, digit, skipped : skipped + count]
            for word in range(count):
                moved = (high[word] << shift) | ((low[word] >> ONE) >> back)
                into[word] |= mask[word] & ~moved


@numba.njit(cache=True)
def _wins_next(
    base: int, units: Any, starts: Any, upper: Any, lower: Any, own: int, opposing: int
) -> bool:
    for unit in units:
        digit = own // unit % base
        if digit == 0:
            continue
        if digit >= opposing:
            return True
        if own > unit and not _wins(starts, upper, lower, opposing - digit, own - unit):
            return True
    return False


@numba.njit(cache=True)
def _find_beaten(starts: Any, upper: Any, lower: Any, beaten: Any) -> None:
    side = len(starts) - 1
    beaten[:] = 0
    all_beaten = np.zeros((side >> 6) + 1, dtype=np.uint64)
    for own in range(1, side):
        beaten[own] = side - 1
        for other in range(1, own + 1):
            if not _wins(starts, upper, lower, own, other):
                beaten[own] = other - 1
                break
        else:
            all_beaten[own >> 6] |= ONE << np.uint64(own & 63)
    for other in range(2, side):
        first = starts[other]
        for word in range((other >> 6) + 1):
            found = ~lower[first + word] & all_beaten[word]
            if word == other >> 6:
                found &= (ONE << np.uint64(other & 63)) - ONE
            all_beaten[word] &= ~found
            own = word << 6
            while found:
                if found & ONE:
                    beaten[own] = other - 1
                found >>= ONE
                own += 1


@numba.njit(cache=True)
def _find_most(starts: Any, upper: Any, lower: Any, most: Any) -> None:
    side = len(starts) - 1
    open_to = np.full((side >> 6) + 1, ALL)
    most[:] = 0
    for other in range(side - 1, 0, -1):
        first = starts[other]
        for word in range((other >> 6) + 1):
            found = lower[first + word] & open_to[word]
            open_to[word] &= ~found
            own = word << 6
            while found:
                if found & ONE:
                    most[own] = other
                found >>= ONE
                own += 1
    for own in range(1, side):
        other = own
        while most[own] == 0:
            if _wins(starts, upper, lower, own, other):
                most[own] = other
            other -= 1


@numba.njit(cache=True)
def _count_equal(starts: Any, upper: Any) -> int:
    count = 0
    for number in range(1, len(starts) - 1):
        if (upper[starts[number] + (number >> 6)] >> np.uint64(number & 63)) & ONE:
            count += 1
    return count
