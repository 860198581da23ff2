"""What `why` says is true: every claim in it is read back, replayed and checked.

The truth comes from the second solver; a text that fits none of the known forms fails.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from lastdigit.game.game import AnyGame, Seat
from lastdigit.games import find
from lastdigit.games.digit_duel.rules import State as Duel
from lastdigit.games.digit_poison.rules import State as Number
from lastdigit.games.number_morph.insight import NumberMorphSolver
from lastdigit.games.number_morph.rules import State as Morph
from lastdigit.games.operation_obliteration.operations import Operation
from lastdigit.games.operation_obliteration.rules import State as Shared
from lastdigit.solver import solver_for
from lastdigit.testing.playing import random_walk
from tests.conftest import Size
from tests.solver import second_solver
from tests.solver.second_solver import morph_graph

MORPH_GAMES = 60
MORPH_STARTS = 10


def why(game: AnyGame, state: Any) -> str:
    return solver_for(game).why(state)


# Number Morph: whoever answers with the partner always has an answer

FORM_LAST = re.compile(r"Form (\d+): then no unused prime can be formed from it\.")
FORM = re.compile(
    r"Form (\d+)\. Whatever they form then, answer with its partner: ([\d, -]+)\. Every prime that "
    r"they can ever reach has a partner of its own, so you always have an answer\."
)
LOST = re.compile(
    r"Whatever you form, they answer with its partner: ([\d, -]+)\. Every prime that you can ever "
    r"reach has a partner of its own, so they always have an answer\."
)


def partners(text: str) -> dict[int, int]:
    """Return the pairs of a text, such as 211-271."""
    pairs = [pair.split("-") for pair in text.split(", ")]
    return {int(one): int(two) for one, two in pairs}


class Told:
    """A Number Morph reason, read back: what to form, the named answers and the whole pairing."""

    def __init__(self, insight: NumberMorphSolver, state: Morph) -> None:
        """Read the text, and check that it names exactly what the pairing answers."""
        text = insight.why(state)
        formed, self.answers = insight.pairs(state)
        self.formed: int | None = None
        named: dict[int, int] = {}
        if found := FORM_LAST.fullmatch(text):
            self.formed = int(found[1])
        elif found := FORM.fullmatch(text):
            self.formed, named = int(found[1]), partners(found[2])
        else:
            found = LOST.fullmatch(text)
            assert found, text
            named = partners(found[1])
        assert self.formed == formed
        current = self.formed or state.number
        self.unused = frozenset(morph_graph()).difference(state.log, {self.formed or 0})
        assert set(named) == self.unused.intersection(morph_graph()[current])
        assert named.items() <= self.answers.items()

    def answer(self, prime: int, unused: frozenset[int]) -> int:
        """Return the partner of a prime that was just formed; it must be there and in reach."""
        partner = self.answers[prime]
        assert partner in unused
        assert partner in morph_graph()[prime]
        return partner


def positions(game: AnyGame, random: Random) -> list[Morph]:
    """Return positions from all parts of random games."""
    found: list[Morph] = []
    while len(found) < MORPH_GAMES:
        walked: list[Morph] = [state for state, move in random_walk(game, random) if move]
        found += random.sample(walked, min(3, len(walked)))
    return found


@pytest.mark.parametrize("log_start", [True, False])
def test_answering_with_the_partner_wins_whole_games_of_number_morph(log_start: bool) -> None:
    game = find("number-morph", **{"log-start": log_start})
    insight = solver_for(game)
    assert isinstance(insight, NumberMorphSolver)
    random = Random("pairs")
    starts = random.sample([*insight.starts().values()], MORPH_STARTS)
    seen = Counter[str]()
    for state in [*starts, *positions(game, random)]:
        told = Told(insight, state)
        seen["won" if told.formed else "lost"] += 1
        current, unused = told.formed or state.number, told.unused
        assert told.formed is None or current in morph_graph()[state.number]
        # Only the pairing of this one text is used from here to the end of the game.
        while loser := [prime for prime in morph_graph()[current] if prime in unused]:
            formed = random.choice(loser)
            current = told.answer(formed, unused - {formed})
            unused -= {formed, current}
            seen["answers"] += 1
    assert min(seen["won"], seen["lost"]) >= 8
    assert seen["answers"] > MORPH_GAMES


@pytest.mark.parametrize("log_start", [True, False])
def test_the_partner_answers_every_line_of_three_replies(log_start: bool) -> None:
    game = find("number-morph", **{"log-start": log_start})
    insight = solver_for(game)
    assert isinstance(insight, NumberMorphSolver)
    random = Random("every reply")

    def lines(told: Told, current: int, unused: frozenset[int], depth: int) -> int:
        if depth == 0:
            return 1
        counted = 0
        for formed in unused.intersection(morph_graph()[current]):
            left = unused - {formed}
            answer = told.answer(formed, left)
            counted += lines(told, answer, left - {answer}, depth - 1)
        return counted

    starts = random.sample([*insight.starts().values()], MORPH_STARTS)
    states = [*starts, *random.sample(positions(game, random), MORPH_STARTS)]
    told = [Told(insight, state) for state in states]
    assert (
        sum(
            lines(one, one.formed or state.number, one.unused, 3)
            for one, state in zip(told, states, strict=True)
        )
        > 1_000
    )


# Operation Obliteration: the line is legal, ends the game, and is as long as it should be

STEP = re.compile(r"(\w+) makes (\d+)")
STUCK = (
    r"There only (?P<fits>\w+) fits (?P<last>\d+), and "
    r"(?:it was (?P<whose>their|your) previous operation"
    r"|3 x (\d+) \+ 1 = (?P<above>\d+) is above 100)\."
)
WINS = re.compile(
    rf"This wins: (?P<line>[\w ,]+)\. {STUCK}"
    r"(?P<others> Their other answers lose too, and no later\.)?"
)
ONLY = re.compile(rf"Only (?P<only>\w+) is possible, and it loses: (?P<line>[\w ,]+)\. {STUCK}")
LONGEST = re.compile(rf"Every operation loses; the longest line is: (?P<line>[\w ,]+)\. {STUCK}")
DRAWS = re.compile(
    r"Nobody can force an end: ([\w ]+) goes on without letting the other player win, "
    r"and no operation wins\.(?: Only ([\w ]+) would lose\.)?"
)


def obliteration_form(position: second_solver.Obliteration, text: str) -> str:
    """Check what a text claims of a position, and return which form it has."""
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


def test_every_line_of_operation_obliteration_can_be_played_to_its_end() -> None:
    game = find("operation-obliteration")
    seen = Counter[str]()
    for position in second_solver.obliteration():
        number, own, other = position
        state = Shared(
            Seat.ONE, number, Operation(own) if own else None, Operation(other) if other else None
        )
        seen[obliteration_form(position, why(game, state))] += 1
    assert set(seen) == {"over", "draw", "win", "only", "longest"}


# Digit Poison: safe digits, and who must place the last one

SAFE = (
    r"Safe here: (every digit|[\d, ]+)\. There is always a safe one, because no two neighbouring "
    r"digits both make it divisible\."
)
MINE = re.compile(
    r"(\d+) digits? (?:is|are) still to be placed, so the last one is yours, and it loses\. "
    r"The other player always has a safe digit until then\."
)
THEIRS = re.compile(
    r"(\d+) digits are still to be placed, so the other player must place the last one, "
    rf"and loses with it\. {SAFE}"
)
ENDLESS = re.compile(rf"{SAFE} So without a maximum length nobody can be forced to lose\.")


def safe_digits(remainder: int, divisor: int) -> list[int]:
    return [digit for digit in range(10) if (remainder * 10 + digit) % divisor]


@pytest.mark.parametrize("divisor", [2, 3, 7, 10, 11, 64, 100])
@pytest.mark.parametrize("length", [1, 2, 7, 10, None])
def test_the_digits_named_safe_are_safe_and_the_count_is_right(
    divisor: int, length: int | None
) -> None:
    game = find("digit-poison", **{"divisor": divisor, "max-length": length})
    known = second_solver.poison(divisor, length) if length else {}
    for placed in range(length or 4):
        for remainder in range(1, divisor) if placed else (0,):
            text = why(game, Number(Seat.ONE, "1" * placed, remainder))
            value = known[remainder, placed][0] if length else "draw"
            named = {"win": THEIRS, "lose": MINE, "draw": ENDLESS}[value].fullmatch(text)
            assert named, text
            assert length is None or int(named[1]) == length - placed
            if value != "lose":
                every = ", ".join("0123456789")
                digits = named[named.re.groups].replace("every digit", every)
                assert [int(one) for one in digits.split(", ")] == safe_digits(remainder, divisor)


def test_everything_is_poison_when_the_divisor_is_1() -> None:
    text = "Every number is divisible by 1, so whoever places a digit loses."
    assert why(find("digit-poison", divisor=1), Number(Seat.TWO)) == text


# Digit Duel: the named digit wins, and every count is right

PLACES = {"hundreds": 100, "tens": 10, "ones": 1}
AT_ONCE = re.compile(r"Your (\w+) digit is (\d): enough to bring (\d+) to zero\.")
USE = re.compile(r"Use the (\w+) digit: (\d+) becomes (\d+), and you keep (\d+)\. (.+)")
WON_LINE = re.compile(r"The line: (.+), and their number is zero\.")
LOSES_ABOVE = re.compile(r"Whoever is to move with (\d+) loses to every number above (\d+)\.")
LEFT_TO_COUNTING = re.compile(r"Only counting shows that (\d+) to move then loses to (\d+)\.")
LAST = re.compile(
    r"Your last digit is 1: it cannot bring (\d+) to zero, and using it makes your own number "
    r"zero\."
)
LOST_LINE = re.compile(r"Every digit loses\. The longest line: (.+), and your number is zero\.")
LOST_ABOVE = re.compile(
    r"Every digit loses: whoever is to move with (\d+) loses to every number above (\d+), "
    r"and theirs is (\d+)\."
)
LOST_COUNTED = re.compile(
    r"Every digit loses, and only counting shows it: (\d+) to move against (\d+)\."
)
LONGEST_LINE = 10


def duel_digits(number: int) -> dict[str, int]:
    """Return the digits that can be used."""
    return {place: number // worth % 10 for place, worth in PLACES.items() if number // worth % 10}


def duel_after(own: int, opposing: int, place: str) -> tuple[int, int]:
    """Return the numbers as the opponent then has them; a number never falls below zero."""
    opposing = max(0, opposing - duel_digits(own)[place])
    return opposing, own - PLACES[place] if opposing else own


def duel_plies(own: int, opposing: int) -> int:
    """Return the plies to the end, negative where the mover loses."""
    return second_solver.duel_answers()[own][opposing]


def duel_form(own: int, opposing: int, text: str) -> str:
    """Check what a text claims of two numbers, and return which form it has."""
    plies = duel_plies(own, opposing)
    if found := AT_ONCE.fullmatch(text):
        assert duel_digits(own)[found[1]] == int(found[2]) >= opposing
        assert (int(found[3]), plies) == (opposing, 1)
        return "at once"
    if found := USE.fullmatch(text):
        later = duel_after(own, opposing, found[1])
        assert (opposing, *later) == (int(found[2]), int(found[3]), int(found[4]))
        assert plies == 1 - duel_plies(*later)
        return duel_win_form(later, plies, found[5])
    if LAST.fullmatch(text):
        assert (plies, list(duel_digits(own).values())) == (-1, [1])
        assert opposing > 1
        return "last"
    assert plies < 0
    if found := LOST_LINE.fullmatch(text):
        assert duel_line_length(own, opposing, found[1], "you") == -plies <= LONGEST_LINE
        return "lost line"
    assert -plies > LONGEST_LINE
    if found := LOST_ABOVE.fullmatch(text):
        assert (int(found[1]), int(found[3])) == (own, opposing)
        assert opposing > int(found[2])
        check_nothing_is_beaten_above(own, int(found[2]))
        return "lost above"
    found = LOST_COUNTED.fullmatch(text)
    assert found, text
    assert (int(found[1]), int(found[2])) == (own, opposing)
    assert any(duel_plies(own, other) > 0 for other in range(opposing, 1_000)), "a rule was there"
    return "lost, counted"


def duel_win_form(later: tuple[int, int], plies: int, text: str) -> str:
    """Check why the other, who is to move in the later position, is said to have lost."""
    if found := WON_LINE.fullmatch(text):
        assert duel_line_length(*later, found[1], "they") + 1 == plies <= LONGEST_LINE
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
    assert any(duel_plies(later[0], other) > 0 for other in range(later[1], 1_000)), "a rule is"
    return "counted"


def check_nothing_is_beaten_above(own: int, most: int) -> None:
    """Check that whoever is to move with a number beats this one, and none above it."""
    assert most == 0 or duel_plies(own, most) > 0
    assert all(duel_plies(own, other) < 0 for other in range(most + 1, 1_000))


def duel_line_length(own: int, opposing: int, line: str, first: str) -> int:
    """Replay a line, in which both sides play their best, and return how many turns it has."""
    turns = line.split(", ")
    for number, turn in enumerate(turns):
        who, value = turn.split()
        assert who == (first if number % 2 == 0 else {"you": "they", "they": "you"}[first])
        plies = duel_plies(own, opposing)
        # Of equal digits, one that keeps to the shortest win or the longest loss was meant.
        own, opposing = next(
            after
            for place, worth in duel_digits(own).items()
            if worth == int(value)
            for after in [duel_after(own, opposing, place)]
            if (0 if 0 in after else duel_plies(*after)) == (1 - plies if plies > 0 else -1 - plies)
            or (0 in after and abs(plies) == 1)
        )
        assert (0 in (own, opposing)) is (number == len(turns) - 1)
    return len(turns)


def test_every_count_of_digit_duel_is_right(size: Size) -> None:
    game = find("digit-duel")
    random = Random("duel")
    seen = Counter[str]()
    for number in range(size(sample=900, full=20_000)):
        most = (999, 60, 9)[number % 3]
        own, opposing = random.randint(1, most), random.randint(1, most)
        seen[duel_form(own, opposing, why(game, Duel(Seat.ONE, own, opposing)))] += 1
    kinds = {"at once", "line", "above", "counted", "last", "lost line", "lost above"}
    assert set(seen) == kinds | {"lost, counted"}
    assert min(seen.values()) > 5, seen


def test_a_digit_larger_than_their_number_is_not_said_to_make_exactly_zero() -> None:
    """A number never falls below zero: 5 less 9 is not zero, it only ends there."""
    text = why(find("digit-duel"), Duel(Seat.ONE, 9, 5))
    assert "5 less 9 is zero" not in text


# Digit Dilemma: threats, completions and answers are there

PLACE = r"Place (\d) (?:in|on) the (left|middle|right): "
MULTIPLE = re.compile(rf"{PLACE}(\d+) = 7 x (\d+)\.")
CLOSER = re.compile(rf"{PLACE}(\d+) is (\d) below a multiple of 7, (\d+) is (\d) below one\.")
SMALLER = re.compile(rf"{PLACE}(\d+) and (\d+) are both (\d) below .+, and yours is smaller\.")
BEST_LEFT = re.compile(
    rf"{PLACE}(\d+) is (\d) below a multiple of 7, and they can do no better than (\d+), "
    r"(\d) below one(?: and larger)?\."
)
FORK = re.compile(
    rf"{PLACE}you threaten ([\d and]+), and they can take only one of these digits\. "
    r"You win in (\d) turns\."
)
COUNTED = re.compile(rf"{PLACE}all (\d+) answers lose: ([^.]+)\. You win in (\d) turns\.")
THREATENED = re.compile(
    r"They threaten ([\d and]+), and (you cannot take every one of these digits|taking that digit "
    r"does not help)\. It lasts (\d) turns at most\."
)
BEATEN = re.compile(
    r"(\d+) is (\d) below a multiple of 7, and none of your digits makes a number that is "
    r"divisible, closer, or as close and smaller\."
)
HOPELESS = re.compile(r"All (\d+) moves lose: ([^.]+)\. It lasts (\d) turns at most\.")
WAY = re.compile(r"(\d+) (to [a-z7 ]+) \(for example, (\d \w+) is met by (\d \w+)\)")


class Dilemma:
    """Two boards, the mover's first, with the second solver's solutions of them."""

    def __init__(self, own: str, other: str, leading_zero: bool) -> None:
        """Take the boards and the rule."""
        self.own, self.other, self.leading_zero = own, other, leading_zero
        self.known = second_solver.dilemma(leading_zero)
        self.value, self.plies = self.known[own, other]

    def boards(self) -> list[str]:
        """Return what the mover can make."""
        return second_solver.dilemma_boards(self.own, self.other, self.leading_zero)

    def placed(self, move: str) -> Dilemma:
        """Return the position after a move such as 7 left; it must be legal."""
        digit, position = move.lower().split()
        place = ("left", "middle", "right").index(position)
        assert self.own[place] == "_"
        board = self.own[:place] + digit + self.own[place + 1 :]
        assert board in self.boards()
        return Dilemma(self.other, board, self.leading_zero)

    def multiples(self, board: str) -> list[int]:
        """Return the multiples of 7 that a board of theirs or one's own can become next."""
        taken = self.other if board == self.own else self.own
        made = second_solver.dilemma_boards(board, taken, self.leading_zero)
        return [int(one) for one in made if "_" not in one and int(one) % 7 == 0]


