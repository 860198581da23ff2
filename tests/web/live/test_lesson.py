"""A whole lesson on a simulated clock: 45 minutes, 30 pupils, and half of them have trouble."""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from lastdigit.games import find_class
from lastdigit.match.record import End, from_line
from tests.web.inside import Guest, RunningApp, run_jobs_here, run_with_app

Json = dict[str, Any]
GAME, PRESET = "digit-duel", "quick"
PUPILS, MINUTES, ROUNDS, CLOCK = 30, 45, 4, 120
STEP = 10
"""Seconds between two looks of a pupil at the page."""
TROUBLES = ("reloads", "loses the connection", "leaves")
OPTIONS = {preset.name: dict(preset.options) for preset in find_class(GAME).presets}
RULES = find_class(GAME).of(OPTIONS[PRESET])


@dataclass
class Pupil:
    """A pupil with a browser, who plays random moves and may have trouble."""

    guest: Guest
    name: str
    trouble: str
    random: Random
    away_until: float = 0.0
    gone: bool = False

    async def act(self, path: str, now: float, ends: float) -> None:
        """Do what a pupil does every few seconds."""
        if self.gone or now < self.away_until:
            return
        if self.trouble == "leaves" and now > ends / 2 and self.random.random() < 0.02:
            self.gone = True
            return
        if self.trouble == "loses the connection" and self.random.random() < 0.02:
            self.away_until = now + self.random.choice((20, 60, 180))
            return
        if self.trouble == "reloads" and self.random.random() < 0.1:
            self.guest.match = {}  # the page knows only its address and its cookie
        room = (await self.guest.get(path)).json()
        code = room["you"]["match"]
        if code is None:
            if not room["you"]["waiting"] and room["room"]["open"]:
                assert (await self.guest.post(f"{path}/ready", {})).is_success
        elif self.random.random() < 0.7:
            await self._move(code)

    async def _move(self, code: str) -> None:
        self.guest.match = {"code": code}
        match = await self.guest.look()
        if match["result"] is not None or match["position"]["mover"] not in match["you"]:
            return
        state = RULES.parse_state(match["position"]["position"])
        move = self.random.choice(RULES.legal_moves(state))
        answer = await self.guest.command("move", move=RULES.format_move(move))
        assert answer.is_success, answer.text


async def join_class(app: RunningApp, path: str) -> list[Pupil]:
    pupils = []
    for number in range(PUPILS):
        trouble = TROUBLES[number // 2 % len(TROUBLES)] if number % 2 else ""
        pupil = Pupil(app.guest(), f"Pupil {number + 1}", trouble, Random(number))
        answer = await pupil.guest.post(f"{path}/pupils", {"name": pupil.name})
        assert answer.is_success, answer.text
        pupil.guest.secret = answer.json()["secret"]
        pupils.append(pupil)
    return pupils


async def leave_out_absent(teacher: Guest, path: str, gone: set[str]) -> None:
    room = (await teacher.get(path)).json()["room"]
    for pupil in room["pupils"]:
        if pupil["name"] in gone and pupil["state"] != "out":
            body = {"do": "leave-out", "pupil": pupil["number"]}
            assert (await teacher.post(f"{path}/commands", body)).is_success


@pytest.mark.prove
def test_a_lesson_of_45_minutes_with_30_pupils(monkeypatch: pytest.MonkeyPatch) -> None:
    run_jobs_here(monkeypatch)

    async def lesson(app: RunningApp) -> None:
        teacher = app.guest()
        wish = {"game": GAME, "preset": PRESET, "clock": {"seconds": CLOCK}, "rounds": ROUNDS}
        opened = (await teacher.post("/api/rooms", wish)).json()
        teacher.secret, path = opened["secret"], f"/api/rooms/{opened['room']['code']}"
        pupils = await join_class(app, path)
        assert sum(bool(pupil.trouble) for pupil in pupils) == PUPILS / 2
        begin, ends = app.time.steady, 60.0 * MINUTES
        while (now := app.time.steady - begin) < ends:
            for pupil in pupils:
                await pupil.act(path, now, ends)
            if now % 60 == 0:
                await leave_out_absent(teacher, path, {one.name for one in pupils if one.gone})
            app.time.pass_by(STEP)
        assert (await teacher.post(f"{path}/commands", {"do": "close"})).is_success
        await check_results(teacher, path, pupils)

    run_with_app(lesson)


async def check_results(teacher: Guest, path: str, pupils: list[Pupil]) -> None:
    """Check that every finished game counts once, and that pupils without trouble have played."""
    room = (await teacher.get(path)).json()["room"]
    scores = {one["name"]: one for one in room["pupils"]}
    assert len(scores) == PUPILS
    sheet = (await teacher.get(f"{path}/games")).text.lstrip("\ufeff")
    rows = list(csv.DictReader(io.StringIO(sheet)))
    assert len(rows) == room["finished"] > PUPILS
    won = Counter(row["Winner"] for row in rows)
    played = Counter(name for row in rows for name in (row["Began"], row["Other"]))
    pairs = Counter(frozenset((row["Began"], row["Other"])) for row in rows)
    assert max(pairs.values()) <= 2
    for name, score in scores.items():
        assert score["won"] == won[name], name
        assert score["won"] + score["drawn"] + score["lost"] == played[name], name
        assert len([pair for pair in pairs if name in pair]) <= ROUNDS, name
    # No one who had trouble keeps the others from playing.
    assert all(played[pupil.name] >= ROUNDS for pupil in pupils if not pupil.trouble)
    codes = [one["code"] for one in (await teacher.get(path)).json()["ended"]]
    texts = [(await teacher.get(f"/api/matches/{code}/record")).text for code in codes]
    records = [from_line(text) for text in texts]
    assert {record.setup.terms.clock for record in records} == {(CLOCK, 0)}
    assert {End.TIME, End.WIN} <= {record.result.end for record in records if record.result}
