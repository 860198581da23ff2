"""Digit Dilemma: what is legal, who has won. Rule numbers are those of `rulebook.md`."""

from __future__ import annotations

import enum
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple

from lastdigit.core.game import Game
from lastdigit.core.options import Preset, option
from lastdigit.core.values import MOVER, ONE, TWO, Feature, Objection, Outcome, Seat
from lastdigit.errors import StateSyntaxError, quoted


class Position(enum.StrEnum):
    """Where a digit is placed."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


class Placement(NamedTuple):
    """A move: the digit picked, and the position it is placed at."""

    digit: int
    position: Position

    def __str__(self) -> str:
        return f"{self.digit} {self.position}"

    @property
    def place(self) -> int:
        """0, 1 or 2: where on a board the digit goes."""
        return PLACES[self.position]


# A board is its text: "7_1" has an empty middle.
EMPTY = "_"


class State(NamedTuple):
    """Both players' boards, Player 1's first; what is on neither is in the pool."""

    mover: Seat
    board_1: str = EMPTY * 3
    board_2: str = EMPTY * 3

    @property
    def own(self) -> str:
        """The board of the player to move."""
        return self.board_1 if self.mover is ONE else self.board_2

    @property
    def pool(self) -> tuple[int, ...]:
        """The digits that nobody has placed."""
        taken = digits_on(self.board_1) | digits_on(self.board_2)
        return tuple(digit for digit in range(10) if not taken >> digit & 1)


POSITIONS = tuple(Position)
PLACES = {position: place for place, position in enumerate(Position)}
PLACEMENTS = tuple(Placement(digit, position) for digit in range(10) for position in Position)
ZERO_LEFT = Placement(0, Position.LEFT)
SEVEN = 7


# There are few boards, and every position of a game asks about two: what is known is kept.
@cache
def digits_on(board: str) -> int:
    """Return the digits on a board as a set: one bit for each."""
    return sum(1 << int(text) for text in board if text != EMPTY)


@cache
def seen(board: str) -> tuple[int, ...]:
    """Return a board as it is observed."""
    return tuple(-1 if text == EMPTY else int(text) for text in board)


@cache
def gaps_in(board: str) -> tuple[int, ...]:
    """Return the empty places of a board."""
    return tuple(place for place, text in enumerate(board) if text == EMPTY)


@cache
def is_multiple(board: str) -> bool:
    """Return whether a board is complete and its number divisible by 7."""
    return EMPTY not in board and int(board) % SEVEN == 0


@cache
def placed(board: str, move: Placement) -> str:
    """Return a board with one more digit on it."""
    return f"{board[: move.place]}{move.digit}{board[move.place + 1 :]}"


@cache
def placements(taken: int, gaps: tuple[int, ...], leading_zero: bool) -> tuple[Placement, ...]:
    """Return every way to put a digit that is not taken into a gap."""
    every = (PLACEMENTS[digit * 3 + gap] for digit in range(10) for gap in gaps)
    return tuple(
        placement
        for placement in every
        if not taken >> placement.digit & 1 and (leading_zero or placement != ZERO_LEFT)
    )


def to_next_multiple(number: int) -> int:
    """Return how far it is up to the next multiple of 7.

    >>> to_next_multiple(741), to_next_multiple(742)
    (1, 0)
    """
    return -number % SEVEN


@dataclass(frozen=True)
class DigitDilemma(Game[State, Placement]):
    """Digits from one pool go to two boards; the first multiple of 7 wins."""

    name = "digit-dilemma"
    title = "Digit Dilemma"
    summary = "Be first to build a multiple of 7 from one pool."
    version = 1
    presets = (Preset("rulebook", "0 may stand on the left", (5, 6)),)
    example_state = "1 7__ _3_"
    features = (
        MOVER,
        Feature("the mover's Left, Middle and Right, -1 where empty", -1, 9, 3),
        Feature("the other player's Left, Middle and Right, -1 where empty", -1, 9, 3),
        Feature("1 if 0 may be placed on the Left, else 0", 0, 1),
    )

    leading_zero: bool = option(True, help="whether 0 may be placed on the Left")

    def start(self, random: Random, first: Seat = Seat.ONE) -> State:
        return State(first)

    def legal_moves(self, state: State) -> tuple[Placement, ...]:
        mover, board_1, board_2 = state
        if is_multiple(board_1) or is_multiple(board_2):
            return ()
        gaps = gaps_in(board_1 if mover is ONE else board_2)
        return placements(digits_on(board_1) | digits_on(board_2), gaps, self.leading_zero)

    def successor(self, state: State, move: Placement) -> State:
        mover, board_1, board_2 = state
        if mover is ONE:
            return State(TWO, placed(board_1, move), board_2)
        return State(ONE, board_1, placed(board_2, move))

    def outcome(self, state: State) -> Outcome | None:
        _, board_1, board_2 = state
        if is_multiple(board_1):
            return Outcome(ONE, f"{int(board_1)} is a multiple of 7.")  # rule 5
        if is_multiple(board_2):
            return Outcome(TWO, f"{int(board_2)} is a multiple of 7.")
        if EMPTY in board_1 or EMPTY in board_2:
            return None
        # Rule 7: nearer to the next multiple, then the smaller number.
        winner = ONE if rank(int(board_1)) < rank(int(board_2)) else TWO
        number, other = sorted((int(board_1), int(board_2)), key=rank)
        if to_next_multiple(number) < to_next_multiple(other):
            return Outcome(winner, f"{number} is closer to the next multiple of 7.")
        return Outcome(winner, f"{number} is as close, and smaller.")

    def rejection(self, state: State, move: Placement) -> Objection | None:
        if move.digit not in state.pool:
            return Objection(f"The digit {move.digit} is not in the pool.", where(state, move))
        held = state.own[move.place]
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
        return PLACEMENTS

    def key(self, state: State) -> Hashable:
        if state.mover is ONE:
            return state.board_1, state.board_2
        return state.board_2, state.board_1

    def observation(self, state: State) -> tuple[int, ...]:
        mover, board_1, board_2 = state
        own, other = (board_1, board_2) if mover is ONE else (board_2, board_1)
        return mover.value, *seen(own), *seen(other), int(self.leading_zero)

    def format_state(self, state: State) -> str:
        return f"{state.mover.value} {state.board_1} {state.board_2}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        for board in fields:
            if len(board) != 3 or not set(board) <= set("0123456789_"):
                raise StateSyntaxError(
                    f"{quoted(board)} is not a board: three digits, _ for an empty position."
                )
        placed = "".join(fields).replace(EMPTY, "")
        if len(set(placed)) < len(placed):
            raise StateSyntaxError("A digit stands on the boards only once.")
        if all(is_multiple(board) for board in fields):
            raise StateSyntaxError("Only one of the two numbers can be a multiple of 7.")
        if not self.leading_zero and any(board.startswith("0") for board in fields):
            raise StateSyntaxError("With leading-zero no, 0 never stands on the Left.")
        own, other = fields if mover is ONE else reversed(fields)
        if own.count(EMPTY) - other.count(EMPTY) not in (0, 1):
            raise StateSyntaxError(
                "The player to move has placed as many digits as the other, or one fewer."
            )
        return State(mover, *fields)


def rank(number: int) -> tuple[int, int]:
    """Return how a complete number compares where none is divisible: smaller wins."""
    return to_next_multiple(number), number


def where(state: State, move: Placement) -> str:
    """Return who has placed a digit that is no longer in the pool, and where."""
    digit = str(move.digit)
    who = "You have" if digit in state.own else "The other player has"
    place = (state.board_1 + state.board_2).index(digit) % len(POSITIONS)
    return f"{who} placed {digit} on the {POSITIONS[place].title()}."
