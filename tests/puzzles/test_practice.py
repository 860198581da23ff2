"""Practice: the rating, the schedule, and mistakes that return as puzzles."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

import pytest

from lastdigit.analysis.critical import is_for_training
from lastdigit.game.game import Seat
from lastdigit.game.options import Occasion
from lastdigit.game.puzzle_source import DIFFICULTIES
from lastdigit.games import catalogue, find, find_class
from lastdigit.match.match import Match, arrange, arrange_from
from lastdigit.match.record import Act, End, Event, Player, Result, Setup
from lastdigit.puzzles.generate import FIRST_DAY, day_number, make_set
from lastdigit.puzzles.history import Mistake, mistakes_in, played_games
from lastdigit.puzzles.practice import (
    Practice,
    PracticePuzzle,
    Progress,
    RatedGame,
    Rating,
    count_by_tries,
    due_day,
    due_now,
    origin_text,
    practice_progress,
    puzzle_by_name,
    rate,
    rating_text,
    unfinished_puzzle,
    update_rating,
)
from lastdigit.puzzles.puzzle import Puzzle, grade_answer
from lastdigit.storage import Attempt, SqliteStore
from lastdigit.system import DAY, timestamp
from tests.conftest import GAMES, Run, games_with

DUEL = find_class("digit-duel")
FIRST = 1_767_571_200
"""The beginning of day 1, in seconds."""


def tried(puzzle: str, right: bool, day: int, grade: int = 1) -> Attempt:
    at = timestamp(FIRST + (day - 1) * DAY + 3_600)
    return Attempt(puzzle, DUEL.name, grade, "x", right, None, at)


def test_the_constants_of_these_tests_are_consistent() -> None:
    assert (day_number(FIRST), day_number(FIRST - 1), FIRST_DAY.year) == (1, 0, 2026)


# Ratings


def test_glickmans_published_example() -> None:
    """Of "Example of the Glicko-2 system", Mark Glickman, 2022."""
    games = [RatedGame(1400, 30, 1), RatedGame(1550, 100, 0), RatedGame(1700, 300, 0)]
    rating = update_rating(Rating(1500, 200, 0.06), games)
    assert rating.mean == pytest.approx(1464.06, abs=0.02)
    assert rating.deviation == pytest.approx(151.52, abs=0.01)
    assert rating.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_surprise_makes_the_rating_more_volatile() -> None:
    steady = Rating(1500, 30, 0.06)
    assert update_rating(steady, [RatedGame(2900, 30, 1)] * 6).volatility > 0.06


@pytest.mark.parametrize("points", [0, 1])
@pytest.mark.parametrize("mean", [1_500, 2_900])
def test_the_volatility_solves_the_equation_of_the_paper(mean: int, points: int) -> None:
    """Step 5 of the paper, solved by halving an interval."""
    scale, tau, sigma, deviation = 173.7178, 0.5, 0.06, 30 / 173.7178
    weight = 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)
    expected = 1 / (1 + math.exp(-weight * (1_500 - mean) / scale))
    variance = 1 / (6 * weight**2 * expected * (1 - expected))
    change = variance * 6 * weight * (points - expected)

    def function(x: float) -> float:
        spread = deviation**2 + variance + math.exp(x)
        first = math.exp(x) * (change**2 - spread) / (2 * spread**2)
        return first - (x - math.log(sigma**2)) / tau**2

    low, high = -20.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    found = update_rating(Rating(1_500, 30, sigma), [RatedGame(mean, 30, points)] * 6)
    assert found.volatility == pytest.approx(math.exp(low / 2), rel=1e-5)


def test_only_first_tries_are_rated_and_more_puzzles_reduce_the_deviation() -> None:
    wrong = rate([tried("a", False, 1)])
    assert rate([tried("a", False, 1), tried("a", True, 1)]) == wrong
    solved = [tried(str(number), True, 1, grade=3) for number in range(9)]
    ratings = [rate(solved[:many]) for many in (0, 3, 9)]
    assert ratings[0].deviation > ratings[1].deviation > ratings[2].deviation
    assert ratings[0].mean < ratings[1].mean < ratings[2].mean


def test_positions_reserved_for_the_exam_are_not_practised() -> None:
    for asked in islice(Practice([DUEL], [], [], 1).run(), 8):
        assert is_for_training(asked.puzzle.game, asked.puzzle.state)


# The puzzle in progress


def test_practice_continues_with_the_puzzle_that_was_tried_last() -> None:
    [puzzle, other] = make_set(find_class("digit-poison"), 2, "seed")
    wrong = tried(puzzle.name, False, 1)
    assert unfinished_puzzle([]) is None
    assert unfinished_puzzle([tried("no such puzzle", False, 1)]) is None
    progress = unfinished_puzzle([tried(other.name, False, 1), wrong])
    assert progress is not None
    assert (progress.puzzle.name, progress.tries) == (puzzle.name, (wrong,))
    assert progress.left == puzzle.tries - 1
    daily = replace(wrong, day=3)
    assert unfinished_puzzle([wrong, daily]) is None
    assert unfinished_puzzle([wrong, tried(puzzle.name, True, 1)]) is None


def test_progress_counts_the_tries_at_this_puzzle_in_practice_only() -> None:
    [puzzle, other] = make_set(find_class("digit-poison"), 2, "seed")
    wrong = tried(puzzle.name, False, 1)
    attempts = [tried(other.name, True, 1), wrong, replace(wrong, day=3)]
    progress = practice_progress(puzzle, attempts)
    assert progress.tries == (wrong,)
    assert not progress.over
    solved = practice_progress(puzzle, [*attempts, tried(puzzle.name, True, 1)])
    assert solved.tries == (), "a solved puzzle can be tried again"
    assert Progress(puzzle, (wrong, tried(puzzle.name, True, 1))).left == 0


# Puzzles that are due


def test_a_puzzle_is_due_after_1_3_7_and_21_days_and_then_learned() -> None:
    days = [11, 14, 21, 42]
    for place, day in enumerate(days):
        assert due_day(10, [(one, True) for one in days[:place]]) == day
    assert due_day(10, [(day, True) for day in days]) is None


def test_early_right_answers_change_nothing_and_wrong_ones_restart_the_schedule() -> None:
    assert due_day(10, [(11, True), (12, True)]) == 14
    assert due_day(10, [(11, True), (12, False)]) == 13


def test_only_puzzles_with_a_wrong_first_answer_are_due_the_next_day() -> None:
    attempts = [tried("wrong", False, 5), tried("wrong", True, 5), tried("right", True, 5)]
    assert due_now(attempts, [], 5) == []
    assert due_now(attempts, [], 6) == [("wrong", None)]
    assert due_now([*attempts, tried("wrong", True, 6)], [], 8) == []
    assert due_now([*attempts, tried("wrong", True, 6)], [], 9) == [("wrong", None)]


# Puzzle names


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_rebuilt_from_its_name(game: str) -> None:
    for puzzle in make_set(find_class(game), 4, "names"):
        found = puzzle_by_name(puzzle.name)
        assert found is not None
        assert (found.name, found.right, found.grade) == (puzzle.name, puzzle.right, puzzle.grade)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "digit-duel",
        "digit-duel move",
        "digit-duel move 1 x",
        "no-game move 1",
        "digit-duel a=b move 1",
        "digit-duel digits=2=3 move 1 11 11",
    ],
)
def test_a_name_that_is_no_longer_a_puzzle_is_ignored(name: str) -> None:
    assert puzzle_by_name(name) is None


# The order of puzzles


def test_practice_alternates_games_and_repeats_missed_puzzles() -> None:
    missed = make_set(DUEL, 1, "missed")[0]
    kinds = list(catalogue().values())
    practice = Practice(kinds, [tried(missed.name, False, 3)], [], 4)
    first, *others = islice(practice.run(), 1 + len(kinds))
    assert (first.puzzle.name, first.again) == (missed.name, True)
    played = {one.puzzle.game.name for one in others}
    assert set(games_with("puzzle_sources")) <= played <= set(GAMES)
    assert not any(one.again for one in others)


def test_practice_adapts_the_grade_to_right_and_wrong_answers() -> None:
    def grades(right: bool) -> list[int]:
        practice = Practice([DUEL], [], [], 1)
        asked = []
        for one in islice(practice.run(), 8):
            asked.append(one.puzzle.grade)
            practice.attempts.append(tried(one.puzzle.name, right, 1, one.puzzle.grade))
        assert len({attempt.puzzle for attempt in practice.attempts}) == 8
        return asked

    assert grades(True)[-1] == 5
    assert grades(False)[-1] == 1


@pytest.mark.prove
def test_practice_repeats_solved_puzzles_only_after_all_were_tried() -> None:
    kind = find_class("operation-obliteration")
    first = [one.puzzle.name for one in islice(Practice([kind], [], [], 1).run(), 6)]
    assert len(set(first)) == 6, "skipped puzzles are not repeated at once"
    known = [puzzle for puzzle in make_set(kind, 200, "all") if puzzle.grade == 1]
    attempts = [replace(tried(one.name, True, 1), game=kind.name, grade=1) for one in known]
    again = [one.puzzle.name for one in islice(Practice([kind], attempts, [], 1).run(), 6)]
    assert len(set(again)) == 6


# Mistakes in played games


def setup_at(position: str, own: Seat) -> Setup:
    person, computer = Player("human", "Ada"), Player("easy", "Robo")
    players = (person, computer) if own is Seat.ONE else (computer, person)
    return arrange_from(find("digit-duel"), position, players, package="1", seed=1)


def a_mistake(own: Seat) -> tuple[Puzzle, str]:
    """Return a position with a player to move, and a move that spoils its value."""
    for puzzle in make_set(DUEL, 6, "own", (1,)):
        position = puzzle.position
        if own is Seat.TWO:
            _, one, two = position.split(" ")
            position = f"2 {two} {one}"
        wrong = next(choice for choice in puzzle.choices if choice not in puzzle.right)
        return replace(puzzle, state=puzzle.game.parse_state(position)), wrong
    raise AssertionError


@pytest.mark.parametrize("own", list(Seat))
def test_a_missed_win_becomes_a_puzzle_with_the_players_own_seat(own: Seat, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games", lambda: timestamp(FIRST + 4 * DAY))
    puzzle, wrong = a_mistake(own)
    game = store.add(setup_at(puzzle.position, own))
    store.append(game, 1, Event(Act.MOVE, own, wrong), None)
    assert list(played_games(store, [DUEL])) == [], "it is not over"
    lost = Result(End.RESIGNATION, own.other, "Ada resigned.")
    store.append(game, 2, Event(Act.RESIGN, own), lost)
    (mistake,) = mistakes_in(played_games(store, [DUEL]))
    assert (mistake.game, mistake.move) == (game, wrong)
    asked = puzzle_by_name(mistake.puzzle)
    assert asked is not None
    assert asked.position == puzzle.position
    assert wrong not in asked.right
    verdict = grade_answer(asked, [wrong])
    assert not verdict.right
    assert "the computer wins" in verdict.sentences[-1]
    assert grade_answer(asked, [min(asked.right)]).right
    assert due_now([], [mistake], 5) == []
    assert due_now([], [mistake], 6) == [(mistake.puzzle, mistake)]
    store.delete([game])
    assert list(mistakes_in(played_games(store, [DUEL]))) == []


def test_games_of_two_people_at_one_keyboard_give_no_puzzles(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games", lambda: timestamp(FIRST))
    puzzle, wrong = a_mistake(Seat.ONE)
    people = (Player("human", "Ada"), Player("human", "Ben"))
    game = store.add(replace(setup_at(puzzle.position, Seat.ONE), players=people))
    store.append(game, 1, Event(Act.MOVE, Seat.ONE, wrong), None)
    store.append(game, 2, Event(Act.RESIGN, Seat.ONE), Result(End.RESIGNATION, Seat.TWO, "x."))
    assert list(played_games(store, [DUEL])) == []


@pytest.mark.prove
def test_mistakes_in_games_with_different_starts_are_the_same_puzzles(tmp_path: Path) -> None:
    kind = find_class("number-morph")
    preset = next(preset for preset in kind.presets if Occasion.LADDER in preset.suggested_for)
    store = SqliteStore(tmp_path / "games", lambda: timestamp(FIRST))
    players = Player("human", "Ada"), Player("easy", "Robo")
    for seed in range(8):
        setup = arrange(
            kind.of(dict(preset.options)), players, package="1", first=Seat.ONE, seed=seed
        )
        game, match = store.add(setup), Match(setup)
        for number in count(1):
            match.play(match.game.format_move(match.game.legal_moves(match.state)[0]))
            store.append(game, number, match.events[-1], match.result)
            if match.result is not None:
                break
    found = list(mistakes_in(played_games(store, [kind])))
    assert found
    for mistake in found:
        again = puzzle_by_name(mistake.puzzle)
        assert again is not None
        assert again.name == mistake.puzzle
        assert mistake.move not in again.right
        assert "=" not in mistake.puzzle
    assert not list(played_games(store, [DUEL]))


def test_a_mistake_in_a_game_is_asked_the_next_day(
    call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    call("play", "digit-duel", "--player-2", "perfect", "--seed", "4", typed="tens\nresign\n")
    real = time.time
    assert "You had this" not in call("practice", "digit-duel", typed="quit\n").out
    monkeypatch.setattr("lastdigit.cli.puzzles.time.time", lambda: real() + DAY)
    asked = " ".join(call("practice", "digit-duel", typed="quit\n").out.split())
    assert "You had this position in game 1 (" in asked
    assert "and played tens. What should you have played? You 9 9 9" in asked


def test_practice_prints_the_rating_only_after_an_answer(call: Run) -> None:
    skipped = call("practice", "digit-poison", typed="skip\n0123456789\nquit\n")
    assert skipped.code == 0
    assert skipped.out.count("Your rating in Digit Poison: ") == 0
    answered = call("practice", "digit-poison", typed="0 1 2 3 4 5 6 7 8 9\nskip\nquit\n")
    assert answered.out.count("Your rating in Digit Poison: ") == 1
    assert ", give or take " in answered.out
    assert call("practice", "digit-poison", typed="").code == 1
    assert call("practice", "no-game").code == 2


@pytest.mark.parametrize(
    ("tries", "counts"),
    [
        ([True], [1, 0, 0, 0]),
        ([False, True], [0, 1, 0, 0]),
        ([False, False, True], [0, 0, 1, 0]),
        ([False, False, False, True], [0, 0, 1, 0]),
        ([False], [0, 0, 0, 1]),
    ],
)
def test_daily_puzzles_are_counted_by_number_of_tries(tries: list[bool], counts: list[int]) -> None:
    attempts = [replace(tried("a", right, 3), day=3) for right in tries]
    assert count_by_tries(attempts, 4) == counts
    assert count_by_tries([tried("a", right, 3) for right in tries], 4) == [0] * 4, "practice"
    assert count_by_tries(attempts, 3)[-1] == 0, "today's may still be solved"


@pytest.mark.parametrize(
    ("tries", "due"),
    [
        ([], 11),
        ([(10, True)], 11),
        ([(11, True)], 14),
        ([(11, True), (14, False)], 15),
        ([(11, True), (14, False), (15, True)], 18),
        ([(11, True), (14, True)], 21),
        ([(11, True), (14, True), (21, True)], 42),
        ([(11, True), (14, True), (21, True), (42, True)], None),
    ],
)
def test_a_wrong_answer_starts_again_with_the_first_interval(
    tries: list[tuple[int, bool]], due: int | None
) -> None:
    assert due_day(10, tries) == due


def test_every_game_has_its_own_rating() -> None:
    own = [tried("a", True, 1), tried("b", False, 1)]
    other = [replace(tried("c", True, 1, grade=5), game="digit-poison")]
    practice = Practice([DUEL, find_class("digit-poison")], [*own, *other], [], 1)
    assert practice.rating(DUEL) == rate(own) != rate(other)
    assert practice.rating(find_class("digit-poison")) == rate(other)


@pytest.mark.parametrize(("mean", "grade"), [(100, 1), (9_000, 5)])
def test_a_rating_outside_all_grades_names_an_existing_grade(mean: int, grade: int) -> None:
    text = rating_text("Digit Duel", Rating(mean, 50, 0.06))
    assert text.startswith(f"Your rating in Digit Duel: {mean}, give or take ")
    assert text.endswith(f", about the level of {DIFFICULTIES[grade - 1]} puzzles.")


def test_repeated_puzzles_alternate_with_new_ones_or_come_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    missed = [one.name for one in make_set(DUEL, 4, "missed")]
    attempts = [tried(name, False, day) for day, name in enumerate(missed, 1)]
    practice = Practice([DUEL], attempts, [], 9)
    asked = list(islice(practice.run(), 7))
    assert [one.again for one in asked] == [True, False] * 3 + [True]
    assert [one.puzzle.name for one in asked if one.again] == missed, "longest overdue first"
    monkeypatch.setattr("lastdigit.puzzles.practice.make_set", lambda *_: [])
    assert [one.puzzle.name for one in Practice([DUEL], attempts, [], 9).run()] == missed


def test_practice_can_be_limited_to_a_grade_and_to_games() -> None:
    attempts = [tried(str(number), True, 1, grade=5) for number in range(9)]
    asked = list(islice(Practice([DUEL], attempts, [], 1, grade=1).run(), 3))
    assert {(one.puzzle.game.name, one.puzzle.grade) for one in asked} == {("digit-duel", 1)}
    poison = find_class("digit-poison")
    mistake = Mistake("digit-duel move 1 012 009", 3, "tens", timestamp(FIRST))
    other = Practice([poison], attempts, [mistake], 9)
    assert other.attempts == []
    assert not any(one.again for one in islice(other.run(), 2))


def test_a_repeated_puzzle_says_why() -> None:
    (puzzle,) = make_set(DUEL, 1, "seed")
    mistake = Mistake(puzzle.name, 3, "tens", "2026-01-07T12:00:00.000Z")
    own = PracticePuzzle(puzzle, again=True, mistake=mistake)
    expected = "and played tens. What should you have played?"
    assert origin_text(own) == f"You had this position in game 3 (2026-01-07) {expected}"
    assert origin_text(own, numbered=False) == f"You had this position on 2026-01-07 {expected}"
    assert origin_text(PracticePuzzle(puzzle, again=True)) == "You got this one wrong before."
    assert origin_text(PracticePuzzle(puzzle)) == ""


@pytest.mark.parametrize(
    ("mean", "grade"), [(1_000, 1), (1_124, 1), (1_126, 2), (1_250, 2), (1_876, 5), (2_000, 5)]
)
def test_a_rating_names_the_grade_with_the_nearest_rating(mean: int, grade: int) -> None:
    assert rating_text("x", Rating(mean, 50, 0.06)).endswith(
        f", about the level of {DIFFICULTIES[grade - 1]} puzzles."
    )
    assert ", give or take 98, " in rating_text("x", Rating(mean, 50, 0.06))


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("grade", [1, 3, 5])
def test_a_puzzle_counts_as_an_opponent_rated_by_its_grade(grade: int, right: bool) -> None:
    opponent = RatedGame(750 + 250 * grade, 0, float(right))
    assert rate([tried("a", right, 1, grade)]) == update_rating(Rating(), [opponent])
    assert Rating() == (1_250, 350, 0.06)


@pytest.mark.parametrize("options", ["divisors=[2,3]", "limit=200 divisors=[2,3]"])
def test_a_puzzle_of_a_variant_is_rebuilt_from_its_name(options: str) -> None:
    name = f"operation-obliteration {options} winner 1 7 - -"
    found = puzzle_by_name(name)
    assert found is not None
    assert found.name == name


def test_tries_count_until_the_puzzle_is_over_and_then_restart() -> None:
    (puzzle,) = make_set(find_class("digit-poison"), 1, "seed")
    assert puzzle.tries == 3
    wrong = [replace(tried(puzzle.name, False, 1), answer=str(number)) for number in range(4)]
    for count_tried, left in ((1, wrong[:1]), (2, wrong[:2]), (3, []), (4, wrong[3:])):
        progress = practice_progress(puzzle, wrong[:count_tried])
        assert progress.tries == tuple(left)
        assert progress.left == 3 - len(left)


def test_new_puzzles_come_before_tried_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [
        puzzle for puzzle in make_set(DUEL, 20, "new") if is_for_training(puzzle.game, puzzle.state)
    ][:3]
    monkeypatch.setattr("lastdigit.puzzles.practice.make_set", lambda *_: made)
    right = [tried(puzzle.name, True, 1) for puzzle in made]

    def asked(attempts: list[Attempt]) -> list[str]:
        return [one.puzzle.name for one in islice(Practice([DUEL], attempts, [], 1).run(), 9)]

    names = [puzzle.name for puzzle in made]
    assert asked([]) == names
    assert asked(right[:1]) == [*names[1:], names[0]]
    assert asked(right) == names, "there is nothing new"
