"""The access log and the metrics of a server, and how it stops."""

from __future__ import annotations

import json
import re
import signal
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close
from websockets.sync.client import ClientConnection

from lastdigit.storage import IN_MEMORY, SqliteStore
from lastdigit.system import now
from lastdigit.web.app import Lifecycle, application
from lastdigit.web.limits import Limits
from lastdigit.web.monitoring import AccessLog, Metrics, RequestTimer
from tests.conftest import PATIENCE
from tests.web.conftest import QUICK, Server, stop_without_errors, wait_for
from tests.web.people import two_people

LINE = re.compile(r'[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [-+0-9.e]+')
BOUNDS = ("0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5")
DASHBOARDS = {
    "lastdigit_moves_total",
    'lastdigit_refusals_total{reason="unknown-match"}',
    *(
        f'lastdigit_{name}_seconds_bucket{{le="{bound}"}}'
        for name in ("append", "notify_lag")
        for bound in (*BOUNDS, "5", "10", "+Inf")
    ),
    *(f"lastdigit_{name}_seconds_sum" for name in ("append", "notify_lag")),
    *(f"lastdigit_{name}_seconds_count" for name in ("append", "notify_lag")),
    "lastdigit_sockets",
    "lastdigit_matches",
    "lastdigit_ready",
    "process_resident_memory_bytes",
}
"""Series that dashboards of operators use: neither names nor labels may change."""


@contextmanager
def measured() -> Iterator[tuple[TestClient, Metrics, Lifecycle]]:
    """Run an application with metrics in this process."""
    lifecycle = Lifecycle()
    metrics = Metrics(lifecycle)
    app = application(
        SqliteStore(IN_MEMORY, now), Limits(refusal_milliseconds=0), lifecycle=lifecycle
    )
    timed = RequestTimer(app, metrics.request_seconds)
    with TestClient(timed, "http://localhost") as client:
        yield client, metrics, lifecycle


