"""What the API can be asked, each operation said once: routes and OpenAPI are made from it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from lastdigit.analysis.review import ReviewData
from lastdigit.web.api import handlers, puzzle_handlers
from lastdigit.web.api.handlers import Call
from lastdigit.web.schema import answers, puzzles, requests
from lastdigit.web.schema.refusals import Reason

Handler = Callable[[Call], Awaitable[object]]


@dataclass(frozen=True)
class Operation:
    """One thing to ask: where, with what, and what the answer is."""

    method: str
    path: str
    about: str
    handler: Handler
    answer: Any
    body: Any = None
    status: int = 200
    makes_game: bool = False
    is_question: bool = False
    query: tuple[str, ...] = ()
    refusals: tuple[Reason, ...] = ()

    @property
    def name(self) -> str:
        """What programs call it."""
        return self.handler.__name__


MATCH = (Reason.UNKNOWN_MATCH, Reason.TOO_MANY)
BODY = (Reason.MALFORMED, Reason.NOT_JSON, Reason.TOO_LARGE, Reason.TOO_MANY)
SEATED = (*MATCH, *BODY, Reason.NO_SEAT)
ANSWER = (*BODY, Reason.UNKNOWN_GAME, Reason.UNKNOWN_PUZZLE, Reason.UNREADABLE)
OPERATIONS = (
    Operation(
        "GET", "/api/games", "The games there are", handlers.list_games, list[answers.GameInfo]
    ),
    Operation(
        "GET",
        "/api/games/{game}/rules",
        "The rules of a game",
        handlers.rulebook,
        answers.Rulebook,
        refusals=(Reason.UNKNOWN_GAME,),
    ),
    Operation(
        "GET",
        "/api/games/{game}/lesson",
        "How a game is learned: positions, and in each a move to find",
        handlers.lesson,
        answers.LessonInfo,
        refusals=(Reason.UNKNOWN_GAME, Reason.UNKNOWN_PAGE),
    ),
    Operation(
        "POST",
        "/api/games/{game}/analysis",
        "Who wins a position, what every move is worth, and why: exact",
        handlers.analyse,
        answers.Analysis,
        requests.Inquiry,
        is_question=True,
        refusals=(Reason.UNKNOWN_GAME, Reason.BAD_OPTION, Reason.BAD_POSITION, *BODY),
    ),
    Operation(
        "GET",
        "/api/players",
        "The computers there are",
        handlers.list_players,
        list[answers.ComputerInfo],
    ),
    Operation(
        "GET",
        "/api/mine",
        "The matches at which one sits",
        handlers.mine,
        list[answers.MatchSummary],
    ),
    Operation(
        "GET",
        "/api/daily",
        "The puzzles of a day, by default today's, and how one has done",
        puzzle_handlers.daily,
        puzzles.Daily,
        is_question=True,
        query=("day",),
        refusals=(Reason.UNKNOWN_PUZZLE, Reason.MALFORMED, Reason.TOO_MANY),
    ),
    Operation(
        "POST",
        "/api/daily/answer",
        "Answer a puzzle of a day",
        puzzle_handlers.answer_daily,
        puzzles.Judged,
        requests.DailyAnswer,
        is_question=True,
        refusals=(*ANSWER, Reason.OVER),
    ),
    Operation(
        "GET",
        "/api/puzzles",
        "Puzzles of a game, the same ones from the same seed",
        puzzle_handlers.list_puzzles,
        list[puzzles.PuzzleInfo],
        is_question=True,
        query=("game", "grade", "seed", "count"),
        refusals=(Reason.UNKNOWN_GAME, Reason.BAD_OPTION, Reason.MALFORMED, Reason.TOO_MANY),
    ),
    Operation(
        "GET",
        "/api/practice",
        "A puzzle of a game at one's own level: what went wrong and is due, else a new one",
        puzzle_handlers.practise,
        puzzles.Practised,
        is_question=True,
        query=("game",),
        refusals=(Reason.UNKNOWN_GAME, Reason.UNKNOWN_PUZZLE, Reason.TOO_MANY),
    ),
    Operation(
        "GET",
        "/api/stats",
        "What one has done: games, how often one was right where it mattered, puzzles, ladders",
        puzzle_handlers.stats,
        puzzles.Statistics,
        is_question=True,
        refusals=(Reason.TOO_MANY,),
    ),
    Operation(
        "POST",
        "/api/puzzles/answer",
        "Answer any puzzle",
        puzzle_handlers.answer_puzzle,
        puzzles.Judged,
        requests.PuzzleAnswer,
        is_question=True,
        refusals=(*ANSWER, Reason.BAD_OPTION, Reason.BAD_POSITION, Reason.NOT_POSSIBLE),
    ),
    Operation(
        "POST",
        "/api/puzzles/forget",
        "Delete one's answers to puzzles, and so one's days running, for good",
        puzzle_handlers.forget_answers,
        puzzles.Forgotten,
        requests.Body,
        refusals=BODY,
    ),
    Operation(
        "POST",
        "/api/matches",
        "Set up a match",
        handlers.set_up,
        answers.OwnMatch,
        requests.Arrangement,
        status=201,
        makes_game=True,
        refusals=(Reason.UNKNOWN_GAME, Reason.BAD_OPTION, Reason.BAD_POSITION, *BODY),
    ),
    Operation(
        "GET",
        "/api/matches/{code}",
        "How a match stands",
        handlers.show,
        answers.Match,
        refusals=MATCH,
    ),
    Operation(
        "POST",
        "/api/matches/{code}/seat",
        "Sit down at a match, or bring a seat from another device",
        handlers.sit_down,
        answers.OwnMatch,
        requests.SitDown,
        refusals=(*MATCH, *BODY, Reason.SEAT_TAKEN, Reason.BAD_KEY),
    ),
    Operation(
        "POST",
        "/api/matches/{code}/commands",
        "Play: move, resign, offer, undo, accept, decline, hint, claim",
        handlers.command,
        answers.Effect,
        requests.AnyCommand,
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
        answers.OwnMatch,
        requests.Body,
        makes_game=True,
        refusals=(*SEATED, Reason.NOT_OVER),
    ),
    Operation(
        "GET",
        "/api/matches/{code}/invitation",
        "The code that a player says to a friend, and how long it works",
        handlers.show_invitation,
        answers.Invitation,
        refusals=(*MATCH, Reason.NO_SEAT, Reason.SEAT_TAKEN),
    ),
    Operation(
        "POST",
        "/api/matches/{code}/invitation",
        "A new code to say, instead of the one before",
        handlers.renew_invitation,
        answers.Invitation,
        requests.Body,
        refusals=(*SEATED, Reason.SEAT_TAKEN),
    ),
    Operation(
        "POST",
        "/api/invitations",
        "The match that a spoken code leads to",
        handlers.follow_invitation,
        answers.Invited,
        requests.CodeEntry,
        refusals=(Reason.UNKNOWN_CODE, *BODY),
    ),
    Operation(
        "POST",
        "/api/matches/{code}/key",
        "A one-time key that takes one's seat to another device",
        handlers.take_elsewhere,
        answers.Key,
        requests.Body,
        refusals=SEATED,
    ),
    Operation(
        "GET",
        "/api/matches/{code}/turns",
        "The history of a match, or what of it came before a turn",
        handlers.list_turns,
        list[answers.Turn],
        query=("before",),
        refusals=(*MATCH, Reason.MALFORMED),
    ),
    Operation(
        "GET",
        "/api/matches/{code}/turns/{turn}",
        "The position after so many moves",
        handlers.show_turn,
        answers.Position,
        refusals=(*MATCH, Reason.MALFORMED, Reason.UNKNOWN_TURN),
    ),
    Operation(
        "GET",
        "/api/matches/{code}/log",
        "A match so far in the rulebook's own words",
        handlers.log,
        answers.Log,
        refusals=MATCH,
    ),
    Operation(
        "GET",
        "/api/matches/{code}/review",
        "A match that is over, judged move by move",
        handlers.review,
        ReviewData,
        is_question=True,
        refusals=(*MATCH, Reason.NOT_OVER, Reason.NOT_POSSIBLE),
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
