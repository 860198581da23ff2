"""Positions with their exact answers as rows of data, of one split, and a card that tells of them.

Positions are met in random games; those that another split has are left out, so that what is
trained on is never what is examined.
"""

from __future__ import annotations

import enum
import hashlib
import json
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from lastdigit.analysis.critical import positions_met
from lastdigit.analysis.position import analyse_position
from lastdigit.analysis.splits import Split, member_of, split_of
from lastdigit.arena.positions import draw_game, without_beginning
from lastdigit.core.game import AnyGame, State
from lastdigit.errors import OptionError
from lastdigit.exam.pools import Item, member_items
from lastdigit.exam.posing import words_at
from lastdigit.match.record import option_values
from lastdigit.solving import Value

Row = dict[str, Any]
IN_VAIN = 1_000
"""So many random games in a row meet nothing new before it is given up."""


class Kind(enum.StrEnum):
    """What a row is about."""

    POSITION = "position"
    """Any position in which somebody is to move."""
    MOVE = "move"
    """A critical position, with the question that a model is asked there."""


@dataclass(frozen=True)
class Dataset:
    """What was asked for."""

    package: str
    game: AnyGame
    kind: Kind
    split: Split
    count: int
    seed: int


def rows(asked: Dataset) -> list[Row]:
    """Return the rows, none of them twice; fewer where random games meet no more."""
    return list(islice(_rows(asked), asked.count))


def _rows(asked: Dataset) -> Iterator[Row]:
    rules = without_beginning(asked.game)
    random = Random(f"{asked.seed}/dataset/{member_of(rules)}/{asked.split}")
    measured = _measured(rules, asked.split) if asked.kind is Kind.MOVE else {}
    met: set[Hashable] = set()
    in_vain = 0
    while in_vain < IN_VAIN:
        in_vain += 1
        for state in positions_met(_beginning(asked.game, random), random):
            key = rules.key(state)
            if key in met or split_of(rules, state) is not asked.split:
                continue
            met.add(key)
            in_vain = 0
            row = position_row(rules, state)
            if asked.kind is Kind.POSITION:
                yield row
            elif row["critical"]:
                item = measured.get(key)
                yield {
                    **row,
                    "grade": item.grade if item else None,
                    "effort": item.effort if item else None,
                    "prompt": question(rules, state),
                }


def _beginning(game: AnyGame, random: Random) -> AnyGame:
    """Return a game that begins where it was told to, or anywhere if it was not told."""
    told = dict(option_values(game))
    while True:
        drawn = dict(option_values(draw_game(type(game), random)))
        begins = {
            option.name: drawn[option.name]
            for option in game.own_options()
            if option.begins and option.name in drawn and told[option.name] == option.default
        }
        try:
            return type(game).of(told | begins)
        except OptionError:
            continue


def _measured(game: AnyGame, split: Split) -> dict[Hashable, Item]:
    """Return the items of the game's pool, whose effort is known, by their positions' keys."""
    return {game.key(game.parse_state(item.position)): item for item in member_items(game, split)}


def position_row(game: AnyGame, state: State) -> Row:
    """Return a position with its value, the moves that keep it, and what every move is worth."""
    found = analyse_position(game, state)
    best = [move.move for move in found.moves if move.value is found.solution.value]
    return {
        "id": hashlib.sha256(f"{member_of(game)} {found.position}".encode()).hexdigest()[:16],
        "game": game.name,
        "options": json.dumps(dict(option_values(game)), sort_keys=True),
        "position": found.position,
        "value": str(found.solution.value),
        "remoteness": found.solution.remoteness,
        "best": best,
        "critical": len(best) < len(found.moves),
        "chance": len(best) / len(found.moves),
        "moves": [
            {
                "move": move.move,
                "value": str(move.value),
                "remoteness": move.after.remoteness,
                "position": move.position,
            }
            for move in found.moves
        ],
        "why": found.why,
        "split": str(split_of(game, state)),
    }


def question(game: AnyGame, state: State) -> str:
    """Return what a model is asked at a position, as in an exam, without a list of legal moves."""
    return "\n".join(words_at(game, state))


def lines(found: Sequence[Row]) -> bytes:
    """Return rows as lines of JSON."""
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in found).encode()


def parquet(found: Sequence[Row]) -> bytes:
    """Return rows as a Parquet file; needs the extra `parquet`."""
    import io

    import pyarrow
    import pyarrow.parquet

    file = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(list(found)), file)
    return file.getvalue()


def card(asked: Dataset, found: Sequence[Row], name: str, content: bytes) -> str:
    """Return what tells of a file of rows, in the form of Hugging Face's cards."""
    counts = {value: sum(row["value"] == value for row in found) for value in map(str, Value)}
    told = "\n".join(f"| {value} | {count} |" for value, count in counts.items())
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
        told=told,
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
- SHA-256 of the rows as JSON lines, whatever the file is: {content}

| value for the player to move | rows |
| --- | --: |
{told}

`best` are all moves that keep the value; `remoteness` is the number of plies to the end under best
play, null where there is none or it is not known; `moves` has every legal move with its value for
whoever makes it; `chance` is how often a random move is right; `options` is JSON. Where there is a
question (`prompt`), `effort` is how many simulations a tree search needs there and `grade` is that
from 1 to 5; both are null where nobody has measured it.
"""
