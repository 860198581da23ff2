"""A match in progress: the move being entered, and events to save before they are shown."""

from __future__ import annotations

from typing import NamedTuple

from lastdigit.game.game import Answer, Question, State, Status
from lastdigit.game.text import (
    AnyDialogue,
    UnclearAnswer,
    only_open_answer,
    open_choices,
    parse_answers,
)
from lastdigit.match.match import Match
from lastdigit.match.narration import Narrator
from lastdigit.match.record import Act, Event

ENDS_ENTRY = (Act.MOVE, Act.REJECTED, Act.UNDO)
"""The kinds of event after which a partly entered move is discarded."""


class MoveEntry:
    """A move that the player enters by answering one question after another.

    Normally, an answer can be chosen only if a legal move starts with it. With `try_all`, every
    answer can be chosen, as in a lesson.
    """

    def __init__(self, dialogue: AnyDialogue, state: State, *, try_all: bool = False) -> None:
        self.dialogue = dialogue
        self.state = state
        self.answers: tuple[str, ...] = ()
        self._try_all = try_all

    @property
    def text(self) -> str:
        """The text of the move so far, such as "tens" or "tens 7"."""
        return " ".join(self.answers)

    @property
    def question(self) -> Question | None:
        """The next question, or None if the move is complete."""
        return self.dialogue.question(self.state, self.answers)

    @property
    def is_complete(self) -> bool:
        """Whether all of the move's questions have been answered."""
        return self.question is None

    def open_answers(self) -> tuple[Answer, ...]:
        """Return the answers that can be chosen for the next question."""
        return tuple(answer for answer in self._answers() if self.is_open(answer))

    def closed_answers(self) -> tuple[Answer, ...]:
        """Return the answers that cannot be chosen for the next question."""
        return tuple(answer for answer in self._answers() if not self.is_open(answer))

    def is_open(self, answer: Answer) -> bool:
        """Return whether an answer can be chosen."""
        return self._try_all or answer.status is not Status.UNAVAILABLE

    def _answers(self) -> tuple[Answer, ...]:
        question = self.question
        return () if question is None else question.answers

    def choices(self) -> tuple[str, ...]:
        """Return what the user can type to answer the next question."""
        question = self.question
        return () if question is None else open_choices(question)

    def only_answer(self) -> str:
        """Return the answer to the next question if only one answer can be chosen, otherwise ""."""
        return only_open_answer(self.question)

    def completions(self, line: str) -> list[str]:
        """Return suggestions for completing a typed line.

        Each suggestion consists of the complete words of the line, followed by one possible next
        answer.
        """
        typed = line[: line.rfind(" ") + 1]
        entry = MoveEntry(self.dialogue, self.state)
        entry.answers = self.answers
        if typed:
            try:
                entry.enter(typed, start_again=True)
            except UnclearAnswer:
                return []
        lines = []
        for answer in entry.open_answers():
            is_last = self.dialogue.question(self.state, (*entry.answers, answer.text)) is None
            lines.append(f"{typed.lower()}{answer.text}{'' if is_last else ' '}")
        return lines

    def enter(self, line: str, *, start_again: bool = False) -> None:
        """Parse a line of input: an answer to the next question, or the answers for a new move.

        One word answers the next question, and several words start a new move. With `start_again`,
        one word also starts a new move. Raise UnclearAnswer and change nothing if the line is not a
        valid answer.
        """
        given = () if start_again else self.answers
        self.answers = parse_answers(self.dialogue, self.state, given, line)

    def choose(self, answer: Answer) -> None:
        """Give this answer to the next question."""
        self.answers = (*self.answers, answer.text)

    def clear(self) -> None:
        """Discard all answers that have been given so far."""
        self.answers = ()


class Prepared(NamedTuple):
    """An event that has not been saved, and the match as it will be after the event."""

    event: Event
    match: Match
    base: Match

    @property
    def number(self) -> int:
        """The number of the event in the match, counted from 1."""
        return len(self.match.events)


class Committed(NamedTuple):
    """A saved event, with the position before it."""

    event: Event
    before: State

    def text(self, narrator: Narrator) -> str:
        """Return the narrator's description of the event."""
        return narrator.event_text(self.event, self.before)


class PlaySession:
    """A match in progress, without input or output.

    `prepare` returns an event and the match as it will be after the event. The caller then saves
    the event and calls `commit`. Before `commit`, the match and its narrators do not include the
    event, so that an unsaved event is never shown.
    """

    def __init__(self, match: Match, *narrators: Narrator) -> None:
        self.match = match
        self.narrators = narrators
        self.reset_entry()

    def reset_entry(self) -> None:
        """Discard the partly entered move."""
        self._entry: MoveEntry | None = None

    @property
    def entry(self) -> MoveEntry:
        """The move that is being entered. The first narrator provides the questions."""
        if self._entry is None:
            self._entry = MoveEntry(self.narrators[0].dialogue, self.match.state)
        return self._entry

    def prepare(self, action: Event | str) -> Prepared:
        """Apply an event, or the text of a move by the player to move, to a copy of the match.

        Raise MatchError if the event is not possible now, and MoveSyntaxError if the text is not a
        move.
        """
        after = self.match.copy()
        event = after.play(action) if isinstance(action, str) else after.apply(action)
        return Prepared(event, after, self.match)

    def commit(self, prepared: Prepared) -> Committed:
        """Add a saved event to the match. Raise ValueError if the match changed in between."""
        if prepared.base is not self.match:
            raise ValueError("The match has changed since this event was prepared.")
        committed = Committed(prepared.event, self.match.state)
        self.match = prepared.match
        for narrator in self.narrators:
            narrator.match = self.match
        if prepared.event.act in ENDS_ENTRY:
            self.reset_entry()
        return committed
