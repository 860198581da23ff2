"""The full screen, driven by Textual's own pilot: keys and mouse, whole games, what is seen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from lastdigit.core.values import Seat
from lastdigit.games import catalogue, find
from lastdigit.match.record import HUMAN, Act, End
from lastdigit.store import IN_MEMORY, SqliteStore
from lastdigit.system import Clock, now
from lastdigit.tui.app import LastDigit, Pages, Table
from tests.conftest import GAMES, ROOT

SCREENS = ROOT / "tests" / "tui" / "screens"
MOST_PRESSES = 14


class Time:
    """A clock that stands until it is turned."""

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
) -> LastDigit:
    """Play on a screen of 80 by 24 cells as the pilot is told, and return the program."""
    clock = (time or Time()).clock()
    app = LastDigit(SqliteStore(IN_MEMORY, now), colour, clock, limit, seed=3)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            app.play(find(game), against)
            await settled(pilot, app)
            await drive(pilot, app)

    asyncio.run(run())
    return app


def table_of(app: LastDigit) -> Table:
    """Return the game that is on the screen."""
    table = app.screen
    assert isinstance(table, Table)
    return table


async def settled(pilot: Pilot[None], app: LastDigit) -> None:
    """Wait until nothing is under way and it is a person's turn again."""
    await pilot.pause()
    while isinstance(app.screen, Table) and app.screen.game.waits_for_other:
        await pilot.pause(0.01)
    await pilot.pause()


async def press(pilot: Pilot[None], app: LastDigit, *keys: str) -> None:
    """Press keys, one after another, and wait for the other's moves."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot, app)


def seen(app: LastDigit) -> str:
    """Return the screen as text."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips)


@pytest.mark.parametrize("against", ["random", HUMAN])
@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_to_its_end_by_keys_alone(name: str, against: str) -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        game = table_of(app).game
        for number in range(MOST_PRESSES):
            if game.is_over:
                break
            await press(pilot, app, *("right",) * (number % 3), "enter")
        if not game.is_over:  # a long game need not be played out here
            await press(pilot, app, "escape", "r")
        result = game.match.result
        assert result is not None
        assert result.end in (End.WIN, End.RESIGNATION)
        assert "n plays again" in seen(app)

    on_screen(drive, name, against)


def test_a_digit_is_looked_at_by_its_key_and_played_by_enter() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        await press(pilot, app, "7", "enter")
        assert table_of(app).game.match.moves[0] == "7"

    on_screen(drive, "digit-poison")


def test_half_a_move_is_taken_back() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        game = table_of(app).game
        await press(pilot, app, "4", "enter")
        assert game.deed().startswith("Place 4")
        await press(pilot, app, "escape")
        assert not game.deed().startswith("Place 4")
        assert not game.match.events

    on_screen(drive, "digit-dilemma")


def test_a_tile_is_pressed_once_to_look_and_again_to_play() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        game = table_of(app).game
        yours = list(app.screen.query("Tiles"))[1]
        await pilot.click(yours, offset=(2 + 10 + 1, 2))
        await settled(pilot, app)
        chosen = game.chosen()
        assert chosen is not None
        assert chosen.text == "tens"
        assert not game.match.moves
        yours = list(app.screen.query("Tiles"))[1]
        await pilot.click(yours, offset=(2 + 10 + 1, 2))
        await settled(pilot, app)
        assert game.match.moves[0] == "tens"

    on_screen(drive, "digit-duel")


def test_a_refused_move_says_why_and_changes_nothing() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        game = table_of(app).game
        for _ in range(30):
            await press(pilot, app, "enter", "enter")
            if game.match.objection is not None:
                break
            await press(pilot, app, "right")
        assert game.match.events[-1].act is Act.REJECTED
        assert game.sentence.endswith(".")
        assert game.sentence.split("\n")[0] in seen(app)

    on_screen(drive, "number-morph", HUMAN)


def test_hints_come_in_steps_and_values_over_the_board() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        game = table_of(app).game
        await press(pilot, app, "h")
        assert game.sentence == "Keep it off multiples of 3: the last place is then the other's."
        await press(pilot, app, "v")
        assert isinstance(app.screen, Pages)
        await press(pilot, app, "escape")
        hints = [event.text for event in game.match.events if event.act is Act.HINT]
        assert hints == ["idea", "values"]

    on_screen(drive, "digit-poison")


def test_undo_goes_back_to_the_own_last_turn() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        game = table_of(app).game
        await press(pilot, app, "enter")
        assert len(game.match.moves) == 2
        await press(pilot, app, "u")
        assert (game.match.moves, game.history) == ([], [])

    on_screen(drive, "digit-duel")


def test_the_rules_open_over_the_board_and_close_again() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        await press(pilot, app, "question_mark")
        assert isinstance(app.screen, Pages)
        await press(pilot, app, "escape")
        assert isinstance(app.screen, Table)

    on_screen(drive, "digit-duel")


def test_time_that_runs_out_loses() -> None:
    time = Time()

    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        assert "0:05" in seen(app)
        time.now = 6.0
        game = table_of(app).game
        while not game.is_over:
            await pilot.pause(0.05)
        await settled(pilot, app)
        assert game.sentence == "Your time is up: the computer wins."

    on_screen(drive, "digit-duel", time=time, limit=5)


def test_another_game_follows_by_one_key() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        first = table_of(app).game
        await press(pilot, app, "r", "n")
        assert table_of(app).game is not first
        assert not table_of(app).game.match.events

    on_screen(drive, "digit-duel")


def test_a_game_and_an_opponent_are_chosen_from_lists() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        await press(pilot, app, "q", "enter", "enter")
        assert table_of(app).game.match.setup.game == GAMES_IN_ORDER[0]

    on_screen(drive, "digit-duel")


GAMES_IN_ORDER = list(catalogue())


def test_every_event_is_kept_before_it_is_seen() -> None:
    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        await press(pilot, app, "enter")
        record = app._store.record(1)
        assert record.events == tuple(table_of(app).game.match.events)
        assert record.events[0].seat is Seat.ONE

    on_screen(drive, "digit-duel")


@pytest.mark.parametrize("name", sorted(path.stem for path in SCREENS.glob("*.txt")))
def test_the_screen_without_colour_is_as_it_was_last_looked_at(name: str) -> None:
    path = SCREENS / f"{name}.txt"
    assert path.read_text() == screen_text(name), f"make renew GAME={name}, and look at it"


def screen_text(name: str) -> str:
    """Return the screen after a move each."""
    shown = ""

    async def drive(pilot: Pilot[None], app: LastDigit) -> None:
        nonlocal shown
        while len(table_of(app).game.match.moves) < 2 and not table_of(app).game.is_over:
            await press(pilot, app, "right", "enter")
        shown = f"{seen(app)}\n"

    on_screen(drive, name, colour=False)
    return shown
