"""Practice with puzzles and against the computer: ratings, streaks, repetition, and the ladder.

The ladder of a game is a series of ever stronger computer opponents.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from random import Random
from typing import Generic, NamedTuple, Protocol, TypeVar

from lastdigit.analysis.critical import is_for_training, winnable_setup
from lastdigit.errors import LastDigitError, UsageError
from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.options import Occasion, OptionValue, suggested_preset
from lastdigit.game.puzzle_source import DIFFICULTIES, Task, puzzle_sources_of
from lastdigit.game.text import COMPUTER
from lastdigit.games import find_class
from lastdigit.match.match import arrange
from lastdigit.match.record import HUMAN, Player, Setup, Terms
from lastdigit.players import COMPUTERS
from lastdigit.puzzles.generate import day_number, grades_of, make_set
from lastdigit.puzzles.history import Mistake, open_mistakes
from lastdigit.puzzles.puzzle import MAX_TRIES, Puzzle, certify, certify_position
from lastdigit.puzzles.sums import DaySums, total_run
from lastdigit.storage import Attempt

SCALE = 173.7178
"""The number of rating points per unit of Glicko-2's internal scale."""
TAU = 0.5
"""Glicko-2's system constant, which limits volatility changes. Glickman suggests 0.3 to 1.2."""
TOLERANCE = 1e-6
EASIEST, GRADE_STEP = 1_000, 250
"""The rating of a grade 1 (easiest) puzzle, and the increase from each grade to the next."""
HARDEST_GRADE = 5
MAX_DEVIATION = 350.0


class Rating(NamedTuple):
    """A Glicko-2 rating: mean, standard deviation and volatility."""

    mean: float = 1_250.0
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06

    @property
    def grade(self) -> float:
        """The puzzle difficulty that matches the rating, where 1 is the easiest."""
        return 1 + (self.mean - EASIEST) / GRADE_STEP

    @property
    def reach(self) -> float:
        """Half the width of the rating's 95 % confidence interval."""
        return 1.96 * self.deviation


class RatedGame(NamedTuple):
    """A rated game: the opponent's rating, and the player's points (1 for a win, 0 for a loss)."""

    mean: float
    deviation: float
    points: float


