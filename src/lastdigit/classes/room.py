"""A class room: its pupils, their games and puzzles, made from its deeds alone.

Nothing here keeps or sends anything. Pupils are numbered from 1 in the order in which they came.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from lastdigit.classes.deeds import (
    Answered,
    Closed,
    Deed,
    Ended,
    Freed,
    Joined,
    Kind,
    LeftOut,
    Opened,
    Paired,
    Renamed,
    Started,
    TakenBack,
    Voided,
)
from lastdigit.errors import RecordError, quoted

LEGS = 2
"""A meeting is two games from one start: each begins once, so that it is fair."""


class Solving(NamedTuple):
    """How far a pupil is with a puzzle: what was answered, whether it is solved or over."""

    answers: tuple[str, ...] = ()
    solved: bool = False
    over: bool = False


UNTRIED = Solving()


@dataclass
class Pupil:
    """Somebody in the room; `person` is empty where the place waits for another device."""

    number: int
    name: str
    person: str
    out: bool = False
    won: int = 0
    drawn: int = 0
    lost: int = 0
    puzzles: dict[int, Solving] = field(default_factory=dict)


@dataclass
class Played:
    """A game of two pupils, of whom the first began; `winner` is 0 where nobody has won."""

    one: int
    two: int
    match: str
    over: bool = False
    winner: int = 0

    @property
    def pair(self) -> frozenset[int]:
        """Who plays."""
        return frozenset((self.one, self.two))

    def other(self, number: int) -> int:
        """Return whom somebody plays against."""
        return self.two if number == self.one else self.one


class Leg(NamedTuple):
    """A game that is due: who begins, who is second, and the seed of the start."""

    one: int
    two: int
    seed: int


class Room:
    """A class room as it stands."""

    def __init__(self, opened: Opened, teacher: str) -> None:
        self.title = opened.title
        self.kind = Kind(opened.kind)
        self.game = opened.game
        self.preset = opened.preset
        self.grade = opened.grade
        self.count = opened.count
        self.seed = opened.seed
        self.teacher = teacher
        self.pupils: dict[int, Pupil] = {}
        self.games: dict[str, Played] = {}
        """By the code of the match, in the order in which they began; void ones are not there."""
        self.playing: dict[int, Played] = {}
        """The game that each pupil plays now; others play none."""
        self.begun: Counter[frozenset[int]] = Counter()
        """How many games two pupils have, over or going on."""
        self.extra: Counter[frozenset[int]] = Counter()
        """How many meetings the teacher has arranged for two pupils."""
        self.closed = False
        self.number = 1
        """How many deeds there have been."""

    def apply(self, deed: Deed, person: str) -> None:
        """Let something happen that somebody did; raises RecordError where it cannot have."""
        if self.closed:
            raise RecordError("Nothing happens in a class that is closed.")
        if isinstance(deed, Opened):
            raise RecordError("A class is opened once.")
        self._change_pupils(deed, person)
        self._change_games(deed)
        self.closed = isinstance(deed, Closed)
        self.number += 1

    def _change_pupils(self, deed: Deed, person: str) -> None:
        match deed:
            case Joined(name):
                self._join(name, person)
            case Renamed(number, name):
                self._pupil(number).name = name
            case Freed(number):
                self._pupil(number).person = ""
            case LeftOut(number):
                self._pupil(number).out = True
            case TakenBack(number):
                self._pupil(number).out = False
            case Answered(number, puzzle, answer, right, over):
                before = self._pupil(number).puzzles.get(puzzle, UNTRIED)
                answers = (*before.answers, answer)
                self._pupil(number).puzzles[puzzle] = Solving(answers, right, over)

    def _change_games(self, deed: Deed) -> None:
        match deed:
            case LeftOut(number) if number in self.playing:
                self._void(self.playing[number])
            case Voided(match) if match in self.games:
                self._void(self.games[match])
            case Paired(one, two):
                self.extra[self._pair(one, two)] += 1
            case Started(one, two, match):
                self.begun[self._pair(one, two)] += 1
                game = Played(one, two, match)
                self.games[match] = self.playing[one] = self.playing[two] = game
            case Ended(match, winner) if match in self.games:  # else it has been void since
                self._end(self.games[match], winner)

    def _end(self, game: Played, winner: int) -> None:
        self._stop(game)
        game.over, game.winner = True, winner
        for number in game.pair:
            pupil = self.pupils[number]
            if not winner:
                pupil.drawn += 1
            elif winner == number:
                pupil.won += 1
            else:
                pupil.lost += 1

    def _void(self, game: Played) -> None:
        del self.games[game.match]
        self.begun[game.pair] -= 1
        self._stop(game)

    def _stop(self, game: Played) -> None:
        for number in game.pair:
            self.playing.pop(number, None)

    def _join(self, name: str, person: str) -> None:
        # By letters only: in rooms that are saved, pupils of look-alike names may have joined.
        known = self._spelled(name)
        if known is None:
            number = len(self.pupils) + 1
            self.pupils[number] = Pupil(number, name, person)
        elif known.person:
            raise RecordError(f"There are two called {quoted(name)} in this class.")
        else:
            known.person, known.out = person, False

    def _pupil(self, number: int) -> Pupil:
        try:
            return self.pupils[number]
        except KeyError:
            raise RecordError(f"There is no pupil {number} in this class.") from None

    def _pair(self, one: int, two: int) -> frozenset[int]:
        if self._pupil(one) is self._pupil(two):
            raise RecordError("Nobody plays against themselves.")
        return frozenset((one, two))

    def named(self, name: str) -> Pupil | None:
        """Return the pupil of this name, or of one that looks the same: ada and Ⓐda are Ada."""
        return self._spelled(name) or next(iter(self.look_alikes(name)), None)

    def look_alikes(self, name: str) -> list[Pupil]:
        """Return the pupils whose names look like this one."""
        shape = _shape(name)
        return [one for one in self.pupils.values() if _shape(one.name) == shape]

    def _spelled(self, name: str) -> Pupil | None:
        """Return the pupil of this name, in small or large letters."""
        folded = name.casefold()
        return next((one for one in self.pupils.values() if one.name.casefold() == folded), None)

    def pupil_of(self, person: str) -> Pupil | None:
        """Return the pupil that somebody is."""
        found = (one for one in self.pupils.values() if one.person == person)
        return next(found, None) if person else None

    @property
    def present(self) -> list[Pupil]:
        """Those who have not been left out."""
        return [one for one in self.pupils.values() if not one.out]

    def running(self) -> list[Played]:
        """Return the games that go on, in the order in which they began."""
        return [game for number, game in self.playing.items() if number == game.one]

    def left(self, one: int, two: int) -> int:
        """Return how many games two pupils have still to begin against each other."""
        pair = frozenset((one, two))
        meetings = (self.kind is Kind.EVERYONE) + self.extra[pair]
        return LEGS * meetings - self.begun[pair]

    def due(self, one: int, two: int) -> Leg | None:
        """Return the next game of two pupils, if they have one more to play against each other."""
        played = self.begun[frozenset((one, two))]
        if self.left(one, two) <= 0:
            return None
        low, high = sorted((one, two))
        # Who begins the first leg changes from pair to pair: not every second leg is ever played.
        swapped = (low + high + played) % LEGS
        seed = sha256(f"{self.seed}/{low}/{high}/{played // LEGS}".encode()).digest()[:4]
        first, second = (high, low) if swapped else (low, high)
        return Leg(first, second, int.from_bytes(seed))


def _shape(name: str) -> str:
    """Return what names that look the same have in common: NFKC, in small letters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def read_room(deeds: Iterable[tuple[Deed, str]]) -> Room:
    """Return the room in which these things have happened, each by somebody; raises RecordError."""
    told = iter(deeds)
    opened, teacher = next(told, (None, ""))
    if not isinstance(opened, Opened) or opened.kind not in tuple(Kind):
        raise RecordError("A class begins with being opened.")
    room = Room(opened, teacher)
    for deed, person in told:
        room.apply(deed, person)
    return room
