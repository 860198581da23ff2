"""A batch: many games of one kind, begun and stepped together."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from lastdigit.errors import IllegalMove, MoveSyntaxError, OptionError, UsageError
from lastdigit.extras import check_versions, missing_extra
from lastdigit.game.game import AnyGame, Game, Seat, State, bounds_of
from lastdigit.game.kernel import Kernel
from lastdigit.game.options import ALTERNATE, DRAWN, OptionValue, check_seat, checked_seed
from lastdigit.games import find
from lastdigit.match.match import PLY_LIMIT
from lastdigit.solver.tables import is_installed, prepare

try:
    check_versions("A batch", "fast")
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ImportError as error:
    raise missing_extra("A batch", "fast") from error

from lastdigit.batch.crew import Crew
from lastdigit.batch.positions import UNSAID, Positions, critical_positions, read_positions

if TYPE_CHECKING:
    from lastdigit.batch.compiling import Compiled

GOES_ON, ENDED, CUT_OFF = 0, 1, 2
"""What `done` says of a game: it goes on, the rules ended it, or it was as long as it may be."""
SEATING: dict[int | str, int] = {ALTERNATE: 1, DRAWN: 2}
"""How the loop is told of seats that change from game to game."""
OPPONENTS = (None, "random", "perfect")
BEGUN_ANEW = 1_000
"""How many games in a row may end before the agent's first turn."""
MOST_GAMES = 10_000_000
KINDS = (np.int8, np.uint8, np.int16, np.int32, np.int64)

Array = NDArray[Any]


class Step(NamedTuple):
    """What came of a step: arrays with a row a game, overwritten by the next step."""

    observation: Array
    mask: Array
    reward: Array
    done: Array


def smallest_kind(low: int, high: int) -> type[np.signedinteger[Any] | np.unsignedinteger[Any]]:
    """Return the smallest kind of whole numbers that holds all from one to the other.

    >>> smallest_kind(0, 9).__name__, smallest_kind(1, 1_000).__name__
    ('int8', 'int16')
    """
    return next(kind for kind in KINDS if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max)


