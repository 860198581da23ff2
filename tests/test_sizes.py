"""`make test` runs a sample of the sized tests, `make prove` all of them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.sizes import sampled

TESTS = """
import os

import pytest
from tests.sizes import sampled

@pytest.mark.parametrize("case", sampled("abc", "b"))
def test_cases(case): ...

@pytest.mark.prove
def test_long(): ...

def test_sized(size):
    assert size(sample=3, full=7) == (7 if os.environ["LASTDIGIT_PROVE"] else 3)

def test_short(): ...
"""


def passed(folder: Path, *words: str, prove: str) -> list[str]:
    """Return the names of the tests that pytest runs and that pass."""
    (folder / "test_it.py").write_text(TESTS)
    plugins = ("tests.conftest", "pytest_timeout", "no:cacheprovider")
    ours = [word for name in plugins for word in ("-p", name)]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-v",
            *ours,
            "-c",
            str(ROOT / "pyproject.toml"),
            "--rootdir",
            str(folder),
            str(folder),
            *words,
        ],
        env={"LASTDIGIT_PROVE": prove, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return re.findall(r"::(\S+) PASSED", done.stdout)


@pytest.mark.parametrize(
    ("prove", "words", "expected"),
    [
        ("", (), {"test_cases[b]", "test_sized", "test_short"}),
        (
            "1",
            ("-m", "prove or sized"),
            {"test_cases[a]", "test_cases[c]", "test_long", "test_sized"},
        ),
    ],
    ids=["make test", "make prove"],
)
def test_tests_deselected_in_make_test_run_in_make_prove(
    prove: str, words: tuple[str, ...], expected: set[str], tmp_path: Path
) -> None:
    assert set(passed(tmp_path, *words, prove=prove)) == expected


def test_a_sample_must_be_some_of_the_cases() -> None:
    with pytest.raises(ValueError, match="not \\['d'\\]"):
        sampled("abc", "d")
    with pytest.raises(ValueError, match="not \\[\\]"):
        sampled("abc")
