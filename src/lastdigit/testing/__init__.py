"""Conformance checks: properties that every game must have.

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
from lastdigit.testing import conformance, text
from lastdigit.testing.conformance import Check, ConformanceError
from lastdigit.testing.text import Declaration

__all__ = ["CHECKS", "DECLARATIONS", "CheckResult", "ConformanceError", "check", "faults"]

TRIES = 20
"""The default number of random games per check."""

DECLARATIONS: dict[Declaration, str] = {
    text.metadata_is_valid: (
        "A game is a frozen dataclass with a name, title, summary, version, presets and example."
    ),
    text.options_are_valid: (
        "Every option has a help and a default that is allowed, and a name that nothing else has."
    ),
    text.rulebook_is_complete: (
        "The rulebook has every heading, numbered rules, every option and its default, the version."
    ),
    text.presets_are_playable: (
        "Presets begin with the rulebook's; either player can win each, in the turns it says."
    ),
    text.theme_is_legible: (
        "Colours are #rrggbb with contrast enough in both themes; the mark is shapes in one colour."
    ),
    text.rules_fit_a_screen: (
        "The rules in short, with the goal and a turn as an example, fit a screen of 80 by 24."
    ),
    text.lesson_is_playable: (
        "A lesson is three to five short steps, with something to find for whoever moves first."
    ),
    text.lesson_is_true: (
        "What a lesson says of numbers and moves is so, and the solver agrees with who wins."
    ),
}
"""Checks of a game's declarations, each with the sentence that describes it in the output."""

CHECKS: dict[Check, str] = {
    conformance.either_seat_can_start: "Either player can move first, and somebody can move.",
    conformance.start_depends_on_seed: "The same seed and options give the same start.",
    conformance.moves_exist_until_the_end: "There are legal moves exactly while nobody has won.",
    conformance.legal_moves_have_no_objection: (
        "Every legal move has no objection, and every other one has, in the order of all_moves."
    ),
    conformance.states_are_immutable: (
        "A move makes a new position, with the other player to move, and changes no old one."
    ),
    conformance.text_round_trips: (
        "Reading the text of a position or a move gives the same position or move."
    ),
    conformance.invalid_text_is_refused: (
        "Any text is read as a position or refused with a StateSyntaxError, and never half read."
    ),
    conformance.move_errors_are_distinct: (
        "A move that cannot be read and one that is not allowed are different errors."
    ),
    conformance.equal_keys_have_equal_futures: (
        "Positions with equal keys have equal futures, whichever player is to move."
    ),
    conformance.start_options_affect_only_the_start: (
        "An option that is declared with begins=True changes nothing after the start."
    ),
    conformance.observation_matches_features: (
        "An observation is a tuple of whole numbers, as many as declared and within their bounds."
    ),
    conformance.observation_is_complete: (
        "An observation tells whose turn it is and all that matters: what looks alike, is alike."
    ),
    conformance.solution_is_consistent: (
        "The value of a position follows from those of its moves, and there is a reason for it."
    ),
    conformance.critical_positions_exist: (
        "There are positions in which one move is better than another, and they can be found."
    ),
    text.answers_cover_all_moves: (
        "Answering in every way gives all moves, and what is legal is never unavailable."
    ),
    text.legal_answers_are_legal: "An answer that is said to be legal begins a legal move.",
    text.answers_can_be_typed: (
        "An answer is one word in small letters, and no command; two answers are two words."
    ),
    text.clicks_are_answers: "A click on a cell is an answer to a question of the turn.",
    text.texts_are_well_formed: (
        "What is said is whole lines that call the players by their names; prompts end with ': '."
    ),
    conformance.disguise_is_reversible: (
        "A disguise, if there is one, can be read back, and does not name the game."
    ),
}
"""Checks made in random games, each with the sentence that describes it in the output."""


class CheckResult(NamedTuple):
    """The result of a check: a sentence that describes the check, and the fault found or ""."""

    check: str
    fault: str


def check(kind: type[AnyGame], tries: int = TRIES) -> Iterator[CheckResult]:
    """Run all conformance checks on a game class, and yield the result of each.

    Most checks run on `tries` random games.
    """
    is_valid = True
    for declaration, sentence in DECLARATIONS.items():
        fault = _fault(partial(declaration, kind))
        is_valid = is_valid and not fault
        yield CheckResult(sentence, fault)
    for game_check, sentence in CHECKS.items() if is_valid else ():
        results = (_fault(partial(game_check, kind, Random(seed))) for seed in range(tries))
        yield CheckResult(sentence, next(filter(None, results), ""))


def faults(kind: type[AnyGame], tries: int = TRIES) -> list[str]:
    """Run all conformance checks on a game class, and return the faults as sentences.

    The list is empty if the game is correct.
    """
    return [f"{sentence} {fault}" for sentence, fault in check(kind, tries) if fault]


def _fault(run: Callable[[], None]) -> str:
    try:
        run()
    except ConformanceError as broken:
        message = str(broken)
        return f"{message[0].upper()}{message[1:]}."
    # Any exception that the contract does not allow is a fault of the game.
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return (
            f"{type(error).__name__} is raised in {frame.name} ({Path(frame.filename).name}, "
            f"line {frame.lineno}): {error}."
        )
    return ""
