"""The menu of games, puzzles, the ladder and more, followed by the opponent and rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from random import SystemRandom
from typing import NamedTuple

from lastdigit.errors import LastDigitError, RecordError
from lastdigit.game.game import DEFAULT_NAMES, AnyGame
from lastdigit.game.options import OptionValue, Preset
from lastdigit.games import catalogue
from lastdigit.match.match import arrange, arrange_again
from lastdigit.match.narration import Voice, goal_of
from lastdigit.match.record import HUMAN, Setup, Terms, checked_name
from lastdigit.menu import (
    CLOCK,
    FIRSTS,
    ROUNDS,
    MenuSettings,
    best_first_game,
    default_preset,
    has_played,
    last_game,
    open_options,
    playable_presets,
    unfinished_games,
)
from lastdigit.settings import Settings, load_settings
from lastdigit.solver import check_solvable
from lastdigit.terminal.console import (
    Choice,
    Console,
    ToMenu,
    ask,
    ask_keeping_case,
    ask_value,
    choose,
)
from lastdigit.terminal.game import TerminalSession, toss_text

INTRODUCTION = (
    "Press Enter for the answer in [brackets]. Type ? for help, menu to start over, q to quit."
)


def run(console: Console, package: str, open_full_screen: Callable[[], None]) -> None:
    """Show the menu until the player leaves.

    When the player leaves, raise Quit, EndOfInput or KeyboardInterrupt.

    `open_full_screen` raises LastDigitError if the full-screen interface cannot be opened.
    """
    title = console.bold("Last Digit")
    console.write(f"{title}: five number games for two players\n{console.wrap(INTRODUCTION)}")
    settings = load_settings()
    new_session = TerminalSession.open(
        console, continue_hint="start again and choose Continue", voice=Voice(settings.voice)
    )
    with closing(new_session) as session:
        menu = Menu(console, session, package, settings, open_full_screen)
        while True:
            with suppress(ToMenu):
                menu.choose()


class Entry(NamedTuple):
    """A line in the menu, and what it does."""

    choice: Choice
    run: Callable[[], None]


class Menu:
    """The menu, with the settings for all games started from it."""

    def __init__(
        self,
        console: Console,
        session: TerminalSession,
        package: str,
        settings: Settings,
        open_full_screen: Callable[[], None],
    ) -> None:
        self._console = console
        self._session = session
        self._store = session.store
        self._package = package
        self._saved_settings = settings
        self._settings = MenuSettings.from_settings(settings)
        self._open_full_screen = open_full_screen

    def choose(self) -> None:
        """Show the menu, and do what the player chooses. Enter selects the most likely entry."""
        games = list(catalogue().values())
        entries = [
            Entry(Choice(game.title, game.summary), partial(self._play, game)) for game in games
        ]
        unfinished = unfinished_games(self._store)
        if unfinished:
            newest = unfinished[0][0]
            default, note = len(games), f"Press Enter to continue game {newest}."
        else:
            last = last_game(self._store)
            game = last or best_first_game()
            default = games.index(game)
            note = f"Press Enter to play {game.title}{' again' if last else ', a good first game'}."
        for number, (saved, about) in enumerate(unfinished):
            word = f"Continue {saved}" if number else "Continue"
            choice = Choice(word, f"{about} (game {saved})")
            entries.append(Entry(choice, partial(self._continue, saved)))
        entries += self._other_entries(games)
        choices = [entry.choice for entry in entries]
        entries[choose(self._console, "Which one?", choices, default, note)].run()

    def _other_entries(self, games: Sequence[type[AnyGame]]) -> list[Entry]:
        """Return the entries that are neither a new nor an unfinished game."""
        from lastdigit.game.lesson import COUNTS

        puzzles = sum(game.declaration().offers("puzzle_sources") for game in games)
        count = COUNTS[puzzles] if puzzles < len(COUNTS) else str(puzzles)
        daily = Choice(f"Today's {count} puzzles", self._streak_text(), ("daily",))
        return [
            Entry(daily, self._solve_daily),
            Entry(Choice("Ladder", "beat the computer level by level"), self._climb),
            Entry(Choice("Practice", "puzzles at your level", ("practise",)), self._practise),
            Entry(Choice("Statistics", "how well you play", ("stats",)), self._show_statistics),
            Entry(Choice("Lesson", "learn a game in a minute", ("learn",)), self._teach),
            Entry(
                Choice("Full screen", "large digits, with keyboard and mouse", ("fullscreen",)),
                self._leave_for_full_screen,
            ),
        ]

    def _streak_text(self) -> str:
        attempts = self._store.attempts("")
        if not attempts:  # a new player need not wait for these imports
            return "the same for everyone"
        from lastdigit.puzzles.practice import current_streak

        days = current_streak(attempts, _today())
        return f"{days}-day streak" if days else "solve one to start a streak"

    def _play(self, game: type[AnyGame]) -> None:
        from lastdigit.terminal.lesson import offer_lesson

        offer_lesson(self._console, game, partial(ask, self._console))
        setup = _ask_setup(
            self._console, game, self._package, self._settings, has_played(self._store, game)
        )
        self._session.play(setup)
        play_again(self._console, self._session, setup)

    def _continue(self, saved: int) -> None:
        self._console.write("\n")
        play_again(self._console, self._session, self._session.resume(saved))

    def _solve_daily(self) -> None:
        from lastdigit.puzzles.generate import check_day, daily_puzzles
        from lastdigit.terminal.practice import open_archive, solve_daily

        with self._reporting_errors():
            today, kinds = _today(), tuple(catalogue().values())
            with self._console.thinking():
                puzzles = daily_puzzles(check_day(today, today), kinds)
            self._console.write("\n")
            solve_daily(self._console, self._store, today, today, puzzles)
            lines = [
                Choice("menu", "go back to the menu"),
                Choice("archive", "a calendar of earlier puzzles"),
            ]
            if choose(self._console, "What next?", lines) == 1:
                open_archive(self._console, self._store, today, kinds)

    def _climb(self) -> None:
        from lastdigit.terminal.practice import choose_ladder, climb

        kind = choose_ladder(self._console, self._store, list(catalogue().values()))
        saved = self._session.saved
        self._console.write("\n")
        climb(self._console, self._store, kind, self._saved_settings, self._package, saved=saved)

    def _practise(self) -> None:
        from lastdigit.terminal.practice import practise

        self._console.write("\n")
        with self._reporting_errors():
            practise(self._console, self._store, list(catalogue().values()), _today())

    def _show_statistics(self) -> None:
        from lastdigit.terminal.practice import show_statistics

        self._console.write("\n")
        show_statistics(self._console, self._store, list(catalogue().values()), _today())

    def _teach(self) -> None:
        from lastdigit.game.lesson import find_lesson
        from lastdigit.terminal.lesson import take_lesson

        lessons = {game: lesson for game in catalogue().values() if (lesson := find_lesson(game))}
        kinds = list(lessons)
        choices = [Choice(kind.title, kind.summary) for kind in kinds]
        first = best_first_game()
        default = kinds.index(first) if first in kinds else 0
        kind = kinds[choose(self._console, "Which lesson?", choices, default)]
        self._console.write("\n")
        take_lesson(self._console, kind, lessons[kind])

    def _leave_for_full_screen(self) -> None:
        with self._reporting_errors():
            self._open_full_screen()

    @contextmanager
    def _reporting_errors(self) -> Iterator[None]:
        """Print an error from the `with` block instead of raising it."""
        try:
            yield
        except LastDigitError as error:
            self._console.write(f"\n{self._console.wrap(str(error))}")


def _today() -> int:
    from lastdigit.puzzles.generate import day_number

    return day_number(time.time())


def play_again(console: Console, session: TerminalSession, setup: Setup) -> None:
    """Offer rematches, in which the players move first in turn, until the player declines."""
    while _ask_again(console, session):
        setup = arrange_again(setup, first=setup.first.other, seed=_new_seed())
        console.write("\n")
        session.play(setup)


def _new_seed() -> int:
    return SystemRandom().getrandbits(32)


def _ask_again(console: Console, session: TerminalSession) -> bool:
    console.write("\n")
    while True:
        answer = ask(console, "Again? (yes, no, review) [yes]: ", words=("yes", "no", "review"))
        if "yes".startswith(answer):
            return True
        if "no".startswith(answer):
            return False
        if "review".startswith(answer):
            # Imported only when needed, because the review is slow to load.
            from lastdigit.analysis.review import review_game
            from lastdigit.terminal.game import offer_to_try_again
            from lastdigit.terminal.output import review_text

            with console.thinking():
                review = review_game(session.record())
            you = review.match.setup.own_seat
            console.write(f"\n{review_text(review, console.style, you)}\n")
            better = offer_to_try_again(console, review)
            if better is not None:
                session.play(better)
            console.write("\n")
        else:
            console.write(
                console.wrap(
                    "yes: play again (the other player starts). no: stop. "
                    "review: see where the game was decided."
                )
            )


def _ask_setup(
    console: Console, game: type[AnyGame], package: str, settings: MenuSettings, played: bool
) -> Setup:
    """Ask for the opponent and rules, and return the game's set-up."""
    opponent = _ask_opponent(console, game, settings)
    preset, rules = _ask_rules(console, game, default_preset(game, opponent, has_played=played))
    players, first = settings.players(opponent), settings.first_seat()
    setup = arrange(
        rules,
        players,
        package=package,
        first=first,
        seed=_new_seed(),
        terms=Terms(time_limit=settings.clock, attempts=preset.attempts, rounds=settings.rounds),
    )
    console.write("\n")
    if settings.first == "toss":
        console.write(toss_text(setup))
    if opponent == HUMAN:  # otherwise the goal is shown when the game begins
        console.write(f"{console.wrap(goal_of(setup))}\n")
    return setup


