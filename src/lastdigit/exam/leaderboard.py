"""The leaderboard: an HTML page that compares exam runs with the same items.

Every number is recomputed from the raw log of its run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from lastdigit.arena.report import (
    TOO_FEW_TRIALS,
    DotPlot,
    PlotRow,
    ReportTable,
    Section,
    html_report,
    interval_text,
    percent,
    share_text,
    table_section,
    two_decimals,
)
from lastdigit.exam.audit import AuditedRun
from lastdigit.exam.disguise import MEMORY_KINDS
from lastdigit.exam.grading import (
    MIN_PLAYERS,
    Discrimination,
    Mark,
    discriminations,
    estimate_memory,
    grade_name,
    pairs_table,
    subscores,
)
from lastdigit.exam.manifest import commitment_of
from lastdigit.exam.parsing import RELAXED, count_faults, right_by_parser
from lastdigit.game.text import plural

HASH_DIGITS = 12
"""The number of hex digits of a hash to show."""
SHORT_COLUMNS = ("player", "right", "right %", "chance %", "corrected", "relaxed %")
"""The columns of the standings that are shown in a terminal."""
MAX_ITEMS = 10
"""The maximum number of items in each half of the list: best and worst at separating players."""


class Group(NamedTuple):
    """Exam runs with the same items, sorted by score, best first."""

    questions: str
    runs: list[AuditedRun]

    @property
    def games(self) -> str:
        """The names of the games in the exam, separated by commas."""
        return ", ".join(one["name"] for one in self.runs[0].manifest["games"])


def group_runs(runs: Iterable[AuditedRun]) -> list[Group]:
    """Group exam runs that have the same items. The group with the most runs comes first."""

    def items(run: AuditedRun) -> str:
        return str(run.manifest["questions"])

    found = [
        Group(questions, sorted(members, key=lambda run: -_mark(run).share))
        for questions, members in groupby(sorted(runs, key=items), items)
    ]
    return sorted(found, key=lambda group: -len(group.runs))


def _mark(run: AuditedRun) -> Mark:
    return Mark.of(run.name, run.answers)


def right_answers(run: AuditedRun) -> list[bool]:
    """Return one boolean per exam item, in order: whether the answer in this run was right."""
    return [answer.right for answer in run.answers]


def standings(group: Group) -> ReportTable:
    """Return a table of the scores and other statistics of each exam run in a group."""
    rows = []
    for run in group.runs:
        mark = _mark(run)
        player, total = run.manifest["player"], len(run.answers)
        counted = count_faults(run.answers)
        rows.append(
            (
                run.name,
                player["model"] or player["who"],
                "yes" if (player["sampling"] or {}).get("showLegal") else "no",
                f"{mark.right} of {mark.total}",
                share_text(mark.right, mark.total),
                percent(mark.chance),
                two_decimals(mark.corrected),
                percent(right_by_parser(run.answers)[RELAXED] / (total or 1)),
                str(sum(counted.values())),
                str(sum(one.entry.tokens for one in run.answers)),
                str(run.reused),
                commitment_of(run.manifest)[:HASH_DIGITS],
            )
        )
    heading = (
        *("player", "who", "list", "right", "right %", "chance %", "corrected", "relaxed %"),
        *("failed attempts", "tokens", "reused", "committed"),
    )
    return ReportTable("Standings", heading, rows)


def shorten_standings(table: ReportTable) -> ReportTable:
    """Return a copy of the standings with fewer columns, which fits in a terminal."""
    places = [table.heading.index(name) for name in SHORT_COLUMNS]
    rows = [[row[place] for place in places] for row in table.rows]
    return table._replace(heading=SHORT_COLUMNS, rows=rows)


def items_table(group: Group) -> ReportTable:
    """Return a table of the exam items that separate strong from weak players best and worst.

    The worst items are those that strong players got wrong more often than weak players.
    """
    measured = discriminations([right_answers(run) for run in group.runs])
    known = [(one.correlation, one) for one in measured if one.correlation is not None]
    ordered = sorted(known, key=lambda pair: -pair[0])
    shown = ordered[:MAX_ITEMS]
    shown += [pair for pair in ordered[MAX_ITEMS:] if pair[0] < 0][-MAX_ITEMS:]
    return ReportTable(
        f"Questions that separate the players: {len(known)} of {len(measured)}",
        ("question", "game", "grade", "right %", "correlation"),
        [_item_row(group, one) for _, one in shown],
    )


def _item_row(group: Group, discrimination: Discrimination) -> Sequence[str]:
    item = group.runs[0].answers[discrimination.number - 1].item
    return (
        str(discrimination.number),
        item.critical.game,
        grade_name(item.grade),
        percent(discrimination.share),
        two_decimals(discrimination.correlation),
    )


def subscores_table(group: Group) -> ReportTable:
    """Return a table of each exam run's subscores: format, rules, calculation and strategy.

    Runs without questions that are answered in words are left out.
    """
    rows = [
        (
            run.name,
            *(share_text(one.good, one.total) for one in subscores(run.words, run.answers)),
        )
        for run in group.runs
        if run.words
    ]
    return ReportTable(
        "Subscores", ("player", "format %", "rules %", "calculation %", "strategy %"), rows
    )


def disguise_table(group: Group) -> ReportTable:
    """Return a table of each exam run's right answers to plain and disguised items.

    A disguise shows the same game with different words and symbols. Runs without disguised items
    are left out.
    """
    rows = []
    for run in group.runs:
        estimate = estimate_memory(run.pairs)
        cells = {
            cost.kind: ", ".join(
                share_text(right, cost.asked) for right in (cost.plain, cost.disguised)
            )
            for cost in estimate.costs
        }
        if cells:
            interval = (
                interval_text(estimate.interval, percent) if estimate.interval else TOO_FEW_TRIALS
            )
            kinds = (cells.get(kind, percent(None)) for kind in MEMORY_KINDS)
            rows.append((run.name, *kinds, f"{percent(estimate.memory)} ({interval})"))
    heading = ("player", *(f"{kind}: plain, disguised %" for kind in MEMORY_KINDS), "memory")
    return ReportTable("Plain and disguised", heading, rows)


def group_tables(group: Group) -> list[ReportTable]:
    """Return all tables about a group of exam runs, except those without rows."""
    tables = [
        standings(group),
        subscores_table(group),
        disguise_table(group),
        pairs_table([(run.name, right_answers(run)) for run in group.runs]),
    ]
    if len(group.runs) >= MIN_PLAYERS:
        tables.append(items_table(group))
    return [table for table in tables if table.rows]


LIMITS = (
    "Every number on this page was recomputed from the raw log of its run: positions were solved "
    "again and moves were parsed again from the replies. Runs that did not agree with their log "
    "were refused. The hash beside a run was fixed before the first question. If you saw it then, "
    "you know that the questions, the settings and the secret of the run were not chosen later. "
    "A log cannot prove that a model wrote the answers, because a log can be forged. To be sure, "
    "run the exam again."
)
"""A note on the leaderboard page: what an audit of exam runs can prove and what it cannot."""

COLUMN_MEANINGS = {
    "list": "whether the legal moves were listed; the main result is without the list",
    "right": "answers whose last line, parsed strictly, is a move that keeps the position's value",
    "corrected": "the share of right answers corrected for chance: 0 is random play, 1 is perfect",
    "relaxed": "right answers according to the relaxed parser",
    "failed attempts": "attempts without a valid move, for any reason",
    "reused": "answers from an earlier run of the same player with the same question and settings",
    "committed": "the first digits of the hash that was fixed before the first question",
    "memory": "how much more a disguise costs on moves than on rules and calculation",
    "sign test": "the probability that two equally good players differ by as much on the same "
    "questions; 1 in 20 pairs of equal players is below 0.05",
    "correlation": "between a right answer and the number of other right answers; below 0, the "
    "better players got the question wrong more often",
    TOO_FEW_TRIALS: "no confidence interval, because there are fewer than ten questions",
}


def leaderboard_page(runs: Sequence[AuditedRun]) -> str:
    """Return the leaderboard of these exam runs as a self-contained HTML page."""
    sections = []
    for group in group_runs(runs):
        marks = map(_mark, group.runs)
        rows = [PlotRow(mark.name, mark.share, mark.interval, mark.chance) for mark in marks]
        asked = len(group.runs[0].answers)
        first, *others = group_tables(group)
        sections.append(
            Section(
                f"{plural(asked, 'question')} about {group.games}",
                f"All runs have the same questions ({group.questions[:HASH_DIGITS]}). "
                "The vertical mark is the share that random moves would get right.",
                DotPlot("Right answers, with 95 % intervals", rows),
                first,
            )
        )
        sections += map(table_section, others)
    sections.append(Section("What the columns mean", definitions=list(COLUMN_MEANINGS.items())))
    sections.append(Section("What this page proves, and what it does not", LIMITS))
    return html_report(
        "Leaderboard", f"{plural(len(runs), 'run')}, each recomputed from its log.", sections
    )
