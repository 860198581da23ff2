"""The explanations of Digit Duel: every claim is parsed, replayed and checked.

The second solver knows the values. A text of an unknown form fails.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random

from lastdigit.game.game import Seat
from lastdigit.games.digit_duel.rules import State
from lastdigit.games.digit_duel.variants import DigitDuel
from lastdigit.solver import solver_for
from tests.conftest import Size
from tests.solver import second_solver

PLACES = {"hundreds": 100, "tens": 10, "ones": 1}
AT_ONCE = re.compile(r"Your (\w+) digit is (\d): enough to bring (\d+) to zero\.")
USE = re.compile(
    r"Strike with the (\w+) digit: (\d+) becomes (\d+), and your (\d+) becomes (\d+)\. (.+)"
)
WON_LINE = re.compile(r"Then: (.+), and their number is zero\.")
LOSES_ABOVE = re.compile(r"With (\d+) on their turn, they lose to every number above (\d+)\.")
LEFT_TO_COUNTING = re.compile(r"With perfect play, they then lose with (\d+) against (\d+)\.")
LAST = re.compile(
    r"Your last digit is 1\. It can't bring (\d+) to zero, but it brings your own number to "
    r"zero\."
)
LOST_LINE = re.compile(r"Every move loses\. The longest game: (.+), and your number is zero\.")
LOST_ABOVE = re.compile(
    r"Every move loses\. With (\d+) on your turn, you lose to every number above (\d+), "
    r"and theirs is (\d+)\."
)
LOST_COUNTED = "Against perfect play, every move loses here."
LONGEST_LINE = 10


def usable_digits(number: int) -> dict[str, int]:
    return {place: number // worth % 10 for place, worth in PLACES.items() if number // worth % 10}


def after_strike(own: int, opposing: int, place: str) -> tuple[int, int]:
    """Return the pair that the opponent then has. A number never falls below zero."""
    opposing = max(0, opposing - usable_digits(own)[place])
    return opposing, own - PLACES[place] if opposing else own


def plies_of(own: int, opposing: int) -> int:
    """Return the plies to the end, negative if the mover loses."""
    return second_solver.duel_answers()[own][opposing]


def check_form(own: int, opposing: int, text: str) -> str:
    """Check every claim of an explanation, and return its kind."""
    plies = plies_of(own, opposing)
    if found := AT_ONCE.fullmatch(text):
        assert usable_digits(own)[found[1]] == int(found[2]) >= opposing
        assert (int(found[3]), plies) == (opposing, 1)
        return "at once"
    if found := USE.fullmatch(text):
        later = after_strike(own, opposing, found[1])
        assert (opposing, own) == (int(found[2]), int(found[4]))
        assert later == (int(found[3]), int(found[5]))
        assert plies == 1 - plies_of(*later)
        return check_win_form(later, plies, found[6])
    if LAST.fullmatch(text):
        assert (plies, list(usable_digits(own).values())) == (-1, [1])
        assert opposing > 1
        return "last"
    assert plies < 0
    if found := LOST_LINE.fullmatch(text):
        assert replay_line(own, opposing, found[1], "you") == -plies <= LONGEST_LINE
        return "lost line"
    assert -plies > LONGEST_LINE
    if found := LOST_ABOVE.fullmatch(text):
        assert (int(found[1]), int(found[3])) == (own, opposing)
        assert opposing > int(found[2])
        check_nothing_is_beaten_above(own, int(found[2]))
        return "lost above"
    assert text == LOST_COUNTED
    assert any(plies_of(own, other) > 0 for other in range(opposing, 1_000)), (
        "a rule would explain it"
    )
    return "lost, counted"


def check_win_form(later: tuple[int, int], plies: int, text: str) -> str:
    """Check why the opponent, who is to move in the later pair, loses, and return the kind."""
    if found := WON_LINE.fullmatch(text):
        assert replay_line(*later, found[1], "they") + 1 == plies <= LONGEST_LINE
        return "line"
    assert plies > LONGEST_LINE
    if found := LOSES_ABOVE.fullmatch(text):
        assert int(found[1]) == later[0]
        assert later[1] > int(found[2])
        check_nothing_is_beaten_above(later[0], int(found[2]))
        return "above"
    found = LEFT_TO_COUNTING.fullmatch(text)
    assert found, text
    assert (int(found[1]), int(found[2])) == later
    assert any(plies_of(later[0], other) > 0 for other in range(later[1], 1_000)), (
        "a rule would explain it"
    )
    return "counted"


def check_nothing_is_beaten_above(own: int, most: int) -> None:
    """Check that the mover with `own` beats the number `most` and none above it."""
    assert most == 0 or plies_of(own, most) > 0
    assert all(plies_of(own, other) < 0 for other in range(most + 1, 1_000))


def replay_line(own: int, opposing: int, line: str, first: str) -> int:
    """Replay a line, check that both players play their best, and return its number of turns."""
    turns = line.split(", ")
    for number, turn in enumerate(turns):
        who, value = turn.split()
        assert who == (first if number % 2 == 0 else {"you": "they", "they": "you"}[first])
        plies = plies_of(own, opposing)
        # Of equal digits, the line means one with the shortest win or the longest loss.
        own, opposing = next(
            after
            for place, worth in usable_digits(own).items()
            if worth == int(value)
            for after in [after_strike(own, opposing, place)]
            if (0 if 0 in after else plies_of(*after)) == (1 - plies if plies > 0 else -1 - plies)
            or (0 in after and abs(plies) == 1)
        )
        assert (0 in (own, opposing)) is (number == len(turns) - 1)
    return len(turns)


def test_every_claim_of_an_explanation_is_true(size: Size) -> None:
    solver = solver_for(DigitDuel())
    random = Random("duel")
    seen = Counter[str]()
    for number in range(size(sample=450, full=20_000)):
        most = (999, 60, 9)[number % 3]
        own, opposing = random.randint(1, most), random.randint(1, most)
        text = solver.why(State(Seat.ONE, own, opposing))
        seen[check_form(own, opposing, text)] += 1
    kinds = {"at once", "line", "above", "counted", "last", "lost line", "lost above"}
    assert set(seen) == kinds | {"lost, counted"}
    assert min(seen.values()) > 5, seen


def test_an_explanation_does_not_subtract_below_zero() -> None:
    """5 less 9 is not zero, although the number becomes zero."""
    text = solver_for(DigitDuel()).why(State(Seat.ONE, 9, 5))
    assert "5 less 9 is zero" not in text
