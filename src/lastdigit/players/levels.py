"""Computers of graded strength: exact knowledge, and an exact rate of errors.

A position is critical when some moves keep its value and some do not. There a level errs with its
stated probability; everywhere else, and when it does not err, it plays as well as can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from lastdigit.core import AnyGame
from lastdigit.solving import Branch, Insight, Value, combined, insight_into

AnyBranch = Branch[Any, Any]
AnyInsight = Insight[Any, Any]
UNKNOWN = 10**6
"""Stands for a distance that is not known: further off than any that is."""


def wants_draw(game: AnyGame, state: Any) -> bool:
    """Return whether the player who is not to move takes a draw (rulings): its own is no win."""
    return insight_into(game).solution(state).value is not Value.LOSE


def split(branches: Sequence[AnyBranch]) -> tuple[list[AnyBranch], list[AnyBranch]]:
    """Return the moves that keep the position's value, and those that do not."""
    value = combined(branch.solution for branch in branches).value
    kept = [branch for branch in branches if branch.value is value]
    return kept, [branch for branch in branches if branch.value is not value]


@dataclass(frozen=True)
class Level:
    """A computer that errs at a critical position with a probability of `errors`."""

    about: str
    errors: float

    def choose(self, game: AnyGame, state: Any, random: Random) -> str:
        """Return the text of its move."""
        insight = insight_into(game)
        kept, lost = split(insight.branches(state))
        # Drawn even where nothing hangs on it, so that levels meet the same chance in one game.
        errs = random.random() < self.errors
        if lost and errs:
            chosen = plausible(lost)
        elif kept[0].value is Value.WIN:
            chosen = quickest(kept)
        else:
            chosen = stubborn(insight, kept)
        return game.format_move(random.choice(chosen).move)

    def agrees_to_draw(self, game: AnyGame, state: Any) -> bool:
        """Return whether its own position is not a win."""
        return wants_draw(game, state)


def plausible(lost: Sequence[AnyBranch]) -> Sequence[AnyBranch]:
    """Return the errors that do not lose at once, if there are any."""
    return [branch for branch in lost if branch.solution.remoteness not in (0, 1)] or lost


def quickest(kept: Sequence[AnyBranch]) -> Sequence[AnyBranch]:
    """Return the wins that end soonest."""
    best = min(distance(branch) for branch in kept)
    return [branch for branch in kept if distance(branch) == best]


def stubborn(insight: AnyInsight, kept: Sequence[AnyBranch]) -> Sequence[AnyBranch]:
    """Return the moves that make it hardest: the longest way, then the narrowest for the other."""
    furthest = max(distance(branch) for branch in kept)
    longest = [branch for branch in kept if distance(branch) == furthest]
    if len(longest) == 1:
        return longest
    widths = [keeping_share(insight, branch) for branch in longest]
    return [branch for branch, width in zip(longest, widths, strict=True) if width == min(widths)]


def distance(branch: AnyBranch) -> int:
    """Return how far off the end is after a move."""
    return UNKNOWN if branch.solution.remoteness is None else branch.solution.remoteness


def keeping_share(insight: AnyInsight, branch: AnyBranch) -> float:
    """Return the share of the opponent's answers that keep what the opponent then has."""
    answers = insight.branches(branch.after)
    return len(split(answers)[0]) / len(answers) if answers else 0.0


class RuleOfThumb:
    """A computer that follows the simple rule that each game declares."""

    about = "follows a simple rule of thumb"

    def choose(self, game: AnyGame, state: Any, random: Random) -> str:  # noqa: ARG002 - it is fixed
        """Return the text of its move."""
        return game.format_move(insight_into(game).greedy(state))

    def agrees_to_draw(self, game: AnyGame, state: Any) -> bool:
        """Return whether its own position is not a win."""
        return wants_draw(game, state)
