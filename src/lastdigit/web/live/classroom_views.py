"""How a class room looks from outside, and how well its games were played.

A room looks the same for everybody, but for who one is there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple

import msgspec

from lastdigit.classroom.room import Kind, Pupil, Room
from lastdigit.classroom.standings import EXPLAINED, GameReview, standings
from lastdigit.errors import LastDigitError
from lastdigit.game.game import Seat
from lastdigit.game.serialize import view_data
from lastdigit.game.text import Audience
from lastdigit.match.record import Act, Record
from lastdigit.puzzles.history import Finding, is_current, parse_played_games
from lastdigit.storage import Finished, OnlineGame
from lastdigit.web.live.match import LiveMatch
from lastdigit.web.live.registry import Registry
from lastdigit.web.live.setup import game_class
from lastdigit.web.live.views import MOST_CELLS
from lastdigit.web.schemas import classrooms as schema
from lastdigit.web.schemas.errors import Reason, Refusal

MOST_VISITORS = 1_000


@dataclass
class LiveRoom:
    """A room in memory, with what is not worth keeping: who waits, what has just ended."""

    code: str
    room: Room
    waiting: dict[int, float] = field(default_factory=dict)
    """Since when a pupil waits, or has last said so."""
    ended: dict[str, float] = field(default_factory=dict)
    visitors: OrderedDict[bytes, None] = field(default_factory=OrderedDict)
    """The browsers that have been here, the latest last; pupils or not."""

    def pupil_of(self, holder: bytes | None) -> Pupil | None:
        """Return the pupil that somebody is."""
        return None if holder is None else self.room.pupil_of(holder.hex())

    def is_teacher(self, holder: bytes | None) -> bool:
        """Return whether somebody has opened the room."""
        return holder is not None and holder.hex() == self.room.teacher

    def note(self, holder: bytes | None) -> None:
        """Remember that a browser has been here."""
        if holder is not None and not self.is_teacher(holder):
            self.visitors[holder] = None
            self.visitors.move_to_end(holder)
            if len(self.visitors) > MOST_VISITORS:
                self.visitors.popitem(last=False)

    def check_open(self) -> None:
        """Refuse what cannot be done in a room that is closed; raises Refusal."""
        if self.room.closed:
            raise Refusal(Reason.ROOM_CLOSED, "This class is closed.")

    def expect_pupil(self, holder: bytes | None) -> Pupil:
        """Return the pupil that somebody is; raises Refusal."""
        pupil = self.pupil_of(holder)
        if pupil is None:
            raise Refusal(Reason.NOT_PUPIL, "Join the class first.")
        return pupil

    def expect_teacher(self, holder: bytes | None) -> None:
        """Refuse whoever has not opened the room; raises Refusal."""
        if not self.is_teacher(holder):
            raise Refusal(Reason.NOT_TEACHER, "Only the teacher of this class can do that.")


MOST_BOARDS, MOST_ENDED = 12, 2
"""So many games are projected, in turn, and of those that have just ended so many."""
MOST_LISTED = 40
"""So many games that are over can be opened from the teacher's page."""
Role = Literal["teacher", "pupil", "guest"]
NOBODY = schema.RoomPlace(
    role="guest", number=None, name="", out=False, waiting=False, match=None, against=None
)


class RoomView(NamedTuple):
    """A room as it stands; what all see of it is encoded once, however many look.

    Until it is closed only the teacher sees the `seed`: whoever knows it can make the puzzles.
    """

    live: LiveRoom
    info: schema.RoomInfo
    room: bytes
    boards: bytes

    @classmethod
    async def of(cls, registry: Registry, live: LiveRoom) -> RoomView:
        """Return how a room stands."""
        boards, info = await _boards(registry, live), room_info(registry, live)
        seed = info.seed if live.room.closed else None
        seen = msgspec.json.encode(msgspec.structs.replace(info, seed=seed))
        return cls(live, info, seen, msgspec.json.encode(boards))

    @property
    def news(self) -> bytes:
        """What all see: whoever knows it need not be told."""
        return self.room + self.boards

    def text_for(self, holder: bytes | None, secret: str | None = None) -> str:
        """Return the room as JSON for somebody; a pupil has no need of boards."""
        you = place_of(self.live, holder)
        ended = _ended(self.live.room) if you.role == "teacher" else []
        boards = b"[]" if you.role == "pupil" else self.boards
        parts = {
            "room": self.info if you.role == "teacher" else msgspec.Raw(self.room),
            "you": you,
            "boards": msgspec.Raw(boards),
            "ended": ended,
            "secret": secret,
        }
        return msgspec.json.encode(parts).decode()


