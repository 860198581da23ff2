"""Makes the pools of the exam: positions are found, measured and weighted, as docs/exam.md says.

    python -m tools.pools measure digit-duel --seconds 600   # appends to .pools/, and goes on
    python -m tools.pools weigh digit-duel                   # writes src/lastdigit/exam/pools/
    python -m tools.pools table digit-duel                   # as docs/exam.md has it

Measuring takes hours of a core for large pools; it may be stopped at any time.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from random import Random

from lastdigit.analysis.splits import Split
from lastdigit.exam.balance import balanced_weights, dot, draw, effective
from lastdigit.exam.effort import GRADES
from lastdigit.exam.policies import policy_scores
from lastdigit.exam.pools import (
    ENDING,
    Item,
    by_grade,
    item_line,
    pool_file,
    pools_table,
    read_item,
    solved,
)
from lastdigit.games import find_class
from lastdigit.system import write_whole
from tools.pool_finding import held, members, rounds

ROOT = Path(__file__).parents[1]
MEASURED = ROOT / ".pools"
KEPT = ROOT / "src" / "lastdigit" / "exam" / "pools"
MOST = {Split.EXAM: 2_000, Split.TRAIN: 200}
"""Items of a grade that are kept."""
SPARE = 1.2
"""So many times that are measured, so that the most even ones can be kept."""
PENALTIES = (3e-2, 1e-2, 6e-3, 3e-3, 2e-3, 1e-3, 5e-4, 1e-4)
"""What is tried in turn: the larger, the more even weights are and the further off policies."""
NEAR, FEWEST = 0.018, 20
"""How far off chance a policy may be, and how many equal items a grade must be worth."""


def measured_file(name: str, split: Split) -> Path:
    """Return where measured items are collected."""
    return MEASURED / split / f"{name}.jsonl"


def read_measured(name: str, split: Split) -> list[Item]:
    """Return what has been measured, each position once."""
    path = measured_file(name, split)
    lines = path.read_text().splitlines() if path.exists() else []
    return list({(item.options, item.position): item for item in map(read_item, lines)}.values())


def measure(name: str, split: Split, seconds: float, seed: str) -> None:
    """Find and measure positions, those with rare answers of the policies rather than others."""
    random = Random(f"{seed}/{name}/{split}")
    path = measured_file(name, split)
    path.parent.mkdir(parents=True, exist_ok=True)
    done = read_measured(name, split)
    known = {(item.options, item.position) for item in done}
    grades = Counter(item.grade for item in done)
    most = int(MOST[split] * SPARE)
    lacking = Counter({grade: most - grades[grade] for grade in range(1, GRADES + 1)})
    deadline = time.monotonic() + seconds
    usual, *others = members(find_class(name))
    games = [usual, *random.sample(others, len(others))]
    with path.open("a") as file:
        for item in rounds(games, split, lacking, random):
            if (item.options, item.position) not in known:
                lacking[item.grade] -= 1
                file.write(item_line(item) + "\n")
                file.flush()
            if time.monotonic() > deadline:
                break
    print(name, split, [most - lacking[grade] for grade in range(1, GRADES + 1)])


def rows(name: str, items: list[Item], grade: int) -> list[list[float]]:
    """Return by how much each policy that must not score is off chance at each item."""
    found = []
    for item in items:
        critical = solved(name, item)
        game = find_class(name).of(dict(critical.options))
        scores = policy_scores(game, critical.position, critical.best)
        found.append([round(scores[place] - critical.chance, 9) for place in held(grade)])
    return found


def evenest(off: list[list[float]]) -> tuple[list[float], float]:
    """Return weights as even as can be with policies near chance, and how far the worst is off."""
    weights: list[float] = []
    most = 1.0
    for penalty in PENALTIES:
        weights = balanced_weights(off, penalty)
        most = max(abs(dot(weights, column)) for column in zip(*off, strict=True))
        if most <= NEAR:
            break
    return weights, most


def weigh(name: str, split: Split) -> None:
    """Write the pool of a game with weights; a grade that cannot be balanced is left out."""
    kept: list[Item] = []
    for grade, group in by_grade(read_measured(name, split)).items():
        if split is not Split.EXAM:
            kept += sorted(Random(name).sample(group, min(len(group), MOST[split])), key=item_line)
            continue
        off = rows(name, group, grade)
        weights, most = evenest(off)
        if len(group) > MOST[split]:
            taken = heaviest(weights, MOST[split], Random(name))
            group, off = [group[place] for place in taken], [off[place] for place in taken]
            weights, most = evenest(off)
        worth = effective(weights)
        print(f"{name} grade {grade}: {len(group)} worth {worth:.0f}, off {most:.4f}")
        if most <= NEAR and worth >= FEWEST:
            weighted = (
                item._replace(weight=weight * len(group))
                for item, weight in zip(group, weights, strict=True)
                if weight * len(group) > 1e-3
            )
            kept += sorted(weighted, key=item_line)
    path = KEPT / split / f"{name}{ENDING}"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, pool_file(kept))


def heaviest(weights: list[float], wanted: int, random: Random) -> list[int]:
    """Return so many places: the rare ones all, of the others some, as their weights say."""
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
    """Do what is asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deed", choices=("measure", "weigh", "table"))
    parser.add_argument("games", nargs="+")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--split", type=Split, choices=MOST, default=Split.EXAM)
    arguments = parser.parse_args()
    if arguments.deed == "table":
        print(pools_table(arguments.games))
        return
    for name in arguments.games:
        if arguments.deed == "measure":
            measure(name, arguments.split, arguments.seconds, arguments.seed)
        else:
            weigh(name, arguments.split)


if __name__ == "__main__":
    main()
