"""The limit on cached tables: the least recently used is deleted first."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from lastdigit.analysis.prepare import prepare
from lastdigit.errors import OptionError
from lastdigit.games import find
from lastdigit.solver import tables
from lastdigit.solver.tables import LargeTable
from tests.conftest import PATIENCE

MEGABYTE = tables.MEGABYTE
SIZE = 2 * MEGABYTE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache folder with space for slightly more than three tables of two megabytes."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv(tables.VARIABLE, "7")
    return tmp_path / "lastdigit"


def build(name: str, size: int = SIZE) -> None:
    LargeTable(name, size, lambda: memoryview(bytes(size))).number("B", 0)


def cache_small(name: str) -> None:
    """Cache a packed table of 0.9 megabytes, which cannot be compressed further."""
    content = Random(name).randbytes(MEGABYTE * 9 // 10)
    assert tables.cached_table(name, lambda: content, bytes) == content


def age(folder: Path, *names: str) -> None:
    """Set the last use of tables to long ago, the first one earliest."""
    for moment, name in enumerate(names, 1):
        os.utime(folder / name, (moment, moment))


def names(folder: Path) -> set[str]:
    return {table.path.name for table in tables.cached_tables(folder)}


def test_the_least_recently_used_table_is_deleted_first(folder: Path) -> None:
    for name in "abc":
        build(name)
    age(folder, "a", "b", "c")
    build("a")  # it stays in the cache and is now the last used
    build("d")
    assert names(folder) == {"a", "c", "d"}


def test_small_tables_are_deleted_by_last_use_too(folder: Path) -> None:
    small = [f"small-{number}" for number in range(7)]
    for name in small:
        cache_small(name)
    age(folder, *small)
    cache_small("small-0")
    build("a")
    assert names(folder) == {"a", "small-0", *small[3:]}


def test_caching_a_small_table_frees_space(folder: Path) -> None:
    for name in "abc":
        build(name)
    age(folder, "a", "b", "c")
    cache_small("small-1")
    cache_small("small-2")
    assert names(folder) == {"b", "c", "small-1", "small-2"}


def test_with_a_limit_of_zero_tables_are_built_without_a_message(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(tables.VARIABLE, "0")
    build("a")
    cache_small("small")
    assert not folder.exists()
    assert capsys.readouterr().err == ""
    assert prepare(find("digit-dilemma")) is None, "tables of another process could not be found"


def test_rebuilding_a_table_deletes_no_other_table(folder: Path) -> None:
    for name in "abc":
        build(name)
    age(folder, "a", "b", "c")
    (folder / "c").write_bytes(b"damaged")
    build("c")
    assert names(folder) == {"a", "b", "c"}


def test_a_table_larger_than_the_limit_is_not_cached_and_deletes_no_other(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build("a")
    build("b", 8 * MEGABYTE)
    assert names(folder) == {"a"}
    assert "A table of 8 MB is not cached" in capsys.readouterr().err


def test_compiled_code_counts_towards_the_limit(folder: Path) -> None:
    (folder / "compiled" / "batch_1").mkdir(parents=True)
    (folder / "compiled" / "batch_1" / "code").write_bytes(bytes(4 * MEGABYTE))
    build("a")
    build("b")
    assert names(folder) == {"b"}
    assert tables.clear(folder) > 6 * MEGABYTE
    assert not list(folder.iterdir())


KILLED = f"""
import os, sys
from pathlib import Path
from lastdigit.system import write_atomically

Path.replace = lambda *_: os.kill(os.getpid(), 9)
write_atomically(Path(sys.argv[1]), bytes({3 * MEGABYTE}))
"""


def left_by_a_killed_writer(folder: Path) -> Path:
    """Return the partial file of a process that was killed while it wrote a table."""
    story = [sys.executable, "-c", KILLED, str(folder / "half")]
    subprocess.run(story, timeout=PATIENCE, check=False)
    (left,) = folder.glob(".half.*")
    return left


def test_old_partial_files_are_deleted_before_any_table(folder: Path) -> None:
    build("a")
    left = left_by_a_killed_writer(folder)
    assert names(folder) == {"a"}, "a partial file is not a table"
    age(folder, left.name)
    build("b")
    build("c")
    assert names(folder) == {"a", "b", "c"}
    assert not left.exists()


def test_recent_partial_files_count_towards_the_limit(folder: Path) -> None:
    """If machines share a folder, it is unknown whether a process of another machine still runs."""
    build("a")
    left = left_by_a_killed_writer(folder)
    build("b")
    assert names(folder) == {"b"}
    assert left.exists()
    assert tables.clear(folder) > 5 * MEGABYTE
    assert not list(folder.iterdir()), "clearing the cache deletes partial files too"


def test_a_file_that_is_being_written_is_never_deleted(folder: Path) -> None:
    build("a")
    written = folder / f".half.{os.getpid()}"
    written.write_bytes(bytes(3 * MEGABYTE))
    age(folder, written.name, "a")
    build("b")
    assert names(folder) == {"b"}
    tables.clear(folder)
    assert list(folder.iterdir()) == [written]


@pytest.mark.parametrize("limit", ["", "-1", "4 GB", "1e3"])
def test_an_invalid_limit_is_reported_before_a_table_is_built(
    limit: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(tables.VARIABLE, limit)
    with pytest.raises(OptionError, match="must be a number of megabytes"):
        LargeTable("a", 1, lambda: pytest.fail("it was built")).number("B", 0)
    with pytest.raises(OptionError, match="must be a number of megabytes"):
        tables.cached_table("a", lambda: pytest.fail("it was built"), bytes)
    assert not folder.exists()
