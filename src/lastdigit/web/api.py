"""The API's operations: where each is asked, with what, what it answers, why it may refuse."""

from __future__ import annotations

from lastdigit.web import handlers, said, told
from lastdigit.web.judged import Review
from lastdigit.web.operations import Operation
from lastdigit.web.refusal import Reason

MATCH = (Reason.UNKNOWN_MATCH,)
BODY = (Reason.MALFORMED, Reason.NOT_JSON, Reason.TOO_LARGE, Reason.TOO_MANY)
SEATED = (*MATCH, *BODY, Reason.NO_SEAT)
OPERATIONS = (
    Operation("GET", "/api/games", "The games there are", handlers.list_games, list[told.GameInfo]),
    Operation(
        "GET",
        "/api/games/{game}/rules",
        "The rules of a game",
        handlers.rules,
        told.Rules,
        refusals=(Reason.UNKNOWN_GAME,),
    ),
    Operation(
        "POST",
        "/api/games/{game}/analysis",
        "Who wins a position, what every move is worth, and why: exact",
        handlers.analyse,
        told.Analysis,
        said.Inquiry,
        refusals=(Reason.UNKNOWN_GAME, Reason.BAD_OPTION, Reason.BAD_POSITION, *BODY),
    ),
    Operation(
        "GET",
        "/api/players",
        "The computers there are",
        handlers.list_players,
        list[told.ComputerInfo],
    ),
    Operation("GET", "/api/mine", "The matches at which one sits", handlers.mine, list[told.Mine]),
    Operation(
        "POST",
        "/api/matches",
        "Set up a match",
        handlers.set_up,
        told.Seated,
        said.Arrangement,
        status=201,
        makes_game=True,
        refusals=(Reason.UNKNOWN_GAME, Reason.BAD_OPTION, *BODY),
    ),
    Operation(
        "GET",
        "/api/matches/{code}",
        "How a match stands",
        handlers.show,
        told.Match,
        refusals=MATCH,
    ),
    Operation(
        "POST",
        "/api/matches/{code}/seat",
        "Sit down at a match, or bring a seat from another device",
        handlers.sit_down,
        told.Seated,
        said.Sitting,
        refusals=(*MATCH, *BODY, Reason.SEAT_TAKEN, Reason.BAD_KEY),
    ),
    Operation(
        "POST",
        "/api/matches/{code}/commands",
        "Play: move, resign, offer, undo, accept, decline, hint, claim",
        handlers.command,
        told.Done,
        said.AnyCommand,
        refusals=(
            *SEATED,
            Reason.WRONG_SEAT,
            Reason.UNREADABLE,
            Reason.STALE,
            Reason.OVER,
            Reason.WAITING,
            Reason.OUT_OF_TURN,
            Reason.NOT_POSSIBLE,
        ),
    ),
    Operation(
        "POST",
        "/api/matches/{code}/rematch",
        "Play again, the other player first",
        handlers.play_again,
        told.Seated,
        said.Said,
        makes_game=True,
        refusals=(*SEATED, Reason.NOT_OVER),
    ),
    Operation(
        "POST",
        "/api/matches/{code}/key",
        "A one-time key that takes one's seat to another device",
        handlers.take_elsewhere,
        told.Key,
        said.Said,
        refusals=SEATED,
    ),
    Operation(
        "GET",
        "/api/matches/{code}/turns",
        "The history of a match, or what of it came before a turn",
        handlers.list_turns,
        list[told.Turn],
        query=("before",),
        refusals=(*MATCH, Reason.MALFORMED),
    ),
    Operation(
        "GET",
        "/api/matches/{code}/turns/{turn}",
        "The position after so many moves",
        handlers.show_turn,
        told.Position,
        refusals=(*MATCH, Reason.MALFORMED, Reason.UNKNOWN_TURN),
    ),
    Operation(
        "GET",
        "/api/matches/{code}/review",
        "A match that is over, judged move by move",
        handlers.review,
        Review,
        refusals=(*MATCH, Reason.NOT_OVER, Reason.NOT_POSSIBLE, Reason.TOO_MANY),
    ),
    Operation(
        "GET",
        "/api/matches/{code}/record",
        "The record of a match that is over: one line of JSON",
        handlers.download,
        None,
        refusals=(*MATCH, Reason.NOT_OVER),
    ),
)
