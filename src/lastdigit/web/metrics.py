"""The server's numbers, as text in Prometheus's format; docs/operating.md says what each means."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from lastdigit.web.live.broadcast import Seconds, Tally

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds, the upper bounds of a histogram's buckets."""
OF_THIS_PROCESS = Path("/proc/self/statm")


def metrics_text(tally: Tally, gauges: dict[str, tuple[str, float]]) -> str:
    """Return everything that is counted; `gauges` are numbers as they are now, with their help."""
    lines = [
        *_metric("moves_total", "counter", "Moves kept, of people and of computers.", tally.moves),
        *_head("refusals_total", "counter", "Requests that were refused, by reason."),
        *(
            f'lastdigit_refusals_total{{reason="{reason}"}} {count}'
            for reason, count in sorted(tally.refusals.items())
        ),
        *_histogram(
            "append_seconds", "Seconds until an event was on the disk, waiting included.",
            tally.appends,
        ),
        *_histogram(
            "notify_lag_seconds", "Seconds until the news of another server came here.",
            tally.notify_lags,
        ),
    ]  # fmt: skip
    for name, (about, value) in gauges.items():
        lines += _metric(name, "gauge", about, value)
    lines += _memory()
    return "\n".join(lines) + "\n"


def _head(name: str, kind: str, about: str) -> Iterable[str]:
    return f"# HELP lastdigit_{name} {about}", f"# TYPE lastdigit_{name} {kind}"


def _metric(name: str, kind: str, about: str, value: float) -> Iterator[str]:
    yield from _head(name, kind, about)
    yield f"lastdigit_{name} {value:.15g}"


def _histogram(name: str, about: str, seconds: Seconds) -> Iterator[str]:
    yield from _head(name, "histogram", about)
    took = dict(seconds)
    for bound in BOUNDS:
        count = sum(often for one, often in took.items() if one <= bound)
        yield f'lastdigit_{name}_bucket{{le="{bound:g}"}} {count}'
    count = sum(took.values())
    yield f'lastdigit_{name}_bucket{{le="+Inf"}} {count}'
    yield f"lastdigit_{name}_sum {sum(one * often for one, often in took.items()):.15g}"
    yield f"lastdigit_{name}_count {count}"


def _memory() -> Iterator[str]:
    """Yield what every process is asked for, by the name that everybody uses."""
    try:
        pages = int(OF_THIS_PROCESS.read_text().split()[1])
    except OSError:  # not on Linux
        return
    yield "# HELP process_resident_memory_bytes Memory in use."
    yield "# TYPE process_resident_memory_bytes gauge"
    yield f"process_resident_memory_bytes {pages * os.sysconf('SC_PAGE_SIZE')}"
