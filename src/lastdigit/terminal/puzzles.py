"""Puzzles at a terminal or through a pipe: a position, a question, a few tries, the reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lastdigit.errors import UsageError
from lastdigit.game.game import AnyGame, State
from lastdigit.game.puzzle_source import Task
from lastdigit.puzzles.judging import Verdict, judge, read_answer, reason
from lastdigit.puzzles.progress import Progress, days_running, progress_of, share_text
from lastdigit.puzzles.puzzle import SOLVER, Puzzle
from lastdigit.store import Attempt, Store
from lastdigit.terminal.console import Console
from lastdigit.terminal.desk import Desk, Skip

ASKED = {Task.LOSERS: "These lose", Task.WINNER: "Who wins"}


class PuzzleTable(Desk):
    """One puzzle, where it is solved; `keep` gets every try, `lead` says where it comes from."""

    what = "puzzle"

    def __init__(
        self,
        console: Console,
        puzzle: Puzzle,
        keep: Callable[[str, bool], None] = lambda *_: None,
        lead: str = "",
    ) -> None:
        super().__init__(console, puzzle.game, puzzle.audience)
        self.puzzle = puzzle
        self._keep = keep
        self._lead = lead

    def solve(self, tries: int) -> bool:
        """Ask until it is solved or no try is left; raises Skip, Quit, EndOfInput, ToMenu."""
        puzzle = self.puzzle
        self.say(self.console.bold(f"{puzzle.game.title}, grade {puzzle.grade}"))
        self.say(self.voice.goal())
        if self._lead:
            self.say(self._lead)
        self.show(puzzle.state)
        self.say(puzzle.question)
        answers: tuple[str, ...] = ()
        state = puzzle.state
        while tries:
            answer, verdict = self._answered(state, answers)
            for sentence in verdict.sentences:
                self.say(sentence)
            if verdict.right and not verdict.done:
                answers = (*answers, answer)
                state = puzzle.game.parse_state(verdict.position or "")
                self.show(state)
                continue
            self._keep(" / ".join((*answers, answer)), verdict.right)
            if verdict.right:
                self.say(self.console.bold("Solved."))
                return True
            tries -= 1
            if tries:
                self.say(f"{tries} more {'try' if tries == 1 else 'tries'}.")
        self.say(f"It was {' or '.join(sorted(puzzle.right))}. {reason(puzzle)}")
        return False

    def _answered(self, state: State, answers: tuple[str, ...]) -> tuple[str, Verdict]:
        """Return an answer that can be judged, and what it is worth."""
        while True:
            try:
                answer = self._ask(state)
                return answer, judge(self.puzzle, (*answers, answer))
            except UsageError as error:
                self.say(str(error))

    def _ask(self, state: State) -> str:
        asked = ASKED.get(self.puzzle.task)
        if asked is None:
            return self.ask_move(state)
        line = self.ask(f"{asked}: ").strip().lower()
        if self.puzzle.task is Task.LOSERS and line.isdecimal() and len(line) > 1:
            line = " ".join(line)  # digits typed without blanks between them
        if self.puzzle.task is Task.WINNER:
            meant = [one for one in self.puzzle.choices if line and f" {line}" in f" {one}"]
            line = meant[0] if len(meant) == 1 else line
        return read_answer(self.puzzle, line)


def solve_daily(
    console: Console, store: Store, day: int, today: int, puzzles: Sequence[Puzzle]
) -> None:
    """Solve the puzzles of a day that are not solved yet, and show how it went."""
    try:
        for number, one in enumerate(progress_of(day, puzzles, store.attempts("")), 1):
            if one.over:
                continue
            console.say(f"\nPuzzle {number} of {len(puzzles)}\n")
            try:
                _solve_one(console, store, day, one)
            except Skip:
                continue
    finally:
        attempts = store.attempts("")
        progress = progress_of(day, puzzles, attempts)
        console.say(f"\n{share_text(day, progress, days_running(attempts, today))}\n")


def _solve_one(console: Console, store: Store, day: int, one: Progress[Puzzle]) -> None:
    PuzzleTable(console, one.puzzle, keep_tries(store, one.puzzle, day)).solve(one.left)


def keep_tries(store: Store, puzzle: Puzzle, day: int | None = None) -> Callable[[str, bool], None]:
    """Return what keeps the tries at a puzzle of whoever sits here."""

    def keep(answer: str, right: bool) -> None:
        attempt = Attempt(puzzle.name, puzzle.game.name, puzzle.grade, answer, right, day)
        store.add_attempt("", attempt)

    return keep


def puzzle_text(puzzle: Puzzle, number: int) -> str:
    """Return a puzzle with its answer, to be read."""
    voice = puzzle.game.second_person(puzzle.audience)
    lines = [
        f"{number}. {puzzle.game.title}, grade {puzzle.grade}: {puzzle.question}",
        *(f"   {line}" for line in (_rules(puzzle.game), *voice.picture(puzzle.state)) if line),
        f"   Answer: {' or '.join(sorted(puzzle.right))}. {reason(puzzle)}",
    ]
    return "\n".join(lines)


def _rules(game: AnyGame) -> str:
    """Return the goal, where the options are not the usual ones."""
    return game.second_person(SOLVER).goal() if game != type(game)() else ""
