"""The report of a tournament: as values, as JSON data, and as tables of text."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from statistics import fmean

from lastdigit.arena.contestants import Contestant, anchors, error_rates
from lastdigit.arena.fixtures import Entry
from lastdigit.arena.intervals import Interval
from lastdigit.arena.run import Manifest
from lastdigit.arena.standings import Measure, Part, Standing, Standings
from lastdigit.arena.tables import (
    NOTHING,
    ReportTable,
    measure_text,
    milliseconds,
    percent,
    two_places,
    whole,
)
from lastdigit.arena.tournament import Tournament
from lastdigit.game.game import Seat
from lastdigit.game.text import plural
from lastdigit.players.budget import money_text
from lastdigit.players.services import price_of


@dataclass(frozen=True)
class PlayerReport:
    """All that is known of one player."""

    name: str
    who: str
    rating: Measure
    errors: float | None
    """Its exact rate of errors, where that is known: then its rating is so by definition."""
    overall: Standing
    games: Mapping[str, Standing]
    seats: Mapping[Seat, Standing]
    against: Mapping[str, Measure]
    cost: int | None = None
    """What its tokens cost, in millionths, if their price is known."""


@dataclass(frozen=True)
class Report:
    """All that is known of a tournament; the players by their scores, best first."""

    manifest: Manifest
    played: int
    counted: int
    """Games, each of several that are the same counted once."""
    starts: int
    players: Sequence[PlayerReport]
    misfit: float | None
    """By how much a pair's score is off what the ratings expect, on average."""


def report_on(tournament: Tournament, manifest: Manifest, entries: Sequence[Entry]) -> Report:
    """Return the report of a whole tournament."""
    errors = error_rates(tournament.players)
    standings = Standings(entries, anchors(tournament.players))
    intervals = standings.rating_intervals() if standings.ratings else {}
    players = [
        PlayerReport(
            player.name,
            player.who,
            _rating(standings, player.name, intervals),
            errors.get(player.name),
            standings.standing(player.name),
            {
                game: standings.standing(player.name, partial(_in_game, game))
                for game in tournament.games
            },
            {seat: standings.standing(player.name, partial(_on_seat, seat)) for seat in Seat},
            {
                other.name: standings.against(player.name, other.name)
                for other in tournament.players
                if other is not player
            },
            _cost(player, entries),
        )
        for player in tournament.players
    ]
    return Report(
        manifest,
        standings.played,
        len(standings.entries),
        standings.starts,
        sorted(players, key=lambda player: -(player.overall.score.value or 0)),
        _misfit(standings),
    )


def _cost(player: Contestant, entries: Sequence[Entry]) -> int | None:
    price = price_of(player.who)
    if price is None:
        return None
    done = [
        deeds
        for entry in entries
        for seated, deeds in zip(entry.record.setup.players, entry.deeds, strict=True)
        if seated.name == player.name
    ]
    return price.of(sum(one.tokens_in for one in done), sum(one.tokens_out for one in done))


def _in_game(game: str, part: Part) -> bool:
    return part.game == game


def _on_seat(seat: Seat, part: Part) -> bool:
    return part.seat is seat


def _rating(standings: Standings, name: str, intervals: Mapping[str, Interval]) -> Measure:
    if standings.ratings is None:
        return Measure(None)
    return Measure(standings.ratings.points[name], intervals.get(name))


def _misfit(standings: Standings) -> float | None:
    ratings = standings.ratings
    if ratings is None:
        return None
    return fmean(
        abs(found - ratings.expected(name, other))
        for name in standings.parts
        for other in standings.parts
        if name < other and (found := standings.against(name, other).value) is not None
    )


def report_data(report: Report) -> dict[str, object]:
    """Return a report as JSON data; null is what nobody can say."""
    return {
        "lastdigit": report.manifest["lastdigit"],
        "python": platform.python_version(),
        "played": report.played,
        "counted": report.counted,
        "starts": report.starts,
        "misfit": report.misfit,
        "players": [
            {
                "name": player.name,
                "who": player.who,
                "rating": measure_data(player.rating),
                "errorRate": player.errors,
                "overall": standing_data(player.overall),
                "games": {name: standing_data(one) for name, one in player.games.items()},
                "seats": {str(seat.value): standing_data(player.seats[seat]) for seat in Seat},
                "against": {name: measure_data(one) for name, one in player.against.items()},
            }
            for player in report.players
        ],
        "manifest": report.manifest,
    }


