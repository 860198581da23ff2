"""Classrooms: their events, their current state, and the pairing of pupils.

A classroom is stored as a list of events. `read_room` replays the events to get the state.
"""

from __future__ import annotations

import enum
import json
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields
from hashlib import sha256
from itertools import combinations
from typing import Any, NamedTuple

from lastdigit.errors import RecordError, quoted
from lastdigit.match.record import Fields, TimeControl


class Kind(enum.StrEnum):
    """The activity in a classroom: pupils play each other, or pupils solve puzzles."""

    EVERYONE = "everyone"
    BY_HAND = "by-hand"
    PUZZLES = "puzzles"


@dataclass(frozen=True)
class Opened:
    """Event: the teacher opened the classroom and chose the activity."""

    title: str
    kind: str
    game: str
    seed: int
    preset: str = ""
    """The name of a set of rule options, if the pupils play games."""
    grade: int = 0
    """The difficulty of the puzzles, if the pupils solve puzzles."""
    count: int = 0
    """The number of puzzles, if the pupils solve puzzles."""


@dataclass(frozen=True)
class Adjusted:
    """Event: the teacher set the clock and rounds for all games started from now on."""

    seconds: int
    """Each player's time for a whole game, or 0 if there is no clock."""
    increment: int
    rounds: int
    """How many opponents each pupil plays, or 0 to play everyone."""


@dataclass(frozen=True)
class Joined:
    """Event: a pupil joined the classroom, or rejoined it from another device."""

    name: str


@dataclass(frozen=True)
class Renamed:
    """Event: the teacher renamed a pupil."""

    pupil: int
    name: str


@dataclass(frozen=True)
class Freed:
    """Event: the teacher freed a pupil's name, so that the pupil can join from another device."""

    pupil: int


@dataclass(frozen=True)
class LeftOut:
    """Event: the teacher excluded a pupil. The pupil's unfinished game does not count."""

    pupil: int


@dataclass(frozen=True)
class TakenBack:
    """Event: the teacher readmitted an excluded pupil."""

    pupil: int


@dataclass(frozen=True)
class Paired:
    """Event: the teacher arranged two games between two pupils. Each pupil moves first once."""

    one: int
    two: int


@dataclass(frozen=True)
class Started:
    """Event: a game between two pupils started. Pupil `one` moves first."""

    one: int
    two: int
    match: str


@dataclass(frozen=True)
class Ended:
    """Event: a game between two pupils ended. `winner` is a pupil's number, or 0 for a draw."""

    match: str
    winner: int


@dataclass(frozen=True)
class Voided:
    """Event: an unfinished game was deleted. The two pupils can play the game again."""

    match: str


@dataclass(frozen=True)
class Answered:
    """Event: a pupil answered a puzzle. `puzzle` is the puzzle's number, counted from 1.

    `over` is true if the puzzle is solved or the pupil has no tries left.
    """

    pupil: int
    puzzle: int
    answer: str
    right: bool
    over: bool


@dataclass(frozen=True)
class Closed:
    """Event: the teacher closed the classroom."""


RoomEvent = (
    Opened
    | Adjusted
    | Joined
    | Renamed
    | Freed
    | LeftOut
    | TakenBack
    | Paired
    | Started
    | Ended
    | Voided
    | Answered
    | Closed
)
EVENT_TYPES: dict[str, type[RoomEvent]] = {
    "opened": Opened,
    "adjusted": Adjusted,
    "joined": Joined,
    "renamed": Renamed,
    "freed": Freed,
    "left-out": LeftOut,
    "taken-back": TakenBack,
    "paired": Paired,
    "started": Started,
    "ended": Ended,
    "voided": Voided,
    "answered": Answered,
    "closed": Closed,
}


def serialize_event(event: RoomEvent) -> str:
    """Serialize a classroom event as a JSON object."""
    word = next(word for word, kind in EVENT_TYPES.items() if kind is type(event))
    return json.dumps({"do": word, **asdict(event)})


def parse_event(text: str) -> RoomEvent:
    """Parse a classroom event from JSON. Raise RecordError if the text is invalid."""
    given = Fields.of(text)
    word = given.text("do")
    if word not in EVENT_TYPES:
        raise RecordError(f"{quoted(word)} is not a class event.")
    kind = EVENT_TYPES[word]
    read = {"str": given.text, "int": given.natural, "bool": given.boolean}
    values: dict[str, Any] = {
        field.name: read[str(field.type)](field.name) for field in fields(kind)
    }
    given.done()
    return kind(**values)


LEGS = 2
"""The number of games that two pupils play each time they are paired. Each pupil begins once."""


class PuzzleProgress(NamedTuple):
    """A pupil's progress with one puzzle: the answers, and whether the puzzle is finished."""

    answers: tuple[str, ...] = ()
    solved: bool = False
    over: bool = False


UNTRIED = PuzzleProgress()


