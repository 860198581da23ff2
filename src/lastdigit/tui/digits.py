"""Digits drawn large, six cells wide and five high."""

from __future__ import annotations

WIDTH, HEIGHT = 6, 5
EMPTY = "_"

DRAWN = {
    "0": ("██████", "██  ██", "██  ██", "██  ██", "██████"),
    "1": ("  ██  ", "████  ", "  ██  ", "  ██  ", "  ██  "),
    "2": ("█████ ", "    ██", " ████ ", "██    ", "██████"),
    "3": ("██████", "   ██ ", "  ███ ", "    ██", "█████ "),
    "4": ("██  ██", "██  ██", "██████", "    ██", "    ██"),
    "5": ("██████", "██    ", "█████ ", "    ██", "█████ "),
    "6": ("  ███ ", " ██   ", "█████ ", "██  ██", " ████ "),
    "7": ("██████", "    ██", "   ██ ", "  ██  ", "  ██  "),
    "8": (" ████ ", "██  ██", " ████ ", "██  ██", " ████ "),
    "9": (" ████ ", "██  ██", " █████", "   ██ ", " ███  "),
    EMPTY: ("      ", "      ", "      ", "      ", "▁▁▁▁▁▁"),
}


def large(text: str) -> tuple[str, ...]:
    """Return a digit drawn large; what is no digit stands in the middle, as it is.

    >>> large("7")[0]
    '██████'
    """
    if text in DRAWN:
        return DRAWN[text]
    blank = " " * max(WIDTH, len(text))
    return blank, blank, text.center(len(blank)), blank, blank
