"""The user's settings, in one JSON file: name, level, colour and voice (the style of the text).

A setting is the default for a command that does not specify a value.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, NamedTuple

from lastdigit.errors import LastDigitError, OptionError, PreferenceWarning, guess, quoted
from lastdigit.system import config_folder, write_atomically

if TYPE_CHECKING:
    from pathlib import Path

COLOURS = ("auto", "always", "never")


class Settings(NamedTuple):
    """The user's settings: name, computer level, use of colour, and text style."""

    name: str | None = None
    level: str | None = None
    color: str = "auto"
    voice: str = "auto"


class Setting(NamedTuple):
    """The description of one setting: its meaning, allowed values and default."""

    about: str
    allowed: Callable[[], Collection[str]] | None
    """A function that returns the allowed values, or None if any name is allowed."""
    default: str


def load_settings() -> Settings:
    """Load the user's settings. Ignore invalid settings, and issue a warning for each."""
    try:
        found = read()
    except LastDigitError as error:  # a game can be played without settings
        warnings.warn(f"{error} It is ignored.", PreferenceWarning, stacklevel=2)
        return Settings()
    values = {}
    for key, value in found.items():
        try:
            values[key] = validate(key, value)
        except LastDigitError as error:
            warnings.warn(f"{path()}: {error} It is ignored.", PreferenceWarning, stacklevel=2)
    return Settings(**values)


def path() -> Path:
    """Return the path of the settings file. Raise LastDigitError if there is no home folder."""
    folder = config_folder()
    if folder is None:
        raise LastDigitError("No home folder was found for settings. Set XDG_CONFIG_HOME.")
    return folder / "config.json"


def read() -> dict[str, object]:
    """Return the content of the settings file without validating it, or {} if there is no file.

    Raise LastDigitError if the file cannot be read or parsed.
    """
    file = path()
    try:
        content = file.read_text(encoding="utf-8")
        import json  # imported late, because most users have no settings file

        found = json.loads(content)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise LastDigitError(f"{file} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise LastDigitError(
            f"{file} is damaged: it must be a JSON object. Fix or delete this file."
        )
    return found


def validate(key: str, value: object) -> str:
    """Check a value for a setting and return it. Raise LastDigitError if the value is invalid."""
    setting = KEYS[check_key(key)]
    if not isinstance(value, str):
        raise OptionError(f"{key} must be a string.")
    if setting.allowed is None:
        return _validate_name(value)
    allowed = setting.allowed()
    if value not in allowed:
        raise OptionError(f"{key} must be one of {', '.join(allowed)}, not {quoted(value)}.")
    return value


def check_key(key: str) -> str:
    """Return the name of a setting unchanged. Raise OptionError if there is no such setting."""
    if key in KEYS:
        return key
    meant = guess(key, KEYS)
    advice = f"The settings are {', '.join(KEYS)}." if meant is None else f"Did you mean {meant}?"
    raise OptionError(f"There is no setting {quoted(key)}. {advice}")


def save_setting(key: str, value: str | None) -> None:
    """Save a setting, or delete it if the value is None.

    Raise LastDigitError and change nothing if the setting cannot be saved.
    """
    import json

    values = read()
    values.pop(check_key(key), None)
    if value is not None:
        values[key] = validate(key, value)
    file = path()
    content = json.dumps(values, indent=2, ensure_ascii=False) + "\n"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file.resolve(), content.encode())  # the file may be a symbolic link
    except OSError as error:
        raise LastDigitError(f"{file} cannot be written: {error.strerror}.") from None


def _validate_name(value: str) -> str:
    from lastdigit.game.game import DEFAULT_NAMES
    from lastdigit.game.text import COMPUTER
    from lastdigit.match.record import checked_name

    name = checked_name(value)
    if name in (*DEFAULT_NAMES, COMPUTER):
        raise OptionError(f"{quoted(name)} is the name of another player. Choose another name.")
    return name


def _levels() -> Collection[str]:
    from lastdigit.players import COMPUTERS

    return COMPUTERS


def _voices() -> Collection[str]:
    from lastdigit.match.narration import Voice

    return [voice.value for voice in Voice]


KEYS = {
    "name": Setting("your name", None, "Player 1"),
    "level": Setting(
        "level of the computer, if you name no player",
        _levels,
        "easy in the menu and on the full screen, two players in play",
    ),
    "color": Setting("like --color: auto, always or never", lambda: COLOURS, "auto"),
    "voice": Setting("like --voice: auto, plain or rulebook", _voices, "auto"),
}
