"""Questions about rules, calculation and value, beside those for a move; each is judged exactly.

`legal` asks which of some moves are allowed, `result` for the position after some moves, `outcome`
whether a move ends the game and for whom, `value` who wins with best play. Answers are balanced:
none is right more often than another, as far as a game has them all. `move` is asked in words only
where that is compared with a disguise.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from lastdigit.analysis.critical import positions_met
from lastdigit.analysis.splits import Split, split_of
from lastdigit.arena.positions import draw_game, without_beginning
from lastdigit.core.game import AnyGame, State
from lastdigit.core.options import OptionValue
from lastdigit.core.values import DEFAULT_NAMES
from lastdigit.exam.balance import balanced_weights, draw
from lastdigit.match.record import option_values
from lastdigit.solving import Value, insight_into

SHOWN = 4
"""Moves that a question about legality shows, where there are so many."""
MOST_PLIES = 4
LONGEST_TEXT = 60
"""Positions whose text is longer are not asked about: copying is not what is measured."""
WALKS = 4_000
ENOUGH, FEWEST = 30, 300
"""Candidates for each question that is asked, and altogether at least."""
NONE, GOES_ON, DRAW = "none", "goes on", "draw"
DIGIT = re.compile(r"\d")


class Kind(enum.StrEnum):
    """What is asked."""

    LEGAL = "legal"
    RESULT = "result"
    OUTCOME = "outcome"
    VALUE = "value"
    MOVE = "move"


IN_WORDS = (Kind.LEGAL, Kind.RESULT, Kind.OUTCOME, Kind.VALUE)
"""What is asked in words besides the moves of an exam."""

TEXTS = {
    Kind.LEGAL: "Which of these moves are allowed now: {moves}? Answer with those that are, with "
    "commas between them, or with the word {none} if none is.",
    Kind.RESULT: "These moves are made, one after the other: {moves}. Answer with the position "
    "after them, written as positions are; it begins with whoever would move next.",
    Kind.OUTCOME: "The move {moves} is made. Answer with whoever has then won by the rules, {one} "
    "or {two}, or with {goes_on} if the game is not over.",
    Kind.VALUE: "Who wins from here if both make the best moves? Answer with {one}, {two}, or with "
    "{draw} if nobody can force a win.",
    Kind.MOVE: "Answer with a move, for whoever is to move, that keeps what can be had with best "
    "play: a win if one can be forced, else a game that is not lost.",
}
"""What is asked; moves and players are written as the rules that stand before it write them."""


def question_text(kind: Kind, moves: Sequence[str], players: tuple[str, str]) -> str:
    """Return what is asked of a kind about these moves, by the players' names."""
    one, two = players
    return TEXTS[kind].format(
        moves=", ".join(moves), one=one, two=two, none=NONE, goes_on=GOES_ON, draw=DRAW
    )


class Question(NamedTuple):
    """A question with its right answer."""

    kind: Kind
    game: str
    options: tuple[tuple[str, OptionValue], ...]
    position: str
    moves: tuple[str, ...]
    """Those that are shown or made."""
    right: str
    label: str
    """What kind of answer that is: answers are balanced over these."""
    players: tuple[str, str] = DEFAULT_NAMES
    rules: str = ""
    """What is told instead of the game's rulebook, in a disguise."""

    @property
    def text(self) -> str:
        """What is asked, without the rules."""
        return question_text(self.kind, self.moves, self.players)


def question_data(question: Question) -> dict[str, object]:
    """Return a question as JSON data; what is as usual is left out."""
    usual = Question._field_defaults
    data = {
        name: value for name, value in question._asdict().items() if value != usual.get(name, ...)
    }
    return {**data, "options": dict(question.options)}


def read_question(data: Mapping[str, Any]) -> Question:
    """Return the question that JSON data are; raises an error of Python's where they are none."""
    values = {name: _frozen(data[name]) for name in Question._fields if name in data}
    values["options"] = tuple((name, _frozen(value)) for name, value in data["options"].items())
    return Question(**values | {"kind": Kind(data["kind"])})


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def same_answer(question: Question, answer: str) -> bool:
    """Return whether an answer is right; the order of several moves does not matter.

    Where a move is asked for, any of those that are right is.

    >>> legal = Question(Kind.LEGAL, "", (), "", (), "ones, tens", "")
    >>> same_answer(legal, "tens,ones"), same_answer(legal, "tens")
    (True, False)
    """
    if question.kind is Kind.MOVE:
        return answer in question.right.split(", ")
    if question.kind is not Kind.LEGAL:
        return answer == question.right
    given, right = (
        sorted(one.strip() for one in text.split(",")) for text in (answer, question.right)
    )
    return given == right


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
    """Ask whether a move ends the game, and for whom."""
    move = random.choice(game.legal_moves(state))
    end = game.outcome(game.successor(state, move))
    right = GOES_ON if end is None else str(end.winner)
    label = GOES_ON if end is None else "mover" if end.winner is state.mover else "other"
    return _question(Kind.OUTCOME, game, state, [game.format_move(move)], right, label)


def value_question(game: AnyGame, state: State, random: Random) -> Question | None:  # noqa: ARG001
    """Ask who wins with best play."""
    value = insight_into(game).solution(state).value
    winner = state.mover if value is Value.WIN else state.mover.other
    right = DRAW if value is Value.DRAW else str(winner)
    return _question(Kind.VALUE, game, state, [], right, str(value))


MAKERS = {
    Kind.LEGAL: legal_question,
    Kind.RESULT: result_question,
    Kind.OUTCOME: outcome_question,
    Kind.VALUE: value_question,
}


def _question(
    kind: Kind, game: AnyGame, state: State, moves: list[str], right: str, label: str
) -> Question:
    position = game.format_state(state)
    return Question(kind, game.name, option_values(game), position, tuple(moves), right, label)


def candidates(
    kind: type[AnyGame], random: Random, split: Split
) -> Iterator[tuple[AnyGame, State]]:
    """Yield positions of a split from random games of a family, either player to move."""
    for number in range(WALKS):
        usual = number % 2 or not kind.exam_members
        game = draw_game(kind, random) if usual else kind.of(random.choice(kind.exam_members))
        played = without_beginning(game)
        for state in positions_met(game, random):
            if len(played.format_state(state)) > LONGEST_TEXT:
                break
            if split_of(played, state) is split:
                yield played, state


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
    for game, state in candidates(kind, random, split):
        made = MAKERS[asked](game, state, random)
        if made is not None:
            found.setdefault((made.options, made.position), made)
        if len(found) == enough:
            break
    pool = list(found.values())
    return pool, balanced_weights(guesses_off(pool))


def guesses_off(pool: list[Question]) -> list[list[float]]:
    """Return by how much each guess that knows nothing is off an even one, for each question."""
    labels = sorted({one.label for one in pool})
    return [_off(one, labels) for one in pool]


def _off(one: Question, labels: list[str]) -> list[float]:
    """Return by how much each guess that knows nothing is off an even one."""
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
