"""How the words after `lastdigit` are understood: in any order, and kindly when they are wrong."""

from __future__ import annotations

import pytest

from lastdigit.cli.commands import COMMANDS
from tests.conftest import Run

# Options anywhere


@pytest.mark.parametrize("command", ["list", "games", "rules digit-duel", "show digit-duel"])
def test_a_general_option_may_stand_before_the_command(call: Run, command: str) -> None:
    words = command.split()
    ran = call("--color", "never", *words)
    assert (ran.code, ran.err) == (0, "")
    assert ran == call("--color=never", *words) == call(*words, "--color", "never")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_a_general_option_before_it(call: Run, command: str) -> None:
    ran = call("--color", "never", command, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"usage: lastdigit {command}")


def test_the_version_is_told_whatever_else_is_asked(call: Run) -> None:
    assert call("--version", "list") == call("list", "--version") == call("--version")
    assert call("-V") == call("list", "-V") == call("--version")


@pytest.mark.parametrize(
    "words",
    [
        ("analyse", "--preset", "quick", "digit-duel", "ones", "--json"),
        ("analyse", "--json", "digit-duel", "--preset", "quick", "ones"),
        ("analyse", "--preset=quick", "--color", "never", "digit-duel", "--json", "ones"),
        (
            "--color=never",
            "analyse",
            "--json",
            "--first",
            "1",
            "--preset",
            "quick",
            "digit-du",
            "ones",
        ),
    ],
)
def test_options_may_stand_before_or_after_the_game(call: Run, words: tuple[str, ...]) -> None:
    usual = call("analyse", "digit-duel", "--preset", "quick", "ones", "--json")
    assert usual.code == 0
    assert call(*words) == usual


def test_a_rule_option_may_stand_before_the_game_that_has_it(call: Run) -> None:
    ran = call("play", "--no-hints", "--number-1", "5", "--name-1", "Ann", "digit-duel")
    assert "Ann's Turn:\nYour Number: 0 0 5\n" in ran.out


def test_the_help_of_a_game_may_be_asked_for_before_or_after_its_name(call: Run) -> None:
    assert call("play", "--help", "digit-duel") == call("play", "digit-duel", "--help")


def test_a_game_is_asked_for_where_none_is_named(call: Run) -> None:
    for words in ((), ("--no-hints",), ("--preset", "quick")):
        ran = call("play", *words)
        assert (ran.code, ran.out) == (2, "")
        assert "name a game; lastdigit games lists them" in ran.err


# Help


@pytest.mark.parametrize("command", COMMANDS)
def test_help_before_a_command_is_its_help(call: Run, command: str) -> None:
    assert call("help", command) == call(command, "--help")


def test_help_before_a_command_and_its_game_is_the_help_with_its_options(call: Run) -> None:
    assert call("help", "play", "digit-duel") == call("play", "digit-duel", "--help")


def test_help_alone_is_the_help_of_all(call: Run) -> None:
    assert call("help") == call("--help")
    assert call("help").code == 0


def test_help_for_a_command_that_is_none_says_so(call: Run) -> None:
    ran = call("help", "paly")
    assert (ran.code, ran.out) == (2, "")
    assert 'There is no command "paly"; did you mean play?' in ran.err


# What is wrong is named, and what was meant is guessed


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("paly", "play"), ("reviw", "review"), ("lsit", "list"), ("Play", "play"), ("game", "games")],
)
def test_a_mistyped_command_is_blamed_itself(call: Run, typed: str, meant: str) -> None:
    ran = call(typed, "digit-duel", "--json")
    assert (ran.code, ran.out) == (2, "")
    assert f'There is no command "{typed}"; did you mean {meant}?' in ran.err
    assert "digit-duel" not in ran.err


def test_a_command_like_no_other_is_told_the_known_ones(call: Run) -> None:
    ran = call("xyzzy", "digit-duel")
    assert ran.code == 2
    assert "did you mean" not in ran.err
    assert f"there is {', '.join(COMMANDS)}" in ran.err


@pytest.mark.parametrize("game", ["digit-duel", "number_morph", "Digit Poison"])
def test_a_game_where_a_command_belongs_is_told_how_it_is_played(call: Run, game: str) -> None:
    ran = call(game)
    assert ran.code == 2
    assert f'"{game}" is a game, not a command; lastdigit play' in ran.err


