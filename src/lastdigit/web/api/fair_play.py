"""Fair play: the engine evaluates no position of a live game or of an open puzzle classroom.

Every request that evaluates a position passes through here first; `Registry` sees to computer
players. A visitor is known by the secret of the browser, never by the address, because a class
shares one. Another browser can still ask.
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
    """Raise Refusal if a position belongs to a live game of the visitor, or to a class puzzle.

    The options of the inquiry are ignored: with others, the value is often the same. `in_class` is
    for the answer to a class puzzle itself.
    """
    async for live in _live_matches(call, game):
        match = live.match
        asked = _position(match.game, match.game.parse_state(match.setup.start), inquiry)
        if asked is not None and match.game.key(asked) in live.position_keys.all:
            raise Refusal(Reason.FAIR_PLAY, PLAYING)
    if in_class:
        return
    for rules, puzzles in await call.rooms.protected_positions(call.visitor.holder, game):
        asked = _position(rules, rules.start(Random(0)), inquiry)
        if asked is not None and position_id(rules, asked) in puzzles:
            raise Refusal(Reason.FAIR_PLAY, CLASS_PUZZLE)


async def check_game(call: Call, record: Record) -> None:
    """Raise Refusal if the review of a game would tell what to do in a live one, or in class.

    The start of a live game is no secret: many games have the same.
    """
    game, texts = record.setup.game, await call.registry.workers.look_up(_positions, record)
    async for live in _live_matches(call, game):
        if live.match.moves:
            rules = live.match.game
            passed = (_read(rules, text) for text in texts)
            if any(state and rules.key(state) in live.position_keys.current for state in passed):
                raise Refusal(Reason.FAIR_PLAY, PLAYING)
    for rules, puzzles in await call.rooms.protected_positions(call.visitor.holder, game):
        passed = (_read(rules, text) for text in texts)
        if any(state and position_id(rules, state) in puzzles for state in passed):
            raise Refusal(Reason.FAIR_PLAY, CLASS_PUZZLE)


async def check_map(call: Call, game: str) -> None:
    """Raise Refusal if the visitor is playing the game, or solving puzzles of it in class."""
    async for _ in _live_matches(call, game):
        raise Refusal(Reason.FAIR_PLAY, PLAYING)
    if await call.rooms.protected_positions(call.visitor.holder, game):
        raise Refusal(Reason.FAIR_PLAY, CLASS_PUZZLE)


async def check_sheet(call: Call, seed: str) -> None:
    """Raise Refusal if a worksheet would have the answers to the puzzles of the visitor's class."""
    for room in await call.rooms.visited(call.visitor.holder):
        if str(room.seed) == seed:
            raise Refusal(Reason.FAIR_PLAY, CLASS_SHEET)


async def _live_matches(call: Call, name: str) -> AsyncIterator[LiveMatch]:
    """Yield the visitor's games in progress against another person."""
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
    """Return the position that is asked about, or None if it is none of this game's."""
    try:
        begin = start if inquiry.position is None else game.parse_state(inquiry.position)
        return position_after(game, begin, inquiry.moves)
    except LastDigitError:
        return None


def _read(game: AnyGame, text: str) -> State | None:
    return _position(game, game.start(Random(0)), matches.Inquiry(position=text))
