"""Presence: open pages, absences, and the claim of a win."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lastdigit.match.match import verify
from lastdigit.match.record import from_line
from lastdigit.storage import SqliteStore
from lastdigit.system import timestamp
from lastdigit.web.limits import Limits
from lastdigit.web.live.presence import Presence
from tests.web.inside import Guest, RunningApp, TurnedClock, run_with_app
from tests.web.people import refused

PATIENT = Limits(grace_seconds=40)


async def away(guest: Guest, seat: int) -> int | None:
    """Return how many seconds the player of a seat has been away."""
    milliseconds = (await guest.look())["players"][seat - 1]["away"]
    return None if milliseconds is None else milliseconds // 1000


def test_a_player_on_another_page_is_present() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two()
        async with app.socket("/api/presence", ben):
            app.time.pass_by(3_600)
            assert await away(ada, 2) is None
            assert refused(await ada.command("claim")) == "not-possible"
        app.time.pass_by(39)
        assert await away(ada, 2) == 39
        assert refused(await ada.command("claim")) == "not-possible"
        app.time.pass_by(1)
        assert (await ada.command("claim")).status_code == 200

    run_with_app(scenario, PATIENT)


def test_a_player_who_closes_one_of_two_pages_is_present() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two()
        async with app.socket("/api/presence", ben):
            async with app.socket(f"{ben.path}/news", ben):
                pass
            app.time.pass_by(3_600)
            assert await away(ada, 2) is None

    run_with_app(scenario, PATIENT)


def test_a_player_at_another_match_is_present() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two()
        other = Guest(ben.http, ben.secret)
        await other.set_up(against="perfect")
        async with app.socket(f"{other.path}/news", other):
            app.time.pass_by(3_600)
            assert await away(ada, 2) is None

    run_with_app(scenario, PATIENT)


@pytest.mark.prove
def test_arrivals_and_absences_are_broadcast() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two(name="Ada")
        app.time.pass_by(30)
        async with app.socket(f"{ada.path}/news", ada) as socket:
            assert (await socket.hear())["players"][1]["away"] == 30_000
            async with app.socket("/api/presence", ben):
                assert (await socket.hear())["players"][1]["away"] is None
            app.time.pass_by(40)
            news = await socket.hear()
            assert news["players"][1]["away"] == 40_000
            assert "claim" in news["may"]["1"]
            ada.match = news
            match = (await ada.command("claim")).json()["match"]
            assert match["result"]["sentence"] == "Player 2 left the game: you win."
        record = from_line((await ada.get(f"{ada.path}/record")).text)
        verify(record)
        assert record.result.end == "abandoned"

    run_with_app(scenario, PATIENT)


def test_navigating_to_another_page_is_not_an_absence() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two()
        async with app.socket(f"{ada.path}/news", ada) as socket:
            await socket.hear()
            async with app.socket(f"{ben.path}/news", ben):
                assert (await socket.hear())["players"][1]["away"] is None
            async with app.socket("/api/presence", ben):
                assert (await socket.hear())["players"][1]["away"] is None
                await asyncio.sleep(0)
                assert socket.received.empty()

    run_with_app(scenario, PATIENT)


def test_no_absence_counts_before_the_game_has_begun() -> None:
    """A player who created the match long ago has the full grace when the friend joins."""

    async def scenario(app: RunningApp) -> None:
        ada, ben = app.guest(), app.guest()
        match = await ada.set_up(against="link")
        app.time.pass_by(3_600)
        assert "claim" not in (await ben.sit(match["code"]))["may"]["2"]
        assert refused(await ben.command("claim")) == "not-possible"

    run_with_app(scenario, PATIENT)


def test_a_player_who_returns_in_time_is_present() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two()
        app.time.pass_by(39)
        async with app.socket(f"{ben.path}/news", ben):
            app.time.pass_by(39)
            assert refused(await ada.command("claim")) == "not-possible"

    run_with_app(scenario, PATIENT)


def test_a_visitor_without_a_secret_can_open_a_page() -> None:
    async def scenario(app: RunningApp) -> None:
        async with app.socket("/api/presence", app.guest()) as socket:
            assert socket.received.empty()

    run_with_app(scenario)


def test_no_absence_counts_while_the_server_was_down(tmp_path: Path) -> None:
    time = TurnedClock()
    seated: list[Guest] = []

    def store() -> SqliteStore:
        return SqliteStore(tmp_path / "games", lambda: timestamp(time.wall))

    async def before(app: RunningApp) -> None:
        seated.extend(await app.two())

    async def after(app: RunningApp) -> None:
        ada = Guest(app.http, seated[0].secret, seated[0].match)
        assert refused(await ada.command("claim")) == "not-possible"
        app.time.pass_by(40)
        assert (await ada.command("claim")).status_code == 200

    run_with_app(before, PATIENT, store(), time)
    time.pass_by(3_600)
    run_with_app(after, PATIENT, store(), time)


ADA = bytes([1]) * 32
BEN = bytes([2]) * 32


def test_a_player_at_another_server_is_present_until_leaving_it() -> None:
    presence = Presence(started=100.0)
    assert presence.absence(ADA, since=100.0, now=110.0) == 10_000
    assert presence.set_elsewhere(frozenset({ADA}), 110.0) == {ADA}
    assert presence.absence(ADA, since=100.0, now=150.0) is None
    assert presence.is_present(ADA)
    assert presence.set_elsewhere(frozenset({ADA}), 150.0) == frozenset()
    assert presence.set_elsewhere(frozenset(), 160.0) == {ADA}
    assert presence.absence(ADA, since=100.0, now=165.0) == 5_000


def test_absence_counts_only_since_a_restart() -> None:
    presence = Presence(started=100.0)
    presence.restart(200.0)
    assert presence.absence(ADA, since=0.0, now=230.0) == 30_000
    presence.shift(1_000.0)
    assert presence.absence(ADA, since=0.0, now=1_230.0) == 30_000


def test_recent_requests_count_as_presence() -> None:
    presence = Presence(started=100.0)
    presence.open_page(ADA)
    presence.touch(BEN, "code", 150.0)
    assert presence.present(since=149.0) == [ADA, BEN]
    assert presence.present(since=151.0) == [ADA]
