"""The HTML pages: one frame for every address, with as much content as the server can render."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlsplit

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from lastdigit.errors import LastDigitError, RecordError, StoreError
from lastdigit.game.game import AnyGame
from lastdigit.game.lesson import find_lesson, lesson_game
from lastdigit.game.options import Occasion, suggested_preset
from lastdigit.game.serialize import RowData, view_data
from lastdigit.game.text import Audience
from lastdigit.game.theme import DARK, INK, LIGHT, WHITE
from lastdigit.games import catalogue
from lastdigit.players import COMPUTERS
from lastdigit.puzzles.calendar import reminder_file
from lastdigit.puzzles.generate import date_of
from lastdigit.puzzles.practice import RUNGS, RungProgress, next_rung
from lastdigit.render.html import render
from lastdigit.render.svg import sprite
from lastdigit.web import strings
from lastdigit.web.api.requests import error_response, whole_number
from lastdigit.web.api.visitors import Visitors
from lastdigit.web.assets import ASSETS, FOLDER, SCRIPT, page_files
from lastdigit.web.live import lobby
from lastdigit.web.live.registry import Registry
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal
from lastdigit.web.schemas.puzzles import Daily

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
    "/challenge": "challenge",
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
"""The name of the page at each address."""
SCRIPTS = {
    "own": "stats",
    "watch": "projector",
    "class-board": "projector",
    "api": "text",
    "missing": "text",
}
"""The modules in `static/pages` that pages share. Every other page has its own module."""
SERVER_PAGES = ("watch", "own", "worksheet", "class", "class-board", "api")
"""The pages that the static site leaves out: they need other people or other programs."""
PRELOADS = {
    "match/{}": "/api/matches/{}",
    "learn/{}": "/api/games/{}/lesson",
    "rules": "/api/games",
    "rules/{}": "/api/games",
    "analysis": "/api/games",
    "maps": "/api/games",
    "analysis/{}": "/api/games",
    "challenge": "/api/games",
    "mine": "/api/mine",
    "stats": "/api/stats",
    "daily": "/api/daily",
    "daily/{}": "/api/daily?day={}",
}
"""The first request of a page's script, which the browser sends while the script is loading."""
MATCH_PAGES = ("match", "review", "watch")
"""The pages whose address contains the code of a match."""
GAME_PAGES = ("learn", "rules", "analysis", "maps", "practice")
"""The pages whose address contains the identifier of a game."""
HOME, MATCH, MISSING, API = "home", "match", "missing", "api"
LOOKS = {"theme": ("light", "dark"), "motion": ("off",)}
"""Settings that are also cookies, so that the first paint of a page respects them."""
COMPUTER, DEFAULT_LEVEL = "computer", "easy"
MAX_LEVELS = 5
"""The number of computer players in the list of levels.

The other computer players are in the dialog "More".
"""
MAX_OTHER_GAMES = 3
"""The number of links to unfinished games, besides the game that is shown."""
API_SOURCE = Path(__file__).with_name("api.md")
"""A symbolic link to docs/api.md. A wheel contains a copy."""
API_LINKS = {"openapi.json": "/api/openapi.json"}
"""Linked files that the server provides. All other links in docs/api.md become plain text."""
QR_LINK = re.compile(r"https?://[^/?#\s]{1,100}/(?:match|class)/\w[\w-]{0,60}")
"""A pattern for the links for which the server draws QR codes. Other text gets no QR code."""
LONGEST_LINK = 300
QR_BORDER = 4
"""The width, in modules, of the white edge that scanners need around the code."""


def routes(registry: Registry, visitors: Visitors, *, alone: bool) -> list[BaseRoute]:
    """Return the routes for the pages and their files. `alone` leaves out SERVER_PAGES."""

    def route(path: str, page: str) -> Route:
        async def show(request: Request) -> Response:
            response = await _respond(registry, visitors, request, page)
            cookie = await visitors.cookie_for(request)
            if cookie is not None:
                response.headers.append("Set-Cookie", cookie)
            return response

        return Route(path, show, methods=["GET"])

    async def file(request: Request) -> Response:
        found = ASSETS.find(request.path_params["file"])
        if found is None:
            return error_response(Refusal(Reason.UNKNOWN_PAGE, "There is no such page."))
        return found.response(request)

    async def worker(_: Request) -> Response:
        return Response(page_files().worker, media_type=SCRIPT)

    async def reminder(request: Request) -> Response:
        return _reminder(request, registry.puzzles.today, alone=alone)

    return [
        Route("/worker.js", worker, methods=["GET"]),
        Route("/reminder.ics", reminder, methods=["GET"]),
        *([] if alone else [Route("/qr.svg", _qr_code, methods=["GET"])]),
        *(
            route(path, page)
            for path, page in PAGES.items()
            if not (alone and page in SERVER_PAGES)
        ),
        Route(f"{FOLDER}{{file:path}}", file, methods=["GET"]),
    ]


