"""Questions about positions and lessons at a terminal, and the offer of a lesson before a game."""

# Every game at a terminal imports this module, so the lesson itself is imported when it is taken.

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from lastdigit.game.game import AnyGame, State
from lastdigit.game.text import (
    AGAINST_COMPUTER,
    Audience,
    UnclearAnswer,
    fit_prompt,
    open_choices,
    shorten_digits,
    unknown_text,
)
from lastdigit.match.session import MoveEntry
from lastdigit.system import data_folder, write_atomically
from lastdigit.terminal.console import Console, Quit, ToMenu, command_word

if TYPE_CHECKING:
    from lastdigit.game.lesson import Lesson, Step


class Skip(Exception):  # noqa: N818 - not an error: the player skips the question
    """Skip the current question."""


class QuestionDialog:
    """Asks for moves in positions of one game. `what` names the thing that `skip` skips."""

    what = "question"

    def __init__(self, console: Console, game: AnyGame, audience: Audience) -> None:
        self.console = console
        self.game = game
        self.voice = game.second_person(audience)

    def write(self, sentence: str) -> None:
        """Print a sentence, wrapped to the width."""
        self.console.write(self.console.wrap(sentence))

    def show(self, state: State) -> None:
        """Print a position."""
        for line in self.voice.picture(state):
            self.write(line)

    def prompt(self, state: State, answers: tuple[str, ...]) -> str:
        """Return the prompt for the next part of a move, with its choices."""
        choices = self.voice.choices(state, answers) or self.choices(state, answers)
        return self.prompt_with(self.voice.ask(state, answers), choices, answers)

    def prompt_with(
        self, asked: str, choices: tuple[str, ...], answers: tuple[str, ...] = ()
    ) -> str:
        """Return a prompt with its choices beside or above it.

        `answers` are the answers to the earlier prompts of the move.
        """
        if answers and len(choices) == 1:  # Enter takes it
            return f"{asked} [{choices[0]}]: "
        short = shorten_digits(choices)
        return fit_prompt(f"{asked} ({', '.join(short)}): ", short, self.console.width)

    def ask_move(self, state: State) -> str:
        """Ask for a move, on one line or answer by answer, and return its text."""
        entry = MoveEntry(self.voice.dialogue, state)
        while not entry.is_complete:
            line = self.ask(self.prompt(state, entry.answers))
            if not line.strip() and entry.answers:  # Enter picks the only possible answer
                line = entry.only_answer()
            if not line.strip():
                self.write(unknown_text("", self.choices(state, entry.answers)))
                continue
            try:
                entry.enter(line)
            except UnclearAnswer as unclear:
                self.write(self.unclear_text(state, unclear))
        return entry.text

    def unclear_text(self, state: State, unclear: UnclearAnswer) -> str:
        """Return the message for input that is not an answer."""
        if not unclear.unknown:
            return self.voice.unclear(state, unclear)
        return unknown_text(unclear.unknown, self.choices(state, unclear.so_far))

    def choices(self, state: State, answers: tuple[str, ...]) -> tuple[str, ...]:
        """Return the answers that are possible next, as the player types them."""
        question = self.voice.dialogue.question(state, answers)
        assert question is not None, "the move is incomplete"
        return open_choices(question)

    def ask(self, prompt: str) -> str:
        """Return a line that is not a command.

        The input can raise Skip, Quit, ToMenu or EndOfInput.
        """
        while True:
            line = self.console.ask(prompt)
            match command_word(line):
                case "skip":
                    raise Skip
                case "quit":
                    raise Quit
                case "menu":
                    raise ToMenu(self.console)
                case "help":
                    self.write(
                        f"Answer the question. Type skip to skip this {self.what}, or q to quit."
                    )
                case _:
                    return line


OFFERED_FILE = "lessons.json"


