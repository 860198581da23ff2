"""The menu: choose a game, an opponent and the rules."""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from random import SystemRandom

from lastdigit.errors import LastDigitError, RecordError
from lastdigit.game.game import DEFAULT_NAMES, AnyGame, Seat
from lastdigit.game.options import Occasion, Option, OptionValue, Preset, suggested_preset
from lastdigit.games import catalogue
from lastdigit.match.match import arrange, arrange_again
from lastdigit.match.narration import Voice, goal_of
from lastdigit.match.record import HUMAN, MAX_ROUNDS, Player, Setup, Terms, checked_name
from lastdigit.settings import Settings, load_settings
from lastdigit.solver import check_solvable, is_solvable
from lastdigit.system import DAY
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
MAX_UNFINISHED = 4
"""The maximum number of unfinished games to list."""


def run(console: Console, package: str) -> None:
    """Offer games until the player leaves: raise Quit, EndOfInput or KeyboardInterrupt."""
    title = console.bold("Last Digit")
    console.write(f"{title}: five number games for two players\n{console.wrap(INTRODUCTION)}")
    saved_settings = load_settings()
    settings = MenuSettings.from_settings(saved_settings)
    new_session = TerminalSession.open(
        console, continue_hint="start again and choose Continue", voice=Voice(saved_settings.voice)
    )
    with closing(new_session) as session:
        while True:
            with suppress(ToMenu):
                setup = _choose_and_play(console, session, package, settings)
                play_again(console, session, setup)


def play_again(console: Console, session: TerminalSession, setup: Setup) -> None:
    """Offer a rematch, with the first move alternating, until the player declines."""
    while _ask_again(console, session):
        setup = arrange_again(setup, first=setup.first.other, seed=_new_seed())
        console.write("\n")
        session.play(setup)


def _new_seed() -> int:
    return SystemRandom().getrandbits(32)


def _choose_and_play(
    console: Console, session: TerminalSession, package: str, settings: MenuSettings
) -> Setup:
    """Let the player choose a new or an unfinished game, play it, and return its set-up."""
    games = list(catalogue().values())
    lines = [Choice(game.title, game.summary) for game in games]
    unfinished = session.unfinished(MAX_UNFINISHED)
    for number, (game, about) in enumerate(unfinished):
        lines.append(Choice(f"Continue {game}" if number else "Continue", f"{about} (game {game})"))
    chosen = choose(console, "Which game?", lines)
    if chosen >= len(games):
        console.write("\n")
        return session.resume(unfinished[chosen - len(games)][0])
    # The imports below are needed only for a new game.
    from lastdigit.terminal.practice import offer_lesson

    offer_lesson(console, games[chosen], partial(ask, console))
    setup = _ask_setup(console, games[chosen], package, settings)
    session.play(setup)
    return setup


def _ask_again(console: Console, session: TerminalSession) -> bool:
    """Ask whether to play again."""
    console.write("\n")
    while True:
        answer = ask(console, "Again? (yes, no, review) [yes]: ", words=("yes", "no", "review"))
        if "yes".startswith(answer):
            return True
        if "no".startswith(answer):
            return False
        if "review".startswith(answer):
            # Imported only when needed: the review is slow to load.
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
    console: Console, game: type[AnyGame], package: str, settings: MenuSettings
) -> Setup:
    """Ask for opponent and rules, and return the set-up of the game."""
    opponent = _ask_opponent(console, game, settings)
    occasion = Occasion.PEOPLE if opponent == HUMAN else Occasion.FIRST
    preset, rules = _ask_rules(console, game, occasion)
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
    """Return the kind of the opponent; lessons and changed settings return to this question."""
    from lastdigit.game.lesson import find_lesson, lesson_game
    from lastdigit.players import COMPUTERS
    from lastdigit.terminal.practice import LessonDialog

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
            settings.change(console)
        elif lesson is not None:
            console.write("\n")
            LessonDialog(console, lesson_game(game, lesson), lesson).teach()


def _ask_rules(console: Console, game: type[AnyGame], occasion: Occasion) -> tuple[Preset, AnyGame]:
    presets = [preset for preset in game.presets if is_solvable(game.of(dict(preset.options)))]
    lines = [Choice(preset.name, f"{preset.about}; {preset.usual}") for preset in presets]
    suggested = suggested_preset(game.presets, occasion)
    default = presets.index(suggested) if suggested in presets else 0
    lines.append(Choice("own", "set every option yourself"))
    chosen = choose(console, "Which rules?", lines, default)
    own = chosen == len(presets)
    preset = presets[0 if own else chosen]
    if preset.note and not own:
        console.write(console.wrap(preset.note))
    values = dict(preset.options)
    # Ask sizes and base first: the range and notation of other options depend on them.
    order = sorted(enumerate(game.options()), key=lambda placed: placed[1].sized)
    for place, _ in order:
        option = game.options_with(values)[place]
        if own or option.asked:
            # Some values are refused only by the game itself.
            values[option.name] = ask_value(
                console,
                option.help,
                option,
                values.get(option.name, option.default),
                partial(_check_value, game, values, option.name),
            )
    return preset, game.of(values)