def _reminder(request: Request, today: int, *, alone: bool) -> Response:
    """Return a calendar file, with the link that the page asks for if it leads to this server."""
    link = request.query_params.get("link", "")
    host = "" if alone else request.headers.get("host", "")
    if not _is_own_link(link, host):
        link = ""
    how = strings.REMINDER_LINK.format(link) if link else strings.REMINDER
    return Response(
        reminder_file(date_of(today), how, link),
        media_type="text/calendar",
        headers={"Content-Disposition": 'attachment; filename="last-digit.ics"'},
    )


def _is_own_link(link: str, host: str) -> bool:
    """Return whether a link leads to this server. If `host` is "", accept any server.

    A file from here must not lead its reader to another website.
    """
    if len(link) > LONGEST_LINK or not link.isascii() or not link.isprintable() or " " in link:
        return False
    try:
        parts = urlsplit(link)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and host in ("", parts.netloc)


async def _qr_code(request: Request) -> Response:
    link = request.query_params.get("link", "")
    if QR_LINK.fullmatch(link) is None:
        reason = "A QR code needs the link of a match or a class."
        return error_response(Refusal(Reason.MALFORMED, reason))
    headers = {"Cache-Control": "private, max-age=86400"}
    return Response(draw_qr_code(link), media_type="image/svg+xml", headers=headers)


@lru_cache(256)
def draw_qr_code(link: str) -> bytes:
    """Return the QR code for a link as SVG: dark on white, with a white edge."""
    import segno

    drawing = BytesIO()
    segno.make_qr(link, error="m").save(
        drawing,
        kind="svg",
        border=QR_BORDER,
        dark=INK,  # in both themes, because many scanners do not find a light code on a dark page
        light=WHITE,
        omitsize=True,
        xmldecl=False,
        nl=False,
        svgclass=None,
        lineclass=None,
    )
    return drawing.getvalue()


async def _respond(
    registry: Registry, visitors: Visitors, request: Request, page: str
) -> HTMLResponse:
    if page != HOME:
        status = 200 if await _exists(registry, request, page) else 404
        if page == API:
            return _response(request, page, status, "api.html", **api_page()._asdict())
        if page == MATCH and status == 200:
            code = request.path_params["name"]
            subject = {**_subject(page, code), **await _short_rules(registry, code)}
            return _response(request, page, status, subject=subject)
        return _response(request, page, status)
    if request.path_params.get("name", next(iter(catalogue()))) not in catalogue():
        return missing(request, 404)
    visitor = await visitors.visitor(request)
    visit = await _visit(registry, visitor.holder, request.cookies)
    values = home_values(visit, alone=request.app.state.alone)
    return _response(request, page, 200, "home.html", **values)


def missing(request: Request, status: int) -> HTMLResponse:
    """Return the page for an address that does not exist."""
    return _response(request, MISSING, status)


def _response(
    request: Request, page: str, status: int, template: str = "page.html", **values: object
) -> HTMLResponse:
    """Render a page in its frame, whose script fills or updates the main part."""
    files = page_files()
    name = request.path_params.get("name")
    chosen = {look: request.cookies.get(look) for look in LOOKS}
    html = render(
        template,
        page=page,
        strings=strings,
        files=files,
        sprite=_sprite(),
        light=LIGHT["paper"],
        dark=DARK["paper"],
        looks={f"data-{look}": value for look, value in chosen.items() if value in LOOKS[look]},
        alone=request.app.state.alone,
        card=f"{request.base_url}{files.card.address.removeprefix('/')}",
        script=files.scripts[SCRIPTS.get(page, page)],
        preload=_preload(page, name),
        **{"subject": _subject(page, name), **values},
    )
    return HTMLResponse(html, status)


