"""People: statistics, deleting data, device keys, the owner link and ladders."""

from __future__ import annotations

import asyncio
import sqlite3
from itertools import count
from pathlib import Path

import httpx2
import pytest

from lastdigit.game.game import Seat
from lastdigit.games import catalogue, find
from lastdigit.match.record import Act, End, Event, Result
from lastdigit.puzzles.sums import has_current_sums
from lastdigit.statistics import wilson_interval
from lastdigit.storage import IN_MEMORY, Attempt, SqliteStore
from lastdigit.web.limits import Limits
from lastdigit.web.live import people
from lastdigit.web.live.invitations import hash_secret
from tests.puzzles.test_statistics import STARTS, moves_from, wins
from tests.web.inside import Guest, Json, RunningApp, TurnedClock, run_jobs_here, run_with_app
from tests.web.people import refused

GAME = find("digit-duel")
LINK = "x" * 43


@pytest.fixture(autouse=True)
def _run_jobs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    run_jobs_here(monkeypatch)


async def played_out(
    app: RunningApp, ada: Guest, ben: Guest, choose: int = 0, name: str = "Ada"
) -> tuple[bool, list[bool]]:
    """Play a game between two people. Return whether Ada won, and her decisions."""
    position = STARTS[choose]
    app.time.pass_by(60)  # because of the rate limits
    await ada.set_up(position=position, against="link", name=name)
    await ben.sit(ada.match["code"], name="Ben")
    decided = []
    for number in count(1):
        moves, mover = moves_from(position), GAME.parse_state(position).mover
        text = list(moves)[(number * number + choose) % len(moves)]
        if mover.number == 1:
            good = [move for move, after in moves.items() if not wins(after)]
            if good and len(good) < len(moves):
                decided.append(text in good)
        guest = ada if mover.number == 1 else ben
        await guest.look()
        await guest.move(text)
        position = moves[text]
        outcome = GAME.outcome(GAME.parse_state(position))
        if outcome is not None:
            return outcome.winner.number == 1, decided
    raise AssertionError("every game ends")


async def stats(guest: Guest) -> Json:
    answer = await guest.get("/api/stats")
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def test_statistics_of_a_browser_equal_counting_by_hand() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = app.guest(), app.guest()
        played = [await played_out(app, ada, ben, place) for place in range(len(STARTS))]
        await ada.set_up(against="here")  # an unfinished game with both seats
        found = await stats(ada)
        decided = [right for _, game in played for right in game]
        assert True in decided
        assert False in decided
        total = found["total"]
        assert (total["played"], total["won"]) == (len(STARTS), sum(won for won, _ in played))
        low, high = wilson_interval(sum(decided), len(decided))
        assert (
            total["accuracy"]
            == total["recent"]
            == {
                "right": sum(decided),
                "count": len(decided),
                "interval": [round(low, 4), round(high, 4)],
            }
        )
        assert found["games"]["digit-duel"] == total
        assert (found["waiting"], found["daysRunning"], found["trend"]) == (0, 0, [])
        assert [one["beaten"] for one in found["ladders"]["digit-duel"]] == [False] * 5
        others = await stats(ben)
        assert others["total"]["won"] == len(STARTS) - total["won"]
        assert (await stats(app.guest()))["total"]["played"] == 0

    run_with_app(scenario)


def test_games_are_evaluated_once_and_wait_if_time_runs_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = app.guest(), app.guest()
        for place in range(2):
            await played_out(app, ada, ben, place)
        with monkeypatch.context() as patched:
            patched.setattr(people, "STATISTICS_SECONDS", -1.0)
            found = await stats(ada)
            assert (found["waiting"], found["total"]["played"]) == (2, 0)
        found = await stats(ada)
        assert (found["waiting"], found["total"]["played"]) == (0, 2)
        monkeypatch.setattr(people, "STATISTICS_SECONDS", -1.0)
        assert await stats(ada) == found
        assert (await stats(ben))["waiting"] == 0, "what was found is found for both"

    run_with_app(scenario)


# Personal data: show, export, delete


async def answer_one(guest: Guest) -> None:
    """Answer a puzzle of the first day, right or wrong."""
    body = {"day": 1, "game": "digit-poison", "answers": ["0"]}
    answer = await guest.post("/api/daily/answer", body)
    assert answer.status_code == 200, answer.text
    guest.secret = answer.json()["secret"] or guest.secret


