"""Batches: thousands of games of one kind that make their moves together, on several threads."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import compress, count, starmap
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from lastdigit.analysis.critical import critical_start
from lastdigit.errors import IllegalMove, MoveSyntaxError, OptionError, UsageError
from lastdigit.extras import check_versions, missing_extra
from lastdigit.game.game import AnyGame, Game, Seat, State, bounds_of
from lastdigit.game.kernel import Kernel
from lastdigit.game.options import (
    ALTERNATE,
    DRAWN,
    OptionValue,
    check_flag,
    check_seat,
    checked_seed,
)
from lastdigit.games import find
from lastdigit.match.match import PLY_LIMIT
from lastdigit.solver.tables import is_installed, prepare

try:
    check_versions("A batch", "fast")
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ImportError as error:
    raise missing_extra("A batch", "fast") from error

if TYPE_CHECKING:
    from lastdigit.batch.loop import CompiledLoop

MIN_SHARED = 16_384
"""Fewer games than this are stepped by one thread: waking another one takes longer."""
LINE = 64
"""The number of games in a block is a multiple of this, so that threads share no cache line."""
BLOCKS = 2
"""The number of blocks into which each thread's share of the games is divided."""

BlockFunction = Callable[..., bool]
"""A function that processes a range of games and returns whether it succeeded."""


class Job(NamedTuple):
    """A function that several threads apply to blocks of games."""

    function: BlockFunction
    calls: Iterator[tuple[Any, ...]]
    """The arguments for the blocks that no thread has processed yet."""
    results: SimpleQueue[bool | BaseException]
    """The results of the helper threads."""


