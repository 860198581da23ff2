"""The words of one game: what is said, asked and shown. `Game` has the rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeAlias

from lastdigit.core.game import Game, M, S
from lastdigit.core.values import Objection, Outcome, Question, Seat, View


class Dialogue(ABC, Generic[S, M]):
    """The words of one game: text out, lines ended, nothing read and nothing printed.

    A name stands wherever the rulebook says Player 1 or Player 2; `bold` marks its emphasis.
    """

    between: ClassVar[str] = "\n"
    """What stands between one turn and the next."""

    def __init__(
        self, game: Game[S, M], names: tuple[str, str], bold: Callable[[str], str]
    ) -> None:
        self.game = game
        self.names = dict(zip(Seat, names, strict=True))
        self.bold = bold

    @abstractmethod
    def welcome(self, state: S) -> str:
        """Return what is said before the first turn."""

    @abstractmethod
    def turn(self, state: S) -> str:
        """Return what opens a turn, before its first question."""

    @abstractmethod
    def question(self, state: S, answers: tuple[str, ...]) -> Question | None:
        """Return what to ask next after these answers, or None when they make a whole move."""

    def whole(self, state: S, word: str) -> tuple[str, ...] | None:
        """Return the answers of the move that one word says as a whole, or None if it does not.

        Raises MoveSyntaxError for one that looks like it and is no move.
        """
        return None

    @abstractmethod
    def accepted(self, before: S, move: M, after: S) -> str:
        """Return what a legal move brings about."""

    def rejected(self, state: S, move: M, objection: Objection) -> str:
        """Return what a try was, if that is to be said, and why it was refused.

        The last line is not ended: whether to try again is for the match to say.
        """
        return objection.reason

    @abstractmethod
    def view(self, state: S) -> View:
        """Return what to show, as data."""

    @abstractmethod
    def ending(self, state: S, outcome: Outcome) -> str:
        """Return what is said when the rules have ended the game."""


# A front end holds some game without knowing which: here its types are let go.
AnyDialogue: TypeAlias = Dialogue[Any, Any]
