"""Run an exam: select its items, write its manifest, ask the player, and log the answers."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from lastdigit.analysis.critical import (
    Critical,
    PositionFilter,
    Split,
    critical_data,
    criticals,
    split_of,
)
from lastdigit.analysis.policies import POLICIES, balanced_weights, policy_scores
from lastdigit.arena.run import (
    SPENDING,
    Contestant,
    Fixture,
    Manifest,
    Plan,
    contestant_data,
    seed_of,
    settings_data,
)
from lastdigit.errors import PlayerError, RecordError, UsageError, quoted
from lastdigit.exam.disguise import plain_items, wording_hashes
from lastdigit.exam.items import (
    Item,
    Kind,
    draw_items,
    is_right,
    is_right_relaxed,
    item_data,
    parse_item,
)
from lastdigit.exam.keys import config_hash, move_key, run_commitment, word_key, word_prompt
from lastdigit.exam.manifest import EXAM_VERSION, content_hash
from lastdigit.exam.pools import draw, group_by_grade, load_pool, solve_item
from lastdigit.executors.local import ThreadExecutor
from lastdigit.game.game import AnyGame, State
from lastdigit.game.text import plural
from lastdigit.games import find, find_class
from lastdigit.match.match import arrange_from
from lastdigit.match.record import Player
from lastdigit.players.budget import Budget
from lastdigit.players.llm import LanguageModel
from lastdigit.players.players import LLM, NoMove, Reply, Settings, form_and_detail
from lastdigit.players.prompt import VERSION

UNGRADED = 0
"""The difficulty grade of positions whose difficulty was not measured."""
CANDIDATES_PER_ITEM = 8
"""How many candidate positions to find per item, if no difficulties were measured for a game."""
WALKS_PER_POSITION = 20
"""The maximum number of random games to play for each candidate position."""
MIN_SECRET_BYTES = 16
EXAMINERS = (Player("random", "Examiner"), Player("random", "The examiner"))
"""Names for the opponent, who never moves. If the player's name is the first, use the second."""


@dataclass(frozen=True)
class MoveItem:
    """An exam item that asks for a move in a critical position.

    In a critical position some legal moves are mistakes and some are not.
    """

    grade: int
    """The difficulty, from 1 (easy) to 5, or 0 if it was not measured."""
    critical: Critical
    effort: int | None = None
    """The number of simulations that tree search needs to find a right move reliably.

    None if the effort was not measured, or if even the largest number tried was not enough.
    """

    @cached_property
    def policies(self) -> list[float]:
        """The probability that each policy picks a right move, in the order of POLICIES.

        A policy picks moves by a simple rule such as "always the first move".
        """
        game = find(self.critical.game, **dict(self.critical.options))
        return policy_scores(game, self.critical.position, self.critical.best)


@dataclass(frozen=True)
class Origin:
    """The seed for all random choices in an exam, and what is published about the seed.

    `kind` is "seed" if the seed itself is published, or "secret" if the seed comes from a private
    file and only a hash of the file is published.
    """

    seed: str
    kind: str
    published: int | str


@dataclass(frozen=True)
class Exam:
    """The parameters of an exam, such as the player, the games and the number of items."""

    package: str
    games: tuple[str, ...]
    player: Contestant
    positions: int
    """The number of items for each game and each kind of question."""
    origin: Origin
    settings: Settings
    also: tuple[Kind, ...] = ()
    """The kinds of question, answered in words, to ask in addition to questions for a move."""
    disguise: bool = False
    """Whether to ask some items a second time, with different words and symbols."""
    version: int = VERSION
    """The version of the exam, which fixes the pools and the texts for language models.

    New exams always use the current version. The positions of an earlier version can still be drawn
    again.
    """


def from_seed(seed: int) -> Origin:
    """Return the origin of an exam's random choices: a seed that is published."""
    return Origin(str(seed), "seed", seed)


def from_secret(path: Path) -> Origin:
    """Return the origin of an exam's random choices: a secret seed, derived from a private file.

    Raise UsageError if the file cannot be read or is too short.
    """
    try:
        secret = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{quoted(str(path))} cannot be read: {error.strerror}.") from None
    if len(secret) < MIN_SECRET_BYTES:
        raise UsageError(
            f"{quoted(str(path))} is too short for a secret: it needs at least "
            f"{MIN_SECRET_BYTES} bytes."
        )
    # Do not use the published hash, from which anyone could draw the same items.
    seed = hashlib.sha256(b"lastdigit exam\0" + secret).hexdigest()
    return Origin(seed, "secret", hashlib.sha256(secret).hexdigest())


