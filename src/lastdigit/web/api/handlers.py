"""What the API does when it is asked: one function for each of the `operations`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response

from lastdigit.game.game import AnyGame
from lastdigit.game.lesson import find_lesson, lesson_game
from lastdigit.game.serialize import game_data, view_data
from lastdigit.games import catalogue, shared_rules
from lastdigit.match.match import Match
from lastdigit.match.narration import transcript
from lastdigit.match.record import LEFT_UNFINISHED, Act, Hint, Record, to_line
from lastdigit.players import COMPUTERS
from lastdigit.web.api import fair_play
from lastdigit.web.api.constants import JSON, constant
from lastdigit.web.api.visitors import Visitor, Visitors
from lastdigit.web.live import lobby, views
from lastdigit.web.live.classrooms import Rooms
from lastdigit.web.live.invitations import hashed, new_secret
from lastdigit.web.live.jobs import AdviceQuestion, AnalysisQuestion, Question, ReviewQuestion
from lastdigit.web.live.match import LiveMatch
from lastdigit.web.live.registry import Registry
from lastdigit.web.live.setup import build_game, game_class, is_offered, quick_preset
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

NDJSON = "application/x-ndjson"
MOST_TURNS = 500
MOST_REVIEWED = 1_000
"""A longer game is reviewed by `lastdigit review`: others are waiting for their answers here."""


@dataclass(frozen=True)
class Call:
    """A request that has been read: who asks, about what, and the body by its type."""

    registry: Registry
    rooms: Rooms
    visitors: Visitors
    visitor: Visitor
    path: dict[str, str]
    query: dict[str, str]
    headers: Headers
    body: Any
    arrived: float
    """When it was complete, by the steady clock."""


async def list_games(call: Call) -> Response:
    """Return the games there are."""
    return constant(_games, *catalogue()).response(call.headers)


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
        "quick": quick_preset(kind).name,
    }


async def rulebook(call: Call) -> Response:
    """Return a game's rules."""
    return constant(_rulebook, call.path["game"]).response(call.headers)


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


async def lesson(call: Call) -> Response:
    """Return a game's lesson."""
    return constant(_lesson, call.path["game"]).response(call.headers)


def _lesson(name: str) -> matches.LessonInfo:
    kind = game_class(name)
    found = find_lesson(kind)
    if found is None:
        raise Refusal(Reason.UNKNOWN_PAGE, f"{kind.title} has no lesson.")
    return views.lesson_view(lesson_game(kind, found), found)


def _html(markdown: str, level: int) -> str:
    """Return a page as HTML whose first heading has this level; markup inside it stays text."""
    from markdown_it import MarkdownIt

    renderer = MarkdownIt("commonmark", {"html": False})
    tokens = renderer.parse(markdown)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + level - 1)}"
    return str(renderer.renderer.render(tokens, renderer.options, {}))


async def list_players(call: Call) -> Response:
    """Return the computers there are."""
    return constant(_players).response(call.headers)


def _players() -> list[matches.ComputerInfo]:
    return [matches.ComputerInfo(name=name, about=one.about) for name, one in COMPUTERS.items()]


async def analyse(call: Call) -> Response:
    """Return the exact analysis of a position."""
    name = call.path["game"]
    await fair_play.check(call, name, call.body)
    game = build_game(name, call.body.options)
    return await answered(call, game, AnalysisQuestion(game=name, inquiry=call.body))


async def answered(call: Call, game: AnyGame, question: Question) -> Response:
    """Return the answer to a question about a game."""
    return Response(await _thought(call, game, question), media_type=JSON)


async def _thought(call: Call, game: AnyGame, question: Question) -> bytes:
    """Return the answer to a question about a game, which is solved before anybody thinks."""
    workers = call.registry.workers
    await workers.members.wait_for(game)
    return await workers.answer(question)


async def set_up(call: Call) -> matches.OwnMatch:
    """Set up a match."""
    wish = call.body
    if wish.position is not None and wish.against in COMPUTERS:  # it would play on from there
        await fair_play.check(call, wish.game, matches.Inquiry(position=wish.position))
    holder, secret = holder_of(call)
    return _own_match(call, await lobby.set_up(call.registry, call.body, holder), holder, secret)


async def climb(call: Call) -> matches.OwnMatch:
    """Set up a match against a rung of the ladder."""
    holder, secret = holder_of(call)
    return _own_match(call, await lobby.climb(call.registry, call.body, holder), holder, secret)


async def sit_down(call: Call) -> matches.OwnMatch:
    """Sit down at a match."""
    holder, secret = holder_of(call)
    live = await lobby.sit_down(call.registry, call.path["code"], call.body, holder)
    return _own_match(call, live, holder, secret)


async def rename(call: Call) -> matches.Match:
    """Change the name of a player who waits for the other."""
    holder = call.visitor.holder
    live = await lobby.rename(call.registry, call.path["code"], call.body.name, holder)
    return call.registry.seen_by(live, holder)


def holder_of(call: Call) -> tuple[bytes, str | None]:
    """Return under whom something is kept, and the secret that whoever has none is given."""
    if call.visitor.holder is not None:
        return call.visitor.holder, None
    secret = new_secret()
    return hashed(secret), call.visitors.sign(secret)


def _own_match(
    call: Call, live: LiveMatch, holder: bytes | None, secret: str | None
) -> matches.OwnMatch:
    return matches.OwnMatch(match=call.registry.seen_by(live, holder), secret=secret)


async def show(call: Call) -> matches.Match:
    """Return how a match stands."""
    live = await _looked_at(call)
    return call.registry.seen_by(live, call.visitor.holder)


