"""The commands that let players meet many times: `arena` and `exam`."""

from __future__ import annotations

import argparse
import hashlib
import json
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit import __version__
from lastdigit.cli import arguments, outside
from lastdigit.cli.console import console_for
from lastdigit.errors import LastDigitError, UsageError
from lastdigit.games import catalogue, find_class

if TYPE_CHECKING:
    from lastdigit.arena.journal import Manifest
    from lastdigit.terminal.contest import Progress

Words = Sequence[str]
ALL = "all"
MOST_STARTS, MOST_WORKERS = 10_000, 256


def arena(words: Words) -> int:
    """Let players meet in a tournament, and report exactly how good each is."""
    made = arguments.parser(
        "arena",
        "Every pair of players meets on both seats, from the same critical positions. What was\n"
        "played is kept in a folder: after a crash or Ctrl-C the same command goes on.",
        "lastdigit arena --games all --players levels,random,mcts:100 --starts 20",
    )
    add_games(made)
    made.add_argument(
        "--players",
        required=True,
        metavar="A,B,C",
        help="who takes part: WHO or NAME=WHO (see play); levels is all five levels, which "
        "ratings need",
    )
    made.add_argument(
        "--starts",
        type=arguments.integer(1, MOST_STARTS),
        default=20,
        metavar="N",
        help="starts of each game (default 20)",
    )
    add_run(made)
    given = made.parse_args(words)
    from lastdigit.arena.contestants import call_the_roll, contestants
    from lastdigit.arena.report import report_data, reported
    from lastdigit.arena.tables import costs, lead, scores, skills
    from lastdigit.arena.tournament import Tournament, fixtures, manifest_of, run, starts_of
    from lastdigit.arena.tournamentpage import report_page
    from lastdigit.terminal.contest import table_text
    from lastdigit.terminal.text import wrapped

    settings = outside.settings_from(given)
    tournament = Tournament(
        __version__,
        games_named(given.games),
        contestants(given.players),
        given.starts,
        given.seed,
        settings,
    )
    call_the_roll(tournament.players, settings)
    starts = starts_of(tournament)
    manifest = manifest_of(tournament, starts)
    folder = given.out or folder_for("arena", manifest)
    with progress_shown(folder) as progress:
        planned = list(fixtures(tournament, starts))
        played = run(folder, manifest, planned, settings, given.workers, progress)
    report = reported(tournament, manifest, played)
    write_report(folder, report_data(report), report_page(report))
    bold = console_for(given).bold
    for table in (scores(report), skills(report), costs(report)):
        print(table_text(table, bold))
    print(wrapped(lead(report)))
    print(f"All of it: {folder / 'report.html'}")
    return 0


def add_games(made: argparse.ArgumentParser) -> None:
    """Let games be chosen."""
    made.add_argument(
        "--games",
        default=ALL,
        metavar="LIST",
        help="games by name with commas between, or all (the default)",
    )


def add_run(made: argparse.ArgumentParser) -> None:
    """Let a run be seeded, kept, and shared among workers."""
    made.add_argument(
        "--seed",
        type=arguments.integer(0, arguments.LARGEST_SEED),
        default=1,
        metavar="N",
        help="what all chance is drawn from (default 1)",
    )
    made.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="the folder that keeps everything (default: one named after the command's content)",
    )
    made.add_argument(
        "--workers",
        type=arguments.integer(1, MOST_WORKERS),
        default=1,
        metavar="N",
        help="processes that play at the same time (default 1); the games are the same",
    )
    outside.add_settings(made)


def games_named(text: str) -> tuple[str, ...]:
    """Return the games that a list names, each once; raises UsageError."""
    if text == ALL:
        return tuple(catalogue())
    names = tuple(find_class(word.strip()).name for word in text.split(","))
    if len(set(names)) < len(names):
        raise UsageError("A game stands twice in the list.")
    return names


def folder_for(command: str, manifest: Manifest) -> Path:
    """Return the folder of a run that names none: the same for the same command."""
    content = json.dumps(manifest, sort_keys=True).encode()
    return Path(f"{command}-{hashlib.sha256(content).hexdigest()[:8]}")


@contextmanager
def progress_shown(folder: Path) -> Iterator[Progress]:
    """Show how far a run has come; if it stops early, say how to go on."""
    from lastdigit.terminal.contest import Progress

    before = signal.signal(signal.SIGTERM, _interrupt)
    progress = Progress(sys.stderr)
    try:
        yield progress
        progress.end()
    except BaseException as stopped:
        progress.end()
        if not isinstance(stopped, UsageError):
            told = f"Stopped. What was played is kept in {folder}; the same command goes on."
            print(told, file=sys.stderr)
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(*_: object) -> None:
    """Leave as after Ctrl-C, so that players are sent home."""
    raise KeyboardInterrupt


def write_report(folder: Path, data: object, page: str) -> None:
    """Write a report beside what it is drawn from."""
    from lastdigit.files import write_whole
    from lastdigit.positions import printed

    try:
        write_whole(folder / "report.json", f"{printed(data)}\n".encode())
        write_whole(folder / "report.html", page.encode())
    except OSError as error:
        raise LastDigitError(f"The report cannot be written: {error.strerror}.") from None
