"""Exact answers in words: a position, its analysis, a hint, a whole game solved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastdigit.game.game import AnyGame, Seat, State, Value
from lastdigit.game.serialize import view_text
from lastdigit.match.record import option_values
from lastdigit.solver import Census
from lastdigit.terminal.console import PLAIN, Style
from lastdigit.terminal.pages import wrap

if TYPE_CHECKING:
    from lastdigit.analysis.position import Analysis, JudgedMove
    from lastdigit.analysis.whole import Opening, Whole

WORDS = {Value.WIN: "wins", Value.LOSE: "loses", Value.DRAW: "draws"}


def position_heading(game: AnyGame, state: State) -> str:
    """Return which position it is: its text is given back to `--position`."""
    return f'{game.title}, position "{game.format_state(state)}"\n{view_text(game.view(state))}'


def position_text(game: AnyGame, state: State) -> str:
    """Return a position for people."""
    heading = position_heading(game, state)
    outcome = game.outcome(state)
    if outcome is not None:
        return f"{heading}{outcome.reason} {outcome.winner} wins!\n"
    legal = ", ".join(map(game.format_move, game.legal_moves(state)))
    return f"{heading}To move: {state.mover}\n{wrap(f'Allowed: {legal}')}\n"


def value_text(value: Value, plies: int | None, style: Style = PLAIN) -> str:
    """Return a value by symbol, word and colour, and how far off the end is.

    >>> value_text(Value.WIN, 3)
    '▲ wins in 3 turns'
    """
    if plies == 0:
        words = "has won" if value is Value.WIN else "has lost"
    elif plies is None:
        words = WORDS[value]
    else:
        words = f"{WORDS[value]} in {turns_text(plies)}"
    return style.valued(value, words)


def turns_text(plies: int) -> str:
    """Return a number of turns."""
    return "1 turn" if plies == 1 else f"{plies} turns"


def move_value_text(move: JudgedMove, style: Style = PLAIN) -> str:
    """Return what a move is worth, counted from before it is made."""
    plies = None if move.after.remoteness is None else move.after.remoteness + 1
    return value_text(move.value, plies, style)


def analysis_text(game: AnyGame, analysis: Analysis, style: Style) -> str:
    """Return an analysis for people."""
    state = game.parse_state(analysis.position)
    value = value_text(analysis.solution.value, analysis.solution.remoteness, style)
    return (
        f"{position_heading(game, state)}For {state.mover}: {value}\n"
        f"{values_text(analysis, style)}{wrap(analysis.why, style.width)}\n"
    )


def values_text(analysis: Analysis, style: Style) -> str:
    """Return every move with its value, best first."""
    width = max((len(move.move) for move in analysis.moves), default=0)
    return "".join(
        f"  {move.move:{width}}  {move_value_text(move, style)}\n" for move in analysis.moves
    )


def reason_text(analysis: Analysis, style: Style) -> str:
    """Return the reason for a value, with every pair where pairs decide."""
    text = f"{wrap(analysis.why, style.width)}\n"
    if analysis.pairing is None:
        return text
    pairs = [f"{one}-{two}" for one, two in analysis.pairing.pairs]
    paired = {one for pair in analysis.pairing.pairs for one in pair}
    alone = [one for one in analysis.pairing.places if one not in paired]
    for about, listed in (("All pairs", pairs), ("Without a partner", alone)):
        if listed:
            text += wrap(f"{about}: {', '.join(listed)}.", style.width) + "\n"
    return text


def whole_text(whole: Whole, style: Style) -> str:
    """Return a solved game for people."""
    lines = [whole.game.title]
    values = dict(option_values(whole.game))
    lines += [
        f"  {option.name} {option.format(values[option.name])}"
        for option in whole.game.own_options()
        if option.name in values
    ]
    if whole.opening is not None:
        lines += _opening_lines(whole.opening)
    if whole.census is not None:
        lines.append(
            f"Positions that can come up: {whole.census.positions:,}; for the player to move "
            f"{whole.census.won:,} won, {whole.census.lost:,} lost, {whole.census.drawn:,} drawn."
        )
        if (longest := whole.census.longest) is not None:
            lines.append(f"The longest that can be forced from any of them: {turns_text(longest)}.")
    elif whole.opening is not None:
        lines.append("There are too many positions to be counted.")
    if whole.starts:
        lines += _start_lines(whole.starts, style)
    elif (many := whole.many_starts) is not None:
        lines += _count_lines(many)
    elif whole.opening is None:
        lines.append(
            "Where it begins is left to chance, and there are too many ways to be counted."
        )
    return "".join(f"{wrap(line, style.width)}\n" for line in lines)


def _opening_lines(opening: Opening) -> list[str]:
    plies = opening.solution.remoteness
    far = "" if plies is None else f" in {turns_text(plies)}"
    if opening.winner is None:
        lines = ["From the start nobody can force a win: with best play it is a draw."]
    else:
        lines = [f"From the start {opening.winner} wins{far}, Player 1 moving first."]
    if opening.best:
        kind = "wins" if opening.winner else "keeps the draw"
        lines.append(f"First moves with which Player 1 {kind}: {', '.join(opening.best)}.")
    return lines


def _count_lines(many: Census) -> list[str]:
    longest = many.longest
    far = "" if longest is None else f"; the longest that can be forced: {turns_text(longest)}"
    lines = [
        f"All {many.positions:,} starts, for the player who moves first: {many.won:,} won, "
        f"{many.lost:,} lost, {many.drawn:,} drawn{far}."
    ]
    if many.few:
        rare = "won" if many.won == len(many.few) else "lost"
        these = "this one is" if len(many.few) == 1 else "these are"
        lines.append(f"Only {these} {rare}: {', '.join(many.few)}.")
    return lines


def _start_lines(starts: dict[str, Opening], style: Style) -> list[str]:
    wins = sum(start.winner is Seat.ONE for start in starts.values())
    losses = sum(start.winner is Seat.TWO for start in starts.values())
    lines = [
        f"All {len(starts)} starts, for the player who moves first: {wins} won, {losses} lost, "
        f"{len(starts) - wins - losses} drawn."
    ]
    if len({(start.solution, start.best) for start in starts.values()}) == 1:
        return lines  # one line says it for all
    for label, start in starts.items():
        best = f": {', '.join(start.best)}" if start.best else ""
        lines.append(
            f"  {label} {value_text(start.solution.value, start.solution.remoteness, style)}{best}"
        )
    return lines