async def data_of(guest: Guest) -> Json:
    found: Json = (await guest.get("/api/me")).json()
    return found


def test_deleting_a_person_leaves_nothing_in_the_database(tmp_path: Path) -> None:
    path = tmp_path / "games"
    store = SqliteStore(path, lambda: "2026-11-16T12:00:00.000Z")

    def everything() -> str:
        with sqlite3.connect(path) as database:
            return "\n".join(database.iterdump())

    async def scenario(app: RunningApp) -> None:
        ada, ben = app.guest(), app.guest()
        await ada.set_up(against="perfect", name="Adelheid")
        alone = ada.match["code"]
        await played_out(app, ada, ben, name="Adelheid")
        shared = ada.match["code"]
        await answer_one(ada)
        await stats(ada)
        holder = store_person(ada)
        assert await data_of(ada) == {"answers": 1, "games": 2, "own": False}
        exported = (await ada.get("/api/me/export")).json()
        assert [one["answer"] for one in exported["answers"]] == ["0"]
        assert [one["players"][0]["name"] for one in exported["games"]] == ["Adelheid"] * 2
        dump = everything()
        assert dump.count("Adelheid") == 2
        assert holder in dump.lower()
        assert (await ada.post("/api/me/forget", {})).json()["games"] == 2
        dump = everything()
        assert "Adelheid" not in dump
        assert holder not in dump.lower()
        assert await data_of(ada) == {"answers": 0, "games": 0, "own": False}
        assert refused(await ada.get(f"/api/matches/{alone}")) == "unknown-match"
        theirs = (await ben.get(f"/api/matches/{shared}")).json()
        assert [one["name"] for one in theirs["players"]] == ["Player 1", "Ben"]
        assert (await data_of(ben))["games"] == 1
        guest = app.guest()
        assert (await guest.post("/api/me/forget", {})).json()["games"] == 0
        assert (await guest.get("/api/me/export")).json()["games"] == []

    run_with_app(scenario, store=store, time=TurnedClock(wall=1_780_000_000.0))


# Another device


def cookie_in(answer: httpx2.Response) -> str:
    """Return the secret that a response sets as a cookie."""
    return answer.headers["set-cookie"].partition("=")[2].partition(";")[0]


def test_a_device_key_works_once_and_merges_the_data_of_the_device() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, phone, eve = app.guest(), app.guest(), app.guest()
        assert refused(await ada.post("/api/me/key", {})) == "not-possible"
        await ada.set_up(against="here")
        await phone.set_up(against="perfect")
        running = phone.match["code"]
        key = (await ada.post("/api/me/key", {})).json()["key"]
        old = (await ada.post("/api/me/key", {})).json()["key"]
        assert refused(await phone.post("/api/me/device", {"key": key})) == "bad-key", "replaced"
        answer = await phone.post("/api/me/device", {"key": old.lower()})
        assert answer.json() == {"answers": 0, "games": 2, "own": False}
        assert refused(await eve.post("/api/me/device", {"key": old})) == "bad-key", "used"
        gone = phone.secret
        phone.secret = cookie_in(answer)
        assert phone.secret == ada.secret
        assert (await data_of(ada))["games"] == 2
        seat = (await ada.get(f"/api/matches/{running}")).json()["you"]
        assert seat == [1], "the current game continues under the new name"
        assert (await data_of(Guest(app.http, gone)))["games"] == 0
        late = (await ada.post("/api/me/key", {})).json()["key"]
        app.time.pass_by(301)
        assert refused(await eve.post("/api/me/device", {"key": late})) == "bad-key"

    run_with_app(scenario, time=TurnedClock(wall=1_780_000_000.0))


# The owner of the server's machine


def test_only_the_browser_that_opens_the_owner_link_gets_the_terminals_games() -> None:
    store = SqliteStore(IN_MEMORY, lambda: "2026-11-16T12:00:00.000Z")
    store.add_attempt("", Attempt("a", "digit-duel", 1, "x", True))

    async def scenario(app: RunningApp) -> None:
        ada, eve = app.guest(), app.guest()
        for guest in (ada, eve):
            await guest.set_up(against="perfect")
        wrong = {"link": "guessed"}
        assert refused(await eve.post("/api/me/own", wrong)) == "bad-key"
        assert refused(await app.guest().post("/api/me/own", {"link": LINK})) == "bad-key"
        answer = await ada.post("/api/me/own", {"link": LINK})
        assert answer.json() == {"answers": 1, "games": 1, "own": True}
        for guest in (ada, eve):
            assert refused(await guest.post("/api/me/own", {"link": LINK})) == "bad-key", "once"
        await answer_one(ada)
        await answer_one(eve)
        assert len(store.attempts("")) == 2
        assert await data_of(eve) == {"answers": 1, "games": 1, "own": False}
        key = (await eve.post("/api/me/key", {})).json()["key"]
        trap = await ada.post("/api/me/device", {"key": key})
        assert refused(trap) == "not-possible", (
            "a device key does not make its owner the owner of the server"
        )
        assert not (await data_of(eve))["own"]

    run_with_app(scenario, store=store, own_link=LINK, time=TurnedClock(wall=1_780_000_000.0))


