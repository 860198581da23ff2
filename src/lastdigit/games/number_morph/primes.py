"""The primes with a given number of digits in a base, and the changes of one digit between them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from itertools import compress
from math import isqrt
from typing import NamedTuple, cast

from lastdigit.game.options import NUMERALS, in_base

DIGITS, BASE = 3, 10
"""The size of numbers in the rulebook."""
NAMED = ("hundreds", "tens", "units")
"""The positions of three-digit numbers. In other sizes they are numbered from the left."""
KEPT = 40_000_000
"""The size limit of each cache of prime sets in `_OpenWays`, in bits."""
MOST_BESIDE = 16
"""The approximate number of neighbours of a prime."""
COUNTS = ("no", "one", "two", "three", "four", "five", "six")


class Change(NamedTuple):
    """A move: a position and its new digit."""

    position: str
    digit: int

    def __str__(self) -> str:
        return f"{self.position} {NUMERALS[self.digit]}"


def kind_of(digits: int, base: int) -> str:
    """Return the words for primes of a size.

    >>> kind_of(3, 10), kind_of(4, 16)
    ('three-digit prime', 'four-digit prime in base 16')
    """
    return f"{COUNTS[digits]}-digit prime" + ("" if base == BASE else f" in base {base}")


class Primes:
    """All primes of a size. The moves between them are computed on first use."""

    def __init__(self, digits: int, base: int) -> None:
        self.digits, self.base = digits, base
        low, high = base ** (digits - 1), base**digits
        self.all = tuple(compress(range(low, high), _sieve(high)[low:]))
        self.place = {prime: place for place, prime in enumerate(self.all)}
        self.bits = range(len(self.all) - 1, -1, -1)
        """The bit of each prime in a set of primes, by index. The first prime has the highest."""
        self.whole = (2 << len(self.all)) - 1
        """The set of all primes. An extra top bit, 1 in every set, fixes the length of its text."""
        self.positions = NAMED if digits == DIGITS else tuple(map(str, range(1, digits + 1)))
        self.labels = NAMED if digits == DIGITS else tuple(f"place {one}" for one in self.positions)
        """The names of the positions for display."""
        # Numbers are formatted at every turn, and in base 10 the built-in str is the fastest.
        self.text = cast(Callable[[int], str], str if base == BASE else partial(in_base, base=base))
        """A function that formats a number in the base."""
        self.changes = tuple(
            Change(position, digit) for position in self.positions for digit in range(base)
        )
        self.worths: tuple[int, ...] = tuple(base**power for power in reversed(range(digits)))
        """The place values, from the left."""
        self.span: int = base ** min(2, digits - 1)
        """The numbers in a row of a list or drawing: a hundred, or its counterpart in the base."""
        self.ways = _Ways(self)
        self.formable = _Formable(self)
        self.open_ways = _OpenWays(self)
        self.beside = _Beside(self)
        self.digits_of = _DigitsOf(self)

    def __len__(self) -> int:
        return len(self.all)

    def has(self, some: int, place: int) -> bool:
        """Return whether a set of primes contains the prime with this index."""
        return bool(some >> self.bits[place] & 1)

    @property
    def kind(self) -> str:
        """The words for primes of this size."""
        return kind_of(self.digits, self.base)

    def digit_of(self, number: int, position: str) -> int:
        """Return the digit of a number at a position."""
        return number // self.worths[self.positions.index(position)] % self.base

    def formed(self, number: int, change: Change) -> str:
        """Return the text of a number after a change, including a leading zero."""
        digits = list(self.text(number))
        digits[self.positions.index(change.position)] = NUMERALS[change.digit]
        return "".join(digits)

    def spot(self, prime: int) -> tuple[int, int]:
        """Return the column and row of a prime in a drawing, with a row for each span.

        >>> primes_of(3, 10).spot(101), primes_of(3, 10).spot(997)
        ((0, 0), (38, 8))
        """
        row, rest = divmod(prime, self.span)
        tens, unit = divmod(rest, self.base)
        return len(self._units) * tens + self._units.index(unit), row - self.all[0] // self.span

    @cached_property
    def _units(self) -> list[int]:
        """The last digits that occur in primes."""
        return sorted({prime % self.base for prime in self.all})

    def factors(self, number: int) -> str:
        """Return a number as a product of primes.

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


