"""Hostile answers, names, files and surroundings: nothing steers the screen, nothing breaks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from lastdigit.match.match import verify
from lastdigit.match.record import Act
from lastdigit.match.record_file import read_records
from tests.conftest import GAMES, PATIENCE, Ran, Run
from tests.games.opening import FIXED, opening

# Each with a name that says what it tries. They are bytes, as a keyboard or a pipe sends them.
HOSTILE: dict[str, bytes] = {
    "clear the screen": b"\x1b[2J\x1b[H",
    "colour everything after": b"\x1b[31;5mred",
    "set the window's title": b"\x1b]0;owned\x07",
    "set the title the other way": b"\x1b]2;owned\x1b\\",
    "make a link": b"\x1b]8;;http://example.invalid\x1b\\click\x1b]8;;\x1b\\",
    "write the clipboard": b"\x1b]52;c;b3duZWQ=\x07",
    "ask the terminal to answer": b"\x1b[6n\x1b[c\x1bZ",
    "report the title as input": b"\x1b[21t",
    "reset the terminal": b"\x1bc",
    "switch the character set": b"\x0e\x1b(0",
    "the other screen": b"\x1b[?1049h",
    "hide the cursor": b"\x1b[?25l",
    "a device control string": b"\x1bP$q q\x1b\\",
    "an application command": b"\x1b_G\x1b\\",
    "a lone escape": b"\x1b",
    "an unfinished escape": b"\x1b[999999",
    "an arrow key": b"\x1b[A",
    "pasted in brackets": b"\x1b[200~tens\x1b[201~",
    "C1 control sequence": "\u009b2J".encode(),
    "C1 operating system command": "\u009d0;owned\u009c".encode(),
    "C1 as a bare byte": b"\x9b2J",
    "next line": "tens\u0085ones".encode(),
    "bell": b"\x07\x07\x07",
    "backspaces": b"resign\x08\x08\x08\x08\x08\x08x",
    "delete": b"\x7f\x7f",
    "carriage return over the prompt": b"You win!\rx",
    "vertical tab and form feed": b"a\x0b\x0cb",
    "NUL": b"\0",
    "NUL inside": b"te\0ns",
    "end of file": b"\x04",
    "flow control": b"\x13\x11",
    "substitute": b"\x1a",
    "right to left": "\u202esnet".encode(),
    "isolates": "\u2066tens\u2069".encode(),
    "Arabic letter mark": "\u061ctens".encode(),
    "zero width": "te\u200bns".encode(),
    "joined emoji": "\U0001f468\u200d\U0001f469\u200d\U0001f467".encode(),
    "emoji": "\U0001f4a9\U0001f600".encode(),
    "a flag": "\U0001f1e9\U0001f1ea".encode(),
    "combining marks": ("e" + "\u0301" * 150).encode(),
    "line separator": "tens\u2028resign".encode(),
    "paragraph separator": "tens\u2029resign".encode(),
    "byte order mark": "\ufefftens".encode(),
    "no character": "\uffff\U0010ffff".encode(),
    "private use": "\ue000\U000f0000".encode(),
    "tag characters": "\U000e0041\U000e0042".encode(),
    "fullwidth letters": "\uff54\uff45\uff4e\uff53".encode(),
    "Cyrillic lookalikes": "t\u0435ns".encode(),
    "Arabic digits": "\u0661\u0662".encode(),
    "superscript digits": "\u00b2\u00b3".encode(),
    "not UTF-8": b"\xff\xfe\xc0\x80",
    "half a character": b"caf\xc3",
    "an encoded surrogate": b"\xed\xa0\x80",
    "an overlong slash": b"\xc0\xaf",
    "percent formats": b"%s%n%x%(name)s%%",
    "brace formats": b"{} {0} {self.__class__} {game!r:>99999999}",
    "a shell": b"$(reboot) `reboot`; reboot | reboot & reboot",
    "SQL": b"'; DROP TABLE game; DELETE FROM event; --",
    "JSON": b'"}], "result": {"winner": 1}, "x": [{"y": "',
    "Python": b"__import__('os').system('reboot')",
    "markup": b"<script>alert(1)</script><b>&lt;",
    "Markdown": b"[x](javascript:alert(1)) **b** # h",
    "a path": b"../../../../etc/passwd",
    "an option": b"--record=/etc/passwd",
    "a number that is too long": b"9" * 5_000,
    "a hundred thousand letters": b"a" * 100_000,
    "a hundred thousand blanks and a letter": b" " * 100_000 + b"x",
    "many words": b"x " * 50_000,
}


def check_harmless(ran: Ran) -> None:
    """Check that all that was printed is text, line by line, and that nothing broke."""
    for told in (ran.out, ran.err):
        steering = {character for character in told if not character.isprintable()} - {"\n"}
        assert not steering
        assert "Traceback" not in told


# In every game: two moves that are legal from the start, for after the hostile answers.
MOVES = {name: "\n".join([*opening(name, 2), ""]).encode() for name in GAMES}


def check_played_on(ran: Ran, file: Path, game: str) -> None:
    """Check that exactly the two moves were made, and that the record says so."""
    check_harmless(ran)
    assert (ran.code, ran.err) == (0, "")
    ((_, record),) = read_records(file)
    made = [event.text for event in record.events if event.act is Act.MOVE]
    assert "\n".join([*made, ""]).encode() == MOVES[game]
    assert {event.act for event in record.events} == {Act.MOVE, Act.RESIGN}
    verify(record)


def test_there_are_enough_hostile_texts_and_no_two_alike() -> None:
    assert len(set(HOSTILE.values())) == len(HOSTILE) >= 50


@pytest.mark.parametrize("attack", HOSTILE)
def test_a_hostile_answer_is_refused_and_the_game_goes_on(
    call: Run, tmp_path: Path, attack: str
) -> None:
    typed = HOSTILE[attack] + b"\n" + MOVES["digit-duel"] + HOSTILE[attack] + b"\nresign\n"
    ran = call("play", "digit-duel", "--record", "games.jsonl", typed=typed)
    check_played_on(ran, tmp_path / "games.jsonl", "digit-duel")
    prompts = ran.out.count("Choose a digit to use (hundreds/tens/ones): ")
    assert prompts == 5, "twice for the hostile answer, for two moves, and to resign"
    assert len(ran.out) < 5_000


@pytest.mark.parametrize("game", GAMES)
def test_no_game_minds_any_number_of_hostile_answers(call: Run, tmp_path: Path, game: str) -> None:
    every = b"\n".join(HOSTILE.values()) + b"\n"
    first, _, second = MOVES[game].partition(b"\n")
    typed = every + first + b"\n" + every + second + b"resign\n"
    words = ("play", game, *FIXED, "--record", "games.jsonl")
    ran = call(*words, typed=typed)
    check_played_on(ran, tmp_path / "games.jsonl", game)
    assert call("verify", "games.jsonl").code == 0
    check_harmless(call("replay", "games.jsonl"))


# No argument can have a NUL in it.
@pytest.mark.parametrize("attack", [attack for attack in HOSTILE if b"\0" not in HOSTILE[attack]])
def test_a_hostile_name_is_refused_or_stands_as_text(
    call: Run, tmp_path: Path, attack: str
) -> None:
    name = HOSTILE[attack]
    ran = call(
        *("play", "digit-poison", b"--name-1=" + name, "--record", "games.jsonl"), typed=b"0\n"
    )
    check_harmless(ran)
    if ran.code == 2:
        assert ran.out == ""
        assert "--name-1" in ran.err
        assert len(ran.err) < 1_000
        assert not (tmp_path / "games.jsonl").exists()
    else:
        assert (ran.code, ran.err) == (0, "")
        shown = name.decode().strip()
        assert f"\n{shown} loses!\n" in ran.out
        ((_, record),) = read_records(tmp_path / "games.jsonl")
        assert record.setup.names == (shown, "Player 2")
        verify(record)
        listed = call("list")
        check_harmless(listed)
        assert shown in listed.out


STEERING = ["clear the screen", "C1 control sequence", "not UTF-8"]


@pytest.mark.parametrize("attack", STEERING)
@pytest.mark.parametrize(
    "words",
    [
        ["verify"],
        ["replay"],
        ["rules"],
        ["play"],
        ["show"],
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
def test_a_hostile_argument_is_told_harmlessly(call: Run, words: list[str], attack: str) -> None:
    ran = call(*words, HOSTILE[attack] + b"/x", typed=b"resign\n")
    check_harmless(ran)
    assert ran.code in (1, 2)


def test_a_hostile_file_name_is_told_harmlessly_when_all_is_well(call: Run, tmp_path: Path) -> None:
    name = b"\x1b[2J\xff.jsonl"
    assert call("play", "digit-poison", "--record", name, typed=b"0\n").code == 0
    assert (tmp_path / os.fsdecode(name)).exists()
    ran = call("verify", name)
    check_harmless(ran)
    assert ran.code == 0


def test_a_hostile_data_folder_is_told_harmlessly(
    call: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "\x1b[2J"
    folder.write_bytes(b"no folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    for words in (["list"], ["play", "digit-poison"]):
        ran = call(*words, typed=b"0\n")
        check_harmless(ran)
        assert ran.err


ENDLESS = "9" * 5_000


@pytest.mark.parametrize(
    "words",
    [
        ["replay", "99999999999999999999"],
        ["replay", ENDLESS],
        ["replay", f"a{ENDLESS}"],
        ["verify", ENDLESS],
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
def test_an_endless_argument_is_refused_in_a_few_words(run: Run, words: list[str]) -> None:
    ran = run(*words, typed="resign\n")
    assert (ran.code in (1, 2), ran.out) == (True, "")
    assert "Traceback" not in ran.err
    assert len(ran.err) < 6_000


def test_what_cannot_be_printed_is_echoed_as_an_escape_and_not_as_the_command_for_help(
    run: Run,
) -> None:
    ran = run("play", "digit-duel", typed="\0\nt\x1bens\u202e\nquit\n")
    assert r"(hundreds/tens/ones): \x00" in ran.out
    assert r'"\x00" isn' in ran.out
    assert r"(hundreds/tens/ones): t\x1bens\u202e" in ran.out
    ran = run(typed="\0\nq\n")
    assert r'"\x00" is not one of these' in ran.out


@pytest.mark.parametrize("answer", ["tens", "resign", "tens 7", "yes"])
def test_a_line_too_long_for_an_answer_is_not_taken_for_its_beginning(
    run: Run, answer: str
) -> None:
    ran = run("play", "digit-duel", typed=f"{answer}{' ' * 10_000}or not\nquit\n")
    assert ran.out.count("Choose a digit to use") == 2
    assert "Your new number" not in ran.out
    assert ran.out.endswith("Game 1 is kept. To go on: lastdigit resume 1\n")


def test_every_seed_in_the_range_that_the_help_names_is_taken(run: Run) -> None:
    largest = 2**53 - 1
    refused = run("play", "digit-duel", "--seed", str(largest + 1))
    assert str(largest) in refused.err
    assert run("play", "digit-duel", "--seed", str(largest), typed="resign\n").code == 0


WITHOUT = {"no input": "<&-", "no output": ">&-"}
ASKED = ["rules digit-duel", "games", "list", "play digit-poison", "play nonsense", "--help", ""]


@pytest.mark.parametrize("closed", WITHOUT)
@pytest.mark.parametrize("words", ASKED)
def test_closed_streams_are_no_traceback(
    environment: dict[str, str], tmp_path: Path, closed: str, words: str
) -> None:
    command = f'exec "$0" -m lastdigit {words} {WITHOUT[closed]}'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment,
        cwd=tmp_path,
        timeout=PATIENCE,
        check=False,
    )
    told = done.stdout + done.stderr
    assert b"Traceback" not in told
    assert b"Exception ignored" not in told
    assert done.returncode in (0, 1, 2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", ["rules digit-duel", "games --json", "play digit-poison"])
@pytest.mark.parametrize("buffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_a_full_disk_is_told_in_words(
    environment: dict[str, str], tmp_path: Path, words: str, buffered: str
) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "lastdigit", *words.split()],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment | {"PYTHONUNBUFFERED": buffered},
            cwd=tmp_path,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert done.stderr.startswith(b"lastdigit: ")


@pytest.mark.parametrize("terminal", ["xterm", "dumb"])
def test_a_terminal_sees_no_escape_codes_but_our_own(
    environment: dict[str, str], tmp_path: Path, terminal: str
) -> None:
    """With line editing codes that are typed are keys; on a terminal without, they are text."""
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
    for attack in typed:
        game.expect_exact("(hundreds/tens/ones): ")
        game.sendline(f"{HOSTILE[attack].decode()}x")
        game.expect_exact("Type hundreds")
        # What line editing shows of what is being typed is the typist's own.
        told = str(game.before)
        told = told.partition("\r\n")[2] if terminal == "xterm" else told
        told = told.replace("\x1b[1m", "").replace("\x1b[0m", "")
        assert all(character in "\r\n" or character.isprintable() for character in told)
    game.sendline("resign")
    game.expect_exact("Player 1 resigns. Player 2 wins!")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0
