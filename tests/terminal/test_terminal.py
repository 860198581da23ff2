"""Playing in a real terminal: the menu, whole games, colour and the clock."""

from __future__ import annotations

import base64
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import TextIO, cast

import pexpect
import pytest

import lastdigit
from lastdigit.game.game import Seat
from lastdigit.games import find_class
from lastdigit.match.match import arrange
from lastdigit.match.record import Player, Terms
from lastdigit.menu import best_first_game, default_preset, open_options
from lastdigit.players import COMPUTERS
from lastdigit.puzzles.generate import daily_puzzle, date_of, day_number
from lastdigit.storage import IN_MEMORY, Attempt, SqliteStore
from lastdigit.system import DAY, now, timestamp
from lastdigit.terminal.console import Console
from lastdigit.terminal.game import TerminalSession
from tests.conftest import GAMES, PATIENCE, ROOT, Run
from tests.sizes import sampled

pytestmark = pytest.mark.usefixtures("_old_hand")

ESCAPES = re.compile("\x1b\\[[0-9;]*m")
ALLOWED = "Allowed: "
AFTER_A_GAME = "yes: play again"


class Screen:
    """A terminal that runs `lastdigit`: types lines, waits for text and records the output."""

    def __init__(
        self, arguments: list[str], environment: dict[str, str], folder: Path, columns: int = 100
    ) -> None:
        self._child = pexpect.spawn(
            sys.executable,
            arguments,
            env=environment,
            cwd=str(folder),
            encoding="utf-8",
            timeout=PATIENCE,
            dimensions=(40, columns),
        )
        self._child.delaybeforesend = None
        self.raw = ""

    def see(self, pattern: str) -> str:
        """Wait for a pattern (a dot matches any character), and return all output up to its end."""
        self._child.expect(f"(?:{pattern})(?:\x1b\\[1m)?")
        return self._seen()

    def type(self, line: str) -> None:
        self._child.sendline(line)

    def type_without_enter(self, text: str) -> None:
        self._child.send(text)

    def answer(self, prompt: str, line: str = "") -> str:
        """Wait for a prompt and answer it; return the output up to there."""
        seen = self.see(f"{prompt}[^\n]*: ")
        self.type(line)
        return seen

    def close(self) -> int:
        """Wait for the end, and return the exit code."""
        self._child.expect(pexpect.EOF)
        self._seen()
        self._child.close()
        assert self._child.exitstatus is not None
        return self._child.exitstatus

    def press_ctrl_d(self) -> None:
        self._child.sendeof()

    def stop_and_continue(self) -> None:
        """Stop the program as Ctrl-Z does, and continue it as `fg` does."""
        assert self._child.pid is not None
        os.kill(self._child.pid, signal.SIGSTOP)
        os.waitpid(self._child.pid, os.WUNTRACED)
        os.kill(self._child.pid, signal.SIGCONT)

    def end(self) -> None:
        self._child.close(force=True)

    def _seen(self) -> str:
        after = self._child.after if isinstance(self._child.after, str) else ""
        seen = f"{self._child.before}{after}"
        self.raw += seen
        return ESCAPES.sub("", seen).replace("\r\n", "\n")


Open = Callable[..., Screen]


@pytest.fixture
def screen(environment: dict[str, str], tmp_path: Path) -> Iterator[Open]:
    """Open terminals on `lastdigit` with these arguments and additional environment variables."""
    opened = []

    def open_screen(*words: str, columns: int = 100, **variables: str) -> Screen:
        made = Screen(
            ["-m", "lastdigit", *words],
            {**environment, "TERM": "xterm", "COLUMNS": str(columns), **variables},
            tmp_path,
            columns,
        )
        opened.append(made)
        return made

    yield open_screen
    for made in opened:
        made.end()


def play_to_the_end(on: Screen, random: Random) -> str:
    """Play random moves, one per line, until the game is over; return the ending."""
    while True:
        on.type("moves")
        seen = on.see(f"{ALLOWED}[^\n]*\n|{AFTER_A_GAME}")
        if AFTER_A_GAME in seen:
            return seen
        # A long list is wrapped; its first line is enough.
        allowed = seen.rpartition(ALLOWED)[2].strip().removesuffix(",")
        on.type(random.choice(allowed.split(", ")))


# The menu


@pytest.mark.parametrize("name", sampled(GAMES, "digit-poison"))
def test_the_menu_leads_to_a_finished_game_with_enter_for_everything(
    screen: Open, name: str
) -> None:
    on = screen()
    menu = on.answer(r"Which one\?", str(GAMES.index(name) + 1))
    assert lastdigit.catalogue()[name].title in menu
    assert lastdigit.catalogue()[name].summary in menu
    assert "easy: makes a mistake in 4 of 10 decisive turns" in on.answer(r"Against whom\?")
    on.answer(r"Which rules\?")
    game = lastdigit.catalogue()[name]
    preset = default_preset(game, "easy")
    for option in open_options(game, dict(preset.options)):
        on.answer(rf"{option.name} [([]")
    assert re.search(r"you\swin|the\scomputer\swins", play_to_the_end(on, Random(name)))
    on.answer(r"Again\?", "quit")
    assert on.close() == 0


def test_the_menu_prints_the_goal_before_the_game(call: Run) -> None:
    output, _, game = call(typed="digit poison\nfriend\n\n7\nquit\n").out.partition("Welcome to ")
    assert "A player who makes the number divisible by 7 loses." in " ".join(output.split())
    assert game.startswith("Digit Poison!")


