"""Two servers behind nginx and Caddy, configured as docs/operating.md says."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import textwrap
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.conftest import PATIENCE, ROOT
from tests.postgres import Cluster
from tests.web.conftest import QUICK, Server, wait_for
from tests.web.people import Person, heard, refused

pytestmark = pytest.mark.prove

NAME = "play.example.org"
SITE = f"https://{NAME}"
PORTS = ("8642", "8643")
"""The ports of the servers in the documented configuration."""
DONE, NOT_OURS = 200, 502
ELSEWHERE, NETWORK = "127.1.2.3", "127.1.2.0"
"""Another address of this machine, and its network in the access log."""
NGINX = """
daemon off; error_log stderr warn; pid {folder}/pid; {user}
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fast; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    {told}
}}
"""
CADDY = """
{{
    admin off
    auto_https disable_redirects
}}
{told}
"""


def told(word: str) -> str:
    """Return the documented configuration of a proxy."""
    page = (ROOT / "docs" / "operating.md").read_text()
    found = re.search(rf"\b{word}:\n\n((?:    .*\n|\n)+)", page)
    assert found is not None
    return textwrap.dedent(found[1])


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def certificate(folder: Path) -> tuple[str, str]:
    """Create a certificate, and return the paths of it and its key."""
    made = str(folder / "play.pem"), str(folder / "play.key")
    words = f"req -x509 -nodes -newkey rsa:2048 -days 2 -subj /CN={NAME}".split()
    subprocess.run(
        ["openssl", *words, "-out", made[0], "-keyout", made[1]], check=True, capture_output=True
    )
    return made


class Guest(Person):
    """A person who uses the public name, from one of this machine's addresses."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        super().__init__(SITE)
        self.http.close()
        self._port, self._tls = port, ssl.create_default_context()
        self._tls.check_hostname, self._tls.verify_mode = False, ssl.CERT_NONE
        self.http = httpx2.Client(
            base_url=f"https://127.0.0.1:{port}",
            timeout=PATIENCE,
            transport=httpx2.HTTPTransport(verify=self._tls, local_address=address),
            headers={"Host": NAME},
            event_hooks={"request": [self._name_server]},
        )

    def persist(self, text: str) -> None:
        """Move as the page does: without a response from a server, send the same again.

        Also send it again if this server does not know yet that the other player has joined.
        """

        def moved() -> bool:
            answer = self.command("move", move=text)
            if answer.status_code == NOT_OURS and not answer.content:
                return False
            if answer.status_code != DONE and refused(answer) == "waiting":
                return False
            assert answer.status_code == DONE, answer.text
            return True

        wait_for(moved)

    def _name_server(self, request: httpx2.Request) -> None:
        request.extensions["sni_hostname"] = NAME

    def listen(self, after: int = -1, origin: str = SITE) -> ClientConnection:
        path = f"/api/matches/{self.match['code']}/news?after={after}"
        line = socket.create_connection(("127.0.0.1", self._port), PATIENCE)
        return connect(
            f"wss://{NAME}{path}",
            sock=line,
            ssl=self._tls,
            server_hostname=NAME,
            origin=Origin(origin),
            additional_headers=self._headers(),
        )


class Proxied:
    """Two servers on one database, and the proxy in front of them."""

    def __init__(self, servers: list[Server], port: int) -> None:
        self.servers, self.port = servers, port
        self._guests = [Guest(port)]

    def guest(self, address: str = "127.0.0.1") -> Guest:
        self._guests.append(Guest(self.port, address))
        return self._guests[-1]

    def answers(self) -> bool:
        """Return whether the proxy and a server behind it respond."""
        try:
            return self._guests[0].get("/healthz").text.strip() == "ok"
        except httpx2.TransportError:
            return False

    def close(self) -> None:
        for guest in self._guests:
            guest.http.close()


