"""One step of many games, whatever the game: turns, answers, ends and new beginnings.

These functions are never run as they stand here: `compiling` puts a game's functions and constants
in the place of the names below, and compiles them. Row `game` of every array is that game's: a
number without a sign, because for others every look-up asks first whether it counts from the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

ONE, TWO = 1, 2
GOES_ON, ENDED, CUT_OFF = 0, 1, 2
"""What `done` says of a game."""
ALTERNATE, DRAWN = 1, 2
"""How the agent's seat changes from game to game, if it does."""
NEVER, CHANCE, SOLVED = 0, 1, 2
"""Who answers: nobody, a random player, or a perfect one."""

# What the compiled functions find under these names is the game's, or was asked for.
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


def draw(chance: Any, game: int, count: int) -> int:
    """Return one of so many numbers from 0 on; every game has chance of its own (SplitMix64)."""
    chance[game] += GOLDEN
    mixed = chance[game]
    mixed = (mixed ^ (mixed >> S30)) * FIRST
    mixed = (mixed ^ (mixed >> S27)) * SECOND
    mixed ^= mixed >> S31
    return int(((mixed >> S32) * np.uint64(count)) >> S32)


def choose(
    tables: Any, solved: Any, state: Any, observation: Any, mask: Any, chance: Any, game: int
) -> int:
    """Return the action of whoever answers: any legal one, or one of those worth the most."""
    chosen, equals, most = 0, 0, 0
    if ANSWERS == SOLVED:
        weigh(tables, solved, state, observation, game)
    for action in range(ACTIONS):
        if mask[game, action]:
            worth = 0
            if ANSWERS == SOLVED:
                worth = rate(tables, solved, state, observation, game, action)
            if equals == 0 or worth > most:
                chosen, equals, most = action, 1, worth
            elif worth == most:
                equals += 1
                if draw(chance, game, equals) == 0:
                    chosen = action
    return chosen


def renew(
    tables: Any,
    solved: Any,
    positions: Any,
    state: Any,
    seat: Any,
    agent: Any,
    plies: Any,
    chance: Any,
    observation: Any,
    mask: Any,
    game: int,
) -> bool:
    """Begin a game, up to the agent's first turn; return whether there is one.

    Where there are positions to begin at one of them is drawn: its state, what is observed, the
    mover, and the agent's seat if it is said there.
    """
    if SEATING == ALTERNATE:
        agent[game] = ONE + TWO - agent[game]
    elif SEATING == DRAWN:
        agent[game] = ONE + draw(chance, game, TWO)
    rows, shown, movers, agents = positions
    for _ in range(TRIES):
        if PLACED:
            start = draw(chance, game, len(movers))
            for place in range(WIDTH):
                state[game, place] = rows[start, place]
            for place in range(SEEN):
                observation[game, place] = shown[start, place]
            seat[game] = movers[start]
            if agents[start]:
                agent[game] = agents[start]
        else:
            begin(tables, state, observation, game, draw(chance, game, STARTS) if STARTS > 1 else 0)
            seat[game] = ONE
        plies[game] = 0
        show(tables, state, observation, mask, game, seat[game])
        if ANSWERS == NEVER or agent[game] == seat[game]:
            return True
        action = choose(tables, solved, state, observation, mask, chance, game)
        won = play(tables, state, observation, game, action)
        seat[game], plies[game] = ONE + TWO - seat[game], 1
        legal = show(tables, state, observation, mask, game, seat[game])
        if won == 0 and not (STUCK_LOSES and legal == 0):
            return True
    return False


def reset(
    first: int,
    last: int,
    tables: Any,
    solved: Any,
    positions: Any,
    state: Any,
    seat: Any,
    agent: Any,
    plies: Any,
    chance: Any,
    observation: Any,
    mask: Any,
) -> bool:
    """Begin all games from the first to before the last; return whether all could begin."""
    begun = True
    for game in range(np.uintp(first), np.uintp(last)):
        begun &= renew(
            tables, solved, positions, state, seat, agent, plies, chance, observation, mask, game
        )
    return begun


def step(
    first: int,
    last: int,
    actions: Any,
    illegal: Any,
    tables: Any,
    solved: Any,
    positions: Any,
    state: Any,
    seat: Any,
    agent: Any,
    plies: Any,
    chance: Any,
    observation: Any,
    mask: Any,
    reward: Any,
    done: Any,
    final: Any,
) -> bool:
    """Make a move in every game; return whether all that ended could begin anew.

    An illegal action is refused and costs a ply, so that who only errs is cut off as well.
    """
    begun = True
    for game in range(np.uintp(first), np.uintp(last)):
        action, turn, ply, won = int(actions[game]), seat[game], plies[game] + 1, 0
        if mask[game, action]:
            won = play(tables, state, observation, game, action)
            turn = ONE + TWO - turn
            legal = show(tables, state, observation, mask, game, turn)
            if STUCK_LOSES and legal == 0:
                won = 1
            if ANSWERS != NEVER and won == 0 and ply < LIMIT:
                action = choose(tables, solved, state, observation, mask, chance, game)
                won = -play(tables, state, observation, game, action)
                turn, ply = ONE + TWO - turn, ply + 1
                legal = show(tables, state, observation, mask, game, turn)
                if STUCK_LOSES and legal == 0:
                    won = -1
            reward[game] = won
        else:
            reward[game] = illegal
        seat[game], plies[game] = turn, ply
        over = ENDED if won != 0 else CUT_OFF if ply >= LIMIT else GOES_ON
        done[game] = over
        if over != GOES_ON:
            for place in range(SEEN):
                final[game, place] = observation[game, place]
            begun &= renew(
                tables,
                solved,
                positions,
                state,
                seat,
                agent,
                plies,
                chance,
                observation,
                mask,
                game,
            )
    return begun
