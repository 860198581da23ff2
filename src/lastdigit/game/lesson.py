"""Lessons: a few positions, each with a move to find and a reply to every possible move.

A game declares its lesson as `lesson` in its `Declaration`. The rules of the game determine which
moves of a step are right, so lessons do not list them.
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
"""The student takes the first seat and plays against the computer."""


class Claim(enum.StrEnum):
    """The property that makes a move of a step right. All other moves are wrong."""

    ALLOWED = "is allowed"
    REFUSED = "is refused"
    WINS = "wins at once"
    LOSES = "loses at once"
    DEFENDS = "leaves the other no move that wins at once"
    TRAPS = "leaves the other no move but such that lose at once"


@dataclass(frozen=True)
class Step:
    """One position with `count` moves to find, in the game with the lesson's options.

    `ask` names what to find in a few words, such as "a digit that loses". `button` is the button's
    label if it does not simply make the move: in "{} loses", `{}` stands for the move. `replies`
    overrides the game's own reply to some moves. `done` is the text at the end of the step.
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
    """Three to five steps that teach a game in less than a minute.

    `options` are the rule options of the lesson, keyed by name. Choose them so that the game is as
    large as the one that new players start with.
    """

    steps: tuple[Step, ...]
    options: Mapping[str, OptionValue] = field(default_factory=dict)


def find_lesson(game: type[AnyGame]) -> Lesson | None:
    """Return the lesson of a game, or None if it has none."""
    lesson: Lesson | None = game.declaration().load("lesson")
    return lesson


def lesson_game(kind: type[AnyGame], lesson: Lesson) -> AnyGame:
    """Return the game with the options of a lesson."""
    return kind.of(lesson.options)


def moves_to_find(game: Game[S, M], state: S, claim: Claim) -> tuple[M, ...]:
    """Return the moves for which a claim is true, in the order of `all_moves`."""
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
    """The reply to one move of a step."""

    move: str
    right: bool
    button: str
    sentence: str


def step_replies(game: AnyGame, step: Step) -> dict[str, Reply]:
    """Return the replies to all moves of a step, keyed by the text of the move."""
    state = game.parse_state(step.position)
    voice = game.second_person(STUDENT)
    right = moves_to_find(game, state, step.claim)
    replies = {}
    for move in game.all_moves():
        text = game.format_move(move)
        sentence = step.replies.get(text) or _default_sentence(game, voice, step.position, text)
        button = step.button.format(text) or _button(game, voice, step.position, text)
        replies[text] = Reply(text, move in right, button, sentence)
    return replies


def _default_sentence(game: AnyGame, voice: AnySecondPersonText, position: str, text: str) -> str:
    """Return why a move is illegal, or describe its effect, in the game's own text."""
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


def verdict(reply: Reply, left: int) -> str:
    """Return the response to a move, with the number of moves that are left to find."""
    if not reply.right:
        return f"No. {reply.sentence}"
    more = f" {COUNTS[left].capitalize()} more." if left else ""
    return f"Yes. {reply.sentence}{more}"


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
    """One position with `count` moves to find."""

    position: str
    view: list[RowData]
    heading: str
    task: str
    ask: str
    count: int
    replies: list[ReplyData]
    done: str


class LessonData(TypedDict):
    """The steps of a lesson, with the game's goal."""

    game: str
    title: str
    goal: str
    steps: list[StepData]


def lesson_data(game: AnyGame, lesson: Lesson) -> LessonData:
    """Return a lesson as JSON data, with the replies to all moves."""
    return {
        "game": game.name,
        "title": game.title,
        "goal": game.second_person(STUDENT).goal(),
        "steps": [_step_data(game, step) for step in lesson.steps],
    }


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


def _view_after(game: AnyGame, step: Step, reply: Reply) -> list[RowData] | None:
    """Return the board after the only move to find, or None if the move is wrong or illegal."""
    state, move = game.parse_state(step.position), game.parse_move(reply.move)
    if not reply.right or step.count > 1 or game.objection(state, move) is not None:
        return None
    voice = game.second_person(STUDENT)
    return view_data(voice.view(game.successor(state, move)), voice.view(state))