@contextmanager
def proxy(kind: str, folder: Path, ports: list[int]) -> Iterator[int]:
    """Run a proxy in front of these ports, and yield its own port."""
    port, (chain, key) = free_port(), certificate(folder)
    lines = told({"nginx": "nginx", "caddy": "Caddy"}[kind])
    for said, real in zip(PORTS, ports, strict=True):
        assert said in lines
        lines = lines.replace(said, str(real))
    if kind == "nginx":
        changes = {"listen 443 ssl": f"listen 127.0.0.1:{port} ssl"}
        changes |= {"/etc/ssl/play.pem": chain, "/etc/ssl/play.key": key}
        user = "user root;" if os.geteuid() == 0 else ""
        frame, command = NGINX.replace("{user}", user), ["nginx", "-p", str(folder), "-c"]
    else:
        changes = {f"{NAME} {{": f"{NAME}:{port} {{\n    tls {chain} {key}"}
        frame, command = CADDY, ["caddy", "run", "--adapter", "caddyfile", "--config"]
    for said, meant in changes.items():
        assert said in lines, f"the documentation no longer says {said}"
        lines = lines.replace(said, meant)
    file = folder / "configuration"
    file.write_text(frame.format(folder=folder, told=lines))
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [*command, str(file)],
            stdout=log,
            stderr=log,
            env={**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
        )
    try:
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.fixture(params=["nginx", "caddy"])
def proxied(
    request: pytest.FixtureRequest, postgres: Cluster, tmp_path: Path, cache: Path
) -> Iterator[Proxied]:
    kind: str = request.param
    if shutil.which(kind) is None:
        pytest.skip(f"{kind} is not installed here (on Debian: apt-get install {kind})")
    url = postgres.database()
    words = ("--store", url, "--public-url", SITE, "--access-log", "json")
    with ExitStack() as closing:
        servers = []
        for number in range(2):
            data = tmp_path / str(number)
            data.mkdir()
            servers.append(Server(data, cache, QUICK, free_port(), words=words))
            closing.callback(servers[-1].stop)
        port = closing.enter_context(proxy(kind, tmp_path, [server.port for server in servers]))
        found = Proxied(servers, port)
        closing.callback(found.close)
        wait_for(found.answers)
        yield found


def logged(server: Server, path: str) -> list[dict[str, Any]]:
    """Stop a server, and return the lines of its log about a path."""
    lines = [json.loads(line) for line in server.stop().splitlines() if line.startswith("{")]
    return [line for line in lines if line["path"] == path]


def test_people_play_through_the_proxy_and_a_crashed_server_stops_no_game(proxied: Proxied) -> None:
    ada, ben = proxied.guest(), proxied.guest()
    home = ada.get("/")
    assert home.status_code == 200
    assert "max-age" in home.headers["strict-transport-security"]
    ben.sit(ada.set_up("digit-poison", against="link", options={"divisor": 97})["code"])
    wait_for(lambda: ada.look()["begun"])
    with ben.listen() as news:
        heard(news)
        ada.persist("1")
        while heard(news)["number"] < 1:
            pass
        proxied.servers[0].kill()
        wait_for(lambda: ben.look()["number"] == 1)
        ben.persist("2")
        wait_for(lambda: ada.look()["number"] == 2)
    with ben.listen() as again:
        assert heard(again)["number"] == 2


def test_requests_of_other_sites_pages_are_refused_behind_a_proxy(proxied: Proxied) -> None:
    guest = proxied.guest()
    guest.set_up("digit-duel", against="here")
    other = {"Origin": "https://evil.example"}
    answer = guest.http.post("/api/matches", json={"game": "digit-duel"}, headers=other)
    assert refused(answer) == "wrong-origin"
    own = {"Origin": SITE}
    answer = guest.http.post("/api/matches", json={"game": "digit-duel", "first": 1}, headers=own)
    assert answer.status_code == 201, answer.text
    with pytest.raises(InvalidStatus, match="403"):
        guest.listen(origin=other["Origin"])


def test_a_client_is_known_by_its_own_address_and_cannot_forge_one(
    proxied: Proxied,
) -> None:
    guest = proxied.guest(ELSEWHERE)
    said = {"X-Forwarded-For": "203.0.113.9", "X-Real-IP": "203.0.113.9"}
    for _ in range(4):  # so that both servers get requests
        assert guest.http.get("/games/digit-duel", headers=said).status_code < 500
    lines = [line for server in proxied.servers for line in logged(server, "/games/digit-duel")]
    assert len(lines) == 4
    assert {line["network"].partition("/")[0] for line in lines} == {NETWORK}
