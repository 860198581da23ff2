"""A PostgreSQL server for the tests, in a temporary folder.

It listens only on a socket in that folder. Root starts it as an unprivileged user, because initdb
refuses root.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg

NOBODY = ("postgres", "nobody")
NEW = ("--auth=trust", "--username=lastdigit", "--no-sync", "--locale=C", "--encoding=UTF8")
MISSING = "PostgreSQL is not installed here (on Debian: apt-get install postgresql)"


def programs() -> Path | None:
    """Return the folder of the newest installed PostgreSQL programs."""
    found = [*Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    on_path = shutil.which("initdb")
    if not found and on_path is not None:
        found = [Path(on_path)]
    return max(found, key=lambda path: (len(str(path)), str(path))).parent if found else None


class Cluster:
    """A PostgreSQL server for tests, which can be stopped at once and started again."""

    def __init__(self, programs: Path, safe: bool = False) -> None:
        """Create a server. If it is `safe`, every commit waits for the disk."""
        self._programs = programs
        self._safe = safe
        self.folder = Path(tempfile.mkdtemp(prefix="lastdigit-postgres-"))
        self._user: pwd.struct_passwd | None = None
        if os.geteuid() == 0:
            self._user = next(user for user in pwd.getpwall() if user.pw_name in NOBODY)
            os.chown(self.folder, self._user.pw_uid, self._user.pw_gid)
        self._run("initdb", *NEW)
        self._numbers = itertools.count()
        self.start()

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [str(self._programs / program), "-D", str(self.folder / "data"), *words],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            user=self._user and self._user.pw_uid,
            group=self._user and self._user.pw_gid,
            extra_groups=self._user and [],
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        """Start, and wait until it accepts connections."""
        # No test cuts the power, so written data survives a crash without a sync.
        hasty = "" if self._safe else "-F"
        settings = f"{hasty} -k {self.folder} -c listen_addresses='' -c max_connections=60"
        self._run("pg_ctl", "start", "--wait", "-l", str(self.folder / "log"), "-o", settings)

    def stop(self) -> None:
        """Stop at once, as a crash would, and drop all connections."""
        self._run("pg_ctl", "stop", "-m", "immediate")

    def remove(self) -> None:
        """Stop, and delete all files."""
        self.stop()
        shutil.rmtree(self.folder)

    def url(self, database: str) -> str:
        """Return the URL of a database."""
        return f"postgresql:///{database}?host={self.folder}&user=lastdigit"

    def database(self) -> str:
        """Create a database, and return its URL."""
        name = f"test_{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def schema(self) -> str:
        """Create a schema, which is faster, and return the URL of a store in it."""
        name = f"test_{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.url('postgres')}&options=-csearch_path%3D{name}"
