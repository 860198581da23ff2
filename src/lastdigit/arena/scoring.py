"""Scored positions: the critical positions in finished games, balanced against blind policies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lastdigit.analysis.critical import Critical, critical_at
from lastdigit.analysis.policies import BLIND_POLICIES, balanced_weights, policy_scores
from lastdigit.game.game import AnyGame, Seat, State
from lastdigit.match.match import resume
from lastdigit.match.record import Record

PENALTY = 1e-3
"""Limits the weights of single positions if the positions cannot be balanced."""


class ScoredPosition(NamedTuple):
    """A critical position that a player met in a game, and how the player moved."""

    right: bool
    chance: float
    """The probability that a random move is right."""
    blind: tuple[float, ...]
    """The probability that each of BLIND_POLICIES picks a right move."""


Scored = tuple[ScoredPosition, ...]


class Solved(NamedTuple):
    """The right moves in a critical position, and how often blind policies pick one of them."""

    best: frozenset[str]
    chance: float
    blind: tuple[float, ...]


class PositionScorer:
    """Finds the scored positions in records. Solves each position only once."""

    def __init__(self) -> None:
        self._solved: dict[tuple[AnyGame, str], Solved | None] = {}

    def score(self, record: Record) -> tuple[Scored, Scored]:
        """Return the scored positions of player 1 and of player 2.

        A position that comes up again in the same game counts once, with the first move.
        """
        match = resume(record)
        game = match.game
        state = game.parse_state(record.setup.start)
        found: dict[Seat, dict[str, ScoredPosition]] = {seat: {} for seat in Seat}
        seen: set[str] = set()
        for move in match.moves:
            position = game.format_state(state)
            solved = None if position in seen else self._solve(game, position, state)
            seen.add(position)
            if solved is not None:
                found[state.mover][position] = ScoredPosition(
                    move in solved.best, solved.chance, solved.blind
                )
            state = game.play(state, move)
        return tuple(found[Seat.ONE].values()), tuple(found[Seat.TWO].values())

    def _solve(self, game: AnyGame, position: str, state: State) -> Solved | None:
        key = game, position
        if key not in self._solved:
            critical = critical_at(game, state)
            self._solved[key] = _with_policies(game, critical) if critical else None
        return self._solved[key]


def _with_policies(game: AnyGame, critical: Critical) -> Solved:
    blind = policy_scores(game, critical.position, critical.best, BLIND_POLICIES)
    return Solved(frozenset(critical.best), critical.chance, tuple(blind))


def position_weights(positions: Sequence[ScoredPosition]) -> list[float]:
    """Return weights that sum to 1, such that blind policies are right only by chance."""
    rows = [[score - position.chance for score in position.blind] for position in positions]
    return balanced_weights(rows, PENALTY)
