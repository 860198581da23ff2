"""Every ruling and every erratum has a test of its own, named for what it decides."""

from __future__ import annotations

import re
from random import Random

import pytest

import lastdigit
from lastdigit.errors import OptionError, StateSyntaxError
from lastdigit.game.game import AnyGame, Seat, Status
from lastdigit.game.options import OptionValue
from lastdigit.games.digit_poison.rules import remainder_of
from lastdigit.match.match import Match
from lastdigit.match.record import Act, End, Event, Player, Terms
from lastdigit.match.setup import arrange
from tests.conftest import Run

PEOPLE = (Player("human", "Player 1"), Player("human", "Player 2"))


def reason(game: AnyGame, position: str, move: str) -> str | None:
    """Return why a move is refused in a position."""
    objection = game.objection(game.parse_state(position), game.parse_move(move))
    return objection.reason if objection else None


def why(game: AnyGame, position: str, move: str) -> str:
    """Return the further explanation of a refusal."""
    objection = game.objection(game.parse_state(position), game.parse_move(move))
    assert objection is not None
    return objection.why


def after(game: AnyGame, position: str, *moves: str) -> str:
    """Return the position after some moves."""
    state = game.parse_state(position)
    for move in moves:
        state = game.play(state, move)
    return game.format_state(state)


def winner(game: AnyGame, position: str) -> Seat | None:
    """Return who has won in a position."""
    outcome = game.outcome(game.parse_state(position))
    return outcome.winner if outcome else None


def begun(game: AnyGame, terms: Terms = Terms(), seed: int = 1) -> Match:  # noqa: B008 - frozen
    """Return a match between two people, before its first move."""
    return Match(arrange(game, PEOPLE, package="test", first=Seat.ONE, seed=seed, terms=terms))


class TestEveryGame:
    def test_a_rejected_move_changes_nothing(self) -> None:
        match = begun(lastdigit.find("number-morph", start=211))
        before = match.state
        assert match.play("units 3").act is Act.REJECTED
        assert match.state == before
        assert match.result is None

    def test_a_resigning_player_loses_whoever_is_to_move(self) -> None:
        for seat in Seat:
            match = begun(lastdigit.find("digit-duel"))
            match.apply(Event(Act.RESIGN, seat))
            assert match.result is not None
            assert (match.result.end, match.result.winner) == (End.RESIGNATION, seat.other)

    def test_an_agreed_draw_is_recorded_as_agreed(self) -> None:
        match = begun(lastdigit.find("digit-duel"))
        match.apply(Event(Act.OFFER, Seat.ONE))
        match.apply(Event(Act.ACCEPT, Seat.TWO))
        assert match.record().result.end is End.DRAW

    def test_a_game_left_unfinished_is_recorded_as_unfinished(self) -> None:
        assert begun(lastdigit.find("digit-duel")).record().result.end is End.UNFINISHED

    def test_a_try_counts_as_an_attempt_when_it_is_a_whole_move(self, call: Run) -> None:
        lines = "tens\nfoo\n9\nunits 3\nnonsense\nunits 3\n"
        done = call("play", "number-morph", "--start", "211", "--attempts", "3", typed=lines)
        assert done.out.endswith("No attempts left. Player 2 wins!\n")
        assert done.out.count("is not a prime number.") == 3

    def test_attempts_are_counted_in_one_turn_only(self) -> None:
        match = begun(lastdigit.find("number-morph", start=211), Terms(attempts=2))
        for text in ("units 3", "tens 7", "units 9", "units 7"):
            match.play(text)
        assert match.result is None
        match.play("units 9")
        match.play("units 9")
        assert match.result is not None
        assert (match.result.end, match.result.winner) == (End.FORFEIT, Seat.TWO)

    def test_unattended_play_is_cut_off_and_never_a_win(self) -> None:
        match = begun(lastdigit.find("operation-obliteration"), Terms(ply_limit=3))
        for text in ("divide", "divide", "subtract"):
            match.play(text)
        assert match.result is not None
        assert (match.result.end, match.result.winner) == (End.UNFINISHED, None)

    def test_from_round_to_round_the_first_move_alternates(self, call: Run) -> None:
        words = ("play", "digit-poison", "--rounds", "3", "--divisor", "1")
        done = call(*words, typed="1\n1\n1\n")
        turns = [line for line in done.out.splitlines() if line.endswith("'s Turn:")]
        assert turns == ["Player 1's Turn:", "Player 2's Turn:", "Player 1's Turn:"]


