"""A table of winners for large variants of Digit Duel, computed 64 positions at a time.

A position is a pair of numbers: that of the player to move, and that of the opponent. In the table
it is one bit, which is set if the player to move wins.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.games.digit_duel.solver import LARGE, WORD
from lastdigit.solver.tables import compile_functions

ONE = np.uint64(1)
ALL = np.uint64(2**64 - 1)

# The bits of all positions whose larger number is n are in two rows of 64-bit words. In row n of
# `larger_wins` the player to move has n, and bit b is for the opposing number b. In row n of
# `smaller_wins` the opponent has n, and bit a is for the mover's number a. The position (n, n) is
# in both rows. Both arrays contain all rows, one after the other, and row n begins at
# `row_starts[n]`.


def memory(size: int) -> memoryview:
    """Return an uninitialised buffer of `size` bytes."""
    return np.empty(size, dtype=np.uint8).data


def solve_values(
    base: int,
    digits: int,
    beaten: memoryview,
    most: memoryview,
    larger_wins: memoryview,
    smaller_wins: memoryview,
) -> None:
    """Solve all positions, and write the results to four buffers.

    For each number n, `beaten` gets the largest m such that a player to move with n wins against
    all numbers up to m. `most` gets the largest number against which a player to move with n wins.

    `larger_wins` gets one bit for each position in which the player to move has the larger number.
    The bit is set if the player to move wins. `smaller_wins` gets such a bit for each position in
    which the player to move has the smaller number. Positions with two equal numbers are in both
    buffers.
    """
    side = base**digits
    place_values, row_starts = _units(base, digits), _starts(side)
    rows = np.frombuffer(larger_wins, np.uint64), np.frombuffer(smaller_wins, np.uint64)
    compiled = compile_functions(COMPILED, LARGE)
    compiled.solve_rows(base, place_values, row_starts, _masks(base, place_values, side), *rows)
    compiled.find_beaten(row_starts, *rows, np.frombuffer(beaten, np.int32))
    compiled.find_most(row_starts, *rows, np.frombuffer(most, np.int32))


def count_wins(side: int, larger_wins: memoryview, smaller_wins: memoryview) -> int:
    """Count the positions that the player to move wins.

    `larger_wins` and `smaller_wins` are the buffers that `solve_values` has filled. The numbers in
    the game are all numbers below `side`. Positions in which a player's number is zero are left
    out.
    """
    rows = np.frombuffer(larger_wins, np.uint64), np.frombuffer(smaller_wins, np.uint64)
    bits = sum(int(np.bitwise_count(row).sum(dtype=np.int64)) for row in rows)
    equal = compile_functions(COMPILED, LARGE).count_equal(_starts(side), rows[0])
    # Subtract the wins against zero, and the pairs of equal numbers, which are in both rows.
    return bits - (side - 1) - int(equal)


def _units(base: int, digits: int) -> Any:
    return np.array([base**power for power in range(digits - 1, -1, -1)], dtype=np.int64)


def _starts(side: int) -> Any:
    """Return the index of the first 64-bit word of each row of the table.

    A final extra index marks the end of the last row.
    """
    words = np.arange(side, dtype=np.int64) // WORD + 1
    return np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(words)))


def _masks(base: int, place_values: Any, side: int) -> Any:
    """Return an array with a bit mask for each place of a number and each digit.

    Bit n of a mask is set if the number n has this digit at this place.
    """
    numbers = np.arange((side + WORD - 1) // WORD * WORD)
    digit_masks = np.zeros((len(place_values), base, len(numbers) // WORD), dtype=np.uint64)
    for place, place_value in enumerate(place_values):
        for digit in range(base):
            bits = np.packbits(numbers // place_value % base == digit, bitorder="little")
            digit_masks[place, digit] = np.frombuffer(bits.tobytes(), np.dtype("<u8"))
    return digit_masks


def wins(row_starts: Any, larger_wins: Any, smaller_wins: Any, own: int, opposing: int) -> bool:
    """Look up whether the player to move wins a position that is already solved.

    `own` is the number of the player to move. `opposing` is the number of the opponent.
    """
    if opposing <= own:
        word = larger_wins[row_starts[own] + (opposing >> 6)]
        return bool((word >> np.uint64(opposing & 63)) & ONE)
    word = smaller_wins[row_starts[opposing] + (own >> 6)]
    return bool((word >> np.uint64(own & 63)) & ONE)


def solve_rows(
    base: int,
    place_values: Any,
    row_starts: Any,
    digit_masks: Any,
    larger_wins: Any,
    smaller_wins: Any,
) -> None:
    """Solve all positions, and fill `larger_wins` and `smaller_wins` with one bit for each.

    A bit is set if the player to move wins. `larger_wins` has the positions in which the player to
    move has the larger number, and `smaller_wins` has those with the smaller number.
    """
    # The larger numbers come last, because every move makes both numbers smaller. `digit_masks` is
    # the result of `_masks`.
    side = len(row_starts) - 1
    lost = np.zeros((side >> 6) + 2, dtype=np.uint64)
    larger_wins[0] = smaller_wins[0] = 0
    for larger in range(1, side):
        first, end = row_starts[larger], row_starts[larger + 1]
        row = larger_wins[first:end]
        row[:] = 0
        row[0] = ONE  # every number beats zero
        for place_value in place_values:
            if larger // place_value % base:
                strike_smaller(
                    base, place_value, row_starts, larger_wins, smaller_wins, larger, lost, row
                )
        row[-1] &= ALL >> np.uint64(63 - (larger & 63))
        column = smaller_wins[first:end]
        column[:] = 0
        strike_larger(base, place_values, row_starts, digit_masks, larger_wins, larger, column)
        for own in range(max(1, larger - base + 1), larger):
            # Here the numbers are so close that a move can make the mover's number the larger one,
            # which strike_larger ignores.
            bit = ONE << np.uint64(own & 63)
            if wins_next(base, place_values, row_starts, larger_wins, smaller_wins, own, larger):
                column[own >> 6] |= bit
            else:
                column[own >> 6] &= ~bit
        equal = ONE << np.uint64(larger & 63)
        column[-1] = (column[-1] & (equal - ONE)) | (row[-1] & equal)


def strike_smaller(
    base: int,
    place_value: int,
    row_starts: Any,
    larger_wins: Any,
    smaller_wins: Any,
    larger: int,
    lost: Any,
    row: Any,
) -> None:
    """Find the opponent's numbers against which a certain move wins, and set their bits in `row`.

    The player to move has the number `larger`, and uses the digit of `larger` with the place value
    `place_value`. If this move wins against n, bit n of `row` is set. Only numbers up to `larger`
    are tried. `lost` is scratch memory.
    """
    # `row` is the row of `larger` in `larger_wins`.
    digit, lowered = larger // place_value % base, larger - place_value
    shift, back = np.uint64(digit), np.uint64(WORD - digit)
    row[0] |= (ONE << np.uint64(digit + 1)) - ONE  # numbers up to the digit lose at once
    if lowered == 0:
        return
    words = len(row)
    # Find the remaining numbers with which the opponent, who is to move against `lowered`, loses.
    held = (lowered >> 6) + 1
    column = smaller_wins[row_starts[lowered] : row_starts[lowered] + held]
    for word in range(held):
        lost[word] = ~column[word]
    lost[held - 1] &= ALL >> np.uint64(63 - (lowered & 63))
    for word in range(held, words):
        lost[word] = 0
    place, bit = lowered >> 6, np.uint64(lowered & 63)
    for left in range(lowered + 1, larger):
        beats = (larger_wins[row_starts[left] + place] >> bit) & ONE
        lost[left >> 6] |= (beats ^ ONE) << np.uint64(left & 63)
    row[0] |= lost[0] << shift
    later, earlier, rest = row[1:words], lost[: words - 1], lost[1:words]
    for word in range(words - 1):
        later[word] |= (rest[word] << shift) | (earlier[word] >> back)


def strike_larger(
    base: int,
    place_values: Any,
    row_starts: Any,
    digit_masks: Any,
    larger_wins: Any,
    larger: int,
    column: Any,
) -> None:
    """Find the numbers that win against the number `larger`, and set their bits in `column`.

    If the player to move wins with n, bit n of `column` is set. Only numbers smaller than `larger`
    are tried.
    """
    # Moves after which the mover's number is the larger one are ignored: see `solve_rows`. `column`
    # is the row of `larger` in `smaller_wins`.
    for place in range(len(place_values)):
        skipped, shift = place_values[place] >> 6, np.uint64(place_values[place] & 63)
        back, count = np.uint64(63) - shift, len(column) - skipped
        if count <= 0:
            continue
        into = column[skipped:]
        for digit in range(1, min(base, larger)):
            first = row_starts[larger - digit]
            # Shift the bits, so that the bit of a number after the move is at the number before.
            high, low = (
                larger_wins[first : first + count],
                larger_wins[first - 1 : first - 1 + count],
            )
            mask = digit_masks[place, digit, skipped : skipped + count]
            for word in range(count):
                moved = (high[word] << shift) | ((low[word] >> ONE) >> back)
                into[word] |= mask[word] & ~moved


def wins_next(
    base: int,
    place_values: Any,
    row_starts: Any,
    larger_wins: Any,
    smaller_wins: Any,
    own: int,
    opposing: int,
) -> bool:
    """Return whether the player to move has a move that wins.

    `own` is the number of the player to move. `opposing` is the number of the opponent. The
    positions after each move must already be solved.
    """
    for place_value in place_values:
        digit = own // place_value % base
        if digit == 0:
            continue
        if digit >= opposing:
            return True
        if own > place_value and not wins(
            row_starts, larger_wins, smaller_wins, opposing - digit, own - place_value
        ):
            return True
    return False


def find_beaten(row_starts: Any, larger_wins: Any, smaller_wins: Any, beaten: Any) -> None:
    """Fill `beaten`: the largest m such that the player to move wins with n against 1 to m.

    The result for the number n of the player to move is written to `beaten[n]`. The opponent has a
    number from 1 to m.
    """
    side = len(row_starts) - 1
    beaten[:] = 0
    all_beaten = np.zeros((side >> 6) + 1, dtype=np.uint64)
    for own in range(1, side):
        beaten[own] = side - 1
        for other in range(1, own + 1):
            if not wins(row_starts, larger_wins, smaller_wins, own, other):
                beaten[own] = other - 1
                break
        else:
            all_beaten[own >> 6] |= ONE << np.uint64(own & 63)
    for other in range(2, side):
        first = row_starts[other]
        for word in range((other >> 6) + 1):
            found = ~smaller_wins[first + word] & all_beaten[word]
            if word == other >> 6:
                found &= (ONE << np.uint64(other & 63)) - ONE
            all_beaten[word] &= ~found
            own = word << 6
            while found:
                if found & ONE:
                    beaten[own] = other - 1
                found >>= ONE
                own += 1


def find_most(row_starts: Any, larger_wins: Any, smaller_wins: Any, most: Any) -> None:
    """Fill `most`: entry n is the largest number against which the player to move wins with n."""
    side = len(row_starts) - 1
    open_to = np.full((side >> 6) + 1, ALL)
    most[:] = 0
    for other in range(side - 1, 0, -1):
        first = row_starts[other]
        for word in range((other >> 6) + 1):
            found = smaller_wins[first + word] & open_to[word]
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
            if wins(row_starts, larger_wins, smaller_wins, own, other):
                most[own] = other
            other -= 1


def count_equal(row_starts: Any, larger_wins: Any) -> int:
    """Count the won positions in which both numbers are equal and not 0."""
    count = 0
    for number in range(1, len(row_starts) - 1):
        if (larger_wins[row_starts[number] + (number >> 6)] >> np.uint64(number & 63)) & ONE:
            count += 1
    return count


COMPILED = (
    *(wins, strike_smaller, strike_larger, wins_next, solve_rows),
    *(find_beaten, find_most, count_equal),
)
"""The functions to compile, each after the functions that it calls."""
