"""The home page, filled by the server: it can be read and looked at before any script is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from html import escape
from typing import NamedTuple

from lastdigit.errors import RecordError, StoreError
from lastdigit.game.game import AnyGame
from lastdigit.game.serialize import RowData, view_data
from lastdigit.game.text import Audience
from lastdigit.games import catalogue
from lastdigit.players import COMPUTERS
from lastdigit.puzzles.practice import Standing
from lastdigit.render.html import badge, icon, mark
from lastdigit.web import words
from lastdigit.web.climbing import climbing
from lastdigit.web.live import lobby
from lastdigit.web.live.registry import Registry
from lastdigit.web.live.setup import quick_preset
from lastdigit.web.scene import scene
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.puzzles import Daily
from lastdigit.web.strip import strip

COMPUTER, FIRST_LEVEL = "computer", "easy"
MOST_OTHERS = 3
"""So many games that wait can be gone on with, besides the one that is shown."""
LEVELS = 5
"""So many computers are levels; the others are behind More."""


class Waiting(NamedTuple):
    """A game that somebody can go on with, and what stands on its board."""

    match: matches.MatchSummary
    view: Sequence[RowData]


class Visit(NamedTuple):
    """What is known of whoever looks at the page."""

    way: str = COMPUTER
    level: str = FIRST_LEVEL
    waiting: Waiting | None = None
    others: Sequence[matches.MatchSummary] = ()
    """What else is not finished."""
    played: frozenset[str] = frozenset()
    daily: Daily | None = None
    today: int = 1
    ladders: Mapping[str, Sequence[Standing]] = {}


async def visit(registry: Registry, holder: bytes | None, said: Mapping[str, str]) -> Visit:
    """Return what is known of a visitor; who sat opposite last is `said` by cookies."""
    mine = await lobby.mine(registry, holder)
    unfinished = [one for one in mine if one.result is None]
    unfinished.sort(key=lambda one: not one.your_turn)
    way, level = said.get("way", ""), said.get("level", "")
    return Visit(
        way if way in (matches.HERE, matches.LINK) else COMPUTER,
        level if level in COMPUTERS else FIRST_LEVEL,
        await _waiting(registry, unfinished[0]) if unfinished else None,
        unfinished[1:],
        frozenset(one.game for one in mine),
        await registry.puzzles.soon(holder),
        registry.puzzles.today,
        await registry.people.ladders(holder),
    )


async def _waiting(registry: Registry, match: matches.MatchSummary) -> Waiting:
    view: Sequence[RowData] = ()
    with suppress(RecordError, StoreError):  # of other rules, or damaged: nothing is shown of it
        live = await registry.at(match.code)
        game, before = live.match.game, live.before
        view = view_data(game.view(live.match.state), game.view(before) if before else None)
    return Waiting(match, view)


def home(visit: Visit, board: str, *, alone: bool) -> str:
    """Return the page; `board` is the address of the script that the next page needs.

    Where somebody is `alone`, nobody can have given them a code, or sit far away.
    """
    code = "" if alone else _code_card()
    aside = code if visit.waiting is None else _waiting_card(visit.waiting, visit)
    games = catalogue().values()
    below = "" if alone or visit.waiting is None else _code_form()
    return (
        f'<div class="home" id="home" data-board="{board}"><div class="first-row">'
        f"{strip(visit.daily, visit.today, visit.played)}{aside}</div>"
        f'<div class="choose"><h1>{words.ONE_TAP.format(words.in_words(len(games)))}</h1>'
        f"{_opposite(visit.way, visit.level, alone=alone)}</div>"
        f'<noscript><p>{words.NO_SCRIPT}</p></noscript><p class="problem" id="problem" role="alert"'
        f' tabindex="-1"></p><ul class="cards">{"".join(map(_card, games))}</ul>'
        f"{climbing(visit.ladders)}{below}</div>"
    )


# The game that waits, or the way to one.


def _waiting_card(waiting: Waiting, visit: Visit) -> str:
    match = waiting.match
    turn = words.YOUR_MOVE if match.your_turn else words.THEIR_MOVE
    own = {match.names[seat - 1] for seat in match.seats}
    other = match.against.capitalize() if match.against in COMPUTERS else _other(match.names, own)
    about = words.AGAINST.format(turn, escape(other)) if other else turn
    every = len(visit.others) + 1
    more = f'<a href="/mine">{words.ALL_WAITING.format(every)}</a>' if visit.others else ""
    return (
        f'<section class="card waits" data-game="{match.game}" aria-labelledby="waits">'
        f'<div class="kicker"><h2 id="waits">{words.WAITING}</h2>{more}</div><div class="named">'
        f"{badge(match.game)}<p><strong>{escape(match.title)}</strong>"
        f'<span class="soft">{about}</span></p></div>{scene(waiting.view, match.seats)}'
        f'<a class="button primary" href="/match/{match.code}">{words.GO_ON}</a>'
        f"{_others(visit.others)}</section>"
    )


def _others(summaries: Sequence[matches.MatchSummary]) -> str:
    """Return the way to a few other games that wait."""
    ways = "".join(
        f'<a href="/match/{one.code}" data-game="{one.game}">{badge(one.game)}'
        f"<span>{escape(one.title)}</span></a>"
        for one in summaries[:MOST_OTHERS]
    )
    return f'<p class="other-games" aria-label="{words.OTHERS_WAIT}">{ways}</p>' if ways else ""


def _other(names: tuple[str, str], own: set[str]) -> str:
    """Return who sits opposite; nobody where both seats are one's own."""
    return next((name for name in names if name not in own), "")


