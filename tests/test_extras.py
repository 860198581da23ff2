"""The advice on installing an extra fits how lastdigit was installed."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

from lastdigit.extras import install_command, missing_extra, requirements
from tests.conftest import ONE_LINE, ROOT
from tests.sizes import sampled

PYTHON = sys.executable


def installed(
    folder: Path, installer: str, source: object = None, mark: str = ""
) -> tuple[Path, Path]:
    """Return an environment and the package in it, as an installer leaves them."""
    site = folder / "environment" / "lib" / "site-packages"
    package, about = site / "lastdigit", site / "lastdigit-1.0.dist-info"
    package.mkdir(parents=True)
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lastdigit\nVersion: 1.0\n")
    (about / "INSTALLER").write_text(f"{installer}\n")
    if source is not None:
        (about / "direct_url.json").write_text(json.dumps(source))
    if mark:
        (folder / "environment" / mark).touch()
    return folder / "environment", package


@pytest.mark.parametrize(
    ("installer", "mark", "command"),
    [
        ("uv", "uv-receipt.toml", "uv tool install 'lastdigit[tui]'"),
        ("pip", "pipx_metadata.json", "pipx install --force 'lastdigit[tui]'"),
        ("uv", "pipx_metadata.json", "pipx install --force 'lastdigit[tui]'"),
        ("pip", "", f"{PYTHON} -m pip install 'lastdigit[tui]'"),
        ("uv", "", f"uv pip install --python {PYTHON} 'lastdigit[tui]'"),
        ("uv", "../CACHEDIR.TAG", "uvx --from 'lastdigit[tui]' lastdigit"),
    ],
)
def test_the_command_to_install_an_extra_uses_the_same_installer(
    tmp_path: Path, installer: str, mark: str, command: str
) -> None:
    assert install_command("tui", *installed(tmp_path, installer, mark=mark)) == command


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ({"url": "file://{}", "dir_info": {}}, "'lastdigit[web] @ file://{}'"),
        ({"url": "file://{}", "dir_info": {"editable": True}}, "--editable '{}[web]'"),
        ({"url": "file://{}/gone.whl", "archive_info": {}}, "'lastdigit[web]'"),
        (
            {
                "url": "https://example.org/lastdigit.git",
                "vcs_info": {"vcs": "git", "requested_revision": "main", "commit_id": "abc"},
            },
            "'lastdigit[web] @ git+https://example.org/lastdigit.git@main'",
        ),
    ],
    ids=["folder", "editable", "file that is gone", "git"],
)
def test_an_extra_is_installed_from_the_source_of_the_package(
    tmp_path: Path, source: dict[str, object], wanted: str
) -> None:
    source["url"] = str(source["url"]).replace("{}", str(tmp_path))
    place = installed(tmp_path, "uv", source, "uv-receipt.toml")
    assert (
        install_command("web", *place) == f"uv tool install {wanted.replace('{}', str(tmp_path))}"
    )


@pytest.mark.parametrize(
    ("extra", "command"),
    [
        ("tui", 'make play ARGS="play --full-screen"'),
        ("web", "make serve"),
        ("ray", "uv run --extra ray lastdigit"),
        ("rl", "uv run --extra rl python"),
    ],
)
def test_in_a_clone_the_command_uses_uv_or_make(extra: str, command: str) -> None:
    assert install_command(extra) == command


def test_the_command_to_reinstall_lastdigit_itself(tmp_path: Path) -> None:
    assert install_command("") == "uv run lastdigit"
    place = installed(tmp_path, "pip")
    assert install_command("", *place) == f"{PYTHON} -m pip install lastdigit"


def test_an_error_ends_with_the_command_also_across_processes() -> None:
    error = missing_extra("The full screen", "tui", "textual is missing")
    assert error.reason == "The full screen needs the extra tui (textual is missing)"
    assert (
        str(pickle.loads(pickle.dumps(error)))
        == f'{error.reason}: make play ARGS="play --full-screen"'
    )


OLD = {
    "uvicorn": (("serve",), "The server needs uvicorn 0.52.1 or newer and older than 0.55"),
    "mcp": (("mcp",), "The MCP server needs mcp 2.1 or newer and older than 3"),
    "textual": (("play", "--full-screen"), "The full screen needs textual 1 or newer"),
    "psycopg": (
        ("saved", "list", "--store", "postgresql://127.0.0.1:1/none"),
        "PostgreSQL needs psycopg 3.2.1 or newer",
    ),
    "ray": (
        ("arena", "--players", "easy,hard", "--engine", "ray", "--out", "run"),
        "--engine ray needs ray 2.40 or newer",
    ),
    "pyarrow": (
        ("dataset", "digit-duel", "--out", "some.parquet"),
        "A .parquet file needs pyarrow 18 or newer",
    ),
}


def without_jinja(folder: Path) -> dict[str, str]:
    """Return an environment in which Jinja2 cannot be imported, as in a clone with bare Python."""
    hiding = "import sys\nsys.modules.update(jinja2=None, markupsafe=None)\n"
    (folder / "sitecustomize.py").write_text(hiding)
    return os.environ | {"PYTHONPATH": str(folder), "XDG_DATA_HOME": str(folder)} | ONE_LINE


EXAMS = [str(ROOT / "tests" / "fixtures" / name) for name in ("exam-easy", "exam-hard")]
ARENA = ("arena", "--players", "random,greedy", "--games", "digit-poison", "--starts", "1")
EXAM = ("exam", "run", "random", "--games", "digit-poison", "--positions", "2")
PAGES: dict[str, tuple[tuple[str, ...], str]] = {
    "arena": ((*ARENA, "--out", "run"), "The HTML report needs Jinja2 (or add --no-html)"),
    "exam run": ((*EXAM, "--out", "run"), "The HTML report needs Jinja2 (or add --no-html)"),
    "exam leaderboard": (
        ("exam", "leaderboard", *EXAMS),
        "The HTML page needs Jinja2 (or add --no-html)",
    ),
    "puzzles": (("puzzles", "digit-duel", "--sheet", "sheet.html"), "A worksheet needs Jinja2"),
}


@pytest.mark.parametrize("name", PAGES)
def test_without_jinja_an_html_file_is_refused_before_any_work(name: str, tmp_path: Path) -> None:
    words, reason = PAGES[name]
    environment = without_jinja(tmp_path)
    before = {path.name for path in tmp_path.iterdir()}
    done = subprocess.run(
        [PYTHON, "-m", "lastdigit", *words],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"lastdigit: {reason}: uv run lastdigit\n"
    assert {path.name for path in tmp_path.iterdir()} - before <= {"__pycache__"}


RESULTS: dict[str, tuple[tuple[str, ...], str]] = {
    "arena": ((*ARENA, "--out", "run", "--no-html"), "The whole report: run/report.json\n"),
    "exam run": ((*EXAM, "--out", "run", "--no-html"), "Every answer: run/answers.jsonl\n"),
    "exam leaderboard": (("exam", "leaderboard", *EXAMS, "--no-html"), "Standings\n"),
    "exam verify": (("exam", "verify", *EXAMS), "The report matches the log.\n"),
    "puzzles": (("puzzles", "digit-duel", "--count", "1", "--json"), '"game": "digit-duel"'),
    "map": (("map", "digit-poison", "--out", "map.svg"), "The map is in "),
}


@pytest.mark.parametrize("name", RESULTS)
def test_without_jinja_results_are_printed(name: str, tmp_path: Path) -> None:
    words, printed = RESULTS[name]
    done = subprocess.run(
        [PYTHON, "-m", "lastdigit", *words],
        cwd=tmp_path,
        env=without_jinja(tmp_path),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert printed in done.stdout
    assert not list(tmp_path.rglob("*.html"))


@pytest.mark.parametrize(
    "words", [("--version",), ("play", "digit-poison"), ("puzzles", "digit-d")]
)
def test_jinja_is_imported_only_to_render_html(words: tuple[str, ...], tmp_path: Path) -> None:
    done = subprocess.run(
        [PYTHON, "-X", "importtime", "-m", "lastdigit", *words],
        cwd=tmp_path,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        input="",
        capture_output=True,
        text=True,
    )
    assert "lastdigit.cli.main" in done.stderr
    assert "jinja2" not in done.stderr


def outdated(folder: Path, name: str, version: str = "0.0.1") -> dict[str, str]:
    """Return an environment in which a package appears to be installed in a version."""
    about = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    folders = {"PYTHONPATH": str(folder), "XDG_DATA_HOME": str(folder)}
    return os.environ | folders | ONE_LINE


@pytest.mark.parametrize("name", sampled(OLD, "uvicorn", "psycopg", "pyarrow"))
def test_a_package_that_is_too_old_is_not_reported_as_missing(name: str, tmp_path: Path) -> None:
    words, message = OLD[name]
    command = [PYTHON, "-m", "lastdigit", *words]
    done = subprocess.run(
        command, cwd=tmp_path, env=outdated(tmp_path, name), capture_output=True, text=True
    )
    assert f"{message}, and 0.0.1 is installed: " in done.stderr
    assert "missing" not in done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("rl.gymnasium", "gymnasium"),
        ("rl.pettingzoo", "pettingzoo"),
        ("rl.openspiel", "open-spiel"),
        ("batch", "numba"),
    ],
)
def test_a_library_that_is_too_old_is_named_on_import(
    module: str, name: str, tmp_path: Path
) -> None:
    command = [PYTHON, "-c", f"import lastdigit.{module}"]
    done = subprocess.run(
        command, cwd=tmp_path, env=outdated(tmp_path, name), capture_output=True, text=True
    )
    assert " or newer, and 0.0.1 is installed: " in done.stderr
    assert f" needs {name} " in done.stderr


def test_a_package_that_is_too_new_is_named(tmp_path: Path) -> None:
    command = [PYTHON, "-m", "lastdigit", "serve"]
    environment = outdated(tmp_path, "uvicorn", "1.0rc1")
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert "older than 0.55, and 1.0rc1 is installed" in done.stderr


def test_the_installed_package_declares_the_same_requirements_as_the_clone() -> None:
    requires = distribution("lastdigit").requires or []
    for extra in ("fast", "mcp", "openspiel", "parquet", "postgres", "ray", "rl", "tui", "web"):
        declared = {line.partition(";")[0].strip() for line in requires if f"'{extra}'" in line}
        ours = {line.partition(";")[0].strip() for line in requirements(extra)}
        assert {normal(line) for line in declared} == {normal(line) for line in ours}, extra


def normal(requirement: str) -> tuple[str, ...]:
    """Return a requirement's parts in a fixed order: tools write them differently."""
    return tuple(sorted(re.findall(r"[\w.-]+|[<>=]+[\w.]+", requirement)))
