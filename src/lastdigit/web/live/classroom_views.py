"""Classrooms in memory, and their views for the teacher, pupils and projector.

All visitors see the same classroom, except for their own place in it.
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
from lastdigit.puzzles.history import GameAnalysis, is_current, parse_played_games
from lastdigit.storage import Finished, OnlineGame
from lastdigit.web.live.match import LiveMatch
from lastdigit.web.live.registry import Registry
from lastdigit.web.live.setup import game_class
from lastdigit.web.live.views import MAX_CELLS
from lastdigit.web.schemas import classrooms as schema
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

MAX_VISITORS = 1_000
MAX_BOARDS, MAX_ENDED_BOARDS = 12, 2
"""Limits for the projector: the games shown in turn, and those among them that have just ended."""
MAX_LISTED = 40
"""The maximum number of finished games that the teacher's page links to."""
REVIEW_SECONDS = 5.0
"""Seconds to spend evaluating games before responding. The remaining games have no findings."""
Role = Literal["teacher", "pupil", "guest"]
GUEST = schema.RoomPlace(
    role="guest", number=None, name="", out=False, waiting=False, match=None, against=None
)


@dataclass
class LiveClassroom:
    """A classroom in memory, with the state that is not saved."""

    code: str
    room: Room
    waiting: dict[int, float] = field(default_factory=dict)
    """The pupils who are waiting for a game, with the time of their last request."""
    ended: dict[str, float] = field(default_factory=dict)
    """The matches that have just ended, with the time when they ended."""
    visitors: OrderedDict[bytes, None] = field(default_factory=OrderedDict)
    """The browsers of all visitors, including those who are not pupils, most recent last."""

    def pupil_of(self, holder: bytes | None) -> Pupil | None:
        """Return the pupil who uses a browser, if any."""
        return None if holder is None else self.room.pupil_of(holder.hex())

    def is_teacher(self, holder: bytes | None) -> bool:
        return holder is not None and holder.hex() == self.room.teacher

    def add_visitor(self, holder: bytes | None) -> None:
        """Remember that a browser has visited the classroom."""
        if holder is not None and not self.is_teacher(holder):
            self.visitors[holder] = None
            self.visitors.move_to_end(holder)
            if len(self.visitors) > MAX_VISITORS:
                self.visitors.popitem(last=False)

    def check_open(self) -> None:
        """Raise Refusal if the classroom is closed."""
        if self.room.closed:
            raise Refusal(Reason.ROOM_CLOSED, "This class is closed.")

    def require_pupil(self, holder: bytes | None) -> Pupil:
        """Return the pupil who uses a browser. Raise Refusal if there is no such pupil."""
        pupil = self.pupil_of(holder)
        if pupil is None:
            raise Refusal(Reason.NOT_PUPIL, "Join the class first.")
        return pupil

    def require_teacher(self, holder: bytes | None) -> None:
        """Raise Refusal unless the browser belongs to the teacher."""
        if not self.is_teacher(holder):
            raise Refusal(Reason.NOT_TEACHER, "Only the teacher of this class can do that.")


class ClassroomView(NamedTuple):
    """The current state of a classroom. The part that all visitors share is encoded once.

    Until the classroom is closed, only the teacher sees the seed, which determines the puzzles.
    """

    live: LiveClassroom
    info: schema.RoomInfo
    room: bytes
    boards: bytes

    @classmethod
    async def of(cls, registry: Registry, live: LiveClassroom) -> ClassroomView:
        boards, info = await _boards(registry, live), _classroom_info(registry, live)
        seed = info.seed if live.room.closed else None
        room = msgspec.json.encode(msgspec.structs.replace(info, seed=seed))
        return cls(live, info, room, msgspec.json.encode(boards))

    @property
    def shared(self) -> bytes:
        """The part that all visitors share. If this part has not changed, nothing is sent."""
        return self.room + self.boards

    def text_for(self, holder: bytes | None, secret: str | None = None) -> str:
        """Return the classroom as JSON for one visitor. Pupils do not need the boards."""
        you = place_of(self.live, holder)
        ended = _ended_games(self.live.room) if you.role == "teacher" else []
        boards = b"[]" if you.role == "pupil" else self.boards
        parts = {
            "room": self.info if you.role == "teacher" else msgspec.Raw(self.room),
            "you": you,
            "boards": msgspec.Raw(boards),
            "ended": ended,
            "secret": secret,
        }
        return msgspec.json.encode(parts).decode()


def role_of(live: LiveClassroom, holder: bytes | None) -> Role:
    """Return the role of a browser in a classroom."""
    if live.is_teacher(holder):
        return "teacher"
    return "guest" if live.pupil_of(holder) is None else "pupil"


def place_of(live: LiveClassroom, holder: bytes | None) -> schema.RoomPlace:
    """Return the role of a browser in a classroom, and the pupil's current game."""
    role, pupil, room = role_of(live, holder), live.pupil_of(holder), live.room
    if pupil is None:
        return msgspec.structs.replace(GUEST, role=role)
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


def summary_of(live: LiveClassroom, holder: bytes | None) -> schema.RoomSummary:
    """Return a classroom as an entry in a visitor's list."""
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


def is_present(registry: Registry, pupil: Pupil) -> bool:
    """Return whether a pupil has a page open."""
    return bool(pupil.person) and registry.is_present(bytes.fromhex(pupil.person))


