"""Your Game once more, for the checker of proofs: from the rulebook alone."""

from re import fullmatch
from typing import Any, ClassVar

from lastdigit.solver.checker import Rules, need


class YourGame(Rules):
    """Take 1, 2 or 3 from the number; whoever reaches zero wins."""

    options: ClassVar[dict[str, str]] = {}
    """A pattern for each option, of what it can be as JSON: `{"most": "[1-9]"}`."""

    def __init__(self, options: dict[str, Any]) -> None:
        """Begin without options: where the number began does not matter to a position."""

    def position(self, first: bool, left: str) -> int:
        need(fullmatch("[0-9]{1,4}", left))
        return int(left)

    def moves(self, left: int) -> Any:
        return {str(taken): left - taken for taken in (1, 2, 3) if taken <= left} or "lose"
