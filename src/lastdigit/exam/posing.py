"""Questions as any tool puts them to a model: the words to say, and an exact judge of the answer.

A question is plain data, so that a log of another framework keeps all that is needed to judge it
again: what is right, and for a move what each legal one gives away.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from lastdigit.analysis.splits import Split
from lastdigit.errors import IllegalMove, MoveSyntaxError, UsageError, quoted
from lastdigit.exam.making import kind_questions
from lastdigit.exam.plan import EXAMINERS, ExamQuestion, game_questions
from lastdigit.exam.questions import IN_WORDS, Kind, Question, relaxed_right, same_answer
from lastdigit.game.game import AnyGame, State
from lastdigit.game.options import OptionValue
from lastdigit.games import find, find_class
from lastdigit.match.match import Match
from lastdigit.match.record import Player
from lastdigit.match.setup import arrange_from
from lastdigit.players import prompt
from lastdigit.players.reading import relaxed_move
from lastdigit.players.seats import Garbage, Reply
from lastdigit.solver import solver_for
from lastdigit.system import package_version

KINDS = (Kind.MOVE, *IN_WORDS)
ALL = "all"
WORST = 2
"""The regret of whoever makes no legal move: that of a win made a loss."""


class Verdict(NamedTuple):
    """What an answer is."""

    answer: str | None
    """What the strict reader reads; None where nothing could be read."""
    right: bool
    relaxed: bool
    """Whether it is right by the relaxed reader, where there is one for this kind."""
    regret: int | None
    """What a move gives away: 0, 1 or 2; None for words."""


@dataclass(frozen=True)
class Posed:
    """A question in words, and all that its answer is judged by."""

    kind: str
    game: str
    options: dict[str, Any]
    position: str
    grade: int
    """From 1; 0 where nobody has measured how hard it is. By moves in some kinds of words."""
    system: str
    """The rules, and how to answer."""
    user: str
    right: list[str]
    """All right answers; of plans one."""
    regrets: dict[str, int] | None = None
    """What each legal move gives away, where a move is asked for."""
    question: dict[str, Any] | None = None
    """The rest of the question itself, where words are asked for."""

    @property
    def chance(self) -> float | None:
        """How often a random legal move is right; None for words."""
        return len(self.right) / len(self.regrets) if self.regrets else None

    def data(self) -> dict[str, Any]:
        """Return it as JSON data, from which `Posed(**data)` is the same again."""
        return asdict(self)

    def judge(self, said: str) -> Verdict:
        """Return what an answer is; only the strict form counts."""
        mark = prompt.MOVE_MARK if self.regrets is not None else prompt.ANSWER_MARK
        try:
            answer = prompt.read_answer(Reply(said, ""), mark).move
        except Garbage:
            answer = None
        if self.regrets is not None:
            relaxed = relaxed_move(said, self.regrets) in self.right
            regret = WORST if answer is None else self.regrets.get(answer, WORST)
            return Verdict(answer, answer in self.right, relaxed, regret)
        right = answer is not None and same_answer(self._question, answer)
        return Verdict(answer, right, right or relaxed_right(self._question, said), None)

    def refusal(self, said: str) -> str:
        """Return what is said of an answer that may be tried again; nothing where it counts.

        Only moves have several tries: what is no legal move is refused, with the reason.
        """
        if self.regrets is None:
            return ""
        game = find(self.game, **self._options)
        try:
            game.play(game.parse_state(self.position), prompt.read_answer(Reply(said, "")).move)
        except (Garbage, IllegalMove, MoveSyntaxError) as error:
            return prompt.refusal(str(error))
        return ""

    @property
    def _options(self) -> dict[str, OptionValue]:
        return {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in self.options.items()
        }

    @property
    def _question(self) -> Question:
        options = tuple(self._options.items())
        return Question(**(self.question or {}) | {"kind": Kind(self.kind), "options": options})


def from_row(row: Mapping[str, Any]) -> Posed:
    """Return the question that a row of a dataset is (`exam.dataset`), asked in one piece."""
    return Posed(
        row["kind"],
        row["game"],
        json.loads(row["options"]),
        row["position"],
        row["grade"] or 0,
        "",
        row["prompt"],
        list(row["answers"]),
        **json.loads(row["judge"]),
    )


def listed(given: str, known: Iterable[str]) -> list[str]:
    """Return the names that a text lists with commas between them; `all` is all that are known.

    >>> listed("move, value", KINDS)
    ['move', 'value']
    """
    return list(known) if given == ALL else [name.strip() for name in given.split(",")]


def posed(
    games: Iterable[str],
    kinds: Iterable[str],
    count: int,
    seed: int,
    split: Split = Split.EXAM,
) -> list[Posed]:
    """Return so many questions of every game and kind, or fewer; raises UsageError."""
    found: list[Posed] = []
    for kind in kinds:
        if kind not in KINDS:
            raise UsageError(
                f"There is no kind {quoted(kind)} of question; there is {', '.join(KINDS)}."
            )
        for name in games:
            game = find_class(name)
            if kind == Kind.MOVE:
                asked = game_questions(game, count, str(seed), split)
                found += map(posed_move, asked)
            else:
                words = kind_questions(Kind(kind), game, count, str(seed), split)
                found += map(posed_words, words)
    return found


def posed_move(asked: ExamQuestion) -> Posed:
    """Return a critical position as a question."""
    critical = asked.critical
    game = find(critical.game, **dict(critical.options))
    state = game.parse_state(critical.position)
    system, user = words_at(game, state)
    return Posed(
        Kind.MOVE,
        game.name,
        _plain(critical.options),
        critical.position,
        asked.grade,
        system,
        user,
        list(critical.best),
        regrets=regrets_at(game, state),
    )


def posed_words(asked: Question) -> Posed:
    """Return a question in words as it is put."""
    game = find(asked.game, **dict(asked.options))
    return Posed(
        str(asked.kind),
        asked.game,
        _plain(asked.options),
        asked.position,
        asked.grade,
        prompt.question_instructions(game, dict(asked.options)),
        prompt.question(asked.position, asked.text),
        asked.right.split(", ") if asked.kind is Kind.RESIST else [asked.right],
        question={name: value for name, value in asked._asdict().items() if name != "options"},
    )


def _plain(options: tuple[tuple[str, OptionValue], ...]) -> dict[str, Any]:
    """Return options as JSON has them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options}


def words_at(game: AnyGame, state: State) -> tuple[str, str]:
    """Return what a model is told once and then asked at a position, without legal moves."""
    players = (Player("random", "Pupil"), EXAMINERS[0])
    if state.mover.number == 2:
        players = players[::-1]
    setup = arrange_from(game, game.format_state(state), players, package=package_version(), seed=1)
    return prompt.instructions(setup, state.mover), prompt.turn(Match(setup), show_legal=False)


def regrets_at(game: AnyGame, state: State) -> dict[str, int]:
    """Return what every legal move gives away: 0, 1 or 2."""
    branches = solver_for(game).branches(state)
    best = max(branch.value.worth for branch in branches)
    return {game.format_move(branch.move): best - branch.value.worth for branch in branches}
