"""Ways to leave: SIGKILL, interrupt, end of input, closed output."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import lastdigit
from lastdigit.game.game import Seat
from lastdigit.match.match import Match, arrange, arrange_again, resume
from lastdigit.match.record import Act, Event, Player, Record, Terms
from lastdigit.storage import SqliteStore
from tests.conftest import PATIENCE, Run
from tests.sizes import sampled

Start = Callable[..., "subprocess.Popen[bytes]"]
RANDOM = ("--player-1", "random", "--player-2", "random")

# A game of 40 turns: without a 0 nothing is divisible by 10, and 40 digits end the game.
DIGITS = "1234567891234567891234567891234567891234"
POISON = ("play", "digit-poison", "--divisor", "10", "--max-length", "40")
ACCEPTED = b"Updated Shared Number: "


@pytest.fixture
def start(environment: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Start `lastdigit` with pipes, and end it with the test."""
    begun: list[subprocess.Popen[bytes]] = []
    # Python buffers its output, as it does for users.
    buffered = {name: environment[name] for name in environment if name != "PYTHONUNBUFFERED"}

    def start_command(*words: str, output: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "lastdigit", *words],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.PIPE,
            env=buffered,
            cwd=tmp_path,
        )
        begun.append(process)
        return process

    yield start_command
    for process in begun:
        process.kill()
        process.communicate(timeout=PATIENCE)


@pytest.fixture
def saved_game(tmp_path: Path) -> Callable[[int], Record]:
    """Return a function that reads a saved game of this test."""

    def record(game: int) -> Record:
        store = SqliteStore(tmp_path / "data" / "lastdigit" / "games.sqlite3", str)
        found = store.record(game)
        store.close()
        return found

    return record


def read_until(process: subprocess.Popen[bytes], text: bytes, times: int = 1) -> bytes:
    """Return the output up to the Nth occurrence of a text."""
    assert process.stdout is not None
    output = b""
    while output.count(text) < times:
        piece = os.read(process.stdout.fileno(), 65_536)
        assert piece, f"it ended before {text!r}: {output!r}"
        output += piece
    return output


def moves_of(record: Record) -> str:
    return "".join(event.text for event in record.events if event.act is Act.MOVE)


INSTANTS = [(seen, delay) for seen in range(1, 37) for delay in (0, 0.001, 0.002, 0.004, 0.008)]
SOME = [(1, 0), (9, 0.001), (30, 0.004)]


@pytest.mark.parametrize("instant", sampled(INSTANTS, *SOME), ids=str)
def test_a_killed_game_has_every_shown_move_and_can_be_finished(
    start: Start, call: Run, saved_game: Callable[[int], Record], instant: tuple[int, float]
) -> None:
    seen, delay = instant
    process = start(*POISON)
    assert process.stdin is not None
    # The output of all but the last turns is buffered, so that moves are made as fast as possible.
    process.stdin.write("\n".join(DIGITS[:38]).encode() + b"\n")
    process.stdin.flush()
    output = read_until(process, ACCEPTED, seen)
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    assert process.stdout is not None
    output += process.stdout.read()
    assert process.wait(PATIENCE) == -signal.SIGKILL

    # The store has at least the moves that were shown, and none that were not typed.
    made = moves_of(saved_game(1))
    assert len(made) >= output.count(ACCEPTED) >= seen
    assert DIGITS.startswith(made)

    # Resume the game and play it to its normal end.
    rest = "\n".join(DIGITS[len(made) :]) + "\n"
    result = call("resume", "1", "--record", "games.jsonl", typed=rest)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"Digit Poison, game 1, turn {len(made) + 1}\n")
    assert f"Current Shared Number: {made}\n" in result.out
    assert result.out.endswith("Player 2 loses!\nCongratulations, Player 1 wins!\n")
    assert moves_of(saved_game(1)) == DIGITS
    assert call("saved", "verify", "games.jsonl").code == 0


@pytest.mark.parametrize("delay", sampled([number / 100 for number in range(40)], 0.1))
def test_a_killed_game_between_computers_leaves_a_valid_record(
    start: Start, call: Run, saved_game: Callable[[int], Record], delay: float
) -> None:
    process = start("play", "digit-duel", *RANDOM, "--seed", "1")
    begun = read_until(process, b"Turn:")
    time.sleep(delay)
    process.kill()
    rest, _ = process.communicate(timeout=PATIENCE)
    output = begun + rest
    match = resume(saved_game(1))
    assert len(match.moves) >= output.count(b"Opponent's new number")
    if match.result is None:
        assert call("resume").code == 0
        assert resume(saved_game(1)).result is not None


def test_rejected_moves_still_count_after_a_kill(start: Start, call: Run) -> None:
    process = start("play", "number-morph", "--start", "211", "--attempts", "3")
    assert process.stdin is not None
    process.stdin.write(b"tens 2\nhundreds 0\n")
    process.stdin.flush()
    read_until(process, b"Try again.", 2)
    process.kill()
    process.wait(PATIENCE)
    result = call("resume", typed="tens 3\n")
    assert result.out.endswith("No attempts left. Player 2 wins!\n")


