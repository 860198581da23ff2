"""Logs of gg-bench for the tests."""

from __future__ import annotations

from collections.abc import Sequence


def log(
    moves: Sequence[int],
    *,
    model_first: bool = True,
    turns: int | None = None,
    cut_off: bool = False,
    text: str = "...",
) -> list[str]:
    """Return the lines of one game with these actions, and `text` after each move.

    `turns` is the number of turns that the last line reports, by default that of the moves. A log
    that is cut off has no such line.
    """
    lines = ["Starting game 0!", f"Starting new game... LLM First: {model_first}"]
    for number, action in enumerate(moves):
        player = "GPT" if (number % 2 == 0) is model_first else "Agent"
        lines += [f"{player} move: {action}", text]
    if not cut_off:
        lines.append(f"Game ended after {len(moves) if turns is None else turns} turns")
    return [*lines, ""]