class TestNumberMorph:
    game = lastdigit.find("number-morph", start=211)

    def test_the_start_is_drawn_from_all_three_digit_primes(self) -> None:
        drawn = {lastdigit.find("number-morph").start(Random(seed)).number for seed in range(3_000)}
        assert drawn == {n for n in range(100, 1000) if all(n % d for d in range(2, n))}

    def test_the_start_is_in_the_log_from_the_beginning(self) -> None:
        assert self.game.format_state(self.game.start(Random(0))) == "1 211 211"
        assert reason(self.game, "2 271 211,271", "tens 1") == "211 has already been used."

    def test_with_log_start_no_the_start_may_be_formed_once_more(self) -> None:
        game = lastdigit.find("number-morph", start=211, log_start=False)
        assert after(game, "1 211 -", "tens 7", "tens 1") == "1 211 271,211"
        assert reason(game, "1 271 271,211", "tens 1") == "211 has already been used."

    def test_the_game_ends_when_the_player_to_move_has_no_valid_move(self) -> None:
        # 211 can become only these.
        used = "211,241,251,271,281,311,811,911"
        assert reason(self.game, f"1 211 {used.replace(',911', '')}", "hundreds 9") is None
        outcome = self.game.outcome(self.game.parse_state(f"1 211 {used}"))
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (Seat.TWO, "No valid moves left.")

    def test_rejections_come_in_order(self) -> None:
        at = "2 271 211,271"
        assert reason(self.game, at, "tens 7") == "The tens digit is already 7."
        assert reason(self.game, at, "hundreds 0") == "Leading zeros are not allowed."
        assert reason(self.game, at, "units 2") == "272 is not a prime number."
        assert reason(self.game, at, "tens 1") == "211 has already been used."
        assert reason(self.game, at, "units 7") is None

    def test_why_shows_the_factors_or_the_turn(self) -> None:
        assert why(self.game, "1 211 211", "units 3") == "213 = 3 x 71."
        assert why(self.game, "1 277 211,271,277", "units 1") == "271 was formed in turn 1."
        assert why(self.game, "1 277 211,271,277", "tens 1") == "217 = 7 x 31."
        assert why(self.game, "2 271 211,271", "tens 1") == "211 was the start."

    def test_every_other_digit_may_be_tried(self) -> None:
        question = self.game.dialogue().question(self.game.parse_state("1 211 211"), ("hundreds",))
        assert question is not None
        unavailable = [a.text for a in question.answers if a.status is Status.UNAVAILABLE]
        assert unavailable == ["0", "2"]
        assert all(a.status is not Status.LEGAL for a in question.answers)

    def test_erratum_valid_moves_are_left_where_the_worked_game_stops(self) -> None:
        state = self.game.parse_state("1 277 211,271,277")
        assert self.game.outcome(state) is None
        assert "hundreds 5" in map(str, self.game.legal_moves(state))

    def test_a_start_that_is_not_prime_is_refused_with_its_factors(self) -> None:
        with pytest.raises(OptionError, match="213 = 3 x 71"):
            lastdigit.find("number-morph", start=213)

    def test_every_start_offers_a_move(self) -> None:
        for number in range(100, 1000):
            if all(number % divisor for divisor in range(2, number)):
                game = lastdigit.find("number-morph", start=number)
                assert game.legal_moves(game.start(Random(0)))


