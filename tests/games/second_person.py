"""Collect every kind of second-person sentence of a game by playing it.

Games with their usual options, and with each option the other way, are played at random; whatever
has a new shape, its numbers left aside, is written down with the position in which it was said.
The lesson follows, step by step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice
from random import Random
from typing import Any

from lastdigit.game.game import AnyGame, Seat, Status
from lastdigit.game.lesson import find_lesson, lesson_game, step_replies
from lastdigit.game.text import AnySecondPersonText, Audience
from lastdigit.games import catalogue
from lastdigit.testing.conformance import random_walk

GAMES_PLAYED = 12
MOST_POSITIONS = 400
"""For all games together, because games of Number Morph are long and similar."""
AUDIENCES = {
    "you, against the computer": Audience(you=Seat.ONE, computer=Seat.TWO),
    "you, against Ada": Audience(("Ada", "Ben"), you=Seat.TWO),
    "somebody who watches Ada and Ben": Audience(("Ada", "Ben")),
}

Sentence = tuple[str, str]
"""The kind of a sentence, and the sentence."""


def page(name: str) -> str:
    """Return all sentences of a game, for each audience."""
    kind = catalogue()[name]
    parts = [f"{kind.title} in the plain voice\n"]
    for about, audience in AUDIENCES.items():
        parts.append(f"\n=== To {about}\n")
        seen: set[str] = set()
        for game in variants(kind):
            for position, (what, sentence) in sentences(game, audience):
                shape = re.sub(r"[\d_](?:[ ,]*[\d_])*", "#", f"{what} {sentence}")
                if sentence and shape not in seen:
                    seen.add(shape)
                    parts.append(f"{what:9}{position:24} {sentence}\n")
    parts.append("\n=== In the lesson\n")
    parts += (f"{what:9}{sentence}\n" for what, sentence in lesson_sentences(kind))
    return "".join(parts)


def lesson_sentences(taught: type[AnyGame]) -> Iterator[Sentence]:
    """Yield the sentences of a lesson, with only the first of replies that differ in a number."""
    lesson = find_lesson(taught)
    if lesson is None:
        return
    game = lesson_game(taught, lesson)
    for step in lesson.steps:
        yield "position", step.position
        yield "heading", step.heading
        yield "task", step.task
        yield "ask", step.ask
        seen = set()
        for reply in step_replies(game, step).values():
            kind = "right" if reply.right else "wrong"
            shape = re.sub(r"\d+", "#", f"{kind} {reply.sentence}")
            if shape not in seen:
                seen.add(shape)
                yield kind, f"{reply.button} | {reply.sentence}"
        yield "done", step.done


def variants(kind: type[AnyGame]) -> Iterator[AnyGame]:
    """Yield a game with its default options, then with each option changed."""
    yield kind()
    for option in kind.options():
        if isinstance(option.default, bool):
            yield kind.of({option.name: not option.default})
        elif option.none and option.default is not None:
            yield kind.of({option.name: None})


def sentences(game: AnyGame, audience: Audience) -> Iterator[tuple[str, Sentence]]:
    """Yield all sentences in some random games, each with its position."""
    voice = game.second_person(audience)
    yield "", ("card", voice.card())
    yield "", ("goal", voice.goal())
    for state, move in random_positions(game):
        position = game.format_state(state)[-24:]
        outcome = game.outcome(state)
        if outcome is not None:
            yield position, ("ending", voice.ending(state, outcome))
        elif move is not None:
            for sentence in turn_sentences(game, voice, state, move):
                yield position, sentence


@cache
def random_positions(game: AnyGame) -> list[tuple[Any, Any]]:
    """Return the positions of random games, each with its move."""
    games = (islice(random_walk(game, Random(seed)), 200) for seed in range(GAMES_PLAYED))
    return list(islice(chain.from_iterable(games), MOST_POSITIONS))


def turn_sentences(
    game: AnyGame, voice: AnySecondPersonText, state: Any, made: Any
) -> Iterator[Sentence]:
    """Yield all sentences of one turn."""
    for line in voice.board(state):
        yield "board", line
    answers = tuple(game.format_move(made).split())
    for given in range(len(answers)):
        asked = voice.ask(state, answers[:given])
        yield "ask", f"{asked} ({', '.join(voice.choices(state, answers[:given]))})"
        question = voice.dialogue.question(state, answers[:given])
        for answer in question.answers if question else ():
            if answer.status is Status.UNAVAILABLE:
                yield "closed", voice.closed(state, answers[:given], answer)
    for move in game.all_moves():
        objection = game.objection(state, move)
        if objection is None:
            yield "button", voice.button(state, move)
            yield "preview", voice.preview(state, move)
        else:
            yield "refusal", voice.refusal(state, move, objection)
    after = game.successor(state, made)
    yield "happened", voice.happened(state, made, after)
    entry = voice.entry(state, made, after)
    yield "entry", f"{entry.text} | {entry.number}"
