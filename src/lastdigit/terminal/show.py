"""The position after some moves, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lastdigit.core import AnyGame
from lastdigit.errors import IllegalMove, LastDigitError, MoveSyntaxError, printable, quoted
from lastdigit.terminal.text import picture, wrapped


class WrongMove(LastDigitError):  # noqa: N818 - named for what it says
    """One of several moves is not allowed, or cannot be read."""

    def __init__(self, index: int, text: str, reason: str) -> None:
        super().__init__(f"move {index + 1}, {quoted(text)}: {reason}")
        self.data = {"move": printable(text), "index": index, "reason": reason}


def after(game: AnyGame, state: Any, moves: Sequence[str]) -> Any:
    """Return the position after these moves; raises WrongMove."""
    for index, text in enumerate(moves):
        try:
            state = game.play(state, text)
        except (IllegalMove, MoveSyntaxError) as error:
            raise WrongMove(index, text, str(error)) from None
    return state


def heading(game: AnyGame, state: Any) -> str:
    """Return which position it is: its text is given back to `--position`."""
    return f'{game.title}, position "{game.format_state(state)}"\n{picture(game.view(state))}'


def in_words(game: AnyGame, state: Any) -> str:
    """Return a position for people."""
    outcome = game.outcome(state)
    if outcome is not None:
        return f"{heading(game, state)}{outcome.reason} {outcome.winner} wins!\n"
    legal = ", ".join(map(game.format_move, game.legal_moves(state)))
    return f"{heading(game, state)}To move: {state.mover}\n{wrapped(f'Allowed: {legal}')}\n"
