"""The contract of every store, run against SQLite and PostgreSQL."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace

import pytest

import lastdigit
from lastdigit.errors import Conflict, StoreError
from lastdigit.game.game import Seat
from lastdigit.match.match import Match, arrange, arrange_again, verify
from lastdigit.match.record import LEFT_UNFINISHED, Act, Event, Player, Setup, Terms, to_line
from lastdigit.storage import Append, Attempt, Online, OnlineSeat, SqliteStore, Store, sql
from lastdigit.storage.postgres import PostgresStore
from lastdigit.storage.sql import LastNumbers, SqlStore

Opened = Callable[[], Store]


def ticking() -> Callable[[], str]:
    """Return a clock that advances a second with every reading."""
    seconds = itertools.count()
    return lambda: f"2026-01-01T00:00:{next(seconds):02}Z"


def sqlite(request: pytest.FixtureRequest) -> Opened:
    clock, folder = ticking(), request.getfixturevalue("tmp_path")
    return lambda: SqliteStore(folder / "data" / "games.sqlite3", clock)


def postgres(request: pytest.FixtureRequest) -> Opened:
    clock, url = ticking(), request.getfixturevalue("postgres").schema()
    return lambda: PostgresStore(url, clock)


STORES = [sqlite, postgres]


@pytest.fixture(params=STORES, ids=lambda kind: kind.__name__)
def opened(request: pytest.FixtureRequest) -> Iterator[Opened]:
    """Open any number of stores with the same games."""
    stores: list[Store] = []
    kind = request.param(request)

    def open_again() -> Store:
        stores.append(kind())
        return stores[-1]

    yield open_again
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Opened) -> Store:
    return opened()


def arranged(game: str = "digit-duel", seed: int = 0, rounds: int = 1) -> Setup:
    return arrange(
        lastdigit.find(game),
        (Player("human", "Ada"), Player("random", "Ben")),
        package="0.1.0",
        first=Seat.ONE,
        seed=seed,
        terms=Terms(rounds=rounds),
    )


def apply_and_save(store: Store, game: int, match: Match, event: Event) -> None:
    """Apply an event to a match and save it, as a game at a terminal does."""
    match.apply(event)
    store.append(game, len(match.events), event, match.result)


MOVE = Event(Act.MOVE, Seat.ONE, "tens")
RESIGN = Event(Act.RESIGN, Seat.TWO)


def test_a_saved_game_is_loaded_unchanged(store: Store) -> None:
    setup = arranged("number-morph", seed=3)
    game, match = store.add(setup), Match(setup)
    assert store.record(game) == match.record()
    for event in (Event(Act.HINT, Seat.ONE, "moves"), Event(Act.OFFER, Seat.ONE)):
        apply_and_save(store, game, match, event)
    for _ in range(3):
        move = match.game.format_move(match.game.legal_moves(match.state)[0])
        apply_and_save(store, game, match, Event(Act.MOVE, match.mover, move))
    apply_and_save(store, game, match, Event(Act.UNDO, Seat.TWO, plies=2))
    saved = store.record(game)
    assert saved == match.record()
    assert saved.result == LEFT_UNFINISHED
    verify(saved)


def test_every_event_has_a_time_outside_the_record(store: Store) -> None:
    game, match = store.add(arranged()), Match(arranged())
    apply_and_save(store, game, match, MOVE)
    apply_and_save(store, game, match, RESIGN)
    times = store.record(game).times
    assert times.started == "2026-01-01T00:00:00Z"
    assert times.events == ("2026-01-01T00:00:01Z", "2026-01-01T00:00:02Z")


def test_a_finished_game_is_loaded_with_its_result(store: Store) -> None:
    game, match = store.add(arranged()), Match(arranged())
    apply_and_save(store, game, match, RESIGN)
    assert store.record(game).result == match.result
    assert match.result is not None
    verify(store.record(game))


def test_a_saved_event_is_visible_to_another_store_at_once(store: Store, opened: Opened) -> None:
    game, match = store.add(arranged()), Match(arranged())
    other = opened()
    apply_and_save(store, game, match, MOVE)
    assert other.record(game).events == (MOVE,)


def test_games_are_listed_newest_first_up_to_the_limit(store: Store) -> None:
    one, two, three = (store.add(arranged(seed=seed)) for seed in range(3))
    assert [game.id for game in store.games(limit=10)] == [three, two, one]
    store.append(one, 1, MOVE, None)
    assert [game.id for game in store.games(limit=10)] == [one, three, two]
    assert [game.id for game in store.games(limit=2)] == [one, three]
    assert store.count() == 3
    newest = store.games(limit=1)[0]
    assert (newest.setup, newest.result, newest.changed) == (
        arranged(seed=0),
        None,
        "2026-01-01T00:00:03Z",
    )


def test_the_latest_unfinished_game_is_the_one_changed_last(store: Store) -> None:
    assert store.latest_unfinished() is None
    one, two = store.add(arranged()), store.add(arranged())
    assert store.latest_unfinished() == two
    store.append(one, 1, MOVE, None)
    assert store.latest_unfinished() == one
    match = Match(arranged(), (MOVE,))
    apply_and_save(store, one, match, RESIGN)
    assert store.latest_unfinished() == two


def test_the_rounds_of_a_match_are_found_from_any_of_its_games(store: Store) -> None:
    setup = arranged(rounds=3)
    first = store.add(setup)
    stranger = store.add(arranged())
    apply_and_save(store, stranger, Match(arranged()), RESIGN)
    assert store.rounds(first) == ([], first)
    match = Match(setup)
    match.apply(RESIGN)
    second = arrange_again(setup, first=Seat.TWO, seed=0, round=2)
    store.append(first, 1, RESIGN, match.result, second)
    results, following = store.rounds(first)
    assert results == [match.result]
    assert following is not None
    assert store.record(following).setup == second
    assert store.rounds(following) == (results, following)


@pytest.mark.parametrize("ask", ["record", "rounds"])
@pytest.mark.parametrize("game", [0, 99, 2**70])
def test_an_unknown_game_is_a_store_error(store: Store, ask: str, game: int) -> None:
    with pytest.raises(StoreError):
        getattr(store, ask)(game)


def test_an_event_of_an_unknown_game_is_refused(store: Store) -> None:
    with pytest.raises(StoreError):
        store.append(99, 1, MOVE, None)


def test_a_repeated_event_number_is_a_conflict_and_changes_nothing(store: Store) -> None:
    game, match = store.add(arranged()), Match(arranged())
    apply_and_save(store, game, match, MOVE)
    before = store.record(game)
    other = Event(Act.MOVE, Seat.ONE, "ones")
    with pytest.raises(Conflict, match="was continued or deleted in another window"):
        store.append(game, 1, other, Match(arranged(), (RESIGN,)).result)
    after = store.record(game)
    assert (after, after.times) == (before, before.times)
    assert store.latest_unfinished() == game


def test_several_events_are_saved_at_once_with_separate_results(
    store: Store, opened: Opened
) -> None:
    one, two, three = (store.add(arranged(seed=seed)) for seed in range(3))
    store.append(two, 1, MOVE, None)
    before = store.record(two)
    ended = Match(arranged(seed=2), (RESIGN,)).result
    outcomes = store.append_many(
        [
            Append(one, 1, MOVE, None),
            Append(two, 1, RESIGN, ended),
            Append(99, 1, MOVE, None),
            Append(three, 1, RESIGN, ended),
        ]
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, Conflict, type(None)]
    assert store.append_many([]) == []
    other = opened()
    assert other.record(one).events == (MOVE,)
    assert other.record(two) == before
    assert (other.record(three).events, other.record(three).result) == ((RESIGN,), ended)


def test_a_setup_with_any_printable_name_is_saved(store: Store) -> None:
    players = (Player("human", "'; DROP TABLE game; --"), Player("human", 'Ä \U0001f600 \\ " {}'))
    setup = replace(arranged(), players=players)
    assert store.record(store.add(setup)).setup == setup


ADA, BEN, EVE = (bytes([number]) * 32 for number in (1, 2, 3))
WAITING = Online("ABC234", "link", (OnlineSeat(ADA, joined=True), OnlineSeat(None, joined=False)))
LATER = "2026-01-01T00:00:59Z"


def put_online(store: Store, online: Online = WAITING, rematch_of: int | None = None) -> int:
    game = store.add_online(arranged(), online, rematch_of)
    assert game is not None
    return game


def test_a_game_in_a_browser_is_found_by_its_code(store: Store) -> None:
    game = put_online(store)
    saved = store.online("ABC234")
    assert saved is not None
    assert (saved.id, saved.online, saved.rematch) == (game, WAITING, None)
    assert saved.record.setup == arranged()
    assert store.online("ABC235") is None
    assert store.code_of(game) == "ABC234"
    assert store.code_of(store.add(arranged())) is None


def test_a_browser_game_is_listed_but_not_resumed_at_a_terminal(store: Store) -> None:
    game = put_online(store)
    assert [one.id for one in store.games(limit=5)] == [game]
    assert store.latest_unfinished() is None


def test_a_code_is_used_only_once(store: Store) -> None:
    put_online(store)
    assert store.add_online(arranged(), WAITING) is None
    assert store.count() == 1, "nothing is saved partly"


def test_a_game_has_one_rematch(store: Store) -> None:
    game = put_online(store)
    again = replace(WAITING, code="AGAIN2")
    put_online(store, again, rematch_of=game)
    assert store.add_online(arranged(), replace(again, code="AGAIN3"), game) is None
    saved = store.online("ABC234")
    assert saved is not None
    assert saved.rematch == "AGAIN2"


def test_a_taken_seat_is_saved_with_the_players_name(store: Store, opened: Opened) -> None:
    game = put_online(store)
    setup = replace(arranged(), players=(Player("human", "Ada"), Player("human", "Ben")))
    assert store.take_seat(game, Seat.TWO, BEN, setup, LATER)
    saved = opened().online("ABC234")
    assert saved is not None
    assert saved.online.seats == (OnlineSeat(ADA, joined=True), OnlineSeat(BEN, joined=True))
    assert saved.online.begun == LATER
    assert saved.record.setup == setup


def test_a_player_is_renamed_until_the_game_begins(store: Store, opened: Opened) -> None:
    game = put_online(store)
    setup = replace(arranged(), players=(Player("human", "Ada"), Player("human", "Player 2")))
    assert store.rename(game, setup)
    saved = opened().online("ABC234")
    assert saved is not None
    assert (saved.record.setup, saved.online) == (setup, WAITING)
    assert store.take_seat(game, Seat.TWO, BEN, setup, LATER)
    assert not opened().rename(game, arranged()), "the game has begun"
    saved = store.online("ABC234")
    assert saved is not None
    assert saved.record.setup == setup


def test_a_taken_seat_cannot_be_taken_again(store: Store, opened: Opened) -> None:
    """If two servers saw a free seat, the store gives it to the first."""
    game = put_online(store)
    named = replace(arranged(), players=(Player("human", "Ada"), Player("human", "Eve")))
    assert not store.take_seat(game, Seat.ONE, EVE, named, None)
    assert store.take_seat(game, Seat.TWO, BEN, arranged(), LATER)
    before = store.online("ABC234")
    for late in (EVE, BEN):
        assert not opened().take_seat(game, Seat.TWO, late, named, "2026-01-01T00:01:59Z")
    assert store.online("ABC234") == before, "neither the name nor the start time has changed"


def test_a_reserved_seat_can_only_be_taken_by_its_holder(store: Store) -> None:
    """In a rematch, the opponent's seat is reserved until they join."""
    game = put_online(
        store, replace(WAITING, seats=(OnlineSeat(ADA, joined=True), OnlineSeat(BEN, False)))
    )
    assert not store.take_seat(game, Seat.TWO, EVE, arranged(), LATER)
    assert store.take_seat(game, Seat.TWO, BEN, arranged(), LATER)


