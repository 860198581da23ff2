"""The colours and the mark of Number Morph. Bar, disc, bar: one of three differs."""

from __future__ import annotations

from lastdigit.game.theme import ON_INK, Shades, Theme

THEME = Theme(
    fill=Shades("#5599f3", "#6aa6f7"),
    on=ON_INK,
    deep=Shades("#0050a2", "#a4cdff"),
    wash=Shades("#e8f3ff", "#162232"),
    edge=Shades("#2f6fc4", "#4b82cf"),
    mark=(
        '<rect x="4" y="8" width="14" height="48" rx="7"/><circle cx="32" cy="32" '
        'r="10.5"/><rect x="46" y="8" width="14" height="48" rx="7"/>'
    ),
)
