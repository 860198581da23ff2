"""A second, deliberately naive implementation of the five games, to check the real one against.

Everything is recomputed from the list of moves. Options are taken as given, never validated.
"""

from tests.naive.digit_dilemma import DigitDilemma
from tests.naive.digit_duel import DigitDuel
from tests.naive.digit_poison import DigitPoison
from tests.naive.game import NaiveGame
from tests.naive.number_morph import NumberMorph
from tests.naive.operation_obliteration import OperationObliteration

__all__ = [
    "NAIVE",
    "DigitDilemma",
    "DigitDuel",
    "DigitPoison",
    "NaiveGame",
    "NumberMorph",
    "OperationObliteration",
]

NAIVE: dict[str, type[NaiveGame]] = {
    "number-morph": NumberMorph,
    "digit-duel": DigitDuel,
    "operation-obliteration": OperationObliteration,
    "digit-dilemma": DigitDilemma,
    "digit-poison": DigitPoison,
}