def test_the_signing_key_is_created_once(store: Store, opened: Opened) -> None:
    key = store.signing_key()
    assert len(key) == 32
    assert opened().signing_key() == store.signing_key() == key


def test_new_secrets_are_never_unsigned(store: Store) -> None:
    put_online(store)
    assert not store.is_unsigned(ADA)


def test_clock_times_are_saved_with_the_event(store: Store) -> None:
    game = put_online(store, replace(WAITING, clock_times=(60_000, 60_000)))
    store.append(game, 1, MOVE, None, clock_times=(58_000, 60_000))
    saved = store.online("ABC234")
    assert saved is not None
    assert saved.online.clock_times == (58_000, 60_000)
    with pytest.raises(StoreError):
        store.append(game, 1, MOVE, None, clock_times=(1, 1))
    assert store.online("ABC234") == saved


def test_a_seat_can_be_handed_over(store: Store) -> None:
    game = put_online(store)
    assert not store.hand_over(game, Seat.ONE, EVE, BEN), "it was not Eve's"
    assert store.hand_over(game, Seat.ONE, ADA, BEN)
    saved = store.online("ABC234")
    assert saved is not None
    assert saved.online.seats == (OnlineSeat(BEN, joined=True), WAITING.seats[1])


def test_a_persons_games_are_those_with_one_of_their_seats(store: Store) -> None:
    both = (OnlineSeat(ADA, joined=True), OnlineSeat(ADA, joined=True))
    one = put_online(store)
    two = put_online(store, replace(WAITING, code="BOTH22", against="here", seats=both))
    put_online(store, replace(WAITING, code="EVES22", seats=(OnlineSeat(EVE, joined=True),) * 2))
    held = store.held_by(ADA, limit=5)
    assert [(game.summary.id, game.code, game.against, game.seats) for game in held] == [
        (two, "BOTH22", "here", (Seat.ONE, Seat.TWO)),
        (one, "ABC234", "link", (Seat.ONE,)),
    ]
    assert len(store.held_by(ADA, limit=1)) == 1
    assert store.held_by(BEN, limit=5) == []


