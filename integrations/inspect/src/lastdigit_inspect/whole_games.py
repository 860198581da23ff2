"""Whole games against a built-in computer for Inspect, with the regret of every move.

A game runs in a thread, which asks the model and waits for the answer.
"""

from __future__ import annotations

from typing import Any

from anyio import from_thread, to_thread
from click import ClickException
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from lastdigit import LastDigitError, Seat, catalogue
from lastdigit.exam import (
    ALL,
    arrange_game,
    draw_move_items,
    play_whole_game,
    split_names,
)
from lastdigit.games import find_class
from lastdigit.players import DEFAULT_SETTINGS, Settings, find_computer, prompt

START = "start"
"""The metadata key for the arguments of `arrange_game`."""
GAME = "game"
"""The key in a sample's store for the turns and the result."""


@task
def games(
    games: str | list[str] = ALL,
    positions: int = 10,
    opponent: str = "medium",
    seed: int = 1,
    tries: int = DEFAULT_SETTINGS.tries,
) -> Task:
    """Play whole games from exam positions. The model moves first.

    Args:
        games: names of games, separated by commas, or `all`
        positions: how many games of each kind to play; fewer if there are not enough positions
        opponent: a level from `beginner` to `perfect`, `greedy`, `random` or `mcts:N`
        seed: determines the positions and the opponent's random choices
        tries: how many answers the model can give in a turn before it forfeits the game

    """
    try:
        find_computer(opponent)
        names = split_names(games, catalogue()) if isinstance(games, str) else games
        samples = [
            sample(f"{number}-{name}", start | {"opponent": opponent, "seed": seed + number})
            for name in names
            for number, start in enumerate(starts(name, positions, seed), 1)
        ]
    except LastDigitError as error:
        # Inspect's command line uses click, which shows this error as a sentence.
        raise ClickException(str(error)) from None
    return Task(
        dataset=MemoryDataset(samples), solver=play(tries), scorer=regret(), name="whole_games"
    )


def starts(name: str, positions: int, seed: int) -> list[dict[str, Any]]:
    """Return where the games start: exam positions in which some moves are mistakes."""
    criticals = [item.critical for item in draw_move_items(find_class(name), positions, str(seed))]
    return [
        {"name": name, "options": dict(critical.options), "position": critical.position}
        for critical in criticals
    ]


def sample(name: str, start: dict[str, Any]) -> Sample:
    """Return a game as a sample. The system message contains the rules."""
    setup = arrange_game(**start, settings=DEFAULT_SETTINGS)
    return Sample(
        id=name,
        input=[ChatMessageSystem(content=prompt.instructions(setup, Seat.ONE))],
        metadata={"game": start["name"], START: start},
    )


@solver
def play(tries: int = DEFAULT_SETTINGS.tries) -> Solver:
    """Play the game of a sample to its end, or until a limit of Inspect stops it."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        settings = Settings(tries=tries)
        setup = arrange_game(**state.metadata[START], settings=settings)

        async def reply(question: str) -> str | None:
            nonlocal state
            state.messages.append(ChatMessageUser(content=question))
            state = await generate(state)
            return None if state.completed else state.output.completion

        def ask(question: str) -> str | None:
            return from_thread.run(reply, question)

        game = await to_thread.run_sync(play_whole_game, setup, ask, settings)
        state.store.set(
            GAME,
            {
                "turns": [turn.to_dict() for turn in game.turns],
                "end": str(game.result.end),
                "reason": game.result.reason,
                "scores": {"moves": game.moves_score, "result": game.result_score},
            },
        )
        return state

    return solve


@scorer(metrics={"*": [mean(), stderr()]})
def regret() -> Scorer:
    """Score a game by its moves and by its result.

    `moves` is the mean of 1 minus half the regret over all turns in which a mistake was possible.
    `result` is 1 for a win, 0.5 without a winner, 0 for a loss. Both are 0 if a limit stopped the
    game.
    """

    async def score(state: TaskState, target: Target) -> Score:
        del target  # the solver's values are the reference
        game = state.store.get(GAME)
        if game is None:
            return Score(
                value={"moves": 0.0, "result": 0.0}, explanation="A limit stopped the game."
            )
        return Score(
            value=game["scores"],
            answer=" ".join(turn["move"] or "?" for turn in game["turns"]),
            explanation=game["reason"],
            metadata={"turns": game["turns"], "end": game["end"]},
        )

    return score
