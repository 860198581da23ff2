"""Classrooms through the API: a whole lesson, permissions, and restarts."""

from __future__ import annotations

import asyncio
import csv
import io
from pathlib import Path
from typing import Any

import httpx2
import pytest

from lastdigit.classroom.room import Joined, serialize_event
from lastdigit.storage import IN_MEMORY, SqliteStore
from lastdigit.system import now, timestamp
from lastdigit.web.limits import Limits
from tests.web.inside import Guest, RunningApp, TurnedClock, opened, run_jobs_here, run_with_app
from tests.web.people import refused

Json = dict[str, Any]
MARKUP = "<img src=x onerror=alert(1)>"


@pytest.fixture(autouse=True)
def _run_jobs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    run_jobs_here(monkeypatch)


async def asked(guest: Guest, path: str, body: object) -> Json:
    """Send a request that succeeds, remember the secret, and return the classroom."""
    answer = await guest.post(path, body)
    assert answer.is_success, answer.text
    room: Json = answer.json()
    guest.secret = room["secret"] or guest.secret
    return room


async def open_room(teacher: Guest, **wish: object) -> str:
    """Open a classroom, and return its path."""
    room = await asked(teacher, "/api/rooms", {"game": "digit-duel", **wish})
    assert room["you"]["role"] == "teacher"
    return f"/api/rooms/{room['room']['code']}"


async def join(app: RunningApp, path: str, *names: str) -> list[Guest]:
    """Let pupils join, each on a device of their own."""
    pupils = [app.guest() for _ in names]
    for pupil, name in zip(pupils, names, strict=True):
        await asked(pupil, f"{path}/pupils", {"name": name})
    return pupils


async def look(guest: Guest, path: str) -> Json:
    answer = await guest.get(path)
    assert answer.is_success, answer.text
    room: Json = answer.json()
    return room


async def begin(path: str, *pupils: Guest) -> str:
    """Let two pupils wait, and return their match."""
    for pupil in pupils:
        await asked(pupil, f"{path}/ready", {})
    codes = {(await look(pupil, path))["you"]["match"] for pupil in pupils}
    (code,) = codes
    assert code
    for pupil in pupils:
        pupil.match = {"code": code}
        await pupil.look()
    return str(code)


async def lose(pupil: Guest) -> None:
    """Let a pupil resign."""
    answer = await pupil.command("resign")
    assert answer.is_success, answer.text


async def command(teacher: Guest, path: str, do: str, **words: object) -> httpx2.Response:
    return await teacher.post(f"{path}/commands", {"do": do, **words})


def names_of(room: Json) -> list[tuple[int, str, str]]:
    return [(one["place"], one["name"], one["points"]) for one in room["room"]["pupils"]]


def test_a_whole_lesson_of_three() -> None:
    async def lesson(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher, title="Class 6b")
        ada, ben, clara = await join(app, path, "Ada", "Ben", "Clara")
        starts: dict[tuple[int, int], list[tuple[int, str]]] = {}
        for one, two in ((ada, ben), (ada, clara), (ben, clara)):
            for _ in range(2):
                code = await begin(path, one, two)
                assert sorted(one.match["you"] + two.match["you"]) == [1, 2]
                first = one if one.match["you"] == [1] else two
                starts.setdefault((id(one), id(two)), []).append(
                    (id(first), one.match["position"]["position"])
                )
                assert one.match["first"] == 1
                boards = (await look(teacher, path))["boards"]
                assert [one["code"] for one in boards if one["result"] is None] == [code]
                await lose(two)
        for (begins, start), (later, again) in starts.values():
            assert begins != later
            assert start == again
        room = await look(teacher, path)
        assert names_of(room) == [(1, "Ada", "4"), (2, "Ben", "2"), (3, "Clara", "0")]
        assert room["room"]["finished"] == 6
        assert [one["toPlay"] for one in room["room"]["pupils"]] == [0, 0, 0]
        waiting = await asked(ada, f"{path}/ready", {})
        assert waiting["you"]["match"] is None
        answer = await teacher.get(f"{path}/results")
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        assert "attachment" in answer.headers["content-disposition"]
        rows = list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"))))
        assert rows[1] == ["1", "Ada", "4", "4", "0", "0", "0"]

    run_with_app(lesson)


