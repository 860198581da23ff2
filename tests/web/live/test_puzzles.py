"""Puzzles through the API: daily puzzles, sets, practice and worksheets."""

from __future__ import annotations

import asyncio
import gc
import re
import threading
from pathlib import Path
from typing import Any

import pytest

from lastdigit.executors.base import Outcome
from lastdigit.games import find, find_class
from lastdigit.puzzles.generate import daily_puzzle, daily_puzzles, date_of, day_number, make_set
from lastdigit.puzzles.practice import puzzle_by_name
from lastdigit.render.html import render
from lastdigit.solver import solver_for
from lastdigit.storage import IN_MEMORY, SqliteStore
from lastdigit.system import DAY, timestamp
from lastdigit.web.live import puzzles
from lastdigit.web.live.jobs import Job, JobResult
from lastdigit.web.live.puzzles import SolvedPuzzle
from tests.conftest import Run
from tests.web.inside import Guest, Json, RunningApp, TurnedClock, run_jobs_here, run_with_app
from tests.web.people import refused

DUEL, GAME = "digit-duel", find("digit-duel")
TODAY = 37
"""A Tuesday. The puzzle of Digit Duel has three answers and two tries."""
FAR = 10**5
RIGHT_THERE = {
    move
    for move in ("hundreds", "tens", "ones")
    if solver_for(GAME).solution(GAME.play(GAME.parse_state("1 118 093"), move)).value == "lose"
}
"""The winning moves if 118 is to move against 093."""


@pytest.fixture(autouse=True)
def _run_jobs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    run_jobs_here(monkeypatch)


def today() -> TurnedClock:
    """Return a clock that shows noon of the day."""
    first = date_of(1).toordinal() - date_of(1).replace(1970, 1, 1).toordinal()
    return TurnedClock(wall=(first + TODAY - 1) * float(DAY) + DAY / 2)


async def look(guest: Guest, day: int | None = None) -> Json:
    """Return the puzzles of a day as a guest sees them."""
    answer = await guest.get("/api/daily" if day is None else f"/api/daily?day={day}")
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


async def answered(guest: Guest, text: str, game: str = DUEL, day: int = TODAY) -> Json:
    """Answer a puzzle of a day, and return the response."""
    body = {"day": day, "game": game, "answers": [text]}
    answer = await guest.post("/api/daily/answer", body)
    assert answer.status_code == 200, answer.text
    judged: Json = answer.json()
    guest.secret = judged["secret"] or guest.secret
    return judged


def right_and_wrong(game: str = DUEL, day: int = TODAY) -> tuple[str, list[str]]:
    """Return a right answer and all wrong ones."""
    puzzle = daily_puzzle(find_class(game), day)
    assert puzzle is not None
    right = sorted(puzzle.right)[0]
    return right, [choice for choice in puzzle.choices if choice not in puzzle.right]


def of_game(daily: Json, game: str = DUEL) -> Json:
    return next(one for one in daily["puzzles"] if one["puzzle"]["game"] == game)


