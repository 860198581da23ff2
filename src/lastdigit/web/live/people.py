"""People: their finished games and statistics, and the keys that connect their devices.

Finished games are evaluated one at a time in the puzzle job queue, so that other jobs run
between them. The findings are saved with the game.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from lastdigit.errors import StoreError
from lastdigit.games import catalogue
from lastdigit.match.record import from_line, to_line
from lastdigit.puzzles.generate import day_number
from lastdigit.puzzles.history import is_current, serialize_analysis
from lastdigit.puzzles.practice import RungProgress, ladder_progress
from lastdigit.puzzles.statistics import statistics_data
from lastdigit.puzzles.sums import DaySums, has_current_sums, new_sums, parse_sums
from lastdigit.storage import Attempt, Finished, SavedDay, Store
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

    sums: Mapping[str, str]
    """The sums of the person's finished games as text, by day."""
    attempts: list[Attempt]
    open_mistakes: Mapping[str, int]
    today: int
    waiting: int

    def run(self) -> Statistics:
        kinds, days = list(catalogue().values()), _parse_sums(self.sums)
        statistics = statistics_data(kinds, days, self.attempts, self.open_mistakes, self.today)
        return {**statistics, "waiting": self.waiting}


@dataclass(frozen=True)
class PersonSums:
    """The sums of a person's evaluated games."""

    person: str
    sums: Mapping[str, str]
    """The sums as text, by day, oldest first."""
    waiting: int
    """The number of games still to evaluate."""


class People:
    """The finished games and puzzle attempts of everyone who plays in a browser."""

    def __init__(self, store: Store, workers: Workers, clock: Clock, key_seconds: float) -> None:
        self.keys = DeviceKeys(key_seconds)
        self.link = OwnerLink()
        self._store = store
        self._workers = workers
        self._clock = clock
        self._summing: dict[bytes, asyncio.Task[PersonSums]] = {}

    async def attempts(self, holder: bytes | None) -> list[Attempt]:
        """Return a person's answers to puzzles, oldest first."""
        return await self._workers.read(_attempts, self._store, holder) if holder else []

    async def statistics(self, holder: bytes | None) -> bytes:
        """Return a person's statistics as JSON. May raise Refusal."""
        if holder is None:
            found, mistakes = PersonSums("", {}, 0), {}
        else:
            found = await self.sums(holder, STATISTICS_SECONDS)
            mistakes = await self._workers.read(self._store.open_mistakes, found.person)
        job = StatisticsJob(
            sums=found.sums,
            attempts=await self.attempts(holder),
            open_mistakes=mistakes,
            today=day_number(self._clock.wall()),
            waiting=found.waiting,
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

        Return an empty dictionary if there are no games, or if computing the progress would take
        too long.
        """
        if holder is None:
            return {}
        with suppress(TimeoutError, Refusal, StoreError):
            async with asyncio.timeout(HOME_SECONDS):
                found = await self.sums(holder, HOME_SECONDS / 2)
                return await self._workers.look_up(_ladders, found.sums) if found.sums else {}
        return {}

    async def sums(self, holder: bytes, seconds: float) -> PersonSums:
        """Return the sums of a person's evaluated games. May raise LastDigitError.

        Missing sums are computed and saved, even if the caller stops waiting. `seconds` is how long
        to evaluate games first. Simultaneous requests share this work.
        """
        task = self._summing.get(holder)
        if task is None:
            task = self._summing[holder] = asyncio.ensure_future(self._sums(holder, seconds))
            task.add_done_callback(lambda _: self._summing.pop(holder))
            # If no request waits for the task, asyncio would log that its error was not retrieved.
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def _sums(self, holder: bytes, seconds: float) -> PersonSums:
        deadline, waiting = self._clock.steady() + seconds, 0
        sums: dict[str, str] = {}
        person, days = await self._workers.read(_saved_days, self._store, holder)
        for day in days:
            if day.sums is not None and has_current_sums(day):
                sums[day.day] = day.sums
                continue
            found = await self._workers.read(self._store.finished_on, person, day.day)
            games = []
            for game in found.games:
                if is_current(game.analysis):
                    games.append(game)
                elif self._clock.steady() >= deadline:
                    waiting += 1
                    games.append(game)
                else:
                    games.append(await self.evaluate(game))
            found = found._replace(games=games)
            new = await self._workers.look_up(new_sums, found)
            await self._workers.write(self._store.save_sums, person, [new])
            if new.sums:
                sums[day.day] = new.sums
        return PersonSums(person, sums, waiting)

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


def _parse_sums(sums: Mapping[str, str]) -> list[DaySums]:
    return [parse_sums(day, text) for day, text in sums.items()]


def _ladders(sums: Mapping[str, str]) -> dict[str, list[RungProgress]]:
    days = _parse_sums(sums)
    return {name: ladder_progress(kind, days) for name, kind in catalogue().items()}


def _saved_days(store: Store, holder: bytes) -> tuple[str, list[SavedDay]]:
    person = store.person_of(holder)
    return person, store.saved_days(person)


def _attempts(store: Store, holder: bytes) -> list[Attempt]:
    return store.attempts(store.person_of(holder))


def _finished_games(store: Store, holder: bytes) -> list[Finished]:
    return store.finished(store.person_of(holder))
