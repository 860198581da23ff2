"""Play games one by one in lockstep with a batch."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from lastdigit.batch import CUT_OFF, ENDED, Batch
from lastdigit.batch.loop import ILLEGAL
from lastdigit.game.game import AnyGame, Seat
from lastdigit.match.match import PLY_LIMIT
from lastdigit.solver import best_first, solver_for

DRAWN_STARTS = 5_000
ERRORS = 0.05
"""The share of actions that are drawn from all actions, legal or not."""


class Followed:
    """Play every game of a batch by the rules, and fail on any difference."""

    def __init__(self, batch: Batch, random: Random, positions: list[str] | None = None) -> None:
        self.batch, self.game, self.random = batch, batch.game, random
        self.positions = positions
        self.moves = self.game.all_moves()
        self.ended = self.cut_off = self.refused = self.rated = 0
        self._starts = {
            self.game.observation(start): start
            for start in map(self.game.parse_state, positions or self._drawn())
        }

    def _drawn(self) -> Iterator[str]:
        for seed in range(DRAWN_STARTS):
            yield self.game.format_state(self.game.start(Random(seed)))

    def begin(self, seed: int) -> None:
        """Reset the batch, and determine the start of each game."""
        self.batch.reset(seed, positions=self.positions)
        self.plies = [0] * self.batch.games
        self.states = [self._begun(game) for game in range(self.batch.games)]
        self._compare_all()

    def step(self) -> None:
        """Make a move in every game, mostly a legal one, in the batch and by the rules."""
        actions = [self._action(state) for state in self.states]
        seats = self.batch.seat.copy()
        _, _, reward, done = self.batch.step(np.array(actions))
        for game, action in enumerate(actions):
            won, over = self._expected(game, Seat(int(seats[game])), self.moves[action])
            assert (reward[game], done[game]) == (won, over), self._told(game)
            if over:
                seen = self.game.observation(self.states[game])
                assert tuple(self.batch.final_observation[game].tolist()) == seen
                self.plies[game] = 0
                self.states[game] = self._begun(game)
        self._compare_all()

    def _action(self, state: Any) -> int:
        if self.random.random() < ERRORS:
            return self.random.randrange(len(self.moves))
        return self.moves.index(self.random.choice(self.game.legal_moves(state)))

    def _expected(self, game: int, seat: Seat, move: Any) -> tuple[int, int]:
        """Return the reward of a move and whether the game is over, having made it."""
        state = self.states[game]
        self.plies[game] += 1
        won = 0
        if move not in self.game.legal_moves(state):
            self.refused += 1
            assert self.batch.illegal is not None
            won = self.batch.illegal
        else:
            state = self.game.successor(state, move)
            if self.batch.opponent and not self._over(state) and self.plies[game] < PLY_LIMIT:
                state = self._answered(game, state)
                self.plies[game] += 1
            self.states[game] = state
            outcome = self.game.outcome(state)
            if outcome is not None:
                won = 1 if outcome.winner is seat else -1
        if self._over(state):
            self.ended += 1
            return won, ENDED
        if self.plies[game] >= PLY_LIMIT:
            self.cut_off += 1
            return won, CUT_OFF
        return won, 0

    def _over(self, state: Any) -> bool:
        return self.game.outcome(state) is not None

    def _answered(self, game: int, state: Any) -> Any:
        """Return the position after the opponent's reply, which must be a possible one."""
        over = self.batch.done[game]
        shown = (self.batch.final_observation if over else self.batch.observation)[game]
        possible = [self.game.successor(state, move) for move in self._answers(state)]
        return next(one for one in possible if self.game.observation(one) == tuple(shown.tolist()))

    def _answers(self, state: Any) -> list[Any]:
        if self.batch.opponent == "random":
            return list(self.game.legal_moves(state))
        best = best_first(solver_for(self.game).branches(state))
        if self.game.name == "number-morph":  # the remoteness is unknown
            return [branch.move for branch in best if branch.value is best[0].value]
        return [branch.move for branch in best if branch.solution == best[0].solution]

    def _begun(self, game: int) -> Any:
        """Return the position in which the batch shows a new game."""
        seen = tuple(self.batch.observation[game].tolist())
        start = self._starts.get(seen)
        if start is not None and self._is_asked(start, game):
            return start
        self.plies[game] = 1
        return next(
            after
            for start in self._starts.values()
            if not self._is_asked(start, game)
            for move in self._answers(start)
            if self.game.observation(after := self.game.successor(start, move)) == seen
        )

    def _is_asked(self, state: Any, game: int) -> bool:
        return not self.batch.opponent or bool(self.batch.seat[game] == state.mover.number)

    def _compare_all(self) -> None:
        seen, masks = self.batch.observation.tolist(), self.batch.mask.tolist()
        for game, state in enumerate(self.states):
            assert tuple(seen[game]) == self.game.observation(state), self._told(game)
            legal = self.game.legal_moves(state)
            assert masks[game] == [int(move in legal) for move in self.moves], self._told(game)
        if self.batch.oracle:
            self._compare_values()

    def _compare_values(self) -> None:
        solver = solver_for(self.game)
        for game, values in enumerate(self.batch.action_values().tolist()):
            exact = {
                branch.move: branch.value.worth for branch in solver.branches(self.states[game])
            }
            assert values == [exact.get(move, ILLEGAL) for move in self.moves], self._told(game)
            self.rated += 1

    def _told(self, game: int) -> str:
        return f"game {game}: {self.game.format_state(self.states[game])}"


def play_in_step(
    game: AnyGame,
    *,
    moves: int,
    games: int = 50,
    seed: int = 1,
    positions: list[str] | None = None,
    **wishes: Any,
) -> Followed:
    """Play a batch and single games for at least `moves` moves, and return the comparison."""
    followed = Followed(Batch(game, games, **wishes), Random(seed), positions)
    followed.begin(seed)
    for _ in range(-(-moves // games)):
        followed.step()
    return followed
