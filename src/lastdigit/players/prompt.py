"""Prompts for language models, and parsers for the moves and answers in their replies."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

from lastdigit.game.game import AnyGame, RowKind, Seat
from lastdigit.game.options import OptionValue
from lastdigit.game.serialize import view_text
from lastdigit.game.text import Audience
from lastdigit.match.match import Match
from lastdigit.match.record import Setup
from lastdigit.players.players import Reply, UnreadableReply

MOVE_MARK, ANSWER_MARK = "MOVE: ", "ANSWER: "

VERSION = 2
"""The version of the exam, whose texts new runs and games use."""


class Wording(NamedTuple):
    """The texts of one version of the exam. A published version never changes."""

    instructions: str
    question_instructions: str
    about: str
    """What a question is about, with the title of the game."""
    about_disguised: str
    question: str
    turn: str
    legal: str
    refused: str
    one_of: str
    """How to write a word of a move that has several possible values."""
    between_values: str
    between_words: str
    between_forms: str


WORDINGS = {
    1: Wording(
        instructions="""\
You play {title} against one opponent, by the rules below. You are {seat}. Play to win.
Your goal: {goal}

{rulebook}
The options of this game: {options}.

Answer with whatever reasoning you like, and then, as the last line, the word MOVE, a colon, a
blank and the move, with nothing else on that line. The move is written exactly as the rules write
moves: {grammar}. So an answer ends with a line of this form:

MOVE: <your move>
""",
        question_instructions="""\
A question about {about} by the rules below.

{rules}
Answer with whatever reasoning you like, and then, as the last line, the word ANSWER, a colon, a
blank and the answer, with nothing else on that line:

ANSWER: <your answer>
""",
        about="{title} follows, a game for two,",
        about_disguised="a game for two follows,",
        question="""\
Position: {position}

{text}
""",
        turn="""\
It is your turn.

{picture}Position: {position}
The game began at: {start}
Moves since then: {history}
""",
        legal="Moves that are allowed now: {moves}\n",
        refused="That was refused: {reason} It is still your turn. "
        "End your answer with a MOVE line.\n",
        one_of="one of {values}",
        between_values=" ",
        between_words=", then a blank, then ",
        between_forms="; or ",
    ),
    2: Wording(
        instructions="""\
You are playing {title} against one opponent. You are {seat}. Play to win.
Goal: {goal}

{rulebook}
The options of this game: {options}.

You can think first. End your reply with a line that contains the word MOVE, a colon, a space and
your move, and nothing else. A move is {grammar}. The last line has this form:

MOVE: <your move>
""",
        question_instructions="""\
You will be asked a question about {about}. These are the rules.

{rules}
You can think first. End your reply with a line that contains the word ANSWER, a colon, a space and
your answer, and nothing else. The last line has this form:

ANSWER: <your answer>
""",
        about="{title}, a game for two players",
        about_disguised="a game for two players",
        question="""\
Position: {position}

{text}
""",
        turn="""\
It is your turn.

{picture}Position: {position}
Starting position: {start}
Moves so far: {history}
""",
        legal="Legal moves: {moves}\n",
        refused="Not accepted: {reason} It is still your turn. End your reply with a MOVE line.\n",
        one_of="one of {values}",
        between_values=", ",
        between_words=", followed by a space and ",
        between_forms="; or ",
    ),
}
"""The texts for language models, by version of the exam."""


def instructions(setup: Setup, seat: Seat, version: int = VERSION) -> str:
    """Return the system prompt for a game: the rules, the player's seat, and the reply format.

    The seat says whether the model is player 1 or player 2.
    """
    game = setup.build_game()
    return WORDINGS[version].instructions.format(
        title=game.title,
        seat=seat,
        goal=game.second_person(Audience(you=seat)).prompt_goal(version),
        rulebook=_rulebook(type(game), version),
        options=_options_text(game, dict(setup.options)),
        grammar=grammar(game, version),
    )


def _rulebook(game: type[AnyGame], version: int) -> str:
    """Return a game's rulebook as models were shown it in a version of the exam."""
    if version < VERSION:
        archived = Path(__file__).with_name("rulebooks") / str(version) / f"{game.name}.md"
        if archived.is_file():  # games of other packages have only the current rulebook
            return archived.read_text()
    return game.rulebook()


def _options_text(game: AnyGame, values: Mapping[str, OptionValue]) -> str:
    texts = (
        f"{option.name} {option.format(values[option.name])}"
        for option in game.own_options()
        if option.name in values
    )
    return ", ".join(texts) or "none"


def question_instructions(
    game: AnyGame, values: Mapping[str, OptionValue], version: int = VERSION
) -> str:
    """Return the system prompt for an exam question: the rules, the options and the answer format.

    `values` has the game's options, keyed by name.
    """
    wording = WORDINGS[version]
    options = _options_text(game, values)
    rules = f"{_rulebook(type(game), version)}\nThe options of this game: {options}.\n"
    about = wording.about.format(title=game.title)
    return wording.question_instructions.format(about=about, rules=rules)


def disguised_instructions(rules: str, version: int = VERSION) -> str:
    """Return the system prompt for an exam question about a disguised game.

    A disguise shows a game with different words and symbols. `rules` are the disguised rules. The
    prompt does not name the game.
    """
    wording = WORDINGS[version]
    return wording.question_instructions.format(about=wording.about_disguised, rules=rules)


