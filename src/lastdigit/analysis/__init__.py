"""Exact analysis of positions, whole games, and games that have been played.

The public names are imported on first use, so that a game starts quickly.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lastdigit.analysis.critical import Split, split_of, variant_name

__all__ = ["Split", "split_of", "variant_name"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from lastdigit.analysis import critical

    return getattr(critical, name)
