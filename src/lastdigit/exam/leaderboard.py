"""One page of many runs: those who were asked the same stand side by side.

Every row comes from the log (`evidence`), none from a report. Players who were asked different
questions are not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from lastdigit.arena.page import PlotRow, dots, html_table, page, section, terms
from lastdigit.arena.tables import (
    FEW,
    ReportTable,
    interval_text,
    percent,
    share_text,
    two_places,
)
from lastdigit.exam.comparison import pairs_table
from lastdigit.exam.discrimination import FEWEST_PLAYERS, Telling, telling
from lastdigit.exam.evidence import Examined
from lastdigit.exam.manifest import commitment_of
from lastdigit.exam.memory import finding
from lastdigit.exam.numbers import four_numbers
from lastdigit.exam.readers import RELAXED, faults, right_by_reader
from lastdigit.exam.report import Mark, grade_name
from lastdigit.exam.twins import TWINS
from lastdigit.game.text import plural

SHOWN = 12
"""Digits of a hash that are shown."""
SHORT = ("player", "right", "right %", "chance %", "corrected", "relaxed %")
MOST_ITEMS = 10
"""Questions that are listed, of either kind."""
CANNOT = (
    "Every number here was derived again from the raw log of its run: positions were solved anew, "
    "moves were read anew out of what was said, and whatever did not agree was refused. The hash "
    "beside a run was fixed before its first question; whoever saw it then knows that questions, "
    "settings and the run's secret were not chosen afterwards. A log cannot prove that a model "
    "spoke: whoever writes a whole log can write it without asking anybody. For that, ask again."
)


class Group(NamedTuple):
    """Runs with the same questions, the best first."""

    questions: str
    runs: list[Examined]

    @property
    def games(self) -> str:
        """The games that were asked about."""
        return ", ".join(one["name"] for one in self.runs[0].manifest["games"])


def groups(runs: Iterable[Examined]) -> list[Group]:
    """Return the runs by what was asked, the questions that most were asked first."""

    def asked(run: Examined) -> str:
        return str(run.manifest["questions"])

    found = [
        Group(questions, sorted(those, key=lambda run: -_mark(run).share))
        for questions, those in groupby(sorted(runs, key=asked), asked)
    ]
    return sorted(found, key=lambda group: -len(group.runs))


def _mark(run: Examined) -> Mark:
    return Mark.of(run.name, run.answers)


def rights(run: Examined) -> list[bool]:
    """Return which answers of a run were right, in the questions' order."""
    return [answer.right for answer in run.answers]


def standings(group: Group) -> ReportTable:
    """Return how many each got right, by the strict reader, which counts."""
    rows = []
    for run in group.runs:
        mark = _mark(run)
        player, asked = run.manifest["player"], len(run.answers)
        counted = faults(run.answers)
        rows.append(
            (
                run.name,
                player["model"] or player["who"],
                "yes" if (player["sampling"] or {}).get("showLegal") else "no",
                f"{mark.right} of {mark.asked}",
                share_text(mark.right, mark.asked),
                percent(mark.chance),
                two_places(mark.corrected),
                percent(right_by_reader(run.answers)[RELAXED] / (asked or 1)),
                str(sum(counted.values())),
                str(sum(one.entry.tokens for one in run.answers)),
                str(run.taken_over),
                commitment_of(run.manifest)[:SHOWN],
            )
        )
    heading = (
        *("player", "who", "list", "right", "right %", "chance %", "corrected", "relaxed %"),
        *("lost tries", "tokens", "from before", "committed"),
    )
    return ReportTable("Standings", heading, rows)


def in_short(table: ReportTable) -> ReportTable:
    """Return the standings with what matters most, for a terminal."""
    places = [table.heading.index(name) for name in SHORT]
    rows = [[row[place] for place in places] for row in table.rows]
    return table._replace(heading=SHORT, rows=rows)


