"""Exact values in words: an analysis, a hint, a review."""

from __future__ import annotations

from collections.abc import Callable

from lastdigit.analysis.course import as_text
from lastdigit.analysis.position import Analysis, told, told_move
from lastdigit.analysis.review import Review, ReviewedMove
from lastdigit.core import AnyGame
from lastdigit.terminal.show import heading
from lastdigit.terminal.text import ended, wrapped
from lastdigit.values import Seat


def analysis_text(game: AnyGame, analysis: Analysis) -> str:
    """Return an analysis for people."""
    state = game.parse_state(analysis.position)
    value = told(analysis.solution.value, analysis.solution.remoteness)
    return (
        f"{heading(game, state)}For {state.mover}: {value}\n"
        f"{values_text(analysis)}{wrapped(analysis.why)}\n"
    )


def values_text(analysis: Analysis) -> str:
    """Return every move with its value, best first."""
    width = max((len(move.move) for move in analysis.moves), default=0)
    return "".join(f"  {move.move:{width}}  {told_move(move)}\n" for move in analysis.moves)


def hint_text(analysis: Analysis) -> str:
    """Return one good move and why."""
    best = analysis.moves[0]
    return f"{best.move}: {told_move(best)}\n{wrapped(analysis.why)}\n"


def review_text(review: Review, bold: Callable[[str], str]) -> str:
    """Return a review for people."""
    names = review.match.setup.names
    lines = [f"{bold(review.match.game.title)}: {names[0]} - {names[1]}"]
    lines.append(f"{ended(review.result, names)}: {review.result.reason}\n")
    name_width = max(map(len, names))
    move_width = max((len(move.move) for move in review.moves), default=0)
    for move in review.moves:
        name = names[move.seat.index]
        lines.append(
            f"{move.turn:4}  {name:{name_width}}  {move.move:{move_width}}  {_verdict(move)}"
        )
    lines += ["", as_text(review.course, names)]
    turning = review.turning_point
    if turning is None:
        lines.append("No move changed who wins.")
    else:
        name = names[turning.seat.index]
        lines.append(
            f"Turning point: turn {turning.turn}, {name}, {turning.move}: {turning.verdict}."
        )
        lines.append(wrapped(f"It could have been {' or '.join(turning.best)}."))
    for seat in Seat:
        right, critical = review.accuracy(seat)
        share = f"right at {right} of {critical}" if critical else "met none"
        lines.append(f"Critical positions, {names[seat.index]}: {share}.")
    return "\n".join(lines)


def _verdict(move: ReviewedMove) -> str:
    if move.slower is None:
        return f"{told(move.after, None)}  {move.verdict}"
    quickest = "quickest" if move.after == "win" else "longest"
    pace = quickest if move.slower == 0 else f"slower by {move.slower}"
    if move.after != "win" and move.slower:
        pace = f"shorter by {move.slower}"
    return f"{told(move.after, None)}  {move.verdict}, {pace}"
