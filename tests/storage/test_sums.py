"""Saved sums give the same statistics as all games together, whatever happens to the games."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lastdigit.errors import StoreError
from lastdigit.game.game import Seat, Value
from lastdigit.games import catalogue
from lastdigit.match.record import Act, End, Event, Player, Result
from lastdigit.puzzles.generate import date_of
from lastdigit.puzzles.history import (
    Decision,
    GameAnalysis,
    PlayedGame,
    Slip,
    mistakes_in,
    open_mistakes,
    parse_played_games,
)
from lastdigit.puzzles.practice import RUNGS, day_of
from lastdigit.puzzles.statistics import statistics_data
from lastdigit.puzzles.sums import has_current_sums, new_sums, parse_sums, saved_sums
from lastdigit.statistics import wilson_interval
from lastdigit.storage import Attempt, Online, OnlineSeat, SqliteStore, Store
from lastdigit.storage.postgres import PostgresStore
from lastdigit.storage.sql import SqlStore
from tests.conftest import Size
from tests.storage.test_contract import ADA, BEN, EVE, arranged, ticking

GAMES = ("digit-duel", "digit-poison")
HOLDERS = (ADA, BEN, EVE)
TODAY = day_of("2026-11-19T12:00:00Z")
Summary = dict[str, Any]


# All games at once


def share(right: Sequence[bool]) -> Summary:
    low, high = wilson_interval(sum(right), len(right))
    interval = (round(low, 4), round(high, 4)) if right else None
    return {"right": sum(right), "count": len(right), "interval": interval}


def counted(played: Sequence[PlayedGame]) -> Summary:
    """Return what is counted of some games, in the words of `statistics_data`."""
    moves = [(one.ended, move.right) for one in played for move in one.decisions]
    months = sorted({ended[:7] for ended, _ in moves})
    mondays = [date_of(day).isoformat() for day in range(TODAY - 83, TODAY + 1)]
    mondays = [day for day in mondays if date_of(day_of(f"{day}T00:00:00Z")).weekday() == 0]
    assert len(mondays) == 12
    weeks = {
        monday: [
            right
            for ended, right in moves
            if 0 <= day_of(f"{ended[:10]}T00:00:00Z") - day_of(f"{monday}T00:00:00Z") < 7
        ]
        for monday in mondays
    }
    return {
        "played": len(played),
        "won": sum(one.won for one in played),
        "wonWithoutHelp": sum(one.won and not one.helped for one in played),
        "accuracy": share([right for _, right in moves]),
        "months": [
            {
                "month": month,
                "accuracy": share([right for ended, right in moves if ended[:7] == month]),
            }
            for month in months
        ],
        "weeks": [{"monday": monday, "accuracy": share(right)} for monday, right in weeks.items()],
        "recent": share([one for right in weeks.values() for one in right]),
    }


def ladder(played: Sequence[PlayedGame]) -> list[Summary]:
    rungs = []
    for rung in RUNGS:
        wins, beaten = 0, False
        for one in played:
            opponent = one.analysis.players[one.seat.other.index]
            if opponent != rung.level or one.analysis.ahead is not one.seat:
                continue
            if one.won and one.helped:
                continue
            wins = wins + 1 if one.won else 0
            beaten = beaten or wins >= 3
        rungs.append({"level": rung.level, "running": wins, "beaten": beaten})
    return rungs


def habit_counts(played: Sequence[PlayedGame]) -> Counter[tuple[bool, Value, bool, bool]]:
    return Counter(
        (2 * move.turn > one.analysis.turns, move.before, move.choices <= 3, move.right)
        for one in played
        for move in one.decisions
    )


def compare(store: Store, person: str) -> None:
    """Compare a person's saved sums with all games of that person."""
    finished = store.finished(person)
    played = list(parse_played_games(finished))
    attempts = store.attempts(person)
    days = {day: parse_sums(day, text) for day, text in read_sums(store, person).items()}
    changed = {saved.day for saved in store.saved_days(person) if not has_current_sums(saved)}
    assert changed == {one.ended[:10] for one in finished if one.analysis is None}
    mistakes = store.open_mistakes(person)
    found = statistics_data(
        list(catalogue().values()), list(days.values()), attempts, mistakes, TODAY
    )
    assert {key: found["total"].get(key) for key in counted([])} == counted(played)
    for name in catalogue():
        own = [one for one in played if one.game == name]
        assert {key: found["games"][name].get(key) for key in counted([])} == counted(own)
        assert [
            {key: rung.get(key) for key in ("level", "running", "beaten")}
            for rung in found["ladders"][name]
        ] == ladder(own)
        assert mistakes.get(name, 0) == len(open_mistakes(attempts, mistakes_in(own)))
        moves = Counter[tuple[bool, Value, bool, bool]]()
        for day in days.values():
            if name in day.games:
                for situation, one in day.games[name].moves.items():
                    moves[*situation, True] += one.right
                    moves[*situation, False] += one.wrong
        assert +moves == habit_counts(own)


