"""The rules of Your Game for the independent proof checker."""

from re import fullmatch
from typing import Any, ClassVar

from lastdigit.solver.checker import Rules, need


class YourGame(Rules):
    """The rules of the game: take 1, 2 or 3 from the number. The player who reaches zero wins."""

    options: ClassVar[dict[str, str]] = {}
    """A regular expression for the JSON of each option's value: `{"most": "[1-9]"}`."""

    def __init__(self, options: dict[str, Any]) -> None:
        """Ignore the options, because they do not change the rules."""

    def position(self, first: bool, left: str) -> int:
        need(fullmatch("[0-9]{1,4}", left))
        return int(left)

    def moves(self, left: int) -> Any:
        return {str(taken): left - taken for taken in (1, 2, 3) if taken <= left} or "lose"
