"""Clocks: slow requests, a changed wall clock, restarts and time controls."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from lastdigit.game.game import Seat
from lastdigit.match.record import Terms
from lastdigit.storage import SqliteStore
from lastdigit.system import timestamp
from lastdigit.web.limits import Limits
from lastdigit.web.live.match import Clocks
from tests.web.inside import Guest, RunningApp, TurnedClock, run_with_app
from tests.web.people import refused

HOUR = 3_600


async def drip(guest: Guest, after: int, move: str, rest: asyncio.Event) -> httpx2.Response:
    """Send the headers and first bytes of a move at once, and the rest when the test says so."""
    body = json.dumps({"do": "move", "after": after, "move": move}).encode()

    async def pieces() -> AsyncIterator[bytes]:
        yield body[:5]
        await rest.wait()
        yield body[5:]

    headers = {**guest.headers, "Content-Type": "application/json"}
    return await guest.http.post(f"{guest.path}/commands", content=pieces(), headers=headers)


async def settled() -> None:
    """Let all tasks run that can."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_a_body_that_drips_costs_its_sender_the_time() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two(clock={"seconds": 60})
        rest = asyncio.Event()
        moving = asyncio.ensure_future(drip(ada, 0, "ones", rest))
        await settled()
        app.time.pass_by(20)
        rest.set()
        match = (await moving).json()["match"]
        assert match["clocks"] == {"left": [40_000, 60_000], "running": 2}
        app.time.pass_by(1)
        assert (await ben.look())["clocks"]["left"] == [40_000, 59_000]

    run_with_app(scenario)


def test_a_body_that_does_not_come_in_time_is_refused() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, _ = await app.two()
        answer = await drip(ada, 0, "ones", asyncio.Event())
        assert (answer.status_code, refused(answer)) == (408, "too-slow")
        assert (await ada.look())["number"] == 0

    run_with_app(scenario, Limits(body_seconds=0))


@pytest.mark.parametrize(
    ("now", "shown"), [(5.0, (2_000, 3_000)), (11.5, (500, 3_000)), (60.0, (0, 3_000))]
)
def test_a_clock_shows_neither_more_than_there_was_nor_less_than_nothing(
    now: float, shown: tuple[int, int]
) -> None:
    clocks = Clocks(Terms(), (2_000, 3_000), since=10.0)
    assert clocks.at(Seat.ONE, now) == shown


def test_a_body_that_drips_past_the_limit_loses() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two(timeLimit=5)
        rest = asyncio.Event()
        moving = asyncio.ensure_future(drip(ada, 0, "ones", rest))
        await settled()
        app.time.pass_by(6)
        rest.set()
        assert refused(await moving) == "stale"
        assert (await ben.look())["result"]["winner"] == 2

    run_with_app(scenario)


def test_headers_sent_before_ones_turn_do_not_take_the_others_time() -> None:
    """The body of Ben's move starts during Ada's turn, and ends in his own."""

    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two(timeLimit=5)
        rest = asyncio.Event()
        moving = asyncio.ensure_future(drip(ben, 1, "tens", rest))
        await settled()
        app.time.pass_by(4)
        await ada.move("ones")
        app.time.pass_by(4)
        rest.set()
        match = (await moving).json()["match"]
        assert match["clocks"] == {"left": [5_000, 5_000], "running": 1}
        app.time.pass_by(4)
        assert (await ada.look())["clocks"] == {"left": [1_000, 5_000], "running": 1}

    run_with_app(scenario)


@pytest.mark.parametrize("seconds", [120, -120])
@pytest.mark.parametrize("wish", [{"timeLimit": 60}, {"clock": {"seconds": 60}}])
def test_setting_the_wall_clock_does_not_change_a_turn(seconds: int, wish: dict[str, Any]) -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two(**wish)
        app.time.pass_by(10)
        app.time.leap(seconds)
        assert (await ben.look())["clocks"] == {"left": [50_000, 60_000], "running": 1}
        await ada.move("ones")
        app.time.leap(seconds)
        app.time.pass_by(59)
        assert (await ben.look())["clocks"]["left"][1] == 1_000
        app.time.pass_by(1)
        assert (await ben.look())["result"]["winner"] == 1

    run_with_app(scenario)


