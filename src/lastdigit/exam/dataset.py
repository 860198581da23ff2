"""Export positions and exam items as datasets, and exam items as prompts."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from random import Random
from textwrap import fill
from typing import Any, NamedTuple

from lastdigit.analysis.critical import (
    Split,
    critical_at,
    draw_game,
    random_positions,
    split_of,
    variant_name,
    with_default_start,
)
from lastdigit.analysis.policies import balanced_weights
from lastdigit.analysis.position import analyse_position
from lastdigit.errors import IllegalMove, MoveSyntaxError, OptionError, UsageError, quoted
from lastdigit.exam.items import (
    GENERATORS,
    MAX_POSITION_LENGTH,
    WORD_KINDS,
    Item,
    Kind,
    draw_items,
    guess_advantages,
    is_right,
    is_right_relaxed,
)
from lastdigit.exam.pools import PoolItem, draw, variant_items
from lastdigit.exam.run import EXAMINERS, UNGRADED, MoveItem, draw_move_items
from lastdigit.game.game import AnyGame, State
from lastdigit.game.options import OptionValue
from lastdigit.games import find, find_class
from lastdigit.match.match import Match, arrange_from
from lastdigit.match.record import Player, option_values
from lastdigit.players import prompt
from lastdigit.players.players import Reply, UnreadableReply
from lastdigit.players.prompt import relaxed_move
from lastdigit.solver import solver_for
from lastdigit.system import VERSION

KINDS = (Kind.MOVE, *WORD_KINDS)
ALL = "all"
MAX_REGRET = 2
"""The regret (loss compared with best play) of a reply without a legal move: the maximum."""


class GradedReply(NamedTuple):
    """The result of grading one answer to an exam item."""

    answer: str | None
    """The answer in the required format, or None if the reply contains none."""
    right: bool
    relaxed: bool
    """Whether the answer is right if formatting is ignored."""
    regret: int | None
    """The loss compared with best play: 0, 1 or 2 (a win became a loss).

    None if the item does not ask for a move.
    """


@dataclass(frozen=True)
class PromptItem:
    """An exam item as a prompt for a language model, with all data needed to grade a reply."""

    kind: str
    game: str
    options: dict[str, Any]
    position: str
    grade: int
    """Difficulty: a measured grade from 1, or the number of moves in the question. 0 if unknown."""
    system: str
    """The system prompt: the rules of the game, and the required format of the answer."""
    user: str
    right: list[str]
    """All right answers, or only one of them if the item asks for all moves of a forced win."""
    regrets: dict[str, int] | None = None
    """The regret of each legal move (its loss compared with best play, 0 to 2), keyed by move text.

    None if the item does not ask for a move.
    """
    question: dict[str, Any] | None = None
    """More data for grading an answer in words. None if the item asks for a move."""

    @property
    def chance(self) -> float | None:
        """The probability that a random legal move is right.

        None if the exam item does not ask for a move.
        """
        return len(self.right) / len(self.regrets) if self.regrets else None

    def data(self) -> dict[str, Any]:
        """Return the fields as JSON data. `PromptItem(**data)` restores the object."""
        return asdict(self)

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> PromptItem:
        """Restore an exam item from a dataset row.

        Raise UsageError if the row has no question, as in datasets of the kind `position`.
        """
        if not row.get("judge"):
            raise UsageError(
                "This row has no question to grade, because it has no `judge`. Make a dataset of "
                "questions, for example with --kind move."
            )
        return cls(
            row["kind"],
            row["game"],
            json.loads(row["options"]),
            row["position"],
            row["grade"] or 0,
            "",  # the rules are part of the row's prompt
            row["prompt"],
            list(row["answers"]),
            **json.loads(row["judge"]),
        )

    def grade_answer(self, reply: str) -> GradedReply:
        """Grade a reply to the exam item.

        In the verdict, `right` requires the exact format, and `relaxed` ignores formatting.
        """
        mark = prompt.MOVE_MARK if self.regrets is not None else prompt.ANSWER_MARK
        try:
            answer = prompt.parse_answer(Reply(reply, ""), mark).answer
        except UnreadableReply:
            answer = None
        if self.regrets is not None:
            relaxed = relaxed_move(reply, self.regrets) in self.right
            regret = MAX_REGRET if answer is None else self.regrets.get(answer, MAX_REGRET)
            return GradedReply(answer, answer in self.right, relaxed, regret)
        right = answer is not None and is_right(self._question, answer)
        return GradedReply(answer, right, right or is_right_relaxed(self._question, reply), None)

    def refusal(self, reply: str) -> str:
        """Return a message that asks for another reply, or "" if the reply is acceptable.

        A reply is not acceptable if the exam item asks for a move and the reply has no legal move.
        """
        if self.regrets is None:
            return ""
        game = find(self.game, **self._options)
        try:
            game.play(game.parse_state(self.position), prompt.parse_answer(Reply(reply, "")).answer)
        except (UnreadableReply, IllegalMove, MoveSyntaxError) as error:
            return prompt.refusal(str(error))
        return ""

    @property
    def _options(self) -> dict[str, OptionValue]:
        return {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in self.options.items()
        }

    @property
    def _question(self) -> Item:
        options = tuple(self._options.items())
        return Item(**(self.question or {}) | {"kind": Kind(self.kind), "options": options})


def split_names(text: str, known: Iterable[str]) -> list[str]:
    """Split a comma-separated list of names. If the text is "all", return all names in `known`.

    >>> split_names("move, value", KINDS)
    ['move', 'value']
    """
    return list(known) if text == ALL else [name.strip() for name in text.split(",")]


def draw_prompt_items(
    games: Iterable[str],
    kinds: Iterable[str],
    count: int,
    seed: int,
    split: Split = Split.EXAM,
) -> list[PromptItem]:
    """Return up to `count` exam items as prompts for each combination of game and kind of question.

    Raise UsageError if a game or a kind does not exist.
    """
    found: list[PromptItem] = []
    for kind in kinds:
        if kind not in KINDS:
            raise UsageError(
                f"{quoted(kind)} is not a kind of question. The kinds are {', '.join(KINDS)}."
            )
        for name in games:
            game = find_class(name)
            if kind == Kind.MOVE:
                items = draw_move_items(game, count, str(seed), split)
                found += map(build_move_prompt, items)
            else:
                text_items = draw_items(Kind(kind), game, count, str(seed), split)
                found += map(build_text_prompt, text_items)
    return found


def build_move_prompt(item: MoveItem) -> PromptItem:
    """Turn an exam item that asks for a move into a prompt, with the data to grade a reply."""
    critical = item.critical
    game = find(critical.game, **dict(critical.options))
    state = game.parse_state(critical.position)
    system, user = move_prompt(game, state)
    return PromptItem(
        Kind.MOVE,
        game.name,
        _options_data(critical.options),
        critical.position,
        item.grade,
        system,
        user,
        list(critical.best),
        regrets=regrets_at(game, state),
    )


def build_text_prompt(item: Item) -> PromptItem:
    """Turn an exam item that is answered in words into a prompt, with the data to grade a reply."""
    game = find(item.game, **dict(item.options))
    return PromptItem(
        str(item.kind),
        item.game,
        _options_data(item.options),
        item.position,
        item.grade,
        prompt.question_instructions(game, dict(item.options)),
        prompt.question(item.position, item.text),
        item.right.split(", ") if item.kind is Kind.RESIST else [item.right],
        question={name: value for name, value in item._asdict().items() if name != "options"},
    )


def _options_data(options: tuple[tuple[str, OptionValue], ...]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options}


def move_prompt(game: AnyGame, state: State) -> tuple[str, str]:
    """Return the system prompt and the user prompt that ask a language model for a move.

    The prompts do not list the legal moves.
    """
    players = (Player("random", "Pupil"), EXAMINERS[0])
    setup = arrange_from(game, game.format_state(state), players, package=VERSION, seed=1)
    return prompt.instructions(setup, state.mover), prompt.turn(Match(setup), show_legal=False)


def regrets_at(game: AnyGame, state: State) -> dict[str, int]:
    """Return the regret of each legal move, keyed by move text.

    Regret is the loss compared with best play: 0 for a best move, 1 if a win becomes a draw or a
    draw becomes a loss, and 2 if a win becomes a loss.
    """
    branches = solver_for(game).branches(state)
    best = max(branch.value.worth for branch in branches)
    return {game.format_move(branch.move): best - branch.value.worth for branch in branches}


Row = dict[str, Any]
POSITION = "position"
MAX_GAMES_WITHOUT_NEW = 1_000
"""Stop searching after this many random games in a row without a new position."""
MAX_POSITIONS_WITHOUT_ITEM = 5_000
"""Stop after this many positions in a row from which no item of the wanted kind can be made."""
ITEMS_PER_ROW, MAX_ITEMS_PER_ROW = 5, 40
"""How many items to generate per dataset row, at first and at most, to select balanced answers."""


@dataclass(frozen=True)
class Dataset:
    """The parameters of a dataset, such as the game, the number of rows and the random seed."""

    package: str
    game: AnyGame
    kind: str
    """The kind of exam item in each row, or "position" for plain positions without a question."""
    split: Split
    count: int
    seed: int


def dataset_rows(spec: Dataset) -> list[Row]:
    """Generate the rows of a dataset, without duplicates.

    There are fewer than `spec.count` rows if random games do not reach enough different positions.
    """
    rules = with_default_start(spec.game)
    random = Random(f"{spec.seed}/dataset/{variant_name(rules)}/{spec.split}")
    positions = _split_positions(spec, rules, random)
    if spec.kind in (POSITION, Kind.MOVE):
        return list(islice(_position_rows(spec, rules, positions), spec.count))
    return _word_rows(spec, rules, positions, random)


def _split_positions(spec: Dataset, rules: AnyGame, random: Random) -> Iterator[State]:
    """Play random games, and yield the distinct positions that belong to the dataset's split.

    A split is training, validation or exam.
    """
    seen: set[Hashable] = set()
    games_without_new = 0
    while games_without_new < MAX_GAMES_WITHOUT_NEW:
        games_without_new += 1
        for state in random_positions(_with_random_start(spec.game, random), random):
            key = rules.key(state)
            if key not in seen and split_of(rules, state) is spec.split:
                seen.add(key)
                games_without_new = 0
                yield state


def _with_random_start(game: AnyGame, random: Random) -> AnyGame:
    """Return the game with random values for the options that set its starting position.

    Options that differ from their defaults stay unchanged.
    """
    chosen = dict(option_values(game))
    while True:
        drawn = dict(option_values(draw_game(type(game), random)))
        start = {
            option.name: drawn[option.name]
            for option in game.own_options()
            if option.begins and option.name in drawn and chosen[option.name] == option.default
        }
        try:
            return type(game).of(chosen | start)
        except OptionError:
            continue


def _position_rows(spec: Dataset, rules: AnyGame, positions: Iterable[State]) -> Iterator[Row]:
    """Yield dataset rows for positions, or for exam items that ask for a move."""
    measured = _pool_items_by_key(rules, spec.split) if spec.kind == Kind.MOVE else {}
    for state in positions:
        row = position_row(rules, state)
        critical = critical_at(rules, state)
        if spec.kind == POSITION:
            yield row
        elif critical is not None:  # a move is asked for, so some moves must be mistakes
            item = measured.get(rules.key(state))
            prompt_item = build_move_prompt(MoveItem(item.grade if item else UNGRADED, critical))
            yield {**row, "effort": item.effort if item else None, **question_columns(prompt_item)}


def _pool_items_by_key(game: AnyGame, split: Split) -> dict[Hashable, PoolItem]:
    return {game.key(game.parse_state(item.position)): item for item in variant_items(game, split)}


def position_row(game: AnyGame, state: State) -> Row:
    """Return a dataset row for a position: its value, its best moves, and every move's value."""
    analysis = analyse_position(game, state)
    best = [move.move for move in analysis.moves if move.value is analysis.solution.value]
    return {
        "id": item_id(variant_name(game), analysis.position),
        "game": game.name,
        "options": json.dumps(dict(option_values(game)), sort_keys=True),
        "position": analysis.position,
        "value": str(analysis.solution.value),
        "remoteness": analysis.solution.remoteness,
        "best": best,
        "critical": len(best) < len(analysis.moves),
        "chance": len(best) / len(analysis.moves),
        "moves": [
            {
                "move": move.move,
                "value": str(move.value),
                "remoteness": move.after.remoteness,
                "position": move.position,
            }
            for move in analysis.moves
        ],
        "why": analysis.why,
        "split": str(split_of(game, state)),
    }


