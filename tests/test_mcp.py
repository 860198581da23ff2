"""The MCP server, driven by the SDK's client over standard input and output.

The SDK is imported where it is used: every worker collects this file, and it takes a second.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import anyio
import pytest

from lastdigit.games import find
from lastdigit.solver import solver_for
from tests.conftest import GAMES, PATIENCE, ROOT, Run

if TYPE_CHECKING:
    from mcp import Client

pytestmark = pytest.mark.skipif(find_spec("mcp") is None, reason="the extra mcp is not installed")

Talk = Callable[["Client"], Awaitable[None]]


def run_session(environment: dict[str, str], words: list[str], scenario: Talk) -> None:
    """Start a server in its own process, and run a session with it."""
    from mcp import Client, StdioServerParameters

    async def session() -> None:
        there = StdioServerParameters(
            command=sys.executable, args=["-m", "lastdigit", "mcp", *words], env=environment
        )
        with anyio.fail_after(PATIENCE):
            async with Client(there) as client:
                await scenario(client)

    anyio.run(session)


def run_session_in_memory(scenario: Talk) -> None:
    """Start a server in this process without exam questions, and run a session with it."""
    from mcp import Client

    from lastdigit.mcp import AgentSession, server

    async def session() -> None:
        with anyio.fail_after(PATIENCE):
            async with Client(server(AgentSession([], [], exam=False), exam=False)) as client:
                await scenario(client)

    anyio.run(session)


async def use(client: Client, tool: str, **arguments: object) -> Any:
    """Return the result of a tool."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    content: Any = result.structured_content
    return content["result"] if list(content) == ["result"] else content


async def refused(client: Client, tool: str, **arguments: object) -> str:
    """Return the error of a tool."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return str(result.content[0].text)  # type: ignore[union-attr]  # that is what errors are


def test_an_agent_plays_analyses_and_gets_the_right_answer(
    environment: dict[str, str],
) -> None:
    async def scenario(client: Client) -> None:
        assert [game["name"] for game in await use(client, "games")] == sorted(GAMES)
        assert "one of 0, 1, 2" in await use(client, "rules", game="digit-poison")
        stands = await use(client, "new_game", game="digit-poison", against="perfect", seat=2)
        assert len(stands["moves"]) == 1, "the computer has moved first"
        refusal = await refused(client, "play", match=1, move="eleven")
        assert '"eleven" is not a move' in refusal
        assert await use(client, "look", match=1) == stands
        while stands["result"] is None:
            response = await use(
                client, "analyse", game="digit-poison", position=stands["position"]
            )
            move = response["moves"][0]["move"]
            stands = await use(client, "play", match=1, move=move)
        assert stands["result"]["end"] == "win"
        assert "over" in await refused(client, "play", match=1, move="1")
        assert "no match 2" in await refused(client, "look", match=2)
        asked = await use(client, "question")
        assert asked["question"] == 1
        assert "Moves that are allowed" not in asked["text"]
        answer = await use(client, "answer", question=1, move="none at all")
        assert answer["right"] is False
        assert answer["best"]
        assert (await use(client, "score"))["answered"] == 1

    run_session(environment, ["--games", "digit-poison", "--positions", "2"], scenario)


BAD_ARGUMENTS: list[tuple[str, dict[str, object], str]] = [
    ("look", {"match": "x"}, "match cannot be 'x': it must be a whole number."),
    ("look", {"match": 1.5}, "match cannot be 1.5: it must be a whole number."),
    ("look", {"match": None}, "match cannot be None: it must be a whole number."),
    ("play", {"match": 1}, "play needs move: it must be a string."),
    (
        "play",
        {},
        "play needs match: it must be a whole number. play needs move: it must be a string",
    ),
    ("rules", {"game": 5}, "game cannot be 5: it must be a string."),
    (
        "new_game",
        {"game": "digit-duel", "options": [1]},
        "options cannot be [1]: it must be an object with the names of options or null.",
    ),
    (
        "new_game",
        {"game": "digit-duel", "digits": 4},
        'new_game has no argument "digits". Its arguments: game, against, seat, seed, options.',
    ),
    ("games", {"game": "x"}, 'games has no argument "game". Its arguments: none.'),
    ("gamble", {}, 'There is no tool "gamble". The tools are games, rules, new_game'),
    ("new_game", {"game": "digit-duel", "options": {"digits": "x"}}, "'digits' cannot be"),
    ("new_game", {"game": "digit-duel", "seat": 3}, "The seat must be 1 (moves first) or 2."),
]


def test_a_bad_argument_is_refused_with_a_message_of_the_project() -> None:
    async def scenario(client: Client) -> None:
        for tool, arguments, words in BAD_ARGUMENTS:
            refusal = await refused(client, tool, **arguments)
            assert words in refusal
            assert "pydantic" not in refusal
            assert "validation error" not in refusal
        stands = await use(client, "new_game", game="digit-duel")
        assert await use(client, "look", match="1") == stands, "a number can be sent as text"

    run_session_in_memory(scenario)


@pytest.mark.prove
def test_an_exam_reveals_no_answers_before_its_end(
    environment: dict[str, str],
) -> None:
    async def scenario(client: Client) -> None:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert "analyse" not in tools
        assert {"play", "look", "question", "answer"} <= tools
        assert "only opponent is random" in await refused(
            client, "new_game", game="digit-duel", against="perfect"
        )
        for number in (1, 2, 3):
            asked = await use(client, "question")
            assert asked["question"] == number
            assert "not answered yet" in await refused(client, "score")
            position = asked["text"].partition("Position: ")[2].partition("\n")[0]
            game = find("digit-dilemma")
            state = game.parse_state(position)
            best = max(solver_for(game).branches(state), key=lambda one: one.value.name == "WIN")
            response = await use(client, "answer", question=number, move=str(best.move))
            assert response == {"left": 3 - number}
            assert "already" in await refused(client, "answer", question=number, move="x")
        assert (await use(client, "question"))["question"] is None
        assert (await use(client, "score"))["answered"] == 3

    run_session(environment, ["--exam", "--games", "digit-dilemma", "--positions", "3"], scenario)


def test_a_missing_extra_is_reported(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    monkeypatch.delitem(sys.modules, "lastdigit.mcp", raising=False)
    done = call("mcp")
    assert done.code == 1
    assert "uv run --extra mcp lastdigit" in done.err


def test_every_tool_is_documented() -> None:
    page = (ROOT / "docs" / "mcp.md").read_text()

    async def scenario(client: Client) -> None:
        for tool in (await client.list_tools()).tools:
            assert f"`{tool.name}`" in page, tool.name
            assert tool.description

    run_session_in_memory(scenario)
