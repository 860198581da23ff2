"""Handlers for puzzles: daily puzzles, practice, sets and worksheets.

`routes.py` describes the operations that call these handlers.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode

import msgspec
from starlette.responses import Response

from lastdigit.puzzles.worksheet import MIXED
from lastdigit.web.api import fair_play
from lastdigit.web.api.requests import JSON, Call, holder_of, whole_number
from lastdigit.web.live.puzzles import SetJob, SheetJob
from lastdigit.web.live.setup import game_class
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal
from lastdigit.web.schemas.puzzles import (
    HARDEST,
    LATEST_DAY,
    LONGEST_SEED,
    MOST_ON_SHEET,
    MOST_PUZZLES,
    Daily,
    GradedAnswer,
)

HTML = "text/html"
DEFAULT_ON_SHEET = 6
TRUE, FALSE = "true", "false"


async def daily(call: Call) -> Daily:
    day = _number(call, "day", LATEST_DAY)
    return await call.registry.puzzles.daily(day, call.visitor.holder)


async def answer_daily(call: Call) -> GradedAnswer:
    holder, secret = holder_of(call)
    puzzle = await call.registry.puzzles.daily_puzzle(call.body.day, call.body.game)
    await fair_play.check(call, puzzle.game, matches.Inquiry(position=puzzle.position))
    grading = await call.registry.puzzles.answer_daily(call.body, holder)
    grading.secret = secret
    return grading


async def list_puzzles(call: Call) -> Response:
    job = SetJob(
        game=game_class(call.query.get("game", "")).name,
        grade=_number(call, "grade", HARDEST),
        seed=_seed(call),
        count=_number(call, "count", MOST_PUZZLES) or 1,
    )
    return Response(await call.registry.workers.puzzles.run(job), media_type=JSON)


def _seed(call: Call) -> str:
    seed = call.query.get("seed", "1")
    if not 1 <= len(seed) <= LONGEST_SEED:
        raise Refusal(Reason.MALFORMED, f"A seed must have 1 to {LONGEST_SEED} characters.")
    return seed


async def worksheet(call: Call) -> Response:
    name = call.path["sheet"]
    await fair_play.check_sheet(call, _seed(call))
    job = SheetJob(
        game=None if name == MIXED else game_class(name).name,
        grade=_number(call, "grade", HARDEST),
        seed=_seed(call),
        count=_number(call, "puzzles", MOST_ON_SHEET) or DEFAULT_ON_SHEET,
    )
    html = msgspec.json.decode(await call.registry.workers.puzzles.run(job), type=str)
    # The page may use its own style and script, and nothing else.
    policy = (
        f"default-src 'none'; style-src {_csp_hash(html, 'style')}; "
        f"script-src {_csp_hash(html, 'script')}; frame-ancestors 'none'"
    )
    return Response(html, media_type=HTML, headers={"Content-Security-Policy": policy})


def _csp_hash(html: str, element: str) -> str:
    """Return the hash of the only inline style or script for a Content-Security-Policy."""
    _, _, after = html.partition(f"<{element}>")
    content, _, _ = after.partition(f"</{element}>")
    return f"'sha256-{b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


async def practise(call: Call) -> Response:
    game = game_class(call.query.get("game", "")).name
    grade = _number(call, "grade", HARDEST)
    mistakes = call.query.get("mistakes", FALSE)
    if mistakes not in (TRUE, FALSE):
        raise Refusal(Reason.MALFORMED, f"mistakes is {TRUE} or {FALSE}.")
    found = await call.registry.puzzles.practise(
        game, grade, call.visitor.holder, mistakes=mistakes == TRUE
    )
    return Response(found, media_type=JSON)


async def answer_puzzle(call: Call) -> GradedAnswer:
    holder, secret = holder_of(call)
    given = call.body
    await fair_play.check(call, given.game, matches.Inquiry(position=given.position))
    grading = await call.registry.puzzles.answer(call.body, holder)
    grading.secret = secret
    return grading


def _number(call: Call, name: str, most: int) -> int | None:
    """Parse an optional positive number in the query. Raise Refusal if the number is invalid."""
    text = call.query.get(name)
    if text is None:
        return None
    number = whole_number(text)
    if number is None or not 1 <= number <= most:
        raise Refusal(Reason.MALFORMED, f"The {name} must be a whole number from 1 to {most}.")
    return number
