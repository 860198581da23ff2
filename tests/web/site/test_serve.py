"""`serve.py` in the static site: its options, responses and error messages."""

from __future__ import annotations

import gzip
import os
import re
import socket
import struct
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from lastdigit.web.assets import page_files
from tests.conftest import ROOT
from tests.web.site.folder import serving
from tools.site.__main__ import missing_page

SERVE = ROOT / "tools" / "site" / "folder"


def refused(*words: str, code: int = 2) -> str:
    """Return the message with which `serve.py` fails."""
    line = [sys.executable, str(SERVE / "serve.py"), *words]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == code
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr


def test_only_this_machine_is_served_by_default() -> None:
    with serving(SERVE, "0") as address:
        assert address.startswith("http://127.0.0.1:")


def test_a_browser_that_disconnects_during_a_request_prints_no_error(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with serving(SERVE, "0") as address:
        port = int(address.rstrip("/").rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as hasty:
            hasty.sendall(b"GET /serve")
            at_once = struct.pack("ii", 1, 0)
            hasty.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        with urllib.request.urlopen(f"{address}strings.js") as answer:
            assert answer.status == 200
    assert capfd.readouterr().err == ""


def test_a_rebuilt_folder_is_served_with_its_new_files(tmp_path: Path) -> None:
    (tmp_path / "serve.py").write_bytes((SERVE / "serve.py").read_bytes())
    page = tmp_path / "index.html"
    with serving(tmp_path, "0") as address:
        gzip_request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
        for number, text in enumerate(("before", "after!")):
            page.write_text(text)
            os.utime(page, ns=(number, number))
            with urllib.request.urlopen(gzip_request) as answer:
                assert gzip.decompress(answer.read()).decode() == text


@pytest.mark.parametrize("words", [("--port=0",), ("0", "127.0.0.1")])
def test_the_port_can_be_an_option_or_a_bare_number(words: tuple[str, ...]) -> None:
    with (
        serving(SERVE, *words) as address,
        urllib.request.urlopen(f"{address}strings.js") as answer,
    ):
        assert answer.status == 200


def test_the_host_is_an_option() -> None:
    with serving(SERVE, "--port", "0", "--host", "0.0.0.0") as address:
        assert address.startswith("http://0.0.0.0:")


@pytest.mark.parametrize("words", [("--port", "70000"), ("--port", "-1"), ("8.5",), ("",), ("٣",)])
def test_a_bad_port_is_refused(words: tuple[str, ...]) -> None:
    message = refused(*words)
    assert message.endswith(f'"{words[-1]}" is not a port. A port is a number from 0 to 65535.\n')


@pytest.mark.parametrize("words", [("1", "2", "3"), ("--post", "1"), ("--port",)])
def test_a_wrong_option_is_refused_with_the_usage(words: tuple[str, ...]) -> None:
    assert "usage: python3 serve.py [--port PORT] [--host HOST]" in refused(*words)


def test_an_unknown_address_gets_the_error_page(tmp_path: Path) -> None:
    (tmp_path / "serve.py").write_bytes((SERVE / "serve.py").read_bytes())
    (tmp_path / "404.html").write_text(missing_page(page_files(), "files-1"))
    (tmp_path / "files-1").mkdir()
    with serving(tmp_path, "--port", "0") as address:
        for path in ("nothing", "docs/deep/nothing.html", "files-1/"):
            with pytest.raises(urllib.error.HTTPError) as missing:
                urllib.request.urlopen(f"{address}{path}")
            with missing.value as answer:
                assert answer.code == 404
                assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
                page = answer.read().decode()
            assert "<h1>Page not found</h1>" in page
            assert re.findall(r'href="/([^"]*)"', page)[0].startswith("files-1/static/style.")
            assert '<a class="button primary" href="/">All games</a>' in page
            assert "./" not in page


def test_the_error_page_has_the_text_of_the_servers_error_page() -> None:
    words = (ROOT / "src/lastdigit/web/static/strings.js").read_text()
    message = re.search(r"export const MISSING = \{([^}]*)\}", words)
    assert message is not None
    for text in re.findall(r': "([^"]*)"', message[1]):
        assert text in missing_page(page_files(), "files-1")


def test_a_port_in_use_is_reported_with_an_alternative() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        message = refused("--port", str(port), code=1)
    assert f"Cannot use port {port} on 127.0.0.1: Address already in use." in message
    assert "python3 serve.py --port 8000" in message


def test_an_address_of_another_machine_is_reported() -> None:
    assert "Cannot use port 0 on 192.0.2.1" in refused("--host", "192.0.2.1", "--port", "0", code=1)
