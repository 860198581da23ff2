"""Rate limits: a noisy browser is refused, and others at its address are not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import httpx2
import pytest
from starlette.types import Message
from starlette.websockets import WebSocket

from lastdigit.game.game import AnyGame
from lastdigit.games import catalogue
from lastdigit.web.api import games as game_handlers
from lastdigit.web.api.requests import cached_json
from lastdigit.web.api.sockets import SocketLimit
from lastdigit.web.api.visitors import Visitor
from lastdigit.web.limits import Limits
from lastdigit.web.schemas.errors import Refusal
from lastdigit.web.schemas.matches import GameInfo
from tests.sizes import sampled
from tests.web.inside import Guest, RunningApp, run_jobs_here, run_with_app

SMALL = Limits(
    thinking_milliseconds=0,
    refusal_milliseconds=0,
    commands_at_once=4,
    commands_a_second=1,
    commands_an_address=30,
    games_a_browser=4,
    games_an_address=30,
    jobs_a_browser=4,
    jobs_an_address=30,
    reads_at_once=30,
    reads_an_address=100,
    wrong_codes_a_second=1000,
)


@pytest.fixture(autouse=True)
def _run_jobs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    run_jobs_here(monkeypatch)


async def receive_nothing() -> Message:
    raise AssertionError("nothing is sent")


async def send_nothing(_: Message) -> None:
    raise AssertionError("nothing is received")


WITHOUT = " without a cookie"
ANALYSIS = "/api/games/digit-duel/analysis"

NOISES: dict[str, Callable[[Guest], Awaitable[httpx2.Response]]] = {
    "new games": lambda guest: guest.post("/api/matches", {"game": "digit-duel"}),
    "moves at an unknown match": lambda guest: guest.post(
        "/api/matches/unknown/commands", {"do": "move", "after": 0, "move": "ones"}
    ),
    "analyses": lambda guest: guest.post(ANALYSIS, {"position": "1 7 7"}),
    "bodies that cannot be read": lambda guest: guest.post("/api/matches", []),
    "reads": lambda guest: guest.get("/api/games"),
    "posts to nowhere": lambda guest: guest.post("/nowhere", {}),
    "another method": lambda guest: guest.http.options("/api/games", headers=guest.headers),
}


NOISY = [f"{noise}{cookie}" for noise in NOISES for cookie in ("", WITHOUT)]
"""Every noise is in `make test`, about half of them without a cookie."""


@pytest.mark.parametrize(
    "noisy",
    sampled(
        NOISY,
        *("new games", "analyses", "reads", "posts to nowhere"),
        *(f"moves at an unknown match{WITHOUT}", f"bodies that cannot be read{WITHOUT}"),
        f"another method{WITHOUT}",
    ),
)
def test_a_noisy_browser_does_not_affect_others_at_its_address(noisy: str) -> None:
    noise = noisy.removesuffix(WITHOUT)

    async def scenario(app: RunningApp) -> None:
        eve = app.guest() if noisy.endswith(WITHOUT) else await app.visitor()
        ada, ben = await app.visitor(), await app.visitor()
        match = await ada.set_up(against="link")
        await ben.sit(match["code"])
        await ada.look()
        answers = [await NOISES[noise](eve) for _ in range(80)]
        assert answers[0].status_code != 429
        assert answers[-1].status_code == 429
        await ada.move("ones")
        await ben.look()
        await ben.move("ones")
        assert (await ben.post(ANALYSIS, {"position": "1 7 7"})).status_code == 200
        assert (await ben.get("/")).status_code == 200
        await ben.set_up(against="here")

    run_with_app(scenario, SMALL)


def test_a_players_moves_are_limited_only_by_their_own_browser() -> None:
    async def scenario(app: RunningApp) -> None:
        ada = await app.visitor()
        await ada.set_up(against="here")
        eve = await app.visitor()
        spent = [await eve.command_at("unknown") for _ in range(3)]
        assert [answer.status_code for answer in spent] == [404, 429, 429]
        for _ in range(10):
            await ada.move("ones")
        assert (await ada.command("accept")).status_code == 409

    run_with_app(scenario, Limits(commands_an_address=1, refusal_milliseconds=0))


@pytest.mark.parametrize("noise", ["new games", "analyses", "reads"])
def test_moves_do_not_share_a_budget_with_anything_else(noise: str) -> None:
    async def scenario(app: RunningApp) -> None:
        ada = await app.visitor()
        await ada.set_up(against="here")
        while (await NOISES[noise](ada)).status_code != 429:
            pass
        for _ in range(SMALL.commands_at_once):
            await ada.move("ones")
        assert (await ada.command("accept")).status_code == 429

    run_with_app(scenario, SMALL)


def test_a_hint_that_is_refused_does_not_cost_a_move() -> None:
    async def scenario(app: RunningApp) -> None:
        ada = await app.visitor()
        await ada.set_up(against="perfect")
        assert (await ada.command("hint", kind="idea")).status_code == 200
        await ada.look()
        for _ in range(10):
            assert (await ada.command("hint")).status_code == 429
        await ada.move("ones")

    run_with_app(scenario, Limits(jobs_a_browser=1, commands_at_once=3, refusal_milliseconds=0))


def test_a_refused_request_costs_nothing() -> None:
    async def scenario(app: RunningApp) -> None:
        eve = await app.visitor()
        for _ in range(SMALL.games_a_browser):
            await eve.set_up(against="here")
        for _ in range(50):
            assert (await NOISES["new games"](eve)).status_code == 429
        app.time.pass_by(60 / SMALL.games_a_browser)
        assert (await NOISES["new games"](eve)).status_code == 201

    run_with_app(scenario, SMALL)


@pytest.mark.parametrize("path", ["/", "/api/games", "/static/none", "/nowhere", "/api/daily"])
def test_every_read_is_counted(path: str) -> None:
    async def scenario(app: RunningApp) -> None:
        eve, ada = await app.visitor(), await app.visitor()
        statuses = [(await eve.get(path)).status_code for _ in range(4)]
        assert statuses[2:] == [429, 429]
        assert 429 not in statuses[:2]
        assert (await ada.get(path)).status_code != 429
        assert (await eve.get("/healthz")).status_code == 200

    run_with_app(scenario, Limits(reads_at_once=2, refusal_milliseconds=0))


@pytest.mark.parametrize("path", ["{match}/log", "/api/me/export"])
def test_a_log_and_an_export_are_jobs(path: str) -> None:
    async def scenario(app: RunningApp) -> None:
        ada = await app.visitor()
        await ada.set_up(against="here")
        address = path.format(match=ada.path)
        statuses = [(await ada.get(address)).status_code for _ in range(3)]
        assert statuses == [200, 429, 429]
        await ada.move("ones")

    run_with_app(scenario, Limits(jobs_a_browser=1, refusal_milliseconds=0))


def test_a_refusal_is_delayed_so_that_a_client_cannot_retry_at_once() -> None:
    async def scenario(app: RunningApp) -> None:
        refusal = asyncio.ensure_future(app.guest().get("/api/players"))
        for _ in range(10):
            assert (await app.http.get("/healthz")).is_success
        assert not refusal.done()
        refusal.cancel()

    run_with_app(scenario, Limits(reads_at_once=0, refusal_milliseconds=10**8))


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/players", "/api/games/digit-duel/rules", "/api/openapi.json"]
)
def test_constant_responses_have_an_etag(path: str) -> None:
    async def scenario(app: RunningApp) -> None:
        whole = await app.http.get(path)
        etag = whole.headers["ETag"]
        assert (whole.status_code, whole.headers["Cache-Control"]) == (200, "no-cache")
        for known in (etag, etag.removeprefix("W/"), f'"other", {etag}'):
            again = await app.http.get(path, headers={"If-None-Match": known})
            assert (again.status_code, again.content) == (304, b"")
        other = await app.http.get(path, headers={"If-None-Match": '"other"'})
        assert other.json() == whole.json()
        plain = await app.http.get(path, headers={"Accept-Encoding": "identity"})
        assert plain.json() == whole.json()
        assert "Content-Encoding" not in plain.headers

    run_with_app(scenario)


def test_constant_responses_are_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built = list[str]()
    build = game_handlers._game_info

    def count(kind: type[AnyGame]) -> GameInfo:
        built.append(kind.name)
        return build(kind)

    monkeypatch.setattr(game_handlers, "_game_info", count)
    cached_json.cache_clear()

    async def scenario(app: RunningApp) -> None:
        for _ in range(3):
            assert (await app.http.get("/api/games")).is_success

    run_with_app(scenario)
    assert built == list(catalogue())


def visitor(secret: str | None, address: str = "192.0.2.7") -> Visitor:
    return Visitor(address, secret, None)


def test_a_full_address_leaves_room_for_another_browsers_socket() -> None:
    limit = SocketLimit(Limits(sockets_a_browser=3, sockets_an_address=7))
    sockets = [WebSocket({"type": "websocket"}, receive_nothing, send_nothing) for _ in range(20)]
    anonymous, eves = sockets[:3], sockets[3:6]
    for socket in anonymous:
        assert limit.add(socket, visitor(None)) is None
    for socket in eves:
        assert limit.add(socket, visitor("eve")) is None
    with pytest.raises(Refusal):  # a browser has a limit of its own
        limit.add(sockets[6], visitor("eve"))
    assert limit.add(sockets[6], visitor("ada")) is None
    assert limit.add(sockets[8], visitor("cleo")) is anonymous[0]
    assert limit.add(sockets[9], visitor("dan")) is eves[0]
    limit.remove(anonymous[0], visitor(None))
    assert limit.add(sockets[10], visitor("ella")) in (anonymous[1], eves[1])
    assert limit.add(sockets[11], visitor("finn", "198.51.100.1")) is None


def test_an_evicted_socket_is_closed() -> None:
    async def scenario(app: RunningApp) -> None:
        eve, ada = await app.visitor(), await app.visitor()
        async with (
            app.socket("/api/presence", eve) as oldest,
            app.socket("/api/presence", eve),
            app.socket("/api/presence", ada),
        ):
            closing = await oldest.received.get()
            assert (closing["type"], closing["code"]) == ("websocket.close", 1013)

    run_with_app(scenario, Limits(sockets_an_address=2))
