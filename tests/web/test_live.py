"""Live play over real connections: broadcasts, restarts, clocks, limits and headers."""

from __future__ import annotations

import asyncio
import signal

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from lastdigit.match.match import verify
from lastdigit.match.record import from_line
from lastdigit.web.limits import Limits
from lastdigit.web.live.broadcast import Hub, Listener
from tests.conftest import PATIENCE, Size
from tests.sizes import sampled
from tests.web.conftest import QUICK, Serve, Server, wait_for
from tests.web.inside import RunningApp, run_with_app
from tests.web.people import Json, Person, heard, refused, two_people


def test_a_move_is_broadcast_to_the_other_player(server: Server) -> None:
    ada, ben = server.person(), server.person()
    two_people(ada, ben)
    with ben.listen() as socket:
        heard(socket)
        ada.move("ones")
        news = heard(socket)
        assert news["number"] == 1
        assert news["news"]["text"] == "ones"
        assert news["news"]["sentence"] == (
            "Player 1 struck with 9: your 999 is now 990, and Player 1's own 999 is now 998."
        )
        assert news["position"]["mover"] == 2


def test_a_listener_can_ask_for_the_new_moves_only(server: Server) -> None:
    ada, eve = server.person(), server.person()
    ada.set_up("digit-poison", against="here", options={"divisor": 7})
    for digit in "12":
        ada.move(digit)
    eve.match = ada.match

    def turns(news: Json) -> list[int]:
        return [turn["turn"] for turn in news["moves"]]

    with eve.listen(after=1, reply="new") as socket, eve.listen(reply="new") as late:
        assert turns(heard(socket)) == [2]
        assert turns(heard(late)) == [1, 2]
        ada.move("3")
        assert [turns(heard(one)) for one in (socket, late)] == [[3], [3]]
        ada.do("undo")
        undone = heard(socket)
        assert (turns(undone), undone["firstTurn"]) == ([], 3)


def test_an_up_to_date_client_receives_nothing(server: Server) -> None:
    ada, eve = server.person(), server.person()
    ada.set_up(against="here")
    ada.move("ones")
    eve.match = ada.match
    with eve.listen(after=1) as socket, pytest.raises(TimeoutError):
        heard(socket, 0.3)
    with eve.listen(after=0) as socket:
        assert heard(socket)["number"] == 1


def test_a_player_who_was_away_at_the_end_receives_it_later(server: Server) -> None:
    ada, ben = server.person(), server.person()
    two_people(ada, ben)
    with ben.listen() as socket:
        heard(socket)
    ada.do("resign")
    with ben.listen(after=0) as socket:
        assert heard(socket, 10.0)["result"] is not None


def test_move_is_saved_before_it_is_broadcast(serve: Serve, size: Size) -> None:
    """Every move that a listener has received is there after the server is killed."""
    server = serve()
    ada, eve = server.person(), server.person()
    ada.set_up("digit-poison", against="here", options={"divisor": 7, "max-length": 100})
    eve.match = ada.match
    for digit in "1234"[: size(sample=1, full=4)]:
        with eve.listen(after=ada.match["number"]) as socket:
            ada.move(digit)
            number = heard(socket)["number"]
            server.kill()
        server.start(server.port)
        assert ada.look()["number"] == number


@pytest.mark.prove
def test_a_server_stops_gracefully_and_matches_continue(serve: Serve) -> None:
    server = serve()
    ada = server.person()
    ada.set_up("digit-duel", against="perfect")
    ada.move("ones")
    wait_for(lambda: ada.look()["number"] == 2)
    with ada.listen() as socket:
        heard(socket)
        for number in (signal.SIGTERM, signal.SIGINT):
            server.process.send_signal(number)
            assert server.process.wait(PATIENCE) == 0
            server.process.communicate(timeout=PATIENCE)
            server.start(server.port)
        with pytest.raises(ConnectionClosed):
            heard(socket)
    ada = returned(server, ada)
    assert ada.look()["number"] == 2
    ada.move("ones")


def returned(server: Server, person: Person) -> Person:
    """Return the same person with a new connection."""
    again = server.person()
    again.secret, again.match = person.secret, person.match
    return again


@pytest.mark.prove
def test_the_computer_continues_by_itself_after_a_restart(serve: Serve) -> None:
    server = serve("thinking-milliseconds=999999999")
    ada = server.person()
    ada.set_up("digit-duel", against="random")
    ada.move("ones")
    server.kill()
    server.limits = QUICK
    server.start(server.port)
    wait_for(lambda: ada.look()["position"]["turn"] == 2)


def test_the_socket_carries_only_news(server: Server) -> None:
    ada = server.person()
    ada.set_up(against="here")
    with ada.listen() as socket:
        heard(socket)
        socket.send('{"do":"resign","after":0}')
        with pytest.raises(ConnectionClosed) as closed:
            heard(socket)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, "with POST" in closed.value.rcvd.reason) == (1008, True)
    assert ada.look()["result"] is None


