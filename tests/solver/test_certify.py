"""The commands `certify` and `check-certificate`, and certificates of a sixth game."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from random import Random

import pytest

from lastdigit.errors import UsageError
from lastdigit.games import catalogue
from lastdigit.solver.certificates import Prover, certify, checkers_for, stand_alone_source
from lastdigit.solver.checker import check
from lastdigit.testing.template.your_game.rules import YourGame
from tests.conftest import ROOT, Run


def test_a_proof_is_written_and_checked(call: Run, tmp_path: Path) -> None:
    done = call("certify", "number-morph", "--start", "211", "tens 7", "--out", "p.json")
    assert (done.code, done.err) == (0, "")
    proved = (
        'in number-morph with {"log-start": true, "digits": 3, "base": 10}, '
        "Player 2, to move at '271 211,271', wins.\n"
    )
    expected = f'Proved: {proved}Wrote a proof of 1 position to "p.json" ('
    assert done.out.startswith(expected), "it was checked before it was written"
    assert done.out.endswith(
        "\n  lastdigit certify --checker > check_certificate.py\n"
        "  python3 check_certificate.py p.json\n"
    )
    done = call("certify", "--check", "p.json")
    assert (done.code, done.out, done.err) == (0, f"Yes: {proved}", "")
    data = json.loads((tmp_path / "p.json").read_text())
    data["claims"][0]["value"] = "lose"
    (tmp_path / "p.json").write_text(json.dumps(data))
    done = call("certify", "--check", "p.json")
    assert done.code == 1
    assert done.out.startswith("No: ")


def test_one_certificate_can_have_many_claims(call: Run) -> None:
    pairs = ("1 099 099", "2 045 054", "1 009 001")
    words = [word for pair in pairs for word in ("--position", pair)]
    assert call("certify", "digit-duel", *words, "--out", "p.json").code == 0
    lines = call("certify", "--check", "p.json").out.splitlines()
    matches = [re.search(r"Player (.), to move at '(.*)'", line) for line in lines]
    assert [f"{one[1]} {one[2]}" for one in matches if one] == list(pairs)


def test_a_proof_that_the_checker_rejects_is_not_written(call: Run, tmp_path: Path) -> None:
    done = call("certify", "digit-poison", "--position", "1 31", "--out", "p.json")
    assert (done.code, done.out) == (2, "")
    assert "The checker rejects the new proof: '1 31' is not a position" in done.err
    assert not (tmp_path / "p.json").exists()


def test_invalid_arguments_are_refused(call: Run, tmp_path: Path) -> None:
    assert call("certify", "digit-duel", "ones").code == 2
    (tmp_path / "p.json").touch()
    done = call("certify", "digit-poison", "--out", "p.json")
    assert (done.code, done.out) == (2, "")
    assert "already exists. Choose another name." in done.err
    two = ("--position", "1 9", "--position", "1 8")
    done = call("certify", "digit-poison", *two, "1", "--out", "q.json")
    assert done.code == 2
    assert "Moves can be given only with a single --position." in done.err
    done = call("certify", "--check", "nowhere.json")
    assert done.code == 2
    assert '"nowhere.json" cannot be read' in done.err
    assert call("certify", "--check").code == 2
    assert call("certify", "--check", "p.json", "--checker").code == 2


@pytest.mark.parametrize("words", ["--check p.json", "--check=p.json", "--checker"])
@pytest.mark.parametrize("more", ["digit-duel", "--out q.json"])
def test_check_refuses_a_game_and_an_output_file(call: Run, words: str, more: str) -> None:
    for typed in (f"{words} {more}", f"{more} {words}"):
        done = call("certify", *typed.split())
        assert (done.code, done.out) == (2, "")
        assert "--check and --checker take neither a GAME nor --out" in done.err


def test_a_proof_that_would_be_too_long_is_refused(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Prover.by_moves, "__defaults__", (100,))
    done = call("certify", "digit-dilemma", "--out", "p.json")
    assert done.code == 1
    assert "A proof of this position would have more than 100 moves" in done.err
    assert not (tmp_path / "p.json").exists()


def test_the_checker_is_printed(call: Run) -> None:
    done = call("certify", "--checker")
    assert (done.code, done.out) == (0, stand_alone_source(catalogue().values()))


def test_a_proof_of_one_ply_is_printed_in_the_singular(call: Run) -> None:
    words = ("--position", "1 9 1", "--out", "p.json")
    output = call("certify", "digit-duel", *words).out
    assert "wins in 1 ply.\n" in output


# A sixth game


def test_a_game_with_its_own_checker_is_checked_with_it() -> None:
    game = YourGame()
    content = certify(game, [game.start(Random(1))])
    [summary] = check(content, checkers_for([YourGame]))
    assert summary == "in your-game with {}, Player 1, to move at '21', wins in 11 plies"
    with pytest.raises(ValueError, match="'your-game' is not one of "):
        check(content, {})
    space: dict[str, object] = {"__name__": "checker"}
    exec(stand_alone_source([YourGame]), space)
    assert '"your-game": YourGame' in stand_alone_source([YourGame])


def test_a_game_without_a_checker_can_be_certified(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "tests" / "outside")
    kind = importlib.import_module("lastdigit_countdown").GAME.load("rules")
    game = kind()
    claim = json.loads(certify(game, [game.start(Random(1))]))["claims"][0]
    assert claim["by"] == "moves"
    assert checkers_for([kind]) == {}


def test_an_unusable_checker_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastdigit.testing.template.your_game.checker.YourGame", None)
    with pytest.raises(UsageError, match="The checker for your-game cannot be used"):
        checkers_for([YourGame])
