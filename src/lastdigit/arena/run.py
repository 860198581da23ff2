"""Runs of many games, for tournaments and exams. An interrupted run can be resumed.

A run has a folder with a manifest, which describes the run, and a journal of the finished games.
"""

from __future__ import annotations

import csv
import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import IO, Any

from lastdigit.analysis.review import ReviewedMove, review_game
from lastdigit.errors import LastDigitError, PlayerError, RecordError, UsageError, printable, quoted
from lastdigit.executors.base import Executor, SerialExecutor
from lastdigit.executors.local import LocalExecutor, ThreadExecutor
from lastdigit.game.game import Seat, Value
from lastdigit.games import find_class
from lastdigit.match.record import (
    HUMAN,
    LONGEST_NAME,
    Fields,
    Record,
    Setup,
    checked_name,
    read_record,
    to_line,
)
from lastdigit.players import COMPUTERS, check_kind
from lastdigit.players.budget import Budget
from lastdigit.players.builtin import Level
from lastdigit.players.llm import find_endpoint
from lastdigit.players.players import (
    LLM,
    Fault,
    GameLog,
    Settings,
    Try,
    form_and_detail,
    open_player,
    parse_model,
    play_game,
)
from lastdigit.players.prompt import prompt_hash
from lastdigit.system import Clock, lock_file, write_atomically

LEVELS = {name: level for name, level in COMPUTERS.items() if isinstance(level, Level)}
ALL_LEVELS = "levels"
"""In a list of players, this word stands for all built-in levels such as "easy"."""


@dataclass(frozen=True)
class Contestant:
    """A player in a tournament or an exam, with a unique name.

    `who` is the player's specification, for example "mcts:200".
    """

    name: str
    who: str


def parse_contestants(text: str) -> tuple[Contestant, ...]:
    """Parse a comma-separated list of players, each written as WHO or NAME=WHO.

    WHO is a player specification such as "mcts:200". An item that contains a comma is put in double
    quotes, as in CSV. The word "levels" stands for all built-in levels. Repeated names are
    numbered. Raise UsageError if a player is unknown or malformed.

    >>> [player.name for player in parse_contestants('perfect,"mine=cmd:bot 1,2",perfect')]
    ['perfect', 'mine', 'perfect 2']
    >>> [player.name for player in parse_contestants("levels,random")]
    ['beginner', 'easy', 'medium', 'hard', 'perfect', 'random']
    """
    try:
        items = [item.strip() for item in next(csv.reader([text], strict=True), [])]
    except csv.Error as error:
        raise UsageError(f"{quoted(text)} is not a list of players: {error}.") from None
    if not all(items):
        raise UsageError("A player's name is missing. Separate players with commas: A,B,C.")
    words = (word for item in items for word in (LEVELS if item == ALL_LEVELS else [item]))
    return tuple(_number_repeats(map(parse_contestant, words)))


def parse_contestant(word: str) -> Contestant:
    """Parse a player written as WHO or NAME=WHO. WHO is a specification such as "mcts:200".

    Raise UsageError if the specification is malformed, or if the player is unknown or a person.
    """
    before, equals, after = word.partition("=")
    named = bool(equals) and ":" not in before
    name, who = (before, after) if named else (word, word)
    if check_kind(who) == HUMAN:
        raise UsageError(
            "Human players cannot take part in a tournament. To play yourself: lastdigit play."
        )
    if not named and len(name) > LONGEST_NAME:
        name = f"{name[: LONGEST_NAME - 3]}..."
    try:
        return Contestant(checked_name(name), who)
    except LastDigitError as error:
        raise UsageError(str(error)) from None


def _number_repeats(players: Iterable[Contestant]) -> Iterable[Contestant]:
    seen = Counter[str]()
    for player in players:
        seen[player.name] += 1
        count = seen[player.name]
        yield player if count == 1 else parse_contestant(f"{player.name} {count}={player.who}")


def error_rates(players: Iterable[Contestant]) -> dict[str, float]:
    """Return the exact error rates of the players that are built-in levels such as "easy".

    The keys are the players' names.
    """
    return {player.name: LEVELS[player.who].errors for player in players if player.who in LEVELS}


def anchors(players: Iterable[Contestant]) -> dict[str, float]:
    """Return the error rates of the players that define the rating scale, keyed by player name.

    These players are the built-in levels such as "easy". Return {} unless all levels take part.
    """
    # With only some of the levels, equally strong players would get different ratings in different
    # tournaments.
    rates = error_rates(players)
    return rates if {level.errors for level in LEVELS.values()} <= set(rates.values()) else {}


