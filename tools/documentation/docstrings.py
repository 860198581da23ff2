"""What the reference makes of docstrings: an extension of Griffe, which reads them for it."""

from __future__ import annotations

from typing import Any

from griffe import Extension, Object

FENCE = "```"


class Docstrings(Extension):
    """Leaves constants of modules out, which say how and not what, and fences examples."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Hear of a module, class, function or attribute."""
        if obj.is_attribute and obj.name.isupper() and obj.parent and obj.parent.is_module:
            obj.docstring = None
        elif obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """Return a docstring with its examples in fences, up to the next blank line.

    Markdown would take `>>>` for a quote in a quote in a quote.
    """
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        starts = line.lstrip().startswith(">>> ") and not inside
        ends = inside and not line.strip()
        indent = line[: len(line) - len(line.lstrip())] if starts else ""
        lines += [f"{indent}{FENCE}pycon"] * starts + [FENCE] * ends + [line]
        inside = (inside or starts) and not ends
    return "\n".join([*lines, *([FENCE] * inside)])
