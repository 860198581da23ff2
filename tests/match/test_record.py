"""Records: round trips, and refusal of records that contradict the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lastdigit
from lastdigit.cli import main
from lastdigit.errors import RecordError
from lastdigit.game.game import AnyGame, Seat
from lastdigit.games import find_class
from lastdigit.match.match import Match, arrange, arrange_from, resume, verify
from lastdigit.match.record import (
    HUMAN,
    Act,
    Event,
    Player,
    Record,
    Terms,
    TimeControl,
    Times,
    append_missing_record,
    checked_name,
    from_line,
    read_records,
    to_line,
)
from tests.conftest import GAMES, CommandResult, Run
from tests.games.opening import FIXED, opening

Body = dict[str, Any]
RANDOM = ("--player-1", "random", "--player-2", "random")


@st.composite
def games(draw: st.DrawFn) -> AnyGame:
    """Draw a game with random options, or with the defaults if it refuses them."""
    game = lastdigit.catalogue()[draw(st.sampled_from(GAMES))]
    values = {}
    for option in game.options():
        kinds = [st.just(option.default)]
        if option.kind == "yes/no":
            kinds.append(st.booleans())
        else:
            kinds.append(st.integers(option.low, option.high))
        if option.none:
            kinds.append(st.none())
        values[option.name] = draw(st.one_of(kinds))
    try:
        return game.of(values)
    except lastdigit.OptionError:
        return game.of({})


def is_name(text: str) -> bool:
    try:
        return checked_name(text) == text
    except RecordError:
        return False


names = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=40).filter(
    is_name
)


clocks = st.none() | st.builds(TimeControl, st.integers(1, 9_999), st.integers(0, 99))


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Draw a match with random events of every kind, finished or not."""
    counts = st.none() | st.integers(1, 20)
    rounds = draw(st.integers(1, 5))
    one, two = draw(st.tuples(names, names).filter(lambda pair: pair[0] != pair[1]))
    setup = arrange(
        draw(games()),
        (Player("human", one), Player("random", two)),
        package=lastdigit.__version__,
        first=draw(st.sampled_from(Seat)),
        seed=draw(st.integers(0, 2**53 - 1)),
        terms=Terms(
            draw(counts), draw(counts), draw(counts), rounds, draw(st.booleans()), draw(clocks)
        ),
        round=draw(st.integers(1, rounds)),
    )
    match = Match(setup)
    for happening in draw(st.lists(st.sampled_from(HAPPENINGS), max_size=25)):
        if match.result is None:
            happening(match, draw)
    return match


Happening = Callable[[Match, st.DrawFn], None]


def a_legal_move(match: Match, draw: st.DrawFn) -> None:
    legal = match.game.legal_moves(match.state)
    match.play(match.game.format_move(draw(st.sampled_from(legal))))


def any_try(match: Match, draw: st.DrawFn) -> None:
    match.play(match.game.format_move(draw(st.sampled_from(match.game.all_moves()))))


def an_undo(match: Match, draw: st.DrawFn) -> None:
    if match.moves:
        plies = draw(st.integers(1, len(match.moves)))
        match.apply(Event(Act.UNDO, match.mover, plies=plies))


def a_hint(match: Match, _: st.DrawFn) -> None:
    if match.game.moves_are_a_hint and match.setup.terms.hints:
        match.apply(Event(Act.HINT, match.mover, "moves"))


def an_offer(match: Match, draw: st.DrawFn) -> None:
    offering = match.mover
    match.apply(Event(Act.OFFER, offering))
    answer = draw(st.sampled_from([Act.DECLINE, Act.DECLINE, Act.ACCEPT]))
    match.apply(Event(answer, offering.other))


def a_request_to_undo(match: Match, draw: st.DrawFn) -> None:
    if match.moves:
        asking = match.mover.other
        match.apply(Event(Act.ASK, asking, plies=1))
        match.apply(draw(st.sampled_from([Event(Act.DECLINE, asking.other), a_taken_back(match)])))


def a_taken_back(match: Match) -> Event:
    return Event(Act.UNDO, match.mover, plies=1)


