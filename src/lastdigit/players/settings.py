"""How outside players are asked."""

from __future__ import annotations

from dataclasses import dataclass

from lastdigit.match.match import PLY_LIMIT
from lastdigit.match.record import Terms


@dataclass(frozen=True)
class Settings:
    """How outside players are asked: both kinds, language models, programs."""

    tries: int = 3
    """How many a player has in a turn before it forfeits."""
    seconds: float = 30.0
    """How long each of them may take."""
    base_url: str | None = None
    show_legal: bool = True
    temperature: float | None = None
    answer_tokens: int | None = None
    """The longest that an answer can be; None leaves it to the endpoint."""
    budget: int | None = None
    """Tokens that may be spent, all players together."""
    money: int | None = None
    """The same in money, in millionths, at the prices of the endpoints."""
    at_once: int = 1
    """How many questions models are asked at the same time."""
    pass_env: tuple[str, ...] = ()
    """Variables that programs get although their names are those of secrets."""

    def terms(self) -> Terms:
        """Return the terms of a game that nobody watches; such a game is sure to end."""
        return Terms(attempts=self.tries, ply_limit=PLY_LIMIT, hints=False)


DEFAULT_SETTINGS = Settings()
