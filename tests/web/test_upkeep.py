"""What operators ask of a server: alive, ready, its numbers, its access log; and its end."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close
from websockets.sync.client import ClientConnection

from lastdigit.errors import StoreError
from lastdigit.storage import IN_MEMORY, SqliteStore
from lastdigit.system import DAY, now, timestamp
from lastdigit.web.app import Upkeep, application
from lastdigit.web.limits import Limits
from lastdigit.web.live.broadcast import Counters
from lastdigit.web.monitoring import AccessLog, metrics, metrics_text
from tests.conftest import PATIENCE
from tests.web.conftest import QUICK, Server, stop_in_peace, wait_for
from tests.web.inside import House, TurnedClock, play
from tests.web.people import refused, two_people


class Moody(SqliteStore):
    """A store that does not answer while it is told not to."""

    answers = True
    taken = 0

    def size(self) -> int:
        return self.taken

    def is_unsigned(self, holder: bytes) -> bool:
        if not self.answers:
            raise StoreError("no")
        return super().is_unsigned(holder)


def test_a_server_is_ready_while_its_store_answers_and_it_is_not_stopping() -> None:
    store, upkeep = Moody(IN_MEMORY, now), Upkeep()
    app = application(store, Limits(), upkeep=upkeep)
    assert asyncio.run(upkeep.trouble()) == "starting"
    assert metrics(upkeep) == ""
    with TestClient(app, "http://any.name.at.all") as client:
        assert (client.get("/readyz").status_code, client.get("/readyz").text) == (200, "ok\n")
        store.answers = False
        assert client.get("/readyz").status_code == 503
        assert "store" in client.get("/readyz").text
        assert client.get("/healthz").status_code == 200
        store.answers, upkeep.stopping = True, True
        assert (client.get("/readyz").status_code, client.get("/readyz").text) == (
            503,
            "stopping\n",
        )
        assert client.get("/healthz").text == "ok\n"
        assert client.get("/").status_code == 421, "everything else is still guarded"


def test_durations_fall_into_buckets_each_of_which_holds_those_before() -> None:
    tally = Counters()
    tally.appends.update({0.001: 2, 0.004: 1, 99.0: 1})
    text = metrics_text(tally, {"things": ("Things.", 3)})
    assert 'lastdigit_append_seconds_bucket{le="0.001"} 2\n' in text
    assert 'lastdigit_append_seconds_bucket{le="0.005"} 3\n' in text
    assert 'lastdigit_append_seconds_bucket{le="10"} 3\n' in text
    assert 'lastdigit_append_seconds_bucket{le="+Inf"} 4\n' in text
    assert "lastdigit_append_seconds_sum 99.006\n" in text
    assert "lastdigit_append_seconds_count 4\n" in text
    assert "lastdigit_things 3\n" in text


LINE = re.compile(r'[a-z_]+(\{[a-z]+="[^"]*"\})? [-+0-9.e]+')


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Server]:
    """Start a server that tells its numbers, writes an access log, and takes its time to stop."""
    words = ("--metrics-port", "0", "--access-log", "json")
    limits = (*QUICK, "drain-seconds=20")
    server = Server(tmp_path_factory.mktemp("data"), cache, limits, words=words)
    yield server
    stop_in_peace(server)


def numbers(server: Server) -> dict[str, float]:
    """Return what the server's own port for it tells."""
    with urllib.request.urlopen(f"{server.metrics}/metrics", timeout=PATIENCE) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        lines = answer.read().decode().splitlines()
    told = [line for line in lines if not line.startswith("#")]
    assert all(LINE.fullmatch(line) for line in told), told
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in told)}


def last_words(socket: ClientConnection) -> Close | None:
    """Return how a socket was closed by the server."""
    try:
        while True:
            socket.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd


