"""A puzzle: a position, what is asked in it, and everything that is right.

The solver makes it and vouches for it: nothing here is written down that it has not found.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from lastdigit.game.game import AnyGame, Seat, State, Value
from lastdigit.game.puzzle_source import AnySource, Task, puzzle_sources_of
from lastdigit.game.text import Audience, numbers_in
from lastdigit.match.record import option_values
from lastdigit.solver import FAR, Branch, Solver, solver_for, split

SOLVER = Audience(you=Seat.ONE, computer=Seat.TWO)
"""Whoever solves a puzzle that was made sits at the first seat and is to move."""
DEPTHS = (2, 4, 8, 16)
"""A grade is how deep one must look: grade 1 up to 2 turns, 2 up to 4, 3 up to 8, 4 up to 16."""
MOST_TRIES = 3
LONGEST_PLAY = 7
"""The turns of a win that is played out: its first move is seen from that depth on."""
YOU, OTHER, NOBODY = "you", "the other", "nobody"
WINNERS = {Value.WIN: YOU, Value.LOSE: OTHER, Value.DRAW: NOBODY}

AnyBranch = Branch[Any, Any]
AnyInsight = Solver[Any, Any]


@dataclass(frozen=True)
class Puzzle:
    """A position, and a task for whoever is to move, of which every right answer is known.

    Those that are made have Player 1 to move; those from somebody's games have that person.
    """

    game: AnyGame
    state: State
    task: Task
    right: frozenset[str]
    """The answers that are right: moves' texts, a list of them for `LOSERS`, or a winner."""
    choices: tuple[str, ...]
    """What can be answered; for `LOSERS`, what can be listed."""
    depth: int
    """The turns that a plain search with the rule of thumb must look ahead; FAR: none suffice."""
    plies: int | None = None
    """For `PLAY`: the turns, of both players, after which it is won."""
    given_away: frozenset[str] = field(default=frozenset(), compare=False)
    """The ways of guessing that are right here."""

    @property
    def audience(self) -> Audience:
        """Who solves it: whoever is to move."""
        return solver_at(self.state)

    @property
    def position(self) -> str:
        """The position's text."""
        return self.game.format_state(self.state)

    @property
    def name(self) -> str:
        """What it is known by: game, options, task and position."""
        # Only what is not usual is named, so that an option that comes later changes no name.
        usual = dict(option_values(type(self.game)()))
        options = [
            f"{name}={list(value) if isinstance(value, tuple) else value}".replace(" ", "")
            for name, value in option_values(self.game)
            if value != usual.get(name)
        ]
        return " ".join((self.game.name, *options, self.task, self.position))

    @property
    def title(self) -> str:
        """Its game's title."""
        return self.game.title

    @property
    def grade(self) -> int:
        """From 1, the easiest, to 5."""
        return grade_of(self.depth)

    @property
    def chance(self) -> float:
        """How often a guess is right; where a list is asked for, a guess at one of its members."""
        return len(self.right) / len(self.choices)

    @property
    def tries(self) -> int:
        """How often one may answer: always less often than there are answers."""
        return min(MOST_TRIES, len(self.choices) - 1)

    @cached_property
    def question(self) -> str:
        """What is asked, in a sentence or two."""
        own = puzzle_sources_of(type(self.game))[-1][1].question(self.task)
        return own or self._question()

    def _question(self) -> str:
        match self.task:
            case Task.MOVE if solver_for(self.game).solution(self.state).value is Value.DRAW:
                return "You cannot win here. Which move keeps the draw?"
            case Task.MOVE:
                return "One move wins. Which?" if len(self.right) == 1 else "Find a move that wins."
            case Task.LOSERS:
                return "Which moves lose at once?"
            case Task.WINNER:
                return "You are to move. Who wins if nobody errs: you, the other, or nobody?"
            case Task.PLAY:
                return f"You can win in {self.plies} turns, the other's counted. Play it out."

    @property
    def looks(self) -> Hashable:
        """What it looks like: no two of a set are alike."""
        return self.game.name, self.task, numbers_in(self.game.view(self.state))


def solver_at(state: State) -> Audience:
    """Return who solves a puzzle at a position."""
    return Audience(you=state.mover, computer=state.mover.other)


def grade_of(depth: int) -> int:
    """Return the grade of puzzles in which one must look so deep."""
    return 1 + sum(depth > deepest for deepest in DEPTHS)


def certify(source: AnySource, game: AnyGame, state: State, task: Task) -> Puzzle | None:
    """Return the puzzle that a position makes, or None if it makes none of this kind."""
    found = _certified(game, state, task)
    if found is None or task is Task.WINNER:
        return found
    return replace(found, given_away=_right_guesses(source, found))


def certify_met(game: AnyGame, state: State) -> Puzzle | None:
    """Return the puzzle of a position that somebody met: every move that keeps its value is right.

    None where all do, or none can.
    """
    insight = solver_for(game)
    branches = insight.branches(state)
    return _move_puzzle(insight, state, branches) if split(branches)[1] else None


