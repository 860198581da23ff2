"""Built-in players: `perfect` makes no errors, each level errs at its stated rate."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from lastdigit.game.game import AnyGame, Seat, Value
from lastdigit.games import find, find_class
from lastdigit.games.digit_duel.rules import State as Duel
from lastdigit.games.number_morph.rules import State as Morph
from lastdigit.games.number_morph.variants import NumberMorph
from lastdigit.players import COMPUTERS, builtin
from lastdigit.players.builtin import Decision, DecisionCache, Level, ReplyCount, most_replies
from lastdigit.solver import Branch, solver_for
from lastdigit.testing.conformance import random_game, random_walk
from tests.conftest import GAMES, Size
from tests.sizes import sampled, size

LEVELS = {"beginner": 0.6, "easy": 0.4, "medium": 0.2, "hard": 0.05, "perfect": 0.0}
PARTS = 3  # the games of Number Morph, so that two cores share the work
CUT = 60  # plies after which a repeating game counts as a draw
PAIRED_GAMES = {
    "number-morph": size(sample=40, full=150),
    "digit-duel": 100,
    "operation-obliteration": 500,
    "digit-dilemma": 120,
    "digit-poison": 500,
}
"""The number of paired games with both seats, doubled for the lowest levels, which differ least."""
STRONGEST = [("perfect", "hard"), ("hard", "medium")]
"""The more errors both make, the more games are needed to distinguish two levels."""
MEASURED = sorted(PAIRED_GAMES)
"""The games in which the levels are measured. They behave the same in every game."""
BEGUN, BEGINNINGS = 80, 30
"""The number of starts in Number Morph and the turns before them, to save time."""
CLEARLY = 2.5  # standard errors by which a lead is more than chance
ERRORS_COUNTED = {
    "number-morph": size(sample=50, full=300),
    "digit-duel": size(sample=500, full=2_000),
    "operation-obliteration": size(sample=500, full=4_000),
    "digit-dilemma": size(sample=300, full=1_000),
    "digit-poison": size(sample=500, full=2_000),
}
SIGMAS = 4
STATES = {name: 200 if name == "digit-duel" else size(sample=100, full=200) for name in GAMES}
"""More positions in Digit Duel, because few of them are critical."""
WITHOUT_DRAWS = ("digit-duel", "digit-dilemma", "digit-poison")


def sensible_game(name: str, random: Random) -> AnyGame:
    """Return a game with random options that ends soon enough for a test."""
    if name == "digit-poison":
        divisor, length = random.choice((2, 3, 7, 10, 99)), random.randint(2, 20)
        return find(name, **{"divisor": divisor, "max-length": length})
    if name == "digit-duel":
        # Only a few numbers, because each pair of options reads the whole table again.
        one, two = (random.choice((95, 456, 999)) for _ in Seat)
        return find(name, **{"number-1": one, "number-2": two})
    if name in MEASURED:
        return random_game(find_class(name), random)
    return find(name, **dict(random.choice(find_class(name).presets).options))


def value(game: AnyGame, state: Any) -> Value:
    return solver_for(game).solution(state).value


def winner(game: AnyGame, state: Any, one: str, two: str, random: Random) -> Seat | None:
    """Play to the end, and return the winner, or None if the game is too long."""
    who = {Seat.ONE: COMPUTERS[one], Seat.TWO: COMPUTERS[two]}
    limit = 2_000 if game.name != "operation-obliteration" else CUT
    for _ in range(limit):
        outcome = game.outcome(state)
        if outcome is not None:
            return outcome.winner
        state = game.play(state, who[state.mover].choose(game, state, random))
    return None


def check_perfect_wins(game: AnyGame, state: Any, opponent: str, random: Random) -> None:
    """Check that `perfect` wins from the won side of a position."""
    winning = state.mover if value(game, state) is Value.WIN else state.mover.other
    players = ("perfect", opponent) if winning is Seat.ONE else (opponent, "perfect")
    assert winner(game, state, *players, random) is winning, game.format_state(state)


# `perfect` never spoils a won position


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("opponent", ["random", "hard"])
def test_perfect_wins_number_morph_from_every_start(opponent: str, part: int, size: Size) -> None:
    """With log-start all starts are lost, so `perfect` moves second."""
    game = find("number-morph")
    starts = tuple(solver_for(game).starts().values())
    assert len(starts) == 143
    for number, start in list(enumerate(starts))[part :: PARTS * size(sample=10, full=1)]:
        state = start._replace(mover=Seat(1 + number % 2))
        check_perfect_wins(game, state, opponent, Random(f"{opponent} {number}"))


@pytest.mark.parametrize(("opponent", "games"), [("random", 12), ("hard", 6)])
def test_perfect_wins_number_morph_as_the_first_player_if_the_start_is_not_logged(
    opponent: str, games: int
) -> None:
    game = find("number-morph", **{"log-start": False})
    random = Random(opponent)
    for number, start in enumerate(random.sample([*solver_for(game).starts().values()], games)):
        assert value(game, start) is Value.WIN
        check_perfect_wins(game, start._replace(mover=Seat(1 + number % 2)), opponent, random)


@pytest.mark.parametrize("opponent", ["random", "hard"])
@pytest.mark.parametrize("first", Seat)
def test_perfect_wins_operation_obliteration_from_every_decided_start(
    opponent: str, first: Seat
) -> None:
    game = find("operation-obliteration")
    starts = tuple(solver_for(game).starts().values())
    assert len(starts) == 81
    seen = Counter(value(game, start) for start in starts)
    assert min(seen[Value.WIN], seen[Value.LOSE]) > 20
    for start in starts:
        if value(game, start) is not Value.DRAW:
            check_perfect_wins(game, start._replace(mover=first), opponent, Random(start.number))


@pytest.mark.parametrize("opponent", ["random", "hard"])
def test_perfect_does_not_lose_operation_obliteration_from_a_drawn_start(opponent: str) -> None:
    game = find("operation-obliteration")
    drawn = [one for one in solver_for(game).starts().values() if value(game, one) is Value.DRAW]
    assert drawn
    for start in drawn:
        for seed in range(20):
            assert winner(game, start, "perfect", opponent, Random(seed)) is not Seat.TWO
            assert winner(game, start, opponent, "perfect", Random(seed)) is not Seat.ONE


@pytest.mark.parametrize("opponent", ["random", "hard"])
@pytest.mark.parametrize("name", sampled(WITHOUT_DRAWS, "digit-duel", "digit-poison"))
def test_perfect_wins_from_won_positions_on_either_seat(
    name: str, opponent: str, size: Size
) -> None:
    random = Random(f"{name} {opponent}")
    seen = Counter[tuple[Seat, Value]]()
    wanted = size(sample=30, full=300)
    while seen.total() < wanted:
        game = sensible_game(name, random)
        states = [state for state, move in random_walk(game, random) if move is not None]
        state = random.choice(states)
        seen[state.mover, value(game, state)] += 1
        check_perfect_wins(game, state, opponent, random)
    assert len(seen) == 4


# Every level beats the one below


@cache
def beginnings(name: str) -> tuple[Any, ...]:
    """Return the positions from which two levels play."""
    game = find(name)
    random = Random(name)
    if name == "operation-obliteration":
        return tuple(solver_for(game).starts().values())
    if name != "number-morph":
        return (game.start(random),)
    found: list[Morph] = []
    while len(found) < BEGINNINGS:
        *_, (state, _) = random_walk(game, random, BEGUN)
        if len(state.log) == BEGUN + 1 and game.legal_moves(state):
            found.append(state)
    return tuple(found)


@pytest.mark.parametrize("name", MEASURED)
@pytest.mark.parametrize("pair", sampled(pairwise(reversed(LEVELS)), *STRONGEST), ids=" ".join)
@pytest.mark.sized  # by PAIRED_GAMES
def test_each_level_beats_the_one_below(name: str, pair: tuple[str, str]) -> None:
    """Both levels play each position from both seats. The lead over an even score counts."""
    higher, lower = pair
    game = find(name)
    leads = []
    for number in range(PAIRED_GAMES[name] * (2 if lower == "beginner" else 1)):
        random = Random(f"{name} {number}")
        state = beginnings(name)[number % len(beginnings(name))]
        ended = [
            winner(game, state, higher, lower, random),
            winner(game, state, lower, higher, random),
        ]
        points = {Seat.ONE: 1, None: 0, Seat.TWO: -1}
        leads.append(points[ended[0]] - points[ended[1]])
    error = stdev(leads) / sqrt(len(leads))
    assert fmean(leads) > CLEARLY * error, "the lead is more than chance"


# Errors: at critical positions, at the stated rate, and nowhere else


@cache
def some_states(name: str) -> list[tuple[AnyGame, Any]]:
    """Return positions from all parts of games with random options."""
    random = Random(name)
    found: list[tuple[AnyGame, Any]] = []
    while len(found) < STATES[name]:
        game = sensible_game(name, random)
        states = [state for state, move in random_walk(game, random) if move is not None]
        if name == "digit-duel":  # random play is soon decided, but equal numbers are not
            most = random.choice((20, 99, 999))
            numbers = [random.randint(1, most) for _ in range(2)]
            states = [Duel(random.choice(tuple(Seat)), *numbers)]
        # Most critical positions are near the end of a game.
        sampled = random.sample(states, min(1, len(states))) + states[-8::3]
        found += [(game, state) for state in sampled]
    return found


def split(game: AnyGame, state: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the moves that keep the value and the others, by their text."""
    original = value(game, state)
    branches: tuple[Branch[Any, Any], ...] = solver_for(game).branches(state)
    by_text = {game.format_move(branch.move): branch for branch in branches}
    keeping = {text: branch for text, branch in by_text.items() if branch.value is original}
    return keeping, {text: branch for text, branch in by_text.items() if text not in keeping}


