"""The manifest of an exam run, and the proof that it was written before the run.

A manifest lists the settings of a run and hashes of its items. A hash of the manifest is published
before the run, so nothing can be changed after the answers are known. The run also has a secret
random seed. The hash of the seed is published before the run, and the seed itself after the run.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from lastdigit.arena.run import (
    COMMITMENT,
    SECRET,
    Manifest,
    is_started,
    read_manifest,
    write_manifest,
)
from lastdigit.errors import RecordError, UsageError, quoted
from lastdigit.players.prompt import WORDINGS

SECRET_BYTES = 32
"""The length of an exam run's secret random seed, in bytes."""
RUN_SECRET, MANIFEST_HASH = "runSecret", "manifest"
"""The manifest's names for the hash of the run's secret and for the hash of the manifest."""
EXAM_VERSION = "exam"
"""The manifest's name for the version of the exam."""


def exam_version(manifest: Manifest) -> int:
    """Return the version of the exam in a manifest.

    Raise RecordError if this version of Last Digit does not know the exam's version.
    """
    version = manifest.get(EXAM_VERSION, 1)  # manifests of version 1 do not say so
    if type(version) is not int or version not in WORDINGS:
        raise RecordError(
            f"This run used version {version} of the exam. This version of Last Digit has "
            f"{', '.join(map(str, WORDINGS))}."
        )
    return version


def claim(folder: Path, manifest: Manifest) -> bytes:
    """Write the manifest of an exam run to a folder, and return the run's secret random seed.

    A continued run keeps its secret. Raise UsageError if the folder cannot be used or belongs to
    another run, and RecordError if the secret is missing or wrong.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _check_version(folder, manifest)
        if not is_started(folder, manifest):
            write_manifest(folder, seal(manifest, _create_secret(folder / SECRET)))
    except OSError as error:
        raise UsageError(f"{quoted(str(folder))} cannot be used: {error.strerror}.") from None
    secret = read_secret(folder)
    check_seal(read_manifest(folder), secret)
    return secret


def _check_version(folder: Path, manifest: Manifest) -> None:
    """Raise UsageError if the folder contains a run of another version of the exam."""
    with contextlib.suppress(RecordError):  # no manifest, or a broken one
        saved = read_manifest(folder)
        if saved.get("kind") == "exam" and exam_version(saved) != exam_version(manifest):
            raise UsageError(
                f"{folder} contains a run of version {exam_version(saved)} of the exam. It can be "
                "verified, but not continued. Choose another folder with --out."
            )


def _create_secret(path: Path) -> bytes:
    """Write a new random secret to a file and return it. If the file exists, return its secret."""
    # The file exists if a run was killed before it wrote its manifest.
    with contextlib.suppress(FileExistsError):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        # Use a single write, so that a concurrent process reads either nothing or the whole secret.
        os.write(file, f"{secrets.token_hex(SECRET_BYTES)}\n".encode())
        os.close(file)
    return _parse_secret(path.read_text())


def read_secret(folder: Path) -> bytes:
    """Read the secret of an exam run from its folder.

    Raise RecordError if the secret is missing or malformed.
    """
    path = folder / SECRET
    try:
        return _parse_secret(path.read_text())
    except (OSError, ValueError):
        raise RecordError(
            f"{quoted(str(path))}, the secret of this run, is missing or damaged. A run cannot be "
            "continued or checked without its secret."
        ) from None


def _parse_secret(text: str) -> bytes:
    secret = bytes.fromhex(text)
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes")
    return secret


def seal(manifest: Manifest, secret: bytes) -> Manifest:
    """Return a copy of the manifest with a hash of the secret and a hash of the manifest."""
    # The hash of the manifest covers the hash of the secret.
    secret_hash = {RUN_SECRET: hashlib.sha256(secret).hexdigest()}
    return {
        **manifest,
        COMMITMENT: {
            **secret_hash,
            MANIFEST_HASH: content_hash({**manifest, COMMITMENT: secret_hash}),
        },
    }


def content_hash(data: object) -> str:
    """Return the SHA-256 of JSON data as hex digits. The order of keys does not matter."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def commitment_of(manifest: Manifest) -> str:
    """Return the hash in a manifest that identifies the exam run.

    Raise RecordError if the manifest has no such hash.
    """
    commitment = manifest.get(COMMITMENT)
    if not isinstance(commitment, Mapping) or set(commitment) != {RUN_SECRET, MANIFEST_HASH}:
        raise RecordError("The manifest has no commitment.")
    return str(commitment[MANIFEST_HASH])


def check_seal(manifest: Manifest, secret: bytes) -> None:
    """Raise RecordError if the manifest or the secret does not match the hashes in the manifest."""
    own_hash = commitment_of(manifest)
    commitment = manifest[COMMITMENT]
    assert isinstance(commitment, Mapping)
    secret_hash = {RUN_SECRET: commitment[RUN_SECRET]}
    if content_hash({**manifest, COMMITMENT: secret_hash}) != own_hash:
        raise RecordError("The manifest does not match its commitment.")
    if hashlib.sha256(secret).hexdigest() != commitment[RUN_SECRET]:
        raise RecordError("The secret does not match the commitment.")
