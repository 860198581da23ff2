"""Makes questions in words from positions that random games and pools have, with balanced answers.

None is right more often than another, as far as a game has them all; where a move is asked for,
blind policies are right no more often than chance.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

from lastdigit.analysis.critical import positions_met
from lastdigit.analysis.splits import Split, split_of
from lastdigit.arena.positions import draw_game, without_beginning
from lastdigit.exam.balance import balanced_weights, draw
from lastdigit.exam.policies import POLICIES, policy_scores
from lastdigit.exam.pools import member_items, pool_of
from lastdigit.exam.questions import DRAW, GOES_ON, LETTERS, NONE, OF, Kind, Question
from lastdigit.exam.reasons import reason_form, reason_forms
from lastdigit.exam.strategy import forced_win, holding_out
from lastdigit.game.game import AnyGame, State, Value
from lastdigit.games import find
from lastdigit.match.record import option_values
from lastdigit.solver import solver_for

SHOWN = 4
"""Moves that a question about legality shows, where there are so many."""
MOST_PLIES, MOST_TO_AN_END = 4, 3
LONGEST_TEXT = 60
"""Positions whose text is longer are not asked about: copying is not what is measured."""
WALKS = 4_000
ENOUGH, FEWEST = 30, 300
"""Candidates for each question that is asked, and altogether at least."""
RESISTING_WALKS = 1_300
"""Random games for positions that are lost and have a distance: in some games they are rare."""
DIGIT = re.compile(r"\d")


def legal_question(game: AnyGame, state: State, random: Random) -> Question | None:
    """Ask which of some moves are allowed; each is, or is not, by the toss of a coin."""
    allowed = {game.format_move(move) for move in game.legal_moves(state)}
    every = [game.format_move(move) for move in game.all_moves()]
    pools = {
        True: [text for text in every if text in allowed],
        False: [text for text in every if text not in allowed],
    }
    if len(every) <= SHOWN:
        shown = every
    else:
        tosses = [random.random() < 0.5 for _ in range(SHOWN)]
        if any(tosses.count(side) > len(pools[side]) for side in pools):
            return None
        shown = [text for side in pools for text in random.sample(pools[side], tosses.count(side))]
    right = [text for text in every if text in shown and text in allowed]
    label = "".join("yn"[text not in allowed] for text in every if text in shown)
    random.shuffle(shown)
    return _question(Kind.LEGAL, game, state, shown, ", ".join(right) or NONE, label)


def result_question(game: AnyGame, state: State, random: Random) -> Question | None:
    """Ask for the position after some moves."""
    wanted = random.randint(1, MOST_PLIES)
    made: list[str] = []
    after = state
    while len(made) < wanted and (moves := game.legal_moves(after)):
        move = random.choice(moves)
        made.append(game.format_move(move))
        after = game.successor(after, move)
    return _question(Kind.RESULT, game, state, made, game.format_state(after), str(len(made)))


def outcome_question(game: AnyGame, state: State, random: Random) -> Question | None:
    """Ask whether some moves end the game, for whom, and why if there is more than one reason."""
    wanted = random.randint(1, MOST_TO_AN_END)
    made: list[str] = []
    after, mover = state, state.mover
    while len(made) < wanted and (moves := game.legal_moves(after)):
        move, mover = random.choice(moves), after.mover
        made.append(game.format_move(move))
        after = game.successor(after, move)
    end = game.outcome(after)
    reasons = reason_forms(type(game))
    choices = random.sample(reasons, len(reasons)) if len(reasons) > 1 else []
    right = label = GOES_ON
    if end is not None:
        right, label = str(end.winner), "mover" if end.winner is mover else "other"
        form = reason_form(end.reason)
        if choices and form not in choices:
            return None
        if choices:
            right, label = f"{right}, {LETTERS[choices.index(form)]}", f"{label}: {form}"
    made_one = _question(Kind.OUTCOME, game, state, made, right, label)
    return made_one._replace(choices=tuple(choices))


def value_question(game: AnyGame, state: State, random: Random) -> Question | None:  # noqa: ARG001
    """Ask who wins with best play."""
    value = solver_for(game).solution(state).value
    winner = state.mover if value is Value.WIN else state.mover.other
    right = DRAW if value is Value.DRAW else str(winner)
    return _question(Kind.VALUE, game, state, [], right, str(value))


def resist_question(game: AnyGame, state: State, random: Random) -> Question | None:  # noqa: ARG001
    """Ask for a move that holds out longest in a lost position."""
    best = holding_out(game, state)
    if best is None:
        return None
    label = f"{len(best)}{OF}{len(game.legal_moves(state))}"
    return _question(Kind.RESIST, game, state, [], ", ".join(best), label)


def plan_question(game: AnyGame, state: State, random: Random) -> Question | None:
    """Ask for a whole forced win; what is right of it is one of those that are."""
    line = forced_win(game, state, random)
    if line is None:
        return None
    return _question(Kind.PLAN, game, state, [], ", ".join(line), str(len(line)))


MAKERS = {
    Kind.LEGAL: legal_question,
    Kind.RESULT: result_question,
    Kind.OUTCOME: outcome_question,
    Kind.VALUE: value_question,
    Kind.RESIST: resist_question,
    Kind.PLAN: plan_question,
}


def _question(
    kind: Kind, game: AnyGame, state: State, moves: list[str], right: str, label: str
) -> Question:
    position = game.format_state(state)
    grade = len(moves)
    if kind in (Kind.VALUE, Kind.PLAN):
        grade = _grades(game).get(position, 0)
    return Question(
        kind, game.name, option_values(game), position, tuple(moves), right, label, grade=grade
    )


@cache
def _grades(game: AnyGame) -> dict[str, int]:
    """Return the grades of those positions of a member whose effort was measured."""
    return {item.position: item.grade for split in Split for item in member_items(game, split)}


def candidates(
    kind: type[AnyGame], random: Random, split: Split, walks: int = WALKS
) -> Iterator[tuple[AnyGame, State]]:
    """Yield positions of a split from random games of a family, either player to move."""
    for number in range(walks):
        usual = number % 2 or not kind.exam_members
        game = draw_game(kind, random) if usual else kind.of(random.choice(kind.exam_members))
        played = without_beginning(game)
        for state in positions_met(game, random):
            if len(played.format_state(state)) > LONGEST_TEXT:
                break
            if split_of(played, state) is split:
                yield played, state


def measured(kind: type[AnyGame], random: Random, split: Split) -> Iterator[tuple[AnyGame, State]]:
    """Yield the positions of a split's pool in a random order."""
    items = pool_of(kind.name, split)
    for item in random.sample(items, len(items)):
        if len(item.position) <= LONGEST_TEXT:
            game = find(kind.name, **dict(item.options))
            yield game, game.parse_state(item.position)


