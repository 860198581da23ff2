"""The seal of a run: one secret that is committed to before the first question, and told at last.

Whoever publishes the commitment before a run can show afterwards that nothing was chosen in view of
the answers: neither the questions and settings, which are in the manifest, nor what is drawn from
the secret. `claim` is called before anybody is asked, and `check_seal` by whoever doubts.
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
    is_begun,
    read_manifest,
    write_manifest,
)
from lastdigit.errors import RecordError, UsageError, quoted

BYTES = 32
"""How long the secret of a run is: nobody guesses 256 bits."""
RUN_SECRET, ITSELF = "runSecret", "manifest"
"""What a commitment has hashes of."""


def claim(folder: Path, manifest: Manifest) -> bytes:
    """Make a folder this run's, with a secret of its own, and return the secret.

    A run that has begun keeps its secret. Raises UsageError for a folder of another run, and
    RecordError where the secret is not the one that was committed to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not is_begun(folder, manifest):
            write_manifest(folder, sealed(manifest, _drawn(folder / SECRET)))
    except OSError as error:
        raise UsageError(f"{quoted(str(folder))} cannot be used: {error.strerror}.") from None
    secret = read_secret(folder)
    check_seal(read_manifest(folder), secret)
    return secret


def _drawn(path: Path) -> bytes:
    """Return a new secret, or the one that a run had written when it was killed."""
    with contextlib.suppress(FileExistsError):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        # One write: whoever comes second sees nothing or all of it.
        os.write(file, f"{secrets.token_hex(BYTES)}\n".encode())
        os.close(file)
    return _read(path.read_text())


def read_secret(folder: Path) -> bytes:
    """Return the secret of a run; raises RecordError."""
    path = folder / SECRET
    try:
        return _read(path.read_text())
    except (OSError, ValueError):
        raise RecordError(
            f"{quoted(str(path))}, the secret of this run, is missing or broken: what was drawn "
            "from it cannot be told any more."
        ) from None


def _read(text: str) -> bytes:
    """Return a secret that is written down; raises ValueError."""
    secret = bytes.fromhex(text)
    if len(secret) != BYTES:
        raise ValueError(f"a secret has {BYTES} bytes")
    return secret


def sealed(manifest: Manifest, secret: bytes) -> Manifest:
    """Return a manifest with its commitment; the second hash is over all else, the first too."""
    first = {RUN_SECRET: hashlib.sha256(secret).hexdigest()}
    return {
        **manifest,
        COMMITMENT: {**first, ITSELF: content_hash({**manifest, COMMITMENT: first})},
    }


def content_hash(data: object) -> str:
    """Return the SHA-256 of JSON data, however it is laid out in a file."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def commitment_of(manifest: Manifest) -> str:
    """Return the one hash that commits a run to all of it; raises RecordError if there is none."""
    found = manifest.get(COMMITMENT)
    if not isinstance(found, Mapping) or set(found) != {RUN_SECRET, ITSELF}:
        raise RecordError("The manifest commits itself to nothing.")
    return str(found[ITSELF])


def check_seal(manifest: Manifest, secret: bytes) -> None:
    """Raise RecordError where a manifest, or a secret, is not what the run committed itself to."""
    own_hash = commitment_of(manifest)
    found = manifest[COMMITMENT]
    assert isinstance(found, Mapping)
    first = {RUN_SECRET: found[RUN_SECRET]}
    if content_hash({**manifest, COMMITMENT: first}) != own_hash:
        raise RecordError("The manifest is not the one that was committed to.")
    if hashlib.sha256(secret).hexdigest() != found[RUN_SECRET]:
        raise RecordError("The secret is not the one that was committed to.")
