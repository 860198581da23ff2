"""How much more often the computer saves lost games than a player who plays at random.

Run `python bench/resistance.py`. Lost positions are taken from random games, for either seat. Each
is played twice against `medium`: by `perfect`, and by a player who makes any legal move. A player
who is no longer lost plays perfectly from then on, so a game is saved as soon as the opponent errs,
and need not be played to its end. Drawn positions are played likewise, by `perfect` and by a player
who makes any move that keeps the draw. They are improved as soon as the opponent errs. Everything
is seeded: a second run prints the same table.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Hashable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple, cast

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from lastdigit.game.game import AnyGame, Seat, Value
from lastdigit.games import catalogue
from lastdigit.players import COMPUTERS, Computer
from lastdigit.players.builtin import Level, quickest_wins
from lastdigit.solver import Solver, solver_for, split

OPPONENT = cast(Level, COMPUTERS["medium"])
STUBBORN = COMPUTERS["perfect"]
GAMES = {"number-morph": 400}
MAX_GAMES = 1_000
TRIES = 2
"""The number of random games per wanted position."""
MAX_REPETITIONS = 3
"""How often a position occurs before a game counts as endless."""
NORMAL = 1.959964
HEADING = (
    "| game | positions | games | stubborn % | random % | ratio | difference | most % |\n"
    "| --- | --- | --: | --: | --: | --: | --: | --: |"
)


class Carefree:
    """Makes any move that keeps the position's value: in a lost position, any legal move."""

    about = "makes any move that keeps the value"

    def choose(self, game: AnyGame, state: Any, random: Random) -> str:
        """Return a random move."""
        kept, _ = split(solver_for(game).branches(state))
        return game.format_move(random.choice(kept).move)

    def agrees_to_draw(self, game: AnyGame, state: Any) -> bool:  # noqa: ARG002 - no draws are offered
        return False


class Tally(NamedTuple):
    """How many games ended better than their first position was worth."""

    better: int
    games: int

    @property
    def share(self) -> float:
        return self.better / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the share."""
        spare = NORMAL**2 / self.games
        middle = (self.share + spare / 2) / (1 + spare)
        variance = self.share * (1 - self.share) / self.games + spare / (4 * self.games)
        reach = NORMAL * math.sqrt(variance) / (1 + spare)
        return max(0.0, middle - reach), min(1.0, middle + reach)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.share:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def paired_difference(stubborn: Sequence[bool], careless: Sequence[bool]) -> str:
    """Return the difference in per cent of the games, with its 95 % interval.

    Both play the same positions with the same seeds, so only games that differ count.
    """
    games = len(stubborn)
    differences = [one - two for one, two in zip(stubborn, careless, strict=True)]
    mean = fmean(differences)
    reach = NORMAL * math.sqrt((fmean(d * d for d in differences) - mean**2) / games)
    return f"{100 * mean:+.1f} ({100 * (mean - reach):+.1f} to {100 * (mean + reach):+.1f})"


def sample_positions(solver: Solver[Any, Any], value: Value, wanted: int) -> list[Any]:
    """Return positions of this value for the player to move, at most one per random game."""
    game = solver.game
    found: list[Any] = []
    for seed in range(TRIES * wanted):
        random = Random(f"{game.name} {value} {seed}")
        met = random_game(game, random)
        random.shuffle(met)
        fitting = (state for state in met if solver.solution(state).value is value)
        found += [state for state in [next(fitting, None)] if state is not None]
        if len(found) == wanted or (not found and seed == wanted // 10):
            break
    return found


def random_game(game: AnyGame, random: Random) -> list[Any]:
    state = game.start(random, random.choice(tuple(Seat)))
    met: list[Any] = []
    seen = Counter[Hashable]()
    while (moves := game.legal_moves(state)) and seen[game.key(state)] < MAX_REPETITIONS:
        seen[game.key(state)] += 1
        met.append(state)
        state = game.successor(state, random.choice(moves))
    return met


def improves(solver: Solver[Any, Any], start: Any, player: Computer, seed: int) -> bool:
    """Return whether a player gets more out of a position than its value."""
    game = solver.game
    value = solver.solution(start).value
    own, opposing = Random(f"own {seed}"), Random(f"opposing {seed}")
    seen = Counter[Hashable]()
    state = start
    while game.outcome(state) is None:
        if state.mover is not start.mover:
            state = game.play(state, OPPONENT.choose(game, state, opposing))
            continue
        if solver.solution(state).value is not value:
            return True
        seen[game.key(state)] += 1
        if seen[game.key(state)] == MAX_REPETITIONS:
            return False
        state = game.play(state, player.choose(game, state, own))
    outcome = game.outcome(state)
    return outcome is not None and outcome.winner is start.mover


def play_all(solver: Solver[Any, Any], starts: Sequence[Any], player: Computer) -> list[bool]:
    """Return for each position whether the player gets more than its value."""
    return [improves(solver, start, player, seed) for seed, start in enumerate(starts)]


def best_chance(solver: Solver[Any, Any], known: dict[Hashable, float], state: Any) -> float:
    """Return the highest probability with which any play saves a lost position."""
    game = solver.game
    key = game.key(state)
    if key not in known:
        after = [game.successor(state, move) for move in game.legal_moves(state)]
        known[key] = max((_best_chance_after(solver, known, later) for later in after), default=0.0)
    return known[key]


def _best_chance_after(solver: Solver[Any, Any], known: dict[Hashable, float], state: Any) -> float:
    """Return the same with the opponent to move, who errs or makes one of the quickest wins."""
    if solver.game.outcome(state) is not None:
        return 0.0
    kept, lost = split(solver.branches(state))
    slips = OPPONENT.errors if lost else 0.0
    goes_on = fmean(best_chance(solver, known, branch.after) for branch in quickest_wins(kept))
    return slips + (1 - slips) * goes_on


def row(game: AnyGame, value: Value) -> str | None:
    """Return a row of the table, or None if random play reaches no such position."""
    solver = solver_for(game)
    starts = sample_positions(solver, value, GAMES.get(game.name, MAX_GAMES))
    if not starts:
        return None
    stubborn = play_all(solver, starts, STUBBORN)
    careless = play_all(solver, starts, Carefree())
    shares = Tally(sum(stubborn), len(starts)), Tally(sum(careless), len(starts))
    ratio = f"{shares[0].share / shares[1].share:.2f}" if any(careless) else "-"
    ceiling = "-"
    if value is Value.LOSE and game.name != "number-morph":  # it has too many histories
        chance = partial(best_chance, solver, {})
        ceiling = f"{100 * fmean(chance(start) for start in starts):.1f}"
    kind = "lost" if value is Value.LOSE else "drawn"
    return (
        f"| {game.name} | {kind} | {len(starts)} | {shares[0]} | {shares[1]} | {ratio} "
        f"| {paired_difference(stubborn, careless)} | {ceiling} |"
    )


def main() -> None:
    """Print the table and the duration."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    began = time.perf_counter()
    print(HEADING, flush=True)
    for rules in catalogue().values():
        for value in (Value.LOSE, Value.DRAW):
            line = row(rules(), value)
            if line is not None:
                print(line, flush=True)
    print(f"\nTook {time.perf_counter() - began:.0f} s.", file=sys.stderr)


if __name__ == "__main__":
    main()