def test_enter_starts_a_good_first_game_for_a_new_player(call: Run) -> None:
    menu = call(typed="\n\n").out
    first = best_first_game()
    assert f"Press Enter to play {first.title}, a good first game.\n" in menu
    assert all(preset.about in menu for preset in first.presets)


def test_enter_plays_the_last_game_again(call: Run) -> None:
    call("play", "digit-duel", "--player-2", "easy", typed="resign\n")
    menu = call(typed="\n\n").out
    assert "Press Enter to play Digit Duel again.\n" in menu
    assert f"[{GAMES.index('digit-duel') + 1}]: \n" in menu
    assert "Continue" not in menu, "there is nothing to continue"
    assert all(preset.about in menu for preset in lastdigit.catalogue()["digit-duel"].presets)


def test_the_rules_for_beginners_are_suggested_only_for_a_first_game(call: Run) -> None:
    names = [preset.name for preset in lastdigit.catalogue()["number-morph"].presets]
    menu = call(typed="number-morph\n\n").out
    assert f"[{names.index('two-digits') + 1}]: \n" in menu
    call("play", "number-morph", "--player-2", "easy", typed="resign\n")
    menu = call(typed="number-morph\n\n").out
    assert f"[{names.index('quick') + 1}]: \n" in menu


def test_enter_continues_an_unfinished_game(call: Run) -> None:
    call("play", "digit-duel", "--player-2", "easy", typed="ones\nquit\n")
    menu = call(typed="\nquit\n").out
    assert "Press Enter to continue game 1.\n" in menu
    assert "Game 1, turn 3." in menu


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("today", "Puzzle 1 of 5"),
        ("daily", "Puzzle 1 of 5"),
        ("ladder", "Which ladder?"),
        ("practice", "Type skip to skip a puzzle"),
        ("statistics", "Nothing saved yet."),
        ("stat", "Nothing saved yet."),
        ("les", "Which lesson?"),
        ("full-screen", "--full-screen needs a terminal."),
    ],
)
def test_everything_in_the_menu_can_be_typed_by_name(call: Run, typed: str, seen: str) -> None:
    out = call(typed=f"{typed}\n").out
    assert seen in out
    number = re.search(rf"(\d+)  {re.escape(MENU_WORDS.get(typed, typed.capitalize()))}", out)
    assert number is not None, "it is listed"
    assert seen in call(typed=f"{number[1]}\n").out, "its number does the same"


MENU_WORDS = {
    "today": "Today's five puzzles",
    "daily": "Today's five puzzles",
    "stat": "Statistics",
    "les": "Lesson",
    "full-screen": "Full screen",
}


def test_a_prefix_of_continue_means_the_newest_game(call: Run) -> None:
    for _ in range(2):
        call("play", "digit-duel", "--player-2", "easy", typed="ones\nquit\n")
    assert "Game 2, turn 3." in call(typed="cont\nquit\n").out
    assert "Game 1, turn 3." in call(typed="continue 1\nquit\n").out


def test_the_menu_shows_the_streak(call: Run, environment: dict[str, str]) -> None:
    assert "Today's five puzzles    the same for everyone" in call(typed="q\n").out
    today = day_number(time.time())
    folder = Path(environment["XDG_DATA_HOME"]) / "lastdigit"
    folder.mkdir(parents=True, exist_ok=True)
    with closing(SqliteStore(folder / "games.sqlite3", now)) as store:
        store.add_attempt("", Attempt("p", "digit-duel", 1, "ones", True, today))
    assert "Today's five puzzles    1-day streak" in call(typed="q\n").out


@pytest.mark.parametrize(
    ("days_ago", "length"), [((0, 2), 2), ((0, 3), 1), ((0, 2, 4), 2)], ids=str
)
def test_one_missed_day_does_not_end_the_streak_in_the_menu(
    call: Run, environment: dict[str, str], days_ago: tuple[int, ...], length: int
) -> None:
    folder = Path(environment["XDG_DATA_HOME"]) / "lastdigit"
    folder.mkdir(parents=True, exist_ok=True)
    today = time.time()
    for ago in days_ago:
        at = today - ago * DAY
        with closing(SqliteStore(folder / "games.sqlite3", partial(timestamp, at))) as store:
            store.add_attempt("", Attempt("p", "digit-duel", 1, "ones", True, day_number(at)))
    assert f"Today's five puzzles    {length}-day streak" in call(typed="q\n").out


def solve_today(folder: Path, *, but: str) -> str:
    """Solve today's puzzles except one, and return the right answer to that one."""
    today, left = day_number(time.time()), ""
    with closing(SqliteStore(folder / "games.sqlite3", now)) as store:
        for name in GAMES:
            puzzle = daily_puzzle(find_class(name), today)
            if puzzle is None:
                continue  # a new game has none before its first day
            if name == but:
                left = min(puzzle.right)
            else:
                tried = Attempt(puzzle.name, name, puzzle.grade, min(puzzle.right), True, today)
                store.add_attempt("", tried)
    return left


