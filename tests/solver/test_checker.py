"""The stand-alone checker: short, without imports from the package, bounded for any input."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import lastdigit
from lastdigit.solver.certificates import certify, checkers_for, stand_alone_source
from lastdigit.solver.checker import MOST_BYTES, check
from tests.conftest import ROOT

CATALOGUE = lastdigit.catalogue().values()
SOURCE = stand_alone_source(CATALOGUE)
CHECKERS = checkers_for(CATALOGUE)


def test_the_checker_has_few_and_short_lines() -> None:
    lines = SOURCE.splitlines()
    assert len(lines) < 60 * len(CHECKERS), "our five games take less than 300"
    assert max(map(len, lines)) <= 100


def test_the_checker_imports_only_the_standard_library() -> None:
    imported = {
        alias.name if isinstance(node, ast.Import) else str(node.module)
        for node in ast.walk(ast.parse(SOURCE))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert imported <= set(sys.stdlib_module_names)


def test_the_checker_of_a_game_does_not_import_rules_or_solvers() -> None:
    for path in (ROOT / "src" / "lastdigit" / "games").glob("*/checker.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("lastdigit"):
                assert node.module == "lastdigit.solver.checker"


def proof(name: str = "operation-obliteration", **options: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(certificate(name, **options))
    return found


@cache
def certificate(name: str, **options: Any) -> bytes:
    game = lastdigit.find(name, **options)
    return certify(game, [game.start(Random(1))])


def ask(*paths: Path) -> tuple[int, str]:
    """Run the checker as a single file, without access to the package."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", SOURCE, *paths],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


def test_the_stand_alone_checker_confirms_and_refuses_proofs_about_211(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(proof("number-morph", start=211)))
    options = '{"log-start": true, "digits": 3, "base": 10}'
    expected = f"Yes: in number-morph with {options}, Player 1, to move at '211 211', loses.\n"
    assert ask(path) == (0, expected)
    damaged = proof("number-morph", start=211)
    damaged["claims"][0]["value"] = "win"
    path.write_text(json.dumps(damaged))
    code, output = ask(path)
    assert code == 1
    assert output.startswith("No: ")
    for nothing in ([tmp_path / "nothing.json"], [path, path], []):
        code, output = ask(*nothing)
        assert code == 2, "usage errors are not a verdict on a proof"
        assert output.startswith("Usage: ")


def test_the_documented_pairs_cover_all_primes_and_differ_in_one_digit() -> None:
    page = (ROOT / "docs" / "proofs.md").read_text()
    pairs = [pair.split("-") for pair in re.findall(r"\b\d{3}-\d{3}\b", page)]
    primes = {str(n) for n in range(101, 1_000) if all(n % by for by in range(2, 32))}
    assert sorted(prime for pair in pairs for prime in pair) == sorted(primes - {"211"})
    assert all(sum(map(str.__ne__, one, two)) == 1 for one, two in pairs)


def refusal(content: bytes | object) -> str:
    """Return the reason for a refusal, which must come within the limits."""
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    with pytest.raises(ValueError, match=r"\w") as refused:
        check(data, CHECKERS)
    message = str(refused.value)
    assert message.isprintable()
    return message


WHOLE = json.dumps(proof()).encode()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"null",
        b"[]",
        b'"certificate"',
        b"1" * 1_000_000,
        b"NaN",
        b"{}",
        b"[" * 1_000_000,
        b'{"a":' * 200_000,
        b" " * (MOST_BYTES + 1),
        b"[" + b"{}," * 1_000_000 + b"{}]",
        b'{"game": "x", "game": "y"}',
        WHOLE.replace(b'"certificate": 1', b'"certificate": true'),
        WHOLE.replace(b'"limit": 100', b'"limit": NaN'),
        WHOLE.replace(b'"limit": 100', b'"limit": 1e400'),
        WHOLE.replace(b'"limit": 100', b'"limit": ' + b"9" * 5_000),
        WHOLE.replace(b'"plies": 3', b'"plies": -3'),
        WHOLE.replace(b'"plies": 3', b'"plies": Infinity'),
        WHOLE.replace(b'"plies": 3', b'"plies": ' + b"9" * 4_000),
        WHOLE.replace(b'"plies": 3', b'"plies": "\\u001b[2J"'),
        WHOLE.replace(b'"win"', b'"\\u001b[2J"'),
        WHOLE.replace(b'"divide"', b'"\\u001b[2J"'),
        WHOLE.replace(b"1 12 - -", b"1 \\u001b[2J"),
    ],
    ids=lambda content: repr(content[:20]),
)
def test_hostile_json_is_refused_with_a_reason(content: bytes) -> None:
    assert content != WHOLE
    refusal(content)


@pytest.mark.parametrize("part", ["certificate", "game", "options", "claims", "moves"])
@pytest.mark.parametrize("value", [None, 7, 1.5, True, "x", [], {}, [[]], {"x": []}], ids=repr)
def test_a_field_of_the_wrong_type_is_refused_with_a_reason(part: str, value: object) -> None:
    damaged = proof() | {part: value}
    if json.dumps(damaged) == json.dumps(proof()):
        return
    refusal(damaged)


@pytest.mark.parametrize("part", ["position", "value", "plies", "by"])
@pytest.mark.parametrize("value", [None, 7, True, "x", [], {}, "__init__", "moves "], ids=repr)
def test_a_field_of_a_claim_with_the_wrong_type_is_refused_with_a_reason(
    part: str, value: object
) -> None:
    damaged = proof()
    if part == "plies" and value is None:
        return  # this claims less and is still true
    damaged["claims"][0][part] = value
    refusal(damaged)


