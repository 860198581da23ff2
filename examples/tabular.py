"""A table of position values, learned by self-play, for any game.

    python examples/tabular.py train TABLES digit-duel digit-poison --games 20000
    lastdigit play digit-duel --player-2 'cmd:python examples/tabular.py play TABLES'

`train` learns each game by self-play and saves a table in the folder TABLES. `play` uses the
protocol of docs/players.md. The code knows only the contract of a game. If positions rarely repeat,
as in Number Morph, a table can learn little.
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

EXPLORATION = 0.2
"""The probability of a random move during training."""
MIN_RATE = 0.05
"""The minimum learning rate, regardless of how often a position has occurred."""
PLIES = 200
"""The number of plies after which a game of self-play is stopped. Its end teaches nothing."""


class Learner:
    """Learns the value of each position for the player to move, from -1 to 1."""

    def __init__(self, game: AnyGame, random: Random) -> None:
        self.game = game
        self.random = random
        self.values: defaultdict[Hashable, float] = defaultdict(float)
        self.visits: defaultdict[Hashable, int] = defaultdict(int)

    def learn(self, games: int) -> None:
        """Play games of self-play and learn from them."""
        for _ in range(games):
            self._learn_from(self._play())

    def _play(self) -> list[Any]:
        state = self.game.start(self.random)
        states = [state]
        while self.game.outcome(state) is None and len(states) <= PLIES:
            legal = self.game.legal_moves(state)
            if self.random.random() < EXPLORATION:
                move = self.random.choice(legal)
            else:
                move = max(legal, key=lambda one: self._value(state, one))
            state = self.game.successor(state, move)
            states.append(state)
        return states

    def _value(self, state: Any, move: Any) -> tuple[float, float]:
        after = self.game.key(self.game.successor(state, move))
        return -self.values.get(after, 0.0), self.random.random()

    def _learn_from(self, states: list[Any]) -> None:
        """Move the value of every position towards that of the next one, last position first."""
        outcome = self.game.outcome(states[-1])
        if outcome is None:
            return
        target = 1.0 if outcome.winner is states[-1].mover else -1.0
        for state in reversed(states):
            key = self.game.key(state)
            self.visits[key] += 1
            rate = max(MIN_RATE, 1 / self.visits[key])
            self.values[key] += rate * (target - self.values[key])
            target = -self.values[key]

    def table(self) -> dict[str, float]:
        """Return the values of the positions that occurred more than once."""
        return {
            digest(self.game, key): round(value, 3)
            for key, value in self.values.items()
            if self.visits[key] > 1
        }


def digest(game: AnyGame, key: Hashable) -> str:
    """Return a short hash of a position and the rules."""
    rules = [getattr(game, told.field) for told in game.options() if not told.begins]
    return hashlib.blake2b(repr((rules, key)).encode(), digest_size=8).hexdigest()


def choose_move(game: AnyGame, table: dict[str, float], state: Any, random: Random) -> str:
    """Return the text of the move with the worst position for the opponent; ties are random."""

    def worth(move: Any) -> tuple[float, float]:
        after = game.successor(state, move)
        return -table.get(digest(game, game.key(after)), 0.0), random.random()

    return game.format_move(max(game.legal_moves(state), key=worth))


def train(folder: Path, names: list[str], games: int, seed: int) -> None:
    """Learn these games with default options, and save a table for each."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        learner = Learner(lastdigit.find(name), Random(seed))
        learner.learn(games)
        table = learner.table()
        (folder / f"{learner.game.name}.json").write_text(json.dumps(table))
        print(f"{learner.game.title}: {games} games, {len(table)} positions kept", flush=True)


def play(folder: Path) -> None:
    """Answer messages on standard input (docs/players.md)."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            options = {name.replace("-", "_"): value for name, value in message["options"].items()}
            game, random = lastdigit.find(message["game"], **options), Random(message["seed"])
            path = folder / f"{game.name}.json"
            table = json.loads(path.read_text()) if path.exists() else {}
        elif message["type"] == "turn":
            move = choose_move(game, table, game.parse_state(message["position"]), random)
            print(json.dumps({"move": move}), flush=True)


def main() -> None:
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
