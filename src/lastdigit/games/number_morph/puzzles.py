"""Puzzles of Number Morph: positions of random games with a single winning prime."""

from __future__ import annotations

from collections.abc import Iterator

from lastdigit.game.game import ONE
from lastdigit.game.puzzle_source import Draw, PuzzleSource, walked
from lastdigit.games.number_morph.distance import NEAR, DistanceSearch, in_reach
from lastdigit.games.number_morph.insight import NumberMorphSolver
from lastdigit.games.number_morph.primes import Change
from lastdigit.games.number_morph.rules import NumberMorph, State
from lastdigit.solver import solver_for

FEWEST_USED = 10
SEARCHED = 18
"""The most reachable primes of a position that counts as an endgame, which is quick to search."""
ENDINGS = 60
"""The number of random continuations to try from an endgame."""


class NumberMorphPuzzles(PuzzleSource[State, Change]):
    """Endgames that can be read to the end, and for the hardest level earlier positions."""

    grades = (1, 2, 3, 5)  # no 4: a puzzle is either an endgame or needs the pairing
    repeats = False  # no two random games leave the same primes

    def positions(self, draw: Draw, level: float) -> Iterator[tuple[NumberMorph, State]]:
        game = NumberMorph()
        while True:
            walk = [state for state in walked(game, draw) if len(state.log) >= FEWEST_USED]
            if walk:
                yield from ((game, state) for state in _found(game, walk, draw, level))


def _found(game: NumberMorph, walk: list[State], draw: Draw, level: float) -> Iterator[State]:
    """Yield positions with one winning prime, from a random game or from its endgames."""
    if level >= 1:
        yield from _early(game, walk[draw.below(len(walk)) :])
        return
    near = None
    for state in reversed(walk):
        if _reach(game, state) > SEARCHED:
            break
        near = state
    if near is not None:
        yield from _endings(game, near, draw)


def _early(game: NumberMorph, walk: list[State]) -> Iterator[State]:
    """Yield the first position with one winning prime, unless it can be solved by reading ahead."""
    insight = solver_for(game)
    assert isinstance(insight, NumberMorphSolver)
    for state in walk:
        insight.matching(state)  # so that the next matching is a cheap repair
        if len(game.legal_moves(state)) > 1 and len(insight.winning(state)) == 1:
            if _reach(game, state) > NEAR:
                yield state
            return


def _endings(game: NumberMorph, near: State, draw: Draw) -> Iterator[State]:
    """Yield positions with one winning prime from random continuations of an endgame."""
    search = DistanceSearch(game.primes)
    met = set[tuple[int, int]]()
    for _ in range(ENDINGS):
        state = near
        while moves := game.legal_moves(state):
            if state.mover is ONE and len(moves) > 1 and (state.number, state.unused) not in met:
                met.add((state.number, state.unused))
                if _has_one_win(game, state, search):
                    yield state
            state = game.successor(state, draw.pick(moves))


def _reach(game: NumberMorph, state: State) -> int:
    found = in_reach(game.primes, game.primes.place[state.number], state.unused)
    return NEAR + 1 if found is None else len(found)


def _has_one_win(game: NumberMorph, state: State, search: DistanceSearch) -> bool:
    after = (game.successor(state, move) for move in game.legal_moves(state))
    place = game.primes.place
    plies = [search.plies(place[later.number], later.unused) for later in after]
    # The player who moves last wins. An even remoteness after a move means that it wins.
    return None not in plies and sum(count is not None and count % 2 == 0 for count in plies) == 1


DAILY = ((1, NumberMorphPuzzles),)
