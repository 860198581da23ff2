"""The baselines of docs/baselines.md: the scores of all players by game and grade.

Run `python -m bench.baselines` (extra `fast`; `--questions N` is the size). Learned values and
answers are saved in `bench/.baselines`: a stopped run continues, and after a change of a pool only
the affected questions are asked again. The page and the data in `docs/` are overwritten.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from bench import baseline_page
from bench.baseline_players import (
    LEARNERS,
    LONG_PLAY,
    PLAYERS,
    SHARES,
    STEPS,
    VALUES,
    VARIANTS,
    can_answer,
    learn,
    move_score,
    use_folder,
    value_score,
    variants_of,
)
from lastdigit import __version__
from lastdigit.analysis.policies import POLICIES, dot, policy_scores
from lastdigit.exam import pools
from lastdigit.exam.items import WORD_KINDS, Item, Kind, weighted_items
from lastdigit.exam.pools import PoolItem, group_by_grade, load_pool, solve_item
from lastdigit.games import catalogue, find, find_class
from lastdigit.players.prompt import VERSION
from lastdigit.system import write_atomically

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "bench" / ".baselines" / "exam"
PAGE, DATA = ROOT / "docs" / "baselines.md", ROOT / "docs" / "baselines.json"
QUESTIONS, SEED, WORKERS = 100, 1, 2
POOL = 300
"""The number of questions in words per kind and game for which weights are computed."""

Row = dict[str, Any]


class Job(NamedTuple):
    """One measurement: the score of a player, or of all policies, in a game and a grade."""

    what: str
    game: str
    kind: str
    grade: int
    size: int
    """The number of questions, or 0 to use the whole pool."""

    def key(self) -> str:
        """Return a key of everything that the result depends on."""
        content = pool_hash(self.game, self.grade) if self.kind == "move" else ""
        trained = (STEPS, VARIANTS) if self.what in LEARNERS else ()
        text = json.dumps([*self, SEED, content, trained])
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def pool_hash(name: str, grade: int) -> str:
    """Return a hash of the questions of a grade."""
    return pools.pool_hash(group_by_grade(load_pool(name))[grade])


def jobs(names: Iterable[str], count: int) -> list[Job]:
    """Return all jobs, the slow ones first."""
    found: list[Job] = []
    for name in names:
        for grade in group_by_grade(load_pool(name)):
            found.append(Job("policies", name, "move", grade, 0))
            found += [
                Job(player, name, "move", grade, math.ceil(count * SHARES.get(player, 1)))
                for player in PLAYERS
            ]
        found += [Job("guess", name, kind, 0, 0) for kind in WORD_KINDS]
        found += [Job(player, name, Kind.VALUE, 0, count) for player in VALUES]
        found += [
            Job(player, name, kind, 0, math.ceil(count * min(1, SHARES.get(player, 1))))
            for kind in LONG_PLAY
            for player in PLAYERS
        ]
    return sorted(found, key=lambda job: SHARES.get(job.what, 1))


def run_job(job: Job) -> Row:
    """Run a job; its random seed is its name."""
    began = time.monotonic()
    if job.kind != "move":
        found = count_guesses(job) if job.what == "guess" else ask_in_words(job)
    else:
        found = count_policies(job) if job.what == "policies" else ask_moves(job)
    seconds = round(time.monotonic() - began, 1)
    return {**job._asdict(), "key": job.key(), **found, "seconds": seconds}


def count_policies(job: Job) -> Row:
    """Compute the exact expected score of every policy over the whole grade."""
    items = group_by_grade(load_pool(job.game))[job.grade]
    whole = sum(item.weight for item in items)
    weights = [item.weight / whole for item in items]
    criticals = [solve_item(job.game, item) for item in items]
    rows = [
        policy_scores(find(job.game, **dict(item.options)), item.position, critical.best)
        for item, critical in zip(items, criticals, strict=True)
    ]
    scores = {
        policy.name: dot(weights, column)
        for policy, column in zip(POLICIES, zip(*rows, strict=True), strict=True)
    }
    return {"items": len(items), "chance": dot(weights, [one.chance for one in criticals])} | {
        "scores": scores
    }


def ask_moves(job: Job) -> Row:
    """Ask a player questions drawn with the pool's weights, with replacement."""
    ask_moves = draw_questions(job)
    criticals = [solve_item(job.game, item) for item in ask_moves]
    right = sum(
        move_score(job.what, item, critical, Random(f"{job}/{number}"))
        for number, (item, critical) in enumerate(zip(ask_moves, criticals, strict=True))
    )
    return {"right": right, "asked": len(ask_moves)} | {
        "chance": sum(one.chance for one in criticals) / (len(ask_moves) or 1)
    }


