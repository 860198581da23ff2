"""Puzzles, practice and the ladder at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import SystemRandom

from lastdigit.errors import UsageError
from lastdigit.game.game import AnyGame, State
from lastdigit.game.lesson import COUNTS
from lastdigit.game.puzzle_source import Task
from lastdigit.game.text import (
    AGAINST_COMPUTER,
)
from lastdigit.match.narration import Voice
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
from lastdigit.terminal.console import Choice, Console, choose
from lastdigit.terminal.game import TerminalSession
from lastdigit.terminal.lesson import QuestionDialog, Skip

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
