"""The starts of a tournament: critical positions, won and drawn ones in equal parts."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from lastdigit.arena.critical import Critical, criticals
from lastdigit.core.game import AnyGame
from lastdigit.solving import Value

WALKS = 20
"""How many random games are played at most for each start that is wanted."""
KINDS = (Value.WIN, Value.DRAW)


def balanced_starts(kind: type[AnyGame], wanted: int, seed: str) -> list[Critical]:
    """Return so many starts, won and drawn ones by turns as far as the game has them.

    There are fewer where random games do not meet enough different ones.
    """
    share = -(-wanted // len(KINDS))
    found: dict[Value, list[Critical]] = {value: [] for value in KINDS}
    for critical in criticals(kind, Random(f"{seed}/starts/{kind.name}"), WALKS * wanted):
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
