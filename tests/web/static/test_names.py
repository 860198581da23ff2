"""Names that look like markup or script are shown as text."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import Size
from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_window
from tests.web.test_names import SHOWN


@pytest.mark.prove
def test_hostile_names_are_shown_as_text_and_not_run(
    browser: Browser, server: Server, size: Size
) -> None:
    page = new_window(browser, server)
    page.on("dialog", lambda dialog: pytest.fail(f"a script in a name ran: {dialog.message}"))
    page.goto("/mine")
    for name in SHOWN[: size(sample=6, full=len(SHOWN))]:
        wish = {"game": "digit-poison", "against": "here", "first": 1, "name": name}
        code = page.request.post("/api/matches", data=wish).json()["match"]["code"]
        page.goto(f"/match/{code}")
        expect(page.locator("#turn")).to_contain_text(f"{name}'s turn.")
    page.goto("/mine")
    expect(page.get_by_text("<script>alert(1)</script>").first).to_be_visible()
    assert page.locator("main script, main img, main b, main svg[onload]").count() == 0
    leave(page)
