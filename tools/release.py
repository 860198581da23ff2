"""Make a release, or explain why that is not possible: `make release VERSION=1.2.3`.

The version is written into pyproject.toml, uv.lock and the package, and committed. Nothing is
changed unless all checks pass, and nothing is uploaded. The result is a tag in this repository, and
a wheel and a source archive with the bundled page in `dist/`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
MAIN = "main"
SUITE = ("make", "test")
BUNDLE = Path("src", "lastdigit", "web", "static", "bundle")
VERSION = re.compile(r"\d+\.\d+\.\d+")
PLACES = {
    "pyproject.toml": r'(\[project\]\nname = ".+"\nversion = )".+"',
    "uv.lock": r'(version = )".+"(?=\nsource = { (?:editable|virtual) = "\." })',
    "src/lastdigit/system.py": r'(^VERSION = )".+"',
    "docs/openapi.json": r'("title": "Last Digit",\n    "version": )".+"',
}
"""The files that contain the version, and where."""
INTEGRATION_LOCKS = "integrations/*/uv.lock"
INTEGRATION_PLACE = r'(name = "lastdigit"\nversion = )".+"'
SECTION = re.compile(r"^## (.+)\n", re.MULTILINE)


class ReleaseError(Exception):
    """The reasons why a release is refused; each argument is a sentence."""


def main(words: Sequence[str], root: Path, today: date, suite: Sequence[str]) -> int:
    """Release a version. Return 0, 1 if a check fails, or 2 for bad usage."""
    if len(words) != 1 or not VERSION.fullmatch(words[0]):
        print("Give the version as three numbers: make release VERSION=1.2.3", file=sys.stderr)
        return 2
    (version,) = words
    try:
        files = release(root, version, today, suite)
    except ReleaseError as refusal:
        print(f"Cannot release {version}:", file=sys.stderr)
        print(*(f"- {sentence}" for sentence in refusal.args), sep="\n", file=sys.stderr)
        return 1
    print(f"{version} is tagged as {tag(version)}; dist/ has {' and '.join(files)}.")
    print(f"To publish it: git push origin {MAIN} {tag(version)} && uv publish")
    return 0


def release(root: Path, version: str, today: date, suite: Sequence[str]) -> list[str]:
    """Check everything, create the tag, store the built files, and return their names.

    Raise ReleaseError with all quick checks that fail.
    """
    missing = [*tree_problems(root), *version_problems(root, version, today), *lock_problems(root)]
    if missing:
        raise ReleaseError(*missing)
    write_version(root, version)
    try:
        if subprocess.run(suite, cwd=root, check=False).returncode:
            raise ReleaseError(f"The tests, including those of the docs, fail: {' '.join(suite)}.")
        # A game may leave a process behind that is building a table for the next one.
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            built = build(root, Path(folder))
            play_from(built[0], version, Path(folder))
            (root / "dist").mkdir(exist_ok=True)
            files = [Path(shutil.copy(file, root / "dist")).name for file in built]
    except BaseException:
        _git(root, "checkout", "--", *version_places(root))
        raise
    if _git(root, "status", "--porcelain"):
        _git(root, "commit", "--all", "-m", f"Release {version}")
    _git(root, "tag", "-a", tag(version), "-m", f"Last Digit {version}")
    return files


def version_places(root: Path) -> dict[str, str]:
    """Return the files that contain the version, and where, as regular expressions."""
    locks = (str(path.relative_to(root)) for path in sorted(root.glob(INTEGRATION_LOCKS)))
    return PLACES | dict.fromkeys(locks, INTEGRATION_PLACE)


def write_version(root: Path, version: str) -> None:
    """Write the version into all files that contain it."""
    for name, place in version_places(root).items():
        text = (root / name).read_text()
        written, count = re.subn(place, rf'\g<1>"{version}"', text, flags=re.MULTILINE)
        assert count == 1, f"{name} contains the version once"
        (root / name).write_text(written)


def tag(version: str) -> str:
    """Return the name of a version's tag."""
    return f"v{version}"


def tree_problems(root: Path) -> Iterator[str]:
    """Yield the problems of the working tree."""
    changed = _git(root, "status", "--porcelain").splitlines()
    if changed:
        names = ", ".join(line[3:] for line in changed[:3])
        more = f" and {len(changed) - 3} more" if len(changed) > 3 else ""
        yield f"There are uncommitted changes: {names}{more}."
    branch = _git(root, "branch", "--show-current").strip()
    if branch != MAIN:
        yield f"Releases are made from {MAIN}, but this is {branch or 'no branch'}."