def role_of(live: LiveRoom, holder: bytes | None) -> Role:
    """Return who somebody is in a room."""
    if live.is_teacher(holder):
        return "teacher"
    return "guest" if live.pupil_of(holder) is None else "pupil"


def place_of(live: LiveRoom, holder: bytes | None) -> schema.RoomPlace:
    """Return who somebody is in a room, and what comes next."""
    role, pupil, room = role_of(live, holder), live.pupil_of(holder), live.room
    if pupil is None:
        return msgspec.structs.replace(NOBODY, role=role)
    game = None if room.closed else room.playing.get(pupil.number)
    return schema.RoomPlace(
        role=role,
        number=pupil.number,
        name=pupil.name,
        out=pupil.out,
        waiting=pupil.number in live.waiting,
        match=None if game is None else game.match,
        against=None if game is None else room.pupils[game.other(pupil.number)].name,
    )


def summary_of(live: LiveRoom, holder: bytes | None) -> schema.RoomSummary:
    """Return a room in a line."""
    room = live.room
    return schema.RoomSummary(
        code=live.code,
        title=room.title,
        role=role_of(live, holder),
        open=not room.closed,
        kind=room.kind.value,
        game=room.game,
        game_title=game_class(room.game).title,
        pupils=len(room.pupils),
    )


def is_here(registry: Registry, pupil: Pupil) -> bool:
    """Return whether a pupil has a page open."""
    return bool(pupil.person) and registry.is_here(bytes.fromhex(pupil.person))


def room_info(registry: Registry, live: LiveRoom) -> schema.RoomInfo:
    """Return a room as its teacher sees it."""
    room, running = live.room, len(live.room.running())
    return schema.RoomInfo(
        code=live.code,
        title=room.title,
        kind=room.kind.value,
        game=room.game,
        game_title=game_class(room.game).title,
        goal=_goal(room.game, room.preset),
        preset=room.preset,
        grade=room.grade or None,
        count=room.count,
        seed=room.seed,
        open=not room.closed,
        number=room.number,
        pupils=[
            schema.PupilInfo(
                number=one.pupil.number,
                name=one.pupil.name,
                place=one.place,
                points=one.points,
                won=one.pupil.won,
                drawn=one.pupil.drawn,
                lost=one.pupil.lost,
                to_play=one.to_play,
                state=_state(registry, live, one.pupil),
                puzzles=_puzzles(room, one.pupil),
            )
            for one in standings(room)
        ],
        playing=0 if room.closed else running,
        finished=len(room.games) - running,
        explained=EXPLAINED[room.kind],
    )


@cache
def _goal(game: str, preset: str) -> str:
    # A classroom with puzzles has no preset, and an old one may have a preset that is gone.
    kind = game_class(game)
    chosen = next((one for one in kind.presets if one.name == preset), kind.presets[0])
    return kind.of(dict(chosen.options)).second_person(Audience()).goal()


def _state(
    registry: Registry, live: LiveRoom, pupil: Pupil
) -> Literal["here", "away", "waiting", "playing", "out", "freed"]:
    if pupil.out:
        return "out"
    if not pupil.person:
        return "freed"
    if pupil.number in live.room.playing and not live.room.closed:
        return "playing"
    if pupil.number in live.waiting:
        return "waiting"
    return "here" if is_here(registry, pupil) else "away"


def _puzzles(room: Room, pupil: Pupil) -> list[schema.PuzzleState]:
    if room.kind is not Kind.PUZZLES:
        return []
    return [_puzzle(pupil, number) for number in range(1, room.count + 1)]


def _puzzle(pupil: Pupil, number: int) -> schema.PuzzleState:
    solving = pupil.puzzles.get(number)
    if solving is None:
        return "open"
    if solving.solved:
        return "solved"
    return "missed" if solving.over else "begun"


