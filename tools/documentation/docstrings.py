"""A Griffe extension that prepares docstrings for the reference."""

from __future__ import annotations

from typing import Any

from griffe import Extension, Object

FENCE = "```"


class Docstrings(Extension):
    """Leaves out module constants, and puts examples into code fences."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Process a module, class, function or attribute."""
        if obj.is_attribute and obj.name.isupper() and obj.parent and obj.parent.is_module:
            obj.docstring = None
        elif obj.docstring is not None:
            obj.docstring.value = fence_examples(obj.docstring.value)


def fence_examples(text: str) -> str:
    """Return a docstring with code fences around its examples, up to the next blank line.

    Markdown would interpret `>>>` as nested quotes.
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
