"""A server of the Model Context Protocol (extra `mcp`): what `agents` can do, as tools."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from reprlib import repr as short
from typing import Any, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult
from pydantic import ValidationError

from lastdigit.adapters.agents import Desk
from lastdigit.errors import LastDigitError, quoted
from lastdigit.system import package_version

P = ParamSpec("P")
R = TypeVar("R")

INSTRUCTIONS = (
    "Five two-player number games, each solved exactly. games lists them and rules tells one; "
    "new_game, look and play are for a match; question and answer for critical positions."
)
EXAM = " This is an exam: nothing tells what is right until every question is answered."


TYPES = {"string": "a text", "integer": "a whole number"}
OTHER_TYPE = "an object with the names of options or null"


class Server(MCPServer[Any]):
    """Refuses bad arguments in our own words, where the SDK sends pydantic's."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; raises ToolError."""
        tools = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}
        if name not in tools:
            raise ToolError(f"There is no tool {quoted(name)}; there is {', '.join(tools)}.")
        known = tools[name]
        for argument in arguments:
            if argument not in known:
                raise ToolError(
                    f"{name} has no argument {quoted(argument)}; "
                    f"it has {', '.join(known) or 'none'}."
                )
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            wrong = [str(fault["loc"][0]) for fault in error.__cause__.errors()]
            sentences = []
            for argument in dict.fromkeys(wrong):
                allowed = f"it must be {TYPES.get(known[argument].get('type'), OTHER_TYPE)}."
                if argument in arguments:
                    sentences.append(
                        f"{argument} cannot be {short(arguments[argument])}: {allowed}"
                    )
                else:
                    sentences.append(f"{name} needs {argument}: {allowed}")
            raise ToolError(" ".join(sentences)) from None


def server(desk: Desk, *, exam: bool) -> MCPServer[Any]:
    """Return a server that offers a desk to one agent; what a tool does is its docstring there."""
    made = Server(
        "lastdigit",
        instructions=INSTRUCTIONS + (EXAM if exam else ""),
        version=package_version(),
        log_level="WARNING",
    )
    matches = (desk.games, desk.rules, desk.new_game, desk.look, desk.play)
    questions = (desk.question, desk.answer, desk.score)
    for tool in (*matches, *questions, *(() if exam else (desk.analyse,))):
        made.tool()(told(tool))
    return made


def told(tool: Callable[P, R]) -> Callable[P, R]:
    """Return a tool that tells what was wrong in our own words."""

    @wraps(tool)
    def asked(*args: P.args, **named: P.kwargs) -> R:
        try:
            return tool(*args, **named)
        except LastDigitError as error:
            raise ToolError(str(error)) from None

    return asked
