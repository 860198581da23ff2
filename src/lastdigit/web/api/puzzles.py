"""What the API does when it is asked about puzzles."""

from __future__ import annotations

import hashlib
from base64 import b64encode

import msgspec
from starlette.responses import Response

from lastdigit.puzzles.worksheet import MIXED
from lastdigit.web import strings
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
    Judged,
)

HTML = "text/html"
USUAL_ON_SHEET = 6
PRINTING = 'document.getElementById("print").onclick = () => print();'


async def daily(call: Call) -> Daily:
    """Return a day's puzzles, and how whoever asks has done."""
    day = _asked(call, "day", LATEST_DAY)
    return await call.registry.puzzles.daily(day, call.visitor.holder)


async def answer_daily(call: Call) -> Judged:
    """Judge an answer to a puzzle of a day."""
    holder, secret = holder_of(call)
    puzzle = await call.registry.puzzles.daily_puzzle(call.body.day, call.body.game)
    await fair_play.check(call, puzzle.game, matches.Inquiry(position=puzzle.position))
    judged = await call.registry.puzzles.answer_daily(call.body, holder)
    judged.secret = secret
    return judged


async def list_puzzles(call: Call) -> Response:
    """Make puzzles of a game."""
    job = SetJob(
        game=game_class(call.query.get("game", "")).name,
        grade=_asked(call, "grade", HARDEST),
        seed=_seed(call),
        count=_asked(call, "count", MOST_PUZZLES) or 1,
    )
    return Response(await call.registry.workers.puzzles.run(job), media_type=JSON)


def _seed(call: Call) -> str:
    seed = call.query.get("seed", "1")
    if not 1 <= len(seed) <= LONGEST_SEED:
        raise Refusal(Reason.MALFORMED, f"A seed has 1 to {LONGEST_SEED} characters.")
    return seed


async def worksheet(call: Call) -> Response:
    """Make a sheet of puzzles to print, which is a page that stands alone."""
    name = call.path["sheet"]
    await fair_play.check_sheet(call, _seed(call))
    job = SheetJob(
        game=None if name == MIXED else game_class(name).name,
        grade=_asked(call, "grade", HARDEST),
        seed=_seed(call),
        count=_asked(call, "puzzles", MOST_ON_SHEET) or USUAL_ON_SHEET,
    )
    made = msgspec.json.decode(await call.registry.workers.puzzles.run(job), type=str)
    # It brings its own style and the one line behind its button, and nothing else.
    made = made.replace("<body>", f"<body>{strings.SHEET_BAR}<script>{PRINTING}</script>")
    style = made[made.index("<style>") + len("<style>") : made.index("</style>")]
    policy = (
        f"default-src 'none'; style-src {_hashed(style)}; script-src {_hashed(PRINTING)}; "
        "frame-ancestors 'none'"
    )
    return Response(made, media_type=HTML, headers={"Content-Security-Policy": policy})


def _hashed(text: str) -> str:
    """Return what a policy knows a style or a script by."""
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


async def practise(call: Call) -> Response:
    """Return a puzzle at one's own level."""
    game = game_class(call.query.get("game", "")).name
    grade = _asked(call, "grade", HARDEST)
    found = await call.registry.puzzles.practise(game, grade, call.visitor.holder)
    return Response(found, media_type=JSON)


async def answer_puzzle(call: Call) -> Judged:
    """Judge an answer to any puzzle."""
    holder, secret = holder_of(call)
    given = call.body
    await fair_play.check(call, given.game, matches.Inquiry(position=given.position))
    judged = await call.registry.puzzles.answer(call.body, holder)
    judged.secret = secret
    return judged


def _asked(call: Call, name: str, most: int) -> int | None:
    """Return a number from 1 on that was asked for, or None; raises Refusal."""
    text = call.query.get(name)
    if text is None:
        return None
    number = whole_number(text)
    if number is None or not 1 <= number <= most:
        raise Refusal(Reason.MALFORMED, f"The {name} is a whole number from 1 to {most}.")
    return number
