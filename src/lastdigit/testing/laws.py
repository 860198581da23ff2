"""Checks of a game's rules, each tried on a random game.

A check raises BrokenLaw with where the game breaks it and how to fix that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random
from typing import TypeAlias

from lastdigit.arena.positions import UP_TO, criticals
from lastdigit.errors import (
    IllegalMove,
    LastDigitError,
    MoveSyntaxError,
    OptionError,
    StateSyntaxError,
    TooManyPositions,
)
from lastdigit.game.game import AnyGame, Game, Seat, State, Value
from lastdigit.solver import combined, solver_for
from lastdigit.testing.playing import random_game, random_value, random_walk

Law: TypeAlias = Callable[[type[AnyGame], Random], None]
SHORT_WALK = 20
MANY_GAMES = 200
STRANGE = ("", " ", "-", "9" * 30, "\N{FULLWIDTH DIGIT SEVEN}", "\x1b[31m", "nonsense", "1,2", "+1")


class BrokenLaw(AssertionError):  # noqa: N818 - named for what it says
    """A game breaks a law: where it does, and what to do."""


def where(game: AnyGame, state: State) -> str:
    """Return which position of which game is meant, so that it can be asked for again."""
    options = [
        f"--{option.name} {option.format(getattr(game, option.field))}"
        for option in game.own_options()
        if getattr(game, option.field) != option.default
    ]
    return " ".join([f'at "{game.format_state(state)}"', *options])


def moves_or_an_end(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    for state, _ in random_walk(game, random):
        moves, outcome = game.legal_moves(state), game.outcome(state)
        if bool(moves) == (outcome is None):
            continue
        raise BrokenLaw(
            f"{where(game, state)} there is no legal move, and outcome returns None: let it say "
            "who has won when nobody can move"
            if outcome is None
            else f"{where(game, state)} {outcome.winner} has won, and there are still legal moves: "
            "let legal_moves return () when the game is over"
        )


def legal_or_objected_to(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    for state, _ in random_walk(game, random):
        allowed = tuple(move for move in game.all_moves() if game.objection(state, move) is None)
        legal = game.legal_moves(state)
        if allowed == legal:
            continue
        both = [[game.format_move(move) for move in moves] for moves in (legal, allowed)]
        raise BrokenLaw(
            f"{where(game, state)} legal_moves gives {both[0]}, and rejection allows {both[1]}: "
            "let legal_moves return a tuple of the moves that rejection has nothing against, in "
            "the order of all_moves"
        )


def text_both_ways(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    for state, _ in random_walk(game, random):
        if game.parse_state(game.format_state(state)) != state:
            raise BrokenLaw(
                f"{where(game, state)} the text is read as another position: let format_state "
                "write everything that is in a state, and read_state read it"
            )
    texts = [str(move) for move in game.all_moves()]
    if len(set(texts)) < len(texts):
        raise BrokenLaw("two moves of all_moves have the same text: give each its own")
    for move in game.all_moves():
        if game.parse_move(game.format_move(move)) != move:
            raise BrokenLaw(f"the move {str(move)!r} is read as another one")


def strange_text_is_refused(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    states = [state for state, _ in random_walk(game, random, SHORT_WALK)]
    for _ in range(SHORT_WALK):
        fields = game.format_state(random.choice(states)).split()
        place = random.randrange(len(fields))
        fields[place] = random.choice((*STRANGE, *fields, *game.example_state.split()))
        text = " ".join(fields)
        try:
            state = game.parse_state(text)
        except StateSyntaxError:
            continue
        except Exception as error:
            raise BrokenLaw(
                f"reading the position {text!r} raises {type(error).__name__}: let read_state "
                "raise StateSyntaxError for every field that it cannot read"
            ) from error
        again = game.format_state(state)
        if game.parse_state(again) != state or bool(game.legal_moves(state)) != (
            game.outcome(state) is None
        ):
            raise BrokenLaw(
                f"the position {text!r} is read, but it cannot be played from: let read_state "
                "refuse it with a StateSyntaxError"
            )


def nothing_changes(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    for state, move in random_walk(game, random):
        before = hash(state), game.format_state(state)
        if move is not None and game.successor(state, move).mover is not state.mover.other:
            raise BrokenLaw(
                f"{where(game, state)} the same player is to move after {str(move)!r}: the "
                "players move in turn, so let successor give the move to mover.other"
            )
        if (hash(state), game.format_state(state)) != before:
            raise BrokenLaw(
                f"{where(game, state)} successor changes the position that it is given: let it "
                "make a new one; a state is a named tuple of values that cannot change"
            )


def equal_keys_play_alike(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    met: dict[Hashable, tuple[Hashable, State]] = {}
    for _ in range(6):
        for state, _ in random_walk(game, random, longest=12):
            coming = future(game, state)
            known, first = met.setdefault(game.key(state), (coming, state))
            if known != coming:
                raise BrokenLaw(
                    f"{where(game, state)} the key is that of {game.format_state(first)!r}, and "
                    "what can happen next is not the same: let key hold all that matters for the "
                    "future, told from the mover's side"
                )


def future(game: AnyGame, state: State) -> Hashable:
    """Return all that can happen within two moves, told from the mover's side."""
    return tuple(
        (move, _end(game, after), tuple(game.legal_moves(after)))
        for move in game.legal_moves(state)
        for after in [game.successor(state, move)]
    )


