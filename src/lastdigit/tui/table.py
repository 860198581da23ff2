"""The screen of one game: the board, what happened, the clock, and the keys for all else."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Footer, Static

from lastdigit.game.game import Seat, Value
from lastdigit.game.text import display_width, numbers_in, wrap
from lastdigit.match.record import Act, Event, Hint
from lastdigit.system import Clock
from lastdigit.tui.asking import Asking, Beside
from lastdigit.tui.board import Board
from lastdigit.tui.look import OTHER, YOU, Look
from lastdigit.tui.pages import Confirm, Pages
from lastdigit.tui.play import ScreenGame

TICK = 0.25
WIDE = 110
"""From this width on there is room for names beside the board."""
COMPACT = 90
"""Below this width the keys in the footer stand closer together, or the last would be cut off."""
WORDS = {Value.WIN: "▲ wins", Value.LOSE: "▼ loses", Value.DRAW: "◆ draws"}


class Replied(Message):
    """The other has found out what to do after so many events."""

    def __init__(self, number: int, events: list[Event]) -> None:
        super().__init__()
        self.number = number
        self.events = events


class Table(Asking):
    """One game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "hint"),
        Binding("v", "values", "values"),
        Binding("u", "undo", "undo"),
        Binding("question_mark", "rules", "rules"),
        Binding("l", "lesson", "lesson"),
        Binding("r", "resign", "resign"),
        Binding("n", "again", "again"),
        Binding("q", "leave", "leave"),
    ]

    def __init__(self, game: ScreenGame, look: Look, clock: Clock, time_limit: int | None) -> None:
        super().__init__(game, look.of(type(game.match.game)))
        self.game = game
        self._clock = clock
        self._limit = time_limit
        self._turn_began = clock.steady()
        self._asked_after = -1
        """After how many events the other was last asked."""

    def compose(self) -> ComposeResult:
        """Lay the screen out; what is on it comes with `show`."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            yield Board(self.game, self._look)
            with Beside(id="history"):
                yield Static(id="moves")
        yield Footer()

    def on_mount(self) -> None:
        """Begin."""
        if self._limit is not None:
            self.set_interval(TICK, self._tick)
        super().on_mount()

    def show(self) -> None:
        """Show the game as it stands, and let the other play if it is their turn."""
        super().show()
        beside = self.query_one("#history", Beside)
        beside.set_class(self.app.size.width >= WIDE, "wide")
        self.query_one("#moves", Static).update(self._history())
        narrow = self.app.size.width < COMPACT
        self.query_one(Footer).compact = narrow and not self.game.is_over
        self.refresh_bindings()
        number = len(self.game.match.events)
        if self.game.waits_for_other and number != self._asked_after:
            self._asked_after = number
            self._ask_other(number)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what can be done now: another game only at the end of this one."""
        del parameters
        if action == "again":
            return self.game.is_over
        if action in ("look", "choose", "hint", "values", "undo", "resign"):
            return not self.game.is_over
        return True

    def heading(self) -> Text:
        """Return the game, against whom, how far it is, the time left and the goal."""
        game, audience = self.game, self.game.voice.audience
        setup = game.match.setup
        kinds = [player.kind for player in setup.players if not player.is_person]
        about = f"you against {kinds[0]}" if kinds else " against ".join(audience.names)
        move = f"move {len(game.match.moves) + 1}{self._time_left()}"
        title = self.headline(game.match.game.title, about, "over" if game.is_over else move)
        return title.append(f"\n{game.voice.goal()}", "not dim")

    def _time_left(self) -> str:
        if self._limit is None or self.game.is_over:
            return ""
        left = max(0.0, self._limit - (self._clock.steady() - self._turn_began))
        return f"   {int(left) // 60}:{int(left) % 60:02}"

    def _history(self) -> Text:
        """Return the moves, the newest first, and the beginning."""
        width = self.query_one("#history", Beside).content_size.width or 26
        shown = Text("What happened\n\n", self._look.quiet)
        wide = self.app.size.width >= WIDE
        for seat, entry in reversed(self.game.history):
            shown.append_text(self._entry(seat, entry.text, entry.number, width, wide))
        game = self.game.match.game
        start = numbers_in(game.view(game.parse_state(self.game.match.setup.start)))
        if start:
            shown.append(f"\nStart: {start}", self._look.quiet)
        return shown

    def _entry(self, seat: Seat, text: str, number: str, width: int, wide: bool) -> Text:
        """Return a move in a line; where there is little room, a mark stands for who made it."""
        audience = self.game.voice.audience
        mine = seat is (audience.you or Seat.ONE)
        said = text if wide else text.removeprefix(audience.label(seat)).strip()
        style = self._look.own if mine else self._look.other
        line = Text(f"{YOU if mine else OTHER} ", style)
        rows = wrap(said, width - 2)
        if number and display_width(rows[-1]) + len(number) + 5 <= width:
            rows[-1] += f" → {number}"
        elif number:
            rows.append(f"→ {number}")
        return line.append("\n  ".join(rows) + "\n")

    def _tick(self) -> None:
        if self.game.is_over or self.game.waits_for_other or self._limit is None:
            return
        if self._clock.steady() - self._turn_began >= self._limit:
            self.game.act(Act.TIME)
            self.show()
        else:
            self.query_one("#title", Static).update(self.heading())

    @work(thread=True)
    def _ask_other(self, number: int) -> None:
        self.post_message(Replied(number, self.game.reply()))

    def on_replied(self, replied: Replied) -> None:
        """Let happen what the other did, unless it was found out for an earlier turn."""
        if replied.number != len(self.game.match.events):
            return
        self.game.play_reply(replied.events)
        self._turn_began = self._clock.steady()
        self.show()

    def action_choose(self) -> None:
        """Give the answer that is looked at; a move begins the next turn."""
        moves = len(self.game.match.moves)
        super().action_choose()
        if len(self.game.match.moves) != moves:
            self._turn_began = self._clock.steady()

    def action_hint(self) -> None:
        """Give the next step of a hint; the last are all values."""
        if self.game.next_hint() is Hint.VALUES:
            self.action_values()
        elif self.game.is_asked:
            self.game.hint()
            self.show()

    def action_values(self) -> None:
        """Show what every move is worth."""
        analysis = self.game.values() if self.game.is_asked else None
        if analysis is not None:
            lines = [f"{move.move:14} {WORDS[move.value]}" for move in analysis.moves]
            self.app.push_screen(Pages("\n".join([*lines, "", analysis.why])))
        self.show()

    def action_undo(self) -> None:
        """Take a move back."""
        if self.game.is_asked:
            self.game.undo()
            self._turn_began = self._clock.steady()
        self.show()

    def action_resign(self) -> None:
        """Ask whether to resign, and resign if the answer is yes."""
        if not self.game.is_asked:
            return
        voice, mover = self.game.voice, self.game.match.mover
        question = f"{voice.addressed(mover, 'Resign?')} Then {voice.audience.wins(mover.other)}."
        self.app.push_screen(Confirm(question), self._resign)

    def _resign(self, confirmed: bool | None) -> None:
        if confirmed and self.game.is_asked:  # time may have run out meanwhile
            self.game.act(Act.RESIGN)
        self.show()

    def action_rules(self) -> None:
        """Show the rules over the board."""
        self.app.push_screen(Pages(self.game.match.game.rulebook(), markdown=True))

    async def action_lesson(self) -> None:
        """Take the game's lesson; this game waits."""
        await self.app.run_action(f"lesson({self.game.match.game.name!r})")

    async def action_again(self) -> None:
        """Play the same again."""
        await self.app.run_action("again")

    def action_leave(self) -> None:
        """Go back to the games; the game is kept."""
        self.app.pop_screen()