def _check_value(
    game: type[AnyGame], values: dict[str, OptionValue], name: str, value: OptionValue
) -> None:
    check_solvable(game.of({**values, name: value}))


DEFAULT_LEVEL = "easy"
ROUNDS = Option(
    "rounds", "", "number of games; the players take turns moving first", 1, 1, MAX_ROUNDS
)
CLOCK = Option(
    "clock", "", "seconds per turn; if your time runs out, you lose", None, 1, DAY, "none"
)
FIRSTS = ("you", "other", "toss")


@dataclass
class MenuSettings:
    """Settings for all games started from this menu."""

    level: str = DEFAULT_LEVEL
    name: str = DEFAULT_NAMES[0]
    friend: str = DEFAULT_NAMES[1]
    first: str = FIRSTS[0]
    rounds: int = 1
    clock: int | None = None

    @classmethod
    def from_settings(cls, settings: Settings) -> MenuSettings:
        """Return the player's saved settings, with defaults for the rest."""
        return cls(settings.level or DEFAULT_LEVEL, settings.name or DEFAULT_NAMES[0])

    def players(self, opponent: str) -> tuple[Player, Player]:
        """Return the person at this terminal and a computer or a friend."""
        other = self.friend if opponent == HUMAN else DEFAULT_NAMES[1]
        return Player(HUMAN, self.name), Player(opponent, other)

    def first_seat(self) -> Seat:
        """Return who moves first; toss a coin if the settings say so."""
        if self.first == "toss":
            return SystemRandom().choice(tuple(Seat))
        return Seat.ONE if self.first == "you" else Seat.TWO

    def change(self, console: Console) -> None:
        """Let the player change settings until they choose to play."""
        from lastdigit.players import COMPUTERS

        while True:
            lines = [
                Choice("play", "done, start the game"),
                Choice("level", f"{self.level}: {COMPUTERS[self.level].about}"),
                Choice("name", f"yours: {self.name}"),
                Choice("friend", f"your friend's name: {self.friend}"),
                Choice("first", f"who moves first: {self.first}"),
                Choice("rounds", str(self.rounds)),
                Choice("clock", CLOCK.none if self.clock is None else f"{self.clock} s per turn"),
                Choice("colour", "on" if console.style.colour else "off"),
            ]
            changes = (
                self._change_level,
                self._change_name,
                self._change_friend,
                self._change_first,
                self._change_rounds,
                self._change_clock,
                _change_colour,
            )
            chosen = choose(console, "What do you want to change?", lines)
            if not chosen:
                return
            changes[chosen - 1](console)

    def _change_level(self, console: Console) -> None:
        from lastdigit.players import COMPUTERS

        levels = list(COMPUTERS)
        lines = [Choice(name, computer.about) for name, computer in COMPUTERS.items()]
        self.level = levels[choose(console, "Which level?", lines, levels.index(self.level))]

    def _change_name(self, console: Console) -> None:
        self.name = _ask_name(console, "Your name", self.name, self.friend)

    def _change_friend(self, console: Console) -> None:
        self.friend = _ask_name(console, "Your friend's name", self.friend, self.name)

    def _change_first(self, console: Console) -> None:
        lines = [
            Choice("you", "in later games you take turns"),
            Choice("other", "the computer, or your friend"),
            Choice("toss", "toss a coin"),
        ]
        self.first = FIRSTS[choose(console, "Who moves first?", lines, FIRSTS.index(self.first))]

    def _change_rounds(self, console: Console) -> None:
        rounds = ask_value(console, ROUNDS.help, ROUNDS, self.rounds)
        assert isinstance(rounds, int), "the option does not allow None"
        self.rounds = rounds

    def _change_clock(self, console: Console) -> None:
        clock = ask_value(console, CLOCK.help, CLOCK, self.clock)
        assert not isinstance(clock, tuple), "the option is not a list"
        self.clock = clock


def _change_colour(console: Console) -> None:
    console.use_colour(not console.style.colour)


def _ask_name(console: Console, question: str, current: str, other: str) -> str:
    """Ask for a name that the other player does not have; keep its case."""
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
