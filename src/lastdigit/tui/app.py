"""The full-screen app: the list of games and opponents, and the screens it opens."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from random import SystemRandom
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option as Line

from lastdigit.game.game import DEFAULT_NAMES, AnyGame, Seat
from lastdigit.game.lesson import find_lesson, lesson_game
from lastdigit.game.text import COMPUTER, Audience
from lastdigit.game.theme import DARK
from lastdigit.games import catalogue, find_class
from lastdigit.match.match import arrange
from lastdigit.match.record import HUMAN, Player, Terms
from lastdigit.players import COMPUTERS
from lastdigit.players.players import open_player
from lastdigit.settings import Settings
from lastdigit.storage import Store
from lastdigit.system import VERSION, Clock
from lastdigit.tui.board import LOGO, SMALLEST_SCREEN, Palette, TooSmall
from lastdigit.tui.game import GameChooser, GameScreen
from lastdigit.tui.lesson import LessonChooser, LessonScreen


class GameList(Screen[None]):
    """The list of games, then of opponents."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "lesson", "lesson"),
        Binding("escape", "back", "back", show=False),
        Binding("q", "app.quit", "quit"),
    ]

    def __init__(self, on_choice: Callable[[type[AnyGame], str], None], level: str | None) -> None:
        super().__init__()
        self._on_choice = on_choice
        self._level = level
        self._game: type[AnyGame] | None = None

    def compose(self) -> ComposeResult:
        yield Static(Text(f"{LOGO} Last Digit", "bold"), id="title")
        yield Static("Which game?", id="asked")
        yield OptionList(id="list")
        yield Footer()

    def on_mount(self) -> None:
        self._list_games()

    def _list_games(self) -> None:
        self._game = None
        self.query_one("#asked", Static).update("Which game?")
        lines = self.query_one("#list", OptionList)
        lines.clear_options()
        for name, kind in catalogue().items():
            card = kind().second_person(Audience()).card()
            lines.add_option(
                Line(Text(kind.title, "bold").append(f"\n  {card}", "not bold"), id=name)
            )
        lines.highlighted = 0
        lines.focus()

    def _list_opponents(self) -> None:
        self.query_one("#asked", Static).update("Against whom?")
        lines = self.query_one("#list", OptionList)
        lines.clear_options()
        for name, computer in COMPUTERS.items():
            about = Text(name, "bold").append(f"\n  {computer.about}", "not bold")
            lines.add_option(Line(about, id=name))
        lines.add_option(Line(Text("Two players here", "bold"), id=HUMAN))
        lines.highlighted = list(COMPUTERS).index(self._level) if self._level else 0

    def action_lesson(self) -> None:
        lines = self.query_one("#list", OptionList)
        if self._game is None and lines.highlighted is not None:
            name = lines.get_option_at_index(lines.highlighted).id
            self.run_worker(self.app.run_action(f"lesson({name!r})"))

    def action_back(self) -> None:
        if self._game is None:
            self.app.exit()
        else:
            self._list_games()

    def on_option_list_option_selected(self, selected: OptionList.OptionSelected) -> None:
        chosen = selected.option.id or ""
        if self._game is None:
            self._game = catalogue()[chosen]
            self._list_opponents()
            return
        game = self._game
        self._list_games()
        self._on_choice(game, chosen)


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
        self._limit = time_limit
        self._seed = seed
        self._agents = ExitStack()
        self._initial_game: tuple[AnyGame, str] | None = None
        self._last_game: tuple[AnyGame, str] | None = None

    def run_with(self, game: AnyGame | None, opponent: str) -> None:
        """Run until the players leave, starting with a game if one is given."""
        self._initial_game = None if game is None else (game, opponent)
        self.run()

    def on_mount(self) -> None:
        level = self._settings.level
        self.push_screen(GameList(lambda kind, opponent: self.play(kind(), opponent), level))
        if self._initial_game is not None:
            self.play(*self._initial_game)
        if not self._saved:  # standard error is hidden behind the screen
            self.notify(NOT_SAVED, severity="warning", timeout=NOT_SAVED_SECONDS)

    def on_resize(self, event: events.Resize) -> None:
        """Say in words that the terminal is too small, until it is large enough again."""
        is_small = event.size.width < SMALLEST_SCREEN[0] or event.size.height < SMALLEST_SCREEN[1]
        if is_small and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())
        elif not is_small and isinstance(self.screen, TooSmall):
            self.pop_screen()

    def play(self, game: AnyGame, opponent: str) -> None:
        """Play against a kind of player, or with two people at this screen."""
        self._last_game = (game, opponent)
        seed = SystemRandom().getrandbits(32) if self._seed is None else self._seed
        name = self._settings.name or DEFAULT_NAMES[0]
        names = (name, DEFAULT_NAMES[1] if opponent == HUMAN else COMPUTER)
        players = (Player(HUMAN, names[0]), Player(opponent, names[1]))
        terms = Terms(time_limit=self._limit)
        package = VERSION
        setup = arrange(game, players, package=package, first=Seat.ONE, seed=seed, terms=terms)
        self._agents.close()
        agent = None if opponent == HUMAN else self._agents.enter_context(open_player(opponent))
        chooser = GameChooser.new(setup, self._store, agent)
        self.push_screen(GameScreen(chooser, self._palette, self._clock, self._limit))

    def action_again(self) -> None:
        if self._last_game is not None:
            self.pop_screen()
            self.play(*self._last_game)

    def action_lesson(self, name: str) -> None:
        """Open the lesson of a game that has one."""
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
