"""Who can sit down besides people. A computer sees a game and a position, and chooses a move."""

from lastdigit.players.computers import COMPUTERS, Computer
from lastdigit.players.names import check_kind, kinds

__all__ = ["COMPUTERS", "Computer", "check_kind", "kinds"]
