"""Who plays against the agent: any WHO but a person, whether built in or from outside."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import ExitStack
from functools import cached_property
from random import Random
from typing import NoReturn, Protocol

from lastdigit import __version__
from lastdigit.errors import LastDigitError, MoveSyntaxError, UsageError, quoted
from lastdigit.game.game import AnyGame, Seat, State
from lastdigit.match.match import Match
from lastdigit.match.record import HUMAN, Player
from lastdigit.match.setup import arrange_from
from lastdigit.players.computers import Chance, Computer
from lastdigit.players.function import PythonFunction
from lastdigit.players.levels import Decisions, Level, decisions_in
from lastdigit.players.names import CMD, LLM, check_kind, form_and_detail
from lastdigit.players.seats import NoMove, Occupant, find_computer, open_player
from lastdigit.players.settings import DEFAULT_SETTINGS
from lastdigit.players.unattended import ask_turn
from lastdigit.solver import solver_for
from lastdigit.system import Clock


class Forfeit(LastDigitError):  # noqa: N818 - named for what it says
    """The opponent gave no valid move, and has lost; the message is the reason."""


class Opponent(Protocol):
    """Somebody who answers the agent's moves, game after game."""

    def begin(self, start: State, seat: Seat, random: Random) -> None:
        """Sit down to a game, with this chance."""

    def hear_move(self, move: Hashable) -> None:
        """Hear the agent's move."""

    def reply(self, state: State) -> Hashable:
        """Return a legal move; raises Forfeit, or PlayerError."""

    def close(self) -> None:
        """Go home; nothing is left behind."""


def opponent_of(game: AnyGame, who: str) -> Opponent:
    """Return the opponent that WHO names; raises UsageError."""
    if not isinstance(who, str):
        raise UsageError(f"opponent cannot be {who!r}: it must be a text such as 'random'.")
    if check_kind(who) == HUMAN:
        raise UsageError("The opponent in an environment is a computer or a program, not a person.")
    form, _ = form_and_detail(who)
    if form in (CMD, LLM):
        return OutsideOpponent(game, who)
    computer = find_computer(who)
    if isinstance(computer, Chance):
        return ChanceOpponent(game, computer)
    if isinstance(computer, Level):
        return LevelOpponent(game, computer)
    return ComputerOpponent(game, computer)


class ComputerOpponent:
    """A computer of ours; it needs nothing but the position and chance."""

    def __init__(self, game: AnyGame, computer: Computer) -> None:
        self._game = game
        self._computer = computer
        self._checked = isinstance(computer, PythonFunction)

    def begin(self, start: State, seat: Seat, random: Random) -> None:  # noqa: ARG002 - see reply
        """Take the chance; a position is seen when it comes up."""
        self._random = random

    def hear_move(self, move: Hashable) -> None:
        """Need nothing."""

    def reply(self, state: State) -> Hashable:
        """Return the computer's move; a function that makes no legal one forfeits."""
        try:
            text = self._computer.choose(self._game, state, self._random)
            move: Hashable = self._game.parse_move(text)
        except (NoMove, MoveSyntaxError) as error:
            raise Forfeit(f"No valid move. {error}") from None
        if not self._checked:
            return move
        objection = self._game.objection(state, move)
        if objection is not None:
            raise Forfeit(f"No valid move. {objection.reason}")
        return move

    def close(self) -> None:
        """Need nothing."""


class ChanceOpponent(ComputerOpponent):
    """The computer that makes any legal move: nothing of it is written and read again."""

    def __init__(self, game: AnyGame, computer: Chance) -> None:
        super().__init__(game, computer)
        self._pick = computer.pick

    def reply(self, state: State) -> Hashable:
        """Return a legal move."""
        return self._pick(self._game, state, self._random)


class LevelOpponent(ComputerOpponent):
    """A computer of graded strength, which remembers what it can decide in this game."""

    def __init__(self, game: AnyGame, level: Level) -> None:
        super().__init__(game, level)
        self._level = level

    def reply(self, state: State) -> Hashable:
        """Return a legal move."""
        return self._level.pick(self._decisions, state, self._random)

    @cached_property
    def _decisions(self) -> Decisions:
        # Made when first asked: it may have to solve the game, or to load what solves it quickly.
        solver_for(self._game).warm_up()
        return decisions_in(self._game)

    def __reduce__(self) -> tuple[type[LevelOpponent], tuple[AnyGame, Level], dict[str, Random]]:
        """Let a copy have its own chance, and remember by itself."""
        return LevelOpponent, (self._game, self._level), {"_random": self._random}


class OutsideOpponent:
    """A program or language model, asked as usual; it follows a match of its own."""

    def __init__(self, game: AnyGame, who: str) -> None:
        self._game = game
        self._who = who
        self._open = ExitStack()
        self._occupant: Occupant = self._open.enter_context(open_player(who))

    def begin(self, start: State, seat: Seat, random: Random) -> None:
        """Tell the player that a game begins."""
        kinds = [self._who if one is seat else "agent" for one in Seat]
        players = Player(kinds[0], str(Seat.ONE)), Player(kinds[1], str(Seat.TWO))
        setup = arrange_from(
            self._game,
            self._game.format_state(start),
            players,
            package=__version__,
            seed=random.getrandbits(32),
            terms=DEFAULT_SETTINGS.terms(),
        )
        self._match = Match(setup)
        self._occupant.begin(setup, seat)

    def hear_move(self, move: Hashable) -> None:
        """Keep the agent's move for the next turn, and tell of the end if it is one."""
        self._match.play(self._game.format_move(move))
        self._tell_end()

    def reply(self, state: State) -> Hashable:  # noqa: ARG002 - the match has it
        """Ask for a move, as often as the settings allow."""
        made = len(self._match.moves)
        for _ in ask_turn(self._match, self._occupant, DEFAULT_SETTINGS, Clock().steady):
            pass  # what happens, happens in the match
        self._tell_end()
        if len(self._match.moves) == made:
            assert self._match.result is not None, "a turn ends with a move or a forfeit"
            raise Forfeit(self._match.result.reason)
        move: Hashable = self._game.parse_move(self._match.moves[-1])
        return move

    def _tell_end(self) -> None:
        if self._match.result is not None:
            self._occupant.hear_result(self._match.result)

    def close(self) -> None:
        """End the program."""
        self._open.close()

    def __reduce__(self) -> NoReturn:
        """Refuse to be copied: a running program cannot be, nor what is asked of a model."""
        raise UsageError(
            f"An environment whose opponent is {quoted(self._who)} cannot be copied: make another."
        )
