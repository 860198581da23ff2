"""Countdown: a toy game as a stranger would add one, in a package of their own."""

from lastdigit_countdown.rules import Countdown

GAME = Countdown
