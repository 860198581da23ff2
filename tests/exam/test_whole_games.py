from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from lastdigit import Setup, find
from lastdigit.exam import WholeGame, arrange_game, play_whole_game, regrets_at
from lastdigit.exam.whole_games import Turn
from lastdigit.players import Settings

GAME, POSITION = "digit-duel", "1 522 423"
POSITION_LINE = re.compile(r"^Position: (.+)$", re.MULTILINE)


def arrange(settings: Settings) -> Setup:
    return arrange_game(GAME, {}, POSITION, opponent="perfect", seed=1, settings=settings)


class Model:
    """A model that picks moves by their regret."""

    def __init__(self, pick: Callable[..., str]) -> None:
        self.pick, self.questions = pick, list[str]()

    def __call__(self, question: str) -> str:
        self.questions.append(question)
        found = POSITION_LINE.search(question)
        assert found
        game = find(GAME)
        regrets = regrets_at(game, game.parse_state(found[1]))
        return f"MOVE: {self.pick(regrets, key=regrets.__getitem__)}"


def play(ask: Callable[[str], str | None], settings: Settings | None = None) -> WholeGame:
    settings = settings or Settings()
    return play_whole_game(arrange(settings), ask, settings)


def test_moves_without_regret_keep_the_win() -> None:
    model = Model(min)
    game = play(model)
    assert (game.moves_score, game.result_score, game.regret) == (1, 1, 0)
    assert game.decisions >= 1
    assert len(model.questions) == len(game.turns) > 1
    assert str(game.result.end) == "win"


def test_a_losing_mistake_costs_the_full_score_of_its_turn() -> None:
    game = play(Model(max))
    assert game.turns[0].regret == 2
    assert game.turns[0].decides
    # The position is lost after the first mistake, so nothing else is left to decide.
    assert (game.decisions, game.moves_score, game.result_score) == (1, 0, 0)


def test_a_turn_has_several_tries_and_only_the_last_counts() -> None:
    model, questions = Model(min), list[str]()

    def ask(question: str) -> str:
        questions.append(question)
        return "MOVE: thousands" if POSITION_LINE.search(question) else model(questions[-2])

    game = play(ask)
    assert {turn.tries for turn in game.turns} == {2}
    assert (game.moves_score, game.result_score) == (1, 1)
    assert all("Not accepted" in question for question in questions[1::2])


@pytest.mark.parametrize(
    ("answer", "move"), [("MOVE: thousands", "thousands"), ("I don't know.", None)]
)
def test_a_turn_without_a_legal_move_forfeits(answer: str, move: str | None) -> None:
    game = play(lambda _: answer, Settings(tries=2))
    assert game.turns == (Turn(move, regret=2, decides=True, tries=2),)
    assert (str(game.result.end), game.moves_score, game.result_score) == ("forfeit", 0, 0)


def test_a_conversation_that_stops_leaves_the_game_unfinished() -> None:
    model = Model(min)
    game = play(lambda question: None if model.questions else model(question))
    assert len(game.turns) == 1
    assert (str(game.result.end), game.result_score) == ("unfinished", 0.5)


def test_legal_moves_are_listed_on_request() -> None:
    model = Model(min)
    play(model, Settings(show_legal=True))
    assert "hundreds, tens, ones" in model.questions[0]


def test_list_options_from_json_are_accepted() -> None:
    setup = arrange_game(
        "digit-poison",
        {"divisors": [2, 3], "max_length": 4},
        "1 -",
        opponent="random",
        seed=1,
        settings=Settings(),
    )
    assert dict(setup.options)["divisors"] == (2, 3)