def test_a_persons_latest_games_are_found_among_those_of_all_players(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql, "RECENT_GAMES", 2)
    codes = ["ADAS22", "ADAS33", "EVES22", "EVES33", "EVES44"]
    holders = (ADA, ADA, EVE, EVE, EVE)
    for code, holder in zip(codes, holders, strict=True):
        seats = (OnlineSeat(holder, joined=True), OnlineSeat(None, joined=True))
        put_online(store, replace(WAITING, code=code, seats=seats))

    def found(holder: bytes, limit: int) -> list[str]:
        return [game.code for game in store.held_by(holder, limit)]

    assert found(EVE, 2) == ["EVES44", "EVES33"]
    assert found(EVE, 3) == ["EVES44", "EVES33", "EVES22"]
    assert found(ADA, 2) == ["ADAS33", "ADAS22"]


def test_a_persons_games_in_progress_have_begun_and_are_not_over(store: Store) -> None:
    seats = (OnlineSeat(ADA, joined=True), OnlineSeat(EVE, joined=True))
    begun = replace(WAITING, seats=seats, begun="2026-01-01T00:00:00Z")
    put_online(store)
    for number in range(30):
        put_online(store, replace(begun, code=f"GAME{number:02}"))
    ended = put_online(store, replace(begun, code="ENDED2"))
    apply_and_save(store, ended, Match(arranged()), RESIGN)
    codes = [f"GAME{number:02}" for number in range(30)]
    assert store.playing(ADA, "digit-duel") == store.playing(EVE, "digit-duel") == codes
    assert store.playing(ADA, "digit-poison") == store.playing(BEN, "digit-duel") == []