@cache
def _sprite() -> Markup:
    return Markup(sprite(catalogue().values()))


def _preload(page: str, name: str | None) -> str | None:
    address = PRELOADS.get(page if name is None else f"{page}/{{}}")
    return None if address is None else address.format(quote(name or "", safe=""))


def _subject(page: str, name: str | None) -> dict[str, str]:
    """Return the name in the address as attributes of the main part.

    If the name is a game, the page has the game's colours. The home page never has a game's
    colours.
    """
    if name is None:
        return {}
    game = {"data-game": name} if page != HOME and name in catalogue() else {}
    return {"data-name": name, **game}


async def _short_rules(registry: Registry, code: str) -> dict[str, str]:
    """Return the rules of a match in two paragraphs, for the dialog "Rules"."""
    try:
        game = (await registry.get(code)).match.game
    except LastDigitError:
        return {}  # the script requests the match, and reports the error
    return {"data-short-rules": game.second_person(Audience()).in_short().replace("`", "")}


async def _exists(registry: Registry, request: Request, page: str) -> bool:
    """Return whether there is something to show at the address of a page.

    Classrooms are not checked: their codes are short, and a status would help an attacker guess
    them.
    """
    name = request.path_params.get("name")
    if name is None:
        return True
    if page in MATCH_PAGES:
        return await _has_match(registry, name)
    if page == "daily":
        day = whole_number(name)
        return day is not None and registry.puzzles.has_day(day)
    if page not in GAME_PAGES:
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
        return True  # it may exist: the script requests it and reports the error
    return True


class WaitingGame(NamedTuple):
    """An unfinished match that the visitor can continue, and its board."""

    match: matches.MatchSummary
    view: Sequence[RowData]


class Visit(NamedTuple):
    """What the home page shows to a visitor."""

    opponent: str = COMPUTER
    """The selected kind of opponent: the computer, a link or the same screen."""
    level: str = DEFAULT_LEVEL
    waiting: WaitingGame | None = None
    others: Sequence[matches.MatchSummary] = ()
    """Other unfinished matches."""
    played: frozenset[str] = frozenset()
    daily: Daily | None = None
    """The puzzles of the day, once they have been generated."""
    today: int = 1
    last: matches.MatchSummary | None = None
    """The latest match, if it is over."""
    ladders: Mapping[str, Sequence[RungProgress]] = {}


async def _visit(registry: Registry, holder: bytes | None, cookies: Mapping[str, str]) -> Visit:
    mine = await lobby.list_matches(registry, holder)
    unfinished = [one for one in mine if one.result is None]
    unfinished.sort(key=lambda one: not one.your_turn)
    opponent, level = cookies.get("way", ""), cookies.get("level", "")
    return Visit(
        opponent if opponent in (matches.HERE, matches.LINK) else COMPUTER,
        level if level in COMPUTERS else DEFAULT_LEVEL,
        await _waiting_game(registry, unfinished[0]) if unfinished else None,
        unfinished[1:],
        frozenset(one.game for one in mine),
        await registry.puzzles.today_if_ready(holder),
        registry.puzzles.today,
        mine[0] if mine and mine[0].result is not None else None,
        await registry.people.ladders(holder),
    )


async def _waiting_game(registry: Registry, match: matches.MatchSummary) -> WaitingGame:
    view: Sequence[RowData] = ()
    with suppress(RecordError, StoreError):  # from an older version, or damaged: show no board
        live = await registry.get(match.code)
        game, before = live.match.game, live.before
        view = view_data(game.view(live.match.state), game.view(before) if before else None)
    return WaitingGame(match, view)


