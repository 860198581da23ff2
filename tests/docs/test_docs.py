"""What README, docs and changelog say is true; what is not documented fails."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import shlex
import tomllib

import pytest

import lastdigit
from lastdigit.cli.main import COMMANDS as OURS
from lastdigit.match.record import Act, End
from lastdigit.terminal.game import COMMANDS
from tests.conftest import ROOT, Run

README = (ROOT / "README.md").read_text()


def test_the_readme_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 3
    assert not failed


@pytest.mark.prove
def test_every_docstring_example_runs() -> None:
    tried = 0
    for module in pkgutil.walk_packages(lastdigit.__path__, "lastdigit."):
        if not module.name.endswith("__main__"):
            result = doctest.testmod(importlib.import_module(module.name))
            assert not result.failed, module.name
            tried += result.attempted
    assert tried > 3


def test_every_command_line_in_the_readme_works(call: Run) -> None:
    lines = re.findall(r"^(?:uv run )?lastdigit (.+)$", README, re.MULTILINE)
    assert len(lines) > 3
    call("play", "digit-poison", "--record", "games.jsonl", typed="0\n")
    for line in lines:
        words = shlex.split(line.partition("  #")[0])
        assert call(*words, typed="quit\n").code == 0, line


def test_the_project_the_code_and_the_changelog_have_the_same_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text()
    newest = re.search(r"^## (\d\S+)", changelog, re.MULTILINE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert newest is not None
    assert newest[1] == project["version"] == lastdigit.__version__
    sources = [*(ROOT / "src").rglob("*.py"), ROOT / "Makefile"]
    repeated = [path.name for path in sources if f'"{project["version"]}"' in path.read_text()]
    assert repeated == ["system.py"]


def test_every_command_is_documented() -> None:
    page = (ROOT / "docs" / "terminal.md").read_text()
    for name in [*OURS, *COMMANDS]:
        assert f"`{name}" in page or f"lastdigit {name}" in page, name


def test_every_part_of_a_record_is_documented() -> None:
    page = (ROOT / "docs" / "records.md").read_text()
    for word in [*Act, *End]:
        assert f"`{word}`" in page, word
