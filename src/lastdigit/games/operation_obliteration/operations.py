"""The operations of Operation Obliteration: the numbers they suit, their results, and reasons."""

from __future__ import annotations

import enum
from math import isqrt


class Operation(enum.StrEnum):
    """A move. DIVIDE halves in games with one divisor, the others name their divisor."""

    ADD = "add"
    SUBTRACT = "subtract"
    DIVIDE = "divide"
    MULTIPLY = "multiply"
    DIVIDE_2 = "divide-2"
    DIVIDE_3 = "divide-3"
    DIVIDE_5 = "divide-5"
    DIVIDE_7 = "divide-7"


DIVISIONS = {
    Operation.DIVIDE: 2,
    Operation.DIVIDE_2: 2,
    Operation.DIVIDE_3: 3,
    Operation.DIVIDE_5: 5,
    Operation.DIVIDE_7: 7,
}
"""The divisor of each division."""
# The operations in move order, by the allowed sets of divisors.
OPERATIONS: dict[tuple[int, ...], tuple[Operation, ...]] = {
    (2,): (Operation.ADD, Operation.SUBTRACT, Operation.DIVIDE, Operation.MULTIPLY),
    **{
        divisors: (
            *(Operation.ADD, Operation.SUBTRACT, Operation.DIVIDE_2, Operation.MULTIPLY),
            *(Operation(f"divide-{divisor}") for divisor in divisors[1:]),
        )
        for divisors in ((2, 3), (2, 3, 5), (2, 3, 5, 7))
    },
}


def is_prime(number: int) -> bool:
    """Return whether a number is prime."""
    return number > 1 and all(number % divisor for divisor in range(2, isqrt(number) + 1))


def suits(number: int, operation: Operation) -> bool:
    """Return whether an operation is allowed for this kind of number, ignoring the range."""
    if operation in DIVISIONS:
        return number % DIVISIONS[operation] == 0
    if operation is Operation.MULTIPLY:
        return number % 2 == 1
    return is_prime(number)


def wanted(operation: Operation) -> str:
    """Return the kind of number that an operation is for, in words."""
    if operation in DIVISIONS:
        divisor = DIVISIONS[operation]
        return "even numbers" if divisor == 2 else f"multiples of {divisor}"
    return "odd numbers" if operation is Operation.MULTIPLY else "prime numbers"


def result(number: int, operation: Operation) -> int:
    """Apply an operation to a number that it suits."""
    if operation in DIVISIONS:
        return number // DIVISIONS[operation]
    if operation is Operation.MULTIPLY:
        return number * 3 + 1
    return number + 1 if operation is Operation.ADD else number - 1


def why_not(number: int, operation: Operation) -> str:
    """Return a calculation that shows why an operation does not suit a number."""
    if operation in DIVISIONS:
        divisor = DIVISIONS[operation]
        whole, rest = divmod(number, divisor)
        kind = "odd" if divisor == 2 else f"no multiple of {divisor}"
        return f"{number} = {divisor} x {whole} + {rest} is {kind}."
    if operation is Operation.MULTIPLY:
        return f"{number} = 2 x {number // 2} is even."
    if number == 1:
        return "1 is not prime: a prime has exactly two divisors."
    divisor = next(divisor for divisor in range(2, number) if number % divisor == 0)
    return f"{number} = {divisor} x {number // divisor} is not prime."
