"""Settings: saved, shown, used as defaults, and ignored with a warning if invalid."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import CommandResult, Run

Write = Callable[[str], Path]


@pytest.fixture
def write(environment: dict[str, str]) -> Write:
    """Return a function that writes the settings file."""

    def write_file(content: str) -> Path:
        file = Path(environment["XDG_CONFIG_HOME"], "lastdigit", "config.json")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
        return file

    return write_file


def test_a_setting_is_set_shown_and_unset(call: Run, environment: dict[str, str]) -> None:
    assert call("config", "name", " Ann ").out == "name is now Ann.\n"
    assert call("config", "level", "hard").out == "level is now hard.\n"
    assert call("config", "name").out == "Ann\n"
    file = Path(environment["XDG_CONFIG_HOME"], "lastdigit", "config.json")
    assert call("config").out == (
        "color  auto (default)\nlevel  hard\nname   Ann\nvoice  auto (default)\n\n"
        f"Saved in {file}\n"
    )
    assert json.loads(file.read_text()) == {"name": "Ann", "level": "hard"}
    assert call("config", "name", "--unset").out == "name is now Player 1 (default).\n"
    assert call("config", "name") == CommandResult(0, "Player 1 (default)\n", "")


def test_an_unset_level_is_shown_with_its_effect(call: Run) -> None:
    output = call("config", "level").out
    assert output == "easy in the menu and on the full screen, two players in play (default)\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("nmae", "Ann"), 'There is no setting "nmae". Did you mean name?'),
        (("shoe",), 'There is no setting "shoe". The settings are name, level, color, voice.'),
        (
            ("level", "esay"),
            'level must be one of beginner, easy, medium, hard, perfect, greedy, random, not "',
        ),
        (("color", "blue"), 'color must be one of auto, always, never, not "blue".'),
        (("voice", "loud"), 'voice must be one of auto, plain, rulebook, not "loud".'),
        (("name", "Computer"), '"Computer" is the name of another player. Choose another name.'),
        (("name", "Ann", "--unset"), "--unset takes a KEY and no VALUE"),
        (("--unset",), "--unset takes a KEY and no VALUE"),
    ],
)
def test_an_invalid_setting_is_bad_usage(
    call: Run, words: tuple[str, ...], expected: str, environment: dict[str, str]
) -> None:
    result = call("config", *words)
    assert (result.code, result.out) == (2, "")
    assert expected in result.err
    assert not Path(environment["XDG_CONFIG_HOME"]).exists()


def test_an_invisible_name_is_refused(call: Run) -> None:
    result = call("config", "name", "\x07")
    assert result.code != 0
    assert "visible characters" in result.err


def test_play_uses_name_level_and_voice_from_the_settings(call: Run) -> None:
    for key, value in (("name", "Ann"), ("level", "easy"), ("voice", "rulebook")):
        call("config", key, value)
    result = call("play", "digit-duel", typed="resign\n")
    assert result.out.endswith("Ann resigns. Player 2 wins!\n")
    (game,) = json.loads(call("saved", "list", "--json").out)
    assert game["setup"]["players"] == [
        {"kind": "human", "name": "Ann"},
        {"kind": "easy", "name": "Player 2"},
    ]


def test_an_option_overrides_the_settings(call: Run) -> None:
    for key, value in (("name", "Ann"), ("level", "easy"), ("voice", "rulebook")):
        call("config", key, value)
    call("play", "digit-duel", "--name-1", "Eve", "--player-2", "human", typed="resign\n")
    call("play", "digit-duel", "--player-1", "random", typed="resign\n")
    computer_first, two_people = json.loads(call("saved", "list", "--json").out)
    names = [
        [one["name"] for one in game["setup"]["players"]] for game in (computer_first, two_people)
    ]
    kinds = [
        [one["kind"] for one in game["setup"]["players"]] for game in (computer_first, two_people)
    ]
    assert names == [["Player 1", "Ann"], ["Eve", "Player 2"]]
    assert kinds == [["random", "human"], ["human", "human"]]
    result = call("play", "digit-duel", "--voice", "plain", typed="resign\n")
    assert "Ann resigns." not in result.out


def test_the_color_option_overrides_the_setting(call: Run) -> None:
    call("config", "color", "always")
    assert "\x1b[1m" in call("games").out
    assert "\x1b" not in call("games", "--color", "auto").out


@pytest.mark.parametrize("content", ["", "{", "[]", '"Ann"', "null"])
def test_a_damaged_file_is_ignored_with_a_warning(call: Run, write: Write, content: str) -> None:
    file = write(content)
    damaged = f"lastdigit: {file} is damaged: it must be a JSON object. Fix or delete this file."
    result = call("play", "digit-duel", typed="resign\n")
    assert result.code == 0
    assert result.err == f"{damaged} It is ignored.\n"
    for words in (["config"], ["config", "name"], ["config", "name", "Ann"]):
        result = call(*words)
        assert (result.code, result.out, result.err) == (1, "", f"{damaged}\n")
    assert file.read_text() == content


def test_one_invalid_value_does_not_affect_the_others(call: Run, write: Write) -> None:
    file = write('{"name": "Ann", "level": 7, "colour": "never"}')
    result = call("play", "digit-duel", typed="resign\n")
    assert result.out.endswith("Ann resigns. Player 2 wins!\n")
    assert result.err.splitlines() == [
        f"lastdigit: {file}: level must be a string. It is ignored.",
        f'lastdigit: {file}: There is no setting "colour". Did you mean color? It is ignored.',
    ]
    output = call("config").out
    assert "level  (ignored) level must be a string.\n" in output
    assert call("config", "level", "easy").code == 0
    assert json.loads(file.read_text()) == {"name": "Ann", "colour": "never", "level": "easy"}


def test_a_symbolic_link_is_not_replaced(call: Run, write: Write, tmp_path: Path) -> None:
    file = write("{}")
    elsewhere = tmp_path / "dotfiles.json"
    file.rename(elsewhere)
    file.symlink_to(elsewhere)
    call("config", "name", "Ann")
    assert file.is_symlink()
    assert json.loads(elsewhere.read_text()) == {"name": "Ann"}


def test_a_folder_that_cannot_be_created_is_reported(
    call: Run, environment: dict[str, str]
) -> None:
    Path(environment["XDG_CONFIG_HOME"]).write_text("in the way")
    result = call("config", "name", "Ann")
    assert result.code == 1
    assert "config.json cannot be " in result.err
    assert call("play", "digit-duel", typed="resign\n").code == 0
