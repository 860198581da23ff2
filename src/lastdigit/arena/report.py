"""Tournament reports: tables, JSON data and an HTML page."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from statistics import fmean
from typing import Any, NamedTuple

from lastdigit.arena.run import Contestant, Entry, Manifest, anchors, error_rates
from lastdigit.arena.tournament import (
    BlindSkill,
    Measure,
    Part,
    PlayerStanding,
    Standings,
    Tournament,
)
from lastdigit.game.game import Seat
from lastdigit.game.text import plural
from lastdigit.game.theme import FONT, style
from lastdigit.players.budget import money_text
from lastdigit.players.llm import find_price
from lastdigit.render.html import render
from lastdigit.statistics import FEWEST, POINTS, Interval, share_interval

EMPTY = "-"
"""The text of an empty cell in a table."""
TOO_FEW = "too few starts"
NO_BETTER = "no better than blind"
TOO_FEW_TRIALS = "too few"
"""The text to show instead of a confidence interval if there are too few trials."""

Formatter = Callable[[float], str]
"""Formats a number."""

DEFINITIONS = {
    "score": "average points per game: 1 for a win, 0.5 for a draw or an unfinished game, 0 for "
    "a loss or a forfeit",
    "rating": "a built-in level with error rate e at critical positions has 1000 (1 - e) by "
    "definition; a player that is no better than blind has no rating",
    "accuracy": "share of critical positions in which the player kept the win or the draw; each "
    "position counts once per game, with a weight that leaves blind policies at chance",
    "unweighted": "the accuracy without these weights",
    "chance": "the accuracy of random play in the same positions",
    "corrected": "accuracy corrected for chance: 0 is random play, 1 is perfect play",
    "blind": "a policy that picks a move without looking at the position, such as the last legal "
    "move; its row shows the policy in the positions of all players",
    "lead on blind": "the accuracy minus that of the best blind policy in the same positions, in "
    "percentage points",
    "better than blind": "whether the interval of the lead on blind is above 0",
    "conversion": "share of games won, of those that start in a position the player can win",
    "resistance": "share of games not lost, of those that start in a lost position",
    "wasted": "average number of turns by which winning moves were slower than the fastest win, if "
    "that is known",
    TOO_FEW: f"no confidence interval, because there are fewer than {FEWEST} starts",
    "illegal": "share of attempts that were rejected because the move was illegal or could not be "
    "parsed",
}


class ReportTable(NamedTuple):
    """A table in a report: a title, the column headings, and rows of text."""

    title: str
    heading: Sequence[str]
    rows: Sequence[Sequence[str]]


def measure_text(measure: Measure, write: Formatter) -> str:
    """Format a measured number with its confidence interval, or with the reason why there is none.

    `write` formats a number. A missing number is "-".

    >>> measure_text(Measure(0.5, Interval(0.25, 0.75)), percent)
    '50.0 (25.0 to 75.0)'
    >>> measure_text(Measure(812.4), no_decimals), measure_text(Measure(None), no_decimals)
    ('812 (too few starts)', '-')
    """
    if measure.value is None:
        return EMPTY
    interval = interval_text(measure.interval, write) if measure.interval else TOO_FEW
    return f"{write(measure.value)} ({interval})"


def interval_text(interval: Interval, write: Formatter) -> str:
    return f"{write(interval.low)} to {write(interval.high)}"


def share_text(right: int, count: int) -> str:
    """Format `right` out of `count` as a percentage with its 95 % Wilson interval.

    >>> share_text(8, 10), share_text(8, 9), share_text(0, 0)
    ('80.0 (49.0 to 94.3)', '88.9 (too few)', '-')
    """
    if not count:
        return EMPTY
    interval = share_interval(right, count)
    reach = interval_text(interval, percent) if interval else TOO_FEW_TRIALS
    return f"{percent(right / count)} ({reach})"


def interval_data(interval: Interval | None) -> dict[str, float | None]:
    """Return the bounds of an interval as JSON data.

    Both bounds are null if there is no interval.
    """
    return {
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
    }


def percent(value: float | None) -> str:
    """Format a share from 0 to 1 as a percentage with one decimal place. Format None as "-".

    >>> percent(0.1234), percent(None)
    ('12.3', '-')
    """
    return EMPTY if value is None else f"{100 * value:z.1f}"


def no_decimals(value: float | None) -> str:
    """Format a number without decimal places. Format None as "-".

    >>> no_decimals(812.4), no_decimals(None)
    ('812', '-')
    """
    return EMPTY if value is None else f"{value:.0f}"


def two_decimals(value: float | None) -> str:
    """Format a number with two decimal places. Format None as "-".

    >>> two_decimals(1.234), two_decimals(-0.001), two_decimals(None)
    ('1.23', '0.00', '-')
    """
    return EMPTY if value is None else f"{value:z.2f}"


def milliseconds(seconds: float | None) -> str:
    """Format a time given in seconds as a number of milliseconds. Format None as "-".

    >>> milliseconds(0.00123), milliseconds(2.5)
    ('1.2', '2,500')
    """
    if seconds is None:
        return EMPTY
    value = 1_000 * seconds
    return f"{value:,.0f}" if value >= 100 else f"{value:.2g}"


TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
MAX_UNWRAPPED = 40
"""Cells with more characters than this are wrapped."""

COLOURS = style(
    ":root {{ color-scheme: light dark; --paper: {paper}; --card: {card}; --ink: {ink}; "
    "--soft: {soft}; --line: {line}; --accent: {accent}; --lose: {lose}; --last: {last} }}"
)


class PlotRow(NamedTuple):
    """A row of a dot plot: a label, a value, its confidence interval, and a reference mark.

    All numbers are shares from 0 to 1. A number that is None is not plotted.
    """

    label: str
    value: float | None
    interval: Interval | None = None
    mark: float | None = None


class DotPlot(NamedTuple):
    """A dot plot that fills the available width."""

    title: str
    """The description for screen readers."""
    rows: Sequence[PlotRow]
    write: Formatter = "{:.0%}".format
    """Formats a share from 0 to 1."""


class Section(NamedTuple):
    """A section of an HTML report. Parts that are empty are left out."""

    title: str
    about: str = ""
    """A sentence under the title."""
    plot: DotPlot | None = None
    table: ReportTable | None = None
    """A table. The section does not show the table's own title."""
    definitions: Sequence[tuple[str, str]] = ()
    """Terms and their definitions."""


