"""A second, deliberately naive implementation of the five games, to check the real one against.

Everything is recomputed from the list of moves. Options are taken as given, never validated.
"""

from tests.games.naive.digit_dilemma import DigitDilemma
from tests.games.naive.digit_duel import DigitDuel
from tests.games.naive.digit_poison import DigitPoison
from tests.games.naive.game import NaiveGame
from tests.games.naive.number_morph import NumberMorph
from tests.games.naive.operation_obliteration import OperationObliteration

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
