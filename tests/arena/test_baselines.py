"""The published baselines agree with the command that is printed with them."""

from __future__ import annotations

import json

from bench import arena_baselines as baselines
from lastdigit.arena.run import parse_contestants
from lastdigit.arena.tournament import Tournament, plan_tournament
from lastdigit.players.players import Settings
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "arena_baselines.md").read_text()
MANIFEST = json.loads((ROOT / "docs" / "arena_baselines.json").read_text())


def test_the_published_manifest_is_the_current_plan_of_the_command() -> None:
    """If starts or rules have changed, the published numbers are out of date."""
    tournament = Tournament(
        MANIFEST["lastdigit"],
        baselines.GAMES,
        parse_contestants(baselines.PLAYERS),
        baselines.STARTS,
        baselines.SEED,
        Settings(),
    )
    assert json.loads(json.dumps(plan_tournament(tournament).manifest)) == MANIFEST


def test_the_page_lists_every_player_and_explains_its_data() -> None:
    assert PAGE.startswith(baselines.ABOUT)
    for player in parse_contestants(baselines.PLAYERS):
        assert f"| {player.name} | " in PAGE
