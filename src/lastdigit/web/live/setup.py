"""From a wish to a set-up: which game by which rules, who plays under which name, who begins."""

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

LARGEST_MEMBER = "LASTDIGIT_LARGEST_MEMBER"
USUALLY_LARGEST = 2_000_000
"""So many positions are solved while nobody notices."""
TOO_LARGE_HERE = (
    "This game is too large to be solved in a browser. Choose smaller numbers, or play it in a "
    "terminal: lastdigit play."
)


def game_class(name: str) -> type[AnyGame]:
    """Return the game with exactly this name; raises Refusal."""
    try:
        return catalogue()[name]
    except KeyError:
        names = ", ".join(catalogue())
        raise Refusal(Reason.UNKNOWN_GAME, f"There is no such game; there is {names}.") from None


def build_game(name: str, options: matches.Options) -> AnyGame:
    """Return a game with its options; raises Refusal."""
    try:
        game = game_class(name).of(options)
    except (OptionError, UnknownGame) as error:
        raise Refusal(Reason.BAD_OPTION, str(error)) from None
    if not (has_processes() or is_offered(game)):
        raise Refusal(Reason.BAD_OPTION, TOO_LARGE_HERE)
    if game.size > largest_member():
        raise Refusal(
            Reason.BAD_OPTION,
            f"This game has {game.size:,} positions to be solved, and this server offers games "
            f"with up to {largest_member():,}. In a terminal it can be played: lastdigit play.",
        )
    try:
        check_solvable(game)
    except MissingExtra as error:
        raise Refusal(Reason.BAD_OPTION, f"On this server {error.reason}.") from None
    return game


def is_offered(game: AnyGame) -> bool:
    """Return whether a game is small enough to be played here."""
    return game.size <= largest_member() and is_solvable(game)


def largest_member() -> int:
    """Return how many positions a game may have here.

    It comes by the environment, because those who think are processes of their own.
    """
    return int(os.environ.get(LARGEST_MEMBER, USUALLY_LARGEST))


def wished_game(wish: matches.Arrangement) -> AnyGame:
    """Return the game that somebody wishes, by its preset and options; raises Refusal."""
    preset = preset_of(wish.game, wish.preset)
    return build_game(wish.game, dict(preset.options) | wish.options)


def new_setup(wish: matches.Arrangement) -> Setup:
    """Return the set-up that somebody wishes; raises Refusal."""
    preset, game = preset_of(wish.game, wish.preset), wished_game(wish)
    if wish.against not in (matches.HERE, matches.LINK, *COMPUTERS):
        computers = ", ".join(COMPUTERS)
        raise Refusal(
            Reason.MALFORMED, f"against is {matches.HERE}, {matches.LINK}, or one of {computers}."
        )
    if wish.clock is not None and wish.time_limit is not None:
        raise Refusal(Reason.MALFORMED, "There is one clock: clock or timeLimit, not both.")
    if wish.first == "winner" and wish.against not in COMPUTERS:
        raise Refusal(Reason.MALFORMED, "first is winner only against a computer.")
    seed = secrets.randbits(32)
    if wish.position is not None:
        return _from_position(wish, game, wish.position, seed, _terms(wish, preset))
    setup = arrange(
        game,
        _players(wish),
        package=__version__,
        first=_first(wish, seed),
        seed=seed,
        terms=_terms(wish, preset),
    )
    if wish.first == "winner":
        return winnable_setup(setup, Seat(wish.seat)) or setup
    return setup


def rung_setup(wish: matches.Climb) -> Setup:
    """Return a game against a rung of the ladder that whoever wishes it can win; raises Refusal."""
    kind, rungs = game_class(wish.game), {rung.level: rung for rung in RUNGS}
    if wish.level not in rungs:
        raise Refusal(Reason.MALFORMED, f"level is one of {', '.join(rungs)}.")
    try:
        name = checked_name(wish.name)
        return ladder_setup(kind, rungs[wish.level], name, __version__, secrets.randbits(32))
    except RecordError as error:
        raise Refusal(Reason.MALFORMED, str(error)) from None
    except UsageError as error:
        raise Refusal(Reason.NOT_POSSIBLE, str(error)) from None


def _first(wish: matches.Arrangement, seed: int) -> Seat:
    if wish.first == "toss":
        return Random(f"{seed}/toss").choice(tuple(Seat))
    return Seat.ONE if wish.first == "winner" else Seat(wish.first)


