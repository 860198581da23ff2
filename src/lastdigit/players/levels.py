"""Computers of graded strength: exact knowledge, and an exact rate of errors.

A position is critical when some moves keep its value and some do not. There a level errs with its
stated probability; everywhere else, and when it does not err, it plays as well as can be.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from lastdigit.game.game import AnyGame, State, Value
from lastdigit.solver import FAR, Branch, Solver, solver_for, split

AnyBranch = Branch[Any, Any]
AnyInsight = Solver[Any, Any]
REMEMBERED = 50_000
"""In so many positions it is known what can be decided."""


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
        return game.format_move(self.pick(decisions_in(game), state, random))

    def pick(self, decisions: Decisions, state: State, random: Random) -> Hashable:
        """Return its move, where it is known what can be decided: environments ask very often."""
        best, wrong = decisions.at(state)
        # Drawn even where nothing hangs on it, so that levels meet the same chance in one game.
        errs = random.random() < self.errors
        return random.choice(wrong if errs and wrong else best)


class Decision(NamedTuple):
    """The moves that are made without an error, and with one, where one can be made."""

    best: tuple[Hashable, ...]
    wrong: tuple[Hashable, ...]

    @classmethod
    def of(cls, insight: AnyInsight, state: State) -> Decision:
        """Work out what can be decided in a position."""
        kept, lost = split(insight.branches(state))
        best = quickest(kept) if kept[0].value is Value.WIN else stubborn(insight, kept)
        wrong = plausible(lost) if lost else lost
        return cls(tuple([one.move for one in best]), tuple([one.move for one in wrong]))


class Decisions:
    """What can be decided in a game; positions that come up again are known."""

    def __init__(self, game: AnyGame) -> None:
        self._game, self._insight = game, solver_for(game)
        self._known: dict[Hashable, Decision] = {}

    def at(self, state: State) -> Decision:
        """Return what can be decided in a position."""
        if not self._insight.recurs:
            return Decision.of(self._insight, state)
        key = self._game.key(state)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            found = self._known[key] = Decision.of(self._insight, state)
        return found


@lru_cache(maxsize=16)
def decisions_in(game: AnyGame) -> Decisions:
    """Return what can be decided in a game."""
    return Decisions(game)


def plausible(lost: Sequence[AnyBranch]) -> Sequence[AnyBranch]:
    """Return the errors that do not lose at once, if there are any."""
    return [branch for branch in lost if branch.solution.remoteness not in (0, 1)] or lost


def quickest(kept: Sequence[AnyBranch]) -> Sequence[AnyBranch]:
    """Return the wins that end soonest."""
    if len(kept) == 1:
        return kept
    best = min(map(distance, kept))
    return [branch for branch in kept if distance(branch) == best]


def stubborn(insight: AnyInsight, kept: Sequence[AnyBranch]) -> Sequence[AnyBranch]:
    """Return the moves that make it hardest: the longest way, then the narrowest for the other."""
    furthest = max(map(distance, kept))
    longest = [branch for branch in kept if distance(branch) == furthest]
    if len(longest) == 1:
        return longest
    # Where a loss is of unknown length, room stands for it: by bench/resistance.py narrow ways
    # save fewer games there, because they end sooner.
    if furthest == FAR and kept[0].value is Value.LOSE:
        return roomiest(insight, longest)
    hardness = [Answers.to(insight, branch).narrow for branch in longest]
    return [branch for branch, hard in zip(longest, hardness, strict=True) if hard == max(hardness)]


def roomiest(insight: AnyInsight, lost: Sequence[AnyBranch]) -> Sequence[AnyBranch]:
    """Return the moves after which there is an error to make at all, of them those with most room.

    Which answers are errors takes long to find out: it is asked from the roomiest on.
    """
    by_room: dict[int, list[AnyBranch]] = {}
    for branch in lost:
        by_room.setdefault(len(insight.game.legal_moves(branch.after)), []).append(branch)
    rooms = sorted(by_room, reverse=True)
    for room in rooms:
        erring = [one for one in by_room[room] if Answers.to(insight, one).keeping < room]
        if erring:
            return erring
    return by_room[rooms[0]]


def distance(branch: AnyBranch) -> int:
    """Return how far off the end is after a move."""
    _, plies = branch.solution
    return FAR if plies is None else plies


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
