"""The colours and the mark of Digit Dilemma. A fork with a disc and a ring: one taken, one open."""

from __future__ import annotations

from lastdigit.game.theme import ON_INK, Shades, Theme

THEME = Theme(
    fill=Shades("#3ad2b7", "#3ad2b7"),
    on=ON_INK,
    deep=Shades("#006152", "#71e2ca"),
    wash=Shades("#e3f7f2", "#0c2722"),
    edge=Shades("#0f8f79", "#17917b"),
    mark=(
        '<circle cx="13.5" cy="14" r="10.5"/><path fill-rule="evenodd" d="M50.5 3.5a10.5 10.5 0 '
        '1 1 0 21 10.5 10.5 0 0 1 0-21zm0 6.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8z"/><path d="M13.5 '
        '20v4C13.5 36 32 34 32 46v11M50.5 22v2C50.5 36 32 34 32 46" fill="none" '
        'stroke="currentColor" stroke-width="9.5" stroke-linecap="round"/>'
    ),
)
