"""Policies that know nothing: what they score is what an exam must not reward.

Blind ones look at the moves alone; others look one or two plies ahead, or follow the game's rule of
thumb. For each there is one that makes anything but its move. A policy chooses evenly among some
moves, so its expected score at a question is exact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from lastdigit.game.game import AnyGame, Outcome, State
from lastdigit.solver import solver_for

QUOTED = re.compile(r"`([^`]+)`")
MOVES_SECTION = "## Moves and positions"


class Scene:
    """A position as a policy may look at it."""

    def __init__(self, game: AnyGame, state: State) -> None:
        self.game = game
        self.state = state
        self.moves: Sequence[Any] = game.legal_moves(state)

    @cached_property
    def every(self) -> list[int]:
        """The places of all moves."""
        return list(range(len(self.moves)))

    @cached_property
    def sizes(self) -> list[int]:
        """How large each move looks."""
        insight = solver_for(self.game)
        return [insight.size(self.state, move) for move in self.moves]

    @cached_property
    def after(self) -> list[State]:
        """Where each move leads."""
        return [self.game.successor(self.state, move) for move in self.moves]

    @cached_property
    def ends(self) -> list[Outcome | None]:
        """How each move ends the game, if it does."""
        return [self.game.outcome(state) for state in self.after]

    @cached_property
    def winning(self) -> list[int]:
        """The moves that win at once."""
        return [place for place in self.every if self.won(self.ends[place], self.state)]

    @cached_property
    def safe(self) -> list[int]:
        """The moves that do not lose at once; all, if each does."""
        lost = (end is not None and not self.won(end, self.state) for end in self.ends)
        return [place for place, bad in enumerate(lost) if not bad] or self.every

    @cached_property
    def thumb(self) -> int:
        """The move of the rule of thumb."""
        return self.moves.index(solver_for(self.game).greedy(self.state))

    @cached_property
    def guarded(self) -> list[int]:
        """The safe moves after which the other does not win at once; all safe ones, if each."""
        return [place for place in self.safe if not self._answered(place)] or self.safe

    def _answered(self, place: int) -> bool:
        later = self.after[place]
        replies = (self.game.successor(later, move) for move in self.game.legal_moves(later))
        return any(self.won(self.game.outcome(reply), later) for reply in replies)

    @staticmethod
    def won(end: Outcome | None, state: State) -> bool:
        """Return whether an end is a win of whoever moved at a position."""
        return end is not None and end.winner is state.mover


Pick = Callable[[Scene], Sequence[int]]


class Policy(NamedTuple):
    """A way to answer without knowing anything; `plies` is how far it looks ahead."""

    name: str
    plies: int
    pick: Pick


def _largest(scene: Scene) -> list[int]:
    return [place for place in scene.every if scene.sizes[place] == max(scene.sizes)]


def _smallest(scene: Scene) -> list[int]:
    return [place for place in scene.every if scene.sizes[place] == min(scene.sizes)]


def _example(scene: Scene) -> list[int]:
    """Pick what the rules write as an example of a move; anything where that is not allowed."""
    section = scene.game.rulebook().partition(MOVES_SECTION)[2]
    texts = QUOTED.findall(section.partition("A position")[0])
    legal = {scene.game.format_move(move): place for place, move in enumerate(scene.moves)}
    example = next((text for text in reversed(texts) if text in scene.game.moves_by_text), None)
    return [legal[example]] if example in legal else scene.every


def _two_plies(scene: Scene) -> list[int]:
    if scene.winning:
        return scene.winning
    return [scene.thumb] if scene.thumb in scene.guarded else scene.guarded


KNOW_NOTHING = (
    Policy("first", 0, lambda scene: scene.every[:1]),
    Policy("last", 0, lambda scene: scene.every[-1:]),
    Policy("middle", 0, lambda scene: [scene.every[len(scene.every) // 2]]),
    Policy("largest", 0, _largest),
    Policy("smallest", 0, _smallest),
    Policy("example", 0, _example),
    Policy("safe", 1, lambda scene: scene.safe),
    Policy("one ply", 1, lambda scene: scene.winning or scene.safe),
    Policy("rule of thumb", 1, lambda scene: [scene.thumb]),
    Policy("two plies", 2, _two_plies),
)


def _anything_but(policy: Policy) -> Policy:
    def pick(scene: Scene) -> Sequence[int]:
        avoided = set(policy.pick(scene))
        return [place for place in scene.every if place not in avoided] or scene.every

    return Policy(f"not {policy.name}", policy.plies, pick)


POLICIES = (*KNOW_NOTHING, *map(_anything_but, KNOW_NOTHING))


def expected(picked: Sequence[int], right: Collection[int]) -> float:
    """Return how often one of these moves, chosen evenly, is right.

    >>> expected([0, 2, 3], {2, 5})
    0.3333333333333333
    """
    return sum(place in right for place in picked) / len(picked)


def policy_scores(game: AnyGame, position: str, best: Collection[str]) -> list[float]:
    """Return the expected score of every policy at a position, in the order of POLICIES."""
    scene = Scene(game, game.parse_state(position))
    texts = [game.format_move(move) for move in scene.moves]
    right = {place for place, text in enumerate(texts) if text in best}
    return [expected(policy.pick(scene), right) for policy in POLICIES]
