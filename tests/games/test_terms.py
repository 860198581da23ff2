"""The terms of a game in words: its start, and every rule that differs from the rulebook."""

from __future__ import annotations

from random import Random

import pytest

from lastdigit.game.game import Seat
from lastdigit.game.options import OptionValue
from lastdigit.game.text import Audience, SecondPersonText
from lastdigit.games import catalogue, find
from tests.conftest import GAMES

Options = dict[str, OptionValue]
READER = Audience(("Ada", "Ben"), you=Seat.TWO)


def terms(game: str, position: str, options: Options | None = None) -> str:
    rules = find(game, **(options or {}))
    return " ".join(rules.second_person(READER).terms(rules.parse_state(position)))


@pytest.mark.parametrize(
    ("game", "position", "options", "expected"),
    [
        ("digit-dilemma", "1 ___ ___", {}, "Both start with 3 empty places."),
        (
            "digit-dilemma",
            "1 ____ ____",
            {"slots": 4, "divisor": 13, "leading-zero": False},
            "Both start with 4 empty places. A multiple of 13 wins. A 0 can't go on the left.",
        ),
        ("digit-dilemma", "1 7__ _1_", {}, "Ada starts with 7 _ _. You start with _ 1 _."),
        ("digit-duel", "1 099 099", {}, "Both start with 99."),
        ("digit-duel", "1 118 093", {}, "Ada starts with 118. You start with 93."),
        (
            "digit-duel",
            "1 ff ff",
            {"digits": 2, "base": 16},
            "Both start with ff. Numbers are in base 16.",
        ),
        ("digit-poison", "1 -", {}, "The number starts empty. It has 10 places."),
        ("digit-poison", "1 -", {"max-length": 1}, "The number starts empty. It has 1 place."),
        (
            "digit-poison",
            "1 -",
            {"max-length": None, "base": 16, "divisor": 255},
            "The number starts empty. The number can have any length. Multiples of ff are poison. "
            "The number is in base 16.",
        ),
        (
            "digit-poison",
            "1 17",
            {"divisors": (2, 3, 5), "uses": 1},
            "The number starts as 17. It has 10 places. Multiples of 2, 3 or 5 are poison. "
            "Each digit can be used once.",
        ),
        (
            "digit-poison",
            "1 -",
            {"uses": 2},
            "The number starts empty. It has 10 places. Each digit can be used twice.",
        ),
        (
            "digit-poison",
            "1 -",
            {"uses": 3},
            "The number starts empty. It has 10 places. Each digit can be used 3 times.",
        ),
        ("number-morph", "1 211 211", {}, "The first prime is 211."),
        (
            "number-morph",
            "1 211 -",
            {"log-start": False},
            "The first prime is 211. This prime doesn't count as used.",
        ),
        (
            "number-morph",
            "1 13 13",
            {"digits": 2, "base": 16},
            "The first prime is 13. Numbers are in base 16.",
        ),
        ("operation-obliteration", "1 12 - -", {}, "The number starts at 12."),
        (
            "operation-obliteration",
            "1 840 - -",
            {"limit": 1_000, "divisors": (2, 3, 5, 7), "start": 840},
            "The number starts at 840. It can't go above 1000. It can be divided by 2, 3, 5 or 7.",
        ),
        (
            "operation-obliteration",
            "1 28 divide multiply",
            {},
            "The number starts at 28. Ada halved last time. You multiplied last time.",
        ),
    ],
)
def test_terms_state_the_start_and_unusual_rules(
    game: str, position: str, options: Options, expected: str
) -> None:
    assert terms(game, position, options) == expected


def test_terms_of_a_late_start_state_the_used_primes() -> None:
    game = find("number-morph", late=True)
    start = game.start(Random(1))
    sentences = game.second_person(READER).terms(start)
    assert sentences == (
        f"The first prime is {start.number}.",
        game.second_person(READER).beginning(start),
    )
    assert sentences[1]


def test_a_game_without_terms_of_its_own_lists_the_options_that_differ() -> None:
    game = find("digit-poison", divisor=7, max_length=None)
    start = game.start(Random(1))
    assert SecondPersonText(game, READER).terms(start) == ("Divisor: 7.", "Max length: none.")
    assert SecondPersonText(find("digit-poison"), READER).terms(start) == ()


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_and_variant_has_terms_in_whole_sentences(game: str) -> None:
    kind = catalogue()[game]
    options_of_presets = [dict(preset.options) for preset in kind.presets]
    seen = set()
    for member in (*options_of_presets, *kind.exam_variants, *kind.small_variants):
        rules = kind.of(member)
        sentences = rules.second_person(READER).terms(rules.start(Random(5)))
        assert sentences
        for sentence in sentences:
            assert sentence.endswith(".")
            assert sentence[0].isupper()
            assert not {"None", "True", "False", "undefined"} & set(sentence.split())
        seen.add(sentences)
    assert len(seen) > 1
