"""The OpenAPI document: it is complete, committed, served, and the server follows it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from lastdigit.web.api.routes import OPERATIONS
from lastdigit.web.schemas.errors import Reason
from tests.conftest import PATIENCE, ROOT, Size
from tests.renew import OPENAPI as COMMITTED
from tests.renew import openapi_text
from tests.web.conftest import Server

PAGE = (ROOT / "docs" / "api.md").read_text()


def test_the_committed_document_is_the_generated_one() -> None:
    assert COMMITTED.read_text() == openapi_text(), "make renew writes it"


def test_all_references_are_defined() -> None:
    document = COMMITTED.read_text()
    meant = set(re.findall(r'"#/components/schemas/(\w+)"', document))
    assert meant
    assert meant <= set(json.loads(document)["components"]["schemas"])


def test_every_field_and_every_parameter_has_a_description() -> None:
    document = json.loads(COMMITTED.read_text())
    shapes = document["components"]["schemas"].items()
    described = [
        (f"{name}.{field}", schema)
        for name, shape in shapes
        for field, schema in shape.get("properties", {}).items()
    ]
    described += [
        (f"{path} {parameter['name']}", parameter)
        for path, methods in document["paths"].items()
        for operation in methods.values()
        for parameter in operation["parameters"]
    ]
    assert not [name for name, one in described if not one.get("description")]


def test_server_returns_the_same_document(server: Server) -> None:
    assert httpx2.get(f"{server.url}/api/openapi.json").json() == json.loads(COMMITTED.read_text())


def test_page_lists_every_operation_and_error() -> None:
    for operation in OPERATIONS:
        assert f"`{operation.method} {operation.path}`" in PAGE, operation.path
    for reason in Reason:
        assert f"`{reason.word}`" in PAGE, reason.word


def test_commands_of_the_page_play_a_game_with_curl(server: Server, tmp_path: Path) -> None:
    """Run the commands of the page in order, and compare the output."""
    blocks = re.findall(r"```sh\n(.*?)```\n+```(?:json|text)\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) > 6
    script = "\n".join(f"{command}\necho; echo ====" for command, _ in blocks)
    done = subprocess.run(
        ["bash", "-euc", script.replace("http://127.0.0.1:8642", server.url)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = [part.strip() for part in done.stdout.split("====")]
    for (_, promised), got in zip(blocks, said[:-1], strict=True):
        for line in promised.strip().splitlines():
            assert line.strip() in got or line.strip() == "...", (line, got)


@pytest.mark.prove
def test_server_follows_the_document(server: Server, size: Size, tmp_path: Path) -> None:
    """Schemathesis generates requests from the document, and checks the responses."""
    done = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")),
            "run",
            f"{server.url}/api/openapi.json",
            f"--max-examples={size(sample=1, full=50)}",
            # Which options and presets there are is a game's own business, not the schema's.
            "--exclude-checks=positive_data_acceptance",
            "--generation-deterministic",
            "--suppress-health-check=all",
            f"--request-timeout={PATIENCE}",
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=20 * PATIENCE,
        check=False,
    )
    told = "\n".join(line[:300] for line in done.stdout.splitlines())
    assert done.returncode == 0, told[-6_000:]
