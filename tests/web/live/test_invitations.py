"""Invitations: links that cannot be guessed, short codes, and limits for wrong guesses."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import re
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest

from lastdigit.storage import SqliteStore
from lastdigit.web.limits import Limits
from lastdigit.web.live.invitations import MAX_WAITING, WrongGuessBudget
from lastdigit.web.schemas.errors import Reason, Refusal
from tests.storage.test_contract import ticking
from tests.storage.test_sqlite import make_old_file
from tests.web.inside import Guest, Json, RunningApp, run_with_app
from tests.web.people import refused
from tests.web.simulated import simulate

MINUTES = 60
WRONG = "ZZZZZZ"
ADDRESS = "192.0.2.7"


async def invited(app: RunningApp) -> tuple[Guest, str]:
    """Return a player who waits for a friend, and the short code."""
    ada = app.guest()
    await ada.set_up(against="link")
    return ada, (await shown(ada))["spoken"]


async def shown(guest: Guest) -> Json:
    """Return the invitation that a waiting player sees."""
    answer = await guest.get(f"{guest.path}/invitation")
    assert answer.status_code == 200, answer.text
    body: Json = answer.json()
    return body


async def enter(guest: Guest, spoken: str) -> httpx2.Response:
    """Enter a short code."""
    return await guest.post("/api/invitations", {"spoken": spoken})


def leading_to(guest: Guest, key: bool = False) -> Json:
    """Return the response that leads to a match."""
    return {"code": guest.match["code"], "key": key, "room": False}


def test_a_link_carries_a_secret_of_128_bits() -> None:
    async def scenario(app: RunningApp) -> None:
        codes = [(await app.guest().set_up(against="link"))["code"] for _ in range(20)]
        assert len(set(codes)) == 20
        assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", code) for code in codes)
        eve = app.guest()
        eve.match = {"code": codes[0].swapcase()}
        assert refused(await eve.get(eve.path)) == "unknown-match"

    run_with_app(scenario)


def test_a_short_code_leads_to_the_match_however_it_is_typed() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, spoken = await invited(app)
        assert re.fullmatch(r"[2-9A-HJKMNP-Z]{6}", spoken)
        ben = app.guest()
        for typed in (
            spoken,
            spoken.lower(),
            f" {spoken[:3]} {spoken[3:]} ",
            f"{spoken[:3]}-{spoken[3:]}",
        ):
            assert (await enter(ben, typed)).json() == leading_to(ada)
        assert (await ben.sit(ada.match["code"]))["you"] == [2]

    run_with_app(scenario)


def test_a_short_code_is_not_a_link() -> None:
    async def scenario(app: RunningApp) -> None:
        _, spoken = await invited(app)
        assert refused(await app.guest().get(f"/api/matches/{spoken}")) == "unknown-match"

    run_with_app(scenario)


def test_a_short_code_expires_after_ten_minutes() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, spoken = await invited(app)
        assert (await shown(ada))["seconds"] == 10 * MINUTES
        app.time.pass_by(10 * MINUTES - 1)
        assert await shown(ada) == {"spoken": spoken, "seconds": 1}
        assert (await enter(app.guest(), spoken)).status_code == 200
        app.time.pass_by(1)
        assert await shown(ada) == {"spoken": None, "seconds": 0}
        assert refused(await enter(app.guest(), spoken)) == "unknown-code"

    run_with_app(scenario)


def test_a_new_code_replaces_the_old_one() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, old = await invited(app)
        app.time.pass_by(5 * MINUTES)
        answer = await ada.post(f"{ada.path}/invitation", {})
        new = answer.json()
        assert new["seconds"] == 10 * MINUTES
        assert await shown(ada) == new
        assert refused(await enter(app.guest(), old)) == "unknown-code"
        assert (await enter(app.guest(), new["spoken"])).json() == leading_to(ada)

    run_with_app(scenario)


def test_only_players_see_the_code_and_only_while_a_seat_is_free() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, spoken = await invited(app)
        eve = Guest(app.http, None, ada.match)
        for ask in (eve.get(f"{eve.path}/invitation"), eve.post(f"{eve.path}/invitation", {})):
            assert refused(await ask) == "no-seat"
        await app.guest().sit(ada.match["code"])
        for ask in (ada.get(f"{ada.path}/invitation"), ada.post(f"{ada.path}/invitation", {})):
            assert refused(await ask) == "seat-taken"
        assert (await enter(eve, spoken)).status_code == 200, "a third visitor comes to watch"

    run_with_app(scenario)


def test_a_seat_key_leads_to_its_match() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two()
        key = (await ben.post(f"{ben.path}/key", {})).json()["key"]
        phone = await app.visitor()
        assert (await enter(phone, key.lower())).json() == leading_to(ada, key=True)
        assert (await phone.sit(ada.match["code"], key=key))["you"] == [2]
        assert refused(await enter(phone, key)) == "unknown-code", "it has been used"
        late = (await ada.post(f"{ada.path}/key", {})).json()["key"]
        app.time.pass_by(Limits().key_seconds)
        assert refused(await enter(phone, late)) == "unknown-code"

    run_with_app(scenario)


def test_a_right_code_is_never_refused_however_many_were_wrong() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, spoken = await invited(app)
        eve = await app.visitor()
        for _ in range(2 * Limits().wrong_codes_a_browser):
            assert refused(await enter(eve, WRONG)) == "unknown-code"
        assert (await enter(eve, spoken)).json() == leading_to(ada)
        assert (await enter(await app.visitor(), spoken)).json() == leading_to(ada)

    run_with_app(scenario, Limits(wrong_codes_a_second=1000))


def test_right_codes_cost_nothing() -> None:
    async def scenario(app: RunningApp) -> None:
        _, spoken = await invited(app)
        ben = await app.visitor()
        for _ in range(15):
            assert (await enter(ben, spoken)).status_code == 200

    run_with_app(scenario)


def test_attempts_at_the_same_time_are_all_counted() -> None:
    limits = Limits(wrong_codes_a_second=0)  # attempts over the budget are refused
    codes, attempts = WrongGuessBudget(limits), list[tuple[str, float]]()

    async def scenario() -> None:
        await asyncio.gather(*(guess(codes, "eve", attempts) for _ in range(50)))

    simulate(scenario())
    assert len(attempts) == limits.wrong_codes_a_browser


SECONDS = 20
UNKNOWN = Refusal(Reason.UNKNOWN_CODE, "No match has this code.")


async def guess(codes: WrongGuessBudget, browser: str, attempts: list[tuple[str, float]]) -> None:
    """Try a wrong code, and note the time at which it was accepted."""
    clock = asyncio.get_running_loop()
    with suppress(Refusal):
        async with codes.attempt(browser, ADDRESS, clock.time()):
            attempts.append((browser, clock.time()))
            raise UNKNOWN


async def spend(codes: WrongGuessBudget, browser: str, count: int) -> None:
    """Let a browser enter a number of wrong codes."""
    for _ in range(count):
        await guess(codes, browser, [])


async def guess_without_pause(codes: WrongGuessBudget, attempts: list[tuple[str, float]]) -> None:
    """Guess with a hundred connections, half of them without a cookie."""
    async with asyncio.TaskGroup() as guesses:
        while asyncio.get_running_loop().time() < SECONDS:
            for browser in ("eve", ADDRESS):
                guesses.create_task(guess(codes, browser, attempts))
            await asyncio.sleep(0.01)


def test_a_client_that_guesses_without_pause_gets_five_attempts_a_second() -> None:
    limits = Limits()
    codes, attempts = WrongGuessBudget(limits), list[tuple[str, float]]()
    simulate(guess_without_pause(codes, attempts))
    budget = limits.wrong_codes_a_browser + limits.wrong_codes_an_address
    times = [at for _, at in attempts[budget:]]
    assert len(times) > 4 * SECONDS, "the attempts are throttled, not stopped"
    for first, sixth in zip(times, times[limits.wrong_codes_a_second :], strict=False):
        assert sixth - first >= 0.999


def test_a_right_code_gets_in_within_two_seconds_beside_a_client_that_guesses() -> None:
    codes = WrongGuessBudget(Limits(wrong_codes_an_address=0))
    waits = []

    async def pupils() -> None:
        clock = asyncio.get_running_loop()
        for number in range(5):
            await asyncio.sleep(3)
            asked = clock.time()
            async with codes.attempt(f"pupil {number}", ADDRESS, asked):
                waits.append(clock.time() - asked)

    async def scenario() -> None:
        await asyncio.gather(guess_without_pause(codes, []), pupils())

    simulate(scenario())
    assert len(waits) == 5
    assert max(waits) <= 2
    assert max(waits) > 0, "the address is throttled"


def test_browsers_with_the_fewest_wrong_codes_come_first() -> None:
    codes, turns = WrongGuessBudget(Limits(wrong_codes_an_address=0)), list[str]()

    async def attempt(browser: str) -> None:
        async with codes.attempt(browser, ADDRESS, 0):
            turns.append(browser)

    async def scenario() -> None:
        await spend(codes, "four", 4)
        await spend(codes, "two", 2)
        await asyncio.gather(*map(attempt, ("four", "two", "none", "none")))

    simulate(scenario())
    assert turns == ["none", "none", "two", "four"]


@pytest.mark.prove
def test_a_client_with_many_cookies_does_not_starve_a_pupil() -> None:
    """Cookies are free, so browsers without wrong codes are chosen at random."""
    codes, seconds = WrongGuessBudget(Limits(wrong_codes_an_address=0)), list[float]()

    async def new_browsers() -> None:
        numbers = itertools.count()
        async with asyncio.TaskGroup() as guesses:
            while not seconds:
                guesses.create_task(guess(codes, f"cookie {next(numbers)}", []))
                await asyncio.sleep(0.02)

    async def pupil() -> None:
        clock = asyncio.get_running_loop()
        await asyncio.sleep(10)
        while not seconds:
            with suppress(Refusal):
                async with codes.attempt("pupil", ADDRESS, clock.time()):
                    seconds.append(clock.time())
            await asyncio.sleep(1)

    async def scenario() -> None:
        await asyncio.gather(new_browsers(), pupil())

    simulate(scenario())
    assert len(seconds) == 1


def test_a_cancelled_attempt_does_not_delay_others() -> None:
    codes, turns = WrongGuessBudget(Limits(wrong_codes_an_address=0)), list[str]()

    async def attempt(browser: str) -> None:
        async with codes.attempt(browser, ADDRESS, 0):
            turns.append(browser)

    async def scenario() -> None:
        waiting = [asyncio.ensure_future(attempt(name)) for name in ("first", "gone", "last")]
        await asyncio.sleep(0)
        waiting[1].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    simulate(scenario())
    assert sorted(turns) == ["first", "last"]


def test_a_debt_of_wrong_codes_ends() -> None:
    codes = WrongGuessBudget(Limits())

    async def scenario() -> None:
        clock = asyncio.get_running_loop()
        for number in range(1_000):
            await guess(codes, f"cookie {number}", [])
        await asyncio.sleep(30 * MINUTES)
        asked = clock.time()
        async with codes.attempt("pupil", ADDRESS, asked):
            assert clock.time() == asked, "the address has its budget again"

    simulate(scenario())


def test_a_browser_without_wrong_codes_takes_the_place_of_one_with_many() -> None:
    codes, refused = WrongGuessBudget(Limits(wrong_codes_an_address=0)), list[str]()

    async def attempt(browser: str) -> None:
        try:
            async with codes.attempt(browser, ADDRESS, 0):
                pass
        except Refusal:
            refused.append(browser)

    async def scenario() -> None:
        crowd = [f"guesser {number}" for number in range(MAX_WAITING)]
        for browser in crowd:
            await spend(codes, browser, 1)
        await asyncio.gather(*map(attempt, [*crowd, "pupil"]))

    simulate(scenario())
    assert len(refused) == 1
    assert "pupil" not in refused


@pytest.mark.prove
def test_a_class_of_fifty_behind_one_address_stays_within_every_limit() -> None:
    """Twenty-five pairs within a minute, each with one or two wrong codes."""

    async def scenario(app: RunningApp) -> None:
        for number in range(25):
            ada, ben, cleo = [await app.visitor() for _ in range(3)]
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
            app.time.pass_by(2)

    run_with_app(scenario)


def test_a_match_of_an_old_version_gets_a_link_that_cannot_be_guessed(tmp_path: Path) -> None:
    path = tmp_path / "data" / "games.sqlite3"
    secret = "0" * 43
    make_old_file(path, 2, hashlib.sha256(secret.encode()).digest())

    async def scenario(app: RunningApp) -> None:
        ada = Guest(app.http, secret)
        assert refused(await ada.get("/api/matches/ABC234")) == "unknown-match"
        (match,) = (await ada.get("/api/mine")).json()
        assert re.fullmatch(r"[A-Za-z0-9_-]{22,}", match["code"])
        ada.match = match
        assert (await ada.look())["you"] == [1, 2]

    run_with_app(scenario, store=SqliteStore(path, ticking()))


def test_codes_end_with_the_server_and_a_new_one_can_be_issued(tmp_path: Path) -> None:
    people: list[Guest] = []
    path = tmp_path / "data" / "games.sqlite3"

    async def before(app: RunningApp) -> None:
        people.append((await invited(app))[0])

    async def after(app: RunningApp) -> None:
        ada = Guest(app.http, people[0].secret, people[0].match)
        assert await shown(ada) == {"spoken": None, "seconds": 0}
        new = (await ada.post(f"{ada.path}/invitation", {})).json()
        assert (await enter(app.guest(), new["spoken"])).json() == leading_to(ada)

    run_with_app(before, store=SqliteStore(path, ticking()))
    run_with_app(after, store=SqliteStore(path, ticking()))


@pytest.mark.parametrize(
    ("wish", "host", "guest"),
    [
        (
            {"preset": "quick", "first": 2},
            "Both start with 99. Your friend begins.",
            "Both start with 99. You begin.",
        ),
        (
            {"preset": "quick", "first": 1, "name": "Ada"},
            "Both start with 99. You begin.",
            "Both start with 99. Ada begins.",
        ),
        (
            {"options": {"number-1": 99, "number-2": 50}, "seat": 2, "first": 1},
            "Your friend starts with 99. You start with 50. Your friend begins.",
            "You start with 99. Your friend starts with 50. You begin.",
        ),
        (
            {"timeLimit": 60},
            "Both start with 999. Each turn has 60 seconds. You begin.",
            "Both start with 999. Each turn has 60 seconds. Your friend begins.",
        ),
        (
            {"clock": {"seconds": 600, "increment": 1}, "attempts": 1},
            "Both start with 999. Each player has 10 minutes, plus 1 second a move. "
            "A player loses after 1 failed try in a turn. You begin.",
            None,
        ),
        (
            {"clock": {"seconds": 90}, "attempts": 3},
            "Both start with 999. Each player has 90 seconds. "
            "A player loses after 3 failed tries in a turn. You begin.",
            None,
        ),
    ],
)
def test_host_and_guest_read_the_terms_in_words(wish: Json, host: str, guest: str | None) -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = app.guest(), app.guest()
        match = await ada.set_up(against="link", **wish)
        assert match["agreed"] == host
        ben.match = {"code": match["code"]}
        if guest is not None:
            assert (await ben.look())["agreed"] == guest
        # After both have joined, the board shows the terms.
        assert (await ben.sit(match["code"], name="Ben"))["agreed"] is None

    run_with_app(scenario)


def test_a_rematch_that_waits_states_its_terms_with_names() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = app.guest(), app.guest()
        match = await ada.set_up(against="link", name="Ada", preset="quick")
        await ben.sit(match["code"], name="Ben")
        await ada.look()
        assert (await ada.command("resign")).is_success
        again = (await ada.post(f"{ada.path}/rematch", {})).json()["match"]
        assert again["agreed"] == "Both start with 99. Ben begins."
        eve = app.guest()
        eve.match = {"code": again["code"]}
        assert (await eve.look())["agreed"] == "Both start with 99. Ben begins."

    run_with_app(scenario)


def names(match: Json) -> list[str]:
    return [player["name"] for player in match["players"]]


def test_a_host_can_change_the_name_until_the_game_begins() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = app.guest(), app.guest()
        match = await ada.set_up(against="link")
        ben.match = {"code": match["code"]}
        renamed = await ada.post(f"{ada.path}/name", {"name": "Ada"})
        assert renamed.status_code == 200, renamed.text
        assert names(renamed.json()) == ["Ada", "Player 2"]
        assert names(await ben.look()) == ["Ada", "Player 2"]
        assert names(await ben.sit(match["code"], name="Ben")) == ["Ada", "Ben"]
        late = await ada.post(f"{ada.path}/name", {"name": "Eve"})
        assert (late.status_code, refused(late)) == (409, "not-possible")
        assert names(await ada.look()) == ["Ada", "Ben"]

    run_with_app(scenario)


def test_a_name_needs_a_seat_and_visible_characters_and_must_differ() -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        await ada.set_up(against="link")
        eve = app.guest()
        eve.match = ada.match
        assert refused(await eve.post(f"{eve.path}/name", {"name": "Eve"})) == "no-seat"
        for name in ("\u3164", "Player 2", ""):
            assert refused(await ada.post(f"{ada.path}/name", {"name": name})) == "malformed"
        assert names(await ada.look()) == ["Player 1", "Player 2"]

    run_with_app(scenario)


def test_a_hosts_new_name_is_broadcast() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = app.guest(), app.guest()
        match = await ada.set_up(against="link", first=1)
        async with app.socket(f"{ada.path}/news?after=0", ben) as news:
            await ada.post(f"{ada.path}/name", {"name": "Ada"})
            heard = await news.hear()
            while names(heard)[0] != "Ada":
                heard = await news.hear()
        assert heard["agreed"] == "Both start with 999. Ada begins."
        assert heard["code"] == match["code"]

    run_with_app(scenario)
