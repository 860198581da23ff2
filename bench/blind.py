"""A check of the arena's verdict "better than blind", with players whose skill is known.

Run `python bench/blind.py GAME...`; the table is in docs/arena.md. Players that never look at the
position and levels with known error rates play tournaments with different seeds.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

import lastdigit
from lastdigit.arena.run import LEVELS
from lastdigit.game.game import AnyGame, State
from lastdigit.games import catalogue
from lastdigit.statistics import Interval

TOURNAMENTS, STARTS = 40, 20
TRUTH = {name: 1 - LEVELS[name].errors for name in ("medium", "hard")}


def last(game: AnyGame, state: State, random: Random) -> str:  # noqa: ARG001 - a player's signature
    """Make the last legal move."""
    return _text(game, state, -1)


def mixed(game: AnyGame, state: State, random: Random) -> str:
    """Make the last legal move in four of five cases, and otherwise the first."""
    return _text(game, state, -1 if random.random() < 0.8 else 0)


def _text(game: AnyGame, state: State, index: int) -> str:
    return str(game.format_move(game.legal_moves(state)[index]))


PLAYERS = {"last": last, "mixed": mixed} | {name: name for name in ("random", *TRUTH)}


def main() -> None:
    """Play the tournaments, and print a row for each game and player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*catalogue()], help="games (default: all)")
    games = parser.parse_args().games
    print("| game | player | unweighted % | accuracy % | corrected | in the interval | better % |")
    print("| --- | --- | --: | --: | --: | --: | --: |")
    for game in games:
        reports = [
            lastdigit.tournament(PLAYERS, game, starts=STARTS, seed=seed)
            for seed in range(1, TOURNAMENTS + 1)
        ]
        for name in PLAYERS:
            found = [
                player.overall
                for report in reports
                for player in report.players
                if player.name == name
            ]
            print(
                f"| {game} | {name} "
                f"| {100 * fmean(one.skill.unweighted or 0 for one in found):.1f} "
                f"| {100 * fmean(one.skill.accuracy.value or 0 for one in found):.1f} "
                f"| {fmean(one.skill.corrected.value or 0 for one in found):z.2f} "
                f"| {_coverage([one.skill.accuracy.interval for one in found], TRUTH.get(name))} "
                f"| {100 * fmean(bool(one.better_than_blind) for one in found):.0f} |",
                flush=True,
            )


def _coverage(intervals: list[Interval | None], truth: float | None) -> str:
    """Return how many intervals contain the true accuracy, as text."""
    if truth is None:
        return "-"
    held = sum(one is not None and one.low <= truth <= one.high for one in intervals)
    return f"{held} of {len(intervals)}"


if __name__ == "__main__":
    main()
