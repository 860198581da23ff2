"""Build the pools of the exam: find, measure and weight positions (docs/exam.md).

    python -m tools.pools measure digit-duel --seconds 600   # appends to .pools/, and continues
    python -m tools.pools weigh digit-duel                   # writes src/lastdigit/exam/pools/
    python -m tools.pools table digit-duel                   # prints the table of docs/exam.md

Measuring large pools takes hours of one core. It can be stopped at any time.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from lastdigit.analysis.critical import Split, variant_name
from lastdigit.analysis.policies import policy_scores
from lastdigit.exam.pools import (
    GRADES,
    POOL_SUFFIX,
    VERSIONS,
    PoolItem,
    draw,
    group_by_grade,
    load_pool,
    parse_pool_item,
    pool_folder,
    pool_item_line,
    pools_table,
    serialize_pool,
    solve_item,
)
from lastdigit.games import find_class
from lastdigit.system import write_atomically
from tools.pool_finding import balanced_policies, rounds, variants_of
from tools.pool_weights import (
    MIN_EFFECTIVE_SIZE,
    WeightedPool,
    final_weights,
    most_even_weights,
    train_against_learners,
)
from tools.shortcut_learners import board_of, case_of

ROOT = Path(__file__).parents[1]
MEASURED = ROOT / ".pools"
PACKAGE = ROOT / "src" / "lastdigit" / "exam"
MAX_ITEMS = {Split.EXAM: 2_000, Split.TRAIN: 200}
"""The maximum number of items per grade."""
NEGLIGIBLE_WEIGHT = 1e-9
OVERSAMPLING = 1.2
"""How many times as many items are measured, so that the most even ones can be selected."""


def measured_file(name: str, split: Split) -> Path:
    """Return the file that collects measured items."""
    return MEASURED / split / f"{name}.jsonl"


def read_measured(name: str, split: Split) -> list[PoolItem]:
    """Return all measured items and those of the committed pools, without duplicates."""
    path = measured_file(name, split)
    lines = path.read_text().splitlines() if path.exists() else []
    items = [item for version in VERSIONS for item in load_pool(name, split, version)]
    items += map(parse_pool_item, lines)
    return list({(item.options, item.position): item for item in items}.values())


def measure(arguments: argparse.Namespace, name: str) -> None:
    """Find and measure positions, preferring those in which policies are rarely right or wrong."""
    split, seed = arguments.split, arguments.seed
    random = Random(f"{seed}/{name}/{split}")
    path = measured_file(name, split)
    path.parent.mkdir(parents=True, exist_ok=True)
    done = read_measured(name, split)
    kind = find_class(name)
    known = {(variant_name(kind.of(dict(item.options))), item.position) for item in done}
    counts = Counter(item.grade for item in done)
    most = int(MAX_ITEMS[split] * OVERSAMPLING)
    lacking = Counter({grade: most - counts[grade] for grade in arguments.grades})
    deadline = time.monotonic() + arguments.seconds
    usual, *others = variants_of(kind)
    games = [usual, *random.sample(others, len(others))]
    with path.open("a") as file:
        for item in rounds(games, split, lacking, random, known=known, rare=arguments.rare):
            lacking[item.grade] -= 1
            counts[item.grade] += 1
            file.write(pool_item_line(item) + "\n")
            file.flush()
            if time.monotonic() > deadline:
                break
    print(name, split, [counts[grade] for grade in range(1, GRADES + 1)])


def rows(name: str, items: list[PoolItem], grade: int) -> list[list[float]]:
    """Return how far each policy that must not score is from chance at each item."""
    found = []
    for item in items:
        critical = solve_item(name, item)
        game = find_class(name).of(dict(critical.options))
        scores = policy_scores(game, critical.position, critical.best)
        found.append(
            [round(scores[place] - critical.chance, 9) for place in balanced_policies(grade)]
        )
    return found


def weigh(name: str, split: Split) -> None:
    """Write a game's pool with weights. A grade that cannot be balanced is left out."""
    kept: list[PoolItem] = []
    boards: set[str] = set()
    grades = group_by_grade(read_measured(name, split))
    for grade, group in sorted(grades.items(), reverse=True):  # hard items are rare: they go first
        if split is not Split.EXAM:
            kept += sorted(
                Random(name).sample(group, min(len(group), MAX_ITEMS[split])), key=pool_item_line
            )
            continue
        group = [item for item in group if board_of(name, item) not in boards]
        if len(group) < MIN_EFFECTIVE_SIZE:
            continue
        group, off = without_near_twins(name, grade, group)
        if len(group) < MIN_EFFECTIVE_SIZE:
            continue
        cases = [case_of(name, item) for item in group]
        label = f"{name}/{grade}"
        best = final_weights(print_rounds(label, train_against_learners(off, cases, label)))
        if best is not None:
            print(f"{label}: {len(group)} items, {describe(best)}", flush=True)
            weighted = (
                item._replace(weight=float(weight) * len(group))
                for item, weight in zip(group, best.weights, strict=True)
                if weight * len(group) > 1e-3
            )
            kept += sorted(weighted, key=pool_item_line)
            boards |= {board_of(name, item) for item in group}
    path = PACKAGE / pool_folder(split) / f"{name}{POOL_SUFFIX}"
    path.parent.mkdir(parents=True, exist_ok=True)
    kept.sort(key=lambda item: item.grade)
    write_atomically(path, serialize_pool(kept))


