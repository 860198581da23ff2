"""JSON data for games, positions and views.

`--json` commands and the web API share these types. The API schema and the TypeScript types are
generated from them, including their docstrings. The package `analysis` has the types for solved
positions.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict

from lastdigit.errors import IllegalMove, MoveSyntaxError, WrongMove
from lastdigit.game.game import AnyGame, Cell, Look, Outcome, Row, RowKind, SeatNumber, State, View
from lastdigit.game.options import Option, OptionValue, Preset
from lastdigit.game.text import Audience

if TYPE_CHECKING:
    from lastdigit.game.theme import Theme


class OptionData(TypedDict):
    """A rule that the players may set.

    Where it is `sized`, its numbers are written in the base of the game, and it may be as large as
    the game's sizes say; where it `follows`, its default is another then.
    """

    name: str
    type: Literal["integer", "yes/no", "list"]
    default: OptionValue
    range: tuple[int, int] | None
    allowed: str
    none: str | None
    help: str
    beyond: bool
    follows: bool
    sized: bool


class PresetData(TypedDict):
    """A named set of options."""

    name: str
    about: str
    turns: tuple[int, int]
    options: dict[str, OptionValue]
    attempts: int | None
    suggested: bool


class IdentityData(TypedDict):
    """A game's colours, each for a light and a dark theme, and its mark: SVG on 64 by 64."""

    fill: tuple[str, str]
    on: tuple[str, str]
    deep: tuple[str, str]
    wash: tuple[str, str]
    edge: tuple[str, str]
    mark: str


class EditableData(TypedDict):
    """Where the digits of a shown number stand in a position's text: which word it is.

    `empty` stands for a place without a digit; null where every place has one.
    """

    field: int
    empty: str | None


class GameData(TypedDict):
    """A game and its options. `card` is the goal in a few words, for a list to choose from."""

    name: str
    title: str
    summary: str
    card: str
    goal: str
    identity: IdentityData
    version: int
    presets: list[PresetData]
    options: list[OptionData]
    editable: list[EditableData]


class CellData(TypedDict):
    """One thing to show; `answer` is what a click on it says; `changed` by the last move.

    `note` says in a word or two what it does or is, `seat` who put it there, `effect` is a sign of
    what it does to the other's number. What a cell has not, or is not, is left out.
    """

    text: str
    caption: NotRequired[str]
    answer: NotRequired[str]
    note: NotRequired[str]
    seat: NotRequired[SeatNumber]
    look: NotRequired[Look]
    effect: NotRequired[str]
    changed: NotRequired[bool]


class RowData(TypedDict):
    """Cells that belong together, and whose they are; `hidden` ones before them are left out.

    Where there can only be so many cells, `total` is how many.
    """

    kind: RowKind
    label: str
    seat: SeatNumber | None
    hidden: int
    total: int | None
    cells: list[CellData]


class OutcomeData(TypedDict):
    """The result of a finished game."""

    winner: SeatNumber
    reason: str


class PositionData(TypedDict):
    """A position with its legal moves, outcome and view. `mover` is null in a finished game."""

    game: str
    position: str
    mover: SeatNumber | None
    legalMoves: list[str]
    outcome: OutcomeData | None
    view: list[RowData]


def json_text(data: object) -> str:
    """Return indented JSON."""
    return json.dumps(data, indent=2, ensure_ascii=False)


def position_after(game: AnyGame, state: State, moves: Sequence[str]) -> State:
    """Play the moves and return the final position. Raise WrongMove at the first invalid move."""
    for index, text in enumerate(moves):
        try:
            state = game.play(state, text)
        except (IllegalMove, MoveSyntaxError) as error:
            raise WrongMove(index, text, str(error)) from None
    return state


def game_data(game: type[AnyGame]) -> GameData:
    """Return a game's title, goal, theme, presets and options as JSON data."""
    from lastdigit.game.theme import theme_of

    voice = game().second_person(Audience())
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "card": voice.card(),
        "goal": voice.goal(),
        "identity": _identity_data(theme_of(game)),
        "version": game.version,
        "presets": [_preset_data(preset) for preset in game.presets],
        "options": [_option_data(option) for option in game.options()],
        "editable": [{"field": one.field, "empty": one.empty} for one in game.editable],
    }