def test_only_the_teacher_teaches_and_only_pupils_play() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher, stranger = app.guest(), app.guest()
        path = await open_room(teacher)
        (ada,) = await join(app, path, "Ada")
        for guest in (ada, stranger):
            for do, words in (
                ("close", {}),
                ("leave-out", {"pupil": 1}),
                ("rename", {"pupil": 1, "name": "Eve"}),
                ("pair", {"one": 1, "two": 1}),
            ):
                assert refused(await command(guest, path, do, **words)) == "not-teacher"
            assert refused(await guest.get(f"{path}/results")) == "not-teacher"
        for guest in (teacher, stranger):
            assert refused(await guest.post(f"{path}/ready", {})) == "not-pupil"
        assert refused(await teacher.post(f"{path}/pupils", {"name": "Me"})) == "not-pupil"
        assert refused(await command(teacher, path, "leave-out", pupil=9)) == "unknown-pupil"
        assert refused(await command(teacher, path, "pair", one=1, two=1)) == "not-possible"
        assert refused(await command(teacher, path, "rename", pupil=1, name=" ")) == "malformed"
        assert names_of(await look(stranger, path)) == [(1, "Ada", "0")]

    run_with_app(scenario)


def test_names_are_unique_and_markup_is_escaped() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher)
        (ada, _) = await join(app, path, "Ada", MARKUP)
        other = app.guest()
        assert refused(await other.post(f"{path}/pupils", {"name": " ada "})) == "name-taken"
        assert refused(await other.post(f"{path}/pupils", {"name": "\u200b"})) == "malformed"
        again = await asked(ada, f"{path}/pupils", {"name": "Somebody else"})
        assert again["you"]["name"] == "Ada"
        assert (await command(teacher, path, "rename", pupil=2, name="Ben")).is_success
        assert refused(await command(teacher, path, "rename", pupil=2, name="ADA")) == "name-taken"
        assert [name for _, name, _ in names_of(again)] == [MARKUP, "Ada"]

    run_with_app(scenario)


def test_a_name_that_looks_like_another_is_taken() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher)
        await join(app, path, "Ada", "Ben")
        other = app.guest()
        for name in ("Ⓐda", "Ａｄａ", "𝐀DA"):  # noqa: RUF001 - they look like Ada
            assert refused(await other.post(f"{path}/pupils", {"name": name})) == "name-taken"
            answer = await command(teacher, path, "rename", pupil=2, name=name)
            assert refused(answer) == "name-taken"
        assert (await command(teacher, path, "rename", pupil=1, name="Ⓐda")).is_success

    run_with_app(scenario)


def test_a_name_of_letters_of_two_alphabets_is_refused() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher)
        await join(app, path, "Ben")
        other = app.guest()
        for name in ("\N{GREEK CAPITAL LETTER ALPHA}da", "Ad\N{CYRILLIC SMALL LETTER A}", "µs"):
            answer = await other.post(f"{path}/pupils", {"name": name})
            assert refused(answer) == "malformed"
            assert answer.json()["message"] == (
                "This name mixes letters from two alphabets. Use letters from only one alphabet."
            )
            answer = await command(teacher, path, "rename", pupil=1, name=name)
            assert refused(answer) == "malformed"
        await join(app, path, "Αλέξης", "Аня 2", "Ana 山田", "Zoë-Łucja")

    run_with_app(scenario)


def test_a_pupil_comes_back_by_a_name_that_looks_the_same() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher)
        await join(app, path, "Ada", "Ben")
        assert (await command(teacher, path, "free", pupil=1)).is_success
        (tablet,) = await join(app, path, "Ａｄａ")  # noqa: RUF001 - wide letters
        room = await look(tablet, path)
        assert room["you"]["name"] == "Ada"
        assert [name for _, name, _ in names_of(room)] == ["Ada", "Ben"]

    run_with_app(scenario)


