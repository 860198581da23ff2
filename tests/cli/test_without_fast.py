"""Without compiled code: larger variants are not offered, and every interface refuses them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from lastdigit import LastDigitError, find
from lastdigit.errors import MissingExtra
from lastdigit.games import catalogue
from lastdigit.games.number_morph.solver import graph_of
from lastdigit.match.match import arrange_from
from lastdigit.match.record import Player
from lastdigit.menu import default_preset
from lastdigit.solver import is_solvable, solver_for, tables
from lastdigit.terminal import menu
from lastdigit.terminal.console import Choice, Console
from tests.conftest import Run

HIDING = "import sys\nsys.modules.update(numba=None, numpy=None)\n"
SAID = "needs the extra fast (for compiled code): uv run --extra fast lastdigit"
LARGE: dict[str, dict[str, Any]] = {
    "digit-dilemma": {"slots": 4, "divisor": 98},
    "digit-duel": {"digits": 4, "base": 7},
    "digit-poison": {"uses": 2, "divisor": 97},
    "number-morph": {"digits": 6},
    "operation-obliteration": {"limit": 34_567},
}


def words_of(options: dict[str, Any]) -> list[str]:
    """Return options as command-line arguments."""
    return [word for name, value in options.items() for word in (f"--{name}", str(value))]


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hide the compiler and all compiled code."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(tables, "is_installed", lambda: False)
    # Another test may have compiled code in this process.
    solver_for.cache_clear()
    graph_of.cache_clear()


@pytest.mark.usefixtures("hidden")
@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize("command", ["play", "solve", "analyse"])
def test_every_command_refuses_a_larger_variant_with_a_reason(
    call: Run, name: str, command: str
) -> None:
    result = call(command, name, *words_of(LARGE[name]))
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith(f"lastdigit: {catalogue()[name].title} ")
    assert result.err.endswith(f"{SAID}\n")


@pytest.mark.usefixtures("hidden")
@pytest.mark.parametrize("name", LARGE)
def test_a_server_refuses_a_larger_variant_and_offers_solvable_ones(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lastdigit.web.live.setup import MAX_POSITIONS, build_game, is_offered

    monkeypatch.setenv(MAX_POSITIONS, str(10**12))
    with pytest.raises(LastDigitError, match=r"needs the extra fast \(for compiled code\)\.$"):
        build_game(name, LARGE[name])
    kind = catalogue()[name]
    offered = [one.name for one in kind.presets if is_offered(kind.of(dict(one.options)))]
    left_out = {"digit-dilemma": "four", "digit-duel": "four-digits"}.get(name)
    assert offered == [one.name for one in kind.presets if one.name != left_out]


@pytest.mark.usefixtures("hidden")
@pytest.mark.parametrize("name", [name for name in LARGE if name != "number-morph"])
def test_environments_refuse_a_larger_variant(name: str) -> None:
    """Number Morph of this size is refused for another reason: its observation is too large."""
    from lastdigit.rl.gymnasium import GameEnv

    with pytest.raises(MissingExtra, match="needs the extra fast"):
        GameEnv(name, **LARGE[name])


AS_LARGE_AS_CAN_BE: dict[str, dict[str, Any]] = {
    "digit-dilemma": {"slots": 3, "divisor": 98},
    "digit-duel": {"digits": 3},
    "digit-poison": {"uses": 2, "divisor": 5},
    "number-morph": {"digits": 5},
    "operation-obliteration": {"limit": 10_000},
}


@pytest.mark.usefixtures("hidden")
@pytest.mark.parametrize("name", LARGE)
def test_variants_that_plain_python_solves_are_not_refused(name: str) -> None:
    assert is_solvable(find(name, **AS_LARGE_AS_CAN_BE[name]))
    assert not is_solvable(find(name, **LARGE[name]))


@pytest.mark.usefixtures("hidden")
@pytest.mark.parametrize("name", LARGE)
def test_no_match_starts_from_a_position_of_a_larger_variant(name: str) -> None:
    """An arena starts its games like this."""
    game = find(name, **LARGE[name])
    players = Player("easy", "A"), Player("easy", "B")
    with pytest.raises(MissingExtra, match="needs the extra fast"):
        arrange_from(game, game.example_state, players, package="0", seed=1)


def test_the_menu_omits_presets_that_cannot_be_solved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lists: list[list[str]] = []

    def choose(_: object, __: str, lines: list[Choice], ___: int) -> int:
        lists.append([line.word for line in lines])
        return 0

    monkeypatch.setattr(menu, "choose", choose)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kind = catalogue()["digit-dilemma"]
    with Path(os.devnull).open() as source:
        console = Console(source, sys.stdout, colour=False)
        menu._ask_rules(console, kind, default_preset(kind, "easy"))
        monkeypatch.setattr(tables, "is_installed", lambda: False)
        menu._ask_rules(console, kind, default_preset(kind, "easy"))
    assert lists == [["rulebook", "four", "own"], ["rulebook", "own"]]


def test_larger_variants_are_refused_without_numba_and_numpy(
    run: Run, environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(HIDING)
    environment["PYTHONPATH"] += f"{os.pathsep}{tmp_path}"
    result = run("play", "number-morph", "--digits", "6")
    assert (result.code, result.out) == (1, "")
    assert result.err == f"lastdigit: Number Morph with 68,906 primes {SAID}\n"
    assert run("solve", "number-morph", "--digits", "2").code == 0
    assert find("number-morph", digits=6).size