def table_section(table: ReportTable) -> Section:
    """Return a section with one table, under the title of the table."""
    return Section(table.title, table=table)


def html_report(title: str, lead: str, sections: Iterable[Section]) -> str:
    """Return a self-contained HTML page. `lead` is a sentence under the title."""
    return render(
        "report.html",
        title=title,
        lead=lead,
        sections=sections,
        ticks=TICKS,
        percentage=_percentage,
        max_unwrapped=MAX_UNWRAPPED,
        colours=COLOURS,
        font=FONT,
    )


def _percentage(share: float) -> str:
    """Return a share from 0 to 1 as an SVG coordinate, for example 0.25 as "25%"."""
    return f"{100 * min(1.0, max(0.0, share)):.4g}%"


@dataclass(frozen=True)
class PlayerReport:
    """The results of one player in a tournament."""

    name: str
    who: str
    rating: Measure
    """The rating.

    None if the player is no better than a blind policy, unless the player is a built-in level.
    """
    errors: float | None
    """The exact error rate, which is known only for built-in levels and determines their rating."""
    overall: PlayerStanding
    games: Mapping[str, PlayerStanding]
    seats: Mapping[Seat, PlayerStanding]
    against: Mapping[str, Measure]
    cost: int | None = None
    """The cost of all tokens in millionths of the currency unit, or None if unknown."""


@dataclass(frozen=True)
class BlindReport:
    """The results of a blind policy in the critical positions of all players."""

    name: str
    overall: BlindSkill
    games: Mapping[str, BlindSkill | None]
    """The results in each game. None if no player met a critical position of the game."""


@dataclass(frozen=True)
class Report:
    """The results of a tournament. The players are sorted by score, best first."""

    manifest: Manifest
    played: int
    counted: int
    """The number of distinct games. Duplicates have the same start, players and moves."""
    starts: int
    players: Sequence[PlayerReport]
    blind: Sequence[BlindReport]
    misfit: float | None
    """The mean absolute difference between the actual scores and the predicted scores."""

    def rows(self) -> list[dict[str, str | int | float | None]]:
        """Return one flat row for each player, best first, for `pandas.DataFrame`.

        The rows of the blind policies follow. Shares are from 0 to 1. Columns that end in "_low"
        and "_high" are the bounds of 95 % confidence intervals, which are None if there are too few
        starts.
        """
        players = [
            {
                "player": player.name,
                "blind": False,
                "games": player.overall.games,
                **_columns("score", player.overall.score),
                **_columns("accuracy", player.overall.skill.accuracy),
                "chance": player.overall.skill.chance,
                **_columns("corrected", player.overall.skill.corrected),
                "unweighted": player.overall.skill.unweighted,
                **_columns("lead_on_blind", player.overall.lead),
                "better_than_blind": player.overall.better_than_blind,
                **_columns("rating", player.rating),
                "unfinished": player.overall.unfinished,
            }
            for player in self.players
        ]
        empty = dict.fromkeys(players[0])
        return [
            *players,
            *(
                {**empty, "player": policy.name, "blind": True, **asdict(policy.overall)}
                for policy in self.blind
            ),
        ]


