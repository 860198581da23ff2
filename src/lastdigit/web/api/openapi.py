"""The OpenAPI document of the HTTP API, generated from the operations and their types."""

from __future__ import annotations

import inspect
import re
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec

from lastdigit import __version__
from lastdigit.games import catalogue
from lastdigit.maps.maps import MapData
from lastdigit.players import COMPUTERS
from lastdigit.puzzles.worksheet import MIXED
from lastdigit.web.api.requests import Operation
from lastdigit.web.api.routes import OPERATIONS
from lastdigit.web.schemas import classrooms, matches, puzzles
from lastdigit.web.schemas.errors import Reason

ABOUT = """\
Play and analyse two-player number games, solve puzzles and run classrooms.

A request that creates or joins something returns a secret, unless it already has one. The secret \
identifies the requester. Send it as a bearer token with later requests. Browsers store it in a \
cookie.

A WebSocket at `/api/matches/{code}/news` sends a `Match` whenever something happens in the match, \
with `?reply=new` only with its new moves. One at `/api/rooms/{room}/news` sends an `OwnRoom` \
whenever something happens in the classroom. A player counts as connected while such a WebSocket \
is open, or one at `/api/presence`, which sends nothing.

Players are numbered 1 and 2. Moves and positions are short texts in the notation of each game.
"""
EVERYWHERE = (Reason.WRONG_HOST, Reason.WRONG_ORIGIN, Reason.STORE, Reason.TOO_MANY)
TURN = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
FIELD = re.compile(r"^- `(\w+)`: (.+(?:\n  .+)*)\n?", re.MULTILINE)
"""The description of a field in a docstring."""
PARAMETERS = {
    "game": "Identifier of a game.",
    "sheet": "Identifier of a game, or `mixed` for puzzles of all games.",
    "puzzles": "Number of puzzles. The default is 6.",
    "room": "Code of the classroom.",
    "code": "Code of the match.",
    "day": "Number of the day. Day 1 is 5 January 2026. The default is today (UTC).",
    "grade": "Difficulty of the puzzles, from 1 (easiest) to 5. If omitted, it varies.",
    "mistakes": "Whether the positions of your own mistakes come first. The default is `false`.",
    "count": "Number of puzzles. The default is 1.",
    "seed": "Random seed. The same seed gives the same puzzles. The default is `1`.",
    "turn": "Number of moves after which to show the position or map.",
    "before": "Return only moves before the one with this number. The default is all.",
    "position": "Position for which to draw the map. The default is the usual start.",
}
MAP_BEFORE = "Position that was shown before. The map highlights the changes since then."
REFERENCE = "#/components/schemas/{name}"


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    types = [
        part
        for one in OPERATIONS
        for part in (one.response, one.body)
        if part is not None and not isinstance(part, str)
    ]
    schemas, components = msgspec.json.schema_components(
        [*types, matches.ErrorBody], ref_template=REFERENCE
    )
    by_type = dict(zip(map(str, types), schemas, strict=False))
    for component in components.values():
        _describe_fields(component)
    wish = components["NewMatch"]["properties"]
    wish["game"] |= {"enum": list(catalogue())}
    wish["against"] |= {"enum": [matches.HERE, matches.LINK, *COMPUTERS]}
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(
            operation, by_type
        )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Last Digit", "version": __version__, "description": ABOUT},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "secret": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The secret from the response that created or joined something.",
                },
                "cookie": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "lastdigit",
                    "description": "The same secret, as a cookie that the pages of the server set.",
                },
            },
        },
        "security": [{}, {"secret": []}, {"cookie": []}],
    }


def _describe_fields(component: dict[str, Any]) -> None:
    """Move the descriptions of fields from a type's description to the fields."""
    fields = component.get("properties", {})
    text = inspect.cleandoc(component.get("description", ""))  # python -OO has no docstrings
    if fields:  # in an enumeration, the list describes its values
        for name, about in FIELD.findall(text):
            camel = re.sub(r"_(\w)", lambda match: match[1].upper(), name)
            fields[camel]["description"] = " ".join(about.split())
        text = FIELD.sub("", text).strip()
    if "do" in fields:
        fields["do"]["description"] = "Name of the command."
    component["description"] = text


def _described(operation: Operation, by_type: dict[str, Any]) -> dict[str, Any]:
    response: dict[str, Any] = {"description": HTTPStatus(operation.status).phrase}
    if isinstance(operation.response, str):
        response["content"] = {operation.response: {"schema": {"type": "string"}}}
    else:
        response["content"] = _json(by_type[str(operation.response)])
    if operation.status == HTTPStatus.CREATED:
        response["links"] = _links(operation)
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.about,
        "parameters": [_parameter(operation, name, "path") for name in _names(operation.path)]
        + [_parameter(operation, name, "query") for name in operation.query],
        "responses": {str(operation.status): response, **_refusals(operation)},
    }
    if operation.details:
        described["description"] = operation.details
    if operation.body is not None:
        described["requestBody"] = {
            "required": True,
            "content": _json(by_type[str(operation.body)]),
        }
    return described


def _links(creation: Operation) -> dict[str, Any]:
    """Return links to the operations on the match or classroom that an operation creates."""
    name, where = ("room", "room") if creation.response is classrooms.OwnRoom else ("code", "match")
    parameters = {name: f"$response.body#/{where}/code"}
    return {
        other.name: {"operationId": other.name, "parameters": parameters}
        for other in OPERATIONS
        if f"{{{name}}}" in other.path
    }


def _refusals(operation: Operation) -> dict[str, Any]:
    by_status: dict[int, list[str]] = {}
    for reason in dict.fromkeys((*operation.refusals, *EVERYWHERE)):
        by_status.setdefault(reason.status, []).append(f"- `{reason.word}`: {reason.about}")
    refused = _json({"$ref": REFERENCE.format(name=matches.ErrorBody.__name__)})
    return {
        str(status): {"description": "\n".join(lines), "content": refused}
        for status, lines in sorted(by_status.items())
    }


def _names(path: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", path)


def _parameter(operation: Operation, name: str, where: str) -> dict[str, Any]:
    of_map = name == "before" and operation.response is MapData
    return {
        "name": name,
        "in": where,
        "description": MAP_BEFORE if of_map else PARAMETERS[name],
        "required": where == "path" or name == "game",
        "schema": {
            "game": {"type": "string", "enum": list(catalogue())},
            "sheet": {"type": "string", "enum": [*catalogue(), MIXED]},
            "puzzles": {"type": "integer", "minimum": 1, "maximum": puzzles.MOST_ON_SHEET},
            "room": {"type": "string", "pattern": "^[^/]+$"},
            "code": {"type": "string", "pattern": "^[^/]+$"},
            "day": {"type": "integer", "minimum": 1, "maximum": puzzles.LATEST_DAY},
            "grade": {"type": "integer", "minimum": 1, "maximum": puzzles.HARDEST},
            "mistakes": {"type": "boolean"},
            "count": {"type": "integer", "minimum": 1, "maximum": puzzles.MOST_PUZZLES},
            "seed": {"type": "string", "minLength": 1, "maxLength": puzzles.LONGEST_SEED},
        }.get(name, TURN),
    }


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