def _classroom_info(registry: Registry, live: LiveClassroom) -> schema.RoomInfo:
    room, running = live.room, len(live.room.games_in_progress())
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
        clock=None if room.clock is None else matches.TimeControl(*room.clock),
        rounds=room.rounds or None,
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
                state=_pupil_state(registry, live, one.pupil),
                puzzles=_puzzle_states(room, one.pupil),
            )
            for one in standings(room)
        ],
        playing=0 if room.closed else running,
        finished=len(room.games) - running,
        explained=EXPLAINED[room.kind],
    )


@cache
def _goal(game: str, preset: str) -> str:
    # A classroom with puzzles has no preset, and an old one may have a preset that was removed.
    kind = game_class(game)
    chosen = next((one for one in kind.presets if one.name == preset), kind.presets[0])
    return kind.of(dict(chosen.options)).second_person(Audience()).goal()


def _pupil_state(
    registry: Registry, live: LiveClassroom, pupil: Pupil
) -> Literal["here", "away", "waiting", "playing", "out", "freed"]:
    if pupil.out:
        return "out"
    if not pupil.person:
        return "freed"
    if pupil.number in live.room.playing and not live.room.closed:
        return "playing"
    if pupil.number in live.waiting:
        return "waiting"
    return "here" if is_present(registry, pupil) else "away"


def _puzzle_states(room: Room, pupil: Pupil) -> list[schema.PuzzleState]:
    if room.kind is not Kind.PUZZLES:
        return []
    return [_puzzle_state(pupil, number) for number in range(1, room.count + 1)]


def _puzzle_state(pupil: Pupil, number: int) -> schema.PuzzleState:
    progress = pupil.puzzles.get(number)
    if progress is None:
        return "open"
    if progress.solved:
        return "solved"
    return "missed" if progress.over else "begun"


def _ended_games(room: Room) -> list[schema.RoomGame]:
    """Return the finished games, latest first."""
    ended = [game for game in reversed(room.games.values()) if game.over]
    return [
        schema.RoomGame(
            code=game.match,
            names=(room.pupils[game.one].name, room.pupils[game.two].name),
            winner={game.one: Seat.ONE.number, game.two: Seat.TWO.number}.get(game.winner),
        )
        for game in ended[:MAX_LISTED]
    ]


async def _boards(registry: Registry, live: LiveClassroom) -> list[schema.RoomBoard]:
    """Return the games to project: those that have just ended, then the longest ones."""
    room, found = live.room, list[LiveMatch]()
    running = [] if room.closed else [game.match for game in room.games_in_progress()]
    for code in (*list(live.ended)[-MAX_ENDED_BOARDS:], *running):
        with suppress(LastDigitError):  # skip a damaged game
            found.append(await registry.get(code))
    found.sort(key=lambda match: (match.match.result is None, -len(match.match.moves)))
    return [_board(match) for match in found[:MAX_BOARDS]]


def _board(live: LiveMatch) -> schema.RoomBoard:
    match, narrator = live.match, live.perspective(None).narrator
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
            MAX_CELLS,
        ),
        result=None if result is None else narrator.headline(),
        reason=None if result is None else narrator.ending().strip(),
    )


async def review_games(registry: Registry, room: Room) -> dict[str, GameReview]:
    """Return a review of each finished game for the teacher, by match code.

    The caller must not hold the classroom's lock, because pupils join and games end meanwhile.
    """
    deadline = registry.clock.steady() + REVIEW_SECONDS
    reviews = {game.match: GameReview() for game in room.games.values() if game.over}
    games = await _load_games(registry, reviews)
    finished = await _finished_games(registry, games)
    for game in games:
        reviews[game.online.code] = _review(game.record)
        own = finished.get(game.id)
        if own is None:
            continue
        with suppress(LastDigitError):  # the review without findings remains
            if not is_current(own.analysis) and registry.clock.steady() < deadline:
                own = await registry.people.evaluate(own)
            for played in parse_played_games([own]):
                reviews[game.online.code] = _review(game.record, played.analysis)
    return reviews


async def _load_games(registry: Registry, codes: Iterable[str]) -> list[OnlineGame]:
    games = []
    for code in list(codes):
        with suppress(LastDigitError):  # skip a damaged game
            game = await registry.workers.read(registry.store.online, code)
            if game is not None:
                games.append(game)
    return games


async def _finished_games(registry: Registry, games: list[OnlineGame]) -> dict[int, Finished]:
    """Return these games with the findings that are saved for their players."""
    wanted = {game.id for game in games}
    holders = {seat.holder for game in games for seat in game.online.seats}
    found = dict[int, Finished]()
    for holder in holders:
        with suppress(LastDigitError):
            found |= {one.id: one for one in await registry.people.finished_games(holder)}
    return {game: one for game, one in found.items() if game in wanted}


def _review(record: Record, found: GameAnalysis | None = None) -> GameReview:
    made = [event.act for event in record.events].count(Act.MOVE)
    taken_back = sum(event.plies for event in record.events if event.act is Act.UNDO)
    ended = record.times.events[-1] if record.times.events else ""
    if found is None:
        return GameReview(ended, made - taken_back)
    one, two = (_right_decisions(found, seat) for seat in Seat)
    return GameReview(ended, made - taken_back, (one, two))


def _right_decisions(found: GameAnalysis, seat: Seat) -> str:
    decisions = [one for one in found.decisions if one.seat is seat]
    return f"{sum(one.right for one in decisions)} of {len(decisions)}"
