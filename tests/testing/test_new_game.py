"""`lastdigit dev new-game` writes a complete game. `make new-game-suite` runs all tests with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from lastdigit.errors import UsageError
from lastdigit.testing import new_game
from lastdigit.testing.new_game import inside_files, new_name, outside_files, write
from lastdigit.testing.template.outside import test_your_game as outside_test
from tests.conftest import ROOT, Run

PYTHON = sys.executable
TOOLS = Path(PYTHON).parent
LONGEST, SHORTEST = "seventeen-or-twenty-22", "x"
Do = Callable[..., str]


@pytest.fixture
def do(environment: dict[str, str]) -> Do:
    """Run a command in a folder, which must succeed, and return its output."""

    def run(folder: Path, *words: str | Path, typed: str = "") -> str:
        done = subprocess.run(
            words,
            cwd=folder,
            env=environment,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        assert not done.returncode, f"{words}\n{done.stdout[-3_000:]}\n{done.stderr[-3_000:]}"
        return done.stdout

    return run


def names_below(folder: Path) -> list[str]:
    """Return every file and folder in a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


# Names


@pytest.mark.parametrize(
    "text", ["", "Twenty", "twenty one", "21", "-a", "a--b", "a_b", "e\u0301", "a" * 23]
)
def test_a_bad_name_is_refused_and_a_good_one_shown(text: str) -> None:
    with pytest.raises(
        UsageError, match=r"is not a valid name for a game\. .* such as twenty-one\."
    ):
        new_name(text)


@pytest.mark.parametrize("text", ["class", "state", "game", "seat", "named-tuple", "your-game"])
def test_a_name_that_would_break_the_code_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is a reserved word"):
        new_name(text)


def test_the_name_of_an_existing_game_is_refused() -> None:
    with pytest.raises(UsageError, match="There is already a game called digit-duel"):
        new_name("digit-duel")


def test_a_prefix_of_the_name_of_a_game_is_accepted() -> None:
    assert new_name("digit-du").title == "Digit Du"


# No partial files


def test_existing_files_are_not_overwritten(tmp_path: Path, call: Run) -> None:
    file = tmp_path / "lastdigit-zz-fresh" / "pyproject.toml"
    file.parent.mkdir()
    file.write_text("mine")
    done = call("dev", "new-game", "zz-fresh", "--outside")
    assert (done.code, done.out) == (2, "")
    assert "pyproject.toml already exists. Nothing was written." in done.err
    assert names_below(file.parent) == ["pyproject.toml"]
    assert file.read_text() == "mine"


def test_no_files_are_left_if_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = iter(range(3))

    def fails_later(path: Path, content: bytes) -> None:
        if next(room, None) is None:
            raise OSError(28, "No space left on device")
        path.write_bytes(content)

    monkeypatch.setattr(new_game, "write_atomically", fails_later)
    with pytest.raises(UsageError, match=r"No space left on device\. Nothing was written"):
        write(outside_files(new_name("zz-fresh"), tmp_path))
    assert names_below(tmp_path) == []


def test_a_file_in_place_of_the_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "lastdigit-zz-fresh").write_text("in the way")
    with pytest.raises(UsageError, match="cannot be written: "):
        write(outside_files(new_name("zz-fresh"), tmp_path))
    assert names_below(tmp_path) == ["lastdigit-zz-fresh"]


def test_a_game_inside_the_package_needs_a_repository(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="add --outside"):
        inside_files(new_name("zz-fresh"), tmp_path)


def test_the_name_of_a_game_in_the_tests_is_refused() -> None:
    with pytest.raises(UsageError, match="There are already tests for a game called countdown"):
        inside_files(new_name("countdown"), ROOT)


# Generated code


@pytest.mark.parametrize("text", [LONGEST, SHORTEST])
def test_generated_code_is_formatted_for_long_and_short_names(
    text: str, tmp_path: Path, do: Do
) -> None:
    (tmp_path / "tests" / "games" / "naive").mkdir(parents=True)
    name = new_name(text)
    write(inside_files(name, tmp_path) | outside_files(name, tmp_path))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    do(tmp_path, TOOLS / "ruff", "format", "--check", ".")
    do(tmp_path, TOOLS / "ruff", "check", ".")


def test_the_templates_own_test_passes() -> None:
    outside_test.test_it_passes_every_conformance_check()
    outside_test.test_it_agrees_with_the_naive_game()


# A game in its own package


@pytest.mark.prove
def test_a_game_in_its_own_package_is_installed_found_and_played(
    tmp_path: Path, environment: dict[str, str], do: Do
) -> None:
    do(tmp_path, PYTHON, "-m", "lastdigit", "dev", "new-game", "zz-fresh", "--outside")
    project, site = tmp_path / "lastdigit-zz-fresh", tmp_path / "site"
    do(project, TOOLS / "ruff", "check", ".")
    assert "2 passed" in do(project, PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    environment["PATH"] = f"{TOOLS}{os.pathsep}{environment['PATH']}"
    build = "import sys, uv_build; print(uv_build.build_wheel(sys.argv[1]))"
    do(project, PYTHON, "-c", build, str(tmp_path))
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(site)
    environment["PYTHONPATH"] += f"{os.pathsep}{site}"
    lastdigit = (PYTHON, "-m", "lastdigit")
    assert "Zz Fresh (zz-fresh, version 1)" in do(tmp_path, *lastdigit, "games")
    played = do(tmp_path, *lastdigit, "play", "zz", "--begin", "4", typed="1\n3\n")
    assert played.endswith("Nothing is left. Player 2 wins!\n")


@pytest.mark.prove
def test_a_game_in_its_own_package_passes_the_type_checker(tmp_path: Path, do: Do) -> None:
    do(tmp_path, PYTHON, "-m", "lastdigit", "dev", "new-game", "zz-fresh", "--outside")
    do(tmp_path / "lastdigit-zz-fresh", TOOLS / "mypy", ".")