class TestDigitDuel:
    game = lastdigit.find("digit-duel")

    def test_subtraction_borrows_and_works_on_the_whole_number(self) -> None:
        assert after(self.game, "1 999 900", "ones") == "2 998 891"

    def test_subtraction_never_goes_below_zero(self) -> None:
        assert after(self.game, "1 009 003", "ones") == "2 009 000"

    def test_zero_for_the_opponent_wins_at_once_and_nothing_is_decremented(self) -> None:
        assert after(self.game, "1 001 001", "ones") == "2 001 000"
        assert winner(self.game, "2 001 000") is Seat.ONE

    def test_decrementing_the_own_number_to_zero_loses(self) -> None:
        assert after(self.game, "1 001 005", "ones") == "2 000 004"
        assert winner(self.game, "2 000 004") is Seat.TWO

    def test_the_own_zero_is_told_as_your_number(self, call: Run) -> None:
        done = call("play", "digit-duel", "--number-1", "1", "--number-2", "5", typed="ones\n")
        assert done.out.endswith("Your new number: 0 0 0\nYour number is zero. Player 2 wins!\n")

    def test_numbers_always_have_three_digits(self, call: Run) -> None:
        words = ("play", "digit-duel", "--number-1", "9", "--number-2", "91")
        done = call(*words, typed="ones\nquit\n")
        assert "Opponent's new number: 082\n" in done.out
        assert "Your Number: 0 8 2\n" in done.out

    def test_a_zero_digit_is_refused(self) -> None:
        expected = "The tens digit is zero and cannot be used."
        assert reason(self.game, "1 908 999", "tens") == expected

    def test_erratum_after_turn_two_of_the_example_player_2_has_890(self) -> None:
        assert after(self.game, "1 999 999", "ones", "hundreds") == "1 989 890"

    def test_erratum_in_the_second_dialogue_987_less_9_is_978(self) -> None:
        assert after(self.game, "2 987 799", "tens") == "1 978 789"


class TestOperationObliteration:
    game = lastdigit.find("operation-obliteration")

    def test_no_repeats_is_about_the_players_own_previous_operation(self) -> None:
        assert reason(self.game, "2 6 divide -", "divide") is None
        expected = '"divide" was your previous operation.'
        assert reason(self.game, "1 6 divide multiply", "divide") == expected

    def test_on_a_first_turn_nothing_is_a_repeat(self) -> None:
        assert reason(self.game, "1 3 - -", "subtract") is None

    def test_two_is_prime_and_even_and_one_is_odd_and_not_prime(self, call: Run) -> None:
        two = call("play", "operation-obliteration", "--start", "2", typed="quit\n")
        assert "2 (Prime and Even)" in two.out
        one = call("play", "operation-obliteration", "--start", "1", typed="quit\n")
        assert "1 (Odd)" in one.out
        legal = [str(move) for move in self.game.legal_moves(self.game.parse_state("1 2 - -"))]
        assert legal == ["add", "subtract", "divide"]
        assert reason(self.game, "1 1 - -", "add") == '"add" is only for prime numbers.'

    def test_results_stay_within_1_and_100(self) -> None:
        assert reason(self.game, "1 33 - -", "multiply") is None
        assert reason(self.game, "1 51 - -", "multiply") == "154 is not between 1 and 100."
        assert why(self.game, "1 51 - -", "multiply") == "3 x 51 + 1 = 154 is above 100."

    def test_rejections_come_in_order(self) -> None:
        at = "1 51 divide multiply"
        assert reason(self.game, at, "divide") == '"divide" is only for even numbers.'
        assert reason(self.game, "1 51 multiply -", "multiply") == (
            '"multiply" was your previous operation.'
        )
        assert reason(self.game, at, "multiply") == "154 is not between 1 and 100."

    def test_the_game_ends_when_the_player_to_move_has_no_operation(self) -> None:
        outcome = self.game.outcome(self.game.parse_state("2 4 multiply divide"))
        assert outcome is not None
        assert outcome.winner is Seat.ONE
        assert outcome.reason == "Player 2 cannot make a valid move."

    def test_a_start_without_an_operation_is_refused_with_those_that_can_be_played(self) -> None:
        with pytest.raises(OptionError, match=r"1-34, 36-38, .*, 96-98, 100\."):
            lastdigit.find("operation-obliteration", start=35)

    @pytest.mark.parametrize(
        "options", [{"limit": None}, {"limit": 30, "divisors": []}, {"limit": 30, "divisors": None}]
    )
    def test_options_that_are_no_numbers_are_refused(self, options: dict[str, OptionValue]) -> None:
        with pytest.raises(OptionError, match="it must be"):
            lastdigit.find("operation-obliteration", **options)

    def test_the_third_occurrence_of_a_position_is_told(self, call: Run) -> None:
        circle = find_circle(self.game)
        done = call("play", "operation-obliteration", typed="\n".join([*circle, "quit"]) + "\n")
        told = "This position has come up for the third time. You may agree to a draw: type draw.\n"
        assert told in done.out
        before = call(
            "play", "operation-obliteration", typed="\n".join([*circle[:-1], "quit"]) + "\n"
        )
        assert told not in before.out

    def test_erratum_dividing_twice_running_is_refused_and_subtracting_is_not(self) -> None:
        at = after(self.game, "1 12 - -", "divide", "divide", "subtract")
        assert reason(self.game, at, "divide") == '"divide" was your previous operation.'
        assert reason(self.game, at, "subtract") is None


