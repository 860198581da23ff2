"""Computers of graded strength: exact knowledge, and an exact rate of errors.

A position is critical when some moves keep its value and some do not. There a level errs with its
stated probability; everywhere else, and when it does not err, it plays as well as can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from lastdigit.core.game import AnyGame, State
from lastdigit.solving import FAR, Branch, Insight, Value, insight_into, split

AnyBranch = Branch[Any, Any]
AnyInsight = Insight[Any, Any]


@dataclass(frozen=True)
class Level:
    """A computer that errs at a critical position with a probability of `errors`."""

    errors: float

    @property
    def about(self) -> str:
        """What it is like to play against, for people: a decisive turn is a critical position."""
        if not self.errors:
            return "never makes a mistake"
        tenths = round(10 * self.errors)
        rate = f"{tenths} of 10" if tenths else f"1 of {round(1 / self.errors)}"
        return f"makes a mistake in {rate} decisive turns"

    def choose(self, game: AnyGame, state: State, random: Random) -> str:
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
    answers = [Answers.to(insight, branch) for branch in longest]
    # Where a loss is of unknown length, room stands for it: by bench/resistance.py narrow ways
    # save fewer games there, because they end sooner.
    unknown = furthest == FAR and kept[0].value is Value.LOSE
    hardness = [one.roomy if unknown else one.narrow for one in answers]
    return [branch for branch, hard in zip(longest, hardness, strict=True) if hard == max(hardness)]


def distance(branch: AnyBranch) -> int:
    """Return how far off the end is after a move."""
    return FAR if branch.solution.remoteness is None else branch.solution.remoteness


class Answers(NamedTuple):
    """How many answers the opponent has to a move, and how many keep what the opponent has."""

    keeping: int
    all: int

    @classmethod
    def to(cls, insight: AnyInsight, branch: AnyBranch) -> Answers:
        """Count the answers to a move."""
        return cls(*insight.count_answers(branch.after))

    @property
    def narrow(self) -> float:
        """The share of answers that are errors."""
        return 1 - self.keeping / self.all if self.all else 0.0

    @property
    def roomy(self) -> tuple[bool, int]:
        """Whether there is an error to make at all, then how much room is left."""
        return self.keeping < self.all, self.all
