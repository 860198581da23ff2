"""What a player prefers, in one small file: name, level, colour, voice.

It is only what holds where nothing else is said. `load_preferences` is for whoever begins a game;
what is wrong in the file is a warning to them, because a game can be played all the same.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from lastdigit.errors import LastDigitError, OptionError, PreferenceWarning, guess, quoted
from lastdigit.system import config_folder, write_whole

COLOURS = ("auto", "always", "never")


class Preferences(NamedTuple):
    """What holds where nothing else is said."""

    name: str | None = None
    level: str | None = None
    color: str = "auto"
    voice: str = "auto"


class Preference(NamedTuple):
    """One of them: what it is about, what it can be (None is any name), and what is the default."""

    about: str
    allowed: Callable[[], Collection[str]] | None
    default: str


def load_preferences() -> Preferences:
    """Return what is preferred; whatever cannot be used is left out with a PreferenceWarning."""
    try:
        found = read()
    except LastDigitError as error:
        warnings.warn(f"{error} It is left out.", PreferenceWarning, stacklevel=2)
        return Preferences()
    values = {}
    for key, value in found.items():
        try:
            values[key] = checked(key, value)
        except LastDigitError as error:
            warnings.warn(f"{path()}: {error} It is left out.", PreferenceWarning, stacklevel=2)
    return Preferences(**values)


def path() -> Path:
    """Return where preferences are kept; raises LastDigitError where there is no home."""
    folder = config_folder()
    if folder is None:
        raise LastDigitError("There is no home folder for preferences; set XDG_CONFIG_HOME.")
    return folder / "config.json"


def read() -> dict[str, object]:
    """Return what the file says, be it right or wrong; raises LastDigitError if it says nothing."""
    import json  # here and below, because most often there is no such file

    file = path()
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise LastDigitError(f"{file} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise LastDigitError(f"{file} is damaged: it must be a JSON object. Mend or delete it.")
    return found


def checked(key: str, value: object) -> str:
    """Return a value as it is kept; raises LastDigitError for a wrong one, or an unknown key."""
    preference = KEYS[known_key(key)]
    if not isinstance(value, str):
        raise OptionError(f"{key} must be a text.")
    if preference.allowed is None:
        return _checked_name(value)
    allowed = preference.allowed()
    if value not in allowed:
        raise OptionError(f"{key} must be {', '.join(allowed)}; {quoted(value)} is none of them.")
    return value


def known_key(key: str) -> str:
    """Return a key that there is; raises OptionError."""
    if key in KEYS:
        return key
    meant = guess(key, KEYS)
    advice = f"there is {', '.join(KEYS)}." if meant is None else f"did you mean {meant}?"
    raise OptionError(f"There is no preference {quoted(key)}; {advice}")


def prefer(key: str, value: str | None) -> None:
    """Keep a preference, or none any more; raises LastDigitError, and then changes nothing."""
    import json

    kept = read()
    kept.pop(known_key(key), None)
    if value is not None:
        kept[key] = checked(key, value)
    file = path()
    content = json.dumps(kept, indent=2, ensure_ascii=False) + "\n"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file.resolve(), content.encode())  # it may be a link to where others keep it
    except OSError as error:
        raise LastDigitError(f"{file} cannot be written: {error.strerror}.") from None


def _checked_name(value: str) -> str:
    from lastdigit.game.game import DEFAULT_NAMES
    from lastdigit.game.text import COMPUTER
    from lastdigit.match.record import checked_name

    name = checked_name(value)
    if name in (*DEFAULT_NAMES, COMPUTER):
        raise OptionError(f"{quoted(name)} is how others are called; choose another name.")
    return name


def _levels() -> Collection[str]:
    from lastdigit.players import COMPUTERS

    return COMPUTERS


def _voices() -> Collection[str]:
    from lastdigit.match.narration import Voice

    return [voice.value for voice in Voice]


KEYS = {
    "name": Preference("how you are called", None, "Player 1"),
    "level": Preference(
        "who plays against you where nobody is named",
        _levels,
        "easy in the menu and tui, two players in play",
    ),
    "color": Preference("as --color: auto, always or never", lambda: COLOURS, "auto"),
    "voice": Preference("as --voice: auto, plain or rulebook", _voices, "auto"),
}