def test_the_levels_and_their_error_rates() -> None:
    levels = {name: one.errors for name, one in COMPUTERS.items() if isinstance(one, Level)}
    assert levels == LEVELS
    assert {*COMPUTERS} == {*LEVELS, "greedy", "random"}


@pytest.mark.sized  # by ERRORS_COUNTED
@pytest.mark.parametrize("name", MEASURED)
def test_a_level_errs_at_critical_positions_with_its_rate(name: str) -> None:
    critical = []
    for game, state in some_states(name):
        keeping, losing = split(game, state)
        if losing:
            critical.append((game, state, keeping, losing))
    assert len(critical) >= STATES[name] / 8
    count = ERRORS_COUNTED[name]
    for level, rate in LEVELS.items():
        random = Random(f"{name} {level}")
        errors = 0
        for number in range(count):
            game, state, keeping, losing = critical[number % len(critical)]
            text = COMPUTERS[level].choose(game, state, random)
            assert text in keeping or text in losing
            errors += text in losing
        assert abs(errors - count * rate) <= SIGMAS * sqrt(count * rate * (1 - rate))


@pytest.mark.sized  # by STATES
@pytest.mark.parametrize("name", MEASURED)
def test_a_level_that_always_errs_plays_a_best_move_in_uncritical_positions(
    name: str,
) -> None:
    always = Level(1.0)
    calm = 0
    for game, state in some_states(name):
        keeping, losing = split(game, state)
        if not losing:
            calm += 1
            seed = f"{name} {calm}"
            perfect = COMPUTERS["perfect"].choose(game, state, Random(seed))
            assert always.choose(game, state, Random(seed)) == perfect
            assert perfect in keeping
    assert calm >= STATES[name] / 20


