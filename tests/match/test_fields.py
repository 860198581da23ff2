"""The fields of JSON data: each kind is accepted to its limits, and anything else is refused."""

from __future__ import annotations

import pytest

from lastdigit.errors import RecordError
from lastdigit.game.game import Seat
from lastdigit.match.record import End, Fields


def read(kind: str, value: object) -> object:
    return getattr(Fields({"it": value}), kind)("it")


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("text", ""),
        ("integer", 2**63 - 1),
        ("integer", 1 - 2**63),
        ("number", 0),
        ("number", -0.5),
        ("natural", 0),
        ("natural_or_null", None),
        ("natural_or_null", 0),
        ("count", 1),
        ("count_or_null", None),
        ("count_or_null", 1),
        ("boolean", False),
        ("anything", [1, "x", None]),
        ("inner_or_null", None),
    ],
)
def test_a_value_of_the_kind_is_returned(kind: str, value: object) -> None:
    assert read(kind, value) == value


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("text", 1),
        ("integer", 2**63),
        ("integer", -(2**63)),
        ("integer", True),
        ("integer", 1.0),
        ("number", True),
        ("number", "1"),
        ("natural", -1),
        ("natural_or_null", -1),
        ("count", 0),
        ("count_or_null", 0),
        ("boolean", 1),
        ("seat", 0),
        ("seat", 3),
        ("anything", {}),
        ("inner", []),
        ("inner_or_null", []),
        ("values", {"x": 1.5}),
        ("values", {"x": [1, True]}),
    ],
)
def test_any_other_value_is_refused(kind: str, value: object) -> None:
    with pytest.raises(RecordError):
        read(kind, value)


def test_a_field_must_exist_and_be_read() -> None:
    fields = Fields({"it": 1})
    with pytest.raises(RecordError, match='"other" is missing'):
        fields.integer("other")
    with pytest.raises(RecordError, match='"it" is not a known field'):
        fields.done()
    assert fields.integer("it") == 1
    fields.done()


def test_values_are_numbers_flags_nulls_and_lists_of_numbers() -> None:
    values = {"a": 1, "b": True, "c": None, "d": [3, 7], "e": []}
    assert read("values", values) == {**values, "d": (3, 7), "e": ()}


def test_a_word_is_one_of_an_enumeration_and_a_seat_is_1_or_2() -> None:
    fields = Fields({"end": "win", "seat": 2})
    assert (fields.word("end", End), fields.seat("seat")) == (End.WIN, Seat.TWO)


def test_the_kind_of_a_field_can_be_asked_for() -> None:
    fields = Fields(
        {"text": "", "list": [], "object": {}, "integer": 0, "flag": True, "null": None}
    )
    asked = (fields.is_text, fields.is_list, fields.is_object, fields.is_integer)
    found = [
        [name for name in ("text", "list", "object", "integer", "flag") if ask(name)]
        for ask in asked
    ]
    assert found == [["text"], ["list"], ["object"], ["integer"]]
    assert [fields.is_null(name) for name in ("null", "missing", "integer")] == [True, True, False]


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_number_has_at_most_600_digits(sign: str) -> None:
    assert Fields.of(f'{{"it": {sign}{"1" * 600}}}')
    with pytest.raises(RecordError, match="601 digits"):
        Fields.of(f'{{"it": {sign}{"1" * 601}}}')