@dataclass
class Pupil:
    """A pupil in a classroom, with a score."""

    number: int
    name: str
    person: str
    """The ID of the pupil's browser, or "" while the name is free for another device."""
    out: bool = False
    won: int = 0
    drawn: int = 0
    lost: int = 0
    puzzles: dict[int, PuzzleProgress] = field(default_factory=dict)


@dataclass
class ClassGame:
    """A game between two pupils. Pupil `one` moves first."""

    one: int
    two: int
    match: str
    over: bool = False
    winner: int = 0
    """The winning pupil's number, or 0 if there is no winner."""

    @property
    def pair(self) -> frozenset[int]:
        """The numbers of the two pupils in this game."""
        return frozenset((self.one, self.two))

    def other(self, number: int) -> int:
        """Return the number of a pupil's opponent in this game."""
        return self.two if number == self.one else self.one


class Leg(NamedTuple):
    """A game that two pupils have yet to start. Pupil `one` moves first."""

    one: int
    two: int
    seed: int


class Room:
    """The current state of a classroom: its activity, its pupils and their games."""

    def __init__(self, opened: Opened, teacher: str) -> None:
        self.title = opened.title
        self.kind = Kind(opened.kind)
        self.game = opened.game
        self.preset = opened.preset
        self.grade = opened.grade
        self.count = opened.count
        self.seed = opened.seed
        self.clock: TimeControl | None = None
        self.rounds = 0
        """How many opponents each pupil plays, or 0 to play everyone."""
        self.teacher = teacher
        self.pupils: dict[int, Pupil] = {}
        self.games: dict[str, ClassGame] = {}
        """The games by match code, in the order in which they started, without deleted games."""
        self.playing: dict[int, ClassGame] = {}
        """Each pupil's current game. Pupils who are not playing are left out."""
        self.begun: Counter[frozenset[int]] = Counter()
        """For each pair of pupils, the number of their games that are finished or in progress."""
        self.opponents: Counter[int] = Counter()
        """For each pupil, the number of opponents in `begun`."""
        self.extra: Counter[frozenset[int]] = Counter()
        """For each pair of pupils, how many times the teacher has paired them."""
        self.closed = False
        self.number = 1
        """The number of events so far."""

    def apply(self, event: RoomEvent, person: str) -> None:
        """Apply an event to the classroom. `person` is the ID of the person who caused it.

        Raise RecordError if the event is not possible now.
        """
        if self.closed:
            raise RecordError("The class is closed, so it cannot have any more events.")
        if isinstance(event, Opened):
            raise RecordError("The class is already open.")
        self._change_pupils(event, person)
        self._change_games(event)
        self.closed = isinstance(event, Closed)
        self.number += 1

    def _change_pupils(self, event: RoomEvent, person: str) -> None:
        match event:
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
                self._pupil(number).puzzles[puzzle] = PuzzleProgress(answers, right, over)

    def _change_games(self, event: RoomEvent) -> None:
        match event:
            case Adjusted(seconds, increment, rounds):
                self.clock = TimeControl(seconds, increment) if seconds else None
                self.rounds = rounds
            case LeftOut(number) if number in self.playing:
                self._void(self.playing[number])
            case Voided(match) if match in self.games:
                self._void(self.games[match])
            case Paired(one, two):
                self.extra[self._pair(one, two)] += 1
            case Started(one, two, match):
                self._count_begun(self._pair(one, two), 1)
                game = ClassGame(one, two, match)
                self.games[match] = self.playing[one] = self.playing[two] = game
            case Ended(match, winner) if match in self.games:  # otherwise it is void
                self._end(self.games[match], winner)

    def _end(self, game: ClassGame, winner: int) -> None:
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

    def _void(self, game: ClassGame) -> None:
        del self.games[game.match]
        self._count_begun(game.pair, -1)
        self._stop(game)

    def _count_begun(self, pair: frozenset[int], change: int) -> None:
        had_met = self.begun[pair] > 0
        self.begun[pair] += change
        for number in pair:
            self.opponents[number] += (self.begun[pair] > 0) - had_met

    def _stop(self, game: ClassGame) -> None:
        for number in game.pair:
            self.playing.pop(number, None)

    def _join(self, name: str, person: str) -> None:
        # Compare letters only, because saved rooms may contain pupils with look-alike names.
        known = self._find_by_name(name)
        if known is None:
            number = len(self.pupils) + 1
            self.pupils[number] = Pupil(number, name, person)
        elif known.person:
            raise RecordError(f"Two pupils in this class are called {quoted(name)}.")
        else:
            known.person, known.out = person, False

    def _pupil(self, number: int) -> Pupil:
        try:
            return self.pupils[number]
        except KeyError:
            raise RecordError(f"There is no pupil {number} in this class.") from None

    def _pair(self, one: int, two: int) -> frozenset[int]:
        if self._pupil(one) is self._pupil(two):
            raise RecordError("A pupil cannot play against themselves.")
        return frozenset((one, two))

    def named(self, name: str) -> Pupil | None:
        """Return the pupil with this name or with a name that looks the same, or None.

        For example, "ada" and "Ⓐda" look the same as "Ada".
        """
        return self._find_by_name(name) or next(iter(self.look_alikes(name)), None)

    def look_alikes(self, name: str) -> list[Pupil]:
        """Return the pupils whose names look the same as this name."""
        normalized = _normalized_name(name)
        return [one for one in self.pupils.values() if _normalized_name(one.name) == normalized]

    def _find_by_name(self, name: str) -> Pupil | None:
        """Return the pupil with this name, ignoring case, or None if there is none."""
        folded = name.casefold()
        return next((one for one in self.pupils.values() if one.name.casefold() == folded), None)

    def pupil_of(self, person: str) -> Pupil | None:
        """Return the pupil whose browser has the ID `person`, or None if there is none."""
        found = (one for one in self.pupils.values() if one.person == person)
        return next(found, None) if person else None

    @property
    def present(self) -> list[Pupil]:
        """The pupils who are taking part, without those who have been excluded."""
        return [one for one in self.pupils.values() if not one.out]

    def games_in_progress(self) -> list[ClassGame]:
        """Return the games in progress, in the order in which they started."""
        return [game for number, game in self.playing.items() if number == game.one]

    def games_left(self, one: int, two: int) -> int:
        """Return how many games two pupils still have to start against each other."""
        pair = frozenset((one, two))
        can_meet = self.begun[pair] > 0 or self._has_rounds_left(one, two)
        meetings = (self.kind is Kind.EVERYONE and can_meet) + self.extra[pair]
        return max(0, LEGS * meetings - self.begun[pair])

    def _has_rounds_left(self, *pupils: int) -> bool:
        return not self.rounds or all(self.opponents[one] < self.rounds for one in pupils)

    def next_leg(self, one: int, two: int) -> Leg | None:
        """Return the next game that two pupils have to start, or None if there are none left."""
        played = self.begun[frozenset((one, two))]
        if self.games_left(one, two) <= 0:
            return None
        low, high = sorted((one, two))
        # Who moves first in leg 1 varies by pair, because some second legs are never played.
        swapped = (low + high + played) % LEGS
        seed = sha256(f"{self.seed}/{low}/{high}/{played // LEGS}".encode()).digest()[:4]
        first, second = (high, low) if swapped else (low, high)
        return Leg(first, second, int.from_bytes(seed))