def items_table(group: Group) -> ReportTable:
    """Return the questions that tell most, and those that tell the wrong way."""
    found = telling([rights(run) for run in group.runs])
    known = [(one.correlation, one) for one in found if one.correlation is not None]
    ordered = [one for _, one in sorted(known, key=lambda pair: -pair[0])]
    shown = ordered[:MOST_ITEMS]
    shown += [one for one in ordered[MOST_ITEMS:] if (one.correlation or 0) < 0][-MOST_ITEMS:]
    return ReportTable(
        f"What tells players apart: {len(known)} of {plural(len(found), 'question')}",
        ("question", "game", "grade", "right %", "with the others"),
        [_item_row(group, one) for one in shown],
    )


def _item_row(group: Group, one: Telling) -> Sequence[str]:
    question = group.runs[0].answers[one.number - 1].question
    return (
        str(one.number),
        question.critical.game,
        grade_name(question.grade),
        percent(one.share),
        two_places(one.correlation),
    )


def words_table(group: Group) -> ReportTable:
    """Return the four numbers of whoever was asked in words, too."""
    rows = [
        (
            run.name,
            *(share_text(one.good, one.asked) for one in four_numbers(run.words, run.answers)),
        )
        for run in group.runs
        if run.words
    ]
    return ReportTable(
        "Four numbers", ("player", "format %", "rules %", "calculation %", "strategy %"), rows
    )


def disguise_table(group: Group) -> ReportTable:
    """Return what a disguise cost whoever was asked in one, too."""
    rows = []
    for run in group.runs:
        found = finding(run.pairs)
        told = {
            one.kind: f"{share_text(one.plain, one.asked)}, {share_text(one.disguised, one.asked)}"
            for one in found.costs
        }
        if told:
            reach = interval_text(found.interval, percent) if found.interval else FEW
            kinds = (told.get(kind, percent(None)) for kind in TWINS)
            rows.append((run.name, *kinds, f"{percent(found.memory)} ({reach})"))
    heading = ("player", *(f"{kind}: plain, disguised %" for kind in TWINS), "memory")
    return ReportTable("Plain and in disguise", heading, rows)


def group_tables(group: Group) -> list[ReportTable]:
    """Return all that is told of a group; what there is nothing of is left out."""
    made = [
        standings(group),
        words_table(group),
        disguise_table(group),
        pairs_table([(run.name, rights(run)) for run in group.runs]),
    ]
    if len(group.runs) >= FEWEST_PLAYERS:
        made.append(items_table(group))
    return [table for table in made if table.rows]


def leaderboard_page(runs: Sequence[Examined]) -> str:
    """Return the page, which stands alone."""
    sections = []
    for group in groups(runs):
        plot = dots(
            "Right answers, with 95 % intervals",
            [
                PlotRow(mark.name, mark.share, mark.interval, mark.chance)
                for mark in map(_mark, group.runs)
            ],
        )
        asked = len(group.runs[0].answers)
        tables = group_tables(group)
        sections.append(
            section(
                f"{plural(asked, 'question')} about {group.games}",
                plot,
                html_table(tables[0].heading, tables[0].rows),
                about=f"All of these were asked the same ({group.questions[:SHOWN]}). The upright "
                "mark is what random moves would get right.",
            )
        )
        sections += [
            section(table.title, html_table(table.heading, table.rows)) for table in tables[1:]
        ]
    sections.append(section("What the columns say", terms(MEANINGS.items())))
    sections.append(section("What is proved here, and what is not", about=CANNOT))
    return page(
        "Leaderboard", f"{plural(len(runs), 'run')}, each derived again from its log.", sections
    )


MEANINGS = {
    "list": "whether the moves that are allowed were listed; the headline is without",
    "right": "answers whose last line, read strictly, is a move that keeps the position's value",
    "corrected": "the share beyond chance: 0 is random play, 1 is never wrong",
    "relaxed": "what the relaxed reader would have found right",
    "lost tries": "tries that were no valid moves, for whatever reason",
    "from before": "answers taken over from an earlier run of the same player, asked the same",
    "committed": "the beginning of the hash that was fixed before the first question",
    "memory": "what a disguise cost for moves beyond what it cost for rules and calculation",
    "sign test": "how often two equal players would differ as much, on the same questions; of "
    "twenty pairs of equal ones, one comes out below 0.05",
    "with the others": "correlation with how many other questions a player got right; below 0 the "
    "better players got it wrong more often",
    FEW: "fewer than ten questions, so that nobody can say how sure the number is",
}
