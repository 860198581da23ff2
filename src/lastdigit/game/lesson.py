"""Lessons: short tutorials in which a player looks for the right moves in a few positions."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict

from lastdigit.game.game import AnyGame, Game, M, S, Seat
from lastdigit.game.options import OptionValue
from lastdigit.game.serialize import RowData, view_data
from lastdigit.game.text import AGAINST_COMPUTER, AnySecondPersonText


class Claim(enum.StrEnum):
    """What makes a move right in one step of a lesson, such as "wins at once"."""

    ALLOWED = "is allowed"
    REFUSED = "is refused"
    WINS = "wins at once"
    LOSES = "loses at once"
    DEFENDS = "leaves the other player no move that wins at once"
    TRAPS = "leaves the other player only moves that lose at once"


@dataclass(frozen=True)
class Step:
    """One step of a lesson: a position in which the player has to find the right moves."""

    position: str
    heading: str
    task: str
    ask: str
    """A description of the moves to find, such as "a digit that loses"."""
    claim: Claim
    """What makes a move right. The moves themselves follow from the rules of the game."""
    done: str
    """The text at the end of the step."""
    count: int = 1
    """The number of moves to find."""
    button: str = ""
    """A template for button labels, such as "{} loses", if the game's own labels do not fit."""
    replies: Mapping[str, str] = field(default_factory=dict)
    """Comments that replace the game's own comments on some moves, keyed by move text."""


@dataclass(frozen=True)
class Lesson:
    """A lesson of three to five steps, which teaches a game in less than a minute."""

    steps: tuple[Step, ...]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Rule options that make the game the same size as a new player's first game."""


def find_lesson(game: type[AnyGame]) -> Lesson | None:
    """Return a game's lesson, or None if it declares none."""
    lesson: Lesson | None = game.declaration().load("lesson")
    return lesson


def lesson_game(kind: type[AnyGame], lesson: Lesson) -> AnyGame:
    """Create a game of this class with a lesson's options."""
    return kind.of(lesson.options)


def moves_to_find(game: Game[S, M], state: S, claim: Claim) -> tuple[M, ...]:
    """Return the moves that are right in one step of a lesson.

    `claim` is what makes a move right, such as "wins at once".
    """
    legal = game.legal_moves(state)
    match claim:
        case Claim.ALLOWED:
            return legal
        case Claim.REFUSED:
            return tuple(move for move in game.all_moves() if move not in legal)
        case Claim.WINS:
            return tuple(move for move in legal if _winner(game, state, move) is state.mover)
        case Claim.LOSES:
            return tuple(move for move in legal if _winner(game, state, move) is state.mover.other)
        case Claim.DEFENDS:
            return tuple(move for move in legal if not _loses_in_two(game, state, move))
        case Claim.TRAPS:
            return tuple(move for move in legal if _wins_in_two(game, state, move))


def _winner(game: Game[S, M], state: S, move: M) -> Seat | None:
    outcome = game.outcome(game.successor(state, move))
    return outcome.winner if outcome else None


def _loses_in_two(game: Game[S, M], state: S, move: M) -> bool:
    """Return whether a move loses immediately or allows a reply that wins immediately."""
    other, after = state.mover.other, game.successor(state, move)
    if _winner(game, state, move) is other:
        return True
    return any(_winner(game, after, reply) is other for reply in game.legal_moves(after))


def _wins_in_two(game: Game[S, M], state: S, move: M) -> bool:
    """Return whether a move wins immediately or every reply to it loses immediately."""
    after = game.successor(state, move)
    if game.outcome(after) is not None:
        return _winner(game, state, move) is state.mover
    replies = game.legal_moves(after)
    return all(_winner(game, after, reply) is state.mover for reply in replies)


class Reply(NamedTuple):
    """A lesson's reply to one of the player's moves."""

    move: str
    """The text of the move."""
    right: bool
    """Whether the move is one of the moves to find."""
    button: str
    """The label of the move's button."""
    sentence: str
    """The comment on the move."""


def step_replies(game: AnyGame, step: Step) -> dict[str, Reply]:
    """Return the comments on all moves in one step of a lesson, keyed by the text of the move."""
    state = game.parse_state(step.position)
    voice = game.second_person(AGAINST_COMPUTER)
    right = moves_to_find(game, state, step.claim)
    replies = {}
    for move in game.all_moves():
        text = game.format_move(move)
        sentence = step.replies.get(text) or _default_sentence(game, voice, step.position, text)
        button = step.button.format(text) or _button(game, voice, step.position, text)
        replies[text] = Reply(text, move in right, button, sentence)
    return replies


