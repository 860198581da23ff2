"""The cost of the page on a slow connection: requests, kilobytes, and first paint.

Run `make bundle` and `python -m bench.page` to measure the page of a release. Without the bundle,
it measures the modules. A real chromium loads pages from a local server through a throttled
network: 800 ms latency, 30 KB a second. Kilobytes are those transferred, compressed and with
headers. Those of a move are counted by a proxy, including sockets.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, CDPSession, sync_playwright

from bench.counting import CountingProxy
from bench.serving import Server

LATENCY, BYTES_A_SECOND = 800, 30 * 1024
VISITS = 5
GAMES = ("digit-duel", "digit-poison", "number-morph")
QUIET = 6_000
READABLE = ("Document", "Stylesheet")
FIRST_PAINT = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime"""


class Bound(NamedTuple):
    """A measurement and its limit."""

    what: str
    found: float
    most: float
    unit: str

    def __str__(self) -> str:
        return f"| {self.what} | {self.found:.3g} {self.unit} | {self.most:g} {self.unit} |"


@dataclass
class Traffic:
    """The network traffic of one browser page."""

    session: CDPSession
    kinds: dict[str, str] = field(default_factory=dict)
    received: dict[str, float] = field(default_factory=dict)

    def watch(self) -> None:
        """Start counting."""
        self.session.on("Network.requestWillBeSent", self._asked)
        self.session.on("Network.loadingFinished", self._answered)
        self.session.on("Network.webSocketCreated", self._opened)
        self.session.send("Network.enable")

    def _asked(self, event: dict[str, Any]) -> None:
        self.kinds[event["requestId"]] = event["type"]

    def _answered(self, event: dict[str, Any]) -> None:
        self.received[event["requestId"]] = event["encodedDataLength"]

    def _opened(self, event: dict[str, Any]) -> None:
        self.kinds[event["requestId"]] = "WebSocket"

    def kilobytes(self, *kinds: str) -> float:
        """Return the kilobytes received, of these kinds or in total."""
        found = (
            size for name, size in self.received.items() if not kinds or self.kinds[name] in kinds
        )
        return sum(found) / 1024


def open_page(context: BrowserContext) -> tuple[Any, Traffic]:
    """Return a new page and its traffic."""
    page = context.new_page()
    line = Traffic(context.new_cdp_session(page))
    line.watch()
    return page, line


def first_visit(context: BrowserContext) -> list[Bound]:
    """Measure a first visit."""
    page, line = open_page(context)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1_000)  # wait for requests that are made when the page is idle
    read = [name for name, kind in line.kinds.items() if kind in READABLE]
    return [
        Bound("home, readable: requests", len(read), 3, ""),
        Bound("home, readable: received", line.kilobytes(*READABLE), 40, "KB"),
        Bound("first visit: requests", len(line.kinds), 20, ""),
        Bound("first visit: received", line.kilobytes(), 70, "KB"),
    ]


def six_pages(context: BrowserContext) -> list[Bound]:
    """Measure the scripts of six pages, visited one after the other."""
    page, line = open_page(context)
    page.goto("/")
    game = {"game": "digit-duel", "against": "here", "first": 1}
    code = page.request.post("/api/matches", data=game).json()["match"]["code"]
    resign = {"do": "resign", "after": 1}
    page.request.post(f"/api/matches/{code}/commands", data=resign)
    for path in (f"/match/{code}", f"/review/{code}", "/daily", "/learn/digit-duel", "/rules"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
    return [Bound("scripts of six pages", line.kilobytes("Script", "Preload"), 75, "KB")]


def slow_visit(context: BrowserContext) -> float:
    """Return the seconds until the first contentful paint of the home page."""
    page, line = open_page(context)
    line.session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY,
            "downloadThroughput": BYTES_A_SECOND,
            "uploadThroughput": BYTES_A_SECOND,
        },
    )
    page.goto("/", wait_until="commit")
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_function(FIRST_PAINT)
    return float(page.evaluate(FIRST_PAINT)) / 1_000


def measure_move(context: BrowserContext, game: str, way: CountingProxy) -> list[Bound]:
    """Measure the traffic of a move and the computer's reply in each direction."""
    page = context.new_page()
    page.goto("/mine")  # to get a cookie
    wish = {"game": game, "against": "perfect", "first": 1}
    answer = page.request.post("/api/matches", data=wish).json()
    page.goto(f"/match/{answer['match']['code']}")
    page.wait_for_load_state("networkidle")
    move = {"digit-duel": "ones", "digit-poison": "1"}.get(game)
    if move is None:
        position = answer["match"]["position"]["position"]
        legal = page.request.post(f"/api/games/{game}/analysis", data={"position": position}).json()
        move = legal["moves"][0]["move"]
    page.wait_for_timeout(QUIET)  # until the presence updates have been sent
    way.reset()
    accepted = page.evaluate(
        """async ([code, number, move]) => {
            const body = JSON.stringify({do: "move", after: number, move});
            const headers = {"Content-Type": "application/json"};
            const path = `/api/matches/${code}/commands`;
            return (await (await fetch(path, {method: "POST", headers, body})).json()).accepted;
        }""",
        [answer["match"]["code"], answer["match"]["number"], move],
    )
    assert accepted, "the move is made"
    page.wait_for_timeout(1_500)
    return [
        Bound(f"{game}, a move: sent", way.up / 1024, 2, "KB"),
        Bound(f"{game}, a move and the computer's reply: received", way.down / 1024, 4, "KB"),
    ]


def measure_all(way: CountingProxy, chromium: str) -> list[Bound]:
    """Return all measurements, each with an empty browser cache."""
    url = f"http://127.0.0.1:{way.port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])

        def visitor() -> BrowserContext:
            return browser.new_context(base_url=url, viewport={"width": 390, "height": 844})

        with visitor() as context:
            context.new_page().goto("/")  # let the server build its files
        with visitor() as context:
            found = first_visit(context)
        with visitor() as context:
            found += six_pages(context)
        seconds = []
        for _ in range(VISITS):
            with visitor() as context:
                seconds.append(slow_visit(context))
        found.append(Bound("home, readable at 800 ms and 30 KB/s", median(seconds), 3.5, "s"))
        for game in GAMES:
            with visitor() as context:
                found += measure_move(context, game, way)
        browser.close()
    return found


def main() -> int:
    """Print the measurements. Return 1 if one is above its limit."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("The page is measured with Debian's chromium: apt-get install chromium.")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), "thinking-milliseconds=0")
        found = measure_all(CountingProxy(server.port), chromium)
        server.stop()
    print("| Measurement | Result | Limit |\n| --- | --: | --: |")
    for bound in found:
        print(bound)
    return int(any(bound.found > bound.most for bound in found))


if __name__ == "__main__":
    sys.exit(main())
