"""Lessons, puzzles, practice and the ladder at a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from random import SystemRandom

from lastdigit.errors import UsageError
from lastdigit.game.game import AnyGame, State
from lastdigit.game.lesson import (
    COUNTS,
    Lesson,
    Step,
    StepAttempt,
    find_lesson,
    lesson_game,
)
from lastdigit.game.puzzle_source import Task
from lastdigit.game.text import (
    AGAINST_COMPUTER,
    Audience,
    UnclearAnswer,
    fit_prompt,
    open_choices,
    shorten_digits,
    unknown_text,
)
from lastdigit.match.narration import Voice
from lastdigit.match.session import MoveEntry
from lastdigit.menu import best_first_game, last_game
from lastdigit.puzzles.history import mistakes_in, played_games
from lastdigit.puzzles.practice import (
    RUNGS,
    WINS_TO_CLIMB,
    Practice,
    RungProgress,
    ladder_progress,
    ladder_setup,
    next_rung,
    origin_text,
    rating_text,
)
from lastdigit.puzzles.puzzle import (
    AnswerFeedback,
    Puzzle,
    grade_answer,
    parse_answer,
    reason,
)
from lastdigit.settings import Settings
from lastdigit.storage import Attempt, Store
from lastdigit.system import data_folder, write_atomically
from lastdigit.terminal.console import Choice, Console, Quit, ToMenu, choose, command_word
from lastdigit.terminal.game import TerminalSession


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
        """Return a line that is not a command. May raise Skip, Quit, ToMenu or EndOfInput."""
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

    Offer it only once, only at a terminal, and only if the offer can be recorded. `ask` replaces
    the plain prompt, because the menu's prompt understands more commands.

    Raise Quit, EndOfInput or KeyboardInterrupt if the player leaves.
    """
    lesson = find_lesson(kind)
    if lesson is None or not console.is_terminal or not _mark_offered(kind.name):
        return
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
    """Record that a lesson was offered. Return False if it is already recorded or saving fails."""
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
    """Return the names in the file, or none if it is damaged."""
    try:
        offered = json.loads(content)["offered"]
        return [name for name in offered if isinstance(name, str)]
    except (ValueError, KeyError, TypeError):
        return []


SKIP_OR_QUIT = "Type skip to skip a puzzle, menu for the menu, ? for help, or q to quit."
TASK_PROMPTS = {Task.LOSERS: "These lose", Task.WINNER: "Who wins"}


class PuzzleDialog(QuestionDialog):
    """A puzzle in a terminal. `save` saves every attempt."""

    what = "puzzle"

    def __init__(
        self,
        console: Console,
        puzzle: Puzzle,
        save: Callable[[str, bool], None] = lambda *_: None,
        introduction: str = "",
    ) -> None:
        super().__init__(console, puzzle.game, puzzle.audience)
        self.puzzle = puzzle
        self._save = save
        self._introduction = introduction

    def solve(self, tries: int) -> bool:
        """Ask until the puzzle is solved or no tries are left.

        May raise Skip, Quit, EndOfInput or ToMenu.
        """
        puzzle = self.puzzle
        self.write(self.console.bold(f"{puzzle.game.title}, grade {puzzle.grade}"))
        self.write(self.voice.goal())
        if self._introduction:
            self.write(self._introduction)
        self.show(puzzle.state)
        self.write(puzzle.question)
        answers: tuple[str, ...] = ()
        state = puzzle.state
        while tries:
            answer, verdict = self._ask_gradable(state, answers)
            for sentence in verdict.sentences:
                self.write(sentence)
            if verdict.right and not verdict.done:
                answers = (*answers, answer)
                state = puzzle.game.parse_state(verdict.position or "")
                self.show(state)
                continue
            self._save(" / ".join((*answers, answer)), verdict.right)
            if verdict.right:
                self.write(self.console.bold("Solved."))
                return True
            tries -= 1
            if tries:
                self.write(f"{tries} more {'try' if tries == 1 else 'tries'}.")
        self.write(f"It was {' or '.join(sorted(puzzle.right))}. {reason(puzzle)}")
        return False

    def _ask_gradable(self, state: State, answers: tuple[str, ...]) -> tuple[str, AnswerFeedback]:
        """Ask for an answer until it can be graded, and return it with its grade."""
        while True:
            try:
                answer = self._ask(state)
                return answer, grade_answer(self.puzzle, (*answers, answer))
            except UsageError as error:
                self.write(str(error))

    def _ask(self, state: State) -> str:
        asked = TASK_PROMPTS.get(self.puzzle.task)
        if asked is None:
            return self.ask_move(state)
        line = self.ask(self.prompt_with(asked, tuple(self.puzzle.choices))).strip().lower()
        if self.puzzle.task is Task.LOSERS and line.isdecimal() and len(line) > 1:
            line = " ".join(line)  # digits typed without spaces between them
        if self.puzzle.task is Task.WINNER:
            matches = [one for one in self.puzzle.choices if line and f" {line}" in f" {one}"]
            line = matches[0] if len(matches) == 1 else line
        return parse_answer(self.puzzle, line)


def save_attempts(
    store: Store, puzzle: Puzzle, day: int | None = None
) -> Callable[[str, bool], None]:
    """Return a function that saves the local player's attempts at a puzzle."""

    def save(answer: str, right: bool) -> None:
        attempt = Attempt(puzzle.name, puzzle.game.name, puzzle.grade, answer, right, day)
        store.add_attempt("", attempt)

    return save


