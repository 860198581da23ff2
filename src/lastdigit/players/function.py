"""A function of Python on a seat: `py:MODULE:FUNCTION`, in this very process.

So a policy of any library sits in the arena, the exam and the environments without a program of
its own. It is called as `function(game, state, random)` and returns a move: its exact text, or the
number of its action. The working folder is searched for the module, too.
"""

from __future__ import annotations

import importlib
import operator
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from lastdigit.errors import PlayerError, UsageError, quoted
from lastdigit.game.game import AnyGame, State
from lastdigit.players.names import function_name
from lastdigit.players.seats import Garbage

Policy = Callable[[AnyGame, State, Random], Any]


def find_function(detail: str) -> Policy:
    """Return the function that `MODULE:FUNCTION` names; raises UsageError."""
    module, _, name = function_name(detail).partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = getattr(importlib.import_module(module), name)
    except Exception as error:  # whatever somebody else's module does when it is loaded
        raise UsageError(
            f"{quoted(detail)} cannot be loaded: {type(error).__name__}: {error}."
        ) from error
    if not callable(found):
        raise UsageError(f"{quoted(detail)} is no function.")
    policy: Policy = found
    return policy


class PythonFunction:
    """A computer that asks somebody's function."""

    about = "asks a function of yours"

    def __init__(self, detail: str) -> None:
        self._detail = detail
        self._policy = find_function(detail)

    def choose(self, game: AnyGame, state: State, random: Random) -> str:
        """Return the text of its move; raises Garbage for what is no move, and PlayerError."""
        try:
            answer = self._policy(game, state, random)
        except Exception as error:  # whatever somebody else's function does
            raise PlayerError(
                f"py:{self._detail} failed: {type(error).__name__}: {error}."
            ) from error
        if isinstance(answer, str):
            return answer
        try:
            return game.format_move(game.all_moves()[operator.index(answer)])
        except (TypeError, IndexError):
            raise Garbage(
                f"{answer!r} is no move: a function returns its text or the number of its action."
            ) from None

    def __reduce__(self) -> tuple[type[PythonFunction], tuple[str]]:
        """Let a copy find the function again by its name."""
        return PythonFunction, (self._detail,)
