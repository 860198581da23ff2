"""Critical positions: positions in which some legal moves are right and some are mistakes.

Critical positions are found by playing random games. Some positions are reserved for exams, so that
no player has seen them in training.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from random import Random

from lastdigit.analysis.policies import (
    BLIND_POLICIES,
    balanced_weights,
    dot,
    effective_size,
    policy_scores,
)
from lastdigit.errors import OptionError
from lastdigit.game.game import AnyGame, Seat, State, Value
from lastdigit.game.options import Option, OptionValue
from lastdigit.match.match import starting_position
from lastdigit.match.record import Setup, option_values
from lastdigit.solver import Solution, solver_for, split


class Split(enum.StrEnum):
    """The purpose that a position is reserved for: training, validation or the exam."""

    TRAIN = "train"
    VALIDATION = "validation"
    EXAM = "exam"


SHARES = ((Split.TRAIN, 80), (Split.VALIDATION, 10), (Split.EXAM, 10))
"""The percentage of positions that are reserved for each purpose."""


def split_of(game: AnyGame, state: State) -> Split:
    """Return the purpose that a position is reserved for: training, validation or the exam."""
    # A hash decides, so that a position's purpose never changes.
    text = f"{variant_name(game)} {canonical(game.key(state))}"
    remainder = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) % 100
    for part, share in SHARES:
        if remainder < share:
            return part
        remainder -= share
    raise AssertionError("the shares are a hundred")


def is_for_training(game: AnyGame, state: State) -> bool:
    return split_of(game, state) is Split.TRAIN


@cache
def variant_name(game: AnyGame) -> str:
    """Return the name of a game, followed by the rule options that differ from their defaults."""
    rules = {option.name for option in game.options() if not option.begins}
    defaults = dict(option_values(type(game)()))
    changed = [
        f"{name}={canonical(value)}"
        for name, value in option_values(game)
        if name in rules and value != defaults.get(name)
    ]
    return " ".join((game.name, *changed))


def canonical(value: Hashable) -> str:
    """Convert a value to text that is the same on every machine. Sets are sorted.

    >>> canonical((7, "_3_", None, frozenset({2, 1})))
    '(7,_3_,None,{1,2})'
    """
    if isinstance(value, frozenset):
        return f"{{{','.join(sorted(map(canonical, value)))}}}"
    if isinstance(value, tuple):
        return f"({','.join(map(canonical, value))})"
    return str(value)


MAX_WALK_LENGTH = 300
MAX_WALKS = 10_000


def random_positions(game: AnyGame, random: Random) -> Iterator[State]:
    """Play a random game, and yield all of its positions except the final one."""
    state = game.start(random, random.choice(tuple(Seat)))
    for _ in range(MAX_WALK_LENGTH):
        moves = game.legal_moves(state)
        if not moves:
            return
        yield state
        state = game.successor(state, random.choice(moves))


def critical_start(game: AnyGame, seat: Seat, random: Random) -> State:
    """Return a random training position in which some moves are mistakes.

    The player `seat` is to move.

    Raise OptionError if no such position is found.
    """
    solver = solver_for(game)
    for _ in range(MAX_WALKS):
        states = list(random_positions(game, random))
        random.shuffle(states)
        for state in states:
            if state.mover is seat and is_for_training(game, state):
                _, losing = split(solver.branches(state))
                if losing:
                    return state
    raise OptionError(f"{game.title} has no critical positions with these options.")


def is_winnable(setup: Setup, own: Seat) -> bool:
    """Return whether a player can force a win from the start of a game."""
    game = setup.build_game()
    state = game.parse_state(setup.start)
    value = solver_for(game).solution(state).value
    return value is (Value.WIN if state.mover is own else Value.LOSE)


def winnable_setup(setup: Setup, own: Seat) -> Setup | None:
    """Return a copy of a setup with the first player chosen so that the player `own` can win.

    Return None if this player can win neither as the first nor as the second player.
    """
    for first in Seat:
        candidate = replace(setup, first=first)
        candidate = replace(candidate, start=starting_position(candidate))
        if is_winnable(candidate, own):
            return candidate
    return None


MAX_DEFAULT_MULTIPLE = 4
"""The maximum random value of a numeric option, as a multiple of the option's default."""
WALKS_PER_START = 20
"""The maximum number of random games to play for each requested starting position."""
MIN_WALKS = 4_000
"""The maximum number of additional random games to play for a set of balanced positions."""
MIN_CANDIDATES, CANDIDATES_PER_START = 24, 2
"""The effective size of the pool from which balanced positions are drawn."""
DRAWS_PER_START = 8
START_PENALTY = 1e-3
KINDS = (Value.WIN, Value.DRAW)
"""The possible results of a critical position for the player to move.

The result of a critical position is never a loss.
"""


