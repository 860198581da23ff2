"""Every environment has the start, legal moves and values of `lastdigit.find`."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import closing
from itertools import chain, pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from lastdigit.batch import Batch
from lastdigit.errors import UsageError
from lastdigit.game.game import AnyGame
from lastdigit.game.options import OptionValue
from lastdigit.games import find, find_class
from lastdigit.rl.gymnasium import GameEnv
from lastdigit.rl.pettingzoo import GameAECEnv
from lastdigit.solver import solver_for
from tests.conftest import GAMES
from tests.sizes import sampled

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")

from lastdigit.rl.openspiel import spiel_name  # noqa: E402

VARIANTS_OF_EACH = 5
PLIES = 3


class Case(NamedTuple):
    """A game and the options given, in the order of the declaration."""

    game: str
    options: tuple[tuple[str, OptionValue], ...]

    @property
    def keywords(self) -> dict[str, Any]:
        return {name.replace("-", "_"): value for name, value in self.options}

    def find(self) -> AnyGame:
        return find(self.game, **self.keywords)

    def __str__(self) -> str:
        return f"{self.game} {dict(self.options)}"


def cases() -> Iterator[Case]:
    """Yield every preset, and five variants of each game (23 that are not presets)."""
    for name in GAMES:
        kind = find_class(name)
        for preset in kind.presets:
            yield Case(name, preset.options)
        for options in kind.small_variants[:VARIANTS_OF_EACH]:
            yield Case(name, tuple(options.items()))


CASES = list(dict.fromkeys(cases()))
SAMPLE = [
    *(Case(name, ()) for name in GAMES),
    Case("digit-duel", (("digits", 2), ("base", 16))),
    Case("digit-duel", (("digits", 2), ("number-1", 57))),
    Case("digit-poison", (("divisors", (2, 3, 5)), ("max-length", None))),
    Case("number-morph", (("late", True),)),
    Case("operation-obliteration", (("limit", 10),)),
]


class Seen(NamedTuple):
    """What an adapter shows of a position: the observation, the legal moves and the value."""

    observation: tuple[int, ...]
    legal: tuple[str, ...]
    value: str


@pytest.fixture(autouse=True)
def _interpreted(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run the kernels of batches as plain functions, because compiling each size takes seconds."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setattr("lastdigit.batch.loop.njit", lambda **_: lambda function: function)
    with warnings.catch_warnings():  # the random numbers of batches overflow on purpose
        warnings.filterwarnings("ignore", "overflow encountered")
        yield


def value(game: AnyGame, state: Any) -> str:
    return str(solver_for(game).solution(state).value)


def legal_texts(game: AnyGame, mask: Any) -> tuple[str, ...]:
    return tuple(game.format_move(game.all_moves()[action]) for action in np.flatnonzero(mask))


def is_drawn(game: AnyGame) -> bool:
    return len({game.start(Random(seed)) for seed in range(8)}) > 1


def play(game: AnyGame, state: Any) -> Iterator[Any]:
    """Yield positions from this one on, choosing the last move that does not end the game."""
    yield state
    for _ in range(PLIES):
        after = [game.successor(state, move) for move in game.legal_moves(state)]
        state = next((one for one in reversed(after) if game.outcome(one) is None), None)
        if state is None:
            return
        yield state


def actions_between(game: AnyGame, states: list[Any]) -> list[int]:
    """Return the actions that lead from each position to the next."""
    return [
        next(
            action
            for action, move in enumerate(game.all_moves())
            if move in game.legal_moves(before) and game.successor(before, move) == after
        )
        for before, after in pairwise(states)
    ]


def in_gymnasium(case: Case, start: str | None, actions: list[int]) -> Iterator[Seen]:
    """Begin at each position in turn, because an opponent moves in between."""
    env = GameEnv(case.game, seat=1, oracle=True, **case.keywords)
    observation, info = env.reset(seed=0, options=at(start))
    state = begin(env.game, start)
    for action in chain(actions, [None]):
        yield Seen(
            tuple(observation.tolist()),
            legal_texts(env.game, info["action_mask"]),
            {1: "win", 0: "draw", -1: "lose"}[info["value"]],
        )
        if action is not None:
            state = env.game.successor(state, env.game.all_moves()[action])
            options = {"position": env.game.format_state(state), "seat": state.mover.number}
            observation, info = env.reset(options=options)


def at(start: str | None) -> dict[str, Any]:
    return {} if start is None else {"position": start}


def begin(game: AnyGame, start: str | None) -> Any:
    return game.start(Random(0)) if start is None else game.parse_state(start)


def in_pettingzoo(case: Case, start: str | None, actions: list[int]) -> Iterator[Seen]:
    env = GameAECEnv(case.game, **case.keywords)
    env.reset(seed=0, options=at(start))
    state = begin(env.game, start)
    for action in chain(actions, [None]):
        seen = env.observe(env.agent_selection)
        yield Seen(
            tuple(seen["observation"].tolist()),
            legal_texts(env.game, seen["action_mask"]),
            value(env.game, state),
        )
        if action is not None:
            env.step(action)
            state = env.game.successor(state, env.game.all_moves()[action])


def in_openspiel(case: Case, actions: list[int]) -> Iterator[Seen]:
    game = pyspiel.load_game(spiel_string(case))
    state, observer = game.new_initial_state(), game.make_py_observer()
    for action in chain(actions, [None]):
        observer.set_from(state, state.current_player())
        yield Seen(
            tuple(int(number) for number in observer.tensor),
            tuple(state.action_to_string(action) for action in state.legal_actions()),
            value(state.rules, state.position),
        )
        if action is not None:
            state.apply_action(action)


def spiel_string(case: Case) -> str:
    """Return the game as a user of OpenSpiel writes it, with the options given and no others."""

    def text(option: OptionValue) -> str:
        if isinstance(option, tuple):
            return "_".join(map(str, option))
        return "-1" if option is None else str(option)

    given = ",".join(f"{name}={text(option)}" for name, option in case.keywords.items())
    return f"{spiel_name(case.game)}({given})" if given else spiel_name(case.game)


def in_batches(case: Case, start: str | None, actions: list[int]) -> Iterator[Seen]:
    with closing(Batch(case.game, 1, **case.keywords)) as batch:
        observation, mask = batch.reset(0, positions=None if start is None else [start])
        state = begin(batch.game, start)
        for action in chain(actions, [None]):
            yield Seen(
                tuple(observation[0].tolist()),
                legal_texts(batch.game, mask[0]),
                value(batch.game, state),
            )
            if action is not None:
                observation, mask, _, _ = batch.step([action])
                state = batch.game.successor(state, batch.game.all_moves()[action])


@pytest.mark.parametrize("case", sampled(CASES, *SAMPLE), ids=str)
def test_every_adapter_builds_the_game_that_find_builds(case: Case) -> None:
    game = case.find()
    states = list(play(game, game.start(Random(0))))
    actions = actions_between(game, states)
    expected = [
        Seen(
            tuple(game.observation(state)),
            tuple(map(game.format_move, game.legal_moves(state))),
            value(game, state),
        )
        for state in states
    ]
    # Each adapter draws a start in its own way: a drawn one is passed as a position.
    start = game.format_state(states[0]) if is_drawn(game) else None
    assert list(in_openspiel(case, actions)) == expected
    assert list(in_gymnasium(case, start, actions)) == expected
    assert list(in_pettingzoo(case, start, actions)) == expected
    if case.keywords.get("late") or not game.declaration().offers("kernel"):
        with pytest.raises(UsageError):
            Batch(case.game, 1, **case.keywords)
    else:
        assert list(in_batches(case, start, actions)) == expected
