"""Single puzzles: which positions are suitable, what is asked, and which answers are possible."""

from __future__ import annotations

from itertools import product

import pytest

import lastdigit
from lastdigit.errors import UsageError
from lastdigit.game.game import Value
from lastdigit.game.puzzle_source import PuzzleSource, Task
from lastdigit.games import find_class
from lastdigit.puzzles.puzzle import (
    NOBODY,
    OTHER,
    YOU,
    Puzzle,
    certify,
    certify_position,
    grade_answer,
    grade_of,
    parse_answer,
    puzzle_data,
    solved_data,
)
from lastdigit.solver import FAR, solver_for

DUEL = lastdigit.find("digit-duel")
OBLITERATION = lastdigit.find("operation-obliteration")


def certified(name: str, position: str, task: Task) -> Puzzle | None:
    kind = find_class(name)
    game = kind()
    return certify(PuzzleSource(kind), game, game.parse_state(position), task)


def puzzle_of(name: str, position: str, task: Task) -> Puzzle:
    found = certified(name, position, task)
    assert found is not None
    return found


@pytest.mark.parametrize("task", [Task.MOVE, Task.PLAY, Task.WINNER])
def test_a_position_is_suitable_if_its_values_say_so(task: Task) -> None:
    seen = set()
    for own, other in product(range(9, 40), range(1, 40, 3)):
        position = f"1 {own:03} {other:03}"
        state = DUEL.parse_state(position)
        branches = solver_for(DUEL).branches(state)
        plies = solver_for(DUEL).solution(state).remoteness or 0
        wins = sum(branch.value is Value.WIN for branch in branches)
        one_wins = wins == 1 < len(branches)
        suitable = {
            Task.MOVE: one_wins,
            Task.PLAY: one_wins and plies in range(3, 8),
            Task.WINNER: plies != 1,
        }[task]
        assert (certified("digit-duel", position, task) is not None) is suitable, position
        seen.add(suitable)
    assert seen == {False, True}


def test_losing_moves_are_asked_for_if_other_moves_do_not_lose() -> None:
    puzzle = puzzle_of("digit-poison", "1 -", Task.LOSERS)
    assert (set(puzzle.right), puzzle.depth) == ({"0 3 6 9"}, 1)
    assert certified("digit-poison", "1 111111112", Task.LOSERS) is None, "all lose"
    assert certified("digit-duel", "1 039 039", Task.LOSERS) is None, "none loses at once"


def test_a_position_of_a_game_is_a_puzzle_if_a_move_spoils_it() -> None:
    for own, other in product(range(9, 40), range(1, 40, 7)):
        state = DUEL.parse_state(f"1 {own:03} {other:03}")
        values = {branch.value for branch in solver_for(DUEL).branches(state)}
        assert (certify_position(DUEL, state) is not None) is (len(values) > 1)


@pytest.mark.parametrize(
    ("position", "question"),
    [
        ("1 3 - -", "One move wins. Which?"),
        ("1 5 - -", "Find a move that wins."),
        ("1 2 - -", "You cannot win here. Which move keeps the draw?"),
    ],
)
def test_the_question_says_what_to_find(position: str, question: str) -> None:
    found = certify_position(OBLITERATION, OBLITERATION.parse_state(position))
    assert found is not None
    assert found.question == question


def test_a_puzzle_has_up_to_three_tries_but_fewer_than_choices() -> None:
    two = certify_position(OBLITERATION, OBLITERATION.parse_state("1 2 add -"))
    three = certify_position(OBLITERATION, OBLITERATION.parse_state("1 2 - -"))
    ten = puzzle_of("digit-poison", "1 -", Task.LOSERS)
    assert two is not None
    assert three is not None
    assert [one.tries for one in (two, three, ten)] == [1, 2, 3]
    assert (two.chance, three.chance) == (1 / 2, 1 / 3)


@pytest.mark.parametrize(
    ("depth", "grade"),
    [(0, 1), (2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4), (17, 5), (FAR, 5)],
)
def test_the_grade_follows_from_the_depth(depth: int, grade: int) -> None:
    assert grade_of(depth) == grade


@pytest.mark.parametrize(
    ("position", "right", "depth"),
    [("1 3 - -", YOU, 3), ("1 9 - -", OTHER, 4), ("1 1 - -", NOBODY, FAR)],
)
def test_the_right_winner_can_be_neither_player(position: str, right: str, depth: int) -> None:
    puzzle = puzzle_of("operation-obliteration", position, Task.WINNER)
    assert (set(puzzle.right), puzzle.depth) == ({right}, depth)
    for answer in (YOU, OTHER, NOBODY):
        assert grade_answer(puzzle, [answer]).right is (answer == right)
    with pytest.raises(UsageError, match='"me" isn\'t one of you, the other, nobody'):
        parse_answer(puzzle, "me")


@pytest.mark.parametrize(
    ("answer", "right", "sentence"),
    [
        ("9, 6 3 0 3", True, "0"),
        ("0 3 6", False, "These moves lose, but there are others."),
        ("0 3 6 9 1", False, "Not 1."),
    ],
)
def test_a_list_of_moves_is_complete_in_any_order(answer: str, right: bool, sentence: str) -> None:
    verdict = grade_answer(puzzle_of("digit-poison", "1 -", Task.LOSERS), [answer])
    assert (verdict.right, verdict.done) == (right, right)
    assert sentence in verdict.sentences[0]


