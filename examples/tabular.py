"""A table of position values, learned from nothing by self-play, for any game there is.

    python examples/tabular.py train TABLES digit-duel digit-poison --games 20000
    lastdigit play digit-duel --player-2 'cmd:python examples/tabular.py play TABLES'

`train` plays every game against itself and keeps what it learned in the folder TABLES; `play`
speaks the protocol of docs/players.md. It knows nothing of a game but the contract: where positions
hardly ever come up twice, as in Number Morph, there is little that a table can learn.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Hashable
from pathlib import Path
from random import Random
from typing import Any

import lastdigit
from lastdigit.game.game import AnyGame

EXPLORED = 0.2
"""How often a move is drawn by chance while learning."""
LEAST_RATE = 0.05
"""How much a new game counts, however often a position has come up."""
PLIES = 200
"""After so many plies a game of self-play is given up; nothing is learned from its end."""


class Learner:
    """Learns a game: what each position was worth to the player to move, from -1 to 1."""

    def __init__(self, game: AnyGame, random: Random) -> None:
        self.game = game
        self.random = random
        self.values: defaultdict[Hashable, float] = defaultdict(float)
        self.visits: defaultdict[Hashable, int] = defaultdict(int)

    def learn(self, games: int) -> None:
        """Play so many games against itself."""
        for _ in range(games):
            self._learn_from(self._played())

    def _played(self) -> list[Any]:
        state = self.game.start(self.random)
        states = [state]
        while self.game.outcome(state) is None and len(states) <= PLIES:
            legal = self.game.legal_moves(state)
            if self.random.random() < EXPLORED:
                move = self.random.choice(legal)
            else:
                move = max(legal, key=lambda one: self._worth(state, one))
            state = self.game.successor(state, move)
            states.append(state)
        return states

    def _worth(self, state: Any, move: Any) -> tuple[float, float]:
        after = self.game.key(self.game.successor(state, move))
        return -self.values.get(after, 0.0), self.random.random()

    def _learn_from(self, states: list[Any]) -> None:
        """Let every position count a little more as what came after it, the last one first."""
        outcome = self.game.outcome(states[-1])
        if outcome is None:
            return
        target = 1.0 if outcome.winner is states[-1].mover else -1.0
        for state in reversed(states):
            key = self.game.key(state)
            self.visits[key] += 1
            rate = max(LEAST_RATE, 1 / self.visits[key])
            self.values[key] += rate * (target - self.values[key])
            target = -self.values[key]

    def table(self) -> dict[str, float]:
        """Return what was learned of the positions that came up more than once."""
        return {
            digest(self.game, key): round(value, 3)
            for key, value in self.values.items()
            if self.visits[key] > 1
        }


def digest(game: AnyGame, key: Hashable) -> str:
    """Return a short text for a position; with other rules it is another."""
    rules = [getattr(game, told.field) for told in game.options() if not told.begins]
    return hashlib.blake2b(repr((rules, key)).encode(), digest_size=8).hexdigest()


def chosen(game: AnyGame, table: dict[str, float], state: Any, random: Random) -> str:
    """Return the text of the move that leaves the opponent the least; chance decides ties."""

    def worth(move: Any) -> tuple[float, float]:
        after = game.successor(state, move)
        return -table.get(digest(game, game.key(after)), 0.0), random.random()

    return game.format_move(max(game.legal_moves(state), key=worth))


def train(folder: Path, names: list[str], games: int, seed: int) -> None:
    """Learn these games, with the rulebook's options, and keep a table for each."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        learner = Learner(lastdigit.find(name), Random(seed))
        learner.learn(games)
        table = learner.table()
        (folder / f"{learner.game.name}.json").write_text(json.dumps(table))
        print(f"{learner.game.title}: {games} games, {len(table)} positions kept", flush=True)


def play(folder: Path) -> None:
    """Answer what is said on standard input, as docs/players.md has it."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            options = {name.replace("-", "_"): value for name, value in message["options"].items()}
            game, random = lastdigit.find(message["game"], **options), Random(message["seed"])
            path = folder / f"{game.name}.json"
            table = json.loads(path.read_text()) if path.exists() else {}
        elif message["type"] == "turn":
            move = chosen(game, table, game.parse_state(message["position"]), random)
            print(json.dumps({"move": move}), flush=True)


def main() -> None:
    """Train, or play."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train", help="learn games and keep the tables")
    training.add_argument("folder", type=Path)
    training.add_argument("game", nargs="*", default=list(lastdigit.catalogue()))
    training.add_argument("--games", type=int, default=20_000)
    training.add_argument("--seed", type=int, default=1)
    playing = commands.add_parser("play", help="play over standard input and output")
    playing.add_argument("folder", type=Path)
    told = parser.parse_args()
    if told.command == "train":
        train(told.folder, told.game, told.games, told.seed)
    else:
        play(told.folder)


if __name__ == "__main__":
    main()
