"""The report of an exam: answers that were right, by grade and game, beside chance and policies."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lastdigit.arena.fixtures import NO_DEEDS
from lastdigit.arena.intervals import Interval, beyond_chance, share_interval
from lastdigit.arena.page import PlotRow, dots, html_table, page, section, terms
from lastdigit.arena.run import Manifest
from lastdigit.arena.standings import ratio
from lastdigit.arena.tables import (
    ReportTable,
    ends,
    interval_text,
    milliseconds,
    percent,
    share_text,
    two_places,
)
from lastdigit.exam.effort import BOUNDS
from lastdigit.exam.manifest import RUN_SECRET
from lastdigit.exam.paired import Margin, margins
from lastdigit.exam.plan import UNGRADED, question_data
from lastdigit.exam.policies import POLICIES, Policy
from lastdigit.exam.readers import (
    ExamAnswer,
    faults,
    faults_table,
    readers_table,
    right_by_reader,
)
from lastdigit.game.text import plural
from lastdigit.players.budget import money_text
from lastdigit.players.services import Price

ANSWERS, REPORT = "answers.jsonl", "report.json"
"""What is written of an exam, drawn from its log."""


@dataclass(frozen=True)
class Mark:
    """How many of some answers were right, and how many random moves would be."""

    name: str
    right: int
    asked: int
    chance: float

    @classmethod
    def of(cls, name: str, answers: Sequence[ExamAnswer]) -> Mark:
        """Count some answers."""
        chances = sum(answer.question.critical.chance for answer in answers)
        asked = len(answers)
        return cls(name, sum(answer.right for answer in answers), asked, chances / (asked or 1))

    @property
    def share(self) -> float:
        """The part that was right."""
        return self.right / (self.asked or 1)

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval of the share, unless there are too few questions."""
        return share_interval(self.right, self.asked)

    @property
    def corrected(self) -> float | None:
        """The share beyond chance."""
        return beyond_chance(self.share, self.chance)


def grade_name(grade: int) -> str:
    """Return what a grade is called, with its effort.

    >>> grade_name(1), grade_name(5), grade_name(0)
    ('grade 1 (to 16)', 'grade 5 (above 4,096)', 'ungraded')
    """
    if grade == UNGRADED:
        return "ungraded"
    if grade <= len(BOUNDS):
        return f"grade {grade} (to {BOUNDS[grade - 1]:,})"
    return f"grade {grade} (above {BOUNDS[-1]:,})"


def marks(answers: Sequence[ExamAnswer]) -> Iterator[Mark]:
    """Yield the marks of all, then grade by grade, then game by game."""
    yield Mark.of("all", answers)
    for grade in sorted({one.question.grade for one in answers}):
        yield Mark.of(grade_name(grade), [one for one in answers if one.question.grade == grade])
    for game in sorted({one.question.critical.game for one in answers}):
        yield Mark.of(game, [one for one in answers if one.question.critical.game == game])


def marks_table(answers: Sequence[ExamAnswer]) -> ReportTable:
    """Return the marks for people."""
    rows = [
        (
            mark.name,
            f"{mark.right} of {mark.asked}",
            share_text(mark.right, mark.asked),
            percent(mark.chance),
            two_places(mark.corrected),
        )
        for mark in marks(answers)
    ]
    return ReportTable(
        "Right answers", ("questions", "right", "right %", "chance %", "corrected"), rows
    )


def policy_margins(answers: Sequence[ExamAnswer]) -> list[tuple[Policy, Margin]]:
    """Return how far the player is above every policy that knows nothing, if anything was asked."""
    if not answers:
        return []
    found = margins(
        [policy.name for policy in POLICIES],
        [float(answer.right) for answer in answers],
        [answer.question.policies for answer in answers],
    )
    return list(zip(POLICIES, found, strict=True))


def policy_table(answers: Sequence[ExamAnswer]) -> ReportTable:
    """Return the policies that know nothing, beside the player."""
    rows = [
        (
            margin.name,
            str(policy.plies),
            percent(margin.expected),
            percent(margin.mean),
            interval_text(margin.interval, percent) if margin.interval else "too few questions",
        )
        for policy, margin in policy_margins(answers)
    ]
    return ReportTable(
        "Policies that know nothing",
        ("policy", "plies", "expected %", "player above by", "Holm's interval"),
        rows,
    )


