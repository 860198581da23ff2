"""Your Game: count a shared number down; whoever reaches zero wins."""

from lastdigit.testing.template.your_game.rules import YourGame

GAME = YourGame
