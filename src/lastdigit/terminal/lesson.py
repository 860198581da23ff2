"""A lesson at a terminal or through a pipe, line by line; and the offer of one, made once."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

from lastdigit.game.game import AnyGame, State
from lastdigit.game.lesson import (
    COUNTS,
    STUDENT,
    Lesson,
    Step,
    find_lesson,
    lesson_game,
    step_replies,
    verdict,
)
from lastdigit.system import data_folder, write_whole
from lastdigit.terminal.console import Console, Quit, ToMenu, command_word
from lastdigit.terminal.desk import Desk, Skip

MOST_CHOICES = 4
"""More answers than these are not listed in a prompt: everybody knows the digits."""
OFFERED = "lessons.json"


class Classroom(Desk):
    """One lesson, and where it is taken."""

    what = "step"

    def __init__(self, console: Console, game: AnyGame, lesson: Lesson) -> None:
        super().__init__(console, game, STUDENT)
        self.lesson = lesson
        self._step = lesson.steps[0]

    def teach(self) -> None:
        """Go through all steps; raises Quit, EndOfInput or KeyboardInterrupt if somebody leaves."""
        steps = self.lesson.steps
        self.say(f"{self.game.title} in {COUNTS[len(steps)]} steps. Type skip to leave one out.")
        for number, step in enumerate(steps, 1):
            self.console.say(f"\n{self.console.bold(f'Step {number} of {len(steps)}')}\n")
            try:
                self._take(step)
            except Skip:
                continue
            self.say(step.done)

    def _take(self, step: Step) -> None:
        self._step, state = step, self.game.parse_state(step.position)
        self.say(step.heading)
        self.show(state)
        self.say(step.task)
        replies = step_replies(self.game, step)
        found: set[str] = set()
        while len(found) < step.count:
            reply = replies[self.ask_move(state)]
            if reply.move in found:
                self.say("You have found that already.")
                continue
            if reply.right:
                found.add(reply.move)
            self.say(verdict(reply, step.count - len(found)))

    def choices(self, state: State, answers: tuple[str, ...]) -> tuple[str, ...]:
        """Return the answers to list: at the first question all, as refused ones can be tried."""
        question = self.voice.dialogue.question(state, answers)
        if answers or question is None:
            return super().choices(state, answers)
        return tuple(answer.shown.lower() for answer in question.answers)

    def prompt(self, state: State, answers: tuple[str, ...]) -> str:
        """Return what is asked, with what can be answered where there is room for it."""
        asked = self.voice.ask(state, answers) if answers else self._step.ask
        asked = f"{asked[:1].upper()}{asked[1:]}"
        choices = self.choices(state, answers)
        listed = f"{asked} ({', '.join(choices)}): "
        longest = len(listed) + max(map(len, choices), default=0)
        has_room = len(choices) <= MOST_CHOICES and longest <= self.console.width
        return listed if has_room else f"{asked}: "


def take_lesson(console: Console, kind: type[AnyGame], lesson: Lesson) -> None:
    """Take a game's lesson to its end, and say what the goal is and how to play."""
    _remember(kind.name)
    game = lesson_game(kind, lesson)
    Classroom(console, game, lesson).teach()
    options = "".join(f" --{name} {value}" for name, value in lesson.options.items())
    console.say(
        f"\n{console.wrapped(f'The goal: {game.second_person(STUDENT).goal()}')}"
        f"Play it: {console.bold(f'lastdigit play {game.name}{options} --player-2 easy')}\n"
    )


def offer_lesson(
    console: Console, kind: type[AnyGame], ask: Callable[[str], str] | None = None
) -> None:
    """Offer the lesson of a game before somebody's first game of it; never twice, never piped.

    Where it cannot be remembered that it was offered, it is not. `ask` is how the menu asks, which
    understands more. Raises Quit, EndOfInput or KeyboardInterrupt if somebody leaves.
    """
    lesson = find_lesson(kind)
    if lesson is None or not console.is_terminal or not _remember(kind.name):
        return
    ask = ask or partial(_ask, console)
    console.say(console.wrapped(f"Your first {kind.title}: a lesson of a minute before it?"))
    while True:
        answer = ask("Lesson? (yes, no) [yes]: ")
        if "yes".startswith(answer):
            console.say("\n")
            Classroom(console, lesson_game(kind, lesson), lesson).teach()
            console.say("\n")
            return
        if "no".startswith(answer) or answer == "skip":
            return
        console.say("Type yes or no.\n")


def _ask(console: Console, prompt: str) -> str:
    answer = command_word(console.ask(prompt))
    if answer == "quit":
        raise Quit
    if answer == "menu":
        raise ToMenu(console)
    return answer


def _remember(name: str) -> bool:
    """Remember that a game's lesson was offered, and return whether that is new and certain."""
    folder = data_folder()
    if folder is None:
        return False
    path = folder / OFFERED
    try:
        offered = _names(path.read_bytes()) if path.exists() else []
        if name in offered:
            return False
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, f"{json.dumps({'offered': [*offered, name]})}\n".encode())
    except OSError:
        return False
    return True


def _names(content: bytes) -> list[str]:
    """Return the games in a file of ours, or none if it is not what we wrote."""
    try:
        offered = json.loads(content)["offered"]
        return [name for name in offered if isinstance(name, str)]
    except (ValueError, KeyError, TypeError):
        return []
