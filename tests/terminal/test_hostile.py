"""Hostile answers, names, files and environments: escape codes are not printed, nothing crashes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from lastdigit.match.match import verify
from lastdigit.match.record import Act, read_records
from tests.conftest import GAMES, PATIENCE, CommandResult, Run
from tests.games.opening import FIXED, opening
from tests.sizes import sampled

# One input of each kind. They are bytes, as a keyboard or a pipe sends them.
HOSTILE: dict[str, bytes] = {
    "clear the screen": b"\x1b[2J\x1b[H",
    "set the window's title": b"\x1b]0;owned\x07",
    "a lone escape": b"\x1b",
    "C1 control sequence": "\u009b2J".encode(),
    "C1 as a bare byte": b"\x9b2J",
    "next line": "tens\u0085ones".encode(),
    "backspaces": b"resign\x08\x08\x08\x08\x08\x08x",
    "carriage return over the prompt": b"You win!\rx",
    "vertical tab and form feed": b"a\x0b\x0cb",
    "NUL": b"\0",
    "NUL inside": b"te\0ns",
    "end of file": b"\x04",
    "substitute": b"\x1a",
    "right to left": "\u202esnet".encode(),
    "zero width": "te\u200bns".encode(),
    "joined emoji": "\U0001f468\u200d\U0001f469\u200d\U0001f467".encode(),
    "emoji": "\U0001f4a9\U0001f600".encode(),
    "combining marks": ("e" + "\u0301" * 150).encode(),
    "line separator": "tens\u2028resign".encode(),
    "byte order mark": "\ufefftens".encode(),
    "no character": "\uffff\U0010ffff".encode(),
    "private use": "\ue000\U000f0000".encode(),
    "fullwidth letters": "\uff54\uff45\uff4e\uff53".encode(),
    "Arabic digits": "\u0661\u0662".encode(),
    "superscript digits": "\u00b2\u00b3".encode(),
    "not UTF-8": b"\xff\xfe\xc0\x80",
    "half a character": b"caf\xc3",
    "an encoded surrogate": b"\xed\xa0\x80",
    "percent formats": b"%s%n%x%(name)s%%",
    "brace formats": b"{} {0} {self.__class__} {game!r:>99999999}",
    "SQL": b"'; DROP TABLE game; DELETE FROM event; --",
    "JSON": b'"}], "result": {"winner": 1}, "x": [{"y": "',
    "markup": b"<script>alert(1)</script><b>&lt;",
    "an option": b"--record=/etc/passwd",
    "a number that is too long": b"9" * 5_000,
    "a hundred thousand letters": b"a" * 100_000,
    "a hundred thousand blanks and a letter": b" " * 100_000 + b"x",
    "many words": b"x " * 50_000,
}


def check_harmless(result: CommandResult) -> None:
    """Check that all output is printable text, and that nothing crashed."""
    for output in (result.out, result.err):
        steering = {character for character in output if not character.isprintable()} - {"\n"}
        assert not steering
        assert "Traceback" not in output


# Two legal first moves of each game, to type after the hostile answers.
MOVES = {name: "\n".join([*opening(name, 2), ""]).encode() for name in GAMES}


def check_played_on(result: CommandResult, file: Path, game: str) -> None:
    """Check that exactly the two moves were made, and that they are in the record."""
    check_harmless(result)
    assert (result.code, result.err) == (0, "")
    ((_, record),) = read_records(file)
    made = [event.text for event in record.events if event.act is Act.MOVE]
    assert "\n".join([*made, ""]).encode() == MOVES[game]
    assert {event.act for event in record.events} == {Act.MOVE, Act.RESIGN}
    verify(record)


@pytest.mark.parametrize("attack", HOSTILE)
def test_a_hostile_answer_is_refused_and_the_game_continues(
    call: Run, tmp_path: Path, attack: str
) -> None:
    typed = HOSTILE[attack] + b"\n" + MOVES["digit-duel"] + HOSTILE[attack] + b"\nresign\n"
    result = call("play", "digit-duel", "--record", "games.jsonl", typed=typed)
    check_played_on(result, tmp_path / "games.jsonl", "digit-duel")
    prompts = result.out.count("Choose a digit to use (hundreds/tens/ones): ")
    assert prompts == 5, "two hostile answers, two moves, and resign"
    assert len(result.out) < 5_000


@pytest.mark.parametrize("game", GAMES)
def test_every_game_survives_many_hostile_answers(call: Run, tmp_path: Path, game: str) -> None:
    every = b"\n".join(HOSTILE.values()) + b"\n"
    first, _, second = MOVES[game].partition(b"\n")
    typed = every + first + b"\n" + every + second + b"resign\n"
    words = ("play", game, *FIXED, "--record", "games.jsonl")
    result = call(*words, typed=typed)
    check_played_on(result, tmp_path / "games.jsonl", game)
    assert call("saved", "verify", "games.jsonl").code == 0
    check_harmless(call("saved", "replay", "games.jsonl"))


# An argument cannot contain NUL.
@pytest.mark.parametrize("attack", [attack for attack in HOSTILE if b"\0" not in HOSTILE[attack]])
def test_a_hostile_name_is_refused_or_printed_as_text(
    call: Run, tmp_path: Path, attack: str
) -> None:
    name = HOSTILE[attack]
    result = call(
        *("play", "digit-poison", b"--name-1=" + name, "--record", "games.jsonl"), typed=b"0\n"
    )
    check_harmless(result)
    if result.code == 2:
        assert result.out == ""
        assert "--name-1" in result.err
        assert len(result.err) < 1_000
        assert not (tmp_path / "games.jsonl").exists()
    else:
        assert (result.code, result.err) == (0, "")
        shown = name.decode().strip()
        assert f"\n{shown} loses!\n" in result.out
        ((_, record),) = read_records(tmp_path / "games.jsonl")
        assert record.setup.names == (shown, "Player 2")
        verify(record)
        listed = call("saved", "list")
        check_harmless(listed)
        assert shown in listed.out


STEERING = ["clear the screen", "C1 control sequence", "not UTF-8"]


@pytest.mark.parametrize(
    "words",
    [
        ["saved", "verify"],
        ["rules"],
        ["show", "digit-duel"],
        ["show", "digit-duel", "--json"],
        ["show", "digit-duel", "--position"],
        ["play", "digit-duel", "--record"],
        ["play", "digit-duel", "--player-1"],
        ["play", "digit-poison", "--divisor"],
        ["resume"],
        [],
    ],
    ids=" ".join,
)
def test_a_hostile_argument_is_escaped_in_the_error(call: Run, words: list[str]) -> None:
    for attack in STEERING:
        result = call(*words, HOSTILE[attack] + b"/x", typed=b"resign\n")
        check_harmless(result)
        assert result.code in (1, 2), attack


def test_a_hostile_file_name_is_escaped_in_a_successful_command(call: Run, tmp_path: Path) -> None:
    name = b"\x1b[2J\xff.jsonl"
    assert call("play", "digit-poison", "--record", name, typed=b"0\n").code == 0
    assert (tmp_path / os.fsdecode(name)).exists()
    result = call("saved", "verify", name)
    check_harmless(result)
    assert result.code == 0


def test_a_hostile_data_folder_is_escaped_in_the_error(
    call: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "\x1b[2J"
    folder.write_bytes(b"no folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    for words in (["saved", "list"], ["play", "digit-poison"]):
        result = call(*words, typed=b"0\n")
        check_harmless(result)
        assert result.err


ENDLESS = "9" * 5_000


@pytest.mark.parametrize(
    "words",
    [
        ["saved", "replay", "99999999999999999999"],
        ["saved", "replay", ENDLESS],
        ["saved", "replay", f"a{ENDLESS}"],
        ["resume", ENDLESS],
        ["play", "digit-duel", "--record", ENDLESS],
        ["play", "digit-duel", "--seed", ENDLESS],
        ["play", ENDLESS],
        ["show", "digit-duel", ENDLESS],
        ["show", "digit-poison", "--position", f"1 {ENDLESS}"],
        [ENDLESS],
    ],
    ids=lambda words: " ".join(words)[:40],
)
def test_a_very_long_argument_gets_a_short_error(call: Run, words: list[str]) -> None:
    result = call(*words, typed="resign\n")
    assert (result.code in (1, 2), result.out) == (True, "")
    assert len(result.err) < 6_000


def test_a_very_long_file_name_gets_a_short_error(run: Run) -> None:
    result = run("saved", "verify", ENDLESS)
    assert (result.code, result.out, result.err) == (1, "", "lastdigit: File name too long.\n")


def test_unprintable_characters_are_echoed_as_escapes_and_not_taken_for_help(
    call: Run,
) -> None:
    result = call("play", "digit-duel", typed="\0\nt\x1bens\u202e\nquit\n")
    assert r"(hundreds/tens/ones): \x00" in result.out
    assert r'"\x00" isn' in result.out
    assert r"(hundreds/tens/ones): t\x1bens\u202e" in result.out
    result = call(typed="\0\nq\n")
    assert r'"\x00" isn' in result.out


@pytest.mark.parametrize("answer", ["tens", "resign"])
def test_a_line_that_is_too_long_is_not_truncated_to_an_answer(call: Run, answer: str) -> None:
    result = call("play", "digit-duel", typed=f"{answer}{' ' * 10_000}or not\nquit\n")
    assert result.out.count("Choose a digit to use") == 2
    assert "Your new number" not in result.out
    assert result.out.endswith("Game 1 is saved. To continue: lastdigit resume 1\n")


def test_the_largest_documented_seed_is_accepted_and_the_next_refused(call: Run) -> None:
    largest = 2**53 - 1
    refused = call("play", "digit-duel", "--seed", str(largest + 1))
    assert str(largest) in refused.err
    assert call("play", "digit-duel", "--seed", str(largest), typed="resign\n").code == 0


ASKED = ["rules digit-duel", "saved list", "play digit-poison", "play nonsense", "--help", ""]
WITHOUT_INPUT, WITHOUT_OUTPUT = (
    [f"{words} {closed}" for words in ASKED] for closed in ("<&-", ">&-")
)


@pytest.mark.parametrize(
    "words",
    sampled(
        [*WITHOUT_INPUT, *WITHOUT_OUTPUT],
        *("play digit-poison <&-", " <&-"),
        *("rules digit-duel >&-", "play digit-poison >&-", "--help >&-"),
    ),
)
def test_closed_streams_cause_no_traceback(
    environment: dict[str, str], tmp_path: Path, words: str
) -> None:
    command = f'exec "$0" -m lastdigit {words}'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment,
        cwd=tmp_path,
        timeout=PATIENCE,
        check=False,
    )
    output = done.stdout + done.stderr
    assert b"Traceback" not in output
    assert b"Exception ignored" not in output
    assert done.returncode in (0, 1, 2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    ("words", "unbuffered"), [("rules digit-duel", ""), ("play digit-poison", "1")]
)
def test_a_full_disk_is_reported_without_a_traceback(
    environment: dict[str, str], tmp_path: Path, words: str, unbuffered: str
) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "lastdigit", *words.split()],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment | {"PYTHONUNBUFFERED": unbuffered},
            cwd=tmp_path,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert done.stderr.startswith(b"lastdigit: ")


@pytest.mark.parametrize("terminal", ["xterm", "dumb"])
def test_a_terminal_receives_only_escape_codes_of_the_program(
    environment: dict[str, str], tmp_path: Path, terminal: str
) -> None:
    """With line editing, typed codes are keys; on a terminal without it, they are text."""
    typed = ["clear the screen", "set the window's title", "C1 control sequence", "right to left"]
    game = pexpect.spawn(
        sys.executable,
        ["-m", "lastdigit", "play", "digit-duel"],
        env=environment | {"TERM": terminal},
        cwd=str(tmp_path),
        encoding="utf-8",
        echo=False,
        timeout=PATIENCE,
    )
    game.delaybeforesend = None
    for attack in typed:
        game.expect_exact("(hundreds/tens/ones): ")
        game.sendline(f"{HOSTILE[attack].decode()}x")
        game.expect_exact("Type hundreds")
        # Line editing echoes the typed text, including its escape codes.
        output = str(game.before)
        output = output.partition("\r\n")[2] if terminal == "xterm" else output
        output = output.replace("\x1b[1m", "").replace("\x1b[0m", "")
        assert all(character in "\r\n" or character.isprintable() for character in output)
    game.sendline("resign")
    game.expect_exact("Player 1 resigns. Player 2 wins!")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0
