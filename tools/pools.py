"""Makes the pools of the exam: positions are found, measured and weighted, as docs/exam.md says.

    python tools/pools.py measure digit-duel --seconds 600   # appends to .pools/, and goes on
    python tools/pools.py weigh digit-duel                   # writes src/lastdigit/exam/pools/
    python tools/pools.py table digit-duel                   # as docs/exam.md has it

Measuring takes hours of a core for large pools; it may be stopped at any time.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Hashable, Iterator
from pathlib import Path
from random import Random

from lastdigit.analysis.splits import Split, member_of, split_of
from lastdigit.arena.positions import (
    Critical,
    critical_at,
    draw_game,
    positions_met,
    without_beginning,
)
from lastdigit.core.game import AnyGame, State
from lastdigit.core.values import Seat
from lastdigit.exam.balance import balanced_weights, dot, effective
from lastdigit.exam.effort import effort_of, seeds_of
from lastdigit.exam.fast import Arrays, choices
from lastdigit.exam.graph import Explorer
from lastdigit.exam.policies import POLICIES, policy_scores
from lastdigit.exam.pools import Item, by_grade, item_line, pools_table, read_item, solved
from lastdigit.games import find_class
from lastdigit.match.record import option_values
from lastdigit.system import write_whole

ROOT = Path(__file__).parents[1]
MEASURED = ROOT / ".pools"
KEPT = ROOT / "src" / "lastdigit" / "exam" / "pools"
LARGEST = {"digit-duel": 1_200_000}
"""New positions that may follow an item: of Duel all, of others 60,000, or it takes too long."""
TOGETHER = 3_000_000
"""Positions that are kept."""
TURNS = 6
"""Turns of one random game that are looked at."""
LOOKING_FROM = 3
"""The grade from which on policies that look ahead are held to chance, too."""
MOST = 2_000
"""Items of a grade that are kept."""
PENALTIES = (3e-2, 1e-2, 6e-3, 3e-3, 2e-3, 1e-3, 5e-4, 1e-4)
"""What is tried in turn: the larger, the more even weights are and the further off policies."""
NEAR, FEWEST = 0.018, 20
"""How far off chance a policy may be, and how many equal items a grade must be worth."""
EASY = 200
"""Items of the first grade that are measured before others are looked for."""


def members(kind: type[AnyGame], random: Random) -> Iterator[AnyGame]:
    """Yield games: the usual one and the members of its family by turns."""
    while True:
        yield draw_game(kind, random)
        for _ in kind.exam_members:
            yield kind.of(random.choice(kind.exam_members))


def candidates(kind: type[AnyGame], random: Random) -> Iterator[tuple[AnyGame, State, Critical]]:
    """Yield critical positions of the exam's split, none twice."""
    met: set[Hashable] = set()
    for game in members(kind, random):
        played = without_beginning(game)
        turns = [state for state in positions_met(game, random) if state.mover is Seat.ONE]
        random.shuffle(turns)
        for state in turns[:TURNS]:
            place = played, played.key(state)
            if place in met or split_of(played, state) is not Split.EXAM:
                continue
            met.add(place)
            if found := critical_at(played, state):
                yield played, state, found


def looks_easy(arrays: Arrays, root: int, right: set[int], text: str) -> bool:
    """Return whether a few short searches are all right: the first grade has enough of those."""
    few = [*seeds_of(text)][:6]
    found = (choices(arrays, root, (16, 64), seed) for seed in few)
    return all(place in right for places in found for place in places)


class Graphs:
    """What follows positions, kept from one to the next as far as memory allows."""

    def __init__(self) -> None:
        self._explorers: dict[AnyGame, Explorer] = {}
        self._arrays: dict[AnyGame, Arrays] = {}

    def find(self, game: AnyGame, state: State) -> tuple[Arrays, int] | None:
        """Return a graph and a position's number in it, or None if too much follows it."""
        if sum(len(one.graph.winner) for one in self._explorers.values()) > TOGETHER:
            self._explorers.clear()
            self._arrays.clear()
        explorer = self._explorers.setdefault(game, Explorer(game))
        before = len(explorer.graph.winner)
        root = explorer.number(state, before + LARGEST.get(game.name, 60_000))
        if root is None:
            del self._explorers[game]
            self._arrays.pop(game, None)
            return None
        if game not in self._arrays or len(explorer.graph.winner) > before:
            self._arrays[game] = Arrays(explorer.graph)
        return self._arrays[game], root


