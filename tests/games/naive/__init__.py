"""Every game a second time, deliberately naive: one module a game, whose `NAIVE` is a NaiveGame."""

import importlib

from lastdigit.testing.naive import NaiveGame


def naive_game(name: str) -> type[NaiveGame]:
    """Return the naive game with this name, or fail with advice on what to write."""
    module = name.replace("-", "_")
    try:
        found: type[NaiveGame] = importlib.import_module(f"{__name__}.{module}").NAIVE
    except (ModuleNotFoundError, AttributeError) as error:
        raise AssertionError(
            f"tests/games/naive/{module}.py has no NAIVE: write {name} a second time there, from "
            "its rulebook, without looking at rules.py, as a NaiveGame of lastdigit.testing.naive"
        ) from error
    return found
