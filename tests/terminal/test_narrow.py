"""A narrow terminal, on which no word is broken, and the message during slow work."""

from __future__ import annotations

import os
import pty
import re
import sys
from pathlib import Path

import pexpect
import pytest
from rich.cells import cell_len

from lastdigit.terminal import console
from lastdigit.terminal.console import Console
from tests.conftest import GAMES, PATIENCE, games_with
from tests.sizes import sampled

pytestmark = pytest.mark.usefixtures("_old_hand")

COLUMNS = 40
TALK = ("help", "goal", "hint", "hint", "hint", "hint", "history", "moves", "nonsense", "", "why")


def talk(environment: dict[str, str], folder: Path, *words: str) -> str:
    """Return the output of all commands in a game on a narrow terminal."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "lastdigit", "play", *words, "--seed", "1"],
        env={**environment, "TERM": "dumb", "COLUMNS": str(COLUMNS)},
        cwd=str(folder),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    child.delaybeforesend = None
    shown = ""
    for line in (*TALK, "q"):
        child.expect(r": $")
        shown += f"{child.before}{child.after}"
        child.sendline(line)
    child.expect(pexpect.EOF)
    return f"{shown}{child.before}".replace("\r\n", "\n")


@pytest.mark.parametrize("name", sampled(GAMES, "number-morph"))
@pytest.mark.parametrize("other", sampled(["easy", "human"], "easy"))
def test_every_line_fits(
    name: str, other: str, environment: dict[str, str], tmp_path: Path
) -> None:
    """The rulebook's prompts can be longer, but their question must fit."""
    shown = talk(environment, tmp_path, name, "--player-2", other)
    if other == "human":
        shown = re.sub(rf": (?:{'|'.join(filter(None, TALK))})\n", ": \n", shown)
    assert [line for line in shown.splitlines() if len(line) > COLUMNS] == []
    assert "\x1b" not in shown


def test_choices_are_printed_above_a_prompt_that_is_too_long(
    environment: dict[str, str], tmp_path: Path
) -> None:
    shown = talk(environment, tmp_path, "digit-duel", "--player-2", "easy")
    assert "Type hundreds, tens or ones.\nStrike with: " in shown
    shown = talk(environment, tmp_path, "digit-duel", "--player-2", "easy", "--time-limit", "99")
    assert re.search(r"Type hundreds, tens or ones\.\n\[\d\d s\] Strike with: ", shown)


PROMPTING = [
    *(("learn", name) for name in games_with("lesson")),
    *(("daily --day 3", name) for name in games_with("puzzle_sources")),
    *(("practice", name) for name in games_with("puzzle_sources")),
]


@pytest.mark.parametrize(
    "case",
    sampled(
        PROMPTING,
        ("learn", "digit-dilemma"),
        ("learn", "operation-obliteration"),
        ("daily --day 3", "digit-duel"),
        ("daily --day 3", "digit-poison"),
        ("practice", "number-morph"),
    ),
    ids=" ".join,
)
def test_every_prompt_of_puzzles_and_lessons_shows_the_choices(
    case: tuple[str, str], environment: dict[str, str], tmp_path: Path
) -> None:
    command, name = case
    child = pexpect.spawn(
        sys.executable,
        ["-m", "lastdigit", *command.split(), name],
        env={**environment, "TERM": "dumb", "COLUMNS": str(COLUMNS)},
        cwd=str(tmp_path),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    child.expect(r": $")
    lines = str(child.before).replace("\r\n", "\n").splitlines()
    assert max(map(len, lines)) <= COLUMNS
    beside = re.fullmatch(r".* \(.+\)", lines[-1])
    above = re.search(r"\nType [^.]+\.\n[^\n]+$", "\n".join(lines))
    assert beside or above, lines[-4:]
    child.sendline("q")
    child.expect(pexpect.EOF)


def test_every_line_fits_with_a_name_of_wide_characters(
    environment: dict[str, str], tmp_path: Path
) -> None:
    name = "山田太郎山田太郎"
    words = ("digit-dilemma", "--player-2", "easy", "--name-2", name, "--first", "2")
    shown = talk(environment, tmp_path, *words)
    assert name in shown
    assert [line for line in shown.splitlines() if cell_len(line) > COLUMNS] == []


@pytest.mark.parametrize("seconds", [0.0, 1_000.0])
def test_a_message_appears_during_slow_work_and_is_removed(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "THINKING_DELAY", seconds)
    screen, terminal = pty.openpty()
    with os.fdopen(terminal, "r+b", buffering=0) as opened, os.fdopen(screen, "rb") as shown:
        text = open(opened.fileno(), "w", closefd=False, encoding="utf-8")  # noqa: SIM115
        with text, open(opened.fileno(), closefd=False, encoding="utf-8") as source:
            at = Console(source, text, colour=False)
            with at.thinking():
                output = os.read(shown.fileno(), 100) if not seconds else b""
            at.write("Done.\n")
            rest = b""
            while not rest.endswith(b"\n"):
                rest += os.read(shown.fileno(), 100)
    assert output == (b"" if seconds else b"Thinking...")
    assert rest == (b"Done.\r\n" if seconds else b"\r           \rDone.\r\n")
