"""Declarations are checked before anything is imported."""

from __future__ import annotations

from typing import Any

import pytest

from lastdigit.errors import BrokenGame
from lastdigit.game.declaration import Declaration
from lastdigit.testing.template.your_game import GAME
from lastdigit.testing.template.your_game.rules import YourGame


def declared(**parts: Any) -> Declaration:
    return Declaration(GAME.package, **{"rules": GAME.rules, "text": GAME.text, **parts})


def test_declared_parts_are_loaded_and_others_are_none() -> None:
    declaration = declared()
    declaration.check()
    assert declaration.load("rules") is YourGame
    assert declaration.load("solver") is None
    assert (declaration.offers("text"), declaration.offers("map")) == (True, False)


@pytest.mark.parametrize(
    ("part", "name", "reason"),
    [
        ("rules", "rules", "name it as 'module:NAME'"),
        ("rules", "rules:Your:Game", "name it as 'module:NAME'"),
        ("rules", YourGame, "name it as 'module:NAME'"),
        ("disguise", None, "name it as 'module:NAME'"),
        ("solver", "missing:Solver", "has no lastdigit.testing.template.your_game.missing"),
    ],
)
def test_a_malformed_declaration_is_refused(part: str, name: object, reason: str) -> None:
    with pytest.raises(BrokenGame, match=reason):
        declared(**{part: name}).check()


def test_a_name_that_the_module_does_not_define_is_refused() -> None:
    with pytest.raises(BrokenGame, match=r"your_game\.rules has no TheirGame"):
        declared(rules="rules:TheirGame").load("rules")
