"""The same seed draws the same items in every version, so that old exams can be verified.

`drawn.json` has a hash of the items of each game and kind. It changes only with the version of a
game or of the exam.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lastdigit.analysis.critical import Split
from lastdigit.exam.items import WORD_KINDS, Kind, draw_items
from lastdigit.exam.manifest import content_hash
from lastdigit.exam.run import draw_move_items, move_item_data
from lastdigit.games import find_class
from tests.sizes import sampled

DRAWN: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("drawn.json").read_text())


@pytest.mark.parametrize("name", sampled(DRAWN, "digit-duel", "operation-obliteration"))
@pytest.mark.parametrize("kind", WORD_KINDS)
def test_a_seed_draws_the_same_items_in_every_version(kind: Kind, name: str) -> None:
    items = draw_items(kind, find_class(name), 3, "golden")
    assert content_hash(items) == DRAWN[name][kind]


@pytest.mark.parametrize("split", Split)
@pytest.mark.parametrize("name", DRAWN)
def test_a_seed_draws_the_same_moves_in_every_version(name: str, split: Split) -> None:
    items = draw_move_items(find_class(name), 6, "golden", split)
    assert content_hash([move_item_data(item) for item in items]) == DRAWN[name][f"move {split}"]


@pytest.mark.parametrize("name", DRAWN)
def test_version_1_of_the_exam_still_draws_its_moves(name: str) -> None:
    items = draw_move_items(find_class(name), 6, "golden", version=1)
    assert content_hash([move_item_data(item) for item in items]) == DRAWN[name]["move 1"]


def test_a_game_without_a_pool_draws_the_same_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastdigit.exam.run.load_pool", lambda *_, **__: ())
    items = draw_move_items(find_class("digit-duel"), 6, "golden")
    assert content_hash([move_item_data(item) for item in items]) == DRAWN["digit-duel"]["no pool"]