def kind_questions(
    asked: Kind, kind: type[AnyGame], wanted: int, seed: str, split: Split = Split.EXAM
) -> list[Question]:
    """Return so many questions of a kind about a game, or fewer, with balanced answers."""
    random = Random(f"{seed}/{asked}/{kind.name}")
    enough = max(FEWEST, ENOUGH * wanted)
    pool, weights = weighted_questions(asked, kind, enough, random, split)
    return [pool[place] for place in draw(weights, wanted, random)] if pool else []


def weighted_questions(
    asked: Kind,
    kind: type[AnyGame],
    enough: int,
    random: Random,
    split: Split = Split.EXAM,
) -> tuple[list[Question], list[float]]:
    """Return questions, none about the same position, and the weights that balance them."""
    found: dict[tuple[object, str], Question] = {}
    for game, state in _sources(asked, kind, random, split):
        made = MAKERS[asked](game, state, random)
        if made is not None:
            found.setdefault((made.options, made.position), made)
        if len(found) == enough:
            break
    pool = list(found.values())
    return pool, balanced_weights(guesses_off(pool))


def _sources(
    asked: Kind, kind: type[AnyGame], random: Random, split: Split
) -> Iterator[tuple[AnyGame, State]]:
    """Return where positions come from; a plan is graded by effort, which the pools know."""
    if asked is Kind.PLAN and pool_of(kind.name, split):
        return measured(kind, random, split)
    walks = RESISTING_WALKS if asked is Kind.RESIST else WALKS
    return candidates(kind, random, split, walks)


def guesses_off(pool: list[Question]) -> list[list[float]]:
    """Return by how much each guess that knows nothing is off an even one, for each question."""
    labels = sorted({one.label for one in pool})
    return [_off(one, labels) for one in pool]


def _off(one: Question, labels: list[str]) -> list[float]:
    """Return by how much each guess that knows nothing is off an even one."""
    if one.kind is Kind.RESIST:
        chance = one.chance or 0.0
        game = find(one.game, **dict(one.options))
        scores = policy_scores(game, one.position, one.right.split(", "))
        return [
            score - chance
            for score, policy in zip(scores, POLICIES, strict=True)
            if policy.plies == 0
        ]
    guesses = [*labels, *(guesses_of(one.position) if one.kind is Kind.VALUE else ())]
    return [(guess == one.label) - 1 / len(labels) for guess in guesses]


def guesses_of(position: str) -> list[str]:
    """Return who wins for those who compare the numbers, or count, by whoever moves.

    >>> guesses_of("1 988 890")
    ['win', 'lose', 'lose', 'lose']
    """
    mover, *fields = position.split()
    numbers = ["".join(DIGIT.findall(field)) for field in fields]
    own, other = (numbers if mover == "1" else numbers[::-1])[:2] if len(numbers) > 1 else ("", "")
    digits = "".join(numbers)
    signs = (
        int(own or 0) > int(other or 0),
        len(digits) % 2 == 1,
        sum(map(int, digits)) % 2 == 1,
        bool(digits) and int(digits[-1]) % 2 == 1,
    )
    return [str(Value.WIN if sign else Value.LOSE) for sign in signs]
