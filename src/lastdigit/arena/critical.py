"""Critical positions: where the solver says that there is something to decide for whoever moves.

They are met in random games under random options, so nothing here knows any game. Player 1 is
always to move, so a seat says who begins; nothing is drawn but from the seed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from lastdigit.core.game import AnyGame
from lastdigit.core.options import Option
from lastdigit.core.options import Value as OptionValue
from lastdigit.core.values import Seat
from lastdigit.errors import OptionError
from lastdigit.match.record import option_values
from lastdigit.solving import Solution, insight_into, split

UP_TO = 4
"""A number is drawn from its lowest value up to so many times its default."""
LONGEST_WALK = 300


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


def criticals(kind: type[AnyGame], random: Random, walks: int) -> Iterator[Critical]:
    """Yield critical positions, at most one of each random game and none twice."""
    met: set[Hashable] = set()
    for _ in range(walks):
        game = rules_drawn(kind, random)
        turns = [state for state in walked(game, random) if state.mover is Seat.ONE]
        random.shuffle(turns)
        played = from_positions(game)
        for state in turns:
            place = played, played.key(state)
            if place not in met and (found := judged(played, state)):
                met.add(place)
                yield found
                break


def rules_drawn(kind: type[AnyGame], random: Random) -> AnyGame:
    """Return the game with options drawn: each its default half of the time, else any value.

    Options that the game refuses together are drawn again.
    """
    while True:
        values = {told.name: _value_drawn(told, random) for told in kind.options()}
        try:
            return kind.of(values)
        except OptionError:
            continue


def _value_drawn(told: Option, random: Random) -> OptionValue:
    if random.random() < 0.5 or told.default is None:
        return told.default
    if isinstance(told.default, bool):
        return random.random() < 0.5
    return random.randint(told.low, max(told.low, min(told.high, UP_TO * told.default)))


def from_positions(game: AnyGame) -> AnyGame:
    """Return the same rules; options that only say where a game begins have their defaults."""
    begins = {told.name: told.default for told in game.options() if told.begins}
    return type(game).of(dict(option_values(game)) | begins)


def walked(game: AnyGame, random: Random) -> Iterator[Any]:
    """Yield the positions of a random game in which somebody is to move."""
    state = game.start(random, random.choice(tuple(Seat)))
    for _ in range(LONGEST_WALK):
        moves = game.legal_moves(state)
        if not moves:
            return
        yield state
        state = game.successor(state, random.choice(moves))


def judged(game: AnyGame, state: Any) -> Critical | None:
    """Return a position with its exact answers if it is critical."""
    insight = insight_into(game)
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
