"""A naive primality test."""

from functools import cache


@cache
def is_prime(number: int) -> bool:
    """Return whether the number is prime, by trying every smaller divisor."""
    return number > 1 and all(number % divisor != 0 for divisor in range(2, number))