@pytest.mark.parametrize("seconds", [120, -120])
def test_an_evicted_match_keeps_its_times(seconds: int) -> None:
    async def scenario(app: RunningApp) -> None:
        ada, _ = await app.two(timeLimit=60)
        await ada.move("ones")
        app.time.pass_by(10)
        await app.two()  # which evicts the first
        app.time.leap(seconds)
        app.time.pass_by(10)
        assert (await ada.look())["clocks"] == {"left": [60_000, 40_000], "running": 2}

    run_with_app(scenario, Limits(matches_in_memory=1))


@pytest.mark.parametrize("seconds", [120, -120])
def test_setting_the_wall_clock_causes_no_absence(seconds: int) -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two()
        await ben.look()
        app.time.leap(seconds)
        assert (await ada.look())["players"][1]["away"] == 0
        assert refused(await ada.command("claim")) == "not-possible"
        app.time.pass_by(40)
        assert "claim" in (await ada.look())["may"]["1"]

    run_with_app(scenario, Limits(grace_seconds=40))


@pytest.mark.parametrize(("seconds", "valid"), [(299, True), (300, False)])
@pytest.mark.parametrize("leap", [-HOUR, 0, HOUR])
def test_setting_the_wall_clock_does_not_change_when_a_key_expires(
    seconds: int, valid: bool, leap: int
) -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        match = await ada.set_up(against="perfect")
        key = (await ada.post(f"{ada.path}/key", {})).json()["key"]
        app.time.leap(leap)
        app.time.pass_by(seconds)
        answer = await app.guest().post(f"/api/matches/{match['code']}/seat", {"key": key})
        assert answer.is_success is valid, answer.text
        assert valid or refused(answer) == "bad-key"

    run_with_app(scenario)


def test_a_turn_interrupted_by_a_restart_starts_again(tmp_path: Path) -> None:
    """The times left are saved. A steady clock has no meaning in another process."""
    time = TurnedClock()
    seated: list[Guest] = []

    def store() -> SqliteStore:
        return SqliteStore(tmp_path / "games", lambda: timestamp(time.wall))

    async def before(app: RunningApp) -> None:
        seated.extend(await app.two(clock={"seconds": 60}))
        app.time.pass_by(10)
        await seated[0].move("ones")
        app.time.pass_by(30)

    async def after(app: RunningApp) -> None:
        ben = Guest(app.http, seated[1].secret, seated[1].match)
        assert (await ben.look())["clocks"] == {"left": [50_000, 60_000], "running": 2}

    run_with_app(before, store=store(), time=time)
    time.pass_by(HOUR)
    time.steady = 5.0
    run_with_app(after, store=store(), time=time)


def test_a_turn_limit_starts_again_and_a_game_clock_continues() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, _ = await app.two(timeLimit=60)
        app.time.pass_by(10)
        assert (await ada.move("ones"))["clocks"] == {"left": [60_000, 60_000], "running": 2}
        ada, _ = await app.two(clock={"seconds": 60, "increment": 5})
        app.time.pass_by(10)
        assert (await ada.move("ones"))["clocks"] == {"left": [55_000, 60_000], "running": 2}

    run_with_app(scenario)


def test_taking_moves_back_earns_no_time() -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        await ada.set_up(against="here", clock={"seconds": 60, "increment": 10})
        app.time.pass_by(20)
        await ada.move("ones")
        app.time.pass_by(20)
        left = (await ada.command("undo")).json()["match"]["clocks"]["left"]
        assert left == [50_000, 40_000]

    run_with_app(scenario)


def test_a_clock_starts_when_both_have_sat_down() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = app.guest(), app.guest()
        await ada.set_up(against="link", timeLimit=60)
        app.time.pass_by(HOUR)
        assert (await ada.look())["clocks"] == {"left": [60_000, 60_000], "running": None}
        match = await ben.sit(ada.match["code"])
        assert match["clocks"] == {"left": [60_000, 60_000], "running": 1}

    run_with_app(scenario)


def test_a_computers_turn_costs_no_time() -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        await ada.set_up(against="random", first=2, clock={"seconds": 60})
        app.time.pass_by(HOUR)
        async with app.socket(f"{ada.path}/news?after=0", ada) as socket:
            while (news := await socket.hear())["position"]["turn"] == 0:
                assert news["clocks"]["running"] is None
        assert news["clocks"] == {"left": [60_000, 60_000], "running": 1}

    run_with_app(scenario)
