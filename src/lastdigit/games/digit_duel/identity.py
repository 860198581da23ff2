"""The colours and the mark of Digit Duel. Two wedges, tip to tip: two numbers strike."""

from __future__ import annotations

from lastdigit.game.theme import ON_INK, Shades, Theme

THEME = Theme(
    fill=Shades("#fd6940", "#ff7a52"),
    on=ON_INK,
    deep=Shades("#932601", "#ffb198"),
    wash=Shades("#ffede8", "#301b16"),
    edge=Shades("#c8401a", "#d8582f"),
    mark=(
        '<path d="M9.5 11.4 28.6 28.2a5 5 0 0 1 0 7.6L9.5 52.6A5 5 0 0 1 3 48.8V15.2a5 5 0 0 1 '
        '6.5-3.8z"/><path d="M54.5 52.6 35.4 35.8a5 5 0 0 1 0-7.6L54.5 11.4A5 5 0 0 1 61 '
        '15.2v33.6a5 5 0 0 1-6.5 3.8z"/>'
    ),
)
