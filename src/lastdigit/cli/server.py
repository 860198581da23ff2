"""Commands to run a server and to manage saved data.

`serve`, `admin copy`, `admin expire`, `admin backup`, `admin cache`, `config`.
"""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

from lastdigit import settings
from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words
from lastdigit.errors import LastDigitError, UsageError, printable, quoted
from lastdigit.extras import check_versions, missing_extra
from lastdigit.system import DAY


def serve_parser() -> Parser:
    parser = parsers.command_parser(
        "serve",
        "Play in a browser: against the computer, with a friend on one screen, or by link.",
        "lastdigit serve --host 0.0.0.0 --open",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on: 127.0.0.1 (only this machine, default) or 0.0.0.0 (everyone "
        "who can reach this machine)",
    )
    parser.add_argument(
        "--port",
        type=parsers.integer(0, 65_535),
        default=8642,
        help="port (default 8642; 0 for any free port)",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_argument(
        "--mine",
        action="store_true",
        help="print a link that shows your games from the terminal in your browser",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="address that players use, if the server is behind a proxy",
    )
    parser.add_argument(
        "--metrics-port",
        type=parsers.integer(0, 65_535),
        metavar="PORT",
        help="publish metrics for Prometheus on this port (0 for any free port)",
    )
    parser.add_argument(
        "--metrics-host",
        default="127.0.0.1",
        metavar="HOST",
        help="address for metrics (default 127.0.0.1, only this machine)",
    )
    parser.add_argument(
        "--access-log",
        choices=("json",),
        help="log every request as one line of JSON, without secrets",
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="change a limit, such as games-an-address=1000 (see docs/limits.md). Can be repeated.",
    )
    parser.add_argument(
        "--largest-member",
        type=parsers.integer(0, 10**12),
        metavar="N",
        help="offer variants with up to N positions (default 2000000). Larger variants need "
        "lastdigit[fast] and more time and memory.",
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

    max_bytes()  # report an invalid limit now, not at the first game
    limits = Limits()
    for setting in arguments.limit:
        limits = limits.with_setting(setting)
    if arguments.largest_member is not None:
        from lastdigit.web.live.setup import MAX_POSITIONS

        os.environ[MAX_POSITIONS] = str(arguments.largest_member)
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


def copy_parser() -> Parser:
    parser = parsers.command_parser(
        "admin copy",
        "Copy all saved data to another file or database, and compare the copy event by event. "
        "Stop the servers that use either one first.",
        "lastdigit admin copy - copy.sqlite3",
        usage="FROM TO",
    )
    parser.add_argument(
        "source",
        metavar="FROM",
        help="a file, or postgresql://USER@HOST/NAME (- for your own saved games)",
    )
    parser.add_argument(
        "target", metavar="TO", help="another file or database, which must not contain any games"
    )
    return parser


def copy(words: Words) -> int:
    arguments = copy_parser().parse(words)
    from lastdigit.storage import open_store
    from lastdigit.storage.copy import copy_store

    source = None if arguments.source == "-" else arguments.source
    if source is not None and "://" not in source and not Path(source).is_file():
        raise UsageError(f"The file {quoted(source)} does not exist.")
    with closing(open_store(source)) as one, closing(open_store(arguments.target)) as two:
        counts = copy_store(one, two)
    games, events = _count(counts["game"], "game"), _count(counts["event"], "event")
    answers, deeds = _count(counts["attempt"], "answer"), _count(counts["room_event"], "deed")
    print(f"Copied and compared: {games}, {events}, {answers} to puzzles, {deeds} in classes.")
    return 0


def _count(number: int, noun: str) -> str:
    """Return a count with its noun.

    >>> _count(1, "game"), _count(2, "game")
    ('1 game', '2 games')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


MAX_HOURS, MAX_DAYS = 100_000, 10_000
HOUR = 3_600


def expire_parser() -> Parser:
    parser = parsers.command_parser(
        "admin expire",
        "Delete abandoned browser games for good: old invitations and, if you ask for it, "
        "unfinished games and classrooms. The games played in a classroom are kept. A server "
        "does this by itself (limits invitation-hours, unfinished-days and room-days).",
        "lastdigit admin expire --unfinished 90",
    )
    parser.add_argument(
        "--invitations",
        type=parsers.integer(1, MAX_HOURS),
        default=24,
        metavar="HOURS",
        help="delete invitations older than this many hours (default 24)",
    )
    parser.add_argument(
        "--unfinished",
        type=parsers.integer(1, MAX_DAYS),
        metavar="DAYS",
        help="delete unfinished games with no move for this many days (default: never)",
    )
    parser.add_argument(
        "--rooms",
        type=parsers.integer(1, MAX_DAYS),
        metavar="DAYS",
        help="delete classrooms with no activity for this many days (default: never)",
    )
    parsers.add_store(parser)
    return parser


def expire(words: Words) -> int:
    arguments = expire_parser().parse(words)
    import time

    from lastdigit.storage import open_store
    from lastdigit.system import timestamp

    now = time.time()

    def ago(days: int | None) -> str | None:
        return None if days is None else timestamp(now - days * DAY)

    with closing(open_store(arguments.store)) as store:
        expired = store.expire(
            timestamp(now - arguments.invitations * HOUR),
            ago(arguments.unfinished),
            ago(arguments.rooms),
        )
    print(
        f"Deleted {_count_or_no(len(expired.invitations), 'invitation')}, "
        f"{_count_or_no(len(expired.unfinished), 'unfinished game')} and "
        f"{_count_or_no(len(expired.rooms), 'classroom')}."
    )
    return 0


def _count_or_no(count: int, thing: str) -> str:
    """Return a count with its noun, using "no" for zero.

    >>> [_count_or_no(count, "invitation") for count in (0, 1, 2)]
    ['no invitations', '1 invitation', '2 invitations']
    """
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"


def backup_parser() -> Parser:
    parser = parsers.command_parser(
        "admin backup",
        "Back up all saved games to a new file. This is safe while a server is running. "
        "docs/operating.md explains how to restore them.",
        "lastdigit admin backup games-backup.sqlite3",
        usage="FILE",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a new file")
    parsers.add_store(parser)
    return parser


def backup(words: Words) -> int:
    arguments = backup_parser().parse(words)
    from lastdigit.storage import open_store

    with closing(open_store(arguments.store, read_only=True)) as store:
        store.back_up(arguments.file)
        count = store.count()
    print(f"{printable(str(arguments.file))}: all saved games ({count}).")
    return 0


def cache_parser() -> Parser:
    parser = parsers.command_parser(
        "admin cache",
        "Show or clear cached solver tables and compiled code. Anything needed later is rebuilt. "
        "When the cache is full, the least recently used tables are deleted. The "
        "environment variable LASTDIGIT_CACHE_MEGABYTES sets the limit (default 4,000; 0 caches "
        "no tables).",
        "lastdigit admin cache",
        usage="[clear]",
    )
    parser.add_argument(
        "do", nargs="?", choices=("clear",), metavar="clear", help="delete everything in the cache"
    )
    return parser


def cache(words: Words) -> int:
    arguments = cache_parser().parse(words)
    from lastdigit.solver import tables
    from lastdigit.system import cache_folder

    folder, limit = cache_folder(), tables.max_bytes()
    if folder is None:
        raise UsageError("No home folder was found, so nothing can be cached.")
    if arguments.do == "clear":
        try:
            freed = tables.clear(folder)
        except OSError as error:
            raise LastDigitError(
                f"Some files could not be deleted: {printable(str(error))}"
            ) from None
        print(f"Deleted {_megabytes(freed)} in {printable(str(folder))}.")
        return 0
    stored, compiled = tables.cached_tables(folder), tables.compiled_bytes(folder)
    unfinished = sum(part.size for part in tables.unfinished(folder))
    total = sum(table.size for table in stored) + unfinished + compiled
    print(f"{printable(str(folder))} has {_megabytes(total)} of at most {_megabytes(limit)}.")
    large = [table for table in stored if table.size >= tables.MEGABYTE]
    for table in large:
        print(f"{_megabytes(table.size):>9}  {printable(table.path.name)}")
    if len(stored) > len(large):
        small = sum(table.size for table in stored if table.size < tables.MEGABYTE)
        print(f"{_megabytes(small):>9}  smaller tables")
    if unfinished:
        print(f"{_megabytes(unfinished):>9}  unfinished tables")
    if compiled:
        print(f"{_megabytes(compiled):>9}  compiled code")
    return 0


def _megabytes(size: int) -> str:
    """Return a size in megabytes, rounded up.

    >>> _megabytes(0), _megabytes(1), _megabytes(1_252_000_001)
    ('0 MB', '1 MB', '1,253 MB')
    """
    return f"{-(-size // 1_000_000):,} MB"


def config_parser() -> Parser:
    keys = "\n".join(f"  {key:6} {one.about}" for key, one in settings.KEYS.items())
    parser = parsers.command_parser(
        "config",
        "Show or change your settings. An option on the command line overrides them.\n\n"
        f"keys:\n{keys}",
        "lastdigit config color never",
        usage="[KEY [VALUE]]",
    )
    parser.add_argument("key", nargs="?", metavar="KEY", help="setting to show or change")
    parser.add_argument("value", nargs="?", metavar="VALUE", help="new value")
    parser.add_argument("--unset", action="store_true", help="restore the default")
    return parser


def config(words: Words) -> int:
    parser = config_parser()
    arguments = parser.parse(words)
    key, value = arguments.key, arguments.value
    if arguments.unset and (key is None or value is not None):
        parser.error("--unset takes a KEY and no VALUE")
    if arguments.unset or value is not None:
        settings.save_setting(key, value)
    if key is None:
        print(_all_text())
    elif arguments.unset or value is not None:
        print(f"{key} is now {_value(key)}.")
    else:
        print(_value(key))
    return 0


def _value(key: str) -> str:
    """Return the saved value or the default. Raise LastDigitError if the saved value is invalid."""
    saved = settings.read()
    if settings.check_key(key) not in saved:
        return _default(key)
    return settings.validate(key, saved[key])


def _default(key: str) -> str:
    return f"{settings.KEYS[key].default} (default)"


def _all_text() -> str:
    """Return every key with its value or error, and the path of the settings file."""
    saved = settings.read()
    lines = [f"{key:6} {_default(key)}" for key in settings.KEYS if key not in saved]
    for key, value in saved.items():
        try:
            lines.append(f"{key:6} {settings.validate(key, value)}")
        except LastDigitError as error:
            lines.append(printable(f"{key:6} (ignored) {error}"))
    return "\n".join([*sorted(lines), "", f"Saved in {settings.path()}"])