def _ask_opponent(console: Console, game: type[AnyGame], settings: MenuSettings) -> str:
    """Ask for the kind of opponent, and ask again after every lesson or change of settings."""
    from lastdigit.game.lesson import find_lesson, lesson_game
    from lastdigit.players import COMPUTERS
    from lastdigit.terminal.lesson import LessonDialog

    lesson = find_lesson(game)
    while True:
        lines = [
            Choice("computer", f"{settings.level}: {COMPUTERS[settings.level].about}"),
            Choice("friend", "two players at this keyboard"),
            Choice("change", "level, names, first move, rounds, clock, colour"),
        ]
        if lesson is not None:
            lines.append(Choice("lesson", "learn the game in a minute"))
        word = lines[choose(console, "Against whom?", lines)].word
        if word == "computer":
            return settings.level
        if word == "friend":
            return HUMAN
        if word == "change":
            SettingsDialog(console, settings).change()
        elif lesson is not None:
            console.write("\n")
            LessonDialog(console, lesson_game(game, lesson), lesson).teach()


def _ask_rules(console: Console, game: type[AnyGame], suggested: Preset) -> tuple[Preset, AnyGame]:
    presets = playable_presets(game)
    lines = [Choice(preset.name, f"{preset.about}; {preset.usual}") for preset in presets]
    lines.append(Choice("own", "set every option yourself"))
    chosen = choose(console, "Which rules?", lines, presets.index(suggested))
    own = chosen == len(presets)
    preset = presets[0 if own else chosen]
    if preset.note and not own:
        console.write(console.wrap(preset.note))
    values = dict(preset.options)
    ask_options(console, game, values, every=own)
    return preset, game.of(values)


