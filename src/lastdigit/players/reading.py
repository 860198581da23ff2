"""The relaxed reader of a model's answer; the strict one, which counts, is `prompt.read_answer`.

Its grammar: a line counts that is the word MOVE (where words are asked for: ANSWER), a colon and a
move, in capitals or not, whatever of `* _ ` # > " '` and blanks stands around any of them, with or
without a full stop at the end. Of several such lines the last one counts, wherever it stands.
Nothing else is forgiven.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

AROUND = r"[\s*_`#>\"'\u2018\u2019\u201c\u201d]*"
LINES = {
    word: re.compile(rf"{AROUND}{word}{AROUND}:{AROUND}(.*?){AROUND}\.?{AROUND}", re.IGNORECASE)
    for word in ("move", "answer")
}


def relaxed_move(text: str, moves: Iterable[str]) -> str | None:
    r"""Return the move of the last line that names one, as the rules write it, or None.

    >>> relaxed_move("**Move:** `Tens 7`.\nThat wins.", ["tens 7", "ones 7"])
    'tens 7'
    """
    said = _last(text, "move")
    return None if said is None else {_plain(move): move for move in moves}.get(_plain(said))


def relaxed_answer(text: str, known: Iterable[str]) -> str | None:
    r"""Return what the last line says that answers, or None; known words are written as usual.

    >>> relaxed_answer("So:\n**Answer: player 2, B.**", ["Player 2", "B"])
    'Player 2, B'
    """
    said = _last(text, "answer")
    if said is None:
        return None
    written = {_plain(word): word for word in known}
    parts = (part.strip(" *_`\"'") for part in said.split(","))
    return ", ".join(written.get(_plain(part), part) for part in parts)


def _last(text: str, word: str) -> str | None:
    """Return what stands on the last line that begins with a word and a colon."""
    for line in reversed(text.splitlines()):
        found = LINES[word].fullmatch(line)
        if found is not None:
            return found[1]
    return None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
