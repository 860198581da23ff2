"""Two servers share a database: players of both play together, and either server can crash."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from lastdigit.match.match import verify
from lastdigit.match.record import Record
from lastdigit.storage.postgres import PostgresStore
from tests.conftest import PATIENCE, Size
from tests.postgres import Cluster
from tests.web.conftest import QUICK, Server, wait_for
from tests.web.people import Person, heard, refused

Servers = tuple[Server, Server]
LONG = {"divisor": 1_000_000_000, "max-length": None}
"""Options of Digit Poison with which a game practically never ends."""
SOON = 3.0
"""Seconds within which a game continues after a server has crashed."""


@pytest.fixture(scope="module")
def url(postgres: Cluster) -> str:
    return postgres.database()


@pytest.fixture(scope="module")
def servers(url: str, tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Servers]:
    """Start two servers at once on one new database."""

    def start(_: int) -> Server:
        data, limits = tmp_path_factory.mktemp("data"), (*QUICK, "thinking-milliseconds=400")
        return Server(data, cache, limits, words=("--store", url))

    with ThreadPoolExecutor(2) as threads:
        one, two = threads.map(start, range(2))
    yield one, two
    for server in (one, two):
        output = server.stop()
        assert "Traceback" not in output, output


def at(server: Server, person: Person) -> Person:
    """Return the same person at another server."""
    other = server.person()
    other.secret, other.match = person.secret, person.match
    return other


def two_apart(servers: Servers, game: str = "digit-duel", **wish: object) -> list[Person]:
    """Let two people join one match, each at another server."""
    ada, ben = (server.person() for server in servers)
    ben.sit(ada.set_up(game, against="link", **wish)["code"])
    wait_for(lambda: ada.look()["begun"])
    return [ada, ben]


def saved_record(url: str, person: Person) -> Record:
    """Return the saved record of a person's match."""
    with closing(PostgresStore(url)) as store:
        saved_game = store.online(person.match["code"])
    assert saved_game is not None
    return saved_game.record


def test_players_and_spectators_at_different_servers_see_the_same(
    servers: Servers, url: str
) -> None:
    ada, ben = two_apart(servers, "digit-poison", options=LONG)
    watchers = [at(server, Person(server.url)) for server in servers]
    for watcher in watchers:
        watcher.match = ada.match
    with watchers[0].listen() as one, watchers[1].listen() as two, ben.listen() as three:
        for socket in (one, two, three):
            heard(socket)
        for number, (player, other) in enumerate(((ada, ben), (ben, ada)) * 2, 1):
            player.look()
            assert player.move(str(number))["match"]["number"] == number
            for socket in (one, two, three):
                while heard(socket)["number"] < number:
                    pass
            wait_for(lambda: other.look()["number"] == number)  # noqa: B023
    record = saved_record(url, ben)
    verify(record)
    assert len(record.events) == 4


@pytest.mark.prove
def test_only_one_of_two_servers_saves_an_event_with_the_same_number(
    servers: Servers, url: str, size: Size
) -> None:
    ada = servers[0].person()
    ada.set_up("digit-poison", against="here", options=LONG)
    players = [ada, at(servers[1], ada)]
    path = f"/api/matches/{ada.match['code']}/commands"
    saved_moves: list[str] = []

    def tried(place: int) -> httpx2.Response:
        body = {"do": "move", "after": len(saved_moves), "move": str(place + 1)}
        return players[place].post(path, body)

    with ThreadPoolExecutor(2) as threads:
        for _ in range(size(sample=20, full=200)):
            responses = list(threads.map(tried, range(2)))
            accepted = [
                place for place, answer in enumerate(responses) if answer.status_code == 200
            ]
            assert len(accepted) == 1, [answer.text for answer in responses]
            assert refused(responses[1 - accepted[0]]) == "stale"
            saved_moves.append(str(accepted[0] + 1))
    assert [event.text for event in saved_record(url, ada).events] == saved_moves


