"""Answers reported by kind, so that form, rules, calculation and strategy are four numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lastdigit.arena.intervals import share_interval
from lastdigit.arena.tables import ReportTable, ends, percent, share_text
from lastdigit.exam.asking import WordAnswer
from lastdigit.exam.questions import IN_WORDS, Kind
from lastdigit.exam.readers import ExamAnswer

NUMBERS = {
    "format": tuple(Kind),
    "rules": (Kind.LEGAL, Kind.OUTCOME),
    "calculation": (Kind.RESULT,),
    "strategy": (Kind.VALUE, Kind.MOVE),
}
"""The four numbers, and the kinds of question that each is counted over."""


class Tally(NamedTuple):
    """How many of some answers were right, or well formed, and how many a guess gets right."""

    name: str
    good: int
    asked: int
    guess: float | None


def kind_tallies(words: Sequence[WordAnswer], moves: Sequence[ExamAnswer]) -> Iterator[Tally]:
    """Yield the right answers kind by kind."""
    for kind in IN_WORDS:
        those = [one for one in words if one.question.kind is kind]
        if those:
            yield Tally(kind, sum(one.right for one in those), len(those), best_guess(those))
    if moves:
        chance = sum(one.question.critical.chance for one in moves) / len(moves)
        yield Tally(Kind.MOVE, sum(one.right for one in moves), len(moves), chance)


def best_guess(those: Sequence[WordAnswer]) -> float:
    """Return how often whoever always gives a game's most frequent kind of answer is right.

    Where answers are positions, nobody guesses one.
    """
    right = 0
    for game in {one.question.game for one in those}:
        labels = Counter(
            one.question.label
            for one in those
            if one.question.game == game and one.question.kind is not Kind.RESULT
        )
        right += max(labels.values(), default=0)
    return right / len(those)


def four_numbers(words: Sequence[WordAnswer], moves: Sequence[ExamAnswer]) -> Iterator[Tally]:
    """Yield form, rules, calculation and strategy, each with what it was counted over."""
    formed = sum(one.answer is not None for one in words)
    formed += sum(not one.deeds.unreadable and one.move is not None for one in moves)
    yield Tally("format", formed, len(words) + len(moves), None)
    found = {tally.name: tally for tally in kind_tallies(words, moves)}
    for name, kinds in list(NUMBERS.items())[1:]:
        those = [found[kind] for kind in kinds if kind in found]
        asked = sum(one.asked for one in those)
        guess = sum((one.guess or 0) * one.asked for one in those) / asked if asked else None
        yield Tally(name, sum(one.good for one in those), asked, guess)


def tallies_table(title: str, first: str, tallies: Iterator[Tally]) -> ReportTable:
    """Return tallies for people."""
    rows = [
        (
            one.name,
            f"{one.good} of {one.asked}",
            share_text(one.good, one.asked),
            percent(one.guess),
        )
        for one in tallies
    ]
    return ReportTable(title, (first, "right", "right %", "guess %"), rows)


def number_tables(
    words: Sequence[WordAnswer], moves: Sequence[ExamAnswer]
) -> tuple[ReportTable, ReportTable]:
    """Return the four numbers, and the kinds of question that they are made of."""
    return (
        tallies_table("Four numbers", "number", four_numbers(words, moves)),
        tallies_table("Kinds of question", "kind", kind_tallies(words, moves)),
    )


def numbers_data(words: Sequence[WordAnswer], moves: Sequence[ExamAnswer]) -> dict[str, object]:
    """Return both as JSON data."""
    return {
        "numbers": list(map(_data, four_numbers(words, moves))),
        "kinds": list(map(_data, kind_tallies(words, moves))),
    }


def _data(one: Tally) -> dict[str, object]:
    return {
        "name": one.name,
        "right": one.good,
        "asked": one.asked,
        **ends(share_interval(one.good, one.asked)),
        "guess": one.guess,
    }
