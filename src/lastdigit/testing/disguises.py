"""What a game's disguise has to keep, if it has one; games without are asked plain."""

from __future__ import annotations

from random import Random

from lastdigit.game.disguise import AnyDisguise, Disguise
from lastdigit.game.game import AnyGame
from lastdigit.testing.laws import SHORT_WALK, BrokenLaw, where
from lastdigit.testing.playing import random_game, random_walk


def disguise_can_be_undone(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    disguise = Disguise.draw(random.randbytes(32), game)
    if disguise is None:
        return
    if game.title.casefold() in disguise.rules().casefold():
        raise BrokenLaw("the rules in disguise name the game: tell them without its title")
    _check_moves(game, disguise)
    for state, _ in random_walk(game, random, SHORT_WALK):
        if disguise.parse_state(disguise.format_state(state)) != state:
            raise BrokenLaw(
                f"{where(game, state)} the text in disguise is read as another position: let "
                "format_fields write everything that is in a state, and read_fields read it"
            )


def _check_moves(game: AnyGame, disguise: AnyDisguise) -> None:
    texts = [disguise.format_move(move) for move in game.all_moves()]
    if len(set(texts)) < len(texts):
        raise BrokenLaw("two moves have the same text in disguise: give each its own")
    for text in texts:
        if "," in text:
            raise BrokenLaw(
                f"the move {text!r} in disguise has a comma, which stands between moves"
            )