class Batch:
    """So many games of one kind, stepped at once; one that ends begins anew in the same step.

    Without an `opponent` both seats are played, and a reward is for whoever made the move; with
    one, `random` or `perfect`, the agent has the `seat` 1, 2, "alternate" or "random", and is asked
    at its own turns only. `illegal` is the reward of an illegal action, which is refused and
    changes nothing; None raises IllegalMove instead. With several `threads` everything comes out
    the same. Rule options are keyword arguments under the names that `find` takes. Raises
    UsageError, and MissingExtra where there is no compiler.
    """

    def __init__(
        self,
        game: str | AnyGame,
        games: int,
        *,
        opponent: str | None = None,
        seat: int | str = ALTERNATE,
        illegal: int | None = -1,
        threads: int = 1,
        **options: OptionValue,
    ) -> None:
        check_count("games", games, MOST_GAMES)
        check_count("threads", threads, games)
        if opponent not in OPPONENTS:
            raise OptionError(
                f"opponent cannot be {opponent!r}: in batches it must be None, 'random' or "
                "'perfect'."
            )
        check_seat(seat)
        if illegal is not None and not (type(illegal) is int and -128 <= illegal <= 127):
            raise OptionError(
                f"illegal cannot be {illegal!r}: in batches rewards are whole numbers from -128 "
                "to 127, or None for an error."
            )
        if isinstance(game, Game) and options:
            raise OptionError("Rule options cannot stand beside a game that has its own.")
        self.game = game if isinstance(game, Game) else find(game, **options)
        self.games, self.opponent, self.illegal = games, opponent, illegal
        self.low, self.high = map(np.array, bounds_of(self.game.title, self.game.features))
        kernel = self._kernel = kernel_of(self.game)
        self._seat = seat
        self._solved = self._solution(kernel) if opponent == "perfect" else np.zeros(1, np.uint8)
        self.actions, seen = len(self.game.all_moves()), len(self.low)
        kind = smallest_kind(int(self.low.min()), int(self.high.max()))
        self.observation, self.final_observation = (np.zeros((games, seen), kind) for _ in "12")
        self.mask = np.zeros((games, self.actions), np.int8)
        self.reward, self.done = np.zeros(games, np.int8), np.zeros(games, np.int8)
        self._turn, self._agent = np.ones(games, np.int8), np.ones(games, np.int8)
        self._chance = np.zeros(games, np.uint64)
        self._positions = Positions.of(self.game, kernel, (), (), kind)
        width = kernel.width + (kernel.memory if opponent == "perfect" else 0)
        self._rows = (
            np.zeros((games, width), np.int32),
            *(self._turn, self._agent, np.zeros(games, np.int16), self._chance),
            *(self.observation, self.mask),
        )
        self._constants = {
            "ANSWERS": OPPONENTS.index(opponent),
            "SEATING": 0 if opponent is None else SEATING.get(seat, 0),
            "ACTIONS": self.actions,
            "SEEN": seen,
            "WIDTH": kernel.width,
            "STUCK_LOSES": int(kernel.stuck_loses),
            "STARTS": kernel.starts,
            "LIMIT": PLY_LIMIT,
            "TRIES": BEGUN_ANEW,
        }
        self._loops: dict[bool, Compiled] = {}
        self._loop = self._loop_for(placed=False)
        self._crew = Crew(games, threads)
        seen_arrays = self.observation, self.mask, self.reward, self.done
        self._seen = Step(*map(seen_only, seen_arrays))
        self._begun = False

    def _loop_for(self, *, placed: bool) -> Compiled:
        """Return the loop for games that begin at positions, or as the rules say.

        The compiler knows which: asking in every game would cost a third of the speed.
        """
        from lastdigit.batch.compiling import compiled_loop

        if placed not in self._loops:
            constants = {**self._constants, "PLACED": int(placed)}
            what = f"{self.game.title} in batches"
            self._loops[placed] = compiled_loop(self._kernel, constants, what)
        return self._loops[placed]

    def _solution(self, kernel: Kernel) -> Any:
        if kernel.solution is None:
            raise UsageError(
                f"{self.game.title} with these options has no table of best moves: in batches "
                "its opponent is 'random' or None."
            )
        return kernel.solution()

    @property
    def _table(self) -> tuple[Any, ...]:
        return self._kernel.tables, self._solved, self._positions, *self._rows

    def reset(
        self,
        seed: int | None = None,
        *,
        positions: Sequence[str] | None = None,
        critical: int | None = None,
    ) -> tuple[Array, Array]:
        """Begin all games; return what is observed, and the mask.

        The seed decides all chance, also of what is begun later without one. Every game, now and
        until the next reset, begins at one of the `positions`, drawn for it; or at one of so many
        `critical` ones, all for training, in which the agent has something to decide.

        Raises UsageError where that cannot be, and where the agent never has a turn.
        """
        seed = checked_seed(seed)
        if positions is not None and critical is not None:
            raise OptionError("critical and positions both say where games begin: name one.")
        states: list[State] = [] if positions is None else read_positions(self.game, positions)
        if seed is not None or not self._begun:
            self._random = np.random.default_rng(seed)
        agents = [UNSAID] * len(states)
        if critical is not None:
            seats = tuple(Seat) if isinstance(self._seat, str) else (Seat(self._seat),)
            chance = Random(int(self._random.integers(2**32)))
            states = critical_positions(self.game, critical, seats, chance)
            agents = [state.mover.number for state in states]
        self._positions = Positions.of(
            self.game, self._kernel, states, agents, self.observation.dtype
        )
        self._loop = self._loop_for(placed=bool(states))
        self._chance[:] = self._random.integers(2**64, size=self.games, dtype=np.uint64)
        # A turn by turns begins with a drawn seat; each new game changes it.
        self._agent[:] = 1 + self._chance % 2 if isinstance(self._seat, str) else self._seat
        self._all(self._loop.reset, *self._table)
        self._begun = True
        return self._seen.observation, self._seen.mask

    def step(self, actions: ArrayLike) -> Step:
        """Make a move in every game, and let the opponent answer if there is one.

        Where `done` is not 0 the game is over, 1 by the rules or 2 as too long: the reward is that
        game's, `final_observation` has its last position, observation and mask are the next
        game's. Raises MoveSyntaxError for numbers that are no actions, IllegalMove if that was
        chosen, and UsageError; nothing has changed then.
        """
        chosen = self._checked(actions)
        if not self._begun:
            raise UsageError("The games have not begun: reset first.")
        if self.illegal is None:
            self._check_legal(chosen)
        self._all(
            self._loop.step,
            *(chosen, self.illegal or 0),
            *self._table,
            *(self.reward, self.done, self.final_observation),
        )
        return self._seen

    def _all(self, function: Any, *rest: Any) -> None:
        """Let a function go over all games, in as many threads as there are."""
        if not self._crew.go_over(function, *rest):
            self._begun = False
            raise UsageError(
                f"The agent has no turn: with these options and this opponent {BEGUN_ANEW} games "
                "in a row ended before it."
            )

    def _checked(self, actions: ArrayLike) -> Array:
        try:
            given = np.asarray(actions)
        except ValueError:
            raise MoveSyntaxError(
                f"Actions are {self.games} whole numbers, one for each game."
            ) from None
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise MoveSyntaxError(
                f"Actions are {self.games} whole numbers, one a game: these are of shape "
                f"{given.shape} and of kind {given.dtype}."
            )
        negative = given.dtype.kind == "i" and int(given.min()) < 0
        if negative or int(given.max()) >= self.actions:
            wrong = int(np.flatnonzero((given < 0) | (given >= self.actions))[0])
            raise MoveSyntaxError(
                f"{given[wrong]} is not an action (game {wrong}): one is a whole number from 0 to "
                f"{self.actions - 1}, a move's place in {self.game.title}'s all_moves()."
            )
        return np.ascontiguousarray(given, dtype=np.uint8)

    def _check_legal(self, actions: Array) -> None:
        legal = self.mask[np.arange(self.games), actions]
        if not legal.all():
            game = int(np.flatnonzero(legal == 0)[0])
            move = self.game.format_move(self.game.all_moves()[actions[game]])
            raise IllegalMove(f"{move} is not legal in game {game}; nothing has changed.")

    def close(self) -> None:
        """Let the threads go."""
        self._crew.close()

    @property
    def seat(self) -> Array:
        """The agent's seat in every game; without an opponent that of whoever is to move."""
        return seen_only(self._agent if self.opponent else self._turn)


def seen_only(array: Array) -> Array:
    """Return an array that can be read and not written: it is the games' own."""
    view = array.view()
    view.flags.writeable = False
    return view


def is_batched(game: AnyGame | type[AnyGame]) -> bool:
    """Return whether a game can be played in batches here, at least with its usual options."""
    return is_installed() and game.declaration().offers("kernel")


def kernel_of(game: AnyGame) -> Kernel:
    """Return how a game is played in batches; raises UsageError where it is not."""
    if not game.declaration().offers("kernel"):
        raise UsageError(f"{game.title} cannot be played in batches: it declares no kernel.")
    prepare(f"{game.title} in batches")
    kernel: Kernel = game.declaration().load("kernel")(game)
    return kernel


def check_count(name: str, value: SupportsIndex, most: int) -> None:
    """Refuse what is not a whole number from 1 to the most there can be; raises OptionError."""
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise OptionError(f"{name} cannot be {value!r}: it must be a number from 1 to {most}.")
