"""Answers reported by kind, so that form, rules, calculation and strategy are four numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lastdigit.arena.intervals import share_interval
from lastdigit.arena.tables import ReportTable, ends, percent, share_text
from lastdigit.exam.asking import WordAnswer
from lastdigit.exam.questions import IN_WORDS, Kind
from lastdigit.exam.readers import ExamAnswer, right_by_reader

NUMBERS = {
    "format": tuple(Kind),
    "rules": (Kind.LEGAL, Kind.OUTCOME),
    "calculation": (Kind.RESULT,),
    "strategy": (Kind.VALUE, Kind.RESIST, Kind.PLAN, Kind.MOVE),
}
"""The four numbers, and the kinds of question that each is counted over."""


BY_MOVES = (Kind.LEGAL, Kind.RESULT, Kind.OUTCOME)
"""Kinds that are as hard as the moves are many that are shown or made."""
UNGUESSED = (Kind.RESULT, Kind.RESIST, Kind.PLAN)
"""Kinds whose answers are not a few that could always be given."""


class Tally(NamedTuple):
    """How many of some answers were right, or well formed, and how many a guess gets right."""

    name: str
    good: int
    asked: int
    guess: float | None
    relaxed: int
    """How many are right for the relaxed reader, who does not count."""


def _words_tally(name: str, those: Sequence[WordAnswer]) -> Tally:
    right, relaxed = (sum(one.right for one in those), sum(one.relaxed_right for one in those))
    return Tally(name, right, len(those), best_guess(those), relaxed)


def kind_tallies(words: Sequence[WordAnswer], moves: Sequence[ExamAnswer]) -> Iterator[Tally]:
    """Yield the right answers kind by kind."""
    for kind in IN_WORDS:
        those = [one for one in words if one.question.kind is kind]
        if those:
            yield _words_tally(kind, those)
    if moves:
        chance = sum(one.question.critical.chance for one in moves) / len(moves)
        right, relaxed = right_by_reader(moves).values()
        yield Tally(Kind.MOVE, right, len(moves), chance, relaxed)


def grade_tallies(words: Sequence[WordAnswer]) -> Iterator[Tally]:
    """Yield the right answers in words by how hard they are: by moves or plies, or by effort."""
    for kind in IN_WORDS:
        those = [one for one in words if one.question.kind is kind]
        for grade in sorted({one.question.grade for one in those}):
            name = f"{kind}, {_hardness(kind, grade)}"
            yield _words_tally(name, [one for one in those if one.question.grade == grade])


def _hardness(kind: Kind, grade: int) -> str:
    """Return what a grade is of a kind.

    >>> _hardness(Kind.RESULT, 3), _hardness(Kind.PLAN, 3), _hardness(Kind.VALUE, 0)
    ('3 moves', 'grade 3', 'ungraded')
    """
    if not grade:
        return "ungraded"
    if kind not in BY_MOVES:
        return f"grade {grade}"
    return f"{grade} move{'s' if grade > 1 else ''}"


def best_guess(those: Sequence[WordAnswer]) -> float:
    """Return how often whoever always gives a game's most frequent kind of answer is right.

    Where answers are positions, nobody guesses one; where they are moves, it is chance, and where
    they are plans, random legal moves of both.
    """
    right = sum(one.question.chance or 0.0 for one in those)
    for game in {one.question.game for one in those}:
        labels = Counter(
            one.question.label
            for one in those
            if one.question.game == game and one.question.kind not in UNGUESSED
        )
        right += max(labels.values(), default=0)
    return right / len(those)


def four_numbers(words: Sequence[WordAnswer], moves: Sequence[ExamAnswer]) -> Iterator[Tally]:
    """Yield form, rules, calculation and strategy, each with what it was counted over."""
    formed = sum(one.answer is not None for one in words)
    formed += sum(not one.deeds.unreadable and one.move is not None for one in moves)
    yield Tally("format", formed, len(words) + len(moves), None, formed)
    found = {tally.name: tally for tally in kind_tallies(words, moves)}
    for name, kinds in list(NUMBERS.items())[1:]:
        those = [found[kind] for kind in kinds if kind in found]
        asked = sum(one.asked for one in those)
        guess = sum((one.guess or 0) * one.asked for one in those) / asked if asked else None
        relaxed = sum(one.relaxed for one in those)
        yield Tally(name, sum(one.good for one in those), asked, guess, relaxed)


def tallies_table(title: str, first: str, tallies: Iterator[Tally]) -> ReportTable:
    """Return tallies for people."""
    rows = [
        (
            one.name,
            f"{one.good} of {one.asked}",
            share_text(one.good, one.asked),
            percent(one.guess),
            str(one.relaxed),
        )
        for one in tallies
    ]
    return ReportTable(title, (first, "right", "right %", "guess %", "relaxed"), rows)


def number_tables(
    words: Sequence[WordAnswer], moves: Sequence[ExamAnswer]
) -> tuple[ReportTable, ...]:
    """Return the four numbers, the kinds of question that they are made of, and these by grade."""
    return (
        tallies_table("Four numbers", "number", four_numbers(words, moves)),
        tallies_table("Kinds of question", "kind", kind_tallies(words, moves)),
        tallies_table("Kinds by how hard", "kind", grade_tallies(words)),
    )


def numbers_data(words: Sequence[WordAnswer], moves: Sequence[ExamAnswer]) -> dict[str, object]:
    """Return all three as JSON data."""
    return {
        "numbers": list(map(_data, four_numbers(words, moves))),
        "kinds": list(map(_data, kind_tallies(words, moves))),
        "kindsByGrade": list(map(_data, grade_tallies(words))),
    }


def _data(one: Tally) -> dict[str, object]:
    return {
        "name": one.name,
        "right": one.good,
        "asked": one.asked,
        **ends(share_interval(one.good, one.asked)),
        "guess": one.guess,
        "relaxed": one.relaxed,
    }
