"""An endless run of puzzles at one's own level: new ones, and by turns what went wrong before.

Everything follows from kept answers and games: nothing about anybody's progress is kept besides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import count
from typing import NamedTuple

from lastdigit.analysis.splits import is_for_training
from lastdigit.errors import LastDigitError
from lastdigit.game.game import AnyGame
from lastdigit.game.options import OptionValue
from lastdigit.game.puzzle_source import Task, puzzle_sources_of
from lastdigit.games import find_class
from lastdigit.puzzles.daily import day_number
from lastdigit.puzzles.mistakes import Mistake
from lastdigit.puzzles.progress import Progress, present_tries
from lastdigit.puzzles.puzzle import Puzzle, certify, certify_met
from lastdigit.puzzles.rating import Rating, rate
from lastdigit.puzzles.sets import grades_of, make_set
from lastdigit.store import Attempt

INTERVALS = (1, 3, 7, 21)
"""Days after which what went wrong is due again; right after the last, it is learned."""
DRAWN = 20
"""So many new puzzles are drawn in search of one that was not tried yet."""
WORDS: dict[str, OptionValue] = {"True": True, "False": False, "None": None}


class Asked(NamedTuple):
    """A puzzle of the run; `mistake` says from which game it is, if from one's own."""

    puzzle: Puzzle
    again: bool = False
    mistake: Mistake | None = None


def day_of(at: str) -> int:
    """Return the number of the day of a time as it is kept."""
    return day_number(datetime.fromisoformat(at).timestamp())


def due_day(since: int, tries: Iterable[tuple[int, bool]]) -> int | None:
    """Return the day on which something is due that went wrong on a day, None once it is learned.

    `tries` are later days with whether the first answer of the day was right. A right answer
    before its day changes nothing, a wrong one begins anew.

    >>> due_day(10, []), due_day(10, [(11, True)]), due_day(10, [(11, True), (14, False)])
    (11, 14, 15)
    """
    step, due = 0, since + INTERVALS[0]
    for day, right in tries:
        if not right:
            step, due = 0, day + INTERVALS[0]
        elif day >= due:
            step += 1
            if step == len(INTERVALS):
                return None
            due = day + INTERVALS[step]
    return due


def due_now(
    attempts: Sequence[Attempt], mistakes: Iterable[Mistake], today: int
) -> list[tuple[str, Mistake | None]]:
    """Return the names of the puzzles that are due, the longest overdue first."""
    days: dict[str, dict[int, bool]] = {}
    for attempt in attempts:
        days.setdefault(attempt.puzzle, {}).setdefault(day_of(attempt.at), attempt.right)
    own = {mistake.puzzle: mistake for mistake in mistakes}
    found = []
    for name in {**dict.fromkeys(days), **own}:
        tries = sorted(days.get(name, {}).items())
        if name in own:
            since = day_of(own[name].at)
        else:
            since = next((day for day, right in tries if not right), today)
        due = due_day(since, [one for one in tries if one[0] > since])
        if due is not None and due <= today:
            found.append((due, name))
    return [(name, own.get(name)) for _, name in sorted(found)]


def begun(attempts: Sequence[Attempt]) -> Progress[Puzzle] | None:
    """Return the puzzle that somebody tried last, if it is of no day and not over."""
    if not attempts or attempts[-1].day is not None:
        return None
    puzzle = recall(attempts[-1].puzzle)
    if puzzle is None:
        return None
    progress = present_tries(puzzle, attempts)
    return progress if progress.tries else None


def lead(asked: Asked, *, numbered: bool = True) -> str:
    """Return where a puzzle comes from, if it is not new; `numbered`: games have numbers there."""
    mistake = asked.mistake
    if mistake is not None:
        date = mistake.at.partition("T")[0]
        where = f"in game {mistake.game} ({date})" if numbered else f"on {date}"
        return f"You had this {where}, and played {mistake.move}. What should you have played?"
    return "This one went wrong before." if asked.again else ""


def recall(name: str) -> Puzzle | None:
    """Return the puzzle that is known by a name; None if its game makes it no longer."""
    words = name.split(" ")
    place = next((place for place, word in enumerate(words) if place and "=" not in word), None)
    if place is None:
        return None
    try:
        pairs = (word.split("=", 1) for word in words[1:place])
        options = {key: _value(value) for key, value in pairs}
        kind = find_class(words[0])
        game, task = kind.of(options), Task(words[place])
        state = game.parse_state(" ".join(words[place + 1 :]))
    except (LastDigitError, ValueError):
        return None
    if task is Task.MOVE:
        return certify_met(game, state)
    return certify(puzzle_sources_of(kind)[-1][1], game, state, task)


def _value(text: str) -> OptionValue:
    """Return the value of an option as a puzzle's name has it; raises ValueError."""
    if text.startswith("["):
        return tuple(map(int, text[1:-1].split(",")))
    return WORDS[text] if text in WORDS else int(text)


class Practice:
    """One person's run through some games, at their own level or at a grade of their choice."""

    def __init__(
        self,
        kinds: Sequence[type[AnyGame]],
        attempts: Iterable[Attempt],
        mistakes: Iterable[Mistake],
        today: int,
        grade: int | None = None,
    ) -> None:
        self._kinds = kinds
        self._grade = grade
        names = {kind.name for kind in kinds}
        self.attempts = [attempt for attempt in attempts if attempt.game in names]
        self._mistakes = [one for one in mistakes if one.puzzle.split(" ")[0] in names]
        self._today = today
        self._given: Counter[str] = Counter()
        self._seen: set[str] = set()

    def rating(self, kind: type[AnyGame]) -> Rating:
        """Return how strong the person is in a game."""
        return rate(attempt for attempt in self.attempts if attempt.game == kind.name)

    def run(self) -> Iterator[Asked]:
        """Yield puzzles for ever: what is due and what is new by turns.

        Answers that are added to `attempts` between two of them count.
        """
        due = self._due()
        for turn in count():
            again = next(due, None) if turn % 2 == 0 else None
            new = None if again else self._new()
            asked = again or new or next(due, None)
            if asked is None:
                return
            self._seen.add(asked.puzzle.name)
            yield asked

    def _due(self) -> Iterator[Asked]:
        for name, mistake in due_now(self.attempts, self._mistakes, self._today):
            puzzle = recall(name)
            if puzzle is not None:
                yield Asked(puzzle, again=True, mistake=mistake)

    def _new(self) -> Asked | None:
        """Return a puzzle at the person's grade, of the game that this run has given least."""
        for kind in sorted(self._kinds, key=lambda kind: self._given[kind.name]):
            puzzle = self._drawn(kind)
            if puzzle is not None:
                self._given[kind.name] += 1
                return Asked(puzzle)
        return None

    def _drawn(self, kind: type[AnyGame]) -> Puzzle | None:
        """Return a puzzle that was never tried; where there is none, one that this run had not."""
        answers = [attempt for attempt in self.attempts if attempt.game == kind.name]
        tried = {attempt.puzzle for attempt in answers}
        level = rate(answers).grade if self._grade is None else self._grade
        grade = min(grades_of(kind), key=lambda grade: (abs(grade - level), grade))
        known = None
        for number in range(DRAWN):
            seed = f"practice/{len(answers)}/{self._given[kind.name]}/{number}"
            for puzzle in make_set(kind, 1, seed, (grade,)):
                # What the exam may ask is not practised.
                if puzzle.name in self._seen or not is_for_training(puzzle.game, puzzle.state):
                    continue
                if puzzle.name not in tried:
                    return puzzle
                known = known or puzzle
        return known
