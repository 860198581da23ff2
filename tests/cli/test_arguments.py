"""Arguments: options in any order, and guesses for wrong ones."""

from __future__ import annotations

import re
import sys

import pexpect
import pytest

from lastdigit.cli.main import COMMANDS, FORMER_NAMES, GROUPS, SECTIONS
from tests.conftest import GAMES, PATIENCE, CommandResult, Run

# Options anywhere


def test_a_general_option_is_accepted_before_the_command(call: Run) -> None:
    words = ("show", "digit-duel")
    result = call("--color", "never", *words)
    assert (result.code, result.err) == (0, "")
    assert result == call("--color=never", *words) == call(*words, "--color", "never")


def test_version_is_printed_whatever_the_other_arguments_are(call: Run) -> None:
    assert (
        call("--version", "saved", "list")
        == call("saved", "list", "--version")
        == call("--version")
    )
    assert call("-V") == call("saved", "list", "-V") == call("--version")


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
def test_options_are_accepted_before_or_after_the_game(call: Run, words: tuple[str, ...]) -> None:
    usual = call("analyse", "digit-duel", "--preset", "quick", "ones", "--json")
    assert usual.code == 0
    assert call(*words) == usual


def test_a_rule_option_is_accepted_before_its_game(call: Run) -> None:
    result = call("play", "--no-hints", "--number-1", "5", "--name-1", "Ann", "digit-duel")
    assert "Ann's Turn:\nYour Number: 0 0 5\n" in result.out


def test_help_is_accepted_before_or_after_the_name_of_a_game(call: Run) -> None:
    assert call("play", "--help", "digit-duel") == call("play", "digit-duel", "--help")


@pytest.mark.parametrize(
    "typed",
    [
        *("play --no-hints", "play --preset quick", "analyse --json", "show", "solve"),
        *("map", "certify --out p.json", "certify", "dataset", "rules --all", "learn"),
        *("puzzles", "puzzles --sheet sheet.html", "dev check"),
    ],
)
def test_a_command_without_a_game_lists_the_games(call: Run, typed: str) -> None:
    result = call(*typed.split())
    assert (result.code, result.out) == (2, "")
    assert f"Name a game: {', '.join(GAMES)}\n" in result.err


def test_play_without_a_game_opens_the_menu(call: Run) -> None:
    menu = call(typed="quit\n")
    assert "Which one?" in menu.out
    assert call("play", typed="quit\n") == menu
    assert call("play", "--color", "never", typed="quit\n") == menu


@pytest.mark.usefixtures("_old_hand")
@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("rules", "Digit Poison"),
        ("analyse", "wins"),
        ("learn", "Digit Poison"),
        ("play --preset quick --player-2 easy", "poison"),
    ],
)
def test_on_a_terminal_a_game_can_be_chosen(
    environment: dict[str, str], typed: str, shown: str
) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "lastdigit", "--color", "never", *typed.split()],
        env={**environment, "TERM": "dumb"},
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(60, 80),
    )
    child.expect_exact(f"Which game? (1-{len(GAMES)}) [1]: ")
    child.sendline("digit poison")
    child.expect_exact(shown)
    child.close(force=True)


# Help


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_starts_with_its_usage_in_one_line(call: Run, command: str) -> None:
    result = call(*command.split(), "--help")
    usage, _, rest = result.out.partition("\n")
    assert (result.code, result.err) == (0, "")
    assert usage.startswith(f"usage: lastdigit {command}")
    assert usage.endswith("[options]")
    assert rest.startswith("\n")


def test_help_before_a_command_prints_the_help_of_the_command(call: Run) -> None:
    assert call("help", "review") == call("review", "--help")
    assert call("help", "saved", "list") == call("saved", "list", "--help")


def test_help_before_a_command_and_a_game_includes_the_options_of_the_game(call: Run) -> None:
    assert call("help", "play", "digit-duel") == call("play", "digit-duel", "--help")


def test_help_without_arguments_prints_the_general_help(call: Run) -> None:
    assert call("help") == call("--help")
    assert call("help").code == 0


def test_the_general_help_fits_a_small_screen_and_names_every_group(call: Run) -> None:
    lines = call("--help").out.splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    for name in SECTIONS:
        assert any(line.startswith(f"  {name} ") for line in lines)


@pytest.mark.parametrize("section", [name for name in SECTIONS if name not in COMMANDS])
def test_help_for_a_section_lists_its_commands(call: Run, section: str) -> None:
    helped = call("help", section)
    assert (helped.code, helped.err) == (0, "")
    for path in SECTIONS[section].commands:
        if section not in GROUPS or path.startswith(section):
            assert f"\n  {path} " in helped.out


def test_help_for_all_lists_every_command(call: Run) -> None:
    helped = call("help", "--all")
    assert (helped.code, helped.err) == (0, "")
    for path, command in COMMANDS.items():
        assert re.search(rf"^  {path} +{re.escape(command.summary)}$", helped.out, re.MULTILINE)


def test_help_for_an_unknown_command_is_an_error(call: Run) -> None:
    result = call("help", "paly")
    assert (result.code, result.out) == (2, "")
    assert 'There is no command "paly". Did you mean play?' in result.err


# Errors name the mistake and suggest a correction


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *(("paly", "play"), ("Play", "play"), ("game", "games"), ("lsit", "saved list")),
        *(("list", "saved list"), ("delete", "saved delete"), ("save", "saved")),
        *(("verify", "saved verify or exam verify"), ("tui", "play --full-screen")),
    ],
)
def test_a_mistyped_command_is_reported_before_its_arguments(
    call: Run, typed: str, meant: str
) -> None:
    result = call(typed, "digit-duel", "--json")
    assert (result.code, result.out) == (2, "")
    assert f'There is no command "{typed}". Did you mean {meant}?' in result.err
    assert "digit-duel" not in result.err