def find_circle(game: AnyGame) -> list[str]:
    """Return the shortest line from the start at whose end a position stands for the third time."""
    lines: list[tuple[object, list[str], dict[object, int]]] = [(game.start(Random(0)), [], {})]
    while lines:
        longer = []
        for state, line, seen in lines:
            counts = {**seen, state: seen.get(state, 0) + 1}
            if counts[state] == 3:
                return line
            longer += [
                (game.successor(state, move), [*line, str(move)], counts)
                for move in game.legal_moves(state)
            ]
        lines = longer
    raise AssertionError("no position can come up three times")


class TestDigitDilemma:
    game = lastdigit.find("digit-dilemma")

    def test_a_leading_zero_is_allowed_and_014_is_the_number_14(self) -> None:
        assert winner(self.game, after(self.game, "1 _14 56_", "0 left")) is Seat.ONE

    def test_the_completed_number_is_said_without_its_leading_zero(self, call: Run) -> None:
        typed = "0 left\n9 middle\n1 middle\n8 left\n4 right\n"
        done = call("play", "digit-dilemma", typed=typed)
        assert "Completed Number: 14\n" in done.out

    def test_leading_zero_no_forbids_zero_on_the_left_only(self) -> None:
        game = lastdigit.find("digit-dilemma", leading_zero=False)
        assert reason(game, "1 ___ ___", "0 left") == "0 cannot be placed on the Left."
        assert reason(game, "1 ___ ___", "0 middle") is None

    def test_a_picked_digit_may_be_taken_back_until_it_is_placed(self, call: Run) -> None:
        done = call("play", "digit-dilemma", typed="7\nundo\n3\nleft\nquit\n")
        assert "Player 1's Number: 3 _ _\n" in done.out
        assert "Digit Pool after turn: 0, 1, 2, 4, 5, 6, 7, 8, 9\n" in done.out

    def test_a_multiple_of_7_wins_at_once(self) -> None:
        assert winner(self.game, "1 74_ 532") is Seat.TWO

    def test_the_smaller_distance_up_to_the_next_multiple_wins(self) -> None:
        outcome = self.game.outcome(self.game.parse_state("1 741 530"))
        assert outcome is not None
        assert outcome.winner is Seat.ONE
        assert outcome.reason == "741 is closer to the next multiple of 7."

    def test_equal_distances_are_decided_by_the_smaller_number(self) -> None:
        outcome = self.game.outcome(self.game.parse_state("1 741 265"))
        assert outcome is not None
        assert outcome.winner is Seat.TWO
        assert outcome.reason == "265 is as close, and smaller."

    def test_the_quotient_is_rounded_to_three_places(self, call: Run) -> None:
        typed = "7 left\n3 middle\n1 right\n5 left\n4 middle\nquit\n"
        done = call("play", "digit-dilemma", typed=typed)
        assert "Result: 741 ÷ 7 = 105.857 (Not divisible by 7)\n" in done.out

    def test_rejections_come_in_order(self) -> None:
        game = lastdigit.find("digit-dilemma", leading_zero=False)
        assert reason(game, "1 7__ _0_", "0 left") == "The digit 0 is not in the pool."
        assert reason(game, "1 7__ 5__", "0 left") == "The Left position is already taken."
        assert reason(game, "1 _7_ 5__", "0 left") == "0 cannot be placed on the Left."


