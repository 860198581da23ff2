"""A server of the Model Context Protocol (extra `mcp`): what `agents` can do, as tools."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from lastdigit.adapters.agents import Desk
from lastdigit.errors import LastDigitError
from lastdigit.system import package_version

P = ParamSpec("P")
R = TypeVar("R")

INSTRUCTIONS = (
    "Five two-player number games, each solved exactly. games lists them and rules tells one; "
    "new_game, look and play are for a match; question and answer for critical positions."
)
EXAM = " This is an exam: nothing tells what is right until every question is answered."


def server(desk: Desk, *, exam: bool) -> MCPServer[Any]:
    """Return a server that offers a desk to one agent; what a tool does is its docstring there."""
    made: MCPServer[Any] = MCPServer(
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