@dataclass(frozen=True)
class Critical:
    """A position in which some moves keep a win or a draw and others are mistakes."""

    game: str
    options: tuple[tuple[str, OptionValue], ...]
    position: str
    solution: Solution
    best: tuple[str, ...]
    """All moves that are not mistakes."""
    choices: int
    """The number of legal moves."""

    @property
    def chance(self) -> float:
        """The probability that a random move in this position is right."""
        return len(self.best) / self.choices


PositionFilter = Callable[[AnyGame, State], bool]
"""A function that returns whether a position can be used."""


def criticals(
    kind: type[AnyGame], random: Random, walks: int, fits: PositionFilter = lambda *_: True
) -> Iterator[Critical]:
    """Play `walks` random games, and yield at most one critical position from each.

    In a critical position, some moves are mistakes. Skip repeated positions and positions for which
    `fits` returns false.
    """
    seen: set[Hashable] = set()
    for _ in range(walks):
        game = draw_game(kind, random)
        candidates = [state for state in random_positions(game, random) if state.mover is Seat.ONE]
        random.shuffle(candidates)
        rules = with_default_start(game)
        for state in candidates:
            key = rules, rules.key(state)
            if key in seen or not fits(rules, state):
                continue
            if found := critical_at(rules, state):
                seen.add(key)
                yield found
                break


def draw_game(kind: type[AnyGame], random: Random) -> AnyGame:
    """Return a game with random options. Each option keeps its default with probability 1/2."""
    while True:
        values = {option.name: _draw_value(option, random) for option in kind.options()}
        try:
            return kind.of(values)
        except OptionError:
            continue


def _draw_value(option: Option, random: Random) -> OptionValue:
    default = option.default
    if option.beyond or random.random() < 0.5 or default is None or isinstance(default, tuple):
        return default
    if isinstance(default, bool):
        return random.random() < 0.5
    return random.randint(
        option.low, max(option.low, min(option.high, MAX_DEFAULT_MULTIPLE * default))
    )


def with_default_start(game: AnyGame) -> AnyGame:
    """Return the same game, but with default values for options that only affect the start."""
    start_options = {option.name: option.default for option in game.own_options() if option.begins}
    return type(game).of(dict(option_values(game)) | start_options)


def critical_at(game: AnyGame, state: State) -> Critical | None:
    """Return a position with its solution, or None if no move in it is a mistake."""
    solver = solver_for(game)
    branches = solver.branches(state)
    keeping, losing = split(branches)
    if not losing:
        return None
    return Critical(
        game.name,
        option_values(game),
        game.format_state(state),
        solver.solution(state),
        tuple(game.format_move(branch.move) for branch in keeping),
        len(branches),
    )


def critical_data(critical: Critical) -> dict[str, object]:
    return {
        "options": dict(critical.options),
        "position": critical.position,
        "value": str(critical.solution.value),
        "remoteness": critical.solution.remoteness,
        "best": list(critical.best),
        "choices": critical.choices,
    }