def home_values(visit: Visit, *, alone: bool) -> dict[str, object]:
    """Return the values for the template of the home page.

    `alone` is true on the static site: it has no other players, and so no links and no codes.
    """
    is_far = visit.opponent == matches.LINK
    return {
        "games": catalogue(),
        "cards": _cards(tuple(catalogue().values()), visit.played),
        "opponent": COMPUTER if alone and is_far else visit.opponent,
        "level": visit.level,
        "levels": [
            name
            for place, name in enumerate(COMPUTERS)
            if place < MAX_LEVELS or name == visit.level
        ],
        "waiting": visit.waiting,
        "turn": _turn(visit.waiting.match) if visit.waiting else "",
        "others": visit.others,
        "max_other_games": MAX_OTHER_GAMES,
        "daily": visit.daily,
        "today": visit.today,
        "played": visit.played,
        "is_first_visit": _is_first_visit(visit),
        "lesson": _suggested_lesson(visit.played),
        "step": None if visit.waiting or _is_first_visit(visit) else _next_step(visit),
        "ladders": [_ladder(game, rungs) for game, rungs in visit.ladders.items()],
    }


def _turn(match: matches.MatchSummary) -> str:
    """Describe whose turn it is, and against whom, unless the viewer has both seats."""
    turn = strings.YOUR_MOVE if match.your_turn else strings.THEIR_MOVE
    other = _opponent(match)
    return strings.TURN_AGAINST.format(turn, other) if other else turn


def _opponent(match: matches.MatchSummary) -> str:
    """Return the name of the opponent, or "" if the viewer has both seats."""
    if match.against in COMPUTERS:
        return match.against.capitalize()
    own = {match.names[seat - 1] for seat in match.seats}
    return next((name for name in match.names if name not in own), "")


def _is_first_visit(visit: Visit) -> bool:
    """Return whether the visitor has neither played a game nor tried a puzzle of the day."""
    daily = visit.daily
    solved = daily is not None and (any(daily.so_far) or any(one.tries for one in daily.puzzles))
    return not visit.played and not solved


class NextStep(NamedTuple):
    """What the home page suggests after a game or a puzzle."""

    game: str
    title: str
    reason: str
    label: str
    href: str
    view: Sequence[RowData]
    start: Mapping[str, str] = {}
    """The attributes of a link that starts a game at once."""


def _next_step(visit: Visit) -> NextStep | None:
    """Suggest another game like the last one, a stronger computer, or else a game to learn."""
    last = visit.last
    if last is None or last.game not in catalogue():
        return _first_game(visit) or _new_game(visit)
    level = last.against
    if level == matches.HERE:
        return _game_step(last.game, level, strings.AFTER_GAME_HERE, strings.PLAY_AGAIN)
    if level not in COMPUTERS:
        name = _opponent(last)
        reason = strings.AFTER_GAME_WITH.format(name)
        step = _game_step(last.game, level, reason, strings.OPEN_GAME)
        return step._replace(href=f"/match/{last.code}", start={}) if name else _new_game(visit)
    if last.outcome == "lost":
        reason = strings.AFTER_LOSS.format(level.capitalize())
        return _game_step(last.game, level, reason, strings.PLAY_AGAIN)
    if last.outcome != "won":
        return _game_step(last.game, level, strings.AFTER_DRAW, strings.PLAY_AGAIN)
    stronger = dict(pairwise(rung.level for rung in RUNGS)).get(level)
    if stronger is not None:
        names = level.capitalize(), stronger.capitalize()
        label = strings.TRY_LEVEL.format(names[1])
        return _game_step(last.game, stronger, strings.AFTER_WIN.format(*names), label)
    return _new_game(visit) or _practice_step(last.game)


def _first_game(visit: Visit) -> NextStep | None:
    """Suggest the game of the puzzle that was tried last, to a visitor who has not played it."""
    puzzles = visit.daily.puzzles if visit.daily else []
    tried = [one.puzzle.game for one in puzzles if one.tries]
    if not tried or tried[-1] in visit.played:
        return None
    return _game_step(tried[-1], DEFAULT_LEVEL, strings.AFTER_PUZZLE, strings.PLAY, is_first=True)


def _game_step(
    game: str, against: str, reason: str, label: str, *, is_first: bool = False
) -> NextStep:
    card = _card(catalogue()[game], is_first=is_first)
    start = {
        "data-play": game,
        "data-preset": card.preset,
        "data-people": card.people_preset,
        "data-against": against,
    }
    return NextStep(game, card.title, reason, label, f"/new/{game}", card.view, start)


def _new_game(visit: Visit) -> NextStep | None:
    lesson = _suggested_lesson(visit.played)
    if lesson is None or lesson.game in visit.played:
        return None
    href = f"/learn/{lesson.game}"
    reason, label = strings.NEW_GAME, strings.LEARN_GAME
    return NextStep(lesson.game, lesson.title, reason, label, href, lesson.view)


