"""Conformance checks for a game's rules, run in random games.

A check is a function that takes a game class and a random generator. If the game fails the check,
the function raises an error that says what to fix.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from random import Random
from typing import Any, TypeAlias

from lastdigit.analysis.critical import MAX_DEFAULT_MULTIPLE, criticals
from lastdigit.errors import (
    IllegalMove,
    LastDigitError,
    MoveSyntaxError,
    OptionError,
    StateSyntaxError,
    TooManyPositions,
)
from lastdigit.game.disguise import AnyDisguise, Disguise
from lastdigit.game.game import AnyGame, Game, Seat, State, Value
from lastdigit.game.options import Option, OptionValue
from lastdigit.solver import combined, solver_for

SIZES = (10, 100, 10**9)
"""Sizes of the range to draw an option's value from. Small ranges make small values common."""
MAX_DRAWS = 10_000
"""The maximum number of attempts to draw random options that the game accepts."""


def random_value(option: Option, random: Random) -> OptionValue:
    """Return a random allowed value for an option of a game."""
    if option.beyond:  # most of its values would make the game too large to test
        return option.default
    if option.kind == "yes/no":
        return random.random() < 0.5
    if option.none and random.random() < 0.3:
        return None
    high = min(option.high, option.low + random.choice(SIZES))
    return random.randint(option.low, high)


def random_game(kind: type[AnyGame], random: Random) -> AnyGame:
    """Return a game with random options. Raise OptionError if no valid options are found."""
    if kind.small_variants and random.random() < 1 / 3:
        return kind.of(random.choice(kind.small_variants))
    for _ in range(MAX_DRAWS):
        try:
            return kind.of({option.name: random_value(option, random) for option in kind.options()})
        except OptionError as error:
            refusal = error
    raise refusal


def random_walk(game: AnyGame, random: Random, longest: int = 400) -> Iterator[tuple[Any, Any]]:
    """Play a random game, and yield each position with the move that is made in it.

    The last position has None instead of a move. `longest` is the maximum number of moves.
    """
    state = game.start(random, random.choice(tuple(Seat)))
    for _ in range(longest):
        moves = game.legal_moves(state)
        if not moves:
            break
        move = random.choice(moves)
        yield state, move
        state = game.successor(state, move)
    yield state, None


Check: TypeAlias = Callable[[type[AnyGame], Random], None]
"""A function that raises an error if a game class fails a check in random games."""
SHORT_WALK = 20
MANY_GAMES = 200
INVALID_FIELDS = (
    "",
    " ",
    "-",
    "9" * 30,
    "\N{FULLWIDTH DIGIT SEVEN}",
    "\x1b[31m",
    "nonsense",
    "1,2",
    "+1",
)
"""Invalid or confusing strings. The checks put these strings into positions to test the parser."""


class ConformanceError(AssertionError):
    """A game fails a conformance check. The message names the position and says what to fix."""


def position_text(game: AnyGame, state: State) -> str:
    """Return a position and the options of its game, as text for an error message."""
    options = [
        f"--{option.name} {option.format(getattr(game, option.field))}"
        for option in game.own_options()
        if getattr(game, option.field) != option.default
    ]
    return " with ".join(filter(None, [f'"{game.format_state(state)}"', " ".join(options)]))


