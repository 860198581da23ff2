"""Random play through public interfaces: our games, our environments, PettingZoo, OpenSpiel.

All of them choose moves in the same way, with `random.choice` from the legal ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from bench.rates import Contender
from lastdigit.game.game import AnyGame
from lastdigit.games import catalogue

MOVES = 4_000
"""The number of moves per measurement; a slower peer makes fewer."""


def tictactoe() -> Iterator[Contender]:
    """Yield PettingZoo's tic-tac-toe, the reference for all ratios."""
    from pettingzoo.classic import tictactoe_v3  # type: ignore[import-untyped]  # a peer

    yield Contender("PettingZoo's tic-tac-toe", partial(play_aec, tictactoe_v3.env(), Random(0)))


def play_aec(env: Any, random: Random) -> int:
    """Play in an AEC environment, with observation and mask."""
    made = 0
    while made < MOVES // 10:
        env.reset()
        for _ in env.agent_iter():
            observation, _, ended, cut_off, _ = env.last()
            if ended or cut_off:
                env.step(None)
            else:
                env.step(random.choice(observation["action_mask"].nonzero()[0]))
                made += 1
    return made


def nim() -> Iterator[Contender]:
    """Yield OpenSpiel's nim in C++: with one mutable state, and with a new state per move."""
    import pyspiel  # type: ignore[import-untyped,import-not-found,unused-ignore]  # a peer

    game = pyspiel.load_game("nim")
    yield Contender("OpenSpiel's nim, `apply_action`", partial(play_in_place, game, Random(0)))
    yield Contender("OpenSpiel's nim, `child`", partial(play_with_new_states, game, Random(0)))


def play_in_place(game: Any, random: Random) -> int:
    """Play as in OpenSpiel, in place."""
    made = 0
    while made < MOVES:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            made += 1
    return made


def play_with_new_states(game: Any, random: Random) -> int:
    """Play as in our games: every move makes a new state."""
    made = 0
    while made < MOVES:
        state = game.new_initial_state()
        while not state.is_terminal():
            state = state.child(random.choice(state.legal_actions()))
            made += 1
    return made


def games() -> Iterator[Contender]:
    for rules in catalogue().values():
        yield Contender(rules.title, partial(play_game, rules(), Random(0)))


def play_game(game: AnyGame, random: Random) -> int:
    """Play a game through its contract: legal moves, successor, outcome."""
    made = 0
    while made < MOVES:
        state = game.start(random)
        while game.outcome(state) is None:
            state = game.successor(state, random.choice(game.legal_moves(state)))
            made += 1
    return made


def opponents(name: str) -> Iterator[Contender]:
    """Yield the environment of a game against a random and against the perfect player."""
    import gymnasium

    from lastdigit.rl.gymnasium import environment_id

    for who in ("random", "perfect"):
        env = gymnasium.make(environment_id(name), opponent=who)
        # A slower peer makes fewer moves.
        moves = 400 if (name, who) == ("number-morph", "perfect") else MOVES
        play = partial(play_against_opponent, env, Random(0), moves)
        yield Contender(f"`{environment_id(name)}` against `{who}`", play)


def environments() -> Iterator[Contender]:
    """Yield all our Gymnasium environments, as `make` returns them."""
    import gymnasium

    from lastdigit.rl.gymnasium import environment_id

    for name in catalogue():
        env = gymnasium.make(environment_id(name))
        yield Contender(f"`{environment_id(name)}`", partial(play_against_opponent, env, Random(0)))


def play_against_opponent(env: Any, random: Random, moves: int = MOVES) -> int:
    """Play against an environment's opponent; only the agent's steps are counted."""
    made = 0
    while made < moves:
        _, info = env.reset()
        over = False
        while not over:
            action = random.choice(info["action_mask"].nonzero()[0])
            _, _, ended, cut_off, info = env.step(action)
            over = ended or cut_off
            made += 1
    return made
