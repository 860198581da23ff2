"""Your Game: count a shared number down. The player who reaches zero wins."""

from lastdigit.game.declaration import Declaration

GAME = Declaration(
    __name__,
    rules="rules:YourGame",
    text="text:YourGameText",
    checker="checker:YourGame",
)
