"""Tasks for Inspect: `inspect eval lastdigit_inspect/exam` and `lastdigit_inspect/games`."""

from lastdigit_inspect.exam import answer, exact, exam
from lastdigit_inspect.whole_games import games, play, regret

__all__ = ["answer", "exact", "exam", "games", "play", "regret"]