def without_near_twins(
    name: str, grade: int, group: list[PoolItem]
) -> tuple[list[PoolItem], NDArray[np.float64]]:
    """Return at most MAX_ITEMS items, one of each board, and how far policies are from chance.

    Items that policies rarely get right or wrong are preferred.
    """
    off = np.array(rows(name, group, grade))
    random = Random(f"{name}/{grade}")
    weights = (most_even_weights(off)[0] + NEGLIGIBLE_WEIGHT).tolist()
    by_board: dict[str, list[int]] = defaultdict(list)
    for place, item in enumerate(group):
        by_board[board_of(name, item)].append(place)
    chosen = sorted(
        random.choices(places, [weights[place] for place in places])[0]
        for places in by_board.values()
    )
    if len(chosen) > MAX_ITEMS[Split.EXAM]:
        weights = most_even_weights(off[chosen])[0].tolist()
        chosen = [chosen[at] for at in select_items(weights, MAX_ITEMS[Split.EXAM], random)]
    return [group[place] for place in chosen], off[chosen]


def describe(one: WeightedPool) -> str:
    return (
        f"effective size {one.effective_size:.0f}, policies {one.off:.3f}, "
        f"tree {one.tree:+.3f}, forest {one.forest:+.3f}, standard error {one.standard_error:.3f}"
    )


def print_rounds(label: str, rounds: Iterable[WeightedPool]) -> Iterator[WeightedPool]:
    for number, one in enumerate(rounds):
        print(f"{label} round {number}: {describe(one)}", flush=True)
        yield one


def select_items(weights: list[float], wanted: int, random: Random) -> list[int]:
    """Return `wanted` indices: all rare items, and some others with probability by weight."""
    order = sorted(range(len(weights)), key=lambda place: -weights[place])
    certain = 0
    while certain < wanted and weights[order[certain]] * (wanted - certain) > sum(
        weights[place] for place in order[certain:]
    ):
        certain += 1
    others = order[certain:]
    taken = draw([weights[place] for place in others], wanted - certain, random)
    return sorted([*order[:certain], *(others[place] for place in taken)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deed", choices=("measure", "weigh", "table"))
    parser.add_argument("games", nargs="+")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--split", type=Split, choices=MAX_ITEMS, default=Split.EXAM)
    parser.add_argument("--grades", type=int, nargs="+", default=range(1, GRADES + 1))
    parser.add_argument("--rare", action="store_true", help="only what is lacking for even weights")
    arguments = parser.parse_args()
    if arguments.deed == "table":
        print(pools_table(arguments.games))
        return
    for name in arguments.games:
        if arguments.deed == "measure":
            measure(arguments, name)
        else:
            weigh(name, arguments.split)


if __name__ == "__main__":
    main()
