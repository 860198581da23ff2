"""A match told in the plain voice: offers, resignations and ends, to each who reads."""

from __future__ import annotations

import pytest

import lastdigit
from lastdigit.game.game import Seat
from lastdigit.match.match import Match
from lastdigit.match.narration import (
    PlainNarrator,
    RulebookNarrator,
    Voice,
    audience_of,
    open_narrator,
    player_text,
)
from lastdigit.match.record import HUMAN, Act, Event, Player, Setup, Terms
from lastdigit.match.setup import arrange

PEOPLE = (Player(HUMAN, "Ada"), Player(HUMAN, "Ben"))
AGAINST_HARD = (Player(HUMAN, "Player 1"), Player("hard", "Player 2"))


def setup_of(players: tuple[Player, Player], terms: Terms = Terms()) -> Setup:  # noqa: B008 - frozen
    """Return a settled game of Digit Duel."""
    game = lastdigit.find("digit-duel")
    return arrange(game, players, package="0", first=Seat.ONE, seed=1, terms=terms)


def spoken_to(match: Match, event: Event, you: Seat | None) -> str:
    """Return what one who reads is told of an event."""
    before = match.state
    apart = match.copied()
    apart.apply(event)
    return PlainNarrator(apart, you).event_text(event, before)


def test_the_goal_is_said_before_the_first_turn() -> None:
    narrator = PlainNarrator(Match(setup_of(AGAINST_HARD)), Seat.ONE)
    assert narrator.welcome() + narrator.opening() + narrator.prompt(()) == (
        "Digit Duel, you against the computer (hard).\n"
        "Bring the computer's number to zero before yours gets there.\n\n"
        "You      9 9 9     Computer 9 9 9\n"
        "Strike with (hundreds, tens, ones): "
    )


@pytest.mark.parametrize(
    ("players", "told"),
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
    players: tuple[Player, Player], told: list[str]
) -> None:
    assert [player_text(setup_of(players), seat) for seat in Seat] == told


def test_two_people_at_one_screen_are_never_you() -> None:
    narrator = PlainNarrator(Match(setup_of(PEOPLE)))
    spoken = narrator.welcome() + narrator.opening() + narrator.prompt(())
    assert spoken == (
        "Digit Duel, Ada against Ben.\n"
        "Strike with a digit. First number at zero loses.\n\n"
        "Ada      9 9 9     Ben      9 9 9\n"
        "Ada: strike with (hundreds, tens, ones): "
    )


@pytest.mark.parametrize(
    ("act", "seat", "spoken"),
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
def test_what_happens_around_a_game_is_told_to_each_who_reads(
    act: Act, seat: Seat, spoken: list[str]
) -> None:
    match, event = Match(setup_of(PEOPLE, Terms(time_limit=5))), Event(act, seat)
    readers = (Seat.ONE, Seat.TWO, None)
    assert [spoken_to(match, event, you) for you in readers] == [f"{line}\n" for line in spoken]


def test_whoever_declines_is_named() -> None:
    match = Match(setup_of(AGAINST_HARD))
    match.apply(Event(Act.OFFER, Seat.ONE))
    decline = Event(Act.DECLINE, Seat.TWO)
    assert spoken_to(match, decline, Seat.ONE) == "The computer does not agree.\n"
    assert spoken_to(match, decline, Seat.TWO) == "You do not agree.\n"


def test_a_machine_with_a_name_is_called_by_it() -> None:
    players = (Player(HUMAN, "Player 1"), Player("cmd:bot", "Deep Thought"))
    assert audience_of(setup_of(players), Seat.ONE).computer is None
    assert audience_of(setup_of(AGAINST_HARD), Seat.ONE).computer is Seat.TWO


def test_the_rulebook_repeats_what_a_machine_answers_and_the_plain_voice_does_not() -> None:
    match = Match(setup_of(AGAINST_HARD))
    asked = "Choose a digit to use (hundreds/tens/ones): ones\n"
    assert RulebookNarrator(match).answers_text("ones", match.state) == asked
    assert PlainNarrator(match, Seat.ONE).answers_text("ones", match.state) == ""


def test_a_narrow_screen_gets_whole_words_and_a_short_prompt() -> None:
    narrator = PlainNarrator(Match(setup_of(AGAINST_HARD)), Seat.ONE, width=40)
    assert narrator.welcome() == (
        "Digit Duel, you against the computer (hard).\n"
        "Bring the computer's number to zero\nbefore yours gets there.\n\n"
    )
    assert narrator.prompt(()) == "Strike with: "


def test_who_tells_a_match_depends_on_who_plays() -> None:
    alone, together = Match(setup_of(AGAINST_HARD)), Match(setup_of(PEOPLE))
    assert isinstance(open_narrator(alone, Voice.AUTO), PlainNarrator)
    assert isinstance(open_narrator(together, Voice.AUTO), RulebookNarrator)
    assert isinstance(open_narrator(alone, Voice.RULEBOOK), RulebookNarrator)
    assert isinstance(open_narrator(together, Voice.PLAIN), PlainNarrator)
