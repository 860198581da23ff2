"""A run: what is planned and not yet played is played and kept, whatever stopped it before.

Its folder has what was asked for, and every game as it comes, only ever appended. A line that a
crash cut off is dropped, and its game played again. One run at a time holds a folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

from lastdigit.arena.fixtures import Entry, Fixture, entry_line, play_fixture, read_entry
from lastdigit.arena.refusals import Refusals
from lastdigit.engine.contract import Engine
from lastdigit.engine.local import LocalEngine
from lastdigit.engine.threads import ThreadEngine
from lastdigit.errors import PlayerError, RecordError, UsageError, printable, quoted
from lastdigit.match.record_line import to_line
from lastdigit.players.budget import Budget
from lastdigit.players.names import LLM, form_and_detail
from lastdigit.players.settings import Settings
from lastdigit.system import lock_file, write_whole

MANIFEST, JOURNAL, GAMES = "manifest.json", "journal.jsonl", "games.jsonl"
SPENDING = "spending.jsonl"
"""The account of what language models took; only where there are any."""
SECRET = "secret.key"
"""What a run's chance is drawn from that nobody may know before its end; only exams have one."""
COMMITMENT = "commitment"
"""The word of a manifest under which it tells the hash of that secret, and its own."""
SECONDS = 1.0
"""How often what was written is forced to the disk; a killed process loses nothing either way."""

Manifest = Mapping[str, object]
Listener = Callable[[int, int, int], None]
"""Hears how many games are done, how many there are, and how many workers play."""


@dataclass(frozen=True)
class Plan:
    """All games of a run in their order, and everything that they depend on."""

    manifest: Manifest
    fixtures: Sequence[Fixture]
    settings: Settings

    @property
    def folder(self) -> Path:
        """The folder of a run that names none: the same for the same command."""
        content = json.dumps(self.manifest, sort_keys=True).encode()
        return Path(f"{self.manifest['kind']}-{hashlib.sha256(content).hexdigest()[:8]}")


def run(
    plan: Plan, folder: Path, engine: Engine, progress: Listener, known: Sequence[Entry] = ()
) -> list[Entry]:
    """Play what has not been played yet, and return all games in the plan's order.

    Those that are `known` from elsewhere are kept as they are. Raises UsageError for a folder of
    another run, and PlayerError; what was played is kept.
    """
    lost: list[int] = []
    with open_folder(folder, plan.manifest) as journal:
        for entry in known:
            if entry.number not in journal.entries:
                journal.append(entry)
        waiting = [fixture for fixture in plan.fixtures if not journal.has(fixture)]
        budget = Budget(plan.settings.budget, plan.settings.money, folder / SPENDING)
        own = (entry for entry in journal.entries.values() if not entry.source)
        budget.settle_all(sum(entry.tokens for entry in own))
        progress(len(journal.entries), len(plan.fixtures), engine.workers)
        play = partial(play_fixture, settings=plan.settings, budget=budget)
        refusals = Refusals(journal.entries.values())
        for engine_of_these, fixtures in _shared(engine, waiting, plan.settings.at_once):
            for outcome in engine_of_these.carry_out(play, fixtures):
                if outcome.fault:
                    raise PlayerError(outcome.fault)
                if outcome.result is None:
                    lost.append(outcome.item.number)
                    continue
                for entry in refusals.admit(outcome.result):
                    journal.append(entry)
                progress(len(journal.entries), len(plan.fixtures), engine.workers)
        refusals.end()
        if lost:
            raise PlayerError(
                f"Whoever played game {', '.join(map(str, sorted(lost)))} died, again and again. "
                "All others are played."
            )
        whole = [journal.entries[fixture.number] for fixture in plan.fixtures]
        journal.write_games(whole)
    return whole


def _shared(
    engine: Engine, fixtures: Sequence[Fixture], at_once: int
) -> Iterator[tuple[Engine, list[Fixture]]]:
    """Yield who plays which games: those of language models are played on this machine.

    Here are the key and the account of what they may spend. Several at a time are played by
    threads, which cost nothing while they wait.
    """
    if isinstance(engine, LocalEngine) and at_once == 1:
        yield engine, list(fixtures)
        return
    asked = [fixture for fixture in fixtures if _asks_a_model(fixture)]
    yield engine, [fixture for fixture in fixtures if not _asks_a_model(fixture)]
    yield LocalEngine() if at_once == 1 else ThreadEngine(at_once), asked


def _asks_a_model(fixture: Fixture) -> bool:
    return any(form_and_detail(player.kind)[0] == LLM for player in fixture.setup.players)


class Journal:
    """The games that a run has played, in a file that grows."""

    def __init__(self, folder: Path, file: IO[bytes]) -> None:
        self.folder = folder
        self._file = file
        self._synced = time.monotonic()
        self.entries = {entry.number: entry for entry in self._read()}

    def _read(self) -> Iterator[Entry]:
        whole = 0
        for entry, length in _whole_lines(self._file, self.folder):
            whole += length
            yield entry
        self._file.truncate(whole)
        self._file.seek(whole)

    def append(self, entry: Entry) -> None:
        """Keep a game, at once."""
        self._file.write(entry_line(entry).encode() + b"\n")
        self._file.flush()
        self.entries[entry.number] = entry
        if time.monotonic() - self._synced > SECONDS:
            self.sync()

    def has(self, fixture: Fixture) -> bool:
        """Return whether a game has been played, as it is to be played now."""
        entry = self.entries.get(fixture.number)
        return entry is not None and entry.key == fixture.key

    def sync(self) -> None:
        """Force everything to the disk."""
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def write_games(self, entries: Sequence[Entry]) -> None:
        """Write the records of a whole run, in the plan's order, as `verify` reads them."""
        lines = "".join(to_line(entry.record) + "\n" for entry in entries)
        write_whole(self.folder / GAMES, lines.encode())


