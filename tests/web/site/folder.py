"""Visit the static site: its pages are in frames, and tests use them like pages of a server."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Browser, Page

from tests.web.static.browsing import PATIENCE, complain

ON_THE_PAGE = ("evaluate", "get_by_", "locator", "wait_for_function", "wait_for_selector")


@contextmanager
def serving(path: Path, *words: str) -> Iterator[str]:
    """Serve a folder with the `serve.py` in it."""
    with subprocess.Popen(
        [sys.executable, str(path / "serve.py"), *words], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            yield f"{found[0]}/"
        finally:
            server.terminate()


@dataclass
class Folder:
    """A served static site: its address and its path."""

    url: str
    path: Path

    def visitor(self, browser: Browser, **settings: Any) -> Page:
        """Return the page of a new visitor. Errors of its scripts fail the test.

        Without service workers, unless the test is about them.
        """
        context = browser.new_context(**{"service_workers": "block", **settings})
        context.set_default_timeout(PATIENCE)
        return self.page(context.new_page())

    def page(self, page: Page) -> Page:
        """Wrap a page so that tests of the server's pages can use it."""
        page.on("pageerror", complain)
        return cast(Page, Framed(page, self.url))


class Framed:
    """A page in a frame. The outer page has the address and everything that belongs to a window."""

    def __init__(self, page: Page, folder: str) -> None:
        self.outer = page
        self._folder = folder

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the outer page, or of its newest frame if it is about contents."""
        inside = name.startswith(ON_THE_PAGE)
        return getattr(self.outer.frames[-1] if inside else self.outer, name)

    def goto(self, path: str) -> None:
        """Open a page by its address."""
        self.outer.goto(f"{self._folder}?{path}" if path != "/" else self._folder)
        self._wait_until_shown()

    def wait_for_url(self, pattern: str) -> None:
        """Wait until the page of an address is shown."""
        self.outer.wait_for_url(pattern)
        self._wait_until_shown()

    def reload(self) -> None:
        """Reload the page."""
        self.outer.reload()
        self._wait_until_shown()

    def _wait_until_shown(self) -> None:
        self.outer.wait_for_function(
            "() => document.documentElement.dataset.shown?.split('#')[0] === "
            "(location.search.slice(1) || '/')"
        )
