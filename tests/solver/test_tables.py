"""Cached tables: built once, read back, and rebuilt if they are damaged.

A table is asked for by the answers that need it; what is in the cache folder is all that counts.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from lastdigit import system
from lastdigit.analysis.prepare import prepare
from lastdigit.game.game import AnyGame, Value
from lastdigit.games import find
from lastdigit.games.digit_dilemma.solver import JsonTable
from lastdigit.games.digit_duel import solver as duel
from lastdigit.games.digit_duel.variants import DigitDuel
from lastdigit.solver import Solution, solver_for, tables
from tests.conftest import GAMES, PATIENCE, ROOT, Size

TABLED = ["digit-duel", "digit-dilemma"]
"""The games whose answers need a table."""
SMALL = {"digit-duel": {"digits": 2}, "digit-dilemma": {"slots": 2}}
"""Variants whose tables are built in the same way, but quickly."""
Sound = Callable[[AnyGame], tuple[Path, Solution]]


def small(name: str) -> AnyGame:
    return find(name, **SMALL.get(name, {}))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return an empty cache folder, with no solutions cached in memory."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    solver_for.cache_clear()
    yield tmp_path / "lastdigit"
    solver_for.cache_clear()


@pytest.fixture
def sound(home: Path) -> Sound:
    """Cache the table of a game in the folder, and return its path and the start's solution."""

    def build(game: AnyGame) -> tuple[Path, Solution]:
        solution = start_of(game)
        solver_for.cache_clear()
        [path] = home.iterdir()
        return path, solution

    return build


class Builder:
    """Builds a small table, and counts how often."""

    def __init__(self) -> None:
        """Start with nothing built."""
        self.built = 0

    def __call__(self) -> bytes:
        """Return the table."""
        self.built += 1
        return b"a table " * 1_000


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def start_of(game: AnyGame) -> Solution:
    return solver_for(game).solution(game.start(Random(0)))


def test_a_table_is_built_once_and_read_back(home: Path) -> None:
    build = Builder()
    assert not tables.is_cached("one")
    assert (
        tables.cached_table("one", build, bytes)
        == tables.cached_table("one", build, bytes)
        == b"a table " * 1_000
    )
    assert (build.built, files(home), tables.is_cached("one")) == (1, ["one"], True)


def test_tables_with_different_names_are_separate(home: Path) -> None:
    tables.cached_table("digit-duel-1", lambda: b"old", bytes)
    assert tables.cached_table("digit-duel-2", lambda: b"new", bytes) == b"new"
    assert tables.cached_table("digit-duel-1", Builder(), bytes) == b"old"
    assert len(files(home)) == 2


