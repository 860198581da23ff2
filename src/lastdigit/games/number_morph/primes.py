"""All primes with a given number of digits in a base, and which primes differ in one digit."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from itertools import compress
from math import isqrt
from typing import NamedTuple, TypeAlias, cast

from lastdigit.game.options import NUMERALS, in_base

DIGITS, BASE = 3, 10
"""The number of digits and the base of the numbers in the rulebook."""
NAMED_POSITIONS = ("hundreds", "tens", "units")
"""The positions of three-digit numbers. Positions of other numbers count from 1 on the left."""
COUNT_WORDS = ("no", "one", "two", "three", "four", "five", "six")
CACHE_BITS = 40_000_000
"""The size limit of each cache of prime sets in `LegalChanges`, in bits."""
USUAL_NEIGHBOURS = 16
"""The typical number of neighbours of a prime, to convert CACHE_BITS to a number of primes."""


class Change(NamedTuple):
    """A move: the position of the digit to change, such as "tens", and the new digit."""

    position: str
    digit: int

    def __str__(self) -> str:
        return f"{self.position} {NUMERALS[self.digit]}"


def kind_of(digits: int, base: int) -> str:
    """Return a phrase for primes with this number of digits in this base.

    >>> kind_of(3, 10), kind_of(4, 16)
    ('three-digit prime', 'four-digit prime in base 16')
    """
    return f"{COUNT_WORDS[digits]}-digit prime" + ("" if base == BASE else f" in base {base}")


class Primes:
    """All primes with a given number of digits in a given base, and the moves between them.

    Two primes are neighbours if they differ in exactly one digit.
    """

    # A set of primes is an integer with a bit for each prime, the highest bit for the smallest
    # prime. Above them is a bit that is 1 in every set, so that all sets have the same length in
    # binary.

    def __init__(self, digits: int, base: int) -> None:
        self.digits, self.base = digits, base
        low, high = base ** (digits - 1), base**digits
        self.all = tuple(compress(range(low, high), _sieve(high)[low:]))
        self.index = {prime: index for index, prime in enumerate(self.all)}
        self.bits = range(len(self.all) - 1, -1, -1)
        """The bit number of each prime in a set of primes, indexed like `all`."""
        self.full_set = (2 << len(self.all)) - 1
        is_named = digits == DIGITS
        self.positions = NAMED_POSITIONS if is_named else tuple(map(str, range(1, digits + 1)))
        self.labels = self.positions if is_named else tuple(f"place {n}" for n in self.positions)
        """The display names of the positions."""
        # Numbers are formatted at every turn, and in base 10 the built-in str is the fastest.
        self.text = cast(Callable[[int], str], str if base == BASE else partial(in_base, base=base))
        """A function that returns a number as text in this base."""
        self.changes = tuple(
            Change(position, digit) for position in self.positions for digit in range(base)
        )
        self.place_values: tuple[int, ...] = tuple(base**power for power in reversed(range(digits)))
        """The place values of the positions from the left, such as 100, 10 and 1."""
        self.span: int = base ** min(2, digits - 1)
        """The number of integers per row of a list or drawing, such as 100 for three digits."""
        self.neighbours = _Neighbours(self)
        self.adjacent = _Adjacent(self)
        self.legal_changes = LegalChanges(self)
        self.digits_of = _DigitsOf(self)

    def __len__(self) -> int:
        return len(self.all)

    def contains(self, primes: int, index: int) -> bool:
        """Return whether a set of primes, as a bit mask, contains the prime with this index."""
        return bool(primes >> self.bits[index] & 1)

    @property
    def kind(self) -> str:
        """A phrase for these primes, such as "three-digit prime" for three digits in base 10."""
        return kind_of(self.digits, self.base)

    def digit_of(self, number: int, position: str) -> int:
        """Return the digit of a number at a position such as "tens"."""
        return number // self.place_values[self.positions.index(position)] % self.base

    def formed(self, number: int, change: Change) -> str:
        """Return the number after changing one digit, as text that may start with 0."""
        digits = list(self.text(number))
        digits[self.positions.index(change.position)] = NUMERALS[change.digit]
        return "".join(digits)

    def factors(self, number: int) -> str:
        """Return the prime factorization of a number as text.

        >>> primes_of(3, 10).factors(213)
        '213 = 3 x 71'
        """
        found, rest, divisor = [], number, 2
        while divisor * divisor <= rest:
            if rest % divisor:
                divisor += 1
            else:
                found.append(divisor)
                rest //= divisor
        found.append(rest)
        return f"{self.text(number)} = {' x '.join(map(self.text, found))}"

    def column_and_row(self, prime: int) -> tuple[int, int]:
        """Return the column and row of a prime in a drawing of all primes.

        >>> primes_of(3, 10).column_and_row(101), primes_of(3, 10).column_and_row(997)
        ((0, 0), (38, 8))
        """
        # A row has `span` numbers, except those whose last digit no prime has.
        row, rest = divmod(prime, self.span)
        tens, unit = divmod(rest, self.base)
        column = len(self._last_digits) * tens + self._last_digits.index(unit)
        return column, row - self.all[0] // self.span

    @cached_property
    def _last_digits(self) -> list[int]:
        return sorted({prime % self.base for prime in self.all})


class _Neighbours(dict[int, dict[Change, int]]):
    """The possible moves from each prime, with the primes that they form, computed on lookup."""

    def __init__(self, primes: Primes) -> None:
        self._primes = primes

    def __missing__(self, prime: int) -> dict[Change, int]:
        primes, found = self._primes, {}
        changes = iter(primes.changes)
        for value in primes.place_values:
            rest = prime - prime // value % primes.base * value
            for digit in range(primes.base):
                # With a leading zero the number is too small to be in `index`.
                change, formed = next(changes), rest + digit * value
                if formed in primes.index and formed != prime:
                    found[change] = formed
        self[prime] = found
        return found


class _Adjacent(dict[int, tuple[int, ...]]):
    """The neighbours of each prime: the primes that differ from it in one digit."""

    # Keys and values are indices in `Primes.all`.

    def __init__(self, primes: Primes) -> None:
        self._primes = primes

    def __missing__(self, index: int) -> tuple[int, ...]:
        primes = self._primes
        found = self[index] = tuple(
            [primes.index[other] for other in primes.neighbours[primes.all[index]].values()]
        )
        return found


Formed: TypeAlias = dict[Change, tuple[int, int]]
"""The possible moves from a prime, each with the prime that it forms and the bit of that prime."""


class _ChangesByUnused(dict[int, tuple[Change, ...]]):
    """A cache of the legal moves from one prime, keyed by the set of primes that are unused."""

    # Only the neighbours of the prime are in the set, which is an integer (see `Primes`).

    def __init__(self, formed: Formed, limit: int) -> None:
        self._bits = [(change, bit) for change, (_, bit) in formed.items()]
        self._limit = limit

    def __missing__(self, unused: int) -> tuple[Change, ...]:
        if len(self) > self._limit:
            self.clear()
        found = self[unused] = tuple([change for change, bit in self._bits if unused & bit])
        return found


class LegalChanges(dict[int, tuple[int, _ChangesByUnused, Formed]]):
    """For each prime: the set of its neighbours, a cache of the legal moves, and what moves form.

    Neighbours are primes that differ in one digit.
    """

    # A set of primes is an integer (see `Primes`). The same sets of unused neighbours recur often.

    def __init__(self, primes: Primes) -> None:
        self._primes, size = primes, len(primes)
        self._limit = CACHE_BITS // size // USUAL_NEIGHBOURS
        self._limit_each = CACHE_BITS // size**2

    def __missing__(self, prime: int) -> tuple[int, _ChangesByUnused, Formed]:
        if len(self) > self._limit:
            self.clear()
        index, bits = self._primes.index, self._primes.bits
        formed = {
            change: (other, 1 << bits[index[other]])
            for change, other in self._primes.neighbours[prime].items()
        }
        adjacent = sum(bit for _, bit in formed.values())
        found = self[prime] = adjacent, _ChangesByUnused(formed, self._limit_each), formed
        return found


class _DigitsOf(dict[int, bytes]):
    """The digits of each number from left to right, one byte per digit, computed on lookup."""

    def __init__(self, primes: Primes) -> None:
        self._primes = primes

    def __missing__(self, number: int) -> bytes:
        base = self._primes.base
        self[number] = bytes(number // value % base for value in self._primes.place_values)
        return self[number]


@lru_cache(maxsize=16)
def primes_of(digits: int, base: int) -> Primes:
    """Return all primes with a given number of digits in a given base. The result is cached."""
    return Primes(digits, base)


def _sieve(up_to: int) -> bytearray:
    """Return one byte for each number below `up_to`: 1 for a prime, else 0."""
    prime = bytearray([1]) * up_to
    prime[:2] = b"\0\0"
    for number in range(2, isqrt(up_to - 1) + 1):
        if prime[number]:
            prime[number * number :: number] = bytes(len(range(number * number, up_to, number)))
    return prime
