"""Keys and observations of known positions.

The split into training and exam positions and the environments of trained agents depend on them, so
they change only with the version of a game.
"""

from __future__ import annotations

import pytest

import lastdigit

KEYS: dict[str, dict[str, object]] = {
    "digit-dilemma": {
        "1 _4_ 1__": ("_4_", "1__"),
        "2 1__ _4_": ("_4_", "1__"),
        "2 _4_ 1__": ("1__", "_4_"),
    },
    "digit-duel": {"1 719 555": (719, 555), "2 555 719": (719, 555), "2 719 555": (555, 719)},
    "digit-poison": {"1 12": (0, 2), "2 12": (0, 2), "1 11": (2, 2), "1 -": (0, 0)},
    "operation-obliteration": {
        "1 12 - -": (12, None, None),
        "2 12 add divide": (12, "divide", "add"),
        "1 12 divide add": (12, "divide", "add"),
        "1 12 add divide": (12, "add", "divide"),
    },
}


@pytest.mark.parametrize(
    ("name", "position", "key"),
    [(name, *one) for name, keys in KEYS.items() for one in keys.items()],
)
def test_the_key_names_the_mover_first(name: str, position: str, key: object) -> None:
    game = lastdigit.find(name)
    assert game.key(game.parse_state(position)) == key


def test_the_key_of_number_morph_is_the_number_and_the_used_primes() -> None:
    game = lastdigit.find("number-morph")
    keys = [
        game.key(game.parse_state(text))
        for text in ("1 211 211", "2 271 211,271", "1 271 271,211", "1 211 271,211")
    ]
    assert keys[1] == keys[2]
    assert len(set(keys)) == 3


OBSERVED = {
    ("digit-dilemma", "1 _4_ 1__"): (1, -1, 4, -1, 1, -1, -1, 1),
    ("digit-dilemma", "2 1__ _4_"): (2, -1, 4, -1, 1, -1, -1, 1),
    ("digit-duel", "1 719 555"): (1, 7, 1, 9, 5, 5, 5),
    ("digit-duel", "2 719 055"): (2, 0, 5, 5, 7, 1, 9),
    ("digit-poison", "1 12"): (1, 0, 2, 3, 10),
    ("digit-poison", "2 -"): (2, 0, 0, 3, 10),
    ("number-morph", "1 103 103"): (1, 1, 0, 3, 0, 1, *[0] * 141),
    ("number-morph", "2 107 103,107"): (2, 1, 0, 7, 0, 1, 1, *[0] * 140),
    ("operation-obliteration", "1 12 - -"): (1, 12, 0, 0),
    ("operation-obliteration", "2 12 add divide"): (2, 12, 3, 1),
}


@pytest.mark.parametrize(("name", "position"), OBSERVED)
def test_a_position_is_observed_by_the_player_to_move(name: str, position: str) -> None:
    game = lastdigit.find(name)
    assert tuple(game.observation(game.parse_state(position))) == OBSERVED[name, position]
