"""The game screen."""

from __future__ import annotations

import sys
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Footer, Static

from lastdigit.analysis.hints import advise, next_hint
from lastdigit.analysis.position import Analysis, analyse_position
from lastdigit.analysis.review import review_data, review_game
from lastdigit.errors import MatchError
from lastdigit.game.game import Seat, State, Value
from lastdigit.game.text import Entry, display_width, numbers_in, plural, wrap
from lastdigit.match.match import Match, next_round, resume
from lastdigit.match.narration import SecondPersonNarrator
from lastdigit.match.record import Act, Event, Hint, Record, Setup
from lastdigit.match.session import MoveEntry, PlaySession
from lastdigit.players.players import DEFAULT_SETTINGS, Agent, ask_turn
from lastdigit.storage import Store
from lastdigit.system import Clock
from lastdigit.tui.board import (
    OPPONENT_MARK,
    YOUR_MARK,
    Board,
    BoardScreen,
    Confirm,
    MoveChooser,
    Palette,
    SidePanel,
    TextScreen,
)


class GameChooser(MoveChooser):
    """A game on the screen: the match, the agent that plays in it, and its history."""

    def __init__(
        self, match: Match, store: Store, number: int, agent: Agent | None, you: Seat | None
    ) -> None:
        # The screen wraps text itself.
        self.narrator = SecondPersonNarrator(match, you, width=sys.maxsize)
        self.session = PlaySession(match, self.narrator)
        self.voice = self.narrator.voice
        self.history: list[tuple[Seat, Entry]] = []
        self.before: State | None = match.state
        self._store = store
        self._number = number
        self._agent = agent
        self._replay_history()
        if agent is not None:
            agent.begin(match.setup, self._agent_seat())

    def _agent_seat(self) -> Seat:
        return next(seat for seat in Seat if not self.match.setup.players[seat.index].is_person)

    @classmethod
    def new(cls, setup: Setup, store: Store, agent: Agent | None) -> GameChooser:
        """Start a game and save it."""
        return cls(Match(setup), store, store.add(setup), agent, setup.own_seat)

    @classmethod
    def resumed(cls, record: Record, store: Store, number: int, agent: Agent | None) -> GameChooser:
        """Continue a saved game."""
        chooser = cls(resume(record), store, number, agent, record.setup.own_seat)
        chooser.show_message(f"Game {number} continues.")
        return chooser

    def _replay_history(self) -> None:
        """Fill the history with the moves made so far."""
        game = self.match.game
        state = game.parse_state(self.match.setup.start)
        for text in self.match.moves:
            before, state = state, game.play(state, text)
            entry = self.voice.entry(before, game.parse_move(text), state)
            self.history.append((before.mover, entry))
            self.before = before

    def introduce(self, *, is_tossed: bool) -> None:
        """Show the players what they should know before the first move."""
        setup, audience = self.match.setup, self.voice.audience
        sentences = []
        if is_tossed:
            moves = "move" if setup.first is audience.you else "moves"
            sentences.append(f"Coin toss: {audience.name(setup.first)} {moves} first.")
        if setup.terms.attempts is not None:
            wrong = plural(setup.terms.attempts, "rejected move")
            sentences.append(f"After {wrong} in one turn, you lose.")
        self.show_message(" ".join(sentences))

    def next_round(self) -> int | None:
        """Return the number of the next game in a match of several rounds, if there is one."""
        return self._store.rounds(self._number)[1]

    def review(self) -> str:
        """Return where the game was decided.

        The review can be slow, so call this method in a thread.
        """
        review = review_game(self._store.record(self._number))
        data = review_data(review, self.voice.audience.you)
        lines = [self.message, ""]
        for move in data["moves"]:
            number = f" → {move['number']}" if move["number"] else ""
            value = WORDS[Value(move["moveValue"])]
            lines.append(f"{move['turn']:3}  {move['text']}{number}")
            lines.append(f"     {value}  {move['verdictText']}".rstrip())
        found = [
            f"{self.voice.audience.label(seat)} {accuracy['right']} of {accuracy['critical']}"
            for seat, accuracy in zip(Seat, data["accuracy"], strict=True)
            if accuracy["critical"]
        ]
        lines += ["", data["turningText"]]
        lines.append(f"Key moves found: {', '.join(found) or 'there were none'}.")
        return "\n".join(lines)

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def entry(self) -> MoveEntry:
        return self.session.entry

    @property
    def is_over(self) -> bool:
        return self.match.result is not None

    @property
    def waits_for_agent(self) -> bool:
        """Whether the computer or a program is to move."""
        player = self.match.setup.players[self.match.mover.index]
        return not self.is_over and not player.is_person

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    @property
    def accepts_input(self) -> bool:
        """Whether a person is to move."""
        return not self.is_over and not self.waits_for_agent

    def button_label(self) -> tuple[str, str]:
        """Return the label of the Enter button or, at the end of the game, the keys to continue."""
        if self.is_over:
            return "n: play again, r: review, q: quit", ""
        return ("...", "") if self.waits_for_agent else super().button_label()

    def on_move(self, text: str) -> None:
        self._act(text)

    def agent_events(self) -> list[Event]:
        """Return the agent's events for this turn, without changing the match.

        The agent can be slow, so call this method in a thread.
        """
        assert self._agent is not None, "an agent is to move"
        copy = self.match.copy()
        steps = ask_turn(copy, self._agent, DEFAULT_SETTINGS, lambda: 0.0)
        return [step for step in steps if isinstance(step, Event)]

    def apply_agent_events(self, events: list[Event]) -> None:
        for event in events:
            self._act(event)

    def act(self, act: Act, plies: int = 0) -> None:
        """Apply an event, other than a move, for the player to move.

        If the event is refused, show the reason.
        """
        try:
            self._act(Event(act, self.match.mover, plies=plies))
        except MatchError as error:
            self.show_message(str(error), is_refusal=True)

    def undo(self) -> None:
        """Take moves back to the player's own last turn."""
        self.clear_entry()
        self.act(Act.UNDO, self.match.plies_back(self.match.mover))

    def next_hint(self) -> Hint:
        return next_hint(self.match.events)

    def hint(self) -> None:
        """Record and show the next step of a hint."""
        step = self.next_hint()
        if self._record_hint(step):
            self.show_message(advise(self.match.game, self.match.state, step).sentence)

    def values(self) -> Analysis | None:
        """Record a hint and return the analysis, or None if hints are not allowed."""
        if not self._record_hint(Hint.VALUES):
            return None
        return analyse_position(self.match.game, self.match.state)

    def _record_hint(self, kind: Hint) -> bool:
        try:
            self._act(Event(Act.HINT, self.match.mover, kind))
        except MatchError as error:
            self.show_message(str(error), is_refusal=True)
            return False
        return True

    def _act(self, action: Event | str) -> None:
        """Save an event, or a move given as text, and then show it. May raise MatchError."""
        prepared = self.session.prepare(action)
        event, after = prepared.event, prepared.match
        following = next_round(after.setup)
        self._store.append(self._number, prepared.number, event, after.result, following)
        committed = self.session.commit(prepared)
        if event.act is Act.MOVE:
            self.before = committed.before
            move = after.game.parse_move(event.text)
            entry = self.voice.entry(committed.before, move, after.state)
            self.history.append((event.seat, entry))
        elif event.act is Act.UNDO:
            self.before = after.state
            del self.history[len(after.moves) :]
        message = committed.text(self.narrator).strip()
        if message:
            self.show_message(message, is_refusal=event.act is Act.REJECTED)