def contestant_data(
    player: Contestant, games: Iterable[str], settings: Settings
) -> dict[str, object]:
    """Return a player as JSON data for the manifest of a run.

    Fields about language models are null for other players.
    """
    form, detail = form_and_detail(player.who)
    model, endpoint = None, None
    if form == LLM:
        model, name = parse_model(detail)
        endpoint = find_endpoint(detail, settings.base_url)
    prompts = {
        name: prompt_hash(find_class(name), show_legal=settings.show_legal) for name in games
    }
    sampling = {"temperature": settings.temperature, "showLegal": settings.show_legal}
    if settings.answer_tokens is not None:
        sampling["answerTokens"] = settings.answer_tokens
    data: dict[str, object] = {
        "name": player.name,
        "who": player.who,
        "model": model,
        "prompts": prompts if model else None,
        "sampling": sampling if model else None,
        "baseUrl": endpoint.url if endpoint else None,
    }
    return {**data, "endpoint": endpoint.data()} if endpoint and name else data


def settings_data(settings: Settings) -> dict[str, object]:
    """Return the settings that apply to all players as JSON data, such as the number of attempts.

    The budget is left out, because it does not affect any game.
    """
    data: dict[str, object] = {"tries": settings.tries, "seconds": settings.seconds}
    if settings.pass_env:
        data["passEnv"] = sorted(settings.pass_env)
    return data


def check_players(players: Iterable[Contestant], settings: Settings) -> None:
    """Raise UsageError or PlayerError for the first player that cannot be opened."""
    for player in players:
        with open_player(player.who, settings):
            pass


@dataclass(frozen=True)
class Fixture:
    """A planned game in a run: its number in the plan, and its setup."""

    number: int
    setup: Setup
    key: str = ""
    """The cache key of the game, if a result from another run may be reused."""


@dataclass(frozen=True)
class PlayerStats:
    """The statistics of one player, summed over one or more games."""

    moves: int = 0
    critical: int = 0
    """The number of positions where some moves are mistakes. A repeated position counts once."""
    right: int = 0
    chance: float = 0.0
    """The number of right moves to expect from random play in the same positions."""
    winning: int = 0
    """The number of moves that kept a forced win, if the solver knows how long the win takes."""
    wasted: int = 0
    """The number of turns lost by moves that kept a forced win but were not the fastest."""
    tries: int = 0
    illegal: int = 0
    unreadable: int = 0
    length: int = 0
    filtered: int = 0
    rejected: int = 0
    timeout: int = 0
    seconds: float = 0.0
    waited: float = 0.0
    """The part of `seconds` spent waiting because of a rate limit."""
    tokens_in: int = 0
    tokens_out: int = 0

    @property
    def refused(self) -> int:
        """The number of attempts that were not valid moves, for any reason."""
        return sum(getattr(self, fault) for fault in Fault)

    def __add__(self, other: PlayerStats) -> PlayerStats:
        ours, theirs = asdict(self), asdict(other)
        return PlayerStats(**{name: ours[name] + theirs[name] for name in ours})


NO_STATS = PlayerStats()
OPTIONAL_STATS = ("length", "filtered", "rejected", "timeout", "waited")
"""Statistics that are missing from journals written by older versions."""


@dataclass(frozen=True)
class Entry:
    """A finished game in a run, with both players' statistics."""

    number: int
    record: Record
    stats: tuple[PlayerStats, PlayerStats]
    tries: tuple[Any, ...] = ()
    """JSON data for each turn with a failed attempt or extra text, with the raw replies."""
    key: str = ""
    source: str = ""
    """The hash that identifies the run that played the game, or "" if it was this run."""

    def adopted_by(self, fixture: Fixture, source: str) -> Entry:
        """Return a copy of this finished game for another run that reuses the game.

        `fixture` is the planned game in the other run. `source` identifies the run that played the
        game.
        """
        record = replace(self.record, setup=fixture.setup)
        return replace(self, number=fixture.number, record=record, source=self.source or source)

    @property
    def tokens(self) -> int:
        """The number of tokens that both players used in the game."""
        return sum(done.tokens_in + done.tokens_out for done in self.stats)


