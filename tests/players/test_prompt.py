"""What a language model is shown."""

from __future__ import annotations

import pytest

from lastdigit.exam.keys import word_prompt
from lastdigit.game.game import Seat
from lastdigit.match.match import Match
from lastdigit.players import prompt
from lastdigit.players.players import Settings
from tests.players.games import set_up
from tests.players.prompts import one_item_of_each_kind, prompt_file, prompt_page

GOLDEN = sorted(path.stem for path in prompt_file("any").parent.glob("*.txt"))
VERSION_1 = prompt_file("any").parent / "1"


@pytest.mark.parametrize("name", GOLDEN)
def test_a_model_is_shown_the_committed_text(name: str) -> None:
    assert prompt_file(name).read_text() == prompt_page(name), "see the difference: make renew"


@pytest.mark.parametrize("name", sorted(path.stem for path in VERSION_1.glob("*.txt")))
def test_version_1_of_the_exam_still_has_its_text(name: str) -> None:
    """Otherwise the answers of models to version 1 could not be verified."""
    page = (VERSION_1 / f"{name}.txt").read_text()
    setup = set_up(name, ("llm:test", "random"), Settings().terms())
    assert prompt.instructions(setup, Seat.ONE, 1) in page
    assert prompt.turn(Match(setup), show_legal=True, version=1) in page
    items = list(one_item_of_each_kind(name))
    assert word_prompt(items[0], 1)[0] in page
    for item in items:
        assert item.text_in(1) in page
        question = word_prompt(item, 1)[1]
        assert question == f"Position: {item.position}\n\n{item.text_in(1)}\n"
