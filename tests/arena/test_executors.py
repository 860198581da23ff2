"""The executor of a run: processes, or threads for language models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from lastdigit.arena.run import Plan, _split_by_executor, parse_contestants, run
from lastdigit.arena.tournament import Tournament, plan_tournament
from lastdigit.errors import PlayerError
from lastdigit.executors.base import Outcome, SerialExecutor
from lastdigit.executors.local import LocalExecutor
from lastdigit.players.players import Settings


class LosesSecondItem:
    """A remote engine on which the second item is always lost."""

    workers = 7

    def run(self, work: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Outcome[Any, Any]]:
        for number, item in enumerate(items, 1):
            yield Outcome(item, lost=True) if number == 2 else Outcome(item, work(item))


def planned(players: str) -> Plan:
    meeting = Tournament("test", ("digit-poison",), parse_contestants(players), 1, 1, Settings())
    return plan_tournament(meeting)


def test_language_models_are_called_from_this_machine_which_has_key_and_budget() -> None:
    plan, far = planned("perfect,random,llm:some/model"), LosesSecondItem()
    (engine, theirs), (here, ours) = _split_by_executor(far, plan.fixtures, 1)
    assert engine is far
    assert isinstance(here, SerialExecutor)
    kinds = [{player.kind for player in one.setup.players} for one in theirs]
    assert kinds == [{"perfect", "random"}] * 2
    assert len(ours) == 4
    for local in (SerialExecutor(), LocalExecutor(2)):
        assert list(_split_by_executor(local, plan.fixtures, 1)) == [(local, list(plan.fixtures))]


def test_a_game_that_crashes_every_worker_is_named_after_the_others_are_played(
    tmp_path: Path,
) -> None:
    plan, progress = planned("perfect,random,easy"), list[tuple[int, int, int]]()
    with pytest.raises(PlayerError, match="played game 2 crashed repeatedly"):
        run(plan, tmp_path / "run", LosesSecondItem(), lambda *counts: progress.append(counts))
    assert progress[-1] == (5, 6, 7), "finished games, all games, and workers"
    whole = run(plan, tmp_path / "run", SerialExecutor(), lambda *_: None)
    assert [entry.number for entry in whole] == [1, 2, 3, 4, 5, 6]
