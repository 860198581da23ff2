"""Last Digit: five two-player number games with exact solvers. This is the public API.

The names here are stable, and so are `game`, `errors`, `solver` and `testing` for games of your
own, and the names that `analysis`, `cli`, `exam`, `match` and `players` export for other frameworks
and tools. Everything else is internal and may change. Names are imported on first use, so that the
command line starts quickly.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lastdigit.analysis.position import analyse_position, solve_game
    from lastdigit.analysis.review import review_game
    from lastdigit.arena.functions import play_match, tournament
    from lastdigit.errors import (
        IllegalMove,
        LastDigitError,
        MatchError,
        MoveSyntaxError,
        OptionError,
        PlayerError,
        RecordError,
        StateSyntaxError,
        UnknownGame,
        UsageError,
    )
    from lastdigit.game.game import Game, Outcome, Seat
    from lastdigit.games import catalogue, find
    from lastdigit.maps.maps import draw_map
    from lastdigit.match.match import Match, arrange, arrange_from, resume, verify
    from lastdigit.match.narration import transcript
    from lastdigit.match.record import (
        Event,
        Player,
        Record,
        Result,
        Setup,
        Terms,
        append_record,
        from_line,
        read_records,
        to_line,
    )

    __version__: str

__all__ = [
    "Event",
    "Game",
    "IllegalMove",
    "LastDigitError",
    "Match",
    "MatchError",
    "MoveSyntaxError",
    "OptionError",
    "Outcome",
    "Player",
    "PlayerError",
    "Record",
    "RecordError",
    "Result",
    "Seat",
    "Setup",
    "StateSyntaxError",
    "Terms",
    "UnknownGame",
    "UsageError",
    "__version__",
    "analyse_position",
    "append_record",
    "arrange",
    "arrange_from",
    "catalogue",
    "draw_map",
    "find",
    "from_line",
    "play_match",
    "read_records",
    "resume",
    "review_game",
    "solve_game",
    "to_line",
    "tournament",
    "transcript",
    "verify",
]

_MODULES = {
    "analysis.position": ("analyse_position", "solve_game"),
    "analysis.review": ("review_game",),
    "arena.functions": ("play_match", "tournament"),
    "errors": (
        "IllegalMove",
        "LastDigitError",
        "MatchError",
        "MoveSyntaxError",
        "OptionError",
        "PlayerError",
        "RecordError",
        "StateSyntaxError",
        "UnknownGame",
        "UsageError",
    ),
    "game.game": ("Game", "Outcome", "Seat"),
    "games": ("catalogue", "find"),
    "maps.maps": ("draw_map",),
    "match.match": ("Match", "arrange", "arrange_from", "resume", "verify"),
    "match.narration": ("transcript",),
    "match.record": (
        *("Event", "Player", "Record", "Result", "Setup", "Terms"),
        *("append_record", "from_line", "read_records", "to_line"),
    ),
}
_LATER = {name: f"lastdigit.{module}" for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import a public name on first use."""
    if name == "__version__":
        from lastdigit.system import VERSION

        return VERSION
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    """Return all names, for completion, including those that are not imported yet."""
    return sorted({*globals(), *__all__})
