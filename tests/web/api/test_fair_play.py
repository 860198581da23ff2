"""Fair play: no engine helps in a live game between two people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx2
import pytest

from lastdigit.storage import SqliteStore
from lastdigit.system import now
from lastdigit.web.limits import Limits
from lastdigit.web.live import registry
from tests.web.inside import Guest, RunningApp, TurnedClock, run_jobs_here, run_with_app
from tests.web.live.test_classrooms import asked as asked_of_room
from tests.web.live.test_classrooms import join, look, open_room
from tests.web.people import refused

GAME = "digit-duel"


@pytest.fixture(autouse=True)
def _run_jobs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    run_jobs_here(monkeypatch)


async def asked(guest: Guest, name: str = GAME, **wish: Any) -> httpx2.Response:
    return await guest.post(f"/api/games/{name}/analysis", wish)


async def position(guest: Guest, turn: int) -> str:
    """Return the position of a guest's match after a number of moves, as text."""
    return str((await guest.get(f"{guest.path}/turns/{turn}")).json()["position"])


def test_a_position_is_not_evaluated_for_its_players_but_for_others() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two()
        await ada.move("tens")
        await ben.look()
        start, now = await position(ada, 0), await position(ada, 1)
        for one in (ada, ben):
            for wish in (
                {"position": start},
                {"position": now},
                {"position": start, "moves": ["tens"]},
                {"position": now, "moves": ["tens"]},
            ):
                answer = await asked(one, **wish)
                assert refused(answer) == "fair-play", wish
            assert "review" in answer.json()["message"]
        assert (await asked(ada, position=now, moves=["tens", "hundreds"])).status_code == 200
        assert (await asked(ada, "digit-poison", position=None)).status_code == 200
        assert refused(await asked(ada, position="nonsense")) == "bad-position"
        assert (await asked(app.guest(), position=now)).status_code == 200, (
            "a visitor without a secret"
        )
        other = app.guest()
        await other.set_up(against="here")
        assert (await asked(other, position=now)).status_code == 200, "at one screen"
        assert (await ben.command("resign")).status_code == 200
        assert (await asked(ada, position=now)).status_code == 200, "it is over"

    run_with_app(scenario)


def test_nothing_that_evaluates_a_position_helps_in_a_live_game() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, _ = await app.two()
        await ada.move("tens")
        now, game = await position(ada, 1), ada.match
        answer = {"game": GAME, "task": "move", "position": now, "answers": ["ones"]}
        assert refused(await ada.post("/api/puzzles/answer", answer)) == "fair-play"
        for against in ("perfect", "easy"):
            wish = {"game": GAME, "position": now, "against": against}
            assert refused(await ada.post("/api/matches", wish)) == "fair-play"
        await ada.set_up(against="easy")
        assert refused(await ada.command("hint")) == "fair-play"
        assert (await ada.look())["number"] == 0, "the hint is not recorded"
        # The review of a game that went through it is refused, too.
        await ada.set_up(against="here")
        await ada.move("tens")
        assert (await ada.command("resign")).status_code == 200
        for path in ("review", "map"):
            assert refused(await ada.get(f"{ada.path}/{path}")) == "fair-play"
        assert (await app.guest().get(f"{ada.path}/review")).status_code == 200
        reviewed = ada.path
        ada.match = game
        await ada.look()
        assert (await ada.command("resign")).status_code == 200
        assert (await ada.get(f"{reviewed}/review")).status_code == 200

    run_with_app(scenario)


def test_a_computer_waits_while_its_position_is_played_against_a_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "FAIR_PLAY_SECONDS", 0.01)

    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two()
        await ada.move("tens")
        game = ben.match
        await ben.set_up(against="perfect", name="Ben")
        async with app.socket(f"{ben.path}/news", ben) as socket:
            await ben.move("tens")
            while (news := await socket.hear())["notice"] is None:
                pass
            assert news["notice"] == (
                "The computer is waiting because you are playing this position against Player 1."
            )
            assert (news["number"], news["position"]["mover"]) == (1, 2)
            other, ben.match = ben.match, game
            await ben.look()
            await ben.move("tens")
            await ada.look()
            await ada.move("hundreds")
            ben.match = other
            while (news := await socket.hear())["number"] < 2:
                pass
            assert news["notice"] is None

    run_with_app(scenario)