def test_unfinished_games_can_be_listed_and_counted_alone(store: Store) -> None:
    ended, going = store.add(arranged()), store.add(arranged())
    apply_and_save(store, ended, Match(arranged()), RESIGN)
    assert [game.id for game in store.games(limit=5, unfinished=True)] == [going]
    assert (store.count(unfinished=True), store.count()) == (1, 2)


def test_deleted_games_are_gone_and_their_numbers_are_not_reused(store: Store) -> None:
    one, two, three = (store.add(arranged(seed=seed)) for seed in range(3))
    apply_and_save(store, three, Match(arranged(seed=2)), MOVE)
    store.delete([one, three])
    assert [game.id for game in store.games(limit=5)] == [two]
    with pytest.raises(StoreError, match=f"There is no game {three}"):
        store.record(three)
    with pytest.raises(StoreError, match="deleted"):
        store.append(three, 2, MOVE, None)
    assert store.add(arranged()) > three


def test_no_game_is_deleted_if_one_does_not_exist(store: Store) -> None:
    game = store.add(arranged())
    with pytest.raises(StoreError, match="There is no game 99"):
        store.delete([game, 99])
    assert store.count() == 1


def test_the_other_rounds_of_a_match_stay_when_one_is_deleted(store: Store) -> None:
    setup = arranged(rounds=3)
    first, match = store.add(setup), Match(setup)
    match.apply(RESIGN)
    second = arrange_again(setup, first=Seat.TWO, seed=0, round=2)
    store.append(first, 1, RESIGN, match.result, second)
    (_, going) = store.rounds(first)
    assert going is not None
    store.append(going, 1, RESIGN, match.result, replace(second, round=3))
    store.delete([first])
    results, last = store.rounds(going)
    assert results == [match.result]
    assert last not in (None, going)
    assert store.rounds(last or 0) == (results, last)


