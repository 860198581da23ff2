"""Exam scores by difficulty and kind of question, comparisons of players, and reports."""

from __future__ import annotations

import json
import platform
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from statistics import StatisticsError, correlation, fmean
from typing import NamedTuple

from lastdigit.analysis.policies import POLICIES, Policy
from lastdigit.arena.report import (
    TOO_FEW_TRIALS,
    DotPlot,
    PlotRow,
    ReportTable,
    Section,
    html_report,
    interval_data,
    interval_text,
    milliseconds,
    percent,
    share_text,
    table_section,
    two_decimals,
)
from lastdigit.arena.run import NO_STATS, Manifest
from lastdigit.arena.tournament import ratio
from lastdigit.exam.disguise import EXTRA_TWIN_KINDS, MEMORY_KINDS, Twin, games_without_disguise
from lastdigit.exam.items import WORD_KINDS, Kind
from lastdigit.exam.manifest import RUN_SECRET, exam_version
from lastdigit.exam.parsing import (
    MoveAnswer,
    count_faults,
    faults_table,
    parsers_table,
    right_by_parser,
)
from lastdigit.exam.pools import GRADE_BOUNDS, lines_to_beat
from lastdigit.exam.run import UNGRADED, WordAnswer, move_item_data
from lastdigit.game.text import plural
from lastdigit.players.budget import Price, money_text
from lastdigit.players.prompt import VERSION
from lastdigit.statistics import (
    Comparison,
    Interval,
    Margin,
    beyond_chance,
    margins,
    share_interval,
    wilson_interval,
)

ANSWERS, REPORT = "answers.jsonl", "report.json"
"""The names of two files that are computed from an exam's log: the answers and the report."""


@dataclass(frozen=True)
class Mark:
    """The number of right moves in a group of exam items, and the share expected by chance."""

    name: str
    right: int
    total: int
    chance: float

    @classmethod
    def of(cls, name: str, answers: Sequence[MoveAnswer]) -> Mark:
        """Count the right answers in a group. `name` is the group's name, for example "grade 1"."""
        chances = sum(answer.item.critical.chance for answer in answers)
        total = len(answers)
        return cls(name, sum(answer.right for answer in answers), total, chances / (total or 1))

    @property
    def share(self) -> float:
        """The share of right answers, from 0 to 1."""
        return self.right / (self.total or 1)

    @property
    def interval(self) -> Interval | None:
        """The 95 % Wilson interval for the share of right answers.

        None if there are too few answers.
        """
        return share_interval(self.right, self.total)

    @property
    def corrected(self) -> float | None:
        """The share of right answers, corrected for chance: 0 is random play, 1 is perfect play.

        None if random play is always right.
        """
        return beyond_chance(self.share, self.chance)


def grade_name(grade: int) -> str:
    """Return the name of a difficulty grade, with its range of effort.

    Effort is the number of simulations that tree search needs to find a right move.

    >>> grade_name(1), grade_name(5), grade_name(0)
    ('grade 1 (to 16)', 'grade 5 (above 4,096)', 'ungraded')
    """
    if grade == UNGRADED:
        return "ungraded"
    if grade <= len(GRADE_BOUNDS):
        return f"grade {grade} (to {GRADE_BOUNDS[grade - 1]:,})"
    return f"grade {grade} (above {GRADE_BOUNDS[-1]:,})"


def marks(answers: Sequence[MoveAnswer]) -> Iterator[Mark]:
    """Yield the scores for all answers, then for each difficulty grade, then for each game."""
    yield Mark.of("all", answers)
    for grade in sorted({answer.item.grade for answer in answers}):
        yield Mark.of(
            grade_name(grade), [answer for answer in answers if answer.item.grade == grade]
        )
    for game in sorted({answer.item.critical.game for answer in answers}):
        yield Mark.of(game, [answer for answer in answers if answer.item.critical.game == game])


def marks_table(answers: Sequence[MoveAnswer]) -> ReportTable:
    """Return a table of the scores for all answers, for each difficulty grade and for each game."""
    rows = [
        (
            mark.name,
            f"{mark.right} of {mark.total}",
            share_text(mark.right, mark.total),
            percent(mark.chance),
            two_decimals(mark.corrected),
        )
        for mark in marks(answers)
    ]
    return ReportTable(
        "Right answers", ("questions", "right", "right %", "chance %", "corrected"), rows
    )


