"""A picture of many points, by `zlib` alone: PNG with a palette."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from struct import pack

SIGNATURE = b"\x89PNG\r\n\x1a\n"
INDEXED, BITS = 3, 8


def png(width: int, rows: Sequence[bytes], colours: Sequence[str]) -> bytes:
    r"""Return a picture; a row has a byte for each point: the place of its colour.

    >>> from lastdigit.game.theme import INK
    >>> png(1, [b"\0"], [INK])[:8] == SIGNATURE
    True
    """
    head = pack(">IIBBBBB", width, len(rows), BITS, INDEXED, 0, 0, 0)
    palette = b"".join(bytes.fromhex(colour[1:7]) for colour in colours)
    points = b"".join(b"\0" + row for row in rows)
    parts = (
        (b"IHDR", head),
        (b"PLTE", palette),
        (b"IDAT", zlib.compress(points, 9)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(_part(name, content) for name, content in parts)


def _part(name: bytes, content: bytes) -> bytes:
    return pack(">I", len(content)) + name + content + pack(">I", zlib.crc32(name + content))
