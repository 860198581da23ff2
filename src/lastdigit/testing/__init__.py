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

from lastdigit.game.game import AnyGame
from lastdigit.testing import disguises, laws, lessons, looks, words
from lastdigit.testing.laws import BrokenLaw, Law
from lastdigit.testing.words import Declaration

__all__ = ["DECLARATIONS", "LAWS", "BrokenLaw", "Finding", "check", "faults"]

TRIES = 20

DECLARATIONS: dict[Declaration, str] = {
    words.says_what_it_is: (
        "A game is a frozen dataclass with a name, title, summary, version, presets and example."
    ),
    words.options_are_declared: (
        "Every option has a help and a default that is allowed, and a name that nothing else has."
    ),
    words.rulebook_is_complete: (
        "The rulebook has every heading, numbered rules, every option and its default, the version."
    ),
    words.presets_are_played: (
        "Presets begin with the rulebook's; either player can win each, in the turns it says."
    ),
    looks.identity_can_be_seen: (
        "Colours are #rrggbb with contrast enough in both themes; the mark is shapes in one colour."
    ),
    lessons.rules_fit_a_screen: (
        "The rules in short, with the goal and a turn as an example, fit a screen of 80 by 24."
    ),
    lessons.lesson_can_be_taken: (
        "A lesson is three to five short steps, with something to find for whoever moves first."
    ),
    lessons.lesson_is_true: (
        "What a lesson says of numbers and moves is so, and the solver agrees with who wins."
    ),
}
"""What a game declares: checked once, each with the sentence that is printed for it."""

LAWS: dict[Law, str] = {
    laws.either_seat_begins: "Either player can move first, and somebody can move.",
    laws.chance_comes_from_outside: "The same seed and options give the same start.",
    laws.moves_or_an_end: "There are legal moves exactly while nobody has won.",
    laws.legal_or_objected_to: (
        "Every legal move has no objection, and every other one has, in the order of all_moves."
    ),
    laws.nothing_changes: (
        "A move makes a new position, with the other player to move, and changes no old one."
    ),
    laws.text_both_ways: (
        "Reading the text of a position or a move gives the same position or move."
    ),
    laws.strange_text_is_refused: (
        "Any text is read as a position or refused with a StateSyntaxError, and never half read."
    ),
    laws.unreadable_or_not_allowed: (
        "A move that cannot be read and one that is not allowed are different errors."
    ),
    laws.equal_keys_play_alike: (
        "Positions with equal keys have equal futures, whichever player is to move."
    ),
    laws.begins_is_only_the_beginning: (
        "An option that is declared with begins=True changes nothing after the start."
    ),
    laws.observed_as_declared: (
        "An observation is a tuple of whole numbers, as many as declared and within their bounds."
    ),
    laws.observed_whole: (
        "An observation tells whose turn it is and all that matters: what looks alike, is alike."
    ),
    laws.solved_rightly: (
        "The value of a position follows from those of its moves, and there is a reason for it."
    ),
    laws.somebody_can_err: (
        "There are positions in which one move is better than another, and they can be found."
    ),
    words.questions_spell_the_moves: (
        "Answering in every way gives all moves, and what is legal is never unavailable."
    ),
    words.legal_answers_are_legal: "An answer that is said to be legal begins a legal move.",
    words.answers_can_be_typed: (
        "An answer is one word in small letters, and no command; two answers are two words."
    ),
    words.clicks_are_answers: "A click on a cell is an answer to a question of the turn.",
    words.says_it_well: (
        "What is said is whole lines that call the players by their names; prompts end with ': '."
    ),
    disguises.disguise_can_be_undone: (
        "A disguise, if there is one, can be read back, and does not name the game."
    ),
}
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
    for declaration, sentence in DECLARATIONS.items():
        fault = _fault(partial(declaration, kind))
        sound = sound and not fault
        yield Finding(sentence, fault)
    for law, sentence in LAWS.items() if sound else ():
        found = (_fault(partial(law, kind, Random(seed))) for seed in range(tries))
        yield Finding(sentence, next(filter(None, found), ""))


def faults(kind: type[AnyGame], tries: int = TRIES) -> list[str]:
    """Return everything that `check` finds wrong, a text each; none for a game that is sound."""
    return [f"{law} {fault}" for law, fault in check(kind, tries) if fault]


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
