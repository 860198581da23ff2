"""The daily puzzles depend on the date alone and do not repeat within a year."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastdigit.errors import UsageError
from lastdigit.game.game import AnyGame, State
from lastdigit.game.puzzle_source import PuzzleSource
from lastdigit.games import find_class
from lastdigit.puzzles import generate
from lastdigit.puzzles.generate import (
    Week,
    check_day,
    daily_puzzle,
    daily_puzzles,
    date_of,
    day_number,
    seconds_left,
)
from lastdigit.puzzles.practice import (
    FREEZE_DAYS,
    current_streak,
    longest_streak,
    progress_of,
    share_text,
    streak_ending,
)
from lastdigit.puzzles.puzzle import certify
from lastdigit.storage import Attempt
from lastdigit.system import timestamp
from tests.conftest import GAMES as ALL_GAMES
from tests.conftest import ROOT
from tests.puzzles.days import DAYS, fingerprint, is_promised
from tests.sizes import sampled

Size = Callable[..., int]
GOLDEN = Path(__file__).parent / "daily"
WEEK = 7
GAMES = [game for game in ALL_GAMES if is_promised(game)]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty cache folder, because earlier tests may have cached seasons."""
    return tmp_path_factory.mktemp("days")


@pytest.fixture(autouse=True)
def chosen_by_this_code(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


def clear_caches() -> None:
    """Clear the caches in memory."""
    for held in (daily_puzzle, generate._season_puzzles, generate._pool, generate._cached_week):
        held.cache_clear()


def noon(day: int) -> str:
    """Return noon of a day, as it is saved."""
    moment = datetime.combine(date_of(day), datetime.min.time(), UTC)
    return timestamp(moment.timestamp() + 12 * 3600)


def solved(day: int, at: str = "") -> Attempt:
    return Attempt("a puzzle", "digit-duel", 1, "tens", True, day, at or noon(day))


@pytest.mark.parametrize("game", sampled(GAMES, *GAMES[1:3]))
def test_past_daily_puzzles_never_change(game: str, size: Size) -> None:
    golden = (GOLDEN / f"{game}.txt").read_text().split()
    for day in range(1, size(sample=WEEK, full=DAYS) + 1):
        assert fingerprint(game, day) == golden[day - 1], f"day {day}"


def test_a_season_of_puzzles_is_chosen_once_and_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = find_class("digit-duel")
    clear_caches()
    days = [daily_puzzle(duel, day) for day in range(1, 2 * WEEK)]
    clear_caches()
    monkeypatch.setattr(generate, "certify", counted := Counted(certify))
    assert [daily_puzzle(duel, day) for day in range(1, 2 * WEEK)] == days
    assert counted.count == len(days), "only these puzzles were certified again"
    clear_caches()


class Counted:
    """Certifies, and counts how often."""

    def __init__(self, certify: Callable[..., object]) -> None:
        self.certify, self.count = certify, 0

    def __call__(self, *words: object) -> object:
        """Do it."""
        self.count += 1
        return self.certify(*words)


@pytest.mark.parametrize("game", GAMES)
def test_no_puzzle_repeats_within_400_days_unless_the_game_has_too_few(game: str) -> None:
    golden = (GOLDEN / f"{game}.txt").read_text().split()
    assert len(golden) == DAYS
    again = [day for day in range(DAYS) if golden[day] in golden[:day]]
    if not again:
        return
    first = again[0]
    later = golden[first:]
    assert len(set(golden)) < 366, "it has too few puzzles for a year"
    assert set(later) <= set(golden[:first]), "all puzzles were used before one was repeated"


@pytest.mark.prove
def test_puzzles_get_harder_during_a_week() -> None:
    for game in GAMES:
        kind = find_class(game)
        week = [puzzle for day in range(1, 8) if (puzzle := daily_puzzle(kind, day))]
        assert week[0].depth <= week[-1].depth
    assert date_of(1).weekday() == 0


ASKED = (
    "import sys; from tests.puzzles.days import fingerprint;"
    "print(*(fingerprint(game, 14) for game in sys.argv[1:]))"
)


def puzzles_of_process(python: str, hash_seed: str, cache: Path) -> list[str]:
    """Return the puzzles of some days as another process or another Python generates them."""
    surroundings = {
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
        "XDG_CACHE_HOME": str(cache),
    }
    done = subprocess.run(
        [python, "-c", ASKED, *GAMES],
        env=os.environ | surroundings,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def promised() -> list[str]:
    return [(GOLDEN / f"{game}.txt").read_text().split()[13] for game in GAMES]


@pytest.mark.prove
def test_puzzles_do_not_depend_on_the_hash_seed(cache: Path) -> None:
    assert puzzles_of_process(sys.executable, "2", cache) == promised()


def other_pythons() -> list[str]:
    """Return other installed Pythons from 3.11 to 3.14, including those of pyenv."""
    found = []
    for minor in {11, 12, 13, 14} - {sys.version_info.minor}:
        named = shutil.which(f"python3.{minor}")
        kept = Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python3.{minor}")
        candidates = [named, *map(str, kept)]
        found += [path for path in candidates if path and _works(path)][:1]
    return found


def _works(python: str) -> bool:
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


@pytest.mark.prove
def test_puzzles_do_not_depend_on_the_python_version(cache: Path) -> None:
    others = other_pythons()
    if not others:
        pytest.skip("there is no other Python from 3.11 to 3.14 here")
    for python in others:
        assert puzzles_of_process(python, "1", cache) == promised(), python


def test_days_are_counted_in_utc_across_leap_years() -> None:
    def at(text: str) -> int:
        return day_number(datetime.fromisoformat(text).timestamp())

    assert at("2026-01-05T00:00:00+00:00") == 1
    assert at("2026-01-05T23:59:59+00:00") == 1
    assert at("2026-01-05T23:59:59-01:00") == 2, "it is tomorrow in Greenwich"
    assert at("2028-03-01T00:00:00+00:00") - at("2028-02-28T00:00:00+00:00") == 2
    assert date_of(at("2028-02-29T12:00:00+00:00")) == date(2028, 2, 29)
    assert seconds_left(86_399.5) == 1
    assert seconds_left(86_400) == 86_400


def test_a_future_day_is_refused() -> None:
    assert check_day(3, 3) == 3
    for day in (0, 4):
        with pytest.raises(UsageError, match="from 1 to 3"):
            check_day(day, 3)


def test_the_current_streak_ends_today_or_yesterday() -> None:
    assert current_streak([], 5) == 0
    assert current_streak([solved(5)], 5) == 1
    assert current_streak([solved(4), solved(5)], 5) == 2
    assert current_streak([solved(3), solved(4)], 5) == 2, "today is not over yet"
    assert current_streak([solved(2), solved(3)], 5) == 2, "one missed day is frozen"
    assert current_streak([solved(1), solved(2)], 5) == 0, "two are too many"
    assert current_streak([solved(3), solved(5)], 5) == 2


# For each table: the solved days as a string, a mark per day, up to the last day of the streak.
STREAKS = {
    "": 0,
    "x": 1,
    "xxx": 3,
    "xx.": 2,
    "xx..": 0,
    "xx.xx": 4,
    "xx..xx": 2,
    "x.x.x": 2,
    "x.xxxxx.x": 6,
    "x.xxxxxx.x": 8,
    "x.xxxxxx.xxxxxx.": 13,
    "x.xxxxxx.xxxxx.x": 6,
    ".x": 1,
}


@pytest.mark.parametrize(("days", "length"), STREAKS.items())
def test_one_missed_day_in_seven_does_not_break_a_streak(days: str, length: int) -> None:
    marked = {day for day, mark in enumerate(days, 1) if mark == "x"}
    assert streak_ending(marked, len(days)) == length


@given(st.sets(st.integers(1, 40)), st.integers(1, 42))
def test_a_streak_is_the_longest_stretch_without_two_missed_days_in_seven(
    marked: set[int], last: int
) -> None:
    def is_unbroken(first: int) -> bool:
        missed = [day for day in range(first, last + 1) if day not in marked]
        return all(two - one >= FREEZE_DAYS for one, two in pairwise(missed))

    counts = [
        len([day for day in marked if first <= day <= last])
        for first in range(last + 1, -1, -1)
        if is_unbroken(first)
    ]
    assert streak_ending(marked, last) == max(counts)


@given(st.sets(st.integers(1, 40)), st.integers(1, 40))
def test_solving_another_day_never_shortens_a_streak(marked: set[int], day: int) -> None:
    for last in range(1, 42):
        assert streak_ending(marked | {day}, last) >= streak_ending(marked, last)
    attempts, more = [solved(one) for one in marked], [solved(one) for one in marked | {day}]
    assert longest_streak(more, 41) >= longest_streak(attempts, 41)
    assert longest_streak(attempts, 41) == max(streak_ending(marked, one) for one in range(42))


def test_a_day_counts_only_if_it_was_solved_on_that_day() -> None:
    late = solved(4, noon(5))
    assert current_streak([late, solved(5)], 5) == 1, "no solved day is before the missed one"
    just_in_time = solved(4, noon(4).replace("T12:00:00.000Z", "T23:59:59.999Z"))
    assert current_streak([just_in_time, solved(5)], 5) == 2


def test_streaks_cross_midnight_leap_days_and_time_zones() -> None:
    leap = day_number(datetime(2028, 2, 29, tzinfo=UTC).timestamp())
    three = [solved(day) for day in (leap - 1, leap, leap + 1)]
    assert current_streak(three, leap + 1) == 3
    assert current_streak([three[0], three[2]], leap + 1) == 2, "29 February is a day"
    late, early = (
        noon(4).replace("T12:00:00.000Z", "T23:59:59.999Z"),
        noon(5).replace("T12:00:00.000Z", "T00:00:00.000Z"),
    )
    assert current_streak([solved(4, late), solved(5, early)], 5) == 2
    assert current_streak([solved(4, early)], 5) == 0, "a second too late"
    # Half past midnight in Berlin is still the day before in UTC, wherever a player travels.
    berlin = noon(5).replace("T12:00:00.000Z", "T00:30:00.000+01:00")
    assert current_streak([solved(4, berlin), solved(5)], 5) == 2
    assert current_streak([solved(5, berlin)], 5) == 0


def test_the_longest_streak_ends_today_or_earlier() -> None:
    days = [solved(day) for day in (1, 2, 3, 7, 8, 20, 21, 22, 23)]
    assert [longest_streak(days, today) for today in (0, 2, 8, 22, 23)] == [0, 2, 3, 3, 4]
    assert longest_streak([], 5) == 0


def test_a_clock_set_back_does_not_lose_a_streak() -> None:
    ahead = [solved(4), solved(5), solved(6)]
    assert current_streak(ahead, 5) == 2, "day 6 is in the future"
    assert current_streak(ahead, 6) == 3


def test_the_shared_result_reveals_no_answers() -> None:
    five = daily_puzzles(2, tuple(map(find_class, GAMES)))
    tried = [
        Attempt(five[0].name, five[0].game.name, 1, "wrong", False, 2, noon(2)),
        Attempt(five[0].name, five[0].game.name, 1, "right", True, 2, noon(2)),
        Attempt(five[1].name, five[1].game.name, 1, "wrong", False, 1, noon(1)),
    ]
    progress = progress_of(2, five, tried)
    assert [one.left for one in progress[1:]] == [puzzle.tries for puzzle in five[1:]]
    assert share_text(2, progress, 1) == (
        "Last Digit 2\nDilemma ✕✓\nDuel ·\nPoison ·\nMorph ·\nObliteration ·\n1-day streak"
    )


class OnePosition(PuzzleSource[Any, Any]):
    """A source with a single position."""

    repeats = False

    def positions(self, *_: object) -> Iterator[tuple[AnyGame, State]]:
        game = self.kind()
        yield game, game.parse_state("1 3 - -")


def test_a_day_without_a_new_puzzle_repeats_the_puzzle_of_the_day_before() -> None:
    week = Week(OnePosition(find_class("operation-obliteration")), 1)
    first = week.puzzle(0)
    assert first is not None
    assert [week.puzzle(day) for day in range(7)] == [first] * 7