def test_the_puzzles_of_a_day_do_not_reveal_their_answers() -> None:
    async def scenario(app: RunningApp) -> None:
        daily = await look(app.guest())
        assert (daily["day"], daily["today"], daily["seconds"]) == (TODAY, TODAY, DAY // 2)
        kinds = tuple(find_class(one["puzzle"]["game"]) for one in daily["puzzles"])
        assert [one["puzzle"]["name"] for one in daily["puzzles"]] == [
            puzzle.name for puzzle in daily_puzzles(TODAY, kinds)
        ]
        for one in daily["puzzles"]:
            assert (one["tries"], one["solved"], one["solution"]) == ([], False, None)
            assert one["left"] == one["puzzle"]["tries"] > 0
            assert one["puzzle"]["shown"]["question"]
            assert not {"right", "reason"} & set(one["puzzle"])
        assert (await look(app.guest(), 1))["date"] == "2026-01-05"

    run_with_app(scenario, time=today())


def test_a_wrong_answer_costs_a_try_and_is_refuted_and_a_right_one_solves() -> None:
    right, wrong = right_and_wrong()

    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        judged = await answered(ada, wrong[0])
        assert (judged["right"], judged["over"], judged["left"]) == (False, False, 1)
        assert judged["solution"] is None
        assert judged["sentences"][0] == f"Not {wrong[0]}."
        assert (await answered(ada, wrong[0]))["left"] == 1, "the same answer costs nothing"
        judged = await answered(ada, right)
        assert (judged["right"], judged["over"]) == (True, True)
        assert judged["solution"]["right"] == [right]
        daily = await look(ada)
        seen = of_game(daily)
        assert [one["right"] for one in seen["tries"]] == [False, True]
        assert (seen["solved"], seen["left"]) == (True, 0)
        assert seen["solution"] == judged["solution"]
        assert (daily["running"], [one["solved"] for one in daily["week"]]) == (
            1,
            [False] * 6 + [True],
        )
        assert "Duel ✕✓" in daily["share"]
        assert of_game(await look(app.guest()))["tries"] == [], "they are Ada's alone"

    run_with_app(scenario, time=today())


def test_after_the_last_try_the_solution_is_shown_and_answers_are_refused() -> None:
    right, wrong = right_and_wrong()

    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        judged = [await answered(ada, text) for text in wrong[:2]]
        assert [one["over"] for one in judged] == [False, True]
        assert judged[1]["solution"]["right"] == [right]
        body = {"day": TODAY, "game": DUEL, "answers": [right]}
        assert refused(await ada.post("/api/daily/answer", body)) == "over"
        assert (await look(ada))["running"] == 0

    run_with_app(scenario, time=today())


def test_a_streak_grows_daily_and_older_days_do_not_count() -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        await answered(ada, right_and_wrong(day=TODAY - 3)[0], day=TODAY - 3)
        assert (await look(ada))["running"] == 0
        await answered(ada, right_and_wrong()[0])
        app.time.pass_by(DAY)
        assert (await look(ada))["running"] == 1
        await answered(ada, right_and_wrong(day=TODAY + 1)[0], day=TODAY + 1)
        assert (await look(ada))["running"] == 2
        app.time.pass_by(2 * DAY)
        assert (await look(ada))["running"] == 2, "one missed day in seven is forgiven"
        await answered(ada, right_and_wrong(day=TODAY + 3)[0], day=TODAY + 3)
        assert (await look(ada))["running"] == 3
        app.time.pass_by(2 * DAY)
        assert (await look(ada))["running"] == 1, "of two missed days, only the later one is"

    run_with_app(scenario, time=today())


def test_attempts_in_a_browser_are_separate_from_the_terminals() -> None:
    time = today()
    store = SqliteStore(IN_MEMORY, lambda: timestamp(time.wall))
    saved: list[int] = []

    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        await answered(ada, right_and_wrong()[0])
        saved.append(len(store.attempts("")))
        other = await look(app.guest())
        assert of_game(other)["tries"] == []

    run_with_app(scenario, store=store, time=time)
    assert saved == [0]


def test_invalid_answers_and_unknown_puzzles_are_refused_and_cost_nothing() -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()

        async def says(**change: object) -> str:
            body = {"day": TODAY, "game": DUEL, "answers": ["tens"], **change}
            return refused(await ada.post("/api/daily/answer", body))

        assert await says(answers=["nonsense"]) == "unreadable"
        assert await says(day=TODAY + 1) == "unknown-puzzle"
        assert await says(game="chess") == "unknown-game"
        assert await says(answers=[]) == "malformed"
        assert refused(await ada.get(f"/api/daily?day={FAR}")) == "unknown-puzzle"
        assert refused(await ada.get("/api/daily?day=x")) == "malformed"
        assert refused(await ada.get("/api/puzzles?game=chess")) == "unknown-game"
        assert refused(await ada.get("/api/puzzles?game=digit-dilemma&grade=5")) == "bad-option"
        assert refused(await ada.get("/api/puzzles?game=digit-dilemma&count=11")) == "malformed"
        over = {"game": DUEL, "task": "move", "position": "1 000 999", "answers": ["tens"]}
        assert refused(await ada.post("/api/puzzles/answer", over)) == "unknown-puzzle"
        assert of_game(await look(ada))["tries"] == []

    run_with_app(scenario, time=today())


def test_a_seed_has_its_puzzles_and_each_can_be_tried_again_when_it_is_over() -> None:
    path = "/api/puzzles?game=digit-dilemma&grade=1&seed=x&count=2"

    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        made = (await ada.get(path)).json()
        assert made == (await app.guest().get(path)).json()
        assert [one["grade"] for one in made] == [1, 1]
        one = made[0]
        known = {name: one[name] for name in ("game", "options", "task", "position")}

        async def says(text: str) -> Json:
            answer = await ada.post("/api/puzzles/answer", {**known, "answers": [text]})
            assert answer.status_code == 200, answer.text
            judged: Json = answer.json()
            ada.secret = judged["secret"] or ada.secret
            return judged

        right = make_set(find_class("digit-dilemma"), 2, "x", (1,))[0].right
        wrong = [choice for choice in one["choices"] if choice not in right]
        judged = [await says(text) for text in wrong[:4]]
        assert [(one["left"], one["over"]) for one in judged] == [
            (2, False),
            (1, False),
            (0, True),
            (2, False),
        ]
        assert [one["solution"] is not None for one in judged] == [False, False, True, False]

    run_with_app(scenario, time=today())


def test_a_win_is_played_out_move_by_move() -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        made: list[Json] = []
        for seed in "abc":
            found = await ada.get(f"/api/puzzles?game={DUEL}&grade=2&count=6&seed={seed}")
            made += found.json()
        one = next(puzzle for puzzle in made if puzzle["task"] == "play")
        known = {name: one[name] for name in ("game", "options", "task", "position")}
        moves: list[str] = []
        shown = one["shown"]
        for _ in range(4):
            for choice in shown["question"]["answers"]:
                body = {**known, "answers": [*moves, choice["text"]]}
                if choice["status"] == "unavailable":
                    continue
                judged = (await app.guest().post("/api/puzzles/answer", body)).json()
                if judged["right"]:
                    break
            assert judged["right"]
            moves.append(choice["text"])
            if judged["over"]:
                break
            shown = judged["next"]
        assert judged["over"]
        assert len(moves) > 1

    run_with_app(scenario, time=today())


def test_days_change_at_midnight_utc() -> None:
    assert day_number(today().wall) == TODAY


def test_home_shows_the_first_open_puzzle_and_the_progress_of_the_day() -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        daily = await look(ada)
        games = [one["puzzle"]["game"] for one in daily["puzzles"]]

        async def home() -> str:
            return (await ada.get("/")).text

        assert f'href="/daily#{games[0]}">Solve it' in await home()
        await answered(ada, right_and_wrong(games[0])[0], games[0])
        page = await home()
        assert f'href="/daily#{games[1]}">Next puzzle' in page
        assert 'aria-label="1 of 5 solved"' in page
        assert 'data-seconds="43200"' in page
        for game in games[1:]:
            await answered(ada, right_and_wrong(game)[0], game)
        assert "all for today." in await home()

    run_with_app(scenario, time=today())


def test_home_does_not_wait_long_for_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "HOME_SECONDS", 0)

    async def scenario(app: RunningApp) -> None:
        assert "Learn a game in a minute" in (await app.guest().get("/")).text

    run_with_app(scenario, time=today())


