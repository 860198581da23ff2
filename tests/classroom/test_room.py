"""A classroom computed from its events: pairings, byes and void games."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from lastdigit.classroom.room import (
    Adjusted,
    Answered,
    Closed,
    Ended,
    Freed,
    Joined,
    Kind,
    LeftOut,
    Leg,
    Opened,
    Paired,
    PuzzleProgress,
    Renamed,
    Room,
    RoomEvent,
    Started,
    TakenBack,
    Voided,
    games_to_play,
    next_games,
    parse_event,
    read_room,
    serialize_event,
)
from lastdigit.classroom.standings import GameReview, games_csv, standings, standings_csv
from lastdigit.errors import RecordError

OPENED = Opened("Class 6b", Kind.EVERYONE, "digit-duel", seed=7, preset="classic")
EVERY_EVENT: list[RoomEvent] = [
    OPENED,
    Adjusted(300, 2, 4),
    Joined("Ada <b>"),
    Renamed(1, "Ada"),
    Freed(1),
    LeftOut(1),
    TakenBack(1),
    Paired(1, 2),
    Started(1, 2, "code"),
    Ended("code", 0),
    Voided("code"),
    Answered(1, 3, "tens 7", right=True, over=True),
    Closed(),
]


def room_of(*names: str, kind: Kind = Kind.EVERYONE) -> Room:
    opened = Opened("Class 6b", kind, "digit-duel", seed=7, count=3)
    joined = [(Joined(name), name.lower()) for name in names]
    return read_room([(opened, "teacher"), *joined])


def start(room: Room, leg: Leg) -> str:
    match = f"match {room.number}"
    room.apply(Started(leg.one, leg.two, match), "")
    return match


def play(room: Room, one: int, two: int, winner: int) -> Leg:
    """Play the next game of two pupils."""
    leg = room.next_leg(one, two)
    assert leg is not None
    room.apply(Ended(start(room, leg), winner), "")
    return leg


@pytest.mark.parametrize("event", EVERY_EVENT, ids=lambda event: type(event).__name__)
def test_every_event_survives_a_round_trip(event: RoomEvent) -> None:
    assert parse_event(serialize_event(event)) == event


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"do": "danced"}', "is not a class event"),
        ('{"do": "freed"}', '"pupil" is missing'),
        ('{"do": "freed", "pupil": -1}', "below zero"),
        ('{"do": "freed", "pupil": 1, "name": "x"}', "not a known field"),
        ("[]", "object"),
    ],
)
def test_an_invalid_event_is_refused(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        parse_event(text)


@pytest.mark.parametrize(
    "events",
    [
        [],
        [(Joined("Ada"), "")],
        [(OPENED, "t"), (OPENED, "t")],
        [(OPENED, "t"), (Freed(1), "t")],
        [(OPENED, "t"), (Joined("Ada"), "a"), (Paired(1, 1), "t")],
        [(OPENED, "t"), (Joined("Ada"), "a"), (Joined("ADA"), "b")],
        [(OPENED, "t"), (Closed(), "t"), (Joined("Ada"), "a")],
        [(Opened("", "dance", "digit-duel", 1), "t")],
    ],
)
def test_an_impossible_sequence_of_events_is_refused(events: list[tuple[RoomEvent, str]]) -> None:
    with pytest.raises(RecordError):
        read_room(events)


def test_a_classroom_with_names_that_look_alike_can_still_be_read() -> None:
    """Until names were compared more strictly, such pupils could join."""
    events: list[tuple[RoomEvent, str]] = [
        (OPENED, "t"),
        (Joined("Ada"), "a"),
        (Joined("Ⓐda"), "b"),
        (Freed(1), "t"),
        (Joined("𝐀da"), "c"),  # noqa: RUF001 - a bold letter
        (Joined("Αda"), "d"),  # noqa: RUF001 - a Greek letter
        (Renamed(4, "Ａda"), "t"),  # noqa: RUF001 - a wide letter
    ]
    room = read_room(events)
    names = [(pupil.name, pupil.person) for pupil in room.pupils.values()]
    assert names == [("Ada", ""), ("Ⓐda", "b"), ("𝐀da", "c"), ("Ａda", "d")]  # noqa: RUF001
    ada, circled = room.named("ADA"), room.named("Ⓐda")
    assert (ada, circled) == (room.pupils[1], room.pupils[2]), "the same letters come first"


def test_a_pairing_is_two_games_from_one_start_and_each_pupil_begins_once() -> None:
    room = room_of("Ada", "Ben")
    first = play(room, 1, 2, winner=1)
    second = play(room, 2, 1, winner=1)
    assert (second.one, second.two, second.seed) == (first.two, first.one, first.seed)
    assert room.next_leg(1, 2) is None


def test_every_pairing_has_its_own_start() -> None:
    room = room_of("Ada", "Ben", "Clara", "Dan")
    legs = [room.next_leg(one, two) for one, two in combinations(room.pupils, 2)]
    assert len({leg.seed for leg in legs if leg}) == 6
    # Even before the second legs, all pupils have begun about equally often.
    assert max(Counter(leg.one for leg in legs if leg).values()) == 2


def test_waiting_pupils_finish_a_started_pairing_before_a_new_one() -> None:
    room = room_of("Ada", "Ben", "Clara", "Dan")
    assert next_games(room, [3]) == []
    (leg,) = next_games(room, [3, 1])
    assert {leg.one, leg.two} == {1, 3}
    start(room, leg)
    assert next_games(room, [1, 3]) == []  # they are already playing
    assert len(next_games(room, [1, 2, 3, 4])) == 1
    room.apply(Ended(room.games_in_progress()[0].match, 1), "")
    pairs = [{leg.one, leg.two} for leg in next_games(room, [1, 2, 3, 4])]
    assert pairs == [{1, 3}, {2, 4}]


def test_all_pupils_play_each_other_twice_in_any_order_of_waiting() -> None:
    for seed in range(5):
        random, room = Random(seed), room_of(*(f"Pupil {number}" for number in range(9)))
        waiting: list[int] = []
        while any(games_to_play(room, number) for number in room.pupils):
            free = [one for one in room.pupils if one not in waiting and one not in room.playing]
            waiting += random.sample(free, random.randint(0, len(free)))
            for leg in next_games(room, waiting):
                start(room, leg)
                waiting = [one for one in waiting if one not in (leg.one, leg.two)]
            running = room.games_in_progress()
            for game in random.sample(running, random.randint(0, len(running))):
                room.apply(Ended(game.match, random.choice((0, game.one, game.two))), "")
        seats = Counter((game.one, game.two) for game in room.games.values())
        assert set(seats.values()) == {1}
        assert len(seats) == 9 * 8


def test_removing_a_pupil_keeps_finished_games_and_voids_the_others() -> None:
    room = room_of("Ada", "Ben", "Clara")
    play(room, 1, 2, winner=2)
    leg = room.next_leg(1, 3)
    assert leg is not None
    match = start(room, leg)
    assert games_to_play(room, 3) == 3
    room.apply(LeftOut(1), "teacher")
    assert room.games_in_progress() == []
    assert games_to_play(room, 1) == 0
    assert games_to_play(room, 3) == 2
    assert [one.pupil.won for one in standings(room)] == [1, 0, 0]
    assert len(next_games(room, [1, 2, 3])) == 1
    room.apply(Ended(match, 1), "")  # that game is void: its end does not count
    assert [one.pupil.won for one in standings(room)] == [1, 0, 0]
    room.apply(TakenBack(1), "teacher")
    assert room.next_leg(1, 3) == leg


def test_a_void_game_is_played_again() -> None:
    room = room_of("Ada", "Ben")
    leg = room.next_leg(1, 2)
    assert leg is not None
    room.apply(Voided(start(room, leg)), "")
    assert not room.playing
    assert room.next_leg(1, 2) == leg
    play(room, 1, 2, winner=1)
    room.apply(Voided("of another room"), "")
    assert [one.pupil.won for one in standings(room)] == [1, 0]


def test_in_a_class_paired_by_hand_only_the_teachers_pairs_play() -> None:
    room = room_of("Ada", "Ben", "Clara", kind=Kind.BY_HAND)
    assert next_games(room, [1, 2, 3]) == []
    room.apply(Paired(3, 1), "teacher")
    first, second = play(room, 1, 3, winner=0), play(room, 1, 3, winner=0)
    assert room.next_leg(1, 3) is None
    room.apply(Paired(1, 3), "teacher")
    again = room.next_leg(1, 3)
    assert again is not None
    assert first.seed == second.seed != again.seed


def test_a_pupil_rejoins_a_freed_place_by_name() -> None:
    room = room_of("Ada", "Ben")
    room.apply(Freed(1), "teacher")
    assert room.pupil_of("") is None
    room.apply(Joined("ada"), "another device")
    found = room.pupil_of("another device")
    assert found is not None
    assert (found.number, found.name) == (1, "Ada")
    room.apply(Renamed(1, "Eve"), "teacher")
    assert room.named("EVE") is found


def test_standings_count_draws_as_half_and_ties_share_a_place() -> None:
    room = room_of("Dan", "Clara", "Ben", "Ada")
    play(room, 1, 2, winner=1)
    play(room, 1, 3, winner=0)
    play(room, 2, 3, winner=3)
    rows = [
        (one.place, one.pupil.name, one.points, one.pupil.won, one.pupil.drawn, one.pupil.lost)
        for one in standings(room)
    ]
    assert rows == [
        (1, "Ben", "1.5", 1, 1, 0),
        (1, "Dan", "1.5", 1, 1, 0),
        (3, "Ada", "0", 0, 0, 0),
        (3, "Clara", "0", 0, 0, 2),
    ]


def test_every_solved_puzzle_counts_one_point() -> None:
    room = room_of("Ada", "Ben", kind=Kind.PUZZLES)
    room.apply(Answered(2, 1, "tens", right=False, over=False), "ben")
    room.apply(Answered(2, 1, "ones", right=True, over=True), "ben")
    room.apply(Answered(1, 2, "ones", right=False, over=True), "ada")
    assert room.pupils[2].puzzles == {1: PuzzleProgress(("tens", "ones"), solved=True, over=True)}
    assert [(one.place, one.pupil.name, one.points) for one in standings(room)] == [
        (1, "Ben", "1"),
        (2, "Ada", "0"),
    ]
    assert standings_csv(room).splitlines() == [
        "\ufeffPlace,Name,Points,Puzzle 1,Puzzle 2,Puzzle 3",
        "1,Ben,1,solved on try 2,,",
        "2,Ada,0,,not solved,",
    ]


def test_the_csv_file_has_a_line_for_every_finished_game() -> None:
    room = room_of("Ada", "=Ben")
    for match, winner in (("first", 2), ("second", 0), ("third", None)):
        room.apply(Started(1, 2, match), "")
        if winner is not None:
            room.apply(Ended(match, winner), "")
    known = {"first": GameReview("2026-11-16", 7, ("1 of 2", "0 of 0")), "second": GameReview()}
    head, *lines = games_csv(room, known).splitlines()
    assert head == '\ufeffClass,Ended,Began,Other,Winner,Turns,"Right, began","Right, other"'
    assert lines == [
        f"{room.title},2026-11-16,Ada,'=Ben,'=Ben,7,1 of 2,0 of 0",
        f"{room.title},,Ada,'=Ben,draw,,,",
    ]


def test_names_in_the_csv_file_are_quoted_and_never_formulas() -> None:
    names = ['=HYPERLINK("x")', "+1", "-1", "@SUM(A1)", "\uff1d1", 'Ann, "A"', "Zoë", "  =1"]
    lines = standings_csv(room_of(*names)).splitlines()
    assert lines[0] == "\ufeffPlace,Name,Points,Won,Drawn,Lost,To play"
    cells = {line.removeprefix("1,").removesuffix(",0,0,0,0,14") for line in lines[1:]}
    assert cells == {
        '"\'=HYPERLINK(""x"")"',
        "'+1",
        "'-1",
        "'@SUM(A1)",
        "'\uff1d1",
        '"Ann, ""A"""',
        "Zoë",
        "'  =1",
    }


