"""Find games by name: the built-in games, and games that other installed packages register.

Other packages register games as entry points in the group `lastdigit.games`. A game that cannot be
imported does not affect the other games.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import warnings
from collections.abc import Callable, Collection
from functools import cache, partial
from pathlib import Path, PurePath
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from lastdigit.errors import BrokenGame, GameWarning, UnknownGame, UsageError, guess, quoted
from lastdigit.game.declaration import Declaration, Part
from lastdigit.game.game import AnyGame, Game
from lastdigit.game.options import OptionValue
from lastdigit.game.text import Dialogue

T = TypeVar("T")

GROUP = "lastdigit.games"
"""The entry-point group in which other packages register games."""
DECLARED = ("name", "title", "summary", "version", "presets", "example_state")
"""The attributes that every subclass of `Game` must define."""


def catalogue() -> dict[str, type[AnyGame]]:
    """Return the classes of all games, keyed by name, in alphabetical order.

    Leave out games that cannot be loaded, and issue a GameWarning with the reason.
    """
    games = {}
    for sentence in _outside().clashes:
        warnings.warn(sentence, GameWarning, stacklevel=2)
    for name in _names():
        try:
            games[name] = _load(name)
        except BrokenGame as broken:
            warnings.warn(str(broken), GameWarning, stacklevel=2)
    return games


def find(name: str, /, **options: OptionValue) -> AnyGame:
    """Return the game with this name and these rule options.

    Raise UnknownGame if no game has this name, BrokenGame if the game cannot be loaded, and
    OptionError if an option does not exist or its value is not allowed.
    """
    return find_class(name).of({name.replace("_", "-"): options[name] for name in options})


def as_game(game: AnyGame | str) -> AnyGame:
    """Return `game` itself if it is a game, or the game with this name if it is a string.

    Raise UnknownGame if no game has this name, BrokenGame if the game cannot be loaded, and
    UsageError if `game` is neither a game nor a string.
    """
    if isinstance(game, str):
        return find(game)
    if not isinstance(game, Game):
        raise UsageError(
            f"{game!r} is not a game. Pass a name such as {_names()[0]!r}, or the result of "
            "lastdigit.find."
        )
    return game


def find_class(name: str) -> type[AnyGame]:
    """Return the class of the game with this name.

    Case does not matter, and the beginning of a word is enough: "dil" finds "digit-dilemma".
    Raise UnknownGame unless exactly one game matches, and BrokenGame if the game cannot be loaded.
    """
    if not isinstance(name, str):
        raise UnknownGame(
            f"{name!r} is not the name of a game. Pass a string such as {_names()[0]!r}."
        )
    wanted = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
    if wanted in _inside():  # the usual case, which skips the slow search for other packages
        return _load(wanted)
    names = _names()
    if wanted in names:
        return _load(wanted)
    matching = [known for known in names if wanted and known.startswith(wanted)] or [
        known for known in names if wanted and f"-{wanted}" in known
    ]
    if len(matching) == 1:
        return _load(matching[0])
    if matching:
        raise UnknownGame(
            f"{quoted(name)} could be {' or '.join(matching)}. Type more of the name."
        )
    meant = guess(wanted, names)
    if meant is not None:
        raise UnknownGame(f"There is no game {quoted(name)}. Did you mean {meant}?")
    raise UnknownGame(f"There is no game {quoted(name)}. The games are {', '.join(names)}.")


def shared_rules() -> str:
    """Return the page with the rules that all games share, as Markdown."""
    page = pkgutil.get_data(__name__, "every_game.md")
    return page.decode() if page else ""


def _names() -> list[str]:
    return sorted({*_inside(), *_outside().modules})


@cache
def _inside() -> dict[str, str]:
    folders = [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg]
    return {folder.replace("_", "-"): f"{__name__}.{folder}" for folder in folders}


class Offers(NamedTuple):
    """The games that other installed packages register.

    `modules` maps the name of a game to the name of its module. `clashes` has a warning for each
    name that is registered more than once.
    """

    modules: dict[str, str]
    clashes: list[str]


@cache
def _outside() -> Offers:
    if not any(GROUP in _offers_in(folder) for folder in sys.path):
        return Offers({}, [])
    # Imported here because it takes longer than everything else at startup.
    from importlib.metadata import entry_points

    modules: dict[str, str] = {}
    clashes = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.module):
        if point.name in _inside() or modules.setdefault(point.name, point.module) != point.module:
            clashes.append(
                f"The package {point.module} offers a game {point.name}, but there is already "
                "another game with this name, which is used instead."
            )
    return Offers(modules, clashes)


def _offers_in(folder: str) -> str:
    """Return the `entry_points.txt` files of all packages installed in a folder, joined as text."""
    files = Path(folder).glob("*-info/entry_points.txt")
    return "\n".join(file.read_text(errors="replace") for file in files)


def _load(name: str) -> type[AnyGame]:
    """Return the class of the game with this exact name. Raise BrokenGame if loading fails."""
    found = _game_or_fault(name)
    if isinstance(found, str):
        raise BrokenGame(found)
    return found


@cache
def _game_or_fault(name: str) -> type[AnyGame] | str:
    """Return the class of the game with this exact name, or the reason why it cannot be loaded."""
    # Returning the reason instead of raising an exception lets the cache store failures too.
    module = _inside().get(name) or _outside().modules[name]
    try:
        declared = _declaration_in(_attempt(partial(importlib.import_module, module)))
        is_outside = name not in _inside()
        if is_outside:  # tests check the built-in games, and the static site omits some parts
            declared.check()
        game = _game_of(declared, name)
        if is_outside:
            _check_parts(game, declared)
    except BrokenGame as broken:
        return f"The game {name} of the package {module} {broken}."
    return game


def _attempt(action: Callable[[], T]) -> T:
    """Call a function that runs code from a game's package, and return the result.

    Raise BrokenGame if the call raises any exception.
    """
    try:
        return action()
    except BrokenGame:
        raise
    except (Exception, SystemExit) as error:
        import traceback  # slow to import, and only needed here

        frames = traceback.extract_tb(error.__traceback__)
        place = f"{PurePath(frames[-1].filename).name}, line {frames[-1].lineno}"
        if isinstance(error, SyntaxError):
            place = f"{PurePath(error.filename or '').name}, line {error.lineno}"
        raise BrokenGame(
            f"cannot be imported: {error} ({type(error).__name__}, {place})"
        ) from error


def _declaration_in(module: ModuleType) -> Declaration:
    """Return the variable `GAME` of a module. Raise BrokenGame if `GAME` is not a Declaration."""
    declared = getattr(module, "GAME", None)
    if isinstance(declared, Declaration):
        return declared
    if isinstance(declared, type) and issubclass(declared, Game):
        raise BrokenGame(
            "was written for an older version of lastdigit: in its __init__.py, replace GAME = "
            f"{declared.__name__} by GAME = Declaration(__name__, rules="
            f'"rules:{declared.__name__}", text="dialogue:...") and name its other parts there '
            "(lastdigit.game.declaration)"
        )
    raise BrokenGame("has no GAME. Declare GAME = Declaration(__name__, ...) in its __init__.py")


def _game_of(declared: Declaration, name: str) -> type[AnyGame]:
    """Load the class of a game, and check that it is complete and has the right name.

    Raise BrokenGame if the class fails this check.
    """
    game: type[AnyGame] = _loaded(declared, "rules", Game)
    missing = {field for field in DECLARED if not hasattr(game, field)}
    _refuse_missing({*game.__abstractmethods__, *missing}, "")
    if game.name != name:
        raise BrokenGame(
            f"has the name {quoted(game.name)}, which must be the same as its entry point"
        )
    try:
        game.of({})
    except Exception as error:
        raise BrokenGame(f"cannot be created: {error}") from error
    return game


def _check_parts(game: type[AnyGame], declared: Declaration) -> None:
    """Raise BrokenGame if a game has no messages or no rulebook, or an invalid solver or theme."""
    _refuse_missing(_loaded(declared, "text", Dialogue).__abstractmethods__, " in its text")
    try:
        page = game.rulebook()
    except OSError:
        page = ""
    if not page:
        raise BrokenGame("has no rulebook.md, or an empty one")
    from lastdigit.game.theme import Theme
    from lastdigit.solver import Solver

    if declared.offers("solver"):
        _loaded(declared, "solver", Solver)
    if declared.offers("theme") and not isinstance(_load_part(declared, "theme"), Theme):
        raise BrokenGame(f"declares theme={declared.theme!r}, which is not a Theme")


# `kind` is Any because mypy does not accept abstract classes as type[T].
def _loaded(declared: Declaration, part: Part, kind: Any) -> Any:
    """Load one part of a game, such as its rules or its solver, and return the class.

    Raise BrokenGame if the part cannot be imported or does not inherit from `kind`.
    """
    found = _load_part(declared, part)
    if not (isinstance(found, type) and issubclass(found, kind)):
        raise BrokenGame(
            f"declares {part}={getattr(declared, part)!r}, which does not inherit from "
            f"{kind.__name__}"
        )
    return found


def _load_part(declared: Declaration, part: Part) -> Any:
    return _attempt(partial(declared.load, part))


def _refuse_missing(names: Collection[str], where: str) -> None:
    if names:
        raise BrokenGame(f"lacks {', '.join(sorted(names))}{where}")