def test_a_command_sent_to_both_servers_is_executed_once(
    servers: Servers,
) -> None:
    ada = servers[0].person()
    ada.set_up(against="here")
    players = [ada, at(servers[1], ada)]
    with ThreadPoolExecutor(2) as threads:
        responses = list(threads.map(lambda player: player.command("move", move="ones"), players))
    assert [answer.status_code for answer in responses] == [200, 200]
    assert [answer.json()["match"]["number"] for answer in responses] == [1, 1]


@pytest.mark.prove
def test_a_seat_requested_at_both_servers_is_given_once(servers: Servers, size: Size) -> None:
    with ThreadPoolExecutor(2) as threads:
        for _ in range(size(sample=5, full=50)):
            code = servers[0].person().set_up(against="link")["code"]
            people = [server.person() for server in servers]
            responses = list(
                threads.map(
                    lambda person: person.post(f"/api/matches/{code}/seat", {}),  # noqa: B023
                    people,
                )
            )
            assert sorted(answer.status_code for answer in responses) == [200, 409]
            [late] = [answer for answer in responses if answer.status_code != 200]
            assert refused(late) == "seat-taken"


@pytest.mark.prove
def test_a_rematch_requested_at_both_servers_is_created_once(servers: Servers) -> None:
    ada, ben = two_apart(servers)
    ada.do("resign")
    wait_for(lambda: ben.look()["result"])
    with ThreadPoolExecutor(2) as threads:
        path = f"/api/matches/{ada.match['code']}/rematch"
        responses = list(threads.map(lambda player: player.post(path, {}), (ada, ben)))
    assert [answer.status_code for answer in responses] == [200, 200], [
        one.text for one in responses
    ]
    codes = {answer.json()["match"]["code"] for answer in responses}
    assert len(codes) == 1, [answer.text for answer in responses]


@pytest.mark.prove
def test_a_device_that_handed_over_its_seat_cannot_move_at_a_server_with_a_stale_match(
    servers: Servers,
) -> None:
    ada, ben = two_apart(servers)
    key = ada.post(f"/api/matches/{ada.match['code']}/key", {}).json()["key"]
    at(servers[1], ada).look()  # so that it has cached the old holder of the seat
    device = servers[0].person()
    device.match = ada.match
    device.sit(ada.match["code"], key=key)
    assert refused(at(servers[1], ada).command("move", move="ones")) == "no-seat"
    assert device.move("ones")["match"]["number"] == 1
    assert ben.look()["players"][0]["joined"]


@pytest.mark.prove
def test_a_player_at_one_server_is_present_at_the_other(servers: Servers) -> None:
    ada, ben = two_apart(servers)
    with ada.listen(), ben.listen():
        wait_for(lambda: ben.look()["players"][0]["away"] is None)
        wait_for(lambda: ada.look()["players"][1]["away"] is None)
    wait_for(lambda: (ada.look()["players"][1]["away"] or 0) > 0)


def test_short_codes_and_seat_keys_work_at_every_server_and_a_key_only_once(
    servers: Servers,
) -> None:
    ada, ben, eve = servers[0].person(), servers[1].person(), servers[0].person()
    code = ada.set_up(against="link")["code"]
    spoken = ada.get(f"/api/matches/{code}/invitation").json()["spoken"]

    def found() -> bool:
        answer = ben.post("/api/invitations", {"spoken": spoken})
        return answer.status_code == 200 and answer.json()["code"] == code

    wait_for(found)
    ben.sit(code)
    key = ben.post(f"/api/matches/{code}/key", {}).json()["key"]
    eve.match = ada.match
    wait_for(lambda: eve.post(f"/api/matches/{code}/seat", {"key": key}).status_code == 200)
    for server in servers:
        again = server.person()
        wait_for(
            lambda: refused(again.post(f"/api/matches/{code}/seat", {"key": key})) == "bad-key"  # noqa: B023
        )