def _word_rows(
    spec: Dataset, rules: AnyGame, positions: Iterable[State], random: Random
) -> list[Row]:
    """Return dataset rows for random exam items that are answered in words.

    All kinds of answer are about equally frequent.
    """
    make = GENERATORS[Kind(spec.kind)]
    items: list[Item] = []
    drawn: list[int] = []
    misses, target = 0, ITEMS_PER_ROW * spec.count
    for state in positions:
        short = len(rules.format_state(state)) <= MAX_POSITION_LENGTH
        item = make(rules, state, random) if short else None
        misses = 0 if item else misses + 1
        if item:
            items.append(item)
        if len(items) == target:
            drawn = _pick_balanced(items, spec.count, random)
            if len(drawn) == spec.count or target >= MAX_ITEMS_PER_ROW * spec.count:
                break
            target *= 2
        if misses == MAX_POSITIONS_WITHOUT_ITEM:
            break
    if len(items) < target:
        drawn = _pick_balanced(items, spec.count, random)
    return [word_row(rules, items[place]) for place in drawn]


def _pick_balanced(items: list[Item], wanted: int, random: Random) -> list[int]:
    """Pick up to `wanted` items at random, with all kinds of answer about equally frequent.

    Return the indices of these items.
    """
    return draw(balanced_weights(guess_advantages(items)), wanted, random) if items else []


