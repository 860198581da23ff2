"""The HTML pages: one shell for every address, with as much content as the server can render."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from html import escape
from itertools import pairwise
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from lastdigit.errors import LastDigitError, RecordError, StoreError
from lastdigit.game.game import AnyGame
from lastdigit.game.lesson import find_lesson, lesson_game
from lastdigit.game.serialize import RowData, view_data
from lastdigit.game.text import Audience
from lastdigit.game.theme import DARK, LIGHT
from lastdigit.games import catalogue
from lastdigit.players import COMPUTERS
from lastdigit.puzzles.practice import RungProgress, next_rung
from lastdigit.render.html import badge, icon, mark, numerals, scene
from lastdigit.render.svg import sprite
from lastdigit.web import strings
from lastdigit.web.api.requests import refused, whole_number
from lastdigit.web.api.visitors import Visitors
from lastdigit.web.assets import ASSETS, FOLDER, SCRIPT, STATIC, Files, page_files
from lastdigit.web.live import lobby
from lastdigit.web.live.registry import Registry
from lastdigit.web.live.setup import quick_preset
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal
from lastdigit.web.schemas.puzzles import Daily, DailyPuzzle

if TYPE_CHECKING:
    from markdown_it.token import Token

PAGES = {
    "/": "home",
    "/new/{name}": "home",
    "/match/{name}": "match",
    "/review/{name}": "review",
    "/learn/{name}": "learn",
    "/watch/{name}": "watch",
    "/learn": "rules",
    "/rules": "rules",
    "/rules/{name}": "rules",
    "/analysis": "analysis",
    "/analysis/{name}": "analysis",
    "/maps": "maps",
    "/maps/{name}": "maps",
    "/mine": "mine",
    "/daily": "daily",
    "/daily/{name}": "daily",
    "/practice": "practice",
    "/practice/{name}": "practice",
    "/stats": "stats",
    "/own": "own",
    "/worksheet": "worksheet",
    "/settings": "settings",
    "/class": "class",
    "/class/{name}": "class",
    "/class/{name}/board": "class-board",
    "/api": "api",
}
"""Every address and the name of its page."""
SCRIPTS = {
    "own": "stats",
    "watch": "projector",
    "class-board": "projector",
    "api": "text",
    "missing": "text",
}
"""The modules in `static/pages` of pages that share one. The others have a module of their name."""
TOGETHER = ("watch", "own", "worksheet", "class", "class-board", "api")
"""The pages that only a server has: they are about other people, or other programs."""
TOGETHER_LINKS = {
    "for_class": '<a href="/class">For a class</a>',
    "for_programmers": '<a href="/api">For programmers</a>',
}
ALONE_LINKS = {
    "for_class": "",
    # It lies beside the page (`make site`), which is in a frame here.
    "for_programmers": '<a href="docs/" target="_top">Documentation</a>',
}
NEEDS = {
    "match/{}": "/api/matches/{}",
    "learn/{}": "/api/games/{}/lesson",
    "rules": "/api/games",
    "rules/{}": "/api/games",
    "analysis": "/api/games",
    "maps": "/api/games",
    "analysis/{}": "/api/games",
    "mine": "/api/mine",
    "stats": "/api/stats",
    "daily": "/api/daily",
    "daily/{}": "/api/daily?day={}",
}
"""What a page's script, with or without a name, asks for first: the browser asks meanwhile."""
OF_MATCHES = ("match", "review", "watch")
OF_GAMES = ("learn", "rules", "analysis", "maps", "practice")
"""The pages whose address names a match, or a game."""
HOME, BOARD, MISSING, API = "home", "match", "missing", "api"
NO_SCRIPT = f"<noscript><p>{strings.NO_SCRIPT}</p></noscript>"
LOOKS = {"theme": ("light", "dark"), "motion": ("off",)}
"""What a visitor has chosen of how pages look, as cookies: so it is there with the first paint."""
COMPUTER, FIRST_LEVEL = "computer", "easy"
MOST_OTHERS = 3
"""So many games that wait can be gone on with, besides the one that is shown."""
LEVELS = 5
"""So many computers are levels; the others are behind More."""
SOURCE = Path(__file__).with_name("api.md")
"""A symbolic link to docs/api.md. A wheel has a copy."""
SERVED = {"openapi.json": "/api/openapi.json"}
"""Linked files that the server has. Links to other pages of the documentation become text."""


