"""What the API answers, as types; the OpenAPI document is made from them.

What other rooms give as data is declared there, and stands here by the same name.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from lastdigit.analysis.position import AnalysisData, JudgedMoveData
from lastdigit.game.game import SeatNumber, Status
from lastdigit.game.lesson import StepData
from lastdigit.game.options import OptionValue
from lastdigit.game.serialize import GameData, RowData
from lastdigit.match.record import Hint


class Shape(msgspec.Struct, kw_only=True, rename="camel"):
    """Part of an answer."""


class RefusalBody(Shape):
    """Why something was not done: a name for programs, a sentence for people."""

    error: str
    message: str


class GameInfo(GameData):
    """A game before it is played; `picture` shows an example, `lesson` says if there is one.

    `quick` is the name of the preset that the page chooses first.
    """

    example: str
    lesson: bool
    picture: list[RowData]
    quick: str


class Rulebook(Shape):
    """The rules of a game, and what holds in every game, both as Markdown and as HTML."""

    game: str
    title: str
    page: str
    every_game: str
    page_html: str
    every_game_html: str


class ComputerInfo(Shape):
    """A computer player."""

    name: str
    about: str


class Choice(Shape):
    """An answer to a question; the next question after it, or none when it completes a move.

    `sign` is a short sign for it where the game has one, such as /2; `reason` says why it is
    closed. To whoever is to move `button` is what making the move is called, `preview` what it
    would bring about, `makes` the number that its key shows.
    """

    text: str
    label: str
    sign: str | None
    status: Status
    reason: str | None
    button: str | None
    preview: str | None
    makes: str | None
    next: Question | None


class Question(Shape):
    """What a turn asks, in a few words."""

    prompt: str
    answers: list[Choice]


class LessonStep(StepData):
    """One position and one thing to find in it; any answer may be tried."""

    question: Question


class LessonInfo(Shape):
    """How a game is learned, step by step."""

    game: str
    title: str
    goal: str
    steps: list[LessonStep]


class Position(Shape):
    """A position after `turn` moves: what to show, and what is asked unless the game is over."""

    turn: int
    position: str
    mover: SeatNumber | None
    view: list[RowData]
    question: Question | None


class Turn(Shape):
    """A move of the history: its exact text, its line in a list, and the number that it made."""

    turn: int
    seat: SeatNumber
    move: str
    text: str
    number: str


class PlayerInfo(Shape):
    """Who sits where: `joined` once the seat is taken, `away` for so many milliseconds.

    `label` is who that is to the reader: You, Computer, Ben; `subject` the same at the beginning of
    a sentence: The computer. `device` is a mark that changes when
    the seat is taken to another device.
    """

    name: str
    label: str
    subject: str
    kind: str
    joined: bool
    device: str | None
    away: int | None


class Clocks(Shape):
    """Milliseconds left for each player now, and whose are running."""

    left: tuple[int, int]
    running: SeatNumber | None


class Pending(Shape):
    """What one player has offered or asked and the other has not answered."""

    what: Literal["draw", "undo"]
    seat: SeatNumber


class Ending(Shape):
    """How the game ended; `headline` tells the reader who has won, `sentence` also why."""

    end: str
    winner: SeatNumber | None
    reason: str
    headline: str
    sentence: str


class News(Shape):
    """The last thing that happened, as it is told to the reader."""

    act: str
    seat: SeatNumber
    text: str
    sentence: str


class Aid(Shape):
    """A list to look things up in: its title, and its rows once the reader has opened it."""

    title: str
    rows: list[RowData] | None


class TermsInfo(Shape):
    """What was agreed on beyond the rules."""

    time_limit: int | None
    clock: tuple[int, int] | None
    attempts: int | None
    hints: bool


class Match(Shape):
    """A match as its reader sees it. `number` is that of its last event.

    `you` are the reader's seats; all words are for the reader, who is `you` at one seat, and nobody
    is at two seats or none. `goal` stands above the board, `lesson` says whether the game
    has one; `beginning` says where an unusual start comes from, `notice` is something to know now.
    Until both players sit, `agreed` states the terms: the start, unusual rules, who begins.
    `may` says what each seat can do now, `grace` for how many milliseconds one may be away. `moves`
    may lack the oldest: the first is that of turn `firstTurn`.
    """

    code: str
    game: str
    title: str
    goal: str
    beginning: str | None
    agreed: str | None
    lesson: bool
    against: str
    options: dict[str, OptionValue]
    players: tuple[PlayerInfo, PlayerInfo]
    first: SeatNumber
    terms: TermsInfo
    you: list[SeatNumber]
    number: int
    begun: bool
    position: Position
    moves: list[Turn]
    first_turn: int
    news: News | None
    notice: str | None
    aid: Aid | None
    pending: Pending | None
    clocks: Clocks | None
    may: dict[str, list[str]]
    grace: int
    result: Ending | None
    rematch: str | None


class Log(Shape):
    """A match so far in the rulebook's own words, as a terminal tells it."""

    text: str


class OwnMatch(Shape):
    """A match that somebody sits at. The secret is for programs; a browser has it as a cookie."""

    match: Match
    secret: str | None


class Effect(Shape):
    """What came of a command: a refused try is `accepted: false`, and its sentence says why."""

    accepted: bool
    sentence: str
    advice: Advice | None
    match: Match


class Key(Shape):
    """A one-time key that takes a seat to another device, and for how many seconds it is valid."""

    key: str
    seconds: int


class Invitation(Shape):
    """The code that a player says to a friend, and for how many seconds more it works.

    Null after that, until a new one is asked for.
    """

    spoken: str | None
    seconds: int


class Invited(Shape):
    """What a spoken code leads to, by its own code: a match, which can be looked at with it.

    `key` says that what was typed is the key of a seat there, with which one can sit down. `room`
    says that it is no match but a class room, which one can join.
    """

    code: str
    key: bool
    room: bool


class Advice(Shape):
    """What a step of a hint says: a sentence, the answers to look at, the moves it judges."""

    kind: Hint
    sentence: str
    answers: list[str]
    moves: list[JudgedMoveData]


class Analysis(AnalysisData):
    """A position with its exact value for the player to move, every move's, and why."""

    shown: Position


class MatchSummary(Shape):
    """A match at which the asking device has a seat, in a line.

    `outcome` is how it ended for whoever asks; null at both seats, and while it goes on.
    """

    code: str
    game: str
    title: str
    names: tuple[str, str]
    seats: list[SeatNumber]
    against: str
    changed: str
    result: str | None
    outcome: Literal["won", "lost", "drawn"] | None
    your_turn: bool
