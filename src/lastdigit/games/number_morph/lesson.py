"""The lesson for Number Morph, and its puzzles: random positions with exactly one winning move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lastdigit.game.game import ONE
from lastdigit.game.lesson import Claim, Lesson, Step
from lastdigit.game.puzzle_source import Draw, PuzzleSource, walked
from lastdigit.games.number_morph.primes import BASE, DIGITS, Change, primes_of
from lastdigit.games.number_morph.rules import State
from lastdigit.games.number_morph.variants import NumberMorph

if TYPE_CHECKING:
    from lastdigit.games.number_morph.solver import NumberMorphSolver, RemotenessSearch

NEIGHBOURS = primes_of(DIGITS, BASE).neighbours
START = 211
ONE_MOVE_LEFT = (229, 829, 929)
"""A history log after which 919 is the only prime that can be formed."""
DEAD_END = (229, 829, 821, 811, 911, 919)
"""A history log after which forming 929 wins, because no prime can be formed from 929."""


def _position_after(log: tuple[int, ...]) -> str:
    return f"1 {log[-1]} {','.join(map(str, log))}"


def _reply_to(number: int) -> int:
    """Return a prime that the computer can form after `number`, in the last step of the lesson."""
    return next(prime for prime in NEIGHBOURS[number].values() if prime not in DEAD_END)


LESSON = Lesson(
    (
        Step(
            position=_position_after((START,)),
            heading="A prime, such as 211, is divisible only by 1 and itself.",
            task="Change one digit of 211 to form another prime.",
            ask="a digit to change",
            claim=Claim.ALLOWED,
            replies={
                str(change): f"{prime} is prime and not used yet."
                for change, prime in NEIGHBOURS[START].items()
            },
            done="That's one turn. The other two digits stay the same.",
        ),
        Step(
            position=_position_after(ONE_MOVE_LEFT),
            heading="Each prime can be used only once, and a number can't start with 0.",
            task="Only the tens digit can change here. Find the one new prime.",
            ask="a digit to change",
            claim=Claim.ALLOWED,
            replies={
                "hundreds 0": "029 is only 29. A number can't start with 0.",
                "tens 1": "919 is prime and not used yet.",
            },
            done="From 929, you can form only 229, 829 and 919.",
        ),
        Step(
            position=_position_after(DEAD_END),
            heading="If you can't form a new prime, you lose.",
            task="229 and 829 are used. Find the prime that leaves the computer stuck.",
            ask="a digit to change",
            claim=Claim.WINS,
            replies={
                str(change): f"From {prime}, the computer can still form {_reply_to(prime)}."
                for change, prime in NEIGHBOURS[DEAD_END[-1]].items()
                if prime not in (929, *DEAD_END)
            }
            | {"tens 2": "229, 829 and 919 are used. The computer is stuck at 929, and you win."},
            done="Before you form a prime, count the new primes that can follow it.",
        ),
    )
)

FEWEST_USED = 10
"""The minimum number of primes in a puzzle's log."""
ENDGAME = 18
"""The maximum number of reachable primes in an endgame, so that a full search is quick."""
CONTINUATIONS = 60
"""The number of times an endgame is continued with random moves to find puzzles."""


class NumberMorphPuzzles(PuzzleSource[State, Change]):
    """Generates random positions for Number Morph puzzles.

    In each position exactly one move wins.
    """

    # They are endgames, except at level 1, the hardest: those positions are too large to search.

    grades = (1, 2, 3, 5)  # no 4: a puzzle is either an endgame or needs the pairing
    repeats = False  # no two random games leave the same primes

    def positions(self, draw: Draw, level: float) -> Iterator[tuple[NumberMorph, State]]:
        # The solver is slow to import, and the lesson does not need it.
        from lastdigit.games.number_morph.solver import NumberMorphSolver, RemotenessSearch
        from lastdigit.solver import solver_for

        game = NumberMorph()
        solver = solver_for(game)
        assert isinstance(solver, NumberMorphSolver)
        while True:
            walk = [state for state in walked(game, draw) if len(state.log) >= FEWEST_USED]
            search = RemotenessSearch(game.primes)
            if walk and level >= 1:
                found = _first_hard_position(solver, search, walk[draw.below(len(walk)) :])
            else:
                found = _endgames(game, search, walk, draw)
            for state in found:
                yield game, state


def _first_hard_position(
    solver: NumberMorphSolver, search: RemotenessSearch, walk: list[State]
) -> Iterator[State]:
    """Yield at most one position: the first in `walk` in which exactly one of several moves wins.

    `walk` has the positions of a random game. Yield nothing if the position found is small enough
    for an exhaustive search, because such a position is too easy.
    """
    for state in walk:
        solver.matching(state)  # the next matching is then a cheap repair
        if len(solver.game.legal_moves(state)) > 1 and len(solver.winning(state)) == 1:
            if search.reachable(state) is None:
                yield state
            return


def _endgames(
    game: NumberMorph, search: RemotenessSearch, walk: list[State], draw: Draw
) -> Iterator[State]:
    """Yield endgames in which exactly one of several moves wins.

    `walk` has the positions of a random game. The endgames are reached by other random moves from a
    late position of this game.
    """
    endgame = None
    for state in reversed(walk):
        reachable = search.reachable(state)
        if reachable is None or len(reachable) > ENDGAME:
            break
        endgame = state
    if endgame is None:
        return
    seen = set[tuple[int, int]]()
    for _ in range(CONTINUATIONS):
        state = endgame
        while moves := game.legal_moves(state):
            if state.mover is ONE and len(moves) > 1 and (state.number, state.unused) not in seen:
                seen.add((state.number, state.unused))
                if _has_one_win(game, state, search):
                    yield state
            state = game.successor(state, draw.pick(moves))


def _has_one_win(game: NumberMorph, state: State, search: RemotenessSearch) -> bool:
    plies = [search.plies(game.successor(state, move)) for move in game.legal_moves(state)]
    # The player who moves last wins, so a move wins if the remoteness after it is even.
    return None not in plies and sum(count is not None and count % 2 == 0 for count in plies) == 1


DAILY = ((1, NumberMorphPuzzles),)
