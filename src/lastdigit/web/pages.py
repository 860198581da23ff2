"""The page: one shell for every address, and its files. Nothing is built, nothing is remote."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from lastdigit.web.api.visitors import Visitors

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


def shell(status: int) -> FileResponse:
    """Return the page that every address has; its script shows the right one."""
    return FileResponse(STATIC / "index.html", status)


def routes(visitors: Visitors) -> list[BaseRoute]:
    """Return the routes of all pages and of their files."""

    async def page(request: Request) -> Response:
        response = shell(200)
        cookie = await visitors.cookie_for(request)
        if cookie is not None:
            response.headers.append("Set-Cookie", cookie)
        return response

    return [
        *(Route(path, page, methods=["GET"]) for path in PAGES),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
