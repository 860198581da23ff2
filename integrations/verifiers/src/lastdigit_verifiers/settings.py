"""The settings of both environments: games, number of questions, split."""

from __future__ import annotations

from typing import Literal

import verifiers.v1 as vf
from pydantic import Field, field_validator

from lastdigit import LastDigitError, catalogue
from lastdigit.analysis import Split
from lastdigit.exam import ALL, split_names
from lastdigit.games import find_class

TALKER = vf.AgentConfig(runtime=vf.SubprocessConfig())
"""The default agent: its output is never run, so it needs no sandbox."""


class PositionsConfig(vf.TasksetConfig):
    """Selects the positions."""

    games: str = ALL
    """Names separated by commas, or `all`."""
    positions: int = Field(100, ge=1)
    """How many of each game (and kind); fewer if there are not enough."""
    seed: int = 1
    split: Literal["train", "validation", "exam"] = "train"
    """Which positions to use. A model trained on `exam` can no longer take the exam."""

    @field_validator("games")
    @classmethod
    def check_games(cls, given: str) -> str:
        """Raise an error for an unknown game."""
        try:
            for name in split_names(given, ()):
                find_class(name)
        except LastDigitError as error:
            raise ValueError(str(error)) from None
        return given

    @property
    def names(self) -> list[str]:
        """The names of the games as a list."""
        return split_names(self.games, catalogue())

    @property
    def part(self) -> Split:
        """The split as a `Split`."""
        return Split(self.split)
