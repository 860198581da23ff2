"""Beads: a game whose rows are unlike those of the five games, to try the page with."""

from lastdigit.game.declaration import Declaration

GAME = Declaration(
    __name__, rules="rules:Beads", text="dialogue:BeadsDialogue", theme="identity:IDENTITY"
)
