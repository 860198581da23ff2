"""The engine on many machines: tasks of a Ray cluster (extra `ray`). Here one plans and keeps.

Nobody else's machine is asked for anything but results, so that any of them may die: a lost batch
is tried again elsewhere.
"""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from lastdigit.engine.batches import Batch, Batches
from lastdigit.engine.contract import Outcome, done
from lastdigit.engine.versions import PACKAGE, difference, versions
from lastdigit.errors import LastDigitError, PlayerError
from lastdigit.extras import missing_extra

T = TypeVar("T")
R = TypeVar("R")

EVERYWHERE = "Outside games and programs must be installed on every node of the cluster."
AHEAD = 2
"""Batches for each worker: the next is there when one is done."""
LOOK_AGAIN = 1.0
"""Seconds between two looks at who is alive."""
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
        with _cluster(self._address) as ray:
            yield from self._shared_out(ray, work, Batches(items))

    def _shared_out(
        self, ray: Any, work: Callable[[T], R], batches: Batches[T]
    ) -> Iterator[Outcome[T, R]]:
        task = ray.remote(max_retries=0, num_cpus=1)(answer)
        sent_once = ray.put(work)
        running: dict[Any, Batch[T]] = {}
        looked_at = 0.0
        while True:
            if time.monotonic() - looked_at > LOOK_AGAIN:
                self.workers, looked_at = _alive(ray), time.monotonic()
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
                    looked_at = 0.0
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


@contextmanager
def _cluster(address: str) -> Iterator[Any]:
    """Join a cluster for a while; raises LastDigitError if there is none."""
    os.environ.update(ENVIRONMENT)
    try:
        import ray
        import ray.exceptions
    except ModuleNotFoundError as error:
        raise missing_extra("--engine ray", "ray", f"{error.name} is missing") from None
    ours = signal.getsignal(signal.SIGTERM)
    try:
        try:
            ray.init(
                address=address,
                runtime_env={"py_modules": [str(PACKAGE)]},
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            why = str(error).strip().partition("\n")[0].rstrip(".")
            raise LastDigitError(
                f"There is no Ray cluster to be joined at {address}: {why}. "
                "ray start --head starts one, and this machine must be one of its nodes."
            ) from None
        finally:
            signal.signal(signal.SIGTERM, ours)  # Ray puts its own in the place of ours
        yield ray
    finally:
        ray.shutdown()