async def _looked_at(call: Call) -> LiveMatch:
    code, holder = call.path["code"], call.visitor.holder
    live = await call.registry.at(code)
    call.registry.see(live, holder)
    return live


async def command(call: Call) -> matches.Effect:
    """Do something as a player."""
    if isinstance(call.body, matches.AskHint):
        live = await call.registry.at(call.path["code"])
        if not live.apart:  # between two people there are no hints anyway
            game, state = live.match.game, live.match.state
            inquiry = matches.Inquiry(position=game.format_state(state))
            await fair_play.check(call, game.name, inquiry)
    done, match = await call.registry.run(
        call.path["code"], call.visitor.holder, call.body, call.arrived
    )
    asks = isinstance(call.body, matches.AskHint) and call.body.kind != "aid"
    return matches.Effect(
        accepted=done.match.events[-1].act is not Act.REJECTED,
        sentence=done.sentence,
        # The match has been let go: nobody waits for it while a hint is thought about.
        advice=await _advice(call, done.match) if asks else None,
        match=match,
    )


async def _advice(call: Call, match: Match) -> matches.Advice:
    """Return what a hint says about the position in which it was asked for."""
    game = match.game
    question = AdviceQuestion(
        game=game.name,
        options=dict(match.setup.options),
        position=game.format_state(match.state),
        kind=Hint(match.events[-1].text),
    )
    return msgspec.json.decode(await _thought(call, game, question), type=matches.Advice)


async def play_again(call: Call) -> matches.OwnMatch:
    """Set up the rematch."""
    holder = call.visitor.holder
    live = await lobby.play_again(call.registry, call.path["code"], holder)
    return _own_match(call, live, holder, None)


async def show_invitation(call: Call) -> matches.Invitation:
    """Return the code that a player says to a friend."""
    return await lobby.invitation(call.registry, call.path["code"], call.visitor.holder)


async def renew_invitation(call: Call) -> matches.Invitation:
    """Return a new code for a player to say."""
    return await lobby.new_invitation(call.registry, call.path["code"], call.visitor.holder)


async def follow_invitation(call: Call) -> matches.Invited:
    """Return the match, or the class room, that a spoken code leads to."""
    registry, visitor, typed = call.registry, call.visitor, call.body.spoken
    wrong_codes = registry.invitations.wrong_codes
    async with wrong_codes.attempt(visitor.browser, visitor.address, call.arrived):
        room = await call.rooms.open_code(typed)
        if room is not None:
            return matches.Invited(code=room, key=False, room=True)
        code = registry.invitations.match_of(typed, call.arrived)
    key = registry.keys.seat(code, typed, call.arrived) is not None
    return matches.Invited(code=code, key=key, room=False)


async def take_elsewhere(call: Call) -> matches.Key:
    """Return a key that takes a seat to another device."""
    return await lobby.key_for(call.registry, call.path["code"], call.visitor.holder)


async def mine(call: Call) -> list[matches.MatchSummary]:
    """Return the matches at which whoever asks sits."""
    return await lobby.mine(call.registry, call.visitor.holder)


async def show_turn(call: Call) -> matches.Position:
    """Return the position after so many moves."""
    live = await _looked_at(call)
    number = turn_number(call.path["turn"])
    reader = live.reader(call.visitor.holder)
    position = await call.registry.workers.look_up(views.position_after, live, number, reader)
    if position is None:
        last = len(live.match.moves)
        raise Refusal(Reason.UNKNOWN_TURN, f"There are turns 0 to {last} so far.")
    return position


async def list_turns(call: Call) -> list[matches.Turn]:
    """Return moves of the history, the latest before a turn."""
    live = await _looked_at(call)
    turns = live.turns(live.reader(call.visitor.holder))
    before = turn_number(call.query.get("before", str(len(turns) + 1)))
    return turns[: max(0, before - 1)][-MOST_TURNS:]


def turn_number(text: str) -> int:
    """Return the turn that is named in an address; raises Refusal."""
    number = whole_number(text)
    if number is None:
        raise Refusal(Reason.MALFORMED, "A turn is a whole number.")
    return number


def whole_number(text: str) -> int | None:
    """Return the number that stands in an address, if one does."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else None


async def review(call: Call) -> Response:
    """Return the review of a match that is over."""
    live, record = await finished(call)
    await fair_play.check_game(call, record)
    if len(record.events) > MOST_REVIEWED:
        raise Refusal(
            Reason.NOT_POSSIBLE,
            f"A game of more than {MOST_REVIEWED} moves is not reviewed here; download its record, "
            "and lastdigit review does it.",
        )
    you = live.reader(call.visitor.holder)
    question = ReviewQuestion(record=to_line(record), you=None if you is None else you.value)
    return await answered(call, live.match.game, question)


async def log(call: Call) -> matches.Log:
    """Return a match as the rulebook tells it, word for word, as far as it has come."""
    live = await _looked_at(call)
    text = await call.registry.workers.look_up(transcript, live.match.record())
    # Whoever looks while it goes on has not left it.
    return matches.Log(text=text.removesuffix(f"{LEFT_UNFINISHED.reason}\n"))


async def download(call: Call) -> Response:
    """Return the record of a match that is over, as one line of JSON."""
    _, record = await finished(call)
    name = f"lastdigit-{call.path['code'][:8]}.jsonl"  # not the whole link, to go with the file
    return Response(
        f"{to_line(record)}\n",
        media_type=NDJSON,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


async def finished(call: Call) -> tuple[LiveMatch, Record]:
    """Return the match that a call is about, and its record; raises Refusal."""
    live = await _looked_at(call)
    if live.match.result is None:
        raise Refusal(Reason.NOT_OVER, "The game is not over yet.")
    return live, await call.registry.workers.fetch(call.registry.store.record, live.id)