def balanced_starts(kind: type[AnyGame], count: int, seed: str) -> list[Critical]:
    """Return up to `count` random critical positions in which blind policies score at chance.

    A blind policy picks moves without looking at the position, such as "always the last move". Half
    of the positions are wins for the player to move and half are draws, if the game has both.
    Return fewer positions if the game does not have enough of them.
    """
    random = Random(f"{seed}/balanced starts/{kind.name}")
    found = criticals(kind, random, MIN_WALKS + WALKS_PER_START * count)
    pool: list[Critical] = []
    rows: list[Sequence[float]] = []
    weights: list[float] = []
    while effective_size(weights) < max(CANDIDATES_PER_START * count, MIN_CANDIDATES):
        more = list(islice(found, max(len(pool), MIN_CANDIDATES)))
        if not more:
            break
        pool += more
        rows = _start_rows(kind, pool)
        weights = balanced_weights(rows, START_PENALTY)
    wanted = min(count, len(pool))
    return [pool[index] for index in _choose_balanced(rows, weights, wanted, random)]


def _start_rows(kind: type[AnyGame], pool: Sequence[Critical]) -> list[Sequence[float]]:
    """Return how much better than chance each blind policy is in each position.

    The last column compares won and drawn positions.
    """
    both = len({critical.solution.value for critical in pool}) > 1
    return [
        (
            *blind_advantages(kind.of(dict(critical.options)), critical),
            both * (0.5 if critical.solution.value is Value.WIN else -0.5),
        )
        for critical in pool
    ]


def blind_advantages(game: AnyGame, critical: Critical) -> list[float]:
    """Return the accuracy of each blind policy in a position, minus that of random play."""
    scores = policy_scores(game, critical.position, critical.best, BLIND_POLICIES)
    return [score - critical.chance for score in scores]


def _choose_balanced(
    rows: Sequence[Sequence[float]], weights: Sequence[float], count: int, random: Random
) -> list[int]:
    """Choose `count` rows by weight such that the columns of the chosen rows add up to about 0."""
    left = list(range(len(rows)))
    sums = [0.0] * len(rows[0]) if rows else []
    chosen: list[int] = []
    for _ in range(count):
        # Several draws by weight, of which the one that balances the sums best is chosen. So the
        # first starts are balanced too, if a run stops early.
        drawn = random.choices(left, [weights[index] for index in left], k=DRAWS_PER_START)
        totals = {
            index: [one + other for one, other in zip(sums, rows[index], strict=True)]
            for index in drawn
        }
        # Rounded, because versions of Python add floats differently.
        best = min(drawn, key=lambda index: round(dot(totals[index], totals[index]), 9))
        sums = totals[best]
        left.remove(best)
        chosen.append(best)
    return chosen


def value_balanced_starts(kind: type[AnyGame], count: int, seed: str) -> list[Critical]:
    """Return up to `count` random starting positions in which some moves are mistakes.

    Half of the positions are wins for the player to move and half are draws, if the game has both.
    Blind policies can score far from chance. Only tournaments that an older version planned use
    these starts.
    """
    share = -(-count // len(KINDS))
    by_value: dict[Value, list[Critical]] = {value: [] for value in KINDS}
    for critical in criticals(kind, Random(f"{seed}/starts/{kind.name}"), WALKS_PER_START * count):
        by_value[critical.solution.value].append(critical)
        # Stop early if only one value turns up: once it fills the set twice, the game most likely
        # has no critical position of the other value.
        if all(len(group) >= share for group in by_value.values()) or _only_one_kind(
            by_value, count
        ):
            break
    return interleave(by_value.values(), count)


def _only_one_kind(by_value: dict[Value, list[Critical]], count: int) -> bool:
    counts = [len(group) for group in by_value.values()]
    return max(counts) >= max(2 * count, 20) and not min(counts)


def interleave(groups: Iterable[list[Critical]], count: int) -> list[Critical]:
    """Take one item from each group in turn, up to `count` items in all."""
    iterators = [iter(group) for group in groups]
    taken: list[Critical] = []
    while iterators and len(taken) < count:
        for iterator in list(iterators):
            item = next(iterator, None)
            if item is None:
                iterators.remove(iterator)
            elif len(taken) < count:
                taken.append(item)
    return taken
