"""The rules of Digit Dilemma as functions on arrays, to play thousands of games at once.

Each row of an array is one game. Comments cite the numbered rules in `rulebook.md`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.game.game import ONE
from lastdigit.game.kernel import Kernel, worth
from lastdigit.games.digit_dilemma.rules import EMPTY, SEVEN, SLOTS, State, digits_on
from lastdigit.games.digit_dilemma.solver import build_codes, number_boards
from lastdigit.games.digit_dilemma.variants import DigitDilemma

DIVISOR = SEVEN
LEADING_ZERO = 1
LEFT, TAKEN, OWN, OTHER = 0, 1, 2, 3
"""Columns of a state: the number of empty places on both boards, the taken digits as a bit mask,
and the mover's and the opponent's board as numbers with zeros for empty places."""
GAP = -1
DIGITS = 10


def begin(tables: Any, state: Any, observation: Any, game: int, start: int) -> None:
    """Start a new game: write two empty boards to row `game` of `state` and `observation`.

    `start` is not used, because every game starts the same way.
    """
    state[game, LEFT] = 2 * SLOTS
    state[game, TAKEN] = state[game, OWN] = state[game, OTHER] = 0
    for place in range(2 * SLOTS):
        observation[game, 1 + place] = GAP


def play(tables: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Make the move `action`: place a digit on the board of the player to move.

    Update row `game` of `state` and `observation`. Return 1 if the player who moves wins, -1 if
    that player loses, and 0 if the game continues.
    """
    # The digits on the boards are only in the observation. The board of the player to move comes
    # first.
    worths, _ = tables
    digit, place = action // SLOTS, action % SLOTS
    own, other = state[game, OWN] + digit * worths[place], state[game, OTHER]
    state[game, LEFT] -= 1
    state[game, TAKEN] |= 1 << digit
    state[game, OWN], state[game, OTHER] = other, own
    observation[game, 1 + place] = digit
    for place in range(1, 1 + SLOTS):
        mine = observation[game, place]
        observation[game, place] = observation[game, SLOTS + place]
        observation[game, SLOTS + place] = mine
    left = state[game, LEFT]
    # Players alternate, so the first full board leaves one empty place and the second none.
    if left <= 1 and own % DIVISOR == 0:
        return 1  # rule 5
    if left:
        return 0
    distance, other_distance = -own % DIVISOR, -other % DIVISOR  # rule 7
    is_closer = distance < other_distance or (distance == other_distance and own < other)
    return 1 if is_closer else -1


def show(tables: Any, state: Any, observation: Any, mask: Any, game: int, seat: int) -> int:
    """Fill row `game` of `observation` and of `mask` for the player to move.

    The position is written to `observation` as numbers. In `mask`, legal moves are set to 1 and all
    others to 0. `seat` is the player to move, 1 or 2. Return the number of legal moves.
    """
    # `play` has already written the boards to the observation.
    observation[game, 0] = seat
    observation[game, 1 + 2 * SLOTS] = LEADING_ZERO
    if DIVISOR != SEVEN:
        observation[game, 2 + 2 * SLOTS] = DIVISOR
    free, legal = ~state[game, TAKEN], 0
    for place in range(SLOTS):
        gap = observation[game, 1 + place] == GAP
        for digit in range(DIGITS):
            is_legal = gap & (free >> digit) & (LEADING_ZERO | digit | place != 0)
            mask[game, digit * SLOTS + place] = is_legal
            legal += is_legal
    return legal


def rate(tables: Any, solved: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Return a score for the move `action` in row `game` of `state`. Better moves score higher.

    The score assumes perfect play after the move. `solved` has the solutions of all positions.
    """
    # `solved` is the table that `build_codes` returns.
    _, numbers_of = tables
    own, other, base = 0, 0, 1
    for place in range(SLOTS, 0, -1):
        mine, theirs = int(observation[game, place]), int(observation[game, SLOTS + place])
        if action % SLOTS == place - 1:
            mine = action // SLOTS
        own, other = own + (mine + 1) * base, other + (theirs + 1) * base
        base *= DIGITS + 1
    code = int(solved[numbers_of[other], numbers_of[own]]) - 1
    return worth(code % 2 == 0, code % 2 == 1, code // 2)


def encode_board(board: str) -> int:
    """Encode a board as a number in base 11: 0 for an empty place, and d + 1 for the digit d."""
    number = 0
    for text in board:
        number = number * (DIGITS + 1) + (int(text) + 1 if text.isdecimal() else 0)
    return number


def numbers(position: State) -> tuple[int, ...]:
    """Convert a position to the integers in one row of the kernel's state array."""
    boards = position.board_1, position.board_2
    own, other = boards if position.mover is ONE else reversed(boards)
    left = own.count(EMPTY) + other.count(EMPTY)
    filled = (int(board.replace(EMPTY, "0")) for board in (own, other))
    return left, digits_on(own) | digits_on(other), *filled


def kernel(game: DigitDilemma) -> Kernel:
    """Return the functions of this module as a `Kernel` with the rule options of `game`."""
    boards = number_boards(game, game.slots)
    numbers_of = np.zeros((DIGITS + 1) ** game.slots, dtype=np.int32)
    for board, place in boards.items():
        numbers_of[encode_board(board)] = place
    return Kernel(
        *(begin, play, show),
        width=4,
        tables=(10 ** np.arange(game.slots - 1, -1, -1, dtype=np.int32), numbers_of),
        constants={
            "SLOTS": game.slots,
            "DIVISOR": game.divisor,
            "LEADING_ZERO": int(game.leading_zero),
        },
        numbers=numbers,
        rate=rate,
        solution=lambda: np.asarray(build_codes(game)).reshape(len(boards), -1),
    )
