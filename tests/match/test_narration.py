"""A match in sentences, for each player and for spectators."""

from __future__ import annotations

import pytest

import lastdigit
from lastdigit.game.game import Seat
from lastdigit.game.text import UnclearAnswer
from lastdigit.match.match import Match, arrange
from lastdigit.match.narration import (
    REMINDER,
    RulebookNarrator,
    SecondPersonNarrator,
    Voice,
    audience_of,
    open_narrator,
    player_text,
    result_text,
    terms_text,
)
from lastdigit.match.record import (
    HUMAN,
    Act,
    End,
    Event,
    Player,
    Result,
    Setup,
    Terms,
    TimeControl,
)
from lastdigit.solver import solver_for

PEOPLE = (Player(HUMAN, "Ada"), Player(HUMAN, "Ben"))
AGAINST_HARD = (Player(HUMAN, "Player 1"), Player("hard", "Player 2"))


def setup_of(players: tuple[Player, Player], terms: Terms = Terms()) -> Setup:  # noqa: B008 - frozen
    """Return a setup of Digit Duel with a fixed start."""
    game = lastdigit.find("digit-duel")
    return arrange(game, players, package="0", first=Seat.ONE, seed=1, terms=terms)


def spoken_to(match: Match, event: Event, you: Seat | None) -> str:
    """Return the text of an event for a reader."""
    before = match.state
    apart = match.copy()
    apart.apply(event)
    return SecondPersonNarrator(apart, you).event_text(event, before)


def test_the_goal_is_stated_before_the_first_turn() -> None:
    narrator = SecondPersonNarrator(Match(setup_of(AGAINST_HARD)), Seat.ONE)
    assert narrator.welcome() + narrator.opening() + narrator.prompt(()) == (
        "Digit Duel, you against the computer (hard).\n"
        "Bring the computer's number to zero before yours gets there.\n\n"
        "You      9 9 9     Computer 9 9 9\n"
        "Strike with (hundreds, tens, ones): "
    )


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (AGAINST_HARD, ["Player 1", "Computer (hard)"]),
        ((Player(HUMAN, "Ann"), Player("easy", "Computer")), ["Ann", "Computer (easy)"]),
        ((Player(HUMAN, "Ann"), Player("easy", "Computer (easy)")), ["Ann", "Computer (easy)"]),
        ((Player("easy", "Hal"), Player(HUMAN, "Ann")), ["Hal (easy)", "Ann"]),
        (
            (Player("easy", "Player 1"), Player("hard", "Player 2")),
            ["Player 1 (easy)", "Player 2 (hard)"],
        ),
        (PEOPLE, ["Ada", "Ben"]),
    ],
)
def test_a_computer_is_named_with_its_level(
    players: tuple[Player, Player], expected: list[str]
) -> None:
    assert [player_text(setup_of(players), seat) for seat in Seat] == expected


def test_two_people_at_one_screen_are_named() -> None:
    narrator = SecondPersonNarrator(Match(setup_of(PEOPLE)))
    spoken = narrator.welcome() + narrator.opening() + narrator.prompt(())
    assert spoken == (
        "Digit Duel, Ada against Ben.\n"
        "Strike with a digit. The first number to reach zero loses.\n\n"
        "Ada      9 9 9     Ben      9 9 9\n"
        "Ada: strike with (hundreds, tens, ones): "
    )


@pytest.mark.parametrize(
    ("act", "seat", "expected"),
    [
        (
            Act.RESIGN,
            Seat.ONE,
            ["You resign: Ben wins.", "Ada resigns: you win.", "Ada resigns: Ben wins."],
        ),
        (Act.OFFER, Seat.ONE, ["You offer a draw.", "Ada offers a draw.", "Ada offers a draw."]),
        (
            Act.ABANDON,
            Seat.TWO,
            [
                "Ben left the game: you win.",
                "You left the game: Ada wins.",
                "Ben left the game: Ada wins.",
            ],
        ),
        (
            Act.TIME,
            Seat.ONE,
            [
                "Your time is up: Ben wins.",
                "Ada's time is up: you win.",
                "Ada's time is up: Ben wins.",
            ],
        ),
    ],
)
def test_events_other_than_moves_are_worded_for_each_reader(
    act: Act, seat: Seat, expected: list[str]
) -> None:
    match, event = Match(setup_of(PEOPLE, Terms(time_limit=5))), Event(act, seat)
    readers = (Seat.ONE, Seat.TWO, None)
    assert [spoken_to(match, event, you) for you in readers] == [f"{line}\n" for line in expected]


def test_the_player_who_declines_is_named() -> None:
    match = Match(setup_of(AGAINST_HARD))
    match.apply(Event(Act.OFFER, Seat.ONE))
    decline = Event(Act.DECLINE, Seat.TWO)
    assert spoken_to(match, decline, Seat.ONE) == "The computer does not agree.\n"
    assert spoken_to(match, decline, Seat.TWO) == "You do not agree.\n"


