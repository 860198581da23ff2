"""Shell completion: the candidates, and the scripts in real shells."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from lastdigit.cli.completion import candidates
from lastdigit.cli.main import COMMANDS
from lastdigit.players import COMPUTERS
from tests.conftest import GAMES, PATIENCE, Run

PLAYERS = ["human", *COMPUTERS]
FIRST_WORDS = list(dict.fromkeys(path.partition(" ")[0] for path in COMMANDS))


def found(*words: str) -> list[str]:
    return [candidate.word for candidate in candidates(words)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], [*FIRST_WORDS, "help"]),
        (["re"], ["resume", "review"]),
        (["saved", "re"], ["replay"]),
        (["saved", "--color", "never", ""], ["list", "replay", "verify", "export", "delete"]),
        (["saved", "--ver"], ["--version"]),
        (["saved", "lst", ""], []),
        (["help", "re"], ["resume", "review"]),
        (["help", "s"], ["stats", "solve", "saved", "show", "serve", "study", "server"]),
        (["help", "saved", "re"], ["replay"]),
        (["help", "--"], ["--all"]),
        (["--color", "never", "pla"], ["play"]),
        (["--ver"], ["--version"]),
        (["--color", ""], ["auto", "always", "never"]),
        (["saved", "list", "--color", "a"], ["auto", "always"]),
        (["saved", "list", "--color=a"], ["--color=auto", "--color=always"]),
        (["saved", "list", "--color", "=", "a"], ["auto", "always"]),
        (["saved", "list", "--color", "="], ["auto", "always", "never"]),
        (["saved", "list", "--all", "--a"], []),
        (["play", ""], GAMES),
        (["play", "digit-d"], ["digit-dilemma", "digit-duel"]),
        (["play", "--player-2", "easy", "digit-d"], ["digit-dilemma", "digit-duel"]),
        (["play", "--player-2", ""], PLAYERS),
        (["play", "digit-duel", "--num"], ["--number-1", "--number-2"]),
        (["play", "digit-duel", "--number-1", "5", "--num"], ["--number-2"]),
        (["play", "digit-poison", "--num"], []),
        (["play", "chess", "--num"], []),
        (
            ["analyze", "digit-duel", "--preset", ""],
            ["rulebook", "quick", "four-digits", "letters", "binary"],
        ),
        (["play", "--full-screen", "num"], ["number-morph"]),
        (["rules", "digit-duel", ""], []),
        (["config", "co"], ["color"]),
        (["config", "color", "n"], ["never"]),
        (["config", "name", ""], []),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["serve", "--limit", "a=1", "--lim"], ["--limit"]),
        (["shoe", ""], []),
        (["show", "digit-duel", "--record", ""], []),
    ],
)
def test_candidates_come_from_the_parsers(words: list[str], expected: list[str]) -> None:
    assert found(*words) == expected


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_in_a_commands_help_is_offered(call: Run, command: str) -> None:
    words = command.split()
    helped = call(*words, "--help").out
    options = found(*words, "-")
    assert "--help" in options
    for option in options:
        assert option in helped


def test_saved_games_are_offered_and_no_file_is_created(
    call: Run, environment: dict[str, str]
) -> None:
    assert call("completion", "--words", "resume", "").out == ""
    assert not Path(environment["XDG_DATA_HOME"]).exists()
    call("play", "digit-duel", typed="quit\n")
    assert call("completion", "--words", "resume", "").out == (
        "1\tgame 1 (Digit Duel, Player 1 - Player 2: unfinished)\n"
    )
    assert call("completion", "--words", "review", "").out.startswith("1\t")


def test_an_unknown_shell_is_bad_usage(call: Run) -> None:
    result = call("completion", "tcsh")
    assert (result.code, result.out) == (2, "")
    assert "'bash', 'zsh', 'fish'" in result.err


# In real shells


@pytest.fixture
def shell(environment: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """Return the environment of a shell that finds `lastdigit`."""
    command = tmp_path / "bin" / "lastdigit"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m lastdigit "$@"\n')
    command.chmod(0o755)
    path = f"{command.parent}{os.pathsep}{os.environ['PATH']}"
    return {**environment, "PATH": path, "HOME": str(tmp_path), "TERM": "xterm"}


def needs(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(name) is None, reason=f"there is no {name} here")


def completions(program: list[str], script: str, shell: dict[str, str]) -> str:
    done = subprocess.run(
        [*program, script], env=shell, capture_output=True, timeout=PATIENCE, check=True, text=True
    )
    assert not done.stderr
    return done.stdout


@needs("bash")
def test_bash_completes_commands_and_games(shell: dict[str, str]) -> None:
    script = (
        'eval "$(lastdigit completion bash)"\n'
        "COMP_WORDS=(lastdigit play digit-d); COMP_CWORD=2\n"
        "_lastdigit lastdigit; echo ${COMPREPLY[@]}\n"
    )
    assert completions(["bash", "--norc", "-c"], script, shell) == "digit-dilemma digit-duel\n"


@needs("fish")
def test_fish_completes_commands_games_and_files(shell: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").touch()
    script = (
        "lastdigit completion fish | source\n"
        'complete -C "lastdigit play digit-d"\n'
        f'complete -C "lastdigit saved verify {tmp_path}/ga"\n'
    )
    assert completions(["fish", "--no-config", "-c"], script, shell) == (
        f"digit-dilemma\tDigit Dilemma\ndigit-duel\tDigit Duel\n{tmp_path}/games.jsonl\n"
    )


@pytest.mark.parametrize(
    ("program", "ready"),
    [
        pytest.param("bash --norc -i", "true", marks=needs("bash"), id="bash"),
        pytest.param(
            *("zsh -f -i", "autoload -Uz compinit; compinit -u -D"),
            marks=(needs("zsh"), pytest.mark.prove),
            id="zsh",
        ),
    ],
)
def test_the_tab_key_completes_a_command_line(
    shell: dict[str, str], program: str, ready: str
) -> None:
    name, *words = program.split()
    child = pexpect.spawn(
        name, words, env=shell, encoding="utf-8", timeout=PATIENCE, dimensions=(24, 80)
    )
    child.sendline(f'{ready}; eval "$(lastdigit completion {name})"; PS1="rea""dy> "')
    child.expect_exact("ready> ")
    for typed, completed in (
        ("lastdigit ru\t", "rules "),
        ("digit-po\t", "digit-poison "),
        ("--a\t", "--all "),
    ):
        child.send(typed)
        child.expect(completed.replace(" ", ".* "))
    child.send("| head -1\n")
    child.expect_exact("Digit Poison")
    child.close(force=True)
