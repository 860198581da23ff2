"""Opens the player that a WHO text names, and sees that nothing of it is left behind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from lastdigit.errors import BudgetSpent, UsageError
from lastdigit.players.computers import COMPUTERS, Computer
from lastdigit.players.sitting import BuiltIn, Policy, Sitter
from lastdigit.players.who import MCTS, checked_kind, form_and_detail, playouts


@dataclass(frozen=True)
class Settings:
    """How outside players are asked. The last four are for language models only."""

    tries: int = 3
    seconds: float = 30.0
    base_url: str | None = None
    show_legal: bool = True
    temperature: float | None = None
    budget: int | None = None

    @property
    def policy(self) -> Policy:
        """How many tries a turn has, and how long each may take."""
        return Policy(self.tries, self.seconds)


DEFAULT_SETTINGS = Settings()


class Budget:
    """Tokens that may be spent in one run, all players together; None is as many as it takes."""

    def __init__(self, limit: int | None, spent: int = 0) -> None:
        self.limit = limit
        self.spent = spent

    def spend(self, tokens: int) -> None:
        """Count tokens that an answer took."""
        self.spent += tokens

    def check(self) -> None:
        """Raise BudgetSpent if nothing more may be asked."""
        if self.limit is not None and self.spent >= self.limit:
            raise BudgetSpent(f"The budget of {self.limit} tokens is spent: {self.spent} used.")


@contextmanager
def seated(
    who: str, settings: Settings = DEFAULT_SETTINGS, budget: Budget | None = None
) -> Iterator[Sitter]:
    """Open the player that WHO names, and close it again whatever happens.

    Raises UsageError if there is no such player, or if what it needs is missing.
    """
    built_in = computer(checked_kind(who))
    if built_in is None:
        raise UsageError(f"{who} cannot be seated.")
    yield BuiltIn(built_in)


def computer(who: str) -> Computer | None:
    """Return the computer of ours that WHO names, if it is one."""
    form, detail = form_and_detail(who)
    if form == MCTS:
        from lastdigit.players.mcts import TreeSearch

        return TreeSearch(playouts(detail))
    return COMPUTERS.get(who)