def test_with_two_rounds_each_pupil_plays_at_most_two_others() -> None:
    room = room_of(*"ABCDEF")
    room.apply(Adjusted(seconds=0, increment=0, rounds=2), "teacher")
    assert [games_to_play(room, number) for number in room.pupils] == [4] * 6
    while legs := next_games(room, room.pupils):
        for leg in legs:
            room.apply(Ended(start(room, leg), leg.one), "")
    assert set(room.begun.values()) <= {0, 2}
    opponents = [room.opponents[number] for number in room.pupils]
    assert max(opponents) == 2
    assert sum(opponents) >= 10, "the last two pupils may have played each other already"
    assert [games_to_play(room, number) for number in room.pupils] == [0] * 6
    room.apply(Adjusted(seconds=0, increment=0, rounds=0), "teacher")
    left = [games_to_play(room, number) for number in room.pupils]
    assert left == [2 * (5 - met) for met in opponents]


def test_a_void_game_leaves_a_round_to_play() -> None:
    room = room_of("Ada", "Ben", "Clara")
    room.apply(Adjusted(seconds=0, increment=0, rounds=1), "teacher")
    leg = room.next_leg(1, 2)
    assert leg is not None
    match = start(room, leg)
    assert room.next_leg(1, 3) is None
    room.apply(Voided(match), "")
    assert room.next_leg(1, 3) is not None


def test_a_clock_is_set_and_removed() -> None:
    room = room_of("Ada", "Ben")
    room.apply(Adjusted(seconds=300, increment=2, rounds=0), "teacher")
    assert room.clock == (300, 2)
    room.apply(Adjusted(seconds=0, increment=0, rounds=0), "teacher")
    assert room.clock is None
