"""The ladder in a real terminal: three wins in a row with perfect play beat a rung."""

from __future__ import annotations

import sys
from pathlib import Path

import pexpect
import pytest

from lastdigit.game.game import Seat
from lastdigit.match.match import resume
from lastdigit.puzzles.practice import WINS_TO_CLIMB
from lastdigit.solver import solver_for
from lastdigit.storage import SqliteStore
from lastdigit.system import now
from tests.conftest import PATIENCE, Run
from tests.sizes import sampled

WHOM, TURN = "Against whom", r"Strike with [^\n]*: "


@pytest.mark.parametrize("columns", sampled([40, 80], 40))
def test_three_wins_in_a_row_beat_a_rung(
    run: Run, environment: dict[str, str], tmp_path: Path, columns: int
) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "lastdigit", "ladder", "digit-duel"],
        env={**environment, "COLUMNS": str(columns)},
        cwd=str(tmp_path),
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(40, columns),
    )
    child.delaybeforesend = None
    path = Path(environment["XDG_DATA_HOME"]) / "lastdigit" / "games.sqlite3"
    for number in range(1, WINS_TO_CLIMB + 1):
        child.expect(WHOM)
        child.expect(": ")
        child.sendline("")
        while child.expect([TURN, r"Computer \(beginner\): "]) == 0:
            child.sendline(best_move(path))
        child.expect("beaten" if number == WINS_TO_CLIMB else f"{number} of {WINS_TO_CLIMB} wins")
    child.expect(WHOM)
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    shown = run("ladder").out
    assert "Digit Duel: 1 of 5 beaten" in shown
    assert "1 beginner  beaten" in shown


def best_move(path: Path) -> str:
    """Return the solver's best move in the saved game in progress."""
    store = SqliteStore(path, now)
    game = store.latest_unfinished()
    assert game is not None
    match = resume(store.record(game))
    store.close()
    assert match.mover is Seat.ONE
    best = solver_for(match.game).best(match.state)[0]
    return match.game.format_move(best.move)
