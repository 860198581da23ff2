"""Number Morph: change one digit, form a prime nobody has used."""

from lastdigit.games.number_morph.rules import NumberMorph

GAME = NumberMorph
