"""Disguised exam items: the same positions in different words, to tell skill from memory.

A disguise replaces a game's names, symbols and rules text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from lastdigit.analysis.critical import Critical
from lastdigit.exam.items import NONE, Item, Kind, draw_items
from lastdigit.exam.manifest import content_hash
from lastdigit.game.disguise import AnyDisguise, Disguise
from lastdigit.game.game import AnyGame, Seat
from lastdigit.games import find, find_class
from lastdigit.players.prompt import VERSION

MEMORY_KINDS = (Kind.MOVE, Kind.LEGAL, Kind.RESULT)
"""The kinds of question that measure memory, by asking each item in plain and disguised form.

A best move can be remembered. The answers to the other two kinds must be calculated.
"""
EXTRA_TWIN_KINDS = (Kind.OUTCOME, Kind.VALUE)
"""More kinds of question to ask in plain and disguised form, but not to measure memory.

These questions are asked only if the exam includes their kinds.
"""
FIXED_SECRET = bytes(32)


class Twin(NamedTuple):
    """An exam item in plain form, and the same item disguised with other words and symbols."""

    plain: Item
    disguised: Item


def plain_items(
    positions: Iterable[Critical],
    games: Iterable[str],
    count: int,
    seed: str,
    extra_kinds: Collection[Kind] = (),
) -> list[Item]:
    """Return the exam items to ask twice, once plain and once disguised, in their plain form.

    A disguise shows the same game with different words and symbols. Games that cannot be disguised
    are left out.
    """
    moves = [_move_item(one) for one in positions if has_disguise(one.game)]
    disguisable = list(filter(has_disguise, games))
    kinds: list[Kind] = [kind for kind in MEMORY_KINDS if kind is not Kind.MOVE]
    kinds += [kind for kind in EXTRA_TWIN_KINDS if kind in extra_kinds]
    return moves + [
        without_reasons(question)
        for kind in kinds
        for name in disguisable
        for question in draw_items(kind, find_class(name), count, seed)
    ]


def without_reasons(item: Item) -> Item:
    """Return an exam item without its question about the reason why the game is over."""
    # The reasons have no disguised wording.
    if not item.choices:
        return item
    return item._replace(choices=(), right=item.right.partition(", ")[0])


def _move_item(one: Critical) -> Item:
    right = ", ".join(one.best)
    return Item(Kind.MOVE, one.game, one.options, one.position, (), right, "")


@cache
def has_disguise(name: str) -> bool:
    """Return whether a game can be disguised, that is, shown with other words and symbols."""
    return Disguise.draw(FIXED_SECRET, find(name)) is not None


def games_without_disguise(games: Iterable[str]) -> list[str]:
    """Return the games that cannot be disguised, that is, shown with other words and symbols."""
    return [name for name in games if not has_disguise(name)]


def wording_hashes(games: Iterable[str]) -> dict[str, str]:
    """Return a hash of each game's disguised rules text, keyed by game name.

    A disguise shows a game with different words and symbols. Games that cannot be disguised are
    left out.
    """
    # With a fixed secret the hash changes only if the wording does.
    drawn = {name: Disguise.draw(FIXED_SECRET, find(name)) for name in games}
    return {name: content_hash(one.rules()) for name, one in drawn.items() if one is not None}


def make_twins(questions: Sequence[Item], secret: bytes, version: int = VERSION) -> list[Twin]:
    """Pair each exam item with its disguised form in a version of the exam.

    A disguise shows the same game with different words and symbols. The secret is the random seed
    for choosing the disguises.
    """
    disguises: dict[object, tuple[AnyGame, AnyDisguise]] = {}
    twins = []
    for item in questions:
        variant = item.game, item.options
        if variant not in disguises:
            game = find(item.game, **dict(item.options))
            disguise = Disguise.draw(secret, game)
            assert disguise is not None, "only games with a disguise are disguised"
            disguises[variant] = game, disguise
        twins.append(Twin(item, disguise_item(item, *disguises[variant], version)))
    return twins


def disguise_item(item: Item, game: AnyGame, disguise: AnyDisguise, version: int = VERSION) -> Item:
    """Return an exam item with the words and symbols of a disguise instead of the game's own."""

    def moves(texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(disguise.format_move(game.parse_move(text)) for text in texts)

    def position(text: str) -> str:
        return disguise.format_state(game.parse_state(text))

    right = item.right
    if item.kind is Kind.RESULT:
        right = position(right)
    elif item.kind in EXTRA_TWIN_KINDS:
        right = {str(seat): name for seat, name in disguise.names.items()}.get(right, right)
    elif right != NONE:
        right = ", ".join(moves(right.split(", ")))
    return item._replace(
        position=position(item.position),
        moves=moves(item.moves),
        right=right,
        players=(disguise.names[Seat.ONE], disguise.names[Seat.TWO]),
        rules=disguise.rules(version),
    )
