"""What each player did in one game, counted: exact judgements, tries, time and tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields

from lastdigit.analysis.review import ReviewedMove, review_game
from lastdigit.core.values import Seat
from lastdigit.match.fields import Fields
from lastdigit.players.sitting import Played, Try
from lastdigit.solving import Value


@dataclass(frozen=True)
class Deeds:
    """What one player did, in one game or in many."""

    moves: int = 0
    critical: int = 0
    """Critical positions; one that comes up again in the same game counts once."""
    right: int = 0
    chance: float = 0.0
    """How many of them random play would have got right."""
    winning: int = 0
    """Moves that kept a win whose length is known."""
    wasted: int = 0
    """By how many plies these were slower than the quickest."""
    tries: int = 0
    illegal: int = 0
    unreadable: int = 0
    seconds: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0

    def __add__(self, other: Deeds) -> Deeds:
        ours, theirs = asdict(self), asdict(other)
        return Deeds(**{name: ours[name] + theirs[name] for name in ours})


NOTHING = Deeds()


def deeds(played: Played) -> tuple[Deeds, Deeds]:
    """Return what both players did in a game."""
    moves = review_game(played.record).moves
    return _deeds(played, moves, Seat.ONE), _deeds(played, moves, Seat.TWO)


def _deeds(played: Played, moves: Sequence[ReviewedMove], seat: Seat) -> Deeds:
    own = [move for move in moves if move.seat is seat]
    critical = first_times(move for move in own if move.critical)
    winning = [move.slower for move in own if move.right and move.before is Value.WIN]
    known = [slower for slower in winning if slower is not None]
    tries = list(tries_of(played, seat))
    refused = [one for one in tries if one.refusal]
    return Deeds(
        moves=len(own),
        critical=len(critical),
        right=sum(move.right for move in critical),
        chance=sum(len(move.best) / move.choices for move in critical),
        winning=len(known),
        wasted=sum(known),
        tries=len(tries),
        illegal=sum(one.move is not None for one in refused),
        unreadable=sum(one.move is None for one in refused),
        seconds=sum(one.seconds for one in tries),
        tokens_in=sum(one.tokens_in or 0 for one in tries),
        tokens_out=sum(one.tokens_out or 0 for one in tries),
    )


def first_times(moves: Iterable[ReviewedMove]) -> list[ReviewedMove]:
    """Return the moves made where a position came up for the first time.

    A game that goes round in circles asks the same question hundreds of times; it is one question.
    """
    return list({move.position: move for move in reversed(list(moves))}.values())[::-1]


def tries_of(played: Played, seat: Seat) -> Iterable[Try]:
    """Yield the tries of one player; the seats take turns, and nothing is taken back."""
    own = 0 if seat is played.record.setup.first else 1
    for turn in played.tries[own::2]:
        yield from turn


def deeds_data(done: Deeds) -> dict[str, float]:
    """Return what a player did as JSON data."""
    return asdict(done)


def read_deeds(data: Fields) -> Deeds:
    """Return what JSON data says that a player did; raises RecordError."""
    read = {
        field.name: data.number(field.name)
        if isinstance(field.default, float)
        else data.integer(field.name)
        for field in fields(Deeds)
    }
    data.done()
    return Deeds(**read)  # type: ignore[arg-type]  # each field was read as what it is