def test_a_full_classroom_and_a_closed_one_refuse_pupils() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher, late = app.guest(), app.guest()
        path = await open_room(teacher)
        ada, _ = await join(app, path, "Ada", "Ben")
        answer = await late.post(f"{path}/pupils", {"name": "Clara"})
        assert refused(answer) == "room-full"
        assert "Its limit is 2 pupils" in answer.json()["message"]
        assert (await command(teacher, path, "leave-out", pupil=2)).is_success
        await asked(late, f"{path}/pupils", {"name": "Clara"})
        assert refused(await command(teacher, path, "take-back", pupil=2)) == "room-full"
        for _ in range(2):  # closing is idempotent
            assert (await command(teacher, path, "close")).is_success
        assert refused(await ada.post(f"{path}/ready", {})) == "room-closed"
        assert refused(await app.guest().post(f"{path}/pupils", {"name": "D"})) == "room-closed"
        assert refused(await command(teacher, path, "take-back", pupil=2)) == "room-closed"
        assert (await look(ada, path))["room"]["open"] is False
        code = path.rpartition("/")[2]
        spoken = await ada.post("/api/invitations", {"spoken": code})
        assert refused(spoken) == "unknown-code"

    run_with_app(scenario, Limits(pupils_a_room=2))


def test_a_code_leads_to_the_classroom_however_it_is_typed() -> None:
    async def scenario(app: RunningApp) -> None:
        path = await open_room(app.guest())
        code = path.rpartition("/")[2]
        pupil = app.guest()
        typed = f" {code[:3].lower()}-{code[3:]}"
        answer = await pupil.post("/api/invitations", {"spoken": typed})
        assert answer.json() == {"code": code, "key": False, "room": True}
        assert (await look(pupil, f"/api/rooms/{code.lower()}"))["you"]["role"] == "guest"

    run_with_app(scenario)


def test_members_of_a_class_never_wait_for_clients_that_guess_codes(tmp_path: Path) -> None:
    store_path, members, rooms = tmp_path / "games.sqlite3", list[Guest](), list[str]()

    async def before(app: RunningApp) -> None:
        teacher = app.guest()
        rooms.append(await open_room(teacher))
        members.extend([teacher, *await join(app, rooms[0], "Ada")])
        eve = await app.visitor()
        guesses = [refused(await eve.get("/api/rooms/WRONG2")) for _ in range(3)]
        assert guesses == ["unknown-room", "unknown-room", "too-many"]
        for member in members:
            assert (await member.get(rooms[0])).is_success

    async def after_a_restart(app: RunningApp) -> None:
        eve = await app.visitor()
        assert refused(await eve.get("/api/rooms/WRONG2")) == "unknown-room"
        assert refused(await eve.get("/api/rooms/WRONG2")) == "too-many"
        for member in members:
            member.http = app.http
            assert (await member.get(rooms[0])).is_success

    # After the budget is spent, a client that has to wait would be refused.
    limits = Limits(wrong_codes_an_address=1, wrong_codes_a_second=0, refusal_milliseconds=0)
    for scenario in (before, after_a_restart):
        run_with_app(scenario, limits, store=SqliteStore(store_path, now))


def test_every_class_allows_its_address_more_wrong_codes() -> None:
    async def scenario(app: RunningApp) -> None:
        path = await open_room(app.guest())
        await join(app, path, "Ada")
        guesses = [refused(await app.guest().get("/api/rooms/WRONG2")) for _ in range(2)]
        assert guesses == ["unknown-room"] * 2

    run_with_app(scenario, Limits(wrong_codes_an_address=1, wrong_codes_a_second=0))


def test_a_pupil_who_is_left_out_frees_the_opponent_and_can_return() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher)
        ada, ben, clara = await join(app, path, "Ada", "Ben", "Clara")
        gone = await begin(path, ada, ben)
        assert (await command(teacher, path, "leave-out", pupil=2)).is_success
        assert (await look(ada, path))["you"]["match"] is None
        assert (await look(ben, path))["you"]["out"] is True
        assert refused(await ben.post(f"{path}/ready", {})) == "not-possible"
        await begin(path, ada, clara)
        await lose(clara)
        ben.match = {"code": gone}
        await ben.look()
        await lose(ben)
        assert names_of(await look(teacher, path))[0] == (1, "Ada", "1")
        assert (await command(teacher, path, "take-back", pupil=2)).is_success
        assert (await begin(path, ada, ben)) != gone

    run_with_app(scenario)


