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
        "Every option has a help text, an allowed default, and a name of its own."
    ),
    text.rulebook_is_complete: (
        "The rulebook has all headings, numbered rules, the options with defaults, and the version."
    ),
    text.presets_are_playable: (
        "The first preset is the rulebook's. Either player can win each, in the stated turns."
    ),
    text.theme_is_legible: (
        "Colours are #rrggbb with enough contrast in both themes. The mark has one colour."
    ),
    text.rules_fit_a_screen: (
        "The short rules, with the goal and an example turn, fit on a screen of 80 by 24."
    ),
    text.lesson_is_playable: (
        "A lesson has three to five short steps, each with something for Player 1 to find."
    ),
    text.lesson_is_true: ("What a lesson says about numbers, moves and the winner is true."),
}
"""Checks for a game's declarations, each with the sentence that describes it in the output."""

CHECKS: dict[Check, str] = {
    conformance.either_seat_can_start: "Either player can move first, and has a legal move.",
    conformance.start_depends_on_seed: "The same seed and options give the same start.",
    conformance.moves_exist_until_the_end: "There are legal moves until a player wins.",
    conformance.legal_moves_have_no_objection: (
        "legal_moves returns the moves without an objection, in the order of all_moves."
    ),
    conformance.states_are_immutable: (
        "A move creates a new position with the other player to move. The old one is unchanged."
    ),
    conformance.text_round_trips: (
        "The text of a position or move can be parsed back to the same position or move."
    ),
    conformance.invalid_text_is_refused: (
        "Text that is not a valid position raises StateSyntaxError."
    ),
    conformance.move_errors_are_distinct: (
        "A move that cannot be parsed and an illegal move raise different errors."
    ),
    conformance.equal_keys_have_equal_futures: (
        "Positions with equal keys have the same continuations, for either player to move."
    ),
    conformance.start_options_affect_only_the_start: (
        "An option with begins=True changes nothing after the start."
    ),
    conformance.observation_matches_features: (
        "An observation is a tuple of integers that matches the declared features."
    ),
    conformance.observation_is_complete: (
        "An observation contains the player to move and everything that matters for the game."
    ),
    conformance.solution_is_consistent: (
        "The value of a position follows from the values of its moves, and has an explanation."
    ),
    conformance.critical_positions_exist: (
        "In some positions that come up in play, one move is better than another."
    ),
    text.answers_cover_all_moves: (
        "The questions lead to all moves, and no answer of a legal move is unavailable."
    ),
    text.legal_answers_are_legal: "An answer with Status.LEGAL starts a legal move.",
    text.answers_can_be_typed: ("An answer is one unique word in lower case, and not a command."),
    text.clicks_are_answers: "A click on a cell gives an answer that is part of a move.",
    text.texts_are_well_formed: (
        "Messages are whole lines that use the players' names. Prompts end with ': '."
    ),
    conformance.disguise_is_reversible: (
        "A disguise, if there is one, can be parsed back, and does not name the game."
    ),
}
"""Checks run in random games, each with the sentence that describes it in the output."""


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
            f"{type(error).__name__} in {frame.name} ({Path(frame.filename).name}, "
            f"line {frame.lineno}): {error}."
        )
    return ""