def days_made(
    monkeypatch: pytest.MonkeyPatch, ahead: int, time: TurnedClock | None = None
) -> list[tuple[int, float]]:
    """Return which days are generated, and when, until the third sleep."""
    time, made, slept = time or today(), list[tuple[int, float]](), list[float]()

    async def make(_: puzzles.Puzzles, day: int) -> list[SolvedPuzzle]:
        made.append((day, time.wall % 86_400))
        return []

    async def sleep(seconds: float) -> None:
        time.pass_by(seconds)
        slept.append(seconds)
        if len(slept) > 2:
            raise asyncio.CancelledError

    monkeypatch.setattr(puzzles.Puzzles, "_generate", make)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    missing: Any = None
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(puzzles.Puzzles(missing, missing, time.clock(), missing).generate_ahead(ahead))
    return made


def test_a_clock_before_the_first_day_generates_the_first_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert days_made(monkeypatch, 60, TurnedClock(wall=0.0)) == [(1, 0.0)]


def test_a_day_is_generated_a_minute_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    began = today().wall % 86_400
    made = [(TODAY, began), (TODAY + 1, 86_340), (TODAY + 2, 86_340)]
    assert days_made(monkeypatch, 60) == made


@pytest.mark.parametrize(("ahead", "days"), [(2 * DAY, 2), (999_999_999, 7)])
def test_no_day_is_skipped_and_none_is_generated_more_than_a_week_ahead(
    monkeypatch: pytest.MonkeyPatch, ahead: int, days: int
) -> None:
    began = today().wall % 86_400
    at_once = [(TODAY + day, began) for day in range(days + 1)]
    assert days_made(monkeypatch, ahead) == [
        *at_once,
        (TODAY + days + 1, 0),
        (TODAY + days + 2, 0),
    ]


