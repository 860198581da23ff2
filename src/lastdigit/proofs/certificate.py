"""Makes certificates: what a position is worth, and what proves it to somebody who doubts.

A game that proves in a way of its own says how in its `proof.py`, as `PROVER`; the others are
proved by moves that the solver finds. What a certificate must have is said in `check_certificate`.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Sequence
from typing import Any, Generic, TypedDict

from lastdigit.core.game import AnyGame, Game, M, S
from lastdigit.errors import TooManyPositions
from lastdigit.solving import Branch, Insight, Value, insight_into

KIND = 1
LISTED = 100_000
"""So many moves a certificate can have."""


class Claim(TypedDict, total=False):
    """A position, its value for the player to move, the plies to the end, and what proves it."""

    position: str
    value: str
    plies: int | None
    by: str
    move: str
    pairs: str
    barrier: str


class Prover(Generic[S, M]):
    """Proves positions of one game by moves, all of them in one table."""

    def __init__(self, game: Game[S, M]) -> None:
        self.game = game
        self.insight: Insight[S, M] = insight_into(game)
        self.moves: dict[str, str] = {}
        """The moves to make, by the text of a position."""
        self._listed: set[Hashable] = set()

    def options(self) -> dict[str, object]:
        """Return all that matters to the rules, by the names that the checker has for it."""
        options = (option for option in self.game.options() if not option.begins)
        return {option.name: getattr(self.game, option.field) for option in options}

    def in_order(self, states: Sequence[S]) -> Sequence[S]:
        """Return positions in the order in which they are claimed: as they were asked for."""
        return states

    def claim(self, state: S) -> Claim:
        """Return what a position is worth, with its proof; raises TooManyPositions."""
        return self.by_moves(state)

    def by_moves(self, state: S, most: int = LISTED) -> Claim:
        """Return a claim that is proved by moves, which are put into the table.

        Raises TooManyPositions if they are more than so many; then the table is as it was.
        """
        value, plies = self.insight.solution(state)
        before = dict(self.moves), set(self._listed)
        try:
            if value is Value.DRAW:
                self._follow(state, True, None, most)
                self._follow(state, False, None, most)
            else:
                self._follow(state, value is Value.WIN, None, most)
                if plies is not None:
                    self._follow(state, value is Value.LOSE, plies, most)
        except TooManyPositions:
            self.moves, self._listed = before
            raise
        return self.told(state, "moves")

    def told(self, state: S, by: str) -> Claim:
        """Return the claim of a position without what proves it."""
        value, plies = self.insight.solution(state)
        position = self.game.format_state(state)
        return {"position": position, "value": value.value, "plies": plies, "by": by}

    def text(self, state: S) -> str:
        """Return the text of a position in the table."""
        return self.game.format_state(state)

    def _follow(self, root: S, mine: bool, plies: int | None, most: int) -> None:
        """List the moves of one player, to move if `mine`, wherever the other can lead the game."""
        game = self.game
        seen, layer, depth = {(game.key(root), mine)}, [root], 0
        while layer and depth != plies:
            following = []
            for state in layer:
                if game.outcome(state) is not None:
                    continue
                for later in [self._listed_move(state, most)] if mine else self._all_after(state):
                    if (game.key(later), not mine) not in seen:
                        seen.add((game.key(later), not mine))
                        following.append(later)
            layer, mine, depth = following, not mine, depth + 1

    def _all_after(self, state: S) -> list[S]:
        return [self.game.successor(state, move) for move in self.game.legal_moves(state)]

    def _listed_move(self, state: S, most: int) -> S:
        """Return the position after the best move, which is put into the table."""
        best = self.chosen(state)
        key = self.game.key(state)
        if key not in self._listed:
            if len(self.moves) >= most:
                raise TooManyPositions(
                    f"A proof of this position has more than {most:,} moves, which are too many; "
                    "positions later in the game have shorter ones."
                )
            self._listed.add(key)
            self.moves[self.text(state)] = self.game.format_move(best.move)
        return best.after

    def chosen(self, state: S) -> Branch[S, M]:
        """Return the move to list: of the best ones that which leaves the other the fewest."""
        best = self.insight.best(state)
        alike = [branch for branch in best if branch.solution == best[0].solution]
        return min(alike, key=lambda branch: len(self.game.legal_moves(branch.after)))


def prover_of(game: AnyGame) -> Prover[Any, Any]:
    """Return what proves positions of a game."""
    prover: type[Prover[Any, Any]] = game.declaration().load("prover") or Prover
    return prover(game)


def certificate(game: AnyGame, states: Sequence[Any]) -> bytes:
    """Return the certificate of some positions, as JSON; raises TooManyPositions."""
    prover = prover_of(game)
    claims = [prover.claim(state) for state in prover.in_order(states)]
    data = {
        "certificate": KIND,
        "game": game.name,
        "options": prover.options(),
        "claims": claims,
        "moves": prover.moves,
    }
    return json.dumps(data, indent=1).encode() + b"\n"
