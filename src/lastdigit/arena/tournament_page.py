"""A tournament's report as a page that stands alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from lastdigit.arena.intervals import Interval
from lastdigit.arena.page import PlotRow, dots, html_table, page, section, terms
from lastdigit.arena.ratings import POINTS
from lastdigit.arena.tables import DEFINITIONS, NOTHING
from lastdigit.arena.tournament_report import PlayerReport, Report, report_data, summary, tables


def report_page(report: Report) -> str:
    """Return the whole page."""
    return page(
        "Tournament", summary(report), [*_pictures(report), *_tables(report), *_ground(report)]
    )


def _pictures(report: Report) -> Iterator[str]:
    scores = [
        PlotRow(one.name, one.overall.score.value, one.overall.score.interval)
        for one in report.players
    ]
    yield section(
        "Score", dots("Score of each player", scores), about=_sentence(DEFINITIONS["score"])
    )
    skills = [
        PlotRow(
            one.name, one.overall.accuracy.value, one.overall.accuracy.interval, one.overall.chance
        )
        for one in report.players
    ]
    about = f"{_sentence(DEFINITIONS['accuracy'])} The upright mark is {DEFINITIONS['chance']}."
    yield section("Accuracy", dots("Accuracy of each player", skills), about=about)
    ratings = [_rating(one) for one in report.players if one.rating.value is not None]
    if ratings:
        picture = dots("Rating of each player", ratings, write=_points)
        yield section("Rating", picture, about=_sentence(DEFINITIONS["rating"]))


def _rating(player: PlayerReport) -> PlotRow:
    value, interval = player.rating.value or 0.0, player.rating.interval
    ends = Interval(interval.low / POINTS, interval.high / POINTS) if interval else None
    return PlotRow(player.name, value / POINTS, ends)


def _points(share: float) -> str:
    return f"{POINTS * share:.0f}"


def _sentence(text: str) -> str:
    """Return a definition as a sentence of its own."""
    return f"{text[0].upper()}{text[1:]}."


def _tables(report: Report) -> Iterator[str]:
    for one in tables(report):
        yield section(one.title, html_table(one.heading, one.rows))


def _ground(report: Report) -> Iterator[str]:
    """Yield what the numbers mean, and everything that they depend on."""
    yield section("What the numbers mean", terms(DEFINITIONS.items()))
    facts = {
        "lastdigit": report.manifest["lastdigit"],
        "Python": report_data(report)["python"],
        "seed": report.manifest["seed"],
        "settings": report.manifest["settings"],
    }
    yield section(
        "What was played",
        terms((name, _text(value)) for name, value in facts.items()),
        about="manifest.json has every start with its options and its exact values.",
    )
    players = [
        [_text(player[part]) for part in ("name", "who", "model", "sampling", "prompts")]
        for player in _listed(report.manifest["players"])
    ]
    yield section("Players", html_table(("name", "who", "model", "sampling", "prompts"), players))
    games = [
        (game["name"], str(game["version"]), str(len(game["starts"])), _options(game["starts"]))
        for game in _listed(report.manifest["games"])
    ]
    yield section("Games", html_table(("game", "version", "starts", "options"), games))


def _listed(value: object) -> list[Any]:
    assert isinstance(value, list), "a manifest lists its players and games"
    return value


def _options(starts: list[Any]) -> str:
    """Return every value that each option had."""
    values: dict[str, set[str]] = {}
    for start in starts:
        for name, value in start["options"].items():
            values.setdefault(name, set()).add(_text(value))
    return "; ".join(
        f"{name}: {', '.join(sorted(found, key=lambda text: (len(text), text)))}"
        for name, found in values.items()
    )


def _text(value: object) -> str:
    if value is None:
        return NOTHING
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
