"""What the API does when it is asked: one function an operation; `api` says where each stands."""

from __future__ import annotations

from random import Random

import msgspec
from starlette.responses import Response

from lastdigit.analysis.position import analysed, analysis_data
from lastdigit.analysis.review import review_data, reviewed
from lastdigit.core.game import AnyGame
from lastdigit.core.shapes import after, game_data
from lastdigit.errors import StateSyntaxError, WrongMove
from lastdigit.games import catalogue, shared_rules
from lastdigit.match.record import Record
from lastdigit.match.record_line import to_line
from lastdigit.players import COMPUTERS
from lastdigit.web import pictures, play, said, seats, states, told
from lastdigit.web.judged import Review
from lastdigit.web.live import Live
from lastdigit.web.operations import Ask
from lastdigit.web.refusal import Reason, Refusal
from lastdigit.web.seating import game_class, hashed, new_secret, rules_of

MOST_TURNS = 500
MOST_REVIEWED = 1_000
"""A longer game is reviewed by `lastdigit review`: others are waiting for their answers here."""


async def list_games(_: Ask) -> list[told.GameInfo]:
    """Return the games there are."""
    return [_game_info(game) for game in catalogue().values()]


def _game_info(game: type[AnyGame]) -> told.GameInfo:
    rules = game()
    picture = pictures.lines(rules.view(rules.parse_state(game.example_state)))
    data = game_data(game) | {"example": game.example_state, "picture": []}
    return msgspec.structs.replace(msgspec.convert(data, told.GameInfo), picture=picture)


async def rules(ask: Ask) -> told.Rules:
    """Return a game's rules."""
    game = game_class(ask.path["game"])
    return told.Rules(
        game=game.name, title=game.title, page=game.rulebook(), every_game=shared_rules()
    )


async def list_players(_: Ask) -> list[told.ComputerInfo]:
    """Return the computers there are."""
    return [told.ComputerInfo(name=name, about=one.about) for name, one in COMPUTERS.items()]


async def analyse(ask: Ask) -> told.Analysis:
    """Return the exact analysis of a position."""
    game = rules_of(ask.path["game"], ask.body.options)
    return await ask.matches.aside.answer(_analysis, game, ask.body)


def _analysis(game: AnyGame, wish: said.Inquiry) -> told.Analysis:
    try:
        start = game.start(Random()) if wish.position is None else game.parse_state(wish.position)
        before = after(game, start, wish.moves[:-1]) if wish.moves else None
        state = after(game, start, wish.moves)
    except (StateSyntaxError, WrongMove) as error:
        raise Refusal(Reason.BAD_POSITION, str(error)) from None
    shown = pictures.position(game, game.dialogue(), state, len(wish.moves), before)
    data = analysis_data(analysed(game, state)) | {"shown": shown}
    return msgspec.convert(data, told.Analysis)


async def set_up(ask: Ask) -> told.Seated:
    """Set up a match."""
    holder, secret = _holder(ask)
    return _seated(ask, await seats.set_up(ask.matches, ask.body, holder), holder, secret)


async def sit_down(ask: Ask) -> told.Seated:
    """Sit down at a match."""
    holder, secret = _holder(ask)
    live = await seats.sit_down(ask.matches, ask.path["code"], ask.body, holder)
    return _seated(ask, live, holder, secret)


def _holder(ask: Ask) -> tuple[bytes, str | None]:
    """Return whose the seat will be, and the secret that whoever has none is given."""
    if ask.visitor.holder is not None:
        return ask.visitor.holder, None
    secret = new_secret()
    return hashed(secret), secret


def _seated(ask: Ask, live: Live, holder: bytes | None, secret: str | None) -> told.Seated:
    return told.Seated(match=ask.matches.seen_by(live, holder), secret=secret)


async def show(ask: Ask) -> told.Match:
    """Return how a match stands."""
    live = await _looked_at(ask)
    return ask.matches.seen_by(live, ask.visitor.holder)


async def _looked_at(ask: Ask) -> Live:
    code, holder = ask.path["code"], ask.visitor.holder
    live = await ask.matches.at(code)
    ask.matches.seen(live, holder)
    return live


async def command(ask: Ask) -> told.Done:
    """Do something as a player."""
    code, holder = ask.path["code"], ask.visitor.holder
    return await play.carry_out(ask.matches, code, holder, ask.body, ask.arrived)


async def play_again(ask: Ask) -> told.Seated:
    """Set up the rematch."""
    holder = ask.visitor.holder
    live = await seats.play_again(ask.matches, ask.path["code"], holder)
    return _seated(ask, live, holder, None)


async def take_elsewhere(ask: Ask) -> told.Key:
    """Return a key that takes a seat to another device."""
    return await seats.key_for(ask.matches, ask.path["code"], ask.visitor.holder)


async def mine(ask: Ask) -> list[told.Mine]:
    """Return the matches at which whoever asks sits."""
    return await seats.mine(ask.matches, ask.visitor.holder)


async def show_turn(ask: Ask) -> told.Position:
    """Return the position after so many moves."""
    live = await _looked_at(ask)
    number = _number(ask.path["turn"])
    position = await ask.matches.aside.read(states.position_after, live, number)
    if position is None:
        last = len(live.match.moves)
        raise Refusal(Reason.UNKNOWN_TURN, f"There are turns 0 to {last} so far.")
    return position


async def list_turns(ask: Ask) -> list[told.Turn]:
    """Return moves of the history, the latest before a turn."""
    live = await _looked_at(ask)
    before = _number(ask.query.get("before", str(len(live.history) + 1)))
    return live.history[: max(0, before - 1)][-MOST_TURNS:]


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise Refusal(Reason.MALFORMED, "A turn is a whole number.")
    return int(text)


async def review(ask: Ask) -> Review:
    """Return the review of a match that is over."""
    record = await _finished(ask)
    if len(record.events) > MOST_REVIEWED:
        raise Refusal(
            Reason.NOT_POSSIBLE,
            f"A game of more than {MOST_REVIEWED} moves is not reviewed here; download its record, "
            "and lastdigit review does it.",
        )
    return await ask.matches.aside.answer(
        lambda: msgspec.convert(review_data(reviewed(record)), Review)
    )


async def download(ask: Ask) -> Response:
    """Return the record of a match that is over, as one line of JSON."""
    record = await _finished(ask)
    name = f"lastdigit-{ask.path['code']}.jsonl"
    return Response(
        f"{to_line(record)}\n",
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


async def _finished(ask: Ask) -> Record:
    live = await _looked_at(ask)
    if live.match.result is None:
        raise Refusal(Reason.NOT_OVER, "The game is not over yet.")
    return await ask.matches.aside.keep(ask.matches.store.record, live.id)
