"""Handlers for classrooms.

`routes.py` describes the operations that call these handlers.
"""

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
from lastdigit.web.schemas.puzzles import GradedAnswer

CSV = "text/csv"


async def list_rooms(call: Call) -> list[RoomSummary]:
    return await call.rooms.list_for(call.visitor.holder)


async def open_room(call: Call) -> Response:
    holder, secret = holder_of(call)
    live = await call.rooms.open(call.body, holder)
    call.registry.invitations.wrong_guesses.add_classroom(call.visitor.address, live.code)
    return await _view_response(call, live, holder, secret, 201)


async def show_room(call: Call) -> Response:
    async with _locked(call) as live:
        call.rooms.keep_waiting(live, call.visitor.holder)
        return await _view_response(call, live, call.visitor.holder)


async def join_room(call: Call) -> Response:
    holder, secret = holder_of(call)
    async with _locked(call) as live:
        await call.rooms.join(live, call.body.name, holder)
        call.registry.invitations.wrong_guesses.add_classroom(call.visitor.address, live.code)
        call.rooms.changed(live)
        return await _view_response(call, live, holder, secret)


async def wait_for_game(call: Call) -> Response:
    async with _locked(call) as live:
        await call.rooms.set_waiting(live, call.visitor.holder, call.body.ready)
        call.rooms.changed(live)
        return await _view_response(call, live, call.visitor.holder)


async def teach(call: Call) -> Response:
    async with _locked(call) as live:
        await execute(call.rooms, live, call.visitor.holder, call.body)
        call.rooms.changed(live)
        return await _view_response(call, live, call.visitor.holder)


async def forget_room(call: Call) -> RoomSummary:
    async with _locked(call) as live:
        summary = summary_of(live, call.visitor.holder)
        await call.rooms.delete(live, call.visitor.holder)
        return summary


async def room_puzzles(call: Call) -> RoomPuzzles:
    async with _locked(call) as live:
        pass
    return await call.rooms.puzzles.view(live, call.visitor.holder)


async def answer_room_puzzle(call: Call) -> GradedAnswer:
    async with _locked(call) as live:
        live.require_pupil(call.visitor.holder)
        live.check_open()
    # The classroom is not locked during the job.
    puzzle = await call.rooms.puzzles.puzzle(live.room, call.body.puzzle)
    inquiry = matches.Inquiry(position=puzzle.position)
    await fair_play.check(call, puzzle.game, inquiry, in_class=True)
    found = await call.rooms.puzzles.grade(live.room, call.body)
    async with _locked(call) as live:
        grading = await save_answer(call.rooms, live, call.visitor.holder, call.body.puzzle, found)
        call.rooms.changed(live)
        return grading


async def results(call: Call) -> Response:
    async with _locked(call) as live:
        live.require_teacher(call.visitor.holder)
        return _csv_file(standings_csv(live.room), f"lastdigit-class-{live.code}.csv")


async def games(call: Call) -> Response:
    async with _locked(call) as live:
        live.require_teacher(call.visitor.holder)
    # The classroom is not locked during the reviews.
    reviews = await review_games(call.registry, live.room)
    return _csv_file(games_csv(live.room, reviews), f"lastdigit-class-{live.code}-games.csv")


def _csv_file(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=CSV, headers=headers)


@asynccontextmanager
async def _locked(call: Call) -> AsyncIterator[LiveClassroom]:
    """Lock the classroom that a request refers to. May raise Refusal."""
    visitor = call.visitor
    async with call.rooms.visit(
        call.path["room"], visitor.holder, visitor.browser, visitor.address, call.arrived
    ) as live:
        yield live


async def _view_response(
    call: Call,
    live: LiveClassroom,
    holder: bytes | None,
    secret: str | None = None,
    status: int = 200,
) -> Response:
    view = await ClassroomView.of(call.registry, live)
    return Response(view.text_for(holder, secret), status, media_type=JSON)
