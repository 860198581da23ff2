"""The conformance check of disguises refuses bad ones and says what to do."""

from __future__ import annotations

from random import Random

import pytest

import lastdigit
from lastdigit.game.disguise import Disguise
from lastdigit.games.digit_poison.disguise import PoisonDisguise
from lastdigit.games.digit_poison.rules import Digit, State
from lastdigit.testing.conformance import ConformanceError, disguise_is_reversible
from lastdigit.testing.template.your_game.rules import YourGame


class Named(PoisonDisguise):
    def rules(self, version: int | None = None) -> str:
        return f"This is {self.game.title.upper()}."


class Twice(PoisonDisguise):
    def format_move(self, move: Digit) -> str:
        return super().format_move(Digit(move // 2))


class Commas(PoisonDisguise):
    def format_move(self, move: Digit) -> str:
        return f"{super().format_move(move)},"


class Forgetful(PoisonDisguise):
    def format_fields(self, state: State) -> list[str]:
        return super().format_fields(state._replace(digits=state.digits[:1]))


def test_a_game_without_a_disguise_passes() -> None:
    assert Disguise.draw(bytes(32), YourGame()) is None
    disguise_is_reversible(YourGame, Random(1))


@pytest.mark.parametrize(
    ("spoilt", "expected"),
    [
        (Named, "contain the game's title"),
        (Twice, "the same disguised text"),
        (Commas, "contains a comma"),
        (Forgetful, "parsed as another position"),
    ],
)
def test_a_faulty_disguise_is_refused(
    spoilt: type[PoisonDisguise], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lastdigit.games.digit_poison.disguise.PoisonDisguise", spoilt)
    with pytest.raises(ConformanceError, match=expected):
        disguise_is_reversible(lastdigit.catalogue()["digit-poison"], Random(3))