@pytest.mark.parametrize(
    ("variables", "is_copied"),
    [
        ({}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": "linux"}, False),
        ({"NO_COLOR": "1"}, False),
        ({"VTE_VERSION": "7603"}, False),
        ({"TERM_PROGRAM": "Apple_Terminal"}, False),
    ],
    ids=str,
)
def test_solving_all_puzzles_of_today_ends_with_a_result_to_share(
    screen: Open, environment: dict[str, str], variables: dict[str, str], is_copied: bool
) -> None:
    solve_today(Path(environment["XDG_DATA_HOME"]) / "lastdigit", but="")
    on = screen("daily", **{"VTE_VERSION": "", "TERM_PROGRAM": "", **variables})
    on.answer("Press Enter to see your result")
    shown = on.see("lastdigit daily --calendar FILE")
    assert on.close() == 0
    assert "You solved all five puzzles of today!" in shown
    text = re.search(r"Last Digit \d+\n.*1-day streak", shown, re.DOTALL)
    assert text is not None
    assert ("Copied to the clipboard.\n" in shown) == is_copied
    sent = re.search("\x1b\\]52;c;([^\x07]*)\x07", on.raw)
    assert (sent is not None) == is_copied
    if sent is not None:
        assert base64.b64decode(sent[1]).decode() == text[0]
        assert on.raw.index("\x1b[2J") < on.raw.index("You solved all five")
    if "dumb" in variables.values() or "NO_COLOR" in variables:
        assert "\x1b" not in on.raw


def test_the_last_of_todays_puzzles_leads_to_the_result_in_a_pipe_too(
    call: Run, environment: dict[str, str]
) -> None:
    folder = Path(environment["XDG_DATA_HOME"]) / "lastdigit"
    right = solve_today(folder, but="digit-poison")  # always asks for a single answer
    out = call("daily", "--color", "always", typed=f"{right}\n").out
    assert "Solved." in out
    assert "You solved all five puzzles of today!" in out
    assert "]52;" not in out
    assert "Copied" not in out
    assert "all five" not in call("daily", GAMES[0]).out, "one puzzle is not all"


def test_an_earlier_day_is_chosen_from_a_calendar(screen: Open) -> None:
    on = screen("daily", "digit-duel", "--archive")
    today = date_of(day_number(time.time()))
    shown = on.answer(r"Which day\?", "99")
    assert f"{today:%B %Y}\n  Mo   Tu   We   Th   Fr   Sa   Su\n" in shown
    assert "isn't one of the choices" in on.answer(r"Which day\?", "previous")
    for _ in range(12 * (today.year - 2026) + today.month - 2):
        on.answer(r"Which day\?", "prev")
    shown = on.answer(r"Which day\?", "5")
    assert "January 2026\n" in shown
    assert "Type next for another month.\nWhich day? (5-31) [31]: " in shown
    on.answer("Strike with", "tens")
    shown = on.answer(r"Which day\?", "next")
    assert "Last Digit 1\nDuel ✓\n" in shown
    assert "   5✓   6    7" in shown
    calendar = shown[shown.index("January 2026") :]
    assert all(len(line) <= 40 for line in calendar.splitlines())
    assert "February 2026" in on.answer(r"Which day\?", "q")
    assert on.close() == 0
    on = screen("daily", "--archive")
    for _ in range(12 * (today.year - 2026) + today.month - 1):
        on.answer(r"Which day\?", "previous")
    assert "   5+   6    7" in on.answer(r"Which day\?", "menu"), "one of five is solved"
    on.answer(r"Which one\?", "q")
    assert on.close() == 0


def test_off_a_terminal_the_archive_is_printed(call: Run) -> None:
    result = call("daily", "--archive")
    assert result.code == 0
    assert f"{date_of(day_number(time.time())):%B %Y}\n" in result.out


def test_the_archive_can_be_opened_after_the_puzzles(call: Run) -> None:
    result = call(
        typed=f"today\n{'skip' + chr(10)}{'skip' + chr(10)}skip\nskip\nskip\narchive\nq\n"
    )
    assert "What next? (1-2) [1]: archive\n" in result.out
    assert "✓ all solved  + some solved\n" in result.out


def test_menu_in_a_puzzle_leads_back_to_the_menu(call: Run) -> None:
    result = call(typed="today\nmenu\nquit\n")
    assert result.code == 0
    assert result.out.count("Press Enter to play") == 2


def test_without_textual_the_menu_says_how_to_get_the_full_screen(
    screen: Open, tmp_path: Path
) -> None:
    hidden = tmp_path / "hidden"
    (hidden / "textual").mkdir(parents=True)
    (hidden / "textual" / "__init__.py").write_text(
        "raise ModuleNotFoundError('no', name='textual')"
    )
    on = screen(PYTHONPATH=f"{hidden}:{ROOT / 'src'}")
    on.answer(r"Which one\?", "full screen")
    output = " ".join(on.answer(r"Which one\?", "q").split())
    assert "The full screen needs the extra tui (textual is missing)" in output
    assert on.close() == 0


def test_the_menu_offers_the_presets_with_their_usual_number_of_turns(call: Run) -> None:
    menu = call(typed="digit duel\n\n").out
    for preset in lastdigit.catalogue()["digit-duel"].presets:
        low, high = preset.turns
        assert f"{preset.about}; usually {low} to {high} turns" in menu


def test_the_menu_lists_unfinished_games_and_continues_any(screen: Open, call: Run) -> None:
    for game in ("digit-duel", "digit-poison"):
        call("play", game, "--player-2", "easy", typed="1\nquit\n")
    on = screen()
    menu = on.answer(r"Which one\?", "continue 1")
    newest, older = len(GAMES) + 1, len(GAMES) + 2
    assert "Press Enter to continue game 2.\n" in menu
    against = r"Player 1 - Computer \(easy\)"
    assert re.search(rf"{newest}  Continue +Digit Poison: {against} \(game 2\)\n", menu)
    assert re.search(rf"{older}  Continue 1 +Digit Duel: {against} \(game 1\)\n", menu)
    heading = on.answer("Strike with", "menu")
    assert (
        "Digit Duel, you against the computer (easy).\nGame 1, turn 3.\nBring the computer's"
        in heading
    )
    assert "Game 1 is saved." in on.answer(r"Which one\?", "q")
    assert on.close() == 0


def test_names_rounds_and_level_can_be_changed_in_the_menu(screen: Open) -> None:
    on = screen()
    on.answer(r"Which one\?", "digit poison")
    on.answer(r"Against whom\?", "change")
    on.answer(r"What do you want to change\?", "name")
    on.answer("Your name", "Ada")
    on.answer(r"What do you want to change\?", "friend")
    on.answer("Your friend's name", "Ada")
    assert "The two players need different names." in on.answer("Your friend's name", "Ben")
    on.answer(r"What do you want to change\?", "rounds")
    on.answer("rounds", "2")
    on.answer(r"What do you want to change\?", "clock")
    on.answer("clock", "60")
    on.answer(r"What do you want to change\?", "level")
    on.answer(r"Which level\?", "perfect")
    assert "perfect: never makes a mistake" in on.answer(r"What do you want to change\?")
    on.answer(r"Against whom\?", "friend")
    on.answer(r"Which rules\?")
    on.answer(r"divisor [([]")
    output = on.answer("Select a digit", "q")
    assert "Round 1 of 2. Ada moves first.\nTime limit: 60 seconds per turn.\n" in output
    assert "Ada and Ben, let's begin." in output
    assert on.close() == 0


def test_after_a_game_against_the_computer_play_asks_for_another(screen: Open) -> None:
    on = screen("play", "digit-duel", "--player-2", "easy")
    on.answer("Strike with", "resign")
    on.answer(r"You resign: the computer wins..*Again\?")
    assert "The computer struck" in on.answer("Strike with", "resign")
    on.answer(r"Again\?", "review")
    review = on.answer(r"Again\?", "no")
    assert "Digit Duel: You - Computer (easy)\nYou resign: the computer wins.\n" in review
    assert "   1  Computer  " in review
    assert "Key moves: " in review
    assert on.close() == 0


def test_a_review_offers_to_replay_from_the_players_last_mistake(screen: Open) -> None:
    on = screen("play", "digit-duel", "--player-2", "perfect", "--seed", "4")
    start = on.answer("Strike with", "tens").splitlines()[-2]
    on.answer("Strike with", "resign")
    on.answer(r"Again\?", "review")
    on.answer(r"Try again from move 1\?", "perhaps")
    assert "Type yes to play on from that position" in on.answer(r"Try again from move 1\?", "yes")
    assert start in on.answer("Strike with", "resign")
    on.answer(r"Again\?", "no")
    assert on.close() == 0
    on = screen("review", "1")
    assert "Move 1: You struck" in on.answer(r"Try again from move 1\?", "y")
    assert start in on.answer("Strike with", "quit")
    assert "Game 3 is saved" in on.see("lastdigit resume 3")
    assert on.close() == 0
    on = screen("review", "2")
    assert on.close() == 0, "without a mistake there is no question"


def test_the_description_of_a_level_states_its_error_rate() -> None:
    descriptions = {name: computer.about for name, computer in COMPUTERS.items()}
    assert descriptions["beginner"] == "makes a mistake in 6 of 10 decisive turns"
    assert descriptions["hard"] == "makes a mistake in 1 of 20 decisive turns"
    assert descriptions["perfect"] == "never makes a mistake"


def test_the_menu_and_the_result_of_a_day_fit_a_terminal_of_40_columns(
    screen: Open, environment: dict[str, str]
) -> None:
    solve_today(Path(environment["XDG_DATA_HOME"]) / "lastdigit", but="")
    on = screen(columns=40)
    seen = on.answer(r"Which one\?", "today")
    seen += on.answer("Press Enter to see your result")
    seen += on.answer(r"What next\?", "archive")
    seen += on.answer(r"Which day\?", "q")
    assert on.close() == 0
    plain = re.sub("\x1b\\][^\x07]*\x07", "", seen)
    assert [line for line in plain.splitlines() if len(line) > 40] == []


@pytest.mark.parametrize("game", sampled(GAMES, "operation-obliteration"))
def test_the_menu_fits_a_terminal_of_80_columns(screen: Open, game: str) -> None:
    on = screen()
    menu = on.answer(r"Which one\?", game) + on.answer(r"Against whom\?")
    menu += on.see(r"Which rules\?")
    assert [line for line in menu.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("rules", ["rulebook", "quick"])
def test_the_menu_asks_for_the_divisor_of_digit_poison_and_suggests_3(
    call: Run, rules: str
) -> None:
    output = call(typed=f"digit poison\nfriend\n{rules}\n0\n7\nquit\n").out
    asked, refused, game = re.split(r"divisor [^\n]*\[3\]: [07]\n", output)
    assert "Welcome" not in asked
    assert "'divisor' cannot be" in refused
    assert "Target Divisor: 7\n" in game


@pytest.mark.parametrize("opponent", ["human", "easy"])
def test_on_a_terminal_play_asks_for_the_divisor_too(screen: Open, opponent: str) -> None:
    on = screen("play", "digit-poison", "--player-2", opponent)
    assert "The number whose multiples are poison:" in on.answer(r"divisor \(1 to", "0")
    assert "'divisor' cannot be" in on.answer(r"divisor \(1 to", "7")
    assert re.search(r"Target Divisor: 7|divisible by 7", on.see("Welcome.*digit|digit "))


@pytest.mark.parametrize(
    "options",
    [
        ("--divisor", "3"),
        ("--divisors", "2,3"),
        ("--preset", "once"),
        ("--player-1", "random", "--player-2", "random"),
    ],
    ids=" ".join,
)
def test_play_does_not_ask_for_a_given_divisor(screen: Open, options: tuple[str, ...]) -> None:
    on = screen("play", "digit-poison", *options)
    on.see("Welcome to Digit Poison!")
    assert "The number whose multiples" not in on.raw


def test_a_pipe_is_not_asked_for_the_divisor(call: Run) -> None:
    assert "divisor (1 to" not in call("play", "digit-poison", typed="quit\n").out


def test_every_option_can_be_set_in_the_menu(screen: Open) -> None:
    on = screen()
    on.answer(r"Which one\?", "digit duel")
    on.answer(r"Against whom\?", "friend")
    on.answer(r"Which rules\?", "own")
    on.answer(r"digits \(")  # sizes come first: the range of numbers depends on them
    on.answer(r"base \(")
    assert "(1 to 999) [999]" in on.answer(r"number-1 \(", "1000")
    assert "'number-1' cannot be \"1000\": it must be 1 to 999." in on.answer(r"number-1 \(", "5")
    on.answer(r"number-2 \(")
    assert "Your Number: 0 0 5\nOpponent's Number: 9 9 9\n" in on.see("Choose")


def test_the_menu_explains_a_value_that_only_the_game_refuses(screen: Open) -> None:
    on = screen()
    on.answer(r"Which one\?", "number morph")
    on.answer(r"Against whom\?", "friend")
    on.answer(r"Which rules\?", "own")
    on.answer(r"log-start \(", "no")
    on.answer(r"late \(")
    on.answer(r"digits \(")
    on.answer(r"base \(")
    on.answer(r"start \(", "213")
    assert "213 = 3 x 71" in on.answer(r"start \(", "211")
    on.see("Starting number is: 211")


@pytest.mark.parametrize(
    "name", ["Number Morph", "number-morph", "number_morph", "number morp", "1"]
)
def test_the_menu_takes_a_game_by_its_number_or_any_form_of_its_name(call: Run, name: str) -> None:
    output = call(typed=f"{name}\n").out
    assert "isn't one of the choices" not in output
    assert "Against whom?" in output


def test_the_menu_repeats_a_question_after_an_invalid_answer(screen: Open) -> None:
    on = screen()
    on.answer(r"Which one\?", "chess")
    lines = len(GAMES) + 6
    beyond = str(lines + 1)
    last = f"Type a number from 1 to {lines}, or the beginning of a name."
    for typed in ("chess", beyond):
        output = " ".join(on.answer(r"Which one\?", beyond).split())
        assert f'"{typed}" isn\'t one of the choices. {last}' in output


def test_the_computer_can_move_first_and_then_the_first_move_alternates(screen: Open) -> None:
    on = screen()
    on.answer(r"Which one\?", "digit duel")
    on.answer(r"Against whom\?", "change")
    on.answer(r"What do you want to change\?", "first")
    on.answer(r"Who moves first\?", "other")
    on.answer(r"What do you want to change\?")
    on.answer(r"Against whom\?")
    on.answer(r"Which rules\?")
    assert "The computer struck with 9: " in on.answer("Strike with", "resign")
    on.answer(r"Again\?")
    assert "The computer struck" not in on.answer("Strike with", "quit")


def test_playing_again_gives_the_other_player_the_first_move(screen: Open) -> None:
    on = screen()
    on.answer(r"Which one\?", "digit duel")
    on.answer(r"Against whom\?", "friend")
    on.answer(r"Which rules\?", "quick")
    for opener in ("Player 1", "Player 2", "Player 1"):
        on.answer("Choose", "resign")
        on.see(f"{opener} resigns")
        on.answer(r"Again\?")
    assert "Your Number: 0 9 9\n" in on.see("Choose"), "the chosen rules stay"


def test_declining_to_play_again_leads_to_the_menu_and_quit_leaves_it(screen: Open) -> None:
    on = screen()
    on.answer(r"Which one\?", "digit duel")
    on.answer(r"Against whom\?", "friend")
    on.answer(r"Which rules\?")
    on.answer("Choose", "resign")
    on.answer(r"Again\?", "perhaps")
    assert "yes: play again (the other player starts)." in on.answer(r"Again\?", "no")
    on.answer(r"Which one\?", "QUIT")
    assert on.close() == 0


def test_quit_in_a_game_saves_it_and_leaves_the_menu_too(screen: Open, call: Run) -> None:
    on = screen()
    on.answer(r"Which one\?", "digit duel")
    on.answer(r"Against whom\?", "friend")
    on.answer(r"Which rules\?")
    on.answer("Choose", "ones")
    on.answer("Choose", "quit")
    on.see("Game 1 is saved. To continue: start again and choose Continue")
    assert on.close() == 0
    assert "Digit Duel, game 1, turn 2\n" in call("resume", typed="quit\n").out


@pytest.mark.parametrize(
    "answers", sampled([0, 1, 3], 1, 3)
)  # at the menu of games, the menu of rules, and a move
def test_ctrl_d_leaves_the_menu_and_its_games_as_quit_does(screen: Open, answers: int) -> None:
    """Otherwise `make play` would end with an error."""
    on = screen()
    for number in range(answers):
        on.answer(r"(?:Which|Against)[^\n]*\?", "digit duel" if number == 0 else "")
    on.see(r"\)[^\n]*: ")
    on.press_ctrl_d()
    assert on.close() == 0
    assert ("Game 1 is saved." in on.raw) == (answers == 3)


def test_ctrl_d_leaves_a_game_as_quit_does(screen: Open) -> None:
    on = screen("play", "digit-duel")
    on.see("Choose[^\n]*: ")
    on.press_ctrl_d()
    on.see("Game 1 is saved. To continue: lastdigit resume 1\r\n")
    assert on.close() == 0


@pytest.mark.parametrize("words", [(), ("--color", "never")])
def test_the_menu_reads_a_pipe(call: Run, words: tuple[str, ...]) -> None:
    result = call(*words, typed="digit duel\nfriend\nquick\nones\nmenu\nq\n")
    assert (result.code, result.err) == (0, "")
    suggested = GAMES.index(best_first_game().name) + 1
    assert f"Which one? (1-{len(GAMES) + 6}) [{suggested}]: digit duel\n" in result.out
    assert "Game 1 is saved. To continue: start again and choose Continue\n" in result.out
    assert "Digit Duel: Player 1 - Player 2 (game 1)" in result.out


@pytest.mark.parametrize("typed", ["", "2\n", "2\n\n\nones\n"], ids=["nothing", "menu", "game"])
def test_a_menu_whose_input_ends_has_failed(call: Run, typed: str) -> None:
    result = call(typed=typed)
    assert (result.code, result.err) == (1, "")
    assert result.out.startswith("Last Digit: five number games for two players\n")


# Colour


@pytest.mark.parametrize(
    "variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "TERM"]
)
def test_a_terminal_without_escape_codes_receives_none(
    screen: Open, variables: dict[str, str]
) -> None:
    on = screen(**variables)
    on.answer(r"Which one\?", "digit dilemma")
    on.answer(r"Against whom\?")
    on.answer(r"Which rules\?")
    on.answer("Pick a digit", "help")
    on.answer("Pick a digit", "rules")
    on.answer("Pick a digit", "quit")
    assert on.close() == 0
    assert "\x1b" not in on.raw


def test_a_command_prints_no_colour_if_it_is_turned_off(screen: Open) -> None:
    on = screen("play", "digit-dilemma", "--color", "never", "--player-1", "random")
    on.answer("Pick a digit", "quit")
    on.close()
    assert "\x1b" not in on.raw


def test_text_emphasised_in_the_rulebook_sample_is_bold_on_a_colour_terminal(screen: Open) -> None:
    on = screen("play", "digit-dilemma")
    on.answer("Enter the digit", "7 left")
    on.answer("Enter the digit", "quit")
    on.close()
    assert "Player 1's Number: \x1b[1m7 _ _\x1b[0m\r\n" in on.raw
    assert "Player 2's Number: _ _ _\r\n" in on.raw


def test_an_answer_is_bold_and_bold_is_always_reset(screen: Open) -> None:
    on = screen("play", "digit-duel")
    on.answer("Choose", "ones")
    on.answer("Choose", "quit")
    on.close()
    assert "(hundreds/tens/ones): \x1b[1mones\r\n\x1b[0m" in on.raw
    assert on.raw.rfind("\x1b[0m") > on.raw.rfind("\x1b[1m")


# Line editing, history and Tab


def test_a_line_can_be_edited_recalled_and_completed(screen: Open) -> None:
    on = screen("play", "digit-duel", "--player-2", "perfect")
    on.see("Strike[^\n]*: ")
    on.type_without_enter("te\t")
    on.see("tens")
    on.type_without_enter("\x7f\x7f\x7f\x7fhistory")
    on.type("")
    on.answer("No moves yet.*Strike", "tens")
    on.see("You struck with 9.*Strike[^\n]*: ")
    on.type_without_enter("\x1b[A")
    on.see("tens")
    on.type("")
    on.answer("You struck with 8.*Strike", "quit")
    assert on.close() == 0


def test_tab_completes_moves_and_commands_without_revealing_primes(screen: Open) -> None:
    on = screen("play", "number-morph", "--start", "211")
    on.see("Enter the position[^\n]*: ")
    on.type_without_enter("te\t\t\t")
    assert "tens 0 " in on.see("tens 9"), "not a prime, but all possible digits are listed"
    on.type("\x15his\t")
    on.answer("No moves yet.*Enter the position", "qui\t")
    assert on.close() == 0


def test_lines_of_an_earlier_game_are_not_recalled(screen: Open) -> None:
    on = screen()
    on.answer(r"Which one\?", "digit duel")
    on.answer(r"Against whom\?", "friend")
    on.answer(r"Which rules\?")
    on.see("Choose[^\n]*: ")
    on.type_without_enter("\x1b[A")
    on.type("quit")
    assert on.close() == 0, "if a line were recalled, quit would not be a command"


# Stopping and continuing with Ctrl-Z and fg


def test_after_a_stop_the_turn_is_shown_again_with_the_entered_answers(screen: Open) -> None:
    on = screen("play", "digit-dilemma")
    on.answer("Enter the digit", "7")
    on.see("Enter the position[^\n]*: ")
    on.stop_and_continue()
    again = on.see("Enter the position[^\n]*: ")
    assert again.startswith("\nPlayer 1's Turn:\nAvailable Digits: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9\n")
    assert "Enter the digit you want to pick: 7\nEnter the position" in again
    on.type("left")
    on.answer("Player 2's Turn:.*Enter the digit", "quit")
    assert on.close() == 0


def test_after_a_stop_the_menu_is_shown_again(screen: Open) -> None:
    on = screen()
    menu = on.see(r"Which one\?[^\n]*: ")
    on.stop_and_continue()
    again = on.see(r"Which one\?[^\n]*: ")
    assert again == menu[menu.index("\n\n") + 1 :]
    on.type("quit")
    assert on.close() == 0


def test_after_a_stop_the_other_player_is_asked_again_about_a_draw(screen: Open) -> None:
    on = screen("play", "digit-duel")
    on.answer("Choose", "draw")
    on.see("do you agree[^\n]*: ")
    on.stop_and_continue()
    on.answer("\nPlayer 2, do you agree", "yes")
    on.see("Both players agreed to a draw.")
    assert on.close() == 0


def test_the_clock_runs_while_a_game_is_stopped(screen: Open) -> None:
    on = screen("play", "digit-duel", "--time-limit", "1")
    on.see("Choose[^\n]*: ")
    on.stop_and_continue()
    on.see("Time is up. Player 2 wins!\r\n")
    assert on.close() == 0


RAISE_SIGCONT_BEFORE_SELECT = """
import ctypes, functools, readline, signal, sys
from lastdigit.terminal.console import Continued, LineEditor
raise_signal = functools.partial(getattr(ctypes.PyDLL(None), "raise"), signal.SIGCONT)
hook = ctypes.CFUNCTYPE(ctypes.c_int)(raise_signal)
editor = LineEditor(readline)
library = ctypes.CDLL(getattr(readline, "__file__", None))
try:
    address = ctypes.c_void_p.in_dll(library, "rl_startup_hook")
except ValueError:
    sys.exit("no hook")
address.value = ctypes.cast(hook, ctypes.c_void_p).value
try:
    editor.read("Prompt: ", "", None, lambda _: ())
except Continued:
    print("continued")
"""
"""Makes readline raise SIGCONT between its prompt and its `select`, without running Python code."""


def test_a_stop_right_after_the_prompt_is_noticed(
    environment: dict[str, str], tmp_path: Path
) -> None:
    variables = {**environment, "TERM": "xterm"}
    with closing(Screen(["-c", RAISE_SIGCONT_BEFORE_SELECT], variables, tmp_path)) as on:
        if "no hook" in on.see("continued|no hook"):
            pytest.skip("this Python's readline has no hook that could be set")


# Terminals and pipes without UTF-8


@pytest.mark.parametrize("variable", sampled(["PYTHONIOENCODING=ascii", "LC_ALL=C"], "LC_ALL=C"))
def test_without_utf_8_values_are_words_without_symbols(screen: Open, variable: str) -> None:
    name, _, value = variable.partition("=")
    on = screen("play", "digit-duel", **{name: value})
    on.answer("Choose", "values")
    values = on.answer("Choose", "quit")
    # A busy machine shows that it is thinking, and removes the message.
    assert re.search(r"[\n\r]  ones +wins in \d+ turns\n", values)
    assert "?" not in values
    assert on.close() == 0


# Time


class Person:
    """A player who answers each prompt after N seconds of a simulated clock."""

    encoding = "utf-8"

    def __init__(self, keyboard: int, answers: Iterable[tuple[float, str]]) -> None:
        self._keyboard = keyboard
        self._answers = iter(answers)
        self.now = 1_000.0
        self.seen = ""

    def write(self, text: str) -> None:
        """Receive output, and answer a prompt."""
        self.seen += text
        if text.endswith(": "):
            seconds, line = next(self._answers)
            self.now += seconds
            os.write(self._keyboard, f"{line}\n".encode())

    def flush(self) -> None:
        """Do nothing: nothing is buffered."""


def timed_game(name: str, seconds: int, *answers: tuple[float, str]) -> str:
    """Return the transcript of a timed game between two people with simulated thinking times."""
    players = (Player("human", "Player 1"), Player("human", "Player 2"))
    game, terms = lastdigit.find(name), Terms(time_limit=seconds)
    setup = arrange(game, players, package="", first=Seat.ONE, seed=1, terms=terms)
    reading, keyboard = os.pipe()
    person = Person(keyboard, answers)
    with os.fdopen(reading) as source:
        console = Console(source, cast(TextIO, person), colour=False, clock=lambda: person.now)
        with closing(TerminalSession(console, SqliteStore(IN_MEMORY, now))) as session:
            session.play(setup)
    os.close(keyboard)
    return person.seen


def test_the_turn_limit_applies_to_every_turn() -> None:
    seen = timed_game("digit-duel", 60, (59, "ones"), (59, "tens"), (59, "resign"))
    assert seen.count("[60 s] Choose") == 3
    assert seen.endswith("Player 1 resigns. Player 2 wins!\n")


def test_the_turn_limit_covers_all_questions_of_a_turn() -> None:
    seen = timed_game("digit-dilemma", 60, (40, "7"), (40, "left"))
    assert "[60 s] Enter the digit you want to pick: 7\n[20 s] Enter the position" in seen
    assert seen.endswith("Time is up. Player 2 wins!\n")


def test_an_answer_after_the_time_is_up_is_ignored() -> None:
    seen = timed_game("digit-duel", 60, (60, "ones"))
    assert seen.endswith("(hundreds/tens/ones): \nTime is up. Player 2 wins!\n")


def test_a_clock_stops_while_the_other_player_answers_an_offer() -> None:
    seen = timed_game("digit-duel", 60, (20, "draw"), (500, "no"), (39, "resign"))
    assert "Player 2 does not agree.\n[40 s] Choose" in seen
    assert seen.endswith("Player 1 resigns. Player 2 wins!\n")


def test_time_that_runs_out_without_input_loses_at_once(screen: Open) -> None:
    on = screen("play", "digit-duel", "--time-limit", "1")
    on.see(r"\[[01] s\] Choose a digit to use \(hundreds/tens/ones\): ")
    on.see("Time is up. Player 2 wins!\r\n")
    assert on.close() == 0


def test_typing_without_enter_does_not_stop_the_clock(screen: Open) -> None:
    on = screen("play", "digit-duel", "--time-limit", "1")
    on.see("Choose[^\n]*: ")
    on.type_without_enter("ones")
    on.see("Time is up. Player 2 wins!\r\n")
    assert on.close() == 0


CODES = re.compile(r"(?s)\x1b\[([0-9;]*)([A-Za-z])|\x1b([78])|(.)")


def screen_rows(raw: str) -> tuple[list[str], int]:
    """Return the rows of a terminal that has received a text, and the row of the cursor."""
    rows, row, column = [""], 0, 0
    saved = (0, 0)
    for number, code, cursor, character in CODES.findall(raw):
        if cursor == "7":
            saved = (row, column)
        elif cursor == "8":
            row, column = saved
        elif code == "A":
            row -= int(number or 1)
        elif code == "K":
            rows[row] = rows[row][:column]
        elif character == "\r":
            column = 0
        elif character == "\b":
            column -= 1
        elif character == "\n":
            row += 1
            rows += [""] * (row + 1 - len(rows))
        elif character.isprintable() and character:
            rows[row] = f"{rows[row][:column]:{column}}{character}{rows[row][column + 1 :]}"
            column += 1
    return rows, row


@pytest.mark.parametrize("columns", sampled([100, 40], 100))
def test_the_clock_ticks_while_the_player_types(screen: Open, columns: int) -> None:
    words = ("play", "digit-duel", "--time-limit", "99", "--player-2", "easy")
    on = screen(*words, columns=columns)
    on.see("Strike with[^\n]*: ")
    on.type_without_enter("te")
    on.see(r"te.*\[9[0-7] s\] ")
    on.type_without_enter("n")
    on.see(r"n.*\[9[0-6] s\] \x1b8")
    rows, row = screen_rows(on.raw)
    assert rows[row].endswith(": ten"), "the typed text has not moved"
    clocks = [line[:7] for line in rows if line.startswith("[")]
    assert len(clocks) == 1, "it is updated in place"
    assert re.fullmatch(r"\[9[0-6] s\] ", clocks[0])
    on.type("s")
    assert "You struck with 9" in on.answer("Strike with", "quit")


@pytest.mark.parametrize("variables", [{"TERM": "dumb"}, {"NO_COLOR": "1"}], ids=str)
def test_the_clock_does_not_tick_without_escape_codes(
    screen: Open, variables: dict[str, str]
) -> None:
    on = screen("play", "digit-duel", "--time-limit", "2", **variables)
    on.see("Time is up. Player 2 wins!\r\n")
    assert "\x1b" not in on.raw
    assert on.raw.count(" s] ") == 1


def test_the_clock_does_not_tick_in_the_row_below(screen: Open) -> None:
    on = screen("play", "digit-duel", "--time-limit", "4")
    on.see("Choose[^\n]*: ")
    on.type_without_enter("x" * 80)
    on.see("Time is up. Player 2 wins!\r\n")
    assert " s] " not in on.raw[on.raw.rindex("x") :]


def test_time_runs_out_on_a_pipe_that_stays_open(environment: dict[str, str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "lastdigit", "play", "digit-duel", "--time-limit", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    ) as playing:
        assert playing.stdout is not None
        seen = playing.stdout.read().decode()
        assert playing.wait() == 0
    assert seen.endswith("Time is up. Player 2 wins!\n")


def test_a_game_lost_on_time_is_saved_and_replayed_as_such(screen: Open, call: Run) -> None:
    on = screen("play", "digit-duel", "--time-limit", "1", "--record", "games.jsonl")
    on.see("Time is up")
    on.close()
    assert "Player 2 won by time\n" in call("saved", "list").out
    assert call("resume", "1").code == 1
    assert call("saved", "replay", "1").out.endswith("Time is up. Player 2 wins!\n")
    assert call("saved", "verify", "games.jsonl").code == 0
