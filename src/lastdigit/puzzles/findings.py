"""What is found of a finished game when it is judged, small enough to be kept with it.

Statistics, ladders and practice are counted from this. To judge a game takes a tenth of a second;
what was found once is kept as a line of text, and found again where a later version finds more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from lastdigit.analysis.review import Review, review_game
from lastdigit.arena.positions import without_beginning
from lastdigit.errors import LastDigitError
from lastdigit.game.game import Seat, Value
from lastdigit.match.record import Act, Record
from lastdigit.puzzles.puzzle import certify_met

VERSION = 1
"""Another one, and every game is judged again."""
HELP = (Act.HINT, Act.UNDO)


class Decision(NamedTuple):
    """A move where some kept the value of the position and some did not."""

    turn: int
    seat: Seat
    before: Value
    right: bool
    choices: int
    """How many moves were legal."""
    helped: bool
    """Whether it was made with a hint, or for a second time."""


class Slip(NamedTuple):
    """A move that gave a win or a draw away, and the puzzle that its position makes."""

    seat: Seat
    move: str
    puzzle: str
    """What the puzzle is known by."""


class Finding(NamedTuple):
    """A finished game, judged."""

    game: str
    players: tuple[str, str]
    """What kind of player sat on each seat."""
    winner: Seat | None
    ahead: Seat | None
    """Who could win from the start, whatever the other did; None if nobody."""
    turns: int
    helped: tuple[Seat, ...]
    """Who had a hint or took a move back."""
    decisions: tuple[Decision, ...]
    slips: tuple[Slip, ...]


def find(record: Record) -> Finding:
    """Judge a finished game; raises LastDigitError if it does not follow from the rules."""
    review = review_game(record)
    one, two = record.setup.players
    helped = {seat: _helped_turns(record, seat) for seat in Seat}
    return Finding(
        record.setup.game,
        (one.kind, two.kind),
        record.result.winner,
        review.course[0],
        len(review.moves),
        tuple(
            seat
            for seat in Seat
            if any(event.act in HELP and event.seat is seat for event in record.events)
        ),
        tuple(
            Decision(
                move.turn,
                move.seat,
                move.before,
                move.right,
                move.choices,
                move.turn in helped[move.seat],
            )
            for move in review.moves
            if move.critical
        ),
        tuple(_slips(review)),
    )


def _helped_turns(record: Record, own: Seat) -> set[int]:
    """Return the turns, from 1 on, that somebody made with a hint or for a second time."""
    made, helped = 0, set()
    for event in record.events:
        if event.act is Act.MOVE:
            made += 1
        elif event.act is Act.UNDO:
            helped |= set(range(made - event.plies + 1, made + 1))
            made -= event.plies
        elif event.act is Act.HINT and event.seat is own:
            helped.add(made + 1)
    return helped


def _slips(review: Review) -> Iterator[Slip]:
    game = without_beginning(review.match.game)  # how it began is over
    for move in review.moves:
        if not move.right:
            puzzle = certify_met(game, game.parse_state(move.position))
            if puzzle is not None:
                yield Slip(move.seat, move.move, puzzle.name)


# As text


def finding_text(record: Record) -> str:
    """Judge a finished game, and return what was found as a line; one beyond the rules has none."""
    try:
        found = find(record)
    except LastDigitError:
        return f"[{VERSION},null]"
    return json.dumps([VERSION, found], separators=(",", ":"), default=_number)


def _number(seat: Seat) -> int:
    return seat.number


def is_current(text: str | None) -> bool:
    """Return whether a line is of this version."""
    return text is not None and text.startswith(f"[{VERSION},")


def read_finding(text: str) -> Finding | None:
    """Return what a line of this version says; None of a game that could not be judged."""
    _, found = json.loads(text)
    return None if found is None else _read(*found)


def _read(
    game: str,
    players: list[str],
    winner: int | None,
    ahead: int | None,
    turns: int,
    helped: list[int],
    decisions: list[tuple[int, int, str, bool, int, bool]],
    slips: list[tuple[int, str, str]],
) -> Finding:
    return Finding(
        game,
        (players[0], players[1]),
        _seat(winner),
        _seat(ahead),
        turns,
        tuple(map(Seat, helped)),
        tuple(
            Decision(turn, Seat(seat), Value(before), right, choices, was_helped)
            for turn, seat, before, right, choices, was_helped in decisions
        ),
        tuple(Slip(Seat(seat), move, puzzle) for seat, move, puzzle in slips),
    )


def _seat(number: int | None) -> Seat | None:
    return None if number is None else Seat(number)
