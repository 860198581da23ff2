"""No engine helps in a game between two people while it is played, and it is said why."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.web.inside import Guest, House, play
from tests.web.people import refused

GAME = "digit-duel"


async def asked(guest: Guest, name: str = GAME, **wish: Any) -> httpx.Response:
    return await guest.post(f"/api/games/{name}/analysis", wish)


async def position(guest: Guest, turn: int) -> str:
    """Return the position of a guest's match after so many moves, as text."""
    return str((await guest.get(f"{guest.path}/turns/{turn}")).json()["position"])


def test_whoever_plays_a_position_is_not_told_what_it_is_worth_and_others_are() -> None:
    async def story(house: House) -> None:
        ada, ben = await house.two()
        await ada.move("tens")
        await ben.look()
        start, now = await position(ada, 0), await position(ada, 1)
        for one in (ada, ben):
            for wish in (
                {"position": start},
                {"position": now},
                {"position": start, "moves": ["tens"]},
                {"position": now, "moves": ["tens"]},
            ):
                answer = await asked(one, **wish)
                assert refused(answer) == "fair-play", wish
            assert "review" in answer.json()["message"]
        assert (await asked(ada, position=now, moves=["tens", "hundreds"])).status_code == 200
        assert (await asked(ada, "digit-poison", position=None)).status_code == 200
        assert refused(await asked(ada, position="nonsense")) == "bad-position"
        assert (await asked(house.guest(), position=now)).status_code == 200, "nobody we know"
        other = house.guest()
        await other.set_up(against="here")
        assert (await asked(other, position=now)).status_code == 200, "at one screen"
        assert (await ben.command("resign")).status_code == 200
        assert (await asked(ada, position=now)).status_code == 200, "it is over"

    play(story)


def test_a_game_that_nobody_has_joined_and_one_against_the_computer_are_no_contest() -> None:
    async def story(house: House) -> None:
        ada = house.guest()
        for against in ("link", "perfect"):
            await ada.set_up(against=against)
            assert (await asked(ada, position=await position(ada, 0))).status_code == 200

    play(story)


@pytest.mark.prove
def test_a_map_is_an_aid_too_and_afterwards_shows_where_the_game_went() -> None:
    async def story(house: House) -> None:
        ada, ben = await house.two()
        await ada.move("tens")
        path = f"/api/games/{GAME}/map"
        for one in (ada, ben):
            assert refused(await one.get(path)) == "fair-play"
            assert refused(await one.get(f"{one.path}/map")) == "not-over"
        assert (await ada.get("/api/games/digit-poison/map")).status_code == 200
        await ben.look()
        assert (await ben.command("resign")).status_code == 200
        seen = (await ada.get(f"{ada.path}/map")).json()
        assert 'class="walked"' in seen["drawn"]
        assert seen["grid"]["side"] == 999
        assert 'class="walked"' not in (await ada.get(path)).json()["drawn"]

    play(story)


def test_a_map_is_about_a_position_and_what_cannot_be_drawn_is_said() -> None:
    async def story(house: House) -> None:
        guest, path = house.guest(), "/api/games/number-morph/map"
        one = (await guest.get(f"{path}?position=1 211 211")).json()
        assert one["finding"].startswith("From 211 ")
        other = (await guest.get(f"{path}?position=1 307 307&before={one['position']}")).json()
        assert "pair shifted" in other["drawn"]
        assert refused(await guest.get(f"{path}?position=nonsense")) == "bad-position"
        over = "/api/games/operation-obliteration/map?position=1 35 - -"
        assert refused(await guest.get(over)) == "not-possible"

    play(story)
