"""What somebody does better, and what worse, in words: only where the numbers carry it.

Two shares are told apart where their 95 % intervals have nothing in common; otherwise nothing is
said, however different they look.
"""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.game.game import AnyGame, Value
from lastdigit.puzzles.findings import Decision
from lastdigit.puzzles.own_games import Played
from lastdigit.puzzles.statistics import Share, total_of

FEW = 3
"""So many legal moves are few."""
A_MONTH = 4
"""So many weeks, the first and the last, are compared."""


def habits(kinds: Sequence[type[AnyGame]], played: Sequence[Played]) -> list[str]:
    """Return what sets somebody's right moves apart from their wrong ones, game by game."""
    found = []
    for kind in kinds:
        own = [one for one in played if one.game == kind.name]
        found += [f"{kind.title}: {habit}" for habit in _habits(own)]
    return found


def trend(weeks: Sequence[Share]) -> list[str]:
    """Return whether somebody has become better over some weeks, if the numbers carry it."""
    first, last = total_of(weeks[:A_MONTH]), total_of(weeks[-A_MONTH:])
    if last.interval.low > first.interval.high:
        word = "more"
    elif first.interval.low > last.interval.high:
        word = "less"
    else:
        return []
    return [
        f"You are right {word} often than {len(weeks)} weeks ago.",
        f"First four weeks {_of(first)}, last four {_of(last)}: the two intervals do not touch.",
    ]


def _habits(played: Sequence[Played]) -> list[str]:
    decided = [(move, 2 * move.turn > one.found.turns) for one in played for move in one.decisions]
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


def _told(one: str, ones: Sequence[Decision], other: str, others: Sequence[Decision]) -> str:
    """Return which of two kinds of moves is more often right, or nothing if nobody can say."""
    first, second = (Share.of(move.right for move in moves) for moves in (ones, others))
    if first.interval.low > second.interval.high:
        return f"you are right more often {one} ({_of(first)}) than {other} ({_of(second)})."
    if second.interval.low > first.interval.high:
        return f"you are right less often {one} ({_of(first)}) than {other} ({_of(second)})."
    return ""


def _of(share: Share) -> str:
    return f"{share.right} of {share.count}"