class LineMark(NamedTuple):
    """The score of a player in one grade of a game, and the line to beat there."""

    game: str
    grade: int
    mark: Mark
    line: float
    """The share of right moves of a learned shortcut, which sees digits but does not calculate."""

    @property
    def beaten(self) -> bool | None:
        """Whether the player is certainly better than the shortcut.

        None if there are too few answers.
        """
        return None if self.mark.interval is None else self.mark.interval.low > self.line


def line_marks(answers: Sequence[MoveAnswer], version: int) -> Iterator[LineMark]:
    """Yield the player's score by game and grade, if a line to beat was measured there."""
    lines = lines_to_beat(version)
    groups: dict[tuple[str, int], list[MoveAnswer]] = defaultdict(list)
    for answer in answers:
        groups[answer.item.critical.game, answer.item.grade].append(answer)
    for (game, grade), group in sorted(groups.items()):
        if (game, grade) in lines:
            yield LineMark(game, grade, Mark.of(game, group), lines[game, grade])


def lines_table(answers: Sequence[MoveAnswer], version: int = VERSION) -> ReportTable:
    """Return a table that compares the player's score with the line to beat."""
    rows = [
        (
            one.game,
            str(one.grade),
            f"{one.mark.right} of {one.mark.total}",
            share_text(one.mark.right, one.mark.total),
            percent(one.mark.chance),
            percent(one.line),
            BEATEN[one.beaten],
        )
        for one in line_marks(answers, version)
    ]
    heading = ("game", "grade", "right", "right %", "chance %", "line to beat %", "beaten")
    return ReportTable(LINE_TO_BEAT, heading, rows)


LINE_TO_BEAT = "Line to beat"
ABOUT_LINES = (
    "The line to beat is the score of a model that sees digits, digit sums and remainders, but not "
    "where a move leads. A player beats it if the whole 95 % interval is above it."
)
BEATEN = {True: "yes", False: "no", None: TOO_FEW_TRIALS}


def lines_data(answers: Sequence[MoveAnswer], version: int) -> dict[str, object]:
    """Return the player's score by game and grade beside the line to beat, as JSON data.

    Reports of version 1 do not have this comparison.
    """
    if version == 1:
        return {}
    rows = [
        {
            "game": one.game,
            "grade": one.grade,
            "asked": one.mark.total,
            "right": one.mark.right,
            **interval_data(one.mark.interval),
            "chance": one.mark.chance,
            "lineToBeat": one.line,
            "beaten": one.beaten,
        }
        for one in line_marks(answers, version)
    ]
    return {"linesToBeat": rows}


def policy_margins(answers: Sequence[MoveAnswer]) -> list[tuple[Policy, Margin]]:
    """Return how much more often the player is right than each policy.

    A policy picks moves by a simple rule such as "always the first move". Return [] if there are no
    answers.
    """
    if not answers:
        return []
    found = margins(
        [policy.name for policy in POLICIES],
        [float(answer.right) for answer in answers],
        [answer.item.policies for answer in answers],
    )
    return list(zip(POLICIES, found, strict=True))


def policy_table(answers: Sequence[MoveAnswer]) -> ReportTable:
    """Return a table that compares the player's score with the expected score of each policy.

    A policy picks moves by a simple rule such as "always the first move".
    """
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
        "Simple policies",
        ("policy", "plies", "expected %", "player ahead by", "Holm's interval"),
        rows,
    )


SUBSCORES = {
    "format": tuple(Kind),
    "rules": (Kind.LEGAL, Kind.OUTCOME),
    "calculation": (Kind.RESULT,),
    "strategy": (Kind.VALUE, Kind.RESIST, Kind.PLAN, Kind.MOVE),
}
"""The four subscores of an exam, each with the kinds of question that count for it."""

BY_MOVES = (Kind.LEGAL, Kind.RESULT, Kind.OUTCOME)
"""The kinds of question whose difficulty is the number of moves in the question."""
OPEN_KINDS = (Kind.RESULT, Kind.RESIST, Kind.PLAN)
"""The kinds of question with so many possible answers that guessing does not help."""


class Tally(NamedTuple):
    """The number of right answers in a group, and the share that guessing would get right."""

    name: str
    good: int
    """The number of right answers, or of well-formatted answers for the subscore "format"."""
    total: int
    guess: float | None
    relaxed: int
    """The number of right answers if formatting is ignored, which does not count for the score."""


