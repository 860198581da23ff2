"""How somebody at the menu wants to play: level, names, first move, rounds, clock, colour."""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom

from lastdigit.errors import LastDigitError, RecordError
from lastdigit.game.game import DEFAULT_NAMES, Seat
from lastdigit.game.options import Option
from lastdigit.match.record import HUMAN, MOST_ROUNDS, Player, checked_name
from lastdigit.preferences import Preferences
from lastdigit.system import DAY
from lastdigit.terminal.choices import Choice, ask_as_typed, ask_value, choose
from lastdigit.terminal.console import Console

USUAL_LEVEL = "easy"
ROUNDS = Option("rounds", "", "how many games, the first move alternating", 1, 1, MOST_ROUNDS)
CLOCK = Option("clock", "", "seconds a turn; running out loses", None, 1, DAY, "none")
FIRSTS = ("you", "other", "toss")


@dataclass
class Wishes:
    """What holds for every game from this menu, until it is changed."""

    level: str = USUAL_LEVEL
    name: str = DEFAULT_NAMES[0]
    friend: str = DEFAULT_NAMES[1]
    first: str = FIRSTS[0]
    rounds: int = 1
    clock: int | None = None

    @classmethod
    def preferred(cls, preferences: Preferences) -> Wishes:
        """Return what holds before anything is wished: what is preferred, and what is usual."""
        return cls(preferences.level or USUAL_LEVEL, preferences.name or DEFAULT_NAMES[0])

    def players(self, against: str) -> tuple[Player, Player]:
        """Return who plays: the person here, and a computer or a friend."""
        other = self.friend if against == HUMAN else DEFAULT_NAMES[1]
        return Player(HUMAN, self.name), Player(against, other)

    def opener(self) -> Seat:
        """Return who moves first; a coin is tossed for it if that is wished."""
        if self.first == "toss":
            return SystemRandom().choice(tuple(Seat))
        return Seat.ONE if self.first == "you" else Seat.TWO

    def change(self, console: Console) -> None:
        """Let everything be changed, one thing after another, until somebody has enough."""
        from lastdigit.players import COMPUTERS

        while True:
            lines = [
                Choice("play", "nothing more to change"),
                Choice("level", f"{self.level}: {COMPUTERS[self.level].about}"),
                Choice("name", f"yours: {self.name}"),
                Choice("friend", f"your friend's name: {self.friend}"),
                Choice("first", f"who moves first: {self.first}"),
                Choice("rounds", str(self.rounds)),
                Choice("clock", CLOCK.none if self.clock is None else f"{self.clock} s a turn"),
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
            chosen = choose(console, "What to change?", lines)
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
            Choice("toss", "leave it to a coin"),
        ]
        self.first = FIRSTS[choose(console, "Who moves first?", lines, FIRSTS.index(self.first))]

    def _change_rounds(self, console: Console) -> None:
        rounds = ask_value(console, ROUNDS.help, ROUNDS, self.rounds)
        assert isinstance(rounds, int), "the option has no word for nothing"
        self.rounds = rounds

    def _change_clock(self, console: Console) -> None:
        clock = ask_value(console, CLOCK.help, CLOCK, self.clock)
        assert not isinstance(clock, tuple), "the option is no list"
        self.clock = clock


def _change_colour(console: Console) -> None:
    console.use_colour(not console.style.colour)


def _ask_name(console: Console, question: str, usual: str, other: str) -> str:
    """Return a name that is not the other player's; as it is typed, capitals and all."""
    while True:
        typed = ask_as_typed(console, f"{question} [{usual}]: ")
        try:
            name = checked_name(typed or usual)
            if name in (other, *DEFAULT_NAMES) and name != usual:
                raise RecordError("The two players need different names.")
        except LastDigitError as error:
            console.say(console.wrapped(str(error)))
        else:
            return name