def read_sums(store: Store, person: str) -> dict[str, str]:
    """Return a person's sums by day, after computing those that are missing."""
    sums = {}
    for saved in store.saved_days(person):
        text = saved.sums
        if not has_current_sums(saved):
            new = new_sums(store.finished_on(person, saved.day))
            store.save_sums(person, [new])
            text = new.sums
        if text:
            sums[saved.day] = text
    return sums


# Random changes


class Life:
    """Random games, answers and people in a store."""

    def __init__(self, seed: int) -> None:
        self.draw = Random(seed)
        self.store: Store
        self.open: list[int] = []
        self.codes = 0

    def now(self) -> str:
        month, day, second = map(self.draw.choice, ((9, 10, 11), range(1, 29), range(60)))
        return f"2026-{month:02}-{day:02}T00:00:{second:02}Z"

    def step(self) -> None:
        actions: list[tuple[int, Callable[[], object]]] = [
            (16, self.play),
            (4, self.end),
            (4, self.analyse),
            (4, self.answer),
            (4, self.hand_over),
            (3, self.delete),
            (1, self.merge),
            (1, self.expire),
            (1, lambda: self.store.assign_to_local_user(self.draw.choice((BEN, EVE)))),
            (12, self.write),
        ]
        weights, calls = zip(*actions, strict=True)
        self.draw.choices(calls, weights)[0]()

    def play(self) -> None:
        self.draw.choice((self.add_local, self.add_online, self.add_online))()
        game = self.open[-1]
        if self.draw.random() < 0.8:
            self.end()
        if self.draw.random() < 0.9:
            self.store.save_analysis(game, self.analysis())

    def person(self) -> str:
        return self.draw.choice(["", *(self.store.person_of(holder) for holder in HOLDERS)])

    def add_local(self) -> None:
        self.open.append(self.store.add(self.setup()))

    def setup(self) -> Any:
        draw = self.draw
        kinds = draw.choice((("human", "easy"), ("human", "human"), ("perfect", "human")))
        players = Player(kinds[0], "Ada"), Player(kinds[1], "Ben")
        return replace(arranged(draw.choice(GAMES)), players=players)

    def add_online(self) -> None:
        self.codes += 1
        holders = [self.draw.choice((*HOLDERS, None)) for _ in Seat]
        one, two = (OnlineSeat(holder, joined=True) for holder in holders)
        begun = self.draw.choice((None, "2026-09-01T00:00:00Z"))
        online = Online(f"CODE{self.codes}", "link", (one, two), begun)
        game = self.store.add_online(self.setup(), online)
        assert game is not None
        self.open.append(game)

    def end(self) -> None:
        if self.open:
            game = self.open.pop(self.draw.choice((0, -1, -1, -1)))
            seat, end = self.draw.choice(list(Seat)), self.draw.choice(list(End))
            result = Result(end, seat if end is not End.UNFINISHED else None, "So.")
            try:
                self.store.append(game, 1, Event(Act.RESIGN, seat.other), result)
            except StoreError:
                assert game not in {one.id for one in self.store.games(10_000)}

    def any_game(self) -> int:
        """Return the ID of a saved game, or 0 if there are none."""
        return self.draw.choice([one.id for one in self.store.games(999)] or [0])

    def analyse(self) -> None:
        self.store.save_analysis(self.any_game(), self.analysis())

    def analysis(self) -> str:
        draw = self.draw
        if not draw.randrange(8):
            return "[1,null]"
        decisions = [
            Decision(
                turn,
                draw.choice(list(Seat)),
                draw.choice((Value.WIN, Value.DRAW)),
                draw.random() < 0.6,
                draw.randrange(2, 6),
                draw.random() < 0.2,
            )
            for turn in range(1, draw.randrange(1, 7))
        ]
        game = draw.choice(GAMES)
        slips = [
            Slip(draw.choice(list(Seat)), "1", f"{game}-{draw.randrange(9)}")
            for _ in range(draw.randrange(3))
        ]
        players = draw.choice((("human", "easy"), ("easy", "perfect"), ("easy", "mcts:9")))
        helped = tuple(seat for seat in Seat if draw.random() < 0.2)
        winner, ahead = (draw.choice([*Seat, *Seat, None]) for _ in range(2))
        found = GameAnalysis(
            game, players, winner, ahead, 6, helped, tuple(decisions), tuple(slips)
        )
        return json.dumps([1, found], default=lambda seat: seat.number)

    def answer(self) -> None:
        game = self.draw.choice(GAMES)
        puzzle, right = f"{game}-{self.draw.randrange(9)}", self.draw.random() < 0.6
        self.store.add_attempt(self.person(), Attempt(puzzle, game, 1, "1", right))

    def hand_over(self) -> None:
        seat = self.draw.choice(list(Seat))
        before, after = (self.draw.choice(HOLDERS) for _ in range(2))
        self.store.hand_over(self.any_game(), seat, before, after)

    def delete(self) -> None:
        if self.store.count():
            self.store.delete([self.any_game()])

    def merge(self) -> None:
        holder, into = self.draw.sample(HOLDERS, 2)
        self.store.merge(holder, into)

    def write(self) -> None:
        """Change something as another program could, with plain SQL."""
        assert isinstance(self.store, SqlStore)
        game = (self.any_game(),)
        with self.store.database.writing():
            write = self.store.database.execute
            match self.draw.randrange(6):
                case 0:
                    write("DELETE FROM finding WHERE game = ?", game)
                case 1:
                    write("UPDATE finding SET body = ? WHERE game = ?", (self.analysis(), *game))
                case 2:
                    holder = self.draw.choice((BEN, EVE))
                    write("DELETE FROM owner WHERE holder = ?", (holder,))
                case 3:  # the game is no longer online
                    write("UPDATE online SET rematch_of = NULL WHERE rematch_of = ?", game)
                    write("DELETE FROM seat WHERE game = ?", game)
                    write("DELETE FROM online WHERE game = ?", game)
                case 4:  # the game is online now
                    self.codes += 1
                    values = self.codes, *game
                    write(
                        "INSERT INTO online (game, code, against) SELECT id, ?, 'link' "
                        "FROM game WHERE id = ? ON CONFLICT DO NOTHING",
                        (f"CODE{values[0]}", values[1]),
                    )
                    if self.draw.random() < 0.5:
                        write(
                            "INSERT INTO seat (game, seat, holder, joined) SELECT game, 1, ?, TRUE "
                            "FROM online WHERE game = ? ON CONFLICT DO NOTHING",
                            (self.draw.choice(HOLDERS), *game),
                        )
                case _:
                    write("UPDATE game SET changed = ? WHERE id = ?", (self.now(), *game))
                    write(
                        "INSERT INTO game (setup, result, started, changed) "
                        "SELECT setup, result, started, ? FROM game WHERE id = ?",
                        (self.now(), *game),
                    )

    def expire(self) -> None:
        self.store.expire("2026-10-01T00:00:00Z", "2026-10-01T00:00:00Z")


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_sums_are_those_of_all_games(
    kind: str, request: pytest.FixtureRequest, size: Size, tmp_path: Path
) -> None:
    for seed in range(size(sample=4, full=100)):
        life = Life(seed)
        with closing(open_store(kind, request, tmp_path / f"{seed}.sqlite3", life.now)) as store:
            life.store = store
            for _ in range(250):
                life.step()
            for person in ("", *(store.person_of(holder) for holder in HOLDERS)):
                compare(store, person)
                compare(store, person)
                assert all(map(has_current_sums, store.saved_days(person))) or has_gap(
                    store, person
                )


