"""The pixels of a PNG file."""

from __future__ import annotations

import zlib
from struct import unpack


def pixels(png: bytes) -> tuple[list[str], list[bytes]]:
    """Return the palette and the rows of a PNG file that the project wrote."""
    place, parts = 8, dict[bytes, bytes]()
    while place < len(png):
        (length,), name = unpack(">I", png[place : place + 4]), png[place + 4 : place + 8]
        parts[name] = png[place + 8 : place + 8 + length]
        (check,) = unpack(">I", png[place + 8 + length : place + 12 + length])
        assert check == zlib.crc32(name + parts[name])
        place += 12 + length
    palette, points = parts[b"PLTE"], zlib.decompress(parts[b"IDAT"])
    (width,) = unpack(">I", parts[b"IHDR"][:4])
    colours = [f"#{palette[at : at + 3].hex()}" for at in range(0, len(palette), 3)]
    return colours, [points[at + 1 : at + 1 + width] for at in range(0, len(points), width + 1)]
