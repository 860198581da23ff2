"""Compiles the one loop for one game: its functions and constants take the place of names.

Constants are known to the compiler, so that a loop over three digits is no loop. What was compiled
is kept under a name that tells all it was made from, so that nothing stale is ever loaded.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, NamedTuple, cast

from numba import njit

from lastdigit.batch import loop
from lastdigit.game.kernel import Function, Kernel, worth
from lastdigit.solver.tables import announce, is_compiled


class Compiled(NamedTuple):
    """What all games of a batch are asked at once."""

    reset: Callable[..., bool]
    step: Callable[..., bool]


def compiled_loop(kernel: Kernel, constants: Mapping[str, int], what: str) -> Compiled:
    """Return the loop for a game, `what` it is for; it is compiled when it is first called."""
    rate, weigh = kernel.rate or _unrated, kernel.weigh or _unweighed
    functions = (
        worth,
        *kernel.helpers,
        *(kernel.begin, kernel.play, kernel.show, rate, weigh),
        *(loop.draw, loop.choose, loop.renew),
    )
    scope: dict[str, Any] = {**kernel.constants, **constants}
    name = _digest(functions, scope)
    if not is_compiled(loop.__name__, f"loop.step_{name}*"):
        announce(what)
    for function in functions:
        called = {rate: "rate", weigh: "weigh"}.get(function, function.__name__)
        scope[called] = njit(error_model="numpy", forceinline=True)(_with(function, scope, name))
    keep = njit(cache=True, nogil=True, error_model="numpy")
    reset, step = (keep(_with(function, scope, name)) for function in (loop.reset, loop.step))
    return Compiled(reset, step)


def _with(function: Function, scope: Mapping[str, Any], name: str) -> FunctionType:
    """Return a function whose global names stand for something else."""
    plain = cast(FunctionType, function)
    made = FunctionType(plain.__code__, {**plain.__globals__, **scope}, plain.__name__)
    made.__qualname__ = f"{plain.__name__}_{name}"
    return made


def _digest(functions: tuple[Function, ...], constants: Mapping[str, int]) -> str:
    """Return a name for these functions with these constants, short enough for a file."""
    told = hashlib.sha256(repr(sorted(constants.items())).encode())
    for function in functions:
        told.update(inspect.getsource(inspect.getmodule(function) or function).encode())
    return told.hexdigest()[:16]


def _unrated(
    tables: Any,  # noqa: ARG001 - it stands where a game's own would
    solved: Any,  # noqa: ARG001
    state: Any,  # noqa: ARG001
    observation: Any,  # noqa: ARG001
    game: int,  # noqa: ARG001
    action: int,  # noqa: ARG001
) -> int:
    """Stand for the worth of moves in a game that nobody has rated."""
    return 0


def _unweighed(
    tables: Any,
    solved: Any,
    state: Any,
    observation: Any,
    game: int,
) -> None:
    """Stand for what is worked out before moves are rated, in a game that looks them up."""
