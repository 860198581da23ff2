"""Pictures drawn without a browser, reproducibly: maps, and the game in the README.

`make renew` writes them, and tests/tools/test_pictures.py compares them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import lastdigit
from lastdigit.errors import UsageError
from lastdigit.maps.maps import map_of
from lastdigit.render.svg import ColorScheme, map_png, map_svg
from tools.cast import CAST, cast, play

MAPS = Path(__file__).parents[1] / "docs" / "maps"


def map_picture(name: str) -> tuple[Path, bytes]:
    """Return a game's map and its path: a PNG if there are many points, otherwise an SVG."""
    drawn = map_of(lastdigit.find(name))
    if drawn.grid() is None:
        return MAPS / f"{name}.svg", map_svg(drawn).encode()
    return MAPS / f"{name}.png", map_png(drawn, ColorScheme.LIGHT)


def draw_pictures() -> Iterator[tuple[Path, bytes]]:
    """Yield every picture with its path."""
    for name in lastdigit.catalogue():
        with suppress(UsageError):  # an author's own game may be too large for a map
            yield map_picture(name)
    yield CAST, cast(play()).encode()


def write_pictures() -> None:
    """Write the pictures that have changed."""
    for path, content in draw_pictures():
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
            print(f"drew {path.name}")
