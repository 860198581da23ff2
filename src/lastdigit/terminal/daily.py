"""The daily puzzles at a terminal: one day, and the archive as a calendar."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import date

from lastdigit.errors import quoted_input
from lastdigit.game.game import AnyGame
from lastdigit.game.lesson import COUNTS
from lastdigit.game.text import plural
from lastdigit.puzzles.calendar import day_numbers, following_month, month_of, solved_by_day
from lastdigit.puzzles.generate import daily_puzzles, date_of, seconds_left
from lastdigit.puzzles.practice import Progress, current_streak, progress_of, share_text
from lastdigit.puzzles.puzzle import Puzzle
from lastdigit.storage import Store
from lastdigit.terminal.console import Console, ask
from lastdigit.terminal.lesson import Skip
from lastdigit.terminal.practice import SKIP_OR_QUIT, PuzzleDialog, save_attempts


def solve_daily(
    console: Console, store: Store, day: int, today: int, puzzles: Sequence[Puzzle]
) -> None:
    """Present the day's unsolved puzzles, then show the progress."""
    open_puzzles = progress_of(day, puzzles, store.attempts(""))
    if not all(one.over for one in open_puzzles):
        console.write(console.wrap(SKIP_OR_QUIT))
    try:
        for number, one in enumerate(open_puzzles, 1):
            if one.over:
                continue
            console.write(f"\nPuzzle {number} of {len(puzzles)}\n")
            try:
                _solve_one(console, store, day, one)
            except Skip:
                continue
    except BaseException:
        console.write(f"\n{_share_text(store, day, today, puzzles)}\n")
        raise
    progress = progress_of(day, puzzles, store.attempts(""))
    text = _share_text(store, day, today, puzzles)
    if day == today and len(puzzles) > 1 and all(one.solved for one in progress):
        _show_closing(console, text, len(puzzles))
    else:
        console.write(f"\n{text}\n")


def _share_text(store: Store, day: int, today: int, puzzles: Sequence[Puzzle]) -> str:
    attempts = store.attempts("")
    return share_text(day, progress_of(day, puzzles, attempts), current_streak(attempts, today))


def _show_closing(console: Console, text: str, count: int) -> None:
    """Show that all of today's puzzles are solved, on a screen of its own if possible."""
    if console.is_terminal:  # leave time to read about the last puzzle
        ask(console, "Press Enter to see your result: ")
    console.clear_screen()
    number = COUNTS[count] if count < len(COUNTS) else str(count)
    console.write(f"\n{console.bold(f'You solved all {number} puzzles of today!')}\n\n{text}\n\n")
    if console.copy_to_clipboard(text):
        console.write("Copied to the clipboard.\n")
    hours = plural(max(1, round(seconds_left(time.time()) / 3_600)), "hour")
    for line in (
        f"The next puzzles come at midnight UTC, in about {hours}.",
        "To play earlier days: lastdigit daily --archive",
        "To be reminded every day: lastdigit daily --calendar FILE",
    ):
        console.write(console.wrap(line))


def _solve_one(console: Console, store: Store, day: int, one: Progress[Puzzle]) -> None:
    PuzzleDialog(console, one.puzzle, save_attempts(store, one.puzzle, day)).solve(one.left)


PREVIOUS, NEXT = "previous", "next"
WEEKDAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
SOME_SOLVED = "+"


def open_archive(
    console: Console, store: Store, today: int, kinds: Sequence[type[AnyGame]]
) -> None:
    """Show a calendar of all days, and play the chosen ones, until the player leaves.

    Without a terminal, only print the current month. Raise Quit, EndOfInput or ToMenu.
    """
    month, names = month_of(today), [kind.name for kind in kinds]
    count = sum(kind.declaration().offers("puzzle_sources") for kind in kinds)
    while True:
        solved = solved_by_day(one for one in store.attempts("") if one.game in names)
        console.write(f"\n{_month_text(console, month, solved, count, today)}")
        if not console.is_terminal:
            return
        chosen = _ask_day(console, month, solved, count, today)
        if isinstance(chosen, date):
            month = chosen
            continue
        with console.thinking():
            puzzles = daily_puzzles(chosen, tuple(kinds))
        console.write("\n")
        solve_daily(console, store, chosen, today, puzzles)


def _month_text(
    console: Console, month: date, solved: Mapping[int, int], count: int, today: int
) -> str:
    all_solved = "✓" if console.style.symbols else "*"
    lines = [console.bold(f"{month:%B %Y}"), "".join(f"{name:>4} " for name in WEEKDAYS)]
    for week in day_numbers(month, today):
        cells = []
        for day in week:
            mark = {0: " ", count: all_solved}.get(solved.get(day or 0, 0), SOME_SOLVED)
            cells.append(f"{date_of(day).day:4}{mark}" if day else " " * 5)
        lines.append("".join(cells))
    lines.append(f"{all_solved} all solved  {SOME_SOLVED} some solved")
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _ask_day(
    console: Console, month: date, solved: Mapping[int, int], count: int, today: int
) -> int | date:
    """Return the number of a day to play, or the first day of another month to show."""
    days = {date_of(day).day: day for week in day_numbers(month, today) for day in week if day}
    earlier, later = following_month(month, -1), following_month(month, 1)
    words: dict[str, int | date] = {}
    if any(day for week in day_numbers(earlier, today) for day in week):
        words[PREVIOUS] = earlier
    if later <= date_of(today):
        words[NEXT] = later
    default = next((one for one in reversed(days) if solved.get(days[one], 0) < count), max(days))
    if words:
        console.write(f"Type {' or '.join(words)} for another month.\n")
    prompt = f"Which day? ({min(days)}-{max(days)}) [{default}]: "
    while True:
        answer = ask(console, prompt, words=tuple(words))
        if not answer:
            return days[default]
        if answer.isdecimal() and int(answer) in days:
            return days[int(answer)]
        found = [word for word in words if word.startswith(answer)]
        if len(found) == 1:
            return words[found[0]]
        options = f"a day from {min(days)} to {max(days)}"
        listed = ", ".join((options, *words)) if words else options
        console.write(
            console.wrap(f"{quoted_input(answer)} isn't one of the choices. Type {listed}.")
        )
