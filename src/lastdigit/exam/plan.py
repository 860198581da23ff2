"""An exam: a player is asked for one move at each of many critical positions, from easy to hard.

Positions come from the game's pool, drawn by the weights under which policies that know nothing
score at chance. How hard one is was measured when the pool was made. A game that has no pool is
asked ungraded, at positions that are found and weighted on the spot.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from random import Random

from lastdigit.analysis.splits import Split, split_of
from lastdigit.arena.contestants import Contestant, contestant_data, settings_data
from lastdigit.arena.fixtures import Fixture, seed_of
from lastdigit.arena.positions import Critical, Fit, critical_data, criticals
from lastdigit.arena.run import Manifest, Plan
from lastdigit.errors import UsageError, quoted
from lastdigit.exam.balance import balanced_weights, draw
from lastdigit.exam.keys import config_hash, move_key
from lastdigit.exam.making import kind_questions
from lastdigit.exam.manifest import content_hash
from lastdigit.exam.policies import POLICIES, policy_scores
from lastdigit.exam.pools import by_grade, pool_of, solved
from lastdigit.exam.questions import Kind, Question
from lastdigit.exam.twins import plain_questions, wording_hashes
from lastdigit.game.game import AnyGame, State
from lastdigit.game.text import plural
from lastdigit.games import find, find_class
from lastdigit.match.record import Player
from lastdigit.match.setup import arrange_from
from lastdigit.players.settings import Settings

UNGRADED = 0
"""The grade of positions whose effort nobody has measured."""
FOUND = 8
"""How many critical positions are looked for, for each that is asked, where there is no pool."""
WALKS_PER_POSITION = 20
"""How many random games are played at most for each of those."""
SHORTEST_SECRET = 16
EXAMINERS = (Player("random", "Examiner"), Player("random", "The examiner"))
"""Sits opposite, and never moves; the second where the player has the name of the first."""


@dataclass(frozen=True)
class ExamQuestion:
    """A position to find a right move in."""

    grade: int
    """1 is easy; 0 if nobody has measured it."""
    critical: Critical
    effort: int | None = None
    """Simulations that `mcts` needs here; None also where more are needed than were tried."""

    @cached_property
    def policies(self) -> list[float]:
        """The expected score of every policy that knows nothing, in the order of POLICIES."""
        game = find(self.critical.game, **dict(self.critical.options))
        return policy_scores(game, self.critical.position, self.critical.best)


@dataclass(frozen=True)
class Origin:
    """What all chance is drawn from, and what of it is published: a seed, or a secret's hash."""

    seed: str
    kind: str
    published: int | str


@dataclass(frozen=True)
class Exam:
    """What was asked for."""

    package: str
    games: tuple[str, ...]
    player: Contestant
    positions: int
    """How many are asked of each game."""
    origin: Origin
    settings: Settings
    also: tuple[Kind, ...] = ()
    """Kinds of question in words that are asked besides those for a move."""
    disguise: bool = False
    """Whether some questions are asked twice, plain and in a disguise."""


def from_seed(seed: int) -> Origin:
    """Return a seed that anybody may know."""
    return Origin(str(seed), "seed", seed)


def from_secret(path: Path) -> Origin:
    """Return the seed that a private file gives, of which only the file's hash is told.

    The hash does not tell the seed, which is another hash of the same. Raises UsageError.
    """
    try:
        secret = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{quoted(str(path))} cannot be read: {error.strerror}.") from None
    if len(secret) < SHORTEST_SECRET:
        raise UsageError(
            f"{quoted(str(path))} is too short for a secret: {SHORTEST_SECRET} bytes or more."
        )
    seed = hashlib.sha256(b"lastdigit exam\0" + secret).hexdigest()
    return Origin(seed, "secret", hashlib.sha256(secret).hexdigest())


