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
    free = [one for one in waiting if not room.pupils[one].out and one not in room.playing]
    place = {number: at for at, number in enumerate(free)}
    played = {
        one: sum(room.begun[frozenset((one, other))] for other in room.pupils) for one in free
    }

    def urgency(pair: tuple[int, int]) -> tuple[int, int, int, int]:
        one, two = pair
        half_way = room.begun[frozenset(pair)] % LEGS
        return -half_way, played[one] + played[two], place[one], place[two]

    possible = [pair for pair in combinations(free, 2) if room.left(*pair) > 0]
    chosen: list[Leg] = []
    taken: set[int] = set()
    for pair in sorted(possible, key=urgency):
        leg = room.due(*pair)
        if leg is not None and taken.isdisjoint(pair):
            taken.update(pair)
            chosen.append(leg)
    return chosen


def games_to_play(room: Room, number: int) -> int:
    """Return how many games a pupil has still to begin; games against those left out are void."""
    if room.closed or room.pupils[number].out:
        return 0
    return sum(room.left(number, other.number) for other in room.present if other.number != number)
