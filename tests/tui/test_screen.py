"""The full screen, driven by Textual's pilot with keys and mouse, in whole games.

A screen is slow to open, so tests that need none are in `test_play.py`, and these test several
things each.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pexpect
import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets._toast import Toast
from textual.worker import WorkerFailed

from lastdigit.errors import MatchError
from lastdigit.game.game import Seat
from lastdigit.games import find
from lastdigit.match.record import HUMAN, Act, End, Event
from lastdigit.settings import Settings
from lastdigit.storage import IN_MEMORY, SqliteStore
from lastdigit.system import Clock, now
from lastdigit.tui.app import LastDigit
from lastdigit.tui.board import HEIGHT, Board, TextScreen
from lastdigit.tui.game import AgentMoved, GameChooser, GameScreen
from lastdigit.tui.lesson import LessonScreen
from tests.conftest import GAMES, PATIENCE, ROOT
from tests.sizes import sampled

SCREENS = ROOT / "tests" / "tui" / "screens"
MOST_PRESSES = 8
Spawned: TypeAlias = "pexpect.spawn[str]"


class Time:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def clock(self) -> Clock:
        return Clock(lambda: self.now, lambda: self.now)


def on_screen(
    drive: Callable[[Pilot[None], LastDigit], Awaitable[None]],
    game: str,
    against: str = "random",
    colour: bool = True,
    time: Time | None = None,
    limit: int | None = None,
    options: dict[str, int] | None = None,
    preferred: Settings = Settings(),  # noqa: B008 - immutable
) -> LastDigit:
    """Play on a screen of 80 by 24 cells with the pilot, and return the app."""
    clock = (time or Time()).clock()
    app = LastDigit(SqliteStore(IN_MEMORY, now), colour, clock, limit, 3, preferred)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            app.play(find(game, **(options or {})), against)
            await settled(pilot, app)
            await drive(pilot, app)

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
    return app


def table_of(app: LastDigit) -> GameScreen:
    """Return the screen of the game."""
    table = app.screen
    assert isinstance(table, GameScreen)
    return table


async def until(app: LastDigit, holds: Callable[[], bool]) -> None:
    """Wait until a condition holds, or until the app has failed."""
    while True:
        assert not app.return_code, "Textual raises the error of the program instead of this"
        if holds():
            return
        await asyncio.sleep(0.01)


async def settled(pilot: Pilot[None], app: LastDigit) -> None:
    """Wait until nothing is pending and a person is to move."""
    await until(
        app, lambda: not (isinstance(app.screen, GameScreen) and app.screen.game.waits_for_agent)
    )
    await pilot.pause()


async def press(pilot: Pilot[None], app: LastDigit, *keys: str) -> None:
    """Press keys, and wait for the opponent's moves."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot, app)


async def click(pilot: Pilot[None], app: LastDigit, answer: str) -> None:
    """Click the place of an answer on the board."""
    board = app.screen.query_one(Board)
    target = next(one for one in reversed(board.drawing.targets) if one.answer == answer)
    await pilot.click(board, offset=(target.begin + 2, target.line))
    await settled(pilot, app)


def seen(app: LastDigit) -> str:
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips)


async def play_out(pilot: Pilot[None], app: LastDigit) -> None:
    """Play by keys to the end; resign a long game."""
    game = table_of(app).game
    for number in range(MOST_PRESSES):
        if game.is_over:
            return
        await press(pilot, app, *("right",) * (number % 2), "enter")
    await press(pilot, app, "escape", "r", "y")


def test_tables_are_built_when_a_game_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[str] = []
    monkeypatch.setattr("lastdigit.tui.app.prepare", lambda game: prepared.append(game.name))

    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        pass

    on_screen(drive, "digit-duel")
    assert prepared == ["digit-duel"]


@pytest.mark.parametrize("name", sampled(GAMES, "operation-obliteration"))
def test_a_game_played_by_keys_matches_its_screen_snapshot(name: str) -> None:
    path = SCREENS / f"{name}.txt"
    assert path.read_text() == screen_text(name), f"make renew GAME={name}, and look at it"


