"""Handlers for matches, from creating one to its review and record.

`routes.py` describes the operations that call these handlers.
"""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from lastdigit.match.match import Match
from lastdigit.match.narration import transcript
from lastdigit.match.record import LEFT_UNFINISHED, Act, Hint, Record, to_line
from lastdigit.players import COMPUTERS
from lastdigit.web.api import fair_play
from lastdigit.web.api.requests import Call, holder_of, job_response, run_job, turn_number
from lastdigit.web.live import lobby, views
from lastdigit.web.live.jobs import HintJob, MatchMapJob, ReviewJob
from lastdigit.web.live.match import LiveMatch
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

NDJSON = "application/x-ndjson"
MAX_TURNS = 500
MAX_REVIEWED = 1_000
"""The maximum number of moves to review, so that other jobs are not delayed."""


async def set_up(call: Call) -> matches.OwnMatch:
    wanted = call.body
    if wanted.position is not None and wanted.against in COMPUTERS:
        # Otherwise, the computer would show the best moves in another match.
        await fair_play.check(call, wanted.game, matches.Inquiry(position=wanted.position))
    holder, secret = holder_of(call)
    return _own_match(
        call, await lobby.create_match(call.registry, call.body, holder), holder, secret
    )


async def climb(call: Call) -> matches.OwnMatch:
    holder, secret = holder_of(call)
    return _own_match(
        call, await lobby.create_ladder_match(call.registry, call.body, holder), holder, secret
    )


async def sit_down(call: Call) -> matches.OwnMatch:
    holder, secret = holder_of(call)
    live = await lobby.join(call.registry, call.path["code"], call.body, holder)
    return _own_match(call, live, holder, secret)


async def rename(call: Call) -> matches.Match:
    holder = call.visitor.holder
    live = await lobby.rename(call.registry, call.path["code"], call.body.name, holder)
    return call.registry.view(live, holder)


def _own_match(
    call: Call, live: LiveMatch, holder: bytes | None, secret: str | None
) -> matches.OwnMatch:
    return matches.OwnMatch(match=call.registry.view(live, holder), secret=secret)


async def show(call: Call) -> matches.Match:
    live = await _get_match(call)
    return call.registry.view(live, call.visitor.holder)


async def _get_match(call: Call) -> LiveMatch:
    code, holder = call.path["code"], call.visitor.holder
    live = await call.registry.get(code)
    call.registry.mark_present(live, holder)
    return live


async def command(call: Call) -> matches.CommandResponse:
    if isinstance(call.body, matches.AskHint):
        live = await call.registry.get(call.path["code"])
        if not live.apart:  # matches between two people have no hints anyway
            game, state = live.match.game, live.match.state
            inquiry = matches.Inquiry(position=game.format_state(state))
            await fair_play.check(call, game.name, inquiry)
    result, match = await call.registry.execute(
        call.path["code"], call.visitor.holder, call.body, call.arrived
    )
    is_hint = isinstance(call.body, matches.AskHint) and call.body.kind != "aid"
    return matches.CommandResponse(
        accepted=result.match.events[-1].act is not Act.REJECTED,
        sentence=result.sentence,
        # The match is not locked during the job.
        advice=await _advice(call, result.match) if is_hint else None,
        match=match,
    )


async def _advice(call: Call, match: Match) -> matches.Advice:
    game = match.game
    job = HintJob(
        game=game.name,
        options=dict(match.setup.options),
        position=game.format_state(match.state),
        kind=Hint(match.events[-1].text),
    )
    return msgspec.json.decode(await run_job(call, game, job), type=matches.Advice)


async def play_again(call: Call) -> matches.OwnMatch:
    holder = call.visitor.holder
    live = await lobby.create_rematch(call.registry, call.path["code"], holder)
    return _own_match(call, live, holder, None)


async def show_invitation(call: Call) -> matches.Invitation:
    return await lobby.current_invitation(call.registry, call.path["code"], call.visitor.holder)


async def renew_invitation(call: Call) -> matches.Invitation:
    return await lobby.new_invitation(call.registry, call.path["code"], call.visitor.holder)


async def follow_invitation(call: Call) -> matches.InvitationTarget:
    registry, visitor, typed = call.registry, call.visitor, call.body.spoken
    wrong_guesses = registry.invitations.wrong_guesses
    async with wrong_guesses.attempt(visitor.browser, visitor.address, call.arrived):
        room = await call.rooms.find_open(typed)
        if room is not None:
            return matches.InvitationTarget(code=room, key=False, room=True)
        code = registry.invitations.resolve(typed, call.arrived)
    key = registry.keys.find_seat(code, typed, call.arrived) is not None
    return matches.InvitationTarget(code=code, key=key, room=False)


async def take_elsewhere(call: Call) -> matches.Key:
    return await lobby.issue_seat_key(call.registry, call.path["code"], call.visitor.holder)


async def mine(call: Call) -> list[matches.MatchSummary]:
    return await lobby.list_matches(call.registry, call.visitor.holder)


async def show_turn(call: Call) -> matches.Position:
    live = await _get_match(call)
    number = turn_number(call.path["turn"])
    reader = live.seat_of(call.visitor.holder)
    position = await call.registry.workers.look_up(views.position_after, live, number, reader)
    if position is None:
        last = len(live.match.moves)
        raise Refusal(Reason.UNKNOWN_TURN, f"Choose a turn from 0 to {last}.")
    return position


async def list_turns(call: Call) -> list[matches.Turn]:
    live = await _get_match(call)
    before = call.query.get("before")
    turn = None if before is None else turn_number(before)
    you = live.seat_of(call.visitor.holder)
    return await call.registry.workers.look_up(views.turns_before, live, turn, MAX_TURNS, you)


async def review(call: Call) -> Response:
    live, record = await _finished_match(call)
    await fair_play.check_game(call, record)
    if len(record.events) > MAX_REVIEWED:
        raise Refusal(
            Reason.NOT_POSSIBLE,
            f"Games of more than {MAX_REVIEWED} moves can't be reviewed here. Download the record "
            "and run: lastdigit review",
        )
    you = live.seat_of(call.visitor.holder)
    job = ReviewJob(record=to_line(record), you=None if you is None else you.value)
    return await job_response(call, live.match.game, job)


async def log(call: Call) -> matches.Log:
    live = await _get_match(call)
    text = await call.registry.workers.look_up(transcript, live.match.record())
    # A match in progress has no result yet.
    return matches.Log(text=text.removesuffix(f"{LEFT_UNFINISHED.reason}\n"))


async def download(call: Call) -> Response:
    _, record = await _finished_match(call)
    name = f"lastdigit-{call.path['code'][:8]}.jsonl"  # only part of it: the file may be shared
    return Response(
        f"{to_line(record)}\n",
        media_type=NDJSON,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


async def _finished_match(call: Call) -> tuple[LiveMatch, Record]:
    """Return the requested match and its record. Raise Refusal if the match is not over."""
    live = await _get_match(call)
    if live.match.result is None:
        raise Refusal(Reason.NOT_OVER, "The game is not over yet.")
    return live, await call.registry.workers.read(call.registry.store.record, live.id)


async def draw_walk(call: Call) -> Response:
    live, record = await _finished_match(call)
    await fair_play.check_map(call, live.match.game.name)
    you = live.seat_of(call.visitor.holder)
    turn = call.query.get("turn")
    job = MatchMapJob(
        record=to_line(record),
        you=1 if you is None else you.value,
        turn=None if turn is None else turn_number(turn),
    )
    return await job_response(call, live.match.game, job)
