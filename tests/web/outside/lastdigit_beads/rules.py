"""Three colours of beads on one string; take some of a colour; whoever takes the last bead wins."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from lastdigit.errors import StateSyntaxError, quoted
from lastdigit.game.game import Game, Objection, Outcome, Seat
from lastdigit.game.options import Preset

COLOURS = {"purple": 15, "orange": 15, "yellow": 10}
MOST = max(COLOURS.values())


class Take(NamedTuple):
    """A move: so many beads of a colour."""

    colour: str
    number: int

    def __str__(self) -> str:
        return f"{self.colour} {self.number}"


class State(NamedTuple):
    """How many beads of each colour are left."""

    mover: Seat
    left: tuple[int, ...]

    def of(self, colour: str) -> int:
        """Return how many beads of a colour are left."""
        return dict(zip(COLOURS, self.left, strict=True))[colour]


@dataclass(frozen=True)
class Beads(Game[State, Take]):
    """The odd game."""

    name = "beads"
    title = "Beads"
    summary = "Take beads of one colour. Whoever takes the last one wins."
    version = 1
    presets = (Preset("rulebook", "forty beads", (6, 12)),)
    example_state = "1 15 12 10"

    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        return State(first, tuple(COLOURS.values()))

    def legal_moves(self, state: State) -> tuple[Take, ...]:
        return tuple(move for move in self.all_moves() if self.rejection(state, move) is None)

    def successor(self, state: State, move: Take) -> State:
        taken = (move.number if colour == move.colour else 0 for colour in COLOURS)
        left = tuple(count - gone for count, gone in zip(state.left, taken, strict=True))
        return State(state.mover.other, left)

    def outcome(self, state: State) -> Outcome | None:
        return None if any(state.left) else Outcome(state.mover.other, "No bead is left.")

    def rejection(self, state: State, move: Take) -> Objection | None:
        left = state.of(move.colour)
        return None if move.number <= left else Objection(f"Only {left} {move.colour} are left.")

    def all_moves(self) -> tuple[Take, ...]:
        return tuple(Take(colour, count) for colour in COLOURS for count in range(1, MOST + 1))

    def key(self, state: State) -> Hashable:
        return tuple(sorted(state.left))

    def format_state(self, state: State) -> str:
        return f"{state.mover.value} {' '.join(map(str, state.left))}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        if len(fields) != len(COLOURS):
            raise StateSyntaxError(f"{quoted(' '.join(fields))} is not a count of each colour.")
        for text, most in zip(fields, COLOURS.values(), strict=True):
            if not (text.isascii() and text.isdecimal() and int(text[:3]) <= most):
                raise StateSyntaxError(f"{quoted(text)} is not a number from 0 to {most}.")
        return State(mover, tuple(map(int, fields)))