def screen_text(name: str) -> str:
    """Return the screen after two moves, at 80 by 24 and at 120 by 40, and at the end."""
    shown = []

    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        while len(table_of(app).game.match.moves) < 2 and not table_of(app).game.is_over:
            await press(pilot, app, "right", "enter")
        shown.append(seen(app))
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        shown.append(seen(app))
        await pilot.resize_terminal(80, 24)
        await play_out(pilot, app)
        shown.append(seen(app))
        result = table_of(app).game.match.result
        assert result is not None
        assert result.end in (End.WIN, End.RESIGNATION)
        assert "n: play again" in seen(app)

    on_screen(drive, name, colour=False)
    return "".join(f"{screen}\n" for screen in shown)


def test_names_of_wide_characters_do_not_shift_columns() -> None:
    async def drive(_: Pilot[None], app: LastDigit) -> None:
        drawing = app.screen.query_one(Board).drawing
        place = next(target.line for target in drawing.targets if target.answer == "tens")
        own = drawing.lines[place : place + HEIGHT]
        assert "山田太郎" in own[0].plain
        assert len({line.cell_len for line in own}) == 1
        first = table_of(app).heading().plain.partition("\n")[0]
        assert first.endswith("move 1")
        assert cell_len(first) == app.size.width - 4

    name = "山田太郎" * 3  # wider than the margin
    on_screen(drive, "digit-duel", against=HUMAN, preferred=Settings(name=name))


def test_keys_pressed_while_the_computer_thinks_cause_only_one_reply(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    positions, thought, find_reply = list[int](), threading.Event(), GameChooser.agent_events

    def think(game: GameChooser) -> list[Event]:
        positions.append(len(game.match.events))
        thought.wait(PATIENCE)
        return find_reply(game)

    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        game = table_of(app).game
        await pilot.press("enter", "right", "left", "2", "escape")
        thought.set()
        await settled(pilot, app)
        early = AgentMoved(1, game.match.events[1:])
        table_of(app).post_message(early)  # a reply for an earlier turn is ignored
        await press(pilot, app, "right", "enter")
        assert positions == [1, 3]
        assert [event.act for event in game.match.events] == [Act.MOVE] * 4

    monkeypatch.setattr(GameChooser, "agent_events", think)
    on_screen(drive, "digit-duel")


def test_a_failing_program_ends_the_app_with_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: GameChooser) -> list[Event]:
        raise MatchError("Nothing comes to mind.")

    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        await press(pilot, app, "enter")

    monkeypatch.setattr(GameChooser, "agent_events", fail)
    with pytest.raises(WorkerFailed, match=r"Nothing comes to mind\."):
        on_screen(drive, "digit-duel")


def test_two_people_play_to_the_end_and_again() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        await play_out(pilot, app)
        first = table_of(app).game
        assert first.is_over
        await press(pilot, app, "n")
        assert table_of(app).game is not first
        assert not table_of(app).game.match.events

    on_screen(drive, "digit-poison", HUMAN)


def test_resigning_is_in_the_footer_and_needs_confirmation() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        game = table_of(app).game
        await until(app, lambda: "quit" in seen(app))  # the footer is created last
        *_, footer = seen(app).splitlines()
        assert footer.split()[-4:] == ["r", "resign", "q", "quit"], "all keys fit on 80 columns"
        await press(pilot, app, "r")
        assert "Resign? Then the computer wins." in seen(app)
        await press(pilot, app, "r", "enter", "n")
        assert table_of(app).game is game
        assert not game.match.events
        await press(pilot, app, "r", "y")
        assert [event.act for event in game.match.events] == [Act.RESIGN]
        assert "You resign: the computer wins." in seen(app)
        assert "resign" not in seen(app).splitlines()[-1]
        await press(pilot, app, "r")
        assert len(game.match.events) == 1, "now the key opens the review"

    on_screen(drive, "digit-duel")


def test_time_that_runs_out_before_resigning_is_confirmed_decides_the_game() -> None:
    time = Time()

    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        game = table_of(app).game
        await press(pilot, app, "r")
        time.now = 100.0
        await until(app, lambda: game.is_over)
        await press(pilot, app, "y")
        assert [event.act for event in game.match.events] == [Act.TIME]

    on_screen(drive, "digit-duel", time=time, limit=90)


