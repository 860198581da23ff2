"""The commands other than `play`."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len

import lastdigit
from lastdigit.cli import main
from lastdigit.cli.main import COMMANDS
from lastdigit.game.text import AGAINST_COMPUTER, Audience
from lastdigit.games import find_class
from lastdigit.match.record import option_values
from tests.conftest import GAMES, CommandResult, Run
from tests.games.opening import FIXED, opening

every_game = pytest.mark.parametrize("game", GAMES)
Capture = pytest.CaptureFixture[str]
BOT_ASKED = """\
{"type": "start", "protocol": 1, "game": "digit-poison", "options": {}, "seed": 1}
{"type": "turn", "position": "1 -", "history": []}
"""


def shown(capsys: Capture, *words: str) -> dict[str, Any]:
    """Return the output of `lastdigit show ... --json`, run in this process for speed."""
    assert main(["show", *words, "--json"]) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


def walk(game: str, seed: int) -> list[tuple[str, list[str]]]:
    """Return the positions of a random game as text, each with the moves that lead to it."""
    rules = lastdigit.find(game)
    random = Random(seed)
    state = rules.start(random)
    moves: list[str] = []
    found = [(rules.format_state(state), moves)]
    while legal := rules.legal_moves(state):
        move = random.choice(legal)
        state = rules.successor(state, move)
        moves = [*moves, rules.format_move(move)]
        found.append((rules.format_state(state), moves))
    return found


# games


def test_games_lists_every_game_with_presets_and_options(call: Run) -> None:
    result = call("games")
    assert result.code == 0
    for name, game in lastdigit.catalogue().items():
        assert f"{game.title} ({name}, version {game.version})\n" in result.out
        assert game().second_person(Audience()).goal() in " ".join(result.out.split())
        for preset in game.presets:
            assert f"  --preset {preset.name}: {preset.about}" in result.out
        for option in game.options():
            assert f"  --{option.name}: " in result.out


def test_games_can_be_printed_as_json(call: Run) -> None:
    data = json.loads(call("games", "--json").out)
    assert [game["name"] for game in data] == GAMES
    for game in data:
        kind = lastdigit.catalogue()[game["name"]]
        assert (game["title"], game["version"]) == (kind.title, kind.version)
        voice = kind().second_person(Audience())
        assert (game["card"], game["goal"]) == (voice.card(), voice.goal())
        assert game["presets"][0]["name"] == "rulebook"
        for option in game["options"]:
            assert {"name", "type", "default", "range", "help"} <= option.keys()


RULEBOOK_OPTIONS = [
    (
        "digit-dilemma",
        {
            "leading-zero": ("yes/no", True, None),
            "divisor": ("integer", 7, [2, 99]),
            "slots": ("integer", 3, [2, 4]),
        },
    ),
    (
        "digit-duel",
        {
            "number-1": ("integer", 999, [1, 999]),
            "number-2": ("integer", 999, [1, 999]),
            "digits": ("integer", 3, [1, 6]),
            "base": ("integer", 10, [2, 16]),
        },
    ),
    (
        "digit-poison",
        {
            "divisor": ("integer", 3, [1, 1_000_000_000]),
            "max-length": ("integer", 10, [1, 100_000]),
            "divisors": ("list", [], [2, 1_000_000_000]),
            "uses": ("integer", None, [1, 9]),
            "base": ("integer", 10, [2, 16]),
        },
    ),
    (
        "number-morph",
        {
            "log-start": ("yes/no", True, None),
            "start": ("integer", None, [100, 999]),
            "late": ("yes/no", False, None),
            "digits": ("integer", 3, [2, 6]),
            "base": ("integer", 10, [2, 16]),
        },
    ),
    (
        "operation-obliteration",
        {
            "start": ("integer", 12, [1, 100]),
            "limit": ("integer", 100, [10, 1_000_000]),
            "divisors": ("list", [2], [2, 7]),
        },
    ),
]


@pytest.mark.parametrize(("name", "options"), RULEBOOK_OPTIONS)
def test_the_declared_options_of_a_game_are_in_its_rulebook(
    call: Run, name: str, options: dict[str, tuple[object, ...]]
) -> None:
    (game,) = [game for game in json.loads(call("games", "--json").out) if game["name"] == name]
    assert options == {
        option["name"]: (option["type"], option["default"], option["range"])
        for option in game["options"]
    }


def test_every_preset_can_be_built_from_the_json(call: Run) -> None:
    for game in json.loads(call("games", "--json").out):
        for preset in game["presets"]:
            made = lastdigit.catalogue()[game["name"]].of(preset["options"])
            values = json.loads(json.dumps(dict(option_values(made))))
            assert values | preset["options"] == values


# rules


@every_game
def test_rules_fit_one_screen_with_goal_turn_end_and_example(call: Run, game: str) -> None:
    kind = lastdigit.catalogue()[game]
    result = call("rules", game)
    assert result.code == 0
    lines = result.out.splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    assert lines[0] == kind.title
    assert kind().second_person(AGAINST_COMPUTER).goal() in " ".join(lines)
    for part in ("The goal: ", "Your turn: ", "The end: "):
        assert result.out.count(f"\n{part}") == 1
    assert lines[-1] == f"All rules: lastdigit rules {game} --all"


@every_game
def test_the_example_turn_can_be_played(call: Run, game: str) -> None:
    """The typed answers make the move that the last sentence describes."""
    rules = lastdigit.find(game)
    before = rules.parse_state(rules.example_state)
    voice = rules.second_person(Audience(you=before.mover, computer=before.mover.other))
    board = voice.board(before)
    turn = call("rules", game).out.partition("\nA turn\n")[2].partition("\n\n")[0].splitlines()
    typed = " ".join(line.rpartition(": ")[2] for line in turn[len(board) : -1])
    after = rules.play(before, typed)
    assert turn[: len(board)] == list(board)
    assert turn[-1] == voice.happened(before, rules.parse_move(typed), after)


def test_the_text_of_the_rules_of_digit_duel(call: Run) -> None:
    assert call("rules", "digit-duel").out == (
        "Digit Duel\n\n"
        "The goal: Bring the computer's number to zero before yours gets there.\n\n"
        "Your turn: choose a digit of your own number that isn't 0. It strikes: it is\n"
        "subtracted from the other player's number. Then your digit drops by 1.\n\n"
        "The end: if your number reaches zero, you lose, even if your own strike caused\n"
        "it.\n\n"
        "A turn\n"
        "You      9 8 8     Computer 8 9 0\n"
        "Strike with (hundreds, tens, ones): hundreds\n"
        "You struck with 9: the computer's 890 is now 881, and your own 988 is now 888.\n\n"
        "All rules: lastdigit rules digit-duel --all\n"
    )


@every_game
def test_rules_all_prints_the_numbered_rules_rulings_and_errata(call: Run, game: str) -> None:
    result = call("rules", game, "--all")
    assert result.code == 0
    assert result.out.startswith(f"{lastdigit.catalogue()[game].title}\n")
    for part in ("In short", "Aim", "Rules", "Rulings", "Errata", "Options", "Moves and positions"):
        assert f"\n{part}\n" in result.out
    assert "\n1. " in result.out.split("\nRulings\n")[0]


@every_game
def test_rules_list_every_option_with_its_default(call: Run, game: str) -> None:
    section = (
        call("rules", game, "--all").out.split("\nOptions\n")[1].split("\nMoves and positions\n")[0]
    )
    told = {entry.split("`")[1]: entry for entry in section.split("\n- ")[1:]}
    assert told.keys() == {option.name for option in find_class(game).options()}
    for option in find_class(game).options():
        default = option.format(option.default)
        assert re.search(rf"Default `?{default}`?[.,]", told[option.name])


@every_game
def test_rules_end_with_the_rules_common_to_all_games(call: Run, game: str) -> None:
    output = call("rules", game, "--all").out
    assert "\nIn every game\n" in output
    for word in ("`time-limit`", "`attempts`", "random", "draw", "resign", "1,000"):
        assert word in output.split("\nIn every game\n")[1]


def test_rules_of_an_unknown_game_is_bad_usage(call: Run) -> None:
    assert call("rules", "chess").code == 2


# show


def test_show_prints_a_position_as_text(call: Run) -> None:
    result = call("show", "number-morph", "--start", "211", "tens 7", "units 7")
    assert result.code == 0
    assert result.out == (
        'Number Morph, position "1 277 211,271,277"\n'
        "Current number: 2 7 7\n"
        "History log: 211, 271, 277\n"
        "To move: Player 1\n"
        "Allowed: hundreds 5, hundreds 6, hundreds 8, hundreds 9, tens 2, tens 5\n"
    )


def test_show_prints_the_winner(call: Run) -> None:
    output = call("show", "operation-obliteration", "divide", "divide", "add").out
    assert output.endswith("Player 2 cannot make a valid move. Player 1 wins!\n")
    assert "To move" not in output


def test_show_as_json_has_exactly_the_documented_fields(call: Run) -> None:
    result = call("show", "digit-duel", "--preset", "quick", "ones", "--json")
    assert result.code == 0
    data = json.loads(result.out)
    assert list(data) == ["game", "position", "mover", "legalMoves", "outcome", "view"]
    view = data.pop("view")
    assert data == {
        "game": "digit-duel",
        "position": "2 098 090",
        "mover": 2,
        "legalMoves": ["tens"],
        "outcome": None,
    }
    assert [row["label"] for row in view] == ["Player 1's number", "Player 2's number"]
    assert ["".join(cell["text"] for cell in row["cells"]) for row in view] == ["098", "090"]


def test_show_as_json_at_the_end_of_a_game(call: Run) -> None:
    data = json.loads(call("show", "digit-poison", "2", "1", "--json").out)
    assert data["mover"] is None
    assert data["legalMoves"] == []
    assert data["outcome"] == {"winner": 1, "reason": "21 is divisible by 3."}


@pytest.mark.parametrize(
    ("moves", "error"),
    [
        (
            ["tens 7", "units 9", "units 7"],
            {"move": "units 9", "index": 1, "reason": "279 is not a prime number."},
        ),
        (["tens 1"], {"move": "tens 1", "index": 0, "reason": "The tens digit is already 1."}),
        (
            ["tens 7", "sevens 7"],
            {
                "move": "sevens 7",
                "index": 1,
                "reason": '"sevens 7" is not a move: a move looks like "units 9".',
            },
        ),
    ],
)
def test_show_reports_the_first_illegal_move(
    call: Run, moves: list[str], error: dict[str, object]
) -> None:
    words = ("show", "number-morph", "--start", "211", *moves)
    result = call(*words, "--json")
    assert (result.code, json.loads(result.out)) == (1, {"error": error})
    in_words = call(*words)
    assert (in_words.code, in_words.out) == (1, "")
    assert str(error["reason"]) in in_words.err
    assert f'"{error["move"]}"' in in_words.err


def test_show_refuses_moves_after_the_end(call: Run) -> None:
    result = call("show", "digit-poison", "0", "1", "--json")
    assert result.code == 1
    error = {"move": "1", "index": 1, "reason": "The game is over."}
    assert json.loads(result.out) == {"error": error}


@every_game
def test_show_reads_every_position_that_it_printed(game: str, capsys: Capture) -> None:
    for position, moves in walk(game, seed=1):
        after_moves = shown(capsys, game, "--seed", "1", *moves)
        assert after_moves["position"] == position
        assert shown(capsys, game, "--position", position) == after_moves


@every_game
def test_show_accepts_the_position_of_a_finished_game(game: str, capsys: Capture) -> None:
    position, _ = walk(game, seed=1)[-1]
    data = shown(capsys, game, "--position", position)
    assert data["mover"] is None
    assert data["legalMoves"] == []
    assert data["outcome"]["winner"] in (1, 2)


def test_show_plays_moves_from_a_position(call: Run) -> None:
    output = call(
        "show", "operation-obliteration", "--position", "2 6 divide -", "divide", "--json"
    ).out
    assert json.loads(output)["position"] == "1 3 divide divide"


@every_game
def test_an_unreadable_position_is_bad_usage_with_an_example(call: Run, game: str) -> None:
    result = call("show", game, "--position", "nonsense")
    assert result.code == 2
    assert result.out == ""
    assert f'A position looks like "{lastdigit.find(game).example_state}"' in result.err


def test_show_draws_a_random_start_from_the_seed(call: Run) -> None:
    one, same, other = (call("show", "number-morph", "--seed", seed).out for seed in "113")
    assert one == same != other


def test_show_refuses_invalid_options(call: Run) -> None:
    assert call("show", "digit-poison", "--divisor", "0").code == 2


# resume, replay


@every_game
def test_resume_continues_a_saved_game(call: Run, game: str) -> None:
    (move,) = opening(game, 1)
    call("play", game, *FIXED, typed=f"{move}\nquit\n")
    result = call("resume", typed="history\nresign\n")
    assert result.code == 0
    assert f"{lastdigit.catalogue()[game].title}, game 1, turn 2\n" in result.out
    assert f"   1 Player 1: {move}  " in result.out
    assert result.out.endswith("Player 2 resigns. Player 1 wins!\n")


def test_resume_without_a_number_takes_the_latest_unfinished_game(call: Run) -> None:
    call("play", "digit-duel", typed="ones\nquit\n")
    call("play", "digit-poison", typed="1\nquit\n")
    call("play", "number-morph", typed="resign\n")
    assert call("resume", typed="quit\n").out.startswith("Digit Poison, game 2, turn 2\n")
    assert call("resume", "1", typed="quit\n").out.startswith("Digit Duel, game 1, turn 2\n")


def test_resume_without_unfinished_games_is_an_error(call: Run) -> None:
    result = call("resume")
    assert result.code == 1
    assert result.err == (
        "lastdigit: There is no unfinished game. To start one: lastdigit play GAME\n"
    )


def test_resume_of_an_unknown_game_points_to_the_list(call: Run) -> None:
    result = call("resume", "99")
    assert result.code == 1
    assert result.err == "lastdigit: There is no game 99. lastdigit saved list shows your games.\n"


def test_resume_of_a_finished_game_points_to_its_replay(call: Run) -> None:
    call("play", "digit-duel", typed="resign\n")
    result = call("resume", "1")
    assert result.code == 1
    assert result.err == "lastdigit: Game 1 is over. To see it: lastdigit saved replay 1\n"


def test_resume_counts_the_attempts_of_the_interrupted_turn(call: Run) -> None:
    call("play", "number-morph", "--start", "211", "--attempts", "2", typed="units 3\nquit\n")
    assert call("resume", typed="units 3\n").out.endswith("No attempts left. Player 2 wins!\n")


def test_resume_continues_with_the_rounds_of_a_match(call: Run) -> None:
    call("play", "digit-poison", "--max-length", "1", "--rounds", "2", typed="1\nquit\n")
    output = call("resume", typed="1\n").out
    assert "After round 2 of 2: Player 1: 1, Player 2: 1.\n" in output


@every_game
def test_replay_of_a_saved_game_prints_its_original_dialogue(call: Run, game: str) -> None:
    played = call("play", game, "--player-1", "random", "--player-2", "random", "--seed", "5")
    assert call("saved", "replay", "1").out == played.out


def test_replay_selects_the_nth_or_last_game_of_a_file(call: Run) -> None:
    for typed in ("0\n", "resign\n"):
        call("play", "digit-poison", "--record", "games.jsonl", typed=typed)
    assert "0 is divisible by 3.\n" in call("saved", "replay", "games.jsonl", "1").out
    assert "Player 1 resigns." in call("saved", "replay", "games.jsonl").out
    beyond = call("saved", "replay", "games.jsonl", "3")
    assert beyond.code == 2
    assert "games.jsonl has 2 games" in beyond.err


def test_replay_of_an_unknown_game_or_file_is_an_error(call: Run) -> None:
    assert "There is no game 7" in call("saved", "replay", "7").err
    assert '"nothing.jsonl" cannot be read' in call("saved", "replay", "nothing.jsonl").err


# review


def test_the_columns_of_a_review_align_with_names_of_wide_characters(call: Run) -> None:
    call("play", "digit-poison", "--name-1", "山田太郎", typed="1\n1\nresign\n")
    lines = call("review", "1").out.splitlines()
    moves = [line for line in lines if re.match(r" +[0-9]+  ", line)]
    verdicts = [min(line.index(mark) for mark in "▲▼" if mark in line) for line in moves]
    assert len(moves) == 2
    widths = {cell_len(line[:at]) for line, at in zip(moves, verdicts, strict=True)}
    assert len(widths) == 1
    course = [line for line in lines if re.search(r" wins +[▲▼·]+$", line)]
    assert len(course) == 2
    assert len({cell_len(line) for line in course}) == 1


# verify


def test_verify_accepts_the_number_of_a_saved_game(call: Run) -> None:
    call("play", "digit-poison", typed="0\n")
    assert call("saved", "verify", "1") == CommandResult(0, "Game 1: no rules broken.\n", "")
    assert "There is no game 7" in call("saved", "verify", "7").err


def test_verify_accepts_an_unfinished_saved_game(call: Run) -> None:
    call("play", "digit-poison", typed="1\nquit\n")
    assert call("saved", "verify", "1").code == 0


@pytest.mark.parametrize("command", ["saved verify", "saved replay", "review"])
def test_a_game_can_be_read_from_standard_input(call: Run, tmp_path: Path, command: str) -> None:
    call("play", "digit-poison", "--record", "games.jsonl", typed="0\n")
    line = (tmp_path / "games.jsonl").read_text()
    from_file = call(*command.split(), "games.jsonl")
    piped = call(*command.split(), "-", typed=line)
    assert piped.code == 0
    assert piped.out == from_file.out.replace("games.jsonl", "standard input")


def test_a_wrong_line_of_standard_input_is_named(call: Run) -> None:
    result = call("saved", "verify", "-", typed="\n{}\n")
    assert result.code == 1
    assert result.err.startswith("lastdigit: standard input, line 2: ")


# Unambiguous messages


def test_an_invalid_option_is_refused_with_the_allowed_values(call: Run) -> None:
    result = call("play", "number-morph", "--start", "123")
    assert (
        "'start' cannot be 123, because 123 = 3 x 41. It must be a three-digit prime, such as 101, "
        "211 or 997." in result.err
    )


def test_an_invalid_position_gets_an_explanation_of_the_format(call: Run) -> None:
    assert call("show", "digit-duel", "--position", "nonsense").err == (
        'lastdigit: "nonsense" is not a position of Digit Duel. A position looks like '
        '"1 988 890" and begins with the player to move, 1 or 2.\n'
    )


def test_a_game_with_too_many_positions_to_count_is_not_called_endless(call: Run) -> None:
    solved = call("solve", "number-morph", "--start", "211").out
    assert "There are too many positions to count.\n" in solved
    assert "endless" not in solved


# Without UTF-8


@pytest.mark.parametrize(
    "words",
    [("analyse", "digit-duel"), ("review", "1"), ("solve", "operation-obliteration")],
    ids=" ".join,
)
@pytest.mark.parametrize(("variable", "value"), [("PYTHONIOENCODING", "ascii"), ("LC_ALL", "C")])
def test_without_utf_8_words_are_printed_without_symbols(
    call: Run,
    run: Run,
    environment: dict[str, str],
    words: tuple[str, ...],
    variable: str,
    value: str,
) -> None:
    call("play", "digit-dilemma", "--player-1", "random", "--player-2", "random", "--seed", "2")
    usual = call(*words).out
    environment[variable] = value
    result = run(*words)
    assert (result.code, result.err) == (0, "")
    assert result.out.isascii()
    assert "?" not in result.out
    assert re.findall("wins|loses", result.out) == re.findall("wins|loses", usual)


def test_without_utf_8_division_is_printed_with_a_slash(
    call: Run, run: Run, environment: dict[str, str]
) -> None:
    call("play", "digit-dilemma", "--player-1", "random", "--player-2", "random", "--seed", "2")
    environment["PYTHONIOENCODING"] = "ascii"
    assert re.search(r"Result: \d+ / 7 = ", run("saved", "replay", "1").out)


# The command itself


def test_the_printed_version_is_the_packages(call: Run) -> None:
    result = call("--version")
    assert (result.code, result.out) == (0, f"lastdigit {lastdigit.__version__}\n")


@pytest.mark.parametrize("words", [("shwo",), ("--shwo",), ("Play",), ("play ",)])
def test_an_unknown_command_is_bad_usage(call: Run, words: tuple[str, ...]) -> None:
    result = call(*words)
    assert result.code == 2
    assert result.out == ""
    assert words[0] in result.err


def test_every_command_has_help_with_an_example_that_works(call: Run) -> None:
    """Twelve saved games, eleven of them also in a file, provide what the examples need."""
    computers = ("--player-1", "random", "--player-2", "random", "--rounds", "11")
    call("play", "digit-poison", "--max-length", "1", *computers, "--record", "games.jsonl")
    call("play", "digit-duel", typed="ones\nquit\n")
    for who in ("easy", "hard"):
        asked = ("--games", "digit-poison", "--positions", "2", "--out", f"runs/{who}")
        call("exam", "run", who, *asked)
    log = ("Starting new game... LLM First: True", "GPT move: 3", "Game ended after 1 turns")
    Path("eval.log").write_text("\n".join(log))
    for words in map(str.split, COMMANDS):
        helped = call(*words, "--help")
        assert helped.code == 0
        example = shlex.split(helped.out.rpartition("\nexample: ")[2])
        assert example[: len(words) + 1] == ["lastdigit", *words]
        if words in (["serve"], ["mcp"]):  # these run until they are stopped
            continue
        result = call(*example[1:], typed=BOT_ASKED if words == ["bot"] else "resign\nquit\n")
        # Only an exam prints more: its commitment.
        expected = (
            "" if words != ["exam", "run"] else r"Committed before the first question: \w{64}\n"
        )
        # The first command that compiles code prints a notice.
        assert re.fullmatch(rf"(Compiling .*\n)*{expected}", result.err)
        assert result.code == 0
        assert result.out


@every_game
def test_the_help_of_play_and_show_includes_the_options_of_a_game(call: Run, game: str) -> None:
    helped = call("play", game, "--help").out
    assert f"rule options of {lastdigit.catalogue()[game].title}:" in helped
    for option in find_class(game).options():
        assert f"\n  --{option.name} VALUE" in helped
    for preset in find_class(game).presets:
        assert f"{preset.name} (" in " ".join(helped.split())