def test_a_browser_game_is_deleted_with_its_seats_unless_a_server_runs(
    store: Store, opened: Opened
) -> None:
    game = put_online(store)
    rematch = put_online(store, replace(WAITING, code="AGAIN2"), rematch_of=game)
    server = opened()
    server.begin_serving()
    with pytest.raises(StoreError, match="Stop the server first"):
        store.delete([game])
    assert store.count() == 2
    server.close()
    store.delete([game])
    assert store.online("ABC234") is None
    assert [held.summary.id for held in store.held_by(ADA, 5)] == [rematch]


def test_answers_to_puzzles_are_saved_per_person_and_can_be_deleted(
    store: Store, opened: Opened
) -> None:
    tried = Attempt("a puzzle", "digit-duel", 2, "tens", False, day=7)
    again = replace(tried, answer="ones", right=True)
    store.add_attempt("", tried)
    store.add_attempt("", again)
    store.add_attempt(ADA.hex(), replace(tried, day=None))
    saved = opened().attempts("")
    assert [replace(attempt, at="") for attempt in saved] == [tried, again]
    assert saved[0].at < saved[1].at
    assert [attempt.day for attempt in store.attempts(ADA.hex())] == [None]
    store.delete_person("")
    assert not store.attempts("")
    assert store.attempts(ADA.hex())


def test_classroom_events_are_saved_once_and_in_order(opened: Opened) -> None:
    store = opened()
    assert store.room("KTMRPA") == []
    assert store.append_to_room("KTMRPA", 1, "teacher", "opened")
    assert store.append_to_room("KTMRPA", 2, "ada", "joined")
    assert not store.append_to_room("KTMRPA", 2, "ben", "joined at the same moment")
    assert not store.append_to_room("KTMRPA", 1, "ben", "another room of this code")
    assert store.append_to_room("OTHERS", 1, "ben", "opened")
    saved = opened().room("KTMRPA")
    assert [(event.person, event.body) for event in saved] == [
        ("teacher", "opened"),
        ("ada", "joined"),
    ]
    assert saved[0].at < saved[1].at


