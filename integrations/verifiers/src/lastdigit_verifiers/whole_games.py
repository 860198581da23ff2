"""Whole games against a built-in computer, with the exact reward of every move.

A game is played as usual (`lastdigit.players`), with the same tries, refusals, forfeits and end. It
runs in a thread, in which a player asks the model and waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import verifiers.v1 as vf
from pydantic import Field, FiniteFloat, field_validator

from lastdigit import (
    LastDigitError,
    Match,
    Player,
    Result,
    Seat,
    Setup,
    __version__,
    arrange_from,
    find,
)
from lastdigit.errors import PlayerError
from lastdigit.exam import MAX_REGRET, draw_move_items, regrets_at
from lastdigit.games import find_class
from lastdigit.match import LEFT_UNFINISHED
from lastdigit.players import (
    Agent,
    BuiltInAgent,
    Reply,
    Settings,
    find_computer,
    play_game,
    prompt,
)
from lastdigit.system import Clock
from lastdigit_verifiers.settings import TALKER, PositionsConfig

OWN, OTHER = Seat.ONE, Seat.TWO
"""The first player is to move in all positions: that is the model."""


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
        options = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in self.options.items()
        }
        return arrange_from(
            find(self.game, **options),
            self.position,
            (Player("random", "Model"), Player(self.opponent, "Computer")),
            package=__version__,
            seed=self.seed,
            terms=settings.terms(),
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
                told = data.model_copy(update={"system_prompt": prompt.instructions(setup, OWN)})
                yield GameTask(told, config.task)


@dataclass
class Turn:
    """A turn of the model: the regret of each legal move, and the answer."""

    regrets: dict[str, int]
    tries: int = 0
    move: str | None = None

    @property
    def regret(self) -> int:
        """The regret of the answer; the maximum if no answer was a legal move."""
        return self.regrets.get(self.move or "", MAX_REGRET)

    @property
    def decides(self) -> bool:
        """Whether some legal moves have a regret."""
        return any(self.regrets.values())

    def data(self) -> dict[str, Any]:
        """Return the turn as data for the trace."""
        told = {"move": self.move, "regret": self.regret, "decides": self.decides}
        return told | {"tries": self.tries}


class Conversation:
    """The model as a player that asks with a message and waits for the answer."""

    def __init__(
        self, exchange: vf.Interaction, loop: asyncio.AbstractEventLoop, *, show_legal: bool
    ) -> None:
        self._exchange, self._loop, self._show_legal = exchange, loop, show_legal
        self._refused = ""
        self._plies = -1
        self.turns: list[Turn] = []

    def begin(self, setup: Setup, seat: Seat) -> None:
        """Do nothing: the rules are in the system message."""

    def choose(self, match: Match, seconds: float) -> Reply:  # noqa: ARG002 - verifiers limits the time
        """Return the move in the model's answer. Raise NoMove, or PlayerError at the end."""
        if self._plies != len(match.moves):
            self._plies, self._refused = len(match.moves), ""
            self.turns.append(Turn(regrets_at(match.game, match.state)))
        text = self._refused or prompt.turn(match, show_legal=self._show_legal)
        asked = asyncio.run_coroutine_threadsafe(self._exchange.turn(text), self._loop)
        answer = asked.result()
        if answer.terminated:
            if not self.turns[-1].tries:
                self.turns.pop()  # it was never answered
            raise PlayerError("The exchange is over.")
        turn = self.turns[-1]
        turn.tries, turn.move = turn.tries + 1, None
        reply = prompt.parse_answer(Reply(answer.last_reply, ""))
        turn.move = reply.answer
        return reply

    def on_refusal(self, raw: str, reason: str) -> None:  # noqa: ARG002 - the conversation contains it
        """Add the reason to the next message."""
        self._refused = prompt.refusal(reason)

    def on_result(self, result: Result) -> None:
        """Do nothing: there is no further turn."""


class GamesEnvConfig(vf.EnvConfig):
    """Configures the players and the rewards."""

    player: vf.AgentConfig = TALKER
    tries: int = Field(3, ge=1)
    """Answers in a turn before the game is forfeit."""
    show_legal: bool = False
    """Whether legal moves are listed."""
    moves_weight: FiniteFloat = 1.0
    """Of the reward `moves`: 1 less half the regret, the mean over what was to decide."""
    result_weight: FiniteFloat = 0.0
    """Of the reward `result`: 1 for a win, a half for no result, 0 for a loss."""


class GamesEnv(vf.Env[GamesEnvConfig]):
    """One whole game."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """Play a game and compute its rewards."""
        config = self.config
        settings = Settings(tries=config.tries, show_legal=config.show_legal)
        data: GameData = task.data
        computer = BuiltInAgent(find_computer(data.opponent))
        async with agents.player.interaction(task) as exchange:
            loop = asyncio.get_running_loop()
            model = Conversation(exchange, loop, show_legal=config.show_legal)
            seats: dict[Seat, Agent] = {OWN: model, OTHER: computer}
            try:
                log = await asyncio.to_thread(
                    play_game, data.setup(settings), seats, settings, Clock()
                )
                result = log.record.result or LEFT_UNFINISHED
            except PlayerError:
                result = LEFT_UNFINISHED
        trace = exchange.trace
        decided = [1 - turn.regret / MAX_REGRET for turn in model.turns if turn.decides]
        trace.record_reward("moves", sum(decided) / (len(decided) or 1), config.moves_weight)
        trace.record_reward("result", worth(result), config.result_weight)
        trace.record_metric("decisions", float(len(decided)))
        trace.record_metric("regret", float(sum(turn.regret for turn in model.turns)))
        trace.info["moves"] = [turn.data() for turn in model.turns]
        trace.info["result"] = {"end": str(result.end), "reason": result.reason}


def worth(result: Result) -> float:
    """Return the reward of a result."""
    return 0.5 if result.winner is None else float(result.winner is OWN)
