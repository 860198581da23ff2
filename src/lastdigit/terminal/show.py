"""A position in words."""

from __future__ import annotations

from typing import Any

from lastdigit.core.game import AnyGame
from lastdigit.core.shapes import picture
from lastdigit.terminal.text import wrapped


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
