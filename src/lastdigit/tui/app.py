"""The full screen: a game is chosen, then played, by keys or by mouse."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from random import SystemRandom
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option as Line

from lastdigit import __version__
from lastdigit.core.game import AnyGame
from lastdigit.core.plain import COMPUTER, Audience
from lastdigit.core.values import DEFAULT_NAMES, Seat
from lastdigit.games import catalogue
from lastdigit.match.record import HUMAN, Act, Event, Player
from lastdigit.match.setup import arrange
from lastdigit.players import COMPUTERS
from lastdigit.players.seats import open_player
from lastdigit.solving import Value
from lastdigit.store import Store
from lastdigit.system import Clock
from lastdigit.tui.board import Choices, Look, Picked, Tiles
from lastdigit.tui.play import ScreenGame

TICK = 0.25
WORDS = {Value.WIN: "wins", Value.LOSE: "loses", Value.DRAW: "draws"}


class Pages(ModalScreen[None]):
    """A text over the board: the rules, or what every move is worth."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "dismiss", "close")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Show the text."""
        with VerticalScroll(id="page"):
            yield Static(self._text, markup=False)
        yield Footer()


class Replied(Message):
    """The other has found out what to do."""

    def __init__(self, events: list[Event]) -> None:
        super().__init__()
        self.events = events


class Table(Screen[None]):
    """One game: the board, what just happened, what can be done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "look(-1)", "choose", show=False),
        Binding("right", "look(1)", "choose", key_display="←→"),
        Binding("enter,space", "choose", "play"),
        Binding("escape", "back", "back", show=False),
        Binding("h", "hint", "hint"),
        Binding("v", "values", "values"),
        Binding("u", "undo", "undo"),
        Binding("question_mark", "rules", "rules"),
        Binding("r", "resign", "resign", show=False),
        Binding("n", "again", "again"),
        Binding("q", "leave", "leave"),
    ]

    def __init__(self, game: ScreenGame, look: Look, clock: Clock, time_limit: int | None) -> None:
        super().__init__()
        self.game = game
        self._look = look
        self._clock = clock
        self._limit = time_limit
        self._turn_began = clock.steady()

    def compose(self) -> ComposeResult:
        """Lay the screen out; what is on it comes with `show`."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            with Vertical(id="board"):
                yield Vertical(id="rows")
                yield Static(id="sentence")
                yield Vertical(id="choices")
                yield Static(id="deed")
            with VerticalScroll(id="history"):
                yield Static(id="moves")
        yield Footer()

    async def on_mount(self) -> None:
        """Begin."""
        if self._limit is not None:
            self.set_interval(TICK, self._tick)
        await self.show()

    async def show(self) -> None:
        """Show the game as it stands, and let the other play if it is their turn."""
        game, voice = self.game, self.game.voice
        chosen = game.chosen()
        looked_at = chosen.text if chosen else ""
        self.query_one("#title", Static).update(self._title())
        rows = self.query_one("#rows", Vertical)
        await rows.remove_children()
        you = voice.audience.you
        for row, earlier in game.rows():
            label = voice.named(row.label)
            closed = game.closed_answers()
            tiles = Tiles(row, label, earlier, you, looked_at, closed, self._look)
            name = label if row.seat is None else voice.audience.label(row.seat)
            large = Horizontal(Static(name, classes="label"), tiles, classes="row")
            await rows.mount(large if tiles.is_large else tiles)
        self.query_one("#sentence", Static).update(Text(game.sentence))
        choices = self.query_one("#choices", Vertical)
        await choices.remove_children()
        if chosen is not None:
            asked = voice.ask(game.match.state, game.turn.answers)
            await choices.mount(Choices(asked, game.open_answers(), looked_at, self._look))
        self.query_one("#deed", Static).update(Text(self._deed()))
        lines = [f"{entry.text:20} {entry.number}" for entry in game.newest_first()]
        self.query_one("#moves", Static).update(Text("\n".join(["What happened", "", *lines])))
        if game.waits_for_other:
            self._ask_other()

    def _title(self) -> Text:
        game, voice = self.game, self.game.voice
        title = Text(f"▌9▐ {game.match.game.title}", "bold")
        clock = self._time_left()
        title.append(f"   move {len(game.match.moves) + 1}{clock}\n{voice.goal()}", "not bold")
        return title

    def _deed(self) -> str:
        if self.game.is_over:
            return "n plays again, q leaves."
        if self.game.waits_for_other:
            return "..."
        return f"▶ {self.game.deed()}"

    def _time_left(self) -> str:
        if self._limit is None or self.game.is_over:
            return ""
        left = max(0.0, self._limit - (self._clock.steady() - self._turn_began))
        return f"   {int(left) // 60}:{int(left) % 60:02}"

    async def _tick(self) -> None:
        if self.game.is_over or self.game.waits_for_other or self._limit is None:
            return
        if self._clock.steady() - self._turn_began >= self._limit:
            self.game.act(Act.TIME)
            await self.show()
        else:
            self.query_one("#title", Static).update(self._title())

    @work(thread=True, exclusive=True)
    def _ask_other(self) -> None:
        events = self.game.reply()
        self.post_message(Replied(events))

    async def on_replied(self, replied: Replied) -> None:
        """Let happen what the other did."""
        self.game.play_reply(replied.events)
        self._turn_began = self._clock.steady()
        await self.show()

    async def action_look(self, step: int) -> None:
        """Look at the next answer, or the one before."""
        self.game.look(step)
        await self.show()

    async def action_choose(self) -> None:
        """Give the answer that is looked at."""
        self.game.choose()
        await self.show()

    async def action_back(self) -> None:
        """Take back the first half of a move."""
        self.game.take_back_answer()
        await self.show()

    async def on_picked(self, picked: Picked) -> None:
        """Look at what was pressed; pressed again, it is played."""
        chosen = self.game.chosen()
        again = chosen is not None and chosen.text == picked.text
        if self.game.look_at(picked.text) and again:
            self.game.choose()
        await self.show()

    async def on_key(self, event: object) -> None:
        """Look at the answer whose digit is typed."""
        key = getattr(event, "character", None) or ""
        if key.isdecimal() and self.game.look_at(key):
            await self.show()

    async def action_hint(self) -> None:
        """Give the next step of a hint."""
        advice = self.game.hint() if self.game.open_answers() else None
        if advice is not None:
            self.game.sentence = advice.sentence
        await self.show()

    async def action_values(self) -> None:
        """Show what every move is worth."""
        analysis = self.game.values() if self.game.open_answers() else None
        if analysis is not None:
            lines = [f"{move.move:14} {WORDS[move.value]}" for move in analysis.moves]
            self.app.push_screen(Pages("\n".join([*lines, "", analysis.why])))
        await self.show()

    async def action_undo(self) -> None:
        """Take a move back."""
        if not self.game.is_over and not self.game.waits_for_other:
            self.game.undo()
            self._turn_began = self._clock.steady()
        await self.show()

    async def action_resign(self) -> None:
        """Give the game up."""
        if not self.game.is_over and not self.game.waits_for_other:
            self.game.act(Act.RESIGN)
        await self.show()

    def action_rules(self) -> None:
        """Show the rules over the board."""
        self.app.push_screen(Pages(self.game.match.game.rulebook()))

    def action_again(self) -> None:
        """Play the same again."""
        if self.game.is_over:
            self.app.pop_screen()
            assert isinstance(self.app, LastDigit), "no other app has this screen"
            self.app.play_again()

    def action_leave(self) -> None:
        """Go back to the games; the game is kept."""
        self.app.pop_screen()


