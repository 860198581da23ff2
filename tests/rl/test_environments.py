"""Gymnasium and PettingZoo: their own checkers, and agreement with the games."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]  # it has no types

import lastdigit
from lastdigit.errors import IllegalMove, MoveSyntaxError, UsageError
from lastdigit.game.game import AnyGame, Seat
from lastdigit.games import find_class
from lastdigit.match.match import PLY_LIMIT, Match, arrange
from lastdigit.match.narration import RulebookNarrator, transcript
from lastdigit.match.record import Player, option_values
from lastdigit.players import COMPUTERS
from lastdigit.rl import pettingzoo as agents
from lastdigit.rl.gymnasium import GameEnv, environment_id
from lastdigit.testing.conformance import random_game
from tests.conftest import GAMES, ROOT
from tests.sizes import sampled, size

every_game = pytest.mark.parametrize("name", GAMES)
few = settings(max_examples=size(sample=25, full=500))
seeds = st.integers(0, 2**32)

# PettingZoo's checker knows by name which environments may have a mask in their observation.
with_a_mask = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)


def options_of(game: AnyGame) -> dict[str, Any]:
    """Return a game's options as keyword arguments of an environment."""
    return {name.replace("-", "_"): value for name, value in option_values(game)}


def episode(env: gymnasium.Env[Any, Any], random: Random) -> Iterator[tuple[Any, ...]]:
    """Play one game with legal actions after a reset, and yield all that the agent sees."""
    observation, info = env.reset()
    yield tuple(observation), tuple(info["action_mask"]), info["seat"]
    over = False
    while not over:
        action = random.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, ended, cut_off, info = env.step(action)
        over = ended or cut_off
        yield tuple(observation), tuple(info["action_mask"]), reward, ended, cut_off


@every_game
@pytest.mark.parametrize("seat", [1, 2, "alternate"])
def test_gymnasiums_checker_has_no_warnings(name: str, seat: int | str) -> None:
    check_env(gymnasium.make(environment_id(name), seat=seat).unwrapped)
    text = gymnasium.make(environment_id(name), seat=seat, opponent="greedy", render_mode="ansi")
    check_env(text.unwrapped)


@with_a_mask
@every_game
def test_pettingzoos_checkers_pass(name: str) -> None:
    module = getattr(agents, agents.module_name(name))
    api_test(module.env(), num_cycles=100)
    api_test(module.raw_env(), num_cycles=100)
    api_test(module.env(render_mode="ansi"), num_cycles=20)
    seed_test(module.env, num_cycles=50)


def test_every_game_has_a_pettingzoo_module() -> None:
    from lastdigit.rl.pettingzoo import digit_duel_v0

    env = digit_duel_v0.env(number_1=21)
    env.reset(seed=1)
    assert list(env.observe("player_1")["observation"]) == [1, 0, 2, 1, 9, 9, 9]
    with pytest.raises(ImportError):
        from lastdigit.rl.pettingzoo import no_such_game_v0  # noqa: F401 - it is not there


@every_game
@few
@given(seed=seeds)
def test_the_gymnasium_environment_agrees_with_the_game(name: str, seed: int) -> None:
    """Against a deterministic opponent, everything follows from the agent's moves."""
    random = Random(seed)
    game, seat = drawn_game(name, random), random.choice((1, 2))
    env = GameEnv(name, opponent="greedy", seat=seat, **options_of(game))
    try:
        observation, info = env.reset(seed=seed)
    except UsageError:
        assert seat == 2  # the rule of thumb ends the game at once
        return
    state = next(start for start in starts(game, seat) if seen(game, start) == tuple(observation))
    over = cut_off = False
    plies = seat - 1
    while not over and not cut_off:
        legal = [game.all_moves()[action] for action in np.flatnonzero(info["action_mask"])]
        assert tuple(legal) == game.legal_moves(state)
        move = random.choice(legal)
        observation, reward, over, cut_off, info = env.step(game.all_moves().index(move))
        state = game.successor(state, move)
        plies += 1
        if plies < PLY_LIMIT:
            state = answered(game, state)
            plies += 1
        assert seen(game, state) == tuple(observation)
        outcome = game.outcome(state)
        assert over == (outcome is not None)
        assert reward == (0 if outcome is None else 1 if outcome.winner.value == seat else -1)
        assert cut_off == (plies == PLY_LIMIT and not over)


