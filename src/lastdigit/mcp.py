"""A Model Context Protocol server with tools for matches and exam questions (extra `mcp`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from reprlib import repr as short
from typing import Any, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult
from pydantic import ValidationError

from lastdigit.analysis.position import analyse_position, analysis_data
from lastdigit.arena.run import Fixture
from lastdigit.errors import LastDigitError, UsageError, quoted
from lastdigit.exam.run import MoveItem
from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.serialize import game_data, position_data
from lastdigit.game.text import plural
from lastdigit.games import catalogue, find, find_class
from lastdigit.match.match import Match, arrange
from lastdigit.match.record import Player
from lastdigit.players import prompt
from lastdigit.players.builtin import COMPUTERS
from lastdigit.players.players import find_computer
from lastdigit.system import VERSION

Data = dict[str, Any]
MAX_MATCHES = 1_000
EXAM_OPPONENT = "random"
"""The only opponent allowed in an exam, because random moves reveal nothing."""


class AgentSession:
    """The state of an agent's session: its matches, and its answers to exam questions."""

    def __init__(
        self, questions: Sequence[MoveItem], fixtures: Sequence[Fixture], *, exam: bool
    ) -> None:
        self._questions = questions
        self._fixtures = fixtures
        self._exam = exam
        self._matches: list[tuple[Match, Seat, str]] = []
        self._answers: dict[int, bool] = {}

    def games(self) -> list[Data]:
        games = [dict(game_data(game)) for game in catalogue().values()]
        fields = ("name", "title", "goal", "options")
        return [{name: game[name] for name in fields} for game in games]

    def rules(self, game: str) -> str:
        kind = find_class(game)
        return f"{kind.rulebook()}\nA move is {prompt.grammar(kind())}.\n"

    def new_game(
        self,
        game: str,
        against: str = EXAM_OPPONENT,
        seat: int = 1,
        seed: int = 1,
        options: Data | None = None,
    ) -> Data:
        if self._exam and against != EXAM_OPPONENT:
            raise UsageError(f"In an exam, the only opponent is {EXAM_OPPONENT}.")
        if against not in COMPUTERS:
            raise UsageError(
                f"There is no opponent {quoted(against)}. Opponents are {', '.join(COMPUTERS)}."
            )
        if seat not in (1, 2):
            raise UsageError("The seat must be 1 (moves first) or 2.")
        if len(self._matches) == MAX_MATCHES:
            raise UsageError(f"At most {MAX_MATCHES} matches can be played.")
        own, people = Seat(seat), [Player("human", "Agent"), Player(against, "Computer")]
        players = (people[0], people[1]) if own is Seat.ONE else (people[1], people[0])
        kind = _with_options(game, options)
        setup = arrange(kind, players, package=VERSION, first=Seat.ONE, seed=seed)
        self._matches.append((Match(setup), own, against))
        number = len(self._matches)
        self._reply(number)
        return self.look(number)

    def look(self, match: int) -> Data:
        current, own, against = self._match(match)
        result = current.result
        return {
            "match": match,
            "seat": own.number,
            "against": against,
            **position_data(current.game, current.state),
            "moves": list(current.moves),
            "result": None
            if result is None
            else {
                "end": str(result.end),
                "winner": result.winner.number if result.winner else None,
                "reason": result.reason,
            },
        }

    def play(self, match: int, move: str) -> Data:
        current, _, _ = self._match(match)
        if current.result is not None:
            raise UsageError("This match is over.")
        current.game.play(current.state, move)  # raises an error if the move is illegal
        current.play(move)
        self._reply(match)
        return self.look(match)

    def analyse(self, game: str, position: str, options: Data | None = None) -> Data:
        kind = _with_options(game, options)
        return dict(analysis_data(analyse_position(kind, kind.parse_state(position))))

    def question(self) -> Data:
        for fixture in self._fixtures:
            if fixture.number not in self._answers:
                return {
                    "question": fixture.number,
                    "of": len(self._fixtures),
                    "text": f"{prompt.instructions(fixture.setup, Seat.ONE)}\n"
                    f"{prompt.turn(Match(fixture.setup), show_legal=False)}",
                }
        return {"question": None, "of": len(self._fixtures), "text": "All questions are answered."}

    def answer(self, question: int, move: str) -> Data:
        if not 1 <= question <= len(self._fixtures):
            raise UsageError(f"The questions are numbered 1 to {len(self._fixtures)}.")
        if question in self._answers:
            raise UsageError(f"Question {question} has already been answered.")
        best = self._questions[question - 1].critical.best
        self._answers[question] = right = move.strip() in best
        left = len(self._fixtures) - len(self._answers)
        feedback: Data = {} if self._exam else {"right": right, "best": list(best)}
        return {**feedback, "left": left}

    def score(self) -> Data:
        answered = len(self._answers)
        if self._exam and answered < len(self._fixtures):
            raise UsageError(
                f"{plural(len(self._fixtures) - answered, 'question')} not answered yet. The score "
                "is shown after the last answer."
            )
        chance = sum(self._questions[number - 1].critical.chance for number in self._answers)
        right = sum(self._answers.values())
        return {"answered": answered, "right": right, "chance": chance}

    def _match(self, number: int) -> tuple[Match, Seat, str]:
        if not 1 <= number <= len(self._matches):
            raise UsageError(f"There is no match {number}. Use new_game to start a match.")
        return self._matches[number - 1]

    def _reply(self, number: int) -> None:
        match, own, against = self._match(number)
        computer = find_computer(against)
        while match.result is None and match.mover is not own:
            match.play(computer.choose(match.game, match.state, match.random()))