def test_without_an_owner_link_no_browser_gets_them() -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        await ada.set_up(against="here")
        for link in ("", "-", LINK):
            assert (await ada.post("/api/me/own", {"link": link})).status_code in (400, 403)
        assert not (await data_of(ada))["own"]

    run_with_app(scenario)


def test_the_terminals_person_has_no_secret() -> None:
    store = SqliteStore(IN_MEMORY, lambda: "2026-11-16T12:00:00.000Z")
    saved = []

    async def scenario(app: RunningApp) -> None:
        ada, ben = app.guest(), app.guest()
        await played_out(app, ada, ben)
        saved.append(store.finished(""))

    run_with_app(scenario, store=store)
    assert saved == [[]]


def test_a_rung_of_the_ladder_is_played_from_a_start_that_can_be_won() -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()

        async def climbed(**wish: object) -> httpx2.Response:
            return await ada.post("/api/ladder", {"game": "digit-duel", "level": "easy", **wish})

        answer = await climbed(name="Ada")
        assert answer.status_code == 201
        ada.secret = answer.json()["secret"]
        ada.match = answer.json()["match"]
        assert [one["name"] for one in ada.match["players"]] == ["Ada", "Computer"]
        await ada.command("resign")
        assert (await stats(ada))["total"]["played"] == 1
        assert refused(await climbed(level="mcts")) == "malformed"
        assert refused(await climbed(game="chess")) == "unknown-game"
        assert refused(await climbed(name="\u200b")) == "malformed"

    run_with_app(scenario)


def test_home_shows_the_ladder_after_the_first_game() -> None:
    store = SqliteStore(IN_MEMORY, lambda: "2026-11-16T12:00:00.000Z")

    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        for won in (True, True, True, False):
            app.time.pass_by(60)
            answer = await ada.post("/api/ladder", {"game": "digit-duel", "level": "beginner"})
            ada.secret = answer.json()["secret"] or ada.secret
            ada.match = answer.json()["match"]
            game = store.games_of(store_person(ada))[-1]
            seat = Seat.TWO if won else Seat.ONE
            end = Result(End.RESIGNATION, seat.other, "So.")
            store.append(game, 1, Event(Act.RESIGN, seat), end)
        page = (await ada.get("/")).text
        assert 'class="climbing"' in page
        assert ", 1 of 5 rungs climbed. " in page
        assert page.count(", 0 of 5 rungs climbed. ") == len(catalogue()) - 1
        assert "next: Computer (easy)" in page
        app.http.cookies.clear()
        page = (await app.guest().get("/")).text
        assert 'class="climbing"' not in page, "nothing before the first game"

    run_with_app(scenario, store=store, limits=Limits(thinking_milliseconds=60_000))


def test_sums_are_saved_even_if_home_does_not_wait_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = SqliteStore(IN_MEMORY, lambda: "2026-11-16T12:00:00.000Z")

    async def scenario(app: RunningApp) -> None:
        ada, ben = app.guest(), app.guest()
        await played_out(app, ada, ben)
        await stats(ada)
        (game,) = store.finished(store_person(ada))
        store.save_analysis(game.id, str(game.analysis))
        (day,) = store.saved_days(store_person(ada))
        assert not has_current_sums(day)
        monkeypatch.setattr(people, "HOME_SECONDS", 0.0)
        assert 'class="climbing"' not in (await ada.get("/")).text
        while not has_current_sums(day):
            await asyncio.sleep(0)
            (day,) = store.saved_days(store_person(ada))

    run_with_app(scenario, store=store)


def store_person(guest: Guest) -> str:
    """Return the name under which a person's games are saved."""
    return hash_secret(str(guest.secret).partition(".")[0]).hex()
