"""Our general solver compared with OpenSpiel's value iteration: first on its game, then on ours."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple, cast

from bench.measuring import Row, Work, alternate, rate
from lastdigit.game.game import Seat
from lastdigit.games import find
from lastdigit.solver.solver import solve_from

NIM = "nim(pile_sizes=3;4;5;6)"


class OpenSpielState(NamedTuple):
    """A state of an OpenSpiel game, and the player to move."""

    mover: Seat
    inner: Any


class OpenSpielGame:
    """A two-player OpenSpiel game without draws, with the methods that our general solver uses."""

    title = NIM

    def key(self, state: OpenSpielState) -> Hashable:
        return str(state.inner)

    def legal_moves(self, state: OpenSpielState) -> list[int]:
        return list(state.inner.legal_actions())

    def successor(self, state: OpenSpielState, move: int) -> OpenSpielState:
        return OpenSpielState(state.mover.other, state.inner.child(move))

    def outcome(self, state: OpenSpielState) -> Any:
        """Return the winner as an object like an Outcome."""
        return OpenSpielOutcome(Seat.ONE if state.inner.returns()[0] > 0 else Seat.TWO)


class OpenSpielOutcome(NamedTuple):
    winner: Seat


def solver_rows() -> Iterator[Row]:
    """Yield our general solver compared with OpenSpiel's value iteration."""
    import pyspiel  # type: ignore[import-untyped,import-not-found,unused-ignore]  # a peer
    from open_spiel.python.algorithms import (  # type: ignore[import-untyped,import-not-found,unused-ignore]  # a peer
        value_iteration,
    )

    def iterated(game: Any) -> dict[str, float]:
        # "Cyclic" makes it visit every state once instead of once per path, which is faster.
        found: dict[str, float] = value_iteration.value_iteration(game, -1, 0.01, cyclic_game=True)
        return found

    nim, noughts = pyspiel.load_game(NIM), pyspiel.load_game("tic_tac_toe")
    borrowed, root = cast(Any, OpenSpielGame()), OpenSpielState(Seat.ONE, nim.new_initial_state())
    ours, theirs = solve_from(borrowed, root), iterated(nim)
    first_wins = {key: value > 0 for key, value in theirs.items()}
    for key, (value, _) in ours.items():
        mover_wins = value == "win"
        if first_wins[str(key)] != (mover_wins == str(key).startswith("(0)")):
            raise AssertionError(f"OpenSpiel does not agree about {key}")
    times = alternate(partial(solve_from, borrowed, root), partial(iterated, nim))
    yield Row(
        f"OpenSpiel's nim, {len(ours)} states, our solver", times[0], "OpenSpiel's solver", times[1]
    )

    small = find("operation-obliteration")
    large = find("digit-poison", divisor=97, max_length=60)
    works: list[Work] = []
    counts = []
    for game in (small, large):
        start = game.start(Random(0))
        works.append(partial(solve_from, game, start))
        counts.append(len(solve_from(game, start)))
    their_count = len(iterated(noughts))
    times = alternate(*works, partial(iterated, noughts))
    for game, count, ours_timed in zip((small, large), counts, times[:2], strict=True):
        yield Row(
            f"{game.title}, {count} states, {rate(count, ours_timed)}: one state",
            [taken / count for taken in ours_timed],
            f"OpenSpiel's tic_tac_toe, {their_count} states, "
            f"{rate(their_count, times[2])}: one state",
            [taken / their_count for taken in times[2]],
        )
