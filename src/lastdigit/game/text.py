"""The text of a game: what it says, asks and shows, and how typed answers are parsed.

`Dialogue` has the rulebook's words, word for word. `PlainVoice` speaks to the reader in the second
person. The helpers at the top fit text to a terminal.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias

from lastdigit.errors import LastDigitError, MoveSyntaxError, StateSyntaxError, quoted_input
from lastdigit.game.game import (
    DEFAULT_NAMES,
    Answer,
    AnyGame,
    Game,
    M,
    Objection,
    Outcome,
    Question,
    RowKind,
    S,
    Seat,
    State,
    Status,
    View,
)

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
GAP = re.compile(r" {3,}")
"""What stands between columns."""
WIDE = ("W", "F")
NO_WIDTH = ("Mn", "Me", "Cf")
FILLER = "\ufdd0"
"""No character: it never stands in a text, and holds the second column of a wide character."""
IN_SHORT = "In short"
"""The heading of a rulebook under which a game is told in a few sentences."""


def plural(count: int, noun: str) -> str:
    """Return a count with its noun, which gets an s unless there is one.

    >>> plural(0, "game"), plural(1, "game"), plural(2, "critical start")
    ('0 games', '1 game', '2 critical starts')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def fit(text: str, width: int) -> str:
    r"""Return a text with its lines broken at blanks, where they are longer than that.

    >>> fitted("You   9 9 9\nBring it to zero. ", 9)
    'You\n9 9 9\nBring it\nto zero. '
    """
    return "\n".join([one for line in text.split("\n") for one in _broken(line, width)])


def _broken(line: str, width: int) -> list[str]:
    content = line.strip(" ")
    if display_width(line.rstrip(" ")) <= width:
        return [line]
    before, _, after = line.partition(content)
    column, gap, rest = _columns(content, width - len(before))
    if gap:
        rest_lines = _broken(f"{before}{rest}{after}", width)
        return [*_broken(f"{before}{column}", width), *rest_lines]
    lines = [before]
    for word in content.split(" "):
        begun = lines[-1] != before
        if begun and display_width(lines[-1]) + 1 + display_width(word) > width:
            lines.append(before)
            begun = False
        lines[-1] += f" {word}" if begun else word
    lines[-1] += after
    return lines


def _columns(content: str, width: int) -> tuple[str, str, str]:
    """Return the columns that fit together, the gap after them, and the rest; at least one."""
    gaps = list(GAP.finditer(content))
    fitting = [gap for gap in gaps if display_width(content[: gap.start()]) <= width] or gaps
    if not fitting:
        return content, "", ""
    last = fitting[-1] if display_width(content[: fitting[-1].start()]) <= width else fitting[0]
    return content[: last.start()], last[0], content[last.end() :]


def display_width(text: str) -> int:
    """Return how many columns a terminal needs for a text: escape codes take none, 日本 takes 4."""
    text = ESCAPE.sub("", text)
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def _columns_of(character: str) -> int:
    if unicodedata.category(character) in NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in WIDE else 1


def pad(text: str, width: int) -> str:
    """Return a text with blanks after it, so that it takes at least that many columns."""
    return text + " " * (width - display_width(text))


def pad_left(text: str, width: int) -> str:
    """Return a text with blanks before it, so that it takes at least that many columns."""
    return " " * (width - display_width(text)) + text


def wrap(
    text: str,
    width: int,
    *,
    initial_indent: str = "",
    subsequent_indent: str = "",
    break_on_hyphens: bool = True,
) -> list[str]:
    """Return the lines of a paragraph as textwrap does, but counted in columns of a terminal."""
    filled = "".join(one + FILLER * (_columns_of(one) - 1) for one in text)
    lines = textwrap.wrap(
        text if text.isascii() else filled,
        width,
        initial_indent=initial_indent,
        subsequent_indent=subsequent_indent,
        break_on_hyphens=break_on_hyphens,
    )
    return [line.replace(FILLER, "") for line in lines]