def cost_table(answers: Sequence[ExamAnswer], price: Price | None = None) -> ReportTable:
    """Return what the answers cost, in money if the price is known."""
    done = sum((answer.deeds for answer in answers), NO_DEEDS)
    refused = ratio(done.refused, done.tries)
    row: tuple[str, ...] = (
        str(sum(answer.move is None for answer in answers)),
        percent(refused),
        milliseconds(ratio(done.seconds, len(answers))),
        milliseconds(ratio(done.seconds - done.waited, len(answers))),
        str(done.tokens_in + done.tokens_out),
    )
    heading = ["no answer", "no valid %", "ms a question", "without waits", "tokens"]
    if price is not None:
        heading.append("cost")
        row = (*row, money_text(price.of(done.tokens_in, done.tokens_out)))
    return ReportTable("Care and cost", tuple(heading), [row])


def tables(answers: Sequence[ExamAnswer], price: Price | None = None) -> list[ReportTable]:
    """Return the whole report for people."""
    makers = (marks_table, policy_table, readers_table, faults_table)
    return [*(make(answers) for make in makers), cost_table(answers, price)]


def exam_data(
    manifest: Manifest, answers: Sequence[ExamAnswer], secret: bytes
) -> dict[str, object]:
    """Return the report as JSON data; it tells no position, but the run's secret: all is asked."""
    done = sum((answer.deeds for answer in answers), NO_DEEDS)
    return {
        "lastdigit": manifest["lastdigit"],
        "python": platform.python_version(),
        "marks": [
            {
                "questions": mark.name,
                "asked": mark.asked,
                "right": mark.right,
                "share": mark.share,
                **ends(mark.interval),
                "chance": mark.chance,
                "corrected": mark.corrected,
            }
            for mark in marks(answers)
        ],
        "policies": [
            {
                "policy": margin.name,
                "plies": policy.plies,
                "expected": margin.expected,
                "above": margin.mean,
                **ends(margin.interval),
            }
            for policy, margin in policy_margins(answers)
        ],
        "unanswered": sum(answer.move is None for answer in answers),
        "illegalShare": ratio(done.refused, done.tries),
        "secondsPerQuestion": ratio(done.seconds, len(answers)),
        "secondsWaited": done.waited,
        "rightByReader": right_by_reader(answers),
        "faults": faults(answers),
        "tokens": done.tokens_in + done.tokens_out,
        "manifest": manifest,
        RUN_SECRET: secret.hex(),
    }


def exam_page(
    manifest: Manifest,
    answers: Sequence[ExamAnswer],
    name: str,
    more: Sequence[ReportTable] = (),
    price: Price | None = None,
) -> str:
    """Return the report as a page that stands alone; more tables come first."""
    rows = [PlotRow(mark.name, mark.share, mark.interval, mark.chance) for mark in marks(answers)]
    right, *others = tables(answers, price)
    return page(
        f"Exam of {name}",
        f"{plural(len(answers), 'critical position')}. "
        "A grade is the simulations that mcts needs there.",
        [
            *(section(table.title, html_table(table.heading, table.rows)) for table in more),
            section(
                right.title,
                dots("Right answers, with 95 % intervals", rows),
                html_table(right.heading, right.rows),
                about="The upright mark is what random moves would get right.",
            ),
            *(section(table.title, html_table(table.heading, table.rows)) for table in others),
            section(
                "What was asked",
                terms((word, json.dumps(value)) for word, value in manifest.items()),
            ),
        ],
    )


def answer_data(answer: ExamAnswer) -> dict[str, object]:
    """Return a question and its answer as JSON data."""
    return {
        "number": answer.entry.number,
        **question_data(answer.question),
        "move": answer.move,
        "right": answer.right,
        "relaxed": answer.relaxed,
        "tries": answer.entry.tries,
    }


def answer_line(answer: ExamAnswer) -> str:
    """Return the same as one line, without the line's end."""
    return json.dumps(answer_data(answer), ensure_ascii=False)