def _words_tally(name: str, answers: Sequence[WordAnswer]) -> Tally:
    right, relaxed = (
        sum(answer.right for answer in answers),
        sum(answer.relaxed_right for answer in answers),
    )
    return Tally(name, right, len(answers), best_guess(answers), relaxed)


def kind_tallies(words: Sequence[WordAnswer], moves: Sequence[MoveAnswer]) -> Iterator[Tally]:
    """Yield the number of right answers for each kind of question that was asked."""
    for kind in WORD_KINDS:
        answers = [answer for answer in words if answer.item.kind is kind]
        if answers:
            yield _words_tally(kind, answers)
    if moves:
        chance = sum(answer.item.critical.chance for answer in moves) / len(moves)
        right, relaxed = right_by_parser(moves).values()
        yield Tally(Kind.MOVE, right, len(moves), chance, relaxed)


def grade_tallies(words: Sequence[WordAnswer]) -> Iterator[Tally]:
    """Yield the number of right answers for each kind of question and each difficulty."""
    for kind in WORD_KINDS:
        answers = [answer for answer in words if answer.item.kind is kind]
        for grade in sorted({answer.item.grade for answer in answers}):
            name = f"{kind}, {_difficulty(kind, grade)}"
            yield _words_tally(name, [answer for answer in answers if answer.item.grade == grade])


def _difficulty(kind: Kind, grade: int) -> str:
    """Return the name of a difficulty, which is a number of moves or a grade.

    >>> _difficulty(Kind.RESULT, 3), _difficulty(Kind.PLAN, 3), _difficulty(Kind.VALUE, 0)
    ('3 moves', 'grade 3', 'ungraded')
    """
    if not grade:
        return "ungraded"
    if kind not in BY_MOVES:
        return f"grade {grade}"
    return f"{grade} move{'s' if grade > 1 else ''}"


def best_guess(answers: Sequence[WordAnswer]) -> float:
    """Return the share of right answers, from 0 to 1, that a player could reach by guessing."""
    # The guess is random moves if moves are asked for, else the most frequent answer in each game.
    right = sum(answer.item.chance or 0.0 for answer in answers)
    for game in {answer.item.game for answer in answers}:
        labels = Counter(
            answer.item.label
            for answer in answers
            if answer.item.game == game and answer.item.kind not in OPEN_KINDS
        )
        right += max(labels.values(), default=0)
    return right / len(answers)


def subscores(words: Sequence[WordAnswer], moves: Sequence[MoveAnswer]) -> Iterator[Tally]:
    """Yield the four subscores of an exam: format, rules, calculation and strategy."""
    formed = sum(answer.answer is not None for answer in words)
    formed += sum(not answer.stats.unreadable and answer.move is not None for answer in moves)
    yield Tally("format", formed, len(words) + len(moves), None, formed)
    by_kind = {tally.name: tally for tally in kind_tallies(words, moves)}
    for name, kinds in list(SUBSCORES.items())[1:]:
        tallies = [by_kind[kind] for kind in kinds if kind in by_kind]
        total = sum(answer.total for answer in tallies)
        guess = (
            sum((answer.guess or 0) * answer.total for answer in tallies) / total if total else None
        )
        relaxed = sum(answer.relaxed for answer in tallies)
        yield Tally(name, sum(answer.good for answer in tallies), total, guess, relaxed)


def tallies_table(title: str, first_heading: str, tallies: Iterator[Tally]) -> ReportTable:
    """Return a table of the number of right answers in each group."""
    rows = [
        (
            tally.name,
            f"{tally.good} of {tally.total}",
            share_text(tally.good, tally.total),
            percent(tally.guess),
            str(tally.relaxed),
        )
        for tally in tallies
    ]
    return ReportTable(title, (first_heading, "right", "right %", "guess %", "relaxed"), rows)


def subscore_tables(
    words: Sequence[WordAnswer], moves: Sequence[MoveAnswer]
) -> tuple[ReportTable, ...]:
    """Return tables of the subscores, and of right answers by kind of question and difficulty."""
    return (
        tallies_table("Subscores", "subscore", subscores(words, moves)),
        tallies_table("Kinds of question", "kind", kind_tallies(words, moves)),
        tallies_table("Kinds by difficulty", "kind", grade_tallies(words)),
    )


def subscores_data(words: Sequence[WordAnswer], moves: Sequence[MoveAnswer]) -> dict[str, object]:
    """Return the subscores, and right answers by kind of question and difficulty, as JSON data."""
    return {
        "numbers": list(map(_tally_data, subscores(words, moves))),
        "kinds": list(map(_tally_data, kind_tallies(words, moves))),
        "kindsByGrade": list(map(_tally_data, grade_tallies(words))),
    }