def make_set_right(puzzle: Json) -> frozenset[str]:
    """Return the right answers to a puzzle."""
    found = puzzle_by_name(puzzle["name"])
    assert found is not None
    return found.right


@pytest.mark.parametrize("seat", [1, 2])
def test_a_win_given_away_in_a_browser_comes_back_as_a_puzzle_the_next_day(seat: int) -> None:
    time = today()

    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        position = "1 118 093" if seat == 1 else "2 093 118"
        await ada.set_up(against="perfect", position=position, seat=seat)
        await ada.move("ones" if "ones" not in RIGHT_THERE else "tens")
        while (await ada.look())["result"] is None:
            await ada.command("resign")
        path = f"/api/practice?game={DUEL}"
        assert (await ada.get(path)).json()["lead"] == "", "not on the same day"
        time.pass_by(DAY)
        asked = (await ada.get(path)).json()
        assert asked["lead"].startswith("You had this position on 2026-02-10 and played ")
        puzzle = asked["puzzle"]
        assert puzzle["shown"]["mover"] == seat
        assert puzzle["position"] == position
        assert [row["label"] for row in puzzle["shown"]["view"]][seat - 1] == "Your number"
        known = {name: puzzle[name] for name in ("game", "options", "task", "position")}
        right = sorted(RIGHT_THERE)[0]
        judged = await ada.post("/api/puzzles/answer", {**known, "answers": [right]})
        assert judged.json()["right"], judged.text
        assert (await ada.get(path)).json()["puzzle"]["name"] != puzzle["name"], "for now"

    run_with_app(scenario, time=time)


def test_own_mistakes_come_first_on_request_until_they_are_put_right() -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        await ada.set_up(against="perfect", position="1 118 093")
        await ada.move("ones" if "ones" not in RIGHT_THERE else "tens")
        while (await ada.look())["result"] is None:
            await ada.command("resign")
        path = f"/api/practice?game={DUEL}"
        begun = (await ada.get(path)).json()["puzzle"]
        known = ("game", "options", "task", "position")
        wrong = next(one for one in begun["choices"] if one not in make_set_right(begun))
        answer = {**{name: begun[name] for name in known}, "answers": [wrong]}
        await ada.post("/api/puzzles/answer", answer)
        assert (await ada.get("/api/stats")).json()["practiceGame"] == DUEL
        asked = (await ada.get(f"{path}&mistakes=true")).json()
        assert asked["puzzle"]["position"] == "1 118 093", "before the puzzle that is not over"
        assert asked["lead"].startswith("You had this position on 2026-02-10 and played ")
        answer = {**{name: asked["puzzle"][name] for name in known}, "answers": [min(RIGHT_THERE)]}
        assert (await ada.post("/api/puzzles/answer", answer)).json()["right"]
        after = (await ada.get(f"{path}&mistakes=true")).json()["puzzle"]
        assert after["position"] != "1 118 093"
        assert (await ada.get("/api/stats")).json()["practiceGame"] is None
        assert refused(await ada.get(f"{path}&mistakes=yes")) == "malformed"

    run_with_app(scenario, time=today())


