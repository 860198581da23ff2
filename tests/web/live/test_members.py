"""Games beyond the rulebook: a server offers those that it solves while nobody notices."""

from __future__ import annotations

import pytest

from lastdigit.games import catalogue, find
from lastdigit.web.live.setup import LARGEST_MEMBER, build_game, is_offered
from lastdigit.web.schema.refusals import Refusal
from tests.conftest import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_the_rulebook_s_game_and_the_suggested_preset_are_always_offered(name: str) -> None:
    kind = catalogue()[name]
    assert kind().size == 0
    for preset in kind.presets:
        if preset.suggested:
            assert is_offered(kind.of(dict(preset.options)))


LARGE = [
    ("operation-obliteration", {"limit": 1_000_000}),
    ("digit-dilemma", {"slots": 4}),
    ("digit-poison", {"uses": 2, "divisor": 97}),
    ("digit-duel", {"digits": 4}),
    ("number-morph", {"digits": 5}),
]


@pytest.mark.parametrize(("name", "options"), LARGE)
def test_a_large_member_is_refused_in_words_until_it_is_allowed(
    name: str, options: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Refusal, match="this server offers games with up to 2,000,000"):
        build_game(name, dict(options))
    monkeypatch.setenv(LARGEST_MEMBER, str(10**12))
    assert build_game(name, dict(options)) == find(name, **options)
