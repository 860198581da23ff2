"""Code that the reinforcement-learning environments share, such as the encoding of positions."""

from __future__ import annotations

import operator
from collections.abc import Hashable, Iterable, Mapping
from random import Random
from typing import Any, NamedTuple, SupportsIndex, TypeAlias

from lastdigit import __version__
from lastdigit.analysis.critical import Split, with_default_start
from lastdigit.errors import ExtraError, MoveSyntaxError, OptionError
from lastdigit.exam.pools import GRADES, group_by_grade, variant_items
from lastdigit.extras import check_versions, missing_extra
from lastdigit.game.game import AnyGame, Seat, State, Value, bounds_of
from lastdigit.match.match import PLY_LIMIT, Match, arrange_from
from lastdigit.match.narration import RulebookNarrator
from lastdigit.match.record import Player, Terms
from lastdigit.solver import Branch, check_solvable, solver_for, split

try:
    check_versions("An environment", "rl")
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError(str(missing_extra("An environment", "rl"))) from error
except ExtraError as error:
    raise ImportError(str(error)) from error

MIN_BYTES_LENGTH = 64
"""The minimum length at which it is faster to create an array of small numbers from bytes."""

Observation: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.int8]


MAX_CACHED_CHOICES = 20_000
"""The maximum number of cached sets of legal moves."""


class Choices(NamedTuple):
    """The legal moves of a position, and a mask with 1 for each legal action."""

    legal: tuple[Hashable, ...]  # stays alive, because its `id` is a cache key
    flags: bytes  # the mask, in a form that is faster to read
    mask: Mask


class Encoding:
    """Encodes the positions and moves of one game as numbers.

    An action is the index of a move in `game.all_moves()`. Raise MissingExtra if the game needs an
    optional package that is not installed.
    """

    def __init__(self, game: AnyGame) -> None:
        check_solvable(game)
        self.game = game
        self.moves = game.all_moves()
        self._actions = {move: action for action, move in enumerate(self.moves)}
        self._low, self._high = map(np.array, bounds_of(game.title, game.features))
        in_bytes = self._low.min() >= 0 and self._high.max() < 256
        self._choices: dict[int, Choices] = {}
        self._by_bytes = bool(in_bytes and len(self._low) >= MIN_BYTES_LENGTH)

    def action_space(self) -> spaces.Discrete:
        """Return the Gymnasium space of all actions, legal or not."""
        return spaces.Discrete(len(self.moves))

    def observation_space(self) -> spaces.Space[Observation]:
        """Return the Gymnasium space that contains all observations of the game."""
        box: spaces.Space[Any] = spaces.Box(self._low, self._high, dtype=np.int64)
        return box

    def mask_space(self) -> spaces.Space[Mask]:
        """Return the Gymnasium space that contains all action masks of the game."""
        box: spaces.Space[Any] = spaces.Box(0, 1, (len(self.moves),), dtype=np.int8)
        return box

    def observe(self, state: State) -> Observation:
        """Encode a position as a new array of numbers."""
        if self._by_bytes:
            packed = self.game.observation_bytes(state)
            return np.frombuffer(packed, dtype=np.uint8).astype(np.int64)
        return np.array(self.game.observation(state), dtype=np.int64)

    def mask(self, moves: Iterable[Hashable]) -> Mask:
        """Return an array with one number per action: 1 for these moves, and 0 for all others."""
        flags = bytearray(len(self.moves))
        actions = self._actions
        for move in moves:
            flags[actions[move]] = 1
        return np.frombuffer(flags, dtype=np.int8)

    def choices(self, legal: tuple[Hashable, ...]) -> Choices:
        """Return the legal moves of a position together with a mask of legal actions."""
        # A game usually returns the same tuple object for the same moves.
        cached = self._choices.get(id(legal))
        if cached is None or cached.legal is not legal:
            mask = self.mask(legal)
            if len(self._choices) >= MAX_CACHED_CHOICES:
                self._choices.clear()
            cached = self._choices[id(legal)] = Choices(legal, mask.tobytes(), mask)
        return cached

    def action(self, given: SupportsIndex) -> int:
        """Return an action as an int. Raise MoveSyntaxError if the number is not a valid action."""
        try:
            number = operator.index(given)
        except TypeError:
            number = -1
        if not 0 <= number < len(self.moves):
            raise MoveSyntaxError(
                f"{given!r} is not an action: it must be a whole number from 0 to "
                f"{len(self.moves) - 1}, the index of a move in {self.game.title}'s all_moves()."
            )
        return number

    def move(self, action: SupportsIndex) -> Any:
        """Return the move for an action. Raise MoveSyntaxError if the action is not valid."""
        return self.moves[self.action(action)]


