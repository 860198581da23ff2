"""Questions and grading for lm-evaluation-harness, based on `lastdigit.exam`.

The YAML files in this folder refer to these functions.
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
    """Return questions of one kind about every game, drawn with a seed.

    Ignore other metadata of a run, such as the model's arguments.
    """
    names = split_names(games, catalogue()) if isinstance(games, str) else games
    return _docs(draw_prompt_items(names, [kind], positions, seed))


def rows(file: str | None = None, **_: Any) -> Docs:
    """Return the questions in a JSON Lines file of `lastdigit dataset`."""
    if file is None:
        told = """--metadata '{"file": "FILE.jsonl"}'"""
        raise ValueError(f"Say which file of `lastdigit dataset --kind ...`: {told}")
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    return _docs(map(PromptItem.from_row, map(json.loads, lines)))


def _docs(asked: Iterable[PromptItem]) -> Docs:
    """Return questions as documents; the grading data is JSON, whatever the kind."""
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
    """Return the scores of an answer: strict, relaxed, and whether it was readable."""
    verdict = PromptItem(**json.loads(doc["posed"])).grade_answer(results[0])
    return {
        "right": float(verdict.right),
        "relaxed": float(verdict.relaxed),
        "format": float(verdict.answer is not None),
    }


def judged_move(doc: dict[str, str], results: list[str]) -> dict[str, float]:
    """Return the scores of a move, and the chance that a random legal move is right."""
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
