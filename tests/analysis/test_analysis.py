"""`analyse`, `solve`, `review`, hints and values for people and programs."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import lastdigit
from lastdigit.analysis.position import analyse_position, analysis_data, plies_lost, solve_game
from lastdigit.analysis.review import Verdict, review_data, review_game, verdict_text
from lastdigit.game.game import Seat, Value
from lastdigit.match.match import Match, arrange
from lastdigit.match.record import Player, Record, from_line
from lastdigit.solver import Branch, Solution
from lastdigit.terminal.console import PLAIN, Style
from lastdigit.terminal.output import review_text, value_text
from tests.conftest import GAMES, Run

UWAPI = ["move", "moveValue", "position", "positionValue", "remoteness", "deltaRemoteness"]
OPPOSITE = {"win": "lose", "lose": "win", "draw": "draw"}


def played(name: str, *moves: str, **options: int) -> Record:
    """Return the record of a game between two people with these moves."""
    people = (Player("human", "Ann"), Player("human", "Ben"))
    game = lastdigit.find(name, **options)
    match = Match(arrange(game, people, package="test", first=Seat.ONE, seed=1))
    for move in moves:
        match.play(move)
    return match.record()


@pytest.mark.parametrize("name", GAMES)
def test_analyse_prints_json_with_the_names_of_uwapi(name: str, call: Run) -> None:
    answer = json.loads(call("analyse", name, "--seed", "1", "--json").out)
    uwapi = ["game", "position", "positionValue", "remoteness", "moves"]
    assert list(answer) == [*uwapi, "why", "pairing"]
    assert answer["moves"]
    for move in answer["moves"]:
        assert list(move) == UWAPI
        assert move["moveValue"] == OPPOSITE[move["positionValue"]]


@pytest.mark.parametrize("name", GAMES)
def test_the_analysis_of_a_move_agrees_with_that_of_its_successor(name: str) -> None:
    game = lastdigit.find(name)
    random = Random(name)
    state = game.start(random)
    while game.outcome(state) is None:
        analysis = analyse_position(game, state)
        move = random.choice(analysis.moves)
        after = game.parse_state(move.position)
        assert analyse_position(game, after).solution == move.after
        state = after


def test_analyse_follows_moves_and_positions(call: Run) -> None:
    by_moves = call("analyse", "operation-obliteration", "divide", "divide", "--json")
    by_text = call("analyse", "operation-obliteration", "--position", "1 3 divide divide", "--json")
    assert by_moves.out == by_text.out
    answer = json.loads(by_moves.out)
    assert (answer["positionValue"], answer["remoteness"]) == ("win", 1)
    values = {move["move"]: move["moveValue"] for move in answer["moves"]}
    assert values == {"add": "win", "multiply": "win", "subtract": "draw"}


def test_analyse_prints_symbol_value_and_reason(call: Run) -> None:
    output = call("analyse", "digit-poison", "--position", "1 11").out
    assert "For Player 1: ▲ wins in 8 turns\n" in output
    assert "  0  ▲ wins in 8 turns\n" in output
    assert "  1  ▼ loses in 1 turn\n" in output
    assert "the other player has to add the last one" in output


def test_an_illegal_move_is_reported_by_its_index(call: Run) -> None:
    done = call("analyse", "digit-duel", "--number-1", "90", "ones", "--json")
    assert done.code == 1
    assert json.loads(done.out)["error"]["index"] == 0


def test_the_end_of_a_game_can_be_analysed(call: Run) -> None:
    answer = json.loads(call("analyse", "digit-duel", "--position", "2 001 000", "--json").out)
    assert (answer["positionValue"], answer["remoteness"], answer["moves"]) == ("lose", 0, [])


def test_delta_remoteness_compares_with_the_best_move_of_the_same_value(call: Run) -> None:
    position = "1 099 099"
    answer = json.loads(call("analyse", "digit-duel", "--position", position, "--json").out)
    for value in ("win", "lose"):
        alike = [move for move in answer["moves"] if move["moveValue"] == value]
        best = (min if value == "win" else max)(move["remoteness"] for move in alike)
        for move in alike:
            assert move["deltaRemoteness"] == abs(move["remoteness"] - best)


def test_solve_prints_counts_and_the_value_of_the_start(call: Run) -> None:
    answer = json.loads(call("solve", "operation-obliteration", "--json").out)
    assert answer["positions"] == answer["won"] + answer["lost"] + answer["drawn"]
    assert answer["start"] == {
        "position": "1 12 - -",
        "value": "win",
        "winner": 1,
        "remoteness": 3,
        "firstMoves": ["divide"],
    }
    assert len(answer["starts"]) == 81


def test_counts_that_are_unknown_are_null(call: Run) -> None:
    answer = json.loads(call("solve", "number-morph", "--start", "211", "--json").out)
    assert answer["positions"] is answer["longest"] is None
    assert answer["start"]["value"] == "lose"
    answer = json.loads(call("solve", "digit-poison", "--max-length", "none", "--json").out)
    assert answer["start"]["value"] == "draw"
    assert answer["start"]["remoteness"] is None


def test_a_review_evaluates_every_move_and_finds_the_turning_point() -> None:
    # 12 -> 6 -> 3 -> 2 -> 3 -> 4: subtract threw the win away, add threw the draw away.
    record = played("operation-obliteration", "divide", "divide", "subtract", "add", "multiply")
    review = review_game(record)
    assert [move.verdict for move in review.moves] == [
        Verdict.ONLY,
        Verdict.ONLY,
        Verdict.THREW_WIN,
        Verdict.THREW_DRAW,
        Verdict.KEPT_WIN,
    ]
    assert review.turning_point is not None
    assert review.turning_point.turn == 4
    assert review.turning_point.best == ("subtract",)
    assert review.course == (Seat.ONE, Seat.ONE, Seat.ONE, None, Seat.ONE, Seat.ONE)
    assert review.accuracy(Seat.ONE) == (1, 2)
    assert review.accuracy(Seat.TWO) == (0, 1)


def test_every_equally_good_move_counts_as_right() -> None:
    for best in ("1", "2", "4", "5", "7", "8"):
        move = review_game(played("digit-poison", best)).moves[0]
        assert (move.verdict, move.right, move.slower) == (Verdict.KEPT_WIN, True, 0)


def test_a_slower_win_is_reported_with_the_lost_plies() -> None:
    game = lastdigit.find("digit-duel", number_1=14, number_2=11)
    values = {move.move: move.delta for move in analyse_position(game, game.start(Random(0))).moves}
    slower = next(move for move, delta in values.items() if delta)
    record = played("digit-duel", slower, number_1=14, number_2=11)
    assert review_game(record).moves[0].slower == values[slower]


def test_moves_that_were_taken_back_are_not_reviewed(call: Run) -> None:
    call("play", "digit-poison", typed="3\n")
    call("play", "digit-poison", typed="1\nundo\n2\nresign\n")
    answer = json.loads(call("review", "2", "--json").out)
    assert [move["move"] for move in answer["moves"]] == ["2"]
    assert answer["result"]["end"] == "resignation"


def test_a_printed_review_draws_the_course_of_the_game(call: Run) -> None:
    words = ("play", "digit-poison", "--name-1", "Ann", "--name-2", "Ben")
    call(*words, "--record", "games.jsonl", typed="1\n1\n1\n")
    output = call("review", "games.jsonl").out
    assert "   3  Ann  1  111  ▼ loses  threw the win away\n" in output
    assert "Ann wins ▲▲▲·\nBen wins ···▼\n" in output
    turned = (
        "The game turned at move 3: Ann played 1; 0, 2, 3, 5 or 3 others would have kept the win."
    )
    assert turned in " ".join(output.split())
    assert "Key moves: Ann found 1 of 2. Ben had none.\n" in output
    assert "Why: 8 digits are still to come" in output


def test_a_review_explains_the_move_that_it_names() -> None:
    record = played("operation-obliteration", "divide", "divide", "subtract", "add", "multiply")
    text = review_text(review_game(record), PLAIN, Seat.ONE)
    assert text.endswith(
        "\n    move 0 to 5\n\n"
        "Move 4: Ben added: 3. For Ben only “Subtract 1” would have kept the draw.\n"
        "Why: Neither player can force a win: subtract keeps the draw, and no operation\n"
        "  wins. Only add would lose.\n"
        "Your last mistake: move 3, subtract. This wins: add makes 4. Then only divide\n"
        "  fits 4, and it was their last operation.\n"
        "Key moves: you found 1 of 2, Ben 0 of 1."
    )
    text = review_text(review_game(record), PLAIN, Seat.TWO)
    assert text.count("mistake") == 0, "the named move is the reader's own"


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (("divide",), "Neither player had a key move."),
        (("divide", "divide", "subtract"), "Key moves: you found 0 of 1. Ben had none."),
        (("divide", "divide", "subtract", "add"), "Key moves: you found 0 of 1, Ben 0 of 1."),
    ],
)
def test_key_moves_are_counted_for_each_player(moves: tuple[str, ...], expected: str) -> None:
    review = review_game(played("operation-obliteration", *moves))
    assert review_text(review, PLAIN, Seat.ONE).splitlines()[-1] == expected


def test_the_turning_point_names_the_players_and_the_number_made(call: Run, tmp_path: Path) -> None:
    words = ("play", "digit-poison", "--name-1", "Ann", "--name-2", "Ben")
    call(*words, "--record", "games.jsonl", typed="1\n1\n1\n")
    call(*words, "--record", "games.jsonl", typed="1\n2\n")
    turned, lost = (
        review_game(from_line(line)) for line in (tmp_path / "games.jsonl").read_text().splitlines()
    )
    text = str(review_data(turned, Seat.TWO)["turningText"])
    assert text.startswith("Move 3: Ann added 1: 111. ")
    text = str(review_data(lost, Seat.TWO)["turningText"])
    assert text == "No move changed who wins: Ann was winning from the start."


def test_the_course_is_drawn_as_self_contained_svg(call: Run, tmp_path: Path) -> None:
    words = ("play", "digit-poison", "--name-1", "<b>&Ann", "--name-2", "Ben")
    call(*words, "--record", "games.jsonl", typed="1\n1\n1\n")
    assert call("review", "games.jsonl", "--svg", "course.svg").code == 0
    picture = ET.fromstring((tmp_path / "course.svg").read_text())
    dots = picture.findall("{http://www.w3.org/2000/svg}circle")
    assert [dot.get("class") for dot in dots] == ["one", "one", "one", "two"]
    assert "http" not in (tmp_path / "course.svg").read_text().replace("www.w3.org", "").replace(
        "http:///2000/svg", ""
    )


def test_a_picture_that_cannot_be_written_is_an_error_and_leaves_no_file(
    call: Run, tmp_path: Path
) -> None:
    call("play", "digit-poison", "--record", "games.jsonl", typed="0\n")
    before = sorted(tmp_path.iterdir())
    done = call("review", "games.jsonl", "--svg", "nowhere/course.svg")
    assert done.code == 2
    assert "cannot be written" in done.err
    assert sorted(tmp_path.iterdir()) == before


def test_hints_used_are_in_the_record(call: Run, tmp_path: Path) -> None:
    typed = "hint\nvalues\nmoves\n1\nresign\n"
    call("play", "digit-poison", "--record", "games.jsonl", typed=typed)
    record = json.loads((tmp_path / "games.jsonl").read_text())
    hints = [event for event in record["events"] if event["act"] == "hint"]
    assert [hint["text"] for hint in hints] == ["idea", "values"]
    assert call("saved", "verify", "games.jsonl").code == 0


def test_no_hints_turns_hint_and_values_off(call: Run) -> None:
    done = call("play", "digit-poison", "--no-hints", typed="hint\nvalues\nmoves\nquit\n")
    assert done.out.count("This game is played without hints.\n") == 2
    assert "Allowed: 0, 1, 2" in done.out


def test_values_after_a_first_answer_are_those_of_whole_moves(call: Run) -> None:
    done = call("play", "number-morph", "--start", "211", typed="tens\nvalues\nquit\n")
    assert "  hundreds 3  ▼ loses\n" in done.out


def test_resigning_a_won_position_is_the_turning_point(call: Run) -> None:
    words = ("play", "digit-poison", "--name-1", "Ann", "--name-2", "Ben")
    call(*words, "--record", "games.jsonl", typed="resign\n")
    output = call("review", "games.jsonl").out
    assert "Ann resigns. Ben wins!\n" in output
    assert "Ann was winning when the game ended.\n" in output
    answer = json.loads(call("review", "games.jsonl", "--json").out)
    assert (answer["turningPoint"], answer["givenUp"]) == (None, 1)


def test_a_picture_never_overwrites_another_kind_of_file(call: Run, tmp_path: Path) -> None:
    call("play", "digit-poison", "--record", "games.jsonl", typed="0\n")
    before = (tmp_path / "games.jsonl").read_bytes()
    done = call("review", "games.jsonl", "--svg", "games.jsonl")
    assert done.code == 2
    assert (tmp_path / "games.jsonl").read_bytes() == before
    assert call("review", "games.jsonl", "--svg", "course.svg").code == 0
    assert call("review", "games.jsonl", "--svg", "course.svg").code == 0


def test_a_finished_game_is_appended_once_by_resume(call: Run, tmp_path: Path) -> None:
    call("play", "digit-poison", typed="0\n")
    assert "was added to the file" in call("resume", "1", "--record", "games.jsonl").out
    assert "is already in the file" in call("resume", "1", "--record", "games.jsonl").out
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 1


def test_values_have_different_colours_on_a_colour_terminal() -> None:
    style = Style(colour=True)
    texts = {value: value_text(value, 2, style) for value in Value}
    assert len({text[:5] for text in texts.values()}) == 3
    for value, text in texts.items():
        assert value_text(value, 2) in text


def test_moves_reports_a_first_answer_without_legal_moves(call: Run) -> None:
    done = call("play", "number-morph", "--start", "211", typed="units\nmoves\nquit\n")
    assert "No move starts with units. Type undo to take it back.\n" in done.out


def test_a_player_can_resign_when_offered_a_draw(call: Run) -> None:
    done = call("play", "digit-duel", typed="draw\nresign\n")
    assert done.out.endswith("Player 2 resigns. Player 1 wins!\n")


def test_analysis_of_a_game_without_pairs_has_no_pairing() -> None:
    game = lastdigit.find("digit-poison")
    assert analysis_data(analyse_position(game, game.start(Random(1))))["pairing"] is None


@pytest.mark.parametrize(
    ("solutions", "lost"),
    [
        ([(Value.LOSE, 2), (Value.LOSE, 5)], [0, 3]),
        ([(Value.WIN, 2), (Value.WIN, 5)], [3, 0]),
        ([(Value.LOSE, 2), (Value.WIN, 5)], [0, 0]),
        ([(Value.LOSE, 2), (Value.LOSE, None)], [None, None]),
        ([(Value.DRAW, None), (Value.LOSE, 2)], [None, 0]),
    ],
    ids=["wins", "losses", "one of each", "one unknown", "a draw"],
)
def test_the_quickest_win_and_the_slowest_loss_lose_no_plies(
    solutions: list[tuple[Value, int | None]], lost: list[int | None]
) -> None:
    after = lastdigit.find("digit-duel").start()
    branches = [Branch("ones", after, Solution(*solution)) for solution in solutions]
    assert [plies_lost(branch, branches) for branch in branches] == lost


@pytest.mark.parametrize(
    ("verdict", "after", "slower", "suffix"),
    [
        (Verdict.KEPT_WIN, Value.WIN, 0, ", quickest"),
        (Verdict.KEPT_WIN, Value.WIN, 2, ", slower by 2"),
        (Verdict.LOST_ANYWAY, Value.LOSE, 0, ", held out longest"),
        (Verdict.LOST_ANYWAY, Value.LOSE, 4, ", shorter by 4"),
        (Verdict.ONLY, Value.WIN, 0, ""),
        (Verdict.KEPT_DRAW, Value.DRAW, None, ""),
    ],
)
def test_a_verdict_states_how_much_better_a_move_could_be(
    verdict: Verdict, after: Value, slower: int | None, suffix: str
) -> None:
    (made,) = review_game(played("digit-poison", "1")).moves
    move = replace(made, verdict=verdict, after=after, slower=slower)
    assert verdict_text(move) == f"{verdict}{suffix}"


def test_a_game_with_a_random_start_has_counted_starts_and_no_opening() -> None:
    drawn = solve_game(lastdigit.find("number-morph", digits=2))
    assert (drawn.opening, drawn.census) == (None, None)
    assert len(drawn.starts) > 1
    fixed = solve_game(lastdigit.find("number-morph", digits=2, start=11))
    assert fixed.opening is not None
    assert fixed.opening.position == "1 11 11"
