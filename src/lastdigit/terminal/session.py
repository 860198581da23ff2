"""Sitting down at a terminal: the rounds of a match, what is kept, and leaving in between."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from lastdigit import recordfile
from lastdigit.errors import StoreError
from lastdigit.match import Match, rearranged, resumed
from lastdigit.record import Event, Result, Setup
from lastdigit.store import Store, default_path
from lastdigit.store.sqlite import IN_MEMORY
from lastdigit.terminal.console import Console, EndOfInput, Quit
from lastdigit.terminal.table import Table
from lastdigit.terminal.text import picture
from lastdigit.values import Seat


def now() -> str:
    """Return the time, in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def open_store() -> Store:
    """Return the kept games; raises StoreError."""
    return Store(default_path(), now)


class Session:
    """Games played one after another at one console."""

    def __init__(self, console: Console, record_to: Path | None = None) -> None:
        self.console = console
        self._record_to = record_to
        self._kept = True
        self._game = 0
        try:
            self._store = open_store()
        except StoreError as error:
            # A game that cannot be kept can still be played.
            print(f"lastdigit: {error} This game is not kept.", file=sys.stderr)
            self._store = Store(IN_MEMORY, now)
            self._kept = False

    def play(self, setup: Setup) -> None:
        """Play a match from its first round on.

        Raises Quit, EndOfInput or KeyboardInterrupt when somebody leaves, having said how to go on.
        """
        self._game = self._store.add(setup)
        self._rounds(Match(setup))

    def resume(self, game: int | None) -> None:
        """Go on with a kept game, without a number the latest; leaving is as in `play`.

        Raises StoreError if there is no such game or it is over.
        """
        game = self._store.latest_unfinished() if game is None else game
        if game is None:
            raise StoreError("There is no unfinished game; lastdigit play GAME begins one.")
        self._game = game
        match = resumed(self._store.record(game))
        if match.result is not None:
            raise StoreError(f"Game {game} is over; lastdigit replay {game} shows it.")
        self._rounds(match)

    def _rounds(self, match: Match) -> None:
        setup = match.setup
        rounds = setup.terms.rounds
        while True:
            self._one_game(match)
            if rounds == 1:
                return
            first, results = self._store.rounds(self._game)
            self.console.say(tally(setup.names, results, setup.round, rounds))
            if setup.round == rounds:
                return
            # Rulings: the seats stay and the first move alternates.
            setup = rearranged(
                setup, first=setup.first.other, seed=setup.seed, round=setup.round + 1
            )
            self._game = self._store.add(setup, first)
            match = Match(setup)
            self.console.say(f"\nRound {setup.round} of {rounds}\n\n")

    def _one_game(self, match: Match) -> None:
        table = Table(self.console, match, self._keeper(match))
        if match.events:
            title = self.console.bold(match.game.title)
            self.console.say(f"{title}, game {self._game}, turn {len(match.moves) + 1}\n")
            self.console.say(f"{picture(table.narrator.dialogue.view(match.state))}\n")
        else:
            self.console.say(table.narrator.welcome())
        try:
            table.play()
        except (Quit, EndOfInput, KeyboardInterrupt):
            if self._kept:
                self.console.say(
                    f"Game {self._game} is kept. To go on: lastdigit resume {self._game}\n"
                )
            raise
        if self._record_to is not None:
            recordfile.append(self._record_to, self._store.record(self._game))

    def _keeper(self, match: Match) -> Callable[[Event], None]:
        game = self._game

        def keep(event: Event) -> None:
            self._store.append(game, len(match.events), event, match.result)

        return keep


def tally(names: tuple[str, str], results: list[Result], played: int, rounds: int) -> str:
    """Return how a match of several rounds stands, and after the last who is champion."""
    wins = [sum(result.winner is seat for result in results) for seat in Seat]
    none = sum(result.winner is None for result in results)
    line = f"\nAfter round {played} of {rounds}: {names[0]} {wins[0]}, {names[1]} {wins[1]}"
    line += f", without a winner {none}.\n" if none else ".\n"
    if played < rounds:
        return line
    if wins[0] == wins[1]:
        return f"{line}There is no champion: {wins[0]} wins each.\n"
    return f"{line}{names[0] if wins[0] > wins[1] else names[1]} is the champion!\n"