def _identity_data(identity: Theme) -> IdentityData:
    return {
        "fill": identity.fill,
        "on": identity.on,
        "deep": identity.deep,
        "wash": identity.wash,
        "edge": identity.edge,
        "mark": identity.mark,
    }


def _preset_data(preset: Preset) -> PresetData:
    return {
        "name": preset.name,
        "about": preset.about,
        "turns": preset.turns,
        "options": dict(preset.options),
        "attempts": preset.attempts,
        "suggested": preset.suggested,
    }


def _option_data(option: Option) -> OptionData:
    return {
        "name": option.name,
        "type": option.kind,
        "default": option.default,
        "range": None if option.kind == "yes/no" else (option.low, option.high),
        "allowed": option.allowed,
        "none": option.none or None,
        "help": option.help,
        "beyond": option.beyond,
        "follows": option.follows,
        "sized": option.sized,
    }


def position_data(game: AnyGame, state: State) -> PositionData:
    """Return a position as JSON data."""
    outcome = game.outcome(state)
    return {
        "game": game.name,
        "position": game.format_state(state),
        "mover": None if outcome else state.mover.number,
        "legalMoves": [game.format_move(move) for move in game.legal_moves(state)],
        "outcome": _outcome_data(outcome) if outcome else None,
        "view": view_data(game.view(state)),
    }


def _outcome_data(outcome: Outcome) -> OutcomeData:
    return {"winner": outcome.winner.number, "reason": outcome.reason}


def view_data(view: View, before: View | None = None, longest: int | None = None) -> list[RowData]:
    """Return a view as JSON data.

    `before` is the view before the last move. Cells of a number, or of a row with an owner, are
    marked as changed if they differ from it. A row with more than `longest` cells is cut to its
    last cells, unless it has a `total`.
    """
    earlier = before if before is not None and len(before) == len(view) else (None,) * len(view)
    return [_row_data(row, old, longest) for row, old in zip(view, earlier, strict=True)]


def _row_data(row: Row, old: Row | None, longest: int | None) -> RowData:
    # Front ends count the cells of a row with a total ("Used 5 of 143"), so never cut those.
    cut = 0 if longest is None or row.total is not None else max(0, len(row.cells) - longest)
    hidden = row.hidden + cut
    compared = old is not None and (row.kind is RowKind.NUMBER or row.seat is not None)
    texts = dict(enumerate((cell.text for cell in old.cells), old.hidden)) if old else {}
    return {
        "kind": row.kind,
        "label": row.label,
        "seat": row.seat.number if row.seat else None,
        "hidden": hidden,
        "total": row.total,
        "cells": [
            _cell_data(cell, compared and texts.get(index, "") != cell.text)
            for index, cell in enumerate(row.cells[cut:], hidden)
        ],
    }


def _cell_data(cell: Cell, changed: bool) -> CellData:
    # Omit empty fields: most cells have only a text, and live updates contain many cells.
    data: CellData = {"text": cell.text}
    if cell.caption:
        data["caption"] = cell.caption
    if cell.answer:
        data["answer"] = cell.answer
    if cell.note:
        data["note"] = cell.note
    if cell.seat:
        data["seat"] = cell.seat.number
    if cell.look is not Look.PLAIN:
        data["look"] = cell.look
    if cell.effect:
        data["effect"] = cell.effect
    if changed:
        data["changed"] = True
    return data


def view_text(view: View) -> str:
    """Return a view as plain text, one line per row."""
    return "".join(f"{row.label}: {_row_text(row)}\n" for row in view)


def _row_text(row: Row) -> str:
    if not row.cells:
        return "-"
    between = " " if row.kind is RowKind.NUMBER else ", "
    earlier = f"({row.hidden} earlier) ... " if row.hidden else ""
    return earlier + between.join(cell.text or "_" for cell in row.cells)


LONGEST_NUMBER = 12


def numbers_text(view: View) -> str:
    """Return the numbers of a view in compact form, such as "277" or "998 - 990".

    Only the last nine digits of a number with more than LONGEST_NUMBER digits are included.
    """
    rows = [row.cells for row in view if row.kind is RowKind.NUMBER]
    texts = ["".join(cell.text or "_" for cell in cells) for cells in rows]
    return " - ".join(text if len(text) <= LONGEST_NUMBER else f"...{text[-9:]}" for text in texts)
