"""A played game judged move by move: what each kept or threw away, where it turned, in words."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from lastdigit.analysis.position import plies_off
from lastdigit.game.game import AnyGame, Seat, SeatNumber, State, Value
from lastdigit.game.text import AnySecondPersonText, Audience, Entry
from lastdigit.match.match import Match, resume
from lastdigit.match.narration import audience_of, player_text
from lastdigit.match.record import End, Record, Result
from lastdigit.match.record_line import ResultData, result_data
from lastdigit.solver import solver_for, split

MOST_SHOWN = 4
"""So many moves stand in a sentence; more are counted."""
LONGEST_TOLD = 12
"""A number of more digits is not told again in a sentence."""


class Verdict(enum.StrEnum):
    """What a move did to the value of the position."""

    ONLY = "only move"
    KEPT_WIN = "kept the win"
    KEPT_DRAW = "kept the draw"
    THREW_WIN = "threw the win away"
    THREW_DRAW = "threw the draw away"
    LOST_ANYWAY = "lost anyway"


@dataclass(frozen=True)
class ReviewedMove:
    """One move of a game, judged."""

    turn: int
    seat: Seat
    position: str
    """Where it was made."""
    move: str
    before: Value
    after: Value
    """Both as seen by the player who moved."""
    verdict: Verdict
    critical: bool
    right: bool
    best: tuple[str, ...]
    """Every move that kept the value."""
    choices: int
    """How many moves were legal."""
    slower: int | None
    """Plies off the quickest win or the longest resistance; None where that is not known."""


@dataclass(frozen=True)
class Review:
    """A whole game, judged."""

    match: Match
    moves: tuple[ReviewedMove, ...]
    course: tuple[Seat | None, ...]
    """Who was winning, before the first move and after each one; None is a draw."""

    @property
    def result(self) -> Result:
        """How the game ended."""
        return self.match.record().result

    @property
    def turning_point(self) -> ReviewedMove | None:
        """The last move that gave a win or a draw away, if any did."""
        return next((move for move in reversed(self.moves) if not move.right), None)

    @property
    def given_up(self) -> Seat | None:
        """Who did not win although winning at the end: by resigning, by time, by agreeing."""
        ahead = self.course[-1]
        over = self.result.end is not End.UNFINISHED
        return ahead if over and ahead is not self.result.winner else None

    def accuracy(self, seat: Seat) -> tuple[int, int]:
        """Return at how many critical positions a player was right, and at how many there were."""
        critical = [move for move in self.moves if move.critical and move.seat is seat]
        return sum(move.right for move in critical), len(critical)


class ReviewedMoveData(TypedDict):
    """One move of a game, judged; `text` tells it, `number` is what it made.

    `bestText` is what the moves that would have been right are called, where another was made.
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
    """At how many critical positions a player was right, and how many there were."""

    right: int
    critical: int


class ReviewData(TypedDict):
    """A whole game judged; `course` says who was winning after each turn, the start first."""

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
    """Return the review of a record; moves that were taken back are not judged.

    Raises RecordError if it does not follow from the rules.
    """
    match = resume(record)
    game = match.game
    state = game.parse_state(record.setup.start)
    moves = []
    course = [_winning(game, state)]
    for turn, text in enumerate(match.moves, 1):
        moves.append(_reviewed_move(game, state, text, turn))
        state = game.play(state, text)
        course.append(_winning(game, state))
    return Review(match, tuple(moves), tuple(course))


def _winning(game: AnyGame, state: State) -> Seat | None:
    value = solver_for(game).solution(state).value
    if value is Value.DRAW:
        return None
    return state.mover if value is Value.WIN else state.mover.other