class Oracle:
    """Exact solutions of positions: the best moves, and the result with perfect play."""

    def __init__(self, game: AnyGame, encoding: Encoding) -> None:
        self._solver = solver_for(game)
        self._solver.warm_up()
        self._encoding = encoding
        self._branches: tuple[Branch[Any, Any], ...] = ()
        self._value = Value.DRAW

    def look(self, state: State) -> dict[str, Any]:
        """Return a position's optimal actions, its value and its remoteness.

        The value is 1 if the player to move can win, 0 for a draw, and -1 for a loss. The
        remoteness is the number of moves to the end with perfect play.
        """
        self._branches = self._solver.branches(state)
        keeping, _ = split(self._branches)
        self._value = keeping[0].value
        return {
            "optimal_actions": self._encoding.mask(branch.move for branch in keeping),
            "value": self._value.worth,
            "remoteness": self._solver.solution(state).remoteness,
        }

    def regret(self, move: Hashable) -> int:
        """Return how much worse a move is than the best move in the position last passed to `look`.

        The result is 0 for an optimal move, 1 if the move turns a win into a draw or a draw into a
        loss, and 2 if it turns a win into a loss.
        """
        branch_made = next(branch for branch in self._branches if branch.move == move)
        return self._value.worth - branch_made.value.worth


PLAYERS = (Player("agent", str(Seat.ONE)), Player("agent", str(Seat.TWO)))
ANSI = "ansi"
SEAT, POSITION, CRITICAL, GRADE = "seat", "position", "critical", "grade"
"""The names of the `reset` options: the agent's seat, and three ways to set the start."""
START_OPTIONS = (POSITION, CRITICAL, GRADE)
"""The `reset` options that set the starting position. Only one of these options may be given."""


class RenderModeError(OptionError, TypeError):
    """The render mode is not supported."""

    # Stable-Baselines3 first requests "rgb_array". Only after a TypeError does it create the
    # environment without a render mode.


def check_render_mode(render_mode: str | None) -> None:
    """Raise RenderModeError unless the render mode is None or "ansi"."""
    if render_mode not in (None, ANSI):
        raise RenderModeError(
            f"'render_mode' cannot be {render_mode!r}: it must be None or {ANSI!r}."
        )


def check_options(options: Mapping[str, Any]) -> None:
    """Raise OptionError for unknown or conflicting `reset` options."""
    for name in options:
        if name not in (SEAT, *START_OPTIONS):
            raise OptionError(
                f"reset has no option {name!r}. The options are {SEAT}, {POSITION}, "
                f"{CRITICAL} and {GRADE}."
            )
    named = [name for name in START_OPTIONS if options.get(name)]
    if len(named) > 1:
        raise OptionError(
            f"{' and '.join(named)} cannot be combined, because both choose where a game starts."
        )


def is_critical(options: Mapping[str, Any]) -> bool:
    """Return whether an environment should start at a position in which some moves are mistakes.

    The option `critical` of the environment's `reset` asks for such a position. Raise OptionError
    if the option is not a bool.
    """
    critical = options.get(CRITICAL, False)
    if not isinstance(critical, bool):
        raise OptionError(f"'{CRITICAL}' cannot be {critical!r}: it must be True or False.")
    return critical


