"""Fair play: no evaluation of a position that the visitor is playing or solving right now.

The rule covers matches against people, and classroom puzzles. Every operation that evaluates a
position calls a check here. `Registry` does the same for computer players. Visitors are identified
by their secrets, because a class may share one address. A visitor's other browsers are therefore
not covered.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

from lastdigit.errors import LastDigitError
from lastdigit.game.game import AnyGame, State
from lastdigit.game.serialize import position_after
from lastdigit.match.match import resume
from lastdigit.match.record import Record
from lastdigit.web.api.requests import Call
from lastdigit.web.live.classrooms import position_id
from lastdigit.web.live.match import LiveMatch, states_of
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

PLAYING = "You are playing this position against another person. See the review after the game."
CLASS_PUZZLE = "This is a puzzle of your class. Solve it on the class page."
CLASS_SHEET = "These are the puzzles of your class. Solve them on the class page."


async def check(call: Call, game: str, inquiry: matches.Inquiry, *, in_class: bool = False) -> None:
    """Raise Refusal if a position belongs to one of the visitor's matches or a classroom puzzle.

    Options are ignored, because a position often has the same value with other options. `in_class`
    is true for the answer to a classroom puzzle itself.
    """
    async for live in _live_matches(call, game):
        match = live.match
        position = _position(match.game, match.game.parse_state(match.setup.start), inquiry)
        if position is not None and match.game.key(position) in live.position_keys.all:
            raise Refusal(Reason.FAIR_PLAY, PLAYING)
    if in_class:
        return
    for rules, puzzles in await call.rooms.protected_positions(call.visitor.holder, game):
        position = _position(rules, rules.start(Random(0)), inquiry)
        if position is not None and position_id(rules, position) in puzzles:
            raise Refusal(Reason.FAIR_PLAY, CLASS_PUZZLE)


async def check_game(call: Call, record: Record) -> None:
    """Raise Refusal if a review would evaluate a position that the visitor is playing or solving.

    The starting position of a match does not count, because many games share it.
    """
    game, texts = record.setup.game, await call.registry.workers.look_up(_positions, record)
    async for live in _live_matches(call, game):
        if live.match.moves:
            rules = live.match.game
            states = (_parse(rules, text) for text in texts)
            if any(state and rules.key(state) in live.position_keys.current for state in states):
                raise Refusal(Reason.FAIR_PLAY, PLAYING)
    for rules, puzzles in await call.rooms.protected_positions(call.visitor.holder, game):
        states = (_parse(rules, text) for text in texts)
        if any(state and position_id(rules, state) in puzzles for state in states):
            raise Refusal(Reason.FAIR_PLAY, CLASS_PUZZLE)


async def check_map(call: Call, game: str) -> None:
    """Raise Refusal if the visitor is playing the game, or solving its puzzles in a classroom."""
    async for _ in _live_matches(call, game):
        raise Refusal(Reason.FAIR_PLAY, PLAYING)
    if await call.rooms.protected_positions(call.visitor.holder, game):
        raise Refusal(Reason.FAIR_PLAY, CLASS_PUZZLE)


async def check_sheet(call: Call, seed: str) -> None:
    """Raise Refusal if a worksheet would contain the solutions to a classroom's puzzles."""
    for room in await call.rooms.visited(call.visitor.holder):
        if str(room.seed) == seed:
            raise Refusal(Reason.FAIR_PLAY, CLASS_SHEET)


async def _live_matches(call: Call, name: str) -> AsyncIterator[LiveMatch]:
    """Yield the visitor's matches in progress against another person."""
    registry, holder = call.registry, call.visitor.holder
    if holder is None:
        return
    for code in await registry.workers.read(registry.store.playing, holder, name):
        live = await registry.get(code)
        if live.apart and live.started_at is not None and live.match.result is None:
            yield live


def _positions(record: Record) -> list[str]:
    match = resume(record)
    return [match.game.format_state(state) for state in states_of(match)]


def _position(game: AnyGame, start: State, inquiry: matches.Inquiry) -> State | None:
    """Return the requested position, or None if it is not valid in this game."""
    try:
        begin = start if inquiry.position is None else game.parse_state(inquiry.position)
        return position_after(game, begin, inquiry.moves)
    except LastDigitError:
        return None


def _parse(game: AnyGame, text: str) -> State | None:
    return _position(game, game.start(Random(0)), matches.Inquiry(position=text))