def test_the_first_click_on_a_tile_selects_it_and_the_second_plays() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        game = table_of(app).game
        await click(pilot, app, "tens")
        chosen = game.selected()
        assert chosen is not None
        assert chosen.text == "tens"
        assert not game.match.moves
        await click(pilot, app, "ones")  # which is a 0
        assert "A 0 can't strike." in seen(app)
        assert not game.match.moves
        await click(pilot, app, "tens")
        assert game.match.moves[0] == "tens"

    on_screen(drive, "digit-duel", options={"number_1": 120})


@pytest.mark.prove
def test_hints_values_rules_and_lesson_have_keys() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        game = table_of(app).game
        await press(pilot, app, "h", "h", "h")
        assert isinstance(app.screen, GameScreen)
        await press(pilot, app, "h")
        assert isinstance(app.screen, TextScreen)
        assert "▲ wins" in seen(app)
        await press(pilot, app, "escape", "v", "escape", "question_mark")
        assert isinstance(app.screen, TextScreen)
        assert "Digit Duel" in seen(app)
        await press(pilot, app, "escape", "l")
        assert isinstance(app.screen, LessonScreen)
        assert "step 1 of 3" in seen(app)
        await press(pilot, app, "enter", "s", "s", "s")
        assert table_of(app).game is game
        hints = [event.text for event in game.match.events]
        assert hints == ["idea", "look", "hint", "values", "values"]

    on_screen(drive, "digit-duel")


def test_the_clock_ticks_and_time_that_runs_out_loses() -> None:
    time = Time()

    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        assert "1:30" in seen(app)
        time.now = 31.0
        await until(app, lambda: "0:59" in seen(app))
        await press(pilot, app, "enter")
        assert "1:30" in seen(app)
        time.now = 200.0
        await until(app, lambda: table_of(app).game.is_over)
        await settled(pilot, app)
        assert "Your time is up: the computer wins." in seen(app)

    on_screen(drive, "digit-duel", time=time, limit=90)


def keys_to(game: str) -> list[str]:
    """Return the keys that select a game in the list of games."""
    return ["home", *["down"] * GAMES.index(game)]


def test_game_opponent_setup_and_rules_are_chosen_from_lists() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        await press(pilot, app, "q")
        assert "Which game?" in seen(app)
        assert "Continue game 1" in seen(app), "the game that was left"
        assert "Don't make the number divisible by 2, 3 or 5." in seen(app), "as suggested"
        await press(pilot, app, *keys_to("digit-dilemma"), "l")
        assert isinstance(app.screen, LessonScreen)
        assert "Digit Dilemma" in seen(app)
        await press(pilot, app, "q", *keys_to("digit-poison"), "enter")
        assert "Against whom?" in seen(app)
        await press(pilot, app, "escape")
        assert "Which game?" in seen(app)
        await press(pilot, app, *keys_to("digit-poison"), "enter")
        await press(pilot, app, "end", "up", "enter")
        assert "First move: the other player" in seen(app)
        await press(pilot, app, "end", "enter")
        assert "Seconds per turn" in seen(app)
        await press(pilot, app, *["backspace"] * 4, *"90", "enter")
        assert "Clock: 90 seconds per turn" in seen(app)
        await press(pilot, app, "home", "enter")
        assert "Which rules?" in seen(app)
        assert "The player who moves first can always win." in " ".join(seen(app).split())
        await press(pilot, app, "escape")
        assert "Against whom?" in seen(app)
        await press(pilot, app, "home", "enter", "home", "enter")
        assert "divisor: " in seen(app)
        await press(pilot, app, "backspace", "0", "enter")
        assert "'divisor' cannot be" in seen(app)
        await press(pilot, app, "backspace", "7", "enter")
        setup = table_of(app).game.match.setup
        assert (setup.game, dict(setup.options)["divisor"], setup.names[0]) == (
            "digit-poison",
            7,
            "Ann",
        )
        assert (setup.first, setup.terms.time_limit) == (Seat.TWO, 90)
        assert setup.players[1].kind == "beginner"
        assert "1:30" in seen(app)

    on_screen(drive, "digit-duel", preferred=Settings(name="Ann", level="hard"))


def test_own_rules_set_every_option_and_escape_goes_back() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        await press(pilot, app, "q", *keys_to("digit-duel"), "enter", "enter", "end", "enter")
        for name in ("digits", "base"):
            assert f"{name}: " in seen(app)
            await press(pilot, app, "enter")
        await press(pilot, app, *["backspace"] * 3, *"55", "enter")
        assert "number-2: " in seen(app)
        await press(pilot, app, "escape")
        assert "Which rules?" in seen(app)

    on_screen(drive, "digit-duel")


