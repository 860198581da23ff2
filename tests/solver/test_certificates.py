"""The stand-alone checker accepts the certificates of every game."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import lastdigit
from lastdigit.game.game import AnyGame
from lastdigit.solver import solver_for
from lastdigit.solver.certificates import certify
from tests.conftest import Size
from tests.renew import RESULTS
from tests.sizes import FULL, sampled
from tests.solver.seeds import seeded, stand_alone_checker

CHECKER = stand_alone_checker()
MANY = "digit-duel"
"""Its pairs are counted anew for every certificate, so many claims share one."""


def accepted(game: AnyGame, *states: object) -> list[str]:
    return list(CHECKER.check(certify(game, states), CHECKER.GAMES))


@pytest.mark.parametrize("name", sorted(CHECKER.GAMES))
def test_proofs_of_seeded_positions_are_accepted(name: str, size: Size) -> None:
    together: dict[object, list[tuple[AnyGame, object]]] = {}
    for seed in range(size(sample=25, full=2_000)):
        # Late in a duel there are few pairs to count.
        game, state, _ = seeded(name, seed, late=name == MANY and not FULL)
        rules = tuple(getattr(game, one.field) for one in game.options() if not one.begins)
        together.setdefault(rules if name == MANY else seed, []).append((game, state))
    for [(game, first), *others] in together.values():
        states = [first, *(state for _, state in others)]
        assert len(accepted(game, *states)) == len(states)


@pytest.mark.parametrize("name", sorted(CHECKER.GAMES))
def test_a_certificate_claims_the_value_of_the_solver(name: str) -> None:
    game = lastdigit.find(name)
    state = game.start(Random(1))
    solution = solver_for(game).solution(state)
    claim = json.loads(certify(game, [state]))["claims"][0]
    assert (claim["value"], claim["plies"]) == (solution.value, solution.remoteness)
    assert claim["position"] == game.format_state(state)


FAMILIES: dict[str, list[dict[str, Any]]] = {
    "number-morph": [{"digits": 2}, {"digits": 4}, {"digits": 3, "base": 16}],
    "digit-duel": [{"digits": 2, "base": 16}, {"digits": 6, "base": 2}],
    "digit-poison": [{"divisors": (2, 3, 5), "uses": 1}, {"divisor": 999_999_937}],
    "digit-dilemma": [{"divisor": 13}, {"slots": 2, "leading-zero": False}],
    "operation-obliteration": [{"limit": 10_000, "divisors": (2, 3, 5, 7)}],
}
LARGE: list[tuple[str, dict[str, Any]]] = [
    ("number-morph", {"digits": 6}),
    ("digit-dilemma", {"slots": 4, "divisor": 13}),
]
MEMBERS = [(name, options) for name, members in FAMILIES.items() for options in members]


@pytest.mark.parametrize("member", sampled([*MEMBERS, *LARGE], *MEMBERS), ids=str)
def test_starts_of_variants_are_proved(member: tuple[str, dict[str, Any]]) -> None:
    name, options = member
    game = lastdigit.find(name, **{key.replace("-", "_"): value for key, value in options.items()})
    assert accepted(game, game.start(Random(1)))


def test_the_sizes_in_the_docs_are_current() -> None:
    starts: dict[str, dict[str, Any]] = {"number-morph": {"start": 211}}
    for name in CHECKER.GAMES:
        game = lastdigit.find(name, **starts.get(name, {}))
        content = certify(game, [game.start(Random(1))])
        data = json.loads(content)
        rows = [row for row in RESULTS.read_text().splitlines() if f"| {game.title} |" in row]
        if not rows:  # a new game is not on the page yet
            continue
        row = rows[0]
        assert f"| {len(content):,} |" in row
        if data["moves"]:
            assert f"| {len(data['moves'])} moves |" in row