def drawn_game(name: str, random: Random) -> AnyGame:
    """Return a game with random options, except starts that the rulebook does not have.

    With those, there can be too many starts to find the observed one by trying all.
    """
    game = random_game(find_class(name), random)
    usual = {
        option.field: option.default for option in game.options() if option.beyond and option.begins
    }
    return replace(game, **usual)  # type: ignore[type-var]  # every game is a dataclass


def seen(game: AnyGame, state: Any) -> tuple[int, ...]:
    return game.observation(state)


def answered(game: AnyGame, state: Any) -> Any:
    """Return the position after the rule of thumb's move, if there is one to make."""
    if game.outcome(state) is not None:
        return state
    return game.play(state, COMPUTERS["greedy"].choose(game, state, Random(0)))


def starts(game: AnyGame, seat: int) -> Iterator[Any]:
    """Yield positions in which the agent can be asked first."""
    for number in range(5_000):
        start = game.start(Random(number))
        yield start if seat == 1 else answered(game, start)


@every_game
@few
@given(seed=seeds)
def test_the_pettingzoo_environment_agrees_with_the_game(name: str, seed: int) -> None:
    random = Random(seed)
    game = drawn_game(name, random)
    env = getattr(agents, agents.module_name(name)).env(**options_of(game))
    env.reset(seed=seed)
    shown = tuple(env.state())
    state = next(start for start in starts(game, 1) if seen(game, start) == shown)
    plies = 0
    for agent in env.agent_iter():
        observation, reward, ended, cut_off, _ = env.last()
        outcome = game.outcome(state)
        assert ended == (outcome is not None)
        assert cut_off == (plies == PLY_LIMIT and not ended)
        assert tuple(observation["observation"]) == seen(game, state)
        if ended or cut_off:
            seat = Seat(int(agent[-1]))
            assert reward == (0 if outcome is None else 1 if outcome.winner is seat else -1)
            env.step(None)
            continue
        assert agent == f"player_{state.mover.value}"
        legal = [game.all_moves()[action] for action in observation["action_mask"].nonzero()[0]]
        assert tuple(legal) == game.legal_moves(state)
        move = random.choice(legal)
        env.step(game.all_moves().index(move))
        state = game.successor(state, move)
        plies += 1


def test_action_numbers_agree_with_the_public_benchmark() -> None:
    def texts(name: str) -> list[str]:
        game = lastdigit.find(name)
        return [game.format_move(move) for move in game.all_moves()]

    places = ("hundreds", "tens", "units")
    morph = texts("number-morph")
    assert [morph[place * 10 + digit] for place in range(3) for digit in range(10)] == [
        f"{position} {digit}" for position in places for digit in range(10)
    ]
    assert texts("digit-duel") == ["hundreds", "tens", "ones"]
    assert texts("operation-obliteration") == ["add", "subtract", "divide", "multiply"]
    dilemma = texts("digit-dilemma")
    for digit in range(10):
        for place, position in enumerate(("left", "middle", "right")):
            assert dilemma[digit * 3 + place] == f"{digit} {position}"
    assert texts("digit-poison") == list("0123456789")


@every_game
def test_everything_depends_only_on_the_seed(name: str) -> None:
    def seen_by(env: gymnasium.Env[Any, Any]) -> list[tuple[Any, ...]]:
        env.reset(seed=7)
        random = Random(3)
        return [step for _ in range(6) for step in episode(env, random)]

    env = gymnasium.make(environment_id(name))
    first = seen_by(env)
    assert seen_by(env) == first  # no matter what was played before
    assert seen_by(gymnasium.make(environment_id(name))) == first


def test_another_seed_gives_another_game() -> None:
    env = gymnasium.make("lastdigit/NumberMorph-v0", seat=1)
    assert len({tuple(env.reset(seed=seed)[0]) for seed in range(20)}) > 10
    env.reset(seed=1)
    assert len({tuple(env.reset()[0]) for _ in range(20)}) > 10


def test_the_agent_has_the_chosen_seat_or_alternates() -> None:
    def seats(env: GameEnv, seed: int) -> list[int]:
        return [env.reset(seed=seed)[1]["seat"], *(env.reset()[1]["seat"] for _ in "123")]

    assert seats(GameEnv("digit-duel", seat=1), 5) == [1, 1, 1, 1]
    assert seats(GameEnv("digit-duel", seat=2), 5) == [2, 2, 2, 2]
    alternating = GameEnv("digit-duel")
    found = [seats(alternating, seed) for seed in range(40)]
    assert [seats(alternating, seed) for seed in range(40)] == found
    assert {tuple(one) for one in found} == {(1, 2, 1, 2), (2, 1, 2, 1)}
    # Player 1 moves first: on seat 2 the opponent has moved already.
    assert GameEnv("digit-poison", seat=2).reset(seed=1)[0][2] == 1


