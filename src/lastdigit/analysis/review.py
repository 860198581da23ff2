"""Review of a recorded game: a verdict on each move, the turning point, and text about them."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from lastdigit.analysis.position import plies_lost
from lastdigit.game.game import AnyGame, Seat, SeatNumber, State, Value
from lastdigit.game.text import AnySecondPersonText, Audience, Entry
from lastdigit.match.match import Match, resume
from lastdigit.match.narration import audience_of, player_text
from lastdigit.match.record import End, Record, Result, ResultData, result_data
from lastdigit.solver import solver_for, split

MAX_LISTED = 4
"""The maximum number of moves that a sentence lists. The other moves are only counted."""
MAX_REPEATED_DIGITS = 12
"""The maximum number of digits of a resulting number that a sentence about a move includes."""


class Verdict(enum.StrEnum):
    """The effect of a move on the result that the player could reach with perfect play.

    - `only move`: No other move was legal.
    - `kept the win`: The player was winning before and after the move.
    - `kept the draw`: The position was a draw before and after the move.
    - `threw the win away`: The player was winning before the move, but not after it.
    - `threw the draw away`: The position was a draw before the move, but a loss after it.
    - `lost anyway`: Every move loses against perfect play.
    """

    ONLY = "only move"
    KEPT_WIN = "kept the win"
    KEPT_DRAW = "kept the draw"
    THREW_WIN = "threw the win away"
    THREW_DRAW = "threw the draw away"
    LOST_ANYWAY = "lost anyway"


@dataclass(frozen=True)
class ReviewedMove:
    """A move in a recorded game, with its verdict and the moves that would have been right."""

    turn: int
    seat: Seat
    position: str
    """The position before the move."""
    move: str
    before: Value
    after: Value
    """The best result that the player could reach after the move."""
    verdict: Verdict
    critical: bool
    right: bool
    best: tuple[str, ...]
    """All moves that were not mistakes."""
    choices: int
    """The number of legal moves."""
    slower: int | None
    """The number of moves by which the win came later, or the loss sooner, than with the best move.

    None if the move was a mistake, or if the number is unknown.
    """


@dataclass(frozen=True)
class Review:
    """The review of a recorded game: a verdict on each move, and who was winning after it."""

    match: Match
    moves: tuple[ReviewedMove, ...]
    course: tuple[Seat | None, ...]
    """The player who was winning before the first move and after each move. None is a draw."""

    @property
    def result(self) -> Result:
        return self.match.record().result

    @property
    def turning_point(self) -> ReviewedMove | None:
        """The last move that gave away a win or a draw, or None if there is no such move."""
        return next((move for move in reversed(self.moves) if not move.right), None)

    @property
    def given_up(self) -> Seat | None:
        """The player who could still win in the final position but did not win the game, or None.

        A game can end in this way by resignation, on time or by agreement.
        """
        ahead = self.course[-1]
        over = self.result.end is not End.UNFINISHED
        return ahead if over and ahead is not self.result.winner else None

    def accuracy(self, seat: Seat) -> tuple[int, int]:
        """Return how often a player found a right move, and the number of critical positions.

        In a critical position, some legal moves are mistakes. Moves in all other positions are
        ignored.
        """
        critical = [move for move in self.moves if move.critical and move.seat is seat]
        return sum(move.right for move in critical), len(critical)


class ReviewedMoveData(TypedDict):
    """A move in a finished match, compared with perfect play.

    - `turn`: Number of the move, starting with 1.
    - `seat`: The player who made the move, 1 or 2.
    - `position`: The position before the move, as text.
    - `move`: The move as text.
    - `text`: The move as shown in a list of moves.
    - `number`: The number that the move formed, as shown in a list of moves.
    - `valueBefore`: Best result that the player could reach before the move.
    - `moveValue`: Best result that the player could reach after the move.
    - `verdict`: Comparison of the two results.
    - `verdictText`: The verdict in words, such as "kept the win, slower by 2".
    - `critical`: Whether some legal moves were mistakes.
    - `right`: Whether the move kept the best result.
    - `best`: All moves that kept the best result, as text.
    - `bestText`: The moves in `best`, as shown in a list of moves. Empty if the move was right.
    - `slower`: Number of moves, counting both players, by which the win came later or the loss
      sooner than possible. Null if the move was a mistake, or if the number is unknown.
    """

    turn: int
    seat: SeatNumber
    position: str
    move: str
    text: str
    number: str
    valueBefore: Value
    moveValue: Value
    verdict: Verdict
    verdictText: str
    critical: bool
    right: bool
    best: list[str]
    bestText: list[str]
    slower: int | None


class AccuracyData(TypedDict):
    """How often a player found a right move in critical positions.

    A position is critical if some legal moves are mistakes.

    - `right`: Number of right moves in critical positions.
    - `critical`: Number of critical positions.
    """

    right: int
    critical: int


class ReviewData(TypedDict):
    """The review of a finished match, which compares every move with perfect play.

    - `game`: Identifier of the game.
    - `players`: Names of player 1 and player 2.
    - `result`: How the match ended.
    - `course`: The player with a winning position at the start and after each move, 1 or 2. Null
      for a draw.
    - `moves`: The moves, first to last.
    - `turningPoint`: Number of the last move that gave away a win or a draw. Null if there is no
      such move.
    - `turningText`: A sentence about the turning point.
    - `givenUp`: The player, 1 or 2, who had a winning position at the end but did not win, for
      example after resigning. Null if there is no such player.
    - `accuracy`: How often player 1 and player 2 found a right move.
    """

    game: str
    players: tuple[str, str]
    result: ResultData
    course: list[SeatNumber | None]
    moves: list[ReviewedMoveData]
    turningPoint: int | None
    turningText: str
    givenUp: SeatNumber | None
    accuracy: tuple[AccuracyData, AccuracyData]


def review_game(record: Record) -> Review:
    """Return the review of a recorded game. Moves that were taken back are left out.

    Raise RecordError if the record breaks the rules.
    """
    match = resume(record)
    game = match.game
    state = game.parse_state(record.setup.start)
    moves = []
    course = [_winning_seat(game, state)]
    for turn, text in enumerate(match.moves, 1):
        moves.append(_review_move(game, state, text, turn))
        state = game.play(state, text)
        course.append(_winning_seat(game, state))
    return Review(match, tuple(moves), tuple(course))


def _winning_seat(game: AnyGame, state: State) -> Seat | None:
    value = solver_for(game).solution(state).value
    if value is Value.DRAW:
        return None
    return state.mover if value is Value.WIN else state.mover.other


def _review_move(game: AnyGame, state: State, text: str, turn: int) -> ReviewedMove:
    branches = solver_for(game).branches(state)
    best, worse = split(branches)
    before = best[0].value
    played = next(branch for branch in branches if game.format_move(branch.move) == text)
    right = played.value is before
    return ReviewedMove(
        turn,
        state.mover,
        game.format_state(state),
        text,
        before,
        played.value,
        _verdict(before, right, len(branches)),
        critical=bool(worse),
        right=right,
        best=tuple(game.format_move(branch.move) for branch in best),
        choices=len(branches),
        slower=plies_lost(played, branches) if right else None,
    )


def _verdict(before: Value, right: bool, choices: int) -> Verdict:
    if choices == 1:
        return Verdict.ONLY
    if before is Value.LOSE:
        return Verdict.LOST_ANYWAY
    if before is Value.WIN:
        return Verdict.KEPT_WIN if right else Verdict.THREW_WIN
    return Verdict.KEPT_DRAW if right else Verdict.THREW_DRAW


def verdict_text(move: ReviewedMove) -> str:
    """Return the verdict on a move as text, such as "kept the win, slower by 2"."""
    if move.slower is None or move.verdict is Verdict.ONLY:
        return str(move.verdict)
    won = move.after is Value.WIN
    best, worse = ("quickest", "slower") if won else ("held out longest", "shorter")
    return f"{move.verdict}, {best if move.slower == 0 else f'{worse} by {move.slower}'}"


def turning_text(review: Review) -> str:
    """Return a sentence about the turning point of a game.

    The sentence mentions the players by name.
    """
    setup, turning = review.match.setup, review.turning_point
    if review.given_up is not None:
        return f"{player_text(setup, review.given_up)} was winning when the game ended."
    if turning is None:
        first = review.course[0]
        ahead = (
            f"{player_text(setup, first)} was winning" if first else "neither player was winning"
        )
        return f"No move changed who wins: {ahead} from the start."
    name = player_text(setup, turning.seat)
    return (
        f"The game turned at move {turning.turn}: {name} played {turning.move}; "
        f"{alternatives(turning.best)} would have kept the {turning.before}."
    )


def alternatives(choices: Sequence[str]) -> str:
    """Join choices into a phrase.

    If there are many choices, list the first four and count the rest.

    >>> [alternatives(choices) for choices in (["1"], ["1", "2", "4"], "123456")]
    ['only 1', '1, 2 or 4', '1, 2, 3, 4 or 2 others']
    """
    if len(choices) == 1:
        return f"only {choices[0]}"
    shown = list(choices[:MAX_LISTED])
    rest = len(choices) - len(shown)
    last = ("1 other" if rest == 1 else f"{rest} others") if rest else shown.pop()
    return f"{', '.join(shown)} or {last}"


def second_person_turning_text(review: Review, second_person: AnySecondPersonText) -> str:
    """Return a sentence about the turning point of a game.

    The sentence addresses the reader as "you".
    """
    turning, audience = review.turning_point, second_person.audience
    if review.given_up is not None:
        return f"{_was_winning(audience, review.given_up)} when it ended."
    if turning is None:
        first = review.course[0]
        if first is not None and first is audience.you:
            return "You were winning from start to finish."
        ahead = (
            f"{audience.name(first)} was" if first else "neither player was"
        )  # "you" is handled above
        return f"No move changed who wins: {ahead} winning from the start."
    labels = _move_labels(review.match.game, second_person, turning.position)
    text, number = _move_entry(review.match.game, second_person, turning)
    if labels[turning.move].endswith(")"):
        text = f"{text} ({turning.move})"
    elif 0 < len(number) <= MAX_REPEATED_DIGITS:
        text = f"{text}: {number}"
    best = alternatives([f"“{labels[move]}”" for move in turning.best])
    if turning.seat is not audience.you:  # the move alone does not show whose win it was
        best = f"for {audience.name(turning.seat)} {best}"
    best = f"{best[:1].upper()}{best[1:]}"
    return f"Move {turning.turn}: {text}. {best} would have kept the {turning.before}."


def _best_text(game: AnyGame, second_person: AnySecondPersonText, move: ReviewedMove) -> list[str]:
    labels = _move_labels(game, second_person, move.position)
    return [labels[best] for best in move.best]


def _move_labels(
    game: AnyGame, second_person: AnySecondPersonText, position: str
) -> dict[str, str]:
    """Return the button labels of the legal moves in a position, keyed by move text."""
    state = game.parse_state(position)
    buttons = {
        game.format_move(move): second_person.button(state, move)
        for move in game.legal_moves(state)
    }
    names = list(buttons.values())
    return {
        move: f"{button} ({move})" if names.count(button) > 1 else button
        for move, button in buttons.items()
    }


def _was_winning(audience: Audience, seat: Seat) -> str:
    return f"{audience.subject(seat)} {'were' if seat is audience.you else 'was'} winning"


def _move_entry(game: AnyGame, second_person: AnySecondPersonText, move: ReviewedMove) -> Entry:
    state, played = game.parse_state(move.position), game.parse_move(move.move)
    return second_person.entry(state, played, game.successor(state, played))


def review_data(review: Review, you: Seat | None = None) -> ReviewData:
    """Return a review as JSON data. If `you` is given, the text addresses this player as "you"."""
    turning, game = review.turning_point, review.match.game
    second_person = game.second_person(audience_of(review.match.setup, you))
    entries = [_move_entry(game, second_person, move) for move in review.moves]
    one, two = review.match.setup.names
    return {
        "game": review.match.game.name,
        "players": (one, two),
        "result": result_data(review.result),
        "course": [seat.number if seat else None for seat in review.course],
        "moves": [
            {
                "turn": move.turn,
                "seat": move.seat.number,
                "position": move.position,
                "move": move.move,
                "text": entry.text,
                "number": entry.number,
                "valueBefore": move.before,
                "moveValue": move.after,
                "verdict": move.verdict,
                "verdictText": verdict_text(move),
                "critical": move.critical,
                "right": move.right,
                "best": list(move.best),
                "bestText": [] if move.right else _best_text(game, second_person, move),
                "slower": move.slower,
            }
            for move, entry in zip(review.moves, entries, strict=True)
        ],
        "turningPoint": turning.turn if turning else None,
        "turningText": turning_text(review)
        if you is None
        else second_person_turning_text(review, second_person),
        "givenUp": review.given_up.number if review.given_up else None,
        "accuracy": (_accuracy_data(review, Seat.ONE), _accuracy_data(review, Seat.TWO)),
    }


def _accuracy_data(review: Review, seat: Seat) -> AccuracyData:
    right, critical = review.accuracy(seat)
    return {"right": right, "critical": critical}
