"""A game and a lesson on the full screen's model, without a screen."""

from __future__ import annotations

import pytest

from lastdigit.game.game import Seat
from lastdigit.game.lesson import find_lesson, lesson_game, step_replies
from lastdigit.games import catalogue, find
from lastdigit.match.match import arrange
from lastdigit.match.record import HUMAN, Act, Player
from lastdigit.players.players import open_player
from lastdigit.storage import IN_MEMORY, SqliteStore
from lastdigit.system import now
from lastdigit.tui.board import Drawing, Palette
from lastdigit.tui.game import GameChooser
from lastdigit.tui.lesson import LessonChooser
from tests.conftest import GAMES, games_with

HEIGHT = 24 - 5


def begun(name: str, against: str = HUMAN, **options: int) -> GameChooser:
    game = find(name, **options)
    players = (Player(HUMAN, "Ann"), Player(against, "Ben"))
    setup = arrange(game, players, package="1", first=Seat.ONE, seed=3)
    occupant = None if against == HUMAN else open_player(against).__enter__()
    return GameChooser.new(setup, SqliteStore(IN_MEMORY, now), occupant)


def answer(game: GameChooser | LessonChooser, *answers: str) -> None:
    for text in answers:
        assert game.select(text), text
        game.choose()


def drawn(turn: GameChooser | LessonChooser, width: int = 48, colour: bool = False) -> str:
    """Return the smallest board: 24 lines without the two lines of the title."""
    drawing = Drawing(turn, Palette(colour, type(turn.voice.game)), width)
    drawing.draw()
    drawing.fit(HEIGHT)
    assert len(drawing.lines) <= HEIGHT, "nothing is cut off at the bottom"
    assert all(len(line) <= width for line in drawing.lines), "nor at the side"
    for target in drawing.targets:
        assert target.end <= len(drawing.lines[target.line])
    return "\n".join(line.plain.rstrip() for line in drawing.lines)


def test_a_partly_entered_move_can_be_cleared() -> None:
    game = begun("digit-dilemma")
    answer(game, "4")
    assert "place 4" in game.button_label()[0].lower()
    assert "[4]" in drawn(game), "the first answer is still visible"
    game.clear_entry()
    assert "place 4" not in game.button_label()[0].lower()
    assert not game.match.events


def test_a_rejected_move_is_explained_and_changes_nothing() -> None:
    game = begun("number-morph", start=211)
    answer(game, "units", "3")
    assert game.match.events[-1].act is Act.REJECTED
    assert game.is_refusal
    assert game.message == "213 = 3 × 71, so it isn't prime."
    assert game.message in " ".join(drawn(game).split())
    assert game.match.moves == []
    answer(game, "tens", "7")
    assert not game.is_refusal


def test_a_closed_answer_is_explained() -> None:
    game = begun("digit-duel", number_1=120)
    assert not game.select("ones")
    assert (game.message, game.is_refusal) == ("A 0 can't strike.", True)
    assert "not now" in drawn(game), "the digit can become usable again"
    assert "used up" not in drawn(game)


def test_every_shown_event_is_saved() -> None:
    game = begun("digit-duel", "random")
    answer(game, "tens")
    game.apply_agent_events(game.agent_events())
    record = game._store.record(1)
    assert record.events == tuple(game.match.events)
    assert [event.seat for event in record.events] == list(Seat)


def test_undo_goes_back_to_the_players_last_turn() -> None:
    game = begun("digit-duel", "random")
    answer(game, "tens")
    game.apply_agent_events(game.agent_events())
    assert [seat for seat, _ in game.history] == list(Seat)
    game.undo()
    assert (game.match.moves, game.history) == ([], [])


def test_an_empty_number_reserves_the_place_of_a_large_digit() -> None:
    game = begun("digit-poison")
    empty = drawn(game)
    assert "▁▁▁▁▁▁" in empty
    answer(game, "1")
    assert "▁▁▁▁▁▁" not in drawn(game)
    column = empty.splitlines()[4].index("▁")
    assert drawn(game).splitlines()[1].index("████") == column, "the digit takes that place"


def test_a_number_is_drawn_with_large_digits_as_long_as_it_fits() -> None:
    game = begun("digit-poison", divisor=97, max_length=40)
    large = []
    for _ in range(7):
        answer(game, "1")
        large.append("█" in drawn(game))
    assert large == [True] * 5 + [False] * 2
    assert "1  1  1  1  1  1  1" in drawn(game)


@pytest.mark.parametrize("width", [48, 72])
@pytest.mark.parametrize("name", GAMES)
def test_the_board_of_every_game_fits_its_width(name: str, width: int) -> None:
    game = begun(name)
    for _ in range(12):
        drawn(game, width)
        drawn(game, width, colour=True)
        if game.is_over:
            break
        game.choose()
        game.move_selection(1)


@pytest.mark.parametrize("name", games_with("lesson"))
def test_a_lesson_is_completed(name: str) -> None:
    """Every step gets a wrong answer first, then the right ones."""
    kind = catalogue()[name]
    lesson = find_lesson(kind)
    assert lesson is not None
    turn = LessonChooser(lesson_game(kind, lesson), lesson)
    for step in lesson.steps:
        assert turn.message == f"{step.heading}\n{step.task}"
        replies = step_replies(turn.game, step).values()
        wrong = [reply for reply in replies if not reply.right]
        right = [reply for reply in replies if reply.right]
        for reply in [*wrong[:5], *right[: step.count]]:
            answer(turn, *reply.move.split())
            drawn(turn, 76)
            assert reply.sentence in turn.message
            assert turn.is_refusal is not reply.right
        assert not turn.accepts_input
        assert turn.message.endswith(step.done)
        if not turn.is_last:
            turn.next_step()
    assert turn.is_last