@pytest.mark.sized  # by STATES
@pytest.mark.parametrize("name", MEASURED)
def test_errors_prefer_moves_that_do_not_lose_at_once(name: str) -> None:
    """At once means with the move itself or the opponent's next one."""
    always = Level(1.0)
    random = Random(name)
    choices = 0
    for game, state in some_states(name):
        _, losing = split(game, state)
        slow = {text for text, one in losing.items() if one.solution.remoteness not in (0, 1)}
        if losing:
            chosen = {always.choose(game, state, random) for _ in range(5)}
            assert chosen <= (slow or set(losing))
            choices += len(losing) > len(slow) > 0
    # In Digit Poison every error loses at once; in Digit Duel a number that can fall to zero at
    # once has too few digits for two errors and a good move.
    if name not in ("digit-poison", "digit-duel"):
        assert choices, "some errors had an alternative"


@pytest.mark.sized  # by STATES
@pytest.mark.parametrize("name", MEASURED)
def test_levels_win_quickly_and_lose_slowly(name: str) -> None:
    seen = Counter[Value]()
    for game, state in some_states(name):
        keeping, _ = split(game, state)
        known = [branch.solution.remoteness for branch in keeping.values()]
        plies = [one for one in known if one is not None]
        original = value(game, state)
        if len(plies) < len(known) or original is Value.DRAW:
            continue
        made = keeping[COMPUTERS["perfect"].choose(game, state, Random(0))]
        assert made.solution.remoteness == (min if original is Value.WIN else max)(plies)
        seen[original] += 1
    assert min(seen[Value.WIN], seen[Value.LOSE]) >= 5