def test_a_program_with_a_name_is_not_called_computer() -> None:
    players = (Player(HUMAN, "Player 1"), Player("cmd:bot", "Deep Thought"))
    assert audience_of(setup_of(players), Seat.ONE).computer is None
    assert audience_of(setup_of(AGAINST_HARD), Seat.ONE).computer is Seat.TWO


def test_only_the_rulebooks_voice_repeats_the_answers_of_a_computer() -> None:
    match = Match(setup_of(AGAINST_HARD))
    asked = "Choose a digit to use (hundreds/tens/ones): ones\n"
    assert RulebookNarrator(match).answers_text("ones", match.state) == asked
    assert SecondPersonNarrator(match, Seat.ONE).answers_text("ones", match.state) == ""


def test_text_is_wrapped_and_the_prompt_short_on_a_narrow_screen() -> None:
    narrator = SecondPersonNarrator(Match(setup_of(AGAINST_HARD)), Seat.ONE, width=40)
    assert narrator.welcome() == (
        "Digit Duel, you against the computer (hard).\n"
        "Bring the computer's number to zero\nbefore yours gets there.\n\n"
    )
    assert narrator.prompt(()) == "Type hundreds, tens or ones.\nStrike with: "


def test_the_automatic_voice_depends_on_the_players() -> None:
    alone, together = Match(setup_of(AGAINST_HARD)), Match(setup_of(PEOPLE))
    assert isinstance(open_narrator(alone, Voice.AUTO), SecondPersonNarrator)
    assert isinstance(open_narrator(together, Voice.AUTO), RulebookNarrator)
    assert isinstance(open_narrator(alone, Voice.RULEBOOK), RulebookNarrator)
    assert isinstance(open_narrator(together, Voice.PLAIN), SecondPersonNarrator)


@pytest.mark.parametrize(
    ("width", "limit", "whole"),
    [(45, None, True), (44, None, False), (52, 5, True), (51, 5, False)],
)
def test_a_prompt_leaves_space_for_the_clock(width: int, limit: int | None, whole: bool) -> None:
    match = Match(setup_of(AGAINST_HARD, Terms(time_limit=limit)))
    narrator = SecondPersonNarrator(match, Seat.ONE, width=width)
    assert ("(hundreds, tens, ones)" in narrator.prompt(())) is whole


def test_the_history_numbers_the_moves_and_aligns_the_numbers() -> None:
    match = Match(setup_of(PEOPLE))
    narrator = RulebookNarrator(match)
    assert narrator.history() == ""
    match.play("hundreds")
    match.play("tens")
    assert narrator.history() == "   1 Ada: hundreds  899 - 990\n   2 Ben: tens      890 - 980\n"


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        (Terms(time_limit=1), "Each turn has 1 second."),
        (Terms(clock=TimeControl(120, 0)), "Each player has 2 minutes."),
        (Terms(clock=TimeControl(60, 1)), "Each player has 1 minute, plus 1 second a move."),
        (Terms(clock=TimeControl(90, 5)), "Each player has 90 seconds, plus 5 seconds a move."),
        (Terms(attempts=1), "A player loses after 1 failed try in a turn."),
        (Terms(attempts=3), "A player loses after 3 failed tries in a turn."),
    ],
)
def test_the_terms_of_a_match_are_sentences(terms: Terms, sentence: str) -> None:
    setup = setup_of(PEOPLE, terms)
    audience = audience_of(setup, None)
    plain = terms_text(setup_of(PEOPLE), audience)
    begin = "Ada begins."
    assert terms_text(setup, audience) == plain.replace(begin, f"{sentence} {begin}")


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (None, "unfinished"),
        (Result(End.WIN, Seat.ONE, "So."), "Ada won"),
        (Result(End.TIME, Seat.TWO, "So."), "Ben won by time"),
        (Result(End.ABANDONED, Seat.TWO, "So."), "Ben won because the other player left"),
        (Result(End.DRAW, None, "So."), "draw"),
        (Result(End.UNFINISHED, None, "Stopped after 9 turns."), "stopped after 9 turns"),
    ],
)
def test_the_short_text_of_a_result(result: Result | None, text: str) -> None:
    assert result_text(result, ("Ada", "Ben")) == text


@pytest.mark.parametrize("is_person", [True, False])
def test_people_are_reminded_of_a_draw_when_a_position_occurs_for_the_third_time(
    is_person: bool,
) -> None:
    players = PEOPLE if is_person else (Player("easy", "Ada"), Player("hard", "Ben"))
    game = lastdigit.find("operation-obliteration", start=1)
    match = Match(arrange(game, players, package="0", first=Seat.ONE, seed=1))
    narrator = RulebookNarrator(match)
    reminded = []
    for _ in range(60):  # with best play a drawn game repeats its positions
        match.play(game.format_move(solver_for(game).best(match.state)[0].move))
        reminded.append((match.occurrences, REMINDER in narrator.opening()))
    assert {1, 2, 3, 4} <= {occurrences for occurrences, _ in reminded}
    assert all(shown == (is_person and occurrences == 3) for occurrences, shown in reminded)


