"""The published baselines are those of the command printed beside them."""

from __future__ import annotations

import json

from bench import arena_baselines as baselines
from lastdigit.arena.run import parse_contestants
from lastdigit.arena.tournament import Tournament, plan_tournament
from lastdigit.players.players import Settings
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "arena_baselines.md").read_text()
MANIFEST = json.loads((ROOT / "docs" / "arena_baselines.json").read_text())


def test_the_manifest_is_what_the_command_plans_now() -> None:
    """Starts that are drawn otherwise, or rules that changed, make the published numbers old."""
    tournament = Tournament(
        MANIFEST["lastdigit"],
        baselines.GAMES,
        parse_contestants(baselines.PLAYERS),
        baselines.STARTS,
        baselines.SEED,
        Settings(),
    )
    assert json.loads(json.dumps(plan_tournament(tournament).manifest)) == MANIFEST


def test_the_page_names_every_player_and_how_it_was_made() -> None:
    assert PAGE.startswith(baselines.ABOUT)
    for player in parse_contestants(baselines.PLAYERS):
        assert f"| {player.name} | " in PAGE
