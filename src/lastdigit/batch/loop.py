"""The loop that makes the moves in many games. The loop is compiled together with a game's kernel.

A kernel consists of the rules of a game, as functions on arrays.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numba import njit, typeof

from lastdigit.game.kernel import Function, Kernel, worth
from lastdigit.solver.tables import announce, is_compiled

T = TypeVar("T")
ONE, TWO = 1, 2
IN_PROGRESS, ENDED, CUT_OFF = 0, 1, 2
"""The state of a game: in progress, ended by the rules, or cut off at the maximum length."""
ALTERNATE, DRAWN = 1, 2
"""How the agent's seat changes from game to game: it alternates, or it is drawn at random."""
NEVER, CHANCE, SOLVED = 0, 1, 2
"""The kind of opponent: none, one that moves at random, or one that plays perfectly."""
NONE = -1
"""The index that means that there is no such game."""
ILLEGAL = -2
"""The value of an illegal action: lower than the value of any legal one."""

# Placeholders: `compiled_loop` replaces these globals with the kernel's functions and the settings.
ANSWERS = NEVER
SEATING = PLACED = 0
STUCK_LOSES = False
ACTIONS = SEEN = WIDTH = STARTS = LIMIT = TRIES = 1
begin: Any = None
play: Any = None
show: Any = None
rate: Any = None
weigh: Any = None

