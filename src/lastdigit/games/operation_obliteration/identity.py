"""The colours and the mark of Operation Obliteration. The empty set: no operation is left."""

from __future__ import annotations

from lastdigit.game.theme import ON_WHITE, Shades, Theme

THEME = Theme(
    fill=Shades("#6e34b3", "#8650d4"),
    on=ON_WHITE,
    deep=Shades("#6529a9", "#d4bcff"),
    wash=Shades("#f4efff", "#241e30"),
    edge=Shades("#451a7d", "#5b2fa3"),
    mark=(
        '<path fill-rule="evenodd" d="M32 8a24 24 0 1 1 0 48 24 24 0 0 1 0-48zm0 10.5a13.5 13.5 '
        '0 1 0 0 27 13.5 13.5 0 0 0 0-27z"/><path d="M8 56 56 8" fill="none" '
        'stroke="currentColor" stroke-width="10.5" stroke-linecap="round"/>'
    ),
)
