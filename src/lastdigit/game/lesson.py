"""A lesson: a few real positions, and in each a move to find and what is said to every move.

A game's own is named by `LESSON` in its `lesson.py`; a game without one has none. A step claims
something that the rules can decide, so which moves are right is never written down, but asked.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict

from lastdigit.game.game import AnyGame, Game, M, S, Seat
from lastdigit.game.options import OptionValue
from lastdigit.game.serialize import RowData, view_data
from lastdigit.game.text import AnySecondPersonText, Audience

STUDENT = Audience(you=Seat.ONE, computer=Seat.TWO)
"""Whoever takes a lesson sits at the first seat, against the computer."""


class Claim(enum.StrEnum):
    """What is true of each move that is to be found in a step, and of no other."""

    ALLOWED = "is allowed"
    REFUSED = "is refused"
    WINS = "wins at once"
    LOSES = "loses at once"
    DEFENDS = "leaves the other no move that wins at once"
    TRAPS = "leaves the other no move but such that lose at once"


@dataclass(frozen=True)
class Step:
    """One position and one thing to find, in the game with the lesson's options.

    `ask` is what to look for in a few words (a digit that loses), `button` what is claimed by
    pressing it ({} loses: `{}` stands for the move), where that is not simply making the move.
    `replies` are for the moves that deserve more than the game itself says.
    """

    position: str
    heading: str
    task: str
    ask: str
    claim: Claim
    done: str
    count: int = 1
    button: str = ""
    replies: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Lesson:
    """How a game is learned: three to five steps, under a minute in all.

    `options` are the rules that it teaches, by the options' names. They should make the game as
    large as the one that players start first.
    """

    steps: tuple[Step, ...]
    options: Mapping[str, OptionValue] = field(default_factory=dict)


class Reply(NamedTuple):
    """What is said to one move of a step: right or wrong, and why."""

    move: str
    right: bool
    button: str
    sentence: str


class ReplyData(TypedDict):
    """A move of a step: its button's claim, whether it is one to find, and what is said to it.

    `view` is what the board shows after a move that ends the step, where it is allowed.
    """

    move: str
    button: str
    right: bool
    sentence: str
    view: list[RowData] | None


class StepData(TypedDict):
    """One position and one thing to find in it, `count` times."""

    position: str
    view: list[RowData]
    heading: str
    task: str
    ask: str
    count: int
    replies: list[ReplyData]
    done: str


class LessonData(TypedDict):
    """How a game is learned, step by step."""

    game: str
    title: str
    goal: str
    steps: list[StepData]


def find_lesson(game: type[AnyGame]) -> Lesson | None:
    """Return a game's lesson, or None if it has none."""
    lesson: Lesson | None = game.declaration().load("lesson")
    return lesson


def lesson_game(kind: type[AnyGame], lesson: Lesson) -> AnyGame:
    """Return the game that a lesson teaches."""
    return kind.of(lesson.options)


def moves_to_find(game: Game[S, M], state: S, claim: Claim) -> tuple[M, ...]:
    """Return the moves of which something is true, in the order of `all_moves`."""
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
            return tuple(move for move in legal if not _loses_to_some(game, state, move))
        case Claim.TRAPS:
            return tuple(move for move in legal if _beats_all(game, state, move))


def _winner(game: Game[S, M], state: S, move: M) -> Seat | None:
    outcome = game.outcome(game.successor(state, move))
    return outcome.winner if outcome else None


def _loses_to_some(game: Game[S, M], state: S, move: M) -> bool:
    """Return whether the other wins at once after a move, by it or by an answer to it."""
    other, after = state.mover.other, game.successor(state, move)
    if _winner(game, state, move) is other:
        return True
    return any(_winner(game, after, answer) is other for answer in game.legal_moves(after))


def _beats_all(game: Game[S, M], state: S, move: M) -> bool:
    """Return whether a move wins at once, or every answer to it loses at once."""
    after = game.successor(state, move)
    if game.outcome(after) is not None:
        return _winner(game, state, move) is state.mover
    answers = game.legal_moves(after)
    return all(_winner(game, after, answer) is state.mover for answer in answers)


COUNTS = ("no", "one", "two", "three", "four", "five")


def verdict(reply: Reply, left: int) -> str:
    """Return what is said to an answer, with how many are left to find."""
    if not reply.right:
        return f"No. {reply.sentence}"
    more = f" {COUNTS[left].capitalize()} more." if left else ""
    return f"Yes. {reply.sentence}{more}"


def step_replies(game: AnyGame, step: Step) -> dict[str, Reply]:
    """Return what is said to every move of a step, by the moves' texts."""
    state = game.parse_state(step.position)
    voice = game.second_person(STUDENT)
    right = moves_to_find(game, state, step.claim)
    replies = {}
    for move in game.all_moves():
        text = game.format_move(move)
        sentence = step.replies.get(text) or _game_sentence(game, voice, step.position, text)
        button = step.button.format(text) or _button(game, voice, step.position, text)
        replies[text] = Reply(text, move in right, button, sentence)
    return replies


def _game_sentence(game: AnyGame, voice: AnySecondPersonText, position: str, text: str) -> str:
    """Return what the game itself says to a move: why it is refused, or what it brings about."""
    state, move = game.parse_state(position), game.parse_move(text)
    objection = game.objection(state, move)
    if objection is not None:
        return voice.refusal(state, move, objection)
    after = game.successor(state, move)
    outcome = game.outcome(after)
    return voice.ending(after, outcome) if outcome else voice.happened(state, move, after)


def _button(game: AnyGame, voice: AnySecondPersonText, position: str, text: str) -> str:
    return voice.button(game.parse_state(position), game.parse_move(text))


def lesson_data(game: AnyGame, lesson: Lesson) -> LessonData:
    """Return a lesson as data, with what is said to every move."""
    return {
        "game": game.name,
        "title": game.title,
        "goal": game.second_person(STUDENT).goal(),
        "steps": [_step_data(game, step) for step in lesson.steps],
    }


def _view_after(game: AnyGame, step: Step, reply: Reply) -> list[RowData] | None:
    """Return what the board shows after the one move that is to be found, if it can be made."""
    state, move = game.parse_state(step.position), game.parse_move(reply.move)
    if not reply.right or step.count > 1 or game.objection(state, move) is not None:
        return None
    voice = game.second_person(STUDENT)
    return view_data(voice.view(game.successor(state, move)), voice.view(state))


def _step_data(game: AnyGame, step: Step) -> StepData:
    return {
        "position": step.position,
        "view": view_data(game.second_person(STUDENT).view(game.parse_state(step.position))),
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