def puzzle_text(puzzle: Puzzle, number: int) -> str:
    """Return a puzzle with its answer."""
    voice = puzzle.game.second_person(puzzle.audience)
    lines = [
        f"{number}. {puzzle.game.title}, grade {puzzle.grade}: {puzzle.question}",
        *(
            f"   {line}"
            for line in (_unusual_goal(puzzle.game), *voice.picture(puzzle.state))
            if line
        ),
        f"   Answer: {' or '.join(sorted(puzzle.right))}. {reason(puzzle)}",
    ]
    return "\n".join(lines)


def _unusual_goal(game: AnyGame) -> str:
    """Return the goal if the options differ from the defaults, otherwise ""."""
    return game.second_person(AGAINST_COMPUTER).goal() if game != type(game)() else ""


def practise(
    console: Console,
    store: Store,
    kinds: Sequence[type[AnyGame]],
    today: int,
    *,
    mistakes_first: bool = False,
) -> None:
    """Present puzzles until the player leaves. Then raise Quit, EndOfInput or ToMenu."""
    with console.thinking():
        own = list(mistakes_in(played_games(store, kinds)))
    attempts = store.attempts("")
    practice = Practice(kinds, attempts, own, today, mistakes_first=mistakes_first)
    console.write(console.wrap(SKIP_OR_QUIT))
    for asked in practice.run():
        puzzle = asked.puzzle
        console.write("\n")
        before = len(store.attempts(""))
        with suppress(Skip):
            dialog = PuzzleDialog(console, puzzle, save_attempts(store, puzzle), origin_text(asked))
            dialog.solve(puzzle.tries)
        attempts = store.attempts("")[before:]
        practice.attempts += attempts
        kind = type(puzzle.game)
        if attempts:
            console.write(console.wrap(rating_text(kind.title, practice.rating(kind))))
    console.write("\nNo more puzzles of this kind.\n")


LADDER_RULE = (
    f"Win {COUNTS[WINS_TO_CLIMB]} in a row without hints or undo to climb a rung. "
    "Every game starts from a position you can win. If you lose, you stay on your rung."
)
DEFAULT_NAME = "You"


def ladders_text(kinds: Sequence[type[AnyGame]], store: Store) -> str:
    """Return the player's progress on each game's ladder."""
    games = list(played_games(store, kinds))
    texts = []
    for kind in kinds:
        ladder = ladder_progress(kind, games)
        lines = [
            f"  {number} {standing.rung.level:9} {_progress_text(standing)}".rstrip()
            for number, standing in enumerate(ladder, 1)
        ]
        heading = f"{kind.title}: {_beaten(ladder)} of {len(RUNGS)} beaten"
        texts.append("\n".join((heading, *lines)))
    return "\n\n".join(texts) + "\n"


def _progress_text(standing: RungProgress) -> str:
    if standing.beaten:
        return "beaten"
    return (
        f"{standing.wins_in_a_row} of {WINS_TO_CLIMB} wins in a row"
        if standing.wins_in_a_row
        else ""
    )


def choose_ladder(console: Console, store: Store, kinds: Sequence[type[AnyGame]]) -> type[AnyGame]:
    """Ask for the game whose ladder to climb. The game played last is the default."""
    with console.thinking():
        games = list(played_games(store, kinds))
    lines = [
        Choice(kind.title, f"{_beaten(ladder_progress(kind, games))} of {len(RUNGS)} beaten")
        for kind in kinds
    ]
    game = last_game(store) or best_first_game()
    default = kinds.index(game) if game in kinds else 0
    return kinds[choose(console, "Which ladder?", lines, default)]


def _beaten(ladder: Sequence[RungProgress]) -> int:
    return sum(standing.beaten for standing in ladder)


def climb(
    console: Console,
    store: Store,
    kind: type[AnyGame],
    settings: Settings,
    package: str,
    *,
    saved: bool = True,
) -> None:
    """Play up a game's ladder until the player leaves. Then raise Quit, EndOfInput or ToMenu.

    `saved` says whether the store outlives the program, so that games can be resumed.
    """
    console.write(f"{kind.title}: the ladder\n{console.wrap(LADDER_RULE)}")
    session = TerminalSession(console, store, saved=saved, voice=Voice(settings.voice))
    while True:
        ladder = ladder_progress(kind, played_games(store, [kind]))
        lines = [
            Choice(
                standing.rung.level,
                "; ".join(filter(None, (standing.rung.about, _progress_text(standing)))),
            )
            for standing in ladder
        ]
        rung = RUNGS[choose(console, "Against whom?", lines, next_rung(ladder))]
        console.write("\n")
        seed = SystemRandom().getrandbits(32)
        session.play(ladder_setup(kind, rung, settings.name or DEFAULT_NAME, package, seed))
        now = ladder_progress(kind, played_games(store, [kind]))[RUNGS.index(rung)]
        console.write(console.wrap(f"{rung.name}: {_progress_text(now) or 'no win yet'}."))


def show_statistics(
    console: Console, store: Store, kinds: Sequence[type[AnyGame]], today: int
) -> None:
    """Print the local player's statistics."""
    from lastdigit.puzzles.statistics import habits, statistics, suggest_practice
    from lastdigit.terminal.output import statistics_text

    with console.thinking():
        played = list(played_games(store, kinds))
        attempts = store.attempts("")
        counted = statistics(kinds, played, attempts, today)
        suggestion = suggest_practice(kinds, played, attempts)
        text = statistics_text(counted, habits(kinds, played), suggestion)
    console.write(console.wrap(text.rstrip("\n")))
