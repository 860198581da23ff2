"""README, docs and changelog agree with the code, and everything public is documented."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import tomllib

import pytest

import lastdigit
from lastdigit.cli.main import COMMANDS as OURS
from lastdigit.match.record import Act, End
from lastdigit.terminal.game import COMMANDS
from tests.conftest import ROOT


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_python_examples_run(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
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
    page = "".join((ROOT / "docs" / name).read_text() for name in ("commands.md", "terminal.md"))
    for name in [*OURS, *COMMANDS]:
        assert f"`{name}" in page or f"lastdigit {name}" in page, name


def test_every_part_of_a_record_is_documented() -> None:
    page = (ROOT / "docs" / "records.md").read_text()
    for word in [*Act, *End]:
        assert f"`{word}`" in page, word


def test_the_games_in_the_readme_link_to_their_rulebooks_and_usual_lengths() -> None:
    page = (ROOT / "README.md").read_text()
    games = {game.title: game for game in lastdigit.catalogue().values()}
    rows = re.findall(r"^\| \[(.+)\]\((src/\S+)\) \| .+ \| (.+) \|$", page, re.MULTILINE)
    assert len(rows) == 5
    for title, rulebook, turns in rows:
        assert (ROOT / rulebook).read_text() == games[title].rulebook()
        low, high = games[title].presets[0].turns
        assert turns == (str(low) if low == high else f"{low} to {high}")


def test_the_citation_has_all_required_fields() -> None:
    yaml = pytest.importorskip("yaml")
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert citation["cff-version"] == "1.2.0"
    assert citation["message"]
    assert "Last Digit" in citation["title"]
    assert [set(author) for author in citation["authors"]] == [{"name"}]
    assert citation["license"] == project["license"]
