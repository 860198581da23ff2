"""Questions about rules, calculation and value, beside those for a move; each is judged exactly.

`legal` asks which of some moves are allowed, `result` for the position after some moves, `outcome`
whether moves end the game, for whom and why, `value` who wins with best play, `resist` for a move
that holds out longest, `plan` for a whole forced win. `move` is asked in words only where that is
compared with a disguise.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from lastdigit.exam.strategy import is_forced_win, line_chance
from lastdigit.game.game import DEFAULT_NAMES
from lastdigit.game.options import OptionValue
from lastdigit.games import find
from lastdigit.players.reading import relaxed_answer

NONE, GOES_ON, DRAW = "none", "goes on", "draw"
LETTERS = "ABCDEFGH"
OF = " of "


class Kind(enum.StrEnum):
    """What is asked."""

    LEGAL = "legal"
    RESULT = "result"
    OUTCOME = "outcome"
    VALUE = "value"
    RESIST = "resist"
    PLAN = "plan"
    MOVE = "move"


IN_WORDS = (Kind.LEGAL, Kind.RESULT, Kind.OUTCOME, Kind.VALUE, Kind.RESIST, Kind.PLAN)
"""What is asked in words besides the moves of an exam."""

TEXTS = {
    Kind.LEGAL: "Which of these moves are allowed now: {moves}? Answer with those that are, with "
    "commas between them, or with the word {none} if none is.",
    Kind.RESULT: "These moves are made, one after the other: {moves}. Answer with the position "
    "after them, written as positions are; it begins with whoever would move next.",
    Kind.OUTCOME: "These moves are made, one after the other: {moves}. Answer with whoever has "
    "then won by the rules, {one} or {two}{why}, or with {goes_on} if the game is not over."
    "{choices}",
    Kind.VALUE: "Who wins from here if both make the best moves? Answer with {one}, {two}, or with "
    "{draw} if nobody can force a win.",
    Kind.RESIST: "Whoever is to move here loses if both make the best moves. Answer with a move "
    "that puts the end off for as many moves as can be, if the other then wins as soon as can be.",
    Kind.PLAN: "Whoever is to move here can force a win. Answer with all moves from here to the "
    "end, those of both in turn, with commas between them, where whoever is to move now wins as "
    "soon as can be and the other puts the end off for as long as can be.",
    Kind.MOVE: "Answer with a move, for whoever is to move, that keeps what can be had with best "
    "play: a win if one can be forced, else a game that is not lost.",
}
"""What is asked; moves and players are written as the rules that stand before it write them."""


def question_text(
    kind: Kind, moves: Sequence[str], players: tuple[str, str], choices: Sequence[str] = ()
) -> str:
    """Return what is asked of a kind about these moves, by the players' names."""
    one, two = players
    reasons = "; ".join(
        f"{letter}: {choice}" for letter, choice in zip(LETTERS, choices, strict=False)
    )
    return TEXTS[kind].format(
        moves=", ".join(moves),
        one=one,
        two=two,
        none=NONE,
        goes_on=GOES_ON,
        draw=DRAW,
        why=", then a comma and the letter of the reason" if reasons else "",
        choices=f" The reasons, with numbers left out: {reasons}" if reasons else "",
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
    choices: tuple[str, ...] = ()
    """Reasons to choose from, the first of which is A."""
    grade: int = 0
    """How hard it is: by the effort of the move there, or the number of moves; 0 if unknown."""
    rules: str = ""
    """What is told instead of the game's rulebook, in a disguise."""

    @property
    def text(self) -> str:
        """What is asked, without the rules."""
        return question_text(self.kind, self.moves, self.players, self.choices)

    @property
    def chance(self) -> float | None:
        """How often random legal moves are right, where moves that nobody knows are asked for."""
        if self.kind is Kind.PLAN:
            game = find(self.game, **dict(self.options))
            return line_chance(game, game.parse_state(self.position))
        if self.kind is not Kind.RESIST:
            return None
        right, every = map(int, self.label.split(OF))
        return right / every


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

    Where a move is asked for, any of those that are right is; a plan is right that the solver's
    distances bear out, move by move.

    >>> legal = Question(Kind.LEGAL, "", (), "", (), "ones, tens", "")
    >>> same_answer(legal, "tens,ones"), same_answer(legal, "tens")
    (True, False)
    """
    given, right = ([one.strip() for one in text.split(",")] for text in (answer, question.right))
    match question.kind:
        case Kind.MOVE | Kind.RESIST:
            return answer in right
        case Kind.LEGAL:
            return sorted(given) == sorted(right)
        case Kind.OUTCOME:
            return given == right
        case Kind.PLAN:
            game = find(question.game, **dict(question.options))
            return is_forced_win(game, game.parse_state(question.position), given)
    return answer == question.right


def known_words(question: Question) -> list[str]:
    """Return the words that an answer may be made of, as they are usually written."""
    game = find(question.game, **dict(question.options))
    moves = map(game.format_move, game.all_moves())
    return [*moves, *question.players, *LETTERS, NONE, GOES_ON, DRAW]


def relaxed_right(question: Question, raw: str) -> bool:
    """Return whether an answer is right by the relaxed reader, who forgives form alone."""
    found = relaxed_answer(raw, known_words(question))
    return found is not None and same_answer(question, found)
