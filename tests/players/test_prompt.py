"""What a language model is shown."""

from __future__ import annotations

import pytest

from tests.players.prompts import prompt_file, prompt_page

GOLDEN = sorted(path.stem for path in prompt_file("any").parent.glob("*.txt"))


@pytest.mark.parametrize("name", GOLDEN)
def test_a_model_is_shown_the_committed_text(name: str) -> None:
    assert prompt_file(name).read_text() == prompt_page(name), "see the difference: make renew"
