"""Puzzles, the daily puzzles with their archive, practice and the ladder at a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from random import SystemRandom

from lastdigit.errors import UsageError, quoted_input
from lastdigit.game.game import AnyGame, State
from lastdigit.game.lesson import COUNTS
from lastdigit.game.puzzle_source import Task
from lastdigit.game.text import AGAINST_COMPUTER, plural
from lastdigit.match.narration import Voice
from lastdigit.menu import best_first_game, last_game
from lastdigit.puzzles.calendar import day_numbers, following_month, month_of, solved_by_day
from lastdigit.puzzles.generate import daily_puzzles, date_of, seconds_left
from lastdigit.puzzles.history import mistakes_in, played_games
from lastdigit.puzzles.practice import (
    RUNGS,
    WINS_TO_CLIMB,
    Practice,
    Progress,
    RungProgress,
    current_streak,
    ladder_progress,
    ladder_setup,
    next_rung,
    origin_text,
    progress_of,
    rating_text,
    share_text,
)
from lastdigit.puzzles.puzzle import (
    AnswerFeedback,
    Puzzle,
    grade_answer,
    parse_answer,
    reason,
)
from lastdigit.puzzles.sums import saved_sums
from lastdigit.settings import Settings
from lastdigit.storage import Attempt, Store
from lastdigit.terminal.console import Choice, Console, ask, choose
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

        The input can raise Skip, Quit, EndOfInput or ToMenu.
        """
        puzzle = self.puzzle
        self.write(self.console.bold(f"{puzzle.game.title}, {puzzle.difficulty}"))
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
        f"{number}. {puzzle.game.title}, {puzzle.difficulty}: {puzzle.question}",
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


def solve_daily(
    console: Console, store: Store, day: int, today: int, puzzles: Sequence[Puzzle]
) -> None:
    """Present the day's unsolved puzzles, then show the progress."""
    open_puzzles = progress_of(day, puzzles, store.attempts(""))
    if not all(one.over for one in open_puzzles):
        console.write(console.wrap(SKIP_OR_QUIT))
    try:
        for number, one in enumerate(open_puzzles, 1):
            if one.over:
                continue
            console.write(f"\nPuzzle {number} of {len(puzzles)}\n")
            try:
                _solve_one(console, store, day, one)
            except Skip:
                continue
    except BaseException:
        console.write(f"\n{_share_text(store, day, today, puzzles)}\n")
        raise
    progress = progress_of(day, puzzles, store.attempts(""))
    text = _share_text(store, day, today, puzzles)
    if day == today and len(puzzles) > 1 and all(one.solved for one in progress):
        _show_closing(console, text, len(puzzles))
    else:
        console.write(f"\n{text}\n")


def _share_text(store: Store, day: int, today: int, puzzles: Sequence[Puzzle]) -> str:
    attempts = store.attempts("")
    return share_text(day, progress_of(day, puzzles, attempts), current_streak(attempts, today))


def _show_closing(console: Console, text: str, count: int) -> None:
    """Show that all of today's puzzles are solved, on a screen of its own if possible."""
    if console.is_terminal:  # leave time to read about the last puzzle
        ask(console, "Press Enter to see your result: ")
    console.clear_screen()
    number = COUNTS[count] if count < len(COUNTS) else str(count)
    console.write(f"\n{console.bold(f'You solved all {number} puzzles of today!')}\n\n{text}\n\n")
    if console.copy_to_clipboard(text):
        console.write("Copied to the clipboard.\n")
    hours = plural(max(1, round(seconds_left(time.time()) / 3_600)), "hour")
    for line in (
        f"The next puzzles come at midnight UTC, in about {hours}.",
        "To play earlier days: lastdigit daily --archive",
        "To be reminded every day: lastdigit daily --calendar FILE",
    ):
        console.write(console.wrap(line))


def _solve_one(console: Console, store: Store, day: int, one: Progress[Puzzle]) -> None:
    PuzzleDialog(console, one.puzzle, save_attempts(store, one.puzzle, day)).solve(one.left)


PREVIOUS, NEXT = "previous", "next"
WEEKDAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
SOME_SOLVED = "+"


