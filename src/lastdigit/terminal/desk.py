"""Where one person answers questions about positions: in a lesson, or at a puzzle."""

from __future__ import annotations

from lastdigit.game.game import AnyGame, State
from lastdigit.game.text import (
    Audience,
    UnclearAnswer,
    only_open_answer,
    open_choices,
    parse_answers,
    unknown_text,
)
from lastdigit.terminal.console import Console, Quit, ToMenu, command_word


class Skip(Exception):  # noqa: N818 - not an error: somebody wants to go on
    """Leave the question out."""


class Desk:
    """One game, and whoever answers; `what` is what `skip` leaves out."""

    what = "question"

    def __init__(self, console: Console, game: AnyGame, audience: Audience) -> None:
        self.console = console
        self.game = game
        self.voice = game.second_person(audience)

    def say(self, sentence: str) -> None:
        """Write a sentence, its words whole."""
        self.console.say(self.console.wrapped(sentence))

    def show(self, state: State) -> None:
        """Write what a position looks like."""
        for line in self.voice.picture(state):
            self.say(line)

    def prompt(self, state: State, answers: tuple[str, ...]) -> str:
        """Return what is asked for the next part of a move."""
        return f"{self.voice.ask(state, answers)}: "

    def ask_move(self, state: State) -> str:
        """Return the text of the move that is typed, in one line or in several."""
        answers: tuple[str, ...] = ()
        while self.voice.dialogue.question(state, answers) is not None:
            line = self.ask(self.prompt(state, answers))
            if not line.strip() and answers:  # half a move is answered by the only other half
                line = only_open_answer(self.voice.dialogue.question(state, answers))
            if not line.strip():
                self.say(unknown_text("", self.choices(state, answers)))
                continue
            try:
                answers = parse_answers(self.voice.dialogue, state, answers, line)
            except UnclearAnswer as unclear:
                self.say(self.unclear(state, unclear))
        return " ".join(answers)

    def unclear(self, state: State, unclear: UnclearAnswer) -> str:
        """Return what is said to what is no answer."""
        if not unclear.unknown:
            return self.voice.unclear(state, unclear)
        return unknown_text(unclear.unknown, self.choices(state, unclear.so_far))

    def choices(self, state: State, answers: tuple[str, ...]) -> tuple[str, ...]:
        """Return the answers that can be given after these, as they are typed."""
        question = self.voice.dialogue.question(state, answers)
        assert question is not None, "there is still something to answer"
        return open_choices(question)

    def ask(self, prompt: str) -> str:
        """Return a line that is no command; raises Skip, Quit, ToMenu or EndOfInput."""
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
                    self.say(f"Answer the question; skip leaves this {self.what} out, quit leaves.")
                case _:
                    return line
