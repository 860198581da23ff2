"""The primes of one size of Number Morph: so many digits in a base, and what one change forms."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from itertools import compress
from math import isqrt
from typing import NamedTuple, cast

from lastdigit.game.options import NUMERALS, in_base

DIGITS, BASE = 3, 10
"""The rulebook's size."""
NAMED = ("hundreds", "tens", "units")
"""What the places of three digits are called; of more or fewer each is a number, from the left."""
KEPT = 40_000_000
"""So many bits are kept of sets of primes: of those beside a prime, of the unused among them."""
MOST_BESIDE = 16
"""So many primes are beside one, about."""
COUNTS = ("no", "one", "two", "three", "four", "five", "six")


class Change(NamedTuple):
    """A move: the position whose digit is replaced, and the new digit."""

    position: str
    digit: int

    def __str__(self) -> str:
        return f"{self.position} {NUMERALS[self.digit]}"


def kind_of(digits: int, base: int) -> str:
    """Return what primes of a size are called.

    >>> kind_of(3, 10), kind_of(4, 16)
    ('three-digit prime', 'four-digit prime in base 16')
    """
    return f"{COUNTS[digits]}-digit prime" + ("" if base == BASE else f" in base {base}")


class Primes:
    """All primes with so many digits in a base; what can be formed is found when it is asked."""

    def __init__(self, digits: int, base: int) -> None:
        self.digits, self.base = digits, base
        low, high = base ** (digits - 1), base**digits
        self.all = tuple(compress(range(low, high), _sieve(high)[low:]))
        self.place = {prime: place for place, prime in enumerate(self.all)}
        self.bits = range(len(self.all) - 1, -1, -1)
        """For every place its bit in a set of primes: read as a number, the first prime's leads."""
        self.whole = (2 << len(self.all)) - 1
        """The set of all, with a bit above them that stands in every set and tells its length."""
        self.positions = NAMED if digits == DIGITS else tuple(map(str, range(1, digits + 1)))
        self.labels = NAMED if digits == DIGITS else tuple(f"place {one}" for one in self.positions)
        """How positions are shown."""
        # Of ten the language's own is the quickest; numbers are written at every turn.
        self.text = cast(Callable[[int], str], str if base == BASE else partial(in_base, base=base))
        """How a number is written."""
        self.changes = tuple(
            Change(position, digit) for position in self.positions for digit in range(base)
        )
        self.worths: tuple[int, ...] = tuple(base**power for power in reversed(range(digits)))
        """What a digit is worth at each place, from the left."""
        self.span: int = base ** min(2, digits - 1)
        """How many numbers make a row of a list: a hundred, or what stands for it."""
        self.ways = _Ways(self)
        self.formable = _Formable(self)
        self.open_ways = _OpenWays(self)
        self.beside = _Beside(self)
        self.digits_of = _DigitsOf(self)

    def __len__(self) -> int:
        return len(self.all)

    def has(self, some: int, place: int) -> bool:
        """Return whether a set of primes has the one at a place."""
        return bool(some >> self.bits[place] & 1)

    @property
    def kind(self) -> str:
        """What is sought, in words."""
        return kind_of(self.digits, self.base)

    def digit_of(self, number: int, position: str) -> int:
        """Return the digit that stands at a position."""
        return number // self.worths[self.positions.index(position)] % self.base

    def formed(self, number: int, change: Change) -> str:
        """Return the text of the number that a change forms, a leading zero included."""
        digits = list(self.text(number))
        digits[self.positions.index(change.position)] = NUMERALS[change.digit]
        return "".join(digits)

    def spot(self, prime: int) -> tuple[int, int]:
        """Return where a prime stands in a picture: a row for each hundred, or what stands for it.

        >>> primes_of(3, 10).spot(101), primes_of(3, 10).spot(997)
        ((0, 0), (38, 8))
        """
        row, rest = divmod(prime, self.span)
        tens, unit = divmod(rest, self.base)
        return len(self._units) * tens + self._units.index(unit), row - self.all[0] // self.span

    @cached_property
    def _units(self) -> list[int]:
        """What a prime can end with."""
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
    """For every prime the changes that form another prime, and which."""

    def __init__(self, primes: Primes) -> None:
        self._primes = primes

    def __missing__(self, prime: int) -> dict[Change, int]:
        primes, found = self._primes, {}
        changes = iter(primes.changes)
        for worth in primes.worths:
            rest = prime - prime // worth % primes.base * worth
            for digit in range(primes.base):
                # A leading zero forms a number that is too small to be among the primes.
                change, formed = next(changes), rest + digit * worth
                if formed in primes.place and formed != prime:
                    found[change] = formed
        self[prime] = found
        return found


class _Formable(dict[int, tuple[tuple[Change, int], ...]]):
    """For every prime the changes that form another, each with that prime's place."""

    def __init__(self, primes: Primes) -> None:
        self._primes = primes

    def __missing__(self, prime: int) -> tuple[tuple[Change, int], ...]:
        place = self._primes.place
        self[prime] = tuple(
            (change, place[other]) for change, other in self._primes.ways[prime].items()
        )
        return self[prime]


class _Open(dict[int, tuple[Change, ...]]):
    """The changes of one prime that form an unused one, by which of those beside it are unused."""

    def __init__(self, formed: list[tuple[Change, int]], room: int) -> None:
        self._formed, self._room = formed, room

    def __missing__(self, unused: int) -> tuple[Change, ...]:
        if len(self) > self._room:
            self.clear()
        found = self[unused] = tuple([change for change, one in self._formed if unused & one])
        return found


class _OpenWays(dict[int, tuple[int, _Open]]):
    """For every prime those beside it, as bits, and what is open when some of them are unused.

    Games come to the same questions again, and are answered without a look at every change.
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
    """For the place of every prime the places of those that one change forms."""

    def __init__(self, primes: Primes) -> None:
        self._primes = primes

    def __missing__(self, place: int) -> tuple[int, ...]:
        formable = self._primes.formable[self._primes.all[place]]
        self[place] = tuple([other for _, other in formable])
        return self[place]


class _DigitsOf(dict[int, bytes]):
    """For every number its digits, from the left, as observations have them."""

    def __init__(self, primes: Primes) -> None:
        self._primes = primes

    def __missing__(self, number: int) -> bytes:
        base = self._primes.base
        self[number] = bytes(number // worth % base for worth in self._primes.worths)
        return self[number]


@lru_cache(maxsize=16)
def primes_of(digits: int, base: int) -> Primes:
    """Return the primes of a size."""
    return Primes(digits, base)


def _sieve(up_to: int) -> bytearray:
    """Return for every number below a bound whether it is prime."""
    prime = bytearray([1]) * up_to
    prime[:2] = b"\0\0"
    for number in range(2, isqrt(up_to - 1) + 1):
        if prime[number]:
            prime[number * number :: number] = bytes(len(range(number * number, up_to, number)))
    return prime