def seed_of(text: str) -> int:
    """Return a 48-bit random seed, derived from text by hashing."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def play_fixture(fixture: Fixture, settings: Settings, budget: Budget) -> Entry:
    """Play a planned game, and return it with both players' statistics.

    Players are opened separately for every game, so that games do not depend on each other. Raise
    PlayerError if a player cannot be used.
    """
    with ExitStack() as stack:
        players = {
            seat: stack.enter_context(open_player(player.kind, settings, budget))
            for seat, player in zip(Seat, fixture.setup.players, strict=True)
        }
        game = play_game(fixture.setup, players, settings, Clock())
    return finished_entry(fixture, game)


def finished_entry(fixture: Fixture, game: GameLog) -> Entry:
    """Return a planned game that has been played, with both players' statistics."""
    unusual_turns = tuple(
        {"turn": number, "tries": [_try_data(attempt) for attempt in turn]}
        for number, turn in enumerate(game.turns, 1)
        if any(attempt.refusal or attempt.raw != attempt.move for attempt in turn)
    )
    return Entry(fixture.number, game.record, player_stats(game), unusual_turns, fixture.key)


def _try_data(attempt: Try) -> dict[str, object]:
    """Return an attempt at a move as JSON data. Optional fields are left out if they are empty."""
    data: dict[str, object] = {
        "raw": attempt.raw,
        "move": attempt.move,
        "refusal": attempt.refusal,
        "tokens": [attempt.tokens_in, attempt.tokens_out],
    }
    if attempt.fault is not None:
        data["fault"] = attempt.fault
    if attempt.reasoning:
        data["reasoning"] = attempt.reasoning
    if attempt.finish:
        data |= {"finish": attempt.finish, "seconds": attempt.seconds, "waited": attempt.waited}
    return data


def player_stats(game: GameLog) -> tuple[PlayerStats, PlayerStats]:
    """Return the statistics of player 1 and player 2 in a game."""
    moves = review_game(game.record).moves
    return _stats_of(game, moves, Seat.ONE), _stats_of(game, moves, Seat.TWO)


def _stats_of(game: GameLog, moves: Sequence[ReviewedMove], seat: Seat) -> PlayerStats:
    own = [move for move in moves if move.seat is seat]
    critical = first_occurrences(move for move in own if move.critical)
    winning = [move.slower for move in own if move.right and move.before is Value.WIN]
    known = [slower for slower in winning if slower is not None]
    tries = list(tries_of(game, seat))
    faults = Counter(one.fault for one in tries)
    return PlayerStats(
        moves=len(own),
        critical=len(critical),
        right=sum(move.right for move in critical),
        chance=sum(len(move.best) / move.choices for move in critical),
        winning=len(known),
        wasted=sum(known),
        tries=len(tries),
        **{fault.value: faults[fault] for fault in Fault},
        waited=sum(one.waited for one in tries),
        seconds=sum(one.seconds for one in tries),
        tokens_in=sum(one.tokens_in or 0 for one in tries),
        tokens_out=sum(one.tokens_out or 0 for one in tries),
    )


def first_occurrences(moves: Iterable[ReviewedMove]) -> list[ReviewedMove]:
    """Return the moves, but only the first of several moves made in the same position."""
    # A game with cycles can repeat a position hundreds of times, but the decision counts once.
    return list({move.position: move for move in reversed(list(moves))}.values())[::-1]


def tries_of(game: GameLog, seat: Seat) -> Iterable[Try]:
    """Yield all attempts at a move by one player in a game."""
    own = 0 if seat is game.record.setup.first else 1
    for turn in game.turns[own::2]:
        yield from turn


def stats_data(stats: PlayerStats) -> dict[str, float]:
    return asdict(stats)


def parse_stats(json_fields: Fields) -> PlayerStats:
    """Parse a player's statistics from JSON data. Raise RecordError if the data is malformed."""
    values = {
        field.name: json_fields.number(field.name)
        if isinstance(field.default, float)
        else json_fields.integer(field.name)
        for field in fields(PlayerStats)
        if field.name in json_fields or field.name not in OPTIONAL_STATS
    }
    json_fields.done()
    return PlayerStats(**values)  # type: ignore[arg-type]  # each value has the type of its field


def serialize_entry(entry: Entry) -> str:
    """Serialize a finished game with its statistics as one line of JSON, without the newline."""
    stats = json.dumps([stats_data(stats) for stats in entry.stats])
    tries = json.dumps(entry.tries, ensure_ascii=False)
    optional = {"key": entry.key, "from": entry.source}
    optional_fields = "".join(
        f'"{name}": {json.dumps(value)}, ' for name, value in optional.items() if value
    )
    return (
        f'{{"number": {entry.number}, {optional_fields}"deeds": {stats}, "tries": {tries}, '
        f'"record": {to_line(entry.record)}}}'
    )


