"""The wheel is built, installed into an empty environment, and a game is played from it."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

from tests.conftest import ROOT


def test_a_game_is_played_from_the_wheel(tmp_path: Path) -> None:
    build = f"import uv_build; print(uv_build.build_wheel({str(tmp_path)!r}))"
    # The build backend looks for its binary on the PATH.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(
        [sys.executable, "-c", build],
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if name.startswith(("tests", "bench", "docs", "examples"))]
    assert "lastdigit/web/static/index.html" in names
    assert "lastdigit/store/migrations/002_online.sql" in names

    empty = tmp_path / "empty"
    venv.create(empty, with_pip=True)
    install = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", str(wheel)]
    subprocess.run([empty / "bin" / "python", *install], check=True, capture_output=True)

    environment = {"XDG_DATA_HOME": str(tmp_path / "data"), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [empty / "bin" / "lastdigit", "play", "digit-poison", "--divisor", "5"],
        input="1\n2\n3\n5\n",
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
        check=True,
    )
    assert done.stdout.endswith("Congratulations, Player 1 wins!\n")
    rules = subprocess.run(
        [empty / "bin" / "lastdigit", "rules", "digit-poison"],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    assert "In every game" in rules.stdout
