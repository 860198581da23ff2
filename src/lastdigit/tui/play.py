"""A game played on a full screen: a match, somebody who keeps it, and whoever plays against you.

Nothing here draws; the screen asks what there is to see, and tells what was chosen.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lastdigit.analysis.hints import Advice, advise, next_step
from lastdigit.analysis.position import Analysis, analyse_position
from lastdigit.core.plain import Entry
from lastdigit.core.values import Answer, Question, Row, Seat, Status
from lastdigit.errors import MatchError
from lastdigit.match.match import Match
from lastdigit.match.narration import PlainNarrator
from lastdigit.match.record import Act, Event, Hint, Setup
from lastdigit.players.seats import Occupant
from lastdigit.players.settings import DEFAULT_SETTINGS
from lastdigit.players.unattended import ask_turn
from lastdigit.store import Store


@dataclass
class Turn:
    """The turn that is being made: the answers so far, and which one is looked at next."""

    answers: tuple[str, ...] = ()
    place: int = 0


class ScreenGame:
    """One game on the screen, from whose seat it is seen, and all that has been said in it."""

    def __init__(
        self, match: Match, store: Store, number: int, occupant: Occupant | None, you: Seat | None
    ) -> None:
        self.match = match
        self.narrator = PlainNarrator(match, you, width=sys.maxsize)  # the screen wraps by itself
        self.voice = self.narrator.voice
        self.sentence = ""
        self.history: list[Entry] = []
        self.before = match.state
        self.turn = Turn()
        self._store = store
        self._number = number
        self._occupant = occupant
        if occupant is not None:
            occupant.begin(match.setup, self._machine())

    def _machine(self) -> Seat:
        return next(seat for seat in Seat if not self.match.setup.players[seat.index].is_person)

    @classmethod
    def new(cls, setup: Setup, store: Store, occupant: Occupant | None) -> ScreenGame:
        """Return a game that begins, kept from its first event on."""
        people = [seat for seat in Seat if setup.players[seat.index].is_person]
        you = people[0] if len(people) == 1 else None
        return cls(Match(setup), store, store.add(setup), occupant, you)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.match.result is not None

    @property
    def waits_for_other(self) -> bool:
        """Whether somebody who is no person is to move."""
        player = self.match.setup.players[self.match.mover.index]
        return not self.is_over and not player.is_person

    def question(self) -> Question | None:
        """Return what is asked now, if a person is to answer."""
        if self.is_over or self.waits_for_other:
            return None
        return self.narrator.dialogue.question(self.match.state, self.turn.answers)

    def open_answers(self) -> tuple[Answer, ...]:
        """Return the answers that can be given now."""
        question = self.question()
        answers = question.answers if question else ()
        return tuple(answer for answer in answers if answer.status is not Status.UNAVAILABLE)

    def closed_answers(self) -> frozenset[str]:
        """Return the answers that cannot be given now, such as a digit that is used up."""
        question = self.question()
        answers = question.answers if question else ()
        return frozenset(one.text for one in answers if one.status is Status.UNAVAILABLE)

    def rows(self) -> Iterator[tuple[Row, Row | None]]:
        """Yield what to show, each row with what it was before the last move.

        The other's number comes above the reader's own.
        """
        view = self.narrator.dialogue.view(self.match.state)
        before = self.narrator.dialogue.view(self.before)
        old = before if len(before) == len(view) else (None,) * len(view)
        pairs = list(zip(view, old, strict=True))
        seated = [pair for pair in pairs if pair[0].seat is not None]
        you = self.voice.audience.you or Seat.TWO
        ordered = iter(sorted(seated, key=lambda pair: pair[0].seat is you))
        for pair in pairs:
            yield next(ordered) if pair[0].seat is not None else pair

    def chosen(self) -> Answer | None:
        """Return the answer that is looked at."""
        answers = self.open_answers()
        return answers[self.turn.place % len(answers)] if answers else None

    def look(self, step: int) -> None:
        """Look at another answer."""
        count = len(self.open_answers())
        if count:
            self.turn.place = (self.turn.place + step) % count

    def look_at(self, text: str) -> bool:
        """Look at the answer with this text, and return whether it is open."""
        for place, answer in enumerate(self.open_answers()):
            if answer.text == text:
                self.turn.place = place
                return True
        return False

    def deed(self) -> str:
        """Return what Enter would do: the button's words and what they bring about."""
        answer = self.chosen()
        if answer is None:
            return ""
        text = " ".join((*self.turn.answers, answer.text))
        if self.narrator.dialogue.question(self.match.state, tuple(text.split())) is not None:
            return f"{self.voice.ask(self.match.state, self.turn.answers)} {answer.shown}"
        move = self.match.game.parse_move(text)
        button = self.voice.button(self.match.state, move)
        preview = self.voice.preview(self.match.state, move)
        return f"{button}: {preview}" if preview else button

    def choose(self) -> None:
        """Give the answer that is looked at; with the last one the move is tried."""
        answer = self.chosen()
        if answer is None:
            return
        answers = (*self.turn.answers, answer.text)
        self.turn = Turn(answers)
        if self.narrator.dialogue.question(self.match.state, answers) is None:
            self.turn = Turn()
            self._happen(lambda match: match.play(" ".join(answers)))

    def take_back_answer(self) -> None:
        """Forget the answers of a move that is not whole yet."""
        self.turn = Turn()

    def reply(self) -> list[Event]:
        """Return what the other does, found out apart from the match on the screen.

        It may take its time: call it where nobody waits.
        """
        assert self._occupant is not None, "somebody who is no person is to move"
        copy = self.match.copied()
        asked = ask_turn(copy, self._occupant, DEFAULT_SETTINGS, lambda: 0.0)
        return [happened for happened in asked if isinstance(happened, Event)]

    def play_reply(self, events: list[Event]) -> None:
        """Let happen what the other does."""
        for event in events:
            self._apply(event)

    def act(self, act: Act, plies: int = 0) -> None:
        """Let something other than a move happen, for the player to move; says why not."""
        try:
            self._apply(Event(act, self.match.mover, plies=plies))
        except MatchError as error:
            self.sentence = str(error)

    def undo(self) -> None:
        """Take back to the own last turn."""
        self.turn = Turn()
        self.act(Act.UNDO, self.match.plies_back(self.match.mover))

    def hint(self) -> Advice | None:
        """Return the next step of a hint, recorded as such; None where there are no hints."""
        step = next_step(self.match.events)
        return advise(self.match.game, self.match.state, step) if self._asks(step) else None

    def values(self) -> Analysis | None:
        """Return what every move is worth; None where there are no hints."""
        if not self._asks(Hint.VALUES):
            return None
        return analyse_position(self.match.game, self.match.state)

    def _asks(self, kind: Hint) -> bool:
        try:
            self._apply(Event(Act.HINT, self.match.mover, kind))
        except MatchError as error:
            self.sentence = str(error)
            return False
        return True

    def _apply(self, event: Event) -> None:
        self._happen(lambda match: match.apply(event))

    def _happen(self, happen: Callable[[Match], Event]) -> None:
        """Let something happen, keep it, and only then say it."""
        before = self.match.state
        event = happen(self.match)
        self._store.append(self._number, len(self.match.events), event, self.match.result, None)
        if event.act is Act.MOVE:
            self.before = before
            move = self.match.game.parse_move(event.text)
            self.history.append(self.voice.entry(before, move, self.match.state))
        elif event.act is Act.UNDO:
            self.before = self.match.state
            del self.history[len(self.match.moves) :]
        sentence = self.narrator.event_text(event, before).strip()
        if sentence:
            self.sentence = sentence

    def newest_first(self) -> Iterator[Entry]:
        """Yield the moves, the newest first."""
        return reversed(self.history)