@pytest.mark.prove
def test_a_server_that_is_told_to_stop_drains(watched: Server) -> None:
    """One story, because a server stops once: play, numbers, not ready, come back, log."""
    ada, ben = watched.person(), watched.person()
    two_people(ada, ben)
    with ada.listen() as socket:
        assert json.loads(socket.recv(PATIENCE))["code"] == ada.match["code"]
        ada.move("tens")
        assert ada.get("/api/matches/nothing").status_code == 404
        told = numbers(watched)
        assert told["lastdigit_moves_total"] == 1
        assert told["lastdigit_append_seconds_count"] == 1
        assert told['lastdigit_refusals_total{reason="unknown-match"}'] == 1
        assert told["lastdigit_sockets"] == 1
        assert told["lastdigit_matches"] == 1
        assert told["lastdigit_ready"] == 1
        assert told["process_resident_memory_bytes"] > 1_000_000
        assert httpx2.get(f"{watched.metrics}/", trust_env=False).status_code == 404
        strange = {"Host": "evil.example"}
        answer = httpx2.get(f"{watched.metrics}/metrics", trust_env=False, headers=strange)
        assert (answer.status_code, "moves_total" in answer.text) == (421, False)
        assert ada.get("/metrics").status_code == 404, "the numbers are for operators"

        watched.process.send_signal(signal.SIGTERM)
        wait_for(lambda: ada.get("/readyz").status_code == 503)
        assert ada.get("/healthz").status_code == 200
        assert numbers(watched)["lastdigit_ready"] == 0
        ben.look()
        assert ben.do("resign")["accepted"], "whoever is here is still answered"
        assert json.loads(socket.recv(PATIENCE))["number"] >= 1
        watched.process.send_signal(signal.SIGINT)  # somebody is in a hurry
        said = last_words(socket)
        assert said is not None
        assert said.code == 1012
        assert "Come back" in said.reason
    out = watched.stop()
    assert watched.process.returncode == 0
    lines = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    assert {line["status"] for line in lines} == {101, 200, 201, 404, 503}
    moved = next(line for line in lines if line["path"].endswith("/commands"))
    assert moved["method"] == "POST"
    assert moved["path"] == f"/api/matches/{ada.match['code'][:4]}.../commands"
    assert [line["method"] for line in lines if line["path"].endswith("/news")] == ["SOCKET"]
    for secret in (ada.match["code"], ada.secret, ben.secret, "127.0.0.1"):
        assert secret is not None
        assert secret not in "".join(map(json.dumps, lines))


def test_the_access_log_tells_of_refused_sockets_and_of_failures_too() -> None:
    written: list[dict[str, object]] = []
    app = application(SqliteStore(IN_MEMORY, now), Limits())
    with TestClient(AccessLog(app, written.append, lambda: 0.0), "http://localhost") as client:
        client.get("/daily?key=secret")
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect("/api/presence", headers={"Origin": "http://evil.example"}),
        ):
            pass
    page, socket = written
    assert (page["at"], page["path"], page["status"]) == ("1970-01-01T00:00:00.000Z", "/daily", 200)
    assert isinstance(page["bytes"], int)
    assert page["bytes"] > 1_000
    assert (socket["method"], socket["status"]) == ("SOCKET", 403)


def test_old_invitations_are_forgotten_and_a_full_store_takes_no_new_games() -> None:
    turned, upkeep = TurnedClock(), Upkeep()
    store = Moody(IN_MEMORY, lambda: timestamp(turned.wall))

    async def story(house: House) -> None:
        ada, ben = house.guest(), house.guest()
        await ada.set_up(against="link")
        house.time.pass_by(23 * 3_600)
        await ben.set_up(against="here")
        await upkeep.tidy()
        assert (await ada.get(ada.path)).status_code == 200
        house.time.pass_by(2 * 3_600)
        await upkeep.tidy()
        assert refused(await ada.get(ada.path)) == "unknown-match"
        store.taken = 1_000_001
        await upkeep.tidy()
        assert refused(await ben.post("/api/matches", {"game": "digit-duel"})) == "full"
        assert (await ben.command("move", move="tens")).status_code == 200
        house.time.pass_by(3 * 24 * 3_600)
        store.taken = 1_000_000
        await upkeep.tidy()
        assert refused(await ben.get(ben.path)) == "unknown-match"
        await ben.set_up(against="here")

    limits = Limits(store_megabytes=1, unfinished_days=2)
    play(story, limits, store, turned, upkeep=upkeep)


def test_a_class_room_that_is_deleted_after_a_year_is_gone_from_memory_as_well() -> None:
    turned, upkeep = TurnedClock(), Upkeep()
    store = SqliteStore(IN_MEMORY, lambda: timestamp(turned.wall))

    async def story(house: House) -> None:
        teacher, ada = house.guest(), house.guest()
        opened = (await teacher.post("/api/rooms", {"game": "digit-duel"})).json()
        teacher.secret, path = opened["secret"], f"/api/rooms/{opened['room']['code']}"
        house.time.pass_by(364 * DAY)
        assert (await ada.post(f"{path}/pupils", {"name": "Ada"})).is_success
        house.time.pass_by(364 * DAY)
        await upkeep.tidy()
        assert (await teacher.get(path)).is_success
        house.time.pass_by(2 * DAY)
        await upkeep.tidy()
        assert refused(await teacher.get(path)) == "unknown-room"

    play(story, store=store, time=turned, upkeep=upkeep)
