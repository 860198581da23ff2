"""Digit Poison: append a digit, but never make the number divisible."""

from lastdigit.games.digit_poison.rules import DigitPoison

GAME = DigitPoison
