"""The games as OpenSpiel games. Importing this module registers the games.

>>> import pyspiel, lastdigit.rl.openspiel
>>> game = pyspiel.load_game("lastdigit_digit_duel(number_1=21,number_2=30)")
>>> state = game.new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()]
['tens', 'ones']

The rule options of a game are its OpenSpiel parameters. A list is written as `'2+3'` or `2_3`. The
value -1 means none, such as no maximum length. The additional parameter `seed` determines a random
start.

A game that has not ended after 1,000 moves is a draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from lastdigit.errors import ExtraError, IllegalMove, MoveSyntaxError, OptionError
from lastdigit.extras import check_versions, missing_extra
from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.options import Option, OptionValue
from lastdigit.games import catalogue
from lastdigit.match.match import PLY_LIMIT
from lastdigit.solver import check_solvable

try:
    check_versions("A game in OpenSpiel", "openspiel")
    import numpy as np
    import pyspiel
except ImportError as error:
    raise ImportError(str(missing_extra("A game in OpenSpiel", "openspiel"))) from error
except ExtraError as error:
    raise ImportError(str(error)) from error

NONE = -1
"""The parameter value that stands for None, because the value must be a number."""
UNSET = -2
"""The default of a numeric parameter whose real default depends on other options."""
SEED, LIST = "seed", "_"


def spiel_name(name: str) -> str:
    """Return a game's name in OpenSpiel.

    >>> spiel_name("digit-duel")
    'lastdigit_digit_duel'
    """
    return f"lastdigit_{name.replace('-', '_')}"


def parameter_name(option: Option) -> str:
    """Return the name of the OpenSpiel parameter for a rule option."""
    return option.name.replace("-", "_")


def default_parameter(option: Option) -> int | bool | str:
    """Return a rule option's default as the value of an OpenSpiel parameter."""
    if option.follows and option.kind == "integer":
        return UNSET
    return parameter(option.default)


def parameter(value: OptionValue) -> int | bool | str:
    """Convert the value of a rule option to the value of an OpenSpiel parameter."""
    # The type of a parameter cannot change, so None becomes a number and a tuple becomes text.
    if value is None:
        return NONE
    return LIST + "_".join(map(str, value)) if isinstance(value, tuple) else value


def value_of(option: Option, given: int | bool | str) -> OptionValue:
    """Convert the value of an OpenSpiel parameter to the value of a rule option.

    Raise OptionError if the value is an invalid list.
    """
    if option.kind == "list":
        text = str(given).strip("'\"").replace("+", LIST)
        parts = [part for part in text.split(LIST) if part]
        if not all(part.isdecimal() for part in parts):
            raise OptionError(f"'{option.name}' cannot be {given!r}: write a list as '2+3' or 2_3.")
        return option.check([int(part) for part in parts])
    if option.none and given == NONE:
        return None
    assert not isinstance(given, str), "OpenSpiel keeps the types of parameters"
    return given  # validated by the game


def is_given(option: Option, params: Mapping[str, Any]) -> bool:
    """Return whether the parameters of a game contain a value for a rule option."""
    # OpenSpiel fills in missing parameters with their defaults.
    name = parameter_name(option)
    return name in params and not (option.follows and params[name] == default_parameter(option))


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is untyped
    """One of this package's games as an OpenSpiel game. There is one subclass per game."""

    kind: type[AnyGame]
    type_: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params, kind = dict(params or {}), self.kind
        self.rules = kind.of(
            {
                option.name: value_of(option, params[parameter_name(option)])
                for option in kind.options()
                if is_given(option, params)
            }
        )
        for option in kind.options():  # str(game) shows the actual values
            params[parameter_name(option)] = parameter(getattr(self.rules, option.field))
        check_solvable(self.rules)
        start = self.rules.start(Random(params.get(SEED, 0)))
        self.start_text = self.rules.format_state(start)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.rules.all_moves()),
            max_chance_outcomes=0,
            num_players=len(Seat),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=PLY_LIMIT,
        )
        super().__init__(self.type_, info, params)

    def new_initial_state(self) -> SpielState:
        """Return the state at the start of a game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:  # noqa: ARG002 - perfect information
        """Return an observer, which encodes positions as numbers. The arguments are ignored."""
        return SpielObserver(self.rules)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel is untyped
    """A position as an OpenSpiel state."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.position = self.rules.parse_state(game.start_text)
        self.plies = 0

    def current_player(self) -> int:
        """Return the player to move, 0 or 1, or OpenSpiel's TERMINAL if the game is over."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.position.mover.index)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - always the mover
        numbers = {move: number for number, move in enumerate(self.rules.all_moves())}
        return sorted(numbers[move] for move in self.rules.legal_moves(self.position))

    def _apply_action(self, action: int) -> None:
        move = self._move(action)
        objection = self.rules.objection(self.position, move)
        if objection is not None:
            raise IllegalMove(objection.reason)
        self.position = self.rules.successor(self.position, move)
        self.plies += 1

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 - the same for both
        return self.rules.format_move(self._move(action))

    def _move(self, action: int) -> Any:
        moves = self.rules.all_moves()
        if not 0 <= action < len(moves):
            raise MoveSyntaxError(
                f"{action} is not an action: it must be a number from 0 to {len(moves) - 1}."
            )
        return moves[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over or has reached the maximum number of moves."""
        return self.plies >= PLY_LIMIT or self.rules.outcome(self.position) is not None

    def returns(self) -> list[float]:
        """Return both players' rewards: 1 for the winner and -1 for the loser, or 0 for a draw."""
        outcome = self.rules.outcome(self.position)
        if outcome is None:
            return [0.0, 0.0]
        return [1.0 if outcome.winner is seat else -1.0 for seat in Seat]

    def __str__(self) -> str:
        return self.rules.format_state(self.position)


class SpielObserver:
    """An OpenSpiel observer, which encodes positions as numbers."""

    def __init__(self, rules: AnyGame) -> None:
        self._rules = rules
        size = sum(feature.count for feature in rules.features)
        self.tensor = np.zeros(size, dtype=np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:  # noqa: ARG002 - both see the same
        """Encode a state as numbers in this observer's `tensor`. The player is ignored."""
        self.tensor[:] = self._rules.observation(state.position)

    def string_from(self, state: SpielState, player: int) -> str:  # noqa: ARG002 - both see the same
        """Return a state as text. The player is ignored."""
        return str(state)


def _register(kind: type[AnyGame]) -> None:
    type_ = pyspiel.GameType(
        short_name=spiel_name(kind.name),
        long_name=kind.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(Seat),
        min_num_players=len(Seat),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            **{parameter_name(option): default_parameter(option) for option in kind.options()},
            SEED: 0,
        },
    )
    # A class, not a function, because OpenSpiel releases it after Python has shut down.
    pyspiel.register_game(type_, type(kind.__name__, (SpielGame,), {"kind": kind, "type_": type_}))


for _kind in catalogue().values():
    _register(_kind)
