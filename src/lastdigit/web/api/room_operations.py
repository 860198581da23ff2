"""Operations of the HTTP API on classrooms."""

from __future__ import annotations

from lastdigit.web.api import room_handlers
from lastdigit.web.api.operation import BODY, Operation
from lastdigit.web.schemas import classrooms, puzzles
from lastdigit.web.schemas.errors import Reason
from lastdigit.web.schemas.matches import Body

ROOM = (Reason.UNKNOWN_ROOM, Reason.TOO_MANY)
IN_ROOM = (*ROOM, *BODY, Reason.ROOM_CLOSED)
ROOM_OPERATIONS = (
    Operation(
        "GET",
        "/api/rooms",
        "List your classrooms",
        room_handlers.list_rooms,
        list[classrooms.RoomSummary],
        details="Returns the classrooms that you have opened or joined, latest first.",
    ),
    Operation(
        "POST",
        "/api/rooms",
        "Open a classroom",
        room_handlers.open_room,
        classrooms.OwnRoom,
        classrooms.OpenRoom,
        status=201,
        makes_game=True,
        refusals=(Reason.UNKNOWN_GAME, Reason.BAD_OPTION, *BODY),
        details="You are the teacher of the classroom.",
    ),
    Operation(
        "GET",
        "/api/rooms/{room}",
        "Get a classroom",
        room_handlers.show_room,
        classrooms.OwnRoom,
        refusals=ROOM,
    ),
    Operation(
        "POST",
        "/api/rooms/{room}/pupils",
        "Join a classroom",
        room_handlers.join_room,
        classrooms.OwnRoom,
        classrooms.JoinRoom,
        refusals=(*IN_ROOM, Reason.NAME_TAKEN, Reason.ROOM_FULL, Reason.NOT_PUPIL),
    ),
    Operation(
        "POST",
        "/api/rooms/{room}/ready",
        "Start or stop waiting for an opponent",
        room_handlers.wait_for_game,
        classrooms.OwnRoom,
        classrooms.Readiness,
        refusals=(*IN_ROOM, Reason.NOT_PUPIL, Reason.NOT_POSSIBLE),
        details="A pupil without an open WebSocket must repeat the request every few seconds.",
    ),
    Operation(
        "POST",
        "/api/rooms/{room}/commands",
        "Send a command to a classroom",
        room_handlers.teach,
        classrooms.OwnRoom,
        classrooms.AnyTeacherCommand,
        refusals=(
            *IN_ROOM,
            Reason.NOT_TEACHER,
            Reason.UNKNOWN_PUPIL,
            Reason.NAME_TAKEN,
            Reason.ROOM_FULL,
            Reason.NOT_POSSIBLE,
        ),
        details="Only the teacher can do this. The commands are `pair`, `leave-out`, `take-back`, "
        "`free`, `rename` and `close`.",
    ),
    Operation(
        "POST",
        "/api/rooms/{room}/forget",
        "Delete a classroom",
        room_handlers.forget_room,
        classrooms.RoomSummary,
        Body,
        refusals=(*ROOM, *BODY, Reason.NOT_TEACHER),
        details="Only the teacher can do this. Names and results are deleted too.",
    ),
    Operation(
        "GET",
        "/api/rooms/{room}/puzzles",
        "Get the puzzles of a classroom",
        room_handlers.room_puzzles,
        classrooms.RoomPuzzles,
        is_job=True,
        refusals=(*ROOM, Reason.NOT_POSSIBLE),
        details="Includes your answers so far.",
    ),
    Operation(
        "POST",
        "/api/rooms/{room}/answer",
        "Answer a puzzle of a classroom",
        room_handlers.answer_room_puzzle,
        puzzles.Judged,
        classrooms.RoomAnswer,
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
        "Export the standings of a classroom",
        room_handlers.results,
        room_handlers.CSV,
        refusals=(*ROOM, Reason.NOT_TEACHER),
        details="Returns CSV with one row per pupil. Only the teacher can do this.",
    ),
    Operation(
        "GET",
        "/api/rooms/{room}/games",
        "Export the games of a classroom",
        room_handlers.games,
        room_handlers.CSV,
        is_job=True,
        refusals=(*ROOM, Reason.NOT_TEACHER),
        details="Returns CSV with one row per finished game. Only the teacher can do this.",
    ),
)