class LessonDialog(QuestionDialog):
    """A lesson in a terminal."""

    what = "step"

    def __init__(self, console: Console, game: AnyGame, lesson: Lesson) -> None:
        super().__init__(console, game, AGAINST_COMPUTER)
        self.lesson = lesson
        self._step = lesson.steps[0]

    def teach(self) -> None:
        """Go through all steps. Raise Quit, EndOfInput or KeyboardInterrupt to leave."""
        from lastdigit.game.lesson import COUNTS

        steps = self.lesson.steps
        self.write(f"{self.game.title} in {COUNTS[len(steps)]} steps. Type skip to skip a step.")
        for number, step in enumerate(steps, 1):
            self.console.write(f"\n{self.console.bold(f'Step {number} of {len(steps)}')}\n")
            try:
                self._run_step(step)
            except Skip:
                continue
            self.write(step.done)

    def _run_step(self, step: Step) -> None:
        from lastdigit.game.lesson import StepAttempt

        self._step, state = step, self.game.parse_state(step.position)
        self.write(step.heading)
        self.show(state)
        self.write(step.task)
        attempt = StepAttempt(self.game, step)
        while not attempt.is_done:
            comment, _ = attempt.answer(self.ask_move(state))
            self.write(comment)

    def choices(self, state: State, answers: tuple[str, ...]) -> tuple[str, ...]:
        """Return the answers to list. For the first question, include closed answers."""
        question = self.voice.dialogue.question(state, answers)
        if answers or question is None:
            return super().choices(state, answers)
        return tuple(answer.shown.lower() for answer in question.answers)

    def prompt(self, state: State, answers: tuple[str, ...]) -> str:
        asked = self.voice.ask(state, answers) if answers else self._step.ask
        asked = f"{asked[:1].upper()}{asked[1:]}"
        return self.prompt_with(asked, self.choices(state, answers), answers)


def take_lesson(console: Console, kind: type[AnyGame], lesson: Lesson) -> None:
    """Go through a game's lesson, then show the goal and how to play."""
    from lastdigit.game.lesson import lesson_game

    _mark_offered(kind.name)
    game = lesson_game(kind, lesson)
    LessonDialog(console, game, lesson).teach()
    options = "".join(f" --{name} {value}" for name, value in lesson.options.items())
    console.write(
        f"\n{console.wrap(f'The goal: {game.second_person(AGAINST_COMPUTER).goal()}')}"
        f"Play it: {console.bold(f'lastdigit play {game.name}{options} --player-2 easy')}\n"
    )


def offer_lesson(
    console: Console, kind: type[AnyGame], ask: Callable[[str], str] | None = None
) -> None:
    """Offer a game's lesson before the player plays the game for the first time.

    Offer the lesson only once, only at a terminal, and only if the offer can be recorded. `ask`
    replaces the plain prompt, because the menu's prompt understands more commands.

    Raise Quit, EndOfInput or KeyboardInterrupt if the player leaves.
    """
    has_lesson = kind.declaration().offers("lesson")
    if not has_lesson or not console.is_terminal or not _mark_offered(kind.name):
        return
    from lastdigit.game.lesson import find_lesson, lesson_game

    lesson = find_lesson(kind)
    assert lesson is not None, "it is declared"
    ask = ask or partial(_ask, console)
    console.write(console.wrap("First time? Start with a one-minute lesson?"))
    while True:
        answer = ask("Lesson? (yes, no) [yes]: ")
        if "yes".startswith(answer):
            console.write("\n")
            LessonDialog(console, lesson_game(kind, lesson), lesson).teach()
            console.write("\n")
            return
        if "no".startswith(answer) or answer == "skip":
            return
        console.write("Type yes or no.\n")


def _ask(console: Console, prompt: str) -> str:
    answer = command_word(console.ask(prompt))
    if answer == "quit":
        raise Quit
    if answer == "menu":
        raise ToMenu(console)
    return answer


def _mark_offered(name: str) -> bool:
    """Record that a lesson was offered.

    Return False if the offer is already recorded or cannot be saved.
    """
    folder = data_folder()
    if folder is None:
        return False
    path = folder / OFFERED_FILE
    try:
        offered = _parse_names(path.read_bytes()) if path.exists() else []
        if name in offered:
            return False
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(path, f"{json.dumps({'offered': [*offered, name]})}\n".encode())
    except OSError:
        return False
    return True


def _parse_names(content: bytes) -> list[str]:
    """Return the names in the file, or no names if the file is damaged."""
    try:
        offered = json.loads(content)["offered"]
        return [name for name in offered if isinstance(name, str)]
    except (ValueError, KeyError, TypeError):
        return []
