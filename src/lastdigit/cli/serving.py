"""The command that lets people play in a browser."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.cli import arguments
from lastdigit.errors import LastDigitError

Words = Sequence[str]
MISSING = (
    "To play in a browser, the extra web is needed: pip install 'lastdigit[web]', "
    "or from a clone of the project: make serve"
)


def serve(words: Words) -> int:
    """Play in a browser: here, against the computer, or by a link."""
    made = arguments.parser(
        "serve",
        "Let people play in a browser: at one screen, against the computer, or by a link.",
        "lastdigit serve --host 0.0.0.0 --open",
    )
    made.add_argument(
        "--host",
        default="127.0.0.1",
        help="where to listen: 127.0.0.1 (only this machine, the default), "
        "0.0.0.0 (everybody who can reach it)",
    )
    made.add_argument(
        "--port",
        type=arguments.integer(0, 65_535),
        default=8642,
        help="the port (default 8642; 0 takes any that is free)",
    )
    made.add_argument("--open", action="store_true", help="open the page in a browser")
    made.add_argument(
        "--public-url",
        metavar="URL",
        help="the address that people use, where a proxy stands in between",
    )
    made.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="change a limit, such as games-a-minute=1000; docs/web.md lists them",
    )
    given = made.parse_args(words)
    try:
        from lastdigit.web.limits import Limits
        from lastdigit.web.serve import Service, checked_url
        from lastdigit.web.serve import serve as serve_forever
    except ModuleNotFoundError as error:
        raise LastDigitError(f"{MISSING}. ({error.name} is missing.)") from None
    limits = Limits()
    for setting in given.limit:
        limits = limits.with_setting(setting)
    url = None if given.public_url is None else checked_url(given.public_url)
    serve_forever(Service(given.host, given.port, url, limits, given.open))
    return 0
