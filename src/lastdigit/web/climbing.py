"""How far somebody is on the ladders, on the home page: one line a game, which leads there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from lastdigit.games import catalogue
from lastdigit.puzzles.practice import Standing, next_rung
from lastdigit.render.html import badge
from lastdigit.web import words


def climbing(ladders: Mapping[str, Sequence[Standing]]) -> str:
    """Return the ladders of whoever has played; nothing for whoever has not."""
    if not ladders:
        return ""
    lines = "".join(_line(name, rungs) for name, rungs in ladders.items())
    return (
        '<section class="climbing" aria-labelledby="climbing">'
        f'<div class="kicker"><h2 id="climbing">{words.LADDER}</h2>'
        f'<a href="/stats">{words.COUNTED}</a></div><ul>{lines}</ul></section>'
    )


def _line(name: str, rungs: Sequence[Standing]) -> str:
    beaten = sum(rung.beaten for rung in rungs)
    title = escape(catalogue()[name].title)
    pips = "".join(f"<span{' data-beaten' if rung.beaten else ''}></span>" for rung in rungs)
    following = None if beaten == len(rungs) else rungs[next_rung(rungs)].rung
    told = words.NEXT_RUNG.format(following.name, following.level) if following else words.TOP
    return (
        f'<li><a class="climb" data-game="{name}" href="/stats#ladder-{name}">{badge(name)}'
        f'<strong>{title}</strong><span class="pips" aria-hidden="true">{pips}</span>'
        f'<span class="unseen">{words.BEATEN.format(beaten, len(rungs))}</span>'
        f'<span class="soft">{told}</span></a></li>'
    )
