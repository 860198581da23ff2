"""A position as the API shows it: what is on the board, what has changed, what is asked."""

from __future__ import annotations

from typing import Any

from lastdigit.core.dialogue import AnyDialogue
from lastdigit.core.game import AnyGame
from lastdigit.core.values import Answer, Row, RowKind, Seat, Status, View
from lastdigit.core.values import Question as Asked
from lastdigit.web import told

MOST_TILES = 120
"""A longer row is shown by its end: nobody reads a thousand digits, and news are sent often."""


def position(
    game: AnyGame, dialogue: AnyDialogue, state: Any, turn: int, before: Any = None
) -> told.Position:
    """Return a position; `before` is the one that the last move was made in, if there was one."""
    over = game.outcome(state) is not None
    return told.Position(
        turn=turn,
        position=game.format_state(state),
        mover=None if over else state.mover.value,
        view=lines(dialogue.view(state), None if before is None else dialogue.view(before)),
        question=None if over else asked(dialogue, state),
    )


def lines(view: View, before: View | None = None) -> list[told.Line]:
    """Return the rows of a view, each number's digits compared with those before the move."""
    earlier = before if before is not None and len(before) == len(view) else (None,) * len(view)
    return [_line(row, old) for row, old in zip(view, earlier, strict=True)]


def _line(row: Row, old: Row | None) -> told.Line:
    cut = max(0, len(row.cells) - MOST_TILES)
    hidden = row.hidden + cut
    compared = old is not None and row.kind is RowKind.NUMBER
    texts = dict(enumerate((cell.text for cell in old.cells), old.hidden)) if old else {}
    return told.Line(
        kind=row.kind.value,
        label=row.label,
        seat=number_of(row.seat),
        hidden=hidden,
        tiles=[
            told.Tile(
                text=cell.text,
                caption=cell.caption or None,
                answer=cell.answer or None,
                changed=compared and texts.get(index) != cell.text,
            )
            for index, cell in enumerate(row.cells[cut:], hidden)
        ],
    )


def number_of(seat: Seat | None) -> Any:
    """Return a seat as 1 or 2, which an enum's value is not to the type checker."""
    return None if seat is None else seat.value


def _sign(answer: Answer) -> str | None:
    """Return another word for an answer that is no word at all, such as /2."""
    return next((word for word in answer.also if not any(map(str.isalpha, word))), None)


def asked(dialogue: AnyDialogue, state: Any, answers: tuple[str, ...] = ()) -> told.Question | None:
    """Return what is asked after these answers, with everything that is asked after that."""
    question = dialogue.question(state, answers)
    if question is None:
        return None
    return told.Question(
        prompt=question.prompt, answers=list(_choices(dialogue, state, answers, question))
    )


def _choices(
    dialogue: AnyDialogue, state: Any, answers: tuple[str, ...], question: Asked
) -> list[told.Choice]:
    def choice(answer: Answer) -> told.Choice:
        closed = answer.status is Status.UNAVAILABLE
        return told.Choice(
            text=answer.text,
            label=answer.shown,
            sign=_sign(answer),
            status=answer.status.value,
            reason=answer.objection.reason if answer.objection else None,
            next=None if closed else asked(dialogue, state, (*answers, answer.text)),
        )

    return [choice(answer) for answer in question.answers]
