"""Opens the player that a WHO text names, and sees that nothing of it is left behind."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from lastdigit.errors import UsageError, quoted
from lastdigit.match.record import HUMAN
from lastdigit.players.computers import COMPUTERS, Computer
from lastdigit.players.settings import DEFAULT_SETTINGS, Budget, Settings
from lastdigit.players.sitting import BuiltIn, Sitter
from lastdigit.players.who import (
    CMD,
    LLM,
    MCTS,
    checked_kind,
    command,
    form_and_detail,
    model,
    playouts,
)

if TYPE_CHECKING:
    from lastdigit.players.llm import LanguageModel
    from lastdigit.players.program import Program


@contextmanager
def seated(
    who: str, settings: Settings = DEFAULT_SETTINGS, budget: Budget | None = None
) -> Iterator[Sitter]:
    """Open the player that WHO names, and close it again whatever happens.

    Without a budget of the caller's, the player has the settings' all to itself. Raises UsageError
    if there is no such player, or if what it needs is missing.
    """
    form, detail = form_and_detail(checked_kind(who))
    if form == CMD:
        with closing(_program(detail, settings)) as program:
            yield program
    elif form == LLM:
        with closing(_language_model(detail, settings, budget)) as language_model:
            yield language_model
    elif who == HUMAN:
        raise UsageError("A person cannot be asked by a program.")
    else:
        yield BuiltIn(computer(who))


def computer(who: str) -> Computer:
    """Return the computer of ours that WHO names; raises UsageError."""
    form, detail = form_and_detail(who)
    if form == MCTS:
        from lastdigit.players.mcts import TreeSearch

        return TreeSearch(playouts(detail))
    if who not in COMPUTERS:
        known = ", ".join((*COMPUTERS, "mcts:N"))
        raise UsageError(f"{quoted(who)} is no computer of ours; there is {known}.")
    return COMPUTERS[who]


def _program(detail: str, settings: Settings) -> Program:
    from lastdigit.players.program import Program

    words = command(detail)
    if shutil.which(words[0]) is None:
        raise UsageError(f"There is no program {quoted(words[0])} that can be run.")
    return Program(words, settings.policy)


def _language_model(detail: str, settings: Settings, budget: Budget | None) -> LanguageModel:
    try:
        from lastdigit.players.llm import LanguageModel
    except ModuleNotFoundError as missing:
        raise UsageError(
            f"Language models need {missing.name}, which the extra llm brings: "
            'pip install "lastdigit[llm]", or in a checkout uv sync --extra llm'
        ) from None
    return LanguageModel(model(detail), settings, budget or Budget(settings.budget))