def test_the_socket_of_an_unknown_match_is_closed(server: Server) -> None:
    ada = server.person()
    ada.match = {"code": "NOSUCH"}
    with ada.listen() as socket, pytest.raises(ConnectionClosed) as closed:
        heard(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


def test_a_spectator_who_does_not_read_does_not_delay_others(server: Server) -> None:
    ada, eve = server.person(), server.person()
    options = {"divisor": 1_000_000_000, "max-length": None}
    ada.set_up("digit-poison", against="here", options=options)
    eve.match = ada.match
    with eve.listen() as deaf:
        for _ in range(60):
            ada.move("7")
        numbers = [heard(deaf)["number"]]
        while numbers[-1] < 60:
            numbers.append(heard(deaf)["number"])
    assert numbers == sorted(set(numbers)), "nothing twice, and nothing out of order"


def test_a_slow_listener_receives_only_the_latest_text() -> None:
    async def hears() -> list[str]:
        hub, slow = Hub(), Listener()
        hub.add("ABC234", slow)
        assert list(hub.listeners("ABC234")) == [slow]
        for text in ("first", "second", "third"):
            slow.send(text)
        received = await slow.receive()
        slow.send("fourth")
        hub.remove("ABC234", slow)
        assert not hub.listeners("ABC234")
        return [received, await slow.receive()]

    assert asyncio.run(hears()) == ["third", "fourth"]


def test_a_slow_listener_has_seen_only_what_it_received() -> None:
    async def numbers() -> list[int | None]:
        listener, seen = Listener(seen=3), []
        for number in (4, 5):
            listener.send("text", number)
            seen.append(listener.seen)
        await listener.receive()
        return [*seen, listener.seen]

    assert asyncio.run(numbers()) == [3, 3, 5]


CLOCKS: list[dict[str, object]] = [{"timeLimit": 1}, {"clock": {"seconds": 1}}]


@pytest.mark.parametrize("wish", sampled(CLOCKS, CLOCKS[0]))
def test_time_runs_out_by_itself(server: Server, wish: dict[str, object]) -> None:
    ada = server.person()
    ada.set_up("digit-duel", against="here", **wish)
    with ada.listen() as socket:
        assert heard(socket)["clocks"]["running"] == 1
        assert heard(socket)["result"]["sentence"] == "Player 1's time is up: Player 2 wins."
    assert refused(ada.command("move", move="ones")) in ("stale", "over")
    verify(from_line(ada.get(f"/api/matches/{ada.match['code']}/record").text))


def test_games_of_visitors_without_a_cookie_are_limited() -> None:
    async def scenario(app: RunningApp) -> None:
        async def set_up() -> int:
            return (await app.guest().post("/api/matches", {"game": "digit-duel"})).status_code

        assert [await set_up() for _ in range(5)] == [201, 201, 201, 429, 429]
        app.time.pass_by(20)
        assert [await set_up() for _ in range(2)] == [201, 429]

    run_with_app(scenario, Limits(games_an_address=15, refusal_milliseconds=0))


@pytest.mark.prove
def test_sockets_are_limited_per_browser(serve: Serve) -> None:
    ada = serve("sockets-a-browser=2").person()
    ada.set_up(against="here")
    with ada.listen() as one, ada.listen() as two:
        heard(one)
        heard(two)
        with ada.listen() as three, pytest.raises(ConnectionClosed):
            heard(three)

    def is_heard() -> bool:
        with ada.listen() as again:
            try:
                return bool(heard(again))
            except ConnectionClosed:
                return False

    wait_for(is_heard)


def test_a_large_body_is_refused(server: Server) -> None:
    body = {"game": "x" * Limits().body_bytes}
    assert refused(server.person().post("/api/matches", body)) == "too-large"


def test_a_body_has_to_say_that_it_is_json(server: Server) -> None:
    answer = server.person().http.post("/api/matches", content='{"game":"digit-duel"}')
    assert refused(answer) == "not-json"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost.evil.example", ""])
def test_a_strange_host_is_refused(server: Server, host: str) -> None:
    answer = httpx2.get(f"{server.url}/api/games", headers={"Host": host})
    assert answer.status_code in (400, 421)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://localhost:1", "x"])
def test_another_sites_page_can_do_nothing(server: Server, origin: str) -> None:
    ada = server.person()
    ada.set_up(against="here")
    code = ada.match["code"]
    answer = ada.http.post(
        f"/api/matches/{code}/commands",
        json={"do": "resign", "after": 0},
        headers={"Origin": origin, "Cookie": f"lastdigit={ada.secret}"},
    )
    assert refused(answer) == "wrong-origin"
    url = f"{server.url.replace('http', 'ws')}/api/matches/{code}/news"
    with pytest.raises(Exception, match="403"):
        connect(url, additional_headers={"Origin": origin})


def test_our_own_page_may(server: Server) -> None:
    ada = server.person()
    ada.set_up(against="here")
    answer = ada.http.post(
        f"/api/matches/{ada.match['code']}/commands",
        json={"do": "resign", "after": 0},
        headers={"Origin": server.url, "Cookie": f"lastdigit={ada.secret}"},
    )
    assert answer.status_code == 200


def test_a_page_sets_a_secret_that_scripts_cannot_read(server: Server) -> None:
    answer = httpx2.get(f"{server.url}/")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    with httpx2.Client(base_url=server.url, cookies=answer.cookies) as browser:
        assert "Set-Cookie" not in browser.get("/").headers
        assert browser.post("/api/matches", json={"game": "digit-duel"}).json()["secret"] is None


@pytest.mark.parametrize("path", ["/", "/match/ABC", "/static/none.css", "/api/games", "/nothing"])
def test_every_answer_has_a_strict_policy(server: Server, path: str) -> None:
    headers = httpx2.get(f"{server.url}{path}").headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
