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


def test_a_run_keeps_its_one_secret_apart_and_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "run"
    secret = claim(folder, MANIFEST)
    assert len(secret) == 32
    assert claim(folder, MANIFEST) == secret, "a run that goes on has the same"
    assert claim(tmp_path / "other", MANIFEST) != secret
    assert stat.S_IMODE((folder / "secret.key").stat().st_mode) == 0o600
    assert secret.hex() not in (folder / "manifest.json").read_text()


def test_the_commitment_is_to_the_secret_and_to_all_of_the_manifest(tmp_path: Path) -> None:
    secret = claim(tmp_path / "run", MANIFEST)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["commitment"]["runSecret"] == hashlib.sha256(secret).hexdigest()
    said = manifest["commitment"].pop("manifest")
    # As docs/exam.md tells whoever checks it without us.
    assert hashlib.sha256(json.dumps(manifest, sort_keys=True).encode()).hexdigest() == said


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"positions": 5}, "manifest does not match"),
        ({"commitment": None}, "has no commitment"),
        ({"commitment": {"runSecret": "0" * 64, "manifest": "0" * 64}}, "manifest does not match"),
    ],
)
def test_what_was_changed_afterwards_is_seen(
    tmp_path: Path, change: dict[str, object], told: str
) -> None:
    secret = claim(tmp_path / "run", MANIFEST)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    check_seal(manifest, secret)
    with pytest.raises(RecordError, match=told):
        check_seal({**manifest, **change}, secret)
    with pytest.raises(RecordError, match="secret does not match"):
        check_seal(manifest, secret[::-1])


def test_a_run_whose_secret_is_gone_or_another_does_not_go_on(tmp_path: Path) -> None:
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


def test_a_run_killed_between_secret_and_manifest_begins_again(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    secret = claim(folder, MANIFEST)
    (folder / "manifest.json").unlink()
    assert claim(folder, MANIFEST) == secret
    (folder / "notes.txt").write_text("mine")
    (folder / "manifest.json").unlink()
    with pytest.raises(UsageError, match="not empty and does not contain a run"):
        claim(folder, MANIFEST)


def test_the_commitment_is_told_before_the_first_question(
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
        ran = run(*words)
    assert ran.code == 0, ran.err
    assert ran.err.startswith(f"Committed before the first question: {commitment_of(seen[0])}\n")
    report = json.loads((tmp_path / "run" / "report.json").read_text())
    check_seal(seen[0], bytes.fromhex(report["runSecret"]))
    assert report["manifest"] == seen[0] == seen[-1]
