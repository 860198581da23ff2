"""What the API answers, as types; the OpenAPI document is made from them."""

from __future__ import annotations

from typing import Literal

from lastdigit.web.judged import Advice, JudgedMove, Told, ValueWord
from lastdigit.web.said import SeatNumber


class Refused(Told):
    """Why something was not done: a name for programs, a sentence for people."""

    error: str
    message: str


class OptionInfo(Told):
    """A rule that the players may set."""

    name: str
    type: Literal["integer", "yes/no"]
    default: int | bool | None
    range: tuple[int, int] | None
    allowed: str
    none: str | None
    help: str


class PresetInfo(Told):
    """A named set of options."""

    name: str
    about: str
    turns: tuple[int, int]
    options: dict[str, int | bool | None]
    attempts: int | None


class Tile(Told):
    """One thing to show; `answer` is what a click on it says; `changed` by the last move."""

    text: str
    caption: str | None
    answer: str | None
    changed: bool


class Line(Told):
    """Tiles that belong together, and whose they are; `hidden` ones before them are left out."""

    kind: Literal["number", "pool", "log"]
    label: str
    seat: SeatNumber | None
    tiles: list[Tile]
    hidden: int


class GameInfo(Told):
    """A game before it is played; `picture` shows an example."""

    name: str
    title: str
    summary: str
    version: int
    presets: list[PresetInfo]
    options: list[OptionInfo]
    example: str
    picture: list[Line]


class Rules(Told):
    """The rules of a game, and what holds in every game, both as Markdown."""

    game: str
    title: str
    page: str
    every_game: str


class ComputerInfo(Told):
    """A computer player."""

    name: str
    about: str


class Choice(Told):
    """An answer to a question; the next question after it, or none when it completes a move.

    `sign` is a short sign for it where the game has one, such as /2.
    """

    text: str
    label: str
    sign: str | None
    status: Literal["legal", "try", "unavailable"]
    reason: str | None
    next: Question | None


class Question(Told):
    """What a turn asks."""

    prompt: str
    answers: list[Choice]


class Position(Told):
    """A position after `turn` moves: what to show, and what is asked unless the game is over."""

    turn: int
    position: str
    mover: SeatNumber | None
    view: list[Line]
    question: Question | None


class Turn(Told):
    """A move of the history, and the numbers that it made."""

    turn: int
    seat: SeatNumber
    move: str
    numbers: str


class PlayerInfo(Told):
    """Who sits where: `joined` once the seat is taken, `away` for so many milliseconds.

    `device` is a mark that changes when the seat is taken to another device.
    """

    name: str
    kind: str
    joined: bool
    device: str | None
    away: int | None


class Clocks(Told):
    """Milliseconds left for each player now, and whose are running."""

    left: tuple[int, int]
    running: SeatNumber | None


class Pending(Told):
    """What one player has offered or asked and the other has not answered."""

    what: Literal["draw", "undo"]
    seat: SeatNumber


class Ended(Told):
    """How the game ended; `told` is the sentence for people."""

    end: str
    winner: SeatNumber | None
    reason: str
    told: str


class News(Told):
    """The last thing that happened, in the game's own words."""

    act: str
    seat: SeatNumber
    text: str
    told: str


class TermsInfo(Told):
    """What was agreed on beyond the rules."""

    time_limit: int | None
    clock: tuple[int, int] | None
    attempts: int | None
    hints: bool


class Match(Told):
    """A match as everybody may see it. `number` is that of its last event.

    `may` says what each seat can do now, `grace` for how many milliseconds one may be away; `you`
    are the seats of whoever asked, and null in news, which are the same for all. `moves` may lack
    the oldest: the first is that of turn `firstTurn`.
    """

    code: str
    game: str
    title: str
    against: str
    options: dict[str, int | bool | None]
    players: tuple[PlayerInfo, PlayerInfo]
    first: SeatNumber
    terms: TermsInfo
    you: list[SeatNumber] | None
    number: int
    begun: bool
    position: Position
    moves: list[Turn]
    first_turn: int
    news: News | None
    opening: str
    pending: Pending | None
    clocks: Clocks | None
    may: dict[str, list[str]]
    grace: int
    result: Ended | None
    rematch: str | None


class Seated(Told):
    """A match that somebody sits at. The secret is for programs; a browser has it as a cookie."""

    match: Match
    secret: str | None


class Done(Told):
    """What came of a command: a refused try is `accepted: false` and has its reason."""

    accepted: bool
    told: str
    why: str | None
    advice: Advice | None
    match: Match


class Key(Told):
    """A one-time key that takes a seat to another device, and for how many seconds it is valid."""

    key: str
    seconds: int


class Analysis(Told):
    """A position with its exact value for the player to move, every move's, and why."""

    game: str
    position: str
    position_value: ValueWord
    remoteness: int | None
    moves: list[JudgedMove]
    why: str
    shown: Position


class Mine(Told):
    """A match at which the asking device has a seat, in a line."""

    code: str
    game: str
    title: str
    names: tuple[str, str]
    seats: list[SeatNumber]
    against: str
    changed: str
    result: str | None
    your_turn: bool