def test_a_pupil_comes_back_with_another_device_into_the_same_game() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher)
        ada, ben = await join(app, path, "Ada", "Ben")
        code = await begin(path, ada, ben)
        tablet = app.guest()
        assert refused(await tablet.post(f"{path}/pupils", {"name": "Ada"})) == "name-taken"
        assert (await command(teacher, path, "free", pupil=1)).is_success
        room = await asked(tablet, f"{path}/pupils", {"name": "ada"})
        assert room["you"]["match"] == code
        tablet.match = {"code": code}
        assert (await tablet.look())["you"] == ada.match["you"]
        assert refused(await ada.command("resign")) == "no-seat"
        assert (await look(ada, path))["you"]["role"] == "guest"

    run_with_app(scenario)


def test_a_teacher_pairs_by_hand_and_the_game_begins_at_once() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher, kind="by-hand", game="digit-poison")
        ada, ben, clara = await join(app, path, "Ada", "Ben", "Clara")
        for pupil in (ada, ben, clara):
            assert (await asked(pupil, f"{path}/ready", {}))["you"]["match"] is None
        assert (await command(teacher, path, "pair", one=1, two=3)).is_success
        room = await look(clara, path)
        assert room["you"]["match"]
        assert room["you"]["against"] == "Ada"
        assert (await look(ben, path))["you"]["waiting"] is True
        clara.match = {"code": room["you"]["match"]}
        await clara.look()
        await lose(clara)
        await begin(path, ada, clara)  # the second leg, when both are ready

    run_with_app(scenario)


def test_a_waiting_pupil_who_has_left_is_not_paired() -> None:
    async def scenario(app: RunningApp) -> None:
        path = await open_room(app.guest())
        ada, ben = await join(app, path, "Ada", "Ben")
        await asked(ada, f"{path}/ready", {})
        app.time.pass_by(11)
        assert (await asked(ben, f"{path}/ready", {}))["you"]["match"] is None
        async with app.socket(f"{path}/news", ben):
            app.time.pass_by(60)
            assert (await asked(ada, f"{path}/ready", {}))["you"]["against"] == "Ben"

    run_with_app(scenario)


def test_a_socket_carries_the_classroom_and_for_pupils_no_boards() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher)
        ada, ben = await join(app, path, "Ada", "Ben")
        async with (
            app.socket(f"{path}/news", teacher) as board,
            app.socket(f"{path}/news", ada) as page,
        ):
            for socket, role in ((board, "teacher"), (page, "pupil")):
                assert (await socket.hear())["you"]["role"] == role
            code = await begin(path, ada, ben)
            heard = await page.hear()
            while heard["you"]["match"] is None:
                heard = await page.hear()
            assert heard["you"]["match"] == code
            assert heard["boards"] == []
            heard = await board.hear()
            while not heard["boards"]:
                heard = await board.hear()
            assert heard["boards"][0]["names"] == ["Ada", "Ben"] or heard["boards"][0]["turn"] == 0
            await lose(ben)
            while not heard["room"]["finished"]:
                heard = await board.hear()
            assert heard["boards"][0]["result"] == "Ada wins"

    run_with_app(scenario)


