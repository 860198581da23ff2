"""Who somebody is, and what they have done: finished games, judged once, and what follows.

Games are judged one at a time in the process that makes puzzles: nobody who plays waits, and others
who ask come in between. What was found of a game is kept with it.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress

import msgspec

from lastdigit.errors import StoreError
from lastdigit.games import catalogue
from lastdigit.match.record import from_line, to_line
from lastdigit.puzzles.generate import day_number
from lastdigit.puzzles.history import is_current, parse_played_games, serialize_finding
from lastdigit.puzzles.practice import (
    Standing,
    standings,
)
from lastdigit.puzzles.statistics import statistics_data
from lastdigit.storage import Attempt, Finished, Store
from lastdigit.system import Clock
from lastdigit.web.live.invitations import KEY_LENGTH, hashed, new_letters, read_letters
from lastdigit.web.live.jobs import Question, Workers
from lastdigit.web.schemas.errors import Refusal
from lastdigit.web.schemas.puzzles import (
    Statistics,
)


class DeviceKeys:
    """The keys that are out, at most one a person; times are those of a steady clock."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._keys: dict[str, tuple[bytes, float]] = {}
        """By the secret that each gives away."""

    def issue(self, secret: str, now: float) -> str:
        """Return a new key to somebody's secret, instead of any older one."""
        for kept, (_, until) in list(self._keys.items()):
            if until <= now or kept == secret:
                del self._keys[kept]
        key = new_letters(KEY_LENGTH)
        self._keys[secret] = hashed(key), now + self._seconds
        return key

    def take(self, typed: str, now: float) -> str | None:
        """Return the secret that a key gives away, which it does once."""
        given = hashed(read_letters(typed))
        for secret, (kept, until) in self._keys.items():
            if secrets.compare_digest(kept, given) and until > now:
                del self._keys[secret]
                return secret
        return None


class OwnLink:
    """The link by which one browser becomes that of whoever sits at this machine."""

    def __init__(self) -> None:
        self._kept: bytes | None = None

    def expect(self, words: str) -> None:
        """Let these words work, once."""
        self._kept = hashed(words)

    def take(self, words: str) -> bool:
        """Return whether these are the words; then they are used up."""
        if self._kept is None or not secrets.compare_digest(self._kept, hashed(words)):
            return False
        self._kept = None
        return True


class FindingQuestion(Question):
    """What there is to be found of a finished game."""

    record: str
    """Its line."""

    def answer(self) -> str:
        """Return it, as it is kept."""
        return serialize_finding(from_line(self.record))


class StatisticsQuestion(Question):
    """What somebody has done."""

    games: list[Finished]
    attempts: list[Attempt]
    today: int
    waiting: int

    def answer(self) -> Statistics:
        """Return it, counted."""
        kinds, played = list(catalogue().values()), list(parse_played_games(self.games))
        counted = statistics_data(kinds, played, self.attempts, self.today)
        return {**counted, "waiting": self.waiting}


SOON = 0.6
"""Seconds for which a page waits that can do without."""
SECONDS = 3.0
"""For so long games are judged before an answer; those left over are counted, for the next time."""
MOST_JUDGED = 1_000
"""A game with more events is not judged here: others are waiting for their answers."""


class People:
    """Everybody's finished games."""

    def __init__(self, store: Store, workers: Workers, clock: Clock, key_seconds: float) -> None:
        self.keys = DeviceKeys(key_seconds)
        self.link = OwnLink()
        self._store = store
        self._workers = workers
        self._clock = clock

    async def attempts(self, holder: bytes | None) -> list[Attempt]:
        """Return somebody's answers to puzzles, the oldest first."""
        return await self._workers.fetch(_attempts, self._store, holder) if holder else []

    async def statistics(self, holder: bytes | None) -> bytes:
        """Return what somebody has done, as JSON; raises Refusal."""
        games, waiting = await self.judged(holder, SECONDS)
        question = StatisticsQuestion(
            games=games,
            attempts=await self.attempts(holder),
            today=day_number(self._clock.wall()),
            waiting=waiting,
        )
        return await self._workers.puzzle(question)

    async def finished(self, holder: bytes | None) -> list[Finished]:
        """Return somebody's games, each with what has been found of it."""
        return await self._workers.fetch(_finished, self._store, holder) if holder else []

    async def judged(
        self, holder: bytes | None, seconds: float, kind: str | None = None
    ) -> tuple[list[Finished], int]:
        """Return somebody's games, judged as far as time allows, and how many are left to judge.

        All of them, or those of one kind.
        """
        give_up, judged, waiting = self._clock.steady() + seconds, [], 0
        for game in await self.finished(holder):
            if kind not in (None, game.game):
                continue
            if is_current(game.found):
                judged.append(game)
            elif self._clock.steady() >= give_up:
                waiting += 1
            else:
                judged.append(await self.judge(game))
        return judged, waiting

    async def ladders(self, holder: bytes | None) -> dict[str, list[Standing]]:
        """Return how far somebody is on the ladder of each game; nothing before the first game.

        A page that can do without waits for it: games are judged only while that is quick.
        """
        with suppress(TimeoutError, Refusal, StoreError):
            async with asyncio.timeout(SOON):
                games, _ = await self.judged(holder, SOON / 2)
                return await self._workers.look_up(_ladders, games) if games else {}
        return {}

    async def judge(self, game: Finished) -> Finished:
        """Return a game with what is found of it, which is kept; raises LastDigitError."""
        record = await self._workers.fetch(self._store.record, game.id)
        if len(record.events) > MOST_JUDGED:
            return game._replace(found=None)
        await self._workers.members.wait_for(record.setup.build_game())
        question = FindingQuestion(record=to_line(record))
        found = msgspec.json.decode(await self._workers.puzzle(question), type=str)
        await self._workers.keep(self._store.save_finding, game.id, found)
        return game._replace(found=found)


def _ladders(games: list[Finished]) -> dict[str, list[Standing]]:
    played = list(parse_played_games(games))
    return {name: standings(kind, played) for name, kind in catalogue().items()}


def _attempts(store: Store, holder: bytes) -> list[Attempt]:
    return store.attempts(store.person_of(holder))


def _finished(store: Store, holder: bytes) -> list[Finished]:
    return store.finished(store.person_of(holder))
