"""Text in lines that a screen has room for: words stay whole, and so do columns if they can."""

from __future__ import annotations

import re

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
GAP = re.compile(r" {3,}")
"""What stands between columns."""
IN_SHORT = "In short"
"""The heading of a rulebook under which a game is told in a few sentences."""


def plural(count: int, noun: str) -> str:
    """Return a count with its noun, which gets an s unless there is one.

    >>> plural(0, "game"), plural(1, "game"), plural(2, "critical start")
    ('0 games', '1 game', '2 critical starts')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def fitted(text: str, width: int) -> str:
    r"""Return a text with its lines broken at blanks, where they are longer than that.

    >>> fitted("You   9 9 9\nBring it to zero. ", 9)
    'You\n9 9 9\nBring it\nto zero. '
    """
    return "\n".join([one for line in text.split("\n") for one in _broken(line, width)])


def _broken(line: str, width: int) -> list[str]:
    content = line.strip(" ")
    if len(line) <= width or _shown(line.rstrip(" ")) <= width:
        return [line]
    before, _, after = line.partition(content)
    column, gap, rest = _columns(content, width - len(before))
    if gap:
        rest_lines = _broken(f"{before}{rest}{after}", width)
        return [*_broken(f"{before}{column}", width), *rest_lines]
    lines = [before]
    for word in content.split(" "):
        begun = lines[-1] != before
        if begun and _shown(lines[-1]) + 1 + _shown(word) > width:
            lines.append(before)
            begun = False
        lines[-1] += f" {word}" if begun else word
    lines[-1] += after
    return lines


def _columns(content: str, width: int) -> tuple[str, str, str]:
    """Return the columns that fit together, the gap after them, and the rest; at least one."""
    gaps = list(GAP.finditer(content))
    fitting = [gap for gap in gaps if _shown(content[: gap.start()]) <= width] or gaps
    if not fitting:
        return content, "", ""
    last = fitting[-1] if _shown(content[: fitting[-1].start()]) <= width else fitting[0]
    return content[: last.start()], last[0], content[last.end() :]


def _shown(text: str) -> int:
    """Return how many columns a text takes: escape codes take none."""
    return len(ESCAPE.sub("", text))


def section(markdown: str, heading: str) -> str:
    r"""Return what stands under a heading, or, if there is no such heading, before the first.

    >>> section("# Chess\n\nKings.\n\n## Aim\n\nMate.\n\n## Rules\n", "Aim")
    'Mate.'
    """
    beginning, *parts = re.split(r"^## (.+)$", markdown, flags=re.MULTILINE)
    found = dict(zip(parts[::2], parts[1::2], strict=True))
    return found.get(heading, beginning.partition("\n")[2]).strip()
