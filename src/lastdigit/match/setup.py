"""How a game begins: by its own rules, from options and seed, or from a chosen position."""

from __future__ import annotations

from dataclasses import replace

from lastdigit.errors import MatchError, RecordError
from lastdigit.game.game import AnyGame, Seat
from lastdigit.match.record import RULEBOOK_TERMS, Player, Setup, Terms, option_values
from lastdigit.solver import check_solvable


def starting_position(setup: Setup) -> str:
    """Return the text of the position that a set-up's options and seed give."""
    game = setup.build_game()
    return game.format_state(game.start(setup.random("start"), setup.first))


def arrange(
    game: AnyGame,
    players: tuple[Player, Player],
    *,
    package: str,
    first: Seat,
    seed: int,
    terms: Terms = RULEBOOK_TERMS,
    round: int = 1,  # noqa: A002 - the rulebooks' word
) -> Setup:
    """Return everything settled for a game that starts by its own rules; raises MissingExtra."""
    check_solvable(game)
    setup = Setup(
        package,
        game.name,
        game.version,
        option_values(game),
        players,
        first,
        seed,
        "",
        terms,
        round,
    )
    return replace(setup, start=starting_position(setup))


def arrange_again(
    setup: Setup,
    *,
    first: Seat,
    seed: int,
    round: int = 1,  # noqa: A002 - the rulebooks' word
) -> Setup:
    """Return the same match set up anew: the next round, or a rematch.

    It starts by the game's own rules, even if the last one did not.
    """
    later = replace(setup, first=first, seed=seed, round=round, chosen=False)
    return replace(later, start=starting_position(later))


def arrange_from(
    game: AnyGame,
    position: str,
    players: tuple[Player, Player],
    *,
    package: str,
    seed: int,
    terms: Terms = RULEBOOK_TERMS,
) -> Setup:
    """Return everything settled for a game that begins at a chosen position.

    Raises StateSyntaxError, MatchError where the game is over, or MissingExtra.
    """
    check_solvable(game)
    state = game.parse_state(position)
    if game.outcome(state) is not None:
        raise MatchError("In this position the game is over.")
    first: Seat = state.mover
    return Setup(
        package,
        game.name,
        game.version,
        option_values(game),
        players,
        first,
        seed,
        game.format_state(state),
        terms,
        chosen=True,
    )


def check_beginning(setup: Setup) -> None:
    """Raise RecordError if a game cannot begin as its set-up says."""
    if not setup.chosen:
        if setup.start != starting_position(setup):
            raise RecordError(
                f"start: options and seed give {starting_position(setup)}, not what is written."
            )
        return
    game = setup.build_game()
    state = game.parse_state(setup.start)
    if setup.start != game.format_state(state):
        raise RecordError(f"start: it is written {game.format_state(state)}.")
    if game.outcome(state) is not None:
        raise RecordError("start: in this position the game is over.")
    if state.mover is not setup.first:
        raise RecordError(f"start: {state.mover} is to move there, not {setup.first}.")
