"""The calendar of the daily puzzles: a file with a daily reminder, and the archive by month."""

from __future__ import annotations

from calendar import Calendar
from collections import Counter
from collections.abc import Iterable
from datetime import date

from lastdigit.puzzles.generate import FIRST_DAY, date_of
from lastdigit.storage import Attempt

REMINDER_HOUR = 18
MAX_OCTETS = 75
"""The maximum length of a line in a calendar file, without its line end (RFC 5545, 3.1)."""


def reminder_file(
    start: date, how: str = "Run: lastdigit daily", url: str = "", hour: int = REMINDER_HOUR
) -> str:
    """Return a calendar file (.ics) with a daily reminder, for any calendar program.

    The reminder comes at `hour` in the local time of each device, from the day `start` on. `how`
    says how to open the puzzles, and `url` may be a link to them.
    """
    day = f"{start:%Y%m%d}"
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Last Digit//Daily puzzles//EN",
        "BEGIN:VEVENT",
        "UID:daily-puzzles@lastdigit",  # always the same: a second import replaces the first
        f"DTSTAMP:{day}T000000Z",
        f"DTSTART:{day}T{hour:02}0000",
        "DURATION:PT10M",
        "RRULE:FREQ=DAILY",
        "TRANSP:TRANSPARENT",
        "SUMMARY:Last Digit: today's puzzles",
        f"DESCRIPTION:{_escape(how)}",
        *([f"URL:{url}"] if url else []),
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "DESCRIPTION:Last Digit: today's puzzles",
        "TRIGGER:PT0S",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{_fold(line)}\r\n" for line in lines)


def _escape(text: str) -> str:
    for character in "\\;,":
        text = text.replace(character, f"\\{character}")
    return text.replace("\n", "\\n")


def _fold(line: str) -> str:
    """Break a long line into parts. Each part after the first starts with a space."""
    parts, part = [], ""
    for character in line:
        if len(f"{part}{character}".encode()) > MAX_OCTETS:
            parts.append(part)
            part = " "
        part += character
    return "\r\n".join((*parts, part))


def solved_by_day(attempts: Iterable[Attempt]) -> Counter[int]:
    """Return how many daily puzzles of each day the player has solved, on that day or later."""
    solved = {(one.day, one.puzzle) for one in attempts if one.right and one.day is not None}
    return Counter(day for day, _ in solved)


def month_of(day: int) -> date:
    """Return the first day of the month of a day number."""
    return date_of(day).replace(day=1)


def following_month(month: date, step: int) -> date:
    """Return the first day of the month that is `step` months later.

    >>> following_month(date(2026, 1, 1), -1), following_month(date(2026, 12, 1), 1)
    (datetime.date(2025, 12, 1), datetime.date(2027, 1, 1))
    """
    months = month.year * 12 + month.month - 1 + step
    return date(months // 12, months % 12 + 1, 1)


def day_numbers(month: date, today: int) -> list[list[int | None]]:
    """Return the weeks of a month, Monday to Sunday, as numbers of days from 1 to `today`.

    Days outside the month or without puzzles are None. Weeks without any day are left out.
    """
    weeks = [
        [
            number if one.month == month.month and 1 <= number <= today else None
            for one in week
            for number in [(one - FIRST_DAY).days + 1]
        ]
        for week in Calendar().monthdatescalendar(month.year, month.month)
    ]
    return [week for week in weeks if any(week)]
