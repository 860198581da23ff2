"""A second, deliberately naive implementation of a game, to check the real one against.

Everything is worked out anew from the list of moves, with no code in common. Options are taken as
given, under the names that `find` takes, and never validated.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import deepcopy
from random import Random
from typing import Any, Self

from lastdigit.game.game import AnyGame, Seat, State
from lastdigit.testing.laws import BrokenLaw, where
from lastdigit.testing.playing import random_game

LONGEST = 150
OVER = "over"


class NaiveGame(ABC):
    """A game in progress: who moved first, and the moves made so far."""

    def __init__(self, first: int, **options: object) -> None:
        """Start with no moves made; each game names its own options and takes no others."""
        if options:
            raise TypeError(f"unknown options: {', '.join(options)}")
        self.first = first
        self.moves: list[str] = []

    @classmethod
    def starting_at(cls, position: str, **options: Any) -> Self:
        """Return the game that begins at a position's text, with these options.

        A game that draws its start reads it from there; the others need to know the mover only.
        """
        return cls(int(position.split()[0]), **options)

    @abstractmethod
    def every_move(self) -> list[str]:
        """Return the text of every move of the game, legal now or not, in a fixed order."""

    @abstractmethod
    def winner(self) -> int | None:
        """Return the seat that has won, or None while the game goes on."""

    @abstractmethod
    def flaw(self, move: str) -> str | None:
        """Return what the rules hold against the move, leaving aside whether the game is over.

        The words are some that stand in the real game's reason, such as "is zero".
        """

    def mover(self) -> int:
        """Return the seat whose turn it is or, after the end, would be."""
        return self.first if len(self.moves) % 2 == 0 else 3 - self.first

    def objection(self, move: str) -> str | None:
        """Return words of the reason, None if legal; ValueError if it is no move of the game."""
        if move not in self.every_move():
            raise ValueError(f"{move!r} is not a move; choose from {self.every_move()}")
        if self.winner() is not None:
            return OVER
        return self.flaw(move)

    def legal(self) -> list[str]:
        """Return the legal moves, in the order of every_move; none when the game is over."""
        if self.winner() is not None:
            return []
        return [move for move in self.every_move() if self.flaw(move) is None]

    def play(self, move: str) -> None:
        """Make the move; ValueError if it is not legal."""
        objection = self.objection(move)
        if objection is not None:
            raise ValueError(f"{move!r} is not legal ({objection}); choose from {self.legal()}")
        self.made(move)

    def made(self, move: str) -> None:
        """Write down a move that is known to be legal."""
        self.moves.append(move)

    def perft(self, depth: int) -> int:
        """Count the lines of exactly that many moves from here."""
        if depth == 0:
            return 1
        lines = 0
        for move in self.legal():
            after = deepcopy(self)
            after.play(move)
            lines += after.perft(depth - 1)
        return lines


def perft(game: AnyGame, state: State, depth: int) -> int:
    """Return the number of lines of exactly so many moves in the real game."""
    if depth == 0:
        return 1
    return sum(
        perft(game, game.successor(state, move), depth - 1) for move in game.legal_moves(state)
    )


def twin(naive: type[NaiveGame], game: AnyGame, state: State) -> NaiveGame:
    """Return the naive game with the same options and start."""
    options = {
        option.name.replace("-", "_"): getattr(game, option.field) for option in game.options()
    }
    return naive.starting_at(game.format_state(state), **options)


def agree(kind: type[AnyGame], naive: type[NaiveGame], random: Random) -> None:
    """Play a random game on both; raises BrokenLaw where they differ.

    Every second game has the rulebook's own options.
    """
    game = kind() if random.random() < 0.5 else random_game(kind, random)
    state = game.start(random, random.choice(tuple(Seat)))
    second = twin(naive, game, state)
    for _ in range(LONGEST):
        legal = [game.format_move(move) for move in game.legal_moves(state)]
        both = (legal, state.mover.value), (second.legal(), second.mover())
        if both[0] != both[1]:
            raise BrokenLaw(
                f"{where(game, state)} legal moves and mover are {both[0]}, and in the naive game "
                f"{both[1]}: find out which is the rulebook's"
            )
        if not legal:
            break
        text = random.choice(legal)
        state = game.successor(state, game.parse_move(text))
        second.made(text)
    outcome = game.outcome(state)
    winner = outcome and outcome.winner.value
    if winner != second.winner():
        raise BrokenLaw(
            f"{where(game, state)} the winner is {winner}, and in the naive game "
            f"{second.winner()}: find out which is the rulebook's"
        )


def object_alike(kind: type[AnyGame], naive: type[NaiveGame], random: Random) -> None:
    """Compare what both hold against every move of a random game; raises BrokenLaw."""
    game = random_game(kind, random)
    state = game.start(random)
    second = twin(naive, game, state)
    for _ in range(25):
        for move in game.all_moves():
            _compare(game, state, second, game.format_move(move))
        if not game.legal_moves(state):
            break
        move = random.choice(game.legal_moves(state))
        state = game.successor(state, move)
        second.made(game.format_move(move))


def _compare(game: AnyGame, state: State, second: NaiveGame, text: str) -> None:
    objection, words = game.objection(state, game.parse_move(text)), second.objection(text)
    reason = objection and objection.reason
    if words == OVER and reason is not None:
        return
    if (reason is None) != (words is None) or (words or "") not in (reason or ""):
        raise BrokenLaw(
            f"{where(game, state)} the reason against {text!r} is {reason!r}, and in the naive "
            f"game {words!r}: find out which is the rulebook's, and which comes first"
        )
