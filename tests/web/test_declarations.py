"""The TypeScript declarations of the API, against which the page's JavaScript is checked."""

from __future__ import annotations

import json

import pytest

from tools.declarations import DECLARATIONS, DOCUMENT, declarations, type_of


def test_committed_declarations_are_the_generated_ones() -> None:
    made = declarations(json.loads(DOCUMENT.read_text()))
    assert DECLARATIONS.read_text() == made, "make renew writes them"


def test_every_component_has_a_type_with_its_description() -> None:
    shape = {
        "description": "A thing.\n\n    With more to say.",
        "type": "object",
        "properties": {
            "seat": {"anyOf": [{"enum": [1, 2]}, {"type": "null"}]},
            "places": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]},
            "rest": {"$ref": "#/components/schemas/Thing", "description": "what is left"},
        },
        "required": ["seat", "places"],
    }
    made = declarations({"components": {"schemas": {"Thing": shape}}})
    assert made.partition("\n\n")[2] == (
        "/**\n * A thing.\n *\n * With more to say.\n */\n"
        "export interface Thing {\n"
        "  seat: 1 | 2 | null;\n"
        "  places: [number, string];\n"
        "  /** what is left */\n"
        "  rest?: Thing;\n"
        "}\n"
    )


def test_unsupported_schema_is_an_error() -> None:
    with pytest.raises(ValueError, match="unsupported schema"):
        type_of({"oneOf": []})
