"""A game played on a full screen: a match, somebody who keeps it, and whoever plays against you.

Nothing here draws; the screen asks what there is to see, and tells what was chosen.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from lastdigit.analysis.hints import advise, next_step
from lastdigit.analysis.position import Analysis, analyse_position
from lastdigit.errors import MatchError
from lastdigit.game.game import Seat, State
from lastdigit.game.text import Entry
from lastdigit.match.match import Match
from lastdigit.match.narration import PlainNarrator
from lastdigit.match.record import Act, Event, Hint, Setup
from lastdigit.players.seats import Occupant
from lastdigit.players.settings import DEFAULT_SETTINGS
from lastdigit.players.unattended import ask_turn
from lastdigit.store import Store
from lastdigit.tui.choosing import Choosing


class ScreenGame(Choosing):
    """One game on the screen, from whose seat it is seen, and all that has been said in it."""

    def __init__(
        self, match: Match, store: Store, number: int, occupant: Occupant | None, you: Seat | None
    ) -> None:
        super().__init__()
        self.match = match
        self.narrator = PlainNarrator(match, you, width=sys.maxsize)  # the screen wraps by itself
        self.voice = self.narrator.voice
        self.history: list[tuple[Seat, Entry]] = []
        self.before: State | None = match.state
        self._store = store
        self._number = number
        self._occupant = occupant
        if occupant is not None:
            occupant.begin(match.setup, self._machine())

    def _machine(self) -> Seat:
        return next(seat for seat in Seat if not self.match.setup.players[seat.index].is_person)

    @classmethod
    def new(cls, setup: Setup, store: Store, occupant: Occupant | None) -> ScreenGame:
        """Return a game that begins, kept from its first event on."""
        people = [seat for seat in Seat if setup.players[seat.index].is_person]
        you = people[0] if len(people) == 1 else None
        return cls(Match(setup), store, store.add(setup), occupant, you)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.match.result is not None

    @property
    def waits_for_other(self) -> bool:
        """Whether somebody who is no person is to move."""
        player = self.match.setup.players[self.match.mover.index]
        return not self.is_over and not player.is_person

    @property
    def state(self) -> State:
        """The position of the game."""
        state: State = self.match.state
        return state

    @property
    def is_asked(self) -> bool:
        """Whether a person is to move."""
        return not self.is_over and not self.waits_for_other

    def deed(self) -> tuple[str, str]:
        """Return what Enter would do, and at the end what can be done instead."""
        if self.is_over:
            return "n plays again, q leaves", ""
        return ("...", "") if self.waits_for_other else super().deed()

    def move_chosen(self, text: str) -> None:
        """Try a move."""
        self._happen(lambda match: match.play(text))

    def reply(self) -> list[Event]:
        """Return what the other does, found out apart from the match on the screen.

        It may take its time: call it where nobody waits.
        """
        assert self._occupant is not None, "somebody who is no person is to move"
        copy = self.match.copied()
        asked = ask_turn(copy, self._occupant, DEFAULT_SETTINGS, lambda: 0.0)
        return [happened for happened in asked if isinstance(happened, Event)]

    def play_reply(self, events: list[Event]) -> None:
        """Let happen what the other does."""
        for event in events:
            self._apply(event)

    def act(self, act: Act, plies: int = 0) -> None:
        """Let something other than a move happen, for the player to move; says why not."""
        try:
            self._apply(Event(act, self.match.mover, plies=plies))
        except MatchError as error:
            self.say(str(error), refused=True)

    def undo(self) -> None:
        """Take back to the own last turn."""
        self.begin_anew()
        self.act(Act.UNDO, self.match.plies_back(self.match.mover))

    def next_hint(self) -> Hint:
        """Return which step of a hint comes next."""
        return next_step(self.match.events)

    def hint(self) -> None:
        """Say the next step of a hint, recorded as such."""
        step = self.next_hint()
        if self._asks(step):
            self.say(advise(self.match.game, self.match.state, step).sentence)

    def values(self) -> Analysis | None:
        """Return what every move is worth; None where there are no hints."""
        if not self._asks(Hint.VALUES):
            return None
        return analyse_position(self.match.game, self.match.state)

    def _asks(self, kind: Hint) -> bool:
        try:
            self._apply(Event(Act.HINT, self.match.mover, kind))
        except MatchError as error:
            self.say(str(error), refused=True)
            return False
        return True

    def _apply(self, event: Event) -> None:
        self._happen(lambda match: match.apply(event))

    def _happen(self, happen: Callable[[Match], Event]) -> None:
        """Let something happen, keep it, and only then say it."""
        before = self.match.state
        event = happen(self.match)
        self._store.append(self._number, len(self.match.events), event, self.match.result, None)
        if event.act is Act.MOVE:
            self.before = before
            move = self.match.game.parse_move(event.text)
            entry = self.voice.entry(before, move, self.match.state)
            self.history.append((event.seat, entry))
        elif event.act is Act.UNDO:
            self.before = self.match.state
            del self.history[len(self.match.moves) :]
        sentence = self.narrator.event_text(event, before).strip()
        if sentence:
            self.say(sentence, refused=event.act is Act.REJECTED)