def test_a_persons_classrooms_are_listed_latest_first_until_deleted(
    opened: Opened,
) -> None:
    store = opened()
    for room in ("FIRST", "SECOND", "THIRD"):
        assert store.append_to_room(room, 1, "teacher", "opened")
    assert store.append_to_room("FIRST", 2, "ada", "joined")
    assert store.append_to_room("FIRST", 3, "teacher", "closed")
    assert store.rooms_of("teacher", 10) == ["FIRST", "THIRD", "SECOND"]
    assert store.rooms_of("teacher", 2) == ["FIRST", "THIRD"]
    assert store.rooms_of("ada", 10) == ["FIRST"]
    assert store.rooms_of("nobody", 10) == []
    store.delete_room("FIRST")
    assert opened().room("FIRST") == []
    assert store.rooms_of("ada", 10) == []
    assert store.rooms_of("teacher", 10) == ["THIRD", "SECOND"]


def finish(store: Store, game: int, setup: Setup) -> None:
    match = Match(setup)
    apply_and_save(store, game, match, RESIGN)


def test_a_persons_finished_games_are_those_with_exactly_one_of_their_seats(
    store: Store, opened: Opened
) -> None:
    setup = arranged()
    two_people = replace(setup, players=(Player("human", "Ada"), Player("human", "Ben")))
    here, both, left = store.add(setup), store.add(two_people), store.add(setup)
    mine = put_online(store, replace(WAITING, code="MINE22"))
    one_screen = Online("HERE22", "here", (OnlineSeat(ADA, True), OnlineSeat(ADA, True)))
    alone = put_online(store, one_screen)
    for game in (here, both, mine, alone):
        finish(store, game, setup)
    assert [one.id for one in store.finished("")] == [here]
    assert left not in [one.id for one in store.finished("")]
    (found,) = store.finished(ADA.hex())
    assert found[:3] == (mine, Seat.ONE, "digit-duel")
    assert (found.analysis, store.finished(BEN.hex())) == (None, [])
    store.save_analysis(mine, "older")
    store.save_analysis(mine, "found")
    store.save_analysis(99, "of no game")
    assert [one.analysis for one in opened().finished(ADA.hex())] == ["found"]
    assert [one.analysis for one in store.finished("")] == [None]
    store.delete([mine])
    assert store.finished(ADA.hex()) == []


def test_assigning_a_browser_to_the_local_user_moves_its_games_and_answers(store: Store) -> None:
    setup = arranged()
    here, mine = store.add(setup), put_online(store)
    for game in (here, mine):
        finish(store, game, setup)
    tried = Attempt("a puzzle", "digit-duel", 2, "tens", False)
    for person in ("", ADA.hex(), BEN.hex()):
        store.add_attempt(person, tried)
    assert (store.person_of(ADA), store.person_of(BEN)) == (ADA.hex(), BEN.hex())
    store.assign_to_local_user(ADA)
    store.assign_to_local_user(ADA)
    assert (store.person_of(ADA), store.person_of(BEN)) == ("", BEN.hex())
    assert [one.id for one in store.finished("")] == [here, mine]
    assert len(store.attempts("")) == 2
    assert (store.attempts(ADA.hex()), len(store.attempts(BEN.hex()))) == ([], 1)


def with_ben(store: Store, code: str) -> int:
    """Save a game between Ada's browser and Ben's, in which Ada resigned."""
    people = (Player("human", "Ada"), Player("human", "Ben"))
    setup = replace(arranged(), players=people)
    online = Online(code, "link", (OnlineSeat(ADA, joined=True), OnlineSeat(BEN, joined=True)))
    game = store.add_online(setup, online)
    assert game is not None
    match = Match(setup)
    apply_and_save(store, game, match, Event(Act.RESIGN, Seat.ONE))
    return game


