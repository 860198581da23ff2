"""Who does the work of a command that has much of it: options that several commands have."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.errors import UsageError

if TYPE_CHECKING:
    from lastdigit.engine.contract import Engine

MOST_WORKERS = 256
LOCAL, RAY = "local", "ray"


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Let it be said who works."""
    parser.add_argument(
        "--workers",
        type=parsers.integer(1, MOST_WORKERS),
        default=1,
        metavar="N",
        help="processes that work at the same time (default 1); what they make is the same",
    )
    parser.add_argument(
        "--engine",
        choices=(LOCAL, RAY),
        default=LOCAL,
        help="who works: processes here (local, the default), or a cluster of machines (ray)",
    )
    parser.add_argument(
        "--address",
        metavar="WHERE",
        help="the Ray cluster: auto (the one that this machine is in, the default) or HOST:PORT",
    )


def chosen_engine(arguments: argparse.Namespace) -> Engine:
    """Return who works; raises UsageError."""
    if arguments.engine == RAY:
        from lastdigit.engine.ray import RayEngine

        return RayEngine(arguments.address or "auto")
    from lastdigit.engine.local import LocalEngine

    if arguments.address is not None:
        raise UsageError("--address is that of a cluster: say --engine ray, too.")
    return LocalEngine(arguments.workers)
