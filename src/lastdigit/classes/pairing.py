"""Who plays whom next, among those who wait.

Late comers and leavers need nothing of their own: nobody is paired before they wait, and whoever
waits meets whom there is.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from lastdigit.classes.room import LEGS, Leg, Room


def next_games(room: Room, waiting: Iterable[int]) -> list[Leg]:
    """Return games to begin now, for pupils in the order in which they have come to wait.

    A meeting that has begun is finished first; then come those who have played least.
    """
    free = [number for number in waiting if _is_free(room, number)]
    played = {number: _games_of(room, number) for number in free}
    legs = [(one, two, leg) for one, two in combinations(free, 2) if (leg := room.due(one, two))]

    def urgency(found: tuple[int, int, Leg]) -> tuple[int, int, int, int]:
        one, two, _ = found
        half_way = room.games_between(one, two) % LEGS
        return -half_way, played[one] + played[two], free.index(one), free.index(two)

    chosen, taken = [], set[int]()
    for one, two, leg in sorted(legs, key=urgency):
        if not taken & {one, two}:
            taken |= {one, two}
            chosen.append(leg)
    return chosen


def _is_free(room: Room, number: int) -> bool:
    return not room.pupils[number].out and room.game_of(number) is None


def _games_of(room: Room, number: int) -> int:
    return sum(number in game.pair for game in room.games.values())


def games_to_play(room: Room, number: int) -> int:
    """Return how many games a pupil has still to begin; games against those left out are void."""
    if room.closed or room.pupils[number].out:
        return 0
    return sum(
        LEGS * room.meetings(number, other.number) - room.games_between(number, other.number)
        for other in room.present
        if other.number != number
    )
