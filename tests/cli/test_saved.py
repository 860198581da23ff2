"""Saved games: list, export, delete."""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest
from rich.cells import cell_len

import lastdigit
from tests.conftest import PATIENCE, Run


@pytest.fixture
def three_games(call: Run) -> None:
    call("play", "digit-duel", "--name-1", "Ann", typed="resign\n")
    call("play", "digit-poison", "--player-2", "easy", "--name-2", "Robo", typed="0\n")
    call("play", "number-morph", "--start", "211", typed="quit\n")


@pytest.fixture
def spoil(environment: dict[str, str]) -> Callable[[str], None]:
    """Return a function that damages saved data."""

    def execute(statement: str) -> None:
        connection = sqlite3.connect(
            Path(environment["XDG_DATA_HOME"], "lastdigit", "games.sqlite3")
        )
        connection.execute(statement)
        connection.commit()
        connection.close()

    return execute


# list


def test_an_empty_list_says_how_to_start(call: Run) -> None:
    assert call("saved", "list").out == "No saved games yet. To play one: lastdigit play\n"
    assert call("saved", "list", "--json").out == "[]\n"


@pytest.mark.usefixtures("three_games")
def test_list_shows_names_levels_start_and_result_newest_first(call: Run) -> None:
    heading, *lines = call("saved", "list").out.splitlines()
    assert heading.split() == ["id", "changed", "game", "players", "start", "result"]
    newest, second, first = (re.split("  +", line.strip()) for line in lines)
    assert newest[2:] == ["Number Morph", "Player 1 - Player 2", "211", "unfinished"]
    assert second[2:] == ["Digit Poison", "Player 1 - Robo (easy)", "empty", "Robo won"]
    assert first[2:] == [
        "Digit Duel",
        "Ann - Player 2",
        "999 - 999",
        "Player 2 won by resignation",
    ]
    for title in ("changed", "game", "players", "start", "result"):  # they are columns
        at = heading.index(title)
        assert all(line[at - 2 : at] == "  " and line[at] != " " for line in lines)


def test_a_start_is_listed_in_the_notation_of_the_game(call: Run) -> None:
    for words in (
        ("digit-dilemma",),
        ("operation-obliteration", "--first", "2"),
        ("digit-duel", "--preset", "letters"),
    ):
        call("play", *words, typed="quit\n")
    starts = [
        re.split("  +", line.strip())[4] for line in call("saved", "list").out.splitlines()[1:]
    ]
    assert starts == ["ff - ff", "12", "empty"]


@pytest.mark.usefixtures("three_games")
def test_an_unreadable_start_is_listed_unchanged(call: Run, spoil: Callable[[str], None]) -> None:
    spoil("UPDATE game SET setup = replace(setup, '1 999 999', 'nonsense') WHERE id = 1")
    result = call("saved", "list")
    assert (result.code, result.err) == (0, "")
    assert '  "nonsense"  ' in result.out


@pytest.mark.parametrize(
    ("words", "players"),
    [
        (("--player-2", "easy"), "Player 1 - Computer (easy)"),
        (("--player-1", "hard", "--name-2", "Ann"), "Computer (hard) - Ann"),
        (("--player-1", "easy", "--player-2", "hard"), "Player 1 (easy) - Player 2 (hard)"),
    ],
)
def test_a_game_against_the_computer_is_listed_with_its_level(
    call: Run, words: tuple[str, ...], players: str
) -> None:
    call("play", "digit-duel", "--preset", "quick", *words, typed="resign\n")
    *_, listed, _, result = re.split("  +", call("saved", "list").out.splitlines()[1].strip())
    assert listed == players
    winner = result.partition(" won")[0]
    assert winner in re.sub(r" \(.*?\)", "", players).split(" - ")


def test_names_of_wide_characters_do_not_shift_the_columns(call: Run) -> None:
    for name in ("山田太郎", "Ada"):
        call("play", "digit-poison", "--name-1", name, typed="0\n")
    lines = call("saved", "list").out.splitlines()
    results = {cell_len(line[: line.index("Player 2 won")]) for line in lines[1:]}
    assert results == {lines[0].index("result")}


@pytest.mark.usefixtures("three_games")
def test_only_unfinished_games_are_listed_on_request(call: Run) -> None:
    (line,) = call("saved", "list", "--unfinished").out.splitlines()[1:]
    assert "Number Morph" in line
    call("saved", "delete", "3", "--yes")
    result = call("saved", "list", "--unfinished")
    assert result.out == "No unfinished games. To play one: lastdigit play\n"


@pytest.mark.usefixtures("three_games")
def test_the_list_as_json_has_setup_and_result_like_a_record(call: Run) -> None:
    games = json.loads(call("saved", "list", "--json").out)
    assert [game["id"] for game in games] == [3, 2, 1]
    record = json.loads(call("saved", "export", "2").out)
    assert games[1]["result"] == record["result"]
    assert record.items() >= games[1]["setup"].items()
    assert games[0]["result"] is None
    assert {game["fault"] for game in games} == {None}


def test_a_long_list_is_truncated_and_says_how_to_see_the_rest(call: Run) -> None:
    quickly = ("--player-1", "random", "--player-2", "random", "--rounds", "22", "--seed", "1")
    call("play", "digit-poison", "--max-length", "1", *quickly)
    cut = call("saved", "list").out.splitlines()
    assert len(cut) == 22
    assert cut[-1] == "... and 2 more: lastdigit saved list --all"
    assert len(call("saved", "list", "--all").out.splitlines()) == 23