def _practice_step(game: str) -> NextStep:
    step = _game_step(game, "", strings.PRACTISE_GAME, strings.PRACTISE)
    return step._replace(href=f"/practice/{game}", start={})


class Ladder(NamedTuple):
    """The visitor's progress on a game's ladder."""

    game: str
    title: str
    rungs: Sequence[RungProgress]
    beaten: int
    goal: str


def _ladder(game: str, rungs: Sequence[RungProgress]) -> Ladder:
    beaten = sum(rung.beaten for rung in rungs)
    goal = strings.LADDER_FINISHED
    if beaten < len(rungs):
        following = rungs[next_rung(rungs)].rung
        goal = strings.NEXT_RUNG.format(following.name)
    return Ladder(game, catalogue()[game].title, rungs, beaten, goal)


class Card(NamedTuple):
    game: str
    title: str
    about: str
    turns: tuple[int, int]
    preset: str
    """The preset for a game against the computer."""
    people_preset: str
    view: Sequence[RowData]


@cache
def _cards(games: tuple[type[AnyGame], ...], played: frozenset[str]) -> Markup:
    cards = [_card(game, is_first=game.name not in played) for game in games]
    return Markup(render("cards.html", strings=strings, cards=cards))


def _card(kind: type[AnyGame], *, is_first: bool) -> Card:
    game = kind()
    occasion = Occasion.FIRST if is_first else Occasion.COMPUTER
    preset = suggested_preset(kind.presets, occasion)
    people = suggested_preset(kind.presets, Occasion.PEOPLE)
    view = view_data(game.view(game.parse_state(game.example_state)))
    about = kind.of(dict(preset.options)).second_person(Audience()).card()
    return Card(kind.name, kind.title, about, preset.turns, preset.name, people.name, view)


class LessonInfo(NamedTuple):
    game: str
    title: str
    steps: int
    view: Sequence[RowData]


def _suggested_lesson(played: frozenset[str]) -> LessonInfo | None:
    """Return the first lesson for a game that is new to the visitor, or else the first lesson."""
    lessons = [game for game in catalogue().values() if find_lesson(game)]
    new = (game for game in lessons if game.name not in played)
    game = next(new, lessons[0] if lessons else None)
    return None if game is None else _lesson_info(game)


@cache
def _lesson_info(kind: type[AnyGame]) -> LessonInfo:
    lesson = find_lesson(kind)
    assert lesson is not None
    game = lesson_game(kind, lesson)
    view = view_data(game.view(game.parse_state(lesson.steps[0].position)))
    return LessonInfo(kind.name, kind.title, len(lesson.steps), view)


class ApiPage(NamedTuple):
    """docs/api.md as HTML: its title, the headings of its sections by anchor, and the rest."""

    title: Markup
    sections: Mapping[str, str]
    text: Markup


@cache
def api_page() -> ApiPage:
    from markdown_it import MarkdownIt

    renderer = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = renderer.parse(API_SOURCE.read_text(encoding="utf-8"))
    sections = {}
    for token, following in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            anchor = re.sub(r"[^a-z0-9]+", "-", following.content.lower())
            sections[anchor] = following.content
            token.attrSet("id", anchor)
        elif token.type == "inline":
            token.children = _relink(token.children or [])

    def html(tokens: Sequence[Token]) -> Markup:
        return Markup(renderer.renderer.render(tokens, renderer.options, {}))

    after_title = next(
        place for place, token in enumerate(tokens, 1) if token.type == "heading_close"
    )
    return ApiPage(html(tokens[:after_title]), sections, html(tokens[after_title:]))


def _relink(tokens: list[Token]) -> list[Token]:
    """Adapt links to files that the server provides, and remove all other links."""
    remaining, is_removed = [], False
    for token in tokens:
        if token.type == "link_open":
            target = str(token.attrGet("href"))
            is_removed = target not in API_LINKS and not target.startswith(("#", "/", "https:"))
            token.attrSet("href", API_LINKS.get(target, target))
        if not (is_removed and token.type in ("link_open", "link_close")):
            remaining.append(token)
    return remaining
