"""Whole games against a built-in computer, with the exact reward of every move.

A game runs in a thread, which asks the model and waits for the answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from pydantic import Field, FiniteFloat, field_validator

from lastdigit import LastDigitError, Seat, Setup
from lastdigit.exam import arrange_game, draw_move_items, play_whole_game
from lastdigit.games import find_class
from lastdigit.players import Settings, find_computer, prompt
from lastdigit_verifiers.settings import TALKER, PositionsConfig


class GamesConfig(PositionsConfig):
    """Selects the games, their starts and the opponent."""

    opponent: str = "medium"
    """A level (`beginner` to `perfect`), `greedy`, `random` or `mcts:N`."""

    @field_validator("opponent")
    @classmethod
    def check_opponent(cls, given: str) -> str:
        """Raise an error for an unknown opponent."""
        try:
            find_computer(given)
        except LastDigitError as error:
            raise ValueError(str(error)) from None
        return given


class GameData(vf.TaskData):
    """The start of a game."""

    game: str
    options: dict[str, Any]
    position: str
    opponent: str
    seed: int

    def setup(self, settings: Settings) -> Setup:
        """Return the set-up of the match."""
        return arrange_game(
            self.game,
            self.options,
            self.position,
            opponent=self.opponent,
            seed=self.seed,
            settings=settings,
        )


class GameTask(vf.Task[GameData, vf.State, vf.TaskConfig]):
    """A game. The environment that plays it computes the rewards."""


class GamesTaskset(vf.Taskset[GameTask, GamesConfig]):
    """Games that start in critical positions."""

    def load(self) -> Iterator[GameTask]:
        """Yield a task for each starting position."""
        config = self.config
        for name in config.names:
            kind = find_class(name)
            asked = draw_move_items(kind, config.positions, str(config.seed), config.part)
            for number, one in enumerate(asked):
                data = GameData(
                    name=f"{name} {one.critical.position}",
                    game=name,
                    options=dict(one.critical.options),
                    position=one.critical.position,
                    opponent=config.opponent,
                    seed=number,
                )
                setup = data.setup(Settings())
                told = data.model_copy(
                    update={"system_prompt": prompt.instructions(setup, Seat.ONE)}
                )
                yield GameTask(told, config.task)


class GamesEnvConfig(vf.EnvConfig):
    """Configures the players and the rewards."""

    player: vf.AgentConfig = TALKER
    tries: int = Field(3, ge=1)
    """How many answers the model can give in a turn before it forfeits the game."""
    show_legal: bool = False
    """Whether legal moves are listed."""
    moves_weight: FiniteFloat = 1.0
    """The weight of the reward `moves`: the mean of 1 minus half the regret over all decisions."""
    result_weight: FiniteFloat = 0.0
    """The weight of the reward `result`: 1 for a win, 0.5 without a winner, 0 for a loss."""


class GamesEnv(vf.Env[GamesEnvConfig]):
    """One whole game."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """Play a game and compute its rewards."""
        config = self.config
        settings = Settings(tries=config.tries, show_legal=config.show_legal)
        data: GameData = task.data
        async with agents.player.interaction(task) as exchange:
            loop = asyncio.get_running_loop()

            def ask(text: str) -> str | None:
                turn = asyncio.run_coroutine_threadsafe(exchange.turn(text), loop).result()
                return None if turn.terminated else turn.last_reply

            game = await asyncio.to_thread(play_whole_game, data.setup(settings), ask, settings)
        trace = exchange.trace
        trace.record_reward("moves", game.moves_score, config.moves_weight)
        trace.record_reward("result", game.result_score, config.result_weight)
        trace.record_metric("decisions", float(game.decisions))
        trace.record_metric("regret", float(game.regret))
        trace.info["moves"] = [turn.to_dict() for turn in game.turns]
        trace.info["result"] = {"end": str(game.result.end), "reason": game.result.reason}