def _tally_data(tally: Tally) -> dict[str, object]:
    return {
        "name": tally.name,
        "right": tally.good,
        "asked": tally.total,
        **interval_data(share_interval(tally.good, tally.total)),
        "guess": tally.guess,
        "relaxed": tally.relaxed,
    }


RESAMPLES = 4_000
BOOTSTRAP_SEED = "lastdigit memory"
MIN_ITEMS = 10
"""The minimum number of items of one kind for which a confidence interval is computed."""
MEMORY, NO_DISGUISE, TOO_FEW = "memory", "has no disguise", "too few items"


class Pair(NamedTuple):
    """The answers to the plain and disguised forms of one exam item.

    A disguise shows the same game with different words and symbols.
    """

    plain: WordAnswer
    disguised: WordAnswer

    @property
    def cost(self) -> int:
        """The number of right answers lost by the disguise: 1, 0 or -1.

        The cost is 1 if only the plain answer is right, and -1 if only the disguised answer is
        right.
        """
        return self.plain.right - self.disguised.right


class DisguiseCost(NamedTuple):
    """The number of right answers to plain and disguised exam items of one kind.

    A disguise shows the same game with different words and symbols. `cost` is the share of right
    answers lost by the disguise.
    """

    kind: Kind
    asked: int
    plain: int
    disguised: int
    cost: float
    interval: Interval | None
    """The confidence interval for `cost`, or None if there are too few items."""


class MemoryEstimate(NamedTuple):
    """An estimate of the share of right moves that a player owes to memory instead of skill.

    `memory` is None if the exam did not ask all questions that the estimate needs.
    """

    costs: list[DisguiseCost]
    memory: float | None
    interval: Interval | None


def estimate_memory(pairs: Sequence[Pair]) -> MemoryEstimate:
    """Estimate the share of right moves that a player owes to memory instead of skill.

    The estimate compares answers to plain and disguised exam items. A disguise shows the same game
    with different words and symbols.
    """
    by_kind = {
        kind: [pair for pair in pairs if pair.plain.item.kind is kind]
        for kind in (*MEMORY_KINDS, *EXTRA_TWIN_KINDS)
    }
    groups = {kind: group for kind, group in by_kind.items() if group}
    random = Random(BOOTSTRAP_SEED)
    samples = {
        kind: _bootstrap_means([pair.cost for pair in groups[kind]], random) for kind in groups
    }
    costs = [_disguise_cost(kind, group, samples[kind]) for kind, group in groups.items()]
    if not groups.keys() >= {*MEMORY_KINDS}:
        return MemoryEstimate(costs, None, None)
    means = {cost.kind: cost.cost for cost in costs}
    rounds = (
        dict(zip(groups, values, strict=True)) for values in zip(*samples.values(), strict=True)
    )
    enough = all(cost.interval for cost in costs if cost.kind in MEMORY_KINDS)
    interval = _interval([_memory_share(pair) for pair in rounds]) if enough else None
    return MemoryEstimate(costs, _memory_share(means), interval)


def _memory_share(costs: dict[Kind, float]) -> float:
    # A disguise also makes questions that cannot be answered from memory harder.
    baseline = [costs[kind] for kind in MEMORY_KINDS if kind is not Kind.MOVE]
    return costs[Kind.MOVE] - fmean(baseline)


def _disguise_cost(kind: Kind, pairs: Sequence[Pair], means: Sequence[float]) -> DisguiseCost:
    return DisguiseCost(
        kind,
        len(pairs),
        sum(pair.plain.right for pair in pairs),
        sum(pair.disguised.right for pair in pairs),
        fmean(pair.cost for pair in pairs),
        _interval(means) if len(pairs) >= MIN_ITEMS else None,
    )


def _bootstrap_means(costs: Sequence[int], random: Random) -> list[float]:
    """Return the means of random bootstrap samples of the costs, one mean per sample."""
    # Without the added 1 and -1, equal costs would give an interval of width zero.
    values = [*costs, 1, -1]
    return [fmean(random.choices(values, k=len(values))) for _ in range(RESAMPLES)]


def _interval(values: Sequence[float]) -> Interval:
    ordered = sorted(values)
    edge = round(len(ordered) * 0.025)
    return Interval(ordered[edge], ordered[-1 - edge])


