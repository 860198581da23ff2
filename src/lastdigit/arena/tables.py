"""A tournament's report as tables of text: heading and rows, for the terminal and for a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lastdigit.arena.report import Report
from lastdigit.arena.standings import Standing
from lastdigit.arena.words import (
    NOTHING,
    corrected,
    milliseconds,
    percent,
    percents,
    plain,
    points,
)
from lastdigit.core.values import Seat


class Table(NamedTuple):
    """A heading, and rows of as many cells."""

    title: str
    heading: Sequence[str]
    rows: Sequence[Sequence[str]]


def lead(report: Report) -> str:
    """Return in a sentence or two what was played."""
    same = report.played - report.counted
    told = f"{report.counted} games from {report.starts} critical starts, every pair on both seats."
    if same:
        told += f" {same} more were the same as one of these and are not counted."
    if report.misfit is None:
        return f"{told} Without all five levels there are no ratings."
    return (
        f"{told} Scores are off what the ratings expect by {percent(report.misfit)} % on average."
    )


def tables(report: Report) -> Iterator[Table]:
    """Yield every table of a report, the most important first."""
    yield scores(report)
    yield skills(report)
    yield costs(report)
    yield by_game(report)
    yield accuracy_by_game(report)
    yield by_seat(report)
    yield crossed(report)


def scores(report: Report) -> Table:
    """Return who scored what."""
    return Table(
        "Scores",
        ("player", "score %", "rating", "games", "unfinished"),
        [
            (
                player.name,
                percents(player.overall.score),
                points(player.rating),
                str(player.overall.games),
                str(player.overall.unfinished),
            )
            for player in report.players
        ],
    )


def skills(report: Report) -> Table:
    """Return what exact values tell."""
    return Table(
        "Exact skill",
        ("player", "accuracy %", "chance %", "corrected", "conversion %", "resistance %"),
        [(player.name, *_skill(player.overall)) for player in report.players],
    )


def _skill(standing: Standing) -> tuple[str, ...]:
    return (
        percents(standing.accuracy),
        percent(standing.chance),
        corrected(standing.corrected),
        percents(standing.conversion),
        percents(standing.resistance),
    )


def costs(report: Report) -> Table:
    """Return what was wasted, refused and spent."""
    return Table(
        "Care and cost",
        ("player", "plies wasted", "illegal %", "ms a move", "tokens a move", "moves"),
        [
            (
                player.name,
                plain(player.overall.wasted),
                percent(player.overall.illegal),
                milliseconds(player.overall.seconds),
                f"{player.overall.tokens:.0f}" if player.overall.tokens else NOTHING,
                str(player.overall.deeds.moves),
            )
            for player in report.players
        ],
    )


def by_game(report: Report) -> Table:
    """Return the scores game by game."""
    games = list(report.players[0].games)
    rows = [
        (player.name, *(percents(player.games[game].score) for game in games))
        for player in report.players
    ]
    return Table("Score % by game", ("player", *games), rows)


def accuracy_by_game(report: Report) -> Table:
    """Return the accuracies beyond chance, game by game."""
    games = list(report.players[0].games)
    rows = [
        (player.name, *(corrected(player.games[game].corrected) for game in games))
        for player in report.players
    ]
    return Table("Accuracy corrected for chance, by game", ("player", *games), rows)


def by_seat(report: Report) -> Table:
    """Return the scores of either seat; Player 1 is to move at every start."""
    rows = [
        (player.name, *(percents(player.seats[seat].score) for seat in Seat))
        for player in report.players
    ]
    return Table("Score % by seat", ("player", *(f"as {seat}" for seat in Seat)), rows)


def crossed(report: Report) -> Table:
    """Return what everybody scored against everybody."""
    names = [player.name for player in report.players]
    rows = [
        (
            player.name,
            *(
                percent(player.against[name].value) if name in player.against else ""
                for name in names
            ),
        )
        for player in report.players
    ]
    return Table("Score % against each other", ("player", *names), rows)
