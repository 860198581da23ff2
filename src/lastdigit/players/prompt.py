"""The words to a language model, and how its answer is read: strictly, and the same for all."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from lastdigit.game.game import AnyGame, RowKind, Seat
from lastdigit.game.options import OptionValue
from lastdigit.game.serialize import view_text
from lastdigit.game.text import Audience
from lastdigit.match.match import Match
from lastdigit.match.record import Setup
from lastdigit.players.seats import Garbage, Reply

MOVE_MARK, ANSWER_MARK = "MOVE: ", "ANSWER: "

INSTRUCTIONS = """\
You play {title} against one opponent, by the rules below. You are {seat}. Play to win.
Your goal: {goal}

{rulebook}
The options of this game: {options}.

Answer with whatever reasoning you like, and then, as the last line, the word MOVE, a colon, a
blank and the move, with nothing else on that line. The move is written exactly as the rules write
moves: {grammar}. So an answer ends with a line of this form:

MOVE: <your move>
"""
QUESTION_INSTRUCTIONS = """\
A question about {about} by the rules below.

{rules}
Answer with whatever reasoning you like, and then, as the last line, the word ANSWER, a colon, a
blank and the answer, with nothing else on that line:

ANSWER: <your answer>
"""
QUESTION = """\
Position: {position}

{text}
"""
TURN = """\
It is your turn.

{picture}Position: {position}
The game began at: {start}
Moves since then: {history}
"""
LEGAL = "Moves that are allowed now: {moves}\n"
REFUSED = "That was refused: {reason} It is still your turn. End your answer with a MOVE line.\n"


def instructions(setup: Setup, seat: Seat) -> str:
    """Return what a model is told once: the rules, its seat, how to answer."""
    game = setup.build_game()
    return INSTRUCTIONS.format(
        title=game.title,
        seat=seat,
        goal=game.second_person(Audience(you=seat)).goal(),
        rulebook=game.rulebook(),
        options=_options(game, dict(setup.options)),
        grammar=grammar(game),
    )


def _options(game: AnyGame, values: Mapping[str, OptionValue]) -> str:
    told = (
        f"{option.name} {option.format(values[option.name])}"
        for option in game.own_options()
        if option.name in values
    )
    return ", ".join(told) or "none"


def question_instructions(game: AnyGame, values: Mapping[str, OptionValue]) -> str:
    """Return what a model is told before a question in words: the rules, and how to answer."""
    rules = f"{game.rulebook()}\nThe options of this game: {_options(game, values)}.\n"
    return QUESTION_INSTRUCTIONS.format(about=f"{game.title} follows, a game for two,", rules=rules)


def disguised_instructions(rules: str) -> str:
    """Return the same about a game that is told by other rules and has no name."""
    return QUESTION_INSTRUCTIONS.format(about="a game for two follows,", rules=rules)


def question(position: str, text: str) -> str:
    """Return a question about a position."""
    return QUESTION.format(position=position, text=text)


def grammar(game: AnyGame) -> str:
    """Return how moves are written, word by word, so that no move need serve as an example.

    An example is the answer of whoever has none, and where the rules ask for one of three words it
    may well be right.
    """
    forms: dict[int, list[dict[str, None]]] = {}
    for move in game.all_moves():
        words = game.format_move(move).split(" ")
        columns = forms.setdefault(len(words), [{} for _ in words])
        for column, word in zip(columns, words, strict=True):
            column[word] = None
    return "; or ".join(
        ", then a blank, then ".join(_one_of(sorted(column)) for column in columns)
        for columns in forms.values()
    )


def _one_of(words: list[str]) -> str:
    return f"one of {' '.join(words)}" if len(words) > 1 else words[0]


def turn(match: Match, *, show_legal: bool) -> str:
    """Return what a model is told in each turn; without the legal moves, nothing lists them."""
    game, state = match.game, match.state
    rows = [row for row in game.view(state) if show_legal or row.kind is not RowKind.POOL]
    text = TURN.format(
        picture=view_text(tuple(rows)),
        position=game.format_state(state),
        start=match.setup.start,
        history=", ".join(_history(match)) or "none",
    )
    return text + LEGAL.format(moves=", ".join(_shuffled(match))) if show_legal else text


def _shuffled(match: Match) -> list[str]:
    """Return the legal moves as the game's seed deals them: no place in the list is worth more."""
    moves = [match.game.format_move(move) for move in match.game.legal_moves(match.state)]
    Random(f"{match.setup.seed}/list/{len(match.moves)}").shuffle(moves)
    return moves


def _history(match: Match) -> Iterator[str]:
    seat = match.setup.first
    for text in match.moves:
        yield f"{seat}: {text}"
        seat = seat.other


def refusal(reason: str) -> str:
    """Return what a model is told of an answer that was refused."""
    return REFUSED.format(reason=reason)


def prompt_hash(game: type[AnyGame], *, show_legal: bool) -> str:
    """Return a short name for the wording of a game's prompts; any change of it gives another."""
    usual = game()
    goal = usual.second_person(Audience(you=Seat.ONE)).goal()
    told = (INSTRUCTIONS, grammar(usual), goal, game.rulebook())
    parts = (*told, TURN, LEGAL if show_legal else "", REFUSED)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def read_answer(reply: Reply, mark: str = MOVE_MARK) -> Reply:
    r"""Return an answer with the move of its last line, whether it is one or not; raises Garbage.

    >>> read_answer(Reply("3 x 71 is 213, so not that.\nMOVE: tens 7\n", "")).move
    'tens 7'
    """
    lines = reply.raw.strip().split("\n")
    last = lines[-1].strip()
    if not last.startswith(mark):
        raise Garbage(f"The answer's last line does not begin with {mark.strip()}", reply)
    return replace(reply, move=last.removeprefix(mark).strip())