class _Ways(dict[int, dict[Change, int]]):
    """For each prime, the changes that form another prime, with that prime."""

    def __init__(self, primes: Primes) -> None:
        self._primes = primes

    def __missing__(self, prime: int) -> dict[Change, int]:
        primes, found = self._primes, {}
        changes = iter(primes.changes)
        for worth in primes.worths:
            rest = prime - prime // worth % primes.base * worth
            for digit in range(primes.base):
                # With a leading zero the number is too small to be in `place`.
                change, formed = next(changes), rest + digit * worth
                if formed in primes.place and formed != prime:
                    found[change] = formed
        self[prime] = found
        return found


class _Formable(dict[int, tuple[tuple[Change, int], ...]]):
    """For each prime, the changes that form another prime, with the index of that prime."""

    def __init__(self, primes: Primes) -> None:
        self._primes = primes

    def __missing__(self, prime: int) -> tuple[tuple[Change, int], ...]:
        place = self._primes.place
        self[prime] = tuple(
            (change, place[other]) for change, other in self._primes.ways[prime].items()
        )
        return self[prime]


class _Open(dict[int, tuple[Change, ...]]):
    """The legal changes of one prime, by the bit mask of its unused neighbours."""

    def __init__(self, formed: list[tuple[Change, int]], room: int) -> None:
        self._formed, self._room = formed, room

    def __missing__(self, unused: int) -> tuple[Change, ...]:
        if len(self) > self._room:
            self.clear()
        found = self[unused] = tuple([change for change, one in self._formed if unused & one])
        return found


class _OpenWays(dict[int, tuple[int, _Open]]):
    """For each prime, the bit mask of its neighbours, and the cache of its legal changes.

    The same sets of unused neighbours recur, so most lookups need not test every change.
    """

    def __init__(self, primes: Primes) -> None:
        self._primes, size = primes, len(primes)
        self._rooms = KEPT // size // MOST_BESIDE, KEPT // size**2

    def __missing__(self, prime: int) -> tuple[int, _Open]:
        room, room_each = self._rooms
        if len(self) > room:
            self.clear()
        bits, formable = self._primes.bits, self._primes.formable[prime]
        formed = [(change, 1 << bits[place]) for change, place in formable]
        found = self[prime] = sum(one for _, one in formed), _Open(formed, room_each)
        return found


class _Beside(dict[int, tuple[int, ...]]):
    """For the index of each prime, the indices of its neighbours."""

    def __init__(self, primes: Primes) -> None:
        self._primes = primes

    def __missing__(self, place: int) -> tuple[int, ...]:
        formable = self._primes.formable[self._primes.all[place]]
        self[place] = tuple([other for _, other in formable])
        return self[place]


class _DigitsOf(dict[int, bytes]):
    """For each number, its digits from the left, as in observations."""

    def __init__(self, primes: Primes) -> None:
        self._primes = primes

    def __missing__(self, number: int) -> bytes:
        base = self._primes.base
        self[number] = bytes(number // worth % base for worth in self._primes.worths)
        return self[number]


@lru_cache(maxsize=16)
def primes_of(digits: int, base: int) -> Primes:
    """Return the cached primes of a size."""
    return Primes(digits, base)


def _sieve(up_to: int) -> bytearray:
    """Return a flag for each number below a bound: 1 if it is prime, else 0."""
    prime = bytearray([1]) * up_to
    prime[:2] = b"\0\0"
    for number in range(2, isqrt(up_to - 1) + 1):
        if prime[number]:
            prime[number * number :: number] = bytes(len(range(number * number, up_to, number)))
    return prime
