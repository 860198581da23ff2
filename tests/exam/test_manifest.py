"""A run commits to its manifest and a secret before the first item."""

from __future__ import annotations

import hashlib
import json
import stat
from pathlib import Path

import pytest

from lastdigit.errors import RecordError, UsageError
from lastdigit.exam.manifest import check_seal, claim, commitment_of
from tests.conftest import Run
from tests.players.chat_server import Body, Response, chat_server, completion, some_legal

MANIFEST = {"kind": "exam", "positions": 4}
EXAM = ("exam", "run", "easy", "--games", "digit-dilemma", "--positions", "4", "--out", "run")


def test_the_secret_of_a_run_is_in_a_private_file(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "run"
    secret = claim(folder, MANIFEST)
    assert len(secret) == 32
    assert claim(folder, MANIFEST) == secret, "a resumed run has the same secret"
    assert claim(tmp_path / "other", MANIFEST) != secret
    assert stat.S_IMODE((folder / "secret.key").stat().st_mode) == 0o600
    assert secret.hex() not in (folder / "manifest.json").read_text()


def test_the_commitment_covers_the_secret_and_the_whole_manifest(tmp_path: Path) -> None:
    secret = claim(tmp_path / "run", MANIFEST)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["commitment"]["runSecret"] == hashlib.sha256(secret).hexdigest()
    commitment = manifest["commitment"].pop("manifest")
    # As described in docs/exam.md for independent checks.
    assert hashlib.sha256(json.dumps(manifest, sort_keys=True).encode()).hexdigest() == commitment


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"positions": 5}, "manifest does not match"),
        ({"commitment": None}, "has no commitment"),
        ({"commitment": {"runSecret": "0" * 64, "manifest": "0" * 64}}, "manifest does not match"),
    ],
)
def test_later_changes_of_the_manifest_are_detected(
    tmp_path: Path, change: dict[str, object], expected: str
) -> None:
    secret = claim(tmp_path / "run", MANIFEST)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    check_seal(manifest, secret)
    with pytest.raises(RecordError, match=expected):
        check_seal({**manifest, **change}, secret)
    with pytest.raises(RecordError, match="secret does not match"):
        check_seal(manifest, secret[::-1])


def test_a_run_with_a_missing_or_changed_secret_cannot_continue(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    claim(folder, MANIFEST)
    (folder / "secret.key").write_text("00" * 32)
    with pytest.raises(RecordError, match="secret does not match"):
        claim(folder, MANIFEST)
    for broken in ("no number", "00" * 31, ""):
        (folder / "secret.key").write_text(broken)
        with pytest.raises(RecordError, match="missing or damaged"):
            claim(folder, MANIFEST)
    (folder / "secret.key").unlink()
    with pytest.raises(RecordError, match="missing or damaged"):
        claim(folder, MANIFEST)


def test_a_run_killed_between_secret_and_manifest_can_start_again(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    secret = claim(folder, MANIFEST)
    (folder / "manifest.json").unlink()
    assert claim(folder, MANIFEST) == secret
    (folder / "notes.txt").write_text("mine")
    (folder / "manifest.json").unlink()
    with pytest.raises(UsageError, match="not empty and does not contain a run"):
        claim(folder, MANIFEST)


def test_the_commitment_is_printed_before_the_first_question(
    run: Run, environment: dict[str, str], tmp_path: Path
) -> None:
    environment["OPENAI_API_KEY"] = "test"
    seen: list[dict[str, object]] = []

    def answer(body: Body) -> Response:
        seen.append(json.loads((tmp_path / "run" / "manifest.json").read_text()))
        return completion(some_legal(body))

    with chat_server(answer) as server:
        words = (
            "exam",
            "run",
            "llm:test",
            *EXAM[3:],
            "--show-legal",
            "yes",
            "--base-url",
            server.url,
        )
        result = run(*words)
    assert result.code == 0, result.err
    assert result.err.startswith(f"Committed before the first question: {commitment_of(seen[0])}\n")
    report = json.loads((tmp_path / "run" / "report.json").read_text())
    check_seal(seen[0], bytes.fromhex(report["runSecret"]))
    assert report["manifest"] == seen[0] == seen[-1]