def parse_entry(line: str) -> Entry:
    """Parse a finished game from a line of JSON. Raise RecordError if the line is malformed."""
    fields = Fields.of(line)
    stats = [parse_stats(player_fields) for player_fields in fields.inners("deeds")]
    if len(stats) != 2:
        raise RecordError('"deeds" must have one entry for each of the two players.')
    entry = Entry(
        fields.integer("number"),
        read_record(fields.inner("record")),
        (stats[0], stats[1]),
        tuple(fields.anything("tries")),
        *(fields.text(name) if name in fields else "" for name in ("key", "from")),
    )
    fields.done()
    return entry


MAX_REJECTED_GAMES = 3
"""A run is aborted after this many games in which all requests to a model were rejected."""


class RejectionGuard:
    """A filter that holds back games with a language model until a request to it has been accepted.

    If the endpoint rejects every request, for example because of a wrong setting, these games are
    not saved and do not count as lost.
    """

    def __init__(self, played: Iterable[Entry]) -> None:
        self._accepted: set[str] = set()
        self._held: list[Entry] = []
        for entry in played:
            self._accepted |= _players_by_acceptance(entry, accepted=True)

    def admit(self, entry: Entry) -> list[Entry]:
        """Add a finished game, and return the games that can be saved now.

        Games with a language model wait until a request to it has been accepted. Raise PlayerError
        if too many games are waiting.
        """
        self._accepted |= _players_by_acceptance(entry, accepted=True)
        self._held.append(entry)
        admitted = [
            one
            for one in self._held
            if _players_by_acceptance(one, accepted=False) <= self._accepted
        ]
        self._held = [one for one in self._held if one not in admitted]
        if len(self._held) >= MAX_REJECTED_GAMES:
            self.end()
        return admitted

    def end(self) -> None:
        """Raise PlayerError if games are still waiting because a model rejected all requests."""
        if self._held:
            entry = self._held[-1]
            who = min(_players_by_acceptance(entry, accepted=False) - self._accepted)
            why = entry.tries[-1]["tries"][-1]["refusal"]
            raise PlayerError(f"{who} accepted none of the questions, so nothing was saved. {why}")


def _players_by_acceptance(entry: Entry, *, accepted: bool) -> set[str]:
    """Return the players in a game who had at least one request accepted.

    If `accepted` is False, return the players whose requests were all rejected.
    """
    return {
        player.kind
        for player, stats in zip(entry.record.setup.players, entry.stats, strict=True)
        if stats.tries and (stats.rejected < stats.tries) is accepted
    }


MANIFEST, JOURNAL, GAMES = "manifest.json", "journal.jsonl", "games.jsonl"
SPENDING = "spending.jsonl"
"""The name of the file that logs what language models cost, if any take part."""
SECRET = "secret.key"
"""The name of the file with the secret random seed of an exam, published after the exam."""
COMMITMENT = "commitment"
"""The key of the manifest entry that identifies an exam run by hashes."""
SYNC_SECONDS = 1.0
"""The minimum time between two fsync calls, which protect against a crash of the machine."""

Manifest = Mapping[str, object]
ProgressCallback = Callable[[int, int, int], None]
"""A function that gets the number of finished games, the total and the number of workers."""


@dataclass(frozen=True)
class Plan:
    """The plan of a run: its games in order, and a manifest of everything that they depend on."""

    manifest: Manifest
    fixtures: Sequence[Fixture]
    settings: Settings

    @property
    def folder(self) -> Path:
        """The default folder of the run. The same manifest always gives the same folder."""
        content = json.dumps(self.manifest, sort_keys=True).encode()
        return Path(f"{self.manifest['kind']}-{hashlib.sha256(content).hexdigest()[:8]}")


