"""Build the project's sdist and wheel from a copy of the sources, with or without the bundle."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from lastdigit.web.assets import BUNDLE
from tests.conftest import ROOT

STATIC = Path("src", "lastdigit", "web", "static")
ESBUILD = ROOT / "node_modules" / "esbuild"


def build_wheel(folder: Path, *, bundled: bool) -> Path:
    """Build an sdist, and a wheel from that sdist, as `uv build` does."""
    if bundled and not ESBUILD.is_dir():
        pytest.skip("esbuild comes by npm: npm ci")
    sources = folder / "sources"
    unwanted = shutil.ignore_patterns("__pycache__", BUNDLE)
    shutil.copytree(ROOT / "src", sources / "src", ignore=unwanted)
    shutil.copytree(ROOT / "docs" / "man", sources / "docs" / "man")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    if bundled:
        bundler = ["node", "tools/bundle.mjs", str(sources / STATIC)]
        subprocess.run(bundler, cwd=ROOT, check=True)
    sdist = _build("sdist", sources, folder)
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    return _build("wheel", folder / sdist.name.removesuffix(".tar.gz"), folder)


def unpack_wheel(wheel: Path) -> Path:
    """Return a folder for PYTHONPATH."""
    folder = wheel.parent / "unpacked"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


def _build(kind: str, sources: Path, folder: Path) -> Path:
    # The build backend looks for its binary on the PATH.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    script = f"import sys, uv_build; print(uv_build.build_{kind}(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)],
        cwd=sources,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return folder / done.stdout.split()[-1]