def version_problems(root: Path, version: str, today: date) -> Iterator[str]:
    """Yield why this version cannot be released: it exists, or the changelog lacks it."""
    if _git(root, "tag", "--list", tag(version)):
        yield f"The tag {tag(version)} already exists."
    _, *parts = SECTION.split((root / "CHANGELOG.md").read_text())
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    if sections.get("Unreleased", "").strip():
        yield f'Move the "Unreleased" entries in CHANGELOG.md under {version}.'
    titles = [title for title in sections if title.split()[0] == version]
    if not titles:
        yield f'CHANGELOG.md has no section "## {version} - {today}".'
    elif not _is_dated(titles[0], version, today):
        wanted = f"## {version} - {today}"
        yield f'CHANGELOG.md has "## {titles[0]}" instead of "{wanted}".'
    elif not sections[titles[0]].strip():
        yield f"The section {version} in CHANGELOG.md is empty."


def _is_dated(title: str, version: str, today: date) -> bool:
    try:
        return date.fromisoformat(title.removeprefix(f"{version} - ")) <= today
    except ValueError:
        return False


def lock_problems(root: Path) -> Iterator[str]:
    """Yield the problems of the lock file."""
    words = [uv(), "lock", "--check"]
    if subprocess.run(words, cwd=root, capture_output=True, check=False).returncode:
        yield "uv.lock is not up to date with pyproject.toml. Run: uv lock"


def uv() -> str:
    """Return the path of uv, which sets UV for its child processes."""
    found = os.environ.get("UV") or shutil.which("uv")
    if found is None:
        raise ReleaseError("uv is missing. Run: make release")
    return found


def build(root: Path, folder: Path) -> tuple[Path, Path]:
    """Build the wheel and the source archive, with the locked bundler and build backend."""
    _run(["node", "tools/bundle.mjs"], "Bundling the page failed", cwd=root)
    try:
        return _build(root, folder)
    finally:
        shutil.rmtree(root / BUNDLE)  # a clone serves its modules


def _build(root: Path, folder: Path) -> tuple[Path, Path]:
    script = "import sys, uv_build as build; " + "; ".join(
        f"print(build.build_{kind}(sys.argv[1]))" for kind in ("wheel", "sdist")
    )
    # The build backend looks for its binary in PATH.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    words = [sys.executable, "-c", script, str(folder)]
    _run(words, "Building the wheel failed", cwd=root, env={**os.environ, "PATH": path})
    (wheel,), (archive,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, archive


def play_from(wheel: Path, version: str, folder: Path) -> None:
    """Install the wheel into an empty environment, and play and verify a game of each kind."""
    fresh = folder / "fresh"
    _run(
        [uv(), "venv", "--python", sys.executable, str(fresh)],
        "Creating an empty environment failed",
    )
    pip = [uv(), "pip", "install", "--python", str(fresh), "--no-index", "--no-deps"]
    _run([*pip, str(wheel)], "Installing the wheel failed")
    home = {"PATH": "/usr/bin:/bin", "HOME": str(folder)}

    def lastdigit(*words: str) -> str:
        command = [str(fresh / "bin" / "lastdigit"), *words]
        return _run(
            command, f"lastdigit {words[0]} failed with the wheel installed", cwd=folder, env=home
        )

    if lastdigit("--version").split() != ["lastdigit", version]:
        raise ReleaseError(
            f"From the wheel, lastdigit --version prints {lastdigit('--version').strip()}."
        )
    for game in json.loads(lastdigit("games", "--json")):
        both = ("--player-1", "random", "--player-2", "random", "--seed", "1")
        lastdigit("play", game["name"], *both, "--record", "games.jsonl")
        lastdigit("rules", game["name"])
    lastdigit("saved", "verify", "games.jsonl")


def _git(root: Path, *words: str) -> str:
    return _run(["git", *words], f"git {words[0]} failed", cwd=root)


def _run(
    words: Sequence[str],
    complaint: str,
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
) -> str:
    done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"{complaint}: {(done.stderr or done.stdout).strip()}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], ROOT, date.today(), SUITE))
