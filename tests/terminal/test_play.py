"""Playing through a pipe: answers, commands and options."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import lastdigit
from lastdigit.game.game import Seat
from lastdigit.match.match import PLY_LIMIT, Match, arrange
from lastdigit.match.record import End, Player, Terms
from tests.conftest import GAMES, CommandResult, Run
from tests.players.games import python

every_game = pytest.mark.parametrize("game", GAMES)
RANDOM_PLAYERS = ("--player-1", "random", "--player-2", "random")
NAMES = ("--name-1", "Ann", "--name-2", "Bob")
# A fixed start for the one game with a random start.
FIXED = {"number-morph": ("--start", "211")}


def lines(*typed: str) -> str:
    """Return typed lines with line ends."""
    return "".join(f"{line}\n" for line in typed)


def play(call: Run, game: str, *typed: str, options: tuple[str, ...] = ()) -> CommandResult:
    """Play a game with a fixed start, typing these lines."""
    return call("play", game, *FIXED.get(game, ()), *options, typed=lines(*typed))


# Lenient parsing of answers

KIND_ANSWERS = [
    ("digit-duel", "ones", ["ones", "ONES", "  Ones ", "o", "units", "U", "un"]),
    ("digit-duel", "hundreds", ["h", "hund", "Hundreds"]),
    ("digit-poison", "5", ["5", "  5 ", "5,"]),
    ("operation-obliteration", "divide", ["divide", "d", "DIV", "/2"]),
    ("digit-dilemma", "7 left", ["7 left", "7, LEFT", "7,l", " 7   Le ", "7\nLeft", "7\n l "]),
    ("digit-dilemma", "7 left", ["8\n7 left"]),  # a whole move replaces a chosen digit
    ("number-morph", "tens 7", ["tens 7", "Ten, 7", "t 7", "  T   7  ", "tens\n7", " TEN \n 7 "]),
]


@pytest.mark.parametrize(("game", "move", "ways"), KIND_ANSWERS)
def test_answers_are_parsed_leniently(call: Run, game: str, move: str, ways: list[str]) -> None:
    output = play(call, game, *(f"{way}\nhistory\nundo" for way in ways), "quit").out
    assert output.count(f"   1 Player 1: {move}  ") == len(ways)


@pytest.mark.parametrize(
    ("game", "line"),
    [("digit-poison", "{}"), ("digit-dilemma", "{} left"), ("number-morph", "t {}")],
)
def test_digits_are_ascii_digits_only(call: Run, game: str, line: str) -> None:
    foreign = ("\N{FULLWIDTH DIGIT SEVEN}", "\N{ARABIC-INDIC DIGIT SEVEN}", "\N{SUPERSCRIPT TWO}")
    output = play(call, game, *map(line.format, foreign), "history", "quit").out
    for digit in foreign:
        assert f'"{digit}" isn\'t one of the choices. Type 0, ' in output
    assert "No moves yet.\n" in output


def test_an_invalid_answer_is_refused_with_the_choices(call: Run) -> None:
    result = call("play", "operation-obliteration", typed=lines("", "z", "divides", "quit"))
    assert result.out.count("Type divide, or ? for help.\n") == 3, "the only legal operation at 12"


def test_enter_takes_the_only_answer_in_second_person_text(call: Run) -> None:
    result = call("play", "operation-obliteration", "--voice", "plain", typed=lines("", "quit"))
    assert "Player 1: pick an operation [divide]: " in result.out, (
        "brackets show the answer for Enter"
    )
    assert "halved 12. The number is now 6.\n" in result.out
    result = call("play", "digit-poison", "--voice", "plain", typed=lines("", "quit"))
    assert "add (0-9): " in result.out
    assert "\nType 0-9, or ? for help.\n" in result.out


def test_more_than_one_move_on_a_line_is_refused(call: Run) -> None:
    result = play(call, "digit-poison", "1 2", "history", "quit")
    assert '"1 2" is more than one move. Try again.\n' in result.out
    assert "No moves yet.\n" in result.out


# Commands

COMMANDS = (
    "help",
    "goal",
    "rules",
    "rules all",
    "moves",
    "why",
    "history",
    "undo",
    "resign",
    "draw",
    "quit",
)


def test_help_lists_every_command(call: Run) -> None:
    output = play(call, "digit-duel", "help", "quit").out
    for command in COMMANDS:
        assert f"\n  {command:8} " in output


@pytest.mark.parametrize(
    ("words", "goal"),
    [
        (("digit-duel",), "Strike with a digit. The first number to reach zero loses.\n"),
        (
            ("digit-duel", "--player-2", "random"),
            "Bring the computer's number to zero before yours gets there.\n",
        ),
        (
            ("operation-obliteration", "--name-1", "Ada", "--player-1", "random"),
            "Leave Ada with no operation. You can't use the same operation twice in a row.\n",
        ),
        (
            ("digit-poison", "--divisor", "7", "--max-length", "none", "--player-2", "random"),
            "Add a digit. If it makes the number divisible by 7, you lose.\n",
        ),
    ],
)
def test_goal_prints_the_goal_for_the_players(call: Run, words: tuple[str, ...], goal: str) -> None:
    output = call("play", *words, typed="goal\nquit\n").out
    assert f": goal\n{goal}" in output


@every_game
def test_rules_all_shows_the_page_of_the_game_being_played(call: Run, game: str) -> None:
    output = play(call, game, "rules all", "quit").out
    page = lastdigit.catalogue()[game].rulebook().splitlines()
    first = next(line for line in page if line.startswith("1. "))
    assert first in " ".join(output.split())
    assert "\nRulings\n" in output
    rules = output.partition("\nAim\n")[2].partition("\nVersions\n")[0]
    assert max(map(len, rules.splitlines())) <= 80


@every_game
def test_rules_shows_the_rules_in_short(call: Run, game: str) -> None:
    output = play(call, game, "rules", "quit").out
    assert "\nYour turn: " in output
    assert "\nThe end: " in output
    assert "\nRulings\n" not in output


@pytest.mark.parametrize(
    ("options", "example"),
    [
        (("--divisor", "7"), "You added 0. 14050 is not divisible by 7.\n"),
        (("--divisor", "5"), ""),
        (("--max-length", "3"), ""),
    ],
)
def test_rules_in_short_are_those_of_the_game_being_played(
    call: Run, options: tuple[str, ...], example: str
) -> None:
    """The example is left out if the options do not allow its position."""
    output = call("play", "digit-poison", *options, typed="rules\nquit\n").out
    divisor = options[1] if options[0] == "--divisor" else "3"
    assert f"divisible by {divisor}" in output.partition("The goal: ")[2]
    assert ("\nA turn\n" in output) == bool(example)
    assert example in output


@pytest.mark.parametrize(
    ("game", "allowed"),
    [
        ("digit-duel", "hundreds, tens, ones"),
        ("digit-poison", "0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("number-morph", "hundreds 3, hundreds 8, hundreds 9, tens 4, tens 5, tens 7, tens 8"),
        ("operation-obliteration", "divide"),
        (
            "digit-dilemma",
            ", ".join(f"{d} {p}" for d in range(10) for p in ("left", "middle", "right")),
        ),
    ],
)
def test_moves_lists_the_legal_moves(call: Run, game: str, allowed: str) -> None:
    output = play(call, game, "moves", "quit").out
    assert f"Allowed: {allowed} " in " ".join(output.split())
    assert max(map(len, output.splitlines())) < 130


@every_game
def test_without_hints_moves_is_off_only_if_finding_one_is_the_game(call: Run, game: str) -> None:
    output = play(call, game, "moves", "quit", options=("--no-hints",)).out
    hidden = lastdigit.catalogue()[game].moves_are_a_hint
    assert ("This game is played without hints.\n" in output) == hidden
    assert ("Allowed: " in output) != hidden


WHY = [
    ("number-morph", ("units 3",), "213 = 3 x 71.\n"),
    ("number-morph", ("tens 7", "units 7", "units 1"), "271 was formed in turn 1.\n"),
    ("number-morph", ("tens 7", "tens 1"), "211 was the start.\n"),
    ("digit-dilemma", ("7 left", "3 left", "4 left"), "It holds 7.\n"),
    ("operation-obliteration", ("add",), "12 = 2 x 6 is not prime.\n"),
    ("operation-obliteration", ("divide", "divide", "divide"), "3 = 2 x 1 + 1 is odd.\n"),
]


@pytest.mark.parametrize(("game", "tries", "expected"), WHY)
def test_why_explains_the_last_rejection(
    call: Run, game: str, tries: tuple[str, ...], expected: str
) -> None:
    assert expected in play(call, game, *tries, "why", "quit").out


def test_why_shows_the_calculation_that_leaves_the_range(call: Run) -> None:
    result = call(
        "play", "operation-obliteration", "--start", "37", typed=lines("multiply", "why", "quit")
    )
    assert "112 is not between 1 and 100. Try again.\n" in result.out
    assert "3 x 37 + 1 = 112 is above 100.\n" in result.out


def test_why_lists_the_usable_digits_in_digit_duel(call: Run) -> None:
    result = call("play", "digit-duel", "--number-1", "907", typed=lines("tens", "why", "quit"))
    assert "Your number is 9 0 7: hundreds and ones can be used.\n" in result.out


@pytest.mark.parametrize("line", ["7", "7 left"])
def test_why_explains_a_used_digit_at_either_question(call: Run, line: str) -> None:
    output = play(call, "digit-dilemma", "7 left", line, "why", "quit").out
    assert "The digit 7 is not in the pool. Try again.\n" in output
    assert "Nothing was rejected this turn. Type hint" not in output


def test_why_has_nothing_to_explain_before_the_first_rejection_of_a_turn(call: Run) -> None:
    output = play(call, "number-morph", "why", "units 3", "tens 7", "why", "quit").out
    assert output.count("Nothing was rejected this turn. Type hint") == 2


def test_why_does_not_mention_hints_that_are_off(call: Run) -> None:
    output = play(call, "number-morph", "why", "quit", options=("--no-hints",)).out
    assert "Nothing was rejected this turn.\n" in output
    assert "hint" not in output


def test_history_numbers_the_turns_and_names_the_players(call: Run) -> None:
    result = play(
        call, "digit-poison", "1", "1", "history", "quit", options=(*NAMES, "--first", "2")
    )
    assert "   1 Bob: 1  1\n   2 Ann: 1  11\n" in result.out


def test_undo_between_two_people_takes_one_move_back(call: Run) -> None:
    output = play(call, "digit-duel", "ones", "tens", "undo", "history", "quit").out
    after = output.split("Taken back.\n", 1)[1]
    assert after.startswith("\nPlayer 2's Turn:\nYour Number: 9 9 0\nOpponent's Number: 9 9 8\n")
    assert "   1 Player 1: ones  998 - 990\nChoose" in after


def test_undo_against_a_computer_goes_back_to_your_own_last_turn(call: Run) -> None:
    options = ("--player-2", "random", "--seed", "3")
    output = play(call, "digit-dilemma", "5 left", "undo", "history", "quit", options=options).out
    after = output.split("Taken back.\n", 1)[1]
    assert after.startswith(
        "\nYou      _ _ _     Computer _ _ _\nDigits left: 0 1 2 3 4 5 6 7 8 9\n"
    )
    assert "No moves yet.\n" in after


@pytest.mark.parametrize("options", [(), ("--player-2", "random", "--first", "2")])
def test_undo_before_your_first_move_has_nothing_to_take_back(
    call: Run, options: tuple[str, ...]
) -> None:
    output = play(call, "digit-duel", "undo", "history", "quit", options=options).out
    assert "There is no move to take back.\n" in output
    assert ("   1 Computer struck with " in output) == bool(options), (
        "the computer's first move still stands"
    )


@pytest.mark.parametrize(
    ("game", "picked", "instead", "move"),
    [("digit-dilemma", "7", "8 left", "8 left"), ("number-morph", "hundreds", "t 7", "tens 7")],
)
def test_undo_at_the_second_question_takes_the_first_answer_back(
    call: Run, game: str, picked: str, instead: str, move: str
) -> None:
    output = play(call, game, picked, "undo", "history", instead, "history", "quit").out
    first_question = re.compile(r"Taken back\.\nEnter the (digit|position) .*: history\nNo move")
    assert first_question.search(output)
    assert f"   1 Player 1: {move}  " in output


def test_resigning_lets_the_other_player_win(call: Run) -> None:
    result = play(call, "digit-duel", "ones", "resign")
    assert result.code == 0
    assert result.out.endswith("Player 2 resigns. Player 1 wins!\n")


def test_resigning_is_possible_at_the_second_question(call: Run) -> None:
    assert play(call, "digit-dilemma", "7", "resign").out.endswith("Player 2 wins!\n")


@pytest.mark.parametrize("word", ["yes", " Y "])
def test_an_accepted_draw_offer_ends_the_game(call: Run, word: str) -> None:
    result = play(call, "digit-duel", "draw", "perhaps", word, options=NAMES)
    assert result.out.endswith(
        "Ann offers a draw.\n"
        "Bob, do you agree? (yes/no): perhaps\n"
        "Type yes for a draw, no to keep playing, resign, or quit.\n"
        f"Bob, do you agree? (yes/no): {word}\n"
        "Both players agreed to a draw.\n"
    )
    assert result.code == 0
    assert call("saved", "list").out.endswith("  draw\n")


def test_a_declined_draw_offer_changes_nothing(call: Run) -> None:
    output = play(call, "digit-duel", "draw", "no", "ones", "history", "quit").out
    assert "Player 2 does not agree.\nChoose a digit to use (hundreds/tens/ones): ones\n" in output
    assert "   1 Player 1: ones  998 - 990\n" in output


def test_the_game_can_be_left_during_a_draw_offer(call: Run) -> None:
    result = play(call, "digit-duel", "draw", "quit")
    assert result.code == 0
    assert result.out.endswith("Game 1 is saved. To continue: lastdigit resume 1\n")


@pytest.mark.parametrize("number", ["1", "9"], ids=["it is winning", "it is losing"])
def test_a_computer_declines_a_draw_whether_it_wins_or_loses(call: Run, number: str) -> None:
    """With 1 against 1 or 9 against 1, the only move ends the game for or against the mover."""
    options = ("--number-1", number, "--number-2", "9", "--player-2", "random")
    output = play(call, "digit-duel", "draw", "quit", options=options).out
    assert "You offer a draw.\nThe computer does not agree.\n" in output


def test_quitting_saves_the_game_and_says_how_to_continue(call: Run) -> None:
    result = play(call, "digit-dilemma", "7", "quit")
    assert result.code == 0
    assert result.out.endswith("Game 1 is saved. To continue: lastdigit resume 1\n")


def test_the_end_of_the_input_saves_the_game_too(call: Run) -> None:
    result = play(call, "digit-dilemma", "7")
    assert result.code == 1
    assert result.out.endswith("\nGame 1 is saved. To continue: lastdigit resume 1\n")


def test_commands_ignore_case_and_surrounding_blanks(call: Run) -> None:
    assert "No moves yet.\n" in play(call, "digit-duel", "  HiStOrY ", "quit").out


@pytest.mark.parametrize("game", ["digit-duel", "number-morph"])
def test_commands_have_short_forms_at_every_question(call: Run, game: str) -> None:
    assert "help      Show these commands" in play(call, game, "?", "q").out
    assert " is saved. To continue: " in play(call, game, "exit").out
    assert play(call, game, "menu", "quit").out.endswith(
        f"\nWhich one? (1-{len(GAMES) + 9}) [{len(GAMES) + 1}]: quit\n"
    )
    output = play(call, game, "draw", "?", "no", "draw", "q").out
    assert "Type yes for a draw, no to keep playing, resign, or quit.\n" in output


def test_other_abbreviations_of_commands_are_refused(call: Run) -> None:
    output = play(call, "digit-duel", "hel", "u", "res", "history", "quit").out
    for word, choices in (("hel", "hundreds, tens or ones"), ("res", "hundreds or tens")):
        assert f'"{word}" isn\'t one of the choices. Type {choices}, or ? for help.\n' in output
    assert "   1 Player 1: ones  998 - 990\n" in output, "u is units, not undo"


# A rejected move changes nothing

REJECTED = [
    ("number-morph", "tens 1", "The tens digit is already 1."),
    ("number-morph", "hundreds 0", "Leading zeros are not allowed."),
    ("number-morph", "units 3", "213 is not a prime number."),
    ("operation-obliteration", "add", '"add" is only for prime numbers.'),
    ("operation-obliteration", "multiply", '"multiply" is only for odd numbers.'),
]


@pytest.mark.parametrize(("game", "move", "reason"), REJECTED)
def test_a_rejected_move_changes_nothing(call: Run, game: str, move: str, reason: str) -> None:
    output = play(call, game, "moves", move, "moves", "history", "quit").out
    before, _, after = output.partition(f"{reason} Try again.\n")
    allowed = re.compile("^.*(Allowed: .*)$", re.MULTILINE)
    assert allowed.findall(before) == allowed.findall(after) != []
    assert "No moves yet.\n" in after


def test_a_zero_digit_cannot_be_used_in_a_duel(call: Run) -> None:
    result = call("play", "digit-duel", "--preset", "quick", typed=lines("h", "history", "quit"))
    assert "The hundreds digit is zero and cannot be used. Try again.\n" in result.out
    assert "No moves yet.\n" in result.out


def test_a_taken_digit_and_a_taken_position_are_refused_in_digit_dilemma(call: Run) -> None:
    output = play(
        call, "digit-dilemma", "7 left", "7 left", "3 left", "1 left", "history", "quit"
    ).out
    assert "The digit 7 is not in the pool. Try again.\n" in output
    assert "The Left position is already taken. Try again.\n" in output
    assert "   1 Player 1: 7 left  7__ - ___\n   2 Player 2: 3 left  7__ - 3__\nEnter" in output


def test_zero_on_the_left_is_refused_with_leading_zero_no(call: Run) -> None:
    options = ("--leading-zero", "no")
    output = play(
        call, "digit-dilemma", "0 left", "0", "left", "0 right", "quit", options=options
    ).out
    assert output.count("0 cannot be placed on the Left. Try again.\n") == 2
    assert "Player 1's Number: _ _ 0\n" in output


# Names


@every_game
def test_a_name_replaces_player_1_or_2_in_the_rulebooks_text(call: Run, game: str) -> None:
    output = call("play", game, *NAMES, *RANDOM_PLAYERS, "--seed", "1", "--rounds", "2").out
    assert "Ann" in output
    assert "Bob" in output
    assert "Player 1" not in output
    assert "Player 2" not in output


@pytest.mark.parametrize(
    ("typed", "options"),
    [
        (("resign",), ()),
        (("draw", "no", "draw", "yes"), ()),
        (("hundreds",), ("--attempts", "1")),
        (("ones", "history", "moves", "undo", "quit"), ("--first", "toss")),
    ],
)
def test_a_name_replaces_player_1_or_2_in_messages_of_the_match(
    call: Run, typed: tuple[str, ...], options: tuple[str, ...]
) -> None:
    output = play(call, "digit-duel", *typed, options=("--preset", "quick", *NAMES, *options)).out
    assert "Ann" in output
    assert "Player " not in output


def test_explanations_have_no_player_names(call: Run) -> None:
    output = play(call, "digit-dilemma", "7 left", "7 left", "why", "quit", options=NAMES).out
    assert "The other player has placed 7 on the Left.\n" in output


@pytest.mark.parametrize("names", [("Ann", "Ann"), (" Ann", "Ann"), ("Player 2", "Player 2")])
def test_two_names_that_look_the_same_are_refused(call: Run, names: tuple[str, str]) -> None:
    result = call("play", "digit-duel", "--name-1", names[0], "--name-2", names[1])
    assert result.code == 2
    assert "the two players need different names" in result.err


@pytest.mark.parametrize("name", ["   ", "x" * 41, "a\x1b[2Jb"])
def test_a_name_with_unprintable_characters_is_refused(call: Run, name: str) -> None:
    result = call("play", "digit-duel", "--name-1", name)
    assert result.code == 2
    assert "Names can have 1 to 40 visible characters." in result.err
    assert "\x1b" not in result.err


# The first move, and random numbers


@every_game
def test_first_2_lets_player_2_open_the_game(call: Run, game: str) -> None:
    output = play(call, game, "resign", options=("--first", "2")).out
    assert output.endswith("Player 2 resigns. Player 1 wins!\n")


def test_a_coin_toss_is_printed_and_its_seed_repeats_it(call: Run) -> None:
    def tossed(seed: int) -> str:
        options = ("--first", "toss", "--seed", str(seed))
        output = play(call, "digit-duel", "resign", options=options).out
        coin, _, rest = output.partition(" moves first.\n\n")
        player = coin.removeprefix("Coin toss: ")
        assert f"{player} resigns." in rest
        return player

    found = [tossed(seed) for seed in range(6)]
    assert set(found) == {"Player 1", "Player 2"}
    assert [tossed(seed) for seed in range(2)] == found[:2]


@every_game
def test_a_seed_repeats_a_whole_game_between_computers(call: Run, game: str) -> None:
    once, again = (call("play", game, *RANDOM_PLAYERS, "--seed", "7") for _ in range(2))
    assert once.code == 0
    assert once == again


def test_another_seed_gives_another_game(call: Run) -> None:
    games = {call("play", "digit-dilemma", *RANDOM_PLAYERS, "--seed", seed).out for seed in "123"}
    assert len(games) == 3


# Attempts and rounds


def test_every_rejection_says_how_many_attempts_are_left(call: Run) -> None:
    tries = ("units 3", "hundreds 0", "tens 1", "units 9")
    output = play(call, "number-morph", *tries, options=("--attempts", "4")).out
    assert "213 is not a prime number. Try again.\n3 attempts left.\nEnter" in output
    assert "Leading zeros are not allowed. Try again.\n2 attempts left.\nEnter" in output
    assert "The tens digit is already 1. Try again.\n1 attempt left.\nEnter" in output


def test_using_the_last_attempt_loses_without_another_question(call: Run) -> None:
    options = ("--attempts", "2", *NAMES)
    result = play(call, "number-morph", "units 3", "hundreds 0", options=options)
    assert result.code == 0
    assert result.out.endswith("Leading zeros are not allowed.\nNo attempts left. Bob wins!\n")
    assert result.out.count("Try again.") == 1


def test_a_replay_shows_the_same_attempts_as_the_game(call: Run) -> None:
    played = play(call, "number-morph", *["units", "3"] * 3, options=("--attempts", "3")).out
    assert call("saved", "replay", "1").out == played.partition("\n\n")[2]


def test_unreadable_input_does_not_count_as_an_attempt(call: Run) -> None:
    typed = ("x", "tens x", "12", "", "units 3", "tens 7", "resign")
    output = play(call, "number-morph", *typed, options=("--attempts", "2")).out
    assert output.endswith("Player 2 resigns. Player 1 wins!\n")


def test_attempts_are_counted_per_turn(call: Run) -> None:
    typed = ("units 3", "tens 7", "units 9", "units 7", "hundreds 4", "resign")
    output = play(call, "number-morph", *typed, options=("--attempts", "2")).out
    assert output.endswith("Player 1 resigns. Player 2 wins!\n")


def test_attempts_are_unlimited_by_default(call: Run) -> None:
    output = play(call, "number-morph", *["units 3"] * 30, "resign").out
    assert output.count("213 is not a prime number. Try again.\n") == 30
    assert output.endswith("Player 1 resigns. Player 2 wins!\n")


def rounds(call: Run, count: int, *typed: str) -> CommandResult:
    """Play rounds of a Digit Poison in which every first digit loses."""
    options = ("--rounds", str(count), "--max-length", "1", *NAMES)
    return play(call, "digit-poison", *typed, options=options)


def test_rounds_alternate_the_first_move_and_end_with_a_champion(call: Run) -> None:
    result = rounds(call, 3, "1", "1", "1")
    assert result.code == 0
    openers = [line for line in result.out.splitlines() if line.endswith("'s Turn:")]
    assert openers == ["Ann's Turn:", "Bob's Turn:", "Ann's Turn:"]
    assert "After round 1 of 3: Ann: 0, Bob: 1.\n" in result.out
    assert "After round 2 of 3: Ann: 1, Bob: 1.\n" in result.out
    assert result.out.endswith("After round 3 of 3: Ann: 1, Bob: 2.\nBob is the champion!\n")


def test_rounds_against_the_computer_address_the_player(call: Run) -> None:
    """With one place to fill, the first player loses."""
    short = ("play", "digit-poison", "--max-length", "1", "--player-2", "random", "--rounds", "3")
    output = call(*short, "--first", "toss", "--seed", "1", typed="1\n").out
    assert output.startswith(
        "Coin toss: the computer moves first.\n\nRound 1 of 3. The computer moves first.\n"
    )
    assert "Round 2 of 3. You move first.\n" in output
    assert output.endswith("After round 3 of 3: You: 2, Computer: 1.\nYou are the champion!\n")
    output = call(*short, "--voice", "rulebook", typed="1\n1\n").out
    assert output.startswith("Round 1 of 3. Player 1 moves first.\n")
    assert output.endswith("Player 1: 1, Player 2: 2.\nPlayer 2 is the champion!\n")


def test_a_tie_in_rounds_has_no_champion(call: Run) -> None:
    output = rounds(call, 2, "1", "1").out
    assert "After round 2 of 2: Ann: 1, Bob: 1.\nIt's a tie" in output
    assert "is the champion!" not in output


def test_a_round_without_a_winner_is_counted_separately(call: Run) -> None:
    output = rounds(call, 2, "draw", "yes", "1").out
    assert output.endswith("After round 2 of 2: Ann: 1, Bob: 0, draws: 1.\nAnn is the champion!\n")


# Endless games. From "2 4 add add", six moves lead back to "2 4 add add".

TO_THE_CYCLE = ("divide", "divide", "subtract", "add", "add")
CYCLE = ("divide", "subtract", "multiply", "divide", "add", "add")
PARROT = """
import json, sys
moves = list({moves})
for line in sys.stdin:
    if json.loads(line)["type"] == "turn":
        print(json.dumps(dict(move=moves.pop(0))), flush=True)
