"""Digit Dilemma: place digits from a shared pool to build a multiple before the opponent does.

Comments cite the numbered rules in `rulebook.md`.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import NamedTuple

from lastdigit.errors import StateSyntaxError, quoted
from lastdigit.game.game import (
    MOVER,
    ONE,
    TWO,
    Editable,
    Feature,
    Game,
    Objection,
    Outcome,
    Seat,
    make_tuple,
)
from lastdigit.game.options import Preset, option


class Position(enum.StrEnum):
    """A slot on the board."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    SECOND = "second"
    THIRD = "third"


POSITIONS = {
    2: (Position.LEFT, Position.RIGHT),
    3: (Position.LEFT, Position.MIDDLE, Position.RIGHT),
    4: (Position.LEFT, Position.SECOND, Position.THIRD, Position.RIGHT),
}
"""The positions from left to right, by the number of slots."""
PLACES = {
    slots: {position: place for place, position in enumerate(positions)}
    for slots, positions in POSITIONS.items()
}


class Placement(NamedTuple):
    """A move: a digit from the pool, and the position to place it at."""

    digit: int
    position: Position

    def __str__(self) -> str:
        return f"{self.digit} {self.position}"


# A board is its text: "7_1" has an empty middle.
EMPTY = "_"


class State(NamedTuple):
    """The boards of both players. The pool has the digits that are on neither."""

    mover: Seat
    board_1: str
    board_2: str

    @property
    def own(self) -> str:
        """The board of the player to move."""
        return self.board_1 if self.mover is ONE else self.board_2

    @property
    def pool(self) -> tuple[int, ...]:
        """The digits that are not on a board yet."""
        taken = digits_on(self.board_1) | digits_on(self.board_2)
        return tuple(digit for digit in range(10) if not taken >> digit & 1)


PLACEMENTS = {
    slots: tuple(Placement(digit, position) for digit in range(10) for position in positions)
    for slots, positions in POSITIONS.items()
}
ZERO_LEFT = Placement(0, Position.LEFT)
SEVEN, SLOTS, TEN = 7, 3, 10
FOUR_SLOTS = 7_578_761
"""The number of positions with four slots."""


# The functions of a board are memoised: there are few boards, and every position has two.
@cache
def digits_on(board: str) -> int:
    """Return the set of digits on a board as a bit mask."""
    return sum(1 << int(text) for text in board if text != EMPTY)


@cache
def seen(board: str) -> tuple[int, ...]:
    """Return the features of a board in an observation, with -1 for an empty place."""
    return tuple(-1 if text == EMPTY else int(text) for text in board)


@cache
def filled(board: str) -> int:
    """Return a bit mask of the digits on a board and, in the bits above, of its filled places."""
    places = sum(1 << place for place, text in enumerate(board) if text != EMPTY)
    return digits_on(board) | places << TEN


class Placed(dict[tuple[str, Placement], str]):
    """The board after a placement, by board and placement. Filled on first use."""

    def __missing__(self, made: tuple[str, Placement]) -> str:
        board, (digit, position) = made
        place = PLACES[len(board)][position]
        self[made] = f"{board[:place]}{digit}{board[place + 1 :]}"
        return self[made]


PLACED = Placed()


class Open(dict[int, tuple[Placement, ...]]):
    """The legal placements by bit mask of taken digits and `filled` places. Filled on first use."""

    def __init__(self, slots: int, leading_zero: bool) -> None:
        self._moves = [
            (move, 1 << move.digit | 1 << TEN + PLACES[slots][move.position])
            for move in PLACEMENTS[slots]
            if leading_zero or move != ZERO_LEFT
        ]

    def __missing__(self, closed: int) -> tuple[Placement, ...]:
        self[closed] = tuple(move for move, needed in self._moves if not needed & closed)
        return self[closed]


def to_next_multiple(number: int, divisor: int) -> int:
    """Return the distance from a number up to the next multiple of a divisor.

    >>> to_next_multiple(741, 7), to_next_multiple(742, 7)
    (1, 0)
    """
    return -number % divisor


