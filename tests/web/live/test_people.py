"""Whose is what: statistics equal counting by hand, and are everybody's own."""

from __future__ import annotations

from itertools import count

import httpx
import pytest

from lastdigit.arena.intervals import wilson
from lastdigit.games import find
from lastdigit.store import IN_MEMORY, SqliteStore
from lastdigit.web.live import people
from tests.puzzles.test_statistics import STARTS, moves_from, wins
from tests.web.inside import Guest, House, Json, play, think_here
from tests.web.people import refused

GAME = find("digit-duel")


@pytest.fixture(autouse=True)
def _think_here(monkeypatch: pytest.MonkeyPatch) -> None:
    think_here(monkeypatch)


async def played_out(
    house: House, ada: Guest, ben: Guest, choose: int = 0
) -> tuple[bool, list[bool]]:
    """Play a whole game between two; return whether Ada won, and where she chose, how well."""
    position = STARTS[choose]
    house.time.pass_by(60)  # or it would be too much at once
    await ada.set_up(position=position, against="link")
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
    async def story(house: House) -> None:
        ada, ben = house.guest(), house.guest()
        played = [await played_out(house, ada, ben, place) for place in range(len(STARTS))]
        await ada.set_up(against="here")  # both seats hers, and not over
        found = await stats(ada)
        decided = [right for _, game in played for right in game]
        assert True in decided
        assert False in decided
        total = found["total"]
        assert (total["played"], total["won"]) == (len(STARTS), sum(won for won, _ in played))
        low, high = wilson(sum(decided), len(decided))
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
        assert (await stats(house.guest()))["total"]["played"] == 0

    play(story)


def test_games_are_judged_once_and_those_for_which_there_is_no_time_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(house: House) -> None:
        ada, ben = house.guest(), house.guest()
        for place in range(2):
            await played_out(house, ada, ben, place)
        with monkeypatch.context() as patched:
            patched.setattr(people, "SECONDS", -1.0)
            found = await stats(ada)
            assert (found["waiting"], found["total"]["played"]) == (2, 0)
        found = await stats(ada)
        assert (found["waiting"], found["total"]["played"]) == (0, 2)
        monkeypatch.setattr(people, "SECONDS", -1.0)
        assert await stats(ada) == found
        assert (await stats(ben))["waiting"] == 0, "what was found is found for both"

    play(story)


def test_the_terminals_person_is_nobody_in_a_browser() -> None:
    store = SqliteStore(IN_MEMORY, lambda: "2026-11-16T12:00:00.000Z")
    kept = []

    async def story(house: House) -> None:
        ada, ben = house.guest(), house.guest()
        await played_out(house, ada, ben)
        kept.append(store.finished(""))

    play(story, store=store)
    assert kept == [[]]


def test_a_rung_of_the_ladder_is_played_from_a_start_that_can_be_won() -> None:
    async def story(house: House) -> None:
        ada = house.guest()

        async def climbed(**wish: object) -> httpx.Response:
            return await ada.post("/api/ladder", {"game": "digit-duel", "level": "easy", **wish})

        answer = await climbed(name="Ada")
        assert answer.status_code == 201
        ada.secret = answer.json()["secret"]
        ada.match = answer.json()["match"]
        assert [one["name"] for one in ada.match["players"]] == ["Ada", "Dot"]
        await ada.command("resign")
        assert (await stats(ada))["total"]["played"] == 1
        assert refused(await climbed(level="mcts")) == "malformed"
        assert refused(await climbed(game="chess")) == "unknown-game"
        assert refused(await climbed(name="\u200b")) == "malformed"

    play(story)
