"""No line of any help or error is wider than the terminal, and words stay whole."""

from __future__ import annotations

import re

import pytest

from lastdigit.cli.main import COMMANDS, GROUPS, SECTIONS, parser_of
from lastdigit.cli.parsers import help_width
from lastdigit.system import terminal_width
from tests.conftest import GAMES, Run

TOPICS = [
    *("--help", "help --all", "help options"),
    *(f"help {name}" for name in [*COMMANDS, *GROUPS, *SECTIONS]),
]
WITH_GAME = [path for path in COMMANDS if parser_of(path)().by_game]
UNBROKEN = re.compile(
    r"(example: | +)lastdigit .*"  # a command to copy
    r"| *\S+[,.;)]?"  # a URL, or another word that is too long for a line
)


def too_wide(text: str, width: int) -> list[str]:
    """Return the lines that are wider than `width`, except those that cannot be broken."""
    return [
        line for line in text.splitlines() if len(line) > width and not UNBROKEN.fullmatch(line)
    ]


@pytest.mark.parametrize("width", [80, 40])
def test_every_help_fits_the_terminal(
    call: Run, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    topics = [*TOPICS, *(f"help {path} {game}" for path in WITH_GAME for game in GAMES)]
    whole = {topic: call(*topic.split()).out.split() for topic in topics}
    monkeypatch.setenv("COLUMNS", str(width))
    for topic in topics:
        helped = call(*topic.split())
        assert (helped.code, helped.err) == (0, ""), topic
        assert too_wide(helped.out, width) == [], topic
        assert helped.out.split() == whole[topic], "words stay whole"


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize(
    "typed",
    [
        *("list", "xyzzy", "saved lst", "exam mcts:20", "saved", "play --nonsense"),
        *("digit-duel", "operation-obliteration", "play digit-duel --log-start no", "play chess"),
        *("resume abc", "resume 99", "saved export", "certify --check", "puzzles mixed"),
        *("play digit-duel --full-screen --rounds 3", "saved replay nowhere-to-be-found.jsonl"),
    ],
)
def test_every_error_fits_the_terminal(
    call: Run, monkeypatch: pytest.MonkeyPatch, typed: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    result = call(*typed.split())
    assert result.code != 0
    assert result.err
    assert too_wide(result.err, width) == []


def test_a_command_in_an_error_can_be_copied(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert call("operation-obliteration").err == (
        'lastdigit: "operation-obliteration" is a\n'
        "game. To play it:\n"
        "  lastdigit play operation-obliteration\n"
    )


@pytest.mark.parametrize(
    ("columns", "width"), [("100", 100), ("40", 40), ("", 80), ("0", 80), ("wide", 80), ("-1", 80)]
)
def test_without_a_terminal_the_width_is_columns_or_80(
    monkeypatch: pytest.MonkeyPatch, columns: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert terminal_width(None) == width
    assert help_width() <= 80
