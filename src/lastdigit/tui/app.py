"""The full-screen app: the lists of games, opponents and rules, and the screens they open."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from random import SystemRandom
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Input, OptionList, Static

from lastdigit.analysis.prepare import prepare
from lastdigit.errors import LastDigitError
from lastdigit.game.game import AnyGame
from lastdigit.game.lesson import find_lesson, lesson_game
from lastdigit.game.options import Option, OptionValue, Preset
from lastdigit.game.text import COMPUTER, Audience, wrap
from lastdigit.game.theme import DARK
from lastdigit.games import catalogue, find_class
from lastdigit.match.match import arrange, arrange_again
from lastdigit.match.record import HUMAN, Player, Setup, Terms
from lastdigit.menu import (
    CLOCK,
    FIRSTS,
    MenuSettings,
    best_first_game,
    default_preset,
    has_played,
    last_game,
    open_options,
    playable_presets,
    unfinished_games,
)
from lastdigit.players import COMPUTERS
from lastdigit.players.players import Agent, open_player
from lastdigit.settings import Settings
from lastdigit.solver import check_solvable
from lastdigit.storage import Store
from lastdigit.system import VERSION, Clock
from lastdigit.tui.board import LOGO, SMALLEST_SCREEN, Palette, TooSmall
from lastdigit.tui.game import Again, GameChooser, GameScreen
from lastdigit.tui.lesson import LessonChooser, LessonScreen


class Choice(NamedTuple):
    """One line in a list, and what it does."""

    title: str
    about: str
    run: Callable[[], object]
    game: type[AnyGame] | None = None
    """The game whose lesson the key `l` opens."""
    is_short: bool = False
    """Whether to show the description on the same line."""


SHORT_TITLE = 30
"""Columns for the title in a line that has a short description."""
LIST_MARGIN = 12
"""Columns that the list needs beside a description."""


class Menu(Screen[None]):
    """Lists to choose from, one after another: games, opponents, rules."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "lesson", "lesson"),
        Binding("escape", "back", "back", key_display="Esc"),
        Binding("q", "app.quit", "quit"),
    ]

    def __init__(
        self,
        store: Store,
        settings: MenuSettings,
        play: Callable[[AnyGame, str, int | None], None],
        resume: Callable[[int], None],
    ) -> None:
        super().__init__()
        self._store = store
        self._settings = settings
        self._play = play
        self._resume = resume
        self._choices: list[Choice] = []
        self._back: Callable[[], None] = self.list_games
        self.is_stale = False
        """Whether the saved games may have changed since they were listed."""

    def compose(self) -> ComposeResult:
        yield Static(Text(f"{LOGO} Last Digit", "bold"), id="title")
        yield Static(id="asked")
        yield OptionList(id="list")
        yield Footer()

    def on_mount(self) -> None:
        self.list_games()

    def on_screen_resume(self) -> None:
        """List the games again after a game has been played or left unfinished."""
        if self.is_stale:
            self.is_stale = False
            self.list_games()

    def _list(
        self,
        question: str,
        choices: list[Choice],
        default: int,
        back: Callable[[], None],
    ) -> None:
        """Show a list. Escape calls `back`."""
        self._choices, self._back = choices, back
        self.query_one("#asked", Static).update(question)
        lines = self.query_one("#list", OptionList)
        lines.clear_options()
        for choice in choices:
            lines.add_option(self._line(choice))
        lines.highlighted = default
        lines.focus()
        self.refresh_bindings()

    def _line(self, choice: Choice) -> Text:
        """Return a choice with its description beside it if that is short, or else below it."""
        title = Text(choice.title, "bold")
        if choice.is_short:
            return title.append(
                f"{' ' * (SHORT_TITLE - len(choice.title))}{choice.about}", "not bold"
            )
        rows = wrap(choice.about, self.app.size.width - LIST_MARGIN)
        return title.append("".join(f"\n  {row}" for row in rows), "not bold")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a lesson only in the list of games."""
        del parameters
        return action != "lesson" or any(choice.game for choice in self._choices)

    def list_games(self) -> None:
        kinds = list(catalogue().values())
        choices = [
            Choice(
                kind.title,
                kind.of(dict(self._preset(kind).options)).second_person(Audience()).card(),
                partial(self._list_opponents, kind),
                kind,
            )
            for kind in kinds
        ]
        unfinished = unfinished_games(self._store, with_people=True)
        for number, about in unfinished:
            resume = partial(self._resume, number)
            choices.append(Choice(f"Continue game {number}", about, resume))
        default = kinds.index(last_game(self._store) or best_first_game())
        self._list("Which game?", choices, len(kinds) if unfinished else default, self.app.exit)

    def _list_opponents(self, kind: type[AnyGame], default: int | None = None) -> None:
        settings = self._settings
        choices = [
            Choice(name, computer.about, partial(self._list_rules, kind, name), is_short=True)
            for name, computer in COMPUTERS.items()
        ]
        clock = CLOCK.none if settings.clock is None else f"{settings.clock} seconds per turn"
        choices += [
            Choice("Two players here", "", partial(self._list_rules, kind, HUMAN)),
            Choice(
                f"First move: {FIRST_LABELS[settings.first]}",
                "press Enter to change",
                partial(self._change_first, kind),
                is_short=True,
            ),
            Choice(
                f"Clock: {clock}",
                "press Enter to change",
                partial(self._change_clock, kind),
                is_short=True,
            ),
        ]
        level = list(COMPUTERS).index(settings.level)
        place = level if default is None else len(choices) + default
        self._list("Against whom?", choices, place, self.list_games)

    def _change_first(self, kind: type[AnyGame]) -> None:
        place = FIRSTS.index(self._settings.first) + 1
        self._settings.first = FIRSTS[place % len(FIRSTS)]
        self._list_opponents(kind, -2)

    @work
    async def _change_clock(self, kind: type[AnyGame]) -> None:
        answer = await self.app.push_screen_wait(AskValue(CLOCK, self._settings.clock))
        if answer is not None:
            assert not isinstance(answer.value, tuple), "the option is not a list"
            self._settings.clock = answer.value
        self._list_opponents(kind, -1)

    def _list_rules(self, kind: type[AnyGame], opponent: str) -> None:
        presets = playable_presets(kind)
        choices = [
            Choice(
                preset.name,
                " ".join(filter(None, (f"{preset.about}; {preset.usual}.", preset.note))),
                partial(self._ask_options, kind, opponent, preset),
            )
            for preset in presets
        ]
        own = partial(self._ask_options, kind, opponent, presets[0], every=True)
        choices.append(Choice("own", "set every option yourself", own))
        default = presets.index(self._preset(kind, opponent))
        self._list("Which rules?", choices, default, partial(self._list_opponents, kind))

    def _preset(self, kind: type[AnyGame], opponent: str = "") -> Preset:
        """Return the preset to offer first, by default against the computer."""
        return default_preset(kind, opponent, has_played=has_played(self._store, kind))

    @work
    async def _ask_options(
        self, kind: type[AnyGame], opponent: str, preset: Preset, *, every: bool = False
    ) -> None:
        """Ask for the options that players agree on, or all options, and start the game."""
        values = dict(preset.options)
        for option in open_options(kind, values, every=every):
            check = partial(_check_value, kind, values, option.name)
            current = values.get(option.name, option.default)
            answer = await self.app.push_screen_wait(AskValue(option, current, check))
            if answer is None:
                self._list_rules(kind, opponent)
                return
            values[option.name] = answer.value
        self._play(kind.of(values), opponent, preset.attempts)

    def action_lesson(self) -> None:
        place = self.query_one("#list", OptionList).highlighted
        game = None if place is None else self._choices[place].game
        if game is not None:
            self.run_worker(self.app.run_action(f"lesson({game.name!r})"))

    def action_back(self) -> None:
        self._back()

    def on_option_list_option_selected(self, selected: OptionList.OptionSelected) -> None:
        self._choices[selected.option_index].run()


FIRST_LABELS = {"you": "you", "other": "the other player", "toss": "toss a coin"}


def _check_value(
    game: type[AnyGame], values: dict[str, OptionValue], name: str, value: OptionValue
) -> None:
    check_solvable(game.of({**values, name: value}))


class AnswerValue(NamedTuple):
    """A value that the player has entered, which may be None."""

    value: OptionValue


class AskValue(ModalScreen[AnswerValue | None]):
    """Asks for the value of an option. The result is None if the player goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "back", key_display="Esc")
    ]

    def __init__(
        self,
        option: Option,
        current: OptionValue,
        check: Callable[[OptionValue], object] = lambda _: None,
    ) -> None:
        super().__init__()
        self._option = option
        self._current = current
        self._check = check

    def compose(self) -> ComposeResult:
        option = self._option
        about = f"{option.help[:1].upper()}{option.help[1:]}"
        with Vertical(id="value"):
            yield Static(f"{option.name}: {about} ({option.allowed})", markup=False)
            yield Input(option.format(self._current))
            yield Static(id="refused", markup=False)
        yield Footer()

    def on_input_submitted(self, submitted: Input.Submitted) -> None:
        typed = submitted.value.strip().lower()
        try:
            value = self._option.parse(typed) if typed else self._current
            self._check(value)
        except LastDigitError as error:
            self.query_one("#refused", Static).update(str(error))
        else:
            self.dismiss(AnswerValue(value))


