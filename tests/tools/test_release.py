"""The release command refuses with reasons until everything is ready."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.wheels import ESBUILD
from tools import release

TODAY = date(2027, 1, 31)
pytestmark = pytest.mark.skipif(
    not (os.environ.get("UV") or shutil.which("uv")), reason="releases are made with uv: make tests"
)
Say = Callable[..., tuple[int, str]]


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


def sign(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a fixed author for commits and tags."""
    for part in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{part}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{part}_EMAIL", "ada@example.org")


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "a change")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small project that is ready to be released as 1.2.3."""
    sign(monkeypatch)
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch", "main")
    (folder / "pyproject.toml").write_text(
        '[project]\nname = "small"\nversion = "1.2.3"\nrequires-python = ">=3.11"\n'
    )
    (folder / "uv.lock").write_text(
        'version = 1\nrevision = 3\nrequires-python = ">=3.11"\n\n'
        '[[package]]\nname = "small"\nversion = "1.2.3"\nsource = { virtual = "." }\n'
    )
    (folder / "src" / "lastdigit").mkdir(parents=True)
    (folder / "src" / "lastdigit" / "system.py").write_text('VERSION = "1.2.3"\n')
    (folder / "docs").mkdir()
    (folder / "docs" / "openapi.json").write_text(
        '{\n  "info": {\n    "title": "Last Digit",\n    "version": "1.2.3"\n  }\n}\n'
    )
    write_changelog(folder, f"## Unreleased\n\n## 1.2.3 - {TODAY}\n\n- A thing.\n\n## 1.2.2\n")
    commit(folder)
    return folder


def write_changelog(folder: Path, text: str) -> None:
    (folder / "CHANGELOG.md").write_text(f"# Changelog\n\n{text}")


@pytest.fixture
def try_release(project: Path, capsys: pytest.CaptureFixture[str]) -> Say:
    """Try a release with failing tests, and return the exit code and the messages."""

    def say(*words: str) -> tuple[int, str]:
        code = release.main(words, project, TODAY, ["false"])
        assert not git(project, "tag", "--list", "v1.2.3"), "a refusal leaves no tag"
        assert not (project / "dist").exists(), "a refusal leaves no files"
        return code, capsys.readouterr().err

    return say


def test_a_ready_project_is_refused_only_for_its_failing_tests(try_release: Say) -> None:
    code, words = try_release("1.2.3")
    assert code == 1
    assert words.splitlines()[1:] == ["- The tests, including those of the docs, fail: false."]


@pytest.mark.parametrize("words", [(), ("",), ("1.2",), ("v1.2.3",), ("1.2.3", "1.2.4")])
def test_a_version_has_three_numbers(try_release: Say, words: tuple[str, ...]) -> None:
    assert try_release(*words) == (
        2,
        "Give the version as three numbers: make release VERSION=1.2.3\n",
    )


def test_uncommitted_files_are_named(try_release: Say, project: Path) -> None:
    (project / "uv.lock").write_text("changed")
    (project / "README.md").write_text("new")
    code, words = try_release("1.2.3")
    assert code == 1
    assert "- There are uncommitted changes: uv.lock, README.md.\n" in words


def test_releases_from_other_branches_are_refused(try_release: Say, project: Path) -> None:
    git(project, "switch", "--quiet", "--create", "try-out")
    assert "- Releases are made from main, but this is try-out.\n" in try_release("1.2.3")[1]
    git(project, "switch", "--quiet", "--detach")
    assert "- Releases are made from main, but this is no branch.\n" in try_release("1.2.3")[1]


def test_the_changelog_must_have_the_version(try_release: Say) -> None:
    code, words = try_release("1.2.4")
    assert code == 1
    assert f'- CHANGELOG.md has no section "## 1.2.4 - {TODAY}".\n' in words


def test_the_version_is_written_into_all_files_before_the_tests(project: Path) -> None:
    write_changelog(project, f"## 1.2.4 - {TODAY}\n\n- A thing.\n")
    commit(project)
    suite = ["sh", "-c", f"cat {' '.join(release.PLACES)} > .git/seen; false"]
    assert release.main(["1.2.4"], project, TODAY, suite) == 1
    seen = (project / ".git" / "seen").read_text()
    assert re.findall(r'"(\d\.\d\..+)"', seen) == ["1.2.4"] * len(release.PLACES)
    assert git(project, "status", "--porcelain") == "", "the tests failed, so nothing has changed"


def test_every_place_of_the_version_is_found(tmp_path: Path) -> None:
    places = release.version_places(ROOT)
    assert "integrations/inspect/uv.lock" in places
    for name in places:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    release.write_version(tmp_path, "98.7.6")
    for name in places:
        assert (tmp_path / name).read_text().count('"98.7.6"') == 1


def test_a_version_with_a_tag_is_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(project, "tag", "v1.2.3")
    assert release.main(["1.2.3"], project, TODAY, ["false"]) == 1
    assert "- The tag v1.2.3 already exists.\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    "title", ["1.2.3", "1.2.3 - soon", "1.2.3 - 2026-02-30", f"1.2.3 - {TODAY + timedelta(1)}"]
)
def test_the_changelog_must_have_the_current_date(
    try_release: Say, project: Path, title: str
) -> None:
    write_changelog(project, f"## {title}\n\n- A thing.\n")
    commit(project)
    assert f'- CHANGELOG.md has "## {title}" instead of ' in try_release("1.2.3")[1]


def test_the_section_in_the_changelog_must_not_be_empty(try_release: Say, project: Path) -> None:
    write_changelog(project, f"## 1.2.3 - {TODAY}\n\n## 1.2.2\n\n- A thing.\n")
    commit(project)
    assert "- The section 1.2.3 in CHANGELOG.md is empty.\n" in try_release("1.2.3")[1]


def test_unreleased_entries_in_the_changelog_are_refused(try_release: Say, project: Path) -> None:
    write_changelog(project, f"## Unreleased\n\n- More.\n\n## 1.2.3 - {TODAY}\n\n- A thing.\n")
    commit(project)
    assert (
        '- Move the "Unreleased" entries in CHANGELOG.md under 1.2.3.\n' in try_release("1.2.3")[1]
    )


def test_a_stale_lock_file_is_refused(try_release: Say, project: Path) -> None:
    lock = project / "uv.lock"
    lock.write_text(lock.read_text().replace('version = "1.2.3"', 'version = "1.2.2"'))
    commit(project)
    assert try_release("1.2.3")[1].splitlines()[1:] == [
        "- uv.lock is not up to date with pyproject.toml. Run: uv lock"
    ]


def test_a_refused_release_exits_with_1(project: Path) -> None:
    (project / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "release.py", project / "tools")
    done = subprocess.run(
        [sys.executable, "tools/release.py", "1.2.3"], cwd=project, capture_output=True, check=False
    )
    assert done.returncode == 1
    assert b"There are uncommitted changes: tools/" in done.stderr


@pytest.mark.prove
@pytest.mark.skipif(not ESBUILD.is_dir(), reason="esbuild comes by npm: npm ci")
def test_this_project_is_tagged_and_built_if_its_tests_pass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Release the working tree, as if it were committed and its changelog dated."""
    sign(monkeypatch)
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "docs" / "man", tmp_path / "docs" / "man")
    shutil.copy(ROOT / "docs" / "openapi.json", tmp_path / "docs")
    for name in ("pyproject.toml", "uv.lock", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "bundle.mjs", tmp_path / "tools")
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    version = "98.7.6"
    write_changelog(tmp_path, f"## {version} - {TODAY}\n\n- Everything.\n")
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    commit(tmp_path)

    code = release.main([version], tmp_path, TODAY, ["true"])

    try_release = capsys.readouterr()
    assert (code, try_release.err) == (0, "")
    assert try_release.out.startswith(f"{version} is tagged as v{version}; dist/ has ")
    assert git(tmp_path, "log", "--format=%s", "--max-count=1") == f"Release {version}\n"
    assert git(tmp_path, "status", "--porcelain") == ""
    assert git(tmp_path, "tag", "--list").split() == [f"v{version}"]
    (wheel,), (archive,) = (tmp_path / "dist").glob("*.whl"), (tmp_path / "dist").glob("*.tar.gz")
    shipped = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    written = {str(path.relative_to(tmp_path / "src")) for path in files_in(tmp_path / "src")}
    manual = f"lastdigit-{version}.data/data/share/man/man1/lastdigit.1"
    files = {name for name in shipped if not name.endswith("/")}
    bundle = {name for name in files if name.startswith("lastdigit/web/static/bundle/")}
    assert "lastdigit/web/static/bundle/manifest.json" in bundle
    assert files - bundle == {*written, manual}
    with tarfile.open(archive) as packed:
        assert {name for name in packed.getnames() if name.endswith("/bundle/manifest.json")}


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]