def routes(registry: Registry, visitors: Visitors, *, alone: bool) -> list[BaseRoute]:
    """Return the routes of all pages and of their files; `alone`, of those that make sense then."""

    async def filled(request: Request, page: str) -> HTMLResponse:
        if page != HOME:
            found = await _exists(registry, request, page)
            content = api_page() if page == API else NO_SCRIPT
            return shell(request, page, content, status=200 if found else 404)
        if request.path_params.get("name", next(iter(catalogue()))) not in catalogue():
            return missing(request, 404)
        visitor = await visitors.visitor(request)
        visit = await _visit(registry, visitor.holder, request.cookies)
        board = page_files().scripts[BOARD]
        scripts = " ".join((board.entry, *board.imports))
        return shell(request, page, home(visit, scripts, alone=alone))

    def route(path: str, page: str) -> Route:
        async def show(request: Request) -> Response:
            response = await filled(request, page)
            cookie = await visitors.cookie_for(request)
            if cookie is not None:
                response.headers.append("Set-Cookie", cookie)
            return response

        return Route(path, show, methods=["GET"])

    async def file(request: Request) -> Response:
        found = ASSETS.find(request.path_params["file"])
        if found is None:
            return refused(Refusal(Reason.UNKNOWN_PAGE, "There is nothing here."))
        return found.response(request)

    async def worker(_: Request) -> Response:
        return Response(page_files().worker, media_type=SCRIPT)

    return [
        Route("/worker.js", worker, methods=["GET"]),
        *(route(path, page) for path, page in PAGES.items() if not (alone and page in TOGETHER)),
        Route(f"{FOLDER}{{file:path}}", file, methods=["GET"]),
    ]


def shell(request: Request, page: str, main: str = NO_SCRIPT, status: int = 200) -> HTMLResponse:
    """Return a page with its script, which fills or furnishes what is in it."""
    files = page_files()
    script = files.scripts[SCRIPTS.get(page, page)]
    name = request.path_params.get("name")
    looks = "".join(
        f' data-{look}="{request.cookies[look]}"'
        for look, known in LOOKS.items()
        if request.cookies.get(look) in known
    )
    html = _template(files).substitute(
        look=looks,
        **(ALONE_LINKS if request.app.state.alone else TOGETHER_LINKS),
        card=f"{request.base_url}{files.card.address.removeprefix('/')}",
        script=script.entry,
        imports="".join(map(_module_preload, script.imports)),
        # A page that its script fills is not painted before: the one before it stays meanwhile.
        blocking="" if page == HOME else ' blocking="render"',
        needs=_needed(page, name),
        name=_named(page, name),
        main=main,
    )
    return HTMLResponse(html, status)


@lru_cache(maxsize=1)
def _template(files: Files) -> Template:
    # The sprite is in the page itself, so that no tile is ever seen without its numeral.
    return Template(
        Template((STATIC / "index.html").read_text()).safe_substitute(
            sprite=sprite(catalogue().values()),
            description=strings.DESCRIPTION,
            light=LIGHT["paper"],
            dark=DARK["paper"],
            title=strings.TITLE,
            style=files.style.address,
            icon=files.icon.address,
            touch_icon=files.touch_icon.address,
            manifest=files.manifest.address,
        )
    )


def _module_preload(address: str) -> str:
    return f'<link rel="modulepreload" href="{address}">'