def _with_options(game: str, options: Data | None) -> AnyGame:
    """Return a game with options from JSON. Raise LastDigitError if an option is invalid."""
    given = (options or {}).items()
    return find(
        game, **{name: tuple(value) if isinstance(value, list) else value for name, value in given}
    )


P = ParamSpec("P")
R = TypeVar("R")

INSTRUCTIONS = (
    "Five two-player number games, each solved exactly. Use games to list them and rules to read "
    "the rules of one. Use new_game, look and play for a match, and question and answer for "
    "critical positions."
)
EXAM = " This is an exam: results are shown only after every question is answered."
DESCRIPTIONS = {
    "games": "List the games: name, goal, and options with their defaults and ranges.",
    "rules": "Return the rules of a game and the notation of its moves.",
    "new_game": "Start a match against a computer player. Return its number and position.",
    "look": "Show a match: position, legal moves, moves so far, result.",
    "play": "Make a move in a match. The computer replies. An illegal move changes nothing.",
    "analyse": "Return who wins a position, the value of every move, and the reason.",
    "question": "Return the next unanswered question.",
    "answer": "Answer a question with a move, once. An illegal move counts as a wrong answer.",
    "score": "Return the number of correct answers. In an exam, only after the last answer.",
}
"""The description of each tool for the agent."""

TYPES = {"string": "a string", "integer": "a whole number"}
OTHER_TYPE = "an object with the names of options or null"


class Server(MCPServer[Any]):
    """An MCP server with its own error messages for invalid arguments, instead of pydantic's."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool. Raise ToolError if the tool fails or an argument is invalid."""
        tools = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}
        if name not in tools:
            raise ToolError(f"There is no tool {quoted(name)}. The tools are {', '.join(tools)}.")
        parameters = tools[name]
        for argument in arguments:
            if argument not in parameters:
                raise ToolError(
                    f"{name} has no argument {quoted(argument)}. "
                    f"Its arguments: {', '.join(parameters) or 'none'}."
                )
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            invalid = [str(fault["loc"][0]) for fault in error.__cause__.errors()]
            sentences = []
            for argument in dict.fromkeys(invalid):
                allowed = f"it must be {TYPES.get(parameters[argument].get('type'), OTHER_TYPE)}."
                if argument in arguments:
                    sentences.append(
                        f"{argument} cannot be {short(arguments[argument])}: {allowed}"
                    )
                else:
                    sentences.append(f"{name} needs {argument}: {allowed}")
            raise ToolError(" ".join(sentences)) from None


def server(session: AgentSession, *, exam: bool) -> MCPServer[Any]:
    """Return an MCP server that offers the methods of a session as tools.

    In an exam, there is no tool for analysis.
    """
    mcp_server = Server(
        "lastdigit",
        instructions=INSTRUCTIONS + (EXAM if exam else ""),
        version=VERSION,
        log_level="WARNING",
    )
    matches = (session.games, session.rules, session.new_game, session.look, session.play)
    questions = (session.question, session.answer, session.score)
    for tool in (*matches, *questions, *(() if exam else (session.analyse,))):
        mcp_server.tool(description=DESCRIPTIONS[tool.__name__])(with_tool_errors(tool))
    return mcp_server


def with_tool_errors(tool: Callable[P, R]) -> Callable[P, R]:
    """Wrap a tool so that it raises ToolError instead of LastDigitError."""

    @wraps(tool)
    def wrapper(*args: P.args, **named: P.kwargs) -> R:
        try:
            return tool(*args, **named)
        except LastDigitError as error:
            raise ToolError(str(error)) from None

    return wrapper
