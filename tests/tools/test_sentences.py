"""The tool that samples sentences for a copy editor."""

from __future__ import annotations

import pytest

from tools.sentences import SENTENCES_PER_SURFACE, SURFACES, draw, sentences


@pytest.mark.prove
def test_the_sample_depends_only_on_the_seed() -> None:
    drawn = draw("one")
    assert drawn == draw("one") != draw("two")
    assert {len(found) for found in drawn.values()} == {SENTENCES_PER_SURFACE}


@pytest.mark.parametrize("surface", SURFACES)
def test_every_surface_has_many_sentences(surface: str) -> None:
    assert len(sentences(surface)) > 100


def test_text_for_models_is_left_out() -> None:
    shown = sentences("terminal")
    assert not [one for one in shown if "whoever needs less to the next one wins" in one]
