"""The explanations of Operation Obliteration: lines are legal, end the game, and are long enough.

The second solver knows the values. A text of an unknown form fails.
"""

from __future__ import annotations

import re
from collections import Counter

from lastdigit.game.game import Seat
from lastdigit.games.operation_obliteration.rules import Operation, State
from lastdigit.games.operation_obliteration.variants import OperationObliteration
from lastdigit.solver import solver_for
from tests.solver import second_solver

STEP = re.compile(r"(\w+) makes (\d+)")
STUCK = (
    r"Then only (?P<fits>\w+) fits (?P<last>\d+), and "
    r"(?:it was (?P<whose>their|your) last operation"
    r"|3 × (\d+) \+ 1 = (?P<above>\d+) is above 100)\."
)
WINS = re.compile(
    rf"This wins: (?P<line>[\w ,]+)\. {STUCK}"
    r"(?P<others> Their other replies lose at least as fast\.)?"
)
ONLY = re.compile(rf"Only (?P<only>\w+) is possible, and it loses: (?P<line>[\w ,]+)\. {STUCK}")
LONGEST = re.compile(rf"Every operation loses\. The longest game: (?P<line>[\w ,]+)\. {STUCK}")
DRAWS = re.compile(
    r"Neither player can force a win: ([\w ]+) keeps the draw, and no operation wins\."
    r"(?: Only ([\w ]+) would lose\.)?"
)


def check_form(position: second_solver.Obliteration, text: str) -> str:
    """Check every claim of an explanation, and return its kind."""
    known = second_solver.obliteration()
    moves = second_solver.obliteration_moves(position)
    value, plies = known[position]
    if not moves:
        assert text == "The game is over."
        return "over"
    if found := DRAWS.fullmatch(text):
        assert value == "draw"
        going_on, losing = found[1].split(" or "), found[2].split(" and ") if found[2] else []
        assert {known[moves[operation]][0] for operation in going_on} == {"draw"}
        assert {known[moves[operation]][0] for operation in losing} <= {"win"}
        assert sorted(going_on + losing) == sorted(moves)
        return "draw"
    if found := WINS.fullmatch(text):
        form = "win"
        assert value == "win"
    elif found := ONLY.fullmatch(text):
        form = "only"
        assert list(moves) == [found["only"]]
    else:
        found = LONGEST.fullmatch(text)
        assert found, text
        form = "longest"
        assert len(moves) > 1
        assert value == "lose"
    steps = STEP.findall(found["line"])
    assert len(steps) == plies
    choice = False
    for done, (operation, number) in enumerate(steps):
        moves = second_solver.obliteration_moves(position)
        choice |= form == "win" and done % 2 == 1 and len(moves) > 1
        assert known[position] == (("lose", "win")[(len(steps) - done) % 2], len(steps) - done)
        position = moves[operation]
        assert position[0] == int(number)
    assert not second_solver.obliteration_moves(position), "the line ends the game"
    assert choice == bool(found.groupdict().get("others"))
    number, own, _ = position
    assert (int(found["last"]), found["fits"]) == (number, "multiply" if number % 2 else "divide")
    if found["whose"]:
        assert own == found["fits"]
        assert found["whose"] == ("their" if form == "win" else "your")
    else:
        assert int(found["above"]) == 3 * number + 1 > 100
    return form


def test_every_claim_of_an_explanation_is_true() -> None:
    solver = solver_for(OperationObliteration())
    seen = Counter[str]()
    for position in second_solver.obliteration():
        number, own, other = position
        state = State(
            Seat.ONE, number, Operation(own) if own else None, Operation(other) if other else None
        )
        seen[check_form(position, solver.why(state))] += 1
    assert set(seen) == {"over", "draw", "win", "only", "longest"}