def _code_card() -> str:
    return (
        '<section class="card waits" aria-labelledby="have-code">'
        f'<h2 id="have-code">{words.HAVE_CODE}</h2><p class="soft">{words.CODE_ABOUT}</p>'
        f"{_code_fields()}</section>"
    )


def _code_form() -> str:
    return (
        '<section class="code-row" aria-labelledby="have-code">'
        f'<h2 id="have-code">{words.HAVE_CODE}</h2>{_code_fields()}</section>'
    )


def _code_fields() -> str:
    return (
        f'<form id="code-form" novalidate><label class="unseen" for="code">{words.CODE_LABEL}'
        '</label><input id="code" name="code" type="text" autocomplete="off" autocapitalize="off" '
        f'spellcheck="false" placeholder="{words.CODE_SHAPE}" aria-describedby="code-problem">'
        f'<button class="button" type="submit">{words.JOIN}</button>'
        '<p class="small warning" id="code-problem" role="alert"></p></form>'
    )


# Who sits opposite, and the games.


def _opposite(way: str, level: str, *, alone: bool) -> str:
    levels = "".join(
        f"<option{' selected' if name == level else ''}>{name}</option>"
        for place, name in enumerate(COMPUTERS)
        if place < LEVELS or name == level
    )
    far = "" if alone else _segment(matches.LINK, words.LINK, words.LINK_SHORT, way)
    computer = " checked" if way == COMPUTER or (alone and way == matches.LINK) else ""
    return (
        f'<div class="opposite"><fieldset id="opposite"><legend class="unseen">{words.OPPOSITE}'
        f'</legend><div class="seg"><label><input type="radio" name="opposite" value="computer"'
        f'{computer}>{words.COMPUTER}</label><select id="level" aria-label="{words.LEVEL}">{levels}'
        f"</select>{icon('down')}</div>"
        f"{far}{_segment(matches.HERE, words.HERE, words.HERE_SHORT, way)}</fieldset>"
        f'<button id="more" class="icon-button" type="button" aria-label="{words.MORE}" '
        f'title="{words.MORE}">{icon("options")}</button></div>'
    )


def _segment(value: str, label: str, short: str, way: str) -> str:
    checked = " checked" if value == way else ""
    return (
        f'<label class="seg"><input type="radio" name="opposite" value="{value}"{checked}>'
        f'<span class="long">{label}</span><span class="short">{short}</span></label>'
    )


@cache
def _card(game: type[AnyGame]) -> str:
    rules, preset, title = game(), quick_preset(game), escape(game.title)
    view = view_data(rules.view(rules.parse_state(rules.example_state)))
    return (
        f'<li class="game" data-game="{game.name}"><span class="of-game">{mark(game.name)}</span>'
        f'<span class="turns">{words.turns(*preset.turns)}</span>{scene(view)}'
        f"<h2>{title}</h2><p>{escape(rules.second_person(Audience()).card())}</p>"
        f'<div class="ways"><a class="button play" href="/new/{game.name}" '
        f'data-play="{game.name}" data-preset="{preset.name}">{words.PLAY}'
        f'<span class="unseen"> {title}</span></a><a class="button line" '
        f'href="/rules/{game.name}" aria-label="{words.RULES_OF.format(title)}">{icon("rules")}'
        "</a></div></li>"
    )
