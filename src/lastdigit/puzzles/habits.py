"""What somebody does better, and what worse, in words: only where the numbers carry it.

Two shares are told apart where their 95 % intervals have nothing in common; otherwise nothing is
said, however different they look.
"""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.analysis.review import ReviewedMove
from lastdigit.core.game import AnyGame
from lastdigit.puzzles.mistakes import Played
from lastdigit.puzzles.statistics import Share, own_decisions
from lastdigit.solving import Value

FEW = 3
"""So many legal moves are few."""


def habits(kinds: Sequence[type[AnyGame]], played: Sequence[Played]) -> list[str]:
    """Return what sets somebody's right moves apart from their wrong ones, game by game."""
    found = []
    for kind in kinds:
        own = [one for one in played if one.review.match.game.name == kind.name]
        found += [f"{kind.title}: {habit}" for habit in _habits(own)]
    return found


def _habits(played: Sequence[Played]) -> list[str]:
    decided = [
        (move, 2 * move.turn > len(one.review.moves))
        for one in played
        for move in own_decisions(one)
    ]
    moves = [move for move, _ in decided]
    pairs = [
        (
            "early in a game",
            [move for move, late in decided if not late],
            "late in it",
            [move for move, late in decided if late],
        ),
        (
            "where a win must be kept",
            [move for move in moves if move.before is Value.WIN],
            "where a draw must be kept",
            [move for move in moves if move.before is Value.DRAW],
        ),
        (
            f"with up to {FEW} moves to choose from",
            [move for move in moves if move.choices <= FEW],
            "with more",
            [move for move in moves if move.choices > FEW],
        ),
    ]
    return [told for one, ones, other, others in pairs if (told := _told(one, ones, other, others))]


def _told(
    one: str, ones: Sequence[ReviewedMove], other: str, others: Sequence[ReviewedMove]
) -> str:
    """Return which of two kinds of moves is more often right, or nothing if nobody can say."""
    first, second = (Share.of(move.right for move in moves) for moves in (ones, others))
    if first.interval.low > second.interval.high:
        return f"you are right more often {one} ({_of(first)}) than {other} ({_of(second)})."
    if second.interval.low > first.interval.high:
        return f"you are right less often {one} ({_of(first)}) than {other} ({_of(second)})."
    return ""


def _of(share: Share) -> str:
    return f"{share.right} of {share.count}"
