"""Reads what people type kindly: any case, blanks, unique beginnings, several answers at once.

`tens 7`, `t7`, `7 t` are one move; so is the number that it forms, where the game reads that. A
number is the digit that is asked for, or else one of the choices. What could mean two things is
never guessed.
"""

from __future__ import annotations

import re

from lastdigit.core.dialogue import AnyDialogue
from lastdigit.core.game import State
from lastdigit.core.values import Answer, Objection, Question, Status
from lastdigit.errors import LastDigitError, MoveSyntaxError, quoted_input

FOR_HELP = ", or ? for help"
SEAM = re.compile(r"(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])", re.IGNORECASE)
"""Where a word such as tens7 falls apart."""


class Unclear(LastDigitError):  # noqa: N818 - it is the answer that is unclear
    """What was typed is no answer here; the message says why, or what could have been typed.

    For whoever says that in other words: `unknown` is what was typed where no answer has that name,
    `choices` are the answers that are open instead, `meanings` are the answers that it could be,
    `closed` is the answer that it is but that no legal move begins with, and `so_far` are the
    answers before it.
    """

    def __init__(
        self,
        message: str,
        *,
        unknown: str | None = None,
        choices: tuple[str, ...] = (),
        meanings: tuple[str, ...] = (),
        closed: Answer | None = None,
    ) -> None:
        super().__init__(message)
        self.so_far: tuple[str, ...] = ()
        self.unknown = unknown
        self.choices = choices
        self.meanings = meanings
        self.closed = closed

    @property
    def objection(self) -> Objection | None:
        """What the rules have against it, if it was understood at all."""
        return self.closed.objection if self.closed else None


