"""The colours and the mark of Digit Poison. A drop with a division sign: divisible is poison."""

from __future__ import annotations

from lastdigit.game.theme import ON_INK, Shades, Theme

THEME = Theme(
    fill=Shades("#cbe839", "#cbe839"),
    on=ON_INK,
    deep=Shades("#526007", "#d2ed5d"),
    wash=Shades("#f0f4e4", "#202410"),
    edge=Shades("#7c9011", "#8ba017"),
    mark=(
        '<path fill-rule="evenodd" d="M32 2.5c1.7 0 3.3.9 4.2 2.3C42.5 14.5 53 26 53 40a21 21 0 '
        "0 1-42 0C11 26 21.5 14.5 27.8 4.8A5 5 0 0 1 32 2.5zM22 43h20a3.2 3.2 0 0 0 0-6.4H22a3.2 "
        "3.2 0 0 0 0 6.4zM32 25.3a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6zm0 21.4a3.8 3.8 0 1 0 "
        '0 7.6 3.8 3.8 0 0 0 0-7.6z"/>'
    ),
)
