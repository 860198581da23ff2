"""Questions that are asked twice, plain and in a disguise, the same item in other words.

Whoever knows plain answers by heart loses them in the disguise; whoever reads the rules does not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from lastdigit.arena.positions import Critical
from lastdigit.exam.making import kind_questions
from lastdigit.exam.manifest import content_hash
from lastdigit.exam.questions import NONE, Kind, Question
from lastdigit.game.disguise import AnyDisguise, Disguise
from lastdigit.game.game import AnyGame, Seat
from lastdigit.games import find, find_class

TWINS = (Kind.MOVE, Kind.LEGAL, Kind.RESULT)
"""What is asked twice: what a model may know by heart, and what it has to work out either way."""
ALSO_TWICE = (Kind.OUTCOME, Kind.VALUE)
"""What else can be, if it is asked at all; memory is not told from these."""
ANY_SECRET = bytes(32)


class Twin(NamedTuple):
    """One item, asked plain and in a disguise."""

    plain: Question
    disguised: Question


def plain_questions(
    criticals: Iterable[Critical],
    games: Iterable[str],
    wanted: int,
    seed: str,
    also: Collection[Kind] = (),
) -> list[Question]:
    """Return what is asked twice, as it is asked plain: moves at these positions, and the others.

    A game that has no disguise is left out, and so are kinds that are not asked otherwise, but for
    those that memory is told from.
    """
    moves = [_move_question(one) for one in criticals if has_disguise(one.game)]
    dressed = list(filter(has_disguise, games))
    kinds: list[Kind] = [kind for kind in TWINS if kind is not Kind.MOVE]
    kinds += [kind for kind in ALSO_TWICE if kind in also]
    return moves + [
        without_reasons(question)
        for kind in kinds
        for name in dressed
        for question in kind_questions(kind, find_class(name), wanted, seed)
    ]


def without_reasons(question: Question) -> Question:
    """Return a question that does not ask why a game ends: the reasons are in our words."""
    if not question.choices:
        return question
    return question._replace(choices=(), right=question.right.partition(", ")[0])


def _move_question(one: Critical) -> Question:
    right = ", ".join(one.best)
    return Question(Kind.MOVE, one.game, one.options, one.position, (), right, "")


@cache
def has_disguise(name: str) -> bool:
    """Return whether a game can be told in other clothes."""
    return Disguise.draw(ANY_SECRET, find(name)) is not None


def undisguised(games: Iterable[str]) -> list[str]:
    """Return the games that cannot."""
    return [name for name in games if not has_disguise(name)]


def wording_hashes(games: Iterable[str]) -> dict[str, str]:
    """Return what the wording of each game's disguise is known by: one of them, of no run."""
    drawn = {name: Disguise.draw(ANY_SECRET, find(name)) for name in games}
    return {name: content_hash(one.rules()) for name, one in drawn.items() if one is not None}


def twins_of(questions: Sequence[Question], secret: bytes) -> list[Twin]:
    """Return questions with their twins in the disguises that a run's secret draws."""
    wardrobe: dict[object, tuple[AnyGame, AnyDisguise]] = {}
    found = []
    for question in questions:
        member = question.game, question.options
        if member not in wardrobe:
            game = find(question.game, **dict(question.options))
            disguise = Disguise.draw(secret, game)
            assert disguise is not None, "it was asked before whether there is one"
            wardrobe[member] = game, disguise
        found.append(Twin(question, disguised(question, *wardrobe[member])))
    return found


def disguised(question: Question, game: AnyGame, disguise: AnyDisguise) -> Question:
    """Return a question about moves, positions or who wins in a disguise."""

    def moves(texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(disguise.format_move(game.parse_move(text)) for text in texts)

    def position(text: str) -> str:
        return disguise.format_state(game.parse_state(text))

    right = question.right
    if question.kind is Kind.RESULT:
        right = position(right)
    elif question.kind in ALSO_TWICE:
        right = {str(seat): name for seat, name in disguise.names.items()}.get(right, right)
    elif right != NONE:
        right = ", ".join(moves(right.split(", ")))
    return question._replace(
        position=position(question.position),
        moves=moves(question.moves),
        right=right,
        players=(disguise.names[Seat.ONE], disguise.names[Seat.TWO]),
        rules=disguise.rules(),
    )