def _needed(page: str, name: str | None) -> str:
    needed = NEEDS.get(page if name is None else f"{page}/{{}}")
    if needed is None:
        return ""
    address = needed.format(quote(name or "", safe=""))
    return f'<link rel="preload" as="fetch" href="{address}" crossorigin>'


def _named(page: str, name: str | None) -> str:
    """Return the name in an address as attributes; a game's brings its colours, but not to home."""
    if name is None:
        return ""
    game = f' data-game="{name}"' if page != HOME and name in catalogue() else ""
    return f' data-name="{escape(name)}"{game}'


def missing(request: Request, status: int) -> HTMLResponse:
    """Return the page of an address at which there is nothing."""
    return shell(request, MISSING, status=status)


async def _exists(registry: Registry, request: Request, page: str) -> bool:
    """Return whether there is something to show at the address of a page.

    Classrooms are left out: their codes are short, and a status would help to guess them.
    """
    name = request.path_params.get("name")
    if name is None:
        return True
    if page in OF_MATCHES:
        return await _has_match(registry, name)
    if page == "daily":
        day = whole_number(name)
        return day is not None and registry.puzzles.has_day(day)
    if page not in OF_GAMES:
        return True
    game = catalogue().get(name)
    if game is None or (page == "learn" and find_lesson(game) is None):
        return False
    match = request.query_params.get("match") if page == "maps" else None
    return not match or await _has_match(registry, match)


async def _has_match(registry: Registry, code: str) -> bool:
    try:
        await registry.get(code)
    except Refusal as refusal:
        return refusal.reason is not Reason.UNKNOWN_MATCH
    except LastDigitError:
        return True  # it may well be there: the script asks for it, and reports the trouble
    return True


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
    ladders: Mapping[str, Sequence[RungProgress]] = {}


async def _visit(registry: Registry, holder: bytes | None, said: Mapping[str, str]) -> Visit:
    """Return what is known of a visitor; who sat opposite last is `said` by cookies."""
    mine = await lobby.list_matches(registry, holder)
    unfinished = [one for one in mine if one.result is None]
    unfinished.sort(key=lambda one: not one.your_turn)
    way, level = said.get("way", ""), said.get("level", "")
    return Visit(
        way if way in (matches.HERE, matches.LINK) else COMPUTER,
        level if level in COMPUTERS else FIRST_LEVEL,
        await _waiting(registry, unfinished[0]) if unfinished else None,
        unfinished[1:],
        frozenset(one.game for one in mine),
        await registry.puzzles.today_if_ready(holder),
        registry.puzzles.today,
        await registry.people.ladders(holder),
    )


async def _waiting(registry: Registry, match: matches.MatchSummary) -> Waiting:
    view: Sequence[RowData] = ()
    with suppress(RecordError, StoreError):  # of other rules, or damaged: nothing is shown of it
        live = await registry.get(match.code)
        game, before = live.match.game, live.before
        view = view_data(game.view(live.match.state), game.view(before) if before else None)
    return Waiting(match, view)


def home(visit: Visit, board: str, *, alone: bool) -> str:
    """Return the page; `board` has the addresses of the scripts that the next page needs.

    Where somebody is `alone`, nobody can have given them a code, or sit far away.
    """
    code = "" if alone else _code_card()
    aside = code if visit.waiting is None else _waiting_card(visit.waiting, visit)
    games = catalogue().values()
    below = "" if alone or visit.waiting is None else _code_form()
    return (
        f'<div class="home" id="home" data-board="{board}"><div class="first-row">'
        f"{strip(visit.daily, visit.today, visit.played)}{aside}</div>"
        f'<div class="choose"><h1>{strings.ONE_TAP.format(strings.in_words(len(games)))}</h1>'
        f"{_opposite(visit.way, visit.level, alone=alone)}</div>"
        f"<noscript><p>{strings.NO_SCRIPT}</p></noscript>"
        '<p class="problem" id="problem" role="alert" tabindex="-1"></p>'
        f'<ul class="cards">{"".join(map(_card, games))}</ul>'
        f"{climbing(visit.ladders)}{below}</div>"
    )