def _terms(wish: matches.Arrangement, preset: Preset) -> Terms:
    return Terms(
        time_limit=wish.time_limit,
        attempts=preset.attempts if wish.attempts is UNSET else wish.attempts,
        hints=wish.hints and wish.against in COMPUTERS,
        clock=_clock(wish.clock),
    )


def _from_position(
    wish: matches.Arrangement, game: AnyGame, position: str, seed: int, terms: Terms
) -> Setup:
    try:
        return arrange_from(
            game, position, _players(wish), package=__version__, seed=seed, terms=terms
        )
    except (StateSyntaxError, MatchError) as error:
        raise Refusal(Reason.BAD_POSITION, str(error)) from None


def _clock(wish: matches.TimeControl | None) -> TimeControl | None:
    return None if wish is None else TimeControl(wish.seconds, wish.increment)


def preset_of(game: str, wanted: str | None) -> Preset:
    """Return a preset of a game, the rulebook's own if none is wanted; raises Refusal."""
    presets = {preset.name: preset for preset in game_class(game).presets}
    name = next(iter(presets)) if wanted is None else wanted
    if name not in presets:
        raise Refusal(Reason.BAD_OPTION, f"There is no such preset; there is {', '.join(presets)}.")
    return presets[name]


def quick_preset(game: type[AnyGame]) -> Preset:
    """Return the preset that the page chooses first: the suggested one, or the shortest."""
    return min(game.presets, key=lambda preset: (not preset.suggested, preset.turns[1]))


def class_setup(game: str, preset: str, names: tuple[str, str], seed: int) -> Setup:
    """Return the set-up of a game between pupils, the first of whom begins; raises Refusal."""
    chosen, (one, two) = preset_of(game, preset), names
    return arrange(
        build_game(game, dict(chosen.options)),
        (Player(HUMAN, one), Player(HUMAN, two)),
        package=__version__,
        first=Seat.ONE,
        seed=seed,
        terms=Terms(attempts=chosen.attempts, hints=False),
    )


def _players(wish: matches.Arrangement) -> tuple[Player, Player]:
    computer = wish.against in COMPUTERS
    kind = wish.against if computer else HUMAN
    second = str(Seat.ONE if wish.name == str(Seat.TWO) else Seat.TWO)
    default = f"Computer ({wish.against})" if computer else second
    own, other = Player(HUMAN, wish.name), Player(kind, wish.other_name or default)
    return _distinct(own, other) if wish.seat == 1 else _distinct(other, own)


def visible_name(name: str) -> str:
    """Return a name that can be seen; raises Refusal."""
    try:
        return checked_name(name)
    except RecordError as error:
        raise Refusal(Reason.MALFORMED, str(error)) from None


def pupil_name(name: str) -> str:
    """Return a name that can be seen and told from others in a classroom; raises Refusal."""
    name = visible_name(name)
    letters = unicodedata.normalize("NFKC", name)
    alphabets = {unicodedata.name(one, "").partition(" ")[0] for one in letters if one.isalpha()}
    # Greek and Cyrillic have letters that look like Latin ones: a mixture is a disguise.
    if "LATIN" in alphabets and not alphabets.isdisjoint(("GREEK", "CYRILLIC")):
        raise Refusal(
            Reason.MALFORMED,
            "This name mixes letters of two alphabets. Use letters of one alphabet only.",
        )
    return name


def _distinct(one: Player, two: Player) -> tuple[Player, Player]:
    one = one._replace(name=visible_name(one.name))
    two = two._replace(name=visible_name(two.name))
    if one.name == two.name:
        raise Refusal(Reason.MALFORMED, "The two players need different names.")
    return one, two


def with_name(setup: Setup, seat: Seat, name: str | None) -> Setup:
    """Return a set-up in which whoever sits down has a name; raises Refusal."""
    if name is None:
        return setup
    players = list(setup.players)
    players[seat.index] = players[seat.index]._replace(name=name)
    return replace(setup, players=_distinct(*players))


def rematch_setup(setup: Setup) -> Setup:
    """Return the set-up of the same match again: the seats stay, the other player begins."""
    return arrange_again(setup, first=setup.first.other, seed=secrets.randbits(32))
