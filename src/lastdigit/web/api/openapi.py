"""The API described for programs: an OpenAPI document, made from the operations themselves."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from lastdigit import __version__
from lastdigit.games import catalogue
from lastdigit.players import COMPUTERS
from lastdigit.puzzles.worksheet import MIXED
from lastdigit.web.api.operation import Operation
from lastdigit.web.api.operations import OPERATIONS
from lastdigit.web.schema import answers, requests, rooms
from lastdigit.web.schema.refusals import Reason

ABOUT = (
    "Play and analyse number games. Whoever sets up a match or sits down without a cookie gets a "
    "secret in the answer and sends it as a bearer token. News of a match come over a WebSocket at "
    "/api/matches/{code}/news: every message is a whole Match. Whoever has a seat is here while "
    "such a socket is open, or one at /api/presence, which carries nothing. News of a class room "
    "come from /api/rooms/{room}/news: every message is a whole OwnRoom."
)
EVERYWHERE = (Reason.WRONG_HOST, Reason.WRONG_ORIGIN, Reason.STORE, Reason.TOO_MANY)
TURN = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
MADE = 201
REFERENCE = "#/components/schemas/{name}"


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    types = [
        part
        for one in OPERATIONS
        for part in (one.answer, one.body)
        if part is not None and not isinstance(part, str)
    ]
    schemas, components = msgspec.json.schema_components(
        [*types, answers.RefusalBody], ref_template=REFERENCE
    )
    by_type = dict(zip(map(str, types), schemas, strict=False))
    wish = components["Arrangement"]["properties"]
    wish["game"] |= {"enum": list(catalogue())}
    wish["against"] |= {"enum": [requests.HERE, requests.LINK, *COMPUTERS]}
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
                "secret": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "lastdigit"},
            },
        },
        "security": [{}, {"secret": []}, {"cookie": []}],
    }


def _described(operation: Operation, by_type: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": operation.about}
    if isinstance(operation.answer, str):
        answer["content"] = {operation.answer: {"schema": {"type": "string"}}}
    else:
        answer["content"] = _json(by_type[str(operation.answer)])
    if operation.status == MADE:
        answer["links"] = _links(operation)
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.about,
        "parameters": [_parameter(name, "path") for name in _names(operation.path)]
        + [_parameter(name, "query") for name in operation.query],
        "responses": {str(operation.status): answer, **_refusals(operation)},
    }
    if operation.body is not None:
        described["requestBody"] = {
            "required": True,
            "content": _json(by_type[str(operation.body)]),
        }
    return described


def _links(made: Operation) -> dict[str, Any]:
    """Return what can be asked about a match, or a room, once it has been made."""
    name, where = ("room", "room") if made.answer is rooms.OwnRoom else ("code", "match")
    parameters = {name: f"$response.body#/{where}/code"}
    return {
        other.name: {"operationId": other.name, "parameters": parameters}
        for other in OPERATIONS
        if f"{{{name}}}" in other.path
    }


def _refusals(operation: Operation) -> dict[str, Any]:
    by_status: dict[int, list[str]] = {}
    for reason in dict.fromkeys((*operation.refusals, *EVERYWHERE)):
        by_status.setdefault(reason.status, []).append(reason.word)
    refused = _json({"$ref": REFERENCE.format(name=answers.RefusalBody.__name__)})
    return {
        str(status): {"description": ", ".join(words), "content": refused}
        for status, words in sorted(by_status.items())
    }


def _names(path: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", path)


def _parameter(name: str, where: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": where,
        "required": where == "path" or name == "game",
        "schema": {
            "game": {"type": "string", "enum": list(catalogue())},
            "sheet": {"type": "string", "enum": [*catalogue(), MIXED]},
            "puzzles": {"type": "integer", "minimum": 1, "maximum": requests.MOST_ON_SHEET},
            "room": {"type": "string", "description": "a room's code", "pattern": "^[^/]+$"},
            "code": {"type": "string", "description": "a match's code", "pattern": "^[^/]+$"},
            "day": {"type": "integer", "minimum": 1, "maximum": requests.LATEST_DAY},
            "grade": {"type": "integer", "minimum": 1, "maximum": requests.HARDEST},
            "count": {"type": "integer", "minimum": 1, "maximum": requests.MOST_PUZZLES},
            "seed": {"type": "string", "minLength": 1, "maxLength": requests.LONGEST_SEED},
        }.get(name, TURN),
    }


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
