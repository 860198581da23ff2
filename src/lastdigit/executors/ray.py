"""An executor for Ray clusters (extra `ray`).

All nodes must have the same versions of Python, this package and the games. Every result reports
the versions on its node.
"""

from __future__ import annotations

import hashlib
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import lastdigit
from lastdigit.errors import LastDigitError, PlayerError
from lastdigit.executors.base import Batch, Batches, Outcome, run_one
from lastdigit.extras import check_versions, missing_extra
from lastdigit.games import catalogue

PACKAGE = Path(lastdigit.__file__).parent


@cache
def versions() -> dict[str, str]:
    """Return the versions of Python and all games, and a hash of this package's source."""
    code = hashlib.sha256()
    for module in sorted(PACKAGE.rglob("*.py")):
        code.update(module.read_bytes())
    games = {name: str(kind.version) for name, kind in catalogue().items()}
    python = ".".join(map(str, sys.version_info[:2]))
    return {"Python": python, "lastdigit": code.hexdigest()[:12], **games}


def difference(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """Describe how the versions on a cluster node differ from those on this machine.

    `here` contains the versions on this machine, and `there` those on the node. Return "" if the
    versions are the same.

    >>> difference({"Python": "3.11", "nim": "1"}, {"Python": "3.12"})
    'Python is 3.12 there and 3.11 here, nim is missing there'
    """
    return ", ".join(
        f"{name} is {there[name]} there and {mine} here"
        if name in there
        else f"{name} is missing there"
        for name, mine in here.items()
        if there.get(name) != mine
    )


T = TypeVar("T")
R = TypeVar("R")

EVERYWHERE = "Outside games and programs must be installed on every node of the cluster."
AUTO = "auto"
BATCHES_PER_WORKER = 2
"""The number of batches to send to each worker, so that its next batch is always ready."""
CHECK_SECONDS = 1.0
"""Seconds between checks of the cluster's nodes."""
CONNECT_SECONDS, FIND_SECONDS, JOIN_SECONDS = 5.0, 12.0, 60.0
"""Timeouts in seconds: for connecting to HOST:PORT, for finding a cluster on this machine, and for
joining a cluster whose port is open. Ray itself waits for minutes, even after Ctrl-C."""
HEAD_SECONDS = 30.0
"""Seconds to wait for the cluster's head node. After 60 seconds, Ray would exit this process."""
JOIN_SCRIPT = """
import logging, sys, ray
try:
    ray.init(address=sys.argv[1], log_to_driver=False, logging_level=logging.ERROR)
except (ConnectionError, RuntimeError, ValueError, OSError) as error:
    print(error)
    sys.exit(1)
"""
ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS": "0",
}


class BatchResult(NamedTuple):
    """The result of a batch: the versions on the node, the duration, and the outcomes."""

    versions: dict[str, str]
    seconds: float
    outcomes: list[Outcome[Any, Any]]


def run_batch(work: Callable[[T], R], items: Sequence[T]) -> BatchResult:
    """Run `work` on each item in a batch, on a cluster node."""
    began = time.monotonic()
    outcomes = [run_one(work, item) for item in items]
    return BatchResult(versions(), time.monotonic() - began, outcomes)