def test_a_computer_does_not_wait_for_a_game_that_people_have_left() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two()
        await ada.move("tens")
        app.time.pass_by(3_601)
        await ben.set_up(against="perfect")
        async with app.socket(f"{ben.path}/news", ben) as socket:
            await ben.move("tens")
            while (await socket.hear())["number"] < 2:
                pass

    run_with_app(scenario)


def test_maps_of_other_variants_are_refused_during_a_live_game() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, _ = await app.two()
        await ada.move("tens")
        await ada.set_up(against="here")
        await ada.move("ones")
        assert (await ada.command("resign")).status_code == 200
        assert refused(await ada.get(f"{ada.path}/map")) == "fair-play"
        assert (await ada.get(f"{ada.path}/review")).status_code == 200

    run_with_app(scenario)


def test_a_game_with_the_same_start_may_be_reviewed_before_the_first_move() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, _ = await app.two()
        await ada.set_up(against="here")
        await ada.move("ones")
        assert (await ada.command("resign")).status_code == 200
        assert (await ada.get(f"{ada.path}/review")).status_code == 200

    run_with_app(scenario)


def test_the_puzzle_of_the_day_is_refused_while_its_position_is_played() -> None:
    async def scenario(app: RunningApp) -> None:
        puzzles = (await app.guest().get("/api/daily")).json()
        (puzzle,) = (one["puzzle"] for one in puzzles["puzzles"] if one["puzzle"]["game"] == GAME)
        wish = {"position": puzzle["position"], "options": puzzle["options"]}
        ada, _ = await app.two(**wish)
        answer = {"day": puzzles["day"], "game": GAME, "answers": [puzzle["choices"][0]]}
        assert refused(await ada.post("/api/daily/answer", answer)) == "fair-play"
        assert (await app.guest().post("/api/daily/answer", answer)).status_code == 200

    run_with_app(scenario, time=TurnedClock(wall=1_800_000_000.0))


def test_the_oldest_of_many_games_in_progress_counts_too() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two()
        await ada.move("tens")
        now = await position(ada, 1)
        for _ in range(25):
            match = await ada.set_up(against="link")
            await ben.sit(match["code"])
        assert refused(await asked(ada, position=now)) == "fair-play"

    run_with_app(scenario, Limits(commands_at_once=100))


def test_games_without_an_opponent_or_against_the_computer_do_not_count() -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        for against in ("link", "perfect"):
            await ada.set_up(against=against)
            assert (await asked(ada, position=await position(ada, 0))).status_code == 200

    run_with_app(scenario)


@pytest.mark.prove
def test_a_map_is_refused_during_the_game_and_shows_its_path_afterwards() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.two()
        await ada.move("tens")
        path = f"/api/games/{GAME}/map"
        for one in (ada, ben):
            assert refused(await one.get(path)) == "fair-play"
            assert refused(await one.get(f"{one.path}/map")) == "not-over"
        assert (await ada.get("/api/games/digit-poison/map")).status_code == 200
        await ben.look()
        assert (await ben.command("resign")).status_code == 200
        seen = (await ada.get(f"{ada.path}/map")).json()
        assert 'class="walked"' in seen["drawn"]
        assert seen["grid"]["side"] == 999
        assert 'class="walked"' not in (await ada.get(path)).json()["drawn"]

    run_with_app(scenario)


def test_a_map_needs_a_valid_position_and_a_game_that_can_be_drawn() -> None:
    async def scenario(app: RunningApp) -> None:
        guest, path = app.guest(), "/api/games/number-morph/map"
        one = (await guest.get(f"{path}?position=1 211 211")).json()
        assert one["finding"].startswith("Starting from 211, ")
        other = (await guest.get(f"{path}?position=1 307 307&before={one['position']}")).json()
        assert "pair shifted" in other["drawn"]
        assert refused(await guest.get(f"{path}?position=nonsense")) == "bad-position"
        over = "/api/games/operation-obliteration/map?position=1 35 - -"
        assert refused(await guest.get(over)) == "not-possible"

    run_with_app(scenario)


PUZZLES = {"game": GAME, "kind": "puzzles", "count": 2}


async def puzzle_of(guest: Guest, path: str) -> dict[str, Any]:
    """Return the first puzzle of a class."""
    puzzle: dict[str, Any] = (await guest.get(f"{path}/puzzles")).json()["puzzles"][0]["puzzle"]
    return puzzle


