"""The built wheel runs with `uvx` and `pipx run`."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from lastdigit.render.html import TEMPLATES
from tests.conftest import PATIENCE, ROOT

UV = os.environ.get("UV") or shutil.which("uv")
pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(UV is None, reason="wheels are built with uv: make tests"),
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the wheel of the project."""
    folder = tmp_path_factory.mktemp("index")
    subprocess.run([str(UV), "build", "-q", "--wheel", "--out-dir", folder, ROOT], check=True)
    return folder


def test_the_templates_are_in_the_wheel(index: Path) -> None:
    (wheel,) = index.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    templates = {f"lastdigit/render/templates/{path.name}" for path in TEMPLATES.iterdir()}
    assert templates
    assert templates <= names


@pytest.mark.parametrize(
    "words",
    [
        ("tool", "run", "--find-links", "{index}", "lastdigit"),
        ("tool", "run", "pipx", "run", "--pip-args=--find-links {index}", "lastdigit"),
    ],
    ids=["uvx", "pipx"],
)
def test_the_wheel_plays_a_game_with_uvx_and_pipx(
    words: tuple[str, ...], index: Path, tmp_path: Path
) -> None:
    game = ("play", "digit-poison", "--max-length", "1")
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(UV), *(word.format(index=index) for word in words), *game],
        cwd=tmp_path,
        env=environment | {"XDG_DATA_HOME": str(tmp_path), "PIPX_HOME": str(tmp_path / "pipx")},
        input="1\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout
