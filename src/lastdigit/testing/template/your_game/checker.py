"""Your Game once more, for the checker of proofs: from the rulebook alone."""

from typing import Any, ClassVar

from lastdigit.proofs.checking import Rules, need


class YourGame(Rules):
    """Take 1, 2 or 3 from the number; whoever reaches zero wins."""

    options: ClassVar[dict[str, Any]] = {}

    def __init__(self, options: dict[str, Any]) -> None:
        """Begin without options: where the number began does not matter to a position."""

    def position(self, first: bool, left: str) -> int:
        need(left.isdecimal() and len(left) <= 4, "")
        return int(left)

    def moves(self, left: int) -> Any:
        return {str(taken): left - taken for taken in (1, 2, 3) if taken <= left} or False
