"""The presets of each game.

Conformance checks (lastdigit.testing) cover what holds for every game.
"""

from __future__ import annotations
