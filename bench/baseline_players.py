"""The players of docs/baselines.md, and how each answers one question.

Built-in computers are opened by name, and alpha-beta is from `bench/grades.py`. `table` and `net`
are trained with the batch environments (`examples/learned.py`) for the variant with the largest
weight in a game's pool, and are asked only about that variant.
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
"""The number of self-play moves for every variant that is learned."""
VARIANTS = 1
"""The number of variants per game to learn. Each takes a minute or two."""
LEVELS = ("beginner", "easy", "medium", "hard", "perfect")
SEARCHES = ("mcts:16", "mcts:256", "mcts:4096")
NODES = {"alpha-beta:30": 30, "alpha-beta:300": 300, "alpha-beta:3000": 3_000}
LEARNERS = {TABLE: learned.table, NET: learned.net}
PLAYERS = (*LEVELS, "greedy", "random", *SEARCHES, *NODES, *LEARNERS)
SHARES = {"mcts:4096": 0.25, "alpha-beta:30": 5, "alpha-beta:300": 5, TABLE: 5, NET: 5}
"""The share of the questions for players that are slow (fewer) or fast (more)."""

Options = tuple[tuple[str, OptionValue], ...]


def use_folder(folder: Path) -> None:
    """Set the folder of learned values."""
    os.environ["LEARNED"] = str(folder)


def variants_of(name: str) -> list[Options]:
    """Return the variants of a game to learn: those with the most questions."""
    weights: Counter[Options] = Counter()
    for items in group_by_grade(load_pool(name)).values():
        whole = sum(item.weight for item in items)
        for item in items:
            weights[item.options] += item.weight / whole  # type: ignore[assignment]  # a share
    return [options for options, _ in weights.most_common(VARIANTS)]


def learn(name: str, options: Options, kind: str, steps: Mapping[str, int]) -> str:
    """Learn a variant unless it is saved already, and return the file."""
    game = find(name, **dict(options))
    path = learned.path_of(game, kind)
    if not path.exists():
        known, _ = learned.train(game, kind, steps=steps[kind])
        learned.save(known, game, kind)
    return str(path)


def can_answer(player: str, game: AnyGame) -> bool:
    """Return whether a player knows this variant."""
    return player not in LEARNERS or learned.path_of(game, player).exists()


def moves_of(player: str, game: AnyGame, state: State, random: Random) -> list[str]:
    """Return the moves that a player chooses among uniformly if known, otherwise one move."""
    if player in NODES:
        return AlphaBeta(game, NODES[player]).best(state)
    if player in LEARNERS:
        return [game.format_move(game.all_moves()[LEARNERS[player](game, state, random)])]
    return [find_computer(player).choose(game, state, random)]


def move_score(player: str, item: PoolItem, critical: Critical, random: Random) -> float:
    """Return the probability that a player is right if known, otherwise 0 or 1."""
    game = find(critical.game, **dict(item.options))
    made = moves_of(player, game, game.parse_state(item.position), random)
    return sum(move in critical.best for move in made) / len(made)


def resist_score(player: str, question: Item, random: Random) -> float:
    """Return the probability that a player's move delays the loss longest."""
    game = find(question.game, **dict(question.options))
    made = moves_of(player, game, game.parse_state(question.position), random)
    return sum(is_right(question, move) for move in made) / len(made)


def plan_score(player: str, question: Item, random: Random) -> float:
    """Return whether the line is right that a player makes when it plays both sides."""
    game = find(question.game, **dict(question.options))
    state = game.parse_state(question.position)
    line: list[str] = []
    while game.outcome(state) is None and len(line) < MAX_PLAN_PLIES:
        line.append(random.choice(moves_of(player, game, state, random)))
        state = game.successor(state, game.moves_by_text[line[-1]])
    return float(is_right(question, ", ".join(line)))


LONG_PLAY = {Kind.RESIST: resist_score, Kind.PLAN: plan_score}
"""The questions in words that any player can answer with moves."""


def value_score(player: str, question: Item, answers: int) -> float:
    """Return how often a player is right about who wins; it guesses what it cannot see."""
    game = find(question.game, **dict(question.options))
    state = game.parse_state(question.position)
    worth = VALUES[player](game, state, player)
    if not worth:
        return 1 / answers
    winner: Seat = state.mover if worth > 0 else state.mover.other
    return float(question.right == str(winner)) if question.right != DRAW else 0.0


def _search_score(game: AnyGame, state: State, player: str) -> float:
    return AlphaBeta(game, NODES[player]).evaluate(state)


def _learned_score(game: AnyGame, state: State, player: str) -> float:
    known = learned.load(game, player)
    assert known is not None, "only players that learned the variant are asked"
    legal = set(game.legal_moves(state))
    actions = [number for number, move in enumerate(game.all_moves()) if move in legal]
    seen = np.array([game.observation(state)])
    return float(max(known.values(seen)[0][actions]))


VALUES: dict[str, Callable[[AnyGame, State, str], float]] = {
    **dict.fromkeys(NODES, _search_score),
    **dict.fromkeys(LEARNERS, _learned_score),
}
"""The players that can evaluate a position. Others only choose moves."""