def inquiries(puzzle: dict[str, Any]) -> list[dict[str, Any]]:
    """Return inquiries about a puzzle: its position, and one a move ahead."""
    wish = {"position": puzzle["position"], "options": puzzle["options"]}
    return [wish, {**wish, "moves": [puzzle["choices"][0]]}]


def test_the_engine_does_not_solve_the_puzzles_of_an_open_class() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher, guest, stranger = [await app.visitor() for _ in range(3)]
        path = await open_room(teacher, **PUZZLES)
        (pupil,) = await join(app, path, "Ada")
        puzzle = await puzzle_of(pupil, path)
        await puzzle_of(guest, path)
        answers = [puzzle["choices"][0]]
        answer = {key: puzzle[key] for key in ("game", "task", "position", "options")}
        for one in (pupil, guest):
            for inquiry in inquiries(puzzle):
                assert refused(await asked(one, **inquiry)) == "fair-play"
            given = {**answer, "answers": answers}
            assert refused(await one.post("/api/puzzles/answer", given)) == "fair-play"
            assert refused(await one.get(f"/api/games/{GAME}/map")) == "fair-play"
        for inquiry in inquiries(puzzle):
            for one in (teacher, stranger):
                assert (await asked(one, **inquiry)).status_code == 200
        # The review of a game that begins there is refused, too.
        await pupil.set_up(position=puzzle["position"], options=puzzle["options"], against="here")
        await pupil.move(puzzle["choices"][0])
        assert (await pupil.command("resign")).status_code in (200, 409)
        for page in ("review", "map"):
            assert refused(await pupil.get(f"{pupil.path}/{page}")) == "fair-play"
        given = {"puzzle": 1, "answers": answers}
        assert (await pupil.post(f"{path}/answer", given)).status_code == 200
        await asked_of_room(teacher, f"{path}/commands", {"do": "close"})
        assert (await asked(pupil, **inquiries(puzzle)[0])).status_code == 200

    run_with_app(scenario)


def test_other_positions_of_the_game_are_evaluated_in_class() -> None:
    """In Digit Poison many numbers share a key. Only the puzzle's own position is protected."""

    async def scenario(app: RunningApp) -> None:
        path = await open_room(app.guest(), seed=1, **PUZZLES | {"game": "digit-poison"})
        (pupil,) = await join(app, path, "Ada")
        puzzle = await puzzle_of(pupil, path)
        mover, number = puzzle["position"].split()
        other = f"{mover} {number[::-1]}"
        assert number != number[::-1]
        wish = {"position": other, "options": puzzle["options"]}
        assert refused(await asked(pupil, "digit-poison", **inquiries(puzzle)[0])) == "fair-play"
        answer = await asked(pupil, "digit-poison", **wish)
        assert answer.status_code == 200, answer.text

    run_with_app(scenario)


def test_a_pupil_is_known_after_a_restart(tmp_path: Path) -> None:
    path, pupils, puzzles = tmp_path / "games.sqlite3", list[Guest](), list[dict[str, Any]]()

    async def before(app: RunningApp) -> None:
        room = await open_room(app.guest(), **PUZZLES)
        pupils.extend(await join(app, room, "Ada"))
        puzzles.append(await puzzle_of(pupils[0], room))

    async def after(app: RunningApp) -> None:
        pupil = Guest(app.http, pupils[0].secret)
        assert refused(await asked(pupil, **inquiries(puzzles[0])[0])) == "fair-play"

    for scenario in (before, after):
        run_with_app(scenario, store=SqliteStore(path, now))


def test_only_the_teacher_sees_the_seed_until_the_class_is_closed() -> None:
    async def scenario(app: RunningApp) -> None:
        teacher, guest = await app.visitor(), await app.visitor()
        path = await open_room(teacher, seed=4711, **PUZZLES)
        (pupil,) = await join(app, path, "Ada")

        async def seeds() -> list[int | None]:
            return [(await look(one, path))["room"]["seed"] for one in (teacher, pupil, guest)]

        assert await seeds() == [4711, None, None]
        async with app.socket(f"{path}/news", pupil) as socket:
            assert (await socket.hear())["room"]["seed"] is None
        sheet = f"/api/worksheets/{GAME}?seed=4711"
        assert refused(await pupil.get(sheet)) == "fair-play"
        assert (await teacher.get(sheet)).status_code == 200
        await asked_of_room(teacher, f"{path}/commands", {"do": "close"})
        assert await seeds() == [4711] * 3
        assert (await pupil.get(sheet)).status_code == 200

    run_with_app(scenario)