def _waiting_card(waiting: Waiting, visit: Visit) -> str:
    match = waiting.match
    turn = strings.YOUR_MOVE if match.your_turn else strings.THEIR_MOVE
    own = {match.names[seat - 1] for seat in match.seats}
    other = match.against.capitalize() if match.against in COMPUTERS else _other(match.names, own)
    about = strings.AGAINST.format(turn, escape(other)) if other else turn
    every = len(visit.others) + 1
    more = f'<a href="/mine">{strings.ALL_WAITING.format(every)}</a>' if visit.others else ""
    return (
        f'<section class="card waits" data-game="{match.game}" aria-labelledby="waits">'
        f'<div class="kicker"><h2 id="waits">{strings.WAITING}</h2>{more}</div><div class="named">'
        f"{badge(match.game)}<p><strong>{escape(match.title)}</strong>"
        f'<span class="soft">{about}</span></p></div>{scene(waiting.view, match.seats)}'
        f'<a class="button primary" href="/match/{match.code}">{strings.GO_ON}</a>'
        f"{_others(visit.others)}</section>"
    )


def _others(summaries: Sequence[matches.MatchSummary]) -> str:
    """Return the way to a few other games that wait."""
    ways = "".join(
        f'<a href="/match/{one.code}" data-game="{one.game}">{badge(one.game)}'
        f"<span>{escape(one.title)}</span></a>"
        for one in summaries[:MOST_OTHERS]
    )
    return f'<p class="other-games" aria-label="{strings.OTHERS_WAIT}">{ways}</p>' if ways else ""


def _other(names: tuple[str, str], own: set[str]) -> str:
    """Return who sits opposite; nobody where both seats are one's own."""
    return next((name for name in names if name not in own), "")


def _code_card() -> str:
    return (
        '<section class="card waits" aria-labelledby="have-code">'
        f'<h2 id="have-code">{strings.HAVE_CODE}</h2><p class="soft">{strings.CODE_ABOUT}</p>'
        f"{_code_fields()}</section>"
    )


def _code_form() -> str:
    return (
        '<section class="code-row" aria-labelledby="have-code">'
        f'<h2 id="have-code">{strings.HAVE_CODE}</h2>{_code_fields()}</section>'
    )


def _code_fields() -> str:
    return (
        f'<form id="code-form" novalidate><label class="unseen" for="code">{strings.CODE_LABEL}'
        '</label><input id="code" name="code" type="text" autocomplete="off" autocapitalize="off" '
        f'spellcheck="false" placeholder="{strings.CODE_SHAPE}" aria-describedby="code-problem">'
        f'<button class="button" type="submit">{strings.JOIN}</button>'
        '<p class="small warning" id="code-problem" role="alert"></p></form>'
    )


def _opposite(way: str, level: str, *, alone: bool) -> str:
    levels = "".join(
        f"<option{' selected' if name == level else ''}>{name}</option>"
        for place, name in enumerate(COMPUTERS)
        if place < LEVELS or name == level
    )
    far = "" if alone else _segment(matches.LINK, strings.LINK, strings.LINK_SHORT, way)
    computer = " checked" if way == COMPUTER or (alone and way == matches.LINK) else ""
    return (
        f'<div class="opposite"><fieldset id="opposite"><legend class="unseen">{strings.OPPOSITE}'
        f'</legend><div class="seg"><label><input type="radio" name="opposite" value="computer"'
        f'{computer}>{strings.COMPUTER}</label><select id="level" aria-label="{strings.LEVEL}">'
        f"{levels}</select>{icon('down')}</div>"
        f"{far}{_segment(matches.HERE, strings.HERE, strings.HERE_SHORT, way)}</fieldset>"
        f'<button id="more" class="icon-button" type="button" aria-label="{strings.MORE}" '
        f'title="{strings.MORE}">{icon("options")}</button></div>'
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
        f'<span class="turns">{strings.turns(*preset.turns)}</span>{scene(view)}'
        f"<h2>{title}</h2><p>{escape(rules.second_person(Audience()).card())}</p>"
        f'<div class="ways"><a class="button play" href="/new/{game.name}" '
        f'data-play="{game.name}" data-preset="{preset.name}">{strings.PLAY}'
        f'<span class="unseen"> {title}</span></a><a class="button line" '
        f'href="/rules/{game.name}" aria-label="{strings.RULES_OF.format(title)}">{icon("rules")}'
        "</a></div></li>"
    )