def test_deleting_a_person_removes_their_data_but_not_the_games_of_others(store: Store) -> None:
    alone, both, here = put_online(store), with_ben(store, "BOTH22"), store.add(arranged())
    tried = Attempt("a puzzle", "digit-duel", 2, "tens", False)
    for person in (ADA.hex(), BEN.hex(), ""):
        store.add_attempt(person, tried)
    assert store.games_of(ADA.hex()) == [alone, both]
    assert sorted(store.delete_person(ADA.hex())) == ["ABC234", "BOTH22"]
    assert (store.games_of(ADA.hex()), store.attempts(ADA.hex())) == ([], [])
    assert store.online("ABC234") is None
    saved = store.record(both)
    assert saved.setup.names == ("Player 1", "Ben")
    assert "Ada" not in to_line(saved)
    verify(saved)
    assert [one.id for one in store.finished(BEN.hex())] == [both]
    assert (len(store.attempts(BEN.hex())), len(store.attempts(""))) == (1, 1)
    assert store.games_of("") == [here]


def test_deleting_the_local_user_includes_their_browsers(store: Store) -> None:
    here, mine, bens = store.add(arranged()), put_online(store), with_ben(store, "BOTH22")
    store.assign_to_local_user(ADA)
    assert store.games_of("") == [here, mine, bens]
    store.delete_person("")
    assert [game.id for game in store.games(9)] == [bens]


def test_merging_moves_the_data_of_one_browser_to_another(store: Store) -> None:
    game, tried = put_online(store), Attempt("a puzzle", "digit-duel", 2, "tens", False)
    store.add_attempt(ADA.hex(), tried)
    assert store.append_to_room("KTMRPA", 1, ADA.hex(), "opened")
    store.merge(ADA, BEN)
    assert (store.rooms_of(ADA.hex(), 9), store.rooms_of(BEN.hex(), 9)) == ([], ["KTMRPA"])
    assert (store.games_of(ADA.hex()), store.games_of(BEN.hex())) == ([], [game])
    assert len(store.attempts(BEN.hex())) == 1
    store.assign_to_local_user(EVE)
    store.merge(BEN, EVE)
    assert (store.games_of(""), len(store.attempts(""))) == ([game], 1)


# Upkeep

PLAYED = Online("DEF234", "link", (OnlineSeat(ADA, True), OnlineSeat(BEN, True)), begun=LATER)


def test_only_abandoned_games_and_invitations_expire(store: Store) -> None:
    """Every saved item is a second later than the one before."""
    at_a_terminal = store.add(arranged())
    invitation, played = put_online(store), put_online(store, PLAYED)
    finished = put_online(store, replace(PLAYED, code="GHJ234"))
    apply_and_save(store, played, Match(arranged()), MOVE)
    apply_and_save(store, finished, Match(arranged()), RESIGN)
    rematch = put_online(store, replace(WAITING, code="KLM234"), rematch_of=played)
    early, late = "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"
    assert store.expire(early, early) == ([], [], [])
    assert store.expire(changed(store, rematch), None) == (["ABC234"], [], [])
    assert store.online("ABC234") is None
    with pytest.raises(StoreError, match="There is no game"):
        store.record(invitation)
    assert store.expire(early, late) == ([], ["DEF234"], [])
    assert store.online("KLM234") is not None, "a rematch is a separate game"
    assert store.expire(late, late) == (["KLM234"], [], [])
    assert {game.id for game in store.games(10)} == {at_a_terminal, finished}


