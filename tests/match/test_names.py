"""Names of players: which are allowed, and which count as equal."""

from __future__ import annotations

import pytest

from lastdigit.errors import RecordError
from lastdigit.match.record import checked_name

IGNORABLE = [
    *(range(0x00AD, 0x00AE), range(0x034F, 0x0350), range(0x061C, 0x061D), range(0x115F, 0x1161)),
    *(range(0x17B4, 0x17B6), range(0x180B, 0x1810), range(0x200B, 0x2010), range(0x202A, 0x202F)),
    *(range(0x2060, 0x2070), range(0x3164, 0x3165), range(0xFE00, 0xFE0E), range(0xFEFF, 0xFF00)),
    *(range(0xFFA0, 0xFFA1), range(0xFFF0, 0xFFF9), range(0x1BCA0, 0x1BCA4)),
    *(range(0x1D173, 0x1D17B), range(0xE0000, 0xE1000)),
]
"""Unicode's Default_Ignorable_Code_Point, without the two variation selectors of emoji."""

HIDDEN = [chr(number) for numbers in IGNORABLE for number in numbers]


def passes(name: str) -> bool:
    try:
        checked_name(name)
    except RecordError:
        return False
    return True


def test_invisible_characters_are_refused_alone_and_inside_a_name() -> None:
    assert [ascii(letter) for letter in HIDDEN if passes(letter * 3)] == []
    assert [ascii(letter) for letter in HIDDEN if passes(f"Ad{letter}a")] == []


@pytest.mark.parametrize(
    "blank",
    [
        "",
        "  ",
        "\u00a0",
        "\u2003",
        "\u3000",
        "\u2800",
        "\u2800A",
        "\U0001d159",
        "\ufe0f",
        "\ufe0e ",
    ],
    ids=ascii,
)
def test_blank_names_are_refused(blank: str) -> None:
    assert not passes(blank)


@pytest.mark.parametrize("name", ["\u0301", "\u0301Ada", "\u20e3"], ids=ascii)
def test_a_combining_mark_needs_a_letter(name: str) -> None:
    assert not passes(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Ada",
            "Ada Lovelace",
            "Zo\u00eb",
            "\u0645\u0631\u064e\u062d\u0628\u0627",
            "\u5f20\u4f1f",
        ),
        *("\u0928\u092e\u0938\u094d\u0924\u0947", "\uae40\ubbfc", "O'Neill", "-", "7"),
        *("\U0001f600", "\U0001f1eb\U0001f1ee", "\U0001f44d\U0001f3fd", "\u2764"),
    ],
    ids=ascii,
)
def test_names_of_any_script_and_plain_emoji_are_unchanged(name: str) -> None:
    assert checked_name(name) == name


def test_variation_selectors_are_removed_from_a_name() -> None:
    """The keyboard of a phone adds the selector to a red heart. Both forms are the same name."""
    assert checked_name("\u2764\ufe0f") == checked_name("\u2764\ufe0e") == "\u2764"
    assert checked_name("1\ufe0f\u20e3") == "1\u20e3"


def test_composed_and_decomposed_letters_give_the_same_name() -> None:
    assert checked_name("Zoe\u0308") == checked_name("Zo\u00eb") == "Zo\u00eb"


def test_a_refused_name_is_explained() -> None:
    with pytest.raises(RecordError, match="1 to 40 visible characters"):
        checked_name("\U0001f468\u200d\U0001f469")
