"""What the API does when it is asked about class rooms."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.responses import Response

from lastdigit.classroom.standings import games_csv, standings_csv
from lastdigit.web.api import fair_play
from lastdigit.web.api.requests import JSON, Call, holder_of
from lastdigit.web.live.classroom_views import (
    ClassroomView,
    LiveClassroom,
    review_games,
    summary_of,
)
from lastdigit.web.live.classrooms import execute, save_answer
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.classrooms import RoomPuzzles, RoomSummary
from lastdigit.web.schemas.puzzles import Judged

CSV = "text/csv"


async def list_rooms(call: Call) -> list[RoomSummary]:
    """Return the rooms that whoever asks has opened or joined."""
    return await call.rooms.list_for(call.visitor.holder)


async def open_room(call: Call) -> Response:
    """Open a class room."""
    holder, secret = holder_of(call)
    live = await call.rooms.open(call.body, holder)
    call.registry.invitations.wrong_guesses.add_classroom(call.visitor.address, live.code)
    return await _shown(call, live, holder, secret, 201)


async def show_room(call: Call) -> Response:
    """Return how a class room stands."""
    async with _found(call) as live:
        call.rooms.keep_waiting(live, call.visitor.holder)
        return await _shown(call, live, call.visitor.holder)


async def join_room(call: Call) -> Response:
    """Let a pupil in."""
    holder, secret = holder_of(call)
    async with _found(call) as live:
        await call.rooms.join(live, call.body.name, holder)
        call.registry.invitations.wrong_guesses.add_classroom(call.visitor.address, live.code)
        call.rooms.changed(live)
        return await _shown(call, live, holder, secret)


async def wait_for_game(call: Call) -> Response:
    """Let a pupil wait for the next game, or no longer."""
    async with _found(call) as live:
        await call.rooms.set_waiting(live, call.visitor.holder, call.body.ready)
        call.rooms.changed(live)
        return await _shown(call, live, call.visitor.holder)


async def teach(call: Call) -> Response:
    """Do something as the teacher."""
    async with _found(call) as live:
        await execute(call.rooms, live, call.visitor.holder, call.body)
        call.rooms.changed(live)
        return await _shown(call, live, call.visitor.holder)


async def forget_room(call: Call) -> RoomSummary:
    """Delete a room for good, and say what it was."""
    async with _found(call) as live:
        summary = summary_of(live, call.visitor.holder)
        await call.rooms.delete(live, call.visitor.holder)
        return summary


async def room_puzzles(call: Call) -> RoomPuzzles:
    """Return the puzzles of a class."""
    async with _found(call) as live:
        pass
    return await call.rooms.puzzles.view(live, call.visitor.holder)


async def answer_room_puzzle(call: Call) -> Judged:
    """Judge a pupil's answer to a puzzle of the class."""
    async with _found(call) as live:
        live.require_pupil(call.visitor.holder)
        live.check_open()
    # The room has been let go: nobody waits for it while an answer is thought about.
    puzzle = await call.rooms.puzzles.puzzle(live.room, call.body.puzzle)
    inquiry = matches.Inquiry(position=puzzle.position)
    await fair_play.check(call, puzzle.game, inquiry, in_class=True)
    found = await call.rooms.puzzles.grade(live.room, call.body)
    async with _found(call) as live:
        judged = await save_answer(call.rooms, live, call.visitor.holder, call.body.puzzle, found)
        call.rooms.changed(live)
        return judged


async def results(call: Call) -> Response:
    """Return the results of a class as CSV."""
    async with _found(call) as live:
        live.require_teacher(call.visitor.holder)
        return _attached(standings_csv(live.room), f"lastdigit-class-{live.code}.csv")


async def games(call: Call) -> Response:
    """Return every game of a class that is over as CSV, judged as far as time allows."""
    async with _found(call) as live:
        live.require_teacher(call.visitor.holder)
    # The room has been let go: nobody waits for it while games are judged.
    judged = await review_games(call.registry, live.room)
    return _attached(games_csv(live.room, judged), f"lastdigit-class-{live.code}-games.csv")


def _attached(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=CSV, headers=headers)


@asynccontextmanager
async def _found(call: Call) -> AsyncIterator[LiveClassroom]:
    """Have the room that an address names to oneself; raises Refusal."""
    visitor = call.visitor
    async with call.rooms.visit(
        call.path["room"], visitor.holder, visitor.browser, visitor.address, call.arrived
    ) as live:
        yield live


async def _shown(
    call: Call,
    live: LiveClassroom,
    holder: bytes | None,
    secret: str | None = None,
    status: int = 200,
) -> Response:
    view = await ClassroomView.of(call.registry, live)
    return Response(view.text_for(holder, secret), status, media_type=JSON)