def section(markdown: str, heading: str) -> str:
    r"""Return what stands under a heading, or, if there is no such heading, before the first.

    >>> section("# Chess\n\nKings.\n\n## Aim\n\nMate.\n\n## Rules\n", "Aim")
    'Mate.'
    """
    beginning, *parts = re.split(r"^## (.+)$", markdown, flags=re.MULTILINE)
    found = dict(zip(parts[::2], parts[1::2], strict=True))
    return found.get(heading, beginning.partition("\n")[2]).strip()


class Dialogue(ABC, Generic[S, M]):
    """The words of one game: text out, lines ended, nothing read and nothing printed.

    A name stands wherever the rulebook says Player 1 or Player 2; `bold` marks its emphasis.
    """

    between: ClassVar[str] = "\n"
    """What stands between one turn and the next."""

    def __init__(
        self, game: Game[S, M], names: tuple[str, str], bold: Callable[[str], str]
    ) -> None:
        self.game = game
        self.names = dict(zip(Seat, names, strict=True))
        self.bold = bold

    @abstractmethod
    def welcome(self, state: S) -> str:
        """Return what is said before the first turn."""

    @abstractmethod
    def turn(self, state: S) -> str:
        """Return what opens a turn, before its first question."""

    @abstractmethod
    def question(self, state: S, answers: tuple[str, ...]) -> Question | None:
        """Return what to ask next after these answers, or None when they make a whole move."""

    def whole(self, state: S, word: str) -> tuple[str, ...] | None:
        """Return the answers of the move that one word says as a whole, or None if it does not.

        Raises MoveSyntaxError for one that looks like it and is no move.
        """
        return None

    @abstractmethod
    def accepted(self, before: S, move: M, after: S) -> str:
        """Return what a legal move brings about."""

    def rejected(self, state: S, move: M, objection: Objection) -> str:
        """Return what a try was, if that is to be said, and why it was refused.

        The last line is not ended: whether to try again is for the match to say.
        """
        return objection.reason

    @abstractmethod
    def view(self, state: S) -> View:
        """Return what to show, as data."""

    @abstractmethod
    def ending(self, state: S, outcome: Outcome) -> str:
        """Return what is said when the rules have ended the game."""


# A front end holds some game without knowing which: here its types are let go.
AnyDialogue: TypeAlias = Dialogue[Any, Any]


FOR_HELP = ", or ? for help"
SEAM = re.compile(r"(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])", re.IGNORECASE)
"""Where a word such as tens7 falls apart."""


class UnclearAnswer(LastDigitError):  # noqa: N818 - it is the answer that is unclear
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