def pair_answers(twins: Iterable[Twin], answers: Iterable[WordAnswer]) -> list[Pair]:
    """Pair the answers to the plain and disguised forms of each exam item.

    A disguise shows the same game with different words and symbols.
    """
    by_item = {answer.item: answer for answer in answers}
    return [Pair(by_item[twin.plain], by_item[twin.disguised]) for twin in twins]


def costs_table(pairs: Sequence[Pair], games: Iterable[str]) -> ReportTable:
    """Return a table that compares the answers to plain and disguised exam items.

    A disguise shows the same game with different words and symbols.
    """
    estimate = estimate_memory(pairs)
    rows = [
        (
            str(cost.kind),
            str(cost.asked),
            *(_share_text(right, cost.asked) for right in (cost.plain, cost.disguised)),
            percent(cost.cost),
            _interval_text(cost.interval),
        )
        for cost in estimate.costs
    ]
    rows.append((MEMORY, "", "", "", percent(estimate.memory), _interval_text(estimate.interval)))
    rows += [(name, "0", NO_DISGUISE, "", "", "") for name in games_without_disguise(games)]
    return ReportTable(
        "Plain and disguised",
        ("kind", "items", "plain %", "disguised %", "cost", "interval"),
        rows,
    )


def _share_text(right: int, total: int) -> str:
    return f"{percent(right / total)} ({interval_text(wilson_interval(right, total), percent)})"


def _interval_text(interval: Interval | None) -> str:
    return TOO_FEW if interval is None else interval_text(interval, percent)


def memory_data(pairs: Sequence[Pair], games: Iterable[str]) -> dict[str, object]:
    """Return a comparison of the answers to plain and disguised exam items as JSON data.

    A disguise shows the same game with different words and symbols.
    """
    estimate = estimate_memory(pairs)
    data = {
        "kinds": [
            {**cost._asdict(), "interval": cost.interval and cost.interval._asdict()}
            for cost in estimate.costs
        ],
        "memory": estimate.memory,
        "interval": estimate.interval and estimate.interval._asdict(),
        "withoutDisguise": games_without_disguise(games),
    }
    return {"disguise": data}


def cost_table(answers: Sequence[MoveAnswer], price: Price | None = None) -> ReportTable:
    """Return a table of refused attempts, time and tokens. Include the cost if a price is given."""
    stats = sum((answer.stats for answer in answers), NO_STATS)
    refused = ratio(stats.refused, stats.tries)
    row: tuple[str, ...] = (
        str(sum(answer.move is None for answer in answers)),
        percent(refused),
        milliseconds(ratio(stats.seconds, len(answers))),
        milliseconds(ratio(stats.seconds - stats.waited, len(answers))),
        str(stats.tokens_in + stats.tokens_out),
    )
    heading = ["no answer", "invalid %", "ms per question", "without waits", "tokens"]
    if price is not None:
        heading.append("cost")
        row = (*row, money_text(price.cost(stats.tokens_in, stats.tokens_out)))
    return ReportTable("Errors and cost", tuple(heading), [row])


def report_tables(answers: Sequence[MoveAnswer], price: Price | None = None) -> list[ReportTable]:
    """Return all tables in the report on exam items that ask for a move."""
    lines = lines_table(answers)
    makers = (policy_table, parsers_table, faults_table)
    return [
        marks_table(answers),
        *([lines] if lines.rows else []),
        *(make(answers) for make in makers),
        cost_table(answers, price),
    ]


def exam_data(
    manifest: Manifest, answers: Sequence[MoveAnswer], secret: bytes
) -> dict[str, object]:
    """Return the report on a finished exam as JSON data, including its secret random seed."""
    stats = sum((answer.stats for answer in answers), NO_STATS)
    return {
        "lastdigit": manifest["lastdigit"],
        "python": platform.python_version(),
        "marks": [
            {
                "questions": mark.name,
                "asked": mark.total,
                "right": mark.right,
                "share": mark.share,
                **interval_data(mark.interval),
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
                **interval_data(margin.interval),
            }
            for policy, margin in policy_margins(answers)
        ],
        **lines_data(answers, exam_version(manifest)),
        "unanswered": sum(answer.move is None for answer in answers),
        "illegalShare": ratio(stats.refused, stats.tries),
        "secondsPerQuestion": ratio(stats.seconds, len(answers)),
        "secondsWaited": stats.waited,
        "rightByReader": right_by_parser(answers),
        "faults": count_faults(answers),
        "tokens": stats.tokens_in + stats.tokens_out,
        "manifest": manifest,
        RUN_SECRET: secret.hex(),  # published now that all items have been asked
    }


