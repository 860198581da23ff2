"""The rules of Your Game. Comments cite the numbered rules in `rulebook.md`."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from lastdigit.errors import StateSyntaxError, quoted
from lastdigit.game.game import Game, Objection, Outcome, Seat
from lastdigit.game.options import Preset, option

MOVES = (1, 2, 3)


class State(NamedTuple):
    """A position: the player to move, and the number that is left."""

    mover: Seat
    left: int


@dataclass(frozen=True)
class YourGame(Game[State, int]):
    """The game: take 1, 2 or 3 from a shared number. A move is the number taken."""

    name = "your-game"
    title = "Your Game"
    summary = "Take 1, 2 or 3. Reach zero to win."
    version = 1
    presets = (
        Preset("rulebook", "the number starts at 21", (9, 13)),
        Preset("quick", "the number starts at 10", (4, 7), (("begin", 10),)),
    )
    example_state = "1 21"

    begin: int = option(21, low=4, high=1_000, begins=True, help="the starting number")

    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        return State(first, self.begin)  # rule 1

    def legal_moves(self, state: State) -> tuple[int, ...]:
        return tuple(move for move in MOVES if move <= state.left)

    def successor(self, state: State, move: int) -> State:
        return State(state.mover.other, state.left - move)  # rule 2

    def outcome(self, state: State) -> Outcome | None:
        if state.left:
            return None
        return Outcome(state.mover.other, "Nothing is left.")  # rule 4

    def rejection(self, state: State, move: int) -> Objection | None:
        if move > state.left:
            return Objection(f"Only {state.left} is left.")  # rule 3
        return None

    def all_moves(self) -> tuple[int, ...]:
        return MOVES

    def key(self, state: State) -> Hashable:
        return state.left

    def format_state(self, state: State) -> str:
        return f"{state.mover.value} {state.left}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        (left,) = fields
        if not (left.isascii() and left.isdecimal() and len(left) <= 4 and left == str(int(left))):
            raise StateSyntaxError(f"{quoted(left)} is not a whole number up to 9999.")
        return State(mover, int(left))
