"""Digit Dilemma: build a multiple of 7 from a shared pool of digits."""

from lastdigit.games.digit_dilemma.rules import DigitDilemma

GAME = DigitDilemma