def strip(daily: Daily | None, today: int, played: Collection[str]) -> str:
    """Return the strip of a day; `played` are the games that whoever looks has played."""
    if daily is None and played:
        return _day(today)
    return _puzzle(daily) if daily is not None and daily.puzzles else _lesson(played)


def _day(today: int) -> str:
    games = catalogue()
    marks = "".join(f'<span data-game="{game}">{mark(game)}</span>' for game in games)
    return (
        '<section class="night" aria-labelledby="strip"><div>'
        f'<p class="kicker">{strings.TODAYS} {_number(str(today))}</p>'
        f'<h2 id="strip">{strings.DAY_HEADING.format(strings.in_words(len(games)))}</h2>'
        f'<a class="button amber" href="/daily">{strings.SOLVE_THEM}</a></div>'
        f'<div class="strip-games" aria-hidden="true">{marks}</div></section>'
    )


def _puzzle(daily: Daily) -> str:
    """Return the first puzzle that is not over, and how the day stands."""
    one = next((one for one in daily.puzzles if one.solution is None), None)
    puzzle = (one or daily.puzzles[0]).puzzle
    heading = strings.HEADINGS.get(puzzle.task, puzzle.question) if one else strings.ALL_DONE
    about = f"{escape(puzzle.title)}, {strings.tries(one.left)}" if one else strings.COME_BACK
    left = f' id="next" data-seconds="{daily.seconds}"'
    return (
        f'<section class="night puzzle-strip" data-game="{puzzle.game}" aria-labelledby="strip">'
        f'<p class="kicker">{strings.TODAYS} {_number(str(daily.day))}</p>'
        f'<div class="strip-words"><h2 id="strip">{escape(heading)}</h2>'
        f'<p class="strip-about">{mark(puzzle.game)} {about}</p></div>'
        f'{scene(puzzle.view)}<div class="strip-way"><a class="button amber" '
        f'href="/daily#{puzzle.game}">{strings.SOLVE if one else strings.LOOK_AGAIN}</a>'
        f"{_marks(daily)}{_days(daily.running)}</div>"
        f'<p class="strip-next"><span class="strip-label">{strings.NEXT}</span> '
        f"{_number(clock(daily.seconds), left)}</p></section>"
    )


def _number(text: str, attributes: str = "") -> str:
    return f'<span class="num" role="img" aria-label="{text}"{attributes}>{numerals(text)}</span>'


def _marks(daily: Daily) -> str:
    solved = sum(one.solved for one in daily.puzzles)
    label = strings.SOLVED.format(solved, len(daily.puzzles))
    marks = "".join(
        f'<span class="strip-mark" data-state="{_state(one)}"></span>' for one in daily.puzzles
    )
    return f'<span class="strip-marks" role="img" aria-label="{label}">{marks}</span>'


def _state(one: DailyPuzzle) -> str:
    return "solved" if one.solved else "missed" if one.solution is not None else "open"


def _days(running: int) -> str:
    if not running:
        return ""
    days = strings.days_running(running)
    return f'<span class="strip-days">{_number(str(running))} {days}</span>'


