"""Countdown: a toy game as a stranger would add one, in a package of their own."""

from lastdigit.game.declaration import Declaration

GAME = Declaration(__name__, rules="rules:Countdown", text="dialogue:CountdownDialogue")
