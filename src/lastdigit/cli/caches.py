"""The command about what was found out once, and can be found out again: `cache`."""

from __future__ import annotations

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words
from lastdigit.errors import LastDigitError, UsageError, printable


def cache_parser() -> Parser:
    """Return the parser of `cache`."""
    parser = parsers.command_parser(
        "cache",
        "Tell which tables of solved games and how much compiled code are kept, and where,\n"
        "or delete them all: what is needed again is built again. The table not used for\n"
        "longest goes when there is no space for another. The environment's\n"
        "LASTDIGIT_CACHE_MEGABYTES says how much space there is: 4,000 unless set; with 0\n"
        "no table is kept.",
        "lastdigit cache",
        takes="[clear]",
    )
    parser.add_argument(
        "do", nargs="?", choices=("clear",), metavar="clear", help="delete all of it"
    )
    return parser


def cache(words: Words) -> int:
    arguments = cache_parser().parse(words)
    from lastdigit.solver import tables
    from lastdigit.system import cache_folder

    folder, most = cache_folder(), tables.max_bytes()
    if folder is None:
        raise UsageError("There is no home folder here, so nothing is kept.")
    if arguments.do == "clear":
        try:
            freed = tables.clear(folder)
        except OSError as error:
            raise LastDigitError(f"Not all could be deleted: {printable(str(error))}") from None
        print(f"Deleted {_megabytes(freed)} in {printable(str(folder))}.")
        return 0
    stored, compiled = tables.cached_tables(folder), tables.compiled_bytes(folder)
    unfinished = sum(part.size for part in tables.unfinished(folder))
    total = sum(table.size for table in stored) + unfinished + compiled
    print(f"{printable(str(folder))} has {_megabytes(total)} of at most {_megabytes(most)}.")
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
    """Return a size as people say it, rounded up.

    >>> _megabytes(0), _megabytes(1), _megabytes(1_252_000_001)
    ('0 MB', '1 MB', '1,253 MB')
    """
    return f"{-(-size // 1_000_000):,} MB"
