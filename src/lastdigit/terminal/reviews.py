"""A review in words: every move judged, the game's course, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lastdigit.analysis.course import labels
from lastdigit.analysis.review import Review, turning_text, verdict_text
from lastdigit.core.shapes import numbers_text
from lastdigit.core.values import Seat
from lastdigit.match.narration import RulebookNarrator
from lastdigit.solving import Value, insight_into
from lastdigit.terminal.analyses import WORDS
from lastdigit.terminal.console import NOTHING, SYMBOLS, Style
from lastdigit.terminal.pages import wrap

COURSE_MARKS = {
    Seat.ONE: SYMBOLS[Value.WIN],
    None: SYMBOLS[Value.DRAW],
    Seat.TWO: SYMBOLS[Value.LOSE],
}
LONGEST_ROW = 60


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
    lines += ["", course_text(review.course, names, style), *_turning_lines(review, style.width)]
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
    longest = min(LONGEST_ROW, style.width - width - 1)
    blocks = []
    for begin in range(0, len(course), longest):
        part = course[begin : begin + longest]
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


def _turning_lines(review: Review, width: int) -> list[str]:
    lines = [wrap(turning_text(review), width)]
    if review.given_up is None and review.turning_point is not None:
        game = review.match.game
        before = game.parse_state(review.turning_point.position)
        lines.append(wrap(f"Why: {insight_into(game).why(before)}", width))
    return lines
