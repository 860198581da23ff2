"""What the API can be asked about class rooms."""

from __future__ import annotations

from lastdigit.web.api import room_handlers
from lastdigit.web.api.operation import BODY, Operation
from lastdigit.web.schema import puzzles, rooms
from lastdigit.web.schema.refusals import Reason
from lastdigit.web.schema.requests import Body

ROOM = (Reason.UNKNOWN_ROOM, Reason.TOO_MANY)
IN_ROOM = (*ROOM, *BODY, Reason.ROOM_CLOSED)
ROOM_OPERATIONS = (
    Operation(
        "GET",
        "/api/rooms",
        "The class rooms that one has opened or joined",
        room_handlers.list_rooms,
        list[rooms.RoomSummary],
    ),
    Operation(
        "POST",
        "/api/rooms",
        "Open a class room: whoever does is its teacher",
        room_handlers.open_room,
        rooms.OwnRoom,
        rooms.OpenRoom,
        status=201,
        makes_game=True,
        refusals=(Reason.UNKNOWN_GAME, Reason.BAD_OPTION, *BODY),
    ),
    Operation(
        "GET",
        "/api/rooms/{room}",
        "How a class room stands",
        room_handlers.show_room,
        rooms.OwnRoom,
        refusals=ROOM,
    ),
    Operation(
        "POST",
        "/api/rooms/{room}/pupils",
        "Join a class room as a pupil",
        room_handlers.join_room,
        rooms.OwnRoom,
        rooms.JoinRoom,
        refusals=(*IN_ROOM, Reason.NAME_TAKEN, Reason.ROOM_FULL, Reason.NOT_PUPIL),
    ),
    Operation(
        "POST",
        "/api/rooms/{room}/ready",
        "Wait for the next game as a pupil, or no longer",
        room_handlers.wait_for_game,
        rooms.OwnRoom,
        rooms.Readiness,
        refusals=(*IN_ROOM, Reason.NOT_PUPIL, Reason.NOT_POSSIBLE),
    ),
    Operation(
        "POST",
        "/api/rooms/{room}/commands",
        "Teach: pair, leave-out, take-back, free, rename, close",
        room_handlers.teach,
        rooms.OwnRoom,
        rooms.AnyTeacherCommand,
        refusals=(
            *IN_ROOM,
            Reason.NOT_TEACHER,
            Reason.UNKNOWN_PUPIL,
            Reason.NAME_TAKEN,
            Reason.ROOM_FULL,
            Reason.NOT_POSSIBLE,
        ),
    ),
    Operation(
        "POST",
        "/api/rooms/{room}/forget",
        "Delete a class room with all its names and results, as its teacher",
        room_handlers.forget_room,
        rooms.RoomSummary,
        Body,
        refusals=(*ROOM, *BODY, Reason.NOT_TEACHER),
    ),
    Operation(
        "GET",
        "/api/rooms/{room}/puzzles",
        "The puzzles of a class, and how far one is with each",
        room_handlers.room_puzzles,
        rooms.RoomPuzzles,
        is_job=True,
        refusals=(*ROOM, Reason.NOT_POSSIBLE),
    ),
    Operation(
        "POST",
        "/api/rooms/{room}/answer",
        "Answer a puzzle of the class as a pupil",
        room_handlers.answer_room_puzzle,
        puzzles.Judged,
        rooms.RoomAnswer,
        is_job=True,
        refusals=(
            *IN_ROOM,
            Reason.NOT_PUPIL,
            Reason.NOT_POSSIBLE,
            Reason.UNKNOWN_PUZZLE,
            Reason.UNREADABLE,
            Reason.OVER,
            Reason.FAIR_PLAY,
        ),
    ),
    Operation(
        "GET",
        "/api/rooms/{room}/results",
        "The results of a class for its teacher, as CSV",
        room_handlers.results,
        room_handlers.CSV,
        refusals=(*ROOM, Reason.NOT_TEACHER),
    ),
    Operation(
        "GET",
        "/api/rooms/{room}/games",
        "Every game of a class that is over for its teacher, as CSV",
        room_handlers.games,
        room_handlers.CSV,
        is_job=True,
        refusals=(*ROOM, Reason.NOT_TEACHER),
    ),
)