def _columns(name: str, measure: Measure) -> dict[str, str | int | float | None]:
    low, high = measure.interval or (None, None)
    return {name: measure.value, f"{name}_low": low, f"{name}_high": high}


def report_on(tournament: Tournament, manifest: Manifest, entries: Sequence[Entry]) -> Report:
    errors = error_rates(tournament.players)
    standings = Standings(entries, anchors(tournament.players))
    intervals = standings.rating_intervals() if standings.ratings else {}
    in_games = {game: partial(_in_game, game) for game in tournament.games}
    players = []
    for player in tournament.players:
        overall = standings.standing(player.name)
        rated = player.name in errors or overall.better_than_blind is not False
        players.append(
            PlayerReport(
                player.name,
                player.who,
                _rating(standings, player.name, intervals) if rated else Measure(None),
                errors.get(player.name),
                overall,
                {game: standings.standing(player.name, part) for game, part in in_games.items()},
                {seat: standings.standing(player.name, partial(_on_seat, seat)) for seat in Seat},
                {
                    other.name: standings.against(player.name, other.name)
                    for other in tournament.players
                    if other is not player
                },
                _cost(player, entries),
            )
        )
    return Report(
        manifest,
        standings.played,
        len(standings.entries),
        standings.starts,
        sorted(players, key=lambda player: -(player.overall.score.value or 0)),
        _blind_reports(standings, in_games),
        _misfit(standings),
    )


def _blind_reports(
    standings: Standings, in_games: Mapping[str, Callable[[Part], bool]]
) -> list[BlindReport]:
    overall = standings.blind_skills()
    games = {game: standings.blind_skills(part) for game, part in in_games.items()}
    return [
        BlindReport(
            f"blind: {name}", skill, {game: skills.get(name) for game, skills in games.items()}
        )
        for name, skill in overall.items()
    ]


def _cost(player: Contestant, entries: Sequence[Entry]) -> int | None:
    price = find_price(player.who)
    if price is None:
        return None
    stats = [
        player_stats
        for entry in entries
        for seat_player, player_stats in zip(entry.record.setup.players, entry.stats, strict=True)
        if seat_player.name == player.name
    ]
    return price.cost(sum(one.tokens_in for one in stats), sum(one.tokens_out for one in stats))


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
    """Return a tournament report as JSON data. Unknown values are null."""
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
        "blind": [
            {
                "name": policy.name,
                "overall": asdict(policy.overall),
                "games": {name: one and asdict(one) for name, one in policy.games.items()},
            }
            for policy in report.blind
        ],
        "manifest": report.manifest,
    }


def standing_data(standing: PlayerStanding) -> dict[str, object]:
    return {
        "games": standing.games,
        "score": measure_data(standing.score),
        "accuracy": measure_data(standing.skill.accuracy),
        "chance": standing.skill.chance,
        "corrected": measure_data(standing.skill.corrected),
        "blind": {name: one.accuracy for name, one in standing.blind.items()},
        "leadOnBlind": measure_data(standing.lead),
        "betterThanBlind": standing.better_than_blind,
        "unweightedAccuracy": standing.skill.unweighted,
        "conversion": measure_data(standing.conversion),
        "resistance": measure_data(standing.resistance),
        "unfinished": standing.unfinished,
        "pliesWasted": standing.wasted,
        "illegalShare": standing.illegal,
        "secondsPerMove": standing.seconds,
        "tokensPerMove": standing.tokens,
        "counts": asdict(standing.stats),
    }


def measure_data(measure: Measure) -> dict[str, float | None]:
    low, high = measure.interval or (None, None)
    return {"value": measure.value, "low": low, "high": high}


