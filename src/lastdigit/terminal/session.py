"""Sitting down at a terminal: the rounds of a match, what is kept, and leaving in between."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.errors import PlayerError, StoreError, printable
from lastdigit.game.game import Seat
from lastdigit.match import record_file
from lastdigit.match.match import Match, resume
from lastdigit.match.narration import Voice, audience_of, open_narrator, own_seat, player_text
from lastdigit.match.record import HUMAN, Record, Result, Setup
from lastdigit.match.setup import arrange_again
from lastdigit.players.budget import Budget
from lastdigit.players.settings import DEFAULT_SETTINGS, Settings
from lastdigit.store import IN_MEMORY, SqliteStore, Store, open_store
from lastdigit.system import now
from lastdigit.terminal.console import Console, EndOfInput, Quit, ToMenu

if TYPE_CHECKING:
    from lastdigit.match.narrator import Narrator
    from lastdigit.players.seats import Occupant
    from lastdigit.terminal.table import Table


class Session:
    """Games played one after another at one console."""

    def __init__(
        self,
        console: Console,
        store: Store,
        record_path: Path | None = None,
        *,
        go_on: str = "lastdigit resume {game}",
        kept: bool = True,
        settings: Settings = DEFAULT_SETTINGS,
        voice: Voice = Voice.AUTO,
    ) -> None:
        self.console = console
        self._voice = voice
        self._store = store
        self._record_path = record_path
        self._go_on = go_on
        self._kept = kept
        self._settings = settings
        self._budget = Budget(settings.budget)
        self._game = 0

    @classmethod
    def anywhere(
        cls,
        console: Console,
        record_path: Path | None = None,
        go_on: str = "lastdigit resume {game}",
        settings: Settings = DEFAULT_SETTINGS,
        voice: Voice = Voice.AUTO,
        where: str | None = None,
    ) -> Session:
        """Return a session whose games are kept if they can be, and are played in any case."""
        store, saved = open_store_or_memory(where, "games")
        return cls(
            console, store, record_path, go_on=go_on, kept=saved, settings=settings, voice=voice
        )

    def close(self) -> None:
        """Close the store that games were kept in."""
        self._store.close()

    def play(self, setup: Setup) -> None:
        """Play a match from its first round on; raises UsageError if a player cannot be had.

        Raises Quit, EndOfInput or KeyboardInterrupt when somebody leaves, and PlayerError when an
        outside player cannot be asked, having said how to go on.
        """
        with self._occupants(setup):
            pass  # a game whose players cannot be had is not kept
        self._game = self._store.add(setup)
        self._until_left(Match(setup))

    def record(self) -> Record:
        """Return the game that is being played, or was played last."""
        return self._store.record(self._game)

    def unfinished(self, most: int) -> list[tuple[int, str]]:
        """Return numbers of kept games that can be gone on with, the latest first, with a line."""
        found: list[tuple[int, str]] = []
        for kept in self._store.games(10 * most, unfinished=True):
            # A game that is no longer installed is not offered, nor one in a browser.
            if kept.setup is not None and self._store.code_of(kept.id) is None:
                one, two = (player_text(kept.setup, seat) for seat in Seat)
                found.append((kept.id, f"{kept.setup.build_game().title}: {one} - {two}"))
        return found[:most]

    def resume(self, game: int | None = None) -> Setup:
        """Go on with a kept game, without a number the latest, and return how it was set up.

        Leaving is as in `play`. Raises StoreError if there is no such game or it is over.
        """
        game = self._store.latest_unfinished() if game is None else game
        if game is None:
            raise StoreError("There is no unfinished game; lastdigit play GAME begins one.")
        self._game = game
        match = resume(self._store.record(game))
        if match.result is None and self._store.code_of(game) is not None:
            raise StoreError(
                f"Game {game} is played in a browser; lastdigit serve goes on with it."
            )
        if match.result is not None:
            _, following = self._store.rounds(game)
            if following not in (None, game):
                return self.resume(following)
            if self._record_path is None:
                raise StoreError(f"Game {game} is over; lastdigit replay {game} shows it.")
            # It may have been cut off after its last move, before it was written down.
            added = record_file.append_missing_record(self._record_path, self._store.record(game))
            state = "has been appended" if added else "is in the file already"
            self.console.say(f"Game {game} is over, and {state}.\n")
            return match.setup
        return self._until_left(match)

    def _until_left(self, match: Match) -> Setup:
        """Play the rounds and return the last; whenever somebody leaves, say how to go on."""
        try:
            return self._rounds(match)
        except (Quit, ToMenu, EndOfInput, KeyboardInterrupt, PlayerError):
            _, unfinished = self._store.rounds(self._game)
            if self._kept and unfinished is not None:
                way = self._go_on.format(game=unfinished)
                self.console.say(f"Game {unfinished} is kept. To go on: {way}\n")
            raise

    def _rounds(self, match: Match) -> Setup:
        while True:
            self._one_game(match)
            if match.setup.terms.rounds == 1:
                return match.setup
            results, following = self._store.rounds(self._game)
            self.console.say(tally_text(match.setup, results, self._narrator(match)))
            if following is None:
                return match.setup
            self._game = following
            match = resume(self._store.record(following))
            self.console.say("\n")

    @contextlib.contextmanager
    def _occupants(self, setup: Setup) -> Iterator[dict[Seat, Occupant]]:
        """Open everybody at the table who is no person."""
        from lastdigit.players.seats import open_player

        with contextlib.ExitStack() as stack:
            yield {
                seat: stack.enter_context(open_player(player.kind, self._settings, self._budget))
                for seat, player in zip(Seat, setup.players, strict=True)
                if player.kind != HUMAN
            }

    def _one_game(self, match: Match) -> None:
        from lastdigit.terminal.table import Table

        with self._occupants(match.setup) as occupants:
            keep = partial(self._store.append, self._game, following=next_round(match.setup))
            narrator = self._narrator(match)
            self._at(Table(self.console, match, keep, occupants, self._settings, narrator))
        if self._record_path is not None:
            record_file.append_record(self._record_path, self._store.record(self._game))

    def _narrator(self, match: Match) -> Narrator:
        return open_narrator(match, self._voice, self.console.bold, self.console.width)

    def _at(self, table: Table) -> None:
        """Open a game at a table, or take it up where it was left, and play it."""
        from lastdigit.analysis.prepare import prepare

        match = table.match
        self.console.forget_lines()
        prepare(match.game)  # so that nobody waits for a hint or the computer
        if match.events:
            of_rounds = f", round {match.setup.round}" if match.setup.terms.rounds > 1 else ""
            heading = f"game {self._game}{of_rounds}, turn {len(match.moves) + 1}"
            self.console.say(table.narrator.resumption(heading))
        else:
            terms = terms_text(match.setup, table.narrator)
            self.console.say(f"{terms}{table.narrator.welcome()}")
        table.play()


def open_store_or_memory(where: str | None, lost: str) -> tuple[Store, bool]:
    """Open the store, or one in memory with a warning, and return whether anything is saved.

    `lost` names what the warning says is not saved. Raises UsageError if `where` is no place for
    games.
    """
    try:
        return open_store(where), True
    except StoreError as error:
        print(printable(f"lastdigit: Your {lost} are not saved. {error}"), file=sys.stderr)
        return SqliteStore(IN_MEMORY, now), False


def next_round(setup: Setup) -> Setup | None:
    """Return the round that follows, if one does: the seats stay, the first move alternates."""
    if setup.round == setup.terms.rounds:
        return None
    return arrange_again(setup, first=setup.first.other, seed=setup.seed, round=setup.round + 1)


def toss_text(setup: Setup) -> str:
    """Return who moves first by the toss of a coin."""
    audience = audience_of(setup, own_seat(setup))
    moves = "move" if setup.first is audience.you else "moves"
    return f"The coin says that {audience.name(setup.first)} {moves} first.\n\n"


def terms_text(setup: Setup, narrator: Narrator) -> str:
    """Return what the players should know of the match before the game begins."""
    terms = setup.terms
    lines = []
    if terms.rounds > 1:
        moves = "move" if narrator.is_reader(setup.first) else "moves"
        first = f"{narrator.name(setup.first)} {moves} first."
        lines.append(f"Round {setup.round} of {terms.rounds}. {first}")
    if terms.time_limit is not None:
        seconds = "1 second" if terms.time_limit == 1 else f"{terms.time_limit} seconds"
        lines.append(f"Time limit: {seconds} a turn.")
    if terms.attempts is not None:
        tries = "1 rejected try" if terms.attempts == 1 else f"{terms.attempts} rejected tries"
        lines.append(f"Attempts: {tries} in one turn and the game is lost.")
    return "".join(f"{line}\n" for line in lines) + ("\n" if lines else "")


def tally_text(setup: Setup, results: list[Result], narrator: Narrator) -> str:
    """Return how a match of several rounds stands, and after the last who is champion."""
    one, two = map(narrator.label, Seat)
    wins = [sum(result.winner is seat for result in results) for seat in Seat]
    none = sum(result.winner is None for result in results)
    line = (
        f"\nAfter round {setup.round} of {setup.terms.rounds}: {one}: {wins[0]}, {two}: {wins[1]}"
    )
    line += f", without a winner: {none}.\n" if none else ".\n"
    if setup.round < setup.terms.rounds:
        return line
    if wins[0] == wins[1]:
        each = "1 win" if wins[0] == 1 else f"{wins[0]} wins"
        return f"{line}There is no champion: {each} each.\n"
    champion = Seat.ONE if wins[0] > wins[1] else Seat.TWO
    verb = "are" if narrator.is_reader(champion) else "is"
    return f"{line}{narrator.name(champion)} {verb} the champion!\n"