def exam_page(
    manifest: Manifest,
    answers: Sequence[MoveAnswer],
    name: str,
    more: Sequence[ReportTable] = (),
    price: Price | None = None,
) -> str:
    """Return an exam report as a self-contained HTML page.

    `name` is the name of the player who took the exam. The tables in `more` are shown first.
    """
    rows = [PlotRow(mark.name, mark.share, mark.interval, mark.chance) for mark in marks(answers)]
    right, *others = report_tables(answers, price)
    facts = [(fact, json.dumps(value)) for fact, value in manifest.items()]
    return html_report(
        f"Exam of {name}",
        f"{plural(len(answers), 'critical position')}. "
        "A grade is the number of simulations that mcts needs to find a right move.",
        [
            *map(table_section, more),
            Section(
                right.title,
                "The vertical mark is the share that random moves would get right.",
                DotPlot("Right answers, with 95 % intervals", rows),
                right,
            ),
            *(
                Section(one.title, ABOUT_LINES, table=one)
                if one.title == LINE_TO_BEAT
                else table_section(one)
                for one in others
            ),
            Section("Manifest", definitions=facts),
        ],
    )


def move_answer_data(answer: MoveAnswer) -> dict[str, object]:
    """Return an exam item that asks for a move, and the player's answer, as JSON data."""
    return {
        "number": answer.entry.number,
        **move_item_data(answer.item),
        "move": answer.move,
        "right": answer.right,
        "relaxed": answer.relaxed,
        "tries": answer.entry.tries,
    }


def move_answer_line(answer: MoveAnswer) -> str:
    """Return an exam item that asks for a move, and the player's answer, as one line of JSON."""
    return json.dumps(move_answer_data(answer), ensure_ascii=False)


MIN_PLAYERS = 4
"""The minimum number of players for correlations.

With fewer players, correlations are mostly noise.
"""


class Discrimination(NamedTuple):
    """A statistic of one exam item: how well the item separates strong from weak players."""

    number: int
    """The number of the item in the exam, counting from 1."""
    share: float
    """The share of players, from 0 to 1, who answered the item correctly."""
    correlation: float | None
    """The correlation between a right answer to this item and the score on all other items.

    None if all players answered alike, or if all have the same score on the other items.
    """


def discriminations(table: Sequence[Sequence[bool]]) -> list[Discrimination]:
    """Return how well each exam item separates strong from weak players.

    `table` has one row per player and one column per item. An entry is True if the answer was
    right.

    >>> rows = [(True, True, True), (True, True, False), (False, False, True)]
    >>> [round(item.correlation, 2) for item in discriminations(rows)]
    [0.5, 0.5, -0.5]
    """
    totals = [sum(row) for row in table]
    found = []
    for index in range(len(table[0])):
        column = [row[index] for row in table]
        rest = [total - right for total, right in zip(totals, column, strict=True)]
        found.append(Discrimination(index + 1, fmean(column), _correlation(column, rest)))
    return found


def _correlation(column: Sequence[int], rest: Sequence[int]) -> float | None:
    try:
        return correlation(column, rest)
    except StatisticsError:  # one of them is constant
        return None


MIN_P_VALUE = 0.01
"""Smaller p-values are not shown exactly, but as "less than" this number."""


def pairs_table(players: Sequence[tuple[str, Sequence[bool]]]) -> ReportTable:
    """Return a table that compares each pair of players by their answers to the same exam items.

    A player is given as a name and a list with one element per item. An entry is True if the answer
    was right.
    """
    rows = []
    for (one, first), (other, second) in combinations(players, 2):
        comparison = Comparison.of(first, second)
        interval, p_value = comparison.interval, comparison.sign_test
        rows.append(
            (
                f"{one} - {other}",
                str(comparison.first),
                str(comparison.second),
                percent(comparison.difference),
                interval_text(interval, percent) if interval else TOO_FEW_TRIALS,
                two_decimals(p_value) if p_value >= MIN_P_VALUE else f"< {MIN_P_VALUE}",
            )
        )
    heading = ("players", "only first", "only second", "ahead by", "95 % interval", "sign test")
    return ReportTable("Pairwise comparison", heading, rows)
