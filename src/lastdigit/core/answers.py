"""Reads what people type kindly: any case, blanks, unique beginnings, several answers at once."""

from __future__ import annotations

from lastdigit.core.dialogue import AnyDialogue
from lastdigit.core.game import State
from lastdigit.core.values import Objection, Question
from lastdigit.errors import LastDigitError, quoted


class Unclear(LastDigitError):  # noqa: N818 - it is the answer that is unclear
    """What was typed is no answer here; the message says why, or what could have been typed."""

    def __init__(self, message: str, objection: Objection | None = None) -> None:
        super().__init__(message)
        self.objection = objection


def understand(question: Question, word: str) -> str:
    """Return the exact text of the answer that a word means; raises Unclear."""
    typed = word.lower() if word.isascii() else ""
    names = {name: answer for answer in question.answers for name in (answer.text, *answer.also)}
    if typed in names:
        return names[typed].text
    meant = {names[name].text for name in names if typed and name.startswith(typed)}
    if len(meant) == 1:
        return meant.pop()
    if meant:
        raise Unclear(f"{quoted(word)} could be {' or '.join(sorted(meant))}. Try again.")
    choices = ", ".join(answer.shown for answer in question.answers)
    if not word:
        raise Unclear(f"Type one of {choices}, or help.")
    raise Unclear(f"{quoted(word)} is not one of {choices}. Try again, or type help.")


def continue_answers(
    dialogue: AnyDialogue, state: State, so_far: tuple[str, ...], line: str
) -> tuple[str, ...]:
    """Return the answers so far and those in a line that was typed, each understood.

    Commas are blanks. Several words are a whole move from its beginning. Raises Unclear for a word
    that is no answer, for words that nothing asks for, and for a beginning that no legal move has.
    """
    typed = line.replace(",", " ").split() or [""]
    answers = so_far if len(typed) == 1 else ()
    for word in typed:
        question = dialogue.question(state, answers)
        if question is None:
            raise Unclear(f"{quoted(' '.join(typed))} is more than one move. Try again.")
        answers = (*answers, understand(question, word))
    if question is not None and dialogue.question(state, answers) is not None:
        refuse_dead_end(question, answers[-1])
    return answers


def refuse_dead_end(question: Question, text: str) -> None:
    """Raise Unclear if the answer is one that no legal move begins with."""
    for answer in question.answers:
        if answer.text == text and answer.objection is not None:
            raise Unclear(f"{answer.objection.reason} Try again.", answer.objection)


def whole_move(dialogue: AnyDialogue, state: State, typed: str) -> str:
    """Return the exact text of the move that was typed in one go; raises Unclear."""
    answers = continue_answers(dialogue, state, (), typed)
    question = dialogue.question(state, answers)
    if question is not None:
        choices = ", ".join(answer.shown for answer in question.answers)
        raise Unclear(f"{quoted(typed)} is half a move. Then comes one of {choices}.")
    return " ".join(answers)
