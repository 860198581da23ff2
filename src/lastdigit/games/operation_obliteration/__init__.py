"""Operation Obliteration: leave the opponent without a valid operation."""

from lastdigit.games.operation_obliteration.rules import OperationObliteration

GAME = OperationObliteration
