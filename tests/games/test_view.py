"""Each game's rows show everything that decides the game."""

from __future__ import annotations

from random import Random

import pytest

import lastdigit
from lastdigit.game.game import Look, Row, RowKind, Seat
from lastdigit.game.serialize import view_data
from lastdigit.game.text import Audience
from tests.conftest import GAMES

READER = Audience(("Ada", "Computer"), you=Seat.ONE, computer=Seat.TWO)


def rows(game: str, position: str, **options: int | bool | None) -> list[Row]:
    built = lastdigit.find(game, **options)
    return list(built.second_person(READER).view(built.parse_state(position)))


@pytest.mark.parametrize("game", GAMES)
def test_rows_are_labelled_for_the_reader(game: str) -> None:
    labels = [row.label for row in rows(game, lastdigit.find(game).example_state)]
    assert labels
    assert not [label for label in labels if "Player" in label or "Ada" in label]


def test_missing_fields_of_a_cell_are_omitted_from_its_data() -> None:
    number, used = view_data(tuple(rows("number-morph", "1 271 211,271")))
    assert used["cells"] == [{"text": "271", "look": "present"}, {"text": "211"}]
    assert number["cells"][0] == {"text": "2", "caption": "hundreds", "answer": "hundreds"}


def test_a_late_start_explains_its_used_primes() -> None:
    late = lastdigit.find("number-morph", late=True)
    start = late.start(Random(1))
    voice = late.second_person(READER)
    assert (
        voice.beginning(start)
        == f"Quick game: {len(start.log)} of the 143 primes are already used."
    )
    assert voice.beginning(late.parse_state("1 271 271")) == ""


@pytest.mark.parametrize("game", GAMES)
def test_the_editable_rows_are_the_shown_numbers(game: str) -> None:
    built = lastdigit.find(game)
    shown = [row for row in rows(game, built.example_state) if row.kind is RowKind.NUMBER]
    words = built.example_state.split()
    if not built.editable:
        return  # an external game can do without
    assert len(shown) == len(built.editable)
    for row, editable in zip(shown, built.editable, strict=True):
        digits = "".join(cell.text or (editable.empty or "") for cell in row.cells)
        assert digits == words[editable.field]


def test_used_primes_are_counted_and_shown_newest_first() -> None:
    _, used = rows("number-morph", "1 271 211,271")
    assert [cell.text for cell in used.cells] == ["271", "211"]
    assert (used.total, used.cells[0].look) == (143, Look.PRESENT)


def test_the_reference_list_reveals_nothing_about_the_turn() -> None:
    game = lastdigit.find("number-morph")
    listed = game.second_person(READER).aid_view(game.parse_state("1 271 211,271"))
    looks = {cell.text: cell.look for row in listed for cell in row.cells}
    assert len(looks) == 143
    assert {text for text, look in looks.items() if look is not Look.PLAIN} == {"211", "271"}
