"""Hostile names are refused, or are harmless on the page, terminal, record and log."""

from __future__ import annotations

import pytest

from lastdigit.match.match import verify
from lastdigit.match.record import from_line
from tests.conftest import Run
from tests.web.conftest import Serve, Server

SHOWN = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><b onmouseover=alert(1)>x',
    "javascript:alert(1)",
    "{{7*7}}",
    "%3Cscript%3E",
    "&lt;b&gt;",
    "'; DROP TABLE game; --",
    "../../etc/passwd",
    "$(reboot)",
    "%s%s%s%n",
    "{0.__class__}",
    "\\u003cb\\u003e",
    "\\x1b[2J",
    "\\",
    '"',
    "'",
    "null",
    "0",
    "Player 1.",
    "Ad\u00e1\u0301\u0301\u0301",
    "\u0645\u0631\u062d\u0628\u0627",
    "\ufdfd" * 40,
]
REFUSED = [
    "\u202eabc",
    "a\u200bb",
    "\u3164",
    "\u2800\u2800",
    "\u115f\u1160",
    "a\u034fb",
    "\x00",
    "a\nb",
    "\x1b[31mred",
    "\x9b2J",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "A" * 41,
    "   ",
]
HOSTILE = [*SHOWN, *REFUSED]


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_a_hostile_name_is_refused_or_returned_unchanged(server: Server, name: str) -> None:
    ada = server.person()
    answer = ada.post("/api/matches", {"game": "digit-poison", "against": "here", "name": name})
    if name in REFUSED:
        assert answer.status_code == 400
        assert answer.json()["message"].isprintable()
        return
    match = ada.seated(answer, 201)
    assert match["players"][0]["name"] == name
    ada.do("resign")
    record = from_line(ada.get(f"/api/matches/{match['code']}/record").text)
    verify(record)
    assert record.setup.names[0] == name


@pytest.mark.prove
def test_hostile_names_cannot_control_a_terminal_or_the_log(
    serve: Serve, run: Run, environment: dict[str, str]
) -> None:
    server = serve()
    environment["XDG_DATA_HOME"] = str(server.data)
    for name in HOSTILE:
        ada = server.person()
        wish = {"game": "digit-poison", "against": "here", "first": 1, "name": name}
        answer = ada.post("/api/matches", wish)
        if answer.status_code == 201:
            ada.seated(answer, 201)
            ada.move("3")
    listed = run("saved", "list", "--all").out
    assert all(name in listed for name in SHOWN)
    replayed = "".join(run("saved", "replay", str(number)).out for number in range(1, 6))
    for shown in (listed, replayed, server.stop()):
        assert all(letter.isprintable() or letter == "\n" for letter in shown)
