"""The command that lets agents in: `mcp`."""

from __future__ import annotations

from lastdigit.cli import contests, parsers
from lastdigit.cli.parsers import Parser, Words
from lastdigit.extras import check_versions, missing_extra
from lastdigit.system import package_version


def mcp_parser() -> Parser:
    """Return the parser of `mcp`."""
    parser = parsers.command_parser(
        "mcp",
        "Be a server of the Model Context Protocol on standard input and output: an agent plays,\n"
        "looks, analyses and answers questions by tools. docs/models.md says how it is set up.",
        "lastdigit mcp --exam --games digit-duel --positions 4",
    )
    parser.add_argument(
        "--exam",
        action="store_true",
        help="nothing tells what is right: no analysis, and the score at the end",
    )
    contests.add_games(parser)
    parser.add_argument(
        "--positions",
        type=parsers.integer(1, contests.MOST_STARTS),
        default=5,
        metavar="N",
        help="questions of each game (default 5)",
    )
    parser.add_argument(
        "--seed",
        type=parsers.integer(0, parsers.LARGEST_SEED),
        metavar="N",
        help="what questions are drawn from (default 1)",
    )
    return parser


def mcp(words: Words) -> int:
    arguments = mcp_parser().parse(words)
    names = contests.game_names(arguments.games)
    check_versions("The MCP server", "mcp")
    try:
        from lastdigit.adapters.mcp import server
    except ModuleNotFoundError as error:
        raise missing_extra("The MCP server", "mcp", f"{error.name} is missing") from None
    from lastdigit.adapters.agents import Desk
    from lastdigit.arena.contestants import Contestant
    from lastdigit.exam.plan import Exam, exam_fixtures, exam_questions, from_seed
    from lastdigit.players.settings import DEFAULT_SETTINGS

    exam = Exam(
        package_version(),
        names,
        Contestant("Agent", "random"),
        arguments.positions,
        from_seed(contests.seed_from(arguments)),
        DEFAULT_SETTINGS,
    )
    asked = exam_questions(exam)
    desk = Desk(asked, list(exam_fixtures(exam, asked)), exam=arguments.exam)
    server(desk, exam=arguments.exam).run("stdio")
    return 0
