"""The contract of the HTTP API: names of components and texts may change, and nothing else.

`contract.json` is the OpenAPI document of the first published API, without texts and with numbers
instead of the names of components. New fields of responses and optional fields of requests may be
added to it. Anything else is a new version of the API.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from lastdigit.games import catalogue
from lastdigit.web.api.openapi import document

CONTRACT = Path(__file__).with_name("contract.json")
ADDED_GAMES = [name for name in catalogue() if f'"{name}"' not in CONTRACT.read_text()]
TEXTS = ("description", "summary", "title")
REFERENCE = "#/components/schemas/"
ERROR_CODE = re.compile(r"^- `([a-z-]+)`:", re.MULTILINE)


def contract_of(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document without texts, with components numbered in order of their use."""
    schemas = document["components"]["schemas"]
    numbers: dict[str, str] = {}
    numbered: dict[str, Any] = {}

    def number(reference: str) -> str:
        name = reference.removeprefix(REFERENCE)
        if name not in numbers:
            numbers[name] = str(len(numbers) + 1)
            numbered[numbers[name]] = plain(schemas[name])
        return f"{REFERENCE}{numbers[name]}"

    def plain(value: Any, *, has_fields: bool = False) -> Any:
        if isinstance(value, str):
            return number(value) if value.startswith(REFERENCE) else value
        if isinstance(value, list):
            # A game that is added is one more value in the lists of games, and no other change.
            return [plain(one) for one in value if one not in ADDED_GAMES]
        if not isinstance(value, dict):
            return value
        return {
            key: plain(one, has_fields=key in ("properties", "mapping"))
            for key, one in value.items()
            if has_fields or key not in TEXTS
        }

    paths = plain(document["paths"])
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            paths[path][method]["errors"] = {
                status: ERROR_CODE.findall(response["description"])
                for status, response in operation["responses"].items()
                if int(status) >= 400
            }
    return {
        "paths": paths,
        "components": numbered,
        "security": plain(document["components"]["securitySchemes"]),
    }


def test_the_contract_of_the_api_stays() -> None:
    now, before = contract_of(document()), json.loads(CONTRACT.read_text())
    assert now["paths"].keys() == before["paths"].keys()
    for path, operations in before["paths"].items():
        assert now["paths"][path] == operations, path
    assert now == before


def test_the_contract_has_everything_but_texts_and_names() -> None:
    changed = json.loads(json.dumps(document()))
    schemas = changed["components"]["schemas"]
    schemas["Renamed"] = schemas.pop("OwnMatch")
    changed = json.loads(json.dumps(changed).replace(f"{REFERENCE}OwnMatch", f"{REFERENCE}Renamed"))
    changed["paths"]["/api/games"]["get"]["summary"] = "other words"
    assert contract_of(changed) == contract_of(document())
    changed["components"]["schemas"]["Renamed"]["properties"]["title"] = {"type": "string"}
    assert contract_of(changed) != contract_of(document())
