"""Practice in a terminal: one puzzle after another, and one's rating after each."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from lastdigit.game.game import AnyGame
from lastdigit.puzzles.mistakes import mistakes_in
from lastdigit.puzzles.own_games import played_games
from lastdigit.puzzles.practice import Practice, lead
from lastdigit.puzzles.rating import rating_text
from lastdigit.store import Store
from lastdigit.terminal.console import Console
from lastdigit.terminal.desk import Skip
from lastdigit.terminal.puzzles import PuzzleTable, keep_tries


def practise(console: Console, store: Store, kinds: Sequence[type[AnyGame]], today: int) -> None:
    """Ask puzzles until somebody leaves; raises Quit, EndOfInput, ToMenu."""
    with console.thinking():
        own = list(mistakes_in(played_games(store, kinds)))
    practice = Practice(kinds, store.attempts(""), own, today)
    console.say("skip leaves a puzzle out, quit leaves.\n")
    for asked in practice.run():
        puzzle = asked.puzzle
        console.say("\n")
        before = len(store.attempts(""))
        with suppress(Skip):
            table = PuzzleTable(console, puzzle, keep_tries(store, puzzle), lead(asked))
            table.solve(puzzle.tries)
        tries = store.attempts("")[before:]
        practice.attempts += tries
        kind = type(puzzle.game)
        if tries:
            console.say(console.wrapped(rating_text(kind.title, practice.rating(kind))))
    console.say("\nThere are no more puzzles of this kind.\n")
