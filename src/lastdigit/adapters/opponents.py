"""Who plays against the agent: any WHO but a person, whether built in or from outside."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random
from typing import Any, Protocol

from lastdigit import __version__
from lastdigit.core.game import AnyGame
from lastdigit.core.values import Seat
from lastdigit.errors import LastDigitError, UsageError
from lastdigit.match.match import Match
from lastdigit.match.record import HUMAN, Player
from lastdigit.match.setup import arrange_from
from lastdigit.players import checked_kind
from lastdigit.players.computers import Computer
from lastdigit.players.seating import computer, seated
from lastdigit.players.settings import DEFAULT_SETTINGS
from lastdigit.players.sitting import Sitter, attempts, steady_clock
from lastdigit.players.who import CMD, LLM, form_and_detail


class Forfeited(LastDigitError):  # noqa: N818 - named for what it says
    """The opponent gave no valid move, and has lost; the message is the reason."""


class Opponent(Protocol):
    """Somebody who answers the agent's moves, game after game."""

    # A state's and a move's types are known to their game only.
    def begin(self, start: Any, seat: Seat, random: Random) -> None:
        """Sit down to a game, with this chance."""

    def heard(self, move: Any) -> None:
        """Hear the agent's move."""

    def reply(self, state: Any) -> Any:
        """Return a legal move; raises Forfeited, or PlayerError."""

    def close(self) -> None:
        """Go home; nothing is left behind."""


def opponent_of(game: AnyGame, who: str) -> Opponent:
    """Return the opponent that WHO names; raises UsageError."""
    if checked_kind(who) == HUMAN:
        raise UsageError("The opponent in an environment is a computer or a program, not a person.")
    form, _ = form_and_detail(who)
    return Outsider(game, who) if form in (CMD, LLM) else BuiltIn(game, computer(who))


class BuiltIn:
    """A computer of ours; it needs nothing but the position and chance."""

    def __init__(self, game: AnyGame, chosen: Computer) -> None:
        self._game = game
        self._computer = chosen

    def begin(self, start: Any, seat: Seat, random: Random) -> None:  # noqa: ARG002 - see reply
        """Take the chance; a position is seen when it comes up."""
        self._random = random

    def heard(self, move: Any) -> None:
        """Need nothing."""

    def reply(self, state: Any) -> Any:
        """Return the computer's move."""
        return self._game.parse_move(self._computer.choose(self._game, state, self._random))

    def close(self) -> None:
        """Need nothing."""


class Outsider:
    """A program or language model, asked under the usual policy; it follows a match of its own."""

    def __init__(self, game: AnyGame, who: str) -> None:
        self._game = game
        self._who = who
        self._open = ExitStack()
        self._sitter: Sitter = self._open.enter_context(seated(who))

    def begin(self, start: Any, seat: Seat, random: Random) -> None:
        """Tell the player that a game begins."""
        kinds = [self._who if one is seat else "agent" for one in Seat]
        players = Player(kinds[0], str(Seat.ONE)), Player(kinds[1], str(Seat.TWO))
        setup = arrange_from(
            self._game,
            self._game.format_state(start),
            players,
            package=__version__,
            seed=random.getrandbits(32),
            terms=DEFAULT_SETTINGS.policy.terms(),
        )
        self._match = Match(setup)
        self._sitter.begin(setup, seat)

    def heard(self, move: Any) -> None:
        """Keep the agent's move for the next turn, and tell of the end if it is one."""
        self._match.play(self._game.format_move(move))
        self._tell_end()

    def reply(self, state: Any) -> Any:  # noqa: ARG002 - the match has it
        """Ask for a move, as often as the policy allows."""
        made = len(self._match.moves)
        asked = attempts(self._match, self._sitter, DEFAULT_SETTINGS.policy, steady_clock())
        for _, events in asked:
            for event in events:
                self._match.apply(event)
        self._tell_end()
        if len(self._match.moves) == made:
            assert self._match.result is not None, "a turn ends with a move or a forfeit"
            raise Forfeited(self._match.result.reason)
        return self._game.parse_move(self._match.moves[-1])

    def _tell_end(self) -> None:
        if self._match.result is not None:
            self._sitter.over(self._match.result)

    def close(self) -> None:
        """End the program."""
        self._open.close()