class BlockPool:
    """A pool of threads that divides the games into blocks and applies a function to each block."""

    def __init__(self, games: int, threads: int) -> None:
        size = -(-games // (threads * BLOCKS * LINE)) * LINE if threads > 1 else games
        self._blocks = [(first, min(first + size, games)) for first in range(0, games, size)]
        self._missing = min(threads, len(self._blocks)) - 1
        self._helpers = self._missing
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._end = weakref.finalize(self, _stop, self._jobs, self._helpers)

    def run(self, function: BlockFunction, *rest: Any) -> bool:
        """Apply a function to all games, block by block.

        Return whether the function succeeded for every block.
        """
        if not self._helpers:
            results = [function(*block, *rest) for block in self._blocks]
            return all(results)
        for _ in range(self._missing):
            Thread(target=_work, args=(self._jobs,), daemon=True).start()
        self._missing = 0
        job = Job(function, iter([(*block, *rest) for block in self._blocks]), SimpleQueue())
        for _ in range(self._helpers):
            self._jobs.put(job)
        own_results: list[bool | BaseException] = []
        taken = count(1)
        try:
            # This runs as a single bytecode instruction. Between two instructions, Ctrl-C could
            # lose a block that is taken but not yet counted, and the loop below would wait forever.
            own_results.extend(starmap(function, compress(job.calls, taken)))
        finally:  # even an interrupted step is completed in all games
            others = len(self._blocks) - (next(taken) - 1)
            own_results += [job.results.get() for _ in range(others)]
        for result in own_results:
            if isinstance(result, BaseException):
                raise result
        return all(own_results)

    def close(self) -> None:
        """Stop the helper threads of the pool."""
        self._end()
        self._helpers = 0


def _work(jobs: SimpleQueue[Job | None]) -> None:
    while (job := jobs.get()) is not None:
        _run_blocks(job)
        del job  # release its arrays, which may be large, before waiting for the next job


def _run_blocks(job: Job) -> None:
    for call in job.calls:
        try:
            job.results.put(job.function(*call))
        except BaseException as error:
            job.results.put(error)  # raised again in the calling thread


def _stop(jobs: SimpleQueue[Job | None], helpers: int) -> None:
    for _ in range(helpers):
        jobs.put(None)


MAX_POSITIONS = 1_000_000
"""The maximum number of starting positions in a batch."""
DEFAULT_SEAT = 0
"""The value of the agent's seat if a starting position does not specify a seat."""


class Positions(NamedTuple):
    """Starting positions as arrays with one row per position."""

    rows: Any
    """The game state of each position, encoded as numbers."""
    shown: Any
    """The observation that the player to move gets at each position."""
    movers: Any
    """The player to move at each position, 1 or 2."""
    agents: Any
    """The agent's seat at each position, 1 or 2, or 0 if the agent may play either seat."""

    @classmethod
    def of(
        cls,
        game: AnyGame,
        kernel: Kernel,
        states: Sequence[State],
        seats: Iterable[int],
        dtype: Any,
    ) -> Positions:
        """Convert starting positions to arrays.

        `seats` has the agent's seat for each position, or 0 if the agent may play either seat.
        Raise UsageError if the game does not support starting positions in batches.
        """
        if states and kernel.numbers is None:
            raise UsageError(
                f"{game.title} cannot start from given positions in batches: its kernel does not "
                "support them."
            )
        width = len(game.observation(states[0])) if states else 1
        return cls(
            _table([kernel.numbers(state) for state in states if kernel.numbers], kernel.width),
            _table([game.observation(state) for state in states], width).astype(dtype),
            np.array([state.mover.number for state in states], np.int8),
            np.array(list(seats), np.int8),
        )


def _table(rows: Sequence[Sequence[int]], width: int) -> Any:
    return np.array(rows, np.int32).reshape(len(rows), width)


def parse_positions(game: AnyGame, texts: Sequence[str]) -> list[State]:
    """Parse starting positions from strings.

    Raise UsageError if a string is not a position or if the game is already over.
    """
    is_list = isinstance(texts, Sequence) and all(isinstance(text, str) for text in texts)
    if not is_list or isinstance(texts, str) or not 1 <= len(texts) <= MAX_POSITIONS:
        raise OptionError(f"'positions' must be a list of 1 to {MAX_POSITIONS:,} strings.")
    states: list[State] = [game.parse_state(text) for text in texts]
    for text, state in zip(texts, states, strict=True):
        if game.outcome(state) is not None:
            raise OptionError(
                f"'positions' cannot include {text!r}: the game is over in this position."
            )
    return states


def critical_positions(
    game: AnyGame, count: int, seats: Sequence[Seat], random: Random
) -> list[State]:
    """Return `count` random training positions in which some moves are mistakes.

    The players to move are taken from `seats` in turn.
    """
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MAX_POSITIONS:
        raise OptionError(
            f"'critical' cannot be {count!r}: it must be a number from 1 to {MAX_POSITIONS:,}."
        )
    return [critical_start(game, seats[number % len(seats)], random) for number in range(count)]


IN_PROGRESS, ENDED, CUT_OFF = 0, 1, 2
"""The state of a game: in progress, ended by the rules, or cut off at the maximum length."""
SEATING: dict[int | str, int] = {ALTERNATE: 1, DRAWN: 2}
"""The number that the compiled loop uses for each way to change the agent's seat."""
OPPONENTS = (None, "random", "perfect")
MAX_RESTARTS = 1_000
"""Stop with an error after this many games in a row that end before the agent's first turn."""
MAX_GAMES = 10_000_000
COPIED = (np.dtype(np.int64), np.dtype(np.uint8))
"""The types of actions for which code is compiled. Actions of other types are converted first."""
DTYPES = (np.int8, np.uint8, np.int16, np.int32, np.int64)

Array = NDArray[Any]


class Step(NamedTuple):
    """The result of `Batch.step`: arrays with one row per game.

    The next step overwrites the arrays.
    """

    observation: Array
    mask: Array
    reward: Array
    done: Array


def smallest_dtype(low: int, high: int) -> type[np.signedinteger[Any] | np.unsignedinteger[Any]]:
    """Return the smallest integer type that holds all numbers from `low` to `high`.

    >>> smallest_dtype(0, 9).__name__, smallest_dtype(1, 1_000).__name__
    ('int8', 'int16')
    """
    return next(
        dtype for dtype in DTYPES if np.iinfo(dtype).min <= low and high <= np.iinfo(dtype).max
    )


class Batch:
    """Many games of one kind that make their moves together, in arrays.

    - `game`, `games`: the game or its name, and the number of games
    - `opponent`: "random", "perfect", or None if the caller makes both players' moves
    - `seat`: the agent's seat, which is 1 (moves first), 2, "random" or "alternate"
    - `illegal`: the reward for an illegal action, or None to raise IllegalMove instead
    - `oracle`: whether `action_values` returns the exact value of each action
    - `threads`: the number of threads, which does not affect the results (fewer than 16,384 games
      are stepped by one thread)

    Other keyword arguments are the rule options of the game. Without an opponent, each reward is
    for the player who has just moved. Raise UsageError if an argument is invalid, and MissingExtra
    if there is no compiler.
    """

    def __init__(
        self,
        game: str | AnyGame,
        games: int,
        *,
        opponent: str | None = None,
        seat: int | str = ALTERNATE,
        illegal: int | None = -1,
        oracle: bool = False,
        threads: int = 1,
        **options: OptionValue,
    ) -> None:
        check_flag("oracle", oracle)
        check_count("games", games, MAX_GAMES)
        check_count("threads", threads, games)
        if opponent not in OPPONENTS:
            raise OptionError(
                f"'opponent' cannot be {opponent!r}: in batches it must be None, 'random' or "
                "'perfect'."
            )
        check_seat(seat)
        if illegal is not None and not (type(illegal) is int and -128 <= illegal <= 127):
            raise OptionError(
                f"'illegal' cannot be {illegal!r}: it must be a whole number from -128 to 127 (the "
                "reward for an illegal move), or None to raise an error."
            )
        if isinstance(game, Game) and options:
            raise OptionError(
                "Pass rule options only with the name of a game. A game object already has "
                "its options."
            )
        self.game = game if isinstance(game, Game) else find(game, **options)
        self.games, self.opponent, self.illegal = games, opponent, illegal
        self.low, self.high = map(np.array, bounds_of(self.game.title, self.game.features))
        kernel = self._kernel = kernel_of(self.game)
        self._seat = seat
        self.oracle, solved = oracle, oracle or opponent == "perfect"
        self._solved = self._solution(kernel) if solved else np.zeros(1, np.uint8)
        self.actions, seen = len(self.game.all_moves()), len(self.low)
        kind = smallest_dtype(int(self.low.min()), int(self.high.max()))
        self.observation, self.final_observation = (np.zeros((games, seen), kind) for _ in "12")
        self.mask = np.zeros((games, self.actions), np.int8)
        self.reward, self.done = np.zeros(games, np.int8), np.zeros(games, np.int8)
        self._turn, self._agent = np.ones(games, np.int8), np.ones(games, np.int8)
        self._chance = np.zeros(games, np.uint64)
        self._actions, self._sampled = np.zeros(games, np.uint8), np.zeros(games, np.uint8)
        self._positions = Positions.of(self.game, kernel, (), (), kind)
        self._values = np.zeros((games if oracle else 0, self.actions), np.int8)
        width = kernel.width + (kernel.memory if solved else 0)
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
            "TRIES": MAX_RESTARTS,
        }
        self._loops: dict[bool, CompiledLoop] = {}
        self._loop = self._loop_for(placed=False)
        self._shared = threads > 1 and games >= MIN_SHARED
        self._pool = BlockPool(games, threads if self._shared else 1)
        seen_arrays = self.observation, self.mask, self.reward, self.done
        self._seen = Step(*map(read_only, seen_arrays))
        self._started = False

    def _loop_for(self, *, placed: bool) -> CompiledLoop:
        from lastdigit.batch.loop import compiled_loop

        # Two loops, because checking for starting positions in every game would cost a third of
        # the speed.
        if placed not in self._loops:
            constants = {**self._constants, "PLACED": int(placed)}
            what = f"{self.game.title} in batches"
            self._loops[placed] = compiled_loop(self._kernel, constants, what)
        return self._loops[placed]

    def _solution(self, kernel: Kernel) -> Any:
        if kernel.solution is None:
            raise UsageError(
                f"{self.game.title} with these options has no table of best moves: in batches, its "
                "opponent must be 'random' or None, and there is no oracle."
            )
        return kernel.solution()

    def _bind(self) -> None:
        """Bind the compiled functions to the arrays that they work on."""
        positions = tuple(self._positions) if len(self._positions.movers) else ()
        rows = self._kernel.tables, self._solved, positions, *self._rows
        seen = self.reward, self.done, self.final_observation
        self._reset = self._bound(self._loop.reset, *rows)
        self._step = self._bound(self._loop.step, self._actions, self.illegal or 0, *rows, *seen)
        self._sample = self._bound(self._loop.sample, self._sampled, self._chance, self.mask)
        if self.oracle:
            state = self._rows[0]
            position = self._kernel.tables, self._solved, state, self.observation, self.mask
            self._evaluate = self._bound(self._loop.evaluate, self._values, *position)

    def _bound(self, function: BlockFunction, *rest: Any) -> Callable[[], bool]:
        """Return a function that applies a compiled function to all games."""
        from lastdigit.batch.loop import bound

        every = 0, self.games
        quick = bound(function, *every, *rest)
        return (
            partial(self._pool.run, quick, *rest) if self._shared else partial(quick, *every, *rest)
        )

    def reset(
        self,
        seed: int | None = None,
        *,
        positions: Sequence[str] | None = None,
        critical: int | None = None,
    ) -> tuple[Array, Array]:
        """Start all games. Return the observations and the masks of legal actions.

        If `positions` is given, every game starts at one of these positions. If `critical` is
        given, this number of random starting positions is generated, in which the agent is to move
        and some moves are mistakes.

        Raise UsageError if an argument is invalid or if the agent never has a turn.
        """
        seed = checked_seed(seed)
        if positions is not None and critical is not None:
            raise OptionError(
                "'critical' and 'positions' cannot be combined, because both choose where games "
                "start."
            )
        states: list[State] = [] if positions is None else parse_positions(self.game, positions)
        if seed is not None or not self._started:
            self._random = np.random.default_rng(seed)
        agents = [DEFAULT_SEAT] * len(states)
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
        # Alternating seats start at random, and switch with each new game.
        self._agent[:] = 1 + self._chance % 2 if isinstance(self._seat, str) else self._seat
        self._bind()
        self._run(self._reset)
        self._started = True
        return self._seen.observation, self._seen.mask

    def step(self, actions: ArrayLike) -> Step:
        """Make a move in every game, and let the opponent reply if there is one.

        `done` is 1 if a game ended, and 2 if it was stopped at the maximum length. In both cases a
        new game starts at once, and the batch's `final_observation` has the last position of the
        old game.

        Raise MoveSyntaxError for numbers that are not actions, and UsageError before the first
        reset. Raise IllegalMove for an illegal action unless the batch has a reward for it.
        """
        self._read(actions)
        if not self._started:
            raise UsageError("The games have not started. Call reset first.")
        if self.illegal is None:
            self._check_legal(self._actions)
        self._run(self._step)
        return self._seen

    def random_actions(self) -> Array:
        """Return a random legal action for every game, or 0 if a game has none.

        The seed of the games determines the actions. The next call overwrites the array. Raise
        UsageError before the first reset.
        """
        if not self._started:
            raise UsageError("The games have not started. Call reset first.")
        self._sample()
        return self._sampled

    def action_values(self) -> Array:
        """Return the exact value of each action in every game, for the player to move.

        The value is 1 if the action wins with perfect play, 0 if it draws, -1 if it loses, and -2
        if it is illegal. The maximum of a row is therefore the value of the position, and an action
        gives away the difference between this maximum and its own value. The next call overwrites
        the array. Raise UsageError before the first reset, and if the batch has no oracle.
        """
        if not self.oracle:
            raise UsageError("The batch has no oracle. Create it with oracle=True.")
        if not self._started:
            raise UsageError("The games have not started. Call reset first.")
        self._evaluate()
        return read_only(self._values)

    def _run(self, function: Callable[[], bool]) -> None:
        """Apply a bound function. Raise UsageError if the agent never has a turn."""
        if not function():
            self._started = False
            raise UsageError(
                f"The agent never gets a turn: with these options and this opponent, "
                f"{MAX_RESTARTS} games in a row ended before it could move."
            )

    def _read(self, actions: ArrayLike) -> None:
        """Copy the actions to `_actions`. Raise MoveSyntaxError if a number is not an action."""
        try:
            array = np.asarray(actions)
        except ValueError:
            raise MoveSyntaxError(
                f"Pass {self.games} whole numbers as actions, one for each game."
            ) from None
        if array.shape != self._actions.shape or array.dtype.kind not in "iu":
            raise MoveSyntaxError(
                f"Pass {self.games} whole numbers as actions, one for each game, not an array of "
                f"shape {array.shape} and type {array.dtype}."
            )
        known = array if array.dtype in COPIED else array.astype(np.int64)
        game = self._loop.copy_actions(known, self._actions)
        if game >= 0:
            raise MoveSyntaxError(
                f"{array[game]} is not an action (game {game}). An action must be a whole number "
                f"from 0 to {self.actions - 1}: the index of a move in {self.game.title}'s "
                "all_moves()."
            )

    def _check_legal(self, actions: Array) -> None:
        legal = self.mask[np.arange(self.games), actions]
        if not legal.all():
            game = int(np.flatnonzero(legal == 0)[0])
            move = self.game.format_move(self.game.all_moves()[actions[game]])
            raise IllegalMove(f"{move} is not legal in game {game}. Nothing was changed.")

    def close(self) -> None:
        """Stop the helper threads of the batch."""
        self._pool.close()

    @property
    def seat(self) -> Array:
        """The agent's seat in every game, 1 or 2. Without an opponent, it is the player to move."""
        return read_only(self._agent if self.opponent else self._turn)


def read_only(array: Array) -> Array:
    """Return a read-only view of an array."""
    view = array.view()
    view.flags.writeable = False
    return view


def is_batched(game: AnyGame | type[AnyGame]) -> bool:
    """Return whether the extra `fast` is installed and a game can be played in batches."""
    return is_installed() and game.declaration().offers("kernel")


def kernel_of(game: AnyGame) -> Kernel:
    """Return the kernel of a game: its rules, as functions on arrays that can be compiled.

    Raise UsageError if the game has no kernel.
    """
    if not game.declaration().offers("kernel"):
        raise UsageError(f"{game.title} cannot be played in batches: it declares no kernel.")
    prepare(f"{game.title} in batches")
    kernel: Kernel = game.declaration().load("kernel")(game)
    return kernel


def check_count(name: str, value: SupportsIndex, most: int) -> None:
    """Raise OptionError unless the value is an integer from 1 to `most`."""
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise OptionError(f"'{name}' cannot be {value!r}: it must be a number from 1 to {most}.")