def standing_data(standing: Standing) -> dict[str, object]:
    """Return what is known of a player as JSON data."""
    return {
        "games": standing.games,
        "score": measure_data(standing.score),
        "accuracy": measure_data(standing.accuracy),
        "chance": standing.chance,
        "corrected": measure_data(standing.corrected),
        "conversion": measure_data(standing.conversion),
        "resistance": measure_data(standing.resistance),
        "unfinished": standing.unfinished,
        "pliesWasted": standing.wasted,
        "illegalShare": standing.illegal,
        "secondsPerMove": standing.seconds,
        "tokensPerMove": standing.tokens,
        "counts": asdict(standing.deeds),
    }


def measure_data(measure: Measure) -> dict[str, float | None]:
    """Return a number and its interval as JSON data."""
    low, high = measure.interval or (None, None)
    return {"value": measure.value, "low": low, "high": high}


def summary(report: Report) -> str:
    """Return in a sentence or two what was played."""
    same = report.played - report.counted
    games, starts = plural(report.counted, "game"), plural(report.starts, "critical start")
    text = f"{games} from {starts}, every pair on both seats."
    if same:
        text += f" Not counted: {plural(same, 'game')} the same as one of these."
    if report.misfit is None:
        return f"{text} Without all five levels there are no ratings."
    return (
        f"{text} Scores are off what the ratings expect by {percent(report.misfit)} % on average."
    )


def tables(report: Report) -> Iterator[ReportTable]:
    """Yield every table of a report, the most important first."""
    yield scores(report)
    yield skills(report)
    yield costs(report)
    yield by_game(report)
    yield accuracy_by_game(report)
    yield by_seat(report)
    yield crossed(report)


def scores(report: Report) -> ReportTable:
    """Return who scored what."""
    return ReportTable(
        "Scores",
        ("player", "score %", "rating", "games", "unfinished"),
        [
            (
                player.name,
                measure_text(player.overall.score, percent),
                # A level has its rating by definition.
                measure_text(player.rating, whole)
                if player.errors is None
                else whole(player.rating.value),
                str(player.overall.games),
                str(player.overall.unfinished),
            )
            for player in report.players
        ],
    )


def skills(report: Report) -> ReportTable:
    """Return what exact values tell."""
    return ReportTable(
        "Exact skill",
        ("player", "accuracy %", "chance %", "corrected", "conversion %", "resistance %"),
        [(player.name, *_skill(player.overall)) for player in report.players],
    )


def _skill(standing: Standing) -> tuple[str, ...]:
    return (
        measure_text(standing.accuracy, percent),
        percent(standing.chance),
        measure_text(standing.corrected, two_places),
        measure_text(standing.conversion, percent),
        measure_text(standing.resistance, percent),
    )


def costs(report: Report) -> ReportTable:
    """Return what was wasted, refused and spent; the cost if a price is known."""
    priced = any(player.cost is not None for player in report.players)
    heading = ("player", "plies wasted", "illegal %", "ms a move", "tokens a move", "moves")
    return ReportTable(
        "Care and cost",
        (*heading, "cost") if priced else heading,
        [
            (
                player.name,
                two_places(player.overall.wasted),
                percent(player.overall.illegal),
                milliseconds(player.overall.seconds),
                f"{player.overall.tokens:.0f}" if player.overall.tokens else NOTHING,
                str(player.overall.deeds.moves),
                *((NOTHING if player.cost is None else money_text(player.cost),) if priced else ()),
            )
            for player in report.players
        ],
    )


def by_game(report: Report) -> ReportTable:
    """Return the scores game by game."""
    games = list(report.players[0].games)
    rows = [
        (player.name, *(measure_text(player.games[game].score, percent) for game in games))
        for player in report.players
    ]
    return ReportTable("Score % by game", ("player", *games), rows)


def accuracy_by_game(report: Report) -> ReportTable:
    """Return the accuracies beyond chance, game by game."""
    games = list(report.players[0].games)
    rows = [
        (player.name, *(measure_text(player.games[game].corrected, two_places) for game in games))
        for player in report.players
    ]
    return ReportTable("Accuracy corrected for chance, by game", ("player", *games), rows)


def by_seat(report: Report) -> ReportTable:
    """Return the scores of either seat; Player 1 is to move at every start."""
    rows = [
        (player.name, *(measure_text(player.seats[seat].score, percent) for seat in Seat))
        for player in report.players
    ]
    return ReportTable("Score % by seat", ("player", *(f"as {seat}" for seat in Seat)), rows)


def crossed(report: Report) -> ReportTable:
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
    return ReportTable("Score % against each other", ("player", *names), rows)
