"""Match setups: the game, rules and players that a client requests."""

from __future__ import annotations

import os
import secrets
import unicodedata
from dataclasses import replace
from random import Random

from msgspec import UNSET

from lastdigit import __version__
from lastdigit.analysis.critical import winnable_setup
from lastdigit.errors import (
    MatchError,
    MissingExtra,
    OptionError,
    RecordError,
    StateSyntaxError,
    UnknownGame,
    UsageError,
)
from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.options import Preset
from lastdigit.games import catalogue
from lastdigit.match.match import arrange, arrange_again, arrange_from
from lastdigit.match.record import HUMAN, Player, Setup, Terms, TimeControl, checked_name
from lastdigit.players import COMPUTERS
from lastdigit.puzzles.practice import RUNGS, ladder_setup
from lastdigit.solver import check_solvable, is_solvable
from lastdigit.system import has_processes
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

MAX_POSITIONS = "LASTDIGIT_LARGEST_MEMBER"
"""The environment variable for the size of the largest variant that a server offers."""
DEFAULT_MAX_POSITIONS = 2_000_000
"""The number of positions that can be solved without a noticeable delay."""
TOO_LARGE_HERE = (
    "This game is too large to solve in a browser. Choose smaller numbers, or play it in a "
    "terminal with lastdigit play."
)


def game_class(name: str) -> type[AnyGame]:
    """Return the game with exactly this name. May raise Refusal."""
    try:
        return catalogue()[name]
    except KeyError:
        names = ", ".join(catalogue())
        raise Refusal(
            Reason.UNKNOWN_GAME, f"There is no such game. Choose one of: {names}."
        ) from None


def build_game(name: str, options: matches.Options) -> AnyGame:
    """Return a game with its options. May raise Refusal."""
    try:
        game = game_class(name).of(options)
    except (OptionError, UnknownGame) as error:
        raise Refusal(Reason.BAD_OPTION, str(error)) from None
    if not (has_processes() or is_offered(game)):
        raise Refusal(Reason.BAD_OPTION, TOO_LARGE_HERE)
    if game.size > max_positions():
        raise Refusal(
            Reason.BAD_OPTION,
            f"This game has {game.size:,} positions, but this server solves games with up to "
            f"{max_positions():,} positions. You can play larger games in a terminal with "
            "lastdigit play.",
        )
    try:
        check_solvable(game)
    except MissingExtra as error:
        raise Refusal(
            Reason.BAD_OPTION, f"This is not available on this server: {error.reason}."
        ) from None
    return game


def is_offered(game: AnyGame) -> bool:
    """Return whether a game is small enough for this server."""
    return game.size <= max_positions() and is_solvable(game)


def max_positions() -> int:
    """Return the number of positions that a game may have on this server.

    The number is read from an environment variable, which worker processes inherit.
    """
    return int(os.environ.get(MAX_POSITIONS, DEFAULT_MAX_POSITIONS))


def requested_game(request: matches.NewMatch) -> AnyGame:
    """Return the game that a client requests by preset and options. May raise Refusal."""
    preset = preset_of(request.game, request.preset)
    return build_game(request.game, dict(preset.options) | request.options)


def new_setup(request: matches.NewMatch) -> Setup:
    """Return the setup that a client requests. May raise Refusal."""
    preset, game = preset_of(request.game, request.preset), requested_game(request)
    if request.against not in (matches.HERE, matches.LINK, *COMPUTERS):
        computers = ", ".join(COMPUTERS)
        raise Refusal(
            Reason.MALFORMED,
            f"'against' must be one of: {matches.HERE}, {matches.LINK}, {computers}.",
        )
    if request.clock is not None and request.time_limit is not None:
        raise Refusal(Reason.MALFORMED, "'clock' and 'timeLimit' cannot be combined.")
    if request.first == "winner" and request.against not in COMPUTERS:
        raise Refusal(Reason.MALFORMED, "'first' can be \"winner\" only against the computer.")
    seed = secrets.randbits(32)
    if request.position is not None:
        return _from_position(request, game, request.position, seed, _terms(request, preset))
    setup = arrange(
        game,
        _players(request),
        package=__version__,
        first=_first(request, seed),
        seed=seed,
        terms=_terms(request, preset),
    )
    if request.first == "winner":
        return winnable_setup(setup, Seat(request.seat)) or setup
    return setup


