"""A game's lesson on the screen: a position, something to find, and a reason for every answer."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Footer, Static

from lastdigit.game.game import AnyGame, State
from lastdigit.game.lesson import Lesson, Step, StepAttempt
from lastdigit.game.text import AGAINST_COMPUTER
from lastdigit.match.session import MoveEntry
from lastdigit.tui.board import Board, BoardScreen, Look, MoveChooser


class LessonChooser(MoveChooser):
    """Where somebody is in a lesson, and what they have found."""

    def __init__(self, game: AnyGame, lesson: Lesson) -> None:
        self.game = game
        self.lesson = lesson
        self.voice = game.second_person(AGAINST_COMPUTER)
        self.place = 0
        self._begin_step()

    def _begin_step(self) -> None:
        self._attempt = StepAttempt(self.game, self.step)
        self._entry = MoveEntry(self.voice.dialogue, self.state, try_all=True)
        self._place = 0
        self.say(f"{self.step.heading}\n{self.step.task}")

    @property
    def step(self) -> Step:
        """The step that is taken."""
        return self.lesson.steps[self.place]

    @property
    def state(self) -> State:
        """The position of the step."""
        state: State = self.game.parse_state(self.step.position)
        return state

    @property
    def is_asked(self) -> bool:
        """Whether there is more to find in this step."""
        return not self._attempt.is_done

    @property
    def is_last(self) -> bool:
        """Whether no step follows."""
        return self.place + 1 == len(self.lesson.steps)

    @property
    def entry(self) -> MoveEntry:
        """The half-entered move. In a lesson, every answer can be tried."""
        return self._entry

    def asked(self) -> str:
        """Return what is to be found."""
        return super().asked() if self.entry.answers else self.step.ask.capitalize()

    def deed(self) -> tuple[str, str]:
        """Return what is claimed by Enter."""
        if not self.is_asked:
            return "Enter ends the lesson" if self.is_last else "Enter goes on", ""
        answer = self.chosen()
        reply = (
            self._attempt.replies.get(" ".join((*self.entry.answers, answer.text)))
            if answer
            else None
        )
        return (reply.button, "") if reply is not None else super().deed()

    def move_chosen(self, text: str) -> None:
        """Say whether it was one to find, and why."""
        comment, is_right = self._attempt.answer(text)
        done = "" if self.is_asked else f"\n{self.step.done}"
        self.say(f"{comment}{done}", refused=not is_right)

    def go_on(self) -> None:
        """Take the next step."""
        self.place += 1
        self._begin_step()


class LessonScreen(BoardScreen):
    """The screen of a lesson."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "skip", "skip"),
        Binding("q", "app.pop_screen", "leave"),
    ]

    def __init__(self, turn: LessonChooser, look: Look) -> None:
        super().__init__(turn, look.of(type(turn.game)))
        self.turn = turn

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            yield Board(self.turn, self._look)
        yield Footer()

    def heading(self) -> Text:
        """Return the game, which step it is, and the goal."""
        steps = f"step {self.turn.place + 1} of {len(self.turn.lesson.steps)}"
        title = self.headline(self.turn.game.title, "in a minute", steps)
        return title.append(f"\n{self.turn.voice.goal()}")

    def action_choose(self) -> None:
        """Give an answer, or go on once all is found."""
        if self.turn.is_asked:
            super().action_choose()
        else:
            self.action_skip()

    def action_skip(self) -> None:
        """Leave the step, for the next one or for good."""
        if self.turn.is_last:
            self.app.pop_screen()
        else:
            self.turn.go_on()
            self.show()
