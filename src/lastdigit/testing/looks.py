"""The laws of what a game is known by, so that it can be read and seen in both themes."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from lastdigit.game.game import AnyGame
from lastdigit.game.theme import COLOURS, Theme, contrast, theme_of
from lastdigit.testing.laws import BrokenLaw

COLOUR = re.compile(r"#[0-9a-f]{6}")
SHAPES = {"circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect"}
READ = 4.5
"""The contrast that text needs, by WCAG AA."""


def identity_can_be_seen(kind: type[AnyGame]) -> None:
    identity = theme_of(kind)
    if not isinstance(identity, Theme):
        raise BrokenLaw("let the declaration name a Theme as theme")
    for name, shades in identity.colours.items():
        for colour in shades:
            if not COLOUR.fullmatch(colour):
                raise BrokenLaw(
                    f"{name} is {colour!r}: write a colour as #rrggbb, in small letters"
                )
    for theme in (0, 1):
        paper, soft = COLOURS["paper"][theme], COLOURS["soft"][theme]
        fill, on, deep, wash, _ = (shades[theme] for shades in identity.colours.values())
        for what, one, other in (
            ("on stands on fill", on, fill),
            ("deep stands on paper", deep, paper),
            ("deep stands on wash", deep, wash),
            ("the page's text stands on wash", soft, wash),
        ):
            found = contrast(one, other)
            if found < READ:
                raise BrokenLaw(f"{what}, {one} on {other}: contrast {found}, {READ} is needed")
    _check_mark(identity.mark)


def _check_mark(mark: str) -> None:
    try:
        drawn = ElementTree.fromstring(f"<svg>{mark}</svg>")
    except ElementTree.ParseError as error:
        raise BrokenLaw(f"the mark is no SVG: {error}") from None
    shapes = list(drawn.iter())[1:]
    if not shapes:
        raise BrokenLaw("the mark is empty: draw it with shapes of SVG on a field of 64 by 64")
    for shape in shapes:
        if shape.tag not in SHAPES:
            raise BrokenLaw(f"the mark has <{shape.tag}>: draw it with {', '.join(sorted(SHAPES))}")
        for name, value in shape.attrib.items():
            if name.startswith("on") or name == "style" or ("(" in value and name != "transform"):
                raise BrokenLaw(f"the mark has {name}={value!r}: draw it with shapes alone")
            if name in ("fill", "stroke") and value not in ("none", "currentColor"):
                raise BrokenLaw(f"the mark has {name}={value!r}: its one colour is currentColor")
