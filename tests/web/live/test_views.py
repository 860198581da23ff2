"""Views of a match: built once for each viewer who is present, and never out of date."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from lastdigit.game.game import AnyGame, Seat
from lastdigit.games import find
from lastdigit.match.match import Match, arrange
from lastdigit.match.record import HUMAN, Act, Event, Hint, Player, Terms
from lastdigit.storage import Online, OnlineSeat
from lastdigit.web.live.match import MAX_HISTORY, LiveMatch, Viewer, initial_times
from lastdigit.web.live.views import PRESENT, match_view, position_after, turns_before
from lastdigit.web.schemas import matches

ADA, BEN = bytes([1]) * 32, bytes([2]) * 32
GRACE = 60_000
LONG = find("digit-poison", divisor=10, **{"max-length": 1_000})
"""A game that allows more moves than a view shows."""


def start(game: AnyGame | None = None, time_limit: int | None = None) -> LiveMatch:
    """Return a match between Ada and Ben on two devices."""
    players = Player(HUMAN, "Ada"), Player(HUMAN, "Ben")
    terms = Terms(time_limit=time_limit)
    game = game or find("digit-duel")
    setup = arrange(game, players, package="1", first=Seat.ONE, seed=1, terms=terms)
    seats = OnlineSeat(ADA, joined=True), OnlineSeat(BEN, joined=True)
    online = Online("code", matches.LINK, seats, "2026-01-01T00:00:00Z", initial_times(terms))
    return LiveMatch.new(1, Match(setup), online, 0.0)


def apply(live: LiveMatch, action: Event | str) -> None:
    left = None if live.clocks is None else live.clocks.left
    live.commit(live.session.prepare(action), left, 0.0)


def view(live: LiveMatch, holder: bytes | None, now: float = 0.0) -> matches.Match:
    return match_view(live, live.viewer(holder), PRESENT, GRACE, now)


def test_a_move_is_worded_once_for_each_viewer_who_is_present(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    live = start()
    text = type(live.perspective(None).narrator.voice)
    calls = Counter[str]()

    def count(name: str) -> None:
        plain = getattr(text, name)

        def counted(*args: object) -> object:
            calls[name] += 1
            return plain(*args)

        monkeypatch.setattr(text, name, counted)

    count("entry")
    count("happened")
    apply(live, "ones")
    assert not calls, "nobody looks"
    for _ in range(3):
        view(live, ADA)
    assert calls == {"entry": 1, "happened": 1}
    view(live, BEN)
    view(live, None)
    assert calls == {"entry": 3, "happened": 3}
    apply(live, "tens")
    view(live, ADA)
    assert calls == {"entry": 4, "happened": 4}, "older entries are cached"


def test_a_view_is_built_again_after_every_change() -> None:
    live = start()
    assert view(live, ADA) is view(live, ADA)
    assert view(live, ADA) is not view(live, BEN)
    before = view(live, None)

    def changed() -> matches.Match:
        nonlocal before
        after = view(live, None)
        assert after is not before
        before = after
        return after

    live.notice = "The computer waits."
    assert changed().notice == "The computer waits."
    live.rematch = "again"
    assert changed().rematch == "again"
    live.seats = OnlineSeat(None, joined=True), live.seats[1]
    assert changed().players[0].device is None
    apply(live, "ones")
    shown = changed()
    assert (shown.number, [turn.move for turn in shown.moves]) == (1, ["ones"])
    apply(live, Event(Act.UNDO, Seat.TWO, plies=1))
    shown = changed()
    assert (shown.number, shown.moves) == (2, [])


def test_a_new_name_is_in_every_view() -> None:
    live = start()
    live.started_at = None
    view(live, None)
    players = Player(HUMAN, "Ada"), Player(HUMAN, "Clara")
    live.rename(replace(live.match.setup, players=players))
    assert [player.label for player in view(live, None).players] == ["Ada", "Clara"]


def test_clocks_and_absences_are_of_the_time_of_the_request() -> None:
    live = start(time_limit=60)
    first, later = view(live, ADA, 0.0), view(live, ADA, 10.0)
    assert first.clocks is not None
    assert later.clocks is not None
    assert (first.clocks.left, later.clocks.left) == ((60_000, 60_000), (50_000, 60_000))
    assert first.position is later.position, "the rest is cached"
    viewer = live.viewer(ADA)
    away = match_view(live, viewer, (None, 30_000), GRACE, 10.0)
    assert [player.away for player in away.players] == [None, 30_000]
    assert "claim" not in away.may["1"]
    gone = match_view(live, viewer, (None, GRACE), GRACE, 10.0)
    assert "claim" in gone.may["1"]
    back = view(live, ADA, 10.0)
    assert [player.away for player in back.players] == [None, None]
    assert "claim" not in back.may["1"]


def test_a_view_has_the_latest_moves_and_older_ones_are_replayed() -> None:
    live, moves = start(LONG), MAX_HISTORY + 50
    for turn in range(moves):
        apply(live, str(turn % 9 + 1))
        if turn == 100:
            view(live, ADA)
    shown = view(live, ADA)
    numbers = [turn.turn for turn in shown.moves]
    assert numbers == list(range(moves - MAX_HISTORY + 1, moves + 1))
    assert shown.first_turn == moves - MAX_HISTORY + 1
    assert turns_before(live, None, MAX_HISTORY, Seat.ONE) == shown.moves
    older = turns_before(live, shown.first_turn, 500, Seat.ONE)
    assert [turn.turn for turn in older] == list(range(1, shown.first_turn))
    assert [turn.turn for turn in turns_before(live, 40, 10, None)] == list(range(30, 40))
    assert turns_before(live, 1, 10, None) == turns_before(live, 0, 10, None) == []


def test_an_undo_brings_older_moves_back_into_the_view() -> None:
    live, moves = start(LONG), MAX_HISTORY + 50
    for turn in range(moves):
        apply(live, str(turn % 9 + 1))
    before = view(live, BEN)
    apply(live, Event(Act.UNDO, live.match.mover, plies=2))
    after = view(live, BEN)
    assert len(after.moves) == MAX_HISTORY
    assert after.moves[2:] == before.moves[:-2]
    assert after.moves == turns_before(live, None, MAX_HISTORY, Seat.TWO)


def test_an_earlier_position_is_replayed() -> None:
    live = start()
    for move in ("ones", "tens"):
        apply(live, move)
    position = position_after(live, 1, None)
    assert position is not None
    assert (position.turn, position.mover) == (1, 2)
    assert position_after(live, 3, None) is None
    assert position_after(live, -1, None) is None


def test_viewers_differ_only_by_their_seats_and_whether_they_may_join() -> None:
    live = start()
    assert live.viewer(ADA) == Viewer((Seat.ONE,), Seat.ONE, may_sit=False)
    assert live.viewer(None) == live.viewer(bytes(32)) == Viewer((), None, may_sit=False)
    live.seats = live.seats[0], OnlineSeat(ADA, joined=True)
    assert live.viewer(ADA) == Viewer(tuple(Seat), None, may_sit=False)


def moves_of(view: matches.Match) -> list[tuple[int, str]]:
    return [(turn.turn, turn.move) for turn in view.moves]


@pytest.mark.parametrize("seen", range(8))
def test_a_client_that_asks_for_what_is_new_can_restore_all_moves(seen: int) -> None:
    live, known = start(LONG), []
    undo = Event(Act.UNDO, Seat.ONE, plies=2)
    actions: list[Event | str] = ["1", "2", "3", undo, "4", "5", undo, "6"]
    for number, action in enumerate(actions):
        if number == seen:
            known = moves_of(view(live, ADA))
        apply(live, action)
    whole = view(live, ADA)
    new = match_view(live, live.viewer(ADA), PRESENT, GRACE, 0.0, seen)
    earlier = [move for move in known if move[0] < new.first_turn]
    assert [*earlier, *moves_of(new)] == moves_of(whole)
    assert new.first_turn + len(new.moves) == whole.first_turn + len(whole.moves)
    assert (new.number, new.position, new.news) == (whole.number, whole.position, whole.news)


def test_what_is_new_does_not_grow_with_the_match() -> None:
    live, counts = start(LONG), []
    for number in range(MAX_HISTORY + 5):
        apply(live, str(number % 9 + 1))
        new = match_view(live, live.viewer(ADA), PRESENT, GRACE, 0.0, number)
        counts.append((new.first_turn, len(new.moves)))
    assert counts == [(number + 1, 1) for number in range(MAX_HISTORY + 5)]
    long_ago = match_view(live, live.viewer(ADA), PRESENT, GRACE, 0.0, 0)
    assert (long_ago.first_turn, len(long_ago.moves)) == (6, MAX_HISTORY)


def test_only_a_player_who_has_opened_the_reference_list_gets_its_rows() -> None:
    live = start(find("number-morph"))

    def has_rows(holder: bytes) -> bool:
        aid = view(live, holder).aid
        return aid is not None and aid.rows is not None

    assert not has_rows(ADA)
    apply(live, Event(Act.HINT, Seat.ONE, Hint.AID))
    assert (has_rows(ADA), has_rows(BEN)) == (True, False)
    apply(live, str(live.match.game.legal_moves(live.match.state)[0]))
    assert (has_rows(ADA), has_rows(BEN)) == (True, False)