def test_an_illegal_action_is_refused_with_the_chosen_reward() -> None:
    env = GameEnv("digit-duel", seat=1, illegal=-0.25, number_1=90, number_2=50)
    before, _ = env.reset(seed=1)
    after, reward, ended, cut_off, info = env.step(0)
    assert (reward, ended, cut_off) == (-0.25, False, False)
    assert list(after) == list(before)
    assert info["refusal"] == "The hundreds digit is zero and cannot be used."
    assert list(info["action_mask"]) == [0, 1, 0]


def test_an_illegal_action_can_be_an_error() -> None:
    env = GameEnv("digit-duel", seat=1, illegal=None, number_1=90, number_2=50)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="The hundreds digit is zero"):
        env.step(0)
    assert env.step(1)[1] == 0.0  # and the game continues


@pytest.mark.parametrize("action", [-1, 3, 1.5, "tens", None])
def test_an_invalid_action_is_an_error(action: Any) -> None:
    env = GameEnv("digit-duel")
    env.reset(seed=1)
    with pytest.raises(MoveSyntaxError, match="whole number from 0 to 2"):
        env.step(action)


def test_an_agent_with_only_illegal_actions_is_cut_off() -> None:
    env = GameEnv("digit-duel", seat=1, number_1=90, number_2=50)
    env.reset(seed=1)
    steps = [env.step(0) for _ in range(PLY_LIMIT)]
    assert [step[3] for step in steps] == [False] * (PLY_LIMIT - 1) + [True]
    assert not any(step[2] for step in steps)


def test_an_endless_game_is_cut_off_without_a_winner() -> None:
    env = GameEnv("digit-poison", seat=1, max_length=None, divisor=10**9, opponent="perfect")
    env.reset(seed=1)
    for number in range(PLY_LIMIT // 2):
        observation, reward, ended, cut_off, info = env.step(7)
        assert (reward, ended) == (0, False)
        assert cut_off == (number == PLY_LIMIT // 2 - 1)
    assert observation[2] == PLY_LIMIT
    assert not info["action_mask"].any()
    assert "winner" not in info
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(7)


def test_observations_of_the_longest_numbers_are_within_the_bounds() -> None:
    game = lastdigit.find("digit-poison", divisor=10**9, max_length=100_000)
    state = game.parse_state(f"2 {'7' * 99_999}")
    env = GameEnv("digit-poison")
    assert env.observation_space.contains(np.array(game.observation(state)))
    endless = lastdigit.find("digit-poison", max_length=None)
    long = endless.parse_state(f"1 {'1' * 1_000_000}")
    longer = endless.successor(long, 1)
    assert env.observation_space.contains(np.array(endless.observation(longer)))


def test_games_that_end_before_the_agents_first_turn_are_skipped() -> None:
    env = GameEnv("digit-poison", seat=2, divisor=7)
    for seed in range(100):  # a first digit 0 or 7 of the random opponent ends the game
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()
    with pytest.raises(UsageError, match="Player 2 never gets a turn"):
        GameEnv("digit-poison", seat=2, divisor=1).reset(seed=1)


def begun_with(game: AnyGame, text: str) -> Match:
    """Return a match whose text begins like this, whatever seed its start needs."""
    players = Player("agent", "Player 1"), Player("agent", "Player 2")
    for seed in range(10_000):
        match = Match(arrange(game, players, package="", first=Seat.ONE, seed=seed))
        narrator = RulebookNarrator(match)
        if narrator.welcome() + narrator.opening() == text:
            return match
    raise AssertionError(f"no start of {game.title} begins like this: {text}")


@every_game
def test_rendering_returns_the_dialogue(name: str) -> None:
    game = lastdigit.find(name)
    env = getattr(agents, agents.module_name(name)).env(render_mode="ansi")
    env.reset(seed=1)
    output = env.render()
    assert env.render() == output
    match = begun_with(game, output)
    random = Random(5)
    while match.result is None:
        action = random.choice(env.observe(env.agent_selection)["action_mask"].nonzero()[0])
        match.play(game.format_move(game.all_moves()[action]))
        env.step(action)
        output += env.render()
    assert output == transcript(match.record())


def test_a_refused_action_is_part_of_the_dialogue() -> None:
    env = GameEnv("number-morph", seat=1, start=211, render_mode="ansi")
    env.reset(seed=1)
    env.step(1)
    assert env.render() == (
        "Enter the position to change (hundreds/tens/units): hundreds\n"
        "Enter the new digit (0-9): 1\nNew number formed: 111\n"
        "111 is not a prime number. Try again.\n"
    )


def test_a_reset_can_set_the_seat_and_the_start() -> None:
    env = GameEnv("digit-duel", seat=1, opponent="perfect")
    env.reset(seed=1)
    observation, info = env.reset(options={"seat": 2})
    assert (info["seat"], observation[0]) == (2, 2)
    observation, info = env.reset(options={"position": "1 012 345"})
    assert (info["seat"], list(observation)) == (1, [1, 0, 1, 2, 3, 4, 5])
    observation, _ = env.reset(options={"position": "2 345 012", "seat": 2})
    assert list(observation) == [2, 0, 1, 2, 3, 4, 5]
    observation, _ = env.reset(options={"position": "2 345 012"})
    assert observation[0] == 1, "the opponent was to move at this position, and has moved"
    observation, info = env.reset(options={})
    assert (info["seat"], list(observation)) == (1, [1, 9, 9, 9, 9, 9, 9])


def test_a_game_of_two_agents_can_start_at_any_position() -> None:
    env = agents.digit_duel_v0.env(render_mode="ansi")
    env.reset(options={"position": "2 345 012"})
    assert env.agent_selection == "player_2"
    assert list(env.state()) == [2, 0, 1, 2, 3, 4, 5]
    assert "Your Number: 0 1 2" in env.render()
    env.reset()
    assert list(env.state()) == [1, 9, 9, 9, 9, 9, 9]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"seed": 3}, "no option 'seed'. The options are seat, position, critical and grade"),
        ({"seat": "alternate"}, "it must be 1 or 2"),
        ({"seat": True}, "it must be 1 or 2"),
        ({"position": "1 999"}, "1 999"),
        ({"position": 7}, "it must be a string"),
        ({"position": "1 000 345"}, "the game is over"),
    ],
)
def test_invalid_reset_options_are_refused_and_the_game_continues(
    options: dict[str, Any], expected: str
) -> None:
    env = GameEnv("digit-duel", seat=1)
    env.reset(seed=1)
    with pytest.raises(UsageError, match=expected):
        env.reset(options=options)
    env.step(0)
    if "position" in options:
        two = agents.digit_duel_v0.raw_env()
        two.reset(seed=1)
        with pytest.raises(UsageError, match=expected):
            two.reset(options=options)
        two.step(0)


