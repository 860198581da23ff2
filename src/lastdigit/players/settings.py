"""How outside players are asked, and what they may cost."""

from __future__ import annotations

from dataclasses import dataclass

from lastdigit.errors import BudgetSpent
from lastdigit.match.match import PLY_LIMIT
from lastdigit.match.record import Terms


@dataclass(frozen=True)
class Settings:
    """How outside players are asked; all but the first two are for language models."""

    tries: int = 3
    """How many a player has in a turn before it forfeits."""
    seconds: float = 30.0
    """How long each of them may take."""
    base_url: str | None = None
    show_legal: bool = True
    temperature: float | None = None
    budget: int | None = None

    def terms(self) -> Terms:
        """Return the terms of a game that nobody watches; such a game is sure to end."""
        return Terms(attempts=self.tries, ply_limit=PLY_LIMIT, hints=False)


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
