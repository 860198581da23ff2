"""HTTP API request and response types for games and matches.

A list item `- `name`: ...` in a class docstring is the description of that field in openapi.json.
The docstrings of types from other packages, whose names end in Data, work in the same way. A
request body that does not match its type is rejected as malformed.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from lastdigit.analysis.position import AnalysisData, JudgedMoveData
from lastdigit.game.game import SeatNumber, Status
from lastdigit.game.lesson import StepData
from lastdigit.game.options import OptionValue
from lastdigit.game.serialize import GameData, RowData
from lastdigit.match.record import LONGEST_NAME, Hint
from lastdigit.system import DAY

HERE, LINK = "here", "link"
LONGEST_MOVE = 200
LONGEST_POSITION = 8_000

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Word = Annotated[str, Meta(min_length=1, max_length=60)]
MoveText = Annotated[str, Meta(max_length=LONGEST_MOVE, description="A move or an answer as text.")]
Options = dict[Word, OptionValue]


class Body(msgspec.Struct, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A JSON request body.

    Unknown fields are an error. A request without parameters sends an empty object, `{}`.
    """


class Shape(msgspec.Struct, kw_only=True, rename="camel"):
    """Base class for response types. JSON names are in camel case."""


class TimeControl(Body):
    """A clock for each player.

    - `seconds`: Seconds for the whole game.
    - `increment`: Seconds added after each of the player's moves.
    """

    seconds: Annotated[int, Meta(ge=1, le=DAY)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0


class NewMatch(Body):
    """The settings of a new match.

    - `game`: Identifier of the game.
    - `preset`: Name of a combination of options. Null for the rulebook's rules.
    - `options`: Values of options, by option name, which override the preset's values.
    - `against`: `here` for two people on one device, `link` to invite a person on another device,
      or the level of a computer player.
    - `name`: The requester's name.
    - `other_name`: The other player's name. Null for a default name.
    - `first`: Who moves first: player 1, player 2, a random player (`toss`), or `winner`. With
      `winner`, which is possible only against a computer, the start is chosen so that the requester
      can win. If there is no such start, player 1 moves first. Ignored if there is a `position`.
    - `position`: Starting position as text. The text includes the player to move. Null for the
      usual start.
    - `seat`: The requester's player number, 1 or 2.
    - `time_limit`: Seconds per turn. Null for no limit. A limit per turn cannot be combined with
      `clock`.
    - `clock`: Clock for each player. Null for no clock.
    - `attempts`: Number of illegal moves in one turn that loses the match. Null for no limit. If
      omitted, the preset decides.
    - `hints`: Whether hints are allowed, which is possible only against a computer.
    """

    game: Word
    preset: Word | None = None
    options: Options = {}
    against: Word = HERE
    name: Name = "Player 1"
    other_name: Name | None = None
    first: Literal[1, 2, "toss", "winner"] = "toss"
    position: Annotated[str, Meta(max_length=LONGEST_POSITION)] | None = None
    seat: SeatNumber = 1
    time_limit: Annotated[int, Meta(ge=1, le=DAY)] | None = None
    clock: TimeControl | None = None
    attempts: Annotated[int, Meta(ge=1, le=1000)] | UnsetType | None = UNSET
    hints: bool = True


class NewLadderMatch(Body):
    """The settings of a match on the ladder, a series of computer opponents of increasing strength.

    - `game`: Identifier of the game.
    - `level`: Level of the opponent: `beginner`, `easy`, `medium`, `hard` or `perfect`.
    - `name`: The requester's name.
    """

    game: Word
    level: Word
    name: Name = "Player 1"


class CodeEntry(Body):
    """A short code that the user has entered.

    - `spoken`: The code or one-time key. Case, spaces and dashes are ignored.
    """

    spoken: Word


class JoinMatch(Body):
    """A request to join a match, or to continue it on another device.

    - `name`: The requester's name. Null for a default name.
    - `key`: One-time key from the device that the player has used so far. Null to join as a
      new player.
    """

    name: Name | None = None
    key: Word | None = None


class NewName(Body):
    """A new name for a player who is waiting for an opponent.

    - `name`: The new name.
    """

    name: Name


class Command(Body, tag_field="do"):
    """A player's command in a match."""

    after: Annotated[
        int,
        Meta(
            ge=0,
            le=2**31,
            description="The `number` of the match as the requester last saw it. If something "
            "has happened since, the command is rejected with the error `stale`.",
        ),
    ]
    seat: Annotated[
        SeatNumber | None,
        Meta(
            description="The player who gives the command, 1 or 2. If null, it is the requester's "
            "own player. If the requester controls both, it is the one who has to act now."
        ),
    ] = None
    reply: Annotated[
        Literal["match", "new"],
        Meta(
            description="The moves in the response: `match` for the latest 200, or `new` for those "
            "since event `after`."
        ),
    ] = "match"


class Play(Command, tag="move", kw_only=True):
    """Make a move. An illegal move is not an error, but a response with `accepted: false`.

    - `move`: The move as text, such as `7 left`.
    """

    move: MoveText


class Resign(Command, tag="resign"):
    """Resign the match."""


class Offer(Command, tag="offer"):
    """Offer a draw."""


class Undo(Command, tag="undo"):
    """Take back the player's last move.

    If the opponent is a person on another device, ask for permission.
    """


class Accept(Command, tag="accept"):
    """Accept the opponent's draw offer or request to take back a move."""


class Decline(Command, tag="decline"):
    """Decline the opponent's draw offer or request to take back a move."""


class AskHint(Command, tag="hint"):
    """Ask for a hint.

    - `kind`: Kind of hint, each more revealing than the one before: `idea` (a general idea), `look`
      (fewer moves to consider), `hint` (the best move), `values` (the value of every move). `aid`
      opens the game's reference list until the end of the match. Null for the next kind that has
      not been used in this turn.
    """

    kind: Literal["idea", "look", "hint", "values", "aid"] | None = None


class Claim(Command, tag="claim"):
    """Claim the win because the opponent has been disconnected for too long."""


AnyCommand = Play | Resign | Offer | Undo | Accept | Decline | AskHint | Claim


class Inquiry(Body):
    """A position to analyse.

    - `options`: Values of the game's options, by option name. Omitted options have their default
      values.
    - `position`: The position as text. Null for the usual start.
    - `moves`: Moves to make from that position, as text. The position after these moves is
      analysed.
    """

    options: Options = {}
    position: Annotated[str, Meta(max_length=LONGEST_POSITION)] | None = None
    moves: list[MoveText] = []


class ErrorBody(Shape):
    """An error response. The request has changed nothing.

    - `error`: Error code for programs, such as `unknown-match`.
    - `message`: Explanation for people, in English.
    """

    error: str
    message: str


class GameInfo(GameData):
    """A game that can be played, with its options and its appearance.

    - `name`: Identifier of the game, such as `digit-duel`. Other requests refer to the game by this
      name.
    - `title`: Display name of the game, such as "Digit Duel".
    - `summary`: The game in one sentence.
    - `card`: The goal in a few words, for a list of games.
    - `goal`: The goal with the default options, to show above the board.
    - `identity`: Colours and logo of the game.
    - `version`: Version of the game's rules, which increases if a rule changes.
    - `presets`: Named combinations of options. The first preset follows the rulebook.
    - `options`: Rules that can be changed.
    - `editable`: The numbers in a position's text that a position editor can change.
    - `example`: An example position, as text.
    - `lesson`: Whether the game has a lesson for beginners.
    - `picture`: The board in the position `example`, from top to bottom.
    - `quick`: Name of the preset to suggest to two people.
    """

    example: str
    lesson: bool
    picture: list[RowData]
    quick: str


class Rulebook(Shape):
    """The rules of a game, as Markdown and as HTML.

    - `game`: Identifier of the game.
    - `title`: Display name of the game.
    - `page`: Rules of this game, as Markdown.
    - `every_game`: Rules that all games share, as Markdown.
    - `page_html`: Rules of this game, as HTML. The top heading is an `h1`.
    - `every_game_html`: Rules that all games share, as HTML. The top heading is an `h2`.
    """

    game: str
    title: str
    page: str
    every_game: str
    page_html: str
    every_game_html: str


class ComputerInfo(Shape):
    """A computer player.

    - `name`: Level of play, such as `easy`. Other requests refer to the computer player by this
      name.
    - `about`: How well this computer player plays, in a few words.
    """

    name: str
    about: str


class Choice(Shape):
    """One possible answer to a question about a move.

    - `text`: The answer as text. A move consists of the texts of its answers, separated by spaces.
    - `label`: The answer as shown to the player.
    - `sign`: Short symbol for the answer, such as `/2`. Null if there is no symbol.
    - `status`: Whether the answer can be chosen.
    - `reason`: Why the answer cannot be chosen. Null if the answer can be chosen.
    - `button`: Label of the button that makes the move. Null if the move is not complete or cannot
      be made, or if it is not the requester's turn.
    - `preview`: What the move would do. May be empty. Null whenever `button` is null.
    - `makes`: The number that the move would form, to show on the button. Null if there is nothing
      to show.
    - `next`: The question that follows this answer. Null if the move is complete or the answer
      cannot be chosen.
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
    """A question about one part of a move, with its possible answers.

    - `prompt`: The question in a few words, such as "Strike with".
    - `answers`: All possible answers, including those that cannot be chosen now.
    """

    prompt: str
    answers: list[Choice]


class LessonStep(StepData):
    """One step of a lesson: a position, and a task to solve in it.

    - `position`: The position as text.
    - `view`: Rows of the board, from top to bottom.
    - `heading`: Heading of the step.
    - `task`: The task in one or more sentences.
    - `ask`: What to find, in a few words, such as "a digit that loses".
    - `count`: Number of right moves to find.
    - `replies`: Comments on all moves that can be tried.
    - `done`: Text to show when the step is solved.
    - `question`: The first question about the move.
    """

    question: Question


class LessonInfo(Shape):
    """A lesson that teaches a game to beginners, step by step.

    - `game`: Identifier of the game.
    - `title`: Display name of the game.
    - `goal`: The goal of the game.
    - `steps`: The steps, in the order in which to show them.
    """

    game: str
    title: str
    goal: str
    steps: list[LessonStep]


class Position(Shape):
    """A position in a game: the board, and the question for the player to move.

    - `turn`: Number of moves made so far.
    - `position`: The position as text. Requests that take a position accept this text.
    - `mover`: The player to move, 1 or 2. Null if the game is over.
    - `view`: Rows of the board, from top to bottom.
    - `question`: The first question about the next move. Null if the game is over.
    """

    turn: int
    position: str
    mover: SeatNumber | None
    view: list[RowData]
    question: Question | None


class Turn(Shape):
    """A move that was made in a match.

    - `turn`: Number of the move, starting with 1.
    - `seat`: The player who made the move, 1 or 2.
    - `move`: The move as text, in the form that requests accept.
    - `text`: The move as shown in a list of moves.
    - `number`: The number that the move formed, as shown in a list of moves.
    """

    turn: int
    seat: SeatNumber
    move: str
    text: str
    number: str


class PlayerInfo(Shape):
    """A player in a match, as shown to the requester.

    - `name`: The player's name.
    - `label`: What to call the player: "You" for the requester, otherwise a name or "Computer".
    - `subject`: What to call the player at the beginning of a sentence, such as "The computer".
    - `kind`: `human`, or the level of the computer player, such as `easy`.
    - `joined`: Whether this player has joined the match.
    - `device`: Opaque identifier of the player's device. The identifier changes when the player
      continues on another device. Null if the seat is free, and for a computer.
    - `away`: How long the player has been disconnected, in milliseconds. Null if the player is
      connected.
    """

    name: str
    label: str
    subject: str
    kind: str
    joined: bool
    device: str | None
    away: int | None


class Clocks(Shape):
    """The clocks of a match with a time limit.

    - `left`: Milliseconds left for player 1 and for player 2.
    - `running`: The player whose clock is running, 1 or 2. Null if no clock is running.
    """

    left: tuple[int, int]
    running: SeatNumber | None


class Pending(Shape):
    """An offer or request that the other player has not answered yet.

    - `what`: `draw` for a draw offer, `undo` for a request to take back a move.
    - `seat`: The player who made it, 1 or 2.
    """

    what: Literal["draw", "undo"]
    seat: SeatNumber


class Ending(Shape):
    """The result of a finished match, as shown to the requester.

    - `end`: How the match ended: `win`, `resignation`, `time`, `forfeit`, `draw`, `abandoned` or
      `unfinished`.
    - `winner`: The winner, player 1 or 2. Null if no player won.
    - `reason`: The reason in the words of the rulebook.
    - `headline`: Who won, such as "You win".
    - `sentence`: Who won and why.
    """

    end: str
    winner: SeatNumber | None
    reason: str
    headline: str
    sentence: str


class News(Shape):
    """The latest event in a match, as shown to the requester.

    - `act`: Kind of event: `move`, `rejected` (an illegal move), `undo`, `hint`, `offer` (of a
      draw), `accept`, `decline`, `ask` (for an undo), `resign`, `time`, `abandon` or `forfeit`.
    - `seat`: The player who caused the event, 1 or 2.
    - `text`: The move, the kind of hint, or the reason for a forfeit. Empty for other events.
    - `sentence`: The event in words.
    """

    act: str
    seat: SeatNumber
    text: str
    sentence: str


class Aid(Shape):
    """A reference list that a player can open, such as all prime numbers.

    Opening it counts as help.

    - `title`: Title of the list.
    - `rows`: Rows of the list. Null until the requester has opened the list.
    """

    title: str
    rows: list[RowData] | None


class TermsInfo(Shape):
    """Conditions of a match that are not rules of the game.

    - `time_limit`: Seconds per turn. Null if turns have no time limit.
    - `clock`: Seconds per player for the whole game, and seconds added after each move. Null if
      there is no such clock.
    - `attempts`: Number of illegal moves in one turn that loses the match. Null if there is no
      limit.
    - `hints`: Whether hints are allowed.
    """

    time_limit: int | None
    clock: tuple[int, int] | None
    attempts: int | None
    hints: bool


class Match(Shape):
    """A match between two players, as shown to the requester.

    The texts say "you" if the requester plays one side, not both.

    - `code`: Identifier of the match. The code is part of the match's address and cannot be
      guessed.
    - `game`: Identifier of the game.
    - `title`: Display name of the game.
    - `goal`: The goal of the game with this match's options.
    - `beginning`: Explanation of an unusual starting position. Null if the start is usual.
    - `agreed`: The conditions to accept by joining: starting position, unusual rules, who moves
      first. Null once both players have joined.
    - `lesson`: Whether the game has a lesson for beginners.
    - `against`: `here` for two people on one device, `link` for people on two devices, or the level
      of the computer player.
    - `options`: Values of the game's options, by option name.
    - `players`: Player 1 and player 2.
    - `first`: The player who moves first, 1 or 2.
    - `terms`: Time limits and other conditions that are not rules of the game.
    - `you`: The players that the requester controls: none, one or both.
    - `number`: Number of events so far. Send this number as `after` with the next command.
    - `begun`: Whether both players have joined.
    - `position`: The current position.
    - `moves`: Moves so far, oldest first. In a long match, the list has only the latest 200 moves.
      If the request asks for what is new, the list has only the moves since then.
    - `first_turn`: Number of the first move in `moves`, or of the next move if there are none. If
      the requester has other moves from this number on, they were taken back.
    - `news`: The latest event. Null if nothing has happened yet.
    - `notice`: Something that the players should know now, such as a repeated position. Null if
      there is no notice.
    - `aid`: A reference list that the requester may open. Null if there is no such list.
    - `pending`: An offer or request that is waiting for an answer. Null if there is no offer or
      request.
    - `clocks`: Time left for each player. Null if there is no time limit.
    - `may`: What each player can do now, by player number: names of commands, `key` and `rematch`.
      The entry "0" is for requesters who are not players. The entry "0" has `sit` if such
      requesters can join.
    - `grace`: How long a player can be disconnected, in milliseconds, before the opponent can claim
      the win.
    - `result`: How the match ended. Null while the match is in progress.
    - `rematch`: Code of the rematch. Null if there is no rematch.
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
    """The course of a match as plain text.

    - `text`: Everything that has happened so far, in the words of the rulebook.
    """

    text: str


class OwnMatch(Shape):
    """A match in which the requester is a player.

    - `match`: The match.
    - `secret`: Secret that identifies the requester in later requests. Send the secret as a bearer
      token. Null if the request already had a secret, as a bearer token or as a cookie.
    """

    match: Match
    secret: str | None


class CommandResponse(Shape):
    """The result of a command in a match.

    - `accepted`: False if the move was illegal. The illegal move is then recorded.
    - `sentence`: What happened, or why the move is illegal.
    - `advice`: The hint, if the command asked for one. Otherwise null.
    - `match`: The match after the command.
    """

    accepted: bool
    sentence: str
    advice: Advice | None
    match: Match


class Key(Shape):
    """A one-time key that lets another device take over.

    - `key`: The key, to type on the other device.
    - `seconds`: Number of seconds for which the key is valid.
    """

    key: str
    seconds: int


class Invitation(Shape):
    """A short code that a friend can use to find and join a match.

    - `spoken`: The code, to read out to the friend. Null if the code has expired.
    - `seconds`: Number of seconds for which the code is still valid. 0 if the code has expired.
    """

    spoken: str | None
    seconds: int


class InvitationTarget(Shape):
    """The match or classroom that a short code or key refers to.

    - `code`: Code of the match, or code of the classroom.
    - `key`: Whether a one-time key was entered. A key can be used to take over a player's place in
      the match.
    - `room`: Whether the code belongs to a classroom instead of a match.
    """

    code: str
    key: bool
    room: bool


class Advice(Shape):
    """A hint for the player to move.

    - `kind`: Kind of hint.
    - `sentence`: The hint in words.
    - `answers`: Answers or moves that the hint points out.
    - `moves`: Moves that the hint evaluates, best first.
    """

    kind: Hint
    sentence: str
    answers: list[str]
    moves: list[JudgedMoveData]


class Analysis(AnalysisData):
    """The exact evaluation of a position, assuming that both players play perfectly from here.

    - `game`: Identifier of the game.
    - `position`: The position as text.
    - `positionValue`: Result for the player to move.
    - `remoteness`: Number of moves until the game ends, counting both players. Null for a draw, or
      if the number is unknown.
    - `moves`: All legal moves, best first.
    - `why`: Explanation of the result in words.
    - `pairing`: A winning strategy that pairs moves with replies. Null if there is no such
      strategy.
    - `shown`: The position with its board and the question for the player to move.
    """

    shown: Position


class MatchSummary(Shape):
    """A match in the requester's list of matches.

    - `code`: Identifier of the match.
    - `game`: Identifier of the game.
    - `title`: Display name of the game.
    - `names`: Names of player 1 and player 2.
    - `seats`: The players that the requester controls: one or both.
    - `against`: `here` for two people on one device, `link` for people on two devices, or the level
      of the computer player.
    - `changed`: Time of the last change, in ISO 8601.
    - `result`: The result in words. Null while the match is in progress.
    - `outcome`: The result for the requester. Null if the match is in progress, if it ended without
      a winner or a draw, or if the requester controls both players.
    - `your_turn`: Whether it is the requester's turn.
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
