"""The checker refuses damaged certificates that a naive player refutes, and only those."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from lastdigit.solver.certificates import certify
from tests.conftest import Size
from tests.solver.playing_out import PlayingOut, pairs_fail
from tests.solver.seeds import Seeded, seeded, stand_alone_checker

CHECKER = stand_alone_checker()
NAMES = sorted(CHECKER.GAMES)
MOST_MOVES = 40
"""The naive game is too slow for larger tables."""
VALUES = ("win", "lose", "draw")

Proof = dict[str, Any]


def is_accepted(proof: Proof) -> bool:
    try:
        CHECKER.check(json.dumps(proof).encode(), CHECKER.GAMES)
    except ValueError:
        return False
    return True


def proofs(name: str, by: tuple[str, ...]) -> Any:
    """Yield small proofs of seeded positions late in a game, without end."""
    seed = 0
    while True:
        seed += 1
        found = seeded(name, seed, late=True)
        proof = json.loads(certify(found.game, [found.state]))
        if proof["claims"][0]["by"] in by and len(proof["moves"]) <= MOST_MOVES:
            yield found, proof, Random(seed)


@pytest.mark.parametrize("name", NAMES)
def test_another_value_or_distance_is_refused(name: str, size: Size) -> None:
    every = proofs(name, ("moves", "pairs", "parity"))
    for _ in range(size(sample=8, full=1_000)):
        _, proof, random = next(every)
        assert is_accepted(proof)
        [claim] = proof["claims"]
        original = claim["value"], claim["plies"]
        if claim["plies"] is not None and random.random() < 0.5:
            claim["plies"] = max(0, claim["plies"] + random.choice((-2, -1, 1, 2)))
        else:
            claim["value"] = random.choice([one for one in VALUES if one != claim["value"]])
        if (claim["value"], claim["plies"]) != original:
            assert not is_accepted(proof), claim


def damage_moves(proof: Proof, found: Seeded, random: Random) -> None:
    """Remove a position, or change a move to a legal or illegal one."""
    moves = proof["moves"]
    text = random.choice(list(moves))
    every = [found.game.format_move(move) for move in found.game.all_moves()]
    others = [move for move in every if move != moves[text]]
    if not others or random.random() < 0.3:
        del moves[text]
    else:
        moves[text] = random.choice(others)


MOVING = [name for name in NAMES if name != "digit-duel"] + ["digit-duel"]


@pytest.mark.parametrize("name", MOVING)
def test_damaged_moves_are_refused_if_they_no_longer_prove_it(name: str, size: Size) -> None:
    every = proofs(name, ("moves",))
    tried = size(sample=8, full=2_000)
    refused = left = 0
    while left < tried:
        found, proof, random = next(every)
        if not proof["moves"]:
            continue
        left += 1
        assert PlayingOut(found, proof["moves"]).proves(proof["claims"][0])
        damage_moves(proof, found, random)
        holds = PlayingOut(found, proof["moves"]).proves(proof["claims"][0])
        assert is_accepted(proof) is holds, proof
        refused += not holds
    assert refused > tried / 10, "some damage must make the proof wrong"


def damage_pairs(claim: dict[str, Any], random: Random) -> None:
    """Remove a pair, swap partners, repeat a prime, or remove or add a barrier."""
    pairs = claim["pairs"].split()
    kind = random.choice(("lose", "change", "twice", "move"))
    first, second = random.sample(range(len(pairs)), 2)
    (one, two), (three, four) = pairs[first].split("-"), pairs[second].split("-")
    if kind == "lose":
        pairs[first] = ""
    elif kind == "change":
        pairs[first], pairs[second] = f"{one}-{four}", f"{three}-{two}"
    elif kind == "twice":
        pairs[first] = f"{one}-{four}"
    elif "move" in claim:
        place, digit = claim["move"].split()
        claim["move"] = f"{place} {(int(digit, 16) + random.randint(1, 8)) % 9}"
    claim["pairs"] = " ".join(pairs)
    if random.random() < 0.1:
        claim["barrier"] = one if not claim["barrier"] else ""


def test_damaged_pairs_are_refused_if_an_answer_is_missing(size: Size) -> None:
    tried = size(sample=15, full=2_000)
    false = 0
    for seed in range(1, tried + 1):
        found = seeded("number-morph", seed)
        proof = json.loads(certify(found.game, [found.state]))
        [claim] = proof["claims"]
        if claim["by"] != "pairs" or claim["pairs"].count("-") < 2:
            continue
        random = Random(seed)
        plays = [[random.random() for _ in range(80)] for _ in range(3)]
        assert not pairs_fail(found, claim, plays)
        damage_pairs(claim, random)
        if pairs_fail(found, claim, plays):
            false += 1
            assert not is_accepted(proof), claim
    assert false > tried / 5
