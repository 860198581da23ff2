"""What both kinds of environment have in common: how an episode begins, and its dialogue."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random
from typing import Any, NamedTuple

from lastdigit import __version__
from lastdigit.analysis.splits import Split
from lastdigit.arena.positions import without_beginning
from lastdigit.errors import OptionError
from lastdigit.exam.effort import GRADES
from lastdigit.exam.pools import by_grade, member_items
from lastdigit.game.game import AnyGame, Seat, State
from lastdigit.match.match import PLY_LIMIT, Match
from lastdigit.match.narration import RulebookNarrator
from lastdigit.match.record import Player, Terms
from lastdigit.match.setup import arrange_from

PLAYERS = (Player("agent", str(Seat.ONE)), Player("agent", str(Seat.TWO)))
ANSI = "ansi"
SEAT, POSITION, CRITICAL, GRADE = "seat", "position", "critical", "grade"
"""The options of `reset`, for one game: the agent's seat, and where the game begins."""
BEGINNINGS = (POSITION, CRITICAL, GRADE)
"""Those that say where it begins."""


class RenderModeError(OptionError, TypeError):
    """An environment has no such render mode.

    Stable-Baselines3 asks every environment for frames first ("rgb_array"), and makes it without a
    render mode if that raises TypeError.
    """


def check_render_mode(render_mode: str | None) -> None:
    """Raise RenderModeError if environments do not have this render mode."""
    if render_mode not in (None, ANSI):
        raise RenderModeError(
            f"render_mode cannot be {render_mode!r}: it must be None or {ANSI!r}."
        )


def check_options(options: Mapping[str, Any]) -> None:
    """Raise OptionError for an option of a reset that there is not."""
    for name in options:
        if name not in (SEAT, *BEGINNINGS):
            raise OptionError(
                f"In the options of reset there is no {name!r}: they are {SEAT}, {POSITION}, "
                f"{CRITICAL} and {GRADE}."
            )
    named = [name for name in BEGINNINGS if options.get(name)]
    if len(named) > 1:
        raise OptionError(f"{' and '.join(named)} both say where a game begins: name one.")


def is_critical(options: Mapping[str, Any]) -> bool:
    """Return whether a game is to begin where there is something to decide; raises OptionError."""
    critical = options.get(CRITICAL, False)
    if not isinstance(critical, bool):
        raise OptionError(f"{CRITICAL} cannot be {critical!r}: it must be True or False.")
    return critical


def chosen_grade(options: Mapping[str, Any]) -> int | None:
    """Return the grade that the options ask for, if they do; raises OptionError."""
    grade = options.get(GRADE)
    if grade is not None and (type(grade) is not int or not 1 <= grade <= GRADES):
        raise OptionError(f"{GRADE} cannot be {grade!r}: it must be a number from 1 to {GRADES}.")
    return grade


def graded_start(game: AnyGame, grade: int, random: Random) -> State:
    """Return a position of a grade, for training, at which Player 1 is to move.

    Raises OptionError where nobody has measured one with these options.
    """
    grades = by_grade(member_items(without_beginning(game), Split.TRAIN))
    if grade not in grades:
        there = f"there are {', '.join(map(str, grades))}" if grades else "there is none"
        raise OptionError(
            f"{GRADE} cannot be {grade} in {game.title} with these options: of the grades {there}."
        )
    start: State = game.parse_state(random.choice(grades[grade]).position)
    return start


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
    grade: int | None = None

    @classmethod
    def of(cls, game: AnyGame, options: Mapping[str, Any]) -> Wishes:
        """Return what the options of a reset ask for; raises UsageError."""
        check_options(options)
        seat, grade = chosen_seat(options), chosen_grade(options)
        if grade is not None and seat is Seat.TWO:
            raise OptionError(
                f"{SEAT} cannot be 2 with a {GRADE}: positions of a grade are for Player 1."
            )
        return cls(seat, chosen_start(game, options), is_critical(options), grade)


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