def test_an_unfinished_game_is_continued_with_its_history() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        await press(pilot, app, "enter")
        game = table_of(app).game
        assert len(game.match.moves) == 2
        await press(pilot, app, "q")
        assert "Continue game 1" in seen(app)
        await press(pilot, app, "enter")
        again = table_of(app).game
        assert again is not game
        assert again.match.moves == game.match.moves
        assert again.history == game.history
        assert "Game 1 continues." in seen(app)
        await press(pilot, app, "enter")
        assert len(again.match.moves) == 4
        assert app._store.record(1).events == tuple(again.match.events)

    on_screen(drive, "digit-duel")


def test_a_review_and_a_rematch_are_offered_at_the_end() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        await press(pilot, app, "enter", "r", "y")
        assert "n: play again, r: review, q: quit" in seen(app)
        await press(pilot, app, "r")
        await until(app, lambda: isinstance(app.screen, TextScreen))
        await pilot.pause()
        assert "Key moves found: " in seen(app)
        assert "1  You struck with 9" in seen(app)
        await press(pilot, app, "escape", "n")
        rematch = table_of(app).game.match
        assert rematch.setup.first is Seat.TWO, "the first move alternates"
        assert [event.seat for event in rematch.events] == [Seat.TWO]

    on_screen(drive, "digit-duel")


def test_the_limited_attempts_of_a_preset_apply() -> None:
    async def scenario() -> None:
        app = LastDigit(SqliteStore(IN_MEMORY, now), seed=3)
        async with app.run_test(size=(80, 24)) as pilot:
            app.play(find("number-morph", start=211), HUMAN, 1)
            await settled(pilot, app)
            assert "After 1 rejected move in one turn, you lose." in seen(app)
            game = table_of(app).game
            for answer in ("units", "3"):
                assert game.select(answer)
                await press(pilot, app, "enter")
            assert game.is_over

    asyncio.run(asyncio.wait_for(scenario(), PATIENCE))


def on_terminal(environment: dict[str, str], size: tuple[int, int], *words: str) -> Spawned:
    return pexpect.spawn(
        sys.executable,
        ["-m", "lastdigit", "play", "--full-screen", *words],
        env={**environment, "TERM": "xterm"},
        dimensions=size,
        encoding="utf-8",
        timeout=PATIENCE,
    )


def test_a_terminal_that_is_too_small_gets_an_error_with_advice(
    environment: dict[str, str],
) -> None:
    child = on_terminal(environment, (20, 60))
    child.expect(r"The full screen needs 80 columns and 24\s+lines.")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 2


def test_a_window_made_too_small_shows_a_message_until_it_is_larger() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        table = app.screen
        for width, height in ((79, 24), (80, 23), (30, 12)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            output = " ".join(seen(app).split())
            assert f"too small. It has {width} columns and {height} lines" in output
            assert "needs 80 columns and 24 lines. Make the window larger" in output
        await press(pilot, app, "enter")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.screen is table
        assert "too small" not in seen(app)
        assert not table_of(app).game.match.moves, "keys were ignored meanwhile"

    on_screen(drive, "digit-duel")


@pytest.mark.prove
def test_a_game_from_another_package_is_played_on_a_real_terminal(
    environment: dict[str, str],
) -> None:
    environment["PYTHONPATH"] += f"{os.pathsep}{ROOT / 'tests' / 'outside'}"
    child = on_terminal(environment, (24, 80), "countdown", "--player-2", "random")
    child.expect_exact("Countdown")
    child.expect_exact("▶")
    child.send("\r")
    child.expect("→ ")  # the history beside the board
    child.send("q")
    child.expect_exact("Which game?")
    child.send("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize("saved", [True, False])
def test_games_that_are_not_saved_are_announced_on_the_screen(saved: bool) -> None:
    async def scenario() -> list[str]:
        app = LastDigit(SqliteStore(IN_MEMORY, now), saved=saved)
        async with app.run_test(notifications=True) as pilot:
            await pilot.pause()
            return [toast._notification.message for toast in app.screen.query(Toast)]

    assert asyncio.run(scenario()) == ([] if saved else ["Your games are not saved."])