@pytest.mark.parametrize(
    ("name", "position", "reason"),
    [
        ("digit-duel", "1 000 000", "Only one of the two numbers can be zero."),
        ("digit-dilemma", "1 147 203", "Only one of the two numbers can be a multiple of 7."),
        ("number-morph", "1 211 211,271,211", "A number stands in the history log only once."),
    ],
)
def test_a_position_that_no_play_leads_to_is_refused(name: str, position: str, reason: str) -> None:
    with pytest.raises(StateSyntaxError, match=re.escape(reason)):
        lastdigit.find(name).parse_state(position)


class TestDigitPoison:
    def test_a_first_digit_zero_makes_zero_which_every_divisor_divides(self) -> None:
        for divisor in (1, 7, 1_000_000_000):
            game = lastdigit.find("digit-poison", divisor=divisor)
            assert winner(game, after(game, "1 -", "0")) is Seat.TWO

    @pytest.mark.parametrize("divisor", [0, -3, 1_000_000_001])
    def test_the_divisor_is_from_1_to_a_thousand_million(self, divisor: int) -> None:
        with pytest.raises(OptionError, match="1 to 1000000000"):
            lastdigit.find("digit-poison", divisor=divisor)

    def test_reaching_the_maximum_length_loses(self) -> None:
        game = lastdigit.find("digit-poison", divisor=7, max_length=3)
        outcome = game.outcome(game.parse_state("2 123"))
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (Seat.TWO, "Maximum length of 3 digits reached.")

    def test_reaching_it_divisible_or_not_is_told(self, call: Run) -> None:
        words = ("play", "digit-poison", "--divisor", "5", "--max-length", "2")
        for last in ("5", "6"):
            done = call(*words, typed=f"1\n{last}\n")
            assert done.out.endswith(
                "Maximum length of 2 digits reached.\n"
                "Player 2 loses!\nCongratulations, Player 1 wins!\n"
            )

    def test_without_a_maximum_length_only_the_divisor_ends_it(self) -> None:
        game = lastdigit.find("digit-poison", divisor=2, max_length=None)
        state = game.parse_state("1 " + "1" * 5_000)
        assert game.outcome(state) is None

    def test_a_long_number_is_never_divided_as_a_whole(self) -> None:
        digits = "".join(Random(1).choices("0123456789", k=20_000))
        assert remainder_of(digits, 997) == sum_of_remainders(digits, 997)
        game = lastdigit.find("digit-poison", divisor=997, max_length=None)
        state = game.parse_state(f"1 {digits}")
        for digit in "31415926535":
            state = game.play(state, digit)
        assert state.remainder == sum_of_remainders(digits + "31415926535", 997)

    def test_a_very_long_number_is_shown_by_its_ends_and_length(self, call: Run) -> None:
        words = ("play", "digit-poison", "--max-length", "none", "--divisor", "999999937")
        done = call(*words, typed="1\n" * 61 + "quit\n")
        assert f"Updated Shared Number: {'1' * 60}\n" in done.out
        assert f"Updated Shared Number: {'1' * 20}...{'1' * 20} (61 digits)\n" in done.out


def sum_of_remainders(digits: str, divisor: int) -> int:
    """Return the remainder digit by digit, as on paper."""
    remainder = 0
    for digit in digits:
        remainder = (remainder * 10 + int(digit)) % divisor
    return remainder