@every_game
@pytest.mark.filterwarnings("ignore:.*render_mode='rgb_array' that is not in the possible")
def test_an_environment_is_made_like_stable_baselines_does(name: str) -> None:
    """`make_vec_env` tries to make one with frames, and without them after a TypeError."""
    with pytest.raises(TypeError, match="'render_mode' cannot be 'rgb_array'") as caught:
        gymnasium.make(environment_id(name), render_mode="rgb_array")
    assert isinstance(caught.value, UsageError)
    env = gymnasium.make(environment_id(name))
    assert env.render_mode is None
    _, info = env.reset(seed=1)
    assert env.get_wrapper_attr("action_masks")().tolist() == info["action_mask"].tolist()


@pytest.mark.parametrize("name", sampled(GAMES, *GAMES[:3]))
def test_a_copy_continues_independently_like_the_original(name: str) -> None:
    env = GameEnv(name, opponent="medium", render_mode="ansi")
    env.reset(seed=4)
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    random = Random(2)
    first = [*episode(env, random), env.render()]
    for other in copies:
        assert [*episode(other, Random(2)), other.render()] == first


def test_copying_an_environment_with_a_program_is_refused(last_move: str) -> None:
    env = GameEnv("digit-duel", opponent=last_move)
    env.reset(seed=1)
    try:
        for way in (copy.deepcopy, pickle.dumps):
            with pytest.raises(UsageError, match=r"cannot be copied\. Make a new one"):
                way(env)
    finally:
        env.close()


@pytest.mark.parametrize("who", [*COMPUTERS, "mcts:3"])
def test_every_computer_can_be_the_opponent(who: str) -> None:
    env = GameEnv("digit-poison", opponent=who, divisor=11, max_length=6)
    env.reset(seed=1)
    *_, (_, _, reward, ended, _) = episode(env, Random(1))
    assert ended
    assert reward in (1, -1)


