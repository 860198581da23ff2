"""TypeScript declarations of the API's types, to type-check the page's JavaScript.

`make renew` writes them from docs/openapi.json. The page never loads them.
"""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "openapi.json"
DECLARATIONS = ROOT / "src" / "lastdigit" / "web" / "static" / "types.d.ts"

HEAD = """\
// The types of requests and responses of the HTTP API, for editors and for `make page`.
// Generated from docs/openapi.json by tools/declarations.py. Do not edit.
"""
PLAIN = {
    "boolean": "boolean",
    "integer": "number",
    "null": "null",
    "number": "number",
    "string": "string",
}

Schema = dict[str, Any]


def declarations(document: Schema) -> str:
    """Return the declarations of all types in the document as source text.

    Raise ValueError for an unsupported kind of schema.
    """
    shapes = document["components"]["schemas"]
    return "\n".join([HEAD, *(_declaration(name, shape) for name, shape in shapes.items())])


def _declaration(name: str, shape: Schema) -> str:
    if shape.get("type") == "object":
        lines = _interface(name, shape)
    else:
        lines = [f"export type {name} = {type_of(shape)};\n"]
    return "\n".join([*_comment(shape.get("description"), ""), *lines])


def _interface(name: str, shape: Schema) -> list[str]:
    required = set(shape.get("required", ()))
    lines = [f"export interface {name} {{"]
    for field, schema in shape.get("properties", {}).items():
        lines += _comment(schema.get("description"), "  ")
        lines.append(f"  {field}{'' if field in required else '?'}: {type_of(schema)};")
    return [*lines, "}\n"]


def _comment(description: str | None, indent: str) -> list[str]:
    if not description:
        return []
    first, _, rest = description.partition("\n")
    lines = f"{first}\n{textwrap.dedent(rest)}".strip().splitlines()
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def type_of(schema: Schema) -> str:
    """Return a schema as a TypeScript type.

    >>> type_of({"anyOf": [{"type": "array", "items": {"enum": [1, 2]}}, {"type": "null"}]})
    '(1 | 2)[] | null'
    """
    match schema:
        case {"$ref": str(reference)}:
            return reference.rpartition("/")[2]
        case {"anyOf": list(choices)}:
            return " | ".join(type_of(choice) for choice in choices)
        case {"type": "array", "prefixItems": list(items)}:
            return f"[{', '.join(type_of(item) for item in items)}]"
        case {"type": "array", "items": dict(item)}:
            inner = type_of(item)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(value)}:
            return f"Record<string, {type_of(value)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        # An enumeration that also has a type lists installed games or players, so it is open.
        case {"type": str(kind)} if kind in PLAIN:
            return PLAIN[kind]
        case {"enum": list(values)}:
            return " | ".join(json.dumps(value) for value in values)
    raise ValueError(f"unsupported schema: {schema}")