def has_gap(store: Store, person: str) -> bool:
    """Return whether a game of a person has no analysis, so that some sums are not complete."""
    return any(game.analysis is None for game in store.finished(person))


def open_store(
    kind: str, request: pytest.FixtureRequest, path: Path, now: Callable[[], str]
) -> SqlStore:
    if kind == "sqlite":
        return SqliteStore(path, now)
    return PostgresStore(request.getfixturevalue("postgres").schema(), now)


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlStore]:
    with closing(open_store(request.param, request, tmp_path / "games", ticking())) as store:
        yield store


def finished_game(store: Store, game: int, seed: int = 1) -> int:
    """End a new game and save an analysis of it."""
    store.append(game, 1, Event(Act.RESIGN, Seat.TWO), Result(End.RESIGNATION, Seat.ONE, "So."))
    store.save_analysis(game, Life(seed).analysis())
    return game


def test_sums_that_another_process_has_saved_are_not_replaced_by_older_ones(
    store: SqlStore,
) -> None:
    first = finished_game(store, store.add(arranged()))
    (day,) = store.saved_days("")
    early = new_sums(store.finished_on("", day.day))
    finished_game(store, store.add(arranged()), seed=2)
    late = new_sums(store.finished_on("", day.day))
    store.save_sums("", [late])
    assert all(map(has_current_sums, store.saved_days("")))
    store.save_sums("", [early])
    compare(store, "")

    store.delete([first])
    early = new_sums(store.finished_on("", day.day))
    finished_game(store, store.add(arranged()), seed=3)
    late = new_sums(store.finished_on("", day.day))
    store.save_sums("", [early])
    store.save_sums("", [late])
    compare(store, "")
    assert store.saved_days("")[0].sums == late.sums