def test_the_plain_voice_mentions_a_draw_before_the_board() -> None:
    game = lastdigit.find("operation-obliteration", start=1)
    match = Match(arrange(game, PEOPLE, package="0", first=Seat.ONE, seed=1))
    narrator = SecondPersonNarrator(match, None, width=200)
    reminded = []
    for _ in range(60):
        match.play(game.format_move(solver_for(game).best(match.state)[0].move))
        opening = narrator.opening()
        assert opening.startswith(REMINDER) is (REMINDER in opening)
        reminded.append((match.occurrences, REMINDER in opening))
    assert {1, 2, 3, 4} <= {occurrences for occurrences, _ in reminded}
    assert all(shown == (occurrences == 3) for occurrences, shown in reminded)


@pytest.mark.parametrize(
    ("unclear", "text"),
    [
        (UnclearAnswer("It could be 1 or 2."), "It could be 1 or 2.\n"),
        (
            UnclearAnswer("", unknown="x", choices=("1", "2")),
            '"x" isn\'t one of the choices. Type 1 or 2, or ? for help.\n',
        ),
    ],
    ids=["ambiguous", "unknown"],
)
def test_unclear_answers_are_explained_in_the_rulebooks_voice(
    unclear: UnclearAnswer, text: str
) -> None:
    assert RulebookNarrator(Match(setup_of(PEOPLE))).unclear_text(unclear) == text


@pytest.mark.parametrize(
    ("acts", "you", "headline"),
    [
        ([], Seat.ONE, ""),
        ([Event(Act.RESIGN, Seat.ONE)], Seat.TWO, "You win"),
        ([Event(Act.RESIGN, Seat.ONE)], Seat.ONE, "Ben wins"),
        ([Event(Act.OFFER, Seat.ONE), Event(Act.ACCEPT, Seat.TWO)], Seat.ONE, "A draw"),
    ],
)
def test_the_headline_is_the_result(acts: list[Event], you: Seat, headline: str) -> None:
    match = Match(setup_of(PEOPLE))
    for event in acts:
        match.apply(event)
    assert SecondPersonNarrator(match, you).headline() == headline


def test_a_match_that_is_cut_off_has_no_winner() -> None:
    match = Match(setup_of(PEOPLE, Terms(ply_limit=1)))
    match.play("ones")
    assert match.result is not None
    assert match.result.end is End.UNFINISHED
    assert SecondPersonNarrator(match, Seat.ONE).headline() == "No winner"


def texts_of(
    texts: list[str],
    terms: Terms = Terms(),  # noqa: B008 - frozen
) -> tuple[list[str], list[str]]:
    """Return the texts of each move of Number Morph from 977, in both voices."""
    game = lastdigit.find("number-morph", start=977)
    match = Match(arrange(game, PEOPLE, package="0", first=Seat.ONE, seed=1, terms=terms))
    rulebook, plain = [], []
    for text in texts:
        before = match.state
        event = match.play(text)
        rulebook.append(RulebookNarrator(match).event_text(event, before))
        plain.append(SecondPersonNarrator(match, Seat.ONE).event_text(event, before))
    return rulebook, plain


FORMED = "New number formed: 978\n978 is not a prime number."
MADE = "New number formed: 947\n947 is a prime number. Turn complete.\n"


def test_the_text_of_a_move_includes_its_consequences() -> None:
    assert texts_of(["tens 4", "units 8"]) == (
        [f"{MADE}\n", "New number formed: 948\n948 is not a prime number. Try again.\n"],
        ["You changed the tens: 977 became 947.\n", "948 = 2 × 474, so it isn't prime.\n"],
    )
    assert texts_of(["tens 4"], Terms(ply_limit=1)) == (
        [f"{MADE}Stopped after 1 turns.\n"],
        ["You changed the tens: 977 became 947.\nStopped after 1 turns.\n"],
    )


def test_the_text_of_a_rejected_move_includes_the_remaining_attempts() -> None:
    assert texts_of(["units 8"] * 2, Terms(attempts=2)) == (
        [
            f"{FORMED} Try again.\n1 attempt left.\n",
            f"{FORMED}\nNo attempts left. Ben wins!\n",
        ],
        [
            "978 = 2 × 489, so it isn't prime. 1 attempt left.\n",
            "978 = 2 × 489, so it isn't prime.\nNo attempts left: Ben wins.\n",
        ],
    )


@pytest.mark.parametrize(("you", "space"), [(None, "\n"), (Seat.TWO, "\n"), (Seat.ONE, "")])
def test_a_blank_line_separates_a_move_from_the_readers_turn(you: Seat | None, space: str) -> None:
    match = Match(setup_of(PEOPLE))
    before = match.state
    event = match.play("ones")
    text = SecondPersonNarrator(match, you).event_text(event, before)
    assert text.endswith(f".\n{space}")
    assert text.count("\n") == 1 + len(space)
