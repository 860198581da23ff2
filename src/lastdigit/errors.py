"""Everything that can go wrong, as one tree, and how doubtful text is quoted and guessed at.

    LastDigitError
    ├── UsageError            asked for something that does not exist; ask differently
    │   ├── UnknownGame       no game, or more than one, goes by that name
    │   │   └── BrokenGame    one does, and it cannot be used
    │   ├── OptionError       an option's name or value is not allowed
    │   └── StateSyntaxError  a position's text cannot be read
    ├── MoveSyntaxError       a move's text cannot be read
    ├── IllegalMove           the move can be read, but the rules object
    ├── WrongMove             one of several moves is not allowed or cannot be read
    ├── TooManyPositions      a game is too large to be solved position by position
    ├── ExtraError            an optional dependency cannot be used
    │   ├── MissingExtra      it is not installed
    │   └── WrongExtraVersion it is too old or too new
    ├── MatchError            not possible at this point of the match
    ├── RecordError           a record is broken, or does not follow from the rules
    ├── PlayerError           an outside player cannot be asked, through no fault of its play
    │   └── BudgetSpent       it has used up its tokens
    └── StoreError            the kept games cannot be read or written
        ├── StoreBusy         somebody else is writing just now
        └── Conflict          somebody else has kept something in its place

Four more stand where they are caught, and never reach a front door as they are: `UnclearAnswer`
(an answer to be asked again, `game.text`), `NoMove` (a player's failed try, `players.seats`),
`Refusal` (what the API answers, `web.schema.refusals`), `Forfeit` (an opponent's, `adapters`).

`RenderModeError` (`adapters.episode`) is both an OptionError and a TypeError.

`GameWarning` and `PreferenceWarning` are no errors: a game or a preference that cannot be used is
left out, and everything else goes on.

Messages say what was wrong and what to do instead. They are printed at a front door only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable


class LastDigitWarning(UserWarning):
    """Something that cannot be used is left out."""


class GameWarning(LastDigitWarning):
    """A game cannot be used, and is left out."""


class PreferenceWarning(LastDigitWarning):
    """A preference cannot be used, and is left out."""


class LastDigitError(Exception):
    """Anything that this package raises on purpose."""


class UsageError(LastDigitError):
    """Asked for something that does not exist."""


class UnknownGame(UsageError):  # noqa: N818 - named for what it says, as IllegalMove is
    """No game, or more than one, goes by that name."""


class BrokenGame(UnknownGame):
    """A game that goes by that name cannot be used; the message says why."""


class OptionError(UsageError):
    """An option's name or value is not allowed."""


class StateSyntaxError(UsageError):
    """A position's text cannot be read."""


class MoveSyntaxError(LastDigitError):
    """A move's text cannot be read."""


class IllegalMove(LastDigitError):  # noqa: N818 - the rulebooks' own word
    """The move can be read, but the rules object; the message is their reason."""


class WrongMove(LastDigitError):  # noqa: N818 - named for what it says
    """One of several moves is not allowed, or cannot be read."""

    def __init__(self, index: int, text: str, reason: str) -> None:
        super().__init__(f"move {index + 1}, {quoted(text)}: {reason}")
        self.data = {"move": printable(text), "index": index, "reason": reason}


class TooManyPositions(LastDigitError):  # noqa: N818 - named for what it says
    """A game is too large to be solved position by position."""


class ExtraError(LastDigitError):
    """An optional dependency cannot be used; the message ends with what to type.

    `reason` is the message without that: the command may name folders of this machine, and it is
    looked up only when the message is read.
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
    """An optional dependency is installed in a version that does not work."""


class MatchError(LastDigitError):
    """Not possible at this point of the match."""


class RecordError(LastDigitError):
    """A record is broken, or does not follow from the rules."""


class PlayerError(LastDigitError):
    """An outside player cannot be asked, through no fault of its play: the run stops."""


class BudgetSpent(PlayerError):  # noqa: N818 - named for what it says
    """An outside player has used up its tokens."""


class StoreError(LastDigitError):
    """The kept games cannot be read or written."""


class StoreBusy(StoreError):  # noqa: N818 - named for what it says
    """Somebody else is writing to the kept games just now."""


class Conflict(StoreError):  # noqa: N818 - named for what it says
    """Somebody else has kept something in its place: look again at how things stand."""


LONGEST_QUOTE = 40


def printable(text: str) -> str:
    """Return the text with every character that could steer a screen shown as a question mark."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else "?" for character in text)


def escaped(text: str) -> str:
    r"""Return the text with every character that could steer a screen as an escape.

    >>> print(escaped("a\x00b"))
    a\x00b
    """
    if text.isprintable():
        return text
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode() for one in text
    )


def quoted_input(text: str) -> str:
    """Return what a player typed, as `quoted` does but with escapes: "?" is a command."""
    if len(text) > LONGEST_QUOTE:
        text = text[:LONGEST_QUOTE] + "..."
    return f'"{escaped(text)}"'


def quoted(text: str) -> str:
    """Return the text fit to stand in a message: printable, not endless, in quotation marks."""
    if len(text) > LONGEST_QUOTE:
        text = text[:LONGEST_QUOTE] + "..."
    return f'"{printable(text)}"'


def guess(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that was probably meant, or None.

    >>> guess("reviw", ["play", "review"])
    'review'
    """
    from difflib import get_close_matches  # only somebody who mistyped waits for it

    return next(iter(get_close_matches(word.lower(), known, 1)), None)
