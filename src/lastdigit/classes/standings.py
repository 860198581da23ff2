"""How everybody in a class stands, and the sheets for a spreadsheet: of pupils, and of games."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from lastdigit.classes.deeds import Kind
from lastdigit.classes.pairing import games_to_play
from lastdigit.classes.room import Pupil, Room

EXPLAINED = {
    Kind.EVERYONE: "A win counts 1, a draw half; equal points share a place.",
    Kind.BY_HAND: "A win counts 1, a draw half; equal points share a place.",
    Kind.PUZZLES: "A solved puzzle counts 1, after however many tries; equal points share a place.",
}
FORMULAS = frozenset("=+-@|%\t\r\n\uff1d\uff0b\uff0d\uff20")
"""What a spreadsheet may take for the beginning of a formula, wide letters among it."""
BYTE_ORDER_MARK = "\ufeff"
"""Without it some spreadsheets take UTF-8 for something else."""


@dataclass(frozen=True)
class Standing:
    """How a pupil stands; `halves` are points counted by halves, so that they are whole."""

    place: int
    pupil: Pupil
    halves: int
    to_play: int

    @property
    def points(self) -> str:
        """Return the points as they are written: whole, or with a half.

        >>> Standing(1, Pupil(1, "Ada", ""), 3, 0).points
        '1.5'
        """
        return f"{self.halves / 2:g}"


def standings(room: Room) -> list[Standing]:
    """Return everybody's standing, the best first, equal ones in the order of their names."""
    counted = [(_halves(room, pupil), pupil) for pupil in room.pupils.values()]
    counted.sort(key=lambda one: (-one[0], one[1].name.casefold()))
    found: list[Standing] = []
    for at, (halves, pupil) in enumerate(counted, 1):
        shared = bool(found) and found[-1].halves == halves
        place = found[-1].place if shared else at
        found.append(Standing(place, pupil, halves, games_to_play(room, pupil.number)))
    return found


def _halves(room: Room, pupil: Pupil) -> int:
    if room.kind is Kind.PUZZLES:
        return 2 * sum(one.solved for one in pupil.puzzles.values())
    return 2 * pupil.won + pupil.drawn


def sheet(room: Room) -> str:
    """Return the standings as CSV, one line a pupil."""
    puzzles = range(1, room.count + 1) if room.kind is Kind.PUZZLES else ()
    games = [] if puzzles else ["Won", "Drawn", "Lost", "To play"]
    rows: list[list[object]] = [
        ["Place", "Name", "Points", *games, *(f"Puzzle {one}" for one in puzzles)]
    ]
    for one in standings(room):
        pupil = one.pupil
        counts = [] if puzzles else [pupil.won, pupil.drawn, pupil.lost, one.to_play]
        answers = [_answers(pupil, puzzle) for puzzle in puzzles]
        rows.append([one.place, cell(pupil.name), one.points, *counts, *answers])
    return _csv(rows)


class Judged(NamedTuple):
    """What is known of a game of the class: when it ended, its turns, and who was right how often.

    `right` has for whoever began and for the other at how many of how many turns that mattered.
    """

    ended: str = ""
    turns: int | None = None
    right: tuple[str, str] = ("", "")


def games_sheet(room: Room, judged: Mapping[str, Judged]) -> str:
    """Return every game of which something is told as CSV, in the order in which they began.

    The others go on, or have ended since it was asked.
    """
    rows: list[list[object]] = [
        ["Class", "Ended", "Began", "Other", "Winner", "Turns", "Right, began", "Right, other"]
    ]
    for game in room.games.values():
        known = judged.get(game.match)
        if known is None:
            continue
        one, two = (cell(room.pupils[number].name) for number in (game.one, game.two))
        winner = {game.one: one, game.two: two}.get(game.winner, "draw")
        turns = "" if known.turns is None else known.turns
        rows.append([cell(room.title), known.ended, one, two, winner, turns, *known.right])
    return _csv(rows)


def _csv(rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO(BYTE_ORDER_MARK)
    text.seek(0, io.SEEK_END)
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def _answers(pupil: Pupil, puzzle: int) -> str:
    solving = pupil.puzzles.get(puzzle)
    if solving is None:
        return ""
    if solving.solved:
        return f"solved at try {len(solving.answers)}"
    return "not solved" if solving.over else "begun"


def cell(text: str) -> str:
    """Return a text that every spreadsheet takes for a text, whatever it begins with.

    >>> cell("=1+1"), cell("Ada")
    ("'=1+1", 'Ada')
    """
    return f"'{text}" if text.lstrip()[:1] in FORMULAS and text.strip() else text