def test_the_refutation_of_a_wrong_try_is_shown_again_later() -> None:
    right, wrong = right_and_wrong()

    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        judged = await answered(ada, wrong[0])
        daily = await look(ada)
        assert of_game(daily)["said"] == judged["sentences"]
        assert of_game(await look(app.guest()))["said"] == []
        assert daily["soFar"] == [0, 0, 0, 0], "today is not over"
        await answered(ada, right)
        await answered(ada, right_and_wrong("digit-dilemma")[0], "digit-dilemma")
        await answered(ada, right_and_wrong("digit-dilemma", 1)[1][0], "digit-dilemma", 1)
        daily = await look(ada)
        assert of_game(daily)["said"] == []
        assert daily["soFar"] == [1, 1, 0, 1]
        assert daily["archive"] == [0] * (daily["today"] - 1) + [2]

    run_with_app(scenario, time=today())


def test_practice_gives_what_went_wrong_again_when_it_is_due() -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        path = "/api/practice?game=digit-dilemma"
        first = (await ada.get(path)).json()
        assert (first["lead"], first["rating"]) == ("", None)
        one = first["puzzle"]
        known = {name: one[name] for name in ("game", "options", "task", "position")}
        right = make_set_right(one)
        for number, choice in enumerate(one for one in one["choices"] if one not in right):
            judged = await ada.post("/api/puzzles/answer", {**known, "answers": [choice]})
            ada.secret = judged.json()["secret"] or ada.secret
            if judged.json()["over"]:
                break
            begun = (await ada.get(path)).json()
            assert begun["puzzle"]["name"] == one["name"], "it is not over"
            assert len(begun["tries"]) == number + 1
            assert begun["said"] == judged.json()["sentences"]
        second = (await ada.get(path)).json()
        assert second["puzzle"]["name"] != one["name"]
        assert second["rating"]
        app.time.pass_by(DAY)
        third = (await ada.get(path)).json()
        assert (third["puzzle"]["name"], third["lead"]) == (
            one["name"],
            "You got this one wrong before.",
        )
        hard = (await ada.get(f"{path}&grade=2")).json()
        assert (hard["puzzle"]["grade"], hard["lead"], hard["grades"]) == (2, "", [1, 2])
        assert refused(await ada.get(f"{path}&grade=5")) == "bad-option"
        assert refused(await ada.get(f"{path}&grade=x")) == "malformed"

    run_with_app(scenario, time=today())


def test_a_failed_job_without_a_waiting_request_logs_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """This happens if the server stops after the home page has given up waiting."""
    given_up = threading.Event()

    def lose(job: Job) -> Outcome[Job, JobResult]:
        assert given_up.wait(60)
        return Outcome(job, lost=True)

    monkeypatch.setattr(puzzles, "HOME_SECONDS", 0.01)
    run_jobs_here(monkeypatch, lose)

    async def scenario(app: RunningApp) -> None:
        assert "Learn a game in a minute" in (await app.guest().get("/")).text
        given_up.set()
        await asyncio.sleep(0.1)

    run_with_app(scenario, time=today())
    gc.collect()
    assert "never retrieved" not in caplog.text


def test_a_sheet_is_the_page_that_the_command_writes(tmp_path: Path, call: Run) -> None:
    words = ("--count", "2", "--difficulty", "very-easy", "--seed", "<7>")
    assert call("puzzles", "digit-duel", *words, "--sheet", str(tmp_path / "sheet")).code == 0

    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        path = "/api/worksheets/digit-duel"
        sheet = await ada.get(f"{path}?puzzles=2&grade=1&seed=%3C7%3E")
        bar = render("worksheet-toolbar.html")
        assert sheet.text.count(bar) == sheet.text.count("<script") == 1
        assert sheet.text.replace(bar, "") == (tmp_path / "sheet").read_text()
        assert sheet.headers["content-type"].startswith("text/html")
        policy = sheet.headers["content-security-policy"]
        assert re.search(r"script-src 'sha256-[\w+/=]+';", policy), "its button's line, no other"
        assert "unsafe" not in policy
        assert refused(await ada.get("/api/worksheets/digit-dilemma?grade=5")) == "bad-option"
        assert refused(await ada.get("/api/worksheets/chess")) == "unknown-game"
        assert refused(await ada.get(f"{path}?puzzles=25")) == "malformed"
        assert refused(await ada.get(f"{path}?seed=")) == "malformed"

    run_with_app(scenario, time=today())
