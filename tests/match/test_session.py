"""A play session: half-entered moves, and events that are saved before they are shown."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from io import StringIO

import pytest

import lastdigit
from lastdigit.errors import MatchError, StoreError
from lastdigit.game.game import Seat
from lastdigit.game.text import UnclearAnswer
from lastdigit.match.match import Match, arrange
from lastdigit.match.narration import RulebookNarrator
from lastdigit.match.record import Act, Event, Player, Setup
from lastdigit.match.session import PlaySession
from lastdigit.storage import IN_MEMORY, Append, SqliteStore
from lastdigit.system import timestamp
from lastdigit.terminal.console import Console
from lastdigit.terminal.game import TerminalSession
from lastdigit.tui.game import GameChooser
from tests.web.inside import RunningApp, TurnedClock, run_with_app
from tests.web.people import refused


def two_people(name: str) -> Setup:
    players = (Player("human", "Ann"), Player("human", "Ben"))
    return arrange(lastdigit.find(name), players, package="", first=Seat.ONE, seed=1)


def begun(name: str) -> PlaySession:
    match = Match(two_people(name))
    return PlaySession(match, RulebookNarrator(match))


def test_prepared_event_changes_nothing_until_it_is_committed() -> None:
    session = begun("digit-duel")
    before = session.match.state
    prepared = session.prepare("ones")
    assert (prepared.number, prepared.match.moves) == (1, ["ones"])
    assert (session.match.state, session.match.moves) == (before, [])
    assert session.narrators[0].match is session.match
    committed = session.commit(prepared)
    assert (committed.before, session.match.moves) == (before, ["ones"])
    assert committed.text(session.narrators[0]) != ""


def test_rejected_move_is_an_event_too() -> None:
    session = begun("number-morph")
    session.commit(session.prepare("tens 8"))
    assert [event.act for event in session.match.events] == [Act.REJECTED]


def test_impossible_event_is_refused_and_nothing_is_prepared() -> None:
    session = begun("digit-duel")
    with pytest.raises(MatchError, match="no move to take back"):
        session.prepare(Event(Act.UNDO, Seat.ONE, plies=1))
    assert session.match.events == []


def test_event_prepared_before_another_one_cannot_be_committed() -> None:
    session = begun("digit-duel")
    stale = session.prepare("ones")
    session.commit(session.prepare("tens"))
    with pytest.raises(ValueError, match="changed since"):
        session.commit(stale)
    assert session.match.moves == ["tens"]


@pytest.mark.parametrize(
    ("event", "answers"),
    [
        ("8 left", ()),
        (Event(Act.UNDO, Seat.ONE, plies=1), ()),
        (Event(Act.HINT, Seat.ONE, "idea"), ("4",)),
        (Event(Act.OFFER, Seat.ONE), ("4",)),
    ],
)
def test_half_entered_move_survives_events_that_keep_the_position(
    event: Event | str, answers: tuple[str, ...]
) -> None:
    session = begun("digit-dilemma")
    for move in ("1 left", "2 left"):
        session.commit(session.prepare(move))
    session.entry.enter("4")
    session.commit(session.prepare(event))
    assert session.entry.answers == answers


def test_move_is_entered_answer_by_answer_or_at_once() -> None:
    entry = begun("digit-dilemma").entry
    entry.enter("4")
    assert (entry.text, entry.is_complete) == ("4", False)
    entry.enter("7 right")
    assert (entry.text, entry.is_complete) == ("7 right", True)


def test_invalid_input_does_not_change_the_entered_answers() -> None:
    entry = begun("digit-dilemma").entry
    entry.enter("4")
    with pytest.raises(UnclearAnswer):
        entry.enter("seven")
    assert entry.answers == ("4",)


def test_a_used_digit_is_closed() -> None:
    session = begun("digit-dilemma")
    session.commit(session.prepare("4 left"))
    assert "4" not in [answer.text for answer in session.entry.open_answers()]
    assert [answer.text for answer in session.entry.closed_answers()] == ["4"]


@pytest.mark.parametrize(
    ("line", "completions"),
    [
        ("7 ", ["7 left", "7 middle", "7 right"]),
        ("7 l", ["7 left", "7 middle", "7 right"]),
        ("none ", []),
    ],
)
def test_completions_continue_what_is_typed(line: str, completions: list[str]) -> None:
    assert begun("digit-dilemma").entry.completions(line) == completions


def test_completions_of_a_first_answer_leave_room_for_the_second() -> None:
    assert begun("digit-dilemma").entry.completions("")[:2] == ["0 ", "1 "]


class FailingStore(SqliteStore):
    """A store that saves new games, but no event."""

    def __init__(self) -> None:
        super().__init__(IN_MEMORY, lambda: timestamp(TurnedClock.wall))

    def append(self, *_: object, **__: object) -> None:
        """Fail."""
        raise StoreError("The disk is full.")

    def append_many(self, appends: Sequence[Append]) -> list[StoreError | None]:
        """Fail."""
        return [StoreError("The disk is full.") for _ in appends]


def terminal_output(store: FailingStore) -> str:
    reading, keyboard = os.pipe()
    os.write(keyboard, b"ones\n")
    os.close(keyboard)
    output = StringIO()
    with os.fdopen(reading) as source:
        session = TerminalSession(Console(source, output, colour=False), store)
        with pytest.raises(StoreError, match="disk is full"):
            session.play(two_people("digit-duel"))
    return output.getvalue().partition("ones\n")[2]


def full_screen_output(store: FailingStore) -> str:
    game = GameChooser.new(two_people("digit-duel"), store, None)
    assert game.select("ones")
    with pytest.raises(StoreError, match="disk is full"):
        game.choose()
    assert game.match.moves == []
    return f"{game.message}{''.join(entry.text for _, entry in game.history)}"


def server_output(store: FailingStore) -> str:
    shown = ""

    async def story(app: RunningApp) -> None:
        nonlocal shown
        ann, spectator = app.guest(), app.guest()
        spectator.match = await ann.set_up("digit-duel", against="here")
        assert refused(await ann.command("move", move="ones")) == "store"
        for seen in (await ann.look(), await spectator.look()):
            assert (seen["number"], seen["position"]["turn"]) == (0, 0)
            shown += "".join(turn["text"] for turn in seen["moves"])
            shown += "" if seen["news"] is None else seen["news"]["sentence"]

    run_with_app(story, store=store)
    return shown


@pytest.mark.parametrize("output_of", [terminal_output, full_screen_output, server_output])
def test_no_front_end_shows_a_move_that_is_not_saved(
    output_of: Callable[[FailingStore], str],
) -> None:
    assert output_of(FailingStore()).strip() == ""


def test_choices_are_those_of_the_next_question() -> None:
    entry = begun("digit-dilemma").entry
    assert entry.choices() == tuple("0123456789")
    entry.enter("4")
    assert entry.choices() == ("left", "middle", "right")
    entry.enter("left")
    assert entry.choices() == ()
