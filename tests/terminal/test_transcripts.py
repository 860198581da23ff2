"""Golden dialogues: what each game says, line by line, piped and on a pseudo-terminal.

A transcript is the command, the lines that are typed (`> `), and everything that is printed. After
a change that is meant, `RENEW_TRANSCRIPTS=1 make tests` writes them anew: read the difference.
"""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

import pexpect
import pytest

from tests.conftest import GAMES, ROOT, Run

FOLDER = ROOT / "tests" / "transcripts"
TRANSCRIPTS = sorted(FOLDER.glob("*/*.txt"))
NAMES = [f"{path.parent.name}/{path.stem}" for path in TRANSCRIPTS]


@dataclass(frozen=True)
class Transcript:
    """A command, what is typed, and what is printed."""

    words: list[str]
    typed: list[str]
    printed: str


def read(path: Path) -> Transcript:
    """Return the transcript in a file."""
    command, _, rest = path.read_text().partition("\n")
    typed = []
    while rest.startswith("> "):
        line, _, rest = rest.partition("\n")
        typed.append(line[2:])
    return Transcript(shlex.split(command)[2:], typed, rest.removeprefix("\n"))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_rulebook_sample_and_a_whole_game(name: str) -> None:
    stems = {path.stem for path in (FOLDER / name).glob("*.txt")}
    assert any(stem.startswith("rulebook-sample") for stem in stems)
    assert "whole-game" in stems


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=NAMES)
def test_a_piped_game_reads_as_the_transcript(path: Path, run: Run) -> None:
    transcript = read(path)
    done = run(*transcript.words, typed="".join(f"{line}\n" for line in transcript.typed))
    if os.environ.get("RENEW_TRANSCRIPTS"):
        before = path.read_text().split("\n\n", 1)[0].rstrip("\n")
        path.write_text(f"{before}\n\n{done.out}")
    else:
        assert done.out == transcript.printed
    assert "\x1b" not in done.out
    assert done.err == ""


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=NAMES)
def test_a_game_on_a_terminal_reads_as_the_transcript(
    path: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    transcript = read(path)
    child = pexpect.spawn(
        sys.executable,
        ["-m", "lastdigit", *transcript.words],
        env={**environment, "TERM": "dumb"},
        cwd=str(tmp_path),
        encoding="utf-8",
        dimensions=(50, 1_000),
        timeout=30,
    )
    seen = ""
    for line in transcript.typed:
        child.expect(r": $")  # every prompt ends so
        seen += f"{child.before}{child.after}"
        child.sendline(line)
    child.expect(pexpect.EOF)
    seen += f"{child.before}"
    assert seen.replace("\r\n", "\n") == transcript.printed
