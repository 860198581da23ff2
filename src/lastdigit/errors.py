"""The exception hierarchy, and helpers that quote untrusted text and suggest corrections.

    LastDigitError
    ├── UsageError            a request for something that does not exist
    │   ├── UnknownGame       no game, or more than one, matches a name
    │   │   └── BrokenGame    a game matches, but its package is broken
    │   ├── OptionError       an option's name or value is not allowed
    │   └── StateSyntaxError  a position's text cannot be parsed
    ├── MoveSyntaxError       a move's text cannot be parsed
    ├── IllegalMove           a move breaks the rules
    ├── WrongMove             a move in a sequence is illegal or cannot be parsed
    ├── TooManyPositions      a game is too large to enumerate its positions
    ├── ExtraError            an optional dependency cannot be used
    │   ├── MissingExtra      it is not installed
    │   └── WrongExtraVersion it is too old or too new
    ├── MatchError            an action is not possible in the current state of a match
    ├── RecordError           a game record is malformed or breaks the rules
    ├── PlayerError           an external player is unavailable
    │   └── BudgetSpent       its token budget is exhausted
    └── StoreError            saved games cannot be read or written
        ├── StoreBusy         another process is writing
        └── Conflict          the saved data changed in the meantime

Four more exceptions are defined next to the code that catches them, and never reach a front end
unhandled: `UnclearAnswer` (invalid input, `game.text`), `NoMove` (a player's failed attempt,
`players.players`), `Refusal` (an API error response, `web.schemas.errors`) and `Forfeit` (an
opponent loses without a valid move, `rl.gymnasium`).

`RenderModeError` (`rl.encoding`) is both an OptionError and a TypeError.

`GameWarning` and `PreferenceWarning` are not errors: the program ignores the game or setting that
it cannot use, and continues.

Messages say what was wrong and what to do instead. Front ends print these messages, and no other
code does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable


class LastDigitWarning(UserWarning):
    """Base class for warnings that a game or setting is ignored because it cannot be used."""


class GameWarning(LastDigitWarning):
    """A game is ignored because it cannot be used."""


class PreferenceWarning(LastDigitWarning):
    """A setting is ignored because its value cannot be used."""


class LastDigitError(Exception):
    """Base class for all errors that this package raises on purpose."""


class UsageError(LastDigitError):
    """A request for something that does not exist."""


class UnknownGame(UsageError):  # noqa: N818 - named for what it says, as IllegalMove is
    """No game, or more than one, matches a name."""


class BrokenGame(UnknownGame):
    """A game matches a name, but its package is broken. The message says why."""


class OptionError(UsageError):
    """An option's name or value is not allowed."""


class StateSyntaxError(UsageError):
    """A position's text cannot be parsed."""


class MoveSyntaxError(LastDigitError):
    """A move's text cannot be parsed."""


class IllegalMove(LastDigitError):  # noqa: N818 - the rulebooks use this term
    """A move breaks the rules. The message is the reason."""


class WrongMove(LastDigitError):  # noqa: N818 - named for what it says
    """A move in a sequence is illegal or cannot be parsed."""

    def __init__(self, index: int, text: str, reason: str) -> None:
        super().__init__(f"move {index + 1}, {quoted(text)}: {reason}")
        self.data = {"move": printable(text), "index": index, "reason": reason}


class TooManyPositions(LastDigitError):  # noqa: N818 - named for what it says
    """A game is too large to enumerate its positions."""


class ExtraError(LastDigitError):
    """An optional dependency cannot be used. The message ends with the command that fixes it.

    `reason` is the message without the command, which may contain local paths. Finding the command
    is slow, so it is deferred to `str(error)`.
    """

    def __init__(self, reason: str, command: Callable[[], str] | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self._command = command

    def __str__(self) -> str:
        return self.reason if self._command is None else f"{self.reason}: {self._command()}"


class MissingExtra(ExtraError):  # noqa: N818 - named for what it says
    """An optional dependency is not installed."""


class WrongExtraVersion(ExtraError):  # noqa: N818 - named for what it says
    """The installed version of an optional dependency is too old or too new."""


class MatchError(LastDigitError):
    """An action is not possible in the current state of a match."""


class RecordError(LastDigitError):
    """A game record is malformed or breaks the rules."""


class PlayerError(LastDigitError):
    """An external player is unavailable. The run stops, because this error is not a failed move."""


class BudgetSpent(PlayerError):  # noqa: N818 - named for what it says
    """An external player's token budget is exhausted."""


class StoreError(LastDigitError):
    """Saved games cannot be read or written."""


class StoreBusy(StoreError):  # noqa: N818 - named for what it says
    """Another process is writing to the saved games."""


class Conflict(StoreError):  # noqa: N818 - named for what it says
    """The saved data changed in the meantime. Reload the data and try again."""


LONGEST_QUOTE = 40


def printable(text: str) -> str:
    """Replace every non-printable character with a question mark."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else "?" for character in text)


def escaped(text: str) -> str:
    r"""Replace every non-printable character with its escape sequence.

    >>> print(escaped("a\x00b"))
    a\x00b
    """
    if text.isprintable():
        return text
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode() for one in text
    )


def quoted_input(text: str) -> str:
    """Quote user input like `quoted`, but with escape sequences, because "?" is a command."""
    if len(text) > LONGEST_QUOTE:
        text = text[:LONGEST_QUOTE] + "..."
    return f'"{escaped(text)}"'


def quoted(text: str) -> str:
    """Quote text for a message: printable, shortened and in quotation marks."""
    if len(text) > LONGEST_QUOTE:
        text = text[:LONGEST_QUOTE] + "..."
    return f'"{printable(text)}"'


def guess(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is most similar to a mistyped word, or None.

    >>> guess("reviw", ["play", "review"])
    'review'
    """
    from difflib import get_close_matches  # slow to import, rarely needed

    return next(iter(get_close_matches(word.lower(), known, 1)), None)
