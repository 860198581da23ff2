"""A whole game solved: who wins from the start, how soon, by which moves, and how much there is."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypedDict

from lastdigit.game.game import AnyGame, Seat, SeatNumber, State, Value
from lastdigit.game.options import OptionValue
from lastdigit.games import as_game
from lastdigit.match.record import option_values
from lastdigit.solver import Census, Solution, solver_for, split


@dataclass(frozen=True)
class Opening:
    """One start: its solution for the player who moves first, and the good first moves."""

    position: str
    solution: Solution
    best: tuple[str, ...]

    @property
    def winner(self) -> Seat | None:
        """Who wins, Player 1 moving first."""
        if self.solution.value is Value.DRAW:
            return None
        return Seat.ONE if self.solution.value is Value.WIN else Seat.TWO


@dataclass(frozen=True)
class Whole:
    """A game with its options, solved."""

    game: AnyGame
    opening: Opening | None
    """None where the start is drawn at random."""
    census: Census | None
    starts: dict[str, Opening]
    many_starts: Census | None
    """The count of the starts where they are too many to be listed."""


class OpeningData(TypedDict):
    """One start, its value for the player who moves first, and the good first moves."""

    position: str
    value: Value
    winner: SeatNumber | None
    remoteness: int | None
    firstMoves: list[str]


class StartsData(TypedDict):
    """The starts of a game that has many, counted by their value for who moves first."""

    won: int
    lost: int
    drawn: int
    longest: int | None
    few: list[str]


class WholeData(TypedDict):
    """A solved game; null is what is left to chance or cannot be counted."""

    game: str
    options: dict[str, OptionValue]
    positions: int | None
    won: int | None
    lost: int | None
    drawn: int | None
    longest: int | None
    start: OpeningData | None
    starts: list[OpeningData]
    manyStarts: StartsData | None


def solve_game(game: AnyGame | str) -> Whole:
    """Return everything there is to know about a game with its options, or of this name."""
    game = as_game(game)
    insight = solver_for(game)
    starts = {label: _opening(game, start) for label, start in insight.starts().items()}
    start = game.start(Random(0))
    if game.format_state(start) != game.format_state(game.start(Random(1))):
        return Whole(game, None, None, starts, insight.count_starts())
    census = insight.census(start)
    return Whole(game, _opening(game, start), census, starts, insight.count_starts())


def _opening(game: AnyGame, start: State) -> Opening:
    insight = solver_for(game)
    solution = insight.solution(start)
    keeping, _ = split(insight.branches(start))
    # Where everything loses, no first move is better than another.
    good = [] if solution.value is Value.LOSE else keeping
    best = tuple(game.format_move(branch.move) for branch in good)
    return Opening(game.format_state(start), solution, best)


def whole_data(whole: Whole) -> WholeData:
    """Return a solved game as JSON data."""
    census, opening = whole.census, whole.opening
    return {
        "game": whole.game.name,
        "options": dict(option_values(whole.game)),
        "positions": census.positions if census else None,
        "won": census.won if census else None,
        "lost": census.lost if census else None,
        "drawn": census.drawn if census else None,
        "longest": census.longest if census else None,
        "start": opening_data(opening) if opening else None,
        "starts": [opening_data(start) for start in whole.starts.values()],
        "manyStarts": _starts_data(whole.many_starts) if whole.many_starts else None,
    }


def _starts_data(starts: Census) -> StartsData:
    return {
        "won": starts.won,
        "lost": starts.lost,
        "drawn": starts.drawn,
        "longest": starts.longest,
        "few": list(starts.few),
    }


def opening_data(opening: Opening) -> OpeningData:
    """Return a start as JSON data."""
    return {
        "position": opening.position,
        "value": opening.solution.value,
        "winner": opening.winner.number if opening.winner else None,
        "remoteness": opening.solution.remoteness,
        "firstMoves": list(opening.best),
    }
