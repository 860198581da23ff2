"""Matches and tournaments between Python functions: `play_match` and `tournament`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager

from lastdigit.arena.report import Report, report_on
from lastdigit.arena.run import Contestant, finished_entry
from lastdigit.arena.tournament import Tournament, plan_tournament
from lastdigit.errors import UsageError, printable
from lastdigit.game.game import AnyGame, Seat
from lastdigit.games import as_game, catalogue, find_class
from lastdigit.match.match import arrange, arrange_from
from lastdigit.match.record import HUMAN, LONGEST_NAME, Player, Record, checked_name
from lastdigit.players.external import PlayerFunction, PythonFunction
from lastdigit.players.players import (
    DEFAULT_SETTINGS,
    PY,
    Agent,
    BuiltInAgent,
    check_kind,
    open_player,
    play_game,
)
from lastdigit.system import VERSION, Clock

AnyPlayer = PlayerFunction | str
"""A function, or a player that the command line knows, such as "perfect" or "mcts:100"."""


def play_match(
    game: AnyGame | str,
    first: AnyPlayer,
    second: AnyPlayer,
    *,
    position: str | None = None,
    seed: int = 0,
) -> Record:
    """Play one game between two players, and return its record.

    A player is a function or the name of a computer player, such as "perfect" or "mcts:100". A
    function is called as `function(game, state, random)`, where `random` is a `random.Random`. The
    function returns a legal move, the text of a move, or an index into `game.all_moves()`. If the
    moves of a game are plain integers, a function must return texts or indices. A function that
    returns no legal move three times in a row forfeits the game. An endless game stops after 1,000
    plies.

    `first` is player 1 and moves first. If `position` is given, the game starts there, and `first`
    plays for the player to move. The same seed gives the same random numbers.

    Raise UnknownGame, StateSyntaxError or MatchError if there is no such game or position,
    UsageError if `first` or `second` is not a player, and PlayerError if a function raises an
    exception.

    >>> record = play_match("digit-poison", lambda game, state, random: "3", "perfect")
    >>> record.result.winner, record.result.reason
    (<Seat.TWO: 2>, '3 is divisible by 3.')
    """
    rules = as_game(game)
    one, two = _contestants([first, second])
    terms = DEFAULT_SETTINGS.terms()
    players = (Player(one.who, one.name), Player(two.who, two.name))
    if position is None:
        setup = arrange(rules, players, package=VERSION, first=Seat.ONE, seed=seed, terms=terms)
    else:
        state = rules.parse_state(position)
        ordered = players if state.mover is Seat.ONE else players[::-1]
        setup = arrange_from(rules, position, ordered, package=VERSION, seed=seed, terms=terms)
    agents = {setup.first: first, setup.first.other: second}
    with ExitStack() as stack:
        opened = {seat: stack.enter_context(_opened(who)) for seat, who in agents.items()}
        return play_game(setup, opened, DEFAULT_SETTINGS, Clock()).record


def tournament(
    players: Mapping[str, AnyPlayer] | Iterable[AnyPlayer],
    games: Iterable[str] | str | None = None,
    *,
    starts: int = 20,
    seed: int = 0,
) -> Report:
    """Play a tournament, and return its report.

    `players` are functions or names of computer players as in `play_match`, or a mapping from names
    to such players. Each pair of players plays both sides of the same `starts` critical positions
    of each game. Without `games`, all games are played. `pandas.DataFrame(report.rows())` is the
    result as a table, and `lastdigit arena` runs larger tournaments on several cores.

    Raise UsageError if there are fewer than two players or no games.

    >>> report = tournament(["perfect", "random"], "digit-poison", starts=6)
    >>> [player.name for player in report.players]
    ['perfect', 'random']
    """
    if not isinstance(starts, int) or starts < 1:
        raise UsageError(f"'starts' cannot be {starts!r}: it must be a whole number, 1 or more.")
    names, who = _split(players)
    contestants = _contestants(who, names)
    planned = Tournament(VERSION, _game_names(games), contestants, starts, seed, DEFAULT_SETTINGS)
    plan = plan_tournament(planned)
    entries = []
    with ExitStack() as stack:
        agents = {
            contestant.name: stack.enter_context(_opened(player))
            for contestant, player in zip(contestants, who, strict=True)
        }
        for fixture in plan.fixtures:
            seats = dict(zip(Seat, (agents[name] for name in fixture.setup.names), strict=True))
            log = play_game(fixture.setup, seats, DEFAULT_SETTINGS, Clock())
            entries.append(finished_entry(fixture, log))
    return report_on(planned, plan.manifest, entries)


def _split(
    players: Mapping[str, AnyPlayer] | Iterable[AnyPlayer],
) -> tuple[list[str] | None, list[AnyPlayer]]:
    if isinstance(players, Mapping):
        return list(players), list(players.values())
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise UsageError(
            f"{players!r} is not a list of players. Pass a list of players, or a dict from names "
            "to players."
        )
    return None, list(players)


def _game_names(games: Iterable[str] | str | None) -> tuple[str, ...]:
    if games is None:
        return tuple(catalogue())
    listed = [games] if isinstance(games, str) else list(games)
    if not listed:
        raise UsageError('Pass at least one game, such as games=["digit-duel"].')
    return tuple(dict.fromkeys(find_class(name).name for name in listed))


def _contestants(
    players: Iterable[AnyPlayer], names: Iterable[str] | None = None
) -> tuple[Contestant, ...]:
    """Name players after their functions unless names are given. Number repeated names."""
    kinds = [_kind(player) for player in players]
    if names is not None:
        return tuple(
            Contestant(checked_name(name), kind) for name, kind in zip(names, kinds, strict=True)
        )
    found: list[Contestant] = []
    for kind in kinds:
        name = kind.rpartition(":")[2] if kind.startswith(f"{PY}:") else kind
        name = name[: LONGEST_NAME - 4]
        taken = {contestant.name for contestant in found}
        numbers = (f"{name} {number}" for number in range(2, len(kinds) + 1))
        free = next(one for one in (name, *numbers) if one not in taken)
        found.append(Contestant(free, kind))
    return tuple(found)


def _kind(player: object) -> str:
    """Return the player as text for records, such as "perfect" or "py:my_module:choose"."""
    if isinstance(player, str):
        if check_kind(player) == HUMAN:
            raise UsageError("A person cannot be asked for a move here. Pass a function.")
        return player
    if not callable(player):
        raise UsageError(
            f"{player!r} is not a player. Pass a function that takes (game, state, random), or the "
            'name of a computer player such as "perfect" or "mcts:100".'
        )
    module = getattr(player, "__module__", None) or "__main__"
    name = getattr(player, "__name__", type(player).__name__).strip("<>")
    return printable(f"{PY}:{module}:{name}")


@contextmanager
def _opened(player: AnyPlayer) -> Iterator[Agent]:
    if isinstance(player, str):
        with open_player(player) as agent:
            yield agent
    else:
        yield BuiltInAgent(PythonFunction(_kind(player).partition(":")[2], player))
