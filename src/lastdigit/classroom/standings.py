"""Class standings, and CSV exports of pupils and games."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from lastdigit.classroom.room import Kind, Pupil, Room, games_to_play

EXPLAINED = {
    Kind.EVERYONE: "A win is 1 point, a draw half a point. Pupils with equal points tie.",
    Kind.BY_HAND: "A win is 1 point, a draw half a point. Pupils with equal points tie.",
    Kind.PUZZLES: "A solved puzzle is 1 point. Pupils with equal points tie.",
}
FORMULAS = frozenset("=+-@|%\t\r\n\uff1d\uff0b\uff0d\uff20")
"""Characters that can start a spreadsheet formula, including full-width forms."""
BYTE_ORDER_MARK = "\ufeff"
"""The first character of a CSV file. Without this mark, some spreadsheets do not detect UTF-8."""


@dataclass(frozen=True)
class PupilStanding:
    """A pupil's place in the standings, with points and the number of games left to play."""

    place: int
    pupil: Pupil
    halves: int
    """The pupil's score in half points. For example, 3 means 1.5 points."""
    to_play: int

    @property
    def points(self) -> str:
        """The pupil's points as text. For example, three half points are "1.5".

        >>> PupilStanding(1, Pupil(1, "Ada", ""), 3, 0).points
        '1.5'
        """
        return f"{self.halves / 2:g}"


def standings(room: Room) -> list[PupilStanding]:
    """Return the standings of all pupils, best first.

    Pupils with equal points are sorted by name.
    """
    counted = [(_halves(room, pupil), pupil) for pupil in room.pupils.values()]
    counted.sort(key=lambda one: (-one[0], one[1].name.casefold()))
    found: list[PupilStanding] = []
    for at, (halves, pupil) in enumerate(counted, 1):
        shared = bool(found) and found[-1].halves == halves
        place = found[-1].place if shared else at
        found.append(PupilStanding(place, pupil, halves, games_to_play(room, pupil.number)))
    return found


def _halves(room: Room, pupil: Pupil) -> int:
    if room.kind is Kind.PUZZLES:
        return 2 * sum(one.solved for one in pupil.puzzles.values())
    return 2 * pupil.won + pupil.drawn


def standings_csv(room: Room) -> str:
    """Return the class standings as CSV, with one row per pupil."""
    puzzles = range(1, room.count + 1) if room.kind is Kind.PUZZLES else ()
    games = [] if puzzles else ["Won", "Drawn", "Lost", "To play"]
    rows: list[list[object]] = [
        ["Place", "Name", "Points", *games, *(f"Puzzle {one}" for one in puzzles)]
    ]
    for one in standings(room):
        pupil = one.pupil
        counts = [] if puzzles else [pupil.won, pupil.drawn, pupil.lost, one.to_play]
        answers = [_progress_text(pupil, puzzle) for puzzle in puzzles]
        rows.append([one.place, escape_cell(pupil.name), one.points, *counts, *answers])
    return _write_csv(rows)


class GameReview(NamedTuple):
    """The review of a finished game: when it ended, its length, and how many moves were right."""

    ended: str = ""
    turns: int | None = None
    right: tuple[str, str] = ("", "")
    """How many moves the first and second player got right, such as "2 of 3".

    Only turns in which a mistake was possible count.
    """


def games_csv(room: Room, reviews: Mapping[str, GameReview]) -> str:
    """Return a class's finished games as CSV, in the order in which they started.

    `reviews` maps the code of each finished game to its review. Games that are not in `reviews` are
    left out.
    """
    rows: list[list[object]] = [
        ["Class", "Ended", "Began", "Other", "Winner", "Turns", "Right, began", "Right, other"]
    ]
    for game in room.games.values():
        review = reviews.get(game.match)
        if review is None:
            continue
        one, two = (escape_cell(room.pupils[number].name) for number in (game.one, game.two))
        winner = {game.one: one, game.two: two}.get(game.winner, "draw")
        turns = "" if review.turns is None else review.turns
        rows.append([escape_cell(room.title), review.ended, one, two, winner, turns, *review.right])
    return _write_csv(rows)


def _write_csv(rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO(BYTE_ORDER_MARK)
    text.seek(0, io.SEEK_END)
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def _progress_text(pupil: Pupil, puzzle: int) -> str:
    progress = pupil.puzzles.get(puzzle)
    if progress is None:
        return ""
    if progress.solved:
        return f"solved on try {len(progress.answers)}"
    return "not solved" if progress.over else "begun"


def escape_cell(text: str) -> str:
    """Escape text so that a spreadsheet does not interpret it as a formula.

    >>> escape_cell("=1+1"), escape_cell("Ada")
    ("'=1+1", 'Ada')
    """
    return f"'{text}" if text.lstrip()[:1] in FORMULAS and text.strip() else text
