"""Number Morph in batches: the rules on arrays. Comments cite the rules in `rulebook.md`.

Numbers are indices of primes. The history log is stored only in the observation, as a flag for each
prime.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.errors import UsageError
from lastdigit.game.kernel import Kernel, worth
from lastdigit.games.number_morph import blossoms
from lastdigit.games.number_morph.blossoms import EVEN, FREE, GONE, pair_all
from lastdigit.games.number_morph.matching import Graph, Matching
from lastdigit.games.number_morph.primes import Primes
from lastdigit.games.number_morph.rules import NumberMorph

DIGITS, CHANGES = 3, 30
LOG = 1 + DIGITS
"""The first column of the flags of the primes in an observation."""
LOG_START = 1
NONE = -1


def begin(tables: Any, state: Any, observation: Any, game: int, start: int) -> None:
    """Start with a prime, and with a log that contains it or is empty."""
    starts, _, digits = tables
    for prime in range(len(digits)):
        observation[game, LOG + prime] = 0
    state[game, 0] = starts[start]
    observation[game, LOG + starts[start]] = LOG_START


def play(tables: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Form another prime. The kernel ends the game if there is no legal move (rule 10)."""
    _, formed, _ = tables
    prime = formed[state[game, 0], action]
    state[game, 0] = prime
    observation[game, LOG + prime] = 1
    return 0


def show(tables: Any, state: Any, observation: Any, mask: Any, game: int, seat: int) -> int:
    """Write the digits to the observation, and the changes to an unused prime to the mask."""
    _, formed, digits = tables
    now, legal = state[game, 0], 0
    observation[game, 0] = seat
    for place in range(DIGITS):
        observation[game, 1 + place] = digits[now, place]
    for action in range(CHANGES):
        prime = formed[now, action]
        is_open = prime != NONE and observation[game, LOG + prime] == 0
        mask[game, action] = is_open
        legal += is_open
    return legal


def weigh(tables: Any, solved: Any, state: Any, observation: Any, game: int) -> None:
    """Update the game's maximum matching and its labels, which are both stored in the state.

    The state has the matching of an earlier turn, which is repaired for the primes used since then.
    If it is empty or belongs to another game, the matching of all primes is used instead.
    """
    starts, near, whole = solved
    primes = len(whole)
    mates, labels = state[game, 1 : 1 + primes], state[game, 1 + primes : 1 + 2 * primes]
    graph, empty = (starts, near), np.zeros(primes, np.int32)
    desk = (empty, np.arange(primes).astype(np.int32), np.zeros(primes + 1, np.int32), empty.copy())
    reusable = mates[0] != 0  # 0 means unset, since a prime is never its own partner
    for prime in range(primes):
        reusable = reusable and (mates[prime] != GONE or observation[game, LOG + prime] == 1)
    if not reusable:
        mates[:] = whole
    for prime in range(primes):
        labels[prime] = 0
    for prime in range(primes):
        if observation[game, LOG + prime] == 1 and mates[prime] != GONE:
            widow = mates[prime]
            mates[prime] = GONE
            if widow != FREE:
                mates[widow] = FREE
    pair_all(graph, mates, labels, desk)


def rate(tables: Any, solved: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Return the worth of a change. It wins if some maximum matching misses the new prime."""
    _, formed, digits = tables
    wins = state[game, 1 + len(digits) + formed[state[game, 0], action]] == EVEN
    return worth(wins, not wins, 0)


def solution(primes: Primes) -> Any:
    """Return the graph of the primes and a maximum matching of all of them, as arrays."""
    matching = Matching.of(Graph([primes.beside[place] for place in range(len(primes))]))
    return tuple(np.array(one, dtype=np.int32) for one in (*matching.graph.rows, matching.mates))


def kernel(game: NumberMorph) -> Kernel:
    """Return the batch kernel of a game with its options. Raise UsageError for late starts."""
    if game.late:
        raise UsageError(
            f"{game.title} with late yes cannot be played in batches: its log is drawn by a "
            "search. Choose late no."
        )
    primes = game.primes
    formed = np.full((len(primes), len(primes.changes)), NONE, dtype=np.int32)
    numbers = {change: number for number, change in enumerate(primes.changes)}
    for place, prime in enumerate(primes.all):
        for change, other in primes.formable[prime]:
            formed[place, numbers[change]] = other
    if game.starting_number is None:
        starts = np.flatnonzero((formed != NONE).any(axis=1))
    else:
        starts = np.array([primes.place[game.starting_number]])
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
        helpers=blossoms.COMPILED,
        numbers=lambda position: (primes.place[position.number],),
        rate=rate,
        weigh=weigh,
        memory=2 * len(primes),
        solution=lambda: solution(primes),
    )
