"""Every answer, depth and reason of a puzzle follows from the rules."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import permutations
from typing import Any

import pytest

import lastdigit
from lastdigit.errors import LastDigitError, UsageError
from lastdigit.executors.base import Outcome, SerialExecutor
from lastdigit.game.game import ONE, AnyGame, State, Value
from lastdigit.game.puzzle_source import Draw, Task, puzzle_sources_of
from lastdigit.games import find_class
from lastdigit.games.digit_dilemma.rules import State as Boards
from lastdigit.games.digit_dilemma.variants import DigitDilemma
from lastdigit.games.digit_duel.rules import State as Numbers
from lastdigit.games.digit_duel.variants import DigitDuel
from lastdigit.puzzles.generate import (
    SetRequest,
    choose,
    grades_of,
    make_set,
    make_sets,
    survey_text,
)
from lastdigit.puzzles.puzzle import OTHER, WINNERS, YOU, Puzzle, depth_to_find, grade_answer
from lastdigit.solver import FAR, solver_for, split
from tests.conftest import GAMES as ALL_GAMES
from tests.puzzles.days import is_promised
from tests.sizes import sampled

Size = Callable[..., int]
GAMES = [game for game in ALL_GAMES if is_promised(game)]
FAST = [game for game in GAMES if game != "number-morph"]
every_game = pytest.mark.parametrize("game", sampled(GAMES, *FAST))


COUNT = {"number-morph": 12}
"""The number of puzzles in a set, 24 except in games whose puzzles take longer."""


@cache
def a_set(game: str, seed: str = "tests") -> list[Puzzle]:
    return make_set(find_class(game), COUNT.get(game, 24), seed)


def wins(game: AnyGame, state: State, depth: int) -> bool:
    """Return whether the mover wins within a number of turns, by plain search."""
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome.winner is state.mover
    after = [game.successor(state, move) for move in game.legal_moves(state)]
    return depth > 0 and any(loses(game, later, depth - 1) for later in after)


def loses(game: AnyGame, state: State, depth: int) -> bool:
    """Return whether the mover loses within a number of turns with every move."""
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome.winner is not state.mover
    after = [game.successor(state, move) for move in game.legal_moves(state)]
    return depth > 0 and all(wins(game, later, depth - 1) for later in after)


@pytest.mark.parametrize("game", sampled(GAMES, "digit-poison", "operation-obliteration"))
def test_a_set_depends_only_on_its_seed_and_its_puzzles_all_differ(game: str) -> None:
    made = a_set(game)
    count = COUNT.get(game, 24)
    assert made[:4] == make_set(find_class(game), count, "tests")[:4]
    assert len({puzzle.appearance for puzzle in made}) == len(made) == count
    assert a_set(game, "a") != made


@pytest.mark.parametrize("game", GAMES)
def test_plain_search_finds_the_same_right_answers(game: str) -> None:
    """Only puzzles near enough to the end for a search without a solver are compared."""
    searched = 0
    for puzzle in a_set(game):
        rules, state = puzzle.game, puzzle.state
        moves = {rules.format_move(move): move for move in rules.legal_moves(state)}
        if puzzle.task is Task.LOSERS:
            losing = [
                text for text, move in moves.items() if wins(rules, rules.successor(state, move), 0)
            ]
            assert puzzle.right == {" ".join(losing)}
            searched += 1
        elif (plies := solver_for(rules).solution(state).remoteness) and plies <= 4:
            after = {text: rules.successor(state, move) for text, move in moves.items()}
            winning = {text for text in after if loses(rules, after[text], plies - 1)}
            if puzzle.task is Task.WINNER:
                assert puzzle.right == {YOU if winning else OTHER}
            else:
                assert puzzle.right == winning
            searched += 1
    assert searched >= 3


def test_depth_agrees_with_a_search_that_ends_with_the_rule_of_thumb() -> None:
    duel = DigitDuel()
    compared = Counter[int]()
    for own in range(11, 40):
        for other in range(1, 40, 3):
            state = Numbers(ONE, own, other)
            solver = solver_for(duel)
            branches = solver.branches(state)
            if not split(branches)[1]:
                continue
            right = {branch.move for branch in split(branches)[0]}
            thumb = solver.greedy(state)
            expected = FAR
            for depth in range(6):
                after = {move: duel.successor(state, move) for move in duel.legal_moves(state)}
                won = {move for move in after if depth and loses(duel, after[move], depth - 1)}
                lost = {move for move in after if depth and wins(duel, after[move], depth - 1)}
                best = won or (set(after) - lost) or set(after)
                if best <= right or (thumb in best and thumb in right):
                    expected = depth
                    break
            found = depth_to_find(solver, state, branches)
            assert found == expected or (expected == FAR and found > 5)
            compared[expected] += 1
    assert len(compared) > 3, "positions of several depths were compared"


@pytest.mark.parametrize("game", sampled(GAMES, *GAMES[:3]))
def test_no_simple_strategy_is_right_more_often_than_chance(game: str) -> None:
    puzzles = [one for seed in "abc" for one in a_set(game, seed)]
    chance = sum(puzzle.chance for puzzle in puzzles)
    guesses = Counter(way for puzzle in puzzles for way in puzzle.solved_by)
    for way, right in guesses.items():
        # Each of the three sets, in each of its grades, may be up to one puzzle off by rounding.
        rounding = 0 if way.startswith("always") else 3
        limit = len(puzzles) / 2 if way.startswith("always") else chance + rounding
        assert right <= limit, f"{way} is right {right} times, chance would be {chance:.1f}"


@every_game
def test_a_set_has_the_grades_of_its_game(game: str) -> None:
    grades = {puzzle.grade for puzzle in a_set(game)}
    assert grades <= set(grades_of(find_class(game))) | {3, 4}
    assert min(grades) == 1


@every_game
def test_every_wrong_answer_is_refuted_and_the_right_one_has_a_reason(game: str) -> None:
    for puzzle in a_set(game):
        for answer in puzzle.choices:
            if answer not in puzzle.right and puzzle.task is not Task.PLAY:
                verdict = grade_answer(puzzle, [answer])
                assert not verdict.right
                assert verdict.sentences
        if puzzle.task is not Task.PLAY:
            verdict = grade_answer(puzzle, sorted(puzzle.right)[:1])
            assert verdict.right
            assert verdict.done
            assert verdict.sentences[0]
        assert 1 <= puzzle.tries < max(2, len(puzzle.choices))


@pytest.mark.parametrize("game", [game for game in GAMES if game != "digit-poison"])
def test_a_win_that_is_played_out_ends_in_time(game: str) -> None:
    played = [puzzle for puzzle in a_set(game) if puzzle.task is Task.PLAY]
    assert played
    for puzzle in played:
        answers: list[str] = []
        state = puzzle.state
        verdict = None
        while verdict is None or not verdict.done:
            best = solver_for(puzzle.game).best(state)[0]
            answers.append(puzzle.game.format_move(best.move))
            verdict = grade_answer(puzzle, answers)
            assert verdict.right
            if verdict.position:
                state = puzzle.game.parse_state(verdict.position)
        assert puzzle.plies is not None
        assert 2 * len(answers) in (puzzle.plies, puzzle.plies + 1)


def test_an_illegal_move_is_refused_with_a_reason_and_not_graded() -> None:
    puzzle = next(one for one in a_set("number-morph") if one.task is Task.MOVE)
    number = puzzle.position.split()[1]
    with pytest.raises(UsageError, match=f"is already {number[2]}"):
        grade_answer(puzzle, [f"units {number[2]}"])
    with pytest.raises(UsageError, match="isn't one of"):
        grade_answer(a_set("digit-poison")[0], ["12"])


@pytest.mark.prove
def test_digit_duel_and_digit_dilemma_have_more_than_ten_thousand_puzzles(size: Size) -> None:
    """A sample of all positions, or all of them."""
    step = size(sample=40, full=1)
    duel = solver_for(DigitDuel())
    pairs = [(own, other) for own in range(1, 1000) for other in range(1, 1000)][::step]
    found = sum(has_one_win(DigitDuel(), Numbers(ONE, *pair)) for pair in pairs)
    assert duel is solver_for(DigitDuel())
    assert found * step > 10_000
    boards = sorted({"".join(one) for one in permutations("0123456789_", 3) if "_" in one})
    twos = [(own, other) for own in boards for other in boards if not set(own) & set(other) - {"_"}]
    found = sum(has_one_win(DigitDilemma(), Boards(ONE, *pair)) for pair in twos[::step])
    assert found * step > 10_000


def has_one_win(game: AnyGame, state: State) -> bool:
    branches = solver_for(game).branches(state)
    return len(branches) > 1 and sum(branch.value is Value.WIN for branch in branches) == 1


def test_winner_answers_are_from_the_view_of_the_mover() -> None:
    for puzzle in a_set("operation-obliteration"):
        if puzzle.task is Task.WINNER:
            value = solver_for(puzzle.game).solution(puzzle.state).value
            assert puzzle.right == {WINNERS[value]}


def test_the_general_source_finds_puzzles_in_any_game() -> None:
    source = puzzle_sources_of(find_class("digit-dilemma"))[-1][1]
    general = type(source).__mro__[1](find_class("digit-dilemma"))
    game, state = next(iter(general.positions(Draw("any"), 0.0)))
    assert state.mover is ONE
    assert game == lastdigit.find("digit-dilemma")


def test_only_one_of_several_puzzles_that_look_alike_is_chosen() -> None:
    made = a_set("digit-dilemma")
    for size in (1, 3, len(made)):
        chosen = choose([*made, *made], size, "label")
        assert len(chosen) == len({puzzle.appearance for puzzle in chosen}) == size
    assert choose(made[:2], 3, "label") == made[:2], "a smaller set is better than none"


SETS = {
    "digit-dilemma": "cf92bb023df3824a",
    "digit-duel": "f48440751a9a74c5",
    "digit-poison": "6498efa9043c040c",
    "number-morph": "e0909424fcb9a94b",
    "operation-obliteration": "4ff9394a472d55e7",
}


@pytest.mark.parametrize("game", SETS)
def test_a_seed_makes_the_same_set_in_every_version(game: str) -> None:
    """The command that a worksheet prints makes the same worksheet again."""
    names = "\n".join(puzzle.name for puzzle in make_set(find_class(game), 10, "golden"))
    assert hashlib.sha256(names.encode()).hexdigest()[:16] == SETS[game]


class Failing(SerialExecutor):
    """Workers that never return a result."""

    def __init__(self, fault: str) -> None:
        self._fault = fault

    def run(self, _: object, items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            yield Outcome(item, None, self._fault)


def test_sets_are_made_in_the_order_of_the_requests() -> None:
    requests = [SetRequest("digit-poison", 2, seed) for seed in ("a", "b")]
    assert make_sets(SerialExecutor(), requests) == [
        make_set(find_class("digit-poison"), 2, seed) for seed in ("a", "b")
    ]


@pytest.mark.parametrize(
    ("fault", "message"), [("No memory.", "^No memory.$"), ("", "crashed repeatedly")]
)
def test_a_set_that_cannot_be_made_is_reported(fault: str, message: str) -> None:
    with pytest.raises(LastDigitError, match=message):
        make_sets(Failing(fault), [SetRequest("digit-poison", 2, "a")])


def test_a_survey_counts_the_puzzles_of_a_set() -> None:
    kind = find_class("digit-duel")
    made = make_set(kind, 10, "golden")
    text = survey_text(kind, made)
    assert text.startswith(
        "Digit Duel: 10 puzzles. Difficulties: very easy, easy, medium, hard, very hard.\n"
    )
    assert "\ndifficulty: very easy (1), easy (3), medium (2), hard (2), very hard (2)\n" in text
    places = Counter(puzzle.choices.index(min(puzzle.right)) + 1 for puzzle in made)
    content = ", ".join(f"{place} ({places[place]})" for place in sorted(places))
    assert f"\nplace of the answer: {content}\n" in text
    assert f"\nright by chance: {sum(puzzle.chance for puzzle in made):.1f}\n" in text
