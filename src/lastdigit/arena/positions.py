"""Critical positions: where the solver says that there is something to decide for whoever moves.

They are met in random games under random options, so nothing here knows any game. Player 1 is
always to move, so a seat says who begins; nothing is drawn but from the seed. The starts of a
tournament are such positions, won and drawn ones in equal parts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from random import Random

from lastdigit.analysis.critical import positions_met
from lastdigit.errors import OptionError
from lastdigit.game.game import AnyGame, Seat, State, Value
from lastdigit.game.options import Option, OptionValue
from lastdigit.match.record import option_values
from lastdigit.solver import Solution, solver_for, split

UP_TO = 4
"""A number is drawn from its lowest value up to so many times its default."""
WALKS_PER_START = 20
"""How many random games are played at most for each start that is wanted."""
KINDS = (Value.WIN, Value.DRAW)
"""What a start can be worth to whoever moves there; a lost position is never critical."""


@dataclass(frozen=True)
class Critical:
    """A position in which some moves keep its value and some do not."""

    game: str
    options: tuple[tuple[str, OptionValue], ...]
    position: str
    solution: Solution
    best: tuple[str, ...]
    """Every move that keeps the value."""
    choices: int
    """How many moves are legal."""

    @property
    def chance(self) -> float:
        """How often random play keeps the value."""
        return len(self.best) / self.choices


Fit = Callable[[AnyGame, State], bool]
"""Says whether a position is wanted at all."""


def criticals(
    kind: type[AnyGame], random: Random, walks: int, fits: Fit = lambda *_: True
) -> Iterator[Critical]:
    """Yield critical positions that fit, at most one of each random game and none twice."""
    met: set[Hashable] = set()
    for _ in range(walks):
        game = draw_game(kind, random)
        turns = [state for state in positions_met(game, random) if state.mover is Seat.ONE]
        random.shuffle(turns)
        played = without_beginning(game)
        for state in turns:
            place = played, played.key(state)
            if place in met or not fits(played, state):
                continue
            if found := critical_at(played, state):
                met.add(place)
                yield found
                break


def draw_game(kind: type[AnyGame], random: Random) -> AnyGame:
    """Return the game with options drawn: each its default half of the time, else any value.

    Options that the game refuses together are drawn again.
    """
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
    return random.randint(option.low, max(option.low, min(option.high, UP_TO * default)))


def without_beginning(game: AnyGame) -> AnyGame:
    """Return the same rules; options that only say where a game begins have their defaults."""
    begins = {option.name: option.default for option in game.own_options() if option.begins}
    return type(game).of(dict(option_values(game)) | begins)


def critical_at(game: AnyGame, state: State) -> Critical | None:
    """Return a position with its exact answers if it is critical."""
    insight = solver_for(game)
    branches = insight.branches(state)
    kept, lost = split(branches)
    if not lost:
        return None
    return Critical(
        game.name,
        option_values(game),
        game.format_state(state),
        insight.solution(state),
        tuple(game.format_move(branch.move) for branch in kept),
        len(branches),
    )


def critical_data(critical: Critical) -> dict[str, object]:
    """Return a critical position as JSON data."""
    return {
        "options": dict(critical.options),
        "position": critical.position,
        "value": str(critical.solution.value),
        "remoteness": critical.solution.remoteness,
        "best": list(critical.best),
        "choices": critical.choices,
    }


def balanced_starts(kind: type[AnyGame], wanted: int, seed: str) -> list[Critical]:
    """Return so many starts, won and drawn ones by turns as far as the game has them.

    There are fewer where random games do not meet enough different ones.
    """
    share = -(-wanted // len(KINDS))
    found: dict[Value, list[Critical]] = {value: [] for value in KINDS}
    for critical in criticals(kind, Random(f"{seed}/starts/{kind.name}"), WALKS_PER_START * wanted):
        found[critical.solution.value].append(critical)
        # Once one kind alone could fill the set, the other is given twice its share of games to
        # turn up in; a game that has no such position is not searched to the last.
        if all(len(kept) >= share for kept in found.values()) or _only_one_kind(found, wanted):
            break
    return by_turns(found.values(), wanted)


def _only_one_kind(found: dict[Value, list[Critical]], wanted: int) -> bool:
    counts = [len(kept) for kept in found.values()]
    return max(counts) >= max(2 * wanted, 20) and not min(counts)


def by_turns(groups: Iterable[list[Critical]], wanted: int) -> list[Critical]:
    """Return one of each group in turn until there are enough, or none are left."""
    waiting = [iter(group) for group in groups]
    taken: list[Critical] = []
    while waiting and len(taken) < wanted:
        for group in list(waiting):
            one = next(group, None)
            if one is None:
                waiting.remove(group)
            elif len(taken) < wanted:
                taken.append(one)
    return taken