def word_row(game: AnyGame, item: Item) -> Row:
    """Return a dataset row for an exam item that is answered in words."""
    return {
        "id": item_id(item.kind, variant_name(game), item.position, *item.moves),
        "game": game.name,
        "options": json.dumps(dict(option_values(game)), sort_keys=True),
        "position": item.position,
        "shown": list(item.moves),
        "label": item.label,
        "chance": item.chance,
        **question_columns(build_text_prompt(item)),
        "split": str(split_of(game, game.parse_state(item.position))),
    }


def question_columns(item: PromptItem) -> Row:
    """Return an exam item's prompt, right answers and grading data as columns of a dataset row."""
    return {
        "kind": item.kind,
        "grade": item.grade or None,
        "prompt": f"{item.system}\n{item.user}",
        "answers": item.right,
        "judge": json.dumps({"regrets": item.regrets, "question": item.question}),
    }


def item_id(*parts: str) -> str:
    """Return a short hash of the parts that identify a row."""
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:16]


def to_jsonl(rows: Sequence[Row]) -> bytes:
    """Serialize dataset rows as JSON Lines: one JSON object per line."""
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode()


def to_parquet(rows: Sequence[Row]) -> bytes:
    """Serialize dataset rows as a Parquet file.

    The function needs the optional dependency `parquet`.
    """
    import io

    import pyarrow
    import pyarrow.parquet

    text, number, share = pyarrow.string(), pyarrow.int64(), pyarrow.float64()
    texts = pyarrow.list_(text)
    # All files have all columns, so that files of different kinds can be loaded together.
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
    unknown = {name for row in rows for name in row if name not in columns}
    assert not unknown, f"the schema lacks {unknown}"
    file = io.BytesIO()
    table = pyarrow.Table.from_pylist(list(rows), schema=pyarrow.schema(columns))
    pyarrow.parquet.write_table(table, file)
    return file.getvalue()