def cut(sound: bytes) -> bytes:
    return sound[: len(sound) // 2]


def empty(sound: bytes) -> bytes:
    del sound
    return b""


def one_bit(sound: bytes) -> bytes:
    return sound[:-1] + bytes([sound[-1] ^ 1])


def longer(sound: bytes) -> bytes:
    return sound + b"\0"


def check_sum_only(sound: bytes) -> bytes:
    return sound[: tables.CHECK]


def other_check_sum(sound: bytes) -> bytes:
    return b"\0" * tables.CHECK + sound[tables.CHECK :]


def not_packed(sound: bytes) -> bytes:
    """Return a file that another program could have written, with a valid checksum."""
    del sound
    body = b"not a table"
    return hashlib.sha256(body).digest() + body


def packed_only(sound: bytes) -> bytes:
    """Return a table as a version without checksums wrote it."""
    return sound[tables.CHECK :]


DAMAGE = [cut, empty, one_bit, longer, check_sum_only, other_check_sum, not_packed, packed_only]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_table_is_rebuilt(home: Path, damage: Callable[[bytes], bytes]) -> None:
    build = Builder()
    sound = tables.cached_table("one", build, bytes)
    path = home / "one"
    good = path.read_bytes()
    path.write_bytes(damage(good))
    assert tables.cached_table("one", build, bytes) == sound
    assert build.built == 2
    assert path.read_bytes() == good
    assert tables.cached_table("one", build, bytes) == sound
    assert build.built == 2


@pytest.mark.parametrize(("name", "damage"), [("digit-duel", cut), ("digit-dilemma", empty)])
def test_a_damaged_table_does_not_change_the_solution(
    sound: Sound, name: str, damage: Callable[[bytes], bytes]
) -> None:
    game = small(name)
    path, solution = sound(game)
    good = path.read_bytes()
    path.write_bytes(damage(good))
    assert start_of(game) == solution
    assert path.read_bytes() == good


def some_missing(content: bytes) -> bytes:
    return content[:-2]


def nothing(content: bytes) -> bytes:
    return content[:0]


def another_shape(content: bytes) -> bytes:
    del content
    return b'{"... ...": ["win", 1]}'


def another_value(content: bytes) -> bytes:
    return content.replace(b"win", b"won")


def another_kind_of_value(content: bytes) -> bytes:
    return content.replace(b'", ', b'", [], ')


def endlessly_nested(content: bytes) -> bytes:
    return b"[" * len(content)


WRONG = [
    ("digit-dilemma", some_missing),
    ("digit-dilemma", nothing),
    ("digit-dilemma", another_shape),
    ("digit-dilemma", another_value),
    ("digit-dilemma", another_kind_of_value),
    ("digit-dilemma", endlessly_nested),
]


@pytest.mark.parametrize(("name", "spoil"), WRONG)
def test_a_table_with_a_valid_checksum_and_wrong_content_is_rebuilt(
    sound: Sound, name: str, spoil: Callable[[bytes], bytes]
) -> None:
    game = small(name)
    path, solution = sound(game)
    good = path.read_bytes()
    tables._write(path, spoil(zlib.decompress(good[tables.CHECK :])))
    assert start_of(game) == solution
    assert path.read_bytes() == good


@pytest.mark.parametrize("name", TABLED)
def test_a_cached_table_is_read_and_not_rebuilt(
    home: Path, sound: Sound, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, solution = sound(small(name))

    def never(*_: object) -> bytes:
        raise AssertionError("built again")

    if name == "digit-duel":
        monkeypatch.setattr(duel, "build_table", never)
    else:
        monkeypatch.setattr(JsonTable, "build", never)
    assert start_of(small(name)) == solution
    assert len(files(home)) == 1


def test_a_table_of_an_older_version_is_neither_read_nor_deleted(home: Path, sound: Sound) -> None:
    game = small("digit-dilemma")
    path, solution = sound(game)
    name = path.name
    stem, _, version = name.rpartition("-")
    assert version.isdecimal()
    older = home / f"{stem}-{int(version) - 1}"
    (home / name).replace(older)
    older.write_bytes(older.read_bytes()[:100])
    assert start_of(game) == solution
    assert files(home) == sorted([older.name, name])


def test_both_rules_for_a_leading_zero_have_separate_tables(home: Path) -> None:
    for leading_zero in (True, False):
        start_of(find("digit-dilemma", slots=2, leading_zero=leading_zero))
    assert len(files(home)) == 2


@pytest.mark.parametrize("name", GAMES)
def test_only_games_that_need_a_table_cache_one(home: Path, name: str) -> None:
    prepared = solver_for(small(name)).is_ready()
    start_of(small(name))
    assert bool(files(home)) != prepared


# Folders that cannot be written to


def test_a_file_in_place_of_the_cache_folder_is_tolerated(tmp_path: Path) -> None:
    (tmp_path / "lastdigit").write_text("in the way")
    build = Builder()
    assert tables.cached_table("one", build, bytes) == tables.cached_table("one", build, bytes)
    assert build.built == 2
    assert not tables.is_cached("one")
    assert (tmp_path / "lastdigit").read_text() == "in the way"


@pytest.mark.parametrize("name", TABLED)
def test_a_game_is_solved_without_a_cache_folder(
    name: str, sound: Sound, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, solution = sound(small(name))
    place = tmp_path / "a file"
    place.write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(place))
    assert start_of(small(name)) == solution
    assert solution.value is Value.WIN
    assert place.read_text() == "in the way"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_read_only_cache_folder_is_tolerated(home: Path) -> None:
    home.mkdir()
    home.chmod(0o500)
    try:
        assert tables.cached_table("one", Builder(), bytes) == b"a table " * 1_000
        assert files(home) == []
    finally:
        home.chmod(0o700)


def test_without_a_home_folder_tables_are_built_and_not_cached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", no_home)
    build = Builder()
    assert system.cache_folder() is None
    assert tables.cached_table("one", build, bytes) == tables.cached_table("one", build, bytes)
    assert (build.built, tables.is_cached("one")) == (2, False)


@pytest.mark.parametrize("given", ["", "not/absolute"])
def test_a_relative_cache_folder_is_ignored(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", given)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert system.cache_folder() == tmp_path / ".cache" / "lastdigit"


# No partial tables are read


def test_a_table_is_written_atomically(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the file is renamed, it is complete and the name is free."""
    renamed = []
    replace = Path.replace

    def watched(source: Path, target: Path) -> Path:
        assert not target.exists()
        content = source.read_bytes()
        assert zlib.decompress(content[tables.CHECK :]) == b"a table " * 1_000
        assert source.parent == target.parent, "a rename is only atomic within a folder"
        renamed.append(target.name)
        return replace(source, target)

    monkeypatch.setattr(Path, "replace", watched)
    tables.cached_table("one", Builder(), bytes)
    assert (renamed, files(home)) == (["one"], ["one"])


def test_readers_never_see_a_partial_table_while_it_is_rewritten(home: Path, size: Size) -> None:
    large = Random(0).randbytes(200_000)
    tables.cached_table("one", lambda: large, bytes)
    path = home / "one"
    whole = path.read_bytes()
    done = threading.Event()
    written = read = 0

    def write() -> None:
        nonlocal written
        while not done.is_set():
            tables._write(path, large)  # as two simultaneous commands would
            written += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        while min(written, read) < size(sample=20, full=500):
            assert path.read_bytes() == whole
            read += 1
    finally:
        done.set()
        writer.join()


def test_no_partial_file_is_left_if_a_table_cannot_be_renamed(home: Path) -> None:
    (home / "one").mkdir(parents=True)  # a folder where the table should be
    assert tables.cached_table("one", Builder(), bytes) == b"a table " * 1_000
    assert files(home) == ["one"]


# Building in another process


@pytest.mark.parametrize("name", TABLED)
def test_a_table_is_prepared_in_another_process(
    home: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    game = small(name)
    assert not solver_for(game).is_ready()
    building = prepare(game)
    assert building is not None
    building.join(PATIENCE)
    assert len(files(home)) == 1
    assert solver_for(game).is_ready()
    assert prepare(game) is None
    assert start_of(game).value is Value.WIN


@pytest.mark.parametrize("name", GAMES)
def test_a_game_whose_table_is_cached_is_not_prepared_again(name: str) -> None:
    start_of(small(name))
    assert solver_for(small(name)).is_ready()
    assert prepare(small(name)) is None


def test_preparing_twice_at_once_leaves_one_valid_table(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    game = find("digit-dilemma", slots=2, leading_zero=False)
    for building in [prepare(game), prepare(game)]:
        assert building is not None
        building.join(PATIENCE)
    (name,) = files(home)
    assert "without-leading-zero" in name
    content = (home / name).read_bytes()
    assert hashlib.sha256(content[tables.CHECK :]).digest() == content[: tables.CHECK]


def test_preparing_without_a_usable_cache_folder_ends_quietly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lastdigit").write_text("in the way")
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    game = small("digit-dilemma")
    building = prepare(game)
    assert building is not None
    building.join(PATIENCE)
    assert not solver_for(game).is_ready()
    assert capfd.readouterr() == ("", "")


def test_compiled_code_is_cached_beside_tables_even_if_numba_was_imported_first(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numba = pytest.importorskip("numba")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    tables.prepare("A test")
    assert str(home / tables.COMPILED) == numba.config.CACHE_DIR


def test_a_damaged_table_is_not_prepared(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the first request in a game waits until it is rebuilt."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    game = small("digit-duel")
    home.mkdir()
    (home / duel.pairs_of(DigitDuel(digits=2)).table.name).write_bytes(b"")
    building = prepare(game)
    assert building is not None
    building.join(PATIENCE)
    assert solver_for(game).is_ready()


def double(number: int) -> int:
    return 2 * number


def test_compilation_is_announced_unless_it_is_cached(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(home / "compiled"))
    assert tables.compile_functions((double,), "many primes").double.py_func(2) == 4
    announced = "Compiling the solver for many primes. This takes a few seconds, but only once.\n"
    assert capsys.readouterr().err == announced
    cached = home / "compiled" / "solver_0123" / "test_tables.double.nbi"
    cached.parent.mkdir(parents=True)
    cached.touch()
    tables.compile_functions((double,), "many primes")
    assert capsys.readouterr().err == ""


def test_a_part_of_a_table_is_read_by_python_that_skips_asserts() -> None:
    """The static site compiles the package with -OO."""
    code = """
from lastdigit.games import find
from lastdigit.games.digit_duel.solver import pairs_of
print(pairs_of(find("digit-duel", digits=2)).beaten_up_to(50))
"""
    lines = [
        subprocess.run(
            [sys.executable, *options, "-c", code], capture_output=True, text=True, check=True
        ).stdout
        for options in ((), ("-OO",))
    ]
    assert int(lines[0]) > 0
    assert lines[0] == lines[1]
