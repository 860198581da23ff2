"""The relaxed reader of a model's answer; the strict one, which counts, is `prompt.read_answer`.

Its grammar: a line counts that is the word MOVE, a colon and a move, in capitals or not, whatever
of `* _ ` # > " '` and blanks stands around any of them, with or without a full stop at the end. Of
several such lines the last one counts, wherever it stands. Nothing else is forgiven.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

AROUND = r"[\s*_`#>\"'\u2018\u2019\u201c\u201d]*"
LINE = re.compile(rf"{AROUND}move{AROUND}:{AROUND}(.*?){AROUND}\.?{AROUND}", re.IGNORECASE)


def relaxed_move(text: str, moves: Iterable[str]) -> str | None:
    r"""Return the move of the last line that names one, as the rules write it, or None.

    >>> relaxed_move("**Move:** `Tens 7`.\nThat wins.", ["tens 7", "ones 7"])
    'tens 7'
    """
    for line in reversed(text.splitlines()):
        found = LINE.fullmatch(line)
        if found is not None:
            written = {_plain(move): move for move in moves}
            return written.get(_plain(found[1]))
    return None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