def a_leaving(match: Match, _: st.DrawFn) -> None:
    match.apply(Event(Act.ABANDON, match.mover))


def a_forfeit(match: Match, draw: st.DrawFn) -> None:
    reason = draw(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=200))
    match.apply(Event(Act.FORFEIT, match.mover, reason))


def a_resignation(match: Match, _: st.DrawFn) -> None:
    match.apply(Event(Act.RESIGN, match.mover))


def time_up(match: Match, _: st.DrawFn) -> None:
    if match.setup.terms.time_limit is not None or match.setup.terms.clock is not None:
        match.apply(Event(Act.TIME, match.mover))


HAPPENINGS: list[Happening] = [
    *[a_legal_move] * 12,
    *[any_try] * 6,
    *[an_undo] * 3,
    *[a_hint] * 2,
    an_offer,
    a_request_to_undo,
    a_leaving,
    a_forfeit,
    a_resignation,
    time_up,
]


def timed(match: Match) -> Record:
    """Return the record of a match with a time for everything."""
    clock = tuple(f"2026-01-01T00:00:{number % 60:02}Z" for number, _ in enumerate(match.events))
    return replace(match.record(), times=Times("2025-12-31T23:59:59Z", clock))


@given(matches())
def test_a_record_survives_a_round_trip(match: Match) -> None:
    record = timed(match)
    line = to_line(record)
    read = from_line(line)
    assert read == record
    assert read.times == record.times
    assert to_line(read) == line
    assert len(line.encode().splitlines()) == 1


@given(matches())
def test_every_record_verifies_and_can_be_resumed(match: Match) -> None:
    record = from_line(to_line(timed(match)))
    verify(record)
    again = resume(record)
    assert again.state == match.state
    assert (again.moves, again.tries, again.offer) == (match.moves, match.tries, match.offer)
    assert (again.result, again.occurrences) == (match.result, match.occurrences)


@given(matches())
def test_two_records_are_compared_without_their_times(match: Match) -> None:
    record = timed(match)
    assert record == replace(record, times=Times("a year later", ("then",)))
    for setup in (replace(record.setup, seed=-1), replace(record.setup, package="9.9.9")):
        assert record != replace(record, setup=setup)
    if record.events:
        assert record != replace(record, events=record.events[:-1])


