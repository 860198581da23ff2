"""The report of a tournament, compared with counting by hand."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from statistics import fmean

import pytest

from lastdigit.analysis.review import review_game
from lastdigit.arena.report import (
    DotPlot,
    PlotRow,
    Report,
    ReportTable,
    Section,
    html_report,
    report_data,
    report_on,
    report_page,
    share_text,
    summary,
    tables,
)
from lastdigit.arena.run import (
    Contestant,
    Entry,
    PlayerStats,
    anchors,
    contestant_data,
    error_rates,
    parse_contestants,
    run,
)
from lastdigit.arena.tournament import Standings, Tournament, distinct, plan_tournament
from lastdigit.executors.base import SerialExecutor
from lastdigit.game.game import Seat
from lastdigit.match.record import Act, End, Player
from lastdigit.players.players import Settings
from lastdigit.statistics import wilson_interval
from lastdigit.terminal.output import ProgressBar, duration, table_text
from tests.conftest import GAMES
from tests.sizes import FULL
from tests.web.static.browsing import CHROMIUM, started

PLAYERS = "levels,random,greedy"
# Number Morph would take nine tenths of the time, and one game with repetitions is enough.
PLAYED = GAMES if FULL else ["digit-duel", "digit-poison", "operation-obliteration"]


@pytest.fixture(scope="module")
def meeting() -> Tournament:
    return Tournament("test", tuple(PLAYED), parse_contestants(PLAYERS), 3, 3, Settings())


@pytest.fixture(scope="module")
def entries(meeting: Tournament, tmp_path_factory: pytest.TempPathFactory) -> list[Entry]:
    return run(
        plan_tournament(meeting), tmp_path_factory.mktemp("run"), SerialExecutor(), lambda *_: None
    )


@pytest.fixture(scope="module")
def report(meeting: Tournament, entries: list[Entry]) -> Report:
    return report_on(meeting, plan_tournament(meeting).manifest, entries)


def test_players_without_tokens_have_used_none(entries: list[Entry]) -> None:
    assert {stats.tokens_in + stats.tokens_out for one in entries for stats in one.stats} == {0}


def test_the_points_of_all_players_add_up_to_the_number_of_games(
    report: Report, entries: list[Entry]
) -> None:
    standings = [standing for one in report.players for standing in one.games.values()]
    points = sum((one.score.value or 0) * one.games for one in standings)
    assert points == pytest.approx(report.counted)
    assert report.played == len(entries)
    for one in report.players:
        assert one.overall.games == sum(standing.games for standing in one.games.values())
        assert one.overall.games == sum(standing.games for standing in one.seats.values())
        for other in report.players:
            if other is not one:
                ours, theirs = one.against[other.name].value, other.against[one.name].value
                assert ours is not None
                assert theirs is not None
                assert ours + theirs == pytest.approx(1)


def test_every_game_counts_the_same(report: Report) -> None:
    for one in report.players:
        measures = [
            (one.overall.score, [standing.score for standing in one.games.values()]),
            (
                one.overall.skill.accuracy,
                [standing.skill.accuracy for standing in one.games.values()],
            ),
        ]
        for overall, by_game in measures:
            values = [measure.value for measure in by_game if measure.value is not None]
            assert len(values) == len(PLAYED)
            assert overall.value == pytest.approx(fmean(values))
        accuracy, chance = one.overall.skill.accuracy.value, one.overall.skill.chance
        assert accuracy is not None
        assert chance is not None
        assert one.overall.skill.corrected.value == pytest.approx(
            (accuracy - chance) / (1 - chance)
        )


def test_the_score_of_a_player_agrees_with_its_records(
    report: Report, entries: list[Entry]
) -> None:
    for one in report.players:
        scored: dict[str, list[float]] = {}
        for entry in distinct(entries):
            if one.name in entry.record.setup.names:
                winner = entry.record.result.winner
                named = entry.record.setup.names[winner.index] if winner else None
                points = 0.5 if named is None else float(named == one.name)
                scored.setdefault(entry.record.setup.game, []).append(points)
        expected = fmean(map(fmean, scored.values()))
        assert one.overall.score.value == pytest.approx(expected)
        interval = one.overall.score.interval
        assert interval is not None
        assert interval.low <= expected <= interval.high


def test_perfect_play_has_perfect_accuracy_and_conversion(report: Report) -> None:
    perfect = next(one for one in report.players if one.name == "perfect")
    assert perfect.overall.skill.accuracy.value == 1
    assert perfect.overall.skill.corrected.value == 1
    assert perfect.overall.conversion.value == 1
    assert perfect.overall.wasted == 0
    assert perfect.overall.illegal == 0
    assert report.players[0] is perfect


def test_levels_have_their_stated_error_rates(report: Report) -> None:
    """The margin is wide: four times that of a 95 % interval."""
    for one in report.players:
        if one.errors is not None:
            done = one.overall.stats
            low, high = wilson_interval(done.right, done.critical)
            wide = 2 * (high - low)
            assert abs(done.right / done.critical - (1 - one.errors)) <= wide, one.name
            assert one.rating.value == pytest.approx(1000 * (1 - one.errors))
            assert one.rating.interval is None


def test_the_accuracy_of_random_play_is_about_chance(report: Report) -> None:
    random = next(one for one in report.players if one.name == "random")
    skill = random.overall.skill
    assert skill.accuracy.interval is not None
    assert skill.chance is not None
    low, high = skill.accuracy.interval
    assert low - (high - low) <= skill.chance <= high + (high - low)


def test_accuracy_agrees_with_the_reviews(entries: list[Entry]) -> None:
    for entry in entries[::17]:
        review = review_game(entry.record)
        for seat in Seat:
            moves = [one for one in review.moves if one.seat is seat and one.critical]
            met = {one.position: one for one in reversed(moves)}.values()
            done = entry.stats[seat.index]
            assert done.critical == len(met)
            assert done.right == sum(one.right for one in met)
            assert done.chance == pytest.approx(sum(len(o.best) / o.choices for o in met))
            assert done.moves == sum(one.seat is seat for one in review.moves)
            assert done.tries == sum(
                event.seat is seat and event.act in (Act.MOVE, Act.REJECTED)
                for event in entry.record.events
            )


def test_a_repeated_position_in_a_game_counts_once(entries: list[Entry]) -> None:
    longest = max(entries, key=lambda entry: len(entry.record.events))
    assert longest.record.result.end is End.UNFINISHED, "some game repeats positions"
    assert len(longest.record.events) == 1_000
    assert sum(done.critical for done in longest.stats) < 20


def test_an_unfinished_game_is_counted_and_scores_half_a_point(
    entries: list[Entry], report: Report
) -> None:
    open_ended = [entry for entry in distinct(entries) if entry.record.result.end is End.UNFINISHED]
    assert open_ended
    assert sum(one.overall.unfinished for one in report.players) == 2 * len(open_ended)
    standings = Standings(open_ended, {})
    for name in standings.parts:
        assert standings.standing(name).score.value == 0.5


def test_identical_games_are_counted_once(entries: list[Entry]) -> None:
    twice = [*entries, *(replace(entry, number=entry.number + 10_000) for entry in entries)]
    standings = Standings(twice, {})
    assert standings.played == 2 * len(entries)
    assert len(standings.entries) == len(distinct(entries))
    once = Standings(entries, {})
    assert standings.standing("random").score == once.standing("random").score


def test_ratings_need_all_five_levels() -> None:
    assert anchors(parse_contestants("levels,random")) == error_rates(parse_contestants("levels"))
    assert anchors(parse_contestants("perfect,beginner,random")) == {}


def test_a_report_without_the_levels_explains_that_there_are_no_ratings(
    entries: list[Entry], report: Report
) -> None:
    players = parse_contestants("random,greedy")
    few = [entry for entry in entries if set(entry.record.setup.names) == {"random", "greedy"}]
    small = Tournament("test", tuple(PLAYED), players, 3, 3, Settings())
    result = report_on(small, plan_tournament(small).manifest, few)
    assert result.misfit is None
    assert all(one.rating.value is None for one in result.players)
    assert "no ratings" in summary(result)
    assert "Rating of each player" not in report_page(result)
    assert report.misfit is not None


def test_the_report_has_no_interval_for_few_starts(
    meeting: Tournament, entries: list[Entry], report: Report
) -> None:
    for one in report.players:
        assert one.overall.score.interval is not None
        assert all(game.score.interval is None for game in one.games.values()), "three starts each"
    by_game = next(one for one in tables(report) if one.title == "Score % by game")
    assert all(cell.endswith(" (too few starts)") for row in by_game.rows for cell in row[1:])
    data = json.loads(json.dumps(report_data(report)))
    assert data["players"][0]["games"][PLAYED[0]]["score"]["low"] is None
    one_start = [entry for entry in entries if entry.number <= len(PLAYED) * 42]
    alone = report_on(meeting, report.manifest, one_start)
    assert {one.overall.score.interval for one in alone.players} == {None}
    assert {one.rating.interval for one in alone.players} == {None}
    ratings = [row[2] for row in next(iter(tables(alone))).rows]
    assert sum(cell.endswith(" (too few starts)") for cell in ratings) == 2, (
        "but not those of the levels"
    )


def test_a_share_of_few_trials_has_no_interval() -> None:
    assert share_text(5, 9) == "55.6 (too few)"


def test_the_data_is_json_with_everything_that_it_depends_on(report: Report) -> None:
    data = json.loads(json.dumps(report_data(report), allow_nan=False))
    assert data["lastdigit"] == "test"
    assert data["manifest"]["seed"] == 3
    for game in data["manifest"]["games"]:
        assert game["version"] >= 1
        assert 1 <= len(game["starts"]) <= 3
        assert all(start["best"] and start["options"] is not None for start in game["starts"])
    for player in data["manifest"]["players"]:
        assert player["model"] is player["prompts"] is player["sampling"] is None


def test_a_language_model_is_described_with_prompt_and_sampling() -> None:
    player = Contestant("m", "llm:some-model")
    data = contestant_data(player, GAMES, Settings(temperature=0.5, show_legal=False))
    assert data["model"] == "some-model"
    assert data["sampling"] == {"temperature": 0.5, "showLegal": False}
    prompts = data["prompts"]
    assert isinstance(prompts, dict)
    assert sorted(prompts) == GAMES
    assert prompts != contestant_data(player, GAMES, Settings(show_legal=True))["prompts"]


class Page(HTMLParser):
    """Parses a page, whose elements must be closed in order and load no other files."""

    void = ("meta",)

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.seen: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        assert not {"src", "href", "onload", "onclick"} & {name for name, _ in attrs}
        if tag not in self.void:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_is_self_contained_and_has_every_table(report: Report) -> None:
    text = report_page(report)
    page = Page(text)
    assert page.open == []
    assert {"svg", "table", "style"} <= page.seen
    assert not {"script", "link", "img", "iframe"} & page.seen
    assert "http" not in text
    assert "url(" not in text
    assert "prefers-color-scheme: dark" in text
    words = " ".join(page.words)
    for one in tables(report):
        assert one.title in words
        for cell in (*one.heading, *(cell for row in one.rows for cell in row)):
            assert cell in words


OUTSIDE = """() => [...document.querySelectorAll('.plot, .plot *, p, h1, h2')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth;
}).map(one => one.outerHTML)"""

SIZES = """() => [...document.querySelectorAll('.plot *')].map(
  one => parseFloat(getComputedStyle(one).fontSize))"""


@pytest.mark.prove
@pytest.mark.skipif(CHROMIUM is None, reason="it wants Debian's chromium")
def test_no_picture_is_cut_off_on_a_phone(report: Report, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(report_page(report))
    with started() as browser:
        page = browser.new_page()
        for width in (320, 390, 1_200):
            page.set_viewport_size({"width": width, "height": 844})
            page.goto(path.as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert page.evaluate(OUTSIDE) == []
            assert min(page.evaluate(SIZES)) >= 12


def plot_html(*rows: PlotRow) -> str:
    """Return a dot plot as part of an HTML report."""
    page = html_report("title", "lead", [Section("section", plot=DotPlot("plot", rows))])
    return page[page.index('<div class="plot"') :]


def test_names_are_escaped_on_the_page() -> None:
    evil = '<script>alert(1)</script>"&'
    table = ReportTable(evil, [evil], [[evil, evil]])
    plot = DotPlot(evil, [PlotRow(evil, 0.5)])
    text = html_report(evil, evil, [Section(evil, evil, plot, table, [(evil, evil)])])
    page = Page(text)
    assert page.open == []
    assert page.words.count(evil) == 11
    assert "<script>" not in text


def test_pictures_stay_within_their_frame() -> None:
    text = plot_html(
        PlotRow("a", 1.7, wilson_interval(1, 2), -3.0),
        PlotRow("b", None),
        PlotRow("x" * 99, 0.0),
    )
    xs = [float(x) for x in re.findall(r'\b(?:x1|x2|cx)="([-.\d]+)%"', text)]
    assert len(xs) == text.count('x1="') + text.count('x2="') + text.count('cx="')
    assert min(xs) == 0
    assert max(xs) == 100


@pytest.mark.parametrize("bold", [str, str.upper])
def test_tables_are_aligned(report: Report, bold: Callable[[str], str]) -> None:
    for one in tables(report):
        title, *lines = table_text(one, bold).splitlines()
        assert title == bold(one.title)
        assert len({len(line) for line in lines}) == 1


def test_tables_are_aligned_with_names_of_wide_characters() -> None:
    table = ReportTable("Standings", ("player", "won"), [("山田", "1"), ("Ada", "12")])
    assert table_text(table, str) == "Standings\nplayer  won\n山田      1\nAda      12\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_a_bar_with_rate_and_time_left_on_a_terminal() -> None:
    times = iter([0.0, 0.0, 1.0, 1.01, 2.0])
    output = Terminal()
    progress = ProgressBar(output, lambda: next(times))
    for done in (10, 20, 21, 30):
        progress(done, 30)
    progress.end()
    assert output.getvalue() == (
        "\r[########................] 10 of 30\x1b[K"
        "\r[################........] 20 of 30, 10 per second, 1 s left\x1b[K"
        "\r[########################] 30 of 30, 10 per second, 0 s left\x1b[K\n"
    )


def test_progress_in_a_pipe_is_a_line_every_few_seconds() -> None:
    times = iter([0.0, 0.0, 1.0, 11.0, 12.0, 25.0])
    output = io.StringIO()
    progress = ProgressBar(output, lambda: next(times))
    for done in (0, 1, 22, 23, 100):
        progress(done, 100)
    progress.end()
    assert output.getvalue() == (
        "22 of 100, 2 per second, 39 s left\n100 of 100, 4 per second, 0 s left\n"
    )


def test_a_short_run_in_a_pipe_prints_no_progress() -> None:
    times = iter([0.0, 0.0, 1.0])
    output = io.StringIO()
    progress = ProgressBar(output, lambda: next(times))
    for done in (0, 100):
        progress(done, 100)
    progress.end()
    assert output.getvalue() == ""


def test_durations_are_printed_in_minutes_and_seconds() -> None:
    assert [duration(seconds) for seconds in (0, 59.5, 3_599)] == [
        "0 s",
        "1 min 0 s",
        "59 min 59 s",
    ]


def test_a_report_depends_only_on_its_games(
    meeting: Tournament, entries: list[Entry], report: Report
) -> None:
    again = report_on(meeting, report.manifest, entries)
    assert report_data(again) == report_data(report)
    assert report_page(again) == report_page(report)


def test_the_page_lists_the_values_of_each_option(report: Report) -> None:
    starts = [{"options": {"limit": None, "rule": "last <wins>"}}, {"options": {"limit": 10}}]
    starts += [{"options": {"limit": 9}}, {"options": {"digits": [1, 2]}}, starts[0]]
    games = [{"name": "beads", "version": 4, "starts": starts}]
    page = report_page(replace(report, manifest={**report.manifest, "games": games}))
    row = (
        '<th scope="row">beads</th><td>4</td><td>5</td>'
        '<td class="long">limit: -, 9, 10; rule: last &lt;wins&gt;; digits: [1, 2]</td>'
    )
    assert row in page


def test_a_player_without_a_point_is_last(entries: list[Entry]) -> None:
    players = parse_contestants("random,perfect")
    won = [
        entry
        for entry in entries
        if set(entry.record.setup.names) == {"random", "perfect"}
        and (winner := entry.record.result.winner) is not None
        and entry.record.setup.names[winner.index] == "perfect"
    ]
    small = Tournament("test", tuple(PLAYED), players, 3, 3, Settings())
    report = report_on(small, plan_tournament(small).manifest, won)
    scores = [(player.name, player.overall.score.value) for player in report.players]
    assert scores == [("perfect", 1), ("random", 0)]


def test_games_of_another_run_are_saved_once_and_not_played_again(
    meeting: Tournament, entries: list[Entry], tmp_path: Path
) -> None:
    seen: list[tuple[int, ...]] = []
    for _ in range(2):
        again = run(
            plan_tournament(meeting),
            tmp_path,
            SerialExecutor(),
            lambda *numbers: seen.append(numbers[:2]),
            entries,
        )
        assert again == entries
    assert set(seen) == {(len(entries), len(entries))}
    assert len((tmp_path / "journal.jsonl").read_text().splitlines()) == len(entries)


def test_the_labels_of_a_scale_stay_within_the_plot() -> None:
    ticks = re.findall(r'text-anchor="(\w+)" x="([\d.]+)%" y="16">(\d+)%', plot_html())
    assert ticks == [
        ("start", "0", "0"),
        ("middle", "25", "25"),
        ("middle", "50", "50"),
        ("middle", "75", "75"),
        ("end", "100", "100"),
    ]


def test_the_cost_of_a_player_counts_only_its_own_tokens(
    entries: list[Entry], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "lastdigit").mkdir()
    (tmp_path / "lastdigit" / "endpoints.toml").write_text(
        '[priced]\nbase-url = "http://127.0.0.1/v1"\nprice-in = 2\nprice-out = 10\n'
        '[free]\nbase-url = "http://127.0.0.1/v1"\n'
    )
    whos = {"one": "llm:m@priced", "two": "llm:m@free", "three": "llm:m@gone", "four": "random"}
    used = {"one": (1_000, 100), "two": (5_000, 500), "three": (7, 7), "four": (0, 0)}
    stats = {name: PlayerStats(moves=1, tokens_in=i, tokens_out=o) for name, (i, o) in used.items()}
    start = next(one for one in entries if one.record.setup.game == "digit-poison")

    def game(number: int, *names: str) -> Entry:
        first, second = (Player(whos[name], name) for name in names)
        setup = replace(start.record.setup, players=(first, second), seed=number)
        record = replace(start.record, setup=setup)
        return Entry(number, record, (stats[names[0]], stats[names[1]]))

    pairs = [("one", "two"), ("two", "one"), ("two", "three"), ("three", "four")]
    played = [game(number, *pair) for number, pair in enumerate(pairs)]
    players = tuple(Contestant(name, who) for name, who in whos.items())
    meeting = Tournament("test", ("digit-poison",), players, 1, 3, Settings())
    manifest = {"lastdigit": "test", "seed": 3, "settings": {}, "players": [], "games": []}
    result = report_on(meeting, manifest, played)
    assert {one.name: one.cost for one in result.players} == {
        "one": 2 * (2 * 1_000 + 10 * 100),
        "two": None,
        "three": None,
        "four": None,
    }
    costs = next(one for one in tables(result) if one.title == "Errors and cost")
    assert costs.heading[-1] == "cost"
    assert {row[0]: row[-3:] for row in costs.rows} == {
        "one": ("1100", "2", "0.006"),
        "two": ("5500", "3", "-"),
        "three": ("14", "2", "-"),
        "four": ("-", "1", "-"),
    }


def test_without_a_price_no_table_has_a_cost(report: Report) -> None:
    costs = next(one for one in tables(report) if one.title == "Errors and cost")
    assert costs.heading[-1] == "moves"
    assert {len(row) for row in costs.rows} == {len(costs.heading)}