def summary(report: Report) -> str:
    """Return a few sentences: how many games were played, and how well ratings predict scores."""
    repeated = report.played - report.counted
    games, starts = plural(report.counted, "game"), plural(report.starts, "critical start")
    text = f"{games} from {starts}. Each pair played in both seats."
    if repeated:
        text += f" {plural(repeated, 'duplicate game')} not counted."
    if blind := [one.name for one in report.players if one.overall.better_than_blind is False]:
        text += f" No better than a blind policy: {', '.join(blind)}."
    if report.misfit is None:
        return f"{text} There are no ratings, because not all five levels played."
    return (
        f"{text} On average, scores differ from the ratings' prediction by "
        f"{percent(report.misfit)} %."
    )


def tables(report: Report) -> Iterator[ReportTable]:
    """Yield all tables in a tournament report, most important first."""
    yield score_table(report)
    yield skill_table(report)
    yield conversion_table(report)
    yield cost_table(report)
    yield score_by_game(report)
    yield accuracy_by_game(report)
    yield verdict_by_game(report)
    yield score_by_seat(report)
    yield cross_table(report)


def score_table(report: Report) -> ReportTable:
    return ReportTable(
        "Scores",
        ("player", "score %", "rating", "games", "unfinished"),
        [
            (
                player.name,
                measure_text(player.overall.score, percent),
                _rating_text(player),
                str(player.overall.games),
                str(player.overall.unfinished),
            )
            for player in report.players
        ],
    )


def _rating_text(player: PlayerReport) -> str:
    if player.errors is not None:  # The rating of a level is fixed by definition.
        return no_decimals(player.rating.value)
    if player.overall.better_than_blind is False:
        return NO_BETTER
    return measure_text(player.rating, no_decimals)


def skill_table(report: Report) -> ReportTable:
    heading = ("player", "accuracy %", "unweighted %", "chance %", "corrected")
    return ReportTable(
        "Exact skill",
        (*heading, "lead on blind %", "better than blind"),
        [
            *((player.name, *_skill_cells(player.overall)) for player in report.players),
            *(
                (
                    policy.name,
                    percent(policy.overall.accuracy),
                    percent(policy.overall.unweighted),
                    EMPTY,
                    two_decimals(policy.overall.corrected),
                    *(EMPTY,) * 2,
                )
                for policy in _blind_rows(report)
            ),
        ],
    )


def _skill_cells(standing: PlayerStanding) -> tuple[str, ...]:
    return (
        measure_text(standing.skill.accuracy, percent),
        percent(standing.skill.unweighted),
        percent(standing.skill.chance),
        measure_text(standing.skill.corrected, two_decimals),
        measure_text(standing.lead, percent),
        _verdict(standing),
    )


def conversion_table(report: Report) -> ReportTable:
    return ReportTable(
        "Won and lost starts",
        ("player", "conversion %", "resistance %"),
        [
            (
                player.name,
                measure_text(player.overall.conversion, percent),
                measure_text(player.overall.resistance, percent),
            )
            for player in report.players
        ],
    )


def _verdict(standing: PlayerStanding) -> str:
    if standing.better_than_blind is None:
        return TOO_FEW
    return "yes" if standing.better_than_blind else "no"


