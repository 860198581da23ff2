"""Golden transcripts of each game, through a pipe and on a pseudo-terminal.

A transcript consists of the command, the typed lines (`> `), and all output. After an intended
change, `make renew GAME=...` regenerates those of a game: review the difference.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pexpect
import pytest

from tests.conftest import GAMES, PATIENCE, Run
from tests.renew import read_transcript, transcript_text, transcripts
from tests.sizes import sampled

TRANSCRIPTS = [path for name in GAMES for path in transcripts(name)]
NAMES = [f"{path.parent.name}/{path.stem}" for path in TRANSCRIPTS]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_rulebook_sample_and_a_whole_game(name: str) -> None:
    stems = {path.stem for path in transcripts(name)}
    for beginning in ("rulebook-sample", "whole-game"):
        assert any(stem.startswith(beginning) for stem in stems), (
            f"tests/transcripts/{name}/{beginning}.txt is missing: write '$ lastdigit play {name}' "
            f"and the lines that are typed, each after '> '; make renew GAME={name} does the rest"
        )


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=NAMES)
def test_a_piped_game_matches_the_transcript(path: Path, call: Run) -> None:
    text = transcript_text(path, call)
    assert path.read_text() == text, f"make renew GAME={path.parent.name} writes it"
    assert "\x1b" not in text


@pytest.mark.parametrize("name", sampled(NAMES, NAMES[0], NAMES[-1]))
def test_a_game_on_a_terminal_matches_the_transcript(
    name: str, environment: dict[str, str], tmp_path: Path
) -> None:
    transcript = read_transcript(TRANSCRIPTS[NAMES.index(name)])
    child = pexpect.spawn(
        sys.executable,
        ["-m", "lastdigit", *transcript.words],
        env={**environment, "TERM": "dumb", "COLUMNS": "1000"},
        cwd=str(tmp_path),
        encoding="utf-8",
        dimensions=(50, 1_000),
        timeout=PATIENCE,
    )
    child.delaybeforesend = None
    seen = ""
    for line in transcript.typed:
        child.expect(r": $")  # every prompt ends like this
        seen += f"{child.before}{child.after}"
        child.sendline(line)
    child.expect(pexpect.EOF)
    seen += f"{child.before}"
    assert seen.replace("\r\n", "\n") == transcript.printed
