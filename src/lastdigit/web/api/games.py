"""Handlers for games and computer players: rules, lessons, exact analysis and maps.

`routes.py` describes the operations that call these handlers.
"""

from __future__ import annotations

from starlette.responses import Response

from lastdigit.game.game import AnyGame
from lastdigit.game.lesson import find_lesson, lesson_game
from lastdigit.game.options import Occasion, suggested_preset
from lastdigit.game.serialize import game_data, view_data
from lastdigit.games import catalogue, shared_rules
from lastdigit.players import COMPUTERS
from lastdigit.web.api import fair_play
from lastdigit.web.api.requests import Call, cached_json, job_response
from lastdigit.web.live import views
from lastdigit.web.live.jobs import AnalysisJob, MapJob
from lastdigit.web.live.setup import build_game, game_class, is_offered
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal


async def list_games(call: Call) -> Response:
    return cached_json(_games, *catalogue()).response(call.headers)


def _games(*names: str) -> list[matches.GameInfo]:
    return [_game_info(game_class(name)) for name in names]


def _game_info(kind: type[AnyGame]) -> matches.GameInfo:
    game = kind()
    picture = view_data(game.view(game.parse_state(game.example_state)))
    data = game_data(kind)
    data["presets"] = [
        preset for preset in data["presets"] if is_offered(kind.of(preset["options"]))
    ]
    return {
        **data,
        "example": game.example_state,
        "lesson": find_lesson(kind) is not None,
        "picture": picture,
        "quick": suggested_preset(kind.presets, Occasion.PEOPLE).name,
    }


async def rulebook(call: Call) -> Response:
    return cached_json(_rulebook, call.path["game"]).response(call.headers)


def _rulebook(name: str) -> matches.Rulebook:
    game = game_class(name)
    return matches.Rulebook(
        game=game.name,
        title=game.title,
        page=game.rulebook(),
        every_game=shared_rules(),
        page_html=_html(game.rulebook(), 1),
        every_game_html=_html(shared_rules(), 2),
    )


def _html(markdown: str, level: int) -> str:
    """Render Markdown as HTML, and escape HTML in it. The top heading has this level."""
    from markdown_it import MarkdownIt

    renderer = MarkdownIt("commonmark", {"html": False})
    tokens = renderer.parse(markdown)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + level - 1)}"
    return str(renderer.renderer.render(tokens, renderer.options, {}))


async def lesson(call: Call) -> Response:
    return cached_json(_lesson, call.path["game"]).response(call.headers)


def _lesson(name: str) -> matches.LessonInfo:
    kind = game_class(name)
    found = find_lesson(kind)
    if found is None:
        raise Refusal(Reason.UNKNOWN_PAGE, f"{kind.title} has no lesson.")
    return views.lesson_view(lesson_game(kind, found), found)


async def list_players(call: Call) -> Response:
    return cached_json(_players).response(call.headers)


def _players() -> list[matches.ComputerInfo]:
    return [matches.ComputerInfo(name=name, about=one.about) for name, one in COMPUTERS.items()]


async def analyse(call: Call) -> Response:
    name = call.path["game"]
    await fair_play.check(call, name, call.body)
    game = build_game(name, call.body.options)
    return await job_response(call, game, AnalysisJob(game=name, inquiry=call.body))


async def draw_map(call: Call) -> Response:
    name = call.path["game"]
    game = build_game(name, {})
    await fair_play.check_map(call, game.name)
    job = MapJob(
        game=game.name, position=call.query.get("position"), before=call.query.get("before")
    )
    return await job_response(call, game, job)