def ask_options(
    console: Console,
    game: type[AnyGame],
    values: dict[str, OptionValue],
    *,
    every: bool = False,
    given: Collection[str] = (),
) -> bool:
    """Ask for the options that players agree on, or all options, and add the answers to `values`.

    Do not ask for the options in `given`. Return whether there was a question to ask.
    """
    asked = False
    for option in open_options(game, values, every=every):
        if option.name not in given:
            # Some values are refused only by the game itself.
            values[option.name] = ask_value(
                console,
                option.help,
                option,
                values.get(option.name, option.default),
                partial(_check_value, game, values, option.name),
            )
            asked = True
    return asked


def _check_value(
    game: type[AnyGame], values: dict[str, OptionValue], name: str, value: OptionValue
) -> None:
    check_solvable(game.of({**values, name: value}))


class SettingsDialog:
    """Changes the settings for all games started from the menu."""

    def __init__(self, console: Console, settings: MenuSettings) -> None:
        self._console = console
        self._settings = settings

    def change(self) -> None:
        """Let the player change settings until they choose to play."""
        from lastdigit.players import COMPUTERS

        while True:
            lines = [
                Choice("play", "start the game"),
                Choice("level", f"{self._settings.level}: {COMPUTERS[self._settings.level].about}"),
                Choice("name", f"yours: {self._settings.name}"),
                Choice("friend", f"your friend's name: {self._settings.friend}"),
                Choice("first", f"who moves first: {self._settings.first}"),
                Choice("rounds", str(self._settings.rounds)),
                Choice(
                    "clock",
                    CLOCK.none
                    if self._settings.clock is None
                    else f"{self._settings.clock} s per turn",
                ),
                Choice("colour", "on" if self._console.style.colour else "off"),
            ]
            changes = (
                self._change_level,
                self._change_name,
                self._change_friend,
                self._change_first,
                self._change_rounds,
                self._change_clock,
                partial(_change_colour, self._console),
            )
            chosen = choose(self._console, "What do you want to change?", lines)
            if not chosen:
                return
            changes[chosen - 1]()

    def _change_level(self) -> None:
        from lastdigit.players import COMPUTERS

        levels = list(COMPUTERS)
        lines = [Choice(name, computer.about) for name, computer in COMPUTERS.items()]
        self._settings.level = levels[
            choose(self._console, "Which level?", lines, levels.index(self._settings.level))
        ]

    def _change_name(self) -> None:
        self._settings.name = _ask_name(
            self._console, "Your name", self._settings.name, self._settings.friend
        )

    def _change_friend(self) -> None:
        self._settings.friend = _ask_name(
            self._console, "Your friend's name", self._settings.friend, self._settings.name
        )

    def _change_first(self) -> None:
        lines = [
            Choice("you", "in later games, you take turns"),
            Choice("other", "the computer or your friend"),
            Choice("toss", "toss a coin"),
        ]
        self._settings.first = FIRSTS[
            choose(self._console, "Who moves first?", lines, FIRSTS.index(self._settings.first))
        ]

    def _change_rounds(self) -> None:
        rounds = ask_value(self._console, ROUNDS.help, ROUNDS, self._settings.rounds)
        assert isinstance(rounds, int), "the option does not allow None"
        self._settings.rounds = rounds

    def _change_clock(self) -> None:
        clock = ask_value(self._console, CLOCK.help, CLOCK, self._settings.clock)
        assert not isinstance(clock, tuple), "the option is not a list"
        self._settings.clock = clock


def _change_colour(console: Console) -> None:
    console.use_colour(not console.style.colour)


def _ask_name(console: Console, question: str, current: str, other: str) -> str:
    """Ask for a name that the other player does not have, and keep its case."""
    while True:
        typed = ask_keeping_case(console, f"{question} [{current}]: ")
        try:
            name = checked_name(typed or current)
            if name in (other, *DEFAULT_NAMES) and name != current:
                raise RecordError("The two players need different names.")
        except LastDigitError as error:
            console.write(console.wrap(str(error)))
        else:
            return name