def series(text: str) -> dict[str, float]:
    """Return the value of every series by its name and labels."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(LINE.fullmatch(line) for line in lines), lines
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_names_and_labels_of_metrics_stay() -> None:
    with measured() as (client, metrics, _):
        client.get("/api/matches/nothing")
        text = metrics.text().decode()
    assert set(series(text)) >= DASHBOARDS
    for name, kind in (("moves_total", "counter"), ("append_seconds", "histogram")):
        assert f"# TYPE lastdigit_{name} {kind}\n" in text


def test_each_bucket_of_durations_includes_those_before() -> None:
    with measured() as (_, metrics, lifecycle):
        assert lifecycle.parts is not None
        lifecycle.parts[0].counters.appends.update({0.001: 2, 0.004: 1, 99.0: 1})
        values = series(metrics.text().decode())
    counts = [values[f'lastdigit_append_seconds_bucket{{le="{bound}"}}'] for bound in BOUNDS]
    assert counts == [2, 2, *[3] * 9]
    assert values['lastdigit_append_seconds_bucket{le="+Inf"}'] == 4
    assert values["lastdigit_append_seconds_sum"] == 99.006
    assert values["lastdigit_append_seconds_count"] == 4


def test_requests_are_counted_by_method_route_and_status() -> None:
    with measured() as (client, metrics, _):
        client.get("/rules/digit-duel")
        client.get("/api/matches/nothing")
        client.get("/api/matches/nobody")
        client.post("/api/matches", json={"game": "digit-duel"})
        client.get("/nowhere")
        client.get("/no/where")
        client.request("BREW", "/rules")
        client.get("/", headers={"Host": "evil.example"})
        values = series(metrics.text().decode())
    pattern = re.compile(
        r'lastdigit_request_seconds_count\{method="(.*)",route="(.*)",status="(.*)"\}'
    )
    counts = {found.groups(): values[name] for name in values if (found := pattern.match(name))}
    assert counts == {
        ("GET", "/rules/{name}", "200"): 1,
        ("GET", "/api/matches/{code}", "404"): 2,
        ("POST", "/api/matches", "201"): 1,
        ("GET", "other", "404"): 2,
        ("other", "/rules", "405"): 1,
        ("GET", "other", "421"): 1,
    }


def test_jobs_and_calls_of_the_store_are_counted() -> None:
    with measured() as (client, metrics, _):
        before = series(metrics.text().decode())
        assert client.post("/api/games/digit-duel/analysis", json={}).status_code == 200
        assert client.post("/api/matches", json={"game": "digit-duel"}).status_code == 201
        values = series(metrics.text().decode())
    assert values['lastdigit_jobs_done_total{queue="analysis"}'] == 1
    assert values['lastdigit_jobs_done_total{queue="puzzles"}'] == 0
    for queue in ("analysis", "puzzles"):
        for state in ("waiting", "running"):
            assert values[f'lastdigit_jobs{{queue="{queue}",state="{state}"}}'] == 0
    written = 'lastdigit_store_seconds_count{operation="write"}'
    assert values[written] > before[written]


def test_a_job_is_waiting_or_running_until_it_is_done() -> None:
    with measured() as (_, metrics, lifecycle):
        assert lifecycle.parts is not None
        lifecycle.parts[0].workers.puzzles.length = 3
        values = series(metrics.text().decode())
        lifecycle.parts[0].workers.puzzles.length = 0
    assert values['lastdigit_jobs{queue="puzzles",state="running"}'] == 1
    assert values['lastdigit_jobs{queue="puzzles",state="waiting"}'] == 2


def test_applications_in_one_process_have_metrics_of_their_own() -> None:
    with measured() as (client, metrics, _), measured() as (_, others, _):
        client.get("/api/games")
        assert b'route="/api/games"' in metrics.text()
        assert b'route="/api/games"' not in others.text()


def test_before_the_start_there_are_only_metrics_of_the_process() -> None:
    names = set(series(Metrics(Lifecycle()).text().decode()))
    assert "process_cpu_seconds_total" in names
    assert all(name.startswith("process_") for name in names)


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Server]:
    """Start a server with metrics and an access log that drains for a while before it stops."""
    words = ("--metrics-port", "0", "--access-log", "json")
    limits = (*QUICK, "drain-seconds=20")
    server = Server(tmp_path_factory.mktemp("data"), cache, limits, words=words)
    yield server
    stop_without_errors(server)


def scrape(server: Server) -> dict[str, float]:
    """Scrape the metrics of a server."""
    with urllib.request.urlopen(f"{server.metrics}/metrics", timeout=PATIENCE) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        text: str = answer.read().decode()
    return series(text)


def close_frame(socket: ClientConnection) -> Close | None:
    """Return how the server closed a WebSocket."""
    try:
        while True:
            socket.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd


@pytest.mark.prove
def test_server_drains_after_the_signal_to_stop(watched: Server) -> None:
    """One test, because a server stops once: play, metrics, not ready, reconnect, log."""
    ada, ben = watched.person(), watched.person()
    two_people(ada, ben)
    with ada.listen() as socket:
        assert json.loads(socket.recv(PATIENCE))["code"] == ada.match["code"]
        ada.move("tens")
        assert ada.get("/api/matches/nothing").status_code == 404
        told = scrape(watched)
        assert told["lastdigit_moves_total"] == 1
        assert told["lastdigit_append_seconds_count"] == 1
        assert told['lastdigit_refusals_total{reason="unknown-match"}'] == 1
        assert told["lastdigit_sockets"] == 1
        route = 'method="POST",route="/api/matches/{code}/commands",status="200"'
        assert told[f"lastdigit_request_seconds_count{{{route}}}"] == 1
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
        assert scrape(watched)["lastdigit_ready"] == 0
        ben.look()
        assert ben.do("resign")["accepted"], "connected clients still get responses"
        assert json.loads(socket.recv(PATIENCE))["number"] >= 1
        watched.process.send_signal(signal.SIGINT)  # an impatient operator sends it twice
        said = close_frame(socket)
        assert said is not None
        assert said.code == 1012
        assert "Try again" in said.reason
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


def test_access_log_has_requests_and_refused_websockets() -> None:
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
