"""What learned shortcuts score in the exam: the lines to beat in its reports.

Run `python -m bench.shortcuts --write`. It prints the table of docs/method.md and writes the lines
to beat beside the pools. A tree, a forest and a booster (`tools/shortcut_learners.py`) see digits,
digit sums and remainders, but not where a move leads. They learn from four fifths of a grade's
items and answer the others, in turn. Near twins are always in the same fifth. The weights of the
pools were computed against the tree and the forest with other divisions into fifths. The booster
had no part in that. `--version 1` measures the pools of version 1.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np

from lastdigit.analysis.critical import Split
from lastdigit.analysis.policies import effective_size
from lastdigit.exam.pools import (
    LINES_FILE,
    VERSIONS,
    PoolItem,
    group_by_grade,
    load_pool,
    pool_folder,
    pool_hash,
)
from lastdigit.games import catalogue
from lastdigit.players.prompt import VERSION
from lastdigit.statistics import wilson_interval
from lastdigit.system import write_atomically
from tools.shortcut_learners import booster, case_of, cross_validate, forest, tree

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "lastdigit" / "exam"
LEARNERS = {"tree": tree, "forest": forest, "booster": booster}
DIVISIONS = 3
"""The number of divisions into fifths over which scores are averaged."""
HEADING = """\
| game | grade | items | chance | tree | forest | booster | 95 % of a guess |
| --- | --: | --: | --: | --: | --: | --: | --- |"""

Line = dict[str, str | int | float]


def measure(name: str, grade: int, items: Sequence[PoolItem]) -> Line:
    """Return the scores of all learners in a grade, with the weights of the pool."""
    cases = [case_of(name, item) for item in items]
    weights = np.array([item.weight for item in items])
    weights /= weights.sum()
    scores = {
        label: np.mean(
            [
                weights @ cross_validate(cases, weights, Random(f"line/{name}/{grade}/{n}"), learn)
                for n in range(DIVISIONS)
            ]
        )
        for label, learn in LEARNERS.items()
    }
    chance = float(weights @ [one.right.mean() for one in cases])
    return {
        "game": name,
        "grade": grade,
        "pool": pool_hash(items),
        "items": len(items),
        "effectiveSize": round(effective_size(weights.tolist()), 1),
        "chance": round(chance, 4),
        **{label: round(float(score), 4) for label, score in scores.items()},
    }


def row(line: Line) -> str:
    """Return a measured line as a row of the table."""
    size, chance = float(line["effectiveSize"]), float(line["chance"])
    low, high = wilson_interval(round(chance * size), round(size))
    shares = " | ".join(f"{100 * float(line[name]):.0f}" for name in ("chance", *LEARNERS))
    guess = f"{100 * low:.0f} to {100 * high:.0f}"
    return f"| {line['game']} | {line['grade']} | {line['items']} | {shares} | {guess} |"


def table(lines: Sequence[Line]) -> str:
    """Return the table of docs/method.md."""
    return "\n".join((HEADING, *map(row, lines)))


def write(lines: Sequence[Line], path: Path) -> None:
    """Write measured lines to a file. Those of games that were not measured stay."""
    before: list[Line] = json.loads(path.read_text()) if path.exists() else []
    measured = {line["game"] for line in lines}
    every = [*lines, *(line for line in before if line["game"] not in measured)]
    every.sort(key=lambda line: (str(line["game"]), int(line["grade"])))
    write_atomically(path, (json.dumps(every, indent=1) + "\n").encode())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=list(catalogue()))
    parser.add_argument("--version", type=int, choices=VERSIONS, default=VERSION)
    parser.add_argument("--write", action="store_true", help="write the lines to beat")
    arguments = parser.parse_args()
    if importlib.util.find_spec("sklearn") is None:
        print("scikit-learn: not installed")
        return
    print(HEADING)
    lines = []
    for name in arguments.games:
        for grade, items in group_by_grade(load_pool(name, version=arguments.version)).items():
            lines.append(measure(name, grade, items))
            print(row(lines[-1]), flush=True)
    if arguments.write:
        write(lines, PACKAGE / pool_folder(Split.EXAM, arguments.version) / LINES_FILE)


if __name__ == "__main__":
    main()