def _whole_lines(file: IO[bytes], folder: Path) -> Iterator[tuple[Entry, int]]:
    """Yield every game of a journal with the length of its line, but for a line that was cut off.

    Raises RecordError.
    """
    file.seek(0)
    for number, line in enumerate(file, 1):
        if not line.endswith(b"\n"):
            return
        try:
            yield read_entry(line.decode()), len(line)
        except (RecordError, UnicodeDecodeError) as error:
            raise RecordError(f"{folder / JOURNAL}, line {number}, is broken: {error}") from None


def played_so_far(plan: Plan, folder: Path) -> dict[int, Entry]:
    """Return the games of a run by number, as far as it is, whether it goes on just now or not.

    Changes nothing. Raises UsageError where there is no such run, and RecordError.
    """
    if not (folder / MANIFEST).exists():
        raise UsageError(f"{folder} holds no run yet; without --so-far the same command begins it.")
    _check(folder, plan.manifest)
    return {entry.number: entry for entry in kept_entries(folder)}


def kept_entries(folder: Path) -> list[Entry]:
    """Return every game that a run has kept, in the order of playing.

    Raises UsageError where there is none, and RecordError.
    """
    try:
        with (folder / JOURNAL).open("rb") as file:
            return [entry for entry, _ in _whole_lines(file, folder)]
    except OSError as error:
        raise UsageError(f"{quoted(str(folder))} cannot be read: {error.strerror}.") from None


@contextmanager
def open_folder(folder: Path, manifest: Manifest) -> Iterator[Journal]:
    """Open the folder of a run, new or begun; what is kept is safe when it is closed.

    Raises UsageError if it holds anything else, cannot be written to, or is in use, and
    RecordError for a journal that is broken.
    """
    with _journal_file(folder, manifest) as file:
        journal = Journal(folder, file)
        try:
            yield journal
        finally:
            journal.sync()


def _journal_file(folder: Path, manifest: Manifest) -> IO[bytes]:
    """Return the journal's file, held by this run alone."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _check(folder, manifest)
        file = (folder / JOURNAL).open("ab+")
    except OSError as error:
        raise UsageError(f"{quoted(str(folder))} cannot be used: {error.strerror}.") from None
    try:
        lock_file(file.fileno())
    except BlockingIOError:
        file.close()
        raise UsageError(f"{folder} is in use by another run; wait for it to end.") from None
    except OSError as error:
        file.close()
        raise UsageError(f"{quoted(str(folder))} cannot be used: {error.strerror}.") from None
    return file


def _check(folder: Path, manifest: Manifest) -> None:
    """See that a folder is this run's, and make it so if it is empty."""
    if not is_begun(folder, manifest):
        write_manifest(folder, manifest)


def is_begun(folder: Path, manifest: Manifest) -> bool:
    """Return whether a folder holds this run already, or else is free for it.

    What the run has committed itself to when it began is not compared: that is drawn, not asked
    for. Raises UsageError for a folder of anything else.
    """
    if not (folder / MANIFEST).exists():
        if any(file.name != SECRET for file in folder.iterdir()):
            raise UsageError(f"{folder} is not empty, and no run of ours; name another with --out.")
        return False
    try:
        known = read_manifest(folder)
    except RecordError as error:
        raise UsageError(f"{error} Name another folder with --out.") from None
    known.pop(COMMITMENT, None)
    # As JSON has it: tuples are lists there.
    asked = json.loads(json.dumps(manifest))
    if known != asked:
        raise UsageError(
            f"{folder} holds the games of another command ({_difference(known, asked)}); "
            "name another folder with --out, or give the same command to go on."
        )
    return True


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return what a run wrote down when it began; raises RecordError."""
    path = folder / MANIFEST
    try:
        found = json.loads(path.read_bytes())
    except OSError as error:
        raise RecordError(f"{quoted(str(path))} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise RecordError(f"{path} is broken.")
    return found


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write down what a run is, which begins it; raises OSError."""
    content = json.dumps(manifest, indent=1, ensure_ascii=False)
    write_whole(folder / MANIFEST, f"{content}\n".encode())


def _difference(known: Mapping[str, object], asked: Manifest) -> str:
    """Return what two manifests differ in, in few words: what was asked, then what came of it."""
    names = sorted({*known, *asked})
    different = {
        name: values
        for name in names
        if (values := (known.get(name), asked.get(name)))[0] != values[1]
    }
    for name, (before, now) in different.items():
        if isinstance(before, str | int) and isinstance(now, str | int):
            return printable(f"{name} was {before}, not {now}")
    return printable(f"other {', '.join(different)}")
