"""Compare gg-bench's environments of our five rulebooks with our rules.

    git clone https://github.com/vivek3141/gg-bench somewhere
    python bench/gg_bench.py somewhere --games 10000

The script makes random moves in both, and compares legal moves, ends and winners after each move.
It loads gg-bench's environments from the clone and copies nothing. docs/gg-bench.md has the
results.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
from collections import Counter
from pathlib import Path
from typing import Any

import lastdigit
from lastdigit import Seat

ENVIRONMENTS = {
    "digit-duel": 747,
    "digit-dilemma": 682,
    "digit-poison": 204,
    "number-morph": 667,
    "operation-obliteration": 203,
}
"""Identified by their descriptions, which are the rulebooks."""
MAX_PLIES = 1_000


def environment(folder: Path, number: int) -> Any:
    """Load an environment from its file."""
    path = folder / "gg_bench" / "data" / "envs" / f"env_{number}.py"
    spec = importlib.util.spec_from_file_location(f"gg_bench_env_{number}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.CustomEnv()


def play_in_step(env: Any, name: str, chance: random.Random) -> Counter[str]:
    """Play one random game in both, and count the events."""
    env.reset()
    number = getattr(env, "current_number", None)
    game = lastdigit.find(name) if number is None else lastdigit.find(name, start=int(number))
    state = game.start(random.Random(0), Seat.ONE)
    texts = [game.format_move(move) for move in game.all_moves()]
    seen = Counter(games=1)
    for _ in range(MAX_PLIES):
        allowed = sorted(game.format_move(move) for move in game.legal_moves(state))
        actions = env.valid_moves()
        if not actions:
            seen["theirs has no move left and no winner"] += 1
            return seen
        if game.outcome(state) is None and allowed != sorted(texts[action] for action in actions):
            seen["other legal moves"] += 1
        action, mover = chance.choice(actions), state.mover
        was_over = game.outcome(state) is not None
        if not was_over:
            state = game.successor(state, game.parse_move(texts[action]))
            seen["moves"] += 1
        _, reward, done, _, _ = env.step(action)
        end = game.outcome(state)
        if end is None and not done and reward:
            seen[f"reward {reward} while the game goes on"] += 1
        if done:
            kept = "late, " if was_over else ""
            won = end is not None and (end.winner is mover)
            ours = "not over" if end is None else "mover wins" if won else "mover loses"
            seen[f"ends: {kept}by the rules {ours}, reward {reward}"] += 1
            return seen
    seen[f"not over after {MAX_PLIES} plies"] += 1
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=1_000)
    arguments = parser.parse_args()
    for name, number in ENVIRONMENTS.items():
        random.seed(1)  # one environment draws its start with this generator, whatever its seed
        env, chance, seen = environment(arguments.folder, number), random.Random(1), Counter[str]()
        for _ in range(arguments.games):
            seen += play_in_step(env, name, chance)
        print(f"{name} (env_{number})")
        for what, count in seen.most_common():
            print(f"  {count:>9,}  {what}")


if __name__ == "__main__":
    main()