def _certified(game: AnyGame, state: State, task: Task) -> Puzzle | None:
    insight = solver_for(game)
    if task is Task.WINNER:
        return _certify_winner(insight, state)
    branches = insight.branches(state)
    if len(branches) < 2:
        return None
    match task:
        case Task.MOVE:
            return _certify_move(insight, state, branches)
        case Task.PLAY:
            return _certify_play(insight, state, branches)
        case Task.LOSERS:
            return _certify_losers(insight, state, branches)


def _certify_move(
    insight: AnyInsight, state: State, branches: Sequence[AnyBranch]
) -> Puzzle | None:
    """Return a puzzle if exactly one move wins, or some keep a draw and some do not."""
    kept, lost = split(branches)
    if not lost or (kept[0].value is Value.WIN and len(kept) > 1):
        return None
    return _move_puzzle(insight, state, branches)


def _move_puzzle(insight: AnyInsight, state: State, branches: Sequence[AnyBranch]) -> Puzzle:
    texts = [insight.game.format_move(branch.move) for branch in branches]
    kept, _ = split(branches)
    right = frozenset(insight.game.format_move(branch.move) for branch in kept)
    return Puzzle(
        insight.game,
        state,
        Task.MOVE,
        right,
        tuple(texts),
        depth_to_find(insight, state, branches),
    )


def _certify_play(
    insight: AnyInsight, state: State, branches: Sequence[AnyBranch]
) -> Puzzle | None:
    """Return a puzzle if a win of a few turns begins with one move only."""
    plies = insight.solution(state).remoteness
    found = _certify_move(insight, state, branches)
    if found is None or plies is None or not 3 <= plies <= LONGEST_PLAY:
        return None
    return Puzzle(
        found.game,
        state,
        Task.PLAY,
        found.right,
        found.choices,
        found.depth,
        plies,
    )


def _certify_losers(
    insight: AnyInsight, state: State, branches: Sequence[AnyBranch]
) -> Puzzle | None:
    """Return a puzzle if some moves lose at once and some do not."""
    game = insight.game
    texts = [game.format_move(branch.move) for branch in branches]
    losers = [game.format_move(branch.move) for branch in branches if _loses_at_once(branch)]
    if not losers or len(losers) == len(texts):
        return None
    right = frozenset((" ".join(losers),))
    return Puzzle(game, state, Task.LOSERS, right, tuple(texts), 1)


def _loses_at_once(branch: AnyBranch) -> bool:
    return branch.solution == (Value.WIN, 0)


def _certify_winner(insight: AnyInsight, state: State) -> Puzzle | None:
    """Return a puzzle if nobody wins with the next move: that would be seen by anybody."""
    solution = insight.solution(state)
    if solution.remoteness == 1:
        return None
    answer = WINNERS[solution.value]
    return Puzzle(
        insight.game,
        state,
        Task.WINNER,
        frozenset((answer,)),
        (YOU, OTHER, NOBODY),
        FAR if solution.remoteness is None else solution.remoteness,
        given_away=frozenset((f"always {answer}",)),
    )


def depth_to_find(insight: AnyInsight, state: State, branches: Sequence[AnyBranch]) -> int:
    """Return the smallest depth of a plain search that finds a right move, FAR if none does.

    A search of a depth sees what is decided within it, takes a win, shuns a loss, and leaves the
    rest to the rule of thumb. What it sees follows from the exact distances: a win is seen from its
    own depth on, and a loss from the depth on at which no defence lasts longer.
    """
    right = {branch.move for branch in split(branches)[0]}
    thumb = insight.greedy(state)
    known = [branch for branch in branches if branch.solution.remoteness is not None]
    for depth in sorted({0, *((branch.solution.remoteness or 0) + 1 for branch in known)}):
        moves = {branch.move for branch in _preferred(branches, depth)}
        if moves <= right or (thumb in moves and thumb in right):
            return depth
    return FAR


def _preferred(branches: Sequence[AnyBranch], depth: int) -> Sequence[AnyBranch]:
    """Return the moves that a search of a depth cannot tell apart and finds best."""
    seen = [
        branch
        for branch in branches
        if branch.solution.remoteness is not None and branch.solution.remoteness < depth
    ]
    wins = [branch for branch in seen if branch.value is Value.WIN]
    return wins or [branch for branch in branches if branch not in seen] or branches


def _right_guesses(source: AnySource, puzzle: Puzzle) -> frozenset[str]:
    """Return the ways of guessing that are right in a position."""
    game, state = puzzle.game, puzzle.state
    insight = solver_for(game)
    branches = insight.branches(state)
    moves = [branch.move for branch in branches]
    thumb = insight.greedy(state)
    at_once = [branch.move for branch in branches if branch.solution == (Value.LOSE, 0)]
    guesses = {
        "first move": moves[0],
        "last move": moves[-1],
        "largest digit": max(moves, key=lambda move: source.digit(state, move)),
        "rule of thumb": thumb,
        "one turn ahead": at_once[0] if at_once else thumb,
    }
    right = puzzle.right
    return frozenset(name for name, move in guesses.items() if game.format_move(move) in right)
