"""The command `serve`: its output, its errors, and the missing extra."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from lastdigit.errors import UsageError
from lastdigit.web.limits import Limits
from lastdigit.web.server import checked_url, listening_socket
from tests.conftest import PATIENCE, ROOT, Run
from tests.web.conftest import Serve, Server, wait_for


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--port", "70000"), "0 to 65535"),
        (("--limit", "speed=1"), "There is no limit"),
        (("--limit", "body-bytes=lots"), "body-bytes must be a whole number"),
        (("--public-url", "play.example.org"), "is not an address"),
        (("--wait",), 'no option "--wait"'),
    ],
)
def test_wrong_arguments_are_reported_before_the_start(
    call: Run, words: tuple[str, ...], told: str
) -> None:
    ran = call("serve", *words)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


def test_port_in_use_is_reported(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ran = run("serve", "--port", str(taken.getsockname()[1]))
    assert ran.code == 1
    assert "Cannot use port" in ran.err
    assert "--port" in ran.err


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0"])
def test_responses_are_sent_without_delay(host: str) -> None:
    """Without TCP_NODELAY, responses on an open connection are forty milliseconds late."""

    async def accepted() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def look(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = writer.get_extra_info("socket")
            found.set_result(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listening_socket(host, 0) as bound:
            async with await asyncio.start_server(look, sock=bound):
                with socket.create_connection(bound.getsockname()[:2]):
                    return await asyncio.wait_for(found, 60)

    assert asyncio.run(accepted()) == 1


@pytest.mark.prove
def test_a_second_server_of_the_same_games_is_refused_and_a_terminal_is_not(
    serve: Serve, run: Run, environment: dict[str, str]
) -> None:
    server = serve()
    environment["XDG_DATA_HOME"] = str(server.data)
    ran = run("serve", "--port", "0")
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert ran.err.startswith("lastdigit: Another server is using the saved games in ")
    assert run("play", "digit-poison", typed="0\n").err == ""
    assert "Digit Poison" in run("saved", "list").out
    server.kill()
    server.start()  # nothing that a crash leaves behind stands in the way


def test_missing_extra_is_reported_with_the_command_to_install_it(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-m", "lastdigit", "serve"],  # without site-packages
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("lastdigit: The server needs the extra web (")
    assert done.stderr.endswith(" is missing): make serve\n")
    assert "Traceback" not in done.stderr


@pytest.mark.prove
def test_server_prints_the_address_that_users_type(tmp_path: Path, cache: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "lastdigit", "serve", "--host", "0.0.0.0", "--port", "0"],
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT / "src"),
            "XDG_DATA_HOME": str(tmp_path),
            "XDG_CACHE_HOME": str(cache),
        },
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    process.terminate()
    process.communicate(timeout=PATIENCE)
    found = re.search(r"http://([\d.]+):\d+", said)
    assert found is not None
    assert found[1] != "0.0.0.0"


def test_every_limit_is_documented_with_its_default() -> None:
    page = (ROOT / "docs" / "limits.md").read_text()
    for name in Limits.names():
        default = getattr(Limits(), name.replace("-", "_"))
        assert f"| `{name}` | {default} |" in page, name


def test_a_public_address_is_written_as_browsers_write_it() -> None:
    assert checked_url("https://Play.Example.org:443/") == "https://play.example.org"
    assert checked_url("http://example.org:8080") == "http://example.org:8080"
    assert checked_url("http://[::1]:80") == "http://[::1]"


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/games",
        "http://[half",
        "https://me@example.org",
        "https://example.org?x=1",
    ],
)
def test_public_address_with_more_than_a_host_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="is not an address"):
        checked_url(url)


def test_a_limit_is_changed_by_name() -> None:
    assert Limits().with_setting("grace-seconds=5").grace_seconds == 5
    with pytest.raises(UsageError, match="grace-seconds"):
        Limits().with_setting("grace=5")


def test_unknown_paths_are_not_found(server: Server) -> None:
    person = server.person()
    assert person.get("/nothing").status_code == 404
    assert "<html" in person.get("/nothing").text
    assert person.get("/api/nothing").json()["error"] == "unknown-page"
    assert person.get("/static/../app.py").status_code == 404
    assert person.get("/static/%2e%2e/app.py").status_code == 404
    assert person.http.delete("/api/games").json()["error"] == "wrong-method"
    answer = person.http.delete("/api/matches/any/invitation")
    assert {"GET", "POST"} <= set(answer.headers["Allow"].split(", "))


@pytest.mark.prove
def test_daily_puzzles_are_generated_ahead(serve: Serve) -> None:
    number = serve("puzzles-ahead-seconds=60").process.pid
    begun = Path(f"/proc/{number}/task/{number}/children")
    if not begun.exists():
        pytest.skip("this machine does not tell which processes another has started")

    def has_worker() -> bool:
        others = Path(f"/proc/{number}/task").glob("*/children")
        started = [word for other in others for word in unless_gone(other).decode().split()]
        commands = [unless_gone(Path(f"/proc/{one}/cmdline")) for one in started]
        return any(b"executors.worker" in command for command in commands)

    wait_for(has_worker)


def unless_gone(told: Path) -> bytes:
    """Return the status of a process or a thread, or nothing if it has ended."""
    try:
        return told.read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""