def _blind_rows(report: Report) -> list[BlindReport]:
    """Return the blind policies for tables and plots, without those that only avoid a move."""
    return list(report.blind[: len(report.blind) // 2])


def cost_table(report: Report) -> ReportTable:
    """Return a table of each player's illegal moves, time, tokens and turns wasted while winning.

    Include the cost in money if the price of at least one player is known.
    """
    priced = any(player.cost is not None for player in report.players)
    heading = ("player", "plies wasted", "illegal %", "ms per move", "tokens per move", "moves")
    return ReportTable(
        "Errors and cost",
        (*heading, "cost") if priced else heading,
        [
            (
                player.name,
                two_decimals(player.overall.wasted),
                percent(player.overall.illegal),
                milliseconds(player.overall.seconds),
                f"{player.overall.tokens:.0f}" if player.overall.tokens else EMPTY,
                str(player.overall.stats.moves),
                *((EMPTY if player.cost is None else money_text(player.cost),) if priced else ()),
            )
            for player in report.players
        ],
    )


def score_by_game(report: Report) -> ReportTable:
    games = list(report.players[0].games)
    rows = [
        (player.name, *(measure_text(player.games[game].score, percent) for game in games))
        for player in report.players
    ]
    return ReportTable("Score % by game", ("player", *games), rows)


def accuracy_by_game(report: Report) -> ReportTable:
    games = list(report.players[0].games)
    rows = [
        *(
            (
                player.name,
                *(measure_text(player.games[game].skill.corrected, two_decimals) for game in games),
            )
            for player in report.players
        ),
        *(
            (
                policy.name,
                *(two_decimals(one.corrected) if one else EMPTY for one in policy.games.values()),
            )
            for policy in _blind_rows(report)
        ),
    ]
    return ReportTable("Accuracy corrected for chance, by game", ("player", *games), rows)


def verdict_by_game(report: Report) -> ReportTable:
    games = list(report.players[0].games)
    rows = [
        (player.name, *(_verdict(player.games[game]) for game in games))
        for player in report.players
    ]
    return ReportTable("Better than blind, by game", ("player", *games), rows)


def score_by_seat(report: Report) -> ReportTable:
    """Return a table of each player's score as player 1 and as player 2.

    Player 1 makes the first move of every game.
    """
    rows = [
        (player.name, *(measure_text(player.seats[seat].score, percent) for seat in Seat))
        for player in report.players
    ]
    return ReportTable("Score % by seat", ("player", *(f"as {seat}" for seat in Seat)), rows)


def cross_table(report: Report) -> ReportTable:
    """Return a table of each player's score against each opponent."""
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
    return ReportTable("Score % by opponent", ("player", *names), rows)


def report_page(report: Report) -> str:
    """Return a tournament report as a self-contained HTML page."""
    sections = [*_plots(report), *map(table_section, tables(report)), *_provenance(report)]
    return html_report("Tournament", summary(report), sections)


def _plots(report: Report) -> Iterator[Section]:
    scores = [
        PlotRow(one.name, one.overall.score.value, one.overall.score.interval)
        for one in report.players
    ]
    plot = DotPlot("Score of each player", scores)
    yield Section("Score", _sentence(DEFINITIONS["score"]), plot)
    skills = [
        *(
            PlotRow(one.name, skill.accuracy.value, skill.accuracy.interval, skill.chance)
            for one in report.players
            for skill in [one.overall.skill]
        ),
        *(PlotRow(one.name, one.overall.accuracy) for one in _blind_rows(report)),
    ]
    about = f"{_sentence(DEFINITIONS['accuracy'])} The vertical mark is {DEFINITIONS['chance']}."
    yield Section("Accuracy", about, DotPlot("Accuracy of each player", skills))
    ratings = [_rating_row(one) for one in report.players if one.rating.value is not None]
    if ratings:
        plot = DotPlot("Rating of each player", ratings, _points)
        yield Section("Rating", _sentence(DEFINITIONS["rating"]), plot)


def _rating_row(player: PlayerReport) -> PlotRow:
    value, interval = player.rating.value or 0.0, player.rating.interval
    ends = Interval(interval.low / POINTS, interval.high / POINTS) if interval else None
    return PlotRow(player.name, value / POINTS, ends)


def _points(share: float) -> str:
    return f"{POINTS * share:.0f}"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _provenance(report: Report) -> Iterator[Section]:
    """Yield sections that define the numbers, and that list settings, players and games."""
    yield Section("What the numbers mean", definitions=list(DEFINITIONS.items()))
    facts = {
        "lastdigit": report.manifest["lastdigit"],
        "Python": report_data(report)["python"],
        "seed": report.manifest["seed"],
        "settings": report.manifest["settings"],
    }
    yield Section(
        "What was played",
        "manifest.json lists every start with its options and exact values.",
        definitions=[(name, _text(value)) for name, value in facts.items()],
    )
    columns = ("name", "who", "model", "sampling", "prompts")
    players = [
        [_text(player[column]) for column in columns]
        for player in _as_list(report.manifest["players"])
    ]
    yield table_section(ReportTable("Players", columns, players))
    games = [
        (game["name"], str(game["version"]), str(len(game["starts"])), _options(game["starts"]))
        for game in _as_list(report.manifest["games"])
    ]
    yield table_section(ReportTable("Games", ("game", "version", "starts", "options"), games))


def _as_list(value: object) -> list[Any]:
    assert isinstance(value, list), "a manifest lists its players and games"
    return value


def _options(starts: list[Any]) -> str:
    """Return all values of each option in these starting positions, for example "limit: 5, 10"."""
    values: dict[str, set[str]] = {}
    for start in starts:
        for name, value in start["options"].items():
            values.setdefault(name, set()).add(_text(value))
    return "; ".join(
        f"{name}: {', '.join(sorted(texts, key=lambda text: (len(text), text)))}"
        for name, texts in values.items()
    )


def _text(value: object) -> str:
    if value is None:
        return EMPTY
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