TICK = 0.25
WIDE = 110
"""The minimum width at which the history names the players."""
COMPACT = 90
"""Below this width, the footer is compact, so that the last key is not cut off."""
WORDS = {Value.WIN: "▲ wins", Value.LOSE: "▼ loses", Value.DRAW: "◆ draws"}


class AgentMoved(Message):
    """The agent has chosen its events. The match had `number` events at that time."""

    def __init__(self, number: int, events: list[Event]) -> None:
        super().__init__()
        self.number = number
        self.events = events


class Again(Message):
    """The players want to play again after this game."""

    def __init__(self, game: GameChooser) -> None:
        super().__init__()
        self.game = game


class GameScreen(BoardScreen):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "hint"),
        Binding("v", "values", "values"),
        Binding("u", "undo", "undo"),
        Binding("question_mark", "rules", "rules"),
        Binding("l", "lesson", "lesson"),
        Binding("r", "resign", "resign"),
        Binding("r", "review", "review"),
        Binding("n", "again", "again"),
        Binding("q", "leave", "quit"),
    ]

    def __init__(
        self, game: GameChooser, palette: Palette, clock: Clock, time_limit: int | None
    ) -> None:
        super().__init__(game, palette.for_game(type(game.match.game)))
        self.game = game
        self._clock = clock
        self._limit = time_limit
        self._turn_began = clock.steady()
        self._asked_at_event = -1
        """The number of events after which the agent was last asked."""

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="middle"):
            yield Board(self.game, self._palette)
            with SidePanel(id="history"):
                yield Static(id="moves")
        yield Footer()

    def on_mount(self) -> None:
        if self._limit is not None:
            self.set_interval(TICK, self._tick)
        super().on_mount()

    def show(self) -> None:
        """Redraw the screen, and ask the agent if it is to move."""
        super().show()
        panel = self.query_one("#history", SidePanel)
        panel.set_class(self.app.size.width >= WIDE, "wide")
        self.query_one("#moves", Static).update(self._history())
        narrow = self.app.size.width < COMPACT
        self.query_one(Footer).compact = narrow and not self.game.is_over
        self.refresh_bindings()
        number = len(self.game.match.events)
        if self.game.waits_for_agent and number != self._asked_at_event:
            self._asked_at_event = number
            self._ask_agent(number)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer another game and a review only after the game, and moves only during the game."""
        del parameters
        if action in ("again", "review"):
            return self.game.is_over
        if action in ("select", "choose", "hint", "values", "undo", "resign"):
            return not self.game.is_over
        return True

    def heading(self) -> Text:
        """Return the title, the opponent, the move number, the remaining time and the goal."""
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
        """Return the moves, newest first, followed by the start."""
        width = self.query_one("#history", SidePanel).content_size.width or 26
        shown = Text("Moves\n\n", self._palette.secondary)
        wide = self.app.size.width >= WIDE
        for seat, entry in reversed(self.game.history):
            shown.append_text(self._entry(seat, entry.text, entry.number, width, wide))
        game = self.game.match.game
        start = numbers_in(game.view(game.parse_state(self.game.match.setup.start)))
        if start:
            shown.append(f"\nStart: {start}", self._palette.secondary)
        return shown

    def _entry(self, seat: Seat, text: str, number: str, width: int, wide: bool) -> Text:
        """Return a move as text. On a narrow screen, a mark replaces the player's name."""
        audience = self.game.voice.audience
        mine = seat is (audience.you or Seat.ONE)
        description = text if wide else text.removeprefix(audience.label(seat)).strip()
        style = self._palette.own if mine else self._palette.opponent
        line = Text(f"{YOUR_MARK if mine else OPPONENT_MARK} ", style)
        rows = wrap(description, width - 2)
        if number and display_width(rows[-1]) + len(number) + 5 <= width:
            rows[-1] += f" → {number}"
        elif number:
            rows.append(f"→ {number}")
        return line.append("\n  ".join(rows) + "\n")

    def _tick(self) -> None:
        if self.game.is_over or self.game.waits_for_agent or self._limit is None:
            return
        if self._clock.steady() - self._turn_began >= self._limit:
            self.game.act(Act.TIME)
            self.show()
        else:
            self.query_one("#title", Static).update(self.heading())

    @work(thread=True)
    def _ask_agent(self, number: int) -> None:
        self.post_message(AgentMoved(number, self.game.agent_events()))

    def on_agent_moved(self, moved: AgentMoved) -> None:
        """Apply the agent's events, unless the match has changed since it was asked."""
        if moved.number != len(self.game.match.events):
            return
        self.game.apply_agent_events(moved.events)
        self._turn_began = self._clock.steady()
        self.show()

    def action_choose(self) -> None:
        """Enter the selected answer, and restart the clock if it completed a move."""
        moves = len(self.game.match.moves)
        super().action_choose()
        if len(self.game.match.moves) != moves:
            self._turn_began = self._clock.steady()

    def action_hint(self) -> None:
        """Give the next step of a hint. The last step shows all values."""
        if self.game.next_hint() is Hint.VALUES:
            self.action_values()
        elif self.game.accepts_input:
            self.game.hint()
            self.show()

    def action_values(self) -> None:
        analysis = self.game.values() if self.game.accepts_input else None
        if analysis is not None:
            lines = [f"{move.move:14} {WORDS[move.value]}" for move in analysis.moves]
            self.app.push_screen(TextScreen("\n".join([*lines, "", analysis.why])))
        self.show()

    def action_undo(self) -> None:
        if self.game.accepts_input:
            self.game.undo()
            self._turn_began = self._clock.steady()
        self.show()

    def action_resign(self) -> None:
        if not self.game.accepts_input:
            return
        voice, mover = self.game.voice, self.game.match.mover
        question = f"{voice.addressed(mover, 'Resign?')} Then {voice.audience.wins(mover.other)}."
        self.app.push_screen(Confirm(question), self._resign)

    def _resign(self, confirmed: bool | None) -> None:
        if confirmed and self.game.accepts_input:  # time may have run out by now
            self.game.act(Act.RESIGN)
        self.show()

    def action_rules(self) -> None:
        self.app.push_screen(TextScreen(self.game.match.game.rulebook(), markdown=True))

    async def action_lesson(self) -> None:
        await self.app.run_action(f"lesson({self.game.match.game.name!r})")

    def action_again(self) -> None:
        self.post_message(Again(self.game))

    @work(thread=True, exclusive=True)
    def action_review(self) -> None:
        text = self.game.review()
        self.app.call_from_thread(self.app.push_screen, TextScreen(text))

    def action_leave(self) -> None:
        self.app.pop_screen()