def _reviewed_move(game: AnyGame, state: State, text: str, turn: int) -> ReviewedMove:
    branches = solver_for(game).branches(state)
    best, worse = split(branches)
    before = best[0].value
    made = next(branch for branch in branches if game.format_move(branch.move) == text)
    right = made.value is before
    return ReviewedMove(
        turn,
        state.mover,
        game.format_state(state),
        text,
        before,
        made.value,
        _verdict(before, right, len(branches)),
        critical=bool(worse),
        right=right,
        best=tuple(game.format_move(branch.move) for branch in best),
        choices=len(branches),
        slower=plies_off(made, branches) if right else None,
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
    """Return what a move did to the value, and by how much it could have been better."""
    if move.slower is None or move.verdict is Verdict.ONLY:
        return str(move.verdict)
    won = move.after is Value.WIN
    best, worse = ("quickest", "slower") if won else ("held out longest", "shorter")
    return f"{move.verdict}, {best if move.slower == 0 else f'{worse} by {move.slower}'}"


def turning_text(review: Review) -> str:
    """Return where the game turned, as a sentence."""
    setup, turning = review.match.setup, review.turning_point
    if review.given_up is not None:
        return f"{player_text(setup, review.given_up)} was winning when it ended."
    if turning is None:
        first = review.course[0]
        ahead = f"{player_text(setup, first)} was winning" if first else "neither was winning"
        return f"No move changed who wins: {ahead} from the start."
    name = player_text(setup, turning.seat)
    return (
        f"The game turned at move {turning.turn}: {name} played {turning.move}; "
        f"{alternatives(turning.best)} kept the {turning.before}."
    )


def alternatives(choices: Sequence[str]) -> str:
    """Return choices as a sentence has them, the rest counted where there are many.

    >>> [alternatives(choices) for choices in (["1"], ["1", "2", "4"], "123456")]
    ['only 1', '1, 2 or 4', '1, 2, 3, 4 or 2 others']
    """
    if len(choices) == 1:
        return f"only {choices[0]}"
    shown = list(choices[:MOST_SHOWN])
    rest = len(choices) - len(shown)
    last = ("1 other" if rest == 1 else f"{rest} others") if rest else shown.pop()
    return f"{', '.join(shown)} or {last}"


def told_turning(review: Review, voice: AnySecondPersonText) -> str:
    """Return where the game turned, told to whoever reads."""
    turning, audience = review.turning_point, voice.audience
    if review.given_up is not None:
        return f"{_was_winning(audience, review.given_up)} when it ended."
    if turning is None:
        first = review.course[0]
        if first is not None and first is audience.you:
            return "You had the winning side from the start, and never let it go."
        ahead = f"{audience.name(first)} was" if first else "neither was"  # not you, as said above
        return f"No move changed who wins: {ahead} winning from the start."
    called = _called(review.match.game, voice, turning.position)
    text, number = _told(review.match.game, voice, turning)
    if called[turning.move].endswith(")"):
        text = f"{text} ({turning.move})"
    elif 0 < len(number) <= LONGEST_TOLD:
        text = f"{text}: {number}"
    kept = alternatives([f"“{called[move]}”" for move in turning.best])
    if turning.seat is not audience.you:  # whose win it was is not seen from the move alone
        kept = f"for {audience.name(turning.seat)} {kept}"
    return f"Move {turning.turn}: {text}. {kept[:1].upper()}{kept[1:]} kept the {turning.before}."


def _best_text(game: AnyGame, voice: AnySecondPersonText, move: ReviewedMove) -> list[str]:
    called = _called(game, voice, move.position)
    return [called[best] for best in move.best]


def _called(game: AnyGame, voice: AnySecondPersonText, position: str) -> dict[str, str]:
    """Return what each move of a position is called; two of one name have their texts too."""
    state = game.parse_state(position)
    buttons = {
        game.format_move(move): voice.button(state, move) for move in game.legal_moves(state)
    }
    names = list(buttons.values())
    return {
        move: f"{button} ({move})" if names.count(button) > 1 else button
        for move, button in buttons.items()
    }


def _was_winning(audience: Audience, seat: Seat) -> str:
    return f"{audience.subject(seat)} {'were' if seat is audience.you else 'was'} winning"


def _told(game: AnyGame, voice: AnySecondPersonText, move: ReviewedMove) -> Entry:
    state, made = game.parse_state(move.position), game.parse_move(move.move)
    return voice.entry(state, made, game.successor(state, made))


def review_data(review: Review, you: Seat | None = None) -> ReviewData:
    """Return a review as JSON data, told to one of the players or to nobody as you."""
    turning, game = review.turning_point, review.match.game
    voice = game.second_person(audience_of(review.match.setup, you))
    told = [_told(game, voice, move) for move in review.moves]
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
                "bestText": [] if move.right else _best_text(game, voice, move),
                "slower": move.slower,
            }
            for move, entry in zip(review.moves, told, strict=True)
        ],
        "turningPoint": turning.turn if turning else None,
        "turningText": turning_text(review) if you is None else told_turning(review, voice),
        "givenUp": review.given_up.number if review.given_up else None,
        "accuracy": (_accuracy_data(review, Seat.ONE), _accuracy_data(review, Seat.TWO)),
    }


def _accuracy_data(review: Review, seat: Seat) -> AccuracyData:
    right, critical = review.accuracy(seat)
    return {"right": right, "critical": critical}