def test_puzzles_are_the_same_for_all_and_each_answer_is_saved() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        wish = {"kind": "puzzles", "game": "digit-poison", "grade": 1, "count": 2, "seed": 7}
        path = await open_room(teacher, **wish)
        ada, ben = await join(app, path, "Ada", "Ben")
        given = (await ada.get(f"{path}/puzzles")).json()["puzzles"]
        assert given == (await ben.get(f"{path}/puzzles")).json()["puzzles"]
        assert [one["solution"] for one in given] == [None, None]
        tries = given[0]["puzzle"]["tries"]
        answers = [str(digit) for digit in range(10)]
        solved = False
        for answer in answers:
            judged = await ada.post(f"{path}/answer", {"puzzle": 1, "answers": [answer]})
            assert judged.is_success, judged.text
            solved = judged.json()["right"]
            if judged.json()["over"]:
                break
        room = await look(teacher, path)
        states = {one["name"]: one["puzzles"] for one in room["room"]["pupils"]}
        assert states == {"Ada": ["solved" if solved else "missed", "open"], "Ben": ["open"] * 2}
        shown = (await ada.get(f"{path}/puzzles")).json()["puzzles"][0]
        assert shown["solution"]["right"]
        assert 1 <= len(shown["tries"]) <= tries
        again = await ada.post(f"{path}/answer", {"puzzle": 1, "answers": ["0 1 2 3"]})
        assert refused(again) in ("over", "unreadable")
        far = await ben.post(f"{path}/answer", {"puzzle": 3, "answers": ["1"]})
        assert refused(far) == "unknown-puzzle"
        stranger = await teacher.post(f"{path}/answer", {"puzzle": 1, "answers": ["1"]})
        assert refused(stranger) == "not-pupil"
        assert refused(await command(teacher, path, "pair", one=1, two=2)) == "not-possible"

    run_with_app(scenario)


def test_a_classroom_with_invalid_settings_is_refused() -> None:
    async def scenario(app: RunningApp) -> None:
        for wish, why in (
            ({"game": "chess"}, "unknown-game"),
            ({"game": "digit-duel", "preset": "none"}, "bad-option"),
            ({"game": "digit-duel", "kind": "dance"}, "malformed"),
            ({"game": "digit-duel", "kind": "puzzles", "count": 11}, "malformed"),
            ({"game": "chess", "kind": "puzzles"}, "unknown-game"),
            ({"game": "digit-duel", "title": "\u200b"}, "malformed"),
        ):
            assert refused(await app.guest().post("/api/rooms", wish)) == why

    run_with_app(scenario)


def test_nothing_is_lost_when_the_server_stops_in_the_middle(tmp_path: Path) -> None:
    time = TurnedClock()

    def store() -> SqliteStore:
        return SqliteStore(tmp_path / "games.sqlite3", lambda: timestamp(time.wall))

    async def run() -> None:
        async with opened(time, store(), Limits()) as app:
            teacher = app.guest()
            path = await open_room(teacher)
            pupils = await join(app, path, "Ada", "Ben", "Clara")
            ada, ben, clara = pupils
            await begin(path, ada, clara)
            await lose(clara)
            code = await begin(path, ada, ben)
            secrets = [guest.secret for guest in (teacher, *pupils)]
        async with opened(time, store(), Limits()) as app:
            teacher, ada, ben, clara = (Guest(app.http, secret) for secret in secrets)
            # The game continues and ends before the next request to the classroom.
            ben.match = {"code": code}
            await ben.look()
            await lose(ben)
            assert names_of(await look(teacher, path))[0] == (1, "Ada", "2")
            rooms = (await teacher.get("/api/rooms")).json()
            assert [(one["role"], one["pupils"]) for one in rooms] == [("teacher", 3)]
            assert (await ada.get("/api/rooms")).json()[0]["role"] == "pupil"
            assert (await app.guest().get("/api/rooms")).json() == []
            await begin(path, ben, clara)

    asyncio.run(run())


def test_a_classroom_that_another_server_has_changed_is_loaded_again() -> None:
    """The event that another server saved wins, and only saved events are shown."""
    time = TurnedClock()
    saved = SqliteStore(IN_MEMORY, lambda: timestamp(time.wall))

    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher)
        code = path.rpartition("/")[2]
        assert saved.append_to_room(code, 2, "ab", serialize_event(Joined("Zoe")))
        answer = await app.guest().post(f"{path}/pupils", {"name": "Ada"})
        assert refused(answer) == "store"
        await join(app, path, "Ada")
        assert [name for _, name, _ in names_of(await look(teacher, path))] == ["Ada", "Zoe"]

    run_with_app(scenario, store=saved, time=time)