def draw_move_items(
    kind: type[AnyGame],
    wanted: int,
    seed: str,
    split: Split = Split.EXAM,
    version: int = VERSION,
) -> list[MoveItem]:
    """Pick up to `wanted` random exam items that ask for a move in a game.

    If the difficulty was measured, the items are spread evenly over the difficulty grades.
    `version` is the version of the exam, which has its own pools.
    """
    random = Random(f"{seed}/{split}/{kind.name}")
    if split is not Split.EXAM:
        walks = WALKS_PER_POSITION * wanted
        found = criticals(kind, random, walks, _in_split(split))
        return [MoveItem(UNGRADED, one) for one in islice(found, wanted)]
    grades = group_by_grade(load_pool(kind.name, version=version))
    if not grades:
        return _ungraded_items(kind, wanted, random)
    # If the items do not divide evenly, the hardest grades get the remainder.
    shares = [(wanted + number) // len(grades) for number in range(len(grades))]
    return [
        MoveItem(grade, solve_item(kind.name, items[place]), items[place].effort)
        for (grade, items), share in zip(grades.items(), shares, strict=True)
        if share
        for place in sorted(draw([item.weight for item in items], share, random))
    ]


def _ungraded_items(kind: type[AnyGame], wanted: int, random: Random) -> list[MoveItem]:
    """Return up to `wanted` exam items from random games, without difficulty grades."""
    walks = WALKS_PER_POSITION * CANDIDATES_PER_ITEM * wanted
    # A small game may have no positions in the exam split.
    positions = [
        *islice(criticals(kind, random, walks, _in_split(Split.EXAM)), CANDIDATES_PER_ITEM * wanted)
    ]
    items = [MoveItem(UNGRADED, one) for one in positions or criticals(kind, random, walks)]
    if not items:
        return []
    # Balance the items so that simple rules such as "always the first move" do not help.
    blind = [index for index, policy in enumerate(POLICIES) if not policy.plies]
    rows = [[one.policies[index] - one.critical.chance for index in blind] for one in items]
    return [items[index] for index in sorted(draw(balanced_weights(rows), wanted, random))]


def _in_split(split: Split) -> PositionFilter:
    def fits(game: AnyGame, state: State) -> bool:
        return split_of(game, state) is split

    return fits


def exam_items(exam: Exam) -> list[MoveItem]:
    """Return all items in an exam that ask for a move, sorted by difficulty.

    Raise UsageError if a game has no such items.
    """
    all_items: list[MoveItem] = []
    for name in exam.games:
        items = draw_move_items(
            find_class(name), exam.positions, exam.origin.seed, version=exam.version
        )
        if not items:
            title = find_class(name).title
            raise UsageError(f"{title} has no critical positions. Leave it out.")
        all_items += items
    return sorted(all_items, key=lambda question: question.grade)


def word_items(exam: Exam) -> list[Item]:
    """Return all items in an exam that ask for a word or a number instead of a move."""
    return [
        question
        for kind in exam.also
        for name in exam.games
        for question in draw_items(kind, find_class(name), exam.positions, exam.origin.seed)
    ]


def shortfall(exam: Exam, move_items: Sequence[MoveItem], text_items: Sequence[Item]) -> str | None:
    """Return a message that lists the kinds of question and the games with too few exam items.

    Return None if there are enough items of every kind and game.
    """
    counts = Counter((Kind.MOVE, item.critical.game) for item in move_items)
    counts.update((item.kind, item.game) for item in text_items)
    missing = [
        f"{kind} in {name} ({counts[kind, name]})"
        for kind in (Kind.MOVE, *exam.also)
        for name in exam.games
        if counts[kind, name] < exam.positions
    ]
    if not missing:
        return None
    return (
        f"Fewer than {plural(exam.positions, 'question')} are available for {', '.join(missing)}."
    )


def twin_items(exam: Exam, move_items: Sequence[MoveItem]) -> list[Item]:
    """Return the exam items to ask twice, once plain and once disguised, in their plain form.

    A disguise shows the same game with different words and symbols. Return [] if `exam.disguise` is
    False.
    """
    if not exam.disguise:
        return []
    criticals = [question.critical for question in move_items]
    return plain_items(criticals, exam.games, exam.positions, exam.origin.seed, exam.also)


def plan_exam(
    exam: Exam,
    move_items: Sequence[MoveItem],
    words: Sequence[Item] = (),
    twins: Sequence[Item] = (),
) -> Plan:
    """Return the plan of an exam, which has a game of one move for each item that asks for a move.

    The other items are only in the plan's manifest, as hashes.
    """
    manifest = exam_manifest(exam, move_items, words, twins)
    return Plan(manifest, list(exam_fixtures(exam, move_items)), exam.settings)


def exam_fixtures(exam: Exam, move_items: Sequence[MoveItem]) -> Iterator[Fixture]:
    """Yield a planned game for each exam item that asks for a move.

    The game starts at the item's position and ends after one move.
    """
    examiner = EXAMINERS[exam.player.name == EXAMINERS[0].name]
    players = (Player(exam.player.who, exam.player.name), examiner)
    terms = exam.settings.terms()._replace(ply_limit=1)
    config = config_hash(exam.player.who, exam.settings)
    for number, item in enumerate(move_items, 1):
        critical = item.critical
        setup = arrange_from(
            find(critical.game, **dict(critical.options)),
            critical.position,
            players,
            package=exam.package,
            seed=seed_of(f"{exam.origin.seed}/{number}"),
            terms=terms,
        )
        key = move_key(setup, config, show_legal=exam.settings.show_legal, version=exam.version)
        yield Fixture(number, setup, key)


def move_item_data(item: MoveItem) -> dict[str, object]:
    """Return an exam item that asks for a move as JSON data, including the right answers."""
    return {
        "game": item.critical.game,
        "grade": item.grade,
        "effort": item.effort,
        **critical_data(item.critical),
    }


def exam_manifest(
    exam: Exam,
    move_items: Sequence[MoveItem],
    words: Sequence[Item],
    twins: Sequence[Item],
) -> Manifest:
    """Return the manifest of an exam: everything that the answers depend on, as JSON data.

    The manifest has hashes of the items, but no positions. The manifest can therefore be published
    before the exam.
    """
    also: dict[str, object] = {}
    if exam.also:
        also = {"also": list(exam.also), "words": content_hash(words)}
    if exam.disguise:
        wording = wording_hashes(exam.games)
        also["disguise"] = {"questions": content_hash(twins), "wording": wording}
    return {
        "kind": "exam",
        **({} if exam.version == 1 else {EXAM_VERSION: exam.version}),
        **also,
        "lastdigit": exam.package,
        exam.origin.kind: exam.origin.published,
        "positions": exam.positions,
        "questions": content_hash([move_item_data(item) for item in move_items]),
        "player": contestant_data(exam.player, exam.games, exam.settings),
        "settings": settings_data(exam.settings),
        "games": [{"name": name, "version": find_class(name).version} for name in exam.games],
    }


WORD_LOG, TWIN_LOG = "questions.jsonl", "twins.jsonl"
"""The log files for items answered in words, and for items asked both plain and disguised.

A disguise shows the same game with different words and symbols.
"""


class WordAnswer(NamedTuple):
    """An exam item that is answered in words, and the player's answer."""

    item: Item
    raw: str
    answer: str | None
    """The answer in the required format, or None if the reply contains none."""
    tokens: int
    seconds: float
    source: str = ""
    """The hash that identifies the earlier run in which the answer was given, or "" if none."""

    @property
    def right(self) -> bool:
        """Whether the answer is right and in the required format."""
        return self.answer is not None and is_right(self.item, self.answer)

    @property
    def relaxed_right(self) -> bool:
        """Whether the answer is right, even if it is badly formatted."""
        return self.right or is_right_relaxed(self.item, self.raw)


def check_can_answer(who: str) -> None:
    """Raise UsageError unless the player is a language model.

    `who` specifies the player, for example "llm:MODEL". Other players can make moves, but cannot
    answer questions in words.
    """
    if form_and_detail(who)[0] != LLM:
        raise UsageError(
            "Only language models (llm:MODEL) can answer in words. Leave out --also and --disguise."
        )


def ask_all(
    items: Sequence[Item],
    who: str,
    settings: Settings,
    folder: Path,
    progress: Callable[[int, int, int], None],
    earlier: Sequence[Path] = (),
    log: str = WORD_LOG,
) -> list[WordAnswer]:
    """Ask a language model all exam items that are answered in words, and return the answers.

    Each answer is saved in the folder at once, so an interrupted run can continue. Answers in the
    folders of `earlier` runs are reused. `progress` is called with the number of answers, items and
    concurrent requests. Raise PlayerError if the model cannot be used or its budget is spent.
    """
    config = config_hash(who, settings)
    by_key = {word_key(item, config): item for item in items}
    path = folder / log
    done = _load_answers(path, by_key)
    earlier_answers = _earlier_answers(by_key, earlier)
    budget = Budget(settings.budget, settings.money, folder / SPENDING)
    budget.settle_all(0)
    numbers = {key: number for number, key in enumerate(by_key, 1)}

    def ask(key: str) -> WordAnswer:
        return earlier_answers.get(key) or _ask(who, settings, budget, by_key[key])

    pending = [key for key in by_key if key not in done]
    progress(len(done), len(by_key), settings.at_once)
    with path.open("a", encoding="utf-8") as file:
        for outcome in ThreadExecutor(settings.at_once).run(ask, pending):
            if outcome.result is None:
                raise PlayerError(outcome.fault)
            key = outcome.item
            done[key] = outcome.result
            file.write(word_answer_line(numbers[key], key, done[key]) + "\n")
            file.flush()
            progress(len(done), len(by_key), settings.at_once)
    return [done[key] for key in by_key]


def answers_so_far(
    items: Sequence[Item], who: str, settings: Settings, folder: Path, log: str = WORD_LOG
) -> list[WordAnswer]:
    """Return the answers to these exam items in the log of a run, which may be in progress.

    Raise RecordError if the log is malformed.
    """
    config = config_hash(who, settings)
    by_key = {word_key(item, config): item for item in items}
    path = folder / log
    content = path.read_text(encoding="utf-8") if path.exists() else ""
    answers = parse_answers(content[: content.rfind("\n") + 1], path, by_key)
    return [answers[key] for key in by_key if key in answers]


def _ask(who: str, settings: Settings, budget: Budget, item: Item) -> WordAnswer:
    model = LanguageModel(form_and_detail(who)[1], settings, budget)
    started = time.monotonic()
    text: str | None = None
    try:
        reply = model.ask(*word_prompt(item), settings.seconds)
        text = reply.answer
    except NoMove as failure:
        reply = failure.reply
    seconds = time.monotonic() - started
    return WordAnswer(item, reply.raw, text, _token_count(reply), seconds)


def _token_count(reply: Reply) -> int:
    return (reply.tokens_in or 0) + (reply.tokens_out or 0)


def word_answer_line(number: int, key: str, answer: WordAnswer) -> str:
    """Return an exam item and its answer as one line of JSON, without the newline.

    `number` is the number of the item, and `key` is the cache key of the answer.
    """
    item = answer.item
    data = {
        "number": number,
        "key": key,
        **({"from": answer.source} if answer.source else {}),
        **item_data(item),
        "question": item.text,
        "answer": answer.answer,
        "correct": answer.right,
        "relaxed": answer.relaxed_right,
        "raw": answer.raw,
        "tokens": answer.tokens,
        "seconds": round(answer.seconds, 3),
    }
    return json.dumps(data, ensure_ascii=False)


def parse_word_answer(line: Mapping[str, Any]) -> WordAnswer:
    """Parse an answer from a line of the log, given as JSON data.

    Malformed data raises a built-in exception such as KeyError.
    """
    values = (line[name] for name in ("raw", "answer", "tokens", "seconds"))
    return WordAnswer(parse_item(line), *values)._replace(source=line.get("from", ""))


def _load_answers(path: Path, items: Mapping[str, Item]) -> dict[str, WordAnswer]:
    """Return the answers to these items in a log file, keyed by cache key.

    Delete an incomplete last line from the file.
    """
    if not path.exists():
        return {}
    content = path.read_text(encoding="utf-8")
    complete = content[: content.rfind("\n") + 1]
    if complete != content:  # a crash left an incomplete line
        path.write_text(complete, encoding="utf-8")
    return parse_answers(complete, path, items)


def parse_answers(content: str, path: Path, items: Mapping[str, Item]) -> dict[str, WordAnswer]:
    """Parse the contents of a log file, and return the answers to these items by cache key.

    Raise RecordError if a line is malformed.
    """
    answers: dict[str, WordAnswer] = {}
    for number, line in enumerate(content.split("\n")[:-1], 1):
        try:
            data = json.loads(line)
            if data["key"] in items:
                answers[data["key"]] = parse_word_answer(data)
        except (ValueError, KeyError, TypeError):
            raise RecordError(f"{quoted(str(path))}, line {number}, is broken.") from None
    return answers


def _earlier_answers(items: Mapping[str, Item], folders: Sequence[Path]) -> dict[str, WordAnswer]:
    """Return the answers to these items in the folders of earlier runs, keyed by cache key."""
    answers: dict[str, WordAnswer] = {}
    for folder in folders:
        source = run_commitment(folder)
        for path in filter(Path.exists, (folder / WORD_LOG, folder / TWIN_LOG)):
            for key, answer in parse_answers(path.read_text("utf-8"), path, items).items():
                answers.setdefault(key, answer._replace(source=answer.source or source))
    return answers