def either(words: tuple[str, ...]) -> str:
    """Return words as a choice: left, middle or right."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def unknown_text(word: str, choices: tuple[str, ...], more: str = "") -> str:
    """Return what to say to a word that is no answer, or to no word: what can be typed instead."""
    advice = f"Type {either(choices)}{more}."
    return f"{quoted_input(word)} isn't one of the choices. {advice}" if word else advice


def open_choices(question: Question) -> tuple[str, ...]:
    """Return the answers that are open, as they are typed; if none is, all of them."""
    open_answers = [one for one in question.answers if one.status is not Status.UNAVAILABLE]
    return tuple(answer.shown.lower() for answer in open_answers or question.answers)


def understand(question: Question, word: str) -> str:
    """Return the exact text of the answer that a word means; raises Unclear."""
    typed = word.lower() if word.isascii() else ""
    names = {
        name: answer.text for answer in question.answers for name in (answer.text, *answer.also)
    }
    if typed in names:
        return names[typed]
    meant = _numbered(question, typed) if typed.isdecimal() else ()
    if typed and not meant:
        # A beginning of two names of one answer means one thing.
        meant = tuple(dict.fromkeys(text for name, text in names.items() if name.startswith(typed)))
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise Unclear(f"{quoted_input(word)} could be {either(meant)}. Try again.", meanings=meant)
    choices = open_choices(question)
    raise Unclear(unknown_text(word, choices), unknown=word, choices=choices)


def only_open(question: Question | None) -> str:
    """Return the one answer that is open, or nothing where there are several."""
    answers = question.answers if question else ()
    left = [answer.text for answer in answers if answer.status is not Status.UNAVAILABLE]
    return left[0] if len(left) == 1 else ""


def _numbered(question: Question, number: str) -> tuple[str, ...]:
    """Return the answers that a number can mean where it is none itself.

    An answer knows its own numbers; where none does, they count the choices that are open.
    """
    if any(answer.numbers for answer in question.answers):
        return tuple(answer.text for answer in question.answers if number in answer.numbers)
    if any(answer.text.isdecimal() for answer in question.answers):
        return ()
    open_answers = [
        answer for answer in question.answers if answer.status is not Status.UNAVAILABLE
    ]
    return tuple(
        answer.text for place, answer in enumerate(open_answers, 1) if str(place) == number
    )


def continue_answers(
    dialogue: AnyDialogue, state: State, so_far: tuple[str, ...], line: str
) -> tuple[str, ...]:
    """Return the answers so far and those in a line that was typed, each understood.

    Commas are blanks. Several words are a whole move from its beginning. Raises Unclear for a word
    that is no answer, for words that nothing asks for, for a line with two meanings, and for a
    beginning that no legal move has.
    """
    typed = line.replace(",", " ").split() or [""]
    answers = so_far if len(typed) == 1 else ()
    try:
        for word in typed:
            question = dialogue.question(state, answers)
            if question is None:
                raise Unclear(f"{quoted_input(' '.join(typed))} is more than one move. Try again.")
            answers = (*answers, understand(question, word))
    except Unclear as unclear:
        unclear.so_far = answers
        return _otherwise(dialogue, state, typed, unclear)
    if len(typed) > 1 and answers != tuple(map(str.lower, typed)):
        _refuse_two_meanings(dialogue, state, typed, answers)
    if question is not None and dialogue.question(state, answers) is not None:
        _refuse_dead_end(question, answers[-1])
    return answers


def _joined(question: Question | None, typed: list[str]) -> list[str]:
    """Return words with an answer that is shown as two, such as place 2, as the one that it is."""
    shown = {answer.shown.lower(): answer.text for answer in question.answers} if question else {}
    for place in range(len(typed) - 1):
        pair = " ".join(typed[place : place + 2]).lower()
        if pair in shown:
            return [*typed[:place], shown[pair], *typed[place + 2 :]]
    return typed


def _otherwise(
    dialogue: AnyDialogue, state: State, typed: list[str], unclear: Unclear
) -> tuple[str, ...]:
    """Return the whole move that a line is though not word for word: 271, tens7, 7 t, place 2.

    Raises why it was unclear in the first place if it is none of these.
    """
    joined = _joined(dialogue.question(state, ()), typed)
    if joined != typed:
        return continue_answers(dialogue, state, (), " ".join(joined))
    if len(typed) == 1:
        try:
            whole = dialogue.whole(state, typed[0])
        except MoveSyntaxError as error:
            raise Unclear(str(error)) from None
        if whole is not None:
            return whole
        typed = SEAM.split(typed[0])
        if len(typed) > 1:
            return continue_answers(dialogue, state, (), " ".join(typed))
    turned = _turned_round(dialogue, state, typed)
    if turned is None:
        raise unclear
    return turned


def _turned_round(dialogue: AnyDialogue, state: State, typed: list[str]) -> tuple[str, ...] | None:
    """Return the answers of a move whose two words stand the wrong way round, if it is one."""
    if len(typed) != 2:
        return None
    answers: tuple[str, ...] = ()
    for word in reversed(typed):
        question = dialogue.question(state, answers)
        if question is None:
            return None
        try:
            answers = (*answers, understand(question, word))
        except Unclear:
            return None
    return answers


def _refuse_two_meanings(
    dialogue: AnyDialogue, state: State, typed: list[str], answers: tuple[str, ...]
) -> None:
    """Raise Unclear if words mean one thing as they stand and another one turned round."""
    turned = _turned_round(dialogue, state, typed)
    if turned not in (None, answers):
        meanings = " ".join(answers), " ".join(turned or ())
        said = quoted_input(" ".join(typed))
        raise Unclear(f"{said} could be {either(meanings)}. Try again.", meanings=meanings)


def _refuse_dead_end(question: Question, text: str) -> None:
    """Raise Unclear if the answer is one that no legal move begins with."""
    for answer in question.answers:
        if answer.text == text and answer.objection is not None:
            raise Unclear(f"{answer.objection.reason} Try again.", closed=answer)


def whole_move(dialogue: AnyDialogue, state: State, typed: str) -> str:
    """Return the exact text of the move that was typed in one go; raises Unclear."""
    answers = continue_answers(dialogue, state, (), typed)
    question = dialogue.question(state, answers)
    if question is not None:
        raise Unclear(
            f"{quoted_input(typed)} is half a move. Add {either(open_choices(question))}."
        )
    return " ".join(answers)
