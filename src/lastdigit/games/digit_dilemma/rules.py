"""Digit Dilemma: place digits from a shared pool to build a multiple of 7 before the opponent does.

Comments cite the numbered rules in `rulebook.md`. The variants of the game are in `variants.py`.
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
from lastdigit.game.options import option

SEVEN, SLOTS, TEN = 7, 3, 10
# A board is its text: "7_1" has an empty middle.
EMPTY = "_"


class Position(enum.StrEnum):
    """A place on a player's board, such as the left or the middle, which holds one digit."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    SECOND = "second"
    THIRD = "third"


POSITIONS = (Position.LEFT, Position.MIDDLE, Position.RIGHT)
PLACES = {
    Position.LEFT: 0,
    Position.MIDDLE: 1,
    Position.SECOND: 1,
    Position.THIRD: 2,
    Position.RIGHT: -1,
}
"""The index of each position on a board. RIGHT is -1, which fits boards of any size."""


class Placement(NamedTuple):
    """A move: a digit from the pool, and the place on the board where the digit goes."""

    digit: int
    position: Position

    def __str__(self) -> str:
        return f"{self.digit} {self.position}"


ZERO_LEFT = Placement(0, Position.LEFT)


class State(NamedTuple):
    """A position: the player to move, and the boards of Player 1 and Player 2.

    A board is text such as "7_1", with "_" for an empty place.
    """

    mover: Seat
    board_1: str
    board_2: str

    @property
    def own(self) -> str:
        """The board of the player to move."""
        return self.board_1 if self.mover is ONE else self.board_2

    @property
    def pool(self) -> tuple[int, ...]:
        """The shared pool: the digits that are on neither player's board, in ascending order."""
        taken = digits_on(self.board_1) | digits_on(self.board_2)
        return tuple(digit for digit in range(TEN) if not taken >> digit & 1)


# Functions of a board are memoised, because there are few boards and every position has two.
@cache
def digits_on(board: str) -> int:
    """Return the set of digits on a board as a bit mask.

    Bit d is set if the digit d is on the board.
    """
    return sum(1 << int(text) for text in board if text != EMPTY)


def filled_mask(board: str) -> int:
    """Return a bit mask of a board.

    Bit d is set if the digit d is on the board. Bit 10 + i is set if place i, counting from 0 on
    the left, is filled.
    """
    places = sum(1 << place for place, text in enumerate(board) if text != EMPTY)
    return digits_on(board) | places << TEN


@cache
def observed(board: str) -> tuple[int, ...]:
    """Return the digit at each place of a board, or -1 for an empty place."""
    return tuple(-1 if text == EMPTY else int(text) for text in board)


class Masks(dict[str, tuple[int, int]]):
    """A cache of the results of `digits_on` and `filled_mask`, keyed by the board."""

    def __missing__(self, board: str) -> tuple[int, int]:
        self[board] = digits_on(board), filled_mask(board)
        return self[board]


class Placed(dict[tuple[str, Placement], str]):
    """A cache of boards after a move, keyed by the board before the move and the move."""

    def __missing__(self, made: tuple[str, Placement]) -> str:
        board, (digit, position) = made
        texts = list(board)
        texts[PLACES[position]] = str(digit)
        self[made] = "".join(texts)
        return self[made]


MASKS, PLACED = Masks(), Placed()


class Open(dict[int, tuple[Placement, ...]]):
    """A cache of legal moves, keyed by a bit mask of the digits and places that are taken."""

    # The mask combines `filled_mask` of the mover's board and `digits_on` of the other board.

    def __init__(self, placements: tuple[Placement, ...], slots: int) -> None:
        self._moves = [
            (move, 1 << move.digit | 1 << TEN + PLACES[move.position] % slots)
            for move in placements
        ]

    def __missing__(self, closed: int) -> tuple[Placement, ...]:
        self[closed] = tuple(move for move, needed in self._moves if not needed & closed)
        return self[closed]


def to_next_multiple(number: int, divisor: int) -> int:
    """Return the distance from `number` up to the next multiple of `divisor`, or 0 for a multiple.

    >>> to_next_multiple(741, 7), to_next_multiple(742, 7)
    (1, 0)
    """
    return -number % divisor


@cache
def rank(number: int, divisor: int) -> tuple[int, int]:
    """Return the distance from a number up to the next multiple of `divisor`, and the number.

    If neither player builds a multiple, the player with the smaller pair wins (rule 7). For
    example, with the divisor 7, 741 has the pair (1, 741) and beats 740 with (2, 740).
    """
    return to_next_multiple(number, divisor), number