class Games(Screen[None]):
    """Which game, and against whom."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "app.quit", "leave")]

    def __init__(self, choose: Callable[[type[AnyGame], str], None]) -> None:
        super().__init__()
        self._choose = choose
        self._game: type[AnyGame] | None = None

    def compose(self) -> ComposeResult:
        """List the games."""
        yield Static(Text("▌9▐ Last Digit", "bold"), id="title")
        yield Static("Which game?", id="asked")
        yield OptionList(id="list")
        yield Footer()

    def on_mount(self) -> None:
        """List the games."""
        self._list_games()

    def _list_games(self) -> None:
        self._game = None
        self.query_one("#asked", Static).update("Which game?")
        lines = self.query_one("#list", OptionList)
        lines.clear_options()
        for name, kind in catalogue().items():
            card = kind().plain(Audience()).card()
            lines.add_option(Line(Text(f"{kind.title}\n  {card}"), id=name))
        lines.highlighted = 0
        lines.focus()

    def _list_opponents(self) -> None:
        self.query_one("#asked", Static).update("Against whom?")
        lines = self.query_one("#list", OptionList)
        lines.clear_options()
        for name, computer in COMPUTERS.items():
            lines.add_option(Line(Text(f"{COMPUTER}: {name}\n  {computer.about}"), id=name))
        lines.add_option(Line(Text("Two of us, here"), id=HUMAN))
        lines.highlighted = 0

    def on_option_list_option_selected(self, selected: OptionList.OptionSelected) -> None:
        """Go on with what was chosen: first the game, then the opponent."""
        chosen = selected.option.id or ""
        if self._game is None:
            self._game = catalogue()[chosen]
            self._list_opponents()
            return
        game = self._game
        self._list_games()
        self._choose(game, chosen)


class LastDigit(App[None]):
    """The full screen program."""

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
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._store = store
        self._look = Look(colour)
        self._person = name or DEFAULT_NAMES[0]
        self._clock = clock
        self._limit = time_limit
        self._seed = seed
        self._opened = ExitStack()
        self._first: tuple[AnyGame, str] | None = None
        self._last: tuple[AnyGame, str] | None = None

    def run_with(self, game: AnyGame | None, who: str) -> None:
        """Run until everybody leaves, with a game at once if one is named."""
        self._first = None if game is None else (game, who)
        self.run()

    def on_mount(self) -> None:
        """Ask what to play, or play what was named."""
        self.push_screen(Games(lambda kind, who: self.play(kind(), who)))
        if self._first is not None:
            self.play(*self._first)

    def play(self, game: AnyGame, who: str) -> None:
        """Play a game against somebody, or with two people at this screen."""
        from lastdigit.match.record import Terms

        self._last = (game, who)
        seed = SystemRandom().getrandbits(32) if self._seed is None else self._seed
        names = (self._person, DEFAULT_NAMES[1] if who == HUMAN else COMPUTER)
        players = (Player(HUMAN, names[0]), Player(who, names[1]))
        terms = Terms(time_limit=self._limit)
        setup = arrange(game, players, package=__version__, first=Seat.ONE, seed=seed, terms=terms)
        self._opened.close()
        occupant = None if who == HUMAN else self._opened.enter_context(open_player(who))
        screen_game = ScreenGame.new(setup, self._store, occupant)
        self.push_screen(Table(screen_game, self._look, self._clock, self._limit))

    def play_again(self) -> None:
        """Play the last game anew."""
        if self._last is not None:
            self.play(*self._last)

    def on_unmount(self) -> None:
        """Close whoever was opened."""
        self._opened.close()
