"""The README's picture: a board beside the map of its game, in light and dark.

`make renew` takes it from a temporary server, with Debian's chromium.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize

from lastdigit.game.theme import DARK, LIGHT

PICTURE = Path(__file__).parents[1] / "docs" / "pictures"
HEIGHT, GAP = 560, 40
SIZE: ViewportSize = {"width": 1400, "height": 640}
BOARD: ViewportSize = {"width": 760, "height": 800}
MAP: ViewportSize = {"width": 760, "height": 860}
MOVES = ("tens", "ones", "ones", "hundreds")


@contextmanager
def serve() -> Iterator[str]:
    """Start a private server for the `with` block, and yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "lastdigit", "serve", "--port", "0"],
            env=os.environ | {"XDG_DATA_HOME": folder},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://[\w.:]+", process.stdout.readline())
            assert found is not None
            yield found[0]
        finally:  # stop the server even if a screenshot fails
            process.terminate()
            process.communicate()


def board_screenshot(page: Page) -> bytes:
    """Return a screenshot of a Digit Duel game, as the player to move sees it."""
    page.goto("/mine")
    made = page.request.post(
        "/api/matches",
        data={"game": "digit-duel", "against": "here", "first": 1, "position": "1 764 538"},
    ).json()
    code = made["match"]["code"]
    for move in MOVES:
        number = page.request.get(f"/api/matches/{code}").json()["number"]
        word = {"do": "move", "move": move, "after": number}
        page.request.post(f"/api/matches/{code}/commands", data=word)
    page.set_viewport_size(BOARD)
    page.goto(f"/match/{code}")
    page.wait_for_load_state("networkidle")
    return page.screenshot(animations="disabled")


def map_screenshot(page: Page) -> bytes:
    """Return a screenshot of the map of the same game."""
    page.set_viewport_size(MAP)
    page.goto("/maps/digit-duel")
    points = page.locator("canvas.map-points")
    points.wait_for()
    page.wait_for_load_state("networkidle")
    page.locator(".map-says").evaluate("card => card.remove()")  # it covers the map
    return page.locator("#map").screenshot(animations="disabled")


def paint_readme(browser: Browser) -> None:
    """Write the picture in both themes."""
    with serve() as url:
        themes: tuple[tuple[Literal["light", "dark"], dict[str, str]], ...] = (
            ("light", LIGHT),
            ("dark", DARK),
        )
        for theme, colours in themes:
            context = browser.new_context(
                base_url=url, color_scheme=theme, service_workers="block", device_scale_factor=1
            )
            page = context.new_page()
            seen = [
                b64encode(one).decode() for one in (board_screenshot(page), map_screenshot(page))
            ]
            images = "".join(
                f'<img src="data:image/png;base64,{one}" style="height:{HEIGHT}px">' for one in seen
            )
            sheet = context.new_page()  # our pages' content security policy forbids data URLs
            sheet.set_viewport_size(SIZE)
            sheet.set_content(
                f'<body style="margin:0;height:100vh;display:flex;gap:{GAP}px;align-items:center;'
                f'justify-content:center;background:{colours["paper"]}">{images}'
            )
            sheet.wait_for_load_state("networkidle")
            sheet.screenshot(path=PICTURE / f"board-{theme}.png")
            context.close()
