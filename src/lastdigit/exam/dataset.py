"""Positions and questions with their exact answers as rows of data, of one split.

Positions are met in random games; those that another split has are left out, so that what is
trained on is never what is examined. Questions are those of the exam, about one member of a game.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from lastdigit.analysis.critical import positions_met
from lastdigit.analysis.position import analyse_position
from lastdigit.analysis.splits import Split, member_of, split_of
from lastdigit.arena.positions import critical_at, draw_game, without_beginning
from lastdigit.errors import OptionError
from lastdigit.exam.balance import balanced_weights, draw
from lastdigit.exam.making import LONGEST_TEXT, MAKERS, guesses_off
from lastdigit.exam.plan import UNGRADED, ExamQuestion
from lastdigit.exam.pools import Item, member_items
from lastdigit.exam.posing import Posed, posed_move, posed_words
from lastdigit.exam.questions import Kind, Question
from lastdigit.game.game import AnyGame, State
from lastdigit.match.record import option_values

Row = dict[str, Any]
POSITION = "position"
IN_VAIN = 1_000
"""So many random games in a row meet nothing new before it is given up."""
IN_VAIN_IN_WORDS = 5_000
"""So many positions in a row give no question of the kind before it is given up."""
SPARE, MOST_SPARE = 5, 40
"""So many questions are made for each that is drawn, and more where answers stay unbalanced."""


@dataclass(frozen=True)
class Dataset:
    """What was asked for."""

    package: str
    game: AnyGame
    kind: str
    """`position`, for any in which somebody is to move, or a kind of the exam's questions."""
    split: Split
    count: int
    seed: int


def rows(asked: Dataset) -> list[Row]:
    """Return the rows, none of them twice; fewer where random games meet no more."""
    rules = without_beginning(asked.game)
    random = Random(f"{asked.seed}/dataset/{member_of(rules)}/{asked.split}")
    met = _met(asked, rules, random)
    if asked.kind in (POSITION, Kind.MOVE):
        return list(islice(_position_rows(asked, rules, met), asked.count))
    return _word_rows(asked, rules, met, random)


def _met(asked: Dataset, rules: AnyGame, random: Random) -> Iterator[State]:
    """Yield the positions of the split that random games meet, each once."""
    met: set[Hashable] = set()
    in_vain = 0
    while in_vain < IN_VAIN:
        in_vain += 1
        for state in positions_met(_beginning(asked.game, random), random):
            key = rules.key(state)
            if key not in met and split_of(rules, state) is asked.split:
                met.add(key)
                in_vain = 0
                yield state


def _position_rows(asked: Dataset, rules: AnyGame, met: Iterable[State]) -> Iterator[Row]:
    """Yield positions; where a move is asked for, critical ones with the question for it."""
    measured = _measured(rules, asked.split) if asked.kind == Kind.MOVE else {}
    for state in met:
        row = position_row(rules, state)
        critical = critical_at(rules, state)
        if asked.kind == POSITION:
            yield row
        elif critical is not None:
            item = measured.get(rules.key(state))
            one = posed_move(ExamQuestion(item.grade if item else UNGRADED, critical))
            yield {**row, "effort": item.effort if item else None, **question_columns(one)}


def _word_rows(asked: Dataset, rules: AnyGame, met: Iterable[State], random: Random) -> list[Row]:
    """Return questions in words, drawn so that no answer is more frequent than it must be."""
    make = MAKERS[Kind(asked.kind)]
    found: list[Question] = []
    taken: list[int] = []
    in_vain, enough = 0, SPARE * asked.count
    for state in met:
        short = len(rules.format_state(state)) <= LONGEST_TEXT
        made = make(rules, state, random) if short else None
        in_vain = 0 if made else in_vain + 1
        if made:
            found.append(made)
        if len(found) == enough:
            taken = _balanced(found, asked.count, random)
            if len(taken) == asked.count or enough >= MOST_SPARE * asked.count:
                break
            enough *= 2
        if in_vain == IN_VAIN_IN_WORDS:
            break
    if len(found) < enough:
        taken = _balanced(found, asked.count, random)
    return [word_row(rules, found[place]) for place in taken]


def _balanced(found: list[Question], wanted: int, random: Random) -> list[int]:
    """Return the places of so many, or of as many as can be without some being drawn twice."""
    return draw(balanced_weights(guesses_off(found)), wanted, random) if found else []


def word_row(game: AnyGame, one: Question) -> Row:
    """Return a question in words with its answer and all that it is judged by."""
    return {
        "id": _id(one.kind, member_of(game), one.position, *one.moves),
        "game": game.name,
        "options": json.dumps(dict(option_values(game)), sort_keys=True),
        "position": one.position,
        "shown": list(one.moves),
        "label": one.label,
        "chance": one.chance,
        **question_columns(posed_words(one)),
        "split": str(split_of(game, game.parse_state(one.position))),
    }


def question_columns(one: Posed) -> Row:
    """Return what a row has of a question; `posing.from_row` makes the question of it again."""
    return {
        "kind": one.kind,
        "grade": one.grade or None,
        "prompt": f"{one.system}\n{one.user}",
        "answers": one.right,
        "judge": json.dumps({"regrets": one.regrets, "question": one.question}),
    }


def _id(*parts: str) -> str:
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:16]


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
        "id": _id(member_of(game), found.position),
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


def lines(found: Sequence[Row]) -> bytes:
    """Return rows as lines of JSON."""
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in found).encode()


def parquet(found: Sequence[Row]) -> bytes:
    """Return rows as a Parquet file; needs the extra `parquet`.

    Every file has the columns of all kinds, null where a kind does not have one, so that files of
    several kinds can be loaded together.
    """
    import io

    import pyarrow
    import pyarrow.parquet

    text, number, share = pyarrow.string(), pyarrow.int64(), pyarrow.float64()
    texts = pyarrow.list_(text)
    move = {"move": text, "value": text, "remoteness": number, "position": text}
    columns = {
        **dict.fromkeys(("id", "game", "options", "position", "value"), text),
        "remoteness": number,
        "best": texts,
        "critical": pyarrow.bool_(),
        "chance": share,
        "moves": pyarrow.list_(pyarrow.struct(move)),
        "why": text,
        "shown": texts,
        "label": text,
        "effort": number,
        "kind": text,
        "grade": number,
        "prompt": text,
        "answers": texts,
        "judge": text,
        "split": text,
    }
    unknown = {name for row in found for name in row if name not in columns}
    assert not unknown, f"the schema lacks {unknown}"
    file = io.BytesIO()
    table = pyarrow.Table.from_pylist(list(found), schema=pyarrow.schema(columns))
    pyarrow.parquet.write_table(table, file)
    return file.getvalue()
