"""Exam items: the kinds of question, the grading of answers, and the generation of items."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from lastdigit.analysis.critical import (
    Split,
    draw_game,
    random_positions,
    split_of,
    with_default_start,
)
from lastdigit.analysis.policies import POLICIES, balanced_weights, policy_scores
from lastdigit.exam.pools import draw, load_pool, variant_items
from lastdigit.game.game import DEFAULT_NAMES, AnyGame, State, Value
from lastdigit.game.options import OptionValue
from lastdigit.games import find
from lastdigit.match.record import option_values
from lastdigit.players.prompt import VERSION, relaxed_answer
from lastdigit.solver import Solution, solver_for

NONE, GOES_ON, DRAW = "none", "goes on", "draw"
LETTERS = "ABCDEFGH"
SHARE_SEPARATOR = " of "


class Kind(enum.StrEnum):
    """The kind of question that an exam item asks."""

    LEGAL = "legal"
    """Which of the listed moves are legal?"""
    RESULT = "result"
    """What is the position after some moves?"""
    OUTCOME = "outcome"
    """Who has won after some moves?"""
    VALUE = "value"
    """Who wins with best play?"""
    RESIST = "resist"
    """Which move delays a loss longest?"""
    PLAN = "plan"
    """What are all moves of a forced win?"""
    MOVE = "move"
    """Which move is best?"""


WORD_KINDS = (Kind.LEGAL, Kind.RESULT, Kind.OUTCOME, Kind.VALUE, Kind.RESIST, Kind.PLAN)
"""The kinds of question that are answered in words: all except the one for the best move."""

TEXTS: dict[int, dict[str, str]] = {
    1: {
        Kind.LEGAL: "Which of these moves are allowed now: {moves}? Answer with those that are, "
        "with commas between them, or with the word {none} if none is.",
        Kind.RESULT: "These moves are made, one after the other: {moves}. Answer with the position "
        "after them, written as positions are; it begins with whoever would move next.",
        Kind.OUTCOME: "These moves are made, one after the other: {moves}. Answer with whoever has "
        "then won by the rules, {one} or {two}{why}, or with {goes_on} if the game is not over."
        "{choices}",
        Kind.VALUE: "Who wins from here if both make the best moves? Answer with {one}, {two}, or "
        "with {draw} if nobody can force a win.",
        Kind.RESIST: "Whoever is to move here loses if both make the best moves. Answer with a "
        "move that puts the end off for as many moves as can be, if the other then wins as soon as "
        "can be.",
        Kind.PLAN: "Whoever is to move here can force a win. Answer with all moves from here to "
        "the end, those of both in turn, with commas between them, where whoever is to move now "
        "wins as soon as can be and the other puts the end off for as long as can be.",
        Kind.MOVE: "Answer with a move, for whoever is to move, that keeps what can be had with "
        "best play: a win if one can be forced, else a game that is not lost.",
        "why": ", then a comma and the letter of the reason",
        "choices": " The reasons, with numbers left out: {reasons}",
    },
    2: {
        Kind.LEGAL: "Which of these moves are legal now: {moves}? Answer with the legal ones, "
        "separated by commas, or with the word {none} if no move in the list is legal.",
        Kind.RESULT: "These moves are played in this order: {moves}. Answer with the position "
        "after them, written as in the rules. It starts with the player who would move next.",
        Kind.OUTCOME: "These moves are played in this order: {moves}. Who has won then? Answer "
        "with {one} or {two}{why}, or with the words {goes_on} if the game is not over.{choices}",
        Kind.VALUE: "Who wins if both players make the best moves? Answer with {one} or {two}, or "
        "with the word {draw} if neither player can force a win.",
        Kind.RESIST: "The player to move loses if both players make the best moves. The opponent "
        "wins as fast as possible. Answer with a move that delays the loss as long as possible.",
        Kind.PLAN: "The player to move can force a win. Answer with all moves up to the end of the "
        "game, by both players in turn, separated by commas. The winner must win as fast as "
        "possible, and the loser must delay the end as long as possible.",
        Kind.MOVE: "Answer with a move for the player to move. It must keep the best possible "
        "result: a win if the player can force one, otherwise a draw.",
        "why": ", followed by a comma and the letter of the reason",
        "choices": " The reasons, without their numbers: {reasons}",
    },
}
"""The texts of the kinds of question by version of the exam, with placeholders such as `{moves}`.

