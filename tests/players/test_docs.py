"""The session and the bots on docs/players.md work as printed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lastdigit
from lastdigit.game.game import Seat
from lastdigit.match.match import arrange, verify
from lastdigit.match.record import End, Player
from lastdigit.players.builtin import MAX_PLAYOUT_PLIES
from lastdigit.players.external import (
    GRACE_PERIOD,
    MARKER_VARIABLE,
    MAX_ERROR_OUTPUT,
    MAX_LINE_BYTES,
)
from lastdigit.players.llm import (
    FIRST_WAIT,
    MAX_ANSWER_BYTES,
    MAX_ERROR_BYTES,
    MAX_WAIT,
    MIN_KEY_LENGTH,
    RETRIES,
    RETRIES_IF_BUSY,
)
from lastdigit.players.players import FORMS, Settings, open_player, play_game
from lastdigit.system import Clock
from tests.conftest import GAMES, ROOT
from tests.players.games import played, python, script

PAGE = (ROOT / "docs" / "players.md").read_text()
SESSION = re.findall(r"^([<>]) (\{.*\})$", PAGE, re.MULTILINE)


def block(language: str) -> str:
    """Return the program on the page in a language."""
    found = re.search(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def test_a_program_with_the_documented_replies_reads_the_documented_session(
    tmp_path: Path,
) -> None:
    answers = [line for side, line in SESSION if side == "<"]
    log = tmp_path / "log"
    who = python(
        tmp_path,
        f"""
import json, sys
answers = iter({answers!r})
with open({str(log)!r}, "w") as log:
    for line in sys.stdin:
        print(">", line, end="", file=log, flush=True)
        if json.loads(line)["type"] == "turn":
            answer = next(answers)
            print("<", answer, file=log, flush=True)
            print(answer, flush=True)
""",
    )
    start = json.loads(SESSION[0][1])
    settings = Settings(tries=start["tries"], seconds=start["seconds"])
    setup = arrange(
        lastdigit.find(start["game"], **start["options"]),
        (Player(who, "Player 1"), Player("easy", "Player 2")),
        package="test",
        first=Seat(start["first"]),
        seed=7,
        terms=settings.terms(),
    )
    with open_player(who, settings) as one, open_player("easy") as two:
        occupants = {Seat.ONE: one, Seat.TWO: two}
        game = play_game(setup, occupants, settings, Clock())
    verify(game.record)
    rules = json.dumps(lastdigit.catalogue()[start["game"]].rulebook())
    text = log.read_text().replace(rules, '"..."')
    assert text.splitlines() == [f"{side} {line}" for side, line in SESSION]
    assert {json.loads(line).get("type", "") for _, line in SESSION} == {
        "start",
        "turn",
        "refused",
        "result",
        "",
    }


def test_the_bot_command_can_follow_the_documented_session() -> None:
    typed = "".join(f"{line}\n" for side, line in SESSION if side == ">")
    done = subprocess.run(
        [sys.executable, "-m", "lastdigit", "bot", "random"],
        input=typed,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT / "src")},
        check=True,
    )
    assert len(done.stdout.splitlines()) == sum(side == "<" for side, _ in SESSION)


@pytest.mark.parametrize("game", GAMES)
def test_the_documented_python_bot_plays(game: str, tmp_path: Path) -> None:
    who = python(tmp_path, block("python"))
    first, second = (played(who, "random", game) for _ in range(2))
    assert first.record.result.end in (End.WIN, End.UNFINISHED)
    assert first.record == second.record
    assert all(len(tries) == 1 for tries in first.turns)


@pytest.mark.skipif(shutil.which("sed") is None, reason="there is no sed")
@pytest.mark.parametrize("game", GAMES)
def test_the_documented_shell_bot_plays(game: str, tmp_path: Path) -> None:
    who = script(tmp_path / "bot.sh", block("sh"))
    found = played(who, "random", game)
    assert found.record.result.end in (End.WIN, End.UNFINISHED)
    assert all(len(tries) == 1 for tries in found.turns)


def test_every_form_of_player_and_every_limit_is_documented() -> None:
    for form in FORMS:
        assert f"| `{form}:" in PAGE
    for number in (MAX_LINE_BYTES, MAX_ERROR_OUTPUT, MAX_ANSWER_BYTES, MAX_ERROR_BYTES):
        assert f"{number:,} bytes" in PAGE
    waits = [f"{FIRST_WAIT * 2**number:g}" for number in range(RETRIES)]
    assert f"{', '.join(waits[:-1])} and {waits[-1]} seconds" in " ".join(PAGE.split())
    assert f"is tried again {RETRIES_IF_BUSY} times" in PAGE
    assert f"at most {MAX_PLAYOUT_PLIES} plies" in PAGE
    assert MARKER_VARIABLE in PAGE
    assert f"a key of {MIN_KEY_LENGTH} or more characters" in PAGE
    assert (GRACE_PERIOD, MAX_WAIT) == (0.5, 60.0), "the page says half a second, and a minute"
    defaults = Settings()
    assert (defaults.tries, defaults.seconds) == (3, 30.0), "the page says three, and 30 seconds"
