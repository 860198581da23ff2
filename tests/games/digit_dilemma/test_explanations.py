"""Digit Dilemma's explanations are true: every claim in them is parsed and checked.

The second solver is the reference. A text in an unknown form fails.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from lastdigit.game.game import Seat
from lastdigit.games import find
from lastdigit.testing.conformance import random_walk
from tests.conftest import Size
from tests.sizes import sampled
from tests.solver import second_solver
from tests.solver.test_reasons import why

PLACE = r"Place (\d) (?:in|on) the (left|middle|right)[:.] "
MULTIPLE = re.compile(rf"{PLACE}(\d+) = 7 × (\d+)\.")
CLOSER = re.compile(rf"{PLACE}(\d+) is (\d) short of a multiple of 7, and (\d+) is (\d) short\.")
SMALLER = re.compile(rf"{PLACE}(\d+) and (\d+) are both (\d) short of .+, and yours is smaller\.")
BEST_LEFT = re.compile(
    rf"{PLACE}(\d+) is (\d) short of a multiple of 7\. Their best, (\d+), is "
    r"(?:(\d) short|also (\d) short, but it is larger)\."
)
FORK = re.compile(
    rf"{PLACE}You threaten ([\d and]+), and they can take only one of those digits\. "
    r"You win in (\d) turns\."
)
COUNTED = re.compile(rf"{PLACE}All (\d+) answers lose: ([^.]+)\. You win in (\d) turns\.")
THREATENED = re.compile(
    r"They threaten ([\d and]+), and (you can't take all of those digits|taking that digit "
    r"doesn't help)\. The game lasts at most (\d) more turns\."
)
BEATEN = re.compile(
    r"(\d+) is (\d) short of a multiple of 7, and you have no digit that beats it\."
)
HOPELESS = re.compile(r"All (\d+) moves lose: ([^.]+)\. The game lasts at most (\d) more turns\.")
WAY = re.compile(r"(\d+) (to [a-z7' ]+) \(for example, (\d \w+) answers (\d \w+)\)")


class Boards:
    """Two boards, the mover's first, with the second solver's solution."""

    def __init__(self, own: str, other: str, leading_zero: bool) -> None:
        self.own, self.other, self.leading_zero = own, other, leading_zero
        self.known = second_solver.dilemma(leading_zero)
        self.value, self.plies = self.known[own, other]

    def boards(self) -> list[str]:
        """Return the boards that the mover can make."""
        return second_solver.dilemma_boards(self.own, self.other, self.leading_zero)

    def placed(self, move: str) -> Boards:
        """Return the position after a legal move, such as 7 left."""
        digit, position = move.lower().split()
        place = ("left", "middle", "right").index(position)
        assert self.own[place] == "_"
        board = self.own[:place] + digit + self.own[place + 1 :]
        assert board in self.boards()
        return Boards(self.other, board, self.leading_zero)

    def multiples(self, board: str) -> list[int]:
        """Return the multiples of 7 that one of the two boards can become next."""
        taken = self.other if board == self.own else self.own
        made = second_solver.dilemma_boards(board, taken, self.leading_zero)
        return [int(one) for one in made if "_" not in one and int(one) % 7 == 0]


def below(number: str | int) -> int:
    """Return the distance up to the next multiple of 7."""
    return next(steps for steps in range(7) if (int(number) + steps) % 7 == 0)


def won_form(before: Boards, text: str) -> str | None:
    """Check the explanation of a win, and return its form, or None if it is not one."""
    placed = re.match(PLACE, text)
    if not placed:
        return None
    later = before.placed(f"{placed[1]} {placed[2]}")
    theirs, mine = later.own, later.other
    assert before.value == "win"
    assert (later.value, later.plies) == ("lose", (before.plies or 0) - 1)
    if found := MULTIPLE.fullmatch(text):
        assert int(mine) == int(found[3]) == 7 * int(found[4])
        return "multiple"
    if found := CLOSER.fullmatch(text):
        assert (int(mine), int(theirs)) == (int(found[3]), int(found[5]))
        assert (below(mine), below(theirs)) == (int(found[4]), int(found[6]))
        assert below(mine) < below(theirs)
        return "closer"
    if found := SMALLER.fullmatch(text):
        assert (int(mine), int(theirs)) == (int(found[3]), int(found[4]))
        assert below(mine) == below(theirs) == int(found[5])
        assert int(mine) < int(theirs)
        return "smaller"
    if found := BEST_LEFT.fullmatch(text):
        made = [int(board) for board in later.boards()]
        best = min(made, key=lambda number: (below(number), number))
        assert (int(mine), best) == (int(found[3]), int(found[5]))
        assert (below(mine), below(best)) == (int(found[4]), int(found[6] or found[7]))
        assert (below(mine), int(mine)) < (below(best), best)
        assert (below(mine) == below(best)) == (found[7] is not None)
        return "best left"
    if found := FORK.fullmatch(text):
        named = [int(number) for number in found[3].split(" and ")]
        assert len(named) > 1
        assert named == later.multiples(mine)
        assert before.plies == int(found[4])
        for board in later.boards():  # one of them can be completed after every reply
            assert set(Boards(mine, board, later.leading_zero).multiples(mine)) & set(named)
        return "fork"
    found = COUNTED.fullmatch(text)
    assert found, text
    assert len(later.boards()) == int(found[3])
    check_ways(later, found[4])
    assert before.plies == int(found[5])
    return "counted"


def check_ways(losing: Boards, text: str) -> None:
    """Check the counts and examples of replies to the moves of a lost position."""
    ways = WAY.findall(text)
    listed = (f"{n} {way} (for example, {two} answers {one})" for n, way, two, one in ways)
    assert ", ".join(listed) == text
    after = [Boards(losing.other, board, losing.leading_zero) for board in losing.boards()]
    assert sum(int(count) for count, *_ in ways) == len(after)
    assert {later.value for later in after} == {"win"}
    plies = Counter(later.plies for later in after)
    for count, way, reply, move in ways:
        tried = losing.placed(move)
        met = tried.placed(reply)
        assert (met.value, met.plies) == ("lose", (tried.plies or 0) - 1)
        threats = len(met.multiples(met.other)) if met.other.count("_") == 1 else 0
        if way in ("to a multiple of 7 at once", "to a number closer to the next multiple of 7"):
            assert tried.plies == 1
            assert (int(met.other) % 7 == 0) == ("at once" in way)
        elif way == "to a number that can't be beaten":
            assert (int(count), tried.plies) == (plies[2], 2)
        elif way == "to two threats at once":
            assert threats > 1
        elif way == "to a threat that can't be stopped":
            assert threats == 1
        else:
            assert (way, threats) == ("to a slower win", 0)


def lost_form(before: Boards, text: str) -> str:
    """Check the explanation of a loss, and return its form."""
    assert before.value == "lose"
    if found := THREATENED.fullmatch(text):
        named = [int(number) for number in found[1].split(" and ")]
        assert named == before.multiples(before.other)
        assert (len(named) > 1) == found[2].startswith("you can't")
        assert before.plies == int(found[3])
        return "threatened" if len(named) > 1 else "one threat"
    if found := BEATEN.fullmatch(text):
        assert int(before.other) == int(found[1])
        assert below(before.other) == int(found[2])
        assert all(below(board) >= int(found[2]) for board in before.boards())
        return "beaten"
    found = HOPELESS.fullmatch(text)
    assert found, text
    assert len(before.boards()) == int(found[1])
    check_ways(before, found[2])
    assert before.plies == int(found[3])
    return "hopeless"


@pytest.mark.parametrize("leading_zero", sampled([True, False], True))
def test_every_threat_and_reply_in_an_explanation_is_true(leading_zero: bool, size: Size) -> None:
    game = find("digit-dilemma", **{"leading-zero": leading_zero})
    random = Random("dilemma")
    seen = Counter[str]()
    for _ in range(size(sample=20, full=1_000)):
        for state, move in random_walk(game, random):
            boards = (state.board_1, state.board_2)
            own, other = boards if state.mover is Seat.ONE else reversed(boards)
            text = why(game, state)
            if move is None:
                assert text == "The game is over."
                continue
            before = Boards(own, other, leading_zero)
            seen[won_form(before, text) or lost_form(before, text)] += 1
    won = {"multiple", "closer", "smaller", "best left", "fork", "counted"}
    assert set(seen) == won | {"threatened", "one threat", "beaten", "hopeless"}
