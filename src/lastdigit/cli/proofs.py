"""The commands about proofs: `certify` writes one, `check-certificate` checks it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words, open_console
from lastdigit.errors import UsageError, quoted

if TYPE_CHECKING:
    from lastdigit.game.game import AnyGame


MOST_TOLD = 5
"""So many claims of a proof are told."""


def certify_parser(game: type[AnyGame] | None = None) -> Parser:
    """Return the parser of `certify`."""
    parser = parsers.command_parser(
        "certify",
        "Write a proof of what a position is worth, which anybody can check without us.\n"
        "A move with a blank in it is quoted.",
        "lastdigit certify number-morph --start 211 --out proof.json",
        takes="GAME [MOVE ...]",
    )
    parsers.add_rules(parser, game)
    parser.add_argument("moves", nargs="*", metavar="MOVE", help="moves from there on")
    parser.add_argument(
        "--position",
        action="append",
        metavar="TEXT",
        help="begin here instead of at the start; given several times, all are proved in one file",
    )
    parser.add_argument(
        "--first", choices=("1", "2"), default="1", help="who moves first (default 1)"
    )
    parsers.add_seed(parser)
    parser.add_argument("--out", metavar="FILE", required=True, help="the new file for the proof")
    return parser


def certify(words: Words) -> int:
    parser, chosen, arguments = parsers.parse_with_game(certify_parser, words)
    game = parsers.build_game(parser, chosen, arguments)
    from random import Random

    from lastdigit.game.game import Seat
    from lastdigit.game.serialize import position_after
    from lastdigit.solver import certificates
    from lastdigit.solver.checker import check

    texts = arguments.position or []
    if len(texts) > 1 and arguments.moves:
        raise UsageError("Moves go on from one position; with several there can be none.")
    starts = [game.parse_state(text) for text in texts]
    if not starts:
        starts = [game.start(Random(arguments.seed), Seat(int(arguments.first)))]
    states = [position_after(game, state, arguments.moves) for state in starts]
    console = open_console(arguments)
    checkers = certificates.checkers_for([type(game)])
    try:
        with console.thinking():
            content = certificates.certify(game, states)
            proved = check(content, checkers) if checkers else []
    except ValueError as hole:  # what nobody could check is no proof
        raise UsageError(f"Of this there is no proof that our checker takes: {hole}.") from None
    parsers.write_new(Path(arguments.out), content)
    positions = "1 position" if len(states) == 1 else f"{len(states)} positions"
    told = "".join(f"Proved: {claim}.\n" for claim in proved[:MOST_TOLD])
    console.say(
        f"{told}A proof of {positions} is in {quoted(arguments.out)}, {len(content):,} bytes.\n"
        f"Check it: python3 check_certificate.py {arguments.out}\n"
        f"or, where that is not at hand: lastdigit check-certificate {arguments.out}\n"
    )
    return 0


def check_certificate_parser() -> Parser:
    """Return the parser of `check-certificate`."""
    parser = parsers.command_parser(
        "check-certificate",
        "Check a proof that `certify` wrote, or anybody: yes, or where its first hole is.",
        "lastdigit check-certificate --source",
        takes="FILE",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="the proof")
    parser.add_argument(
        "--source",
        action="store_true",
        help="print the checker itself, one short program that needs nothing but Python",
    )
    return parser


def check_certificate(words: Words) -> int:
    parser = check_certificate_parser()
    arguments = parser.parse(words)
    if arguments.source == (arguments.file is not None):
        parser.error("name a FILE to check, or say --source, and not both")
    from lastdigit.games import catalogue
    from lastdigit.solver.certificates import checkers_for, stand_alone_source
    from lastdigit.solver.checker import MOST_BYTES, check

    games = catalogue().values()
    if arguments.source:
        print(stand_alone_source(games), end="")
        return 0
    try:
        with Path(arguments.file).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{quoted(arguments.file)} cannot be read: {error.strerror}.") from None
    try:
        proved = check(content, checkers_for(games))
    except ValueError as hole:
        print(f"No: {hole}.")
        return 1
    print("\n".join(f"Yes: {told}." for told in proved))
    return 0
