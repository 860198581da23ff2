"""Exact answers in words: a position, its analysis, a hint, a review, a whole game solved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lastdigit.analysis.course import labels
from lastdigit.analysis.position import Analysis, JudgedMove
from lastdigit.analysis.review import Review, turning_text, verdict_text
from lastdigit.analysis.whole import Opening, Whole
from lastdigit.core.game import AnyGame, State
from lastdigit.core.shapes import numbers_text, view_text
from lastdigit.core.values import Seat
from lastdigit.match.narration import RulebookNarrator
from lastdigit.solving import Value, insight_into
from lastdigit.terminal.console import NOTHING, PLAIN, SYMBOLS, Style
from lastdigit.terminal.pages import wrap

COURSE_MARKS = {
    Seat.ONE: SYMBOLS[Value.WIN],
    None: SYMBOLS[Value.DRAW],
    Seat.TWO: SYMBOLS[Value.LOSE],
}
LONGEST_ROW = 60
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
        f"{values_text(analysis, style)}{wrap(analysis.why)}\n"
    )


def values_text(analysis: Analysis, style: Style) -> str:
    """Return every move with its value, best first."""
    width = max((len(move.move) for move in analysis.moves), default=0)
    return "".join(
        f"  {move.move:{width}}  {move_value_text(move, style)}\n" for move in analysis.moves
    )


def review_text(review: Review, style: Style) -> str:
    """Return a review for people."""
    names = review.match.setup.names
    ending = RulebookNarrator(review.match).ending() or f"{review.result.reason}\n"
    lines = [f"{style.bold(review.match.game.title)}: {names[0]} - {names[1]}", ending]
    start, *boards = _boards(review)
    lines.append(f"Start: {start or '-'}")
    name_width = max(map(len, names))
    move_width = max((len(move.move) for move in review.moves), default=0)
    board_width = max(map(len, boards), default=0)
    for move, board in zip(review.moves, boards, strict=True):
        name = names[move.seat.index]
        value = style.valued(move.after, f"{WORDS[move.after]:5}")
        made = f"{move.move:{move_width}}  {board:{board_width}}"
        lines.append(f"{move.turn:4}  {name:{name_width}}  {made}  {value}  {verdict_text(move)}")
    lines += ["", course_text(review.course, names, style), *_turning_lines(review)]
    for seat in Seat:
        right, critical = review.accuracy(seat)
        chose = f"chose right {right} of {critical} times" if critical else "never had to choose"
        lines.append(f"Where a move could change the result, {names[seat.index]} {chose}.")
    return "\n".join(lines)


def course_text(course: Sequence[Seat | None], names: tuple[str, str], style: Style) -> str:
    """Return who was winning after each turn: a row a result, a column a turn, the start first."""
    rows = labels(names)
    marks = COURSE_MARKS if style.symbols else dict.fromkeys(COURSE_MARKS, "#")
    nothing = NOTHING if style.symbols else "."
    width = max(map(len, rows.values()))
    blocks = []
    for begin in range(0, len(course), LONGEST_ROW):
        part = course[begin : begin + LONGEST_ROW]
        lines = [
            f"{label:{width}} "
            + "".join(marks[winner] if seat is winner else nothing for seat in part)
            for winner, label in rows.items()
            if winner is not None or None in course
        ]
        last = begin + len(part) - 1
        lines.append(f"{'turn':>{width}} {f'{begin} to {last}' if last > begin else begin}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _boards(review: Review) -> Iterator[str]:
    """Yield the numbers at the start and after each move."""
    game = review.match.game
    state = game.parse_state(review.match.setup.start)
    yield numbers_text(game.view(state))
    for move in review.moves:
        state = game.play(state, move.move)
        yield numbers_text(game.view(state))


def _turning_lines(review: Review) -> list[str]:
    lines = [wrap(turning_text(review))]
    if review.given_up is None and review.turning_point is not None:
        game = review.match.game
        before = game.parse_state(review.turning_point.position)
        lines.append(wrap(f"Why: {insight_into(game).why(before)}"))
    return lines


def whole_text(whole: Whole, style: Style) -> str:
    """Return a solved game for people."""
    lines = [whole.game.title]
    lines += [
        f"  {option.name} {option.format(getattr(whole.game, option.field))}"
        for option in whole.game.options()
    ]
    if whole.opening is not None:
        lines += _opening_lines(whole.opening)
    if whole.census is not None:
        lines.append(
            f"Positions that can come up: {whole.census.positions:,}; for the player to move "
            f"{whole.census.won:,} won, {whole.census.lost:,} lost, {whole.census.drawn:,} drawn."
        )
        lines.append(
            f"The longest that can be forced from any of them: {turns_text(whole.census.longest)}."
        )
    elif whole.opening is not None:
        lines.append("There are too many positions to be counted.")
    if whole.starts:
        lines += _start_lines(whole.starts, style)
    return "\n".join(map(wrap, lines)) + "\n"


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
