"""One game played at a terminal: asks, keeps, tells, until it ends or somebody leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lastdigit.errors import printable
from lastdigit.game.game import Objection, Seat, State, Status
from lastdigit.game.text import UnclearAnswer, parse_answers
from lastdigit.match.match import Match
from lastdigit.match.narrator import Narrator
from lastdigit.match.record import ENDS_TURN, Act, Event, Result
from lastdigit.players.seats import Occupant
from lastdigit.players.settings import Settings
from lastdigit.players.unattended import Try, ask_turn
from lastdigit.terminal import commands
from lastdigit.terminal.console import Console
from lastdigit.terminal.editing import TimeUp


class Table:
    """A match, the people and computers at it, and somebody who writes everything down."""

    def __init__(
        self,
        console: Console,
        match: Match,
        keep: Callable[[int, Event, Result | None], None],
        occupants: Mapping[Seat, Occupant],
        settings: Settings,
        narrator: Narrator,
    ) -> None:
        self.console = console
        self.match = match
        self.occupants = occupants
        self.narrator = narrator
        self.objection: Objection | None = None
        self.answers: tuple[str, ...] = ()
        self._keep = keep
        self._settings = settings
        self._deadline: float | None = None
        self._turn_is_over = False

    def play(self) -> None:
        """Play to the end; raises Quit, EndOfInput or KeyboardInterrupt when somebody leaves.

        Raises PlayerError if somebody who is no person cannot be asked.
        """
        for seat, occupant in self.occupants.items():
            occupant.begin(self.match.setup, seat)
        while self.match.result is None:
            self.console.say(self.narrator.opening())
            self.objection = None
            if self.match.mover in self.occupants:
                self._computer_turn(self.occupants[self.match.mover])
            else:
                self._human_turn()
        for occupant in self.occupants.values():
            occupant.hear_result(self.match.result)

    def happen(self, event: Event, before: State) -> None:
        """Keep what has just been applied, and only then tell it: what was seen is never lost."""
        self._keep(len(self.match.events), event, self.match.result)
        self.console.say(self.narrator.event_text(event, before))
        self._turn_is_over = self.match.result is not None or event.act in ENDS_TURN

    def act(self, act: Act, seat: Seat, text: str = "", plies: int = 0) -> Event:
        """Let something other than a try at a move happen; raises MatchError."""
        before = self.match.state
        event = self.match.apply(Event(act, seat, text, plies))
        self.happen(event, before)
        return event

    def _computer_turn(self, occupant: Occupant) -> None:
        before, mover = self.match.state, self.narrator.name(self.match.mover)
        steps = ask_turn(self.match, occupant, self._settings, self.console.clock)
        while True:
            with self.console.thinking():
                step = next(steps, None)
            if step is None:
                return
            if isinstance(step, Event):
                if step.act in (Act.MOVE, Act.REJECTED):
                    self.console.say(self.narrator.answers_text(step.text, before))
                self.happen(step, before)
            elif step.move is None:
                self.console.say(f"{mover}: {failure_text(step)}\n")

    def _human_turn(self) -> None:
        limit = self.match.setup.terms.time_limit
        self._deadline = None if limit is None else self.console.clock() + limit
        self.answers = ()
        self._turn_is_over = False
        try:
            while not self._turn_is_over:
                prompt = self.narrator.prompt(self.answers)
                if self._deadline is not None:
                    prompt = self._timed(prompt)
                line = self.console.ask(
                    prompt, self._deadline, self._turn_so_far, self._completions
                )
                self._take(line)
        except TimeUp:
            self.act(Act.TIME, self.match.mover)

    def _timed(self, prompt: str) -> str:
        """Return a prompt with the time that is left for it."""
        assert self._deadline is not None, "somebody's time is running"
        left = max(0, round(self._deadline - self.console.clock()))
        return f"[{left} s] {prompt}"

    def _turn_so_far(self) -> str:
        """Return the turn as it stands, for somebody who has been away."""
        answers = self.narrator.answers_text(" ".join(self.answers), self.match.state)
        prompt = self.narrator.prompt(self.answers)
        if self._deadline is not None:
            prompt = self._timed(prompt)
        return f"{self.narrator.opening()}{answers}{prompt}"

    def _completions(self, line: str) -> list[str]:
        """Return the lines that one can become: open answers, from a move's beginning; commands."""
        dialogue, state = self.narrator.dialogue, self.match.state
        before = line[: line.rfind(" ") + 1]
        try:
            given = parse_answers(dialogue, state, (), before) if before else self.answers
        except UnclearAnswer:
            return list(commands.COMMANDS)
        question = dialogue.question(state, given)
        lines = []
        for answer in question.answers if question else ():
            if answer.status is not Status.UNAVAILABLE:
                more = dialogue.question(state, (*given, answer.text)) is not None
                lines.append(f"{before.lower()}{answer.text}{' ' if more else ''}")
        return [*lines, *commands.COMMANDS]

    def _take(self, line: str) -> None:
        """Do what a line says: a command, or an answer; the last answer of a turn is a move."""
        command = commands.TYPED.get(line.strip().lower())
        if command is not None:
            command.run(self)
            return
        dialogue, before = self.narrator.dialogue, self.match.state
        if not line.strip():
            line = self.narrator.only_answer(self.answers)
        try:
            self.answers = parse_answers(dialogue, before, self.answers, line)
        except UnclearAnswer as unclear:
            self.objection = unclear.objection or self.objection
            self.console.say(self.narrator.unclear_text(unclear))
            return
        if dialogue.question(before, self.answers) is None:
            event = self.match.play(" ".join(self.answers))
            self.answers = ()
            self.objection = self.match.objection
            self.happen(event, before)

    def ask_other_player(self, prompt: str) -> str:
        """Ask the other player something; the mover's clock stands still."""
        asked_at = self.console.clock()
        answer = self.console.ask(prompt)
        if self._deadline is not None:
            self._deadline += self.console.clock() - asked_at
        return answer


def failure_text(one: Try) -> str:
    """Return why a try was no move, with the last that a program wrote to standard error."""
    lines = one.error_output.strip().splitlines()
    return printable(f"{one.refusal} ({lines[-1]})" if lines else one.refusal)
