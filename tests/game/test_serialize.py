"""Views of a game as JSON data."""

from __future__ import annotations

import pytest

from lastdigit.game.game import Cell, Look, Row, RowKind, Seat
from lastdigit.game.serialize import (
    game_data,
    numbers_text,
    position_data,
    view_data,
    view_text,
)
from lastdigit.games import catalogue
from lastdigit.testing.template.your_game.rules import State, YourGame

LONG = tuple(Cell(str(number)) for number in range(10))


def test_a_long_row_is_cut_at_its_start_with_a_count() -> None:
    (row,) = view_data((Row(RowKind.LOG, "History", LONG),), None, 4)
    assert [cell["text"] for cell in row["cells"]] == ["6", "7", "8", "9"]
    assert row["hidden"] == 6


def test_a_row_with_a_total_is_never_cut() -> None:
    (row,) = view_data((Row(RowKind.LOG, "Used", LONG, total=12),), None, 4)
    assert len(row["cells"]) == 10
    assert row["hidden"] == 0


def digits(text: str) -> tuple[Cell, ...]:
    return tuple(Cell(digit) for digit in text)


@pytest.mark.parametrize(
    ("kind", "seat", "changed"),
    [
        (RowKind.NUMBER, None, [1, 2]),
        (RowKind.POOL, Seat.ONE, [1, 2]),
        (RowKind.POOL, None, []),
    ],
)
def test_a_changed_cell_of_a_number_or_an_owner_is_marked(
    kind: RowKind, seat: Seat | None, changed: list[int]
) -> None:
    old, new = Row(kind, "", digits("12"), seat), Row(kind, "", digits("139"), seat)
    (row,) = view_data((new,), (old,))
    assert [place for place, cell in enumerate(row["cells"]) if cell.get("changed")] == changed
    (alone,) = view_data((new,), (old, old))
    assert not any("changed" in cell for cell in alone["cells"]), "another view is not compared"


def test_cells_are_compared_by_their_place_in_the_whole_row() -> None:
    old = Row(RowKind.NUMBER, "", digits("345"), hidden=2)
    new = Row(RowKind.NUMBER, "", digits("456"), hidden=3)
    (row,) = view_data((new,), (old,), 2)
    assert row["hidden"] == 4
    assert row["cells"] == [{"text": "5"}, {"text": "6", "changed": True}]


def test_only_what_a_cell_has_is_written() -> None:
    cell = Cell("7", "seven", "tens 7", "gone", Seat.TWO, Look.PRESENT, "-7")
    ((plain,), (full,)) = (
        view_data((Row(RowKind.POOL, "", (one,)),))[0]["cells"] for one in (Cell("7"), cell)
    )
    assert plain == {"text": "7"}
    assert full == {
        "text": "7",
        "caption": "seven",
        "answer": "tens 7",
        "note": "gone",
        "seat": 2,
        "look": Look.PRESENT,
        "effect": "-7",
    }


def test_a_view_as_text_is_a_line_per_row() -> None:
    rows = (
        Row(RowKind.NUMBER, "Number", (Cell("1"), Cell("")), hidden=3),
        Row(RowKind.POOL, "Pool", digits("45")),
        Row(RowKind.LOG, "History", ()),
    )
    assert view_text(rows) == "Number: (3 earlier) ... 1 _\nPool: 4, 5\nHistory: -\n"


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        (("277",), "277"),
        (("998", "990"), "998 - 990"),
        (("123456789012",), "123456789012"),
        (("1234567890123",), "...567890123"),
    ],
)
def test_long_numbers_are_shortened(numbers: tuple[str, ...], text: str) -> None:
    rows = tuple(Row(RowKind.NUMBER, "", digits(number)) for number in numbers)
    assert numbers_text((*rows, Row(RowKind.POOL, "", digits("5")))) == text


def test_a_position_has_a_mover_until_the_game_is_over() -> None:
    game = YourGame()
    going, over = (position_data(game, State(Seat.TWO, left)) for left in (1, 0))
    assert (going["mover"], going["legalMoves"], going["outcome"]) == (2, ["1"], None)
    assert (over["mover"], over["legalMoves"]) == (None, [])
    assert over["outcome"] == {"winner": 1, "reason": "Nothing is left."}


def test_options_have_a_range_unless_they_are_yes_or_no() -> None:
    ranges = {
        option["name"]: (option["type"], option["range"], option["none"])
        for name in ("digit-poison", "digit-dilemma")
        for option in game_data(catalogue()[name])["options"]
    }
    assert ranges["max-length"][2] == "none"
    assert {kind for kind, span, _ in ranges.values() if span is None} == {"yes/no"}
    assert {kind for kind, span, _ in ranges.values() if span is not None} == {"integer", "list"}