@dataclass(frozen=True)
class DigitDilemmaRules(Game[State, Placement]):
    """Digit Dilemma as in the rulebook, with one option: whether a number can start with 0."""

    name = "digit-dilemma"
    title = "Digit Dilemma"
    summary = "Be first to build a multiple of 7 from one pool."
    version = 1
    editable = (Editable(1, "_"), Editable(2, "_"))

    leading_zero: bool = option(True, help="whether a number can start with 0")

    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        return make_tuple(State, (first, EMPTY * self.slots, EMPTY * self.slots))  # rule 2

    def legal_moves(self, state: State) -> tuple[Placement, ...]:
        mover, board_1, board_2 = state
        own, other = (board_1, board_2) if mover is ONE else (board_2, board_1)
        if EMPTY not in other and other in self.multiples:
            return ()  # the mover's own board, if it is a multiple, has no gap left to fill
        (_, filled), (digits, _) = MASKS[own], MASKS[other]
        return self._open[filled | digits]  # rules 3 and 4

    def successor(self, state: State, move: Placement) -> State:
        mover, board_1, board_2 = state
        if mover is ONE:
            return make_tuple(State, (TWO, PLACED[board_1, move], board_2))  # rules 3 and 6
        return make_tuple(State, (ONE, board_1, PLACED[board_2, move]))

    def outcome(self, state: State) -> Outcome | None:
        _, board_1, board_2 = state
        if EMPTY in board_1 and EMPTY in board_2:
            return None  # neither number is complete
        multiples = self.multiples
        if board_1 in multiples:  # rule 5
            return make_tuple(Outcome, (ONE, f"{int(board_1)} is a multiple of {self.divisor}."))
        if board_2 in multiples:
            return make_tuple(Outcome, (TWO, f"{int(board_2)} is a multiple of {self.divisor}."))
        if EMPTY in board_1 or EMPTY in board_2:
            return None
        # Rule 7: nearer to the next multiple, then the smaller number.
        divisor = self.divisor
        rank_1, rank_2 = rank(int(board_1), divisor), rank(int(board_2), divisor)
        winner, (_, number) = (ONE, rank_1) if rank_1 < rank_2 else (TWO, rank_2)
        if rank_1[0] == rank_2[0]:
            return make_tuple(Outcome, (winner, f"{number} is as close, and smaller."))
        reason = f"{number} is closer to the next multiple of {divisor}."
        return make_tuple(Outcome, (winner, reason))

    def rejection(self, state: State, move: Placement) -> Objection | None:
        if move.digit not in state.pool:
            where = self._describe_place(state, move.digit)
            return Objection(f"The digit {move.digit} is not in the pool.", where)
        held = state.own[PLACES[move.position]]
        if held != EMPTY:
            return Objection(
                f"The {move.position.title()} position is already taken.", f"It holds {held}."
            )
        if move == ZERO_LEFT and not self.leading_zero:
            return Objection(
                "0 cannot be placed on the Left.", "This game is played with leading-zero no."
            )
        return None

    def _describe_place(self, state: State, digit: int) -> str:
        """Return a sentence about where a digit is, such as `You have placed 7 on the Left.`"""
        who = "You have" if str(digit) in state.own else "The other player has"
        place = (state.board_1 + state.board_2).index(str(digit)) % self.slots
        return f"{who} placed {digit} on the {self.positions[place].title()}."

    def all_moves(self) -> tuple[Placement, ...]:
        return self._placements

    @cached_property
    def _placements(self) -> tuple[Placement, ...]:
        return tuple(
            Placement(digit, position) for digit in range(TEN) for position in self.positions
        )

    @cached_property
    def _open(self) -> Open:
        moves = (move for move in self._placements if self.leading_zero or move != ZERO_LEFT)
        return Open(tuple(moves), self.slots)

    @cached_property
    def multiples(self) -> frozenset[str]:
        """All full boards whose number is a multiple of the divisor, such as "021" for 7."""
        numbers = range(0, TEN**self.slots, self.divisor)
        return frozenset(f"{number:0{self.slots}}" for number in numbers)

    def key(self, state: State) -> Hashable:
        if state.mover is ONE:
            return state.board_1, state.board_2
        return state.board_2, state.board_1

    @property
    def features(self) -> tuple[Feature, ...]:
        *others, last = (position.title() for position in self.positions)
        places = f"{', '.join(others)} and {last}, -1 if empty"
        return (
            MOVER,
            Feature(f"the mover's {places}", -1, 9, self.slots),
            Feature(f"the other player's {places}", -1, 9, self.slots),
            Feature("1 if a number can start with 0, else 0", 0, 1),
        )

    def observation(self, state: State) -> tuple[int, ...]:
        mover, board_1, board_2 = state
        own, other = (board_1, board_2) if mover is ONE else (board_2, board_1)
        return (
            mover.number,
            *observed(own),
            *observed(other),
            int(self.leading_zero),
            *self.more_observed,
        )

    @property
    def example_state(self) -> str:
        return "1 7__ _3_"

    def format_state(self, state: State) -> str:
        return f"{state.mover.value} {state.board_1} {state.board_2}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        for board in fields:
            if len(board) != self.slots or not set(board) <= set("0123456789_"):
                raise StateSyntaxError(
                    f"{quoted(board)} is not a board: a board has {self.slots_text} digits, with _ "
                    "for an empty position."
                )
        placed = "".join(fields).replace(EMPTY, "")
        if len(set(placed)) < len(placed):
            raise StateSyntaxError("A digit can appear only once on the two boards.")
        if all(board in self.multiples for board in fields):
            raise StateSyntaxError(
                f"Only one of the two numbers can be a multiple of {self.divisor}."
            )
        if not self.leading_zero and any(board.startswith("0") for board in fields):
            raise StateSyntaxError("With 'leading-zero' set to no, a number cannot start with 0.")
        own, other = fields if mover is ONE else reversed(fields)
        if own.count(EMPTY) - other.count(EMPTY) not in (0, 1):
            raise StateSyntaxError(
                "The player to move must have placed as many digits as the other player, or one "
                "fewer."
            )
        return State(mover, *fields)

    # The rest are hooks for variants.

    divisor = SEVEN
    slots = SLOTS

    @property
    def slots_text(self) -> str:
        return "three"

    @property
    def positions(self) -> tuple[Position, ...]:
        """The places on a board, from left to right."""
        return POSITIONS

    @cached_property
    def more_observed(self) -> tuple[int, ...]:
        """The integers that a variant appends to every observation, such as its divisor.

        An observation is a position as a list of numbers, for machine learning.
        """
        return ()