def game_questions(
    kind: type[AnyGame], wanted: int, seed: str, split: Split = Split.EXAM
) -> list[ExamQuestion]:
    """Return so many questions of a game, as many of each grade as of any other.

    There are fewer where the game does not have enough different ones. Those of another split, to
    train on, are what random games meet: neither graded nor weighted.
    """
    random = Random(f"{seed}/{split}/{kind.name}")
    if split is not Split.EXAM:
        walks = WALKS_PER_POSITION * wanted
        met = criticals(kind, random, walks, _is_for(split))
        return [ExamQuestion(UNGRADED, one) for one in islice(met, wanted)]
    grades = by_grade(pool_of(kind.name))
    if not grades:
        return _unmeasured(kind, wanted, random)
    # The hardest grades first get what does not go up evenly.
    shares = [(wanted + number) // len(grades) for number in range(len(grades))]
    return [
        ExamQuestion(grade, solved(kind.name, items[place]), items[place].effort)
        for (grade, items), share in zip(grades.items(), shares, strict=True)
        if share
        for place in sorted(draw([item.weight for item in items], share, random))
    ]


def _unmeasured(kind: type[AnyGame], wanted: int, random: Random) -> list[ExamQuestion]:
    """Return questions found in random games; those of the exam's split, if there are any."""
    walks = WALKS_PER_POSITION * FOUND * wanted
    met = [*islice(criticals(kind, random, walks, _is_for(Split.EXAM)), FOUND * wanted)]
    found = [ExamQuestion(UNGRADED, one) for one in met or criticals(kind, random, walks)]
    if not found:
        return []
    blind = [place for place, policy in enumerate(POLICIES) if not policy.plies]
    rows = [[one.policies[place] - one.critical.chance for place in blind] for one in found]
    return [found[place] for place in sorted(draw(balanced_weights(rows), wanted, random))]


def _is_for(split: Split) -> Fit:
    def fits(game: AnyGame, state: State) -> bool:
        return split_of(game, state) is split

    return fits


def exam_questions(exam: Exam) -> list[ExamQuestion]:
    """Return all questions, grade by grade; raises UsageError for a game that has none."""
    found: list[ExamQuestion] = []
    for name in exam.games:
        asked = game_questions(find_class(name), exam.positions, exam.origin.seed)
        if not asked:
            title = find_class(name).title
            raise UsageError(f"In {title} there is nothing to decide; leave it out.")
        found += asked
    return sorted(found, key=lambda question: question.grade)


def word_questions(exam: Exam) -> list[Question]:
    """Return the questions in words, kind by kind and game by game, as many of each."""
    return [
        question
        for kind in exam.also
        for name in exam.games
        for question in kind_questions(kind, find_class(name), exam.positions, exam.origin.seed)
    ]


def shortfall(exam: Exam, asked: Sequence[ExamQuestion], words: Sequence[Question]) -> str | None:
    """Return which questions there are fewer of than was asked for; None if there are none."""
    found = Counter((Kind.MOVE, one.critical.game) for one in asked)
    found.update((one.kind, one.game) for one in words)
    told = [
        f"{kind} in {name} ({found[kind, name]})"
        for kind in (Kind.MOVE, *exam.also)
        for name in exam.games
        if found[kind, name] < exam.positions
    ]
    if not told:
        return None
    return f"Fewer than {plural(exam.positions, 'question')} can be drawn of {', '.join(told)}."


def twin_questions(exam: Exam, asked: Sequence[ExamQuestion]) -> list[Question]:
    """Return what is asked plain and in a disguise, as it is asked plain, if that is wished."""
    if not exam.disguise:
        return []
    criticals = [question.critical for question in asked]
    return plain_questions(criticals, exam.games, exam.positions, exam.origin.seed, exam.also)


def plan_exam(
    exam: Exam,
    asked: Sequence[ExamQuestion],
    words: Sequence[Question] = (),
    twice: Sequence[Question] = (),
) -> Plan:
    """Return the plan of an exam; what is asked in words stands in its manifest alone."""
    manifest = exam_manifest(exam, asked, words, twice)
    return Plan(manifest, list(exam_fixtures(exam, asked)), exam.settings)


def exam_fixtures(exam: Exam, asked: Sequence[ExamQuestion]) -> Iterator[Fixture]:
    """Yield the questions as games that are cut off after one move."""
    examiner = EXAMINERS[exam.player.name == EXAMINERS[0].name]
    players = (Player(exam.player.who, exam.player.name), examiner)
    terms = exam.settings.terms()._replace(ply_limit=1)
    config = config_hash(exam.player.who, exam.settings)
    for number, question in enumerate(asked, 1):
        critical = question.critical
        setup = arrange_from(
            find(critical.game, **dict(critical.options)),
            critical.position,
            players,
            package=exam.package,
            seed=seed_of(f"{exam.origin.seed}/{number}"),
            terms=terms,
        )
        key = move_key(setup, config, show_legal=exam.settings.show_legal)
        yield Fixture(number, setup, key)


def question_data(question: ExamQuestion) -> dict[str, object]:
    """Return a question as JSON data, with its answers."""
    return {
        "game": question.critical.game,
        "grade": question.grade,
        "effort": question.effort,
        **critical_data(question.critical),
    }


def exam_manifest(
    exam: Exam,
    asked: Sequence[ExamQuestion],
    words: Sequence[Question],
    twice: Sequence[Question],
) -> Manifest:
    """Return everything that the answers depend on, fit to be published: no position is in it."""
    also: dict[str, object] = {}
    if exam.also:
        also = {"also": list(exam.also), "words": content_hash(words)}
    if exam.disguise:
        wording = wording_hashes(exam.games)
        also["disguise"] = {"questions": content_hash(twice), "wording": wording}
    return {
        "kind": "exam",
        **also,
        "lastdigit": exam.package,
        exam.origin.kind: exam.origin.published,
        "positions": exam.positions,
        "questions": content_hash([question_data(question) for question in asked]),
        "player": contestant_data(exam.player, exam.games, exam.settings),
        "settings": settings_data(exam.settings),
        "games": [{"name": name, "version": find_class(name).version} for name in exam.games],
    }