CARD_TEMPLATE = """\
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

{rows} rows of `{variant}` (version {version} of the game), generated by `lastdigit` {package} with
seed {seed}. Every value is exact: the game is solved, not sampled.

All rows belong to the split `{split}`. A SHA-256 of the game, its options and the position decides
the split, so a model that is trained on `train` and tested on `exam` is never tested on a position
from its training data.

- SHA-256 of {name}: {sha256}
- SHA-256 of the rows as JSON lines with these columns, for any file format: {content}

{columns}

{about}"""

POSITIONS_TEMPLATE = """\
| value for the player to move | rows |
| --- | --: |
{counts}

`best` lists all moves that keep the value. `remoteness` is the number of plies to the end with best
play, or null if there is no end or it is unknown. `moves` has every legal move with its value for
the player who makes it. `chance` is the probability that a random move is right. `options` is JSON.
"""

WORDS_TEMPLATE = """\
| kind of answer | rows |
| --- | --: |
{counts}

The kinds of answer are balanced as far as possible. `shown` lists the moves in the question.
`chance` is the probability that random legal moves are right, if the question asks for moves.
`options` is JSON.
"""

QUESTIONS_TEMPLATE = """
`prompt` is the text shown to a model, as in `lastdigit exam run`. `answers` lists all right answers
(for a plan, one of them). `judge` is JSON, and
`lastdigit.exam.PromptItem.from_row(row).grade_answer(reply)` grades a reply exactly. `grade` is the
difficulty: for moves, plans and values a grade from 1 to 5, by the effort that a tree search needs,
otherwise the number of moves. It is null if it was not measured.
"""


def dataset_card(spec: Dataset, rows: Sequence[Row], name: str, content: bytes) -> str:
    """Return the dataset card (README) for a dataset file, in Hugging Face's format.

    `name` and `content` are the file's name and bytes.
    """
    columns = [*rows[0]]
    about, column = (
        (POSITIONS_TEMPLATE, "value") if "value" in columns else (WORDS_TEMPLATE, "label")
    )
    counts = Counter(row[column] for row in rows)
    counts_text = "\n".join(f"| {kind} | {count} |" for kind, count in sorted(counts.items()))
    title = spec.game.title
    variant = variant_name(with_default_start(spec.game))
    return CARD_TEMPLATE.format(
        title=title,
        name=name,
        size=size_category(len(rows)),
        rows=len(rows),
        kind=spec.kind,
        split=spec.split,
        seed=spec.seed,
        variant=variant,
        version=spec.game.version,
        package=spec.package,
        sha256=hashlib.sha256(content).hexdigest(),
        content=hashlib.sha256(to_jsonl(rows)).hexdigest(),
        columns=fill(
            f"Columns: {', '.join(columns)}. A Parquet file also has the columns of all other "
            "kinds, which are null here.",
            100,
        ),
        about=about.format(counts=counts_text)
        + (QUESTIONS_TEMPLATE if "prompt" in columns else ""),
    )


def size_category(count: int) -> str:
    """Return Hugging Face's size category for a number of rows, for example "1K<n<10K"."""
    bounds = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))
    return next((word for bound, word in bounds if count < bound), "100K<n<1M")
