"""Conversion of games, positions and boards to JSON data or text, for commands and the web API."""

# The API schema and the TypeScript types are generated from these types and their docstrings.

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict

from lastdigit.errors import IllegalMove, MoveSyntaxError, WrongMove
from lastdigit.game.game import AnyGame, Cell, Look, Outcome, Row, RowKind, SeatNumber, State, View
from lastdigit.game.options import Occasion, Option, OptionValue, Preset
from lastdigit.game.text import Audience

if TYPE_CHECKING:
    from lastdigit.game.theme import Theme


class OptionData(TypedDict):
    """A rule that players can change.

    - `name`: Identifier of the option, such as `max-length`.
    - `type`: `integer`, `yes/no`, or `list` (of integers).
    - `default`: Default value.
    - `range`: Smallest and largest integer. Null for `yes/no`.
    - `allowed`: The allowed values in words, such as "1 to 9, or none".
    - `none`: The word for null or an empty list. Null if neither null nor an empty list is allowed.
    - `help`: What the option changes, in a few words.
    - `beyond`: Whether the option is an extension that is not in the game's rulebook.
    - `follows`: Whether the default depends on other options, and can differ from `default`.
    - `sized`: Whether the range depends on other options, and can differ from `range`. Players read
      and type the values of such an option in the game's number base.
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
    """A named combination of option values that players can choose as a whole, such as `quick`.

    - `name`: Identifier of the preset.
    - `about`: Description in a few words.
    - `turns`: Range of the usual number of moves in a game, counting both players.
    - `options`: Values of the options that differ from the defaults, by option name.
    - `attempts`: Number of illegal moves in one turn that loses the game. Null if there is no
      limit.
    - `suggested`: Whether to offer this preset first for games against the computer.
    - `note`: Sentence for players who choose this preset. Empty if there is no such sentence.
    """

    name: str
    about: str
    turns: tuple[int, int]
    options: dict[str, OptionValue]
    attempts: int | None
    suggested: bool
    note: str


class IdentityData(TypedDict):
    """A game's colours and logo.

    Each colour is a pair of CSS colours, for light and dark mode.

    - `fill`: Colour of large areas, such as selected tiles.
    - `on`: Colour of text and symbols on `fill`.
    - `deep`: Colour of text and lines on the page background.
    - `wash`: Background colour of the board.
    - `edge`: Colour of the lower edge of the player's own tiles.
    - `mark`: The logo: SVG shapes in a view box of 64 by 64, drawn in `currentColor`.
    """

    fill: tuple[str, str]
    on: tuple[str, str]
    deep: tuple[str, str]
    wash: tuple[str, str]
    edge: tuple[str, str]
    mark: str


class EditableData(TypedDict):
    """A number in a position's text that a position editor can change.

    - `field`: Index of the number among the words of the text, starting with 0.
    - `empty`: Character for a place without a digit. If `empty` is an empty string, removing a
      digit makes the number shorter. Null if every place must have a digit.
    """

    field: int
    empty: str | None


class GameData(TypedDict):
    """A game and its options as JSON data."""

    name: str
    title: str
    summary: str
    card: str
    """The goal in a few words, for a list of games to choose from."""
    goal: str
    identity: IdentityData
    version: int
    presets: list[PresetData]
    options: list[OptionData]
    editable: list[EditableData]


class CellData(TypedDict):
    """A cell in a row of the board, such as a digit. Fields that do not apply are left out.

    - `text`: Text in the cell. Empty for a place without a digit.
    - `caption`: Name of the cell, such as "Left" or "hundreds".
    - `answer`: The answer that a click on the cell gives to the current question.
    - `note`: Description in a few words.
    - `seat`: The player who placed the digit, 1 or 2.
    - `look`: Style in which to draw the cell.
    - `effect`: Short symbol for what the cell does to the opponent's number, such as "-7".
    - `changed`: True if the last move changed the cell.
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
    """A labelled row of the board, such as the digits of a number.

    - `kind`: What the row shows.
    - `label`: Label of the row.
    - `seat`: The player to whom the row belongs, 1 or 2. Null if both players share the row.
    - `hidden`: Number of cells that are left out at the start of a long row.
    - `total`: Largest number of cells that the row can have. Null if there is no limit.
    - `cells`: The cells, from left to right.
    """

    kind: RowKind
    label: str
    seat: SeatNumber | None
    hidden: int
    total: int | None
    cells: list[CellData]


