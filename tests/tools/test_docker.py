"""The Dockerfile agrees with the package. The image itself is not built here."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

from lastdigit.cli.server import serve_parser
from tests.conftest import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
IGNORE = (ROOT / ".dockerignore").read_text().splitlines()
COPIED = [line[1:] for line in IGNORE if line.startswith("!")]


def commands(word: str) -> list[list[str]]:
    """Return the JSON forms of an instruction."""
    return [json.loads(words) for words in re.findall(rf"\b{word} +(\[.*\])", DOCKERFILE)]


def test_python_and_extras_are_those_of_the_package() -> None:
    versions = set(re.findall(r"^FROM python:(\d+\.\d+)-slim", DOCKERFILE, re.MULTILINE))
    assert len(versions) == 1
    [lowest] = re.findall(r">=(\d+\.\d+)", PROJECT["project"]["requires-python"])
    assert [*map(int, versions.pop().split("."))] >= [*map(int, lowest.split("."))]
    [extras] = re.findall(r"'/src\[(.*)\]'", DOCKERFILE)
    assert set(extras.split(",")) <= set(PROJECT["project"]["optional-dependencies"])


def test_the_command_is_valid_and_listens_on_the_exposed_port() -> None:
    [[program, command, *options]] = commands("ENTRYPOINT")
    assert program in PROJECT["project"]["scripts"]
    assert command == "serve"
    arguments = serve_parser().parse(options)
    assert arguments.host == "0.0.0.0"
    assert re.findall(r"^EXPOSE (\d+)$", DOCKERFILE, re.MULTILINE) == [str(arguments.port)]
    [[*_, code]] = commands("CMD")
    compile(code, "HEALTHCHECK", "exec")
    assert f"'http://127.0.0.1:{arguments.port}/healthz'" in code


def test_the_server_does_not_run_as_root() -> None:
    [user] = re.findall(r"^USER (\S+)$", DOCKERFILE, re.MULTILINE)
    assert re.search(rf"useradd .*\b{user}$", DOCKERFILE.replace("  ", "\n"), re.MULTILINE)
    [volume] = re.findall(r"^VOLUME (\S+)$", DOCKERFILE, re.MULTILINE)
    assert re.search(rf"install .*--owner={user} .*{volume}\b", DOCKERFILE)
    assert f"XDG_DATA_HOME={volume} " in DOCKERFILE


def test_everything_that_the_package_is_built_from_is_copied() -> None:
    assert IGNORE[IGNORE.index("*") + 1 :][: len(COPIED)] == [f"!{path}" for path in COPIED]
    assert all((ROOT / path).exists() for path in COPIED)
    data = PROJECT["tool"]["uv"]["build-backend"]["data"].values()
    named = [PROJECT["project"]["readme"], *PROJECT["project"]["license-files"], *data]
    listed = subprocess.run(
        ["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    links = [ROOT / path for path in listed if (ROOT / path).is_symlink()]
    targets = [str(path.resolve().relative_to(ROOT)) for path in links]
    for path in ["pyproject.toml", *named, *listed, *targets]:
        assert any(Path(path).is_relative_to(one) for one in COPIED), path
