"""Text in lines that a screen has room for: words stay whole, and so do columns if they can."""

from __future__ import annotations

import re
import textwrap
import unicodedata

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
GAP = re.compile(r" {3,}")
"""What stands between columns."""
WIDE = ("W", "F")
NO_WIDTH = ("Mn", "Me", "Cf")
FILLER = "\ufdd0"
"""No character: it never stands in a text, and holds the second column of a wide character."""
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
    if display_width(line.rstrip(" ")) <= width:
        return [line]
    before, _, after = line.partition(content)
    column, gap, rest = _columns(content, width - len(before))
    if gap:
        rest_lines = _broken(f"{before}{rest}{after}", width)
        return [*_broken(f"{before}{column}", width), *rest_lines]
    lines = [before]
    for word in content.split(" "):
        begun = lines[-1] != before
        if begun and display_width(lines[-1]) + 1 + display_width(word) > width:
            lines.append(before)
            begun = False
        lines[-1] += f" {word}" if begun else word
    lines[-1] += after
    return lines


def _columns(content: str, width: int) -> tuple[str, str, str]:
    """Return the columns that fit together, the gap after them, and the rest; at least one."""
    gaps = list(GAP.finditer(content))
    fitting = [gap for gap in gaps if display_width(content[: gap.start()]) <= width] or gaps
    if not fitting:
        return content, "", ""
    last = fitting[-1] if display_width(content[: fitting[-1].start()]) <= width else fitting[0]
    return content[: last.start()], last[0], content[last.end() :]


def display_width(text: str) -> int:
    """Return how many columns a terminal needs for a text: escape codes take none, 日本 takes 4."""
    text = ESCAPE.sub("", text)
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def _columns_of(character: str) -> int:
    if unicodedata.category(character) in NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in WIDE else 1


def pad(text: str, width: int) -> str:
    """Return a text with blanks after it, so that it takes at least that many columns."""
    return text + " " * (width - display_width(text))


def pad_left(text: str, width: int) -> str:
    """Return a text with blanks before it, so that it takes at least that many columns."""
    return " " * (width - display_width(text)) + text


def wrap(
    text: str,
    width: int,
    *,
    initial_indent: str = "",
    subsequent_indent: str = "",
    break_on_hyphens: bool = True,
) -> list[str]:
    """Return the lines of a paragraph as textwrap does, but counted in columns of a terminal."""
    filled = "".join(one + FILLER * (_columns_of(one) - 1) for one in text)
    lines = textwrap.wrap(
        text if text.isascii() else filled,
        width,
        initial_indent=initial_indent,
        subsequent_indent=subsequent_indent,
        break_on_hyphens=break_on_hyphens,
    )
    return [line.replace(FILLER, "") for line in lines]


def section(markdown: str, heading: str) -> str:
    r"""Return what stands under a heading, or, if there is no such heading, before the first.

    >>> section("# Chess\n\nKings.\n\n## Aim\n\nMate.\n\n## Rules\n", "Aim")
    'Mate.'
    """
    beginning, *parts = re.split(r"^## (.+)$", markdown, flags=re.MULTILINE)
    found = dict(zip(parts[::2], parts[1::2], strict=True))
    return found.get(heading, beginning.partition("\n")[2]).strip()
