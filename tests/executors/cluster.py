"""A Ray cluster on this machine, for tests: run inside a network namespace with its own processes.

    unshare -rn --pid --fork --mount-proc --kill-child python -m tests.executors.cluster SCENARIO

Outside a namespace, Ray would use the machine's own address, like any other cluster on it. All
processes end with the namespace. Without a scenario, it runs the items that `RemoteRay` sends.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Timer
from typing import Any, BinaryIO, TypeVar

from lastdigit.executors.base import Outcome
from lastdigit.executors.ray import RayExecutor
from tests.conftest import ROOT

T = TypeVar("T")
R = TypeVar("R")

NAMESPACE = ("unshare", "-rn", "--pid", "--fork", "--mount-proc", "--kill-child")
PORT = 6379
NODE_PORTS = 9_000
OBJECT_STORE = 80 * 1024 * 1024
SECONDS = 240.0
"""The timeout of every step on a busy machine."""
PLAYED = "journal.jsonl"


def refused_namespace() -> str:
    """Return the reason why no namespace can be created here, if there is one."""
    try:
        tried = subprocess.run(
            [*NAMESPACE, "ip", "link", "set", "lo", "up"], capture_output=True, check=False
        )
    except FileNotFoundError as error:
        return f"{error.filename} is missing"
    return tried.stderr.decode().strip() if tried.returncode else ""


@contextmanager
def ray_environment(folder: Path) -> Iterator[dict[str, str]]:
    """Yield the environment variables of a cluster that keeps its files in a folder."""
    # Ray's sockets are in its folder, and a socket's name must be short.
    short = Path("/tmp") / f"ray-{os.getpid()}"
    short.symlink_to(folder)
    try:
        yield {
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
            "RAY_TMPDIR": str(short),
            "RAY_USAGE_STATS_ENABLED": "0",
        }
    finally:
        short.unlink()


class RemoteRay:
    """A `RayExecutor` in a namespace, with a cluster of one worker, used from outside."""

    workers = 1

    def __init__(self, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [*NAMESPACE, sys.executable, "-m", "tests.executors.cluster"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **environment},
        )

    def run(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[Outcome[T, R]]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        pickle.dump((work, items), self._process.stdin)
        self._process.stdin.flush()
        for place, outcome in pickle.load(self._process.stdout):
            yield replace(outcome, item=items[place])

    def close(self) -> None:
        self._process.communicate(timeout=SECONDS)


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Run received items on a cluster, and reply with the index and outcome of each."""
    Cluster(1)
    executor = RayExecutor(f"127.0.0.1:{PORT}")
    while True:
        try:
            work, items = pickle.load(requests)
        except EOFError:
            return
        places = {id(item): place for place, item in enumerate(items)}
        outcomes: list[tuple[int, Outcome[Any, Any]]] = [
            (places[id(outcome.item)], replace(outcome, item=None))
            for outcome in executor.run(work, items)
        ]
        pickle.dump(outcomes, replies)
        replies.flush()


