"""What leaves the program as data: long rows show their end, counted ones everything."""

from __future__ import annotations

from lastdigit.game.game import Cell, Row, RowKind
from lastdigit.game.serialize import view_data

LONG = tuple(Cell(str(number)) for number in range(10))


def test_of_a_long_row_the_end_is_shown_and_the_rest_counted() -> None:
    (row,) = view_data((Row(RowKind.LOG, "History", LONG),), None, 4)
    assert [cell["text"] for cell in row["cells"]] == ["6", "7", "8", "9"]
    assert row["hidden"] == 6


def test_a_row_whose_cells_are_counted_is_never_cut() -> None:
    (row,) = view_data((Row(RowKind.LOG, "Used", LONG, total=12),), None, 4)
    assert len(row["cells"]) == 10
    assert row["hidden"] == 0