def join_or(words: tuple[str, ...]) -> str:
    """Return words as a choice: left, middle or right."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def unknown_text(word: str, choices: tuple[str, ...], more: str = "") -> str:
    """Return what to say to a word that is no answer, or to no word: what can be typed instead."""
    advice = f"Type {join_or(choices)}{more}."
    return f"{quoted_input(word)} isn't one of the choices. {advice}" if word else advice


def open_choices(question: Question) -> tuple[str, ...]:
    """Return the answers that are open, as they are typed; if none is, all of them."""
    open_answers = [one for one in question.answers if one.status is not Status.UNAVAILABLE]
    return tuple(answer.shown.lower() for answer in open_answers or question.answers)


def parse_answer(question: Question, word: str) -> str:
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
        raise UnclearAnswer(
            f"{quoted_input(word)} could be {join_or(meant)}. Try again.", meanings=meant
        )
    choices = open_choices(question)
    raise UnclearAnswer(unknown_text(word, choices), unknown=word, choices=choices)


def only_open_answer(question: Question | None) -> str:
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


def parse_answers(
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
                raise UnclearAnswer(
                    f"{quoted_input(' '.join(typed))} is more than one move. Try again."
                )
            answers = (*answers, parse_answer(question, word))
    except UnclearAnswer as unclear:
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
    dialogue: AnyDialogue, state: State, typed: list[str], unclear: UnclearAnswer
) -> tuple[str, ...]:
    """Return the whole move that a line is though not word for word: 271, tens7, 7 t, place 2.

    Raises why it was unclear in the first place if it is none of these.
    """
    joined = _joined(dialogue.question(state, ()), typed)
    if joined != typed:
        return parse_answers(dialogue, state, (), " ".join(joined))
    if len(typed) == 1:
        try:
            whole = dialogue.whole(state, typed[0])
        except MoveSyntaxError as error:
            raise UnclearAnswer(str(error)) from None
        if whole is not None:
            return whole
        typed = SEAM.split(typed[0])
        if len(typed) > 1:
            return parse_answers(dialogue, state, (), " ".join(typed))
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
            answers = (*answers, parse_answer(question, word))
        except UnclearAnswer:
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
        raise UnclearAnswer(f"{said} could be {join_or(meanings)}. Try again.", meanings=meanings)


def _refuse_dead_end(question: Question, text: str) -> None:
    """Raise Unclear if the answer is one that no legal move begins with."""
    for answer in question.answers:
        if answer.text == text and answer.objection is not None:
            raise UnclearAnswer(f"{answer.objection.reason} Try again.", closed=answer)


def parse_whole_move(dialogue: AnyDialogue, state: State, typed: str) -> str:
    """Return the exact text of the move that was typed in one go; raises Unclear."""
    answers = parse_answers(dialogue, state, (), typed)
    question = dialogue.question(state, answers)
    if question is not None:
        raise UnclearAnswer(
            f"{quoted_input(typed)} is half a move. Add {join_or(open_choices(question))}."
        )
    return " ".join(answers)


COMPUTER = "Computer"


class Audience(NamedTuple):
    """Who reads: the names at the table, the reader's own seat, and the seat of a computer.

    Nobody is `you` to somebody who watches, and to two people at one screen: there everybody has
    a name. The one computer at a table is called that.
    """

    names: tuple[str, str] = DEFAULT_NAMES
    you: Seat | None = None
    computer: Seat | None = None

    def label(self, seat: Seat) -> str:
        """Return who sits there, standing alone: You, Computer, Ben."""
        if seat is self.you:
            return "You"
        return COMPUTER if seat is self.computer else self.names[seat.index]

    def subject(self, seat: Seat) -> str:
        """Return who sits there at the beginning of a sentence: You, The computer, Ben."""
        return "The computer" if seat is self.computer else self.label(seat)

    def name(self, seat: Seat) -> str:
        """Return who sits there within a sentence: you, the computer, Ben."""
        if seat is self.you:
            return "you"
        return "the computer" if seat is self.computer else self.names[seat.index]

    def possessive(self, seat: Seat) -> str:
        """Return whose something is: your, the computer's, Ben's."""
        return "your" if seat is self.you else f"{self.name(seat)}'s"

    def own(self, seat: Seat) -> str:
        """Return whose something is that belongs to whoever acts: your own, its own, Ben's own."""
        return "its own" if seat is self.computer else f"{self.possessive(seat)} own"

    def begins(self, seat: Seat) -> str:
        """Return that a player begins, at the beginning of a sentence: You begin, Ben begins."""
        return f"{self.subject(seat)} {'begin' if seat is self.you else 'begins'}"

    def starts(self, seat: Seat) -> str:
        """Return that a player starts, at the beginning of a sentence: You start, Ben starts."""
        return f"{self.subject(seat)} {'start' if seat is self.you else 'starts'}"

    def wins(self, seat: Seat) -> str:
        """Return that somebody wins, within a sentence."""
        return "you win" if seat is self.you else f"{self.name(seat)} wins"


class Entry(NamedTuple):
    """A move's line in the list: what was done, and the number that it made."""

    text: str
    number: str = ""