def _ended(room: Room) -> list[schema.RoomGame]:
    """Return the games that are over, the latest first."""
    over = [game for game in reversed(room.games.values()) if game.over]
    return [
        schema.RoomGame(
            code=game.match,
            names=(room.pupils[game.one].name, room.pupils[game.two].name),
            winner={game.one: Seat.ONE.number, game.two: Seat.TWO.number}.get(game.winner),
        )
        for game in over[:MOST_LISTED]
    ]


async def _boards(registry: Registry, live: LiveRoom) -> list[schema.RoomBoard]:
    """Return games to project: those that have just ended, then those that are furthest."""
    room, found = live.room, list[LiveMatch]()
    running = [] if room.closed else [game.match for game in room.running()]
    for code in (*list(live.ended)[-MOST_ENDED:], *running):
        with suppress(LastDigitError):  # one that cannot be shown hides no other
            found.append(await registry.at(code))
    found.sort(key=lambda match: (match.match.result is None, -len(match.match.moves)))
    return [_board(match) for match in found[:MOST_BOARDS]]


def _board(live: LiveMatch) -> schema.RoomBoard:
    match, narrator = live.match, live.narrators[None]
    result = match.result
    winner = None if result is None else result.winner
    return schema.RoomBoard(
        code=live.code,
        names=match.setup.names,
        mover=None if result is not None else match.mover.number,
        winner=None if winner is None else winner.number,
        turn=len(match.moves),
        view=view_data(
            narrator.voice.view(match.state),
            None if live.before is None else narrator.voice.view(live.before),
            MOST_CELLS,
        ),
        result=None if result is None else narrator.headline(),
        reason=None if result is None else narrator.ending().strip(),
    )


SECONDS = 5.0
"""For so long games are judged before an answer; of those left over less is told."""


async def judged_games(registry: Registry, room: Room) -> dict[str, GameReview]:
    """Return what is known of each game that is over now, by the code of its match.

    The room is let go: pupils come, and games end, while these are judged.
    """
    give_up = registry.clock.steady() + SECONDS
    known = {game.match: GameReview() for game in room.games.values() if game.over}
    kept = await _kept(registry, known)
    finished = await _finished(registry, kept)
    for game in kept:
        known[game.online.code] = _judged(game.record)
        own = finished.get(game.id)
        if own is None:
            continue
        with suppress(LastDigitError):  # one that cannot be judged now is told of all the same
            if not is_current(own.found) and registry.clock.steady() < give_up:
                own = await registry.people.judge(own)
            for played in parse_played_games([own]):
                known[game.online.code] = _judged(game.record, played.found)
    return known


async def _kept(registry: Registry, codes: Iterable[str]) -> list[OnlineGame]:
    """Return the games that can be read."""
    kept = []
    for code in list(codes):
        with suppress(LastDigitError):  # one that cannot be read hides no other
            game = await registry.workers.fetch(registry.store.online, code)
            if game is not None:
                kept.append(game)
    return kept


async def _finished(registry: Registry, games: list[OnlineGame]) -> dict[int, Finished]:
    """Return these games as those have them who sat there, with what was found of each before."""
    wanted = {game.id for game in games}
    holders = {held.holder for game in games for held in game.online.seats}
    found = dict[int, Finished]()
    for holder in holders:
        with suppress(LastDigitError):
            found |= {one.id: one for one in await registry.people.finished(holder)}
    return {game: one for game, one in found.items() if game in wanted}


def _judged(record: Record, found: Finding | None = None) -> GameReview:
    made = [event.act for event in record.events].count(Act.MOVE)
    taken_back = sum(event.plies for event in record.events if event.act is Act.UNDO)
    ended = record.times.events[-1] if record.times.events else ""
    if found is None:
        return GameReview(ended, made - taken_back)
    one, two = (_right(found, seat) for seat in Seat)
    return GameReview(ended, made - taken_back, (one, two))


def _right(found: Finding, seat: Seat) -> str:
    decisions = [one for one in found.decisions if one.seat is seat]
    return f"{sum(one.right for one in decisions)} of {len(decisions)}"
