"""Finds the games: every folder here, and every outside package that offers one.

A game is a folder whose `GAME` is a `Game`. Outside ones are offered as entry points of the group
`lastdigit.games`, each named like its game. Only games that are asked for are imported.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from lastdigit.core.game import AnyGame
from lastdigit.core.options import OptionValue
from lastdigit.errors import UnknownGame, guess, quoted

GROUP = "lastdigit.games"


def catalogue() -> dict[str, type[AnyGame]]:
    """Return every game by its name, in alphabetical order."""
    return {name: _load(name) for name in sorted({*_inside(), *_outside()})}


def find(name: str, /, **options: OptionValue) -> AnyGame:
    """Return the game of this name with these rule options, as `find_class` finds it.

    Raises UnknownGame, or OptionError for an option that does not exist or is out of range.
    """
    return find_class(name).of({name.replace("_", "-"): options[name] for name in options})


def find_class(name: str) -> type[AnyGame]:
    """Return the rules that go by a name, in any case, by its words or a unique beginning.

    Raises UnknownGame.
    """
    wanted = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
    if wanted in _inside():  # the usual case, and it need not ask what else is installed
        return _load(wanted)
    names = sorted({*_inside(), *_outside()})
    if wanted in names:
        return _load(wanted)
    matching = [known for known in names if wanted and known.startswith(wanted)]
    if len(matching) == 1:
        return _load(matching[0])
    if matching:
        raise UnknownGame(f"{quoted(name)} could be {' or '.join(matching)}; type more of it.")
    meant = guess(wanted, names)
    if meant is not None:
        raise UnknownGame(f"There is no game {quoted(name)}; did you mean {meant}?")
    raise UnknownGame(f"There is no game {quoted(name)}; there is {', '.join(names)}.")


def shared_rules() -> str:
    """Return the page about what holds in every game."""
    page = pkgutil.get_data(__name__, "every_game.md")
    return page.decode() if page else ""


@cache
def _inside() -> dict[str, str]:
    folders = [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg]
    return {folder.replace("_", "-"): f"{__name__}.{folder}" for folder in folders}


@cache
def _outside() -> dict[str, str]:
    # Imported here: reading what is installed takes longer than everything else at the start.
    from importlib.metadata import entry_points

    return {point.name: point.module for point in entry_points(group=GROUP)}


def _load(name: str) -> type[AnyGame]:
    module = _inside().get(name) or _outside()[name]
    game: type[AnyGame] = importlib.import_module(module).GAME
    return game
