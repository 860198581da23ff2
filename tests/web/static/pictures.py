"""Screenshots of every page, to be compared with the accepted ones in `looks/`.

`make renew` accepts the current ones: look at the difference before you commit it. They are taken
with Debian's chromium and Liberation's fonts, because other browsers and fonts draw other letters.
"""

from __future__ import annotations

import base64
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize

from tests.web.conftest import QUICK, Server
from tests.web.static.browsing import CHROMIUM, leave, new_visitor, started
from tests.web.static.visits import PAGES

FOLDER = Path(__file__).with_name("looks")
FONT = "Liberation Sans"
HEIGHTS = {390: 844, 1280: 900}
CHANGING = (
    "against the computer",  # the reply of a perfect computer is random
    "with clocks",
    "worksheet",  # its seed is random
    "a long number",  # looks like any other
    "no match",
    "all maps",  # the same games as elsewhere
    "map with a table",
    "teaching",  # its code is random, as are those of the others
    "teaching puzzles",
    "puzzles of a class",
    "for programmers",  # a text, which changes with the API
    "puzzles of today",  # changes every day; a fixed day is compared
)
"""Pages that differ on every visit, or that look like another page."""
NIGHT = ("home", "playing", "inviting", "five of five")
"""Pages with a screenshot in dark mode too. The others have the same parts."""
STEP, MOST = 48, 0.004
"""The sum of channel differences above which a pixel differs, and how many pixels may differ."""
LINK = "https://example.org/match/ABCDEFGHIJKLMNOPQRSTUV"
"""The link in the screenshot of a QR code, instead of the random code and the port."""
DRAWN = (
    ".puzzle-strip > *, .hero-puzzle .kicker, .hero-puzzle .tile, "
    ".lobby-code, .copying input, .board-code, .board-foot strong"
)
"""Parts that differ on every visit."""
TASK = "heads => heads.forEach(head => { head.textContent = 'One move wins. Which?'; })"
HIDE = "parts => parts.forEach(part => { part.style.visibility = 'hidden'; })"
DIFFERENCE = """async ([one, other, step]) => {
    const pixels = async (text) => {
        const image = new Image();
        image.src = `data:image/png;base64,${text}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext("2d");
        pen.drawImage(image, 0, 0);
        return pen.getImageData(0, 0, image.width, image.height);
    };
    const [a, b] = [await pixels(one), await pixels(other)];
    if (a.width !== b.width || a.height !== b.height) return 1;
    let count = 0;
    for (let at = 0; at < a.data.length; at += 4) {
        let sum = 0;
        for (let channel = 0; channel < 3; channel += 1) {
            sum += Math.abs(a.data[at + channel] - b.data[at + channel]);
        }
        count += sum >= step;
    }
    return count / (a.width * a.height);
}"""


class Look(NamedTuple):
    """A page in a width and a theme."""

    page: str
    width: int
    theme: Literal["light", "dark"] = "light"

    def __str__(self) -> str:
        return f"{self.page.replace(' ', '-')}-{self.width}-{self.theme}"

    @property
    def file(self) -> Path:
        """Where the accepted picture is."""
        return FOLDER / f"{self}.png"


STEADY = [name for name in PAGES if name not in CHANGING]
LOOKS = [Look(name, width) for name in STEADY for width in HEIGHTS]
LOOKS += [Look(name, width, "dark") for name in NIGHT for width in HEIGHTS]


def hindrance() -> str | None:
    """Return why pictures cannot be compared here, or None if they can."""
    if CHROMIUM is None:
        return "pictures are compared with Debian's chromium: apt-get install chromium"
    lister = shutil.which("fc-list")
    fonts = lister and subprocess.run([lister], capture_output=True, text=True, check=False).stdout
    if not fonts or FONT not in fonts:
        return f"pictures are compared with {FONT}: apt-get install fonts-liberation"
    return None


def taken(browser: Browser, server: Server, look: Look) -> bytes:
    """Return a page as it looks now, with the puzzles of the day."""
    server.person().get("/api/daily")
    size: ViewportSize = {"width": look.width, "height": HEIGHTS[look.width]}
    page = new_visitor(
        browser, server, viewport=size, color_scheme=look.theme, reduced_motion="reduce"
    )
    page.route("**/qr.svg?*", lambda route: route.continue_(url=f"{server.url}/qr.svg?link={LINK}"))
    page.goto(PAGES[look.page](page))
    page.wait_for_load_state("networkidle")
    page.mouse.move(0, 0)
    page.locator(DRAWN).evaluate_all(HIDE)
    page.locator(".stats-first > *").evaluate_all(HIDE)  # they change every week
    page.locator(".hero-puzzle h3").evaluate_all(TASK)  # the day's has 1 to 3 lines
    picture = page.screenshot(animations="disabled", caret="hide")
    leave(page)
    return picture


def difference(page: Page, one: bytes, other: bytes) -> float:
    """Return the share of pixels in which two pictures differ, compared by a browser."""
    texts = [base64.b64encode(picture).decode() for picture in (one, other)]
    return float(page.evaluate(DIFFERENCE, [*texts, STEP]))


def accept_screenshots() -> None:
    """Replace the accepted screenshots that differ from the current ones."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as cache:
        server = Server(Path(data), Path(cache), QUICK)
        with started() as browser:
            blank = browser.new_page()
            for look in LOOKS:
                now = taken(browser, server, look)
                old = look.file.read_bytes() if look.file.exists() else None
                if old is None or difference(blank, old, now) > MOST:
                    look.file.write_bytes(now)
                    print(f"accepted {look.file.name}")
        server.stop()
    for path in FOLDER.glob("*.png"):
        if path not in {look.file for look in LOOKS}:
            path.unlink()
            print(f"removed {path.name}")