@pytest.mark.parametrize("answer", ["", "x", "0 x"])
def test_a_list_has_only_possible_moves(answer: str) -> None:
    with pytest.raises(UsageError, match="isn't one of 0, 1, 2"):
        parse_answer(puzzle_of("digit-poison", "1 -", Task.LOSERS), answer)


def test_a_win_is_played_out_move_by_move() -> None:
    puzzle = puzzle_of("operation-obliteration", "1 3 - -", Task.PLAY)
    assert (puzzle.plies, puzzle.question) == (
        3,
        "You can win in 3 turns, counting both players. Play it out.",
    )
    verdict = grade_answer(puzzle, ["multiply"])
    assert (verdict.right, verdict.done) == (True, False)
    assert verdict.reply is not None
    assert verdict.position is not None
    state = OBLITERATION.parse_state(verdict.position)
    (win, *_) = (
        OBLITERATION.format_move(branch.move) for branch in solver_for(OBLITERATION).best(state)
    )
    assert grade_answer(puzzle, ["multiply", win]).done
    assert not grade_answer(puzzle, ["add"]).right
    for answers, reason in (
        (["divide"], "is not a move here"),
        (["add", "add"], "was already wrong"),
        (["multiply", win, win], "You have already won"),
    ):
        with pytest.raises(UsageError, match=reason):
            grade_answer(puzzle, answers)


@pytest.mark.parametrize(
    ("task", "hidden"), [(Task.MOVE, True), (Task.WINNER, False)], ids=["a move", "the winner"]
)
def test_moves_are_not_listed_if_they_are_a_hint(task: Task, hidden: bool) -> None:
    found = certify_position(OBLITERATION, OBLITERATION.parse_state("1 3 - -"))
    assert found is not None
    assert puzzle_data(found)["choices"] == list(found.choices)
    morph = lastdigit.find("number-morph")
    puzzle = Puzzle(morph, morph.parse_state("1 211 211"), task, frozenset(), ("a", "b"), 0)
    assert puzzle_data(puzzle)["choices"] == ([] if hidden else ["a", "b"])


@pytest.mark.parametrize(
    ("position", "answer", "sentences"),
    [
        (
            "1 3 - -",
            OTHER,
            ("Look at multiply.", "You multiplied 3 by 3 and added 1. The number is now 10."),
        ),
        (
            "1 3 - -",
            NOBODY,
            ("Look at multiply.", "You multiplied 3 by 3 and added 1. The number is now 10."),
        ),
        ("1 2 - -", OTHER, ("Look at subtract.", "You subtracted 1 from 2. The number is now 1.")),
        (
            "1 2 - -",
            YOU,
            (
                "Even after subtract:",
                "You subtracted 1 from 2. The number is now 1.",
                "The computer multiplied 1 by 3 and added 1. The number is now 4.",
            ),
        ),
        (
            "1 9 - -",
            NOBODY,
            (
                "Even after multiply:",
                "You multiplied 9 by 3 and added 1. The number is now 28.",
                "The computer halved 28. The number is now 14.",
            ),
        ),
    ],
)
def test_a_wrong_winner_is_refuted_by_a_move_or_by_the_reply(
    position: str, answer: str, sentences: tuple[str, ...]
) -> None:
    puzzle = puzzle_of("operation-obliteration", position, Task.WINNER)
    assert grade_answer(puzzle, [answer]).sentences == sentences


@pytest.mark.parametrize(
    ("position", "answer", "last"),
    [
        ("1 3 - -", "add", "From there, neither player can force a win."),
        ("1 5 add -", "subtract", "From there the computer wins."),
    ],
)
def test_a_wrong_move_is_refuted_by_who_wins_then(position: str, answer: str, last: str) -> None:
    puzzle = certify_position(OBLITERATION, OBLITERATION.parse_state(position))
    assert puzzle is not None
    assert grade_answer(puzzle, [answer]).sentences[-1] == last


@pytest.mark.parametrize(
    ("name", "position", "guesses"),
    [
        ("digit-duel", "1 045 104", {"first move", "largest digit"}),
        ("digit-duel", "1 741 706", {"last move"}),
        ("digit-duel", "1 561 556", {"one turn ahead", "rule of thumb"}),
        ("digit-duel", "1 872 871", set()),
        ("digit-dilemma", "1 59_ 361", {"one turn ahead"}),
        ("digit-dilemma", "1 _65 921", {"largest digit", "last move", "one turn ahead"}),
    ],
)
def test_simple_strategies_that_solve_a_puzzle_are_listed(
    name: str, position: str, guesses: set[str]
) -> None:
    assert set(puzzle_of(name, position, Task.MOVE).solved_by) == guesses


def test_a_win_that_takes_longer_is_not_right_when_a_win_is_played_out() -> None:
    puzzle = puzzle_of("digit-duel", "1 026 017", Task.PLAY)
    slower = grade_answer(puzzle, ["ones", "tens"])
    assert (slower.right, slower.sentences[-1]) == (False, "That wins too, but it takes longer.")
    (lost,) = set(puzzle.choices) - puzzle.right
    wrong = grade_answer(puzzle, [lost])
    assert (wrong.right, wrong.sentences[-1]) == (False, "From there the computer wins.")


def test_a_solved_puzzle_refutes_every_wrong_answer() -> None:
    puzzle = puzzle_of("operation-obliteration", "1 3 - -", Task.MOVE)
    data = solved_data(puzzle)
    assert data["right"] == ["multiply"]
    assert set(data["wrong"]) == {"add", "subtract"}
    for answer, sentences in data["wrong"].items():
        assert tuple(sentences) == grade_answer(puzzle, [answer]).sentences