def test_a_claim_that_needs_too_many_steps_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = proof("digit-duel", digits=1)
    damaged["options"] = {"digits": 6, "base": 16}
    damaged["claims"] = [
        {"position": "1 ffffff ffffff", "value": "win", "plies": 1, "by": "counting"}
    ]
    damaged["moves"] = {}
    assert "10,000,000 steps" in refusal(damaged)
    for name in ("number-morph", "digit-dilemma"):
        monkeypatch.setattr(CHECKERS[name], "steps", 100)
        assert "10,000,000 steps" in refusal(proof(name))


def claimed(name: str, position: str, value: str, **parts: Any) -> dict[str, Any]:
    """Return a certificate for the rulebook's game with a claim by moves."""
    whole = proof(name, start=211) if name == "number-morph" else proof(name)
    options = {part: parts.pop(part) for part in whole["options"] if part in parts}
    claim = {"position": position, "value": value, "plies": None, "by": "moves"} | parts
    return whole | {"options": whole["options"] | options, "claims": [claim]}


FALSE = [
    partial(
        claimed, "number-morph", "1 211 \U0001d7f8\U0001d7f7\U0001d7f7", "win"
    ),  # looks like 211 in many terminals
    partial(claimed, "number-morph", "1 \u06621\u0661 211", "win"),
    partial(claimed, "number-morph", "1 011 011", "lose"),
    partial(claimed, "number-morph", "1 2B 2b", "win", digits=2, base=16),
    partial(claimed, "number-morph", "1 211 -", "win"),  # the other interpretation of the start
    partial(claimed, "number-morph", "1 211 271", "win"),
    partial(claimed, "digit-dilemma", "1 357 014", "lose", plies=0),
    partial(claimed, "digit-duel", "1 0x1 0x1", "win", base=16),
    partial(claimed, "digit-duel", "1 \u0660\u06601 001", "win"),
    partial(claimed, "operation-obliteration", "1 00012 - -", "win"),
    partial(claimed, "operation-obliteration", "1 12 - -", "win", plies=2.5),
    partial(claimed, "operation-obliteration", "1 1 multiply -", "lose", plies=-0.5),
    partial(claimed, "digit-poison", "1 -", "win", divisors=["3"]),
    partial(claimed, "digit-poison", "1 31", "win", plies=8, by="parity"),  # 3 ended the game
    partial(claimed, "digit-poison", "1 1e", "win"),
    partial(claimed, "digit-poison", "1 ", "win"),
    partial(claimed, "number-morph", "1 211 211,211", "lose"),
    partial(claimed, "digit-poison", "1 -", "win", divisors=[1e9] * 20),
    partial(claimed, "digit-poison", "1 -", "win", divisors=[2] * 21),
]


@pytest.mark.parametrize("claim", FALSE, ids=lambda claim: claim.args[1])
def test_false_proofs_that_were_once_accepted_are_refused(claim: partial[dict[str, Any]]) -> None:
    reason = refusal(claim())
    assert "not a position" in reason or "unknown div" in reason or "invalid plies" in reason


def test_small_files_cannot_cause_much_work(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = {"divisors": [10**9] * 20, "max-length": None}
    long = claimed("digit-poison", f"1 {'1' * 1_000_000}", "draw", **endless) | {"moves": {}}
    monkeypatch.setattr(CHECKERS["digit-poison"], "steps", 1_000_000)
    assert "10,000,000 steps" in refusal(long)
    # Every position has its own set of used primes. Copying them counts as steps too.
    used = ",".join(
        str(prime) for prime in range(101, 1_000) if all(prime % n for n in range(2, 32))
    )
    monkeypatch.setattr(CHECKERS["number-morph"], "steps", 100)
    assert "10,000,000 steps" in refusal(claimed("number-morph", f"1 101 {used[:359]}", "win"))


def test_slow_operations_in_a_move_count_as_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for neighbours and the search for factors count as steps."""
    monkeypatch.setattr(CHECKERS["number-morph"], "steps", 29)
    assert "10,000,000 steps" in refusal(proof("number-morph", start=211)), "30 for one prime"
    monkeypatch.setattr(CHECKERS["operation-obliteration"], "steps", 40)
    large = claimed("operation-obliteration", "1 999983 - -", "win", limit=1_000_000)
    assert "10,000,000 steps" in refusal(large)


def test_unknown_options_and_games_are_refused_with_a_reason() -> None:
    damaged = proof()
    damaged["options"]["limit"] = 5_000_000
    assert refusal(damaged) == "unknown limit: 5000000"
    damaged["options"] = {"limit": 100}
    assert refusal(damaged) == "the options of operation-obliteration must be limit, divisors"
    refused = refusal(proof() | {"game": "chess"})
    assert refused.startswith("'chess' is not one of ")
    assert "digit-duel" in refused


def test_a_gap_in_a_proof_is_reported_with_the_moves_that_lead_to_it() -> None:
    damaged = proof()
    left_out = next(text for text in damaged["moves"] if text.startswith("1 3 "))
    del damaged["moves"][left_out]
    assert refusal(damaged) == "after divide, divide, the certificate has no legal move: None"


def test_a_proof_in_which_the_winner_repeats_positions_is_refused() -> None:
    damaged = proof("operation-obliteration", start=8)
    damaged["claims"][0] |= {"value": "win", "plies": 2_000}
    assert "the winner may need more than 2000 plies" in refusal(damaged)
