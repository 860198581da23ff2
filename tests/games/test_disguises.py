"""A player who reads only the disguised text plays the original game."""

from __future__ import annotations

import re
from random import Random

import pytest

import lastdigit
from lastdigit.errors import MoveSyntaxError, StateSyntaxError
from lastdigit.game.disguise import AnyDisguise, Disguise
from lastdigit.game.game import AnyGame, Seat
from tests.conftest import Size
from tests.games.disguised import DISGUISED, reader

LONGEST = 25
COMMON = {"number", "place"}
"""Words of the games that are common words."""


def secret(number: int) -> bytes:
    return number.to_bytes(32, "big")


def disguise_of(game: AnyGame, number: int) -> AnyDisguise:
    found = Disguise.draw(secret(number), game)
    assert found is not None
    return found


def variants(name: str) -> list[AnyGame]:
    kind = lastdigit.catalogue()[name]
    return [kind.of(values) for values in ({}, *kind.exam_variants, *kind.small_variants)]


def play_in_step(game: AnyGame, disguise: AnyDisguise, random: Random, version: int | None) -> None:
    """Play a random game with and without the disguise, and compare everything visible."""
    text_reader = reader(game.name, disguise.rules(version))
    state = game.start(random, random.choice(tuple(Seat)))
    position = disguise.format_state(state)
    for _ in range(LONGEST):
        assert disguise.format_state(state) == position
        assert disguise.parse_state(position) == state
        moves = game.legal_moves(state)
        assert text_reader.legal(position) == {disguise.format_move(move) for move in moves}
        end = game.outcome(state)
        assert text_reader.winner(position) == (None if end is None else disguise.names[end.winner])
        if not moves:
            return
        move = random.choice(moves)
        assert disguise.parse_move(disguise.format_move(move)) == move
        position = text_reader.after(position, disguise.format_move(move))
        state = game.successor(state, move)


@pytest.mark.parametrize("version", [None, 1], ids=["now", "version 1"])
@pytest.mark.parametrize("name", DISGUISED)
def test_a_player_who_knows_only_the_text_plays_the_same_game(
    name: str, version: int | None, size: Size
) -> None:
    random, games = Random(name), variants(name)
    for number in range(size(sample=20, full=200)):
        # Every secret with the rulebook's game and with one of its variants.
        for game in (games[0], games[1 + number % (len(games) - 1)]):
            play_in_step(game, disguise_of(game, number), random, version)


@pytest.mark.parametrize("name", DISGUISED)
def test_a_disguise_contains_no_words_of_the_original_game(name: str) -> None:
    for number, game in enumerate(variants(name)):
        disguise = disguise_of(game, number)
        moves = (game.format_move(move) for move in game.all_moves())
        ours = {*game.title.casefold().split(), *(word for move in moves for word in move.split())}
        ours |= {option.name for option in game.options() if "-" in option.name} | {"player 1"}
        text = disguise.rules().casefold()
        # Some signs of one alphabet are written with a dash in between, which is not an option.
        leaked = {
            word for word in ours - COMMON if len(word) > 2 and re.search(rf"\b{word}\b", text)
        }
        assert leaked <= {"left", "right"}, "words that give the order of the signs"


@pytest.mark.parametrize("name", DISGUISED)
def test_a_disguise_depends_only_on_the_secret(name: str) -> None:
    game = variants(name)[0]
    assert disguise_of(game, 5).rules() == disguise_of(game, 5).rules()
    assert len({disguise_of(game, number).rules() for number in range(20)}) == 20


def test_original_moves_and_positions_are_refused_in_a_disguise() -> None:
    disguise = disguise_of(variants("digit-dilemma")[0], 1)
    with pytest.raises(MoveSyntaxError):
        disguise.parse_move("7 left")
    for text in (
        "1 7__ _3_",
        "",
        f"{disguise.names[Seat.ONE]} 7",
        f"{disguise.names[Seat.ONE]} x y",
    ):
        with pytest.raises(StateSyntaxError, match="in this disguise"):
            disguise.parse_state(text)
