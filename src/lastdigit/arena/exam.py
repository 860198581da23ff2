"""An exam: a player is asked for one move at each of many critical positions, from easy to hard.

How hard a position is, is measured: the further off its end, the harder; of those that are equally
far, the one with the smaller share of right moves. What has no known end is furthest. The positions
of a game, put in this order, are cut into grades of equal size.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from lastdigit.arena.contestants import Contestant, contestant_data, settings_data
from lastdigit.arena.fixtures import Fixture, seed_of
from lastdigit.arena.positions import Critical, critical_data, criticals
from lastdigit.arena.run import Manifest, Plan
from lastdigit.core.game import AnyGame
from lastdigit.errors import UsageError, quoted
from lastdigit.games import find, find_class
from lastdigit.match.record import Player
from lastdigit.match.setup import arrange_from
from lastdigit.players.settings import Settings
from lastdigit.solving import FAR

GRADES = 4
POOL = 4
"""How many critical positions are looked for, for each that is asked."""
WALKS_PER_POSITION = 4
"""How many random games are played at most for each of those."""
SHORTEST_SECRET = 16
EXAMINERS = (Player("random", "Examiner"), Player("random", "The examiner"))
"""Sits opposite, and never moves; the second where the player has the name of the first."""


@dataclass(frozen=True)
class ExamQuestion:
    """A position to find a right move in."""

    grade: int
    """1 is easy."""
    critical: Critical


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
        raise UsageError(f"{path} is too short for a secret: {SHORTEST_SECRET} bytes or more.")
    seed = hashlib.sha256(b"lastdigit exam\0" + secret).hexdigest()
    return Origin(seed, "secret", hashlib.sha256(secret).hexdigest())


def difficulty(critical: Critical) -> tuple[int, float, str]:
    """Return how hard a position is; the text of the position decides among equals."""
    plies = critical.solution.remoteness
    return FAR if plies is None else plies, -critical.chance, critical.position


def game_questions(kind: type[AnyGame], wanted: int, seed: str) -> list[ExamQuestion]:
    """Return so many questions of a game, as many of each grade as of any other.

    There are fewer where random games do not meet enough different positions.
    """
    random = Random(f"{seed}/exam/{kind.name}")
    pool: list[Critical] = []
    for critical in criticals(kind, random, POOL * WALKS_PER_POSITION * wanted):
        pool.append(critical)
        if len(pool) == POOL * wanted:
            break
    pool.sort(key=difficulty)
    cuts = [len(pool) * grade // GRADES for grade in range(GRADES + 1)]
    shares = [(wanted + grade) // GRADES for grade in range(GRADES)]
    return [
        ExamQuestion(grade + 1, critical)
        for grade in range(GRADES)
        for critical in _draw(pool[cuts[grade] : cuts[grade + 1]], shares[grade], random)
    ]


def _draw(grade: Sequence[Critical], count: int, random: Random) -> list[Critical]:
    return sorted(random.sample(grade, min(count, len(grade))), key=difficulty)


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


def plan_exam(exam: Exam, asked: Sequence[ExamQuestion]) -> Plan:
    """Return the plan of an exam."""
    return Plan(exam_manifest(exam, asked), list(exam_fixtures(exam, asked)), exam.settings)


def exam_fixtures(exam: Exam, asked: Sequence[ExamQuestion]) -> Iterator[Fixture]:
    """Yield the questions as games that are cut off after one move."""
    examiner = EXAMINERS[exam.player.name == EXAMINERS[0].name]
    players = (Player(exam.player.who, exam.player.name), examiner)
    terms = exam.settings.terms()._replace(ply_limit=1)
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
        yield Fixture(number, setup)


def exam_manifest(exam: Exam, asked: Sequence[ExamQuestion]) -> Manifest:
    """Return everything that the answers depend on, fit to be published: no position is in it."""
    content = json.dumps([critical_data(question.critical) for question in asked], sort_keys=True)
    return {
        "kind": "exam",
        "lastdigit": exam.package,
        exam.origin.kind: exam.origin.published,
        "positions": exam.positions,
        "questions": hashlib.sha256(content.encode()).hexdigest(),
        "player": contestant_data(exam.player, exam.games, exam.settings),
        "settings": settings_data(exam.settings),
        "games": [{"name": name, "version": find_class(name).version} for name in exam.games],
    }