def _end(game: AnyGame, state: State) -> bool | None:
    outcome = game.outcome(state)
    return outcome.winner is state.mover if outcome else None


def unreadable_or_not_allowed(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    *_, (state, _) = random_walk(game, random)
    _refused(game, state, "nonsense", MoveSyntaxError)
    if game.outcome(state) is not None:
        for move in game.all_moves():
            _refused(game, state, game.format_move(move), IllegalMove)


def _refused(game: AnyGame, state: State, text: str, expected: type[LastDigitError]) -> None:
    try:
        game.play(state, text)
    except expected:
        return
    except LastDigitError as error:
        raise BrokenLaw(
            f"{where(game, state)} {text!r} is refused with {type(error).__name__}, not with "
            f"{expected.__name__}: leave parse_move and play as they are in Game"
        ) from error
    raise BrokenLaw(f"{where(game, state)} {text!r} is played: let rejection object to it")


def either_seat_begins(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    for first in Seat:
        state = game.start(random, first)
        if state.mover is not first:
            raise BrokenLaw(f"start(random, {first}) gives the first move to the other player")
        if game.outcome(state) is not None:
            raise BrokenLaw(
                f"{where(game, state)} the game is over before it begins: let __post_init__ "
                "refuse such options with an OptionError"
            )


def chance_comes_from_outside(kind: type[AnyGame], random: Random) -> None:
    game, seed = random_game(kind, random), random.random()
    if game.start(Random(seed)) != game.start(Random(seed)):
        raise BrokenLaw(
            "start draws what the seed does not decide: use the random that it is given"
        )


def begins_is_only_the_beginning(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    values = {option.name: getattr(game, option.field) for option in game.options()}
    walk = [state for state, _ in random_walk(game, random, longest=40)]
    for option in game.options():
        if not option.begins:
            continue
        try:
            other = kind.of(values | {option.name: random_value(option, random)})
        except OptionError:
            continue
        for state in walk:
            if (
                other.parse_state(game.format_state(state)) != state
                or other.legal_moves(state) != game.legal_moves(state)
                or other.outcome(state) != game.outcome(state)
            ):
                raise BrokenLaw(
                    f"{where(game, state)} it matters what --{option.name} was: declare that "
                    "option without begins=True"
                )


def observed_as_declared(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    bounds = [
        (feature.low, feature.high) for feature in game.features for _ in range(feature.count)
    ]
    for state, _ in random_walk(game, random):
        seen = game.observation(state)
        if not isinstance(seen, tuple) or any(type(number) is not int for number in seen):
            raise BrokenLaw(f"{where(game, state)} observation returns no tuple of whole numbers")
        if len(seen) != len(bounds):
            raise BrokenLaw(
                f"{where(game, state)} an observation has {len(seen)} numbers, and features "
                f"declare {len(bounds)}"
            )
        for place, (number, (low, high)) in enumerate(zip(seen, bounds, strict=True)):
            if not low <= number <= high:
                raise BrokenLaw(
                    f"{where(game, state)} number {place} of the observation is {number}, and "
                    f"features declare {low} to {high}"
                )


def observed_whole(kind: type[AnyGame], random: Random) -> None:
    if kind.observation is Game.observation:
        _seen_by_its_text(kind, random)
        return
    futures: dict[Hashable, tuple[Hashable, str]] = {}
    keys: dict[Hashable, Hashable] = {}
    sights: dict[Hashable, Hashable] = {}
    games = [random_game(kind, random), random_game(kind, random)]
    for number in range(8):
        game = games[number % 2]
        for state, _ in random_walk(game, random, longest=40):
            mover, *rest = game.observation(state)
            sight, key, coming = tuple(rest), game.key(state), future(game, state)
            if mover != state.mover.value:
                raise BrokenLaw(
                    f"{where(game, state)} an observation begins with {mover}: let it begin with "
                    "the player to move, 1 or 2 (the feature MOVER)"
                )
            # Members of a family are observed apart, each by features of its own.
            seen = game.features, sight
            known, first = futures.setdefault(seen, (coming, where(game, state)))
            if known != coming or keys.setdefault((game, sight), key) != key:
                raise BrokenLaw(
                    f"{where(game, state)} it looks as it does {first}, and is not the same: let "
                    "observation tell what differs, rule options included"
                )
            if sights.setdefault((game, key), sight) != sight:
                raise BrokenLaw(
                    f"{where(game, state)} an observation tells what the key says does not matter: "
                    "let it tell no more than mover, key and rule options"
                )


def _seen_by_its_text(kind: type[AnyGame], random: Random) -> None:
    """Try the law of a game that declares no features: it is seen by its text, whole."""
    game = random_game(kind, random)
    for state, _ in random_walk(game, random):
        try:
            seen = game.observation(state)
        except NotImplementedError as error:
            raise BrokenLaw(f"{where(game, state)} {error}") from error
        if bytes(seen).decode("ascii").rstrip("\0") != game.format_state(state):
            raise BrokenLaw(f"{where(game, state)} the observation is not the position's text")


def somebody_can_err(kind: type[AnyGame], random: Random) -> None:
    try:
        found = next(criticals(kind, random, MANY_GAMES), None)
    except TooManyPositions as error:
        raise BrokenLaw(
            f"{error} A tournament draws options up to {UP_TO} times their defaults: lower `high`, "
            "or let insight.py solve it in a way of its own"
        ) from error
    if found is None:
        raise BrokenLaw(
            f"in no position of {MANY_GAMES} random games is one move better than another, so that "
            "nobody can play it well or badly: change the rules, or the defaults of the options"
        )


def solved_rightly(kind: type[AnyGame], random: Random) -> None:
    preset = random.choice(kind.presets)
    game = kind.of(dict(preset.options))
    insight = solver_for(game)
    for state, _ in random_walk(game, random, SHORT_WALK):
        try:
            value, branches = insight.solution(state).value, insight.branches(state)
        except TooManyPositions as error:
            raise BrokenLaw(
                f"{error} Let insight.py solve it in a way of its own, or make it smaller"
            ) from error
        outcome = game.outcome(state)
        if outcome is None:
            due = combined(branch.solution for branch in branches).value
        else:
            due = Value.WIN if outcome.winner is state.mover else Value.LOSE
        if value is not due:
            raise BrokenLaw(
                f"{where(game, state)} the solution says {value}, and its moves come to {due}: "
                "put insight.py right, or leave it out; the general solver needs none"
            )
        if not insight.why(state).strip():
            raise BrokenLaw(f"{where(game, state)} insight.why gives no reason")
        if outcome is None and insight.greedy(state) not in game.legal_moves(state):
            raise BrokenLaw(f"{where(game, state)} insight.greedy plays what is not legal")
