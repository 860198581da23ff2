"""Options: what is parsed, what is allowed, and how values are written."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from lastdigit.errors import OptionError
from lastdigit.game.options import (
    Option,
    OptionValue,
    Preset,
    check_flag,
    check_number,
    check_seat,
    checked_options,
    checked_seed,
    from_base,
    in_base,
    option,
    options_of,
)

NUMBER = Option("size", "size", "", 5, low=2, high=9)
UNLIMITED = Option("limit", "limit", "", None, low=2, high=10, none="none")
FLAG = Option("zero", "zero", "", False)
LIST = Option("poisons", "poisons", "", (3,), low=2, high=9)
OPTIONAL_LIST = LIST._replace(none="none")
HEX = Option("start", "start", "", 10, low=10, high=255, base=16)


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (NUMBER, "2", 2),
        (NUMBER, " 9 ", 9),
        (UNLIMITED, "None", None),
        (UNLIMITED, "10", 10),
        (FLAG, "yes", True),
        (FLAG, "NO", False),
        (LIST, "9, 2,9", (2, 9)),
        (OPTIONAL_LIST, "none", ()),
        (HEX, "FF", 255),
    ],
)
def test_an_allowed_text_is_parsed(option: Option, text: str, value: OptionValue) -> None:
    assert option.parse(text) == value
    assert option.parse(option.format(value)) == value


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (NUMBER, "1"),
        (NUMBER, "10"),
        (NUMBER, "none"),
        (NUMBER, ""),
        (FLAG, "1"),
        (LIST, "2,x"),
        (LIST, "1,2"),
        (LIST, "9,10"),
        (LIST, ""),
        (LIST, "none"),
        (HEX, "9"),
        (HEX, "100"),
    ],
)
def test_any_other_text_is_refused_with_what_is_allowed(option: Option, text: str) -> None:
    with pytest.raises(OptionError) as caught:
        option.parse(text)
    assert str(caught.value).startswith(f"'{option.name}' cannot be ")
    assert str(caught.value).endswith(f": it must be {option.allowed}.")


@pytest.mark.parametrize(
    ("option", "value", "checked"),
    [
        (NUMBER, 2, 2),
        (NUMBER, 9, 9),
        (UNLIMITED, None, None),
        (FLAG, True, True),
        (LIST, [9, 2, 9], (2, 9)),
        (OPTIONAL_LIST, (), ()),
        (OPTIONAL_LIST, None, ()),
    ],
)
def test_an_allowed_value_is_made_canonical(
    option: Option, value: object, checked: OptionValue
) -> None:
    found = option.check(value)
    assert (found, type(found)) == (checked, type(checked))


@pytest.mark.parametrize(
    ("option", "value", "shown"),
    [
        (NUMBER, 1, "1"),
        (NUMBER, 10, "10"),
        (NUMBER, -1, "-1"),
        (NUMBER, 10**30, "a huge number"),
        (NUMBER, 10**30 - 1, "9" * 30),
        (NUMBER, -(10**30), "a huge number"),
        (NUMBER, 1 - 10**30, f"-{'9' * 30}"),
        (NUMBER, True, "True"),
        (NUMBER, 2.0, "2.0"),
        (NUMBER, None, "None"),
        (NUMBER, (2,), "(2,)"),
        (FLAG, 1, "1"),
        (LIST, 2, "2"),
        (LIST, (), "()"),
        (LIST, [1, 2], "[1, 2]"),
        (LIST, [9, 10], "[9, 10]"),
        (LIST, [2, True], "[2, True]"),
        (HEX, 256, "100"),
        (HEX, 0, "0"),
    ],
)
def test_any_other_value_is_refused_as_it_would_be_typed(
    option: Option, value: object, shown: str
) -> None:
    with pytest.raises(OptionError) as caught:
        option.check(value)
    # Long texts are shortened.
    assert str(caught.value).startswith(f"'{option.name}' cannot be \"{shown[:20]}")


@pytest.mark.parametrize(
    ("option", "allowed", "kind"),
    [
        (NUMBER, "2 to 9", "integer"),
        (UNLIMITED, "2 to 10, or none", "integer"),
        (FLAG, "yes or no", "yes/no"),
        (LIST, "numbers from 2 to 9 separated by commas", "list"),
        (OPTIONAL_LIST, "numbers from 2 to 9 separated by commas, or none", "list"),
        (HEX, "a to ff", "integer"),
        (NUMBER._replace(values="a prime"), "a prime", "integer"),
    ],
)
def test_allowed_values_are_named(option: Option, allowed: str, kind: str) -> None:
    assert (option.allowed, option.kind) == (allowed, kind)


@pytest.mark.parametrize("base", [2, 7, 10, 11, 16])
def test_numbers_are_read_as_written(base: int) -> None:
    for number in (0, 1, base - 1, base, base**3 + 1):
        assert from_base(in_base(number, base), base) == number


def test_a_number_to_be_read_has_up_to_18_digits() -> None:
    assert from_base("1" * 18, 10) == int("1" * 18)
    assert from_base("1" * 19, 10) is None


@pytest.mark.parametrize("seat", [1, 2, "alternate", "random"])
def test_seats_of_an_environment(seat: object) -> None:
    check_seat(seat)


@pytest.mark.parametrize("seat", [0, 3, True, 1.0, "first", None])
def test_other_seats_are_refused(seat: object) -> None:
    with pytest.raises(OptionError, match="'seat' cannot be"):
        check_seat(seat)


@pytest.mark.parametrize(
    ("value", "none"), [(0, False), (-1.5, False), (3, True), (None, True)], ids=str
)
def test_finite_numbers_are_accepted(value: object, none: bool) -> None:
    check_number("reward", value, none=none)


@pytest.mark.parametrize("value", [True, "1", 1j, float("inf"), float("nan"), None])
def test_what_is_not_a_finite_number_is_refused(value: object) -> None:
    with pytest.raises(OptionError, match="it must be a number\\."):
        check_number("reward", value)
    if value is not None:
        with pytest.raises(OptionError, match="it must be a number or None\\."):
            check_number("reward", value, none=True)


def test_a_flag_is_true_or_false() -> None:
    check_flag("solve", True)
    check_flag("solve", False)
    with pytest.raises(OptionError, match="'solve' cannot be 1: it must be True or False"):
        check_flag("solve", 1)


@pytest.mark.parametrize("seed", [None, 0, 7])
def test_a_seed_is_none_or_a_whole_number_from_0(seed: int | None) -> None:
    assert checked_seed(seed) == seed


@pytest.mark.parametrize("seed", [-1, 1.0, "1"])
def test_other_seeds_are_refused(seed: object) -> None:
    with pytest.raises(OptionError, match="'seed' cannot be"):
        checked_seed(seed)


def test_options_of_an_environment_are_a_mapping_or_none() -> None:
    assert checked_options(None) == {}
    assert checked_options({"start": 211}) == {"start": 211}
    with pytest.raises(OptionError, match="'options' cannot be"):
        checked_options([])


def test_the_usual_number_of_turns_is_a_range_or_one_number() -> None:
    assert Preset("quick", "", (4, 5)).usual == "usually 4 to 5 turns"
    assert Preset("quick", "", (4, 4)).usual == "usually 4 turns"


@dataclass(frozen=True)
class Declared:
    """Options as a game declares them."""

    leading_zero: bool = option(False, help="a flag")
    size: int = option(5, help="a number", name="length", low=2, high=9)


def test_an_option_is_named_after_its_field_unless_it_has_a_name() -> None:
    assert Declared() == Declared(False, 5)
    assert [
        (one.name, one.field, one.default, one.low, one.high) for one in options_of(Declared)
    ] == [("leading-zero", "leading_zero", False, 0, 0), ("length", "size", 5, 2, 9)]