def test_a_classroom_without_recent_events_expires(store: Store) -> None:
    """Every saved item is a second later than the one before."""
    for room, number in (("OLD234", 1), ("NEW234", 1), ("OLD234", 2), ("NEW234", 2)):
        assert store.append_to_room(room, number, ADA.hex(), "{}")
    early, last = "2026-01-01T00:00:00Z", store.room("NEW234")[-1].at
    assert store.expire(early, None).rooms == []
    assert store.expire(early, None, early).rooms == []
    assert store.expire(early, None, last).rooms == ["OLD234"]
    assert (store.room("OLD234"), len(store.room("NEW234"))) == ([], 2)
    assert not store.append_to_room("OLD234", 3, ADA.hex(), "{}"), (
        "there are no unfinished games there"
    )


Deed = Callable[[Store], object]


def add_to(room: str) -> Deed:
    return lambda store: store.append_to_room(room, 3, BEN.hex(), "{}")


def run_concurrently(opened: Opened, first: Deed, second: Deed) -> list[object]:
    """Do something in one store, and something else in another before the first commits."""
    store, other = opened(), opened()
    assert isinstance(store, SqlStore)
    with ThreadPoolExecutor(1) as thread:
        with store.database.writing():
            done = first(store)
            coming = thread.submit(second, other)
            wait([coming], timeout=0.3)  # it is done by then, or waits for the first one
        return [done, coming.result()]


def two_events(store: Store, *rooms: str) -> str:
    """Save two events in every classroom, and return the time of the last."""
    for room, number in itertools.product(rooms, (1, 2)):
        assert store.append_to_room(room, number, ADA.hex(), "{}")
    return store.room(rooms[-1])[-1].at


def test_a_classroom_deleted_by_another_server_is_not_recreated(opened: Opened) -> None:
    store = opened()
    last = two_events(store, "FIRST", "SECOND", "THIRD")
    assert run_concurrently(opened, lambda one: one.delete_room("SECOND"), add_to("SECOND")) == [
        None,
        False,
    ]
    assert run_concurrently(opened, add_to("THIRD"), lambda one: one.delete_room("THIRD")) == [
        True,
        None,
    ]
    gone = run_concurrently(opened, lambda one: one.expire("", None, last).rooms, add_to("FIRST"))
    assert gone == [["FIRST"], False]
    assert store.room("FIRST") == store.room("SECOND") == store.room("THIRD") == []


def test_a_classroom_in_use_at_another_server_does_not_expire(opened: Opened) -> None:
    store = opened()
    last = two_events(store, "FIRST", "SECOND")
    returned = run_concurrently(
        opened, add_to("FIRST"), lambda one: one.expire("", None, last).rooms
    )
    assert returned == [True, []]
    assert len(store.room("FIRST")) == 3


def changed(store: Store, game: int) -> str:
    return next(one.changed for one in store.games(10) if one.id == game)


def test_an_expired_game_cannot_be_continued(store: Store, opened: Opened) -> None:
    game, server = put_online(store, PLAYED), opened()
    server.begin_serving()
    assert store.expire("", "2027-01-01T00:00:00Z").unfinished == ["DEF234"]
    with pytest.raises(Conflict):
        server.append(game, 1, MOVE, None)


def test_the_size_of_a_store_grows_with_its_data(store: Store) -> None:
    before = store.size()
    assert before > 1_000
    setup = arranged()
    for _ in range(20):
        store.append(store.add(setup), 1, MOVE._replace(text="tens " * 1_000), None)
    assert store.size() > before


def test_numbers_copied_from_another_store_are_not_reused(store: Store) -> None:
    assert isinstance(store, SqlStore)
    with store.database.writing():
        assert store.last_numbers() == LastNumbers(0, 0)
        store.set_last_numbers(LastNumbers(0, 0))
    first = store.add(arranged())
    store.add_attempt("ada", Attempt("a puzzle", "digit-duel", 2, "tens", False, day=7))
    store.delete([first])
    with store.database.writing():
        assert (first, store.last_numbers()) == (1, LastNumbers(1, 1))
        store.set_last_numbers(LastNumbers(7, 1))
        assert store.last_numbers() == LastNumbers(7, 1)
    assert store.add(arranged()) == 8
