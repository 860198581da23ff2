"""The lesson screen: positions, tasks, and a comment on every answer."""

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
from lastdigit.tui.board import Board, BoardScreen, MoveChooser, Palette


class LessonChooser(MoveChooser):
    """The player's progress in a lesson."""

    def __init__(self, game: AnyGame, lesson: Lesson) -> None:
        self.game = game
        self.lesson = lesson
        self.voice = game.second_person(AGAINST_COMPUTER)
        self.step_index = 0
        self._begin_step()

    def _begin_step(self) -> None:
        self._attempt = StepAttempt(self.game, self.step)
        self._entry = MoveEntry(self.voice.dialogue, self.state, try_all=True)
        self._selected_index = 0
        self.show_message(f"{self.step.heading}\n{self.step.task}")

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.step_index]

    @property
    def state(self) -> State:
        state: State = self.game.parse_state(self.step.position)
        return state

    @property
    def accepts_input(self) -> bool:
        """Whether there is more to find in this step."""
        return not self._attempt.is_done

    @property
    def is_last(self) -> bool:
        return self.step_index + 1 == len(self.lesson.steps)

    @property
    def entry(self) -> MoveEntry:
        """The partly entered move. In a lesson, every answer can be tried."""
        return self._entry

    def question_text(self) -> str:
        return super().question_text() if self.entry.answers else self.step.ask.capitalize()

    def button_label(self) -> tuple[str, str]:
        """Return the label of the Enter button: the claim that the answer makes."""
        if not self.accepts_input:
            return "Enter: finish" if self.is_last else "Enter: next step", ""
        answer = self.selected()
        reply = (
            self._attempt.replies.get(" ".join((*self.entry.answers, answer.text)))
            if answer
            else None
        )
        return (reply.button, "") if reply is not None else super().button_label()

    def on_move(self, text: str) -> None:
        """Show whether the move was one of the moves to find, and why."""
        comment, is_right = self._attempt.answer(text)
        done = "" if self.accepts_input else f"\n{self.step.done}"
        self.show_message(f"{comment}{done}", is_refusal=not is_right)

    def next_step(self) -> None:
        self.step_index += 1
        self._begin_step()


class LessonScreen(BoardScreen):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "skip", "skip"),
        Binding("q", "app.pop_screen", "quit"),
    ]

    def __init__(self, chooser: LessonChooser, palette: Palette) -> None:
        super().__init__(chooser, palette.for_game(type(chooser.game)))
        self.chooser = chooser

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="middle"):
            yield Board(self.chooser, self._palette)
        yield Footer()

    def heading(self) -> Text:
        steps = f"step {self.chooser.step_index + 1} of {len(self.chooser.lesson.steps)}"
        title = self.headline(self.chooser.game.title, "in a minute", steps)
        return title.append(f"\n{self.chooser.voice.goal()}")

    def action_choose(self) -> None:
        """Enter the selected answer, or start the next step if everything has been found."""
        if self.chooser.accepts_input:
            super().action_choose()
        else:
            self.action_skip()

    def action_skip(self) -> None:
        """Start the next step, or leave after the last."""
        if self.chooser.is_last:
            self.app.pop_screen()
        else:
            self.chooser.next_step()
            self.show()
