"""The reminder file and the archive of the daily puzzles."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from lastdigit.puzzles.calendar import (
    MAX_OCTETS,
    day_numbers,
    following_month,
    month_of,
    reminder_file,
    solved_by_day,
)
from lastdigit.puzzles.generate import date_of
from lastdigit.storage import Attempt

START = date(2026, 11, 18)


def properties(text: str) -> list[tuple[str, str]]:
    """Return the names and values in a calendar file, with folded lines joined."""
    assert text.endswith("\r\n")
    lines = text.replace("\r\n ", "").split("\r\n")[:-1]
    return [(line.partition(":")[0], line.partition(":")[2]) for line in lines]


def test_a_reminder_comes_every_day_at_six_in_local_time() -> None:
    found = properties(reminder_file(START))
    values = dict(found)
    assert values["DTSTART"] == "20261118T180000", "without a time zone: local time"
    assert values["RRULE"] == "FREQ=DAILY"
    assert values["ACTION"] == "DISPLAY"
    assert "lastdigit daily" in reminder_file(START)
    opened = [value for name, value in found if name == "BEGIN"]
    closed = [value for name, value in found if name == "END"]
    assert opened == closed[::-1] == ["VCALENDAR", "VEVENT", "VALARM"]


def test_a_server_names_its_own_link() -> None:
    link = "https://example.org/daily"
    assert dict(properties(reminder_file(START, f"Open {link}", link, 7)))["URL"] == link
    assert "DTSTART:20261118T070000" in reminder_file(START, hour=7)


@given(st.text(st.characters(exclude_categories=("C", "Z")), max_size=300))
def test_any_text_is_escaped_and_folded(how: str) -> None:
    text = reminder_file(START, how)
    assert all(len(line.encode()) <= MAX_OCTETS for line in text.split("\r\n"))
    shown = next(value for name, value in properties(text) if name == "DESCRIPTION")
    for character in ",;\\":
        shown = shown.replace(f"\\{character}", character)
    assert shown == how


def test_the_first_month_begins_with_the_first_day() -> None:
    week, *_ = day_numbers(date(2026, 1, 1), 400)
    assert week == [1, 2, 3, 4, 5, 6, 7], "5 January 2026 was a Monday"
    assert day_numbers(date(2025, 12, 1), 400) == []


@given(st.integers(1, 2_000))
def test_every_day_is_in_its_month_once_on_its_weekday(today: int) -> None:
    month = month_of(today)
    found: list[int] = []
    while day_numbers(month, today):
        days = day_numbers(month, today)
        for week in days:
            assert len(week) == 7
            for weekday, day in enumerate(week):
                assert day is None or date_of(day).weekday() == weekday
        found = [day for week in days for day in week if day] + found
        month = following_month(month, -1)
    assert found == list(range(1, today + 1))


def test_a_puzzle_that_was_solved_twice_counts_once() -> None:
    tries = [("a", 3, True), ("a", 3, True), ("b", 3, False), ("b", 4, True), ("c", None, True)]
    attempts = [Attempt(name, "digit-duel", 1, "x", right, day) for name, day, right in tries]
    assert dict(solved_by_day(attempts)) == {3: 1, 4: 1}