class Cluster:
    """A head and some nodes, one worker each."""

    def __init__(self, nodes: int) -> None:
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        self._started: list[subprocess.Popen[bytes]] = []
        self._start("--head", f"--port={PORT}", "--include-dashboard=false")
        for _ in range(nodes - 1):
            self._start(f"--address=127.0.0.1:{PORT}")

    def _start(self, *words: str) -> None:
        low = NODE_PORTS + 100 * len(self._started)
        command = [
            *(sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--num-cpus=1"),
            *(*words, "--node-ip-address=127.0.0.1", f"--object-store-memory={OBJECT_STORE}"),
            *(f"--min-worker-port={low}", f"--max-worker-port={low + 99}"),
            "--disable-usage-stats",
        ]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self._started.append(process)
        assert process.stdout is not None
        bound = Timer(SECONDS, process.kill)  # it may wait silently for ever
        bound.start()
        started = any(b"Ray runtime started" in line for line in process.stdout)
        bound.cancel()
        assert started, "a node did not start"

    def kill_node(self) -> None:
        """Kill the last node: its raylet, and so all of its workers."""
        parent = self._started[-1].pid
        raylets = [pid for pid in processes("raylet/raylet") if parent_of(pid) == parent]
        assert raylets, "the node has a raylet"
        for pid in raylets:
            os.kill(pid, signal.SIGKILL)

    def kill_head(self) -> None:
        """Kill the head node: its server, and its raylet."""
        parent = self._started[0].pid
        for pid in [*processes("gcs_server"), *processes("raylet/raylet")]:
            if parent_of(pid) == parent:
                os.kill(pid, signal.SIGKILL)

    def restart(self) -> None:
        """End all remaining processes, and start a new head node."""
        for process in self._started:
            process.kill()
            process.wait()
        for pid in [*processes("raylet/raylet"), *processes("gcs_server")]:
            os.kill(pid, signal.SIGKILL)
        self._start("--head", f"--port={PORT}", "--include-dashboard=false")


def processes(name: str) -> list[int]:
    """Return the processes whose command begins with this name."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                command = (entry / "cmdline").read_bytes().partition(b"\0")[0].decode()
            except OSError:
                continue
            if name in command:
                found.append(int(entry.name))
    return found


def parent_of(pid: int) -> int:
    """Return the parent of a process."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def kill_worker(_: Cluster, __: subprocess.Popen[bytes]) -> None:
    """Kill a worker that is playing."""
    give_up = time.monotonic() + SECONDS
    while not (playing := processes("ray::run_batch")):
        assert time.monotonic() < give_up, "no worker is playing"
        time.sleep(0.01)
    os.kill(playing[0], signal.SIGKILL)


def kill_node(cluster: Cluster, _: subprocess.Popen[bytes]) -> None:
    """Kill a whole node."""
    cluster.kill_node()


def kill_driver(_: Cluster, driver: subprocess.Popen[bytes]) -> None:
    """Kill the driver, which plans the run and saves its results."""
    driver.kill()


def kill_head(cluster: Cluster, _: subprocess.Popen[bytes]) -> None:
    """Kill the head node, which no other node can replace."""
    cluster.kill_head()


Failure = Callable[[Cluster, subprocess.Popen[bytes]], None]
SCENARIOS: dict[str, tuple[int, dict[str, Failure | None]]] = {
    "quiet": (1, {"quiet": None}),
    "head": (2, {"head": kill_head}),
    "deaths": (3, {"worker": kill_worker, "driver": kill_driver, "node": kill_node}),
}
"""The number of nodes, and the failure that is injected into each run."""


def main(scenario: str, *command: str) -> None:
    """Run a command on a cluster, once for each failure, in a folder of that name."""
    nodes, failures = SCENARIOS[scenario]
    cluster = Cluster(nodes)
    for name, failure in failures.items():
        words = [
            *(sys.executable, "-W", "error", "-m", "lastdigit", *command),
            *("--engine", "ray", "--address", f"127.0.0.1:{PORT}", "--out", name),
        ]
        driver = subprocess.Popen(words, stderr=subprocess.PIPE)
        if failure is not None:
            until_begun(Path(name) / PLAYED, driver)
            failure(cluster, driver)
        _, output = driver.communicate(timeout=SECONDS)
        code = driver.returncode
        if failure is kill_head:
            assert code == 1, output.decode()
            assert b"The head node of the Ray cluster has not responded" in output
            assert b"Run the same command to continue." in output
            cluster.restart()
        if failure in (kill_driver, kill_head):
            # It plays nearly the whole run, on a machine that may be busy.
            code = subprocess.run(words, check=False, timeout=4 * SECONDS).returncode
        assert code == 0, f"{name} ended with {code}"


def until_begun(journal: Path, driver: subprocess.Popen[bytes]) -> None:
    """Wait until a run has played a game."""
    give_up = time.monotonic() + SECONDS
    while not (journal.exists() and journal.stat().st_size):
        assert driver.poll() is None, "the run has ended too soon"
        assert time.monotonic() < give_up, "no game has been played"
        time.sleep(0.02)


if __name__ == "__main__":
    if sys.argv[1:]:
        main(*sys.argv[1:])
    else:
        replies = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # printed text must not mix with replies
        serve(sys.stdin.buffer, replies)