class Game:
    """Two players, each at another server, who change servers when theirs crashes."""

    def __init__(self, servers: Servers, url: str) -> None:
        self.servers = servers
        self.url = url
        self.players = two_apart(servers, "digit-poison", options=LONG)
        self.acknowledged: list[str] = []
        self.slowest = 0.0
        self.ends = False

    def play(self) -> None:
        """Move in turn. Each move is sent again until there is a response."""
        while not self.ends:
            self.move(str(random.randint(1, 9)))

    def move(self, digit: str) -> None:
        place, began = len(self.acknowledged) % 2, time.monotonic()
        body = {"do": "move", "after": len(self.acknowledged), "move": digit}
        while True:
            player = self.players[place]
            try:
                answer = player.post(f"/api/matches/{player.match['code']}/commands", body)
                if answer.status_code == 200:
                    break
                assert refused(answer) in ("store", "stopping"), answer.text
            except httpx2.TransportError:  # it has crashed: use the other one
                others = [one for one in self.servers if one.url != player.url]
                player.http.close()
                self.players[place] = at(random.choice(others), player)
            assert time.monotonic() - began < PATIENCE, "the game does not continue"
            time.sleep(0.02)
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.acknowledged.append(digit)

    def check(self) -> None:
        """Compare the acknowledged moves with the saved ones."""
        player = self.players[0]
        assert [event.text for event in saved_record(self.url, player).events] == self.acknowledged


def played(servers: Servers, url: str, disaster: Callable[[int], None], times: int) -> list[Game]:
    """Play games while a disaster happens a number of times, and return the games."""
    games = [Game(servers, url) for _ in range(3)]
    with ThreadPoolExecutor(len(games)) as threads:
        playing = [threads.submit(game.play) for game in games]
        try:
            for number in range(times):
                time.sleep(0.1 + 0.3 * random.random())
                disaster(number)
        finally:
            time.sleep(0.3)
            for game in games:
                game.ends = True
        for one in playing:
            one.result(PATIENCE)
    for game in games:
        game.check()
    return games


@pytest.mark.prove
def test_no_acknowledged_move_is_lost_when_a_server_is_killed(
    servers: Servers, url: str, size: Size
) -> None:
    def kill(number: int) -> None:
        server = servers[number % 2]
        port = server.port
        server.kill()
        time.sleep(0.5)
        server.start(port)

    games = played(servers, url, kill, size(sample=5, full=100))
    assert max(game.slowest for game in games) < PATIENCE
    assert sum(len(game.acknowledged) for game in games) > 10


@pytest.mark.prove
def test_no_acknowledged_move_is_lost_when_the_database_restarts(
    servers: Servers, url: str, postgres: Cluster, size: Size
) -> None:
    def restart(_: int) -> None:
        postgres.stop()
        postgres.start()

    played(servers, url, restart, size(sample=1, full=10))


@pytest.mark.prove
def test_the_computer_replies_although_the_server_that_saved_the_move_has_crashed(
    servers: Servers,
) -> None:
    ada = servers[0].person()
    ada.set_up("digit-poison", against="random", options=LONG)
    ada.move("1")
    port = servers[0].port
    servers[0].kill()
    there = at(servers[1], ada)
    try:
        wait_for(lambda: there.look()["number"] == 2)
    finally:
        servers[0].start(port)
    time.sleep(0.5)
    assert there.look()["number"] == 2, "the computer has moved once"


@pytest.mark.prove
def test_time_runs_out_although_the_server_that_saved_the_move_has_crashed(
    servers: Servers,
) -> None:
    ada, ben = two_apart(servers, timeLimit=1)
    ada.move("ones")
    port = servers[0].port
    servers[0].kill()
    try:
        wait_for(lambda: ben.look()["result"])
        assert ben.match["result"]["end"] == "time"
    finally:
        servers[0].start(port)