def test_analyze_is_analyse(call: Run) -> None:
    assert call("analyze", "digit-duel").code == 0
    assert call("analyze", "digit-duel") == call("analyse", "digit-duel")
    assert call("help", "analyze") == call("analyse", "--help")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("digit-dual", "digit-duel"),
        ("numbermorph", "number-morph"),
        ("digit-posion", "digit-poison"),
    ],
)
def test_a_mistyped_game_is_guessed(call: Run, typed: str, meant: str) -> None:
    for words in (("play", typed), ("rules", typed), ("arena", "--players", "a", "--games", typed)):
        ran = call(*words)
        assert (ran.code, ran.out) == (2, "")
        assert f'There is no game "{typed}"; did you mean {meant}?' in ran.err


@pytest.mark.parametrize(
    ("words", "typed", "meant"),
    [
        (("list", "--al"), "--al", "--all"),
        (("play", "digit-duel", "--number1", "5"), "--number1", "--number-1"),
        (("play", "--number1", "5", "digit-duel"), "--number1", "--number-1"),
        (("play", "--no-hint", "digit-duel"), "--no-hint", "--no-hints"),
        (("solve", "digit-poison", "--divsor=3"), "--divsor", "--divisor"),
        (("review", "1", "--jsn"), "--jsn", "--json"),
        (("--colour", "never", "list"), "--colour", "--color"),
    ],
)
def test_a_mistyped_option_is_guessed(
    call: Run, words: tuple[str, ...], typed: str, meant: str
) -> None:
    ran = call(*words)
    assert (ran.code, ran.out) == (2, "")
    assert f'there is no option "{typed}"; did you mean {meant}?' in ran.err


def test_an_option_like_no_other_is_not_guessed(call: Run) -> None:
    assert call("--foo").err.endswith('there is no option "--foo"; --help lists all\n')


def test_a_mistyped_player_is_guessed(call: Run) -> None:
    ran = call("play", "digit-duel", "--player-2", "esay")
    assert ran.code == 2
    assert 'There is no player "esay"; did you mean easy?' in ran.err


@pytest.mark.parametrize("command", ["play", "resume", "arena", "exam"])
def test_at_once_is_an_option_of_what_asks_several_at_once(call: Run, command: str) -> None:
    assert ("--at-once" in call(command, "--help").out) == (command in ("arena", "exam"))


@pytest.mark.parametrize("command", COMMANDS)
def test_the_usage_of_every_command_is_one_line(call: Run, command: str) -> None:
    usage, _, rest = call(command, "--help").out.partition("\n")
    assert usage.startswith(f"usage: lastdigit {command}")
    assert usage.endswith("[options]")
    assert rest.startswith("\n")


def test_a_game_number_that_is_none_points_to_the_list(call: Run) -> None:
    ran = call("resume", "abc")
    assert ran.code == 2
    assert "argument ID: it must be the number of a kept game; lastdigit list shows" in ran.err


def test_an_option_of_another_game_is_told_those_of_this_one(call: Run) -> None:
    ran = call("play", "digit-duel", "--log-start", "no")
    assert ran.code == 2
    assert (
        'there is no option "--log-start"; the rule options of Digit Duel are '
        "--number-1, --number-2, --digits, --base; --help lists all" in ran.err
    )


@pytest.mark.parametrize("words", [("list", "7"), ("play", "digit-duel", "digit-poison")])
def test_a_word_too_many_is_named(call: Run, words: tuple[str, ...]) -> None:
    ran = call(*words)
    assert ran.code == 2
    assert f'"{words[-1]}" is one word too many' in ran.err


@pytest.mark.parametrize(
    ("words", "variables", "coloured"),
    [
        ((), {}, False),
        (("--color", "always"), {}, True),
        (("--color", "always"), {"NO_COLOR": "1", "TERM": "dumb"}, True),
        (("--color", "never"), {"FORCE_COLOR": "1"}, False),
        (("--color", "auto"), {"FORCE_COLOR": "1", "TERM": "dumb"}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
        ((), {"FORCE_COLOR": ""}, False),
    ],
)
def test_through_a_pipe_colour_comes_only_when_it_is_asked_for(
    call: Run,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    variables: dict[str, str],
    coloured: bool,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[1m" in call("games", *words).out) is coloured


def test_help_has_no_colour_of_its_own(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python has, from 3.14 on."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in call("--help").out