def below(number: str | int) -> int:
    """Return how far it is up to the next multiple of 7."""
    return next(steps for steps in range(7) if (int(number) + steps) % 7 == 0)


def won_form(before: Dilemma, text: str) -> str | None:
    """Check a reason for a win, and return its form."""
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
        assert (below(mine), below(best)) == (int(found[4]), int(found[6]))
        assert (below(mine), int(mine)) < (below(best), best)
        return "best left"
    if found := FORK.fullmatch(text):
        named = [int(number) for number in found[3].split(" and ")]
        assert len(named) > 1
        assert named == later.multiples(mine)
        assert before.plies == int(found[4])
        for board in later.boards():  # whatever they do, one of them can be completed
            assert set(Dilemma(mine, board, later.leading_zero).multiples(mine)) & set(named)
        return "fork"
    found = COUNTED.fullmatch(text)
    assert found, text
    assert len(later.boards()) == int(found[3])
    check_ways(later, found[4])
    assert before.plies == int(found[5])
    return "counted"


def check_ways(losing: Dilemma, text: str) -> None:
    """Check how the moves of a lost position are said to be met: counts and examples."""
    ways = WAY.findall(text)
    said = (f"{n} {way} (for example, {one} is met by {two})" for n, way, one, two in ways)
    assert ", ".join(said) == text
    after = [Dilemma(losing.other, board, losing.leading_zero) for board in losing.boards()]
    assert sum(int(count) for count, *_ in ways) == len(after)
    assert {later.value for later in after} == {"win"}
    plies = Counter(later.plies for later in after)
    for count, way, move, reply in ways:
        tried = losing.placed(move)
        met = tried.placed(reply)
        assert (met.value, met.plies) == ("lose", (tried.plies or 0) - 1)
        threats = len(met.multiples(met.other)) if met.other.count("_") == 1 else 0
        if way in ("to a multiple of 7 at once", "to a number closer to the next multiple of 7"):
            assert tried.plies == 1
            assert (int(met.other) % 7 == 0) == ("at once" in way)
        elif way == "to a number that cannot be bettered":
            assert (int(count), tried.plies) == (plies[2], 2)
        elif way == "to two threats at once":
            assert threats > 1
        elif way == "to a threat that cannot be met":
            assert threats == 1
        else:
            assert (way, threats) == ("to a slower win", 0)


