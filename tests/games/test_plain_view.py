"""What decides is in view: each game's own rows, as the page shows them."""

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
def test_rows_are_named_for_whoever_reads(game: str) -> None:
    labels = [row.label for row in rows(game, lastdigit.find(game).example_state)]
    assert labels
    assert not [label for label in labels if "Player" in label or "Ada" in label]


def test_a_zero_cannot_strike_and_looks_it() -> None:
    own, _ = rows("digit-duel", "1 604 537")
    assert [(cell.note, cell.look, cell.effect) for cell in own.cells] == [
        ("strikes 6", Look.PLAIN, "-6"),
        ("strikes nothing", Look.SPENT, ""),
        ("strikes 4", Look.PLAIN, "-4"),
    ]


def test_what_a_cell_has_not_is_left_out_of_its_data() -> None:
    number, used = view_data(tuple(rows("number-morph", "1 271 211,271")))
    assert used["cells"] == [{"text": "271", "look": "present"}, {"text": "211"}]
    assert number["cells"][0] == {"text": "2", "caption": "hundreds", "answer": "hundreds"}


def test_each_digit_of_the_poisoned_number_says_who_wrote_it_and_the_last_place_is_feared() -> None:
    (number,) = rows("digit-poison", "1 4127")
    assert [cell.seat for cell in number.cells[:4]] == [Seat.ONE, Seat.TWO, Seat.ONE, Seat.TWO]
    looks = [cell.look for cell in number.cells[4:]]
    assert looks == [Look.NEXT, *[Look.PLAIN] * 4, Look.FEARED]


def test_without_a_longest_number_one_place_waits() -> None:
    (number,) = rows("digit-poison", "1 4127", **{"max-length": None})
    assert [cell.look for cell in number.cells[4:]] == [Look.NEXT]


def test_a_late_start_says_where_its_used_primes_come_from() -> None:
    late = lastdigit.find("number-morph", late=True)
    start = late.start(Random(1))
    voice = late.second_person(READER)
    assert (
        voice.beginning(start)
        == f"Others have played before you: {len(start.log)} of the 143 primes are used up."
    )
    assert voice.beginning(late.parse_state("1 271 271")) == ""


def test_of_two_equal_digits_the_place_is_said() -> None:
    duel = lastdigit.find("digit-duel")
    state, voice = duel.parse_state("1 929 537"), duel.second_person(READER)
    buttons = [voice.button(state, move) for move in duel.legal_moves(state)]
    assert buttons == ["Strike with the hundreds 9", "Strike with 2", "Strike with the ones 9"]


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_set_up_by_tiles_is_what_is_shown(game: str) -> None:
    built = lastdigit.find(game)
    shown = [row for row in rows(game, built.example_state) if row.kind is RowKind.NUMBER]
    words = built.example_state.split()
    if not built.editable:
        return  # a game of its own may leave it to the text
    assert len(shown) == len(built.editable)
    for row, editable in zip(shown, built.editable, strict=True):
        digits = "".join(cell.text or (editable.empty or "") for cell in row.cells)
        assert digits == words[editable.field]


def test_used_primes_are_counted_the_newest_first() -> None:
    _, used = rows("number-morph", "1 271 211,271")
    assert [cell.text for cell in used.cells] == ["271", "211"]
    assert (used.total, used.cells[0].look) == (143, Look.PRESENT)


def test_each_players_last_operation_stands_by_the_player() -> None:
    signs = [row for row in rows("operation-obliteration", "1 3 subtract add") if row.seat]
    assert [(row.label, row.cells[0].text) for row in signs] == [
        ("Your last", "-1"),
        ("Computer's last", "+1"),
    ]


def test_a_digit_that_left_the_pool_leaves_a_hole() -> None:
    pool = next(row for row in rows("digit-dilemma", "1 5__ _9_") if row.kind is RowKind.POOL)
    assert pool.label == "Eight digits left, for both of you"
    assert [cell.answer for cell in pool.cells if not cell.text] == ["5", "9"]


def test_a_list_to_look_things_up_in_gives_nothing_of_the_turn_away() -> None:
    game = lastdigit.find("number-morph")
    listed = game.second_person(READER).aid_view(game.parse_state("1 271 211,271"))
    looks = {cell.text: cell.look for row in listed for cell in row.cells}
    assert len(looks) == 143
    assert {text for text, look in looks.items() if look is not Look.PLAIN} == {"211", "271"}


def test_the_multiples_still_open_need_digits_that_are_there() -> None:
    game = lastdigit.find("digit-dilemma")
    mine, theirs = game.second_person(READER).aid_view(game.parse_state("1 5__ _9_"))
    assert [cell.text for cell in mine.cells] == [
        *("504", "518", "532", "546", "560", "567", "574", "581"),
    ]
    assert all(cell.text[1] == "9" for cell in theirs.cells)