def _normalized_name(name: str) -> str:
    """Return a key that is the same for names that look alike, such as "Ada" and "ada"."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def read_room(events: Iterable[tuple[RoomEvent, str]]) -> Room:
    """Replay a classroom's events, and return its current state.

    Each event comes with the ID of the person who caused it. Raise RecordError if an event is not
    possible.
    """
    remaining = iter(events)
    opened, teacher = next(remaining, (None, ""))
    if not isinstance(opened, Opened) or opened.kind not in tuple(Kind):
        raise RecordError("The first event of a class must open the class.")
    room = Room(opened, teacher)
    for event, person in remaining:
        room.apply(event, person)
    return room


def next_games(room: Room, waiting: Iterable[int]) -> list[Leg]:
    """Return the games to start now between pupils who are waiting.

    `waiting` lists the numbers of these pupils in the order in which they arrived.
    """
    free = [one for one in waiting if not room.pupils[one].out and one not in room.playing]
    place = {number: at for at, number in enumerate(free)}
    played = {
        one: sum(room.begun[frozenset((one, other))] for other in room.pupils) for one in free
    }

    # Prefer pairs that have one of their two games left, then the pupils who have played least.
    def urgency(pair: tuple[int, int]) -> tuple[int, int, int, int]:
        one, two = pair
        half_way = room.begun[frozenset(pair)] % LEGS
        return -half_way, played[one] + played[two], place[one], place[two]

    possible = [pair for pair in combinations(free, 2) if room.games_left(*pair) > 0]
    chosen: list[Leg] = []
    taken: set[int] = set()
    for pair in sorted(possible, key=urgency):
        leg = room.next_leg(*pair)
        if leg is not None and taken.isdisjoint(pair):
            taken.update(pair)
            chosen.append(leg)
    return chosen


def games_to_play(room: Room, number: int) -> int:
    """Return how many games a pupil has yet to start against the pupils taking part."""
    if room.closed or room.pupils[number].out:
        return 0
    left = [
        (room.games_left(number, other.number), room.begun[frozenset((number, other.number))] > 0)
        for other in room.present
        if other.number != number
    ]
    new = sorted((games for games, has_met in left if games and not has_met), reverse=True)
    most = room.rounds - room.opponents[number] if room.rounds else len(new)
    return sum(games for games, has_met in left if has_met) + sum(new[: max(0, most)])