def test_a_finished_game_is_one_line_of_json_with_every_field(call: Run, tmp_path: Path) -> None:
    moves = "moves\ntens 7\ntens 2\ntens 7\nundo\ndraw\nno\nresign\n"
    result = call(
        *("play", "number-morph", "--start", "211", "--name-1", "Ada", "--seed", "7"),
        *("--attempts", "3", "--rounds", "1", "--record", "games.jsonl"),
        typed=moves,
    )
    assert result.code == 0
    (line,) = (tmp_path / "games.jsonl").read_bytes().splitlines()
    body = json.loads(line)
    assert list(body) == [
        "schema",
        "lastdigit",
        "game",
        "version",
        "options",
        "players",
        "first",
        "seed",
        "start",
        "match",
        "events",
        "result",
        "times",
    ]
    times = body.pop("times")
    assert body == {
        "schema": 1,
        "lastdigit": lastdigit.__version__,
        "game": "number-morph",
        "version": 1,
        "options": {"start": 211, "log-start": True},
        "players": [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Player 2"}],
        "first": 1,
        "seed": 7,
        "start": "1 211 211",
        "match": {
            "round": 1,
            "rounds": 1,
            "timeLimit": None,
            "attempts": 3,
            "plyLimit": None,
            "hints": True,
        },
        "events": [
            {"act": "hint", "seat": 1, "text": "moves"},
            {"act": "move", "seat": 1, "text": "tens 7"},
            {"act": "rejected", "seat": 2, "text": "tens 2"},
            {"act": "rejected", "seat": 2, "text": "tens 7"},
            {"act": "undo", "seat": 2, "plies": 1},
            {"act": "offer", "seat": 1},
            {"act": "decline", "seat": 2},
            {"act": "resign", "seat": 1},
        ],
        "result": {"end": "resignation", "winner": 2, "reason": "Player 1 resigns."},
    }
    assert len(times["events"]) == len(body["events"])
    assert all(time.endswith("Z") for time in (times["started"], *times["events"]))


def test_the_same_seed_gives_the_same_record(call: Run, tmp_path: Path) -> None:
    for file in ("one.jsonl", "two.jsonl"):
        call("play", "number-morph", *RANDOM, "--seed", "5", "--record", file)
    call("play", "number-morph", *RANDOM, "--seed", "6", "--record", "three.jsonl")
    one, two, three = (
        from_line((tmp_path / f"{name}.jsonl").read_text()) for name in ("one", "two", "three")
    )
    assert one == two
    assert one != three


@pytest.mark.parametrize("typed", ["ones\nquit\n", "ones\n", ""], ids=["quit", "end", "nothing"])
def test_an_unfinished_game_is_not_recorded(call: Run, tmp_path: Path, typed: str) -> None:
    call("play", "digit-duel", "--record", "games.jsonl", typed=typed)
    assert not (tmp_path / "games.jsonl").exists()


def test_a_resumed_game_is_recorded_when_it_is_finished(call: Run, tmp_path: Path) -> None:
    call("play", "digit-duel", typed="ones\nquit\n")
    assert call("resume", "--record", "games.jsonl", typed="tens\nresign\n").code == 0
    record = from_line((tmp_path / "games.jsonl").read_text())
    assert [event.text for event in record.events] == ["ones", "tens", ""]
    assert call("saved", "verify", "games.jsonl").code == 0


def test_recording_appends_and_never_overwrites(call: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(b"what somebody else wrote\n")
    for _ in range(2):
        before = file.read_bytes()
        assert call("play", "digit-poison", *RANDOM, "--record", "games.jsonl").code == 0
        assert file.read_bytes().startswith(before)
        assert file.read_bytes().count(b"\n") == before.count(b"\n") + 1


def test_a_record_after_a_truncated_line_starts_on_a_new_line(call: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(b'{"schema": 1, "lastd')
    call("play", "digit-poison", *RANDOM, "--record", "games.jsonl")
    cut, whole = file.read_text().splitlines()
    assert cut == '{"schema": 1, "lastd'
    verify(from_line(whole))


@pytest.mark.parametrize("path", ["nowhere/games.jsonl", "."], ids=["no folder", "a folder"])
def test_an_unwritable_record_file_is_refused_before_the_game(call: Run, path: str) -> None:
    result = call("play", "digit-poison", *RANDOM, "--record", path)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("lastdigit: ")
    assert "No saved games" in call("saved", "list").out


def test_every_round_of_a_match_has_its_own_record(call: Run, tmp_path: Path) -> None:
    call("play", "digit-dilemma", *RANDOM, "--rounds", "3", "--record", "games.jsonl")
    read = [record for _, record in read_records(tmp_path / "games.jsonl")]
    assert [record.setup.round for record in read] == [1, 2, 3]
    assert [record.setup.first for record in read] == [Seat.ONE, Seat.TWO, Seat.ONE]
    assert {record.setup.terms.rounds for record in read} == {3}
    assert call("saved", "verify", "games.jsonl").code == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_prints_exactly_the_output_of_the_game(call: Run, game: str) -> None:
    played = [
        call("play", game, *RANDOM, "--seed", seed, "--first", first, "--record", "games.jsonl")
        for seed, first in (("1", "1"), ("2", "2"), ("3", "1"))
    ]
    assert len({one.out for one in played}) > 1
    for number, one in enumerate(played, 1):
        assert call("saved", "replay", "games.jsonl", str(number)) == one
    assert call("saved", "replay", "games.jsonl") == played[-1]
    assert call("saved", "replay", "3") == played[-1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("first", ["1", "2"])
def test_a_replay_of_a_game_against_the_computer_prints_the_text_for_the_person(
    call: Run, game: str, first: str
) -> None:
    typed = "".join(f"{word}\n" for word in opening(game, 1)[0].split()) if first == "1" else ""
    words = ("--player-2", "random", *FIXED, "--first", first, "--record", "games.jsonl")
    played = call("play", game, *words, typed=f"{typed}resign\n").out
    for asked in re.findall(r"[^\n]*: resign\n", played):
        played = played.replace(asked, "")
    assert call("saved", "replay", "games.jsonl").out == played
    assert played.startswith(f"{find_class(game).title}, you against the computer (random).\n")
    dialogue = call("saved", "replay", "--dialogue", "games.jsonl").out
    assert dialogue.startswith(f"Welcome to {find_class(game).title}")
    assert dialogue.endswith("Player 1 resigns. Player 2 wins!\n")


def test_a_replay_for_the_player_shows_rejected_moves_undos_and_offers(call: Run) -> None:
    typed = "tens 2\ntens 7\nundo\nunits 3\ndraw\nresign\n"
    words = ("--start", "211", "--player-2", "random", "--name-2", "Hal", "--record", "games.jsonl")
    call("play", "number-morph", *words, typed=typed)
    output = call("saved", "replay", "games.jsonl").out
    assert output.startswith("Number Morph, you against Hal (random).\n")
    for sentence in (
        "Change the (hundreds, tens, units): tens\n"
        "New tens digit (0, 2, 3, 4, 5, 6, 7, 8, 9): 2\n221 = 13 × 17, so it isn't prime.\n",
        "You changed the tens: 211 became 271.\n",
        "Taken back.\n",
        "You offer a draw.\nHal does not agree.\n",
    ):
        assert sentence in output
    assert output.endswith("You resign: Hal wins.\n")


def test_a_hostile_level_in_a_record_is_shown_as_text(call: Run, tmp_path: Path) -> None:
    call("play", "digit-duel", "--player-2", "random", "--record", "games.jsonl", typed="resign\n")
    file = tmp_path / "games.jsonl"
    steering = json.dumps(f"\x1b[2J{'x' * 5_000}")[1:-1]
    file.write_text(file.read_text().replace('"random"', f'"{steering}"'))
    for command in ("saved replay", "review"):
        output = call(*command.split(), "games.jsonl").out
        assert output.replace("\n", "").isprintable()
        assert len(output) < 2_000


def test_a_replay_shows_rejected_moves_undos_and_offers_like_the_game(call: Run) -> None:
    typed = "tens 2\ntens 7\nundo\nunits 3\ndraw\nno\nhundreds 0\nresign\n"
    played = call("play", "number-morph", "--start", "211", "--record", "games.jsonl", typed=typed)
    replayed = call("saved", "replay", "games.jsonl")
    assert replayed.code == 0
    expected = ("is not a prime number", "offers a draw", "does not agree", "Taken back", "resigns")
    for words in expected:
        assert words in played.out
        assert replayed.out.count(words) == played.out.count(words)


def test_a_replay_of_a_missing_game_in_a_file_reports_the_number_of_games(call: Run) -> None:
    call("play", "digit-poison", *RANDOM, "--record", "games.jsonl")
    result = call("saved", "replay", "games.jsonl", "2")
    assert (result.code, result.out) == (2, "")
    assert "1 game" in result.err


@pytest.mark.parametrize("command", ["saved verify", "saved replay"])
def test_a_missing_file_is_bad_usage(call: Run, command: str) -> None:
    result = call(*command.split(), "nowhere.jsonl")
    assert (result.code, result.out) == (2, "")
    assert "nowhere.jsonl" in result.err
    assert result.err.endswith(" cannot be read: No such file or directory.\n")


def written(game: AnyGame, *moves: str, **terms: Any) -> Body:
    """Return the JSON of a game played with these moves."""
    setup = arrange(
        game,
        (Player("human", "Ada"), Player("human", "Ben")),
        package="0.1.0",
        first=Seat.ONE,
        seed=8,
        terms=Terms(**terms),
    )
    match = Match(setup)
    for move in moves:
        match.play(move)
    body: Body = json.loads(to_line(timed(match)))
    return body


def poisoned() -> Body:
    """Return a whole game: 507 is divisible by 3, and Player 1 made it."""
    return written(lastdigit.find("digit-poison"), "5", "0", "7")


def morphed() -> Body:
    """Return an unfinished game with a random start and one rejected try."""
    game = lastdigit.find("number-morph")
    return written(game, "hundreds 0", attempts=5, hints=False)


def line_of(body: Body) -> bytes:
    return json.dumps(body).encode()


def with_events(*events: Body, body: Body | None = None) -> Body:
    """Return the record of an unfinished game with these events."""
    body = body or poisoned()
    body["events"] = list(events)
    body["times"]["events"] = ["" for _ in events]
    body["result"] = {
        "end": "unfinished",
        "winner": None,
        "reason": "The game was left unfinished.",
    }
    return body


def changed(*path: str | int, to: object, body: Body | None = None) -> bytes:
    """Return a line with one value changed, or added."""
    body = body or poisoned()
    at: Any = body
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    return line_of(body)


def without(name: str) -> bytes:
    body = poisoned()
    del body[name]
    return line_of(body)


def an_event_after_the_end() -> bytes:
    body = poisoned()
    body["events"].append({"act": "resign", "seat": 2})
    body["times"]["events"].append("")
    return line_of(body)


def a_missing_last_move() -> bytes:
    body = poisoned()
    body["events"].pop()
    body["times"]["events"].pop()
    return line_of(body)


MOVE = {"act": "move", "seat": 1, "text": "5"}
OFFER = {"act": "offer", "seat": 1}
RESIGNED = {"end": "resignation", "winner": 2, "reason": "Player 1 resigns."}


def spelled(text: str, instead: str) -> bytes:
    """Return a line whose JSON itself is changed."""
    return line_of(poisoned()).replace(text.encode(), instead.encode())


# Each damage, and what the error must name.
DAMAGES: dict[str, tuple[bytes, str]] = {
    "a changed move": (changed("events", 0, "text", to="6"), "event 2: The game is over"),
    "a move that cannot be read": (changed("events", 0, "text", to="left 6"), "event 1: "),
    "a move by the wrong seat": (changed("events", 1, "seat", to=1), "event 2: "),
    "the wrong winner": (changed("result", "winner", to=1), '"result" is '),
    "no winner": (changed("result", "winner", to=None), '"result" is '),
    "the wrong reason": (changed("result", "reason", to="508 is divisible by 3."), '"result" is '),
    "the wrong kind of end": (changed("result", "end", to="forfeit"), '"result" is '),
    "an unknown kind of end": (changed("result", "end", to="luck"), '"end"'),
    "an event after the end": (an_event_after_the_end(), "event 4: The game is over"),
    "a win without the last move": (a_missing_last_move(), '"result" is '),
    "a start that is not the options'": (changed("start", to="1 4"), '"start" '),
    "a start that cannot be read": (changed("start", to="4"), '"start" '),
    "a start that is not the seed's": (
        changed("start", to="1 211 211", body=morphed()),
        '"start" ',
    ),
    "another seed": (changed("seed", to=9, body=morphed()), '"start" '),
    "another first player": (changed("first", to=2), '"start" '),
    "a rejected try that is allowed": (changed("events", 0, "act", to="rejected"), "event 1: "),
    "a move that is not allowed": (
        changed("events", 0, "act", to="move", body=morphed()),
        "event 1: ",
    ),
    "more undone than done": (
        line_of(with_events(MOVE, {"act": "undo", "seat": 2, "plies": 2})),
        "event 2: ",
    ),
    "an undo of nothing": (line_of(with_events(MOVE, {"act": "undo", "seat": 2})), "event 2: "),
    "a draw that nobody offered": (line_of(with_events({"act": "accept", "seat": 2})), "event 1: "),
    "a draw accepted by who offered it": (
        line_of(with_events(OFFER, {"act": "accept", "seat": 1})),
        "event 2: ",
    ),
    "a request to undo more than was done": (
        line_of(with_events(MOVE, {"act": "ask", "seat": 1, "plies": 2})),
        "event 2: ",
    ),
    "a request to undo nothing": (line_of(with_events(MOVE, {"act": "ask", "seat": 1})), "event 2"),
    "a request declined by who made it": (
        line_of(
            with_events(MOVE, {"act": "ask", "seat": 1, "plies": 1}, {"act": "decline", "seat": 1})
        ),
        "event 3: ",
    ),
    "a clock of no time": (changed("match", "clock", to={"seconds": 0, "increment": 1}), "seconds"),
    "a clock that goes back": (
        changed("match", "clock", to={"seconds": 9, "increment": -1}),
        "increment",
    ),
    "a clock with a bell": (
        changed("match", "clock", to={"seconds": 9, "increment": 1, "bell": 1}),
        "bell",
    ),
    "time up without a limit": (line_of(with_events({"act": "time", "seat": 1})), "event 1: "),
    "a hint in a game without hints": (
        line_of(with_events({"act": "hint", "seat": 1, "text": "moves"}, body=morphed())),
        "event 1: ",
    ),
    "a resignation with a move in it": (
        changed("result", to=RESIGNED, body=with_events(MOVE | {"act": "resign"})),
        "",
    ),
    "a move with an undo in it": (changed("events", 0, "plies", to=3), ""),
    "an unknown act": (changed("events", 0, "act", to="cheat"), '"act"'),
    "an unknown game": (changed("game", to="digit-posion"), "digit-posion"),
    "a game by half its name": (changed("game", to="digit-poi"), "digit-poi"),
    "another version of the rules": (changed("version", to=2), "version"),
    "a future schema": (changed("schema", to=2), "Schema 2"),
    "an unknown option": (changed("options", "poison", to=3), '"poison"'),
    "an option by another spelling": (
        changed("options", to={"divisor": 3, "max_length": 10}),
        "max_length",
    ),
    "an option left out": (changed("options", to={"divisor": 3}), "max-length"),
    "an option out of range": (changed("options", "divisor", to=0), "divisor"),
    "an enormous option": (changed("options", "divisor", to=10**400), "divisor"),
    "an option of the wrong kind": (changed("options", "divisor", to="3"), "divisor"),
    "a whole number with a point": (changed("seed", to=8.0), '"seed"'),
    "a seat that is true": (changed("events", 0, "seat", to=True), '"seat"'),
    "a third seat": (changed("events", 0, "seat", to=3), '"seat"'),
    "an integer beyond 64 bits": (changed("seed", to=2**64), '"seed"'),
    "an integer of 5,000 digits": (
        spelled('"seed": 8', f'"seed": {"8" * 5000}'),
        "line 2: A number has 5,000 digits, but at most 600 are allowed.",
    ),
    "negative attempts": (changed("match", "attempts", to=-1), '"attempts"'),
    "no rounds": (changed("match", "rounds", to=0), '"rounds"'),
    "round 2 of 1": (changed("match", "round", to=2), "round"),
    "three players": (
        changed("players", to=[{"kind": "human", "name": name} for name in "ABC"]),
        "players",
    ),
    "two players of one name": (changed("players", 1, "name", to="Ada"), "name"),
    "a name with an escape code": (changed("players", 0, "name", to="\x1b[2JAda"), "name"),
    "a name written backwards": (changed("players", 0, "name", to="\u202eadA"), "name"),
    "a name that is half a character": (changed("players", 0, "name", to="\ud800"), "name"),
    "a name of letters that nobody sees": (changed("players", 0, "name", to="\u3164"), "name"),
    "an empty name": (changed("players", 0, "name", to=" "), "name"),
    "an endless name": (changed("players", 0, "name", to="A" * 100_000), "name"),
    "an extra field": (changed("cheated", to=False), '"cheated"'),
    "an extra field of a player": (changed("players", 0, "age", to=12), '"age"'),
    "an extra field of the match": (changed("match", "referee", to=None), '"referee"'),
    "an extra field of an event": (changed("events", 0, "points", to=1), '"points"'),
    "an extra field of the result": (changed("result", "points", to=1), '"points"'),
    "an extra field of the times": (changed("times", "ended", to=""), '"ended"'),
    "an extra field with an escape code": (changed("\x1b[2J", to=1), '"?[2J"'),
    "too few times": (changed("times", "events", to=[]), "time"),
    "times that are numbers": (changed("times", "events", to=[1, 2, 3]), "strings"),
    "a field twice": (spelled('"seed": 8', '"seed": 8, "seed": 8'), "twice"),
    "a number that is none": (spelled('"seed": 8', '"seed": NaN'), "NaN"),
    "an infinite number": (spelled('"seed": 8', '"seed": -Infinity'), "Infinity"),
    "lists in lists in lists": (b"[" * 200_000, "nested"),
    "objects in objects in objects": (b'{"a":' * 200_000, "nested"),
    "no object": (b"[1]", "object"),
    "no JSON": (b"one game, Ada won", "not JSON"),
    "a line that was cut off": (line_of(poisoned())[:-40], "not JSON"),
    "two games on one line": (line_of(poisoned()) * 2, "not JSON"),
    "text that is not UTF-8": (line_of(poisoned()).replace(b"Ada", b"\xff\xfe"), "UTF-8"),
    "a NUL": (b"\0", "not JSON"),
    **{f"no {name}": (without(name), f'"{name}" is missing') for name in poisoned()},
}


@pytest.mark.parametrize("lie", DAMAGES)
def test_verify_names_the_first_line_that_is_wrong(
    lie: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    file = tmp_path / "games.jsonl"
    good = line_of(poisoned())
    line, complaint = DAMAGES[lie]
    file.write_bytes(b"\n".join([good, line, good, b"worse"]) + b"\n")
    before = file.read_bytes()
    code = main(["saved", "verify", str(file)])
    output = capsys.readouterr()
    assert (code, output.out) == (1, "")
    assert output.err.startswith(f"lastdigit: {file}, line 2: ")
    assert complaint in output.err
    assert output.err.rstrip("\n").isprintable()
    assert len(output.err) < 1_000
    assert file.read_bytes() == before


@pytest.mark.parametrize("command", ["saved replay", "review"])
@pytest.mark.parametrize(
    ("lie", "readable"),
    [
        ("the wrong winner", poisoned()),
        ("a win without the last move", with_events(*poisoned()["events"][:2])),
        ("an event after the end", poisoned()),
        ("a move by the wrong seat", with_events(MOVE)),
    ],
)
def test_the_readable_part_of_an_invalid_record_is_replayed_before_the_error(
    command: str, lie: str, readable: Body, call: Run, tmp_path: Path
) -> None:
    line, _ = DAMAGES[lie]
    (tmp_path / "games.jsonl").write_bytes(line + b"\n")
    result = call(*command.split(), "games.jsonl")
    assert result.code == 1
    assert result.err == call("saved", "verify", "games.jsonl").err
    assert call(*command.split(), "-", typed=line_of(readable)) == CommandResult(0, result.out, "")
    assert result.out


@pytest.mark.parametrize("command", ["saved replay", "review"])
def test_only_the_error_is_printed_for_a_record_without_a_readable_start(
    command: str, call: Run, tmp_path: Path
) -> None:
    line, _ = DAMAGES["another version of the rules"]
    (tmp_path / "games.jsonl").write_bytes(line + b"\n")
    assert call(*command.split(), "games.jsonl") == call("saved", "verify", "games.jsonl")


def test_a_review_as_json_and_as_svg_covers_the_readable_part(call: Run, tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_bytes(DAMAGES["the wrong winner"][0] + b"\n")
    result = call("review", "games.jsonl", "--json", "--svg", "course.svg")
    assert result.code == 1
    assert result.err.startswith('lastdigit: games.jsonl, line 1: "result" is ')
    assert json.loads(result.out)["result"]["winner"] == 2
    assert (tmp_path / "course.svg").exists()


@pytest.mark.parametrize("body", [poisoned(), morphed()], ids=["finished", "unfinished"])
def test_the_same_records_without_damage_verify(
    body: Body, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(line_of(body) + b"\n\n" + line_of(body))
    assert main(["saved", "verify", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: 2 games checked, no rules broken.\n"


STATED = {
    "resignation": ([{"act": "resign", "seat": 2}], 1, "Player 2 resigns."),
    "time": ([{"act": "time", "seat": 1}], 2, "Time is up."),
    "abandoned": ([{"act": "abandon", "seat": 2}], 1, "Player 2 left the game."),
    "draw": ([OFFER, {"act": "accept", "seat": 2}], None, "Both players agreed to a draw."),
}


@pytest.mark.parametrize("end", STATED)
def test_time_resignation_and_agreement_are_trusted(end: str) -> None:
    events, winner, reason = STATED[end]
    body = with_events(*events)
    body["match"]["timeLimit"] = 60
    body["result"] = {"end": end, "winner": winner, "reason": reason}
    verify(from_line(json.dumps(body)))
    body["result"]["winner"] = 2 if winner == 1 else 1
    with pytest.raises(RecordError, match="result"):
        verify(from_line(json.dumps(body)))


@pytest.mark.parametrize("content", [b"", b"\n\n"], ids=["nothing", "blank lines"])
def test_a_file_without_games_does_not_verify(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    assert main(["saved", "verify", str(file)]) == 1
    assert capsys.readouterr().err.split() == f"lastdigit: {file} has no games.".split()


@pytest.mark.parametrize("lie", ["a name with an escape code", "no JSON"])
def test_a_damaged_line_is_not_replayed(call: Run, tmp_path: Path, lie: str) -> None:
    (tmp_path / "games.jsonl").write_bytes(DAMAGES[lie][0])
    result = call("saved", "replay", "games.jsonl")
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("lastdigit: games.jsonl, line 1: ")


def test_a_replay_does_not_print_the_unverified_reason_in_a_record(
    call: Run, tmp_path: Path
) -> None:
    """The reason is free text in the record. A hostile one must not control the terminal."""
    body = with_events(MOVE)
    body["result"]["reason"] = "\x1b]0;owned\x07\x1b[2J"
    (tmp_path / "games.jsonl").write_bytes(line_of(body))
    result = call("saved", "replay", "games.jsonl")
    assert "\x1b" not in result.out + result.err
    assert "owned" not in result.out


def test_a_record_of_a_game_from_a_chosen_position_can_be_read() -> None:
    players = (Player("human", "Ada"), Player("human", "Ben"))
    setup = arrange_from(lastdigit.find("digit-duel"), "2 099 011", players, package="0", seed=1)
    match = Match(setup)
    match.play("ones")
    record = from_line(to_line(match.record()))
    assert (record.setup.chosen, record.setup.first, record.setup.start) == (
        True,
        Seat.TWO,
        "2 099 011",
    )
    assert record == match.record()
    verify(record)


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        (("match", "from"), "luck", '"from" is "luck"'),
        (("start",), "2 99 11", '"start" must be written "2 099 011"'),
        (("start",), "2 099 000", '"start" cannot be a position in which the game is over'),
        (("first",), 1, '"start" must be a position with Player 1 to move, not Player 2'),
    ],
)
def test_a_chosen_position_is_checked(
    field: tuple[str, ...], value: object, complaint: str
) -> None:
    players = (Player("human", "Ada"), Player("human", "Ben"))
    game = lastdigit.find("digit-duel")
    setup = arrange_from(game, "2 099 011", players, package="0", seed=1)
    body = json.loads(to_line(Match(setup).record()))
    with pytest.raises(RecordError, match=complaint):
        verify(from_line(changed(*field, to=value, body=body).decode()))


def test_a_record_is_appended_unless_an_equal_one_is_there(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    people = (Player(HUMAN, "Ann"), Player(HUMAN, "Ben"))
    one, two = (
        Match(arrange(lastdigit.find("digit-duel"), people, package="0", first=Seat.ONE, seed=seed))
        for seed in (1, 2)
    )
    records = [one.record(), two.record()]
    assert [append_missing_record(path, record) for record in records * 2] == [
        *(True, True),
        *(False, False),
    ]
    assert [record for _, record in read_records(path)] == records
