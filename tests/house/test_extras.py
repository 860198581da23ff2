"""The advice on how to install an extra fits how lastdigit was installed."""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path

import pytest

from lastdigit.extras import install_command, missing_extra

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
def test_what_installed_the_package_installs_the_extra(
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
def test_it_comes_from_where_the_package_came_from(
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
        ("tui", "make play ARGS=tui"),
        ("web", "make serve"),
        ("ray", "uv run --extra ray lastdigit"),
        ("rl", "uv run --extra rl python"),
    ],
)
def test_a_clone_needs_nothing_installed(extra: str, command: str) -> None:
    assert install_command(extra) == command


def test_the_command_comes_last_and_across_processes() -> None:
    error = missing_extra("The full screen", "tui", "textual is missing")
    assert error.reason == "The full screen needs the extra tui (textual is missing)"
    assert str(pickle.loads(pickle.dumps(error))) == f"{error.reason}: make play ARGS=tui"
