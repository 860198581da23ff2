"""Large variants: which ones a server offers, and how it solves them."""

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
    """Return an empty cache folder. The folder that all tests share has solved games."""
    compiled = cache / "lastdigit" / COMPILED  # compiling again would take long
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(compiled))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", GAMES)
def test_the_rulebook_s_game_and_the_suggested_preset_are_always_offered(name: str) -> None:
    kind = catalogue()[name]
    assert kind().size == 0
    for preset in kind.presets:
        if preset.suggested_for:
            assert is_offered(kind.of(dict(preset.options)))


LARGE = [
    ("operation-obliteration", {"limit": 1_000_000}),
    ("digit-dilemma", {"slots": 4}),
    ("digit-poison", {"uses": 2, "divisor": 97}),
    ("digit-duel", {"digits": 4}),
    ("number-morph", {"digits": 5}),
]


@pytest.mark.parametrize(("name", "options"), LARGE)
def test_a_large_variant_is_refused_until_it_is_allowed(
    name: str, options: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Refusal, match="this server solves games with up to 2,000,000"):
        build_game(name, dict(options))
    monkeypatch.setenv(MAX_POSITIONS, str(10**12))
    assert build_game(name, dict(options)) == find(name, **options)


VARIANT = find("digit-poison", divisors=(11, 13), **{"max-length": 80})
"""A variant that plain Python solves quickly and caches."""
HELD = """
import os, sys, time

log, go = {log!r}, {go!r}
if "lastdigit.analysis.prepare" in sys.orig_argv and any(
    name in sys.orig_argv[-1] for name in ('"digits": 4', '"limit": 23456')
):
    with open(log, "a") as file:
        file.write("begins\\n")
    while not os.path.exists(go):
        time.sleep(0.02)
    import atexit

    atexit.register(lambda: open(log, "a").write("ends\\n"))
"""
"""Makes a process that solves a large variant wait for the test."""
DUEL = ("digit-duel", {"digits": 4, "base": 6})
OBLITERATION = ("operation-obliteration", {"limit": 23_456, "start": None})


def _sees_notice(person: Person) -> bool:
    return bool(person.look()["notice"] == SOLVING)


def _has_reply(person: Person) -> bool:
    return len(person.look()["moves"]) == 1


@pytest.mark.prove
def test_large_variants_are_solved_one_at_a_time_while_all_else_continues(
    serve: Serve, tmp_path: Path
) -> None:
    log, go = tmp_path / "log", tmp_path / "go"
    (tmp_path / "sitecustomize.py").write_text(HELD.format(log=str(log), go=str(go)))
    server = serve(path=str(tmp_path))
    people = server.person(), server.person()
    for person, (game, options) in zip(people, (DUEL, OBLITERATION), strict=True):
        person.set_up(game, against="perfect", options=options, first=2)
        wait_for(partial(_sees_notice, person))
    wait_for(log.exists)

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
    assert log.read_text() == "begins\n", "one at a time"

    go.touch()
    for person in people:
        wait_for(partial(_has_reply, person))
        assert person.match["notice"] is None
    assert log.read_text() == "begins\nends\n" * 2, "each was solved once"
    assert other.post(f"/api/games/{game}/analysis", {"options": options}).status_code == 200


def test_waiting_players_are_notified_if_a_variant_cannot_be_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jobs, "prepare_command", lambda _: [sys.executable, "-c", "exit(1)"])

    async def scenario() -> None:
        said: list[str | None] = []
        one = jobs.LargeVariants()
        assert not await one.is_solved(find("digit-dilemma", slots=4, divisor=97), said.append)
        assert said == [SOLVING, jobs.NOT_SOLVED]
        await one.close()

    asyncio.run(scenario())


def test_a_variant_that_could_not_be_cached_is_not_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise the computer player would solve it again in the server."""
    monkeypatch.setattr(jobs, "prepare_command", lambda _: [sys.executable, "-c", "exit(0)"])

    async def scenario() -> None:
        said: list[str | None] = []
        one = jobs.LargeVariants()
        assert not await one.is_solved(VARIANT, said.append)
        assert said == [SOLVING, jobs.NOT_SOLVED]
        assert not one.is_ready(VARIANT)

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("variant", "most"),
    [
        (find("digit-duel", digits=4), "199"),
        (find("digit-duel", digits=4), "0"),
        (find("digit-dilemma", slots=4), "0"),  # it is packed, so its size is unknown before
    ],
    ids=str,
)
def test_a_variant_that_does_not_fit_into_the_cache_is_not_solved(
    variant: AnyGame, most: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(tables.VARIABLE, most)
    monkeypatch.setattr(jobs, "prepare_command", lambda _: pytest.fail("it was begun"))

    async def scenario() -> None:
        with pytest.raises(Refusal, match="couldn't solve this game") as refusal:
            await jobs.LargeVariants().wait_for(variant)
        assert refusal.value.reason is Reason.NOT_POSSIBLE

    asyncio.run(scenario())


def test_a_variant_whose_table_was_deleted_is_not_ready(cache: Path) -> None:
    solver_for(VARIANT).solution(VARIANT.start(Random(0)))
    one = jobs.LargeVariants()
    assert one.is_ready(VARIANT)
    assert one.is_ready(VARIANT)
    tables.clear(cache / "lastdigit")
    assert not one.is_ready(VARIANT)


def test_only_standard_error_of_the_solving_process_is_shown(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Programs read the server's address from standard output. Errors belong into the log."""
    speaking = "import sys; print('out'); print('wrong', file=sys.stderr)"
    monkeypatch.setattr(jobs, "prepare_command", lambda _: [sys.executable, "-c", speaking])

    async def scenario() -> None:
        await jobs.LargeVariants().is_solved(VARIANT, lambda _: None)

    asyncio.run(scenario())
    assert capfd.readouterr() == ("", "wrong\n")


def test_a_server_that_stops_does_not_wait_for_a_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = [sys.executable, "-c", "import time; time.sleep(1000)"]
    monkeypatch.setattr(jobs, "prepare_command", lambda _: slow)

    async def scenario() -> None:
        one = jobs.LargeVariants()
        solving = one.solve(find("digit-dilemma", slots=4, divisor=97))
        assert solving is not None
        await asyncio.sleep(0.1)
        await one.close()
        assert solving.cancelled()

    asyncio.run(asyncio.wait_for(scenario(), PATIENCE))