def lost_form(before: Dilemma, text: str) -> str:
    """Check a reason for a loss, and return its form."""
    assert before.value == "lose"
    if found := THREATENED.fullmatch(text):
        named = [int(number) for number in found[1].split(" and ")]
        assert named == before.multiples(before.other)
        assert (len(named) > 1) == found[2].startswith("you cannot")
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


@pytest.mark.parametrize("leading_zero", [True, False])
def test_the_threats_and_answers_of_digit_dilemma_are_there(leading_zero: bool, size: Size) -> None:
    game = find("digit-dilemma", **{"leading-zero": leading_zero})
    random = Random("dilemma")
    seen = Counter[str]()
    for _ in range(size(sample=100, full=1_000)):
        for state, move in random_walk(game, random):
            boards = (state.board_1, state.board_2)
            own, other = boards if state.mover is Seat.ONE else reversed(boards)
            text = why(game, state)
            if move is None:
                assert text == "The game is over."
                continue
            before = Dilemma(own, other, leading_zero)
            seen[won_form(before, text) or lost_form(before, text)] += 1
    won = {"multiple", "closer", "smaller", "best left", "fork", "counted"}
    assert set(seen) == won | {"threatened", "one threat", "beaten", "hopeless"}


# The words themselves

GOLDEN = {
    "number-morph": [
        (
            "1 211 211",
            "Whatever you form, they answer with its partner: 311-811, 811-311, 911-971, "
            "241-541, 251-151, 271-571, 281-181. Every prime that you can ever reach has "
            "a partner of its own, so they always have an answer.",
        ),
        (
            "2 277 211,271,277",
            "Whatever you form, they answer with its partner: 577-677, 677-577, 877-977, "
            "977-877, 227-127, 257-157. Every prime that you can ever reach has a partner of its "
            "own, so they always have an answer.",
        ),
        (
            "1 101 -",
            "Form 401. Whatever they form then, answer with its partner: 101-701, "
            "601-641, 701-101, 421-521, 431-631, 461-661, 491-191, 409-479. Every prime "
            "that they can ever reach has a partner of its own, so you always have an "
            "answer.",
        ),
    ],
    "digit-duel": [
        (
            "1 999 999",
            "Use the ones digit: 999 becomes 990, and you keep 998. Whoever is to move with 990 "
            "loses to every number above 991.",
        ),
        (
            "1 111 111",
            "Use the ones digit: 111 becomes 110, and you keep 110. Only counting shows that 110 "
            "to move then loses to 110.",
        ),
        (
            "1 009 009",
            "Your ones digit is 9: enough to bring 9 to zero.",
        ),
        (
            "1 010 500",
            "Your last digit is 1: it cannot bring 500 to zero, and using it makes your "
            "own number zero.",
        ),
    ],
    "operation-obliteration": [
        (
            "1 12 - -",
            "This wins: divide makes 6, divide makes 3, add makes 4. There only divide fits 4, "
            "and it was their previous operation.",
        ),
        (
            "2 6 divide -",
            "Only divide is possible, and it loses: divide makes 3, add makes 4. There only "
            "divide fits 4, and it was your previous operation.",
        ),
        (
            "1 2 - -",
            "Nobody can force an end: subtract goes on without letting the other player "
            "win, and no operation wins. Only add and divide would lose.",
        ),
    ],
    "digit-dilemma": [
        (
            "1 ___ ___",
            "Place 0 on the left: all 27 answers lose: 27 to two threats at once (for "
            "example, 1 left is met by 4 middle). You win in 5 turns.",
        ),
        (
            "1 7__ _3_",
            "Place 1 on the right: you threaten 721 and 791, and they can take only one "
            "of these digits. You win in 3 turns.",
        ),
        (
            "2 7__ ___",
            "All 27 moves lose: 27 to two threats at once (for example, 0 left is met by "
            "1 right). It lasts 4 turns at most.",
        ),
        (
            "2 74_ _3_",
            "They threaten 742 and 749, and you cannot take every one of these digits. It"
            " lasts 2 turns at most.",
        ),
        (
            "1 74_ 03_",
            "Place 2 on the right: 742 = 7 x 106.",
        ),
        (
            "1 03_ 85_",
            "Place 4 on the right: 34 is 1 below a multiple of 7, and they can do no "
            "better than 852, 2 below one.",
        ),
        (
            "2 12_ 3__",
            "They threaten 126, and taking that digit does not help. It lasts 3 turns at most.",
        ),
    ],
    "digit-poison": [
        (
            "1 -",
            "10 digits are still to be placed, so the other player must place the last "
            "one, and loses with it. Safe here: 1, 2, 4, 5, 7, 8. There is always a safe one, "
            "because no two neighbouring digits both make it divisible.",
        ),
        (
            "2 1",
            "9 digits are still to be placed, so the last one is yours, and it loses. The"
            " other player always has a safe digit until then.",
        ),
        (
            "2 11111111",
            "2 digits are still to be placed, so the other player must place the last "
            "one, and loses with it. Safe here: 0, 2, 3, 5, 6, 8, 9. There is always a safe "
            "one, because no two neighbouring digits both make it divisible.",
        ),
    ],
}


@pytest.mark.parametrize(
    ("name", "position", "text"),
    [(name, position, text) for name, told in GOLDEN.items() for position, text in told],
)
def test_the_reasons_read_as_they_did(name: str, position: str, text: str) -> None:
    game = find(name)
    solver_for.cache_clear()  # one of several good pairings: the one found first
    assert why(game, game.parse_state(position)) == text


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("number-morph", "1 211 {everything}"),
        ("digit-duel", "1 000 005"),
        ("operation-obliteration", "1 99 - -"),
        ("digit-dilemma", "2 742 38_"),
        ("digit-poison", "1 3"),
    ],
)
def test_there_is_no_reason_after_the_end(name: str, position: str) -> None:
    game = find(name)
    everything = ",".join(map(str, morph_graph()))
    state = game.parse_state(position.format(everything=everything))
    assert why(game, state) == "The game is over."
