"""Players other than people: built-in computers, programs, Python functions and language models.

All names that this package exports are public. The module `prompt` writes prompts for language
models and parses their replies.
"""

from typing import TYPE_CHECKING

from lastdigit.players.builtin import COMPUTERS, Computer
from lastdigit.players.players import (
    DEFAULT_SETTINGS,
    Agent,
    BuiltInAgent,
    Reply,
    Settings,
    check_kind,
    find_computer,
    kinds,
    play_game,
)

if TYPE_CHECKING:
    from lastdigit.players import prompt

__all__ = [
    "COMPUTERS",
    "DEFAULT_SETTINGS",
    "Agent",
    "BuiltInAgent",
    "Computer",
    "Reply",
    "Settings",
    "check_kind",
    "find_computer",
    "kinds",
    "play_game",
    "prompt",
]