def test_an_unrecognizable_command_points_to_the_list_of_commands(call: Run) -> None:
    result = call("xyzzy", "digit-duel")
    assert (result.code, result.out) == (2, "")
    assert "Did you mean" not in result.err
    assert "lastdigit help --all lists all commands" in result.err


def test_a_mistyped_command_of_a_group_is_corrected(call: Run) -> None:
    result = call("saved", "lst")
    assert (result.code, result.out) == (2, "")
    assert 'There is no command "saved lst". Did you mean saved list?' in result.err
    result = call("exam", "mcts:20")
    assert (result.code, result.out) == (2, "")
    assert "There is exam run, exam leaderboard and exam verify." in result.err


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_without_a_command_is_bad_usage_and_lists_its_commands(
    call: Run, group: str
) -> None:
    helped = call("help", group)
    assert (helped.code, helped.err) == (0, "")
    assert helped == call(group, "--help") == call("--color", "never", group, "-h")
    for path in COMMANDS:
        assert (f"\n  {path} " in helped.out) == path.startswith(f"{group} ")
    assert call(group) == CommandResult(2, "", helped.out)
    assert "There is no option" in call(group, "--nonsense").err


def test_general_options_are_accepted_inside_the_name_of_a_command(call: Run) -> None:
    assert call("saved", "--color", "never", "list", "--json") == CommandResult(0, "[]\n", "")


def test_former_command_names_are_refused() -> None:
    assert not FORMER_NAMES.keys() & {*COMMANDS, *GROUPS}
    for meant in FORMER_NAMES.values():
        assert meant.partition(" --")[0] in COMMANDS


@pytest.mark.parametrize("game", ["digit-duel", "Digit Poison"])
def test_a_game_instead_of_a_command_gets_the_command_to_play_it(call: Run, game: str) -> None:
    result = call(game)
    assert result.code == 2
    assert f'"{game}" is a game. To play it: lastdigit play' in result.err


def test_analyze_is_an_alias_of_analyse(call: Run) -> None:
    assert call("analyze", "digit-duel").code == 0
    assert call("analyze", "digit-duel") == call("analyse", "digit-duel")
    assert call("help", "analyze") == call("analyse", "--help")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("digit-dual", "digit-duel"), ("numbermorph", "number-morph")],
)
def test_a_mistyped_game_is_corrected(call: Run, typed: str, meant: str) -> None:
    for words in (("play", typed), ("rules", typed), ("arena", "--players", "a", "--games", typed)):
        result = call(*words)
        assert (result.code, result.out) == (2, "")
        assert f'There is no game "{typed}". Did you mean {meant}?' in result.err


@pytest.mark.parametrize(
    ("words", "typed", "meant"),
    [
        (("saved", "list", "--al"), "--al", "--all"),
        (("play", "digit-duel", "--number1", "5"), "--number1", "--number-1"),
        (("play", "--number1", "5", "digit-duel"), "--number1", "--number-1"),
        (("solve", "digit-poison", "--divsor=3"), "--divsor", "--divisor"),
        (("--colour", "never", "saved", "list"), "--colour", "--color"),
    ],
)
def test_a_mistyped_option_is_corrected(
    call: Run, words: tuple[str, ...], typed: str, meant: str
) -> None:
    result = call(*words)
    assert (result.code, result.out) == (2, "")
    assert f'There is no option "{typed}". Did you mean {meant}?' in result.err


def test_an_unrecognizable_option_gets_no_suggestion(call: Run) -> None:
    assert call("--foo").err.endswith('There is no option "--foo". --help lists all options.\n')


def test_a_mistyped_player_is_corrected(call: Run) -> None:
    result = call("play", "digit-duel", "--player-2", "esay")
    assert result.code == 2
    assert 'There is no player "esay". Did you mean easy?' in result.err


@pytest.mark.parametrize("command", ["play", "exam run"])
def test_at_once_is_only_an_option_of_concurrent_commands(call: Run, command: str) -> None:
    assert ("--at-once" in call(*command.split(), "--help").out) == (command == "exam run")


def test_an_invalid_game_number_points_to_the_list(call: Run) -> None:
    result = call("resume", "abc")
    assert result.code == 2
    assert "argument ID: it must be the number of a saved game, as shown by lastdigit" in result.err


def test_an_option_of_another_game_is_refused_with_the_options_of_this_game(call: Run) -> None:
    result = call("play", "digit-duel", "--log-start", "no")
    assert result.code == 2
    assert (
        'There is no option "--log-start". The rule options of Digit Duel are '
        "--number-1, --number-2, --digits, --base." in result.err
    )


@pytest.mark.parametrize("words", [("saved", "list", "7"), ("play", "digit-duel", "digit-poison")])
def test_an_extra_argument_is_named(call: Run, words: tuple[str, ...]) -> None:
    result = call(*words)
    assert result.code == 2
    assert f'"{words[-1]}" is one word too many' in result.err


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
def test_colour_is_printed_to_a_pipe_only_on_request(
    call: Run,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    variables: dict[str, str],
    coloured: bool,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[1m" in call("games", *words).out) is coloured


def test_help_is_never_coloured_by_argparse(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python colours help by default from version 3.14 on."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in call("--help").out