class SecondPersonText(Generic[S, M]):
    """A game in plain words; what a game does not say itself is said from its moves and view."""

    def __init__(self, game: Game[S, M], audience: Audience) -> None:
        self.game = game
        self.audience = audience
        self.dialogue = game.dialogue(audience.names)

    def card(self) -> str:
        """Return the goal in a few words, for somebody who chooses a game."""
        return self.game.summary

    def goal(self) -> str:
        """Return the goal as it stands above a board, the options worked in."""
        return self.game.summary

    def beginning(self, start: S) -> str:
        """Return where a start comes from that is not the usual one; nothing: it is."""
        return ""

    def terms(self, start: S) -> tuple[str, ...]:
        """Return the start, and each rule that is not the rulebook's, as sentences.

        Players read them before a game, to see what they agree to.
        """
        numbers = numbers_in(self.dialogue.view(start))
        beginning = self.beginning(start) or (f"The game starts with {numbers}." if numbers else "")
        changed = (
            f"{option.name.replace('-', ' ').capitalize()}: {option.format(value)}."
            for option in self.game.own_options()
            if (value := getattr(self.game, option.field)) != option.default
        )
        return *((beginning,) if beginning else ()), *changed

    def board(self, state: S) -> tuple[str, ...]:
        """Return what decides, a line each: what a player looks at before a turn."""
        return tuple(self._row_lines(self.dialogue.view(state)))

    def picture(self, state: S) -> tuple[str, ...]:
        """Return the lines of a board that give nothing away of which moves are allowed."""
        return self.board(state)

    def view(self, state: S) -> View:
        """Return what to show, each row named as whoever reads would call it."""
        return tuple(
            row._replace(label=self._row_label(row.label)) for row in self.game.view(state)
        )

    def aid(self) -> str:
        """Return the title of a list that a player may look things up in; nothing: there is none.

        Whoever opens it has had help, and that is recorded.
        """
        return ""

    def aid_view(self, state: S) -> View:
        """Return that list."""
        return ()

    def _row_label(self, label: str) -> str:
        """Return a label of the plain names with whose it is to the reader."""
        for seat in Seat:
            if str(seat) in label:
                whose = label.replace(f"{seat}'s", self.audience.possessive(seat))
                label = whose.replace(str(seat), self.audience.name(seat))
                return f"{label[:1].upper()}{label[1:]}"
        return label

    def _row_lines(self, view: View) -> list[str]:
        lines = []
        for row in view:
            between = " " if row.kind is RowKind.NUMBER else ", "
            cells = between.join(cell.text or "_" for cell in row.cells) or "-"
            earlier = f"({row.hidden} earlier) " if row.hidden else ""
            lines.append(f"{self.named(row.label)}: {earlier}{cells}")
        return lines

    def ask(self, state: S, answers: tuple[str, ...]) -> str:
        """Return what a question asks for, in a few words: Strike with."""
        question = self.dialogue.question(state, answers)
        return question.prompt.partition("(")[0].rstrip(" :") if question else ""

    def choices(self, state: S, answers: tuple[str, ...]) -> tuple[str, ...]:
        """Return the answers that are open, as they are typed."""
        question = self.dialogue.question(state, answers)
        if question is None:
            return ()
        return tuple(
            answer.shown.lower()
            for answer in question.answers
            if answer.status is not Status.UNAVAILABLE
        )

    def prompt(self, state: S, answers: tuple[str, ...]) -> str:
        """Return what is asked after these answers, ready for the next."""
        choices = ", ".join(self.choices(state, answers))
        asked = self.addressed(state.mover, self.ask(state, answers))
        return f"{asked} ({choices}): " if choices else f"{asked}: "

    def button(self, state: S, move: M) -> str:
        """Return what making a move is called."""
        return self.addressed(state.mover, f"Play {self.game.format_move(move)}")

    def key(self, state: S, answers: tuple[str, ...], answer: Answer) -> str:
        """Return what stands on the key of an answer, whether it is open or not."""
        return answer.shown

    def makes(self, state: S, move: M) -> str:
        """Return the number that a move makes, where its key should say so."""
        return ""

    def preview(self, state: S, move: M) -> str:
        """Return what a move would bring about, giving nothing away that is for players to find."""
        return ""

    def happened(self, before: S, move: M, after: S) -> str:
        """Return what a move brought about, in one sentence."""
        numbers = numbers_in(self.dialogue.view(after))
        made = f": {numbers}" if numbers else ""
        return f"{self.audience.subject(before.mover)} played {self.game.format_move(move)}{made}."

    def entry(self, before: S, move: M, after: S) -> Entry:
        """Return a move as a line of the list."""
        text = f"{self.audience.label(before.mover)} played {self.game.format_move(move)}"
        return Entry(text, numbers_in(self.dialogue.view(after)))

    def refusal(self, state: S, move: M, objection: Objection) -> str:
        """Return why a move is refused: the rule, and nothing else."""
        return objection.reason

    def closed(self, state: S, answers: tuple[str, ...], answer: Answer) -> str:
        """Return why an answer cannot be given now."""
        if self.dialogue.question(state, (*answers, answer.text)) is not None:
            return answer.objection.reason if answer.objection else ""
        move = self.game.parse_move(" ".join((*answers, answer.text)))
        objection = self.game.objection(state, move)
        return "" if objection is None else self.refusal(state, move, objection)

    def unclear(self, state: S, unclear: UnclearAnswer) -> str:
        """Return why what was typed is no answer, and what would be one."""
        if unclear.closed is not None:
            return self.closed(state, unclear.so_far, unclear.closed)
        if unclear.meanings:
            return f"Do you mean {join_or(unclear.meanings)}?"
        if unclear.unknown is None:
            return str(unclear)
        choices = self.choices(state, unclear.so_far) or unclear.choices
        return unknown_text(unclear.unknown, choices, FOR_HELP)

    def ending(self, state: S, outcome: Outcome) -> str:
        """Return why the game is over and who has won, in one sentence."""
        reason = self.named(outcome.reason).removesuffix(".")
        return f"{reason}: {self.audience.wins(outcome.winner)}."

    def addressed(self, seat: Seat, deed: str) -> str:
        """Return a deed, with the name of whoever is to do it where nobody is `you`."""
        if self.audience.you is not None:
            return deed
        return f"{self.audience.label(seat)}: {deed[:1].lower()}{deed[1:]}"

    def named(self, text: str) -> str:
        """Return a text of the rules with the players' names in it."""
        for seat in Seat:
            for name in (str(seat), self.audience.names[seat.index]):
                whose = self.audience.possessive(seat)
                text = text.replace(f"{name}'s", whose).replace(name, self.audience.name(seat))
        return f"{text[:1].upper()}{text[1:]}"


def example_turn(game: AnyGame) -> tuple[str, ...]:
    """Return a turn at the game's example of a position, as whoever makes it sees it.

    It is made by the first legal move that ends nothing; there is none where the game's options
    do not allow that position.
    """
    try:
        state = game.parse_state(game.example_state)
    except StateSyntaxError:
        return ()
    voice = game.second_person(Audience(you=state.mover, computer=state.mover.other))
    moves = game.legal_moves(state)
    going_on = (move for move in moves if game.outcome(game.successor(state, move)) is None)
    move = next(going_on, None)
    if move is None:
        return ()
    answers = game.format_move(move).split()
    asked = [
        f"{voice.prompt(state, tuple(answers[:place]))}{answer}"
        for place, answer in enumerate(answers)
    ]
    return *voice.board(state), *asked, voice.happened(state, move, game.successor(state, move))


def numbers_in(view: View) -> str:
    """Return the numbers of a view in few characters: 277, or 998 - 990."""
    rows = (row.cells for row in view if row.kind is RowKind.NUMBER)
    return " - ".join("".join(cell.text or "_" for cell in cells) for cells in rows)


# A front end holds some game without knowing which: here its types are let go.
AnySecondPersonText: TypeAlias = SecondPersonText[Any, Any]
