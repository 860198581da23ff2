"""A move being put together: the answers so far, and the one that is looked at next."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from lastdigit.game.game import Answer, Question, Row, Seat, State, Status
from lastdigit.game.text import AnySecondPersonText


class Choosing(ABC):
    """Somebody chooses a move, answer by answer, on a screen that shows all of them."""

    voice: AnySecondPersonText
    sentence = ""
    """What is said between the numbers: what happened last, or why something cannot be done."""
    is_refusal = False
    """Whether the sentence says why not."""

    def __init__(self) -> None:
        self.answers: tuple[str, ...] = ()
        self._place = 0

    @property
    @abstractmethod
    def state(self) -> State:
        """The position that is looked at."""

    @property
    @abstractmethod
    def is_asked(self) -> bool:
        """Whether somebody here is to answer."""

    before: State | None = None
    """The position before the last move, by which it is seen what changed."""

    @abstractmethod
    def move_chosen(self, text: str) -> None:
        """Do what a whole move brings about."""

    def rows(self) -> Iterator[tuple[Row, Row | None]]:
        """Yield what to show, each row with what it was before the last move.

        The other's number comes above the reader's own.
        """
        view = self.voice.dialogue.view(self.state)
        earlier = () if self.before is None else self.voice.dialogue.view(self.before)
        old = earlier if len(earlier) == len(view) else (None,) * len(view)
        pairs = list(zip(view, old, strict=True))
        seated = [pair for pair in pairs if pair[0].seat is not None]
        you = self.voice.audience.you or Seat.TWO
        ordered = iter(sorted(seated, key=lambda pair: pair[0].seat is you))
        for pair in pairs:
            yield next(ordered) if pair[0].seat is not None else pair

    def say(self, sentence: str, *, refused: bool = False) -> None:
        """Say a sentence, in place of the last one."""
        self.sentence, self.is_refusal = sentence, refused

    def question(self) -> Question | None:
        """Return what is asked now, if somebody here is to answer."""
        return self.voice.dialogue.question(self.state, self.answers) if self.is_asked else None

    def asked(self) -> str:
        """Return the question in a few words."""
        return self.voice.ask(self.state, self.answers) if self.is_asked else ""

    def open_answers(self) -> tuple[Answer, ...]:
        """Return the answers that can be given now."""
        question = self.question()
        answers = question.answers if question else ()
        return tuple(answer for answer in answers if self.is_open(answer))

    def is_open(self, answer: Answer) -> bool:
        """Return whether an answer can be given."""
        return answer.status is not Status.UNAVAILABLE

    def closed_answers(self) -> frozenset[str]:
        """Return the answers that cannot be given now, such as a digit that is used up."""
        question = self.question()
        answers = question.answers if question else ()
        return frozenset(answer.text for answer in answers if not self.is_open(answer))

    def chosen(self) -> Answer | None:
        """Return the answer that is looked at."""
        answers = self.open_answers()
        return answers[self._place % len(answers)] if answers else None

    def look(self, step: int) -> None:
        """Look at another answer."""
        count = len(self.open_answers())
        if count:
            self._place = (self._place + step) % count

    def look_at(self, key: str) -> bool:
        """Look at the answer that goes by a text or a number, and return whether it is open.

        Of one that is not, say why.
        """
        question = self.question()
        for answer in question.answers if question else ():
            if key == answer.text or key in answer.numbers:
                if self.is_open(answer):
                    self._place = self.open_answers().index(answer)
                    return True
                why = self.voice.closed(self.state, self.answers, answer)
                self.say(why or self.sentence, refused=bool(why))
        return False

    def deed(self) -> tuple[str, str]:
        """Return what Enter would do: the button's words, and what they bring about."""
        answer = self.chosen()
        if answer is None:
            return "", ""
        answers = (*self.answers, answer.text)
        if self.voice.dialogue.question(self.state, answers) is not None:
            return f"{self.asked()} {answer.shown}", ""
        move = self.voice.game.parse_move(" ".join(answers))
        return self.voice.button(self.state, move), self.voice.preview(self.state, move)

    def choose(self) -> None:
        """Give the answer that is looked at; with the last one the move is whole."""
        answer = self.chosen()
        if answer is None:
            return
        answers = (*self.answers, answer.text)
        self.begin_anew()
        if self.voice.dialogue.question(self.state, answers) is None:
            self.move_chosen(" ".join(answers))
        else:
            self.answers = answers

    def begin_anew(self) -> None:
        """Forget the answers of a move that is not whole."""
        self.answers, self._place = (), 0
