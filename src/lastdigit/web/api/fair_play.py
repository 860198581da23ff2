"""Fair play: the engine evaluates no position of a live game or of an open puzzle classroom.

Every request that evaluates a position passes through `check`. A visitor is known by the secret of
the browser, never by the address, because a class shares one. Another browser can still ask.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from lastdigit.core.game import AnyGame, State
from lastdigit.core.shapes import position_after
from lastdigit.errors import LastDigitError
from lastdigit.match.match import Match, resume
from lastdigit.match.record import Record
from lastdigit.web.live.puzzle_questions import Made
from lastdigit.web.live.setup import build_game
from lastdigit.web.schema import requests
from lastdigit.web.schema.refusals import Reason, Refusal

if TYPE_CHECKING:
    from lastdigit.web.api.handlers import Call

MOST_POSITIONS = 2_000
"""How many positions after that of a class puzzle belong to it."""
PLAYING = "You are playing this position against another person. See the review after the game."
CLASS_PUZZLE = "This is a puzzle of your class. Solve it on the class page."
CLASS_SHEET = "These are the puzzles of your class. Solve them on the class page."


async def check(
    call: Call, game: str, inquiry: requests.Inquiry, *, in_class: bool = False
) -> None:
    """Raise Refusal if a position belongs to a live game of the visitor, or to a class puzzle.

    `in_class` is for the answer to a class puzzle itself.
    """
    look_up = call.registry.workers.look_up
    async for match in _live_matches(call, game):
        if await look_up(is_about, match, inquiry):
            raise Refusal(Reason.FAIR_PLAY, PLAYING)
    if in_class:
        return
    async for puzzle in _class_puzzles(call, game):
        if await look_up(_is_about_puzzle, puzzle, inquiry):
            raise Refusal(Reason.FAIR_PLAY, CLASS_PUZZLE)


async def check_game(call: Call, record: Record) -> None:
    """Raise Refusal if a whole game, evaluated, would tell what to do in a live one.

    The start is no secret: many games have the same.
    """
    look_up = call.registry.workers.look_up
    async for match in _live_matches(call, record.setup.game):
        if bool(match.moves) and await look_up(_passes_through, record, match):
            raise Refusal(Reason.FAIR_PLAY, PLAYING)


async def check_map(call: Call, game: str) -> None:
    """Raise Refusal if the visitor is playing the game, or solving puzzles of it in class."""
    async for _ in _live_matches(call, game):
        raise Refusal(Reason.FAIR_PLAY, PLAYING)
    async for _ in _class_puzzles(call, game):
        raise Refusal(Reason.FAIR_PLAY, CLASS_PUZZLE)


async def check_sheet(call: Call, seed: str) -> None:
    """Raise Refusal if a worksheet would have the answers to the puzzles of the visitor's class."""
    for room in await call.rooms.visited(call.visitor.holder):
        if str(room.seed) == seed:
            raise Refusal(Reason.FAIR_PLAY, CLASS_SHEET)


async def _live_matches(call: Call, name: str) -> AsyncIterator[Match]:
    """Yield the visitor's games in progress against another person."""
    registry, holder = call.registry, call.visitor.holder
    if holder is None:
        return
    for code in await registry.workers.fetch(registry.store.playing, holder, name):
        live = await registry.at(code)
        if live.apart and live.begun_at is not None and live.match.result is None:
            yield live.match


async def _class_puzzles(call: Call, name: str) -> AsyncIterator[Made]:
    """Yield the puzzles of the open classrooms that the visitor has been to."""
    for room in await call.rooms.visited(call.visitor.holder):
        if room.game == name:
            for made in await call.rooms.puzzles.of(room):
                yield made


def is_about(match: Match, inquiry: requests.Inquiry) -> bool:
    """Return whether an inquiry is about a position of a match, or one a move ahead.

    The options of the inquiry are ignored: with others, the value is often the same.
    """
    game = match.game
    asked = _position(game, game.parse_state(match.setup.start), inquiry)
    if asked is None:
        return False
    key = game.key
    positions = (*_states(match), *_next(game, match.state))
    return any(key(state) == key(asked) for state in positions)


def _passes_through(record: Record, match: Match) -> bool:
    """Return whether a record has the present position of a match, or one a move ahead."""
    key, game = match.game.key, match.game
    live = {key(match.state), *(key(state) for state in _next(game, match.state))}
    try:
        return any(key(state) in live for state in _states(resume(record)))
    except LastDigitError:
        return False  # its positions are none of this game's


def _is_about_puzzle(made: Made, inquiry: requests.Inquiry) -> bool:
    """Return whether an inquiry is about the position of a puzzle, or one that can follow it."""
    game = build_game(made.puzzle.game, made.puzzle.options)
    asked = _position(game, game.start(Random(0)), inquiry)
    if asked is None:
        return False
    following = _following(game, game.parse_state(made.puzzle.position))
    return any(game.key(state) == game.key(asked) for state in islice(following, MOST_POSITIONS))


def _position(game: AnyGame, start: State, inquiry: requests.Inquiry) -> State | None:
    """Return the position that is asked about, or None if it is none of this game's."""
    try:
        begin = start if inquiry.position is None else game.parse_state(inquiry.position)
        return position_after(game, begin, inquiry.moves)
    except LastDigitError:
        return None


def _states(match: Match) -> Iterator[State]:
    game = match.game
    state = game.parse_state(match.setup.start)
    yield state
    for text in match.moves:
        state = game.successor(state, game.parse_move(text))
        yield state


def _next(game: AnyGame, state: State) -> Iterator[State]:
    return (game.successor(state, move) for move in game.legal_moves(state))


def _following(game: AnyGame, state: State) -> Iterator[State]:
    """Yield a position and all that can follow it, the nearest first."""
    waiting, known = [state], {game.key(state)}
    for one in waiting:
        yield one
        for after in _next(game, one):
            if game.key(after) not in known:
                known.add(game.key(after))
                waiting.append(after)
