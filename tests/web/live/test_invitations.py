"""Invitations: a link that nobody can guess, and a code to say aloud that nobody can try out."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import httpx
import pytest

from lastdigit.store import SqliteStore
from lastdigit.web.limits import Limits
from tests.store.test_contract import ticking
from tests.store.test_sqlite import make_old_file
from tests.web.inside import Guest, House, Json, play
from tests.web.people import refused

MINUTES = 60
WRONG = "ZZZZZZ"


async def invited(house: House) -> tuple[Guest, str]:
    """Return somebody who waits for a friend, and the code that they say."""
    ada = house.guest()
    await ada.set_up(against="link")
    return ada, (await shown(ada))["spoken"]


async def shown(guest: Guest) -> Json:
    """Return the invitation that somebody sees while they wait."""
    answer = await guest.get(f"{guest.path}/invitation")
    assert answer.status_code == 200, answer.text
    body: Json = answer.json()
    return body


async def enter(guest: Guest, spoken: str) -> httpx.Response:
    """Type a code."""
    return await guest.post("/api/invitations", {"spoken": spoken})


def leading_to(guest: Guest, key: bool = False) -> Json:
    """Return what is answered to somebody who may come to a match."""
    return {"code": guest.match["code"], "key": key, "room": False}


async def visitor(house: House) -> Guest:
    """Return somebody whose browser has the cookie that the start page gives."""
    guest = house.guest()
    cookie = (await guest.get("/")).headers["Set-Cookie"]
    guest.secret = cookie.partition("=")[2].partition(";")[0]
    house.http.cookies.clear()
    return guest


def test_a_link_carries_a_secret_of_128_bits() -> None:
    async def story(house: House) -> None:
        codes = [(await house.guest().set_up(against="link"))["code"] for _ in range(20)]
        assert len(set(codes)) == 20
        assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", code) for code in codes)
        eve = house.guest()
        eve.match = {"code": codes[0].swapcase()}
        assert refused(await eve.get(eve.path)) == "unknown-match"

    play(story)


def test_a_spoken_code_leads_to_the_match_however_it_is_typed() -> None:
    async def story(house: House) -> None:
        ada, spoken = await invited(house)
        assert re.fullmatch(r"[2-9A-HJKMNP-Z]{6}", spoken)
        ben = house.guest()
        for typed in (
            spoken,
            spoken.lower(),
            f" {spoken[:3]} {spoken[3:]} ",
            f"{spoken[:3]}-{spoken[3:]}",
        ):
            assert (await enter(ben, typed)).json() == leading_to(ada)
        assert (await ben.sit(ada.match["code"]))["you"] == [2]

    play(story)


def test_a_spoken_code_is_no_link() -> None:
    async def story(house: House) -> None:
        _, spoken = await invited(house)
        assert refused(await house.guest().get(f"/api/matches/{spoken}")) == "unknown-match"

    play(story)


def test_a_spoken_code_works_for_ten_minutes() -> None:
    async def story(house: House) -> None:
        ada, spoken = await invited(house)
        assert (await shown(ada))["seconds"] == 10 * MINUTES
        house.time.pass_by(10 * MINUTES - 1)
        assert await shown(ada) == {"spoken": spoken, "seconds": 1}
        assert (await enter(house.guest(), spoken)).status_code == 200
        house.time.pass_by(1)
        assert await shown(ada) == {"spoken": None, "seconds": 0}
        assert refused(await enter(house.guest(), spoken)) == "unknown-code"

    play(story)


def test_a_new_code_is_one_press_away_and_the_old_one_stops() -> None:
    async def story(house: House) -> None:
        ada, old = await invited(house)
        house.time.pass_by(5 * MINUTES)
        answer = await ada.post(f"{ada.path}/invitation", {})
        new = answer.json()
        assert new["seconds"] == 10 * MINUTES
        assert await shown(ada) == new
        assert refused(await enter(house.guest(), old)) == "unknown-code"
        assert (await enter(house.guest(), new["spoken"])).json() == leading_to(ada)

    play(story)


def test_only_who_sits_there_sees_the_code_and_only_while_a_seat_is_free() -> None:
    async def story(house: House) -> None:
        ada, spoken = await invited(house)
        eve = Guest(house.http, None, ada.match)
        for ask in (eve.get(f"{eve.path}/invitation"), eve.post(f"{eve.path}/invitation", {})):
            assert refused(await ask) == "no-seat"
        await house.guest().sit(ada.match["code"])
        for ask in (ada.get(f"{ada.path}/invitation"), ada.post(f"{ada.path}/invitation", {})):
            assert refused(await ask) == "seat-taken"
        assert (await enter(eve, spoken)).status_code == 200, "a third visitor comes to watch"

    play(story)


def test_a_key_leads_to_its_match_too_so_that_nobody_types_a_long_link() -> None:
    async def story(house: House) -> None:
        ada, ben = await house.two()
        key = (await ben.post(f"{ben.path}/key", {})).json()["key"]
        phone = await visitor(house)
        assert (await enter(phone, key.lower())).json() == leading_to(ada, key=True)
        assert (await phone.sit(ada.match["code"], key=key))["you"] == [2]
        assert refused(await enter(phone, key)) == "unknown-code", "it has been used"
        late = (await ada.post(f"{ada.path}/key", {})).json()["key"]
        house.time.pass_by(Limits().key_seconds)
        assert refused(await enter(phone, late)) == "unknown-code"

    play(story)


def test_a_browser_may_be_wrong_five_times_in_ten_minutes() -> None:
    async def story(house: House) -> None:
        ada, spoken = await invited(house)
        eve = await visitor(house)
        for _ in range(5):
            assert refused(await enter(eve, WRONG)) == "unknown-code"
        spent = await enter(eve, spoken)
        assert refused(spent) == "too-many", "a right code no longer helps"
        assert int(spent.headers["Retry-After"]) == 2 * MINUTES
        assert "link" in spent.json()["message"]
        assert (await enter(await visitor(house), spoken)).status_code == 200
        house.time.pass_by(2 * MINUTES)
        assert (await enter(eve, spoken)).json() == leading_to(ada)

    play(story)


def test_right_codes_cost_nothing() -> None:
    async def story(house: House) -> None:
        _, spoken = await invited(house)
        ben = await visitor(house)
        for _ in range(15):
            assert (await enter(ben, spoken)).status_code == 200

    play(story)


def test_who_throws_cookies_away_is_stopped_by_the_address() -> None:
    async def story(house: House) -> None:
        _, spoken = await invited(house)
        for _ in range(Limits().wrong_codes_an_address):
            assert refused(await enter(house.guest(), WRONG)) == "unknown-code"
        assert refused(await enter(house.guest(), spoken)) == "too-many"
        assert refused(await enter(await visitor(house), spoken)) == "too-many"

    play(story)


@pytest.mark.prove
def test_a_class_of_fifty_behind_one_address_stays_within_every_limit() -> None:
    """Twenty-five pairs within a minute; everybody has mistyped once or twice."""

    async def story(house: House) -> None:
        for number in range(25):
            ada, ben, cleo = [await visitor(house) for _ in range(3)]
            await ada.set_up(against="link", name="Ada")
            spoken = (await shown(ada))["spoken"]
            for guest in (ben, cleo):
                for _ in range(1 + number % 2):
                    assert refused(await enter(guest, WRONG)) == "unknown-code"
                assert (await enter(guest, spoken)).json() == leading_to(ada)
            await ben.sit(ada.match["code"], name="Ben")
            await ada.look()
            await ada.move("ones")
            assert (await cleo.get(ada.path)).json()["number"] == 1
            house.time.pass_by(2)

    play(story)


def test_a_match_of_before_gets_a_link_that_cannot_be_guessed(tmp_path: Path) -> None:
    path = tmp_path / "data" / "games.sqlite3"
    secret = "0" * 43
    make_old_file(path, 2, hashlib.sha256(secret.encode()).digest())

    async def story(house: House) -> None:
        ada = Guest(house.http, secret)
        assert refused(await ada.get("/api/matches/ABC234")) == "unknown-match"
        (match,) = (await ada.get("/api/mine")).json()
        assert re.fullmatch(r"[A-Za-z0-9_-]{22,}", match["code"])
        ada.match = match
        assert (await ada.look())["you"] == [1, 2]

    play(story, store=SqliteStore(path, ticking()))


def test_codes_do_not_outlive_the_server_and_a_new_one_is_made(tmp_path: Path) -> None:
    people: list[Guest] = []
    path = tmp_path / "data" / "games.sqlite3"

    async def before(house: House) -> None:
        people.append((await invited(house))[0])

    async def after(house: House) -> None:
        ada = Guest(house.http, people[0].secret, people[0].match)
        assert await shown(ada) == {"spoken": None, "seconds": 0}
        new = (await ada.post(f"{ada.path}/invitation", {})).json()
        assert (await enter(house.guest(), new["spoken"])).json() == leading_to(ada)

    play(before, store=SqliteStore(path, ticking()))
    play(after, store=SqliteStore(path, ticking()))