GOLDEN, FIRST, SECOND = map(np.uint64, (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
S27, S30, S31, S32 = map(np.uint64, (27, 30, 31, 32))


def draw(generators: Any, game: int, count: int) -> int:
    """Return a random integer from 0 to `count` - 1, and advance `generators[game]`.

    `generators` has the state of a random number generator for each game.
    """
    generators[game] += GOLDEN  # SplitMix64
    mixed = generators[game]
    mixed = (mixed ^ (mixed >> S30)) * FIRST
    mixed = (mixed ^ (mixed >> S27)) * SECOND
    mixed ^= mixed >> S31
    return int(((mixed >> S32) * np.uint64(count)) >> S32)


def pick(mask: Any, generators: Any, game: int) -> int:
    """Return a random legal action in row `game` of `mask`, or 0 if there is none.

    `mask` has 1 for each legal action.
    """
    legal = 0
    for action in range(ACTIONS):
        legal += mask[game, action]
    rank = np.int64(draw(generators, game, legal))  # signed, for a fast comparison
    # The number of actions before the one with this rank. Without branches, because the processor
    # cannot predict a random one.
    chosen, passed = 0, 0
    for action in range(ACTIONS):
        passed += mask[game, action]
        chosen += passed <= rank
    return chosen if legal else 0


def sample(first: int, last: int, actions: Any, generators: Any, mask: Any) -> bool:
    """Write a random legal action of each row from `first` to `last` - 1 to `actions`."""
    for game in range(np.uintp(first), np.uintp(last)):
        actions[game] = pick(mask, generators, game)
    return True


def copy_actions(given: Any, actions: Any) -> int:
    """Copy the actions of all games. Return the first game with a number that is not an action.

    Return NONE if all numbers are actions.
    """
    invalid = NONE
    for game in range(len(actions)):
        number = given[game]
        if (number < 0) | (number >= ACTIONS):
            invalid = game if invalid == NONE else invalid
        actions[game] = number
    return invalid


def choose(
    tables: Any, solved: Any, state: Any, observation: Any, mask: Any, generators: Any, game: int
) -> int:
    """Return the action that the opponent chooses in row `game` of the arrays.

    A perfect opponent looks up its best actions in `solved`, and picks one of them at random. A
    random opponent picks any legal action. `mask` has 1 for each legal action.
    """
    if ANSWERS == CHANCE:
        return pick(mask, generators, game)
    chosen, ties, highest = 0, 0, 0
    weigh(tables, solved, state, observation, game)
    for action in range(ACTIONS):
        if mask[game, action]:
            rating = rate(tables, solved, state, observation, game, action)
            if ties == 0 or rating > highest:
                chosen, ties, highest = action, 1, rating
            elif rating == highest:
                ties += 1
                if draw(generators, game, ties) == 0:
                    chosen = action
    return chosen


def renew(
    tables: Any,
    solved: Any,
    start_positions: Any,
    state: Any,
    mover_seats: Any,
    agent_seats: Any,
    plies: Any,
    generators: Any,
    observation: Any,
    mask: Any,
    game: int,
) -> bool:
    """Start a new game in row `game` of the arrays, and play until the agent's first turn.

    If the game ends before the agent has a turn, start another one. Return False if TRIES games in
    a row end before the agent has a turn. The arrays from `state` to `mask` have one row per game
    and are updated.
    """
    if SEATING == ALTERNATE:
        agent_seats[game] = ONE + TWO - agent_seats[game]
    elif SEATING == DRAWN:
        agent_seats[game] = ONE + draw(generators, game, TWO)
    for _ in range(TRIES):
        if PLACED:
            rows, observations, movers, agents = start_positions
            start = draw(generators, game, len(movers))
            for column in range(WIDTH):
                state[game, column] = rows[start, column]
            for column in range(SEEN):
                observation[game, column] = observations[start, column]
            mover_seats[game] = movers[start]
            if agents[start]:
                agent_seats[game] = agents[start]
        else:
            begin(
                tables,
                state,
                observation,
                game,
                draw(generators, game, STARTS) if STARTS > 1 else 0,
            )
            mover_seats[game] = ONE
        plies[game] = 0
        show(tables, state, observation, mask, game, mover_seats[game])
        if ANSWERS == NEVER or agent_seats[game] == mover_seats[game]:
            return True
        action = choose(tables, solved, state, observation, mask, generators, game)
        won = play(tables, state, observation, game, action)
        mover_seats[game], plies[game] = ONE + TWO - mover_seats[game], 1
        legal = show(tables, state, observation, mask, game, mover_seats[game])
        if won == 0 and not (STUCK_LOSES and legal == 0):
            return True
    return False


def reset(
    first: int,
    last: int,
    tables: Any,
    solved: Any,
    start_positions: Any,
    state: Any,
    mover_seats: Any,
    agent_seats: Any,
    plies: Any,
    generators: Any,
    observation: Any,
    mask: Any,
) -> bool:
    """Start new games in the rows from `first` to `last` - 1, and play until the agent's turn.

    The arrays from `state` to `mask` have one row per game and are updated. If a game ends before
    the agent has a turn, it is replaced by another one. Return False if TRIES new games in a row
    end so early.
    """
    started = True
    for game in range(np.uintp(first), np.uintp(last)):
        started &= renew(
            tables,
            solved,
            start_positions,
            state,
            mover_seats,
            agent_seats,
            plies,
            generators,
            observation,
            mask,
            game,
        )
    return started


def step(
    first: int,
    last: int,
    actions: Any,
    illegal_reward: Any,
    tables: Any,
    solved: Any,
    start_positions: Any,
    state: Any,
    mover_seats: Any,
    agent_seats: Any,
    plies: Any,
    generators: Any,
    observation: Any,
    mask: Any,
    rewards: Any,
    done: Any,
    final_observation: Any,
) -> bool:
    """Make the moves `actions` in the rows from `first` to `last` - 1, and the opponent's replies.

    The arrays from `state` to `mask` have one row per game and are updated. The reward for each
    move is written to `rewards`, or `illegal_reward` if the move is illegal. `done` is set to
    IN_PROGRESS, ENDED or CUT_OFF.

    If a game ends, its last observation is written to `final_observation`, and a new game starts.
    Return False if TRIES new games in a row end before the agent has a turn.
    """
    started = True
    for game in range(np.uintp(first), np.uintp(last)):
        action, turn, ply, won = int(actions[game]), mover_seats[game], plies[game] + 1, 0
        if mask[game, action]:
            won = play(tables, state, observation, game, action)
            turn = ONE + TWO - turn
            legal = show(tables, state, observation, mask, game, turn)
            if STUCK_LOSES and legal == 0:
                won = 1
            if ANSWERS != NEVER and won == 0 and ply < LIMIT:
                action = choose(tables, solved, state, observation, mask, generators, game)
                won = -play(tables, state, observation, game, action)
                turn, ply = ONE + TWO - turn, ply + 1
                legal = show(tables, state, observation, mask, game, turn)
                if STUCK_LOSES and legal == 0:
                    won = -1
            rewards[game] = won
        else:  # it counts as a ply, so that a game without legal actions is also cut off
            rewards[game] = illegal_reward
        mover_seats[game], plies[game] = turn, ply
        over = ENDED if won != 0 else CUT_OFF if ply >= LIMIT else IN_PROGRESS
        done[game] = over
        if over != IN_PROGRESS:
            for column in range(SEEN):
                final_observation[game, column] = observation[game, column]
            started &= renew(
                tables,
                solved,
                start_positions,
                state,
                mover_seats,
                agent_seats,
                plies,
                generators,
                observation,
                mask,
                game,
            )
    return started


def evaluate(
    first: int,
    last: int,
    values: Any,
    tables: Any,
    solved: Any,
    state: Any,
    observation: Any,
    mask: Any,
) -> bool:
    """Write the exact value of each action in the rows from `first` to `last` - 1 to `values`.

    Illegal actions get the value ILLEGAL.
    """
    for game in range(np.uintp(first), np.uintp(last)):
        weigh(tables, solved, state, observation, game)
        for action in range(ACTIONS):
            value = ILLEGAL
            if mask[game, action]:
                rating = rate(tables, solved, state, observation, game, action)
                value = 1 if rating > 0 else -1 if rating < 0 else 0
            values[game, action] = value
    return True


class CompiledLoop(NamedTuple):
    """The compiled functions that work on all games or on a range of games."""

    reset: Callable[..., bool]
    step: Callable[..., bool]
    sample: Callable[..., bool]
    evaluate: Callable[..., bool]
    copy_actions: Callable[..., int]


def bound(function: Callable[..., T], *arguments: Any) -> Callable[..., T]:
    """Return a compiled function that accepts only arguments of the same types as the given ones.

    The function does not check the types of its arguments: wrong types crash the process. In a
    small batch, the check by numba takes longer than the moves.
    """
    if not hasattr(function, "compile"):  # interpreted
        return function
    entry_point: Callable[..., T] = function.compile(tuple(map(typeof, arguments)))
    return entry_point


def compiled_loop(kernel: Kernel, constants: Mapping[str, int], what: str) -> CompiledLoop:
    """Return the compiled loop for a game. `what` names the game in a notice for the user."""
    # Stand-ins for functions that a kernel does not have: `rate` returns how good an action is, and
    # `weigh` prepares it.
    rate, weigh = kernel.rate or _unrated, kernel.weigh or _unweighed
    functions = (
        worth,
        *kernel.helpers,
        *(kernel.begin, kernel.play, kernel.show, rate, weigh),
        *(draw, pick, choose, renew),
    )
    scope: dict[str, Any] = {**kernel.constants, **constants}
    name = _digest(functions, scope)
    if not is_compiled(__name__, f"loop.step_{name}*"):
        announce(what)
    for function in functions:
        alias = {rate: "rate", weigh: "weigh"}.get(function, function.__name__)
        scope[alias] = njit(error_model="numpy", forceinline=True)(
            _with_globals(function, scope, name)
        )
    compile_cached = njit(cache=True, nogil=True, error_model="numpy")
    whole: tuple[Function, ...] = (reset, step, sample, evaluate, copy_actions)
    return CompiledLoop(
        *(compile_cached(_with_globals(function, scope, name)) for function in whole)
    )


def _with_globals(function: Function, scope: Mapping[str, Any], name: str) -> FunctionType:
    """Return a copy of a function in which `scope` replaces global names.

    `name` is appended to the name of the copy.
    """
    plain = cast(FunctionType, function)
    copy = FunctionType(plain.__code__, {**plain.__globals__, **scope}, plain.__name__)
    # The name of the compiled code's file.
    copy.__qualname__ = f"{plain.__name__}_{name}"
    return copy


def _digest(functions: tuple[Function, ...], constants: Mapping[str, int]) -> str:
    """Return a hash of functions and constants, for the file names of the compiled code."""
    digest = hashlib.sha256(repr(sorted(constants.items())).encode())
    for function in functions:
        digest.update(inspect.getsource(inspect.getmodule(function) or function).encode())
    return digest.hexdigest()[:16]


def _unrated(
    tables: Any,  # noqa: ARG001 - same signature as a kernel's function
    solved: Any,  # noqa: ARG001
    state: Any,  # noqa: ARG001
    observation: Any,  # noqa: ARG001
    game: int,  # noqa: ARG001
    action: int,  # noqa: ARG001
) -> int:
    return 0


def _unweighed(
    tables: Any,
    solved: Any,
    state: Any,
    observation: Any,
    game: int,
) -> None:
    pass
