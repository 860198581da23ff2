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
    """Return a cache folder with space for three tables of two megabytes, and a bit."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv(tables.VARIABLE, "7")
    return tmp_path / "lastdigit"


def build(name: str, size: int = SIZE) -> None:
    LargeTable(name, size, lambda: memoryview(bytes(size))).number("B", 0)


def keep_small(name: str) -> None:
    """Have a table that is packed: nine tenths of a megabyte, as it cannot be packed smaller."""
    content = Random(name).randbytes(MEGABYTE * 9 // 10)
    assert tables.cached_table(name, lambda: content, bytes) == content


def age(folder: Path, *names: str) -> None:
    """Let tables have been used long ago, the first the longest."""
    for moment, name in enumerate(names, 1):
        os.utime(folder / name, (moment, moment))


def names(folder: Path) -> set[str]:
    return {table.path.name for table in tables.cached_tables(folder)}


def test_the_one_not_used_for_longest_goes_first(folder: Path) -> None:
    for name in "abc":
        build(name)
    age(folder, "a", "b", "c")
    build("a")  # it is kept, and now the one used last
    build("d")
    assert names(folder) == {"a", "c", "d"}


def test_small_ones_go_like_large_ones_by_when_they_were_used(folder: Path) -> None:
    small = [f"small-{number}" for number in range(7)]
    for name in small:
        keep_small(name)
    age(folder, *small)
    keep_small("small-0")
    build("a")
    assert names(folder) == {"a", "small-0", *small[3:]}


def test_a_small_one_makes_space_for_itself_too(folder: Path) -> None:
    for name in "abc":
        build(name)
    age(folder, "a", "b", "c")
    keep_small("small-1")
    keep_small("small-2")
    assert names(folder) == {"b", "c", "small-1", "small-2"}


def test_where_nothing_may_be_kept_everything_is_built_and_nothing_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(tables.VARIABLE, "0")
    build("a")
    keep_small("small")
    assert not folder.exists()
    assert capsys.readouterr().err == ""
    assert prepare(find("digit-dilemma")) is None, "nobody would find what another process built"


def test_a_table_built_again_needs_no_space_beside_itself(folder: Path) -> None:
    for name in "abc":
        build(name)
    age(folder, "a", "b", "c")
    (folder / "c").write_bytes(b"damaged")
    build("c")
    assert names(folder) == {"a", "b", "c"}


def test_what_would_not_fit_at_all_is_not_kept_and_costs_no_other(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build("a")
    build("b", 8 * MEGABYTE)
    assert names(folder) == {"a"}
    assert "A table of 8 MB is not cached" in capsys.readouterr().err


def test_compiled_code_counts(folder: Path) -> None:
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
    """Return what a process has left that was killed while it kept a table."""
    story = [sys.executable, "-c", KILLED, str(folder / "half")]
    subprocess.run(story, timeout=PATIENCE, check=False)
    (left,) = folder.glob(".half.*")
    return left


def test_what_a_killed_writer_left_goes_before_any_table_does(folder: Path) -> None:
    build("a")
    left = left_by_a_killed_writer(folder)
    assert names(folder) == {"a"}, "it is no table"
    age(folder, left.name)
    build("b")
    build("c")
    assert names(folder) == {"a", "b", "c"}
    assert not left.exists()


def test_what_was_left_just_now_may_be_another_machine_s_and_counts(folder: Path) -> None:
    """Where machines share a folder, nobody knows whether a process of another goes on."""
    build("a")
    left = left_by_a_killed_writer(folder)
    build("b")
    assert names(folder) == {"b"}
    assert left.exists()
    assert tables.clear(folder) > 5 * MEGABYTE
    assert not list(folder.iterdir()), "somebody has said so"


def test_what_is_being_written_stays_however_long_it_takes(folder: Path) -> None:
    build("a")
    written = folder / f".half.{os.getpid()}"
    written.write_bytes(bytes(3 * MEGABYTE))
    age(folder, written.name, "a")
    build("b")
    assert names(folder) == {"b"}
    tables.clear(folder)
    assert list(folder.iterdir()) == [written]


@pytest.mark.parametrize("said", ["", "-1", "4 GB", "1e3"])
def test_a_bound_that_is_no_number_is_told_before_anything_is_built(
    said: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(tables.VARIABLE, said)
    with pytest.raises(OptionError, match="must be a number of megabytes"):
        LargeTable("a", 1, lambda: pytest.fail("it was built")).number("B", 0)
    with pytest.raises(OptionError, match="must be a number of megabytes"):
        tables.cached_table("a", lambda: pytest.fail("it was built"), bytes)
    assert not folder.exists()