def test_sums_in_an_older_format_are_computed_again(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished_game(store, store.add(arranged()))
    compare(store, "")
    (before,) = store.saved_days("")
    for name in ("lastdigit.puzzles.sums.VERSION", "lastdigit.puzzles.history.VERSION"):
        monkeypatch.setattr(name, 2)
        assert not has_current_sums(before)
        monkeypatch.undo()
    monkeypatch.setattr("lastdigit.puzzles.sums.VERSION", 2)
    found = store.finished_on("", before.day)
    store.save_sums("", [new_sums(found)])
    (after,) = store.saved_days("")
    assert has_current_sums(after)
    store.save_sums("", [new_sums(found)._replace(sums="older")])
    assert store.saved_days("") == [after]


def test_only_days_with_changes_are_read_again(store: SqlStore) -> None:
    finished_game(store, store.add(arranged()))
    first = saved_sums(store)
    assert first.days[0].games
    store.finished_on = lambda *_: 1 / 0  # type: ignore[method-assign, assignment]
    assert saved_sums(store) == first
    finished_game(store, store.add(arranged()))
    with pytest.raises(ZeroDivisionError):
        saved_sums(store)


def test_mistakes_are_counted_when_sums_cannot_be_saved(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(5):
        finished_game(store, store.add(arranged()), seed)

    def refuse(*_: object) -> None:
        raise StoreError("It is read-only.")

    with monkeypatch.context() as patched:
        patched.setattr(type(store), "save_sums", refuse)
        found = saved_sums(store)
    assert any(found.open_mistakes.values())
    assert saved_sums(store) == found._replace(
        open_mistakes={game: count for game, count in found.open_mistakes.items() if count}
    )


def test_nothing_is_left_of_the_sums_of_a_deleted_or_merged_person(store: SqlStore) -> None:
    def rows() -> int:
        with store.database.reading():
            return sum(
                store.database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in ("daily_sum", "daily_mistake", "changed_day")
            )

    seats = OnlineSeat(ADA, joined=True), OnlineSeat(None, joined=False)
    game = store.add_online(arranged(), Online("ABC234", "easy", seats))
    assert game is not None
    finished_game(store, game)
    compare(store, ADA.hex())
    store.save_analysis(game, Life(2).analysis())
    store.merge(ADA, BEN)
    assert store.saved_days(ADA.hex()) == []
    compare(store, BEN.hex())
    compare(store, ADA.hex())
    store.assign_to_local_user(BEN)
    compare(store, "")
    compare(store, BEN.hex())
    store.delete_person("")
    assert rows() == 0


CHANGES = (
    "UPDATE game SET setup = '', result = '', changed = '' WHERE id = 1",
    "UPDATE finding SET body = '' WHERE game = 1",
    "DELETE FROM finding WHERE game = 1",
    "INSERT INTO online (game, code, against) VALUES (1, '', '')",
    "INSERT INTO seat (game, seat, holder, joined) VALUES (1, 1, x'00', TRUE)",
    "UPDATE seat SET holder = x'01' WHERE game = 1 AND seat = 1",
    "INSERT INTO owner VALUES (x'01')",
    "DELETE FROM owner",
    "DELETE FROM seat WHERE game = 1",
    "DELETE FROM online WHERE game = 1",
    "INSERT INTO game (setup, result, started, changed) VALUES ('', '', '', '')",
)


def test_a_change_of_a_game_does_not_read_all_games(tmp_path: Path) -> None:
    steps = [dict[str, int](), dict[str, int]()]
    for counted_steps, games in zip(steps, (20, 2_000), strict=True):
        SqliteStore(tmp_path / str(games), ticking()).close()
        with closing(sqlite3.connect(tmp_path / str(games))) as connection:
            row = "INSERT INTO game (setup, result, started, changed) VALUES ('', '', '', '')"
            connection.executemany(row, [()] * games)
            connection.execute("INSERT INTO finding VALUES (1, '')")
            count = Counter[str]()
            for statement in CHANGES:
                connection.set_progress_handler(partial(count.update, [statement]), 1)
                connection.execute(statement)
                connection.set_progress_handler(None, 1)
            counted_steps.update(count)
    few, many = steps
    assert few.keys() == set(CHANGES)
    assert [one for one in CHANGES if many[one] > 2 * few[one]] == []
