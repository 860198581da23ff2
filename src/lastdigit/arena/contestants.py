"""Who takes part: players by name, what they are, and what is said of them in a report."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from lastdigit.errors import LastDigitError, UsageError, quoted
from lastdigit.players import COMPUTERS, HUMAN, checked_kind
from lastdigit.players.levels import Level
from lastdigit.players.seating import Settings, seated
from lastdigit.record import LONGEST_NAME, checked_name


@dataclass(frozen=True)
class Contestant:
    """A player who takes part, by a name of its own."""

    name: str
    who: str


def contestants(text: str) -> tuple[Contestant, ...]:
    """Return the players that a list names: WHO or NAME=WHO, with commas between.

    One that has a comma in it is put in double quotes, as in CSV. Who stands twice gets a number.
    Raises UsageError.

    >>> [player.name for player in contestants('perfect,"mine=cmd:bot 1,2",perfect')]
    ['perfect', 'mine', 'perfect 2']
    """
    try:
        given = [word.strip() for word in next(csv.reader([text], strict=True), [])]
    except csv.Error as error:
        raise UsageError(f"{quoted(text)} is not a list of players: {error}.") from None
    if not all(given):
        raise UsageError("A player's name is missing: write them as A,B,C.")
    return tuple(_numbered(contestant(word) for word in given))


def contestant(word: str) -> Contestant:
    """Return the player that WHO or NAME=WHO means; raises UsageError."""
    before, equals, after = word.partition("=")
    named = bool(equals) and ":" not in before
    name, who = (before, after) if named else (word, word)
    if checked_kind(who) == HUMAN:
        raise UsageError("People cannot take part here; lastdigit play is for them.")
    if not named and len(name) > LONGEST_NAME:
        name = f"{name[: LONGEST_NAME - 3]}..."
    try:
        return Contestant(checked_name(name), who)
    except LastDigitError as error:
        raise UsageError(str(error)) from None


def _numbered(players: Iterable[Contestant]) -> Iterable[Contestant]:
    seen = Counter[str]()
    for player in players:
        seen[player.name] += 1
        count = seen[player.name]
        yield player if count == 1 else contestant(f"{player.name} {count}={player.who}")


def error_rates(players: Iterable[Contestant]) -> dict[str, float]:
    """Return the players whose rate of errors is known exactly: the levels, however named."""
    levels = {name: level for name, level in COMPUTERS.items() if isinstance(level, Level)}
    return {player.name: levels[player.who].errors for player in players if player.who in levels}


def call_the_roll(players: Iterable[Contestant], settings: Settings) -> None:
    """Raise UsageError or PlayerError for the first player who cannot sit down at all."""
    for player in players:
        with seated(player.who, settings):
            pass