def open_archive(
    console: Console, store: Store, today: int, kinds: Sequence[type[AnyGame]]
) -> None:
    """Show a calendar of all days, and play the chosen days, until the player leaves.

    Without a terminal, only print the current month. Raise Quit, EndOfInput or ToMenu.
    """
    month, names = month_of(today), [kind.name for kind in kinds]
    count = sum(kind.declaration().offers("puzzle_sources") for kind in kinds)
    while True:
        solved = solved_by_day(one for one in store.attempts("") if one.game in names)
        console.write(f"\n{_month_text(console, month, solved, count, today)}")
        if not console.is_terminal:
            return
        chosen = _ask_day(console, month, solved, count, today)
        if isinstance(chosen, date):
            month = chosen
            continue
        with console.thinking():
            puzzles = daily_puzzles(chosen, tuple(kinds))
        console.write("\n")
        solve_daily(console, store, chosen, today, puzzles)


def _month_text(
    console: Console, month: date, solved: Mapping[int, int], count: int, today: int
) -> str:
    all_solved = "✓" if console.style.symbols else "*"
    lines = [console.bold(f"{month:%B %Y}"), "".join(f"{name:>4} " for name in WEEKDAYS)]
    for week in day_numbers(month, today):
        cells = []
        for day in week:
            mark = {0: " ", count: all_solved}.get(solved.get(day or 0, 0), SOME_SOLVED)
            cells.append(f"{date_of(day).day:4}{mark}" if day else " " * 5)
        lines.append("".join(cells))
    lines.append(f"{all_solved} all solved  {SOME_SOLVED} some solved")
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _ask_day(
    console: Console, month: date, solved: Mapping[int, int], count: int, today: int
) -> int | date:
    """Return the number of a day to play, or the first day of another month to show."""
    days = {date_of(day).day: day for week in day_numbers(month, today) for day in week if day}
    earlier, later = following_month(month, -1), following_month(month, 1)
    words: dict[str, int | date] = {}
    if any(day for week in day_numbers(earlier, today) for day in week):
        words[PREVIOUS] = earlier
    if later <= date_of(today):
        words[NEXT] = later
    default = next((one for one in reversed(days) if solved.get(days[one], 0) < count), max(days))
    if words:
        console.write(f"Type {' or '.join(words)} for another month.\n")
    prompt = f"Which day? ({min(days)}-{max(days)}) [{default}]: "
    while True:
        answer = ask(console, prompt, words=tuple(words))
        if not answer:
            return days[default]
        if answer.isdecimal() and int(answer) in days:
            return days[int(answer)]
        found = [word for word in words if word.startswith(answer)]
        if len(found) == 1:
            return words[found[0]]
        options = f"a day from {min(days)} to {max(days)}"
        listed = ", ".join((options, *words)) if words else options
        console.write(
            console.wrap(f"{quoted_input(answer)} isn't one of the choices. Type {listed}.")
        )


def practise(
    console: Console,
    store: Store,
    kinds: Sequence[type[AnyGame]],
    today: int,
    *,
    mistakes_first: bool = False,
) -> None:
    """Present puzzles until the player leaves.

    When the player leaves, raise Quit, EndOfInput or ToMenu.
    """
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
    days = saved_sums(store).days
    texts = []
    for kind in kinds:
        ladder = ladder_progress(kind, days)
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
        days = saved_sums(store).days
    lines = [
        Choice(kind.title, f"{_beaten(ladder_progress(kind, days))} of {len(RUNGS)} beaten")
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
    """Play against the opponents on a game's ladder until the player leaves.

    When the player leaves, raise Quit, EndOfInput or ToMenu.

    `saved` says whether the store outlives the program, so that games can be resumed.
    """
    console.write(f"{kind.title}: the ladder\n{console.wrap(LADDER_RULE)}")
    session = TerminalSession(console, store, saved=saved, voice=Voice(settings.voice))
    while True:
        ladder = ladder_progress(kind, saved_sums(store).days)
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
        now = ladder_progress(kind, saved_sums(store).days)[RUNGS.index(rung)]
        console.write(console.wrap(f"{rung.name}: {_progress_text(now) or 'no win yet'}."))


def show_statistics(
    console: Console, store: Store, kinds: Sequence[type[AnyGame]], today: int
) -> None:
    """Print the local player's statistics."""
    from lastdigit.puzzles.statistics import habits, statistics, suggest_practice
    from lastdigit.terminal.output import statistics_text

    with console.thinking():
        saved = saved_sums(store)
        counted = statistics(kinds, saved.days, store.attempts(""), today)
        suggestion = suggest_practice(kinds, saved.days, saved.open_mistakes)
        text = statistics_text(counted, habits(kinds, saved.days), suggestion)
    console.write(console.wrap(text.rstrip("\n")))
