"""The card of a dataset: what its rows are, where they come from, and their hashes."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from textwrap import fill

from lastdigit.analysis.splits import member_of
from lastdigit.arena.positions import without_beginning
from lastdigit.exam.dataset import Dataset, Row, lines


def card(asked: Dataset, found: Sequence[Row], name: str, content: bytes) -> str:
    """Return what tells of a file of rows, in the form of Hugging Face's cards."""
    about = POSITIONS if "value" in found[0] else WORDS
    column = "value" if "value" in found[0] else "label"
    counts = Counter(row[column] for row in found)
    told = "\n".join(f"| {kind} | {count} |" for kind, count in sorted(counts.items()))
    title = asked.game.title
    member = member_of(without_beginning(asked.game))
    return CARD.format(
        title=title,
        name=name,
        size=_size(len(found)),
        rows=len(found),
        kind=asked.kind,
        split=asked.split,
        seed=asked.seed,
        member=member,
        version=asked.game.version,
        package=asked.package,
        sha256=hashlib.sha256(content).hexdigest(),
        content=hashlib.sha256(lines(found)).hexdigest(),
        columns=fill(
            f"Columns: {', '.join(found[0])}. A Parquet file has those of all kinds: "
            "here the others are null.",
            100,
        ),
        told=about.format(told=told) + (QUESTIONS if "prompt" in found[0] else ""),
    )


def _size(count: int) -> str:
    """Return Hugging Face's word for how many rows there are."""
    bounds = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))
    return next((word for bound, word in bounds if count < bound), "100K<n<1M")


CARD = """\
---
pretty_name: {title}, {kind}, {split}
license: mit
language: [en]
size_categories: ["{size}"]
tags: [games, combinatorial-game-theory, reasoning]
configs:
- config_name: default
  data_files: [{{split: {split}, path: {name}}}]
---
# {title}: {kind}, {split}

{rows} rows of `{member}` (version {version} of the game), made by `lastdigit` {package} from seed
{seed}. Every value is exact: it was solved, not played out.

Rows are of the split `{split}` alone, which SHA-256 decides from the game, its options and the
position; whoever trains on `train` and measures on `exam` never measures what was trained on.

- SHA-256 of {name}: {sha256}
- SHA-256 of the rows as JSON lines with these columns, whatever the file is: {content}

{columns}

{told}"""

POSITIONS = """\
| value for the player to move | rows |
| --- | --: |
{told}

`best` are all moves that keep the value; `remoteness` is the number of plies to the end under best
play, null where there is none or it is not known; `moves` has every legal move with its value for
whoever makes it; `chance` is how often a random move is right; `options` is JSON.
"""

WORDS = """\
| kind of answer | rows |
| --- | --: |
{told}

Answers are drawn so that none of these is more frequent than it must be. `shown` are the moves that
the question names; `chance` is how often random legal moves are right, where moves are asked for;
`options` is JSON.
"""

QUESTIONS = """
`prompt` is what a model is asked, as in `lastdigit exam`; `answers` are all right answers (of plans
one of them); `judge` is JSON, and `lastdigit.exam.posing.from_row(row).judge(said)` judges what was
said, exactly. `grade` is how hard it is: for a move, a plan and a value by the effort of a tree
search there, from 1 to 5, else by the number of moves; null where nobody has measured it.
"""
