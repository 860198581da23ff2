"""Digit Duel: subtract your digits from the opponent's number."""

from lastdigit.games.digit_duel.rules import DigitDuel

GAME = DigitDuel
