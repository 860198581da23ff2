"""The parts that each game declares."""

from __future__ import annotations

import pytest

from lastdigit.game.declaration import PARTS, Part
from lastdigit.game.disguise import Disguise
from lastdigit.game.game import Game
from lastdigit.game.lesson import Lesson
from lastdigit.game.text import Dialogue, SecondPersonText
from lastdigit.game.theme import Theme
from lastdigit.games import catalogue
from lastdigit.solver import Solver
from lastdigit.solver.certificates import Prover
from lastdigit.solver.checker import Rules
from tests.conftest import GAMES

WITHOUT: dict[str, set[Part]] = {
    "digit-dilemma": {"prover"},
    "digit-duel": set(),
    "digit-poison": set(),
    "number-morph": set(),
    "operation-obliteration": {"prover"},
}
"""The parts that a built-in game does not have."""
CLASSES: dict[Part, type] = {
    "rules": Game,
    "text": Dialogue,
    "second_person_text": SecondPersonText,
    "solver": Solver,
    "checker": Rules,
    "prover": Prover,
    "disguise": Disguise,
}
VALUES: dict[Part, type] = {"lesson": Lesson, "theme": Theme, "puzzle_sources": tuple}


@pytest.mark.parametrize("name", WITHOUT)
def test_a_built_in_game_offers_its_parts(name: str) -> None:
    declared = catalogue()[name].declaration()
    assert {part for part in PARTS if not declared.offers(part)} == WITHOUT[name]


@pytest.mark.parametrize("name", GAMES)
def test_every_declared_part_has_the_right_type(name: str) -> None:
    declared = catalogue()[name].declaration()
    declared.check()
    for part in PARTS:
        found = declared.load(part)
        if found is None:
            continue
        if part in CLASSES:
            assert issubclass(found, CLASSES[part]), part
        elif part in VALUES:
            assert isinstance(found, VALUES[part]), part
        else:
            assert callable(found), part