def run(
    plan: Plan,
    folder: Path,
    executor: Executor,
    progress: ProgressCallback,
    known: Sequence[Entry] = (),
) -> list[Entry]:
    """Play the games of a plan that are not finished yet. Return all games in the plan's order.

    Every finished game is saved in the folder at once. `known` has finished games from other runs,
    which are saved instead of being played. Raise UsageError if the folder belongs to another run,
    and PlayerError if a game fails.
    """
    lost: list[int] = []
    with open_folder(folder, plan.manifest) as journal:
        for entry in known:
            if entry.number not in journal.entries:
                journal.append(entry)
        waiting = [fixture for fixture in plan.fixtures if not journal.has(fixture)]
        budget = Budget(plan.settings.budget, plan.settings.money, folder / SPENDING)
        own_entries = (entry for entry in journal.entries.values() if not entry.source)
        budget.settle_all(sum(entry.tokens for entry in own_entries))
        progress(len(journal.entries), len(plan.fixtures), executor.workers)
        play = partial(play_fixture, settings=plan.settings, budget=budget)
        guard = RejectionGuard(journal.entries.values())
        for own_executor, fixtures in _split_by_executor(executor, waiting, plan.settings.at_once):
            for outcome in own_executor.run(play, fixtures):
                if outcome.fault:
                    raise PlayerError(outcome.fault)
                if outcome.result is None:
                    lost.append(outcome.item.number)
                    continue
                for entry in guard.admit(outcome.result):
                    journal.append(entry)
                progress(len(journal.entries), len(plan.fixtures), executor.workers)
        guard.end()
        if lost:
            numbers = ", ".join(map(str, sorted(lost)))
            raise PlayerError(
                f"The worker process that played game {numbers} crashed repeatedly. All other "
                "games were finished."
            )
        entries = [journal.entries[fixture.number] for fixture in plan.fixtures]
        journal.write_games(entries)
    return entries


def _split_by_executor(
    executor: Executor, fixtures: Sequence[Fixture], at_once: int
) -> Iterator[tuple[Executor, list[Fixture]]]:
    """Divide games among executors, and yield each executor with its games.

    Games with language models are played on this machine, up to `at_once` at the same time.
    """
    if isinstance(executor, SerialExecutor | LocalExecutor) and at_once == 1:
        yield executor, list(fixtures)
        return
    # The API keys and the spending log are on this machine.
    model_fixtures = [fixture for fixture in fixtures if _uses_model(fixture)]
    yield executor, [fixture for fixture in fixtures if not _uses_model(fixture)]
    yield SerialExecutor() if at_once == 1 else ThreadExecutor(at_once), model_fixtures


def _uses_model(fixture: Fixture) -> bool:
    return any(form_and_detail(player.kind)[0] == LLM for player in fixture.setup.players)


class Journal:
    """The finished games of a run, in an append-only file."""

    def __init__(self, folder: Path, file: IO[bytes]) -> None:
        self.folder = folder
        self._file = file
        self._synced = time.monotonic()
        self.entries = {entry.number: entry for entry in self._read()}

    def _read(self) -> Iterator[Entry]:
        whole = 0
        for entry, length in _complete_entries(self._file, self.folder):
            whole += length
            yield entry
        self._file.truncate(whole)
        self._file.seek(whole)

    def append(self, entry: Entry) -> None:
        """Write a finished game to the journal immediately."""
        self._file.write(serialize_entry(entry).encode() + b"\n")
        self._file.flush()
        self.entries[entry.number] = entry
        if time.monotonic() - self._synced > SYNC_SECONDS:
            self.sync()

    def has(self, fixture: Fixture) -> bool:
        """Return whether the journal contains a planned game, played with the same settings."""
        entry = self.entries.get(fixture.number)
        return entry is not None and entry.key == fixture.key

    def sync(self) -> None:
        """Flush the journal to disk with fsync."""
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def write_games(self, entries: Sequence[Entry]) -> None:
        """Write the records of all games in a run to `games.jsonl`, for the command `verify`."""
        lines = "".join(to_line(entry.record) + "\n" for entry in entries)
        write_atomically(self.folder / GAMES, lines.encode())


def _complete_entries(file: IO[bytes], folder: Path) -> Iterator[tuple[Entry, int]]:
    """Yield every finished game in a journal, with the length of its line in bytes.

    An incomplete last line, which a crash can leave, is ignored. Raise RecordError if any other
    line is malformed.
    """
    file.seek(0)
    for number, line in enumerate(file, 1):
        if not line.endswith(b"\n"):
            return
        try:
            yield parse_entry(line.decode()), len(line)
        except (RecordError, UnicodeDecodeError) as error:
            raise RecordError(f"{folder / JOURNAL}, line {number}, is broken: {error}") from None


