"""Who can sit down besides people. A computer sees a game and a position, and chooses a move."""

from lastdigit.players.computers import COMPUTERS, Computer
from lastdigit.players.who import checked_kind, kinds

__all__ = ["COMPUTERS", "Computer", "checked_kind", "kinds"]
