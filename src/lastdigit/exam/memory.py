"""What a disguise costs a player, and how much of that is memory.

Reading other signs and rules costs something in every kind of question. What it costs for a move
beyond what it costs for rules and calculation, in the same disguise, is what was known by heart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from lastdigit.arena.intervals import Interval, wilson
from lastdigit.arena.tables import ReportTable, interval_text, percent
from lastdigit.exam.asking import WordAnswer
from lastdigit.exam.questions import Kind
from lastdigit.exam.twins import ALSO_TWICE, TWINS, Twin, undisguised

RESAMPLES = 4_000
SEED = "lastdigit memory"
FEWEST = 10
"""Items of a kind below which nobody can say how sure a cost is."""
MEMORY, NO_DISGUISE, TOO_FEW = "memory", "has no disguise", "too few items"


class Pair(NamedTuple):
    """One item: what was said to it plain, and in the disguise."""

    plain: WordAnswer
    disguised: WordAnswer

    @property
    def cost(self) -> int:
        """1 where only the plain answer is right, -1 where only the other is, else 0."""
        return self.plain.right - self.disguised.right


class Cost(NamedTuple):
    """What a disguise costs in one kind of question."""

    kind: Kind
    asked: int
    plain: int
    disguised: int
    cost: float
    interval: Interval | None
    """None where there are too few items."""


class Finding(NamedTuple):
    """What the disguise of a run costs, and the memory that this tells of."""

    costs: list[Cost]
    memory: float | None
    interval: Interval | None


def finding(pairs: Sequence[Pair]) -> Finding:
    """Return the costs by kind, and the cost of moves less the mean of the others' costs."""
    by_kind = {
        kind: [one for one in pairs if one.plain.question.kind is kind]
        for kind in (*TWINS, *ALSO_TWICE)
    }
    asked = {kind: those for kind, those in by_kind.items() if those}
    random = Random(SEED)
    drawn = {kind: _resampled([one.cost for one in asked[kind]], random) for kind in asked}
    costs = [_cost(kind, those, drawn[kind]) for kind, those in asked.items()]
    if not asked.keys() >= {*TWINS}:
        return Finding(costs, None, None)
    means = {cost.kind: cost.cost for cost in costs}
    rounds = (dict(zip(asked, values, strict=True)) for values in zip(*drawn.values(), strict=True))
    enough = all(cost.interval for cost in costs if cost.kind in TWINS)
    interval = _interval([_memory(one) for one in rounds]) if enough else None
    return Finding(costs, _memory(means), interval)


def _memory(costs: dict[Kind, float]) -> float:
    others = [costs[kind] for kind in TWINS if kind is not Kind.MOVE]
    return costs[Kind.MOVE] - fmean(others)


def _cost(kind: Kind, those: Sequence[Pair], drawn: Sequence[float]) -> Cost:
    return Cost(
        kind,
        len(those),
        sum(one.plain.right for one in those),
        sum(one.disguised.right for one in those),
        fmean(one.cost for one in those),
        _interval(drawn) if len(those) >= FEWEST else None,
    )


def _resampled(costs: Sequence[int], random: Random) -> list[float]:
    """Return mean costs as they would be of other items, by the bootstrap.

    One item of either difference is added: else many items that all agree would leave no doubt.
    """
    drawn = [*costs, 1, -1]
    return [fmean(random.choices(drawn, k=len(drawn))) for _ in range(RESAMPLES)]


def _interval(drawn: Sequence[float]) -> Interval:
    ordered = sorted(drawn)
    edge = round(len(ordered) * 0.025)
    return Interval(ordered[edge], ordered[-1 - edge])


def paired(twins: Iterable[Twin], said: Iterable[WordAnswer]) -> list[Pair]:
    """Return what was said to questions that were asked twice."""
    answers = {one.question: one for one in said}
    return [Pair(answers[twin.plain], answers[twin.disguised]) for twin in twins]


def costs_table(pairs: Sequence[Pair], games: Iterable[str]) -> ReportTable:
    """Return what the disguise costs, for people; some of the games may have none."""
    found = finding(pairs)
    rows = [
        (
            str(one.kind),
            str(one.asked),
            *(_share_text(right, one.asked) for right in (one.plain, one.disguised)),
            percent(one.cost),
            _interval_text(one.interval),
        )
        for one in found.costs
    ]
    rows.append((MEMORY, "", "", "", percent(found.memory), _interval_text(found.interval)))
    rows += [(name, "0", NO_DISGUISE, "", "", "") for name in undisguised(games)]
    return ReportTable(
        "Plain and in disguise",
        ("kind", "items", "plain %", "disguised %", "cost", "interval"),
        rows,
    )


def _share_text(right: int, asked: int) -> str:
    return f"{percent(right / asked)} ({interval_text(wilson(right, asked), percent)})"


def _interval_text(interval: Interval | None) -> str:
    return TOO_FEW if interval is None else interval_text(interval, percent)


def memory_data(pairs: Sequence[Pair], games: Iterable[str]) -> dict[str, object]:
    """Return the same as JSON data."""
    found = finding(pairs)
    data = {
        "kinds": [
            {**one._asdict(), "interval": one.interval and one.interval._asdict()}
            for one in found.costs
        ],
        "memory": found.memory,
        "interval": found.interval and found.interval._asdict(),
        "withoutDisguise": undisguised(games),
    }
    return {"disguise": data}
