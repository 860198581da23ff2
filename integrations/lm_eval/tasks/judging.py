"""Questions and their judge for lm-evaluation-harness; everything about them is the exam's own.

The YAML files beside this one name these functions.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from datasets import Dataset

from lastdigit import catalogue
from lastdigit.exam import ALL, Kind, PromptItem, draw_prompt_items, split_names

Docs = dict[str, Dataset]


def questions(
    kind: str,
    games: str | list[str] = ALL,
    positions: int = 20,
    seed: int = 1,
    **_: Any,
) -> Docs:
    """Return so many questions of a kind about every game, drawn by a seed.

    What else stands in the metadata of a run (the model's own arguments do) is not for us.
    """
    names = split_names(games, catalogue()) if isinstance(games, str) else games
    return _docs(draw_prompt_items(names, [kind], positions, seed))


def rows(file: str | None = None, **_: Any) -> Docs:
    """Return the questions of a file of JSON lines that `lastdigit dataset` wrote."""
    if file is None:
        told = """--metadata '{"file": "FILE.jsonl"}'"""
        raise ValueError(f"Say which file of `lastdigit dataset --kind ...`: {told}")
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    return _docs(map(PromptItem.from_row, map(json.loads, lines)))


def _docs(asked: Iterable[PromptItem]) -> Docs:
    """Return questions as documents; what each is judged by is JSON, whatever its kind."""
    found = [
        {
            "kind": one.kind,
            "game": one.game,
            "position": one.position,
            "grade": one.grade,
            "system": one.system,
            "user": one.user,
            "right": one.right[0],
            "posed": json.dumps(one.data()),
        }
        for one in asked
    ]
    return {"test": Dataset.from_list(found)}


def judged(doc: dict[str, str], results: list[str]) -> dict[str, float]:
    """Return what an answer is: strictly, by the relaxed reader, and whether it was read."""
    verdict = PromptItem(**json.loads(doc["posed"])).grade_answer(results[0])
    return {
        "right": float(verdict.right),
        "relaxed": float(verdict.relaxed),
        "format": float(verdict.answer is not None),
    }


def judged_move(doc: dict[str, str], results: list[str]) -> dict[str, float]:
    """Return the same of a move, and beside it how often a random legal one is right."""
    chance = PromptItem(**json.loads(doc["posed"])).chance
    assert chance is not None, "of moves it is known"
    return {**judged(doc, results), "chance": chance}


move, legal, result, outcome, value, resist, plan = (
    partial(questions, kind)
    for kind in (
        Kind.MOVE,
        Kind.LEGAL,
        Kind.RESULT,
        Kind.OUTCOME,
        Kind.VALUE,
        Kind.RESIST,
        Kind.PLAN,
    )
)