@dataclass(frozen=True)
class DigitDilemma(Game[State, Placement]):
    """The rules, with options for the divisor, the number of slots and a leading zero."""

    name = "digit-dilemma"
    title = "Digit Dilemma"
    summary = "Be first to build a multiple of 7 from one pool."
    version = 1
    editable = (Editable(1, "_"), Editable(2, "_"))
    presets = (
        Preset("rulebook", "0 may stand on the left", (5, 6)),
        Preset(
            "four", "four digits each, a multiple of 13", (7, 8), (("slots", 4), ("divisor", 13))
        ),
    )
    exam_members = tuple({"divisor": divisor} for divisor in (5, 11, 13, 17, 19, 23, 29, 37))
    small_members = (
        {"slots": 2},
        {"slots": 2, "divisor": 11, "leading-zero": False},
        {"divisor": 2},
        {"divisor": 13},
        {"divisor": 99, "leading-zero": False},
        {"slots": 4},
        {"slots": 4, "divisor": 37, "leading-zero": False},
    )

    leading_zero: bool = option(True, help="whether 0 may be placed on the Left")
    divisor: int = option(SEVEN, low=2, high=99, beyond=True, help="whose multiple is to be built")
    slots: int = option(SLOTS, low=2, high=4, beyond=True, help="how many digits a number has")

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The positions of a board, from the left."""
        return POSITIONS[self.slots]

    @cached_property
    def multiples(self) -> frozenset[str]:
        """The full boards whose number is divisible."""
        numbers = range(0, TEN**self.slots, self.divisor)
        return frozenset(f"{number:0{self.slots}}" for number in numbers)

    @cached_property
    def _open(self) -> Open:
        return Open(self.slots, self.leading_zero)

    @property
    def size(self) -> int:
        return FOUR_SLOTS if self.slots > SLOTS else 0

    @property
    def example_state(self) -> str:
        return {2: "1 7_ _3", 3: "1 7__ _3_", 4: "1 7___ __3_"}[self.slots]

    @property
    def features(self) -> tuple[Feature, ...]:
        *others, last = (position.title() for position in self.positions)
        places = f"{', '.join(others)} and {last}, -1 where empty"
        divisor = Feature("the divisor", 2, 99)
        return (
            MOVER,
            Feature(f"the mover's {places}", -1, 9, self.slots),
            Feature(f"the other player's {places}", -1, 9, self.slots),
            Feature("1 if 0 may be placed on the Left, else 0", 0, 1),
            *((divisor,) if self.divisor != SEVEN else ()),
        )

    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        return make_tuple(State, (first, EMPTY * self.slots, EMPTY * self.slots))

    def legal_moves(self, state: State) -> tuple[Placement, ...]:
        mover, board_1, board_2 = state
        own, other = (board_1, board_2) if mover is ONE else (board_2, board_1)
        if other in self.multiples:  # a multiple on the own board leaves no gap to fill anyway
            return ()
        return self._open[filled(own) | digits_on(other)]

    def successor(self, state: State, move: Placement) -> State:
        mover, board_1, board_2 = state
        if mover is ONE:
            return make_tuple(State, (TWO, PLACED[board_1, move], board_2))
        return make_tuple(State, (ONE, board_1, PLACED[board_2, move]))

    def outcome(self, state: State) -> Outcome | None:
        _, board_1, board_2 = state
        divisor, multiples = self.divisor, self.multiples
        if board_1 in multiples:
            return Outcome(ONE, f"{int(board_1)} is a multiple of {divisor}.")  # rule 5
        if board_2 in multiples:
            return Outcome(TWO, f"{int(board_2)} is a multiple of {divisor}.")
        if EMPTY in board_1 or EMPTY in board_2:
            return None
        # Rule 7: nearer to the next multiple, then the smaller number.
        ranked = sorted((rank(int(board_1), divisor), rank(int(board_2), divisor)))
        (away, number), (other_away, _) = ranked
        winner = ONE if number == int(board_1) else TWO
        if away < other_away:
            return Outcome(winner, f"{number} is closer to the next multiple of {divisor}.")
        return Outcome(winner, f"{number} is as close, and smaller.")

    def rejection(self, state: State, move: Placement) -> Objection | None:
        if move.digit not in state.pool:
            return Objection(f"The digit {move.digit} is not in the pool.", where(state, move))
        held = state.own[PLACES[self.slots][move.position]]
        if held != EMPTY:
            return Objection(
                f"The {move.position.title()} position is already taken.", f"It holds {held}."
            )
        if move == ZERO_LEFT and not self.leading_zero:
            return Objection(
                "0 cannot be placed on the Left.", "This game is played with leading-zero no."
            )
        return None

    def all_moves(self) -> tuple[Placement, ...]:
        return PLACEMENTS[self.slots]

    def key(self, state: State) -> Hashable:
        if state.mover is ONE:
            return state.board_1, state.board_2
        return state.board_2, state.board_1

    def observation(self, state: State) -> tuple[int, ...]:
        mover, board_1, board_2 = state
        own, other = (board_1, board_2) if mover is ONE else (board_2, board_1)
        size = () if self.divisor == SEVEN else (self.divisor,)
        return mover.number, *seen(own), *seen(other), int(self.leading_zero), *size

    def format_state(self, state: State) -> str:
        return f"{state.mover.value} {state.board_1} {state.board_2}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        for board in fields:
            if len(board) != self.slots or not set(board) <= set("0123456789_"):
                digits = {2: "two", 3: "three", 4: "four"}[self.slots]
                raise StateSyntaxError(
                    f"{quoted(board)} is not a board: {digits} digits, _ for an empty position."
                )
        placed = "".join(fields).replace(EMPTY, "")
        if len(set(placed)) < len(placed):
            raise StateSyntaxError("A digit stands on the boards only once.")
        if all(board in self.multiples for board in fields):
            raise StateSyntaxError(
                f"Only one of the two numbers can be a multiple of {self.divisor}."
            )
        if not self.leading_zero and any(board.startswith("0") for board in fields):
            raise StateSyntaxError("With leading-zero no, 0 never stands on the Left.")
        own, other = fields if mover is ONE else reversed(fields)
        if own.count(EMPTY) - other.count(EMPTY) not in (0, 1):
            raise StateSyntaxError(
                "The player to move has placed as many digits as the other, or one fewer."
            )
        return State(mover, *fields)


def rank(number: int, divisor: int) -> tuple[int, int]:
    """Return the sort key of rule 7 for a full board. The smaller key wins."""
    return to_next_multiple(number, divisor), number


def where(state: State, move: Placement) -> str:
    """Return a sentence that says who placed a digit that is not in the pool, and where."""
    digit = str(move.digit)
    who = "You have" if digit in state.own else "The other player has"
    positions = POSITIONS[len(state.board_1)]
    place = (state.board_1 + state.board_2).index(digit) % len(positions)
    return f"{who} placed {digit} on the {positions[place].title()}."
