"""Games beyond the rulebook: which a server offers, and how it comes to know all about them."""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from pathlib import Path
from random import Random

import pytest

from lastdigit.game.game import AnyGame
from lastdigit.games import catalogue, find
from lastdigit.solver import solver_for, tables
from lastdigit.solver.tables import COMPILED
from lastdigit.web.live import jobs
from lastdigit.web.live.jobs import SOLVING
from lastdigit.web.live.setup import MAX_POSITIONS, build_game, is_offered
from lastdigit.web.schemas.errors import Reason, Refusal
from tests.conftest import GAMES, PATIENCE
from tests.web.conftest import Serve, wait_for
from tests.web.people import Person, refused


@pytest.fixture(autouse=True)
def cache(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache folder where nothing is solved yet: that of all tests keeps what is."""
    compiled = cache / "lastdigit" / COMPILED  # nobody need wait for what is compiled
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(compiled))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", GAMES)
def test_the_rulebook_s_game_and_the_suggested_preset_are_always_offered(name: str) -> None:
    kind = catalogue()[name]
    assert kind().size == 0
    for preset in kind.presets:
        if preset.suggested:
            assert is_offered(kind.of(dict(preset.options)))


LARGE = [
    ("operation-obliteration", {"limit": 1_000_000}),
    ("digit-dilemma", {"slots": 4}),
    ("digit-poison", {"uses": 2, "divisor": 97}),
    ("digit-duel", {"digits": 4}),
    ("number-morph", {"digits": 5}),
]


@pytest.mark.parametrize(("name", "options"), LARGE)
def test_a_large_member_is_refused_in_words_until_it_is_allowed(
    name: str, options: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Refusal, match="this server offers games with up to 2,000,000"):
        build_game(name, dict(options))
    monkeypatch.setenv(MAX_POSITIONS, str(10**12))
    assert build_game(name, dict(options)) == find(name, **options)


MEMBER = find("digit-poison", divisors=(11, 13), **{"max-length": 80})
"""One that plain Python solves in a moment, and keeps."""
HELD = """
import os, sys, time

told, go = {told!r}, {go!r}
if "lastdigit.analysis.prepare" in sys.orig_argv and any(
    name in sys.orig_argv[-1] for name in ('"digits": 4', '"limit": 23456')
):
    with open(told, "a") as file:
        file.write("begins\\n")
    while not os.path.exists(go):
        time.sleep(0.02)
    import atexit

    atexit.register(lambda: open(told, "a").write("ends\\n"))
"""
"""What makes a process that solves a large member wait for a word of the test."""
DUEL = ("digit-duel", {"digits": 4, "base": 6})
OBLITERATION = ("operation-obliteration", {"limit": 23_456, "start": None})


def _is_told(person: Person) -> bool:
    return bool(person.look()["notice"] == SOLVING)


def _is_answered(person: Person) -> bool:
    return len(person.look()["moves"]) == 1


@pytest.mark.prove
def test_two_large_members_are_solved_one_after_the_other_while_all_else_goes_on(
    serve: Serve, tmp_path: Path
) -> None:
    told, go = tmp_path / "told", tmp_path / "go"
    (tmp_path / "sitecustomize.py").write_text(HELD.format(told=str(told), go=str(go)))
    server = serve(path=str(tmp_path))
    people = server.person(), server.person()
    for person, (game, options) in zip(people, (DUEL, OBLITERATION), strict=True):
        person.set_up(game, against="perfect", options=options, first=2)
        wait_for(partial(_is_told, person))
    wait_for(told.exists)

    other = server.person()
    other.set_up("digit-duel", against="random", options={"number-1": 9, "number-2": 99})
    other.move("ones")
    wait_for(lambda: len(other.look()["moves"]) == 2)
    assert other.post("/api/games/digit-poison/analysis", {}).status_code == 200
    game, options = DUEL
    answer = other.post(f"/api/games/{game}/analysis", {"options": options})
    assert refused(answer) == "thinking"
    assert answer.headers["Retry-After"] == "1"
    assert (
        refused(
            other.post(
                "/api/matches",
                {"game": game, "against": "easy", "options": options, "first": "winner"},
            )
        )
        == "thinking"
    )
    assert told.read_text() == "begins\n", "one at a time"

    go.touch()
    for person in people:
        wait_for(partial(_is_answered, person))
        assert person.match["notice"] is None
    assert told.read_text() == "begins\nends\n" * 2, "each was solved once"
    assert other.post(f"/api/games/{game}/analysis", {"options": options}).status_code == 200


def test_a_member_that_cannot_be_solved_is_told_to_those_who_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jobs, "prepare_command", lambda _: [sys.executable, "-c", "exit(1)"])

    async def story() -> None:
        said: list[str | None] = []
        one = jobs.LargeVariants()
        assert not await one.is_solved(find("digit-dilemma", slots=4, divisor=97), said.append)
        assert said == [SOLVING, jobs.NOT_SOLVED]
        await one.close()

    asyncio.run(story())


def test_a_member_that_could_not_be_kept_is_told_and_not_taken_for_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else whoever replies would solve it again, where everybody waits for it."""
    monkeypatch.setattr(jobs, "prepare_command", lambda _: [sys.executable, "-c", "exit(0)"])

    async def story() -> None:
        said: list[str | None] = []
        one = jobs.LargeVariants()
        assert not await one.is_solved(MEMBER, said.append)
        assert said == [SOLVING, jobs.NOT_SOLVED]
        assert not one.is_ready(MEMBER)

    asyncio.run(story())


@pytest.mark.parametrize(
    ("member", "most"),
    [
        (find("digit-duel", digits=4), "199"),
        (find("digit-duel", digits=4), "0"),
        (find("digit-dilemma", slots=4), "0"),  # it is packed: nobody knows how small before
    ],
    ids=str,
)
def test_a_member_for_which_there_is_no_space_is_told_so_before_it_is_solved(
    member: AnyGame, most: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(tables.VARIABLE, most)
    monkeypatch.setattr(jobs, "prepare_command", lambda _: pytest.fail("it was begun"))

    async def story() -> None:
        with pytest.raises(Refusal, match="could not be solved here") as refusal:
            await jobs.LargeVariants().wait_for(member)
        assert refusal.value.reason is Reason.NOT_POSSIBLE

    asyncio.run(story())


def test_a_member_whose_table_has_gone_is_solved_again(cache: Path) -> None:
    solver_for(MEMBER).solution(MEMBER.start(Random(0)))
    one = jobs.LargeVariants()
    assert one.is_ready(MEMBER)
    assert one.is_ready(MEMBER)
    tables.clear(cache / "lastdigit")
    assert not one.is_ready(MEMBER)


def test_what_a_member_s_process_prints_is_not_what_the_server_prints(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whoever reads where the server is would read it; what goes wrong is for its log."""
    speaking = "import sys; print('out'); print('wrong', file=sys.stderr)"
    monkeypatch.setattr(jobs, "prepare_command", lambda _: [sys.executable, "-c", speaking])

    async def story() -> None:
        await jobs.LargeVariants().is_solved(MEMBER, lambda _: None)

    asyncio.run(story())
    assert capfd.readouterr() == ("", "wrong\n")


def test_a_server_that_stops_waits_for_no_member(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = [sys.executable, "-c", "import time; time.sleep(1000)"]
    monkeypatch.setattr(jobs, "prepare_command", lambda _: slow)

    async def story() -> None:
        one = jobs.LargeVariants()
        solving = one.solve(find("digit-dilemma", slots=4, divisor=97))
        assert solving is not None
        await asyncio.sleep(0.1)
        await one.close()
        assert solving.cancelled()

    asyncio.run(asyncio.wait_for(story(), PATIENCE))
