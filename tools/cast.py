"""An animated picture of a real game in the terminal, for the README.

It needs no scripts. With reduced motion it shows the end of the game. `make renew` writes it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

from lastdigit.game.theme import DARK, LIGHT

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
CAST = ROOT / "docs" / "pictures" / "terminal.svg"
WORDS = ("play", "digit-poison", "--preset", "quick", "--player-2", "hard", "--first", "2")
SEED, TYPED = ("--seed", "4"), "4\n5\n"
"""A game that is won against `hard` with two answers."""
PROMPT = "$ "
WIDE, ROWS, LETTER, LINE, EDGE = 730, 15, 14, 20, 18
TYPING, THINKING, READING, END = 0.06, 1.2, 0.9, 6.0
"""Delays in seconds: per typed letter, before an answer, after a line, and at the end."""


class Line(NamedTuple):
    """A line of the animation, with the times at which it and the typed answer appear."""

    text: str
    at: float
    typed: str = ""
    typed_at: float = 0.0


def play() -> str:
    """Play the game with a temporary home folder, and return the transcript."""
    with tempfile.TemporaryDirectory() as home:
        kept = {name: value for name, value in os.environ.items() if "_COLOR" not in name}
        return subprocess.run(
            [sys.executable, "-m", "lastdigit", *WORDS, *SEED],
            input=TYPED,
            text=True,
            stdout=subprocess.PIPE,
            env={**kept, "PYTHONPATH": str(SOURCE), "XDG_DATA_HOME": home},
            cwd=home,
            check=True,
        ).stdout


def cast(transcript: str) -> str:
    """Return the animation of a transcript as SVG."""
    lines = list(_add_times(transcript))
    whole = lines[-1].at + END
    rows = [_row(line, place, whole) for place, line in enumerate(lines)]
    high = EDGE * 2 + ROWS * LINE
    rolled = max(0, len(lines) - ROWS) * LINE
    style = (
        f"text{{font:{LETTER}px ui-monospace,Menlo,Consolas,monospace;fill:{LIGHT['on-night']};"
        f"white-space:pre}}.typed{{fill:{DARK['last']};font-weight:700}}"
        f"#roll{{transform:translateY(-{rolled}px)}}"
        "@media(prefers-reduced-motion:no-preference){"
        f"#roll,.l,.typed{{animation-duration:{whole:.1f}s;animation-iteration-count:infinite;"
        "animation-timing-function:step-end}"
        f"{''.join(rule for _, rule in rows)}{_scrolling(lines, whole)}}}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" width="{WIDE}" '
        f'height="{high}" role="img"><title>A game of Digit Poison at a terminal</title>'
        f'<style>{style}</style><rect width="{WIDE}" height="{high}" rx="14" '
        f'fill="{LIGHT["night"]}"/><clipPath id="in"><rect x="0" y="{EDGE}" width="{WIDE}" '
        f'height="{ROWS * LINE}"/></clipPath><g clip-path="url(#in)"><g id="roll">'
        f"{''.join(row for row, _ in rows)}</g></g></svg>\n"
    )


def _add_times(transcript: str) -> Iterator[Line]:
    """Yield every line with the time at which it appears."""
    command = " ".join(("lastdigit", *WORDS, *SEED))
    yield Line(PROMPT, 0.0, command, 0.5)
    now = 0.5 + len(command) * TYPING
    for text in transcript.rstrip("\n").split("\n"):
        asked, _, answer = text.rpartition(": ")
        if asked.startswith("Add ") and answer:
            yield Line(f"{asked}: ", now, answer, now + THINKING)
            now += THINKING + READING / 2
        else:
            yield Line(text, now)
            now += READING if text else 0.0


def _row(line: Line, place: int, whole: float) -> tuple[str, str]:
    """Return a line as SVG, and the CSS that makes it appear."""
    height = EDGE + (place + 1) * LINE - LINE // 3
    typed, rules = "", _appearance(f"l{place}", line.at, whole)
    if line.typed:
        typed = f'<tspan class="typed" id="t{place}">{escape(line.typed)}</tspan>'
        rules += _appearance(f"t{place}", line.typed_at, whole)
    if not line.text.strip() and not typed:
        return "", ""
    return (
        f'<text class="l" id="l{place}" x="{EDGE}" y="{height}">{escape(line.text)}{typed}</text>',
        rules,
    )


def _appearance(name: str, at: float, whole: float) -> str:
    share = 100 * at / whole
    if not share:
        return ""
    return (
        f"#{name}{{animation-name:{name}}}"
        f"@keyframes {name}{{0%{{fill-opacity:0}}{share:.2f}%{{fill-opacity:1}}}}"
    )


def _scrolling(lines: list[Line], whole: float) -> str:
    """Return the CSS that scrolls the screen line by line when it is full."""
    steps = "".join(
        f"{100 * line.at / whole:.2f}%{{transform:translateY(-{(place - ROWS + 1) * LINE}px)}}"
        for place, line in enumerate(lines)
        if place >= ROWS
    )
    return (
        f"#roll{{animation-name:roll}}@keyframes roll{{0%{{transform:none}}{steps}}}"
        if steps
        else ""
    )