BOT = (
    "import json, sys\n"
    "for line in sys.stdin:\n"
    "    message = json.loads(line)\n"
    "    if message['type'] == 'turn':\n"
    "        print(json.dumps({'move': message['legalMoves'][-1]}), flush=True)\n"
)


@pytest.fixture
def last_move(tmp_path: Any) -> str:
    """Return WHO names a program that always makes the last legal move."""
    bot = tmp_path / "bot.py"
    bot.write_text(BOT)
    return f"cmd:{sys.executable} {bot}"


@pytest.mark.parametrize("seat", [1, 2])
def test_a_program_can_be_the_opponent(last_move: str, seat: int) -> None:
    env = GameEnv("digit-duel", opponent=last_move, seat=seat, number_1=55, number_2=55)
    for _ in range(2):
        _, info = env.reset(seed=1)
        over = False
        made = 0
        while not over:
            action = np.flatnonzero(info["action_mask"])[-1]
            _, reward, over, _, info = env.step(action)
            made += 1
        assert made > 1
        assert info["winner"] == (seat if reward == 1 else 3 - seat)
    env.close()


def test_an_opponent_without_a_move_forfeits() -> None:
    env = GameEnv(
        "digit-duel", opponent=f"cmd:{sys.executable} -c pass", seat=1, render_mode="ansi"
    )
    env.reset(seed=1)
    _, reward, ended, _, info = env.step(0)
    assert (reward, ended, info["winner"]) == (1, True, 1)
    assert info["reason"].startswith("No valid move in 3 tries.")
    assert info["reason"] in (env.render() or "")
    env.close()
    env.close()


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"opponent": "human"}, "not a person"),
        ({"opponent": "nobody"}, "There is no player"),
        ({"opponent": None}, "'opponent' cannot be None: it must be a string such as 'random'"),
        ({"opponent": COMPUTERS["random"]}, "it must be a string such as 'random'"),
        ({"seat": None}, "it must be 1, 2, 'alternate' or 'random'"),
        ({"seat": [1]}, "it must be 1, 2, 'alternate' or 'random'"),
        ({"seat": 3}, "it must be 1, 2, 'alternate' or 'random'"),
        ({"render_mode": "human"}, "it must be None or 'ansi'"),
        ({"number_3": 5}, "has no option"),
        ({"number_1": 0}, "it must be 1 to 999"),
    ],
)
def test_invalid_arguments_are_refused(wrong: dict[str, Any], expected: str) -> None:
    with pytest.raises(UsageError, match=expected):
        GameEnv("digit-duel", **wrong)


def run_python(program: str) -> str:
    """Run a program with an external game installed, and return its output."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests" / "outside")])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    return done.stdout


def test_an_external_game_gets_environments_automatically() -> None:
    program = (
        "import warnings, gymnasium, lastdigit.rl.gymnasium\n"
        "from gymnasium.utils.env_checker import check_env\n"
        "from pettingzoo.test import api_test\n"
        "from lastdigit.rl.pettingzoo import countdown_v0\n"
        "env = gymnasium.make('lastdigit/Countdown-v0', begin=5, opponent='perfect', seat=1)\n"
        "check_env(env.unwrapped)\n"
        "observation, _ = env.reset(seed=1)\n"
        "print(bytes(list(observation)).rstrip(b'\\0'), len(observation), env.step(0)[1])\n"
        "warnings.simplefilter('ignore')\n"
        "api_test(countdown_v0.env(), num_cycles=20)\n"
    )
    assert "b'1 5' 80 0.0\n" in run_python(program)


@pytest.mark.parametrize("adapter", ["gymnasium", "pettingzoo"])
def test_a_missing_extra_is_named(adapter: str) -> None:
    program = (
        f"import sys\nsys.modules['{adapter}'] = None\n"
        f"try:\n    import lastdigit.rl.{adapter}\n"
        "except ImportError as error:\n    print(error)\n"
    )
    expected = "An environment needs the extra rl: uv run --extra rl python\n"
    assert run_python(program) == expected


def test_an_observation_that_is_too_large_is_refused() -> None:
    assert GameEnv("number-morph", digits=5).observation_space.shape == (8_369,)
    with pytest.raises(UsageError, match="68,913 numbers, but at most 10,000"):
        GameEnv("number-morph", digits=6)
    with pytest.raises(UsageError, match="at most 10,000"):
        agents.GameAECEnv("number-morph", digits=6)
