"""The pages: what they link to, their status, and what they show before any script runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Literal, NoReturn
from urllib.parse import quote

import httpx2
import pytest

from lastdigit.errors import StoreError
from lastdigit.game.theme import INK
from lastdigit.games import catalogue
from lastdigit.storage import IN_MEMORY, SqliteStore
from lastdigit.system import timestamp
from lastdigit.web.assets import page_files
from lastdigit.web.pages import (
    PAGES,
    QR_BORDER,
    SCRIPTS,
    NextStep,
    Visit,
    home_values,
)
from lastdigit.web.schemas.matches import MatchSummary
from tests.conftest import PATIENCE, ROOT
from tests.web.inside import RunningApp, TurnedClock, run_with_app

NAMES = dict.fromkeys(("daily", "match", "review", "watch"), "nosuch")
"""The names in the addresses of pages that do not show a game."""
LINKED = re.compile(r'(?:href|src)="(/static/[^"]+)"')


def asked(*paths: str, **headers: str) -> list[httpx2.Response]:
    """Send requests to a new application, and return the responses."""
    found: list[httpx2.Response] = []

    async def ask(app: RunningApp) -> None:
        found.extend([await app.http.get(path, headers=headers) for path in paths])

    run_with_app(ask)
    return found


def test_every_page_has_immutable_files() -> None:
    paths = [path.replace("{name}", NAMES.get(name, "digit-duel")) for path, name in PAGES.items()]
    for page in asked(*paths):
        assert page.status_code == (404 if "/nosuch" in page.url.path else 200)
        assert page.headers["cache-control"] == "no-cache"
        linked = LINKED.findall(page.text)
        assert len(linked) >= 5
        for file in asked(*linked):
            assert file.status_code == 200
            assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
    [page] = asked("/nowhere")
    assert page.status_code == 404
    assert page_files().scripts["text"].entry in page.text


@pytest.mark.parametrize(
    "path",
    [
        *(f"/{page}/nosuch" for page in ("match", "review", "watch")),
        *(f"/{page}/nosuch" for page in ("rules", "learn", "maps", "analysis", "practice")),
        *(f"/daily/{day}" for day in ("2020-01-01", "0", "99999", "1e3", "٣")),
        "/maps/digit-duel?match=nosuch",
    ],
)
def test_an_address_without_content_has_status_404_and_the_same_page(path: str) -> None:
    page_name = path.split("/")[1]
    script = page_files().scripts[SCRIPTS.get(page_name, page_name)]
    [page] = asked(path)
    assert page.status_code == 404
    assert script.entry in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_an_address_with_content_has_status_200() -> None:
    async def look(app: RunningApp) -> None:
        guest = app.guest()
        code = (await guest.set_up())["code"]
        for path in (
            *(f"/{page}/{code}" for page in ("match", "review", "watch")),
            *(f"/{page}/digit-duel" for page in ("rules", "learn", "maps", "analysis", "practice")),
            *("/daily", "/daily/1", "/maps", "/rules", f"/maps/digit-duel?match={code}"),
            "/class/NOSUCH",  # codes of classrooms are short: a status would help to guess them
        ):
            assert (await app.http.get(path)).status_code == 200, path

    run_with_app(look, time=TurnedClock(wall=1_790_000_000.0))  # later than the first day


def test_a_match_page_has_the_rules_for_its_options() -> None:
    async def look(app: RunningApp) -> None:
        code = (await app.guest().set_up("digit-poison", options={"divisor": 7}))["code"]
        page = await app.http.get(f"/match/{code}")
        assert "divisible by 7, you lose" in page.text

    run_with_app(look)


def test_a_page_is_served_although_the_store_cannot_be_read() -> None:
    class Broken(SqliteStore):
        def online(self, code: str) -> NoReturn:  # noqa: ARG002 - the contract's
            raise StoreError("The disk does not answer.")

    async def look(app: RunningApp) -> None:
        assert (await app.http.get("/match/nosuch")).status_code == 200

    run_with_app(look, store=Broken(IN_MEMORY, lambda: timestamp(0)))


def finished(against: str, outcome: Literal["won", "lost", "drawn"] | None) -> MatchSummary:
    return MatchSummary(
        code="abc",
        game="digit-duel",
        title="Digit Duel",
        names=("Ada", "Bob"),
        seats=[1, 2] if against == "here" else [1],
        against=against,
        changed="2026-11-18T12:00:00+00:00",
        result="It is over.",
        outcome=outcome,
        your_turn=False,
    )


@pytest.mark.parametrize(
    ("against", "outcome", "reason", "opponent"),
    [
        ("easy", "won", "You beat Easy. Now try Medium.", "medium"),
        ("easy", "lost", "Easy won last time. Try again.", "easy"),
        ("perfect", "drawn", "Your last game was a draw. Try again.", "perfect"),
        ("here", None, "Play another one?", "here"),
        ("link", "won", "Play Bob again?", None),
        ("perfect", "won", "New for you. Learn it in a minute.", None),
    ],
)
def test_home_suggests_the_next_step_after_a_game(
    against: str,
    outcome: Literal["won", "lost", "drawn"] | None,
    reason: str,
    opponent: str | None,
) -> None:
    visit = Visit(played=frozenset({"digit-duel"}), last=finished(against, outcome))
    step = home_values(visit, alone=False)["step"]
    assert isinstance(step, NextStep)
    assert step.reason == reason
    assert step.start.get("data-against") == opponent
    [page] = asked(step.href.replace("/match/abc", "/"))
    assert page.status_code == 200


def test_home_suggests_practice_to_a_player_who_knows_every_game_and_beats_every_level() -> None:
    visit = Visit(played=frozenset(catalogue()), last=finished("perfect", "won"))
    step = home_values(visit, alone=False)["step"]
    assert isinstance(step, NextStep)
    assert step.href == "/practice/digit-duel"


@pytest.mark.parametrize(
    ("cookie", "look"),
    [
        ("theme=dark; motion=off", '<html lang="en" data-theme="dark" data-motion="off">'),
        ("theme=light", '<html lang="en" data-theme="light">'),
        ('theme="><script>', '<html lang="en">'),
        ("", '<html lang="en">'),
    ],
)
def test_chosen_look_is_in_the_html(cookie: str, look: str) -> None:
    [page] = asked("/", Cookie=cookie)
    assert look in page.text


def test_name_in_an_address_is_escaped() -> None:
    [page] = asked("/match/%22%3E%3Cscript%3E$main")
    assert 'data-name="&#34;&gt;&lt;script&gt;$main"' in page.text
    assert "<script>$" not in page.text


def test_whatever_the_manifest_and_the_page_of_a_server_away_name_is_there() -> None:
    files = page_files()
    manifest = json.loads(files.manifest.body)
    named = [icon["src"] for icon in manifest["icons"]]
    named += LINKED.findall(files.away.body.decode())
    assert {icon["purpose"] for icon in manifest["icons"] if "purpose" in icon} == {
        "any",
        "maskable",
    }
    assert {name.removeprefix("/static/") for name in named} <= set(files.by_name)
    [worker] = asked("/worker.js")
    assert files.away.address in worker.text
    assert worker.headers["cache-control"] == "no-cache", "a new one is noticed"


def test_content_security_policy_is_strict() -> None:
    [page] = asked("/")
    assert page.headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def test_pages_and_the_worker_have_a_policy_but_their_scripts_and_style_need_none() -> None:
    files = page_files()
    policy = "content-security-policy"
    parts = asked(files.style.address, files.scripts["home"].entry)
    assert not any(policy in part.headers for part in parts)
    assert all(part.headers["x-content-type-options"] == "nosniff" for part in parts)
    documents = asked("/", "/worker.js", files.icon.address, "/static/missing.js")
    assert all(policy in document.headers for document in documents)


def test_link_preview_has_an_absolute_address() -> None:
    [page] = asked("/")
    address = f"http://localhost{page_files().card.address}"
    assert f'<meta property="og:image" content="{address}">' in page.text


def test_api_page_is_the_documentation_of_the_api() -> None:
    source = (ROOT / "docs" / "api.md").read_text()
    [home, page] = asked("/", "/api")
    assert '<a href="/api">For programmers</a>' in home.text
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert '<header class="top">' in page.text
    assert "<h1>HTTP API</h1>" in page.text
    for heading in re.findall(r"^## (.+)$", source, re.MULTILINE):
        assert re.search(rf'<h2 id="[a-z-]+">{heading}</h2>', page.text), heading
    assert "<td><code>GET /api/games</code></td>" in page.text
    assert source.count("```sh") == page.text.count('class="language-sh"')


def test_links_on_the_api_page_work() -> None:
    [page] = asked("/api")
    main = page.text.partition("<main")[2].partition("</main>")[0]
    links = re.findall(r'href="([^"]+)"', main)
    assert "/api/openapi.json" in links
    for link in links:
        if link.startswith("#"):
            assert f'id="{link[1:]}"' in main
        else:
            [found] = asked(link)
            assert found.status_code == 200, link


@pytest.mark.prove
def test_wheel_has_the_api_page(tmp_path: Path) -> None:
    tools = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    build = "import sys, uv_build; print(uv_build.build_wheel(sys.argv[1]))"
    command = [sys.executable, "-c", build, str(tmp_path)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    words = [sys.executable, "-m", "lastdigit", "serve", "--port", "0"]
    environment |= {"PYTHONPATH": str(tmp_path / "site"), "XDG_DATA_HOME": str(tmp_path)}
    server = subprocess.Popen(
        words, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
        assert found is not None
        page = httpx2.get(f"{found[0]}/api")
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)
    assert page.status_code == 200
    assert "<h1>HTTP API</h1>" in page.text


def test_the_link_of_a_match_or_a_class_has_a_qr_code_that_is_dark_on_white() -> None:
    links = [f"https://lastdigit.example:8000/{name}" for name in ("match/a-b_C", "class/ABC234")]
    for code in asked(*(f"/qr.svg?link={link}" for link in links)):
        assert code.status_code == 200
        assert code.headers["content-type"] == "image/svg+xml"
        assert "style" not in code.text
        size = int(re.findall(r'viewBox="0 0 (\d+)', code.text)[0])
        assert f'fill="#fff" d="M0 0h{size}v{size}' in code.text
        # The first row of the upper left corner begins after the white edge.
        assert f'stroke="{INK}" d="M{QR_BORDER} {QR_BORDER}.5h7' in code.text


@pytest.mark.parametrize(
    "link",
    ["", "javascript:1", "https://evil.example/", "//x/match/a", f"http://x/match/{'a' * 99}"],
)
def test_other_texts_have_no_qr_code(link: str) -> None:
    [refused] = asked(f"/qr.svg?link={link}")
    assert refused.status_code == 400
    assert refused.json()["message"] == "A QR code needs the link of a match or a class."


def test_the_reminder_is_a_calendar_file_with_a_link_to_this_server_only() -> None:
    own = "http://localhost/daily"
    foreign = (
        "",
        "https://evil.example/",
        "http://localhost.evil.example/",
        "http://[",
        "http://localhost/ x",
    )
    [file, *others] = asked(*(f"/reminder.ics?link={quote(link)}" for link in (own, *foreign)))
    assert file.headers["content-type"] == "text/calendar; charset=utf-8"
    assert file.headers["content-disposition"] == 'attachment; filename="last-digit.ics"'
    assert f"\r\nURL:{own}\r\n" in file.text
    assert "\r\nRRULE:FREQ=DAILY\r\n" in file.text
    for other in others:
        assert other.status_code == 200
        assert "URL:" not in other.text
        assert "DESCRIPTION:Solve today's puzzles in Last Digit." in other.text