class RayExecutor:
    """Runs items on a Ray cluster.

    `address` is HOST:PORT, or "auto" for a cluster that is running on this machine.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self.workers = 0

    def run(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[Outcome[T, R]]:
        """Yield one outcome per item. See `Executor.run`.

        Raise PlayerError if a node has different versions of Python, this package or the games.
        """
        if not items:
            return
        with _cluster(self._address) as (ray, monitor):
            yield from self._distribute(ray, monitor, work, Batches(items))

    def _distribute(
        self, ray: Any, monitor: ClusterMonitor, work: Callable[[T], R], batches: Batches[T]
    ) -> Iterator[Outcome[T, R]]:
        task = ray.remote(max_retries=0, num_cpus=1)(run_batch)
        work_reference = ray.put(work)
        running: dict[Any, Batch[T]] = {}
        while True:
            self.workers = monitor.workers()
            while len(running) < BATCHES_PER_WORKER * max(1, self.workers):
                batch = batches.take(max(1, self.workers))
                if batch is None:
                    break
                running[task.remote(work_reference, batch.items)] = batch
            if not running:
                return
            ready, _ = ray.wait(list(running), num_returns=1, timeout=CHECK_SECONDS)
            for one in ready:
                batch = running.pop(one)
                try:
                    result: BatchResult = ray.get(one)
                except ray.exceptions.RayError:
                    for item in batches.retry(batch):
                        yield Outcome(item, lost=True)
                else:
                    batches.measure(len(batch.items), result.seconds)
                    yield from check_result(batch, result)


def check_result(batch: Batch[T], result: BatchResult) -> Iterator[Outcome[T, Any]]:
    """Yield the outcomes of a batch. Raise PlayerError if the node has different versions."""
    other = difference(versions(), result.versions)
    if other:
        raise PlayerError(f"A node in the cluster has different versions: {other}. {EVERYWHERE}")
    for item, outcome in zip(batch.items, result.outcomes, strict=True):
        fault = outcome.fault and f"{outcome.fault} (On a node in the cluster. {EVERYWHERE})"
        yield replace(outcome, item=item, fault=fault)


def _count_workers(ray: Any) -> int:
    return int(sum(node["Resources"].get("CPU", 0) for node in ray.nodes() if node["Alive"]))


class ClusterMonitor:
    """Counts a cluster's workers in a thread, because Ray blocks if the head node is lost."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._ended = threading.Event()
        self._workers = _count_workers(ray)
        self._answered = time.monotonic()
        self.has_lost_head = False
        self._thread = threading.Thread(target=self._check, daemon=True)
        self._thread.start()

    def _check(self) -> None:
        while not self._ended.wait(CHECK_SECONDS):
            with suppress(Exception):  # any error means that the head node did not answer
                self._workers = _count_workers(self._ray)
                self._answered = time.monotonic()

    def workers(self) -> int:
        """Return the number of workers. Raise LastDigitError if the head node is lost."""
        if time.monotonic() - self._answered > HEAD_SECONDS:
            self.has_lost_head = True
            raise LastDigitError(
                f"The head node of the Ray cluster has not responded for {HEAD_SECONDS:.0f} "
                "seconds."
            )
        return self._workers

    def end(self) -> None:
        """Stop the thread. Do not wait for a check that is blocked by a lost head node."""
        self._ended.set()
        self._thread.join(CHECK_SECONDS)


def _check_cluster(address: str) -> None:
    """Join the cluster in a subprocess as a test.

    Raise LastDigitError if the cluster cannot be joined.

    Unlike Ray in this process, a subprocess can be stopped while it waits for a missing cluster.
    """
    host, _, port = address.rpartition(":")
    seconds = FIND_SECONDS
    if host and port.isdecimal():
        try:
            socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
        except (OSError, OverflowError) as error:
            raise _cluster_error(address, getattr(error, "strerror", None) or str(error)) from None
        seconds = JOIN_SECONDS
    try:
        attempt = subprocess.run(
            [sys.executable, "-c", JOIN_SCRIPT, address],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            text=True,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _cluster_error(address, f"no answer within {seconds:.0f} s") from None
    if attempt.returncode:
        raise _cluster_error(address, attempt.stdout)


def _cluster_error(address: str, why: str) -> LastDigitError:
    where = address
    if address == AUTO:
        where = os.environ.get("RAY_ADDRESS") or "auto (the cluster that this machine is in)"
    why = why.strip().partition("\n")[0].rstrip(".") or "Ray failed"
    return LastDigitError(
        f"Cannot join the Ray cluster at {where}: {why}. "
        "Start a cluster with ray start --head. This machine must be one of its nodes."
    )


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Any, ClusterMonitor]]:
    """Join a cluster for the `with` block, and leave it at the end.

    Raise LastDigitError if the cluster cannot be joined.
    """
    os.environ.update(ENVIRONMENT)
    check_versions("--engine ray", "ray")
    try:
        import ray
        import ray.exceptions
    except ModuleNotFoundError as error:
        raise missing_extra("--engine ray", "ray", f"{error.name} is missing") from None
    _check_cluster(address)
    handler = signal.getsignal(signal.SIGTERM)
    monitor = None
    try:
        try:
            ray.init(
                address=address,
                runtime_env={"py_modules": [str(PACKAGE)]},
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            raise _cluster_error(address, str(error)) from None
        finally:
            signal.signal(signal.SIGTERM, handler)  # Ray replaces our handler
        monitor = ClusterMonitor(ray)
        yield ray, monitor
    finally:
        if monitor is not None:
            monitor.end()
        # This may block if the head node is lost. In that case, Ray shuts down at exit.
        if monitor is None or not monitor.has_lost_head:
            ray.shutdown()