def test_only_the_teacher_can_delete_a_class() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher)
        (ada,) = await join(app, path, "Ada")
        assert refused(await ada.post(f"{path}/forget", {})) == "not-teacher"
        async with app.socket(f"{path}/news", ada) as page:
            await page.hear()
            gone = await teacher.post(f"{path}/forget", {})
            assert (gone.json()["role"], gone.json()["pupils"]) == ("teacher", 1)
        assert refused(await teacher.get(path)) == "unknown-room"
        assert (await ada.get("/api/rooms")).json() == []

    run_with_app(scenario)


def test_a_teacher_continues_on_another_device() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher, other = app.guest(), app.guest()
        path = await open_room(teacher)
        mine = await open_room(other)
        key = (await teacher.post("/api/me/key", {})).json()["key"]
        taken = await other.post("/api/me/device", {"key": key})
        assert taken.is_success, taken.text
        # Classrooms opened on the other device belong to the same person now.
        assert (await command(teacher, mine, "close")).is_success
        assert (await command(teacher, path, "close")).is_success

    run_with_app(scenario)


def test_a_game_that_was_deleted_is_played_again(tmp_path: Path) -> None:
    time = TurnedClock()

    def store() -> SqliteStore:
        return SqliteStore(tmp_path / "games.sqlite3", lambda: timestamp(time.wall))

    async def run() -> None:
        async with opened(time, store(), Limits()) as app:
            path = await open_room(app.guest())
            pupils = await join(app, path, "Ada", "Ben")
            gone = await begin(path, *pupils)
            secrets = [pupil.secret for pupil in pupils]
        database = store()
        database.delete([game.id for game in database.games(9)])
        database.close()
        async with opened(time, store(), Limits()) as app:
            again = await begin(path, *(Guest(app.http, secret) for secret in secrets))
            assert again != gone

    asyncio.run(run())


@pytest.mark.parametrize(
    ("game", "preset", "goal"),
    [
        ("digit-dilemma", "four", "Be the first to build a multiple of 13."),
        ("digit-poison", "once", "divisible by 2, 3 or 5 loses"),
        ("digit-duel", "letters", "Numbers are in base 16."),
    ],
)
def test_a_classroom_shows_the_goal_of_its_preset(game: str, preset: str, goal: str) -> None:
    async def lesson(app: RunningApp) -> None:
        path = await open_room(app.guest(), game=game, preset=preset)
        (pupil,) = await join(app, path, "Ada")
        for guest in (pupil, app.guest()):  # a pupil's device and the projector
            assert goal in (await look(guest, path))["room"]["goal"]

    run_with_app(lesson)


def test_a_classroom_with_puzzles_shows_the_goal_of_the_rulebook() -> None:
    async def lesson(app: RunningApp) -> None:
        path = await open_room(app.guest(), game="digit-dilemma", kind="puzzles")
        assert "a multiple of 7." in (await look(app.guest(), path))["room"]["goal"]

    run_with_app(lesson)


def test_a_teacher_sets_the_clock_and_the_rounds_also_during_the_lesson() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher, clock={"seconds": 120}, rounds=1)
        ada, ben, clara = await join(app, path, "Ada", "Ben", "Clara")
        await begin(path, ada, ben)
        assert ada.match["clocks"]["left"] == [120_000, 120_000]
        app.time.pass_by(121)
        assert (await ada.look())["result"] is not None, "the time is up"
        await begin(path, ada, ben)
        await lose(ada)
        for pupil in (ada, clara):
            await asked(pupil, f"{path}/ready", {})
        assert (await look(ada, path))["you"]["match"] is None, "she has played her round"
        adjusted = await command(teacher, path, "adjust", rounds=2)
        assert (adjusted.json()["room"]["clock"], adjusted.json()["room"]["rounds"]) == (None, 2)
        await begin(path, ada, clara)
        assert ada.match["clocks"] is None
        assert refused(await command(ada, path, "adjust")) == "not-teacher"

    run_with_app(scenario)


def test_a_class_with_puzzles_has_no_clock_to_set() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher, kind="puzzles", count=1, clock={"seconds": 60}, rounds=1)
        room = (await look(teacher, path))["room"]
        assert (room["clock"], room["rounds"]) == (None, None)
        assert refused(await command(teacher, path, "adjust", rounds=2)) == "not-possible"

    run_with_app(scenario)
