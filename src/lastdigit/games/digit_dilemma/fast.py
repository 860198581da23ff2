"""Compiled retrograde analysis of Digit Dilemma over all pairs of boards, for four slots."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from lastdigit.games.digit_dilemma.rules import EMPTY

NONE = -1


def solve(boards: list[str], divisor: int) -> Any:
    """Return an array of codes, indexed by the mover's board and the opponent's board.

    A code is 1 plus remoteness x 2, plus 1 for a win. It is 0 if the boards share a digit or cannot
    occur together. `boards` lists all boards, those with the fewest digits first.
    """
    places = {board: place for place, board in enumerate(boards)}
    slots = len(boards[0])
    after = np.full((len(boards), 10, slots), NONE, dtype=np.int32)
    for place, board in enumerate(boards):
        for gap in (gap for gap, held in enumerate(board) if held == EMPTY):
            for digit in range(10):
                made = f"{board[:gap]}{digit}{board[gap + 1 :]}"
                after[place, digit, gap] = places.get(made, NONE)
    complete = np.array([EMPTY not in board for board in boards])
    numbers = np.array([int(board) if EMPTY not in board else 0 for board in boards])
    taken = np.array([sum(1 << int(held) for held in set(board) - {EMPTY}) for board in boards])
    counts = np.array([slots - board.count(EMPTY) for board in boards])
    firsts = np.searchsorted(counts, np.arange(slots + 2))
    # Closer to the next multiple is better, then smaller. A multiple has distance 0.
    ranks = (-numbers % divisor) * 10**slots + numbers
    multiple = complete & (numbers % divisor == 0)
    return _solve(firsts, taken, after, ranks, multiple)


@numba.njit(cache=True)
def _solve(firsts: Any, taken: Any, after: Any, ranks: Any, multiple: Any) -> Any:
    slots = after.shape[2]
    codes = np.zeros((len(taken), len(taken)), dtype=np.uint8)
    for placed in range(2 * slots, -1, -1):
        mine, theirs = placed // 2, (placed + 1) // 2
        for own in range(firsts[mine], firsts[mine + 1]):
            for other in range(firsts[theirs], firsts[theirs + 1]):
                if taken[own] & taken[other]:
                    continue
                if multiple[other]:
                    codes[own, other] = 1  # already lost
                elif mine == slots:
                    # Both boards are full. The mover's was full first and is not a multiple, or
                    # the game would have ended.
                    codes[own, other] = 2 if ranks[own] < ranks[other] else 1
                else:
                    codes[own, other] = _best(codes, own, other, taken, after)
    return codes


@numba.njit(cache=True)
def _best(codes: Any, own: int, other: int, taken: Any, after: Any) -> int:
    """Return the code of a position from the codes of its successors."""
    nearest_win, furthest_loss = 255, 0
    gone = taken[own] | taken[other]
    for digit in range(10):
        if gone >> digit & 1:
            continue
        for gap in range(after.shape[2]):
            made = after[own, digit, gap]
            if made < 0:
                continue
            code = codes[other, made] - 1
            if code & 1:
                furthest_loss = max(furthest_loss, code)
            else:
                nearest_win = min(nearest_win, code)
    # One ply more than the successor, and the opposite value.
    return nearest_win + 4 if nearest_win < 255 else furthest_loss + 2
