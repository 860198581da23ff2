"""People: their finished games and statistics, and the keys that connect their devices.

Finished games are evaluated one at a time in the puzzle job queue, so that other jobs run
between them. The findings are saved with the game.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from lastdigit.errors import StoreError
from lastdigit.games import catalogue
from lastdigit.match.record import from_line, to_line
from lastdigit.puzzles.generate import day_number
from lastdigit.puzzles.history import is_current, parse_played_games, serialize_analysis
from lastdigit.puzzles.practice import RungProgress, ladder_progress
from lastdigit.puzzles.statistics import statistics_data
from lastdigit.storage import Attempt, Finished, Store
from lastdigit.system import Clock
from lastdigit.web.live.invitations import (
    KEY_LENGTH,
    hash_secret,
    new_letters,
    normalize_letters,
)
from lastdigit.web.live.jobs import Job, Workers
from lastdigit.web.schemas.errors import Refusal
from lastdigit.web.schemas.puzzles import Statistics

HOME_SECONDS = 0.6
"""Seconds for which the home page waits for the ladders, which are optional."""
STATISTICS_SECONDS = 3.0
"""Seconds to spend evaluating games before responding. The remaining games are only counted."""
MAX_EVALUATED = 1_000
"""Games with more events are not evaluated, so that other jobs do not have to wait."""


class DeviceKeys:
    """One-time keys that give a person's secret to another device, at most one per person."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._keys: dict[str, tuple[bytes, float]] = {}
        """The hash of the key and the time at which it expires, by secret."""

    def issue(self, secret: str, now: float) -> str:
        """Return a new key for a secret, which replaces the previous key."""
        for other, (_, expires) in list(self._keys.items()):
            if expires <= now or other == secret:
                del self._keys[other]
        key = new_letters(KEY_LENGTH)
        self._keys[secret] = hash_secret(key), now + self._seconds
        return key

    def redeem(self, key: str, now: float) -> str | None:
        """Return the secret for a key, and revoke the key."""
        given = hash_secret(normalize_letters(key))
        for secret, (hashed, expires) in self._keys.items():
            if secrets.compare_digest(hashed, given) and expires > now:
                del self._keys[secret]
                return secret
        return None


class OwnerLink:
    """The one-time link that gives a browser access to the games of this machine's terminal."""

    def __init__(self) -> None:
        self._hashed: bytes | None = None

    def set_token(self, token: str) -> None:
        self._hashed = hash_secret(token)

    def redeem(self, token: str) -> bool:
        """Return whether a token is valid, and revoke it."""
        if self._hashed is None or not secrets.compare_digest(self._hashed, hash_secret(token)):
            return False
        self._hashed = None
        return True


@dataclass(frozen=True)
class FindingJob(Job):
    """Evaluate a finished game. `record` is its line of JSON."""

    record: str

    def run(self) -> str:
        return serialize_analysis(from_line(self.record))


@dataclass(frozen=True)
class StatisticsJob(Job):
    """Compute a person's statistics. `waiting` is the number of games still to evaluate."""

    games: list[Finished]
    attempts: list[Attempt]
    today: int
    waiting: int

    def run(self) -> Statistics:
        kinds, played = list(catalogue().values()), list(parse_played_games(self.games))
        statistics = statistics_data(kinds, played, self.attempts, self.today)
        return {**statistics, "waiting": self.waiting}


class People:
    """The finished games and puzzle attempts of everyone who plays in a browser."""

    def __init__(self, store: Store, workers: Workers, clock: Clock, key_seconds: float) -> None:
        self.keys = DeviceKeys(key_seconds)
        self.link = OwnerLink()
        self._store = store
        self._workers = workers
        self._clock = clock

    async def attempts(self, holder: bytes | None) -> list[Attempt]:
        """Return a person's answers to puzzles, oldest first."""
        return await self._workers.read(_attempts, self._store, holder) if holder else []

    async def statistics(self, holder: bytes | None) -> bytes:
        """Return a person's statistics as JSON. May raise Refusal."""
        games, waiting = await self.evaluated_games(holder, STATISTICS_SECONDS)
        job = StatisticsJob(
            games=games,
            attempts=await self.attempts(holder),
            today=day_number(self._clock.wall()),
            waiting=waiting,
        )
        return await self._workers.puzzles.run(job)

    async def finished_games(self, holder: bytes | None) -> list[Finished]:
        """Return a person's finished games, with their saved findings."""
        return await self._workers.read(_finished_games, self._store, holder) if holder else []

    async def evaluated_games(
        self, holder: bytes | None, seconds: float, kind: str | None = None
    ) -> tuple[list[Finished], int]:
        """Return a person's evaluated games, and the number of games still to evaluate.

        With `kind`, include only games of this kind.
        """
        deadline, evaluated, waiting = self._clock.steady() + seconds, [], 0
        for game in await self.finished_games(holder):
            if kind not in (None, game.game):
                continue
            if is_current(game.analysis):
                evaluated.append(game)
            elif self._clock.steady() >= deadline:
                waiting += 1
            else:
                evaluated.append(await self.evaluate(game))
        return evaluated, waiting

    async def ladders(self, holder: bytes | None) -> dict[str, list[RungProgress]]:
        """Return a person's progress on each game's ladder.

        Return an empty dictionary if there are no games, or if it would take too long.
        """
        with suppress(TimeoutError, Refusal, StoreError):
            async with asyncio.timeout(HOME_SECONDS):
                games, _ = await self.evaluated_games(holder, HOME_SECONDS / 2)
                return await self._workers.look_up(_ladders, games) if games else {}
        return {}

    async def evaluate(self, game: Finished) -> Finished:
        """Evaluate a finished game, and save the findings. May raise LastDigitError."""
        record = await self._workers.read(self._store.record, game.id)
        if len(record.events) > MAX_EVALUATED:
            return game._replace(analysis=None)
        await self._workers.variants.wait_for(record.setup.build_game())
        result = await self._workers.puzzles.run(FindingJob(record=to_line(record)))
        finding = msgspec.json.decode(result, type=str)
        await self._workers.write(self._store.save_analysis, game.id, finding)
        return game._replace(analysis=finding)


def _ladders(games: list[Finished]) -> dict[str, list[RungProgress]]:
    played = list(parse_played_games(games))
    return {name: ladder_progress(kind, played) for name, kind in catalogue().items()}


def _attempts(store: Store, holder: bytes) -> list[Attempt]:
    return store.attempts(store.person_of(holder))


def _finished_games(store: Store, holder: bytes) -> list[Finished]:
    return store.finished(store.person_of(holder))