def test_a_match_killed_between_two_rounds_continues_with_the_next(
    call: Run, tmp_path: Path
) -> None:
    """A kill after the last move of a round leaves the next round saved."""
    setup = arrange(
        lastdigit.find("digit-duel"),
        (Player("human", "Ada"), Player("human", "Ben")),
        package=lastdigit.__version__,
        first=Seat.ONE,
        seed=1,
        terms=Terms(rounds=2),
    )
    event = Event(Act.RESIGN, Seat.ONE)
    store = SqliteStore(
        tmp_path / "data" / "lastdigit" / "games.sqlite3", lambda: "2026-01-01T00:00:00Z"
    )
    following = arrange_again(setup, first=Seat.TWO, seed=setup.seed, round=2)
    store.append(store.add(setup), 1, event, Match(setup, (event,)).result, following)
    store.close()
    result = call("resume", "1", typed="resign\n")
    assert (result.code, result.err) == (0, "")
    assert "Round 2 of 2" in result.out
    assert result.out.endswith("After round 2 of 2: Ada: 1, Ben: 1.\nIt's a tie: 1 win each.\n")


def test_a_match_killed_during_a_round_can_be_finished(start: Start, call: Run) -> None:
    process = start("play", "digit-duel", "--rounds", "3")
    assert process.stdin is not None
    process.stdin.write(b"resign\ntens\n")
    process.stdin.flush()
    read_until(process, b"Your new number")
    process.kill()
    process.wait(PATIENCE)
    result = call("resume", typed="resign\nresign\n")
    assert (result.code, result.err) == (0, "")
    assert "After round 3 of 3: " in result.out
    assert "is the champion!" in result.out


@pytest.mark.parametrize("made", sampled([0, 1, 2], 0, 2))
def test_an_interrupted_game_is_saved_and_says_how_to_continue(
    start: Start, call: Run, saved_game: Callable[[int], Record], made: int
) -> None:
    process = start(*POISON)
    assert process.stdin is not None
    process.stdin.write("".join(f"{digit}\n" for digit in DIGITS[:made]).encode())
    process.stdin.flush()
    output = read_until(process, b"Select a digit (0-9): ", made + 1)
    process.send_signal(signal.SIGINT)
    rest, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, b"")
    assert (output + rest).endswith(b"\nGame 1 is saved. To continue: lastdigit resume 1\n")
    assert moves_of(saved_game(1)) == DIGITS[:made]
    assert call("resume", "1", typed="resign\n").code == 0


def test_a_game_between_computers_can_be_interrupted(start: Start, call: Run) -> None:
    process = start("play", "digit-duel", *RANDOM, "--rounds", "1000")
    read_until(process, b"'s Turn:", 3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, b"")
    assert b"To continue: lastdigit resume " in out
    assert "unfinished" in call("saved", "list").out


@pytest.mark.parametrize("delay", sampled([number / 400 for number in range(40)], 0.01))
def test_an_interrupted_match_always_says_how_to_continue(
    start: Start, call: Run, delay: float
) -> None:
    """Rounds this short are mostly starts and ends, so some are interrupted between two rounds."""
    process = start("play", "digit-poison", *RANDOM, "--max-length", "1", "--rounds", "300")
    output = read_until(process, b"Round 2 of 300")
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    rest, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, b"")
    last = (output + rest).decode().splitlines()[-1]
    assert " is saved. To continue: lastdigit resume " in last
    resume = call("resume", last.rpartition(" ")[2])
    assert resume.code == 0
    assert "After round 300 of 300: " in resume.out


@pytest.mark.parametrize("made", [0, 1, 2])
def test_at_the_end_of_the_input_the_game_is_saved_and_says_how_to_continue(
    call: Run, saved_game: Callable[[int], Record], made: int
) -> None:
    result = call(*POISON, typed="".join(f"{digit}\n" for digit in DIGITS[:made]))
    assert (result.code, result.err) == (1, "")
    assert result.out.endswith("\nGame 1 is saved. To continue: lastdigit resume 1\n")
    assert moves_of(saved_game(1)) == DIGITS[:made]
    assert call("resume", typed="resign\n").code == 0


def test_input_that_ends_during_a_draw_offer_leaves_the_game_open(call: Run) -> None:
    assert call("play", "digit-duel", typed="tens\ndraw\n").code == 1
    result = call("resume", typed="ones\ndraw\nyes\n")
    assert result.code == 0
    assert result.out.endswith("Both players agreed to a draw.\n")


def test_a_last_line_without_a_newline_counts(call: Run) -> None:
    assert call("play", "digit-duel", typed="tens\nresign").code == 0


READ = {
    "a game": ["play", "digit-duel", *RANDOM],
    "a game continued": ["resume"],
    "a replay": ["saved", "replay", "1"],
    "a list": ["saved", "list"],
    "JSON": ["games", "--json"],
    "a long text": ["rules", "number-morph"],
    "help": ["--help"],
    "help of a game": ["play", "digit-duel", "--help"],
    "the menu": [],
}


@pytest.mark.parametrize("what", sampled(READ, "a game", "a long text", "help", "the menu"))
def test_a_closed_output_pipe_causes_no_error(start: Start, call: Run, what: str) -> None:
    """The reader stops early: `lastdigit rules number-morph | head -1`."""
    call("play", "digit-duel", typed="tens\nquit\n")
    reader, writer = os.pipe()
    os.close(reader)
    process = start(*READ[what], output=writer)
    os.close(writer)
    _, err = process.communicate(timeout=PATIENCE)
    assert err == b""
    assert process.returncode in (0, 1, 2)


def test_the_game_is_saved_after_the_reader_of_the_output_has_closed(
    start: Start, saved_game: Callable[[int], Record]
) -> None:
    process = start("play", "digit-duel", *RANDOM)
    assert process.stdout is not None
    assert process.stdout.readline() == b"Welcome to Digit Duel!\n"
    process.stdout.close()
    process.stdout = None
    _, err = process.communicate(timeout=PATIENCE)
    assert err == b""
    resume(saved_game(1))
