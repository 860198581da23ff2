"""A game from another package works everywhere.

`tests/outside` is laid out like a site-packages folder with one installed package in it.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pexpect
import pytest

from tests.conftest import GAMES, PATIENCE, ROOT, Run

OUTSIDE = ROOT / "tests" / "outside"


@pytest.fixture(autouse=True)
def _installed(environment: dict[str, str]) -> None:
    environment["PYTHONPATH"] += f"{os.pathsep}{OUTSIDE}"


def test_an_external_game_is_listed(run: Run) -> None:
    names = [game["name"] for game in json.loads(run("games", "--json").out)]
    assert "countdown" in names
    assert len(names) == len(GAMES) + 1


def test_an_external_game_is_played_through_a_pipe(run: Run) -> None:
    done = run("play", "countdow", "--begin", "5", "--name-2", "Ben", typed="9\n3\n3\n2\n")
    assert done.code == 0
    assert done.out == (
        "Welcome to Countdown from 5!\n\n"
        "Player 1, 5 is left.\nTake (1-3): 9\n"
        '"9" isn\'t one of the choices. Type 1, 2 or 3, or ? for help.\n'
        "Take (1-3): 3\nPlayer 1 takes 3.\n\n"
        "Ben, 2 is left.\nTake (1-3): 3\nOnly 2 is left. Try again.\n"
        "Take (1-3): 2\nBen takes 2.\nNothing is left. Ben wins!\n"
    )


def test_an_external_game_is_recorded_verified_and_replayed(run: Run) -> None:
    words = ("play", "countdown", "--player-1", "random", "--player-2", "random", "--seed", "3")
    played = run(*words, "--record", "games.jsonl")
    assert played.out.endswith("wins!\n")
    assert run("saved", "verify", "games.jsonl").code == 0
    assert run("saved", "replay", "games.jsonl").out == played.out


def test_an_external_game_is_resumed(run: Run) -> None:
    run("play", "countdown", "--preset", "quick", typed="1\nquit\n")
    assert "Nothing is left. Player 2 wins!" in run("resume", typed="3\n").out


def test_positions_and_rules_of_an_external_game_are_shown(run: Run) -> None:
    shown = json.loads(run("show", "countdown", "3", "3", "--json").out)
    assert shown["position"] == "1 4"
    assert shown["legalMoves"] == ["1", "2", "3"]
    assert "Your turn: take 1, 2 or 3 from the number" in run("rules", "countdown").out
    assert "1. Take 1, 2 or 3 from the number" in run("rules", "countdown", "--all").out


def test_an_external_game_is_in_the_menu(environment: dict[str, str], tmp_path: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "lastdigit"],
        env={**environment, "TERM": "dumb"},
        cwd=str(tmp_path),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    for prompt, answer in (
        ("Which one", "countdown"),
        ("Against whom", "friend"),
        ("Which rules", "quick"),
        ("Take", "3"),
        ("Take", "1"),
    ):
        child.expect(prompt)
        child.sendline(answer)
    child.expect("Nothing is left. Player 2 wins!")
    child.expect("Again")
    child.sendline("quit")
    child.expect(pexpect.EOF)