def clock(seconds: int) -> str:
    """Return seconds as a clock shows them.

    >>> clock(33_963)
    '9:26:03'
    """
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _lesson(played: Collection[str]) -> str:
    lessons = {game: found for game in catalogue().values() if (found := find_lesson(game))}
    if not lessons:
        return ""
    game = next((one for one in lessons if one.name not in played), next(iter(lessons)))
    kicker = strings.LESSON_AGAIN if played else strings.LESSON_KICKER
    lesson = lessons[game]
    count = strings.in_words(len(lesson.steps)).lower()
    rules = lesson_game(game, lesson)
    view = view_data(rules.view(rules.parse_state(lesson.steps[0].position)))
    return (
        f'<section class="night" data-game="{game.name}" aria-labelledby="strip"><div>'
        f'<p class="kicker">{kicker}</p><h2 id="strip">{strings.LESSON_HEADING}</h2>'
        f'<p class="strip-about">{mark(game.name)} '
        f"{strings.LESSON_ABOUT.format(escape(game.title), count)}</p>"
        f'<a class="button amber" href="/learn/{game.name}">{strings.LESSON_BUTTON}</a></div>'
        f"{scene(view)}</section>"
    )


def climbing(ladders: Mapping[str, Sequence[RungProgress]]) -> str:
    """Return the ladders of whoever has played; nothing for whoever has not."""
    if not ladders:
        return ""
    lines = "".join(_line(name, rungs) for name, rungs in ladders.items())
    return (
        '<section class="climbing" aria-labelledby="climbing">'
        f'<div class="kicker"><h2 id="climbing">{strings.LADDER}</h2>'
        f'<a href="/stats">{strings.COUNTED}</a></div><ul>{lines}</ul></section>'
    )


def _line(name: str, rungs: Sequence[RungProgress]) -> str:
    beaten = sum(rung.beaten for rung in rungs)
    title = escape(catalogue()[name].title)
    pips = "".join(f"<span{' data-beaten' if rung.beaten else ''}></span>" for rung in rungs)
    following = None if beaten == len(rungs) else rungs[next_rung(rungs)].rung
    told = strings.NEXT_RUNG.format(following.name, following.level) if following else strings.TOP
    return (
        f'<li><a class="climb" data-game="{name}" href="/stats#ladder-{name}">{badge(name)}'
        f'<strong>{title}</strong><span class="pips" aria-hidden="true">{pips}</span>'
        f'<span class="unseen">{strings.BEATEN.format(beaten, len(rungs))}</span>'
        f'<span class="soft">{told}</span></a></li>'
    )


@cache
def api_page() -> str:
    """Return docs/api.md as HTML, with links to its sections."""
    from markdown_it import MarkdownIt

    renderer = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = renderer.parse(SOURCE.read_text(encoding="utf-8"))
    sections = {}
    for token, following in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            anchor = re.sub(r"[^a-z0-9]+", "-", following.content.lower())
            sections[anchor] = following.content
            token.attrSet("id", anchor)
        elif token.type == "inline":
            token.children = _relinked(token.children or [])
    html = str(renderer.renderer.render(tokens, renderer.options, {}))
    # Long lines and wide tables scroll instead of widening the page.
    html = html.replace("<pre>", '<pre class="scroll">')
    html = html.replace("<table>", '<div class="scroll"><table class="table">')
    html = html.replace("</table>", "</table></div>")
    links = "".join(
        f'<li><a href="#{anchor}">{escape(name)}</a></li>' for anchor, name in sections.items()
    )
    contents = f'<nav aria-label="{strings.CONTENTS}"><ul class="contents">{links}</ul></nav>'
    html = html.replace("</h1>", f"</h1>{contents}", 1)
    return f'<article class="card prose api-page">{html}</article>'


def _relinked(tokens: list[Token]) -> list[Token]:
    """Point links at the server's own addresses, and drop those to files it does not have."""
    kept, dropping = [], False
    for token in tokens:
        if token.type == "link_open":
            target = str(token.attrGet("href"))
            dropping = target not in SERVED and not target.startswith(("#", "/", "https:"))
            token.attrSet("href", SERVED.get(target, target))
        if not (dropping and token.type in ("link_open", "link_close")):
            kept.append(token)
    return kept
