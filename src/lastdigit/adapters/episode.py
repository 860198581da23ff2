"""What both kinds of environment have in common: how an episode begins, and its dialogue."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random
from typing import Any, NamedTuple

from lastdigit import __version__
from lastdigit.core.game import AnyGame, State
from lastdigit.core.values import Seat
from lastdigit.errors import OptionError
from lastdigit.match.match import PLY_LIMIT, Match
from lastdigit.match.narration import RulebookNarrator
from lastdigit.match.record import Player, Terms
from lastdigit.match.setup import arrange_from

PLAYERS = (Player("agent", str(Seat.ONE)), Player("agent", str(Seat.TWO)))
ANSI = "ansi"
SEAT, POSITION, CRITICAL = "seat", "position", "critical"
"""The options of `reset`, for one game: the agent's seat, and where the game begins."""


def check_render_mode(render_mode: str | None) -> None:
    """Raise OptionError unless an environment can be rendered so."""
    if render_mode not in (None, ANSI):
        raise OptionError(f"render_mode cannot be {render_mode!r}: it must be None or {ANSI!r}.")


def check_options(options: Mapping[str, Any]) -> None:
    """Raise OptionError for an option of a reset that there is not."""
    for name in options:
        if name not in (SEAT, POSITION, CRITICAL):
            raise OptionError(
                f"In the options of reset there is no {name!r}: they are {SEAT}, {POSITION} and "
                f"{CRITICAL}."
            )


def is_critical(options: Mapping[str, Any]) -> bool:
    """Return whether a game is to begin where there is something to decide; raises OptionError."""
    critical = options.get(CRITICAL, False)
    if not isinstance(critical, bool):
        raise OptionError(f"{CRITICAL} cannot be {critical!r}: it must be True or False.")
    if critical and POSITION in options:
        raise OptionError(f"{CRITICAL} and {POSITION} both say where a game begins: name one.")
    return critical


def chosen_seat(options: Mapping[str, Any]) -> Seat | None:
    """Return the seat that the options give the agent, if they do; raises OptionError."""
    if SEAT not in options:
        return None
    number = options[SEAT]
    if isinstance(number, bool) or number not in [seat.value for seat in Seat]:
        raise OptionError(f"{SEAT} cannot be {number!r}: it must be 1 or 2.")
    return Seat(number)


def chosen_start(game: AnyGame, options: Mapping[str, Any]) -> State | None:
    """Return the position that the options begin at, if they do.

    Raises OptionError, or StateSyntaxError for a text that is no position.
    """
    if POSITION not in options:
        return None
    text = options[POSITION]
    if not isinstance(text, str):
        raise OptionError(
            f"{POSITION} cannot be {text!r}: it must be a text such as "
            f"{game.format_state(game.start(Random(0)))!r}."
        )
    state: State = game.parse_state(text)
    if game.outcome(state) is not None:
        raise OptionError(f"{POSITION} cannot be {text!r}: there the game is over.")
    return state


class Wishes(NamedTuple):
    """What somebody asked of one game: the agent's seat, where it begins, something to decide."""

    seat: Seat | None = None
    start: State | None = None
    critical: bool = False

    @classmethod
    def of(cls, game: AnyGame, options: Mapping[str, Any]) -> Wishes:
        """Return what the options of a reset ask for; raises UsageError."""
        check_options(options)
        return cls(chosen_seat(options), chosen_start(game, options), is_critical(options))


NO_WISHES = Wishes()


class Transcript:
    """Follows a game move by move; `piece` is what has been added since `turn_page`."""

    def __init__(self, game: AnyGame, start: State) -> None:
        terms = Terms(ply_limit=PLY_LIMIT)
        setup = arrange_from(
            game, game.format_state(start), PLAYERS, package=__version__, seed=0, terms=terms
        )
        self._match = Match(setup)
        self._narrator = RulebookNarrator(self._match)
        self.piece = self._narrator.welcome() + self._narrator.opening()

    def turn_page(self) -> None:
        """Begin a new piece."""
        self.piece = ""

    def add_try(self, move: Hashable) -> None:
        """Add a move, or that it was refused."""
        before, text = self._match.state, self._match.game.format_move(move)
        event = self._match.play(text)
        self.piece += self._narrator.answers_text(text, before)
        self.piece += self._narrator.event_text(event, before)
        if self._match.result is None and self._match.state is not before:
            self.piece += self._narrator.opening()

    def add_sentence(self, sentence: str) -> None:
        """Add something that is not a move."""
        self.piece += f"{sentence}\n"
