"""What both environments are told: which games, how many questions, of which split."""

from __future__ import annotations

from typing import Literal

import verifiers.v1 as vf
from pydantic import Field, field_validator

from lastdigit import LastDigitError, catalogue
from lastdigit.analysis import Split
from lastdigit.exam import ALL, split_names
from lastdigit.games import find_class

TALKER = vf.AgentConfig(runtime=vf.SubprocessConfig())
"""Who is asked, unless told otherwise: nothing it says is run, so it needs no box of its own."""


class PositionsConfig(vf.TasksetConfig):
    """Which positions."""

    games: str = ALL
    """Names with commas between them, or `all`."""
    positions: int = Field(100, ge=1)
    """How many of each game (and kind); fewer where a game has not so many."""
    seed: int = 1
    split: Literal["train", "validation", "exam"] = "train"
    """What they are for. Whoever trains on `exam` can no longer be examined."""

    @field_validator("games")
    @classmethod
    def check_games(cls, given: str) -> str:
        """Refuse a game that there is not, in a sentence."""
        try:
            for name in split_names(given, ()):
                find_class(name)
        except LastDigitError as error:
            raise ValueError(str(error)) from None
        return given

    @property
    def names(self) -> list[str]:
        """The games."""
        return split_names(self.games, catalogue())

    @property
    def part(self) -> Split:
        """The split."""
        return Split(self.split)
