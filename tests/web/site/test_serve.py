"""The line that serves the folder, as it lies there: to this machine, or refused in words."""

from __future__ import annotations

import gzip
import os
import socket
import struct
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.web.site.folder import serving

SERVE = ROOT / "tools" / "site" / "folder"


def refused(*words: str) -> str:
    """Return what it says where it does not serve."""
    line = [sys.executable, str(SERVE / "serve.py"), *words]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode
    assert "Traceback" not in done.stderr
    return done.stderr


def test_it_serves_this_machine_unless_it_is_told_otherwise() -> None:
    with serving(SERVE, "0") as address:
        assert address.startswith("http://127.0.0.1:")


def test_a_browser_that_goes_in_the_middle_is_nothing_to_talk_about(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with serving(SERVE, "0") as address:
        port = int(address.rstrip("/").rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as hasty:
            hasty.sendall(b"GET /serve")
            at_once = struct.pack("ii", 1, 0)
            hasty.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        with urllib.request.urlopen(f"{address}words.js") as answer:
            assert answer.status == 200
    assert capfd.readouterr().err == ""


def test_a_folder_that_is_built_anew_is_served_as_it_is_now(tmp_path: Path) -> None:
    (tmp_path / "serve.py").write_bytes((SERVE / "serve.py").read_bytes())
    page = tmp_path / "index.html"
    with serving(tmp_path, "0") as address:
        asked = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
        for number, text in enumerate(("before", "after!")):
            page.write_text(text)
            os.utime(page, ns=(number, number))
            with urllib.request.urlopen(asked) as answer:
                assert gzip.decompress(answer.read()).decode() == text


@pytest.mark.parametrize("words", [("many",), ("70000",), ("1", "2", "3")])
def test_what_is_no_port_is_refused(words: tuple[str, ...]) -> None:
    assert "0 to 65535" in refused(*words)


def test_a_port_that_is_taken_is_told_with_a_way_out() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused(str(port))
    assert f"port {port}, cannot be had: Address already in use" in said
    assert "python3 serve.py 8000" in said


def test_an_address_that_is_not_ours_is_told() -> None:
    assert "192.0.2.1, port 0, cannot be had" in refused("0", "192.0.2.1")
