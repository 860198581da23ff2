"""A check of the rating scale: rate levels that are not anchors of the scale.

Run `python bench/ratings.py`. Players who err in 50, 30 and 10 % of critical positions play against
the five levels. According to docs/arena.md, their ratings are 500, 700 and 900.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from lastdigit import __version__
from lastdigit.arena.run import LEVELS, error_rates, parse_contestants, run
from lastdigit.arena.tournament import Standings, Tournament, plan_tournament
from lastdigit.executors.base import SerialExecutor
from lastdigit.games import catalogue
from lastdigit.players import COMPUTERS
from lastdigit.players.builtin import Level
from lastdigit.players.players import Settings
from lastdigit.terminal.output import ProgressBar

ERRORS = (0.5, 0.3, 0.1)
STARTS, SEED = 25, 1


def main() -> None:
    """Play, and print the rating of every new level."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    new = {f"errs {errors:.0%}": errors for errors in ERRORS}
    # Only this process knows these levels, so it plays all games itself.
    COMPUTERS.update({name: Level(errors) for name, errors in new.items()})
    players = parse_contestants(",".join((*LEVELS, *new)))
    tournament = Tournament(__version__, tuple(catalogue()), players, STARTS, SEED, Settings())
    with tempfile.TemporaryDirectory() as folder:
        played = run(
            plan_tournament(tournament),
            Path(folder) / "run",
            SerialExecutor(),
            ProgressBar(sys.stderr),
        )
    standings = Standings(played, error_rates(players))
    intervals = standings.rating_intervals()
    assert standings.ratings is not None, "all five levels took part"
    print("| error rate | promised | rating |\n| --: | --: | --: |")
    for name, errors in new.items():
        low, high = intervals[name]
        rating = standings.ratings.points[name]
        print(f"| {errors} | {1000 * (1 - errors):.0f} | {rating:.0f} ({low:.0f} to {high:.0f}) |")


if __name__ == "__main__":
    main()
