"""The commands for whoever keeps a server's games: `expire`, `backup`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words
from lastdigit.errors import printable
from lastdigit.system import DAY

MOST_HOURS, MOST_DAYS = 100_000, 10_000
HOUR = 3_600


def expire_parser() -> Parser:
    """Return the parser of `expire`."""
    parser = parsers.command_parser(
        "expire",
        "Delete for good what nobody comes back for among the games in a browser:\n"
        "invitations that nobody joined and, if you say so, games never finished and class\n"
        "rooms, whose games stay. A server does so by itself, by its limits\n"
        "invitation-hours, unfinished-days and room-days.",
        "lastdigit expire --unfinished 90",
    )
    parser.add_argument(
        "--invitations",
        type=parsers.integer(1, MOST_HOURS),
        default=24,
        metavar="HOURS",
        help="delete invitations that are older (default 24)",
    )
    parser.add_argument(
        "--unfinished",
        type=parsers.integer(1, MOST_DAYS),
        metavar="DAYS",
        help="delete unfinished games in which nothing has happened for so long (default: none)",
    )
    parser.add_argument(
        "--rooms",
        type=parsers.integer(1, MOST_DAYS),
        metavar="DAYS",
        help="delete class rooms in which nothing has happened for so long (default: none)",
    )
    parsers.add_store(parser)
    return parser


def expire(words: Words) -> int:
    arguments = expire_parser().parse(words)
    import time

    from lastdigit.store import open_store
    from lastdigit.system import timestamp

    now = time.time()

    def ago(days: int | None) -> str | None:
        return None if days is None else timestamp(now - days * DAY)

    with closing(open_store(arguments.store)) as store:
        gone = store.expire(
            timestamp(now - arguments.invitations * HOUR),
            ago(arguments.unfinished),
            ago(arguments.rooms),
        )
    print(
        f"Deleted: {_counted(len(gone.invitations), 'invitation')} that nobody joined, "
        f"{_counted(len(gone.unfinished), 'unfinished game')}, "
        f"{_counted(len(gone.rooms), 'class room')}."
    )
    return 0


def _counted(count: int, thing: str) -> str:
    """Return so many things in words.

    >>> _counted(0, "invitation"), _counted(1, "invitation"), _counted(2, "invitation")
    ('no invitation', '1 invitation', '2 invitations')
    """
    return f"{count or 'no'} {thing}{'s' if count > 1 else ''}"


def backup_parser() -> Parser:
    """Return the parser of `backup`."""
    parser = parsers.command_parser(
        "backup",
        "Write all kept games into a new file, as they stand at one moment; a server may go on\n"
        "beside it. The file can take the place of the kept games: docs/operating.md.",
        "lastdigit backup games-backup.sqlite3",
        takes="FILE",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the file, a new one")
    parsers.add_store(parser)
    return parser


def backup(words: Words) -> int:
    arguments = backup_parser().parse(words)
    from lastdigit.store import open_store

    with closing(open_store(arguments.store, read_only=True)) as store:
        store.back_up(arguments.file)
        count = store.count()
    print(f"{printable(str(arguments.file))} has all kept games ({count}).")
    return 0
