"""The page: one shell for every address, and its files. Nothing is remote."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from lastdigit.web.api.visitors import Visitors
from lastdigit.web.drawings import icon, sprite
from lastdigit.web.styles import style_sheet

STATIC = Path(__file__).with_name("static")
PAGES = (
    "/",
    "/new/{game}",
    "/match/{code}",
    "/review/{code}",
    "/rules",
    "/rules/{game}",
    "/analysis",
    "/analysis/{game}",
    "/mine",
)


@cache
def _shell() -> str:
    # The sprite is in the page itself, so that no tile is ever seen without its numeral.
    return (STATIC / "index.html").read_text().replace("<!-- sprite -->", sprite())


def shell(status: int) -> HTMLResponse:
    """Return the page that every address has; its script shows the right one."""
    return HTMLResponse(_shell(), status)


def routes(visitors: Visitors) -> list[BaseRoute]:
    """Return the routes of all pages and of their files."""

    async def page(request: Request) -> Response:
        response = shell(200)
        cookie = await visitors.cookie_for(request)
        if cookie is not None:
            response.headers.append("Set-Cookie", cookie)
        return response

    def file(path: str, body: str, kind: str) -> Route:
        async def send(_: Request) -> Response:
            return Response(body, media_type=kind)

        return Route(path, send, methods=["GET"])

    return [
        *(Route(path, page, methods=["GET"]) for path in PAGES),
        file("/static/style.css", style_sheet(STATIC / "style"), "text/css"),
        file("/static/icon.svg", icon(), "image/svg+xml"),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