def finished_entries(plan: Plan, folder: Path) -> dict[int, Entry]:
    """Return a run's finished games, keyed by number. The run may still be in progress.

    Raise UsageError if the folder does not contain this run, and RecordError if its journal is
    malformed.
    """
    if not (folder / MANIFEST).exists():
        raise UsageError(
            f"{folder} does not contain a run yet. To start a run, leave out --so-far."
        )
    _claim_folder(folder, plan.manifest)
    return {entry.number: entry for entry in journal_entries(folder)}


def journal_entries(folder: Path) -> list[Entry]:
    """Return every finished game in the journal of a run, in the order in which they were saved.

    Raise UsageError if the journal cannot be read, and RecordError if it is malformed.
    """
    try:
        with (folder / JOURNAL).open("rb") as file:
            return [entry for entry, _ in _complete_entries(file, folder)]
    except OSError as error:
        raise UsageError(f"{quoted(str(folder))} cannot be read: {error.strerror}.") from None


@contextmanager
def open_folder(folder: Path, manifest: Manifest) -> Iterator[Journal]:
    """Open the folder of a new or existing run, and yield its journal. Flush the journal on exit.

    Raise UsageError if the folder belongs to another run, is read-only or is in use. Raise
    RecordError if the journal is malformed.
    """
    with _journal_file(folder, manifest) as file:
        journal = Journal(folder, file)
        try:
            yield journal
        finally:
            journal.sync()


def _journal_file(folder: Path, manifest: Manifest) -> IO[bytes]:
    """Open and lock the journal in a run's folder. Create the folder and journal if necessary.

    Raise UsageError if the folder cannot be used or belongs to another run.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _claim_folder(folder, manifest)
        file = (folder / JOURNAL).open("ab+")
    except OSError as error:
        raise UsageError(f"{quoted(str(folder))} cannot be used: {error.strerror}.") from None
    try:
        lock_file(file.fileno())
    except BlockingIOError:
        file.close()
        raise UsageError(f"{folder} is in use by another run. Wait for that run to end.") from None
    except OSError as error:
        file.close()
        raise UsageError(f"{quoted(str(folder))} cannot be used: {error.strerror}.") from None
    return file


def _claim_folder(folder: Path, manifest: Manifest) -> None:
    """Write the manifest to the folder of a run if the folder is empty.

    Raise UsageError if the folder belongs to another run.
    """
    if not is_started(folder, manifest):
        write_manifest(folder, manifest)


def is_started(folder: Path, manifest: Manifest) -> bool:
    """Return True if the folder contains this run, and False if the folder is empty.

    Raise UsageError if the folder contains anything else.
    """
    if not (folder / MANIFEST).exists():
        if any(file.name != SECRET for file in folder.iterdir()):
            raise UsageError(
                f"{folder} is not empty and does not contain a run. Choose another folder with "
                "--out."
            )
        return False
    try:
        saved = read_manifest(folder)
    except RecordError as error:
        raise UsageError(f"{error} Choose another folder with --out.") from None
    saved.pop(COMMITMENT, None)  # random, so it differs in every run
    # Convert tuples to lists, as in the saved JSON.
    requested = json.loads(json.dumps(manifest))
    if saved != requested:
        raise UsageError(
            f"{folder} contains games from another command ({_difference(saved, requested)}). "
            "Choose another folder with --out, or run the same command to continue."
        )
    return True


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the manifest in the folder of a run.

    Raise RecordError if the manifest is missing or malformed.
    """
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_bytes())
    except OSError as error:
        raise RecordError(f"{quoted(str(path))} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        manifest = None
    if not isinstance(manifest, dict):
        raise RecordError(f"{path} is broken.")
    return manifest


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a run to its folder.

    Raise OSError if the manifest cannot be written.
    """
    content = json.dumps(manifest, indent=1, ensure_ascii=False)
    write_atomically(folder / MANIFEST, f"{content}\n".encode())


def _difference(saved: Mapping[str, object], requested: Manifest) -> str:
    """Describe how two manifests differ, for example "seed was 1, not 2".

    If no simple value differs, list the names of the fields that differ.
    """
    names = sorted({*saved, *requested})
    different = {
        name: values
        for name in names
        if (values := (saved.get(name), requested.get(name)))[0] != values[1]
    }
    for name, (before, now) in different.items():
        if isinstance(before, str | int) and isinstance(now, str | int):
            return printable(f"{name} was {before}, not {now}")
    return printable(f"other {', '.join(different)}")
