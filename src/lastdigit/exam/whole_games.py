"""Whole games between a language model and a built-in player, with the regret of every move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from lastdigit.errors import PlayerError
from lastdigit.exam.dataset import MAX_REGRET, regrets_at
from lastdigit.game.game import Seat
from lastdigit.game.options import OptionValue
from lastdigit.games import find
from lastdigit.match.match import Match, arrange_from
from lastdigit.match.record import LEFT_UNFINISHED, Player, Result, Setup
from lastdigit.players import prompt
from lastdigit.players.players import (
    Agent,
    BuiltInAgent,
    Reply,
    Settings,
    find_computer,
    play_game,
)
from lastdigit.system import VERSION, Clock

MODEL_SEAT, OPPONENT_SEAT = Seat.ONE, Seat.TWO
"""The model moves first. Positions of exam items always have Player 1 to move."""
NO_WINNER_SCORE = 0.5


@dataclass(frozen=True)
class Turn:
    """A turn of the model: its last answer, or None if the answer could not be read as a move."""

    move: str | None
    regret: int
    decides: bool
    """Whether at least one legal move has a regret."""
    tries: int

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class WholeGame:
    turns: tuple[Turn, ...]
    result: Result

    @property
    def regret(self) -> int:
        return sum(turn.regret for turn in self.turns)

    @property
    def decisions(self) -> int:
        """The number of turns in which at least one legal move had a regret."""
        return sum(turn.decides for turn in self.turns)

    @property
    def moves_score(self) -> float:
        """The mean over all decisions of 1 minus half the regret; 0 if there was no decision."""
        scores = [1 - turn.regret / MAX_REGRET for turn in self.turns if turn.decides]
        return sum(scores) / len(scores) if scores else 0.0

    @property
    def result_score(self) -> float:
        """1 for a win, 0 for a loss, 0.5 for a game without a winner."""
        winner = self.result.winner
        return NO_WINNER_SCORE if winner is None else float(winner is MODEL_SEAT)


def arrange_game(
    name: str,
    options: Mapping[str, OptionValue | list[int]],
    position: str,
    *,
    opponent: str,
    seed: int,
    settings: Settings,
) -> Setup:
    """Set up a game that starts at `position`, with the model to move.

    `seed` determines the opponent's random choices. Lists in `options`, as read from JSON, are
    converted to tuples.
    """
    values = {
        option: tuple(value) if isinstance(value, list) else value
        for option, value in options.items()
    }
    return arrange_from(
        find(name, **values),
        position,
        (Player("random", "Model"), Player(opponent, "Computer")),
        package=VERSION,
        seed=seed,
        terms=settings.terms(),
    )


def play_whole_game(
    setup: Setup, ask: Callable[[str], str | None], settings: Settings
) -> WholeGame:
    """Play a game between a model and the computer named in `setup`.

    `ask` sends a message to the model and returns the reply, or None if the conversation is over.
    If `ask` returns None, the game ends unfinished.
    """
    model = _Model(ask, show_legal=settings.show_legal)
    computer = BuiltInAgent(find_computer(setup.players[1].kind))
    agents: dict[Seat, Agent] = {MODEL_SEAT: model, OPPONENT_SEAT: computer}
    try:
        log = play_game(setup, agents, settings, Clock())
    except PlayerError:
        result = LEFT_UNFINISHED
    else:
        result = log.record.result or LEFT_UNFINISHED
    return WholeGame(tuple(model.turns), result)


class _Model:
    """A model as a player. The rules are expected in its system prompt."""

    def __init__(self, ask: Callable[[str], str | None], *, show_legal: bool) -> None:
        self._ask, self._show_legal = ask, show_legal
        self._refusal = ""
        self._moves_made = -1
        self.turns: list[Turn] = []

    def begin(self, setup: Setup, seat: Seat) -> None:
        pass

    def choose(self, match: Match, seconds: float) -> Reply:  # noqa: ARG002 - `ask` has its own time limit
        is_new_turn = self._moves_made != len(match.moves)
        tries = 1 if is_new_turn else self.turns[-1].tries + 1
        text = prompt.turn(match, show_legal=self._show_legal) if is_new_turn else self._refusal
        answer = self._ask(text)
        if answer is None:
            raise PlayerError("The conversation is over.")
        regrets = regrets_at(match.game, match.state)
        decides = any(regrets.values())
        if is_new_turn:
            self._moves_made = len(match.moves)
        else:
            self.turns.pop()
        self.turns.append(Turn(None, MAX_REGRET, decides, tries))  # unless the answer is a move
        reply = prompt.parse_answer(Reply(answer, ""))
        regret = regrets.get(reply.answer, MAX_REGRET)
        self.turns[-1] = Turn(reply.answer, regret, decides, tries)
        return reply

    def on_refusal(self, raw: str, reason: str) -> None:  # noqa: ARG002 - the model knows its answer
        self._refusal = prompt.refusal(reason)

    def on_result(self, result: Result) -> None:
        pass