def moves_exist_until_the_end(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    for state, _ in random_walk(game, random):
        moves, outcome = game.legal_moves(state), game.outcome(state)
        if bool(moves) == (outcome is None):
            continue
        raise ConformanceError(
            f"At {position_text(game, state)}, there is no legal move, but outcome returns None. "
            "Return the winner"
            if outcome is None
            else f"At {position_text(game, state)}, {outcome.winner} has won, but there are still "
            "legal moves. Return () from legal_moves when the game is over."
        )


def legal_moves_have_no_objection(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    for state, _ in random_walk(game, random):
        allowed = tuple(move for move in game.all_moves() if game.objection(state, move) is None)
        legal = game.legal_moves(state)
        if allowed == legal:
            continue
        both = [[game.format_move(move) for move in moves] for moves in (legal, allowed)]
        raise ConformanceError(
            f"At {position_text(game, state)}, legal_moves returns {both[0]}, but rejection allows "
            f"{both[1]}. "
            "Return a tuple of the moves that rejection allows, in the order of all_moves."
        )


def text_round_trips(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    for state, _ in random_walk(game, random):
        if game.parse_state(game.format_state(state)) != state:
            raise ConformanceError(
                f"At {position_text(game, state)}, the text is parsed as another position. Let "
                "format_state write everything in a state, and let read_state read all of it."
            )
    texts = [str(move) for move in game.all_moves()]
    if len(set(texts)) < len(texts):
        raise ConformanceError(
            "Two moves in all_moves have the same text. Give each move its own text."
        )
    for move in game.all_moves():
        if game.parse_move(game.format_move(move)) != move:
            raise ConformanceError(f"The move {str(move)!r} is parsed as another move.")


def invalid_text_is_refused(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    states = [state for state, _ in random_walk(game, random, SHORT_WALK)]
    for _ in range(SHORT_WALK):
        fields = game.format_state(random.choice(states)).split()
        index = random.randrange(len(fields))
        fields[index] = random.choice((*INVALID_FIELDS, *fields, *game.example_state.split()))
        text = " ".join(fields)
        try:
            state = game.parse_state(text)
        except StateSyntaxError:
            continue
        except Exception as error:
            raise ConformanceError(
                f"Parsing the position {text!r} raises {type(error).__name__}. Raise "
                "StateSyntaxError in read_state for every invalid field."
            ) from error
        again = game.format_state(state)
        if game.parse_state(again) != state or bool(game.legal_moves(state)) != (
            game.outcome(state) is None
        ):
            raise ConformanceError(
                f"The position {text!r} is accepted, but it cannot be played. Raise "
                "StateSyntaxError in read_state."
            )


def states_are_immutable(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    for state, move in random_walk(game, random):
        before = hash(state), game.format_state(state)
        if move is not None and game.successor(state, move).mover is not state.mover.other:
            raise ConformanceError(
                f"At {position_text(game, state)}, the turn does not change after {str(move)!r}. "
                "Let successor give the turn to mover.other."
            )
        if (hash(state), game.format_state(state)) != before:
            raise ConformanceError(
                f"At {position_text(game, state)}, successor changes its argument. Return a new "
                "state. A state must be a named tuple of immutable values."
            )


def equal_keys_have_equal_futures(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    seen: dict[Hashable, tuple[Hashable, State]] = {}
    for _ in range(6):
        for state, _ in random_walk(game, random, longest=12):
            next_moves = future(game, state)
            known, first = seen.setdefault(game.key(state), (next_moves, state))
            if known != next_moves:
                raise ConformanceError(
                    f"At {position_text(game, state)}, the key is the same as for "
                    f"{game.format_state(first)!r}, but the next moves differ. Put everything that "
                    "matters for the rest of the game into key, from the mover's point of view."
                )


def future(game: AnyGame, state: State) -> Hashable:
    """Return each legal move with its result and the legal replies, to compare positions."""
    return tuple(
        (move, _mover_has_won(game, after), tuple(game.legal_moves(after)))
        for move in game.legal_moves(state)
        for after in [game.successor(state, move)]
    )


def _mover_has_won(game: AnyGame, state: State) -> bool | None:
    outcome = game.outcome(state)
    return outcome.winner is state.mover if outcome else None


def move_errors_are_distinct(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    *_, (state, _) = random_walk(game, random)
    _expect_refusal(game, state, "nonsense", MoveSyntaxError)
    if game.outcome(state) is not None:
        for move in game.all_moves():
            _expect_refusal(game, state, game.format_move(move), IllegalMove)


def _expect_refusal(game: AnyGame, state: State, text: str, expected: type[LastDigitError]) -> None:
    try:
        game.play(state, text)
    except expected:
        return
    except LastDigitError as error:
        raise ConformanceError(
            f"At {position_text(game, state)}, {text!r} raises {type(error).__name__} instead of "
            f"{expected.__name__}. Don't override parse_move or play."
        ) from error
    raise ConformanceError(
        f"At {position_text(game, state)}, {text!r} is accepted. The method 'rejection' must "
        "return an Objection to this move."
    )


def either_seat_can_start(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    for first in Seat:
        state = game.start(random, first)
        if state.mover is not first:
            raise ConformanceError(
                f"The call start(random, {first}) gives the first move to the other player."
            )
        if game.outcome(state) is not None:
            raise ConformanceError(
                f"At {position_text(game, state)}, the game is over before it starts. Raise "
                "OptionError in __post_init__ for such options."
            )


def start_depends_on_seed(kind: type[AnyGame], random: Random) -> None:
    game, seed = random_game(kind, random), random.random()
    if game.start(Random(seed)) != game.start(Random(seed)):
        raise ConformanceError(
            "The method 'start' gives different positions for the same seed. Use only its argument "
            "'random' for random choices."
        )


def start_options_affect_only_the_start(kind: type[AnyGame], random: Random) -> None:
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
                raise ConformanceError(
                    f"At {position_text(game, state)}, --{option.name} affects more than the "
                    "start. Declare the option without begins=True."
                )


def observation_matches_features(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    bounds = [
        (feature.low, feature.high) for feature in game.features for _ in range(feature.count)
    ]
    for state, _ in random_walk(game, random):
        numbers = game.observation(state)
        if not isinstance(numbers, tuple) or any(type(number) is not int for number in numbers):
            raise ConformanceError(
                f"At {position_text(game, state)}, observation does not return a tuple of integers."
            )
        if len(numbers) != len(bounds):
            raise ConformanceError(
                f"At {position_text(game, state)}, the observation has {len(numbers)} numbers, but "
                f"'features' declares {len(bounds)}."
            )
        for index, (number, (low, high)) in enumerate(zip(numbers, bounds, strict=True)):
            if not low <= number <= high:
                raise ConformanceError(
                    f"At {position_text(game, state)}, number {index} of the observation is "
                    f"{number}, but 'features' declares {low} to {high}."
                )


def observation_is_complete(kind: type[AnyGame], random: Random) -> None:
    if kind.observation is Game.observation:
        _check_text_observation(kind, random)  # without declared features
        return
    futures: dict[Hashable, tuple[Hashable, str]] = {}
    keys: dict[Hashable, Hashable] = {}
    numbers_by_key: dict[Hashable, Hashable] = {}
    games = [random_game(kind, random), random_game(kind, random)]
    for number in range(8):
        game = games[number % 2]
        for state, _ in random_walk(game, random, longest=40):
            mover, *rest = game.observation(state)
            numbers, key, next_moves = tuple(rest), game.key(state), future(game, state)
            if mover != state.mover.value:
                raise ConformanceError(
                    f"At {position_text(game, state)}, the observation starts with {mover}. The "
                    "first number must be the player to move, 1 or 2 (the feature MOVER)."
                )
            # Variants with different features have separate observations.
            seen = game.features, numbers
            known, first = futures.setdefault(seen, (next_moves, position_text(game, state)))
            if known != next_moves or keys.setdefault((game, numbers), key) != key:
                raise ConformanceError(
                    f"At {position_text(game, state)}, the observation is the same as at {first}, "
                    "but the games differ. Add what differs, including rule options, to the "
                    "observation."
                )
            if numbers_by_key.setdefault((game, key), numbers) != numbers:
                raise ConformanceError(
                    f"At {position_text(game, state)}, the observation contains something that is "
                    "not in the key. Use only the mover, the key and the rule options."
                )


def _check_text_observation(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    for state, _ in random_walk(game, random):
        try:
            numbers = game.observation(state)
        except NotImplementedError as error:
            raise ConformanceError(f"At {position_text(game, state)}, {error}") from error
        if bytes(numbers).decode("ascii").rstrip("\0") != game.format_state(state):
            raise ConformanceError(
                f"At {position_text(game, state)}, the observation does not match the position's "
                "text."
            )


def critical_positions_exist(kind: type[AnyGame], random: Random) -> None:
    try:
        found = next(criticals(kind, random, MANY_GAMES), None)
    except TooManyPositions as error:
        raise ConformanceError(
            f"{error} In tournaments, options can be up to {MAX_DEFAULT_MULTIPLE} times their "
            "defaults. Lower `high`, or declare a solver with a faster algorithm."
        ) from error
    if found is None:
        raise ConformanceError(
            f"In {MANY_GAMES} random games, no move was ever better than another. Change the rules "
            "or the defaults of the options."
        )


def solution_is_consistent(kind: type[AnyGame], random: Random) -> None:
    preset = random.choice(kind.presets)
    game = kind.of(dict(preset.options))
    solver = solver_for(game)
    for state, _ in random_walk(game, random, SHORT_WALK):
        try:
            value, branches = solver.solution(state).value, solver.branches(state)
        except TooManyPositions as error:
            raise ConformanceError(
                f"{error} Declare a solver with a faster algorithm, or make the game smaller."
            ) from error
        outcome = game.outcome(state)
        if outcome is None:
            implied = combined(branch.solution for branch in branches).value
        else:
            implied = Value.WIN if outcome.winner is state.mover else Value.LOSE
        if value is not implied:
            raise ConformanceError(
                f"At {position_text(game, state)}, the solution says {value}, but its moves imply "
                f"{implied}. "
                "Fix the declared solver, or remove it to use the general solver."
            )
        if not solver.why(state).strip():
            raise ConformanceError(
                f"At {position_text(game, state)}, the solver's why method returns no text."
            )
        if outcome is None and solver.greedy(state) not in game.legal_moves(state):
            raise ConformanceError(
                f"At {position_text(game, state)}, the solver's greedy method returns an illegal "
                "move."
            )


def disguise_is_reversible(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    disguise = Disguise.draw(random.randbytes(32), game)
    if disguise is None:
        return
    if game.title.casefold() in disguise.rules().casefold():
        raise ConformanceError("The disguised rules contain the game's title. Leave it out.")
    _check_moves(game, disguise)
    for state, _ in random_walk(game, random, SHORT_WALK):
        if disguise.parse_state(disguise.format_state(state)) != state:
            raise ConformanceError(
                f"At {position_text(game, state)}, the disguised text is parsed as another "
                "position. Let format_fields write everything in a state, and let read_fields read "
                "all of it."
            )


def _check_moves(game: AnyGame, disguise: AnyDisguise) -> None:
    texts = [disguise.format_move(move) for move in game.all_moves()]
    if len(set(texts)) < len(texts):
        raise ConformanceError(
            "Two moves have the same disguised text. Give each move its own text."
        )
    for text in texts:
        if "," in text:
            raise ConformanceError(
                f"The disguised move {text!r} contains a comma, which separates moves."
            )
