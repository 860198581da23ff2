"""The engine on many machines: tasks of a Ray cluster (extra `ray`). Here one plans and keeps.

Nobody else's machine is asked for anything but results, so that any of them may die: a lost batch
is tried again elsewhere.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple, TypeVar

from lastdigit.engine.batches import Batch, Batches
from lastdigit.engine.contract import Outcome, done
from lastdigit.engine.versions import PACKAGE, difference, versions
from lastdigit.errors import LastDigitError, PlayerError
from lastdigit.extras import check_versions, missing_extra

T = TypeVar("T")
R = TypeVar("R")

EVERYWHERE = "Outside games and programs must be installed on every node of the cluster."
AUTO = "auto"
AHEAD = 2
"""Batches for each worker: the next is there when one is done."""
LOOK_AGAIN = 1.0
"""Seconds between two looks at who is alive."""
CONNECT_SECONDS, FIND_SECONDS, JOIN_SECONDS = 5.0, 12.0, 60.0
"""How long it may take to connect to HOST:PORT, to find a cluster on this machine, and to join one
whose port is open. Ray waits for minutes, and not even Ctrl-C ends that."""
HEAD_SECONDS = 30.0
"""How long the head node may be away. After 60 seconds Ray ends this process without a word."""
JOIN = """
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


class _Answer(NamedTuple):
    """What comes back from a machine: what it has, how long it took, what became of the items."""

    versions: dict[str, str]
    seconds: float
    outcomes: list[Outcome[Any, Any]]


def answer(work: Callable[[T], R], items: Sequence[T]) -> _Answer:
    """Do a batch; it runs there."""
    began = time.monotonic()
    outcomes = [done(work, item) for item in items]
    return _Answer(versions(), time.monotonic() - began, outcomes)


class RayEngine:
    """The workers of a cluster: `auto` is the one that this machine is in, or HOST:PORT."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.workers = 0

    def carry_out(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[Outcome[T, R]]:
        """Yield what becomes of every item; see Engine."""
        if not items:
            return
        with _cluster(self._address) as (ray, watch):
            yield from self._shared_out(ray, watch, work, Batches(items))

    def _shared_out(
        self, ray: Any, watch: Watch, work: Callable[[T], R], batches: Batches[T]
    ) -> Iterator[Outcome[T, R]]:
        task = ray.remote(max_retries=0, num_cpus=1)(answer)
        sent_once = ray.put(work)
        running: dict[Any, Batch[T]] = {}
        while True:
            self.workers = watch.workers()
            while len(running) < AHEAD * max(1, self.workers):
                batch = batches.take(max(1, self.workers))
                if batch is None:
                    break
                running[task.remote(sent_once, batch.items)] = batch
            if not running:
                return
            ready, _ = ray.wait(list(running), num_returns=1, timeout=LOOK_AGAIN)
            for one in ready:
                batch = running.pop(one)
                try:
                    came: _Answer = ray.get(one)
                except ray.exceptions.RayError:
                    for item in batches.lose(batch):
                        yield Outcome(item, lost=True)
                else:
                    batches.measure(len(batch.items), came.seconds)
                    yield from _checked(came)


def _checked(came: _Answer) -> Iterator[Outcome[Any, Any]]:
    other = difference(versions(), came.versions)
    if other:
        raise PlayerError(f"A node of the cluster would play otherwise: {other}. {EVERYWHERE}")
    for outcome in came.outcomes:
        if outcome.fault:
            raise PlayerError(f"{outcome.fault} (On a node of the cluster. {EVERYWHERE})")
        yield outcome


def _alive(ray: Any) -> int:
    return int(sum(node["Resources"].get("CPU", 0) for node in ray.nodes() if node["Alive"]))


class Watch:
    """Counts the workers of a cluster, in a thread: Ray waits for a head node that is lost."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._ended = threading.Event()
        self._workers = _alive(ray)
        self._answered = time.monotonic()
        self.has_lost_head = False
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._ended.wait(LOOK_AGAIN):
            with suppress(Exception):  # whatever Ray raises, it is no answer
                self._workers = _alive(self._ray)
                self._answered = time.monotonic()

    def workers(self) -> int:
        """Return how many there are; raises LastDigitError if the head node is lost."""
        if time.monotonic() - self._answered > HEAD_SECONDS:
            self.has_lost_head = True
            raise LastDigitError(
                f"The head node of the Ray cluster has not answered for {HEAD_SECONDS:.0f} s."
            )
        return self._workers

    def end(self) -> None:
        """Look no more; a look that waits for a lost head is left alone."""
        self._ended.set()
        self._thread.join(LOOK_AGAIN)


def _check_cluster(address: str) -> None:
    """Let another process join a cluster, which can be ended; raises LastDigitError if it cannot.

    Ray itself cannot be interrupted while it waits for a cluster that is not there.
    """
    host, _, port = address.rpartition(":")
    seconds = FIND_SECONDS
    if host and port.isdecimal():
        try:
            socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
        except (OSError, OverflowError) as error:
            raise _no_cluster(address, getattr(error, "strerror", None) or str(error)) from None
        seconds = JOIN_SECONDS
    try:
        tried = subprocess.run(
            [sys.executable, "-c", JOIN, address],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            text=True,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _no_cluster(address, f"no answer within {seconds:.0f} s") from None
    if tried.returncode:
        raise _no_cluster(address, tried.stdout)


def _no_cluster(address: str, why: str) -> LastDigitError:
    where = address
    if address == AUTO:
        where = os.environ.get("RAY_ADDRESS") or "auto (the cluster that this machine is in)"
    why = why.strip().partition("\n")[0].rstrip(".") or "Ray has failed"
    return LastDigitError(
        f"Tried to join the Ray cluster at {where}: {why}. "
        "ray start --head starts a cluster, and this machine must be one of its nodes."
    )


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Any, Watch]]:
    """Join a cluster for a while; raises LastDigitError if there is none."""
    os.environ.update(ENVIRONMENT)
    check_versions("--engine ray", "ray")
    try:
        import ray
        import ray.exceptions
    except ModuleNotFoundError as error:
        raise missing_extra("--engine ray", "ray", f"{error.name} is missing") from None
    _check_cluster(address)
    ours = signal.getsignal(signal.SIGTERM)
    watch = None
    try:
        try:
            ray.init(
                address=address,
                runtime_env={"py_modules": [str(PACKAGE)]},
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            raise _no_cluster(address, str(error)) from None
        finally:
            signal.signal(signal.SIGTERM, ours)  # Ray puts its own in the place of ours
        watch = Watch(ray)
        yield ray, watch
    finally:
        if watch is not None:
            watch.end()
        if watch is None or not watch.has_lost_head:  # else it may wait; Ray does it at exit
            ray.shutdown()
