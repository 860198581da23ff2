"""Games and positions as data, for programs: what there is, and what moves lead to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from lastdigit.core.game import AnyGame
from lastdigit.core.options import Option, Preset
from lastdigit.core.values import Row, RowKind, View
from lastdigit.errors import IllegalMove, MoveSyntaxError, WrongMove

LONGEST_NUMBER = 12


def json_text(data: object) -> str:
    """Return data as JSON that people can read too."""
    return json.dumps(data, indent=2, ensure_ascii=False)


def position_after(game: AnyGame, state: Any, moves: Sequence[str]) -> Any:
    """Return the position after these moves; raises WrongMove."""
    for index, text in enumerate(moves):
        try:
            state = game.play(state, text)
        except (IllegalMove, MoveSyntaxError) as error:
            raise WrongMove(index, text, str(error)) from None
    return state


def game_data(game: type[AnyGame]) -> dict[str, object]:
    """Return what there is to know about a game before playing it."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "version": game.version,
        "presets": [_preset_data(preset) for preset in game.presets],
        "options": [_option_data(option) for option in game.options()],
    }


def _preset_data(preset: Preset) -> dict[str, object]:
    return {
        "name": preset.name,
        "about": preset.about,
        "turns": preset.turns,
        "options": dict(preset.options),
        "attempts": preset.attempts,
    }


def _option_data(option: Option) -> dict[str, object]:
    return {
        "name": option.name,
        "type": option.kind,
        "default": option.default,
        "range": None if option.kind == "yes/no" else [option.low, option.high],
        "allowed": option.allowed,
        "none": option.none or None,
        "help": option.help,
    }


def position_data(game: AnyGame, state: Any) -> dict[str, object]:
    """Return a position: its text, whose turn, what is allowed, who has won, what to show."""
    outcome = game.outcome(state)
    return {
        "game": game.name,
        "position": game.format_state(state),
        "mover": None if outcome else state.mover.value,
        "legalMoves": [game.format_move(move) for move in game.legal_moves(state)],
        "outcome": outcome and {"winner": outcome.winner.value, "reason": outcome.reason},
        "view": view_data(game.view(state)),
    }


def view_data(view: View) -> Sequence[dict[str, object]]:
    """Return a view; a cell names the answer that a click on it gives, or null."""
    return [
        {
            "kind": row.kind.value,
            "label": row.label,
            "seat": row.seat.value if row.seat else None,
            "hidden": row.hidden,
            "cells": [
                {
                    "text": cell.text,
                    "caption": cell.caption or None,
                    "answer": cell.answer or None,
                }
                for cell in row.cells
            ],
        }
        for row in view
    ]


def view_text(view: View) -> str:
    """Return a view in words, a row a line."""
    return "".join(f"{row.label}: {_cells(row)}\n" for row in view)


def _cells(row: Row) -> str:
    if not row.cells:
        return "-"
    between = " " if row.kind is RowKind.NUMBER else ", "
    earlier = f"({row.hidden} earlier) ... " if row.hidden else ""
    return earlier + between.join(cell.text or "_" for cell in row.cells)


def numbers_text(view: View) -> str:
    """Return the numbers of a view in few characters: 277, or 998 - 990."""
    rows = [row for row in view if row.kind is RowKind.NUMBER]
    return " - ".join(_shortened("".join(cell.text or "_" for cell in row.cells)) for row in rows)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_NUMBER else f"...{text[-9:]}"
