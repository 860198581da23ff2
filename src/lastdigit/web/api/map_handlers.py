"""What the API does when it is asked for a map."""

from __future__ import annotations

from starlette.responses import Response

from lastdigit.match.record import to_line
from lastdigit.web.api import fair_play
from lastdigit.web.api.handlers import Call, answered, finished, turn_number
from lastdigit.web.live.jobs import MapQuestion, WalkQuestion
from lastdigit.web.live.setup import build_game


async def draw_map(call: Call) -> Response:
    """Return the map of a game, about a position if one is named."""
    name = call.path["game"]
    game = build_game(name, {})
    await fair_play.check_map(call, game.name)
    question = MapQuestion(
        game=game.name, position=call.query.get("position"), before=call.query.get("before")
    )
    return await answered(call, game, question)


async def draw_walk(call: Call) -> Response:
    """Return the map of a match that is over, and where it went."""
    live, record = await finished(call)
    await fair_play.check_map(call, live.match.game.name)
    you = live.reader(call.visitor.holder)
    asked = call.query.get("turn")
    question = WalkQuestion(
        record=to_line(record),
        you=1 if you is None else you.value,
        turn=None if asked is None else turn_number(asked),
    )
    return await answered(call, live.match.game, question)