def chosen_grade(options: Mapping[str, Any]) -> int | None:
    """Return the difficulty of the starting position from an environment's `reset` options.

    Return None if the option `grade` is not set. Raise OptionError if the difficulty is invalid.
    """
    grade = options.get(GRADE)
    if grade is not None and (type(grade) is not int or not 1 <= grade <= GRADES):
        raise OptionError(f"'{GRADE}' cannot be {grade!r}: it must be a number from 1 to {GRADES}.")
    return grade


def graded_start(game: AnyGame, grade: int, random: Random) -> State:
    """Return a random training position of this difficulty, with Player 1 to move.

    Raise OptionError if the game has no such position.
    """
    grades = group_by_grade(variant_items(with_default_start(game), Split.TRAIN))
    if grade not in grades:
        available = (
            f"only the grades {', '.join(map(str, grades))}" if grades else "no graded positions"
        )
        raise OptionError(
            f"'{GRADE}' cannot be {grade}: with these options, {game.title} has {available}."
        )
    start: State = game.parse_state(random.choice(grades[grade]).position)
    return start


def chosen_seat(options: Mapping[str, Any]) -> Seat | None:
    """Return the agent's seat from an environment's `reset` options.

    Return None if the option `seat` is not set. Raise OptionError if the seat is neither 1 nor 2.
    """
    if SEAT not in options:
        return None
    number = options[SEAT]
    if isinstance(number, bool) or number not in [seat.value for seat in Seat]:
        raise OptionError(f"'{SEAT}' cannot be {number!r}: it must be 1 or 2.")
    return Seat(number)


def chosen_start(game: AnyGame, options: Mapping[str, Any]) -> State | None:
    """Return the starting position from an environment's `reset` options.

    Return None if the option `position` is not set. Raise StateSyntaxError if the text is not a
    position. Raise OptionError if the option is not a string or if the game is already over.
    """
    if POSITION not in options:
        return None
    text = options[POSITION]
    if not isinstance(text, str):
        raise OptionError(
            f"'{POSITION}' cannot be {text!r}: it must be a string such as "
            f"{game.format_state(game.start(Random(0)))!r}."
        )
    state: State = game.parse_state(text)
    if game.outcome(state) is not None:
        raise OptionError(f"'{POSITION}' cannot be {text!r}: the game is over in this position.")
    return state


class ResetOptions(NamedTuple):
    """An environment's parsed `reset` options, such as the agent's seat."""

    seat: Seat | None = None
    start: State | None = None
    critical: bool = False
    grade: int | None = None

    @classmethod
    def of(cls, game: AnyGame, options: Mapping[str, Any]) -> ResetOptions:
        """Parse an environment's `reset` options. Raise UsageError if an option is invalid."""
        check_options(options)
        seat, grade = chosen_seat(options), chosen_grade(options)
        if grade is not None and seat is Seat.TWO:
            raise OptionError(
                f"'{SEAT}' cannot be 2 if '{GRADE}' is set, because it is Player 1's turn in all "
                "graded positions."
            )
        return cls(seat, chosen_start(game, options), is_critical(options), grade)


NO_OPTIONS = ResetOptions()


class Transcript:
    """The text of a game as a player would see it, built move by move.

    `part` is the latest part of the text. `start_part` starts a new part.
    """

    def __init__(self, game: AnyGame, start: State) -> None:
        terms = Terms(ply_limit=PLY_LIMIT)
        setup = arrange_from(
            game, game.format_state(start), PLAYERS, package=__version__, seed=0, terms=terms
        )
        self._match = Match(setup)
        self._narrator = RulebookNarrator(self._match)
        self.part = self._narrator.welcome() + self._narrator.opening()

    def start_part(self) -> None:
        """Start a new part of the transcript. `part` is then empty."""
        self.part = ""

    def add_try(self, move: Hashable) -> None:
        """Add a move to the transcript, or an error message if the move is illegal."""
        before, text = self._match.state, self._match.game.format_move(move)
        event = self._match.play(text)
        self.part += self._narrator.answers_text(text, before)
        self.part += self._narrator.event_text(event, before)
        if self._match.result is None and self._match.state is not before:
            self.part += self._narrator.opening()

    def add_sentence(self, sentence: str) -> None:
        """Add a sentence to the transcript."""
        self.part += f"{sentence}\n"