class OutcomeData(TypedDict):
    """The result of a finished game as JSON data: the winner and the reason."""

    winner: SeatNumber
    reason: str


class PositionData(TypedDict):
    """A position as JSON data, with its legal moves, outcome and board.

    `mover` is null in a finished game.
    """

    game: str
    position: str
    mover: SeatNumber | None
    legalMoves: list[str]
    outcome: OutcomeData | None
    view: list[RowData]


def json_text(data: object) -> str:
    """Return data as indented JSON text."""
    return json.dumps(data, indent=2, ensure_ascii=False)


def position_after(game: AnyGame, state: State, moves: Sequence[str]) -> State:
    """Return the position after a sequence of moves, given as strings.

    Raise WrongMove for the first string that is not a legal move.
    """
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
        "suggested": Occasion.COMPUTER in preset.suggested_for,
        "note": preset.note,
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
    """Return a position as JSON data, with its legal moves, outcome and board."""
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
    """Return a board as JSON data.

    `before` is the board before the last move. Cells that the move changed are marked. `longest` is
    the maximum number of cells in a row. Only the last cells of a longer row are included.
    """
    earlier = before if before is not None and len(before) == len(view) else (None,) * len(view)
    return [_row_data(row, old, longest) for row, old in zip(view, earlier, strict=True)]


def _row_data(row: Row, old: Row | None, longest: int | None) -> RowData:
    # Front ends count the cells of a row with a total ("Used 5 of 143"), so never cut those.
    cut = 0 if longest is None or row.total is not None else max(0, len(row.cells) - longest)
    hidden = row.hidden + cut
    compared = old is not None and (row.kind is RowKind.NUMBER or row.seat is not None)
    before = old.cells if compared and old is not None else ()
    shift = hidden - old.hidden if old is not None else 0
    unchanged: dict[int, CellData] = {}  # a row can contain the same cell many times
    cells = []
    for place, cell in enumerate(row.cells[cut:], shift):
        data = None
        if compared:
            text = before[place].text if 0 <= place < len(before) else ""
            if text != cell.text:
                data = _cell_data(cell, True)
        if data is None:
            data = unchanged.get(id(cell))
        if data is None:
            data = unchanged[id(cell)] = _cell_data(cell, False)
        cells.append(data)
    return {
        "kind": row.kind,
        "label": row.label,
        "seat": row.seat.number if row.seat else None,
        "hidden": hidden,
        "total": row.total,
        "cells": cells,
    }


def _cell_data(cell: Cell, changed: bool) -> CellData:
    # Omit empty fields: most cells have only text, and live updates contain many cells.
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
    """Return a board as plain text, with one line per row."""
    return "".join(f"{row.label}: {_row_text(row)}\n" for row in view)


def _row_text(row: Row) -> str:
    if not row.cells:
        return "-"
    between = " " if row.kind is RowKind.NUMBER else ", "
    earlier = f"({row.hidden} earlier) ... " if row.hidden else ""
    return earlier + between.join(cell.text or "_" for cell in row.cells)


LONGEST_NUMBER = 12
"""Numbers with more digits than this are shortened by `numbers_text`."""


def numbers_text(view: View) -> str:
    """Return the numbers on a board as text: "277" for one number, "998 - 990" for two.

    Very long numbers are shortened.
    """
    rows = [row.cells for row in view if row.kind is RowKind.NUMBER]
    texts = ["".join(cell.text or "_" for cell in cells) for cells in rows]
    return " - ".join(text if len(text) <= LONGEST_NUMBER else f"...{text[-9:]}" for text in texts)
