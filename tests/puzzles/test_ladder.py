"""The ladder: which games count, and that every start can be won."""

from __future__ import annotations

import pytest

from lastdigit.analysis.critical import is_winnable, winnable_setup
from lastdigit.errors import UsageError
from lastdigit.game.game import Seat
from lastdigit.games import catalogue, find, find_class
from lastdigit.match.match import arrange
from lastdigit.match.record import Act, End, Event, Player, Record, Result, Setup
from lastdigit.puzzles.history import PlayedGame
from lastdigit.puzzles.history import analyze_record as judge
from lastdigit.puzzles.practice import RUNGS, RungProgress, ladder_progress, ladder_setup, next_rung
from lastdigit.puzzles.sums import sums_by_day
from tests.conftest import GAMES, Run

DUEL = find_class("digit-duel")
EASY = RUNGS[1]


def a_setup(level: str, *, winnable: bool = True) -> Setup:
    players = Player("human", "Ada"), Player(level, "Dot")
    setup = arrange(find("digit-duel"), players, package="1", first=Seat.ONE, seed=1)
    found = winnable_setup(setup, Seat.ONE if winnable else Seat.TWO)
    assert found is not None
    return found


def a_game(
    won: bool, *, level: str = "easy", helped: Seat | None = None, winnable: bool = True
) -> PlayedGame:
    winner = Seat.ONE if won else Seat.TWO
    setup = a_setup(level, winnable=winnable)
    gone = Event(Act.RESIGN, winner.other)
    found = judge(Record(setup, (gone,), Result(End.RESIGNATION, winner, "It is so.")))
    assert found.helped == ()
    found = found._replace(helped=(helped,) if helped else ())
    return PlayedGame(1, Seat.ONE, "2026-11-16T12:00:00.000Z", found)


def easy(*games: PlayedGame) -> RungProgress:
    return ladder_progress(DUEL, sums_by_day(games))[1]


WON, LOST = a_game(True), a_game(False)


def test_three_wins_in_a_row_beat_a_rung() -> None:
    assert easy() == RungProgress(EASY)
    assert easy(WON, WON) == RungProgress(EASY, wins_in_a_row=2)
    assert easy(WON, WON, LOST, WON) == RungProgress(EASY, wins_in_a_row=1)
    assert easy(WON, WON, WON) == RungProgress(EASY, wins_in_a_row=3, beaten=True)


def test_a_loss_does_not_take_back_a_beaten_rung() -> None:
    assert easy(WON, WON, WON, LOST) == RungProgress(EASY, wins_in_a_row=0, beaten=True)


def test_a_win_with_help_does_not_count_but_the_opponents_help_does_not_matter() -> None:
    helped = a_game(True, helped=Seat.ONE)
    assert easy(WON, helped, WON) == RungProgress(EASY, wins_in_a_row=2)
    assert easy(a_game(True, helped=Seat.TWO)).wins_in_a_row == 1
    assert easy(WON, a_game(False, helped=Seat.ONE)).wins_in_a_row == 0, (
        "a loss counts with or without help"
    )


def test_other_levels_other_games_and_lost_starts_do_not_count() -> None:
    others = [
        a_game(True, level="perfect"),
        a_game(True, winnable=False),
        a_game(True, level="mcts:9"),
    ]
    assert easy(*others) == RungProgress(EASY)
    assert not any(
        one.wins_in_a_row
        for one in ladder_progress(find_class("digit-poison"), sums_by_day([WON, WON]))
    )


def test_the_next_rung_is_the_first_that_is_not_beaten() -> None:
    ladder = [RungProgress(rung) for rung in RUNGS]
    assert next_rung(ladder) == 0
    ladder[0].beaten = ladder[2].beaten = True
    assert next_rung(ladder) == 1
    for standing in ladder:
        standing.beaten = True
    assert next_rung(ladder) == len(RUNGS) - 1


@pytest.mark.parametrize("game", GAMES)
def test_every_start_on_the_ladder_can_be_won(game: str) -> None:
    for seed in range(8):
        setup = ladder_setup(catalogue()[game], RUNGS[seed % 5], "Computer", "1", seed)
        assert is_winnable(setup, Seat.ONE)
        assert setup.players[0].is_person
        assert setup.names[0] != setup.names[1]


def test_a_game_without_winnable_starts_has_no_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastdigit.puzzles.practice.winnable_setup", lambda *_: None)
    with pytest.raises(UsageError, match="has no ladder"):
        ladder_setup(DUEL, EASY, "Ada", "1", 1)


def test_the_ladder_is_shown_and_climbed(call: Run) -> None:
    shown = call("ladder")
    assert shown.code == 0
    assert shown.out.count("0 of 5 beaten") == len(GAMES)
    lost = call("ladder", "digit-duel", typed="perfect\nresign\nq\n")
    assert lost.code == 0
    assert "Digit Duel, you against the computer (perfect)." in lost.out
    assert "Computer (perfect): no win yet." in lost.out
    assert call("ladder", "digit-duel", typed="").code == 1
    assert call("ladder", "chess").code == 2


def test_without_a_suggested_preset_the_ladder_uses_the_rulebooks_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    presets = [preset._replace(suggested_for=()) for preset in DUEL.presets]
    monkeypatch.setattr(DUEL, "presets", tuple(presets))
    setup = ladder_setup(DUEL, EASY, "Ada", "1", 1)
    assert setup.build_game() == find("digit-duel"), "not the suggested quick game"