"""
THIRD_TIME = "This position has come up for the third time. You may agree to a draw: type draw.\n"


def test_the_third_occurrence_of_a_position_is_announced_and_the_game_continues(call: Run) -> None:
    typed = (*TO_THE_CYCLE, *CYCLE, *CYCLE)
    output = play(call, "operation-obliteration", *typed, *CYCLE, CYCLE[0], "quit").out
    before, _, after = output.partition(THIRD_TIME)
    assert before.count("New number is ") == len(typed)
    assert after.startswith("Player 2, the current number is 4 (Even).")
    fourth_time = after.rpartition("Player 1 adds 1. New number is 4.\n")[2]
    assert "Player 2 divides by 2. New number is 2.\n" in fourth_time
    assert THIRD_TIME not in fourth_time


def test_the_second_occurrence_of_a_position_is_not_announced(call: Run) -> None:
    output = play(call, "operation-obliteration", *TO_THE_CYCLE, *CYCLE, "quit").out
    assert output.count("Player 2, the current number is 4 (Even).") == 2
    assert THIRD_TIME not in output


def test_a_computer_accepts_a_draw_after_a_position_has_occurred_three_times(
    call: Run, tmp_path: Path
) -> None:
    moves = (*TO_THE_CYCLE, *CYCLE, *CYCLE, *CYCLE)
    partner = python(tmp_path, PARROT.format(moves=moves[1::2]))
    typed = ("draw", *moves[::2][:9], "draw")
    output = play(call, "operation-obliteration", *typed, options=("--player-2", partner)).out
    assert output.count("The computer does not agree.\n") == 1
    assert output.endswith("Both players agreed to a draw.\n")


def endless(ply_limit: int | None, turns: int) -> Match:
    """Return an Operation Obliteration match of repeated positions, after `turns` turns."""
    match = Match(
        arrange(
            lastdigit.find("operation-obliteration"),
            (Player("random", "Player 1"), Player("random", "Player 2")),
            package=lastdigit.__version__,
            first=Seat.ONE,
            seed=0,
            terms=Terms(ply_limit=ply_limit),
        )
    )
    for text in (*TO_THE_CYCLE, *CYCLE * (turns // len(CYCLE)))[:turns]:
        assert match.result is None
        match.play(text)
    return match


def test_play_between_computers_is_cut_off_after_1000_turns() -> None:
    assert endless(PLY_LIMIT, 999).result is None
    result = endless(PLY_LIMIT, 1_000).result
    assert result is not None
    assert (result.end, result.winner) == (End.UNFINISHED, None)


def test_games_with_a_person_are_never_cut_off() -> None:
    assert endless(None, 1_500).result is None


def test_a_cut_off_game_has_no_winner(call: Run) -> None:
    """With this divisor and no maximum length, random moves do not end the game."""
    options = ("--divisor", "1000000000", "--max-length", "none", "--seed", "1")
    result = call("play", "digit-poison", *RANDOM_PLAYERS, *options, "--record", "games.jsonl")
    assert result.code == 0
    assert result.out.count("Updated Shared Number: ") == 1_000
    assert result.out.endswith("Stopped after 1000 turns.\n")
    assert "wins" not in result.out
    assert call("saved", "verify", "games.jsonl").code == 0


# Invalid options are refused before the game, with the allowed values

REFUSED = [
    (("digit-dilemma", "--leading-zero", "maybe"), "it must be yes or no."),
    (("digit-duel", "--number-1", "0"), "it must be 1 to 999."),
    (("digit-duel", "--number-1", "1000"), "it must be 1 to 999."),
    (("digit-duel", "--number-2", "-5"), "it must be 1 to 999."),
    (("digit-duel", "--number-2", "\N{FULLWIDTH DIGIT SEVEN}"), "it must be 1 to 999."),
    (("digit-poison", "--divisor", "0"), "it must be 1 to 1000000000."),
    (("digit-poison", "--divisor", "1000000001"), "it must be 1 to 1000000000."),
    (("digit-poison", "--divisor", "three"), "it must be 1 to 1000000000."),
    (("digit-poison", "--max-length", "0"), "it must be 1 to 100000, or none."),
    (("digit-poison", "--max-length", "100001"), "it must be 1 to 100000, or none."),
    (("number-morph", "--start", "99"), "it must be a three-digit prime, or random."),
    (("number-morph", "--start", "1009"), "it must be a three-digit prime, or random."),
    (("number-morph", "--start", "213"), "It must be a three-digit prime, such as 101, 211 or 997"),
    (("number-morph", "--log-start", "1"), "it must be yes or no."),
    (("operation-obliteration", "--start", "0"), "it must be 1 to 100, or random."),
    (("operation-obliteration", "--start", "101"), "it must be 1 to 100, or random."),
    (("operation-obliteration", "--start", "35"), "Valid starts: 1-34, 36-38, 40-44,"),
    (("digit-duel", "--preset", "slow"), "quick"),
    (
        ("digit-duel", "--player-1", "bob"),
        "human, beginner, easy, medium, hard, perfect, greedy, random",
    ),
    (("digit-duel", "--player-2", "Human"), "Did you mean human?"),
    (("digit-duel", "--first", "3"), "toss"),
    (("digit-duel", "--seed", "-1"), "a whole number from 0 to "),
    (("digit-duel", "--rounds", "0"), "a whole number from 1 to 1000"),
    (("digit-duel", "--time-limit", "0"), "a whole number from 1 to 86400"),
    (("digit-duel", "--time-limit", "1.5"), "a whole number from 1 to 86400"),
    (("digit-duel", "--attempts", "0"), "it must be 1 to 1000, or none"),
    (("digit-duel", "--record", "no/such/folder/games.jsonl"), "Choose another folder"),
    (("digit-duel", "--color", "blue"), "never"),
    (("digit-duel", "ones"), '"ones" is one word too many'),
]


@pytest.mark.parametrize(("words", "allowed"), REFUSED, ids=str)
def test_an_invalid_option_is_refused_with_the_allowed_values(
    call: Run, words: tuple[str, ...], allowed: str
) -> None:
    result = call("play", *words, typed=lines("quit"))
    assert result.code == 2
    assert result.out == ""
    assert allowed in result.err


def test_an_unknown_option_is_refused_with_the_options_of_the_game(call: Run) -> None:
    result = call("play", "digit-poison", "--leading-zero", "no")
    assert result.code == 2
    for expected in ("--leading-zero", "--divisor", "--max-length"):
        assert expected in result.err


def test_abbreviated_options_are_refused(call: Run) -> None:
    assert call("play", "digit-poison", "--div", "5").code == 2


def test_a_refused_game_is_not_saved(call: Run) -> None:
    assert call("play", "digit-duel", "--number-1", "0").code == 2
    assert call("saved", "list").out == "No saved games yet. To play one: lastdigit play\n"


# Presets


def test_a_preset_sets_its_options(call: Run) -> None:
    output = call("play", "digit-duel", "--preset", "quick", typed=lines("quit")).out
    assert "Your Number: 0 9 9\nOpponent's Number: 0 9 9\n" in output


def test_an_option_given_overrides_the_preset(call: Run) -> None:
    output = call(
        "play", "digit-duel", "--number-1", "500", "--preset", "quick", typed="quit\n"
    ).out
    assert "Your Number: 5 0 0\nOpponent's Number: 0 9 9\n" in output


def test_a_preset_can_set_attempts_and_the_option_overrides_it(call: Run) -> None:
    few = ("--preset", "three-tries")
    assert "No attempts left." in play(call, "number-morph", *["units 3"] * 3, options=few).out
    more = (*few, "--attempts", "4")
    assert "No attempts left." not in play(call, "number-morph", *["units 3"] * 3, options=more).out


# Names of games


def share(beginning: str) -> list[str]:
    """Return the games whose names start with this text."""
    return [name for name in GAMES if name.startswith(beginning)]


def shortest(name: str) -> str:
    """Return the shortest unique prefix of a name."""
    beginnings = (name[:length] for length in range(1, len(name) + 1))
    return next(beginning for beginning in beginnings if share(beginning) == [name])


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("number-morph", "number-morph"),
        ("number_morph", "number-morph"),
        ("Number Morph", "number-morph"),
        *((shortest(name), name) for name in GAMES),
        (shortest("digit-poison").replace("-", " ").title(), "digit-poison"),
    ],
)
def test_a_game_is_found_by_any_form_or_unique_prefix_of_its_name(
    call: Run, name: str, game: str
) -> None:
    assert call("rules", name).out.startswith(f"{lastdigit.catalogue()[game].title}\n")


@pytest.mark.parametrize(("name", "beginning"), [("digit", "digit"), ("Digit D", "digit-d")])
def test_an_ambiguous_prefix_is_refused_with_the_matching_games(
    call: Run, name: str, beginning: str
) -> None:
    result = call("play", name)
    assert result.code == 2
    assert f'"{name}" could be {" or ".join(share(beginning))}.' in result.err


@pytest.mark.parametrize("name", ["chess", "", "xmorph"])
def test_an_unknown_game_is_refused_with_the_known_ones(call: Run, name: str) -> None:
    result = call("play", name)
    assert result.code == 2
    assert f'There is no game "{name}"' in result.err
    assert ", ".join(GAMES) in result.err


def test_play_without_a_game_lists_the_games(call: Run) -> None:
    result = call("play", "--rounds", "2")
    assert result.code == 2
    assert all(name in result.err.partition("Name a game: ")[2] for name in GAMES)


def test_a_symbol_missing_in_the_encoding_is_replaced(
    run: Run, environment: dict[str, str]
) -> None:
    environment["PYTHONIOENCODING"] = "ascii"
    words = ("play", "number-morph", "--start", "211", "--player-2", "easy")
    assert "\n213 = 3 x 71, so it isn't prime.\n" in run(*words, typed="units 3\nquit\n").out
