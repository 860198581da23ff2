"""A whole game solved: who wins from the start, how soon, by which moves, and how much there is."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from lastdigit.analysis.position import told
from lastdigit.core import AnyGame
from lastdigit.record import option_values
from lastdigit.solving import Census, Solution, Value, insight_into
from lastdigit.values import Seat


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
    starts: tuple[Opening, ...]


def solved(game: AnyGame) -> Whole:
    """Return everything there is to know about a game with its options."""
    insight = insight_into(game)
    starts = tuple(_opened(game, start) for start in insight.starts())
    start = game.start(Random(0))
    if game.format_state(start) != game.format_state(game.start(Random(1))):
        return Whole(game, None, None, starts)
    return Whole(game, _opened(game, start), insight.census(start), starts)


def _opened(game: AnyGame, start: Any) -> Opening:
    insight = insight_into(game)
    solution = insight.solution(start)
    keeping = [branch for branch in insight.branches(start) if branch.value is solution.value]
    # Where everything loses, every first move is as good as another.
    best = () if solution.value is Value.LOSE else tuple(str(branch.move) for branch in keeping)
    return Opening(game.format_state(start), solution, best)


def whole_data(whole: Whole) -> dict[str, object]:
    """Return a solved game as JSON data; null is what is left to chance or cannot be counted."""
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
        "starts": [opening_data(start) for start in whole.starts],
    }


def opening_data(opening: Opening) -> dict[str, object]:
    """Return a start as JSON data."""
    return {
        "position": opening.position,
        "value": str(opening.solution.value),
        "winner": opening.winner.value if opening.winner else None,
        "remoteness": opening.solution.remoteness,
        "firstMoves": list(opening.best),
    }


def in_words(whole: Whole) -> str:
    """Return a solved game for people."""
    lines = [whole.game.title]
    lines += [
        f"  {told.name} {told.format(getattr(whole.game, told.field))}"
        for told in whole.game.options()
    ]
    if whole.opening is not None:
        lines += _opening_lines(whole.opening)
    if whole.census is not None:
        lines.append(
            f"Positions that can come up: {whole.census.positions:,}; for the player to move "
            f"{whole.census.won:,} won, {whole.census.lost:,} lost, {whole.census.drawn:,} drawn."
        )
        lines.append(f"The longest game in which nobody errs: {whole.census.longest} turns.")
    elif whole.opening is not None:
        lines.append("The positions that can come up are too many to be counted.")
    if whole.starts:
        lines += _start_lines(whole.starts)
    return "\n".join(lines) + "\n"


def _opening_lines(opening: Opening) -> list[str]:
    far = "" if opening.solution.remoteness is None else f" in {opening.solution.remoteness} turns"
    if opening.winner is None:
        lines = ["From the start nobody can force a win: with best play it is a draw."]
    else:
        lines = [f"From the start {opening.winner} wins{far}, Player 1 moving first."]
    if opening.best:
        kind = "wins" if opening.winner else "keeps the draw"
        lines.append(f"First moves with which Player 1 {kind}: {', '.join(opening.best)}.")
    return lines


def _start_lines(starts: tuple[Opening, ...]) -> list[str]:
    wins = sum(start.winner is Seat.ONE for start in starts)
    losses = sum(start.winner is Seat.TWO for start in starts)
    lines = [
        f"All {len(starts)} starts, for the player who moves first: {wins} won, {losses} lost, "
        f"{len(starts) - wins - losses} drawn."
    ]
    for start in starts:
        number = start.position.split()[1]
        best = f": {', '.join(start.best)}" if start.best else ""
        lines.append(f"  {number} {told(start.solution.value, start.solution.remoteness)}{best}")
    return lines