def update_rating(rating: Rating, games: Sequence[RatedGame]) -> Rating:
    """Return a player's Glicko-2 rating after a rating period with these games."""
    mean, deviation = (rating.mean - 1_500) / SCALE, rating.deviation / SCALE
    information = gain = 0.0
    for game in games:
        weight = 1 / math.sqrt(1 + 3 * (game.deviation / SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-weight * (mean - (game.mean - 1_500) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        gain += weight * (game.points - expected)
    variance = 1 / information
    volatility = _volatility(rating.volatility, deviation, variance, variance * gain)
    later = 1 / math.sqrt(1 / (deviation**2 + volatility**2) + information)
    return Rating(
        1_500 + SCALE * (mean + later**2 * gain),
        min(MAX_DEVIATION, SCALE * later),
        volatility,
    )


def _volatility(sigma: float, deviation: float, variance: float, change: float) -> float:
    """Return the new volatility of a Glicko-2 rating (step 5 in Glickman's paper)."""
    start = math.log(sigma**2)  # the rest solves an equation with the Illinois algorithm

    def function(x: float) -> float:
        spread = deviation**2 + variance + math.exp(x)
        return math.exp(x) * (change**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low, high = start, math.log(max(change**2 - deviation**2 - variance, TOLERANCE))
    if change**2 <= deviation**2 + variance:
        steps = 1
        while function(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = function(low), function(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = function(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def rate(attempts: Iterable[Attempt]) -> Rating:
    """Compute a player's rating from answers to one game's puzzles, oldest answer first.

    Only the first answer to each puzzle counts.
    """
    rating, seen = Rating(), set()
    for attempt in attempts:
        if attempt.puzzle not in seen:
            seen.add(attempt.puzzle)
            puzzle_mean = EASIEST + GRADE_STEP * (attempt.grade - 1)
            rating = update_rating(rating, [RatedGame(puzzle_mean, 0.0, float(attempt.right))])
    return rating


def rating_text(title: str, rating: Rating) -> str:
    """Return a sentence that tells the player the rating and its uncertainty."""
    grade = min(HARDEST_GRADE, max(1, round(rating.grade)))
    return (
        f"Your rating in {title}: {rating.mean:.0f}, give or take {rating.reach:.0f}, "
        f"about the level of {DIFFICULTIES[grade - 1]} puzzles."
    )


RIGHT, WRONG, OPEN = "✓", "✕", "·"


class Solvable(Protocol):
    """The properties that a puzzle needs so that the player's progress can be tracked."""

    @property
    def name(self) -> str:
        """The unique name of the puzzle."""

    @property
    def title(self) -> str:
        """The title of the puzzle's game."""

    @property
    def tries(self) -> int:
        """The number of answers that the player may give to the puzzle."""


P = TypeVar("P", bound=Solvable)


@dataclass(frozen=True)
class Progress(Generic[P]):
    """A puzzle and the answers that the player has given so far."""

    puzzle: P
    tries: tuple[Attempt, ...]

    @property
    def solved(self) -> bool:
        return any(attempt.right for attempt in self.tries)

    @property
    def left(self) -> int:
        """The number of tries that the player has left."""
        return 0 if self.solved else max(0, self.puzzle.tries - len(self.tries))

    @property
    def over(self) -> bool:
        """Whether the puzzle is finished: it is solved, or the player has no tries left."""
        return self.solved or not self.left

    @property
    def marks(self) -> str:
        """One mark for each try, "✓" (right) or "✕" (wrong), or "·" before the first try."""
        return "".join(RIGHT if attempt.right else WRONG for attempt in self.tries) or OPEN


def progress_of(day: int, puzzles: Sequence[P], attempts: Iterable[Attempt]) -> list[Progress[P]]:
    """Return the player's progress on each of a day's puzzles."""
    tries = [attempt for attempt in attempts if attempt.day == day]
    return [
        Progress(puzzle, tuple(attempt for attempt in tries if attempt.puzzle == puzzle.name))
        for puzzle in puzzles
    ]


def practice_progress(puzzle: P, attempts: Iterable[Attempt]) -> Progress[P]:
    """Return the player's progress on a practice puzzle.

    A finished puzzle can be tried again, so its earlier tries do not count.
    """
    progress = Progress(puzzle, ())
    for attempt in attempts:
        if attempt.day is None and attempt.puzzle == puzzle.name:
            before = () if progress.over else progress.tries
            progress = Progress(puzzle, (*before, attempt))
    return Progress(puzzle, ()) if progress.over else progress


def count_by_tries(attempts: Iterable[Attempt], today: int) -> list[int]:
    """Return how many daily puzzles were solved on the first try, on the second try, and so on.

    The last number counts the daily puzzles before today that were tried but not solved.
    """
    tries: dict[tuple[int, str], list[bool]] = {}
    for attempt in attempts:
        if attempt.day is not None:
            tries.setdefault((attempt.day, attempt.puzzle), []).append(attempt.right)
    counts = [0] * (MAX_TRIES + 1)
    for (day, _), rights in tries.items():
        if True in rights:
            counts[min(rights.index(True), MAX_TRIES - 1)] += 1
        elif day != today:
            counts[-1] += 1
    return counts


FREEZE_DAYS = 7
"""In this number of days, one missed day does not break a streak."""


def current_streak(attempts: Iterable[Attempt], today: int) -> int:
    """Return the length of the streak up to today. Today counts as missed only after it is over."""
    solved = days_solved(attempts)  # may contain days after today, from a wrong clock
    return streak_ending(solved, today if today in solved else today - 1)


def longest_streak(attempts: Iterable[Attempt], today: int) -> int:
    """Return the length of the longest streak up to today."""
    solved = {day for day in days_solved(attempts) if day <= today}
    ends = (day for day in solved if day + 1 not in solved)
    return max((streak_ending(solved, day) for day in ends), default=0)


def streak_ending(solved: Collection[int], last: int) -> int:
    """Return the number of solved days in the streak that ends on the day `last`.

    A streak may contain missed days, but never two of them in any FREEZE_DAYS days in a row. Missed
    days do not count.

    >>> streak_ending({1, 2, 4, 5}, 5), streak_ending({1, 2, 5}, 5), streak_ending({1, 2}, 3)
    (4, 1, 2)
    """
    length, missed, day = 0, math.inf, last
    while day in solved or missed - day >= FREEZE_DAYS:
        if day in solved:
            length += 1
        else:
            missed = day
        day -= 1
    return length


def days_solved(attempts: Iterable[Attempt]) -> set[int]:
    """Return the numbers of the days on which the player solved one of that day's puzzles."""
    return {
        attempt.day
        for attempt in attempts
        if attempt.right and attempt.day is not None and attempt.day == day_of(attempt.at)
    }


def day_of(at: str) -> int:
    """Convert an ISO time to the number of the UTC day. Day 1 is 5 January 2026."""
    return day_number(datetime.fromisoformat(at).timestamp())


def share_text(day: int, progress: Sequence[Progress[P]], running: int) -> str:
    """Return a short message for the player to share: a day's results, without the answers.

    `running` is the number of days in the current streak.
    """
    lines = [f"{one.puzzle.title.split()[-1]} {one.marks}" for one in progress]
    days = f"{running}-day streak"
    return "\n".join((f"Last Digit {day}", *lines, *([days] if running else [])))


INTERVALS = (1, 3, 7, 21)
"""Days to wait before each repetition of a failed puzzle, which is learned after the last one."""
MAX_DRAWN = 20
"""The maximum number of puzzles drawn to find one that is new to the player."""


class PracticePuzzle(NamedTuple):
    """A puzzle to solve in practice.

    `again` is true if the player failed the puzzle before. `mistake` is set if the puzzle was made
    from a mistake in the player's own game.
    """

    puzzle: Puzzle
    again: bool = False
    mistake: Mistake | None = None


def due_day(since: int, tries: Iterable[tuple[int, bool]]) -> int | None:
    """Return the day on which a failed puzzle should be repeated, or None if it is learned.

    `since` is the day on which the player failed the puzzle. `tries` contains the days of later
    tries, with True for a right answer. The time to the next repetition grows with each right
    answer.

    >>> due_day(10, []), due_day(10, [(11, True)]), due_day(10, [(11, True), (14, False)])
    (11, 14, 15)
    """
    step, due = 0, since + INTERVALS[0]
    for day, right in tries:
        if not right:
            step, due = 0, day + INTERVALS[0]
        elif day >= due:  # an earlier right answer changes nothing
            step += 1
            if step == len(INTERVALS):
                return None
            due = day + INTERVALS[step]
    return due


def due_now(
    attempts: Sequence[Attempt], mistakes: Iterable[Mistake], today: int
) -> list[tuple[str, Mistake | None]]:
    """Return the puzzles that should be repeated today, longest overdue first.

    Each entry has the name of a puzzle. If the puzzle was made from a mistake in the player's own
    game, the entry also has this mistake.
    """
    days: dict[str, dict[int, bool]] = {}
    for attempt in attempts:
        days.setdefault(attempt.puzzle, {}).setdefault(day_of(attempt.at), attempt.right)
    own = {mistake.puzzle: mistake for mistake in mistakes}
    due_puzzles = []
    for name in {**dict.fromkeys(days), **own}:
        tries = sorted(days.get(name, {}).items())
        if name in own:
            since = day_of(own[name].at)
        else:
            since = next((day for day, right in tries if not right), today)
        due = due_day(since, [one for one in tries if one[0] > since])
        if due is not None and due <= today:
            due_puzzles.append((due, name))
    return [(name, own.get(name)) for _, name in sorted(due_puzzles)]


def unfinished_puzzle(attempts: Sequence[Attempt]) -> Progress[Puzzle] | None:
    """Return the practice puzzle that the player tried last, with the answers so far.

    Return None if that puzzle is finished or if the last puzzle was a daily puzzle.
    """
    if not attempts or attempts[-1].day is not None:
        return None
    puzzle = puzzle_by_name(attempts[-1].puzzle)
    if puzzle is None:
        return None
    progress = practice_progress(puzzle, attempts)
    return progress if progress.tries else None


def origin_text(asked: PracticePuzzle, *, numbered: bool = True) -> str:
    """Return a sentence that tells the player why a puzzle is repeated, or "" for a new puzzle.

    If `numbered` is false, the sentence does not mention the number of a saved game.
    """
    mistake = asked.mistake
    if mistake is not None:
        date = mistake.at.partition("T")[0]
        where = f"in game {mistake.game} ({date})" if numbered else f"on {date}"
        return (
            f"You had this position {where} and played {mistake.move}. What should you have played?"
        )
    return "You got this one wrong before." if asked.again else ""


def puzzle_by_name(name: str) -> Puzzle | None:
    """Create the puzzle with this name, which consists of game, options, task and position.

    Return None if there is no such puzzle.
    """
    words = name.split(" ")
    index = next((index for index, word in enumerate(words) if index and "=" not in word), None)
    if index is None:
        return None
    try:
        pairs = (word.split("=") for word in words[1:index])
        options = {key: _parse_option(value) for key, value in pairs}
        kind = find_class(words[0])
        game, task = kind.of(options), Task(words[index])
        state = game.parse_state(" ".join(words[index + 1 :]))
    except (LastDigitError, ValueError):
        return None
    if task is Task.MOVE:
        return certify_position(game, state)
    return certify(puzzle_sources_of(kind)[-1][1], game, state, task)


WORDS: dict[str, OptionValue] = {"True": True, "False": False, "None": None}


def _parse_option(text: str) -> OptionValue:
    """Parse an option's value: an integer, a list of integers, True, False or None.

    Raise ValueError for any other text.
    """
    if text.startswith("["):
        return tuple(map(int, text[1:-1].split(",")))
    return WORDS[text] if text in WORDS else int(text)


class Practice:
    """A practice session with puzzles from some games.

    New puzzles have the difficulty `grade`. If `grade` is None, new puzzles match the player's
    rating. If `mistakes_first` is true, the session starts with all mistakes that the player has
    not put right, whether they are due or not.
    """

    def __init__(
        self,
        kinds: Sequence[type[AnyGame]],
        attempts: Iterable[Attempt],
        mistakes: Iterable[Mistake],
        today: int,
        grade: int | None = None,
        *,
        mistakes_first: bool = False,
    ) -> None:
        self._kinds = kinds
        self._grade = grade
        self._mistakes_first = mistakes_first
        names = {kind.name for kind in kinds}
        self.attempts = [attempt for attempt in attempts if attempt.game in names]
        self._mistakes = [one for one in mistakes if one.puzzle.split(" ")[0] in names]
        self._today = today
        self._given: Counter[str] = Counter()
        self._seen: set[str] = set()

    def rating(self, kind: type[AnyGame]) -> Rating:
        """Return the player's rating for a game's puzzles."""
        return rate(attempt for attempt in self.attempts if attempt.game == kind.name)

    def run(self) -> Iterator[PracticePuzzle]:
        """Yield puzzles to solve, alternating between puzzles to repeat and new puzzles.

        Before taking the next puzzle, add the player's answers to the list `attempts` of this
        session.
        """
        if self._mistakes_first:
            for own in self._own_mistakes():
                self._seen.add(own.puzzle.name)
                yield own
        due = self._due()
        for turn in count():
            again = next(due, None) if turn % 2 == 0 else None
            new = None if again else self._new()
            item = again or new or next(due, None)
            if item is None:
                return
            self._seen.add(item.puzzle.name)
            yield item

    def _own_mistakes(self) -> Iterator[PracticePuzzle]:
        for mistake in open_mistakes(self.attempts, self._mistakes):
            puzzle = puzzle_by_name(mistake.puzzle)
            if puzzle is not None:
                yield PracticePuzzle(puzzle, again=True, mistake=mistake)

    def _due(self) -> Iterator[PracticePuzzle]:
        for name, mistake in due_now(self.attempts, self._mistakes, self._today):
            puzzle = None if name in self._seen else puzzle_by_name(name)
            if puzzle is not None:
                yield PracticePuzzle(puzzle, again=True, mistake=mistake)

    def _new(self) -> PracticePuzzle | None:
        """Return a new puzzle, or None if no game has one."""
        # Start with the game that has had the fewest new puzzles in this session.
        for kind in sorted(self._kinds, key=lambda kind: self._given[kind.name]):
            puzzle = self._pick_puzzle(kind)
            if puzzle is not None:
                self._given[kind.name] += 1
                return PracticePuzzle(puzzle)
        return None

    def _pick_puzzle(self, kind: type[AnyGame]) -> Puzzle | None:
        """Return a puzzle for a game at the player's level, or None if none is found."""
        answers = [attempt for attempt in self.attempts if attempt.game == kind.name]
        tried = {attempt.puzzle for attempt in answers}
        level = rate(answers).grade if self._grade is None else self._grade
        grade = min(grades_of(kind), key=lambda grade: (abs(grade - level), grade))
        tried_before = None
        for number in range(MAX_DRAWN):
            seed = f"practice/{len(answers)}/{self._given[kind.name]}/{number}"
            for puzzle in make_set(kind, 1, seed, (grade,)):
                # Positions reserved for the exam are not used in practice.
                if puzzle.name in self._seen or not is_for_training(puzzle.game, puzzle.state):
                    continue
                if puzzle.name not in tried:
                    return puzzle
                tried_before = tried_before or puzzle
        return tried_before


WINS_TO_CLIMB = 3
"""The number of wins in a row that a player needs to beat an opponent on the ladder."""
MAX_STARTS = 100
"""The maximum number of random starting positions to try, to find one that the player can win."""


class Rung(NamedTuple):
    """A computer opponent on the ladder, a game's series of ever stronger opponents."""

    level: str

    @property
    def name(self) -> str:
        """The opponent as players see it, such as "Computer (easy)"."""
        return f"{COMPUTER} ({self.level})"

    @property
    def about(self) -> str:
        """The description of this opponent's level of play."""
        return COMPUTERS[self.level].about


RUNGS = tuple(map(Rung, ("beginner", "easy", "medium", "hard", "perfect")))


@dataclass
class RungProgress:
    """The player's progress against one computer opponent on the ladder."""

    rung: Rung
    wins_in_a_row: int = 0
    """The current number of wins in a row."""
    beaten: bool = False


def ladder_progress(kind: type[AnyGame], days: Sequence[DaySums]) -> list[RungProgress]:
    """Return the player's progress against each opponent on a game's ladder, easiest first.

    `days` are the sums of the player's finished games, oldest first. A win with help does not
    count, and neither does a game that the player could not win from the start.
    """
    own = [day.games[kind.name] for day in days if kind.name in day.games]
    runs = [(rung, total_run(sums.runs.get(rung.level) for sums in own)) for rung in RUNGS]
    return [RungProgress(rung, run.last_wins, run.most_wins >= WINS_TO_CLIMB) for rung, run in runs]


def next_rung(ladder: Iterable[RungProgress]) -> int:
    """Return the index of the first opponent on the ladder that the player has not beaten yet.

    Return the index of the last opponent if all are beaten.
    """
    open_rungs = (index for index, standing in enumerate(ladder) if not standing.beaten)
    return next(open_rungs, len(RUNGS) - 1)


def ladder_setup(kind: type[AnyGame], rung: Rung, name: str, package: str, seed: int) -> Setup:
    """Return the setup for a game against an opponent on the ladder.

    The random starting position is one that the player can win. `name` is the player's name, and
    `package` is the version of lastdigit. Raise UsageError if no such position is found.
    """
    preset = suggested_preset(kind.presets, Occasion.LADDER)
    own = name if name != COMPUTER else str(Seat.ONE)  # the names must differ
    players = Player(HUMAN, own), Player(rung.level, COMPUTER)
    draw = Random(f"{seed}/ladder")
    for _ in range(MAX_STARTS):
        setup = arrange(
            kind.of(dict(preset.options)),
            players,
            package=package,
            first=Seat.ONE,
            seed=draw.getrandbits(32),
            terms=Terms(attempts=preset.attempts),
        )
        winnable = winnable_setup(setup, Seat.ONE)
        if winnable is not None:
            return winnable
    raise UsageError(f"{kind.title} has no ladder, because you cannot win from any start.")
