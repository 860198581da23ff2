"""The position after some moves, for people and for programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from lastdigit.core import AnyGame
from lastdigit.errors import IllegalMove, MoveSyntaxError, printable, quoted
from lastdigit.terminal.data import position_data, printed
from lastdigit.terminal.text import picture


def shown(game: AnyGame, state: Any, moves: Sequence[str], *, as_json: bool) -> int:
    """Print the position after these moves; return 1 if one of them is not allowed."""
    for index, text in enumerate(moves):
        try:
            state = game.play(state, text)
        except (IllegalMove, MoveSyntaxError) as error:
            move = printable(text)
            if as_json:
                print(printed({"error": {"move": move, "index": index, "reason": str(error)}}))
            else:
                print(f"lastdigit: move {index + 1}, {quoted(text)}: {error}", file=sys.stderr)
            return 1
    print(printed(position_data(game, state)) if as_json else in_words(game, state), end="\n")
    return 0


def in_words(game: AnyGame, state: Any) -> str:
    """Return a position for people."""
    lines = [f"{game.title}, position {quoted_whole(game.format_state(state))}"]
    lines.append(picture(game.view(state)).rstrip("\n"))
    outcome = game.outcome(state)
    if outcome is not None:
        lines.append(f"{outcome.reason} {outcome.winner} wins!")
    else:
        legal = ", ".join(map(game.format_move, game.legal_moves(state)))
        lines += [f"To move: {state.mover}", f"Allowed: {legal}"]
    return "\n".join(lines)


def quoted_whole(text: str) -> str:
    """Return a position as it is given back to `--position`."""
    return f'"{text}"'