def question(position: str, text: str, version: int = VERSION) -> str:
    """Return the user prompt for an exam question: the position and the text of the question."""
    return WORDINGS[version].question.format(position=position, text=text)


def grammar(game: AnyGame, version: int = VERSION) -> str:
    """Describe how the moves of a game are written, word by word, without an example move."""
    # A model that cannot find a move would copy an example, which is often right in a game with
    # only three moves.
    wording = WORDINGS[version]
    forms: dict[int, list[dict[str, None]]] = {}
    for move in game.all_moves():
        words = game.format_move(move).split(" ")
        columns = forms.setdefault(len(words), [{} for _ in words])
        for column, word in zip(columns, words, strict=True):
            column[word] = None
    return wording.between_forms.join(
        wording.between_words.join(_one_of(sorted(column), wording) for column in columns)
        for columns in forms.values()
    )


def _one_of(words: list[str], wording: Wording) -> str:
    if len(words) == 1:
        return words[0]
    return wording.one_of.format(values=wording.between_values.join(words))


def turn(match: Match, *, show_legal: bool, version: int = VERSION) -> str:
    """Return the user prompt that asks for a move.

    The prompt lists the legal moves only if `show_legal` is True.
    """
    game, state, wording = match.game, match.state, WORDINGS[version]
    rows = [row for row in game.view(state) if show_legal or row.kind is not RowKind.POOL]
    text = wording.turn.format(
        picture=view_text(tuple(rows)),
        position=game.format_state(state),
        start=match.setup.start,
        history=", ".join(_history(match)) or "none",
    )
    if not show_legal:
        return text
    return text + wording.legal.format(moves=", ".join(_shuffled_moves(match)))


def _shuffled_moves(match: Match) -> list[str]:
    """Return the legal moves as text, in a random order that depends on the match's seed."""
    # A fixed order would help a model that prefers, for example, the first move in a list.
    moves = [match.game.format_move(move) for move in match.game.legal_moves(match.state)]
    Random(f"{match.setup.seed}/list/{len(match.moves)}").shuffle(moves)
    return moves


def _history(match: Match) -> Iterator[str]:
    seat = match.setup.first
    for text in match.moves:
        yield f"{seat}: {text}"
        seat = seat.other


def refusal(reason: str) -> str:
    """Return the user prompt that says why a reply was not accepted, and asks for another one."""
    return WORDINGS[VERSION].refused.format(reason=reason)


def prompt_hash(game: type[AnyGame], *, show_legal: bool) -> str:
    """Return a short hash of all prompt texts for a game. The hash changes if the wording does."""
    default = game()
    wording = WORDINGS[VERSION]
    goal = default.second_person(Audience(you=Seat.ONE)).prompt_goal(VERSION)
    system = (wording.instructions, grammar(default), goal, game.rulebook())
    parts = (*system, wording.turn, wording.legal if show_legal else "", wording.refused)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def parse_answer(reply: Reply, mark: str = MOVE_MARK) -> Reply:
    r"""Return a copy of the reply, with `answer` set to the text after `mark` on the last line.

    The text need not be a legal move. Raise UnreadableReply if the last line does not start with
    `mark`.

    >>> parse_answer(Reply("3 x 71 is 213, so not that.\nMOVE: tens 7\n", "")).answer
    'tens 7'
    """
    lines = reply.raw.strip().split("\n")
    last = lines[-1].strip()
    if not last.startswith(mark):
        raise UnreadableReply(f'The last line must start with "{mark.strip()}".', reply)
    return reply._replace(answer=last.removeprefix(mark).strip())


DECORATION = r"[\s*_`#>\"'\u2018\u2019\u201c\u201d]*"
MARKED_LINES = {
    word: re.compile(
        rf"{DECORATION}{word}{DECORATION}:{DECORATION}(.*?){DECORATION}\.?{DECORATION}",
        re.IGNORECASE,
    )
    for word in ("move", "answer")
}


def relaxed_move(text: str, moves: Iterable[str]) -> str | None:
    r"""Return the move on the last line that starts with "Move:", even if badly formatted.

    The result is spelled as in `moves`. Return None if there is no such line, or if its text is not
    one of the moves.

    >>> relaxed_move("**Move:** `Tens 7`.\nThat wins.", ["tens 7", "ones 7"])
    'tens 7'
    """
    answer = _last_marked(text, "move")
    return (
        None
        if answer is None
        else {_normalize(move): move for move in moves}.get(_normalize(answer))
    )


def relaxed_answer(text: str, known: Iterable[str]) -> str | None:
    r"""Return the answer on the last line that starts with "Answer:", even if badly formatted.

    Its words are spelled as in `known` if they occur there. Return None if there is no such line.

    >>> relaxed_answer("So:\n**Answer: player 2, B.**", ["Player 2", "B"])
    'Player 2, B'
    """
    answer = _last_marked(text, "answer")
    if answer is None:
        return None
    spellings = {_normalize(word): word for word in known}
    parts = (part.strip(" *_`\"'") for part in answer.split(","))
    return ", ".join(spellings.get(_normalize(part), part) for part in parts)


def _last_marked(text: str, word: str) -> str | None:
    """Return the text after `word` and a colon on the last line that starts with them.

    Case and Markdown formatting are ignored. Return None if there is no such line.
    """
    for line in reversed(text.splitlines()):
        found = MARKED_LINES[word].fullmatch(line)
        if found is not None:
            return found[1]
    return None


def _normalize(text: str) -> str:
    return " ".join(text.casefold().split())