def ladder_match_setup(request: matches.NewLadderMatch) -> Setup:
    """Return a setup for a ladder match that the player can win. May raise Refusal."""
    kind, rungs = game_class(request.game), {rung.level: rung for rung in RUNGS}
    if request.level not in rungs:
        raise Refusal(Reason.MALFORMED, f"'level' must be one of: {', '.join(rungs)}.")
    try:
        name = checked_name(request.name)
        return ladder_setup(kind, rungs[request.level], name, __version__, secrets.randbits(32))
    except RecordError as error:
        raise Refusal(Reason.MALFORMED, str(error)) from None
    except UsageError as error:
        raise Refusal(Reason.NOT_POSSIBLE, str(error)) from None


def _first(request: matches.NewMatch, seed: int) -> Seat:
    if request.first == "toss":
        return Random(f"{seed}/toss").choice(tuple(Seat))
    return Seat.ONE if request.first == "winner" else Seat(request.first)


def _terms(request: matches.NewMatch, preset: Preset) -> Terms:
    return Terms(
        time_limit=request.time_limit,
        attempts=preset.attempts if request.attempts is UNSET else request.attempts,
        hints=request.hints and request.against in COMPUTERS,
        clock=_clock(request.clock),
    )


def _from_position(
    request: matches.NewMatch, game: AnyGame, position: str, seed: int, terms: Terms
) -> Setup:
    try:
        return arrange_from(
            game, position, _players(request), package=__version__, seed=seed, terms=terms
        )
    except (StateSyntaxError, MatchError) as error:
        raise Refusal(Reason.BAD_POSITION, str(error)) from None


def _clock(request: matches.TimeControl | None) -> TimeControl | None:
    return None if request is None else TimeControl(request.seconds, request.increment)


def preset_of(game: str, preset: str | None) -> Preset:
    """Return a preset of a game. None means the rulebook's preset. May raise Refusal."""
    presets = {preset.name: preset for preset in game_class(game).presets}
    name = next(iter(presets)) if preset is None else preset
    if name not in presets:
        raise Refusal(
            Reason.BAD_OPTION, f"There is no such preset. Choose one of: {', '.join(presets)}."
        )
    return presets[name]


def class_setup(
    game: str, preset: str, names: tuple[str, str], seed: int, clock: TimeControl | None = None
) -> Setup:
    """Return the setup of a game between two pupils. The first pupil begins. May raise Refusal."""
    chosen, (one, two) = preset_of(game, preset), names
    return arrange(
        build_game(game, dict(chosen.options)),
        (Player(HUMAN, one), Player(HUMAN, two)),
        package=__version__,
        first=Seat.ONE,
        seed=seed,
        terms=Terms(attempts=chosen.attempts, hints=False, clock=clock),
    )


def _players(request: matches.NewMatch) -> tuple[Player, Player]:
    computer = request.against in COMPUTERS
    kind = request.against if computer else HUMAN
    second = str(Seat.ONE if request.name == str(Seat.TWO) else Seat.TWO)
    default = f"Computer ({request.against})" if computer else second
    own, other = Player(HUMAN, request.name), Player(kind, request.other_name or default)
    return _distinct(own, other) if request.seat == 1 else _distinct(other, own)


def visible_name(name: str) -> str:
    """Return a name without surrounding spaces. Raise Refusal if the name is empty or invisible."""
    try:
        return checked_name(name)
    except RecordError as error:
        raise Refusal(Reason.MALFORMED, str(error)) from None


def pupil_name(name: str) -> str:
    """Return a pupil's name. Raise Refusal if the name is invisible or mixes alphabets."""
    name = visible_name(name)
    letters = unicodedata.normalize("NFKC", name)
    alphabets = {unicodedata.name(one, "").partition(" ")[0] for one in letters if one.isalpha()}
    # Some Greek and Cyrillic letters look like Latin ones, so a mixture can imitate a name.
    if "LATIN" in alphabets and not alphabets.isdisjoint(("GREEK", "CYRILLIC")):
        raise Refusal(
            Reason.MALFORMED,
            "This name mixes letters from two alphabets. Use letters from only one alphabet.",
        )
    return name


def _distinct(one: Player, two: Player) -> tuple[Player, Player]:
    one = one._replace(name=visible_name(one.name))
    two = two._replace(name=visible_name(two.name))
    if one.name == two.name:
        raise Refusal(Reason.MALFORMED, "The two players need different names.")
    return one, two


def with_name(setup: Setup, seat: Seat, name: str | None) -> Setup:
    """Return a setup in which the player in a seat has this name, if any. May raise Refusal."""
    if name is None:
        return setup
    players = list(setup.players)
    players[seat.index] = players[seat.index]._replace(name=name)
    return replace(setup, players=_distinct(*players))


def rematch_setup(setup: Setup) -> Setup:
    """Return the setup of a rematch: the same seats, but the other player moves first."""
    return arrange_again(setup, first=setup.first.other, seed=secrets.randbits(32))
