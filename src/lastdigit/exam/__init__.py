"""An exam for players such as language models: questions about solved positions, and grading.

The public names are imported on first use, because some of them are slow to import.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lastdigit.exam.dataset import (
        ALL,
        KINDS,
        MAX_REGRET,
        GradedReply,
        PromptItem,
        draw_prompt_items,
        regrets_at,
        split_names,
    )
    from lastdigit.exam.grading import SUBSCORES
    from lastdigit.exam.items import Kind
    from lastdigit.exam.pools import variant_items
    from lastdigit.exam.run import MoveItem, draw_move_items
    from lastdigit.exam.whole_games import WholeGame, arrange_game, play_whole_game

__all__ = [
    "ALL",
    "KINDS",
    "MAX_REGRET",
    "SUBSCORES",
    "GradedReply",
    "Kind",
    "MoveItem",
    "PromptItem",
    "WholeGame",
    "arrange_game",
    "draw_move_items",
    "draw_prompt_items",
    "play_whole_game",
    "regrets_at",
    "split_names",
    "variant_items",
]

_MODULES = {
    "Kind": "items",
    "MoveItem": "run",
    "SUBSCORES": "grading",
    "WholeGame": "whole_games",
    "arrange_game": "whole_games",
    "draw_move_items": "run",
    "play_whole_game": "whole_games",
    "variant_items": "pools",
}
"""The module that defines each public name. Names that are not listed here are in `dataset`."""


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES.get(name, 'dataset')}"), name)