def draw_questions(job: Job) -> list[PoolItem]:
    """Draw questions that a player can answer, the same for all such players."""
    items = group_by_grade(load_pool(job.game))[job.grade]
    known = {
        options: can_answer(job.what, find(job.game, **dict(options)))
        for options in {item.options for item in items}
    }
    able = [item for item in items if known[item.options]]
    random = Random(f"{SEED}/{job.game}/{job.grade}")
    return random.choices(able, [item.weight for item in able], k=job.size) if able else []


@cache
def word_questions(name: str, kind: Kind) -> tuple[list[Item], list[float]]:
    """Return questions in words with their weights."""
    return weighted_items(kind, find_class(name), POOL, Random(f"{SEED}/{kind}/{name}"))


def count_guesses(job: Job) -> Row:
    """Compute the exact score of the best constant guess over all questions of a kind."""
    pool, weights = word_questions(job.game, Kind(job.kind))
    if not pool:
        return {"items": 0, "answers": 0, "guess": None}
    labels = sorted({one.label for one in pool})
    shares = [
        sum(weight for one, weight in zip(pool, weights, strict=True) if one.label == label)
        for label in labels
    ]
    best = max(shares) / sum(weights)
    if job.kind == Kind.RESULT:
        best = 0.0
    elif job.kind in LONG_PLAY:  # these have no labels to guess; use random moves
        best = dot(weights, [one.chance or 0.0 for one in pool]) / sum(weights)
    return {"items": len(pool), "answers": len(labels), "guess": best}


def ask_in_words(job: Job) -> Row:
    """Ask for the winner, for the longest defence, or for a plan."""
    pool, weights = word_questions(job.game, Kind(job.kind))
    answers = len({one.label for one in pool})
    random = Random(f"{SEED}/{job.game}/{job.kind}")
    ask_moves = [
        question
        for question in (random.choices(pool, weights, k=job.size) if pool else ())
        if can_answer(job.what, find(job.game, **dict(question.options)))
    ]
    if job.kind == Kind.VALUE:
        right = sum(value_score(job.what, question, answers) for question in ask_moves)
    else:
        right = sum(
            LONG_PLAY[Kind(job.kind)](job.what, question, Random(f"{job}/{number}"))
            for number, question in enumerate(ask_moves)
        )
    return {"right": right, "asked": len(ask_moves)}


def run_in_processes(tasks: list[tuple[Any, ...]], done: Callable[[Any], None]) -> None:
    """Run tasks in processes, and call `done` with each result."""
    with ProcessPoolExecutor(WORKERS) as pool:
        waiting = [pool.submit(*task) for task in tasks]
        for number, future in enumerate(as_completed(waiting), 1):
            done(future.result())
            print(f"\r{number} of {len(tasks)} ", end="", file=sys.stderr, flush=True)


def learn_all(names: Iterable[str]) -> None:
    """Learn what is not saved yet. Each number of steps has its own folder."""
    print("learning", file=sys.stderr)
    run_in_processes(
        [
            (learn, name, options, kind, STEPS)
            for kind in LEARNERS
            for name in names
            for options in variants_of(name)
        ],
        lambda _: None,
    )


def read_results(journal: Path) -> list[Row]:
    """Return the saved results, without an incomplete last line."""
    content = journal.read_text() if journal.exists() else ""
    whole = content[: content.rfind("\n") + 1]
    if whole != content:
        journal.write_text(whole)
    return list(map(json.loads, whole.splitlines()))


def run(names: list[str], count: int, folder: Path) -> Row:
    """Run all jobs that are not saved yet, and return all results as data."""
    folder.mkdir(parents=True, exist_ok=True)
    use_folder(folder / "-".join(f"{kind}{steps}" for kind, steps in STEPS.items()))
    learn_all(names)
    journal = folder / "answers.jsonl"
    kept = {row["key"]: row for row in read_results(journal)}
    wanted = jobs(names, count)
    print("asking", file=sys.stderr)
    with journal.open("a") as file:

        def keep(row: Row) -> None:
            kept[row["key"]] = row
            file.write(json.dumps(row) + "\n")
            file.flush()

        run_in_processes([(run_job, job) for job in wanted if job.key() not in kept], keep)
    return {
        "lastdigit": __version__,
        "exam": VERSION,
        "seed": SEED,
        "questions": count,
        "steps": STEPS,
        "learned": {name: [dict(options) for options in variants_of(name)] for name in names},
        "pools": {
            name: {g: pool_hash(name, g) for g in group_by_grade(load_pool(name))} for name in names
        },
        "rows": [kept[job.key()] for job in wanted],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    told = parser.parse_args()
    data = json.loads(json.dumps(run(list(catalogue()), told.questions, FOLDER)))
    write_atomically(DATA, (json.dumps(data) + "\n").encode())
    write_atomically(PAGE, baseline_page.page(data).encode())


if __name__ == "__main__":
    main()
