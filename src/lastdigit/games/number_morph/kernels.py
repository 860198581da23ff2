"""The rules of Number Morph as functions on arrays, to play thousands of games at once.

Each row of an array is one game. Comments cite the numbered rules in `rulebook.md`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.errors import UsageError
from lastdigit.game.kernel import Kernel, worth
from lastdigit.games.number_morph.primes import Primes
from lastdigit.games.number_morph.solver import (
    COMPILED,
    EVEN,
    FREE,
    REMOVED,
    Graph,
    Matching,
    PythonBackend,
    match_all,
)
from lastdigit.games.number_morph.variants import NumberMorph

# `kernel` replaces these four for each game.
DIGITS, CHANGES = 3, 30
LOG = 1 + DIGITS
"""The first column of an observation with the log: a flag for each prime, 1 if it is used."""
LOG_START = 1
"""The flag of the starting number in a new game: 1 if it counts as used, else 0."""

NONE = -1
"""The index that means that a change does not form a prime."""


def begin(tables: Any, state: Any, observation: Any, game: int, start: int) -> None:
    """Start a new game: write the starting prime to row `game` of `state`.

    `start` selects the starting prime. Mark all other primes as unused in row `game`
    of `observation`.
    """
    # `start` is an index in `starts`, and a prime is its index in `Primes.all`. The log of used
    # primes is only in the observation.
    starts, _, digits = tables
    for prime in range(len(digits)):
        observation[game, LOG + prime] = 0
    state[game, 0] = starts[start]
    observation[game, LOG + starts[start]] = LOG_START


def play(tables: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Make the move `action`: change a digit of the current prime.

    Update row `game` of `state` and `observation`. Always return 0. The caller checks whether the
    next player has a legal move.
    """
    # `action` is the index of the change in `Primes.changes`. The caller checks for the end because
    # of `Kernel.stuck_loses`.
    _, formed, _ = tables
    prime = formed[state[game, 0], action]
    state[game, 0] = prime
    observation[game, LOG + prime] = 1
    return 0


def show(tables: Any, state: Any, observation: Any, mask: Any, game: int, seat: int) -> int:
    """Fill row `game` of `observation` and of `mask` for the player to move.

    The position is written to `observation` as numbers. In `mask`, legal moves are set to 1 and all
    others to 0. `seat` is the player to move, 1 or 2. Return the number of legal moves.
    """
    _, formed, digits = tables
    current, legal = state[game, 0], 0
    observation[game, 0] = seat
    for place in range(DIGITS):
        observation[game, 1 + place] = digits[current, place]
    for action in range(CHANGES):
        prime = formed[current, action]
        is_legal = prime != NONE and observation[game, LOG + prime] == 0  # rules 4 to 7
        mask[game, action] = is_legal
        legal += is_legal
    return legal


def weigh(tables: Any, solved: Any, state: Any, observation: Any, game: int) -> None:
    """Solve the position in row `game`, and write the result to row `game` of `state`.

    The function `rate` reads this result, so call `weigh` first. `solved` has a maximum matching of
    all primes.
    """
    # Store a maximum matching of the unused primes and its labels, which the module `solver`
    # explains. A matching from an earlier turn of the same game is repaired for the primes used
    # since then. Otherwise the matching of all primes is repaired for all used primes.
    starts, near, full = solved
    primes = len(full)
    mates, labels = state[game, 1 : 1 + primes], state[game, 1 + primes : 1 + 2 * primes]
    parents, queue = np.zeros(primes, np.int32), np.zeros(primes, np.int32)
    bases, marks = np.arange(primes).astype(np.int32), np.zeros(primes + 1, np.int32)
    reusable = mates[0] != 0  # 0 means unset, since a prime is never its own partner
    for prime in range(primes):
        reusable = reusable and (mates[prime] != REMOVED or observation[game, LOG + prime] == 1)
    if not reusable:
        mates[:] = full
    for prime in range(primes):
        labels[prime] = 0
    for prime in range(primes):
        if observation[game, LOG + prime] == 1 and mates[prime] != REMOVED:
            mate = mates[prime]
            mates[prime] = REMOVED
            if mate != FREE:
                mates[mate] = FREE
    match_all((starts, near), mates, labels, (parents, bases, marks, queue))


def rate(tables: Any, solved: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Return a score for the move `action` in row `game` of `state`. Better moves score higher.

    The score assumes perfect play after the move. `weigh` must have been called for this position.
    """
    # A move wins if some maximum matching of the unused primes leaves the new prime unmatched.
    _, formed, digits = tables
    wins = state[game, 1 + len(digits) + formed[state[game, 0], action]] == EVEN
    return worth(wins, not wins, 0)


def solution(primes: Primes) -> Any:
    """Return arrays with the neighbours of each prime and with a maximum matching of all primes."""
    # They are `starts`, `near` and `mates`, which the module `solver` explains.
    matching = Matching.of(Graph.of(primes, PythonBackend()))
    return tuple(np.array(one, dtype=np.int32) for one in (*matching.graph.edges, matching.mates))


def kernel(game: NumberMorph) -> Kernel:
    """Return the functions of this module as a `Kernel` with the rule options of `game`.

    Raise UsageError if the game begins with few unused primes (option `late`).
    """
    if game.late:
        raise UsageError(
            f"{game.title} with 'late' set to yes cannot be played in batches, because choosing "
            "the used primes requires a search. Set 'late' to no."
        )
    primes = game.primes
    formed = np.full((len(primes), len(primes.changes)), NONE, dtype=np.int32)
    actions = {change: action for action, change in enumerate(primes.changes)}
    for index, prime in enumerate(primes.all):
        for change, other in primes.neighbours[prime].items():
            formed[index, actions[change]] = primes.index[other]
    if game.starting_number is None:
        starts = np.flatnonzero((formed != NONE).any(axis=1))
    else:
        starts = np.array([primes.index[game.starting_number]])
    return Kernel(
        *(begin, play, show),
        stuck_loses=True,
        width=1,
        tables=(
            starts.astype(np.int32),
            formed,
            np.array([tuple(primes.digits_of[prime]) for prime in primes.all], dtype=np.int8),
        ),
        constants={
            "DIGITS": game.digits,
            "CHANGES": len(primes.changes),
            "LOG": 1 + game.digits,
            "LOG_START": int(game.log_start),
        },
        starts=len(starts),
        helpers=COMPILED,
        numbers=lambda position: (primes.index[position.number],),
        rate=rate,
        weigh=weigh,
        memory=2 * len(primes),
        solution=lambda: solution(primes),
    )