@pytest.mark.sized  # by STATES
@pytest.mark.parametrize("name", MEASURED)
def test_levels_choose_the_hardest_of_equally_long_losses(name: str) -> None:
    """Losses of known length are hard if few replies win, others if an error is possible."""
    compared_count = 0
    for game, state in some_states(name):
        if value(game, state) is not Value.LOSE:
            continue
        keeping, _ = split(game, state)
        far = {
            text: float("inf") if one.solution.remoteness is None else one.solution.remoteness
            for text, one in keeping.items()
        }
        furthest = max(far.values())
        hard: dict[str, tuple[float, int]] = {}
        for text in (text for text in keeping if far[text] == furthest):
            good, bad = split(game, keeping[text].after)
            answers = len(good) + len(bad)
            share = len(bad) / answers if answers else 0.0
            hard[text] = (share, 0) if furthest < float("inf") else (bool(bad), answers)
        made = COMPUTERS["perfect"].choose(game, state, Random(1))
        assert hard[made] == max(hard.values())
        compared_count += len(set(hard.values())) > 1
    if name in ("number-morph", "digit-dilemma"):
        assert compared_count >= 3


# Every computer


@pytest.mark.parametrize("who", sorted(COMPUTERS))
@pytest.mark.parametrize("name", GAMES)
def test_a_seed_makes_a_choice_reproducible_and_legal(name: str, who: str) -> None:
    for number, (game, state) in enumerate(some_states(name)[:15]):
        legal = [game.format_move(move) for move in game.legal_moves(state)]
        first = COMPUTERS[who].choose(game, state, Random(number))
        assert first in legal
        assert COMPUTERS[who].choose(game, state, Random(number)) == first


@pytest.mark.parametrize("name", GAMES)
def test_greedy_plays_legal_moves_without_randomness(name: str) -> None:
    greedy = COMPUTERS["greedy"]
    for seed in range(3):
        game = sensible_game(name, Random(seed))
        for state, move in random_walk(game, Random(seed)):
            if move is not None:
                chosen = {greedy.choose(game, state, Random(chance)) for chance in range(3)}
                assert len(chosen) == 1
                assert game.objection(state, game.parse_move(chosen.pop())) is None


def test_a_whole_game_between_levels_is_reproducible() -> None:
    def moves(seed: int) -> list[str]:
        game = NumberMorph(starting_number=211)
        random = Random(seed)
        state = game.start(random)
        made: list[str] = []
        while game.outcome(state) is None:
            who = ("medium", "easy")[len(made) % 2]
            made.append(COMPUTERS[who].choose(game, state, random))
            state = game.play(state, made[-1])
        return made

    assert moves(3) == moves(3)
    assert moves(3) != moves(4)


@pytest.mark.parametrize("name", GAMES)
def test_cached_decisions_equal_recomputed_ones(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtin, "MAX_CACHED", 3)
    game = find(name)
    decisions, solver = DecisionCache(game), solver_for(game)
    for state, move in [*random_walk(game, Random(1), 12), *random_walk(game, Random(1), 12)]:
        if move is not None:
            best, wrong = Decision.of(solver, state)
            for _ in range(2):
                assert decisions.choices(state, errs=False) == best
                assert decisions.choices(state, errs=True) == (wrong or best)


def test_values_agree_with_those_of_branches() -> None:
    for name in GAMES:
        game = find(name)
        solver = solver_for(game)
        for state, move in random_walk(game, Random(2), 100):
            if move is not None:
                values, branches = solver.values(state), solver.branches(state)
                assert [one.value for one in values] == [one.value for one in branches]
                assert tuple(solver.with_remoteness(values)) == branches


def test_the_move_with_most_room_for_errors_agrees_with_counting_all_replies() -> None:
    game = find("number-morph", digits=2, base=16)
    solver, compared = solver_for(game), 0
    for seed in range(2):
        for state, move in random_walk(game, Random(seed)):
            branches = solver.branches(state) if move is not None else ()
            if branches and all(one.value is Value.LOSE for one in branches):
                answers = [ReplyCount.to(solver, one) for one in branches]
                hard = [(one.keeping < one.all, one.all) for one in answers]
                most = [one for one, how in zip(branches, hard, strict=True) if how == max(hard)]
                assert list(most_replies(solver, branches)) == most
                compared += 1
    assert compared > 10
