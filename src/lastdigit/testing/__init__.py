"""The laws as a public kit, for games of ours and of anybody else; it needs nothing but Python.

`check` tries every law on a game and says of each whether it is kept. In a test of a package's own:

>>> from lastdigit.games import find_class
>>> from lastdigit.testing import faults
>>> faults(find_class("digit-poison"), tries=2)
[]
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from lastdigit.core.game import AnyGame
from lastdigit.testing import disguises, laws, lessons, looks, words
from lastdigit.testing.laws import BrokenLaw, Law
from lastdigit.testing.words import Declaration

__all__ = ["DECLARATIONS", "LAWS", "BrokenLaw", "Finding", "check", "faults", "sentence"]

TRIES = 20

DECLARATIONS: tuple[Declaration, ...] = (
    words.says_what_it_is,
    words.options_are_declared,
    words.rulebook_is_complete,
    words.presets_are_played,
    looks.identity_can_be_seen,
    lessons.rules_fit_a_screen,
    lessons.lesson_can_be_taken,
    lessons.lesson_is_true,
)
"""What a game declares: looked at once."""

LAWS: tuple[Law, ...] = (
    laws.either_seat_begins,
    laws.chance_comes_from_outside,
    laws.moves_or_an_end,
    laws.legal_or_objected_to,
    laws.nothing_changes,
    laws.text_both_ways,
    laws.strange_text_is_refused,
    laws.unreadable_or_not_allowed,
    laws.equal_keys_play_alike,
    laws.begins_is_only_the_beginning,
    laws.observed_as_declared,
    laws.observed_whole,
    laws.solved_rightly,
    laws.somebody_can_err,
    words.questions_spell_the_moves,
    words.legal_answers_are_legal,
    words.answers_can_be_typed,
    words.clicks_are_answers,
    words.says_it_well,
    disguises.disguise_can_be_undone,
)
"""What holds in every game: tried on random play."""


class Finding(NamedTuple):
    """A law, and what is wrong with it; nothing if it is kept."""

    law: str
    fault: str


def check(kind: type[AnyGame], tries: int = TRIES) -> Iterator[Finding]:
    """Yield every law with what is wrong, the declarations first; each is tried so many times.

    Games are played only where everything is declared well.
    """
    sound = True
    for declaration in DECLARATIONS:
        fault = _fault(partial(declaration, kind))
        sound = sound and not fault
        yield Finding(sentence(declaration), fault)
    for law in LAWS if sound else ():
        found = (_fault(partial(law, kind, Random(seed))) for seed in range(tries))
        yield Finding(sentence(law), next(filter(None, found), ""))


def faults(kind: type[AnyGame], tries: int = TRIES) -> list[str]:
    """Return everything that `check` finds wrong, a text each; none for a game that is sound."""
    return [f"{law} {fault}" for law, fault in check(kind, tries) if fault]


def sentence(law: Law | Declaration) -> str:
    """Return a law in one sentence: the first line of its docstring."""
    return str(law.__doc__).partition("\n")[0]


def _fault(attempt: Callable[[], None]) -> str:
    """Return what is wrong, in one sentence; nothing if nothing is."""
    try:
        attempt()
    except BrokenLaw as broken:
        text = str(broken)
        return f"{text[0].upper()}{text[1:]}."
    # Whatever a game raises where the contract has no error is a fault of the game's.
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return (
            f"{type(error).__name__} is raised in {place.name} ({Path(place.filename).name}, "
            f"line {place.lineno}): {error}."
        )
    return ""
