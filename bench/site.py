"""The start-up time of the static site: first paint, usable, first move saved.

Run `python -m bench.site` after `make site`. A real chromium visits with an empty profile (cold),
and again with the same profile (warm). The folder is served by its own `serve.py`. Seconds are
wall-clock time since the navigation. The processor time of all browser processes is printed beside
them, because it depends less on the load of the machine. Values are medians.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import BrowserContext, Page, sync_playwright

FOLDER = Path("dist", "site")
VISITS = 5
PATIENCE = 120_000
GOALS = {"cold": 10.0, "warm": 6.0}
PAINT_GOAL = 1.0
TICKS = os.sysconf("SC_CLK_TCK")
FIRST_PAINT = """() => performance.getEntriesByName("first-contentful-paint")[0].startTime / 1000"""
VISIBLE = "() => document.documentElement.dataset.shown?.startsWith({!r})"


class Visit(NamedTuple):
    """Seconds until first paint, usable home page and saved move, and CPU seconds."""

    paint: float
    home: float
    move: float
    processor: float


def main() -> None:
    if not FOLDER.is_dir():
        sys.exit("There is no dist/site: run make site first.")
    found: dict[str, list[Visit]] = {"cold": [], "warm": []}
    with serve(FOLDER) as address:
        for _ in range(VISITS):
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
                for kind, visits in found.items():
                    visits.append(visit(profile, address, stay=kind == "cold"))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[1]:.1f}, {VISITS} visits of each kind\n")
    print("| Visit | First paint | Home | First move saved | Goals: first paint, move | CPU time |")
    print("| --- | --- | --- | --- | --- | --- |")
    for kind, visits in found.items():
        paint, home, move, processor = (median(column) for column in zip(*visits, strict=True))
        goal = f"{PAINT_GOAL:g} s, {GOALS[kind]:g} s"
        print(
            f"| {kind} | {paint:.1f} s | {home:.1f} s | {move:.1f} s | {goal} | {processor:.1f} s |"
        )


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve the folder with its own `serve.py`."""
    line = [sys.executable, str(folder / "serve.py"), "0"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        try:
            yield f"{found[0]}/"
        finally:
            server.terminate()


def visit(profile: str, address: str, *, stay: bool) -> Visit:
    """Visit and play a move; with `stay`, wait until everything is cached for the next visit."""
    with sync_playwright() as playwright:
        context: BrowserContext = playwright.chromium.launch_persistent_context(
            profile, executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        context.set_default_timeout(PATIENCE)
        page = context.pages[0]
        before, begin = processor_seconds(profile), time.perf_counter()
        page.goto(address, wait_until="commit")
        page.wait_for_function(VISIBLE.format("/"))
        home = time.perf_counter() - begin
        play(page)
        move = time.perf_counter() - begin
        used = processor_seconds(profile) - before
        paint = page.evaluate(FIRST_PAINT)
        if stay:
            page.wait_for_function("() => navigator.serviceWorker.controller")
        context.close()
    return Visit(paint, home, move, used)


def play(page: Page) -> None:
    """Start Digit Poison from its card, and make the first move."""
    page.frames[-1].locator('[data-play="digit-poison"]').click()
    page.wait_for_function(VISIBLE.format("/match/"))
    table = page.frames[-1]
    table.locator("[data-answer]:not([aria-disabled=true]):not(:disabled)").first.click()
    table.locator("#make").click()
    table.locator("#moves [data-turn='1']").wait_for(state="attached")


def processor_seconds(profile: str) -> float:
    """Return the CPU seconds of the browser with this profile and its children."""
    used: dict[int, tuple[int, float]] = {}
    roots = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            used[int(folder.name)] = int(stat[1]), (int(stat[11]) + int(stat[12])) / TICKS
            if profile.encode() in (folder / "cmdline").read_bytes():
                roots.add(int(folder.name))
    family = set(roots)
    while more := {pid for pid, (parent, _) in used.items() if parent in family} - family:
        family |= more
    return sum(used[pid][1] for pid in family if pid in used)


if __name__ == "__main__":
    main()
