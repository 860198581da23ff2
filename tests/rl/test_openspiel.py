"""Every game in OpenSpiel: its simulation test, minimax and tree search."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lastdigit.games import find
from lastdigit.solver import solver_for
from tests.conftest import GAMES
from tests.sizes import sampled

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")

from open_spiel.python.algorithms import mcts, minimax  # noqa: E402

from lastdigit.rl.openspiel import spiel_name  # noqa: E402

SMALL: tuple[tuple[str, dict[str, Any]], ...] = (
    ("digit-duel", {"number-1": 21, "number-2": 30}),
    ("digit-duel", {"number-1": 5, "number-2": 42}),
    ("digit-dilemma", {"slots": 2}),
    ("digit-dilemma", {"slots": 2, "divisor": 11, "leading-zero": False}),
    ("digit-poison", {"max-length": 3}),
    ("digit-poison", {"divisors": "2_3", "uses": 1, "base": 4}),
    ("operation-obliteration", {"start": 33}),
    ("operation-obliteration", {"start": 9}),
)


def load(name: str, options: dict[str, Any]) -> Any:
    return pyspiel.load_game(
        spiel_name(name), {option.replace("-", "_"): value for option, value in options.items()}
    )


@pytest.mark.parametrize("name", sampled(GAMES, "digit-duel", "digit-poison"))
def test_the_simulation_test_of_openspiel_passes(name: str) -> None:
    pyspiel.random_sim_test(load(name, {}), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "options"), SMALL, ids=str)
def test_minimax_of_openspiel_finds_the_solvers_value(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    rules = game.new_initial_state().rules
    value = solver_for(rules).solution(rules.start(Random(0))).value
    found, _ = minimax.alpha_beta_search(game, maximum_depth=60, value_function=lambda _: 0)
    assert found == {"win": 1, "draw": 0, "lose": -1}[value]


def test_tree_search_of_openspiel_wins_a_won_endgame() -> None:
    game = load("digit-duel", {"number-1": 12, "number-2": 3})
    state, random = game.new_initial_state(), mcts.RandomRolloutEvaluator(5)
    bot = mcts.MCTSBot(game, uct_c=2, max_simulations=200, evaluator=random, solve=True)
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert state.returns() == [1.0, -1.0]


@pytest.mark.parametrize("divisors", ["2_3", "'2+3'", '"2+3"'])
def test_options_are_named_as_in_find_and_part_of_the_games_name(divisors: str) -> None:
    game = pyspiel.load_game(f"lastdigit_digit_poison(divisors={divisors},uses=1,max_length=-1)")
    rules = game.new_initial_state().rules
    assert rules == find("digit-poison", divisors=(2, 3), uses=1, max_length=None)
    again = pyspiel.load_game(str(game))
    assert again.new_initial_state().rules == rules


@pytest.mark.parametrize(
    ("given", "start"),
    [
        ("digits=4", "1 9999 9999"),
        ("base=16", "1 fff fff"),
        ("digits=2", "1 99 99"),
        ("digits=4,number_1=999", "1 0999 9999"),
        ("digits=4,number_1=5,number_2=21", "1 0005 0021"),
    ],
)
def test_the_default_start_depends_on_the_sizes(given: str, start: str) -> None:
    game = pyspiel.load_game(f"lastdigit_digit_duel({given})")
    assert str(game.new_initial_state()) == start
    assert str(pyspiel.load_game(str(game)).new_initial_state()) == start


def test_a_random_start_depends_on_the_seed() -> None:
    starts = {str(load("number-morph", {"seed": seed}).new_initial_state()) for seed in range(8)}
    assert len(starts) > 1


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_shares_the_rules_but_not_the_position(name: str) -> None:
    state = load(name, {}).new_initial_state()
    before = str(state)
    clone = state.clone()
    assert clone.rules is state.rules
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)
    assert str(state.child(state.legal_actions()[0])) == str(clone)


def test_an_observation_is_that_of_the_game() -> None:
    game = load("digit-dilemma", {})
    state = game.new_initial_state()
    state.apply_action(22)
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert tuple(observer.tensor) == state.rules.observation(state.position)
    assert observer.string_from(state, 1) == str(state) == "2 _7_ ___"