def measured(
    graphs: Graphs, game: AnyGame, state: State, critical: Critical, *, easy: bool
) -> Item | None:
    """Return a position with its effort, or None if too much follows it.

    None also where it looks easy and no more easy ones are wanted.
    """
    graph = graphs.find(game, state)
    if graph is None:
        return None
    arrays, root = graph
    texts = [game.format_move(move) for move in game.legal_moves(state)]
    right = {place for place, text in enumerate(texts) if text in critical.best}
    text = f"{member_of(game)} {critical.position}"
    if not easy and looks_easy(arrays, root, right, text):
        return None
    effort = effort_of(lambda budgets, seed: choices(arrays, root, budgets, seed), right, text)
    usual = dict(option_values(type(game)()))
    unusual = tuple((name, value) for name, value in critical.options if value != usual.get(name))
    return Item(unusual, critical.position, effort, 1.0)


def measure(name: str, seconds: float, seed: str) -> None:
    """Find and measure positions, those with rare answers of the policies rather than others."""
    kind, random = find_class(name), Random(f"{seed}/{name}")
    MEASURED.mkdir(parents=True, exist_ok=True)
    path = MEASURED / f"{name}.jsonl"
    done = [read_item(line) for line in path.read_text().splitlines()] if path.exists() else []
    known = {(item.options, item.position) for item in done}
    graphs = Graphs()
    seen: Counter[tuple[float, ...]] = Counter()
    grades = Counter(item.grade for item in done)
    deadline = time.monotonic() + seconds
    with path.open("a") as file:
        for game, state, critical in candidates(kind, random):
            if time.monotonic() > deadline:
                break
            pattern = tuple(policy_scores(game, critical.position, critical.best))
            if random.random() > 1 / (1 + seen[pattern]):
                continue
            item = measured(graphs, game, state, critical, easy=grades[1] < EASY)
            if item is None or (item.options, item.position) in known:
                continue
            seen[pattern] += 1
            grades[item.grade] += 1
            file.write(item_line(item) + "\n")
            file.flush()
    print(name, sum(grades.values()), sorted(grades.items()))


def rows(name: str, items: list[Item], grade: int) -> list[list[float]]:
    """Return by how much each policy that must not score is off chance at each item."""
    held = [
        place for place, policy in enumerate(POLICIES) if policy.plies == 0 or grade >= LOOKING_FROM
    ]
    found = []
    for item in items:
        critical = solved(name, item)
        game = find_class(name).of(dict(critical.options))
        scores = policy_scores(game, critical.position, critical.best)
        found.append([round(scores[place] - critical.chance, 9) for place in held])
    return found


def evenest(off: list[list[float]]) -> tuple[list[float], float]:
    """Return weights as even as can be with policies near chance, and how far the worst is off."""
    weights: list[float] = []
    most = 1.0
    for penalty in PENALTIES:
        weights = balanced_weights(off, penalty)
        most = max(abs(dot(weights, column)) for column in zip(*off, strict=True))
        if most <= NEAR:
            break
    return weights, most


def weigh(name: str) -> None:
    """Write the pool of a game with weights; a grade that cannot be balanced is left out."""
    lines = (MEASURED / f"{name}.jsonl").read_text().splitlines()
    items = list({(item.options, item.position): item for item in map(read_item, lines)}.values())
    kept: list[Item] = []
    for grade, group in by_grade(items).items():
        off = rows(name, group, grade)
        weights, most = evenest(off)
        worth = effective(weights)
        print(f"{name} grade {grade}: {len(group)} worth {worth:.0f}, off {most:.4f}")
        if most <= NEAR and worth >= FEWEST:
            kept += [
                item._replace(weight=weight)
                for item, weight in zip(group, weights, strict=True)
                if weight * len(group) > 1e-3
            ][:MOST]
    KEPT.mkdir(exist_ok=True)
    write_whole(KEPT / f"{name}.jsonl", "".join(f"{item_line(one)}\n" for one in kept).encode())


def main() -> None:
    """Do what is asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deed", choices=("measure", "weigh", "table"))
    parser.add_argument("games", nargs="+")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    if arguments.deed == "table":
        print(pools_table(arguments.games))
        return
    for name in arguments.games:
        if arguments.deed == "measure":
            measure(name, arguments.seconds, arguments.seed)
        else:
            weigh(name)


if __name__ == "__main__":
    main()
