"""The command that lets people play in a browser."""

from __future__ import annotations

import os

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words
from lastdigit.extras import check_versions, missing_extra


def serve_parser() -> Parser:
    """Return the parser of `serve`."""
    parser = parsers.command_parser(
        "serve",
        "Let people play in a browser: at one screen, against the computer, or by a link.",
        "lastdigit serve --host 0.0.0.0 --open",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="where to listen: 127.0.0.1 (only this machine, the default), "
        "0.0.0.0 (everybody who can reach it)",
    )
    parser.add_argument(
        "--port",
        type=parsers.integer(0, 65_535),
        default=8642,
        help="the port (default 8642; 0 takes any that is free)",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_argument(
        "--mine",
        action="store_true",
        help="print a link; the browser that opens it first is you, with what you did in the "
        "terminal",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="the address that people use, where a proxy stands in between",
    )
    parser.add_argument(
        "--metrics-port",
        type=parsers.integer(0, 65_535),
        metavar="PORT",
        help="tell the server's numbers for Prometheus on a port of their own (0: any)",
    )
    parser.add_argument(
        "--metrics-host",
        default="127.0.0.1",
        metavar="HOST",
        help="where that port is (default 127.0.0.1: only this machine)",
    )
    parser.add_argument(
        "--access-log",
        choices=("json",),
        help="write a line for every answer: json, without secrets and whole codes",
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="change a limit, such as games-a-minute=1000; docs/web.md lists them",
    )
    parser.add_argument(
        "--largest-member",
        type=parsers.integer(0, 10**12),
        metavar="N",
        help="offer games beyond the rulebook with up to N positions to be solved "
        "(default 2000000); larger ones need the extra fast, time and memory",
    )
    parsers.add_store(parser)
    return parser


def serve(words: Words) -> int:
    arguments = serve_parser().parse(words)
    check_versions("The server", "web")
    try:
        from lastdigit.web.limits import Limits
        from lastdigit.web.server import Service, checked_url
        from lastdigit.web.server import serve as serve_forever
    except ModuleNotFoundError as error:
        raise missing_extra("The server", "web", f"{error.name} is missing") from None
    from lastdigit.solver.tables import max_bytes

    max_bytes()  # what is wrong with it is told at once, not to whoever plays first
    limits = Limits()
    for setting in arguments.limit:
        limits = limits.with_setting(setting)
    if arguments.largest_member is not None:
        from lastdigit.web.live.setup import LARGEST_MEMBER

        os.environ[LARGEST_MEMBER] = str(arguments.largest_member)
    url = None if arguments.public_url is None else checked_url(arguments.public_url)
    port = arguments.metrics_port
    serve_forever(
        Service(
            arguments.host,
            arguments.port,
            url,
            limits,
            arguments.open,
            None if port is None else (arguments.metrics_host, port),
            arguments.access_log is not None,
            arguments.store,
            arguments.mine,
        )
    )
    return 0
