"""A review in words: every move judged, the game's course, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lastdigit.analysis.review import (
    Review,
    ReviewedMove,
    told_turning,
    turning_text,
    verdict_text,
)
from lastdigit.game.game import Seat, Value
from lastdigit.game.serialize import numbers_text
from lastdigit.game.text import Audience, display_width, pad
from lastdigit.match.narration import PlainNarrator, RulebookNarrator, audience_of, player_text
from lastdigit.solver import solver_for
from lastdigit.terminal.analyses import WORDS
from lastdigit.terminal.console import NOTHING, SYMBOLS, WIDEST, Style
from lastdigit.terminal.pages import wrap

COURSE_MARKS = {
    Seat.ONE: SYMBOLS[Value.WIN],
    None: SYMBOLS[Value.DRAW],
    Seat.TWO: SYMBOLS[Value.LOSE],
}
LONGEST_ROW = 60
LONGEST_VERDICT = 40


def review_text(review: Review, style: Style, you: Seat | None = None) -> str:
    """Return a review for people; told to whoever sat on a seat, plainly, or else to nobody."""
    match = review.match
    audience = audience_of(match.setup, you)
    names = audience.label(Seat.ONE), audience.label(Seat.TWO)
    if you is None:
        ending, turning = RulebookNarrator(match).ending(), turning_text(review)
    else:
        narrator = PlainNarrator(match, you, width=style.width)
        ending, turning = narrator.ending(), told_turning(review, narrator.voice)
    ending = ending or f"{review.result.reason}\n"
    players = " - ".join(player_text(match.setup, seat, you) for seat in Seat)
    lines = [f"{style.bold(review.match.game.title)}: {players}", ending]
    start, *boards = _boards(review)
    lines.append(f"Start: {start or '-'}")
    name_width = max(map(display_width, names))
    move_width = max((len(move.move) for move in review.moves), default=0)
    board_width = max(map(len, boards), default=0)
    for move, board in zip(review.moves, boards, strict=True):
        name = names[move.seat.index]
        value = style.valued(move.after, f"{WORDS[move.after]:5}")
        made = f"{move.move:{move_width}}  {board:{board_width}}"
        line = f"{move.turn:4}  {pad(name, name_width)}  {made}"
        # On a narrow screen what a move was worth stands under it.
        narrow = style.width < min(WIDEST, display_width(line) + LONGEST_VERDICT)
        gap = f"\n{' ' * 6}" if narrow else "  "
        lines.append(f"{line}{gap}{value}  {verdict_text(move)}")
    lines += ["", course_text(review.course, audience, style), wrap(turning, style.width)]
    lines += _reason_lines(review, audience, style.width)
    lines.append(wrap(_key_moves_text(review, audience), style.width))
    return "\n".join(lines)


def _key_moves_text(review: Review, audience: Audience) -> str:
    """Return how often each player was right when a move could change the result."""
    accuracy = {seat: review.accuracy(seat) for seat in Seat}
    found = [seat for seat in Seat if accuracy[seat][1]]
    if not found:
        return "Neither player had a key move."
    first, *rest = (f"{accuracy[seat][0]} of {accuracy[seat][1]}" for seat in found)
    text = f"Key moves: {audience.name(found[0])} found {first}"
    if rest:
        return f"{text}, {audience.name(found[1])} {rest[0]}."
    return f"{text}. {audience.subject(found[0].other)} had none."


def course_text(course: Sequence[Seat | None], audience: Audience, style: Style) -> str:
    """Return who was winning after each move: a row a result, a column a move, the start first."""
    one, two = (f"{wins[:1].upper()}{wins[1:]}" for wins in map(audience.wins, Seat))
    rows = {Seat.ONE: one, None: "draw", Seat.TWO: two}
    marks = COURSE_MARKS if style.symbols else dict.fromkeys(COURSE_MARKS, "#")
    nothing = NOTHING if style.symbols else "."
    width = max(map(display_width, rows.values()))
    longest = min(LONGEST_ROW, style.width - width - 1)
    blocks = []
    for begin in range(0, len(course), longest):
        part = course[begin : begin + longest]
        lines = [
            f"{pad(label, width)} "
            + "".join(marks[winner] if seat is winner else nothing for seat in part)
            for winner, label in rows.items()
            if winner is not None or None in course
        ]
        last = begin + len(part) - 1
        lines.append(f"{'move':>{width}} {f'{begin} to {last}' if last > begin else begin}")
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


def _reason_lines(review: Review, audience: Audience, width: int) -> list[str]:
    """Return the reason for the turning point, and for the reader's last mistake if another."""
    game, lines = review.match.game, []

    def reason(move: ReviewedMove) -> str:
        return solver_for(game).why(game.parse_state(move.position))

    # If a player gave up while winning, the turning sentence names no move.
    turning = review.turning_point if review.given_up is None else None
    if turning is not None:
        lines.append(f"Why: {reason(turning)}")
    mistakes = [move for move in review.moves if move.seat is audience.you and not move.right]
    if mistakes and mistakes[-1] is not turning:
        last = mistakes[-1]
        lines.append(f"Your last mistake: move {last.turn}, {last.move}. {reason(last)}")
    return [wrap(line, width) for line in lines]
