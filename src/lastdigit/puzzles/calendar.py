"""The calendar of the daily puzzles: a file with a daily reminder."""

from __future__ import annotations

from datetime import date

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
    """Break a long line; the next part starts with a space."""
    parts, part = [], ""
    for character in line:
        if len(f"{part}{character}".encode()) > MAX_OCTETS:
            parts.append(part)
            part = " "
        part += character
    return "\r\n".join((*parts, part))
