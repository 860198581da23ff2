"""A person's data in a real browser: the link of `serve --mine`, a device key, and an export."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import PATIENCE, ROOT, Run


@pytest.fixture
def own(environment: dict[str, str]) -> Iterator[str]:
    """Start a server on the games of this terminal, and return the link that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "lastdigit", "serve", "--mine", "--port", "0"],
        env={**os.environ, **environment, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    output = "".join(process.stdout.readline() for _ in range(3))
    found = re.search(r"once: (http://\S+/own#\S+)", output)
    assert found is not None, output
    yield found[1]
    process.terminate()
    process.communicate(timeout=PATIENCE)


@pytest.mark.prove
def test_the_games_of_the_terminal_are_in_the_owners_browser_and_on_a_second_device(
    run: Run, browser: Browser, own: str
) -> None:
    played = run("play", "digit-duel", "--player-2", "perfect", typed="tens\nresign\n")
    assert played.code == 0
    mine = browser.new_context(service_workers="block").new_page()
    mine.goto(own)
    mine.wait_for_url("**/stats")
    expect(mine.locator("[data-key=games]").get_by_role("img", name="1")).to_be_visible()
    other = browser.new_context(service_workers="block").new_page()
    other.goto(own)
    expect(other.get_by_text("has already been used")).to_be_visible()
    base = own.partition("/own")[0]
    mine.goto(f"{base}/settings")
    expect(mine.get_by_text("This is your own browser")).to_be_visible()
    with mine.expect_download() as saved:
        mine.get_by_role("link", name="Download everything").click()
    assert len(json.loads(saved.value.path().read_text())["games"]) == 1
    mine.locator("#show-key").click()
    key = mine.get_by_label("Key", exact=True).input_value()
    other.goto(f"{base}/settings")
    other.locator("#type-key").click()
    other.get_by_label("Key", exact=True).fill(key)
    other.get_by_role("button", name="Connect").click()
    expect(other.get_by_text("This device is connected.")).to_be_visible()
    expect(other.get_by_text("This is your own browser")).to_be_visible()
    other.locator("#forget").click()
    other.get_by_role("button", name="Press again to delete everything for good").click()
    expect(other.get_by_text("Deleted 0 answers and 1 game.")).to_be_visible()
    assert "Nothing saved yet" in run("stats").out
