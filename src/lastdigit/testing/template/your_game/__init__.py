"""Your Game: count a shared number down; whoever reaches zero wins."""

from lastdigit.game.declaration import Declaration

GAME = Declaration(
    __name__,
    rules="rules:YourGame",
    text="dialogue:YourGameDialogue",
    checker="checker:YourGame",
)
