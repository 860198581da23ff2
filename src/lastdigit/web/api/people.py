"""Handlers for a person's saved data: statistics, export, deletion, and transfer to other devices.

`routes.py` describes the operations that call these handlers.
"""

from __future__ import annotations

import json

import msgspec
from starlette.responses import Response

from lastdigit.errors import StoreError
from lastdigit.match.record import to_line
from lastdigit.storage import Store
from lastdigit.system import timestamp
from lastdigit.web.api.requests import JSON, Call
from lastdigit.web.live import lobby
from lastdigit.web.live.invitations import hash_secret
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal
from lastdigit.web.schemas.puzzles import Export, Person, SavedAnswer

NO_DATA = Person(answers=0, games=0, own=False)


async def stats(call: Call) -> Response:
    found = await call.registry.people.statistics(call.visitor.holder)
    return Response(found, media_type=JSON)


async def show_person(call: Call) -> Person:
    return await _person(call, call.visitor.holder)


async def _person(call: Call, holder: bytes | None) -> Person:
    if holder is None:
        return NO_DATA
    return await call.registry.workers.read(_count_data, call.registry.store, holder)


def _count_data(store: Store, holder: bytes) -> Person:
    person = store.person_of(holder)
    answered, games = len(store.attempts(person)), len(store.games_of(person))
    return Person(answers=answered, games=games, own=person == "")


async def export_person(call: Call) -> Response:
    registry, holder = call.registry, call.visitor.holder
    read, store = registry.workers.read, registry.store
    games = []
    if holder is not None:
        for game in await read(_games, store, holder):
            try:  # one call per game, so that moves are not delayed
                games.append(json.loads(to_line(await read(store.record, game))))
            except StoreError:  # damaged, or deleted by now
                continue
    export = Export(
        exported=timestamp(registry.clock.wall()),
        answers=[
            SavedAnswer(
                puzzle=one.puzzle,
                game=one.game,
                grade=one.grade,
                answer=one.answer,
                right=one.right,
                day=one.day,
                at=one.at,
            )
            for one in await registry.people.attempts(holder)
        ],
        games=games,
    )
    headers = {"Content-Disposition": 'attachment; filename="lastdigit.json"'}
    return Response(msgspec.json.encode(export), media_type=JSON, headers=headers)


def _games(store: Store, holder: bytes) -> list[int]:
    return store.games_of(store.person_of(holder))


async def forget_person(call: Call) -> Person:
    holder = call.visitor.holder
    deleted = await _person(call, holder)
    if holder is not None:
        await lobby.delete_person(call.registry, holder)
    return deleted


async def become_own(call: Call) -> Person:
    holder = call.visitor.holder
    if holder is None or not call.registry.people.link.redeem(call.body.link):
        raise Refusal(
            Reason.BAD_KEY,
            "This link is wrong or has already been used. To get a new one, run lastdigit serve "
            "--mine.",
        )
    await call.registry.workers.write(call.registry.store.assign_to_local_user, holder)
    return await _person(call, holder)


async def device_key(call: Call) -> matches.Key:
    secret, registry = call.visitor.secret, call.registry
    if secret is None:
        raise Refusal(Reason.NOT_POSSIBLE, "Nothing is saved for this browser yet.")
    key = registry.people.keys.issue(secret, call.arrived)
    return matches.Key(key=key, seconds=registry.limits.key_seconds)


async def take_device(call: Call) -> Response:
    registry, visitor = call.registry, call.visitor
    if visitor.holder is not None and (await _person(call, visitor.holder)).own:
        raise Refusal(
            Reason.NOT_POSSIBLE,
            "This browser belongs to the server's owner. Instead, show a key here and type it on "
            "the other device.",
        )
    wrong_guesses = registry.invitations.wrong_guesses
    async with wrong_guesses.attempt(visitor.browser, visitor.address, call.arrived):
        secret = registry.people.keys.redeem(call.body.key, call.arrived)
        if secret is None:
            raise Refusal(Reason.BAD_KEY, "This key is wrong, expired or already used.")
    holder = hash_secret(secret)
    if visitor.holder is not None and visitor.holder != holder:
        await lobby.merge_people(registry, visitor.holder, holder)
        call.rooms.evict_all_of(visitor.holder)
    headers = {"Set-Cookie": call.visitors.cookie_of(secret)}
    found = msgspec.json.encode(await _person(call, holder))
    return Response(found, media_type=JSON, headers=headers)
