"""The command about what a player prefers: `config`."""

from __future__ import annotations

from lastdigit import preferences
from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words
from lastdigit.errors import LastDigitError, printable


def config_parser() -> Parser:
    """Return the parser of `config`."""
    keys = "\n".join(f"  {key:6} {one.about}" for key, one in preferences.KEYS.items())
    parser = parsers.command_parser(
        "config",
        "Show what you prefer, or one of it, or change it. An option given to a command\n"
        f"overrides it.\n\nkeys:\n{keys}",
        "lastdigit config color never",
        takes="[KEY [VALUE]]",
    )
    parser.add_argument("key", nargs="?", metavar="KEY", help="what to tell or to change")
    parser.add_argument("value", nargs="?", metavar="VALUE", help="what it is from now on")
    parser.add_argument("--unset", action="store_true", help="go back to what is usual")
    return parser


def config(words: Words) -> int:
    parser = config_parser()
    arguments = parser.parse(words)
    key, value = arguments.key, arguments.value
    if arguments.unset and (key is None or value is not None):
        parser.error("--unset takes a KEY, and no VALUE")
    if arguments.unset or value is not None:
        preferences.prefer(key, value)
    if key is None:
        print(_all_text())
    elif arguments.unset or value is not None:
        print(f"{key} is now {_value(key)}.")
    else:
        print(_value(key))
    return 0


def _value(key: str) -> str:
    """Return the saved value or the default; raises LastDigitError if the saved one is wrong."""
    kept = preferences.read()
    if preferences.known_key(key) not in kept:
        return _default(key)
    return preferences.checked(key, kept[key])


def _default(key: str) -> str:
    return f"{preferences.KEYS[key].default} (default)"


def _all_text() -> str:
    """Return every key with its value, and where they are saved; a wrong value has its error."""
    kept = preferences.read()
    lines = [f"{key:6} {_default(key)}" for key in preferences.KEYS if key not in kept]
    for key, value in kept.items():
        try:
            lines.append(f"{key:6} {preferences.checked(key, value)}")
        except LastDigitError as error:
            lines.append(printable(f"{key:6} (left out) {error}"))
    return "\n".join([*sorted(lines), "", f"Saved in {preferences.path()}"])
