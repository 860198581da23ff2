"""Who is asked for the baselines of docs/baselines.md, and how each answers one question.

Computers of ours are seated by their names; alpha-beta is that of `bench/grades.py`; `table` and
`net` are trained through the batch environments (`examples/learned.py`), for the member of a game
that most of the pool's weight is on, and asked about that only.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

import numpy as np

from bench.grades import AlphaBeta
from examples import learned
from lastdigit.analysis.critical import Critical
from lastdigit.exam.items import DRAW, MAX_PLAN_PLIES, Item, Kind, is_right
from lastdigit.exam.pools import PoolItem, group_by_grade, load_pool
from lastdigit.game.game import AnyGame, Seat, State
from lastdigit.game.options import OptionValue
from lastdigit.games import find
from lastdigit.players.players import find_computer

TABLE, NET = "table", "net"
STEPS = {TABLE: 4_000_000, NET: 8_000_000}
"""How many moves each makes against itself, of every member that it learns."""
MEMBERS = 1
"""How many members of a game are learned; it takes a minute or two for each."""
LEVELS = ("beginner", "easy", "medium", "hard", "perfect")
SEARCHES = ("mcts:16", "mcts:256", "mcts:4096")
NODES = {"alpha-beta:30": 30, "alpha-beta:300": 300, "alpha-beta:3000": 3_000}
LEARNERS = {TABLE: learned.table, NET: learned.net}
PLAYERS = (*LEVELS, "greedy", "random", *SEARCHES, *NODES, *LEARNERS)
SHARES = {"mcts:4096": 0.25, "alpha-beta:30": 5, "alpha-beta:300": 5, TABLE: 5, NET: 5}
"""Who is asked fewer questions than others, being slow, or more, being quick and a stranger."""

Options = tuple[tuple[str, OptionValue], ...]


def use_folder(folder: Path) -> None:
    """Say where what is learned is kept."""
    os.environ["LEARNED"] = str(folder)


def members(name: str) -> list[Options]:
    """Return the members of a game that are learned: those that are asked about most."""
    weights: Counter[Options] = Counter()
    for items in group_by_grade(load_pool(name)).values():
        whole = sum(item.weight for item in items)
        for item in items:
            weights[item.options] += item.weight / whole  # type: ignore[assignment]  # a share
    return [options for options, _ in weights.most_common(MEMBERS)]


def learn(name: str, options: Options, kind: str, steps: Mapping[str, int]) -> str:
    """Learn a member unless it is kept already; return where."""
    game = find(name, **dict(options))
    path = learned.path_of(game, kind)
    if not path.exists():
        known, _ = learned.train(game, kind, steps=steps[kind])
        learned.keep(known, game, kind)
    return str(path)


def can_answer(player: str, game: AnyGame) -> bool:
    """Return whether a player knows this member of the game."""
    return player not in LEARNERS or learned.path_of(game, player).exists()


def moves_of(player: str, game: AnyGame, state: State, random: Random) -> list[str]:
    """Return the moves that a player makes here, evenly, as far as that is known; else one."""
    if player in NODES:
        return AlphaBeta(game, NODES[player]).best(state)
    if player in LEARNERS:
        return [game.format_move(game.all_moves()[LEARNERS[player](game, state, random)])]
    return [find_computer(player).choose(game, state, random)]


def move_score(player: str, item: PoolItem, critical: Critical, random: Random) -> float:
    """Return how often a player is right at a question, as far as that is known; else 0 or 1."""
    game = find(critical.game, **dict(item.options))
    made = moves_of(player, game, game.parse_state(item.position), random)
    return sum(move in critical.best for move in made) / len(made)


def resist_score(player: str, question: Item, random: Random) -> float:
    """Return how often a player's move holds out longest."""
    game = find(question.game, **dict(question.options))
    made = moves_of(player, game, game.parse_state(question.position), random)
    return sum(is_right(question, move) for move in made) / len(made)


def plan_score(player: str, question: Item, random: Random) -> float:
    """Return whether the line is right that a player makes when it plays for both."""
    game = find(question.game, **dict(question.options))
    state = game.parse_state(question.position)
    line: list[str] = []
    while game.outcome(state) is None and len(line) < MAX_PLAN_PLIES:
        line.append(random.choice(moves_of(player, game, state, random)))
        state = game.successor(state, game.moves_by_text[line[-1]])
    return float(is_right(question, ", ".join(line)))


LONG_PLAY = {Kind.RESIST: resist_score, Kind.PLAN: plan_score}
"""What anybody who makes moves can be asked in words."""


def value_score(player: str, question: Item, answers: int) -> float:
    """Return how often a player is right about who wins; what it does not see it guesses."""
    game = find(question.game, **dict(question.options))
    state = game.parse_state(question.position)
    worth = VALUES[player](game, state, player)
    if not worth:
        return 1 / answers
    winner: Seat = state.mover if worth > 0 else state.mover.other
    return float(question.right == str(winner)) if question.right != DRAW else 0.0


def _searched(game: AnyGame, state: State, player: str) -> float:
    return AlphaBeta(game, NODES[player]).worth(state)


def _learned(game: AnyGame, state: State, player: str) -> float:
    known = learned.kept(game, player)
    assert known is not None, "only who knows the game is asked"
    legal = set(game.legal_moves(state))
    actions = [number for number, move in enumerate(game.all_moves()) if move in legal]
    seen = np.array([game.observation(state)])
    return float(max(known.worths(seen)[0][actions]))


VALUES: dict[str, Callable[[AnyGame, State, str], float]] = {
    **dict.fromkeys(NODES, _searched),
    **dict.fromkeys(LEARNERS, _learned),
}
"""Who has an opinion on who wins; whoever only makes moves has none that could be asked."""
