"""PettingZoo environments: two agents who take turns.

Each game has its own module, such as `digit_duel_v0`.

>>> from lastdigit.rl.pettingzoo import digit_duel_v0
>>> digit_duel_v0.env(number_1=99).possible_agents
['player_1', 'player_2']
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from types import ModuleType
from typing import Any, SupportsIndex

from lastdigit.errors import ExtraError, IllegalMove, UsageError
from lastdigit.extras import check_versions, missing_extra
from lastdigit.game.game import Seat
from lastdigit.game.options import OptionValue, checked_options, checked_seed
from lastdigit.games import catalogue, find
from lastdigit.match.match import PLY_LIMIT
from lastdigit.rl.encoding import (
    Encoding,
    Observation,
    Transcript,
    check_render_mode,
    chosen_grade,
    chosen_start,
    graded_start,
)

try:
    check_versions("An environment", "rl")
    from gymnasium import spaces
    from gymnasium.utils import EzPickle, seeding
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
except ImportError as error:
    raise ImportError(str(missing_extra("An environment", "rl"))) from error
except ExtraError as error:
    raise ImportError(str(error)) from error

AGENTS = {"player_1": Seat.ONE, "player_2": Seat.TWO}
NAMES = {seat: agent for agent, seat in AGENTS.items()}
ILLEGAL_REWARD = -1.0


class GameAECEnv(AECEnv, EzPickle):  # type: ignore[misc]  # AECEnv is untyped
    """A PettingZoo environment for one game between two agents. `player_1` moves first.

    Rule options of the game are keyword arguments. Raise UsageError if an argument is invalid.
    """

    def __init__(
        self, game: str, *, render_mode: str | None = None, **options: OptionValue
    ) -> None:
        check_render_mode(render_mode)
        self.game = find(game, **options)
        EzPickle.__init__(self, game, render_mode=render_mode, **options)
        super().__init__()
        self.metadata = {
            "render_modes": ["ansi"],
            "name": module_name(game),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self._encoding = Encoding(self.game)
        self.possible_agents = list(AGENTS)
        self.state_space = self._encoding.observation_space()
        self._action_spaces = {agent: self._encoding.action_space() for agent in AGENTS}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": self._encoding.observation_space(),
                    "action_mask": self._encoding.mask_space(),
                }
            )
            for agent in AGENTS
        }
        self._random: Random | None = None
        self._transcript: Transcript | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations: the position and the action mask."""
        return self._observation_spaces[check_agent(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return an agent's space of actions, legal or not."""
        return self._action_spaces[check_agent(agent)]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        """Start a new game.

        The option `position` is the text of the starting position. Alternatively, the option
        `grade` is the difficulty of a random training position. Raise UsageError if an option is
        invalid.
        """
        # Other options are ignored, because PettingZoo's API test passes unknown ones.
        seed, given = checked_seed(seed), checked_options(options)
        start, grade = chosen_start(self.game, given), chosen_grade(given)
        if seed is not None or self._random is None:
            generator, _ = seeding.np_random(seed)
            self._random = Random(int(generator.integers(2**32)))
        if grade is not None:
            start = graded_start(self.game, grade, self._random)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._state = self.game.start(self._random) if start is None else start
        self._plies = 0
        self.agent_selection = NAMES[self._state.mover]
        if self.render_mode is not None:
            self._transcript = Transcript(self.game, self._state)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation: the encoded position, and a mask with 1 for legal actions.

        The mask is all 0 if the other agent is to move.
        """
        to_move = check_agent(agent) == self.agent_selection
        legal = self.game.legal_moves(self._state) if to_move else ()
        return {
            "observation": self._encoding.observe(self._state),
            "action_mask": self._encoding.choices(legal).mask.copy(),
        }

    def state(self) -> Observation:
        """Return the encoded position, which is the same for both agents."""
        return self._encoding.observe(self._state)

    def step(self, action: SupportsIndex | None) -> None:
        """Make a move for the agent whose turn it is.

        Raise MoveSyntaxError for a number that is not an action, and IllegalMove for an illegal
        move.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        number = self._encoding.action(-1 if action is None else action)
        move = self._encoding.moves[number]
        if not self._encoding.choices(self.game.legal_moves(self._state)).flags[number]:
            objection = self.game.objection(self._state, move)
            assert objection is not None, "every move that is not legal has an objection"
            raise IllegalMove(objection.reason)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._state = self.game.successor(self._state, move)
        self._plies += 1
        if self._transcript is not None:
            self._transcript.start_part()
            self._transcript.add_try(move)
        self._end()
        self._accumulate_rewards()
        self.agent_selection = NAMES[self._state.mover]

    def _end(self) -> None:
        outcome = self.game.outcome(self._state)
        if outcome is not None:
            for agent, seat in AGENTS.items():
                self.rewards[agent] = 1.0 if seat is outcome.winner else -1.0
                self.infos[agent] = {"winner": outcome.winner.value, "reason": outcome.reason}
            self.terminations = dict.fromkeys(AGENTS, True)
        elif self._plies >= PLY_LIMIT:
            self.truncations = dict.fromkeys(AGENTS, True)

    def render(self) -> str | None:
        """Return the text of the last move, or None if the render mode is not "ansi"."""
        return None if self._transcript is None else self._transcript.part

    def close(self) -> None:
        """Do nothing, because there is no window."""


def check_agent(agent: str) -> str:
    """Return the name of an agent unchanged. Raise UsageError if there is no such agent."""
    if agent not in tuple(AGENTS):
        raise UsageError(f"{agent!r} is not an agent: the agents are {' and '.join(AGENTS)}.")
    return agent


def module_name(game: str) -> str:
    """Return the name of a game's module in PettingZoo style.

    >>> module_name("number-morph")
    'number_morph_v0'
    """
    return f"{game.replace('-', '_')}_v0"


def wrapped(raw: Callable[..., AECEnv], **options: Any) -> AECEnv:
    """Create an environment with `raw(**options)`, and add PettingZoo's standard wrappers.

    With the wrappers, an illegal move ends the game with reward -1 for the agent that made it.
    """
    env = wrappers.TerminateIllegalWrapper(raw(**options), illegal_reward=ILLEGAL_REWARD)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


def __getattr__(name: str) -> ModuleType:
    """Return the module of a game, such as `digit_duel_v0`.

    The module has two functions: `env` creates an environment with PettingZoo's standard wrappers,
    and `raw_env` creates one without.
    """
    games = {module_name(game): game for game in catalogue()}
    if name not in games:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = ModuleType(f"{__name__}.{name}", f"{games[name]} between two agents.")
    raw = partial(GameAECEnv, games[name])
    vars(module).update(raw_env=raw, env=partial(wrapped, raw))
    return module