A published version never changes.
"""


def question_text(
    kind: Kind,
    moves: Sequence[str],
    players: tuple[str, str],
    choices: Sequence[str] = (),
    version: int = VERSION,
) -> str:
    """Return the text of a question of this kind, with moves and players' names filled in.

    `choices` are reasons for the end of the game, which the question offers as A, B, C and so on.
    """
    one, two = players
    texts = TEXTS[version]
    reasons = "; ".join(
        f"{letter}: {choice}" for letter, choice in zip(LETTERS, choices, strict=False)
    )
    return texts[kind].format(
        moves=", ".join(moves),
        one=one,
        two=two,
        none=NONE,
        goes_on=GOES_ON,
        draw=DRAW,
        why=texts["why"] if reasons else "",
        choices=texts["choices"].format(reasons=reasons) if reasons else "",
    )


class Item(NamedTuple):
    """An exam item: a question about a position, with its right answer."""

    kind: Kind
    game: str
    options: tuple[tuple[str, OptionValue], ...]
    position: str
    moves: tuple[str, ...]
    """The moves in the question: moves to judge, or moves that lead to another position."""
    right: str
    label: str
    """The kind of right answer. Items are selected so that all kinds are about equally frequent."""
    players: tuple[str, str] = DEFAULT_NAMES
    choices: tuple[str, ...] = ()
    """Reasons for the end of the game, which the question offers as A, B, C and so on."""
    grade: int = 0
    """Difficulty: a measured grade from 1, or the number of moves in the question. 0 if unknown."""
    rules: str = ""
    """The rules of the game in different words, for a disguised item. Otherwise ""."""

    @property
    def text(self) -> str:
        """The text of the question, without the rules of the game."""
        return self.text_in(VERSION)

    def text_in(self, version: int) -> str:
        """Return the text of the question in a version of the exam."""
        return question_text(self.kind, self.moves, self.players, self.choices, version)

    @property
    def chance(self) -> float | None:
        """The probability that random legal moves are a right answer.

        None unless the question asks for a move that delays a loss, or for all moves of a forced
        win.
        """
        if self.kind is Kind.PLAN:
            game = find(self.game, **dict(self.options))
            return plan_chance(game, game.parse_state(self.position))
        if self.kind is not Kind.RESIST:
            return None
        right, every = map(int, self.label.split(SHARE_SEPARATOR))
        return right / every


def item_data(item: Item) -> dict[str, object]:
    """Return an exam item as JSON data. Fields that have their default values are left out."""
    defaults = Item._field_defaults
    data = {
        name: value for name, value in item._asdict().items() if value != defaults.get(name, ...)
    }
    return {**data, "options": dict(item.options)}


def parse_item(data: Mapping[str, Any]) -> Item:
    """Parse an exam item from JSON data.

    Malformed data raises a built-in exception such as KeyError.
    """
    values = {name: _to_tuple(data[name]) for name in Item._fields if name in data}
    values["options"] = tuple((name, _to_tuple(value)) for name, value in data["options"].items())
    return Item(**values | {"kind": Kind(data["kind"])})


def _to_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def is_right(item: Item, answer: str) -> bool:
    """Return whether an answer to an exam item is right.

    If there are several right answers, all of them are accepted.

    >>> legal = Item(Kind.LEGAL, "", (), "", (), "ones, tens", "")
    >>> is_right(legal, "tens,ones"), is_right(legal, "tens")
    (True, False)
    """
    answered, right = ([one.strip() for one in text.split(",")] for text in (answer, item.right))
    match item.kind:
        case Kind.MOVE | Kind.RESIST:
            return answer in right
        case Kind.LEGAL:
            return sorted(answered) == sorted(right)
        case Kind.OUTCOME:
            return answered == right
        case Kind.PLAN:
            game = find(item.game, **dict(item.options))
            return is_forced_win(game, game.parse_state(item.position), answered)
    return answer == item.right


def vocabulary(item: Item) -> list[str]:
    """Return the moves, names and other words that answers to an exam item consist of."""
    game = find(item.game, **dict(item.options))
    moves = map(game.format_move, game.all_moves())
    return [*moves, *item.players, *LETTERS, NONE, GOES_ON, DRAW]


def is_right_relaxed(item: Item, raw: str) -> bool:
    """Return whether a raw reply contains the right answer, even if it is badly formatted."""
    found = relaxed_answer(raw, vocabulary(item))
    return found is not None and is_right(item, found)


NUMBER_PATTERN = re.compile(r"\b\w*\d\w*\b")
BLANK = "..."
REASON_GAMES = 300
MAX_REASON_PLIES = 200


def reason_form(reason: str) -> str:
    """Replace the numbers and players' names in the reason for a game's end with placeholders.

    >>> reason_form("721 is a multiple of 7."), reason_form("Player 1's number is zero.")
    ('... is a multiple of ....', "A player's number is zero.")
    """
    for name in DEFAULT_NAMES:
        reason = reason.replace(name, "A player")
    return NUMBER_PATTERN.sub(BLANK, reason)


@cache
def reason_forms(kind: type[AnyGame]) -> tuple[str, ...]:
    """Return the different reasons for which a game can end.

    Numbers and players' names are replaced with placeholders.
    """
    # Found by random play, including play of the variants that exams ask about.
    random = Random(kind.name)
    variants = (kind(), *(kind.of(options) for options in kind.exam_variants))
    found = set()
    for number in range(REASON_GAMES):
        game = variants[number % len(variants)]
        state = game.start(random)
        for _ in range(MAX_REASON_PLIES):
            moves = game.legal_moves(state)
            if not moves:
                break
            state = game.successor(state, random.choice(moves))
        end = game.outcome(state)
        if end is not None:
            found.add(reason_form(end.reason))
    return tuple(sorted(found))


MIN_PLAN_PLIES, MAX_PLAN_PLIES = 3, 7
"""The minimum and maximum number of turns in a forced win that an item asks for."""


def longest_defences(game: AnyGame, state: State) -> list[str] | None:
    """Return the moves that delay the loss longest, if the player to move loses with best play.

    Return None if the player to move does not lose, if all moves delay the loss equally, or if the
    solver does not know how long the game lasts.
    """
    solver = solver_for(game)
    solution = solver.solution(state)
    if solution.value is not Value.LOSE or solution.remoteness is None:
        return None
    branches = solver.branches(state)
    distances = [branch.solution.remoteness for branch in branches]
    known = [distance for distance in distances if distance is not None]
    if len(known) < len(distances) or len(set(distances)) < 2:
        return None
    return [
        game.format_move(branch.move)
        for branch, distance in zip(branches, distances, strict=True)
        if distance == max(known)
    ]


def forced_win(game: AnyGame, state: State, random: Random) -> list[str] | None:
    """Return a forced win as the list of both players' moves, up to the end of the game.

    The winner wins as soon as possible, and the loser delays the end as long as possible. Return
    None if there is no forced win of MIN_PLAN_PLIES to MAX_PLAN_PLIES turns.
    """
    solution = solver_for(game).solution(state)
    plies = solution.remoteness
    if (
        solution.value is not Value.WIN
        or plies is None
        or not MIN_PLAN_PLIES <= plies <= MAX_PLAN_PLIES
    ):
        return None
    line: list[str] = []
    while game.outcome(state) is None:
        best = [move for move in game.legal_moves(state) if _is_optimal(game, state, move)]
        move = random.choice(best)
        line.append(game.format_move(move))
        state = game.successor(state, move)
    return line


def is_forced_win(game: AnyGame, state: State, line: list[str]) -> bool:
    """Return whether a list of moves is optimal play by both players, up to the end of the game.

    Return False if a move is unknown or illegal.
    """
    for text in line:
        move = game.moves_by_text.get(text)
        if game.outcome(state) is not None or move not in game.legal_moves(state):
            return False
        if not _is_optimal(game, state, move):
            return False
        state = game.successor(state, move)
    return game.outcome(state) is not None


def plan_chance(game: AnyGame, state: State) -> float:
    """Return the probability that random moves by both players are optimal to the end of the game.

    >>> from lastdigit.games import find
    >>> duel = find("digit-duel")
    >>> plan_chance(duel, duel.parse_state("1 012 003"))
    0.5
    """
    chances: dict[Hashable, float] = {}

    def chance(position: State) -> float:
        key = game.key(position)
        if key not in chances:
            moves = game.legal_moves(position)
            optimal = [move for move in moves if _is_optimal(game, position, move)]
            after = sum(chance(game.successor(position, move)) for move in optimal)
            chances[key] = after / len(moves) if moves else 1.0
        return chances[key]

    return chance(state)


def _is_optimal(game: AnyGame, state: State, move: object) -> bool:
    """Return whether a move is optimal.

    An optimal move wins as soon as possible. If no move wins, an optimal move loses as late as
    possible.
    """
    solver = solver_for(game)
    before: Solution = solver.solution(state)
    after: Solution = solver.solution(game.successor(state, move))
    turned = {Value.WIN: Value.LOSE, Value.LOSE: Value.WIN}
    assert before.remoteness is not None
    return after.value is turned.get(before.value) and after.remoteness == before.remoteness - 1


MOVES_SHOWN = 4
"""The number of moves in a question that asks which moves are legal, if there are enough."""
MAX_RESULT_PLIES, MAX_OUTCOME_PLIES = 4, 3
"""The maximum number of moves in questions about the position after them, and about the winner."""


def legal_item(game: AnyGame, state: State, random: Random) -> Item | None:
    """Make an exam item that lists some moves and asks which of them are legal.

    Return None if the position has too few legal or too few illegal moves.
    """
    allowed = {game.format_move(move) for move in game.legal_moves(state)}
    every = [game.format_move(move) for move in game.all_moves()]
    pools = {
        True: [text for text in every if text in allowed],
        False: [text for text in every if text not in allowed],
    }
    if len(every) <= MOVES_SHOWN:
        shown = every
    else:
        # Coin tosses decide how many are legal, so that the number does not help with guessing.
        tosses = [random.random() < 0.5 for _ in range(MOVES_SHOWN)]
        if any(tosses.count(side) > len(pools[side]) for side in pools):
            return None
        shown = [text for side in pools for text in random.sample(pools[side], tosses.count(side))]
    right = [text for text in every if text in shown and text in allowed]
    label = "".join("yn"[text not in allowed] for text in every if text in shown)
    random.shuffle(shown)
    return _make_item(Kind.LEGAL, game, state, shown, ", ".join(right) or NONE, label)


def result_item(game: AnyGame, state: State, random: Random) -> Item:
    """Make an exam item that asks for the position after a random sequence of moves."""
    plies = random.randint(1, MAX_RESULT_PLIES)
    played: list[str] = []
    after = state
    while len(played) < plies and (moves := game.legal_moves(after)):
        move = random.choice(moves)
        played.append(game.format_move(move))
        after = game.successor(after, move)
    return _make_item(Kind.RESULT, game, state, played, game.format_state(after), str(len(played)))


def outcome_item(game: AnyGame, state: State, random: Random) -> Item | None:
    """Make an exam item that asks who has won, if anyone, after a random sequence of moves.

    If the game can end for several reasons, the item also lists the reasons and asks for the right
    one. Return None if the right reason is not in the list.
    """
    plies = random.randint(1, MAX_OUTCOME_PLIES)
    played: list[str] = []
    after, mover = state, state.mover
    while len(played) < plies and (moves := game.legal_moves(after)):
        move, mover = random.choice(moves), after.mover
        played.append(game.format_move(move))
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
    item = _make_item(Kind.OUTCOME, game, state, played, right, label)
    return item._replace(choices=tuple(choices))


def value_item(game: AnyGame, state: State, random: Random) -> Item:  # noqa: ARG001
    """Make an exam item that asks who wins with best play."""
    value = solver_for(game).solution(state).value
    winner = state.mover if value is Value.WIN else state.mover.other
    right = DRAW if value is Value.DRAW else str(winner)
    return _make_item(Kind.VALUE, game, state, [], right, str(value))


def resist_item(game: AnyGame, state: State, random: Random) -> Item | None:  # noqa: ARG001
    """Make an exam item that asks for the move that delays a certain loss longest.

    Return None if the position is not suitable for this question.
    """
    best = longest_defences(game, state)
    if best is None:
        return None
    label = f"{len(best)}{SHARE_SEPARATOR}{len(game.legal_moves(state))}"
    return _make_item(Kind.RESIST, game, state, [], ", ".join(best), label)


def plan_item(game: AnyGame, state: State, random: Random) -> Item | None:
    """Make an exam item that asks for all moves of a forced win.

    Return None if the position is not suitable for this question.
    """
    # The item stores one of the right answers.
    line = forced_win(game, state, random)
    if line is None:
        return None
    return _make_item(Kind.PLAN, game, state, [], ", ".join(line), str(len(line)))


GENERATORS: dict[Kind, Callable[[AnyGame, State, Random], Item | None]] = {
    Kind.LEGAL: legal_item,
    Kind.RESULT: result_item,
    Kind.OUTCOME: outcome_item,
    Kind.VALUE: value_item,
    Kind.RESIST: resist_item,
    Kind.PLAN: plan_item,
}
"""The functions that make exam items of each kind, or return None for unsuitable positions."""


def _make_item(
    kind: Kind, game: AnyGame, state: State, moves: list[str], right: str, label: str
) -> Item:
    position = game.format_state(state)
    grade = len(moves)
    if kind in (Kind.VALUE, Kind.PLAN):
        grade = _measured_grades(game).get(position, 0)
    return Item(
        kind, game.name, option_values(game), position, tuple(moves), right, label, grade=grade
    )


@cache
def _measured_grades(game: AnyGame) -> dict[str, int]:
    """Return the measured difficulty grades of this game's positions.

    The keys are positions as text.
    """
    return {item.position: item.grade for split in Split for item in variant_items(game, split)}


MAX_POSITION_LENGTH = 60
"""Positions with a longer text are skipped, because an exam should not test copying."""
WALKS = 4_000
"""The number of random games to play in search of positions for exam items."""

RESIST_WALKS = 1_300
"""The number of random games to play in search of lost positions for `Kind.RESIST`."""

CANDIDATES_PER_ITEM, MIN_CANDIDATES = 30, 300
"""The number of candidates to generate for each item in the selection, and the minimum in total."""


def split_positions(
    kind: type[AnyGame], random: Random, split: Split, walks: int = WALKS
) -> Iterator[tuple[AnyGame, State]]:
    """Play random games, and yield the positions that belong to a split, each with its game.

    A split is training, validation or exam. `walks` is the number of games.
    """
    for number in range(walks):
        # Every other game is an exam variant, if there are any.
        standard = number % 2 or not kind.exam_variants
        game = draw_game(kind, random) if standard else kind.of(random.choice(kind.exam_variants))
        rules = with_default_start(game)
        for state in random_positions(game, random):
            if len(rules.format_state(state)) > MAX_POSITION_LENGTH:
                break
            if split_of(rules, state) is split:
                yield rules, state


def pool_positions(
    kind: type[AnyGame], random: Random, split: Split
) -> Iterator[tuple[AnyGame, State]]:
    """Yield the positions in a game's pool in random order, each with its game.

    A pool is a list of positions with measured difficulty. Each split (training, validation or
    exam) has a pool of its own.
    """
    items = load_pool(kind.name, split)
    for item in random.sample(items, len(items)):
        if len(item.position) <= MAX_POSITION_LENGTH:
            game = find(kind.name, **dict(item.options))
            yield game, game.parse_state(item.position)


def draw_items(
    kind: Kind, game_class: type[AnyGame], wanted: int, seed: str, split: Split = Split.EXAM
) -> list[Item]:
    """Pick up to `wanted` random exam items of one kind about one game.

    All kinds of answer are about equally frequent. The same seed gives the same items.
    """
    random = Random(f"{seed}/{kind}/{game_class.name}")
    count = max(MIN_CANDIDATES, CANDIDATES_PER_ITEM * wanted)
    pool, weights = weighted_items(kind, game_class, count, random, split)
    return [pool[place] for place in draw(weights, wanted, random)] if pool else []


def weighted_items(
    kind: Kind,
    game_class: type[AnyGame],
    count: int,
    random: Random,
    split: Split = Split.EXAM,
) -> tuple[list[Item], list[float]]:
    """Return up to `count` exam items about distinct positions, and a weight for each item.

    If items are picked with these weights, all kinds of answer are about equally frequent.
    """
    found: dict[tuple[object, str], Item] = {}
    for game, state in _candidate_positions(kind, game_class, random, split):
        item = GENERATORS[kind](game, state, random)
        if item is not None:
            found.setdefault((item.options, item.position), item)
        if len(found) == count:
            break
    pool = list(found.values())
    return pool, balanced_weights(guess_advantages(pool))


def _candidate_positions(
    kind: Kind, game_class: type[AnyGame], random: Random, split: Split
) -> Iterator[tuple[AnyGame, State]]:
    """Yield positions to make exam items from, each with its game."""
    # Items that ask for a plan need a measured difficulty.
    if kind is Kind.PLAN and load_pool(game_class.name, split):
        return pool_positions(game_class, random, split)
    walks = RESIST_WALKS if kind is Kind.RESIST else WALKS
    return split_positions(game_class, random, split, walks)


def guess_advantages(pool: list[Item]) -> list[list[float]]:
    """Return how much better than chance each simple guess is, for each exam item.

    A simple guess is, for example, "always win". The result has one row per item and one column per
    guess.
    """
    labels = sorted({item.label for item in pool})
    return [_advantages(item, labels) for item in pool]


def _advantages(item: Item, labels: list[str]) -> list[float]:
    if item.kind is Kind.RESIST:
        chance = item.chance or 0.0
        game = find(item.game, **dict(item.options))
        scores = policy_scores(game, item.position, item.right.split(", "))
        return [
            score - chance
            for score, policy in zip(scores, POLICIES, strict=True)
            if policy.plies == 0
        ]
    guesses = [*labels, *(heuristic_guesses(item.position) if item.kind is Kind.VALUE else ())]
    return [(guess == item.label) - 1 / len(labels) for guess in guesses]


DIGIT = re.compile(r"\d")


def heuristic_guesses(position: str) -> list[str]:
    """Return four naive guesses of a position's value, each "win" or "lose".

    The first guess compares the players' numbers. The other guesses use the parity of the number of
    digits, the digit sum, and the last digit.

    >>> heuristic_guesses("1 988 890")
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