DEFAULT_SETTINGS = Settings()
NOT_SAVED, NOT_SAVED_SECONDS = "Your games are not saved.", 15


class LastDigit(App[None]):
    TITLE = "Last Digit"
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        store: Store,
        colour: bool = True,
        clock: Clock = Clock(),  # noqa: B008 - frozen
        time_limit: int | None = None,
        seed: int | None = None,
        settings: Settings = DEFAULT_SETTINGS,
        *,
        saved: bool = True,
    ) -> None:
        super().__init__()
        self._store = store
        self._saved = saved
        self._palette = Palette(colour)
        self._settings = settings
        self._clock = clock
        self._menu_settings = MenuSettings.from_settings(settings)
        self._menu_settings.clock = time_limit
        self._menu = Menu(store, self._menu_settings, self.play, self.resume)
        self._seed = seed
        self._agents = ExitStack()
        self._initial_game: tuple[AnyGame, str, int | None] | None = None

    def run_with(self, game: AnyGame | None, opponent: str, attempts: int | None = None) -> None:
        """Run until the players leave, starting with a game if one is given."""
        self._initial_game = None if game is None else (game, opponent, attempts)
        self.run()

    def on_mount(self) -> None:
        self.push_screen(self._menu)
        if self._initial_game is not None:
            self.play(*self._initial_game)
        if not self._saved:  # standard error is hidden behind the screen
            self.notify(NOT_SAVED, severity="warning", timeout=NOT_SAVED_SECONDS)

    def on_resize(self, event: events.Resize) -> None:
        """Show a message for as long as the terminal is too small."""
        is_small = event.size.width < SMALLEST_SCREEN[0] or event.size.height < SMALLEST_SCREEN[1]
        if is_small and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())
        elif not is_small and isinstance(self.screen, TooSmall):
            self.pop_screen()

    def play(self, game: AnyGame, opponent: str, attempts: int | None = None) -> None:
        """Play against this kind of opponent, or let two people play at this screen."""
        settings = self._menu_settings
        other = settings.friend if opponent == HUMAN else COMPUTER
        players = (Player(HUMAN, settings.name), Player(opponent, other))
        terms = Terms(time_limit=settings.clock, attempts=attempts)
        setup = arrange(
            game,
            players,
            package=VERSION,
            first=settings.first_seat(),
            seed=self._new_seed(),
            terms=terms,
        )
        self._start(setup, is_tossed=settings.first == "toss")

    def _new_seed(self) -> int:
        return SystemRandom().getrandbits(32) if self._seed is None else self._seed

    def _start(self, setup: Setup, *, is_tossed: bool = False) -> None:
        """Save a new game and show it."""
        chooser = GameChooser.new(setup, self._store, self._open_agent(setup))
        chooser.introduce(is_tossed=is_tossed)
        self._show_game(chooser)

    def resume(self, number: int) -> None:
        """Continue a saved game."""
        try:
            record = self._store.record(number)
            agent = self._open_agent(record.setup)
        except LastDigitError as error:
            self.notify(str(error), severity="warning")
            return
        self._show_game(GameChooser.resumed(record, self._store, number, agent))

    def _open_agent(self, setup: Setup) -> Agent | None:
        """Open the player that is not a person, if any, and close the previous one."""
        self._agents.close()
        kinds = [player.kind for player in setup.players if not player.is_person]
        return self._agents.enter_context(open_player(kinds[0])) if kinds else None

    def _show_game(self, chooser: GameChooser) -> None:
        self._menu.is_stale = True
        prepare(chooser.match.game)  # in the background, so that hints are fast
        limit = chooser.match.setup.terms.time_limit
        self.push_screen(GameScreen(chooser, self._palette, self._clock, limit))

    def on_again(self, again: Again) -> None:
        """Play the next round, or the same game again with the other player moving first."""
        setup, following = again.game.match.setup, again.game.next_round()
        self.pop_screen()
        if following is not None:
            self.resume(following)
        else:
            self._start(arrange_again(setup, first=setup.first.other, seed=self._new_seed()))

    def action_lesson(self, name: str) -> None:
        """Open a game's lesson, if it has one."""
        kind = find_class(name)
        lesson = find_lesson(kind)
        if lesson is not None:
            self.push_screen(
                LessonScreen(LessonChooser(lesson_game(kind, lesson), lesson), self._palette)
            )

    def get_css_variables(self) -> dict[str, str]:
        """Add the project's colours for the style sheet."""
        colours = {f"ld-{name}": colour for name, colour in DARK.items()}
        return {**super().get_css_variables(), **colours}

    def on_unmount(self) -> None:
        self._agents.close()
