"""Whole games as an environment of verifiers: `vf-eval lastdigit-games`."""

from lastdigit_verifiers.chat import ChatHarness
from lastdigit_verifiers.whole_games import GamesEnv, GamesTaskset

__all__ = ["ChatHarness", "GamesEnv", "GamesTaskset"]
