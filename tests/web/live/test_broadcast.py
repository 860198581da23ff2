"""Several servers that share a store, simulated in one process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping

import pytest

from lastdigit.errors import StoreError
from lastdigit.game.game import Seat
from lastdigit.match.record import Act, Event
from lastdigit.storage import (
    IN_MEMORY,
    Cluster,
    Heartbeat,
    MatchChange,
    MatchUpdate,
    Message,
    SqliteStore,
)
from lastdigit.system import timestamp
from lastdigit.web.limits import Limits
from lastdigit.web.live.lobby import create_match, join
from lastdigit.web.live.registry import Registry
from lastdigit.web.schemas import matches
from tests.web.inside import TurnedClock

ADA, BEN = bytes([1]) * 32, bytes([2]) * 32


class OtherServers(Cluster):
    """Other servers, which the test simulates."""

    def __init__(self, time: TurnedClock) -> None:
        self.clock = time.clock()
        self.hear: Callable[[MatchChange | Message | None], None] = lambda _: None
        self.said: list[tuple[str, ...]] = []
        self.found: list[MatchUpdate] = []
        self.asked: list[Mapping[str, int]] = []
        self.round = Heartbeat(time.steady, {})
        self.leapt = 0.0
        self.away = False
        self.here: list[bytes] = []

    def listen(self, hear: Callable[[MatchChange | Message | None], None]) -> None:
        """Let the test send notifications."""
        self.hear = hear

    def broadcast(self, *words: str) -> None:
        """Remember messages."""
        self.said.append(words)

    def updates(self, held: Mapping[str, int]) -> list[MatchUpdate]:
        """Return what the test has prepared."""
        self.asked.append(dict(held))
        return [one for one in self.found if one.code in held]

    def heartbeat(self, here: Collection[bytes]) -> Heartbeat:
        """Return what the test has prepared."""
        self.here = list(here)
        if self.away:
            raise StoreError("The database is away.")
        return self.round

    def clock_jumps(self) -> float:
        """Return by how much the test has moved the clock."""
        leapt, self.leapt = self.leapt, 0.0
        return leapt


class SharedStore(SqliteStore):
    """A store in memory that pretends to be shared."""

    def __init__(self, time: TurnedClock) -> None:
        super().__init__(IN_MEMORY, lambda: timestamp(time.wall))
        self.others = OtherServers(time)

    @property
    def cluster(self) -> Cluster:
        """The other servers."""
        return self.others


def shared(scenario: Callable[[Registry, OtherServers, TurnedClock], object]) -> None:
    """Run a scenario on a registry with other servers."""
    time = TurnedClock(steady=1_750_000_000.0)

    async def run() -> None:
        store = SharedStore(time)
        registry = Registry(store, Limits(), time.clock())
        await registry.connect()
        try:
            await scenario(registry, store.others, time)  # type: ignore[misc]
        finally:
            await registry.close()

    asyncio.run(run())


async def begun(registry: Registry, **wish: object) -> str:
    """Return the code of a match between Ada and Ben."""
    arranged = matches.NewMatch(game="digit-duel", against="link", first=1, **wish)  # type: ignore[arg-type]
    live = await create_match(registry, arranged, ADA)
    await join(registry, live.code, matches.JoinMatch(), BEN)
    return live.code


async def settled(condition: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.005)


def test_events_saved_by_another_server_are_loaded_from_the_last_known_one() -> None:
    async def scenario(registry: Registry, others: OtherServers, time: TurnedClock) -> None:
        code = await begun(registry)
        version = registry.in_memory[code].version
        move = Event(Act.MOVE, Seat.ONE, "ones")
        others.found = [MatchUpdate(code, 0, (move,), None, None, version, "AGAIN2")]
        others.hear(MatchChange(code, 1, time.wall))
        await settled(lambda: len(registry.in_memory[code].match.events) == 1)
        live = registry.in_memory[code]
        assert others.asked[-1] == {code: 0}
        assert (live.match.moves, live.rematch, live.delay) == (["ones"], "AGAIN2", 2.0)
        asked = len(others.asked)
        others.hear(MatchChange(code, 1, time.wall))  # already in memory
        others.hear(MatchChange("not in memory", 5, time.wall))
        await asyncio.sleep(0.02)
        assert len(others.asked) == asked

    shared(scenario)


def test_after_a_lost_connection_all_matches_in_memory_are_checked() -> None:
    async def scenario(registry: Registry, others: OtherServers, _: TurnedClock) -> None:
        codes = {await begun(registry) for _ in range(3)}
        others.hear(None)
        await settled(lambda: others.asked and others.asked[-1].keys() == codes)

    shared(scenario)


def test_setting_the_clock_does_not_affect_a_running_turn() -> None:
    async def scenario(registry: Registry, others: OtherServers, time: TurnedClock) -> None:
        code = await begun(registry, time_limit=60)
        live = registry.in_memory[code]
        time.pass_by(5)
        left = live.deadline - time.steady
        time.steady, time.wall, others.leapt = time.steady + 3600, time.wall + 3600, 3600.0
        assert registry._cluster is not None
        await registry._cluster.beat()
        assert live.deadline - time.steady == pytest.approx(left)
        assert live.match.result is None

    shared(scenario)


def test_no_absence_counts_while_the_database_was_away() -> None:
    async def scenario(registry: Registry, others: OtherServers, time: TurnedClock) -> None:
        code = await begun(registry)
        sharing, seat = registry._cluster, Seat.TWO
        assert sharing is not None
        time.pass_by(100)
        assert await registry._is_deserted(registry.in_memory[code], seat)
        others.away = True
        with pytest.raises(StoreError):
            await sharing.beat()
        sharing._is_connected = False  # as the heartbeat task does
        time.pass_by(100)
        others.away = False
        assert not await registry._is_deserted(registry.in_memory[code], seat)
        time.pass_by(100)
        assert await registry._is_deserted(registry.in_memory[code], seat)
        others.round = Heartbeat(0.0, {"a server that has come back": frozenset()})
        assert not await registry._is_deserted(registry.in_memory[code], seat)

    shared(scenario)


def test_servers_exchange_short_codes_and_seat_keys() -> None:
    async def scenario(registry: Registry, others: OtherServers, time: TurnedClock) -> None:
        spoken = registry.invitations.issue("match", time.steady)
        registry.keys.issue("match", Seat.TWO, time.steady)
        await settled(lambda: len(others.said) == 2)
        registry.invitations.add(spoken.__class__("ABCDEF", "another", time.steady + 60))
        others.hear(Message(("spoken", "GHJKMN", "third", repr(time.steady + 60))))
        await settled(lambda: registry.invitations.current("third", time.steady) is not None)
        found = registry.invitations.resolve("ghj-kmn", time.steady)
        assert found == "third"
        assert registry.keys._keys["match", Seat.TWO][0]
        others.hear(Message(("key", "match", "2", "-", "0.0")))
        await settled(lambda: not registry.keys._keys["match", Seat.TWO][0])

    shared(scenario)
