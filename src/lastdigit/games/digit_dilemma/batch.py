"""Digit Dilemma in batches: the rules on arrays. Comments cite the rules in `rulebook.md`.

The digits on the boards are stored only in the observation, the mover's board first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.game.game import ONE
from lastdigit.game.kernel import Kernel, worth
from lastdigit.games.digit_dilemma import fast
from lastdigit.games.digit_dilemma.exact import Exact, places
from lastdigit.games.digit_dilemma.rules import EMPTY, SEVEN, SLOTS, DigitDilemma, State, digits_on

DIVISOR = SEVEN
LEADING_ZERO = 1
LEFT, TAKEN, OWN, OTHER = 0, 1, 2, 3
"""Columns of a state: the number of empty places, the taken digits as a bit mask, and the mover's
and the opponent's board as numbers with zeros for empty places."""
GAP = -1
DIGITS = 10


def begin(tables: Any, state: Any, observation: Any, game: int, start: int) -> None:
    """Clear both boards."""
    state[game, LEFT] = 2 * SLOTS
    state[game, TAKEN] = state[game, OWN] = state[game, OTHER] = 0
    for place in range(2 * SLOTS):
        observation[game, 1 + place] = GAP


def play(tables: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Place a digit on the mover's board, and swap the boards for the next mover."""
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
    away, other_away = -own % DIVISOR, -other % DIVISOR  # rule 7
    return 1 if away < other_away or (away == other_away and own < other) else -1


def show(tables: Any, state: Any, observation: Any, mask: Any, game: int, seat: int) -> int:
    """Write the options to the observation, and the legal placements to the mask."""
    observation[game, 0] = seat
    observation[game, 1 + 2 * SLOTS] = LEADING_ZERO
    if DIVISOR != SEVEN:
        observation[game, 2 + 2 * SLOTS] = DIVISOR
    free, legal = ~state[game, TAKEN], 0
    for place in range(SLOTS):
        gap = observation[game, 1 + place] == GAP
        for digit in range(DIGITS):
            can_be = gap & (free >> digit) & (LEADING_ZERO | digit | place != 0)
            mask[game, digit * SLOTS + place] = can_be
            legal += can_be
    return legal


def rate(tables: Any, solved: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Return the worth of a placement from the solution of its successor."""
    _, names = tables
    own, other, base = 0, 0, 1
    for place in range(SLOTS, 0, -1):
        mine, theirs = int(observation[game, place]), int(observation[game, SLOTS + place])
        if action % SLOTS == place - 1:
            mine = action // SLOTS
        own, other = own + (mine + 1) * base, other + (theirs + 1) * base
        base *= DIGITS + 1
    code = int(solved[names[other], names[own]]) - 1
    return worth(code % 2 == 0, code % 2 == 1, code // 2)


def named(board: str) -> int:
    """Encode a board as a number in base 11: digit + 1 for each place, 0 if it is empty."""
    number = 0
    for text in board:
        number = number * (DIGITS + 1) + (int(text) + 1 if text.isdecimal() else 0)
    return number


def numbers(position: State) -> tuple[int, ...]:
    """Return the row of state numbers for a position."""
    boards = position.board_1, position.board_2
    own, other = boards if position.mover is ONE else reversed(boards)
    left = own.count(EMPTY) + other.count(EMPTY)
    filled = (int(board.replace(EMPTY, "0")) for board in (own, other))
    return left, digits_on(own) | digits_on(other), *filled


def kernel(game: DigitDilemma) -> Kernel:
    """Return the batch kernel of a game with its options."""
    boards = places(Exact(game), game.slots)
    names = np.zeros((DIGITS + 1) ** game.slots, dtype=np.int32)
    for board, place in boards.items():
        names[named(board)] = place
    return Kernel(
        *(begin, play, show),
        width=4,
        tables=(10 ** np.arange(game.slots - 1, -1, -1, dtype=np.int32), names),
        constants={
            "SLOTS": game.slots,
            "DIVISOR": game.divisor,
            "LEADING_ZERO": int(game.leading_zero),
        },
        numbers=numbers,
        rate=rate,
        solution=lambda: fast.solve(list(boards), game.divisor),
    )
