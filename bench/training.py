"""A policy that learns from exact rewards for every move: curves by game and grade.

Run `python -m bench.training` (extra `fast`). It trains a policy for the variant of each game with
the most exam questions, once for every seed, and asks it all exam positions of this variant on the
way. The page, the curves and the data in `docs/` are overwritten.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

import numpy as np

from bench import training_page
from bench.baseline_players import variants_of
from examples import learned
from lastdigit import __version__
from lastdigit.analysis.critical import Split, critical_at
from lastdigit.analysis.policies import effective_size
from lastdigit.exam.pools import variant_items
from lastdigit.game.game import AnyGame
from lastdigit.games import catalogue, find
from lastdigit.system import write_atomically

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGE, DATA = DOCS / "training.md", DOCS / "training.json"
CURVES = DOCS / "pictures" / "training.svg"
SEEDS, STEPS, WORKERS = 5, 3_200, 2
FIRST = 100
"""The first step after which the policy is asked; the others follow after twice as many each."""
SHOWN_MISTAKES = 3
"""The number of example positions for each game."""

Row = dict[str, Any]


class Question(NamedTuple):
    """An exam position, and what each action in it is worth."""

    position: str
    grade: int
    weight: float
    """Relative to the other questions of the grade in this variant; their sum is 1."""
    value: str
    remoteness: int | None
    right: tuple[bool, ...]
    """Whether each action keeps the value of the position."""
    legal: tuple[bool, ...]
    observation: tuple[int, ...]

    @property
    def chance(self) -> float:
        return sum(self.right) / sum(self.legal)


@cache
def questions_of(game: AnyGame) -> list[Question]:
    """Return all exam positions of a game with its options."""
    found = []
    items = variant_items(game, Split.EXAM)
    totals: dict[int, float] = {}
    for item in items:
        totals[item.grade] = totals.get(item.grade, 0) + item.weight
    for item in sorted(items, key=lambda one: one.grade):
        state = game.parse_state(item.position)
        critical = critical_at(game, state)
        assert critical is not None, "a pool has critical positions only"
        legal = set(game.legal_moves(state))
        moves = game.all_moves()
        found.append(
            Question(
                item.position,
                item.grade,
                item.weight / totals[item.grade],
                str(critical.solution.value),
                critical.solution.remoteness,
                tuple(game.format_move(move) in critical.best for move in moves),
                tuple(move in legal for move in moves),
                game.observation(state),
            )
        )
    return found


def grades_of(game: AnyGame) -> dict[int, list[int]]:
    """Return the indices of the questions of each grade."""
    grades: dict[int, list[int]] = {}
    for number, question in enumerate(questions_of(game)):
        grades.setdefault(question.grade, []).append(number)
    return grades


def ask(policy: learned.Policy, game: AnyGame) -> list[int]:
    """Return the action that a policy prefers in each exam position."""
    asked = questions_of(game)
    seen = np.array([question.observation for question in asked])
    legal = np.array([question.legal for question in asked])
    chosen: list[int] = learned.best_actions(
        np.where(legal, policy.values(seen), -np.inf), legal
    ).tolist()
    return chosen


def run(name: str, options: Row, seed: int, steps: int) -> Row:
    """Train once, and return the points of the curve and the last choices."""
    began, game = time.monotonic(), find(name, **options)
    asked, grades = questions_of(game), grades_of(game)
    points, when = [], [0, *(FIRST * 2**power for power in range(64))]
    chosen: list[int] = []
    for step, policy in enumerate(learned.policy_lessons(game, seed=seed)):
        if step in when or step == steps:
            chosen = ask(policy, game)
            right = [one.right[action] for one, action in zip(asked, chosen, strict=True)]
            scores = {
                grade: sum(asked[number].weight for number in numbers if right[number])
                for grade, numbers in grades.items()
            }
            points.append({"step": step, "scores": scores})
        if step == steps:
            break
    seconds = round(time.monotonic() - began)
    return {"game": name, "seed": seed, "points": points, "chosen": chosen, "seconds": seconds}


def run_all(names: Sequence[str], seeds: int, steps: int) -> Row:
    """Train every game with every seed, and return all results as data."""
    variants = {name: dict(variants_of(name)[0]) for name in names}
    rows: list[Row] = []
    began = time.monotonic()
    # numpy reads it when it is imported, so the workers must be new processes.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    with ProcessPoolExecutor(WORKERS, get_context("spawn")) as pool:
        waiting = [
            pool.submit(run, name, options, seed, steps)
            for seed in range(1, seeds + 1)
            for name, options in variants.items()
        ]
        for number, future in enumerate(as_completed(waiting), 1):
            rows.append(future.result())
            print(f"\r{number} of {len(waiting)} ", end="", file=sys.stderr, flush=True)
    games = {}
    for name, options in variants.items():
        own = sorted((row for row in rows if row["game"] == name), key=lambda row: row["seed"])
        games[name] = game_data(find(name, **options), own)
    return {
        "lastdigit": __version__,
        "seeds": seeds,
        "steps": steps,
        "positions": steps * learned.Policy.GAMES,
        "minutes": round((time.monotonic() - began) / 60, 1),
        "games": games,
    }


def game_data(game: AnyGame, rows: list[Row]) -> Row:
    """Return the curves of a game by grade, and what the policies get wrong in the end."""
    asked = questions_of(game)
    curves = {}
    for grade, numbers in grades_of(game).items():
        weights = [asked[number].weight for number in numbers]
        chance = sum(asked[number].chance * asked[number].weight for number in numbers)
        by_step = zip(*(row["points"] for row in rows), strict=True)
        points = [
            {
                "positions": one[0]["step"] * learned.Policy.GAMES,
                "scores": [round(point["scores"][grade], 4) for point in one],
            }
            for one in by_step
        ]
        curves[grade] = {
            "items": len(numbers),
            "effective": round(effective_size(weights), 1),
            "chance": round(chance, 4),
            "points": points,
        }
    return {
        "options": {
            option.name: getattr(game, option.field)
            for option in game.options()
            if getattr(game, option.field) != option.default
        },
        "grades": curves,
        "seconds": [row["seconds"] for row in rows],
        "mistakes": mistakes(game, [row["chosen"] for row in rows]),
    }


DISTANCES = ((4, "1 to 4"), (16, "5 to 16"), (64, "17 to 64"), (10**9, "65 or more"))
UNKNOWN = "unknown"


def distance(question: Question) -> str:
    """Return the range of the number of moves to the end with best play."""
    if question.remoteness is None:
        return UNKNOWN
    return next(name for most, name in DISTANCES if question.remoteness <= most)


def right_moves(question: Question) -> str:
    return "one" if sum(question.right) == 1 else "several"


def mistakes(game: AnyGame, chosen: list[list[int]]) -> Row:
    """Return accuracy by kind of position, and positions that all seeds get wrong."""
    asked = questions_of(game)
    shares = [
        mean(float(question.right[actions[number]]) for actions in chosen)
        for number, question in enumerate(asked)
    ]
    kinds: dict[str, list[Row]] = {}
    for kind, name_of in (("distance", distance), ("right moves", right_moves)):
        names = sorted({name_of(question) for question in asked}, key=_kind_order)
        for name in names:
            numbers = [number for number, one in enumerate(asked) if name_of(one) == name]
            whole = sum(asked[number].weight for number in numbers)

            def average(values: Sequence[float], numbers: list[int] = numbers) -> float:
                weighed = (values[number] * asked[number].weight for number in numbers)
                return round(sum(weighed) / whole, 4)  # noqa: B023 - called at once

            kinds.setdefault(kind, []).append(
                {
                    "name": name,
                    "items": len(numbers),
                    "share": average(shares),
                    "chance": average([one.chance for one in asked]),
                }
            )
    # Those that each say most about their grade.
    always = [number for number, share in enumerate(shares) if share == 0]
    always.sort(key=lambda number: (-asked[number].weight, asked[number].position))
    return {
        "kinds": kinds,
        "always_wrong": len(always),
        "examples": list(examples(game, always[:SHOWN_MISTAKES], chosen)),
    }


def _kind_order(name: str) -> int:
    names = [*(name for _, name in DISTANCES), UNKNOWN, "one", "several"]
    return names.index(name)


def examples(game: AnyGame, numbers: list[int], chosen: list[list[int]]) -> Iterator[Row]:
    """Yield positions with the right moves and the most frequent choice."""
    moves = [game.format_move(move) for move in game.all_moves()]
    for number in numbers:
        question = questions_of(game)[number]
        choices = [actions[number] for actions in chosen]
        yield {
            "position": question.position,
            "grade": question.grade,
            "value": question.value,
            "right": [move for move, right in zip(moves, question.right, strict=True) if right],
            "chosen": moves[max(set(choices), key=lambda one: (choices.count(one), -one))],
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", nargs="+", default=list(catalogue()), metavar="GAME")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--out", type=Path, default=DOCS, metavar="FOLDER")
    chosen = parser.parse_args()
    data = json.loads(json.dumps(run_all(chosen.games, chosen.seeds, chosen.steps)))
    for path, text in (
        (DATA, json.dumps(data) + "\n"),
        (CURVES, training_page.curves(data)),
        (PAGE, training_page.page(data)),
    ):
        target = chosen.out / path.relative_to(DOCS)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(target, text.encode())


if __name__ == "__main__":
    main()
