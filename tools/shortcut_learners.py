"""Learners that look for shortcuts: which moves tend to be right, judging by the digits alone.

They see the characters, digit sums and remainders of a position, the options, the characters and
the index of a move, and the number of moves. They do not see the position after the move. The
weights of the pools are computed against a tree and a forest (`tools/pool_weights.py`). A booster,
which had no part in that, measures what remains (`bench/shortcuts.py`).

This needs scikit-learn, which is in the group `dev`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from lastdigit.exam.pools import PoolItem, solve_item
from lastdigit.game.game import AnyGame
from lastdigit.games import find

Floats = NDArray[np.float64]

FOLDS = 5
CHARACTERS = 8
"""The number of characters of each word that are visible, from its end."""
WORDS = 3
DIVISORS = range(2, 14)
"""The remainders of every number in a position by these divisors are visible."""
OPTION_VALUES = 4
HISTORY_WORDS = {"operation-obliteration": 2}
"""How many words at the end of a position only say what was played before."""


class Case(NamedTuple):
    """An item: the features of every legal move, which moves are right, and its position."""

    seen: Floats
    right: Floats
    board: Hashable
    """Near twins have the same board: the same numbers in other variants or after other moves."""


def board_of(name: str, item: PoolItem) -> str:
    """Return the numbers of a position, without the options and without what was played before.

    Items with the same board are near twins. Most often the same move is right in all of them.
    """
    words = item.position.split()[1:]
    return " ".join(words[: len(words) - HISTORY_WORDS.get(name, 0)])


def characters(word: str) -> list[float]:
    """Return the last characters of a word as numbers, in reverse order."""
    ends = word[-CHARACTERS:][::-1]
    return [float(ord(sign)) for sign in ends] + [0.0] * (CHARACTERS - len(ends))


def case_of(name: str, item: PoolItem) -> Case:
    """Return the features of an item."""
    game = find(name, **dict(item.options))
    critical = solve_item(name, item)
    moves = [game.format_move(move) for move in game.legal_moves(game.parse_state(item.position))]
    words = (item.position.split()[1:] + [""] * WORDS)[:WORDS]
    common = [float(len(word)) for word in words]
    excluded = own_divisors(game)
    for word in words:
        common += characters(word)
        common += sums_and_remainders(word, excluded)
    for option in game.own_options():
        value = getattr(game, option.field)
        numbers = value if isinstance(value, tuple) else (value,)
        padded = [-1.0 if number is None else float(number) for number in numbers]
        common += (padded + [-2.0] * OPTION_VALUES)[:OPTION_VALUES]
    rows = []
    for place, move in enumerate(moves):
        parts = [*move.split(), "", ""][:2]
        signs = [sign for part in parts for sign in characters(part)[:3]]
        rows.append([*common, *signs, float(place), float(len(moves) - place), float(len(moves))])
    right = [float(move in critical.best) for move in moves]
    return Case(np.array(rows), np.array(right), board_of(name, item))


def own_divisors(game: AnyGame) -> set[int]:
    """Return the divisors that the game itself is about: their remainders are no shortcut."""
    values = (getattr(game, name, ()) for name in ("divisor", "divisors"))
    return {
        number
        for value in values
        for number in (value if isinstance(value, tuple) else (value,))
        if isinstance(number, int)
    }


def sums_and_remainders(word: str, excluded: set[int]) -> list[float]:
    """Return the digit sum of a word and its remainders, except by multiples of `excluded`.

    Signs that are not digits count as 0. A word without digits, or with a comma, has no remainders.
    """
    digits = [int(sign, 36) if sign.isalnum() else 0 for sign in word]
    hidden = [-1.0] * (1 + len(DIVISORS))
    if "," in word or not any(sign.isdigit() for sign in word) or "-" in word:
        return hidden
    number = 0
    for digit in digits:
        number = 10 * number + digit
    return [
        float(sum(digits)),
        *(
            -1.0 if any(divisor % own == 0 for own in excluded) else float(number % divisor)
            for divisor in DIVISORS
        ),
    ]


class Model(Protocol):
    """A model from scikit-learn, as far as it is used here."""

    def fit(self, seen: Floats, right: Floats, sample_weight: Floats) -> object: ...

    def predict_proba(self, seen: Floats) -> Floats: ...


Learner = Callable[[int], Model]
"""A function that makes an untrained model, given a random seed."""


def tree(seed: int) -> Model:
    """Return a small decision tree."""
    from sklearn.tree import DecisionTreeClassifier

    model: Model = DecisionTreeClassifier(
        max_depth=5, min_weight_fraction_leaf=0.01, random_state=seed
    )
    return model


def forest(seed: int) -> Model:
    """Return many deeper trees, each trained on some of the moves and some of the features."""
    from sklearn.ensemble import RandomForestClassifier

    model: Model = RandomForestClassifier(
        n_estimators=40,
        max_depth=10,
        min_samples_leaf=2,
        max_features=0.3,
        max_samples=0.5,
        random_state=seed,
    )
    return model


def booster(seed: int) -> Model:
    """Return gradient-boosted trees. No weights may be computed against them."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    model: Model = HistGradientBoostingClassifier(random_state=seed)
    return model


def rows_of(cases: Sequence[Case], weights: Floats) -> tuple[Floats, Floats, Floats]:
    """Return all moves of some items: features, right or wrong, and weights with mean 1."""
    each = [
        np.full(len(one.right), w / len(one.right)) for one, w in zip(cases, weights, strict=True)
    ]
    joined = np.concatenate(each)
    return (
        np.concatenate([one.seen for one in cases]),
        np.concatenate([one.right for one in cases]),
        joined / joined.mean(),
    )


def train(learner: Learner, cases: Sequence[Case], weights: Floats, seed: int) -> Model:
    """Return a model trained on weighted items."""
    from threadpoolctl import threadpool_limits

    model = learner(seed)
    seen, right, each = rows_of(cases, weights)
    with threadpool_limits(1):  # threads that wait for each other are slow on a busy machine
        model.fit(seen, right, sample_weight=each)
    return model


def shares_right(cases: Sequence[Case], model: Model) -> Floats:
    """Return for each item how often the move that the model prefers is right."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        beliefs = model.predict_proba(np.concatenate([one.seen for one in cases]))[:, 1]
    ends = np.cumsum([len(one.right) for one in cases])[:-1]
    return np.array(
        [
            float(one.right[own >= own.max() - 1e-9].mean())
            for one, own in zip(cases, np.split(beliefs, ends), strict=True)
        ]
    )


def folds_by_board(cases: Sequence[Case], random: Random) -> list[int]:
    """Divide the items into folds of about equal size, with near twins in the same fold."""
    counts = Counter(one.board for one in cases)
    boards = sorted(counts, key=str)
    random.shuffle(boards)
    sizes, fold_of = [0] * FOLDS, {}
    for board in boards:
        fold = sizes.index(min(sizes))
        fold_of[board] = fold
        sizes[fold] += counts[board]
    return [fold_of[one.board] for one in cases]


def cross_validate(
    cases: Sequence[Case], weights: Floats, random: Random, learner: Learner
) -> Floats:
    """Return how often each item is answered right by a model trained on the other folds."""
    folds = np.array(folds_by_board(cases, random))
    found = np.zeros(len(cases))
    for fold in range(FOLDS):
        asked, known = (np.flatnonzero(side).tolist() for side in (folds == fold, folds != fold))
        if not asked or not known:
            continue
        some = [cases[place] for place in known]
        model = train(learner, some, weights[known], random.randrange(2**31))
        found[asked] = shares_right([cases[place] for place in asked], model)
    return found
