"""The colours and the mark of Beads, which is a bead."""

from lastdigit.game.theme import ON_INK, Shades, Theme

IDENTITY = Theme(
    fill=Shades("#f2a0c8", "#f2a0c8"),
    on=ON_INK,
    deep=Shades("#8a1458", "#f7b9d8"),
    wash=Shades("#fdeef6", "#2c1522"),
    edge=Shades("#c2568f", "#b04f83"),
    mark='<circle cx="32" cy="32" r="24"/>',
)