def _default_sentence(game: AnyGame, voice: AnySecondPersonText, position: str, text: str) -> str:
    """Return the usual comment on a move: its effect, or the reason why it is illegal."""
    state, move = game.parse_state(position), game.parse_move(text)
    objection = game.objection(state, move)
    if objection is not None:
        return voice.refusal(state, move, objection)
    after = game.successor(state, move)
    outcome = game.outcome(after)
    return voice.ending(after, outcome) if outcome else voice.happened(state, move, after)


def _button(game: AnyGame, voice: AnySecondPersonText, position: str, text: str) -> str:
    return voice.button(game.parse_state(position), game.parse_move(text))


COUNTS = ("no", "one", "two", "three", "four", "five")
ALREADY_FOUND = "You already found that one."


def verdict(reply: Reply, left: int) -> str:
    """Return the comment on a player's move, such as "Yes. Seven is allowed. Two more.".

    `left` is the number of moves that the player still has to find.
    """
    if not reply.right:
        return f"No. {reply.sentence}"
    more = f" {COUNTS[left].capitalize()} more." if left else ""
    return f"Yes. {reply.sentence}{more}"


class StepAttempt:
    """A student's work on one step of a lesson: the right moves found so far."""

    def __init__(self, game: AnyGame, step: Step) -> None:
        self.step = step
        self.replies = step_replies(game, step)
        self._found: set[str] = set()

    @property
    def is_done(self) -> bool:
        """Whether the student has found as many right moves as the step asks for."""
        return len(self._found) >= self.step.count

    def answer(self, move: str) -> tuple[str, bool]:
        """Record a student's move, and return the comment on it.

        The second value says whether the move is right and new, not one that the student already
        found.
        """
        reply = self.replies[move]
        if reply.move in self._found:
            return ALREADY_FOUND, False
        if reply.right:
            self._found.add(reply.move)
        return verdict(reply, self.step.count - len(self._found)), reply.right


class ReplyData(TypedDict):
    """A lesson's comment on one move.

    - `move`: The move as text.
    - `button`: Label of the button that makes the move.
    - `right`: Whether the move is one of the moves to find.
    - `sentence`: The comment.
    - `view`: Rows of the board after the move. Null unless the move is legal and completes the
      step.
    """

    move: str
    button: str
    right: bool
    sentence: str
    view: list[RowData] | None


class StepData(TypedDict):
    """One step of a lesson as JSON data: a position with `count` moves to find."""

    position: str
    view: list[RowData]
    heading: str
    task: str
    ask: str
    count: int
    replies: list[ReplyData]
    done: str


class LessonData(TypedDict):
    """A lesson as JSON data: the steps, and the goal of the game."""

    game: str
    title: str
    goal: str
    steps: list[StepData]


def lesson_data(game: AnyGame, lesson: Lesson) -> LessonData:
    """Return a lesson as JSON data, including the reply to every possible move."""
    return {
        "game": game.name,
        "title": game.title,
        "goal": game.second_person(AGAINST_COMPUTER).goal(),
        "steps": [_step_data(game, step) for step in lesson.steps],
    }


def _step_data(game: AnyGame, step: Step) -> StepData:
    return {
        "position": step.position,
        "view": view_data(
            game.second_person(AGAINST_COMPUTER).view(game.parse_state(step.position))
        ),
        "heading": step.heading,
        "task": step.task,
        "ask": step.ask,
        "count": step.count,
        "replies": [
            {
                "move": reply.move,
                "button": reply.button,
                "right": reply.right,
                "sentence": reply.sentence,
                "view": _view_after(game, step, reply),
            }
            for reply in step_replies(game, step).values()
        ],
        "done": step.done,
    }


def _view_after(game: AnyGame, step: Step, reply: Reply) -> list[RowData] | None:
    """Return the board after a move that completes a step of a lesson, as JSON data.

    Return None if the move does not complete the step.
    """
    state, move = game.parse_state(step.position), game.parse_move(reply.move)
    if not reply.right or step.count > 1 or game.objection(state, move) is not None:
        return None
    voice = game.second_person(AGAINST_COMPUTER)
    return view_data(voice.view(game.successor(state, move)), voice.view(state))
