"""A tournament's report as a page that stands alone."""

from __future__ import annotations

import json
from collections.abc import Iterator

from lastdigit.arena.intervals import Interval
from lastdigit.arena.page import page, section, table, terms
from lastdigit.arena.plots import Row, dots
from lastdigit.arena.ratings import POINTS
from lastdigit.arena.report import PlayerReport, Report, report_data
from lastdigit.arena.tables import lead, tables
from lastdigit.arena.words import DEFINITIONS


def report_page(report: Report) -> str:
    """Return the whole page."""
    return page(
        "Tournament", lead(report), [*_pictures(report), *_tables(report), *_ground(report)]
    )


def _pictures(report: Report) -> Iterator[str]:
    scores = [
        Row(one.name, one.overall.score.value, one.overall.score.interval) for one in report.players
    ]
    yield section("Score", dots("Score of each player", scores), about=DEFINITIONS["score"])
    skills = [
        Row(one.name, one.overall.accuracy.value, one.overall.accuracy.interval, one.overall.chance)
        for one in report.players
    ]
    about = f"{DEFINITIONS['accuracy']}. The upright mark is {DEFINITIONS['chance']}."
    yield section("Accuracy", dots("Accuracy of each player", skills), about=about)
    ratings = [_rating(one) for one in report.players if one.rating.value is not None]
    if ratings:
        about = f"100 % is 1000 points: {DEFINITIONS['rating']}."
        yield section("Rating", dots("Rating of each player", ratings), about=about)


def _rating(player: PlayerReport) -> Row:
    value, interval = player.rating.value or 0.0, player.rating.interval
    ends = Interval(interval.low / POINTS, interval.high / POINTS) if interval else None
    return Row(player.name, value / POINTS, ends)


def _tables(report: Report) -> Iterator[str]:
    for one in tables(report):
        yield section(one.title, table(one.heading, one.rows))


def _ground(report: Report) -> Iterator[str]:
    """Yield what the numbers mean, and everything that they depend on."""
    yield section("What the numbers mean", terms(DEFINITIONS.items()))
    data = report_data(report)
    told = {
        "lastdigit": data["lastdigit"],
        "Python": data["python"],
        **{name: value for name, value in report.manifest.items() if name != "games"},
    }
    yield section(
        "What was played",
        terms((name, _text(value)) for name, value in told.items()),
        about="manifest.json has every start with its options and its exact values.",
    )
    games = report.manifest["games"]
    assert isinstance(games, list), "a manifest lists its games"
    rows = [
        (
            game["name"],
            str(game["version"]),
            str(len(game["starts"])),
            ", ".join(sorted({_text(start["options"]) for start in game["starts"]})[:3]),
        )
        for game in games
    ]
    yield section("Games", table(("game", "version", "starts", "options, up to three"), rows))


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
