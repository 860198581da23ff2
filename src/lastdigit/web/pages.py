"""The pages: one shell for every address, filled as far as the server can. Nothing is remote."""

from __future__ import annotations

from functools import cache
from html import escape
from string import Template
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from lastdigit.errors import LastDigitError
from lastdigit.game.lesson import find_lesson
from lastdigit.game.theme import DARK, LIGHT
from lastdigit.games import catalogue
from lastdigit.render.svg import sprite
from lastdigit.web import home, words
from lastdigit.web.api.handlers import whole_number
from lastdigit.web.api.reading import refused
from lastdigit.web.api.visitors import Visitors
from lastdigit.web.api_page import api_page
from lastdigit.web.files import FOLDER, SCRIPT, STATIC, page_files
from lastdigit.web.live.registry import Registry
from lastdigit.web.schemas.errors import Reason, Refusal

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
"""Every address, and the module of `static/pages/` that shows what is there."""
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
NO_SCRIPT = f"<noscript><p>{words.NO_SCRIPT}</p></noscript>"
LOOKS = {"theme": ("light", "dark"), "motion": ("off",)}
"""What a visitor has chosen of how pages look, as cookies: so it is there with the first paint."""


@cache
def _template() -> Template:
    # The sprite is in the page itself, so that no tile is ever seen without its numeral.
    files = page_files()
    return Template(
        Template((STATIC / "index.html").read_text()).safe_substitute(
            sprite=sprite(catalogue().values()),
            description=words.DESCRIPTION,
            light=LIGHT["paper"],
            dark=DARK["paper"],
            title=words.TITLE,
            style=files.style.address,
            icon=files.icon.address,
            touch_icon=files.touch_icon.address,
            manifest=files.manifest.address,
        )
    )


def shell(request: Request, page: str, main: str = NO_SCRIPT, status: int = 200) -> HTMLResponse:
    """Return a page with its script, which fills or furnishes what is in it."""
    files = page_files()
    name = request.path_params.get("name")
    looks = "".join(
        f' data-{look}="{request.cookies[look]}"'
        for look, known in LOOKS.items()
        if request.cookies.get(look) in known
    )
    html = _template().substitute(
        look=looks,
        **(ALONE_LINKS if request.app.state.alone else TOGETHER_LINKS),
        card=f"{request.base_url}{files.card.address.removeprefix('/')}",
        script=files.scripts[page].address,
        # A page that its script fills is not painted before: the one before it stays meanwhile.
        blocking="" if page == HOME else ' blocking="render"',
        needs=_needed(page, name),
        name=_named(page, name),
        main=main,
    )
    return HTMLResponse(html, status)


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
        await registry.at(code)
    except Refusal as refusal:
        return refusal.reason is not Reason.UNKNOWN_MATCH
    except LastDigitError:
        return True  # it may well be there: the script asks for it, and reports the trouble
    return True


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
        visit = await home.visit(registry, visitor.holder, request.cookies)
        board = page_files().scripts[BOARD].address
        return shell(request, page, home.home(visit, board, alone=alone))

    def route(path: str, page: str) -> Route:
        async def show(request: Request) -> Response:
            response = await filled(request, page)
            cookie = await visitors.cookie_for(request)
            if cookie is not None:
                response.headers.append("Set-Cookie", cookie)
            return response

        return Route(path, show, methods=["GET"])

    by_name = page_files().by_name

    async def file(request: Request) -> Response:
        found = by_name.get(request.path_params["file"])
        if found is None:
            return refused(Refusal(Reason.UNKNOWN_PAGE, "There is nothing here."))
        return found.response(request)

    async def worker(_: Request) -> Response:
        return Response(page_files().worker, media_type=SCRIPT)

    return [
        Route("/worker.js", worker, methods=["GET"]),
        *(route(path, page) for path, page in PAGES.items() if not (alone and page in TOGETHER)),
        Route(f"{FOLDER}{{file}}", file, methods=["GET"]),
    ]
