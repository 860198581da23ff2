"""What the terminal and full-screen menus offer: games, rules, players and saved games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import SystemRandom

from lastdigit.errors import OptionError
from lastdigit.game.game import DEFAULT_NAMES, AnyGame, Seat
from lastdigit.game.options import Occasion, Option, OptionValue, Preset, suggested_preset
from lastdigit.games import catalogue
from lastdigit.match.narration import player_text
from lastdigit.match.record import HUMAN, MAX_ROUNDS, Player
from lastdigit.settings import Settings
from lastdigit.solver import is_solvable
from lastdigit.storage import Store, Summary
from lastdigit.system import DAY

DEFAULT_LEVEL = "easy"
ROUNDS = Option(
    "rounds", "", "number of games; the players take turns moving first", 1, 1, MAX_ROUNDS
)
CLOCK = Option(
    "clock", "", "seconds per turn; if your time runs out, you lose", None, 1, DAY, "none"
)
FIRSTS = ("you", "other", "toss")
MAX_UNFINISHED = 4
"""The maximum number of unfinished games to list."""
MAX_SEARCHED = 40
"""The maximum number of saved games to search for one that was played on this machine."""


@dataclass
class MenuSettings:
    """Settings for all games started from a menu."""

    level: str = DEFAULT_LEVEL
    name: str = DEFAULT_NAMES[0]
    friend: str = DEFAULT_NAMES[1]
    first: str = FIRSTS[0]
    rounds: int = 1
    clock: int | None = None

    @classmethod
    def from_settings(cls, settings: Settings) -> MenuSettings:
        """Return the player's saved settings, with defaults for the rest."""
        return cls(settings.level or DEFAULT_LEVEL, settings.name or DEFAULT_NAMES[0])

    def players(self, opponent: str) -> tuple[Player, Player]:
        """Return the person at this terminal and a computer or a friend."""
        other = self.friend if opponent == HUMAN else DEFAULT_NAMES[1]
        return Player(HUMAN, self.name), Player(opponent, other)

    def first_seat(self) -> Seat:
        """Return who moves first. Toss a coin if the settings ask for it."""
        if self.first == "toss":
            return SystemRandom().choice(tuple(Seat))
        return Seat.ONE if self.first == "you" else Seat.TWO


def playable_presets(game: type[AnyGame]) -> list[Preset]:
    """Return the presets for which there is a computer player on this machine."""
    return [preset for preset in game.presets if is_solvable(game.of(dict(preset.options)))]


def default_preset(game: type[AnyGame], opponent: str, *, has_played: bool = False) -> Preset:
    """Return the preset to offer first, which depends on the opponent and on `has_played`."""
    against_computer = Occasion.COMPUTER if has_played else Occasion.FIRST
    suggested = suggested_preset(
        game.presets, Occasion.PEOPLE if opponent == HUMAN else against_computer
    )
    presets = playable_presets(game)
    return suggested if suggested in presets else presets[0]


def open_options(
    game: type[AnyGame], values: Mapping[str, OptionValue], *, every: bool = False
) -> Iterator[Option]:
    """Yield the options to ask about: the ones that menus always ask about, or all of them.

    The caller may add answers to `values` between options. Sizes and base come first, because the
    range and notation of other options depend on them.
    """
    order = sorted(enumerate(game.options()), key=lambda placed: placed[1].sized)
    for place, _ in order:
        option = game.options_with(dict(values))[place]
        if every or (option.asked and not _is_decided(game, values, option)):
            yield option


def _is_decided(game: type[AnyGame], values: Mapping[str, OptionValue], option: Option) -> bool:
    """Return whether other options already determine this one, so that it cannot be changed."""
    default = option.default
    if not isinstance(default, int):
        return False
    try:
        game.of({**values, option.name: default + 1})
    except OptionError:
        return True
    return False


def best_first_game() -> type[AnyGame]:
    """Return the game to offer to a new player.

    Choose the shortest game that beginners can play with the rulebook's own options.
    """

    def suitability(game: type[AnyGame]) -> tuple[bool, int]:
        preset = default_preset(game, DEFAULT_LEVEL)
        return preset != game.presets[0], max(preset.turns)

    return min(catalogue().values(), key=suitability)


def unfinished_games(store: Store, *, with_people: bool = False) -> list[tuple[int, str]]:
    """Return the numbers and descriptions of unfinished saved games, newest first.

    With `with_people`, leave out games without a human player.
    """
    found: list[tuple[int, str]] = []
    for saved in _games_here(store, unfinished=True):
        assert saved.setup is not None, "other games are left out"
        if with_people and not any(player.is_person for player in saved.setup.players):
            continue
        one, two = (player_text(saved.setup, seat) for seat in Seat)
        found.append((saved.id, f"{saved.setup.build_game().title}: {one} - {two}"))
        if len(found) == MAX_UNFINISHED:
            break
    return found


def last_game(store: Store) -> type[AnyGame] | None:
    """Return the class of the game most recently played on this machine."""
    for saved in _games_here(store):
        assert saved.setup is not None, "other games are left out"
        return type(saved.setup.build_game())
    return None


def has_played(store: Store, game: type[AnyGame]) -> bool:
    """Return whether one of the latest games on this machine was of this kind."""
    return any(
        saved.setup is not None and saved.setup.game == game.name for saved in _games_here(store)
    )


def _games_here(store: Store, *, unfinished: bool = False) -> Iterator[Summary]:
    """Yield saved games, newest first, without online games and games that are not installed."""
    for saved in store.games(MAX_SEARCHED, unfinished=unfinished):
        if saved.setup is not None and store.code_of(saved.id) is None:
            yield saved
