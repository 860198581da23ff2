"""Take 1, 2 or 3 from a shared number; whoever reaches zero wins."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from lastdigit.errors import StateSyntaxError, quoted
from lastdigit.game.game import Game, Objection, Outcome, Seat
from lastdigit.game.options import Preset, option


class State(NamedTuple):
    """What is left."""

    mover: Seat
    left: int


@dataclass(frozen=True)
class Countdown(Game[State, int]):
    """The toy."""

    name = "countdown"
    title = "Countdown"
    summary = "Take 1, 2 or 3. Whoever reaches zero wins."
    version = 1
    presets = (
        Preset("rulebook", "from 10", (4, 6)),
        Preset("quick", "from 4", (2, 3), (("begin", 4),)),
    )
    example_state = "1 10"

    begin: int = option(10, low=1, high=100, help="the number at the beginning")

    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        return State(first, self.begin)

    def legal_moves(self, state: State) -> tuple[int, ...]:
        return tuple(range(1, min(3, state.left) + 1))

    def successor(self, state: State, move: int) -> State:
        return State(state.mover.other, state.left - move)

    def outcome(self, state: State) -> Outcome | None:
        return None if state.left else Outcome(state.mover.other, "Nothing is left.")

    def rejection(self, state: State, move: int) -> Objection | None:
        return None if move <= state.left else Objection(f"Only {state.left} is left.")

    def all_moves(self) -> tuple[int, ...]:
        return (1, 2, 3)

    def key(self, state: State) -> Hashable:
        return state.left

    def format_state(self, state: State) -> str:
        return f"{state.mover.value} {state.left}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        if not fields[0].isdecimal() or not fields[0].isascii() or len(fields[0]) > 3:
            raise StateSyntaxError(f"{quoted(fields[0])} is not a number.")
        return State(mover, int(fields[0]))
