"""Whole games between programs: illegal tries, forfeits, time limits, repeatability."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lastdigit
from lastdigit.errors import MatchError
from lastdigit.game.game import Seat
from lastdigit.match.match import PLY_LIMIT, Match, verify
from lastdigit.match.narration import transcript
from lastdigit.match.record import Act, End, Event, Result, Setup, Terms, from_line, to_line
from lastdigit.players.players import (
    Agent,
    GameLog,
    NoMove,
    Reply,
    ReplyTimeout,
    Settings,
    UnreadableReply,
    play_game,
)
from lastdigit.system import Clock
from tests.conftest import GAMES
from tests.players.games import played, set_up

ILLEGAL, UNREADABLE, GARBAGE, SILENCE, LEGAL = "illegal", "unreadable", "garbage", "silence", "ok"
FAULTS = (ILLEGAL, UNREADABLE, GARBAGE, SILENCE)


class Script:
    """A player who follows a script in its first turns, and then plays the first legal move."""

    def __init__(self, *script: str) -> None:
        self.script = list(script)
        self.heard: list[str] = []
        self.result: Result | None = None

    def begin(self, setup: Setup, seat: Seat) -> None:
        self.heard.append(f"{setup.game} {seat}")

    def choose(self, match: Match, seconds: float) -> Reply:
        now = self.script.pop(0) if self.script else LEGAL
        if now == GARBAGE:
            raise UnreadableReply("It said nonsense.", Reply("blah\x1b", ""))
        if now == SILENCE:
            raise ReplyTimeout(seconds)
        legal = match.game.legal_moves(match.state)
        others = [move for move in match.game.all_moves() if move not in legal]
        chosen = others[0] if now == ILLEGAL else legal[0]
        text = match.game.format_move(chosen)
        return Reply(text, "no such move" if now == UNREADABLE else text, 7, 3)

    def on_refusal(self, raw: str, reason: str) -> None:
        self.heard.append(f"{raw}: {reason}")

    def on_result(self, result: Result) -> None:
        self.result = result


def play(one: Agent, two: Agent, settings: Settings, terms: Terms | None = None) -> GameLog:
    setup = set_up("number-morph", terms=terms or settings.terms())
    return play_game(setup, {Seat.ONE: one, Seat.TWO: two}, settings, Clock())


@given(st.lists(st.sampled_from(FAULTS), max_size=6), st.integers(1, 4))
def test_using_all_tries_of_a_turn_loses_and_one_less_does_not(
    faults: list[str], tries: int
) -> None:
    player = Script(*faults)
    settings = Settings(tries=tries)
    game = play(player, Script(), settings)
    bad = min(len(faults), tries)
    first = game.turns[0]
    assert [bool(one.refusal) for one in first] == [True] * bad + [False] * (bad < tries)
    assert (game.record.result.end is End.FORFEIT) is (bad == tries)
    if bad == tries:
        assert game.record.result.winner is Seat.TWO
        assert game.record.setup.terms.attempts == tries
    assert player.result == game.record.result
    assert len(player.heard) == 1 + (bad if bad < tries else tries - 1)
    verify(from_line(to_line(game.record)))
    assert "wins!" in transcript(game.record)


def test_every_try_is_saved_with_its_reason_and_tokens() -> None:
    game = play(Script(ILLEGAL, UNREADABLE, GARBAGE), Script(), Settings())
    illegal, unreadable, garbage = game.turns[0]
    assert illegal.move == illegal.raw
    assert (illegal.tokens_in, illegal.tokens_out) == (7, 3)
    assert unreadable.move is None
    assert unreadable.refusal.startswith('"no such move" is not a move')
    assert (garbage.raw, garbage.move) == ("blah\x1b", None)
    assert all(one.seconds >= 0 for one in game.turns[0])
    acts = [event.act for event in game.record.events]
    assert acts == [Act.REJECTED, Act.FORFEIT]
    assert game.record.result.reason == "No valid move in 3 tries. It said nonsense."


def test_readable_illegal_tries_count_as_attempts_of_the_match() -> None:
    game = play(Script(*[ILLEGAL] * 3), Script(), Settings())
    assert [event.act for event in game.record.events] == [Act.REJECTED] * 3
    assert game.record.result == Result(End.FORFEIT, Seat.TWO, "No attempts left.")


def test_fewer_attempts_of_the_match_take_precedence() -> None:
    terms = Terms(attempts=2, ply_limit=PLY_LIMIT)
    game = play(Script(*[ILLEGAL] * 3), Script(), Settings(tries=5), terms)
    assert [event.act for event in game.record.events] == [Act.REJECTED] * 2


def test_a_timeout_with_a_time_limit_loses_on_time() -> None:
    game = play(Script(GARBAGE, SILENCE), Script(), Settings(), Terms(time_limit=5))
    assert game.record.result == Result(End.TIME, Seat.TWO, "Time is up.")
    verify(game.record)


@pytest.mark.parametrize("reason", ["", "x" * 201, "\x1b[2J"])
def test_a_forfeit_needs_a_printable_reason(reason: str) -> None:
    match = Match(set_up("number-morph"))
    with pytest.raises(MatchError, match="1 to 200 visible characters"):
        match.apply(Event(Act.FORFEIT, Seat.ONE, reason))
    with pytest.raises(MatchError, match="not Player 2's turn"):
        match.apply(Event(Act.FORFEIT, Seat.TWO, "Gone."))


def test_an_error_that_is_not_a_failed_try_stops_the_game() -> None:
    class Gone(Script):
        def choose(self, match: Match, seconds: float) -> Reply:
            raise lastdigit.LastDigitError(f"{match.mover} is gone after {seconds:g} seconds.")

    with pytest.raises(lastdigit.LastDigitError, match="gone"):
        play(Gone(), Script(), Settings())
    assert issubclass(NoMove, lastdigit.LastDigitError)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_setup_gives_the_same_game(game: str) -> None:
    first, second = (played("mcts:5", "random", game).record for _ in range(2))
    assert first == second
    verify(from_line(to_line(first)))