@pytest.mark.usefixtures("three_games")
@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("changed = 'yesterday'", '"yesterday" is not a time.'),
        ("changed = x'00'", "is not a time."),
        ("result = '{'", "This is not JSON: "),
        ("setup = '[]'", "This is not a JSON object."),
    ],
)
def test_a_damaged_game_does_not_hide_the_others(
    call: Run, spoil: Callable[[str], None], damage: str, fault: str
) -> None:
    spoil(f"UPDATE game SET {damage} WHERE id = 2")
    result = call("saved", "list")
    assert (result.code, result.err) == (0, "")
    assert "Number Morph" in result.out
    assert "Digit Duel" in result.out
    (line,) = [line for line in result.out.splitlines() if line.startswith(" 2  ")]
    assert "cannot be read: " in line
    assert fault in line
    (damaged,) = [game for game in json.loads(call("saved", "list", "--json").out) if game["fault"]]
    assert (damaged["id"], damaged["setup"]) == (2, None)


Screen = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def screen(environment: dict[str, str]) -> Screen:
    def start(*words: str, columns: int = 80) -> pexpect.spawn[str]:
        command = ["-m", "lastdigit", "--color", "never", *words]
        return pexpect.spawn(
            sys.executable,
            command,
            env={**environment, "TERM": "xterm", "COLUMNS": str(columns)},
            dimensions=(24, columns),
            timeout=PATIENCE,
            encoding="utf-8",
        )

    return start


@pytest.mark.usefixtures("three_games")
def test_words_are_not_broken_on_a_narrow_screen(screen: Screen) -> None:
    child = screen("saved", "list", columns=40)
    child.expect(pexpect.EOF)
    lines = str(child.before).replace("\r", "").splitlines()
    assert max(map(len, lines)) <= 40
    assert "Player 2 won by resignation" in " ".join(" ".join(lines).split())


# export


@pytest.mark.usefixtures("three_games")
def test_exported_games_are_records_that_verify(call: Run, tmp_path: Path) -> None:
    printed = call("saved", "export", "2", "1").out
    result = call("saved", "export", "2", "1", "--out", "games.jsonl")
    assert (result.code, result.out) == (0, "games.jsonl has games 2 and 1.\n")
    assert (tmp_path / "games.jsonl").read_text() == printed
    assert [line["game"] for line in map(json.loads, printed.splitlines())] == [
        "digit-poison",
        "digit-duel",
    ]
    assert call("saved", "verify", "games.jsonl").code == 0
    [one, _] = lastdigit.read_records(tmp_path / "games.jsonl")
    assert one[1].result.winner == lastdigit.Seat.TWO


@pytest.mark.usefixtures("three_games")
def test_an_export_that_fails_writes_nothing(call: Run, tmp_path: Path) -> None:
    (tmp_path / "there.jsonl").write_text("kept\n")
    for words, code, expected in (
        (("1", "9", "--out", "new.jsonl"), 1, "There is no game 9"),
        (("1", "--out", "there.jsonl"), 2, '"there.jsonl" already exists. Choose another name.'),
        (("1", "--out", "no/folder.jsonl"), 2, "cannot be written: No such file or directory."),
        (("one",), 2, "it must be the number of a saved game"),
        ((), 2, "required: ID"),
    ):
        result = call("saved", "export", *words)
        assert (result.code, result.out) == (code, "")
        assert expected in result.err
    assert [file.name for file in tmp_path.glob("*.jsonl")] == ["there.jsonl"]
    assert (tmp_path / "there.jsonl").read_text() == "kept\n"


# delete


@pytest.mark.usefixtures("three_games")
def test_nothing_is_deleted_through_a_pipe_without_yes(call: Run) -> None:
    result = call("saved", "delete", "1", typed="yes\n")
    assert (result.code, result.out) == (2, "")
    assert "Add --yes" in result.err
    assert call("saved", "delete", "1", "3", "3", "--yes").out == "Deleted games 1 and 3.\n"
    assert call("saved", "replay", "1").code == 1
    assert call("saved", "replay", "2").code == 0


@pytest.mark.usefixtures("three_games")
def test_a_table_uses_the_width_of_the_terminal(screen: Screen, call: Run) -> None:
    child = screen("saved", "list", columns=200)
    child.expect(pexpect.EOF)
    assert child.before is not None
    assert child.before.split() == call("saved", "list").out.split()
    assert len(child.before.splitlines()) == 4, "a heading and one line per game"


@pytest.mark.usefixtures("three_games")
def test_deleting_asks_for_confirmation_on_a_terminal(screen: Screen, call: Run) -> None:
    for typed, expected, left in (("", "Nothing deleted.", 3), ("yes", "Deleted game 2.", 2)):
        child = screen("saved", "delete", "2")
        child.expect_exact(
            "Delete game 2 (Digit Poison, Player 1 - Robo (easy): Robo won) for good?"
        )
        child.sendline(typed)
        child.expect_exact(expected)
        child.expect(pexpect.EOF)
        assert len(call("saved", "list").out.splitlines()) == left + 1


@pytest.mark.usefixtures("three_games")
def test_an_unreadable_game_can_be_deleted(call: Run, spoil: Callable[[str], None]) -> None:
    spoil("UPDATE game SET setup = '[]' WHERE id = 2")
    assert call("saved", "delete", "2", "--yes").code == 0
    assert "cannot be read" not in call("saved", "list").out


def test_deleting_an_unknown_game_fails_without_confirmation(screen: Screen) -> None:
    child = screen("saved", "delete", "9")
    child.expect_exact("There is no game 9. lastdigit saved list shows your games.")
    child.expect(pexpect.EOF)
