"""Naive games: deliberately simple second implementations, which are compared with the real games.

A naive game computes everything from the list of moves. A naive game shares no code with the real
game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import deepcopy
from random import Random
from typing import Any, Self

from lastdigit.game.game import AnyGame, Seat, State
from lastdigit.testing.conformance import ConformanceError, position_text, random_game

MAX_MOVES = 150
"""The maximum number of moves in a random game."""
OVER = "over"


class NaiveGame(ABC):
    """A game in progress, in a deliberately simple implementation."""

    def __init__(self, first: int, **options: object) -> None:
        """Start a game without any moves. `first` is the player who moves first, 1 or 2.

        Raise TypeError if an option is unknown.
        """
        if options:
            raise TypeError(f"unknown options: {', '.join(options)}")
        self.first = first
        self.moves: list[str] = []

    @classmethod
    def starting_at(cls, position: str, **options: Any) -> Self:
        """Return a game with these options that starts at a position, given as text."""
        return cls(int(position.split()[0]), **options)

    @abstractmethod
    def every_move(self) -> list[str]:
        """Return the text of every move of the game, legal or not, in a fixed order."""

    @abstractmethod
    def winner(self) -> int | None:
        """Return the player who has won, 1 or 2, or None while the game is in progress."""

    @abstractmethod
    def flaw(self, move: str) -> str | None:
        """Return why the rules forbid a move, or None if they allow it.

        The result is part of an error message, such as "is zero".
        """

    def mover(self) -> int:
        """Return the player to move, 1 or 2."""
        return self.first if len(self.moves) % 2 == 0 else 3 - self.first

    def objection(self, move: str) -> str | None:
        """Return why a move is illegal, or None if the move is legal.

        The result is "over" after the end of the game, and otherwise part of an error message.
        Raise ValueError if the text is not a move.
        """
        if move not in self.every_move():
            raise ValueError(f"{move!r} is not a move; choose from {self.every_move()}")
        if self.winner() is not None:
            return OVER
        return self.flaw(move)

    def legal(self) -> list[str]:
        """Return the legal moves as strings, or [] if the game is over."""
        if self.winner() is not None:
            return []
        return [move for move in self.every_move() if self.flaw(move) is None]

    def play(self, move: str) -> None:
        """Make a move. Raise ValueError if the move is not legal."""
        objection = self.objection(move)
        if objection is not None:
            raise ValueError(f"{move!r} is not legal ({objection}); choose from {self.legal()}")
        self.made(move)

    def made(self, move: str) -> None:
        """Add a move to the list of moves without checking it."""
        self.moves.append(move)

    def perft(self, depth: int) -> int:
        """Count the sequences of exactly `depth` legal moves from the current position."""
        if depth == 0:
            return 1
        lines = 0
        for move in self.legal():
            after = deepcopy(self)
            after.play(move)
            lines += after.perft(depth - 1)
        return lines


def perft(game: AnyGame, state: State, depth: int) -> int:
    """Count the sequences of exactly `depth` legal moves from a position."""
    if depth == 0:
        return 1
    return sum(
        perft(game, game.successor(state, move), depth - 1) for move in game.legal_moves(state)
    )


def naive_twin(naive: type[NaiveGame], game: AnyGame, state: State) -> NaiveGame:
    """Return the naive (deliberately simple) version of a real game, at the same position."""
    options = {
        option.name.replace("-", "_"): getattr(game, option.field) for option in game.options()
    }
    return naive.starting_at(game.format_state(state), **options)


def agree(kind: type[AnyGame], naive: type[NaiveGame], random: Random) -> None:
    """Play a random game with the real and the naive implementation, and compare the two.

    Raise ConformanceError if the legal moves, the player to move or the winner differ.
    """
    game = kind() if random.random() < 0.5 else random_game(kind, random)
    state = game.start(random, random.choice(tuple(Seat)))
    naive_game = naive_twin(naive, game, state)
    for _ in range(MAX_MOVES):
        legal = [game.format_move(move) for move in game.legal_moves(state)]
        both = (legal, state.mover.value), (naive_game.legal(), naive_game.mover())
        if both[0] != both[1]:
            raise ConformanceError(
                f"At {position_text(game, state)}, the legal moves and the player to move are "
                f"{both[0]}, but in the naive game they are {both[1]}. Check the rulebook."
            )
        if not legal:
            break
        text = random.choice(legal)
        state = game.successor(state, game.parse_move(text))
        naive_game.made(text)
    outcome = game.outcome(state)
    winner = outcome and outcome.winner.value
    if winner != naive_game.winner():
        raise ConformanceError(
            f"At {position_text(game, state)}, the winner is {winner}, but in the naive game it is "
            f"{naive_game.winner()}. Check the rulebook."
        )


def object_alike(kind: type[AnyGame], naive: type[NaiveGame], random: Random) -> None:
    """Play a random game, and compare why moves are illegal in the real and the naive game.

    Raise ConformanceError if the reasons differ.
    """
    game = random_game(kind, random)
    state = game.start(random)
    naive_game = naive_twin(naive, game, state)
    for _ in range(25):
        for move in game.all_moves():
            _compare(game, state, naive_game, game.format_move(move))
        if not game.legal_moves(state):
            break
        move = random.choice(game.legal_moves(state))
        state = game.successor(state, move)
        naive_game.made(game.format_move(move))


def _compare(game: AnyGame, state: State, naive_game: NaiveGame, text: str) -> None:
    objection, expected = game.objection(state, game.parse_move(text)), naive_game.objection(text)
    reason = objection and objection.reason
    if expected == OVER and reason is not None:
        return
    if (reason is None) != (expected is None) or (expected or "") not in (reason or ""):
        raise ConformanceError(
            f"At {position_text(game, state)}, the reason for refusing {text!r} is {reason!r}, but "
            f"in the naive game it is {expected!r}. Check the rulebook and the order of the "
            "reasons."
        )
