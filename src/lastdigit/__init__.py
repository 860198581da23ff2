"""Last Digit: five two-player number games, rulebook-exact. This is the front door."""

from lastdigit.core.game import Game
from lastdigit.core.values import Outcome, Seat
from lastdigit.errors import (
    IllegalMove,
    LastDigitError,
    MoveSyntaxError,
    OptionError,
    StateSyntaxError,
    UnknownGame,
)
from lastdigit.games import catalogue, find
from lastdigit.system import package_version

__version__ = package_version()

__all__ = [
    "Game",
    "IllegalMove",
    "LastDigitError",
    "MoveSyntaxError",
    "OptionError",
    "Outcome",
    "Seat",
    "StateSyntaxError",
    "UnknownGame",
    "__version__",
    "catalogue",
    "find",
]
