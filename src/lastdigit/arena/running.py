"""A run: what is planned and not yet played is played and kept, whatever stopped it before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lastdigit.arena.fixtures import Entry, Fixture
from lastdigit.arena.journal import Manifest, opened
from lastdigit.arena.pool import entries
from lastdigit.players.settings import Settings

Progress = Callable[[int, int], None]
"""Hears how many games are done, and how many there are."""


@dataclass(frozen=True)
class Plan:
    """All games of a run in their order, and everything that they depend on."""

    manifest: Manifest
    fixtures: Sequence[Fixture]
    settings: Settings

    @property
    def folder(self) -> Path:
        """The folder of a run that names none: the same for the same command."""
        content = json.dumps(self.manifest, sort_keys=True).encode()
        return Path(f"{self.manifest['kind']}-{hashlib.sha256(content).hexdigest()[:8]}")


def run(plan: Plan, folder: Path, workers: int, progress: Progress) -> list[Entry]:
    """Play what has not been played yet, and return all games in the plan's order.

    Raises UsageError for a folder of another run, and PlayerError; what was played is kept.
    """
    with opened(folder, plan.manifest) as journal:
        waiting = [fixture for fixture in plan.fixtures if fixture.number not in journal.entries]
        spent = sum(entry.tokens for entry in journal.entries.values())
        progress(len(journal.entries), len(plan.fixtures))
        for entry in entries(waiting, plan.settings, workers, spent):
            journal.append(entry)
            progress(len(journal.entries), len(plan.fixtures))
        whole = [journal.entries[fixture.number] for fixture in plan.fixtures]
        journal.write_games(whole)
    return whole
