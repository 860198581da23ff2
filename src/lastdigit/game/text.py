"""The text of a game, in the rulebook's words or in the second person, and the answer parser.

The file has four parts: helpers that fit text to a terminal, `Dialogue` (the rulebook's text, word
for word), the parser for typed answers, and `SecondPersonText` (text that addresses the reader).
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
"""The gap between two columns of a line."""
WIDE = ("W", "F")
NO_WIDTH = ("Mn", "Me", "Cf")
FILLER = "\ufdd0"
"""A Unicode noncharacter, which no text contains. It pads a wide character to two characters."""


def plural(count: int, noun: str) -> str:
    """Return a count and its noun, with an "s" unless the count is 1.

    >>> plural(0, "game"), plural(1, "game"), plural(2, "critical start")
    ('0 games', '1 game', '2 critical starts')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def fit(text: str, width: int) -> str:
    r"""Break lines that are wider than `width` at gaps between columns, then at spaces.

    >>> fit("You   9 9 9\nBring it to zero. ", 9)
    'You\n9 9 9\nBring it\nto zero. '
    """
    return "\n".join([one for line in text.split("\n") for one in _break_line(line, width)])


def _break_line(line: str, width: int) -> list[str]:
    content = line.strip(" ")
    if display_width(line.rstrip(" ")) <= width:
        return [line]
    before, _, after = line.partition(content)
    column, gap, rest = _split_columns(content, width - len(before))
    if gap:
        rest_lines = _break_line(f"{before}{rest}{after}", width)
        return [*_break_line(f"{before}{column}", width), *rest_lines]
    lines = [before]
    for word in content.split(" "):
        begun = lines[-1] != before
        if begun and display_width(lines[-1]) + 1 + display_width(word) > width:
            lines.append(before)
            begun = False
        lines[-1] += f" {word}" if begun else word
    lines[-1] += after
    return lines


def _split_columns(content: str, width: int) -> tuple[str, str, str]:
    """Return the columns that fit on one line (at least one), the gap after them, and the rest."""
    gaps = list(GAP.finditer(content))
    fitting = [gap for gap in gaps if display_width(content[: gap.start()]) <= width] or gaps
    if not fitting:
        return content, "", ""
    last = fitting[-1] if display_width(content[: fitting[-1].start()]) <= width else fitting[0]
    return content[: last.start()], last[0], content[last.end() :]


def display_width(text: str) -> int:
    """Return the width of a text in terminal columns: 0 for escape codes, 4 for 日本."""
    text = ESCAPE.sub("", text)
    return len(text) if text.isascii() else sum(map(_character_width, text))


def _character_width(character: str) -> int:
    if unicodedata.category(character) in NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in WIDE else 1


def pad(text: str, width: int) -> str:
    """Pad a text on the right to at least `width` terminal columns."""
    return text + " " * (width - display_width(text))


def pad_left(text: str, width: int) -> str:
    """Pad a text on the left to at least `width` terminal columns."""
    return " " * (width - display_width(text)) + text


def wrap(
    text: str,
    width: int,
    *,
    initial_indent: str = "",
    subsequent_indent: str = "",
    break_on_hyphens: bool = True,
) -> list[str]:
    """Wrap a paragraph like `textwrap.wrap`, but measure the width in terminal columns."""
    filled = "".join(one + FILLER * (_character_width(one) - 1) for one in text)
    lines = textwrap.wrap(
        text if text.isascii() else filled,
        width,
        initial_indent=initial_indent,
        subsequent_indent=subsequent_indent,
        break_on_hyphens=break_on_hyphens,
    )
    return [line.replace(FILLER, "") for line in lines]


IN_SHORT = "In short"
"""The heading of the summary in a rulebook."""


def section(markdown: str, heading: str) -> str:
    r"""Return the section under a heading, or the introduction if there is no such heading.

    >>> section("# Chess\n\nKings.\n\n## Aim\n\nMate.\n\n## Rules\n", "Aim")
    'Mate.'
    """
    beginning, *parts = re.split(r"^## (.+)$", markdown, flags=re.MULTILINE)
    found = dict(zip(parts[::2], parts[1::2], strict=True))
    return found.get(heading, beginning.partition("\n")[2]).strip()


class Dialogue(ABC, Generic[S, M]):
    """The text of one game in the wording of the rulebook.

    Methods return complete lines and do no input or output. The players' names replace "Player 1"
    and "Player 2". `bold` formats the text that the rulebook emphasizes.
    """

    between: ClassVar[str] = "\n"
    """The separator between two turns."""

    def __init__(
        self, game: Game[S, M], names: tuple[str, str], bold: Callable[[str], str]
    ) -> None:
        self.game = game
        self.names = dict(zip(Seat, names, strict=True))
        self.bold = bold

    @abstractmethod
    def welcome(self, state: S) -> str:
        """Return the text before the first turn."""

    @abstractmethod
    def turn(self, state: S) -> str:
        """Return the text at the start of a turn, before its first question."""

    @abstractmethod
    def question(self, state: S, answers: tuple[str, ...]) -> Question | None:
        """Return the next question after these answers, or None if they are a complete move."""

    def whole(self, state: S, word: str) -> tuple[str, ...] | None:
        """Return the answers of a move that is typed as a single word, or None.

        Raise MoveSyntaxError if the word has the right form but is not a move.
        """
        return None

    @abstractmethod
    def accepted(self, before: S, move: M, after: S) -> str:
        """Describe the effect of a legal move."""

    def rejected(self, state: S, move: M, objection: Objection) -> str:
        """Return why a move was rejected, and the move itself if the rulebook repeats it.

        The text has no final newline: the match may append that the player can try again.
        """
        return objection.reason

    @abstractmethod
    def view(self, state: S) -> View:
        """Return the board as rows of cells."""

    @abstractmethod
    def ending(self, state: S, outcome: Outcome) -> str:
        """Return the text at the end of the game."""


# Front ends handle any game, so they cannot name its state and move types.
AnyDialogue: TypeAlias = Dialogue[Any, Any]


SEAM = re.compile(r"(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])", re.IGNORECASE)
"""The boundary between letters and digits in a word such as `tens7`."""


class UnclearAnswer(LastDigitError):  # noqa: N818 - it is the answer that is unclear
    """The input is not a valid answer. The message says why, or lists valid answers.

    The attributes let a caller write its own message:

    - `unknown`: the input, if it matches no answer. `choices` then lists the available answers.
    - `meanings`: the possible answers, if the input is ambiguous.
    - `closed`: the matching answer, if no legal move starts with it.
    - `so_far`: the answers that were given before this one.
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
        """Why no legal move starts with the answer, if the input matched one."""
        return self.closed.objection if self.closed else None


def join_or(words: tuple[str, ...]) -> str:
    """Join words into a choice: left, middle or right."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def unknown_text(word: str, choices: tuple[str, ...], more: str = "") -> str:
    """Return the error message for a word that is not an answer, or for empty input."""
    advice = f"Type {join_or(choices)}{more}."
    return f"{quoted_input(word)} isn't one of the choices. {advice}" if word else advice


def open_choices(question: Question) -> tuple[str, ...]:
    """Return the available answers as the user types them, or all answers if none is available."""
    open_answers = [one for one in question.answers if one.status is not Status.UNAVAILABLE]
    return tuple(answer.shown.lower() for answer in open_answers or question.answers)


def parse_answer(question: Question, word: str) -> str:
    """Return the exact text of the answer that a word selects. Raise UnclearAnswer."""
    typed = word.lower() if word.isascii() else ""
    names = {
        name: answer.text for answer in question.answers for name in (answer.text, *answer.also)
    }
    if typed in names:
        return names[typed]
    meant = _answers_by_number(question, typed) if typed.isdecimal() else ()
    if typed and not meant:
        # A prefix of two names of the same answer is not ambiguous.
        meant = tuple(dict.fromkeys(text for name, text in names.items() if name.startswith(typed)))
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise UnclearAnswer(
            f"{quoted_input(word)} could be {join_or(meant)}. Try again.", meanings=meant
        )
    choices = open_choices(question)
    raise UnclearAnswer(unknown_text(word, choices), unknown=word, choices=choices)


def _answers_by_number(question: Question, number: str) -> tuple[str, ...]:
    """Return the answers that a number selects.

    If no answer declares `numbers`, the number is the position in the list of available answers,
    unless answers are numbers themselves.
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


def only_open_answer(question: Question | None) -> str:
    """Return the text of the only available answer, or "" if there is not exactly one."""
    answers = question.answers if question else ()
    left = [answer.text for answer in answers if answer.status is not Status.UNAVAILABLE]
    return left[0] if len(left) == 1 else ""


def parse_answers(
    dialogue: AnyDialogue, state: State, so_far: tuple[str, ...], line: str
) -> tuple[str, ...]:
    """Parse a line of input and return the exact texts of all answers so far.

    A single word continues `so_far`. Several words start a new move. Commas count as spaces. Raise
    UnclearAnswer for an unknown word, too many words, an ambiguous line, or answers that no legal
    move starts with.
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
        return _parse_other_notations(dialogue, state, typed, unclear)
    if len(typed) > 1 and answers != tuple(map(str.lower, typed)):
        _reject_ambiguous(dialogue, state, typed, answers)
    if question is not None and dialogue.question(state, answers) is not None:
        _reject_closed(question, answers[-1])
    return answers


def _parse_other_notations(
    dialogue: AnyDialogue, state: State, typed: list[str], unclear: UnclearAnswer
) -> tuple[str, ...]:
    """Parse a move in another notation: `271`, `tens7`, `7 t` (reversed) or `place 2`.

    Raise the original error if the line is none of these.
    """
    joined = _join_label(dialogue.question(state, ()), typed)
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
    answers = _parse_reversed(dialogue, state, typed)
    if answers is None:
        raise unclear
    return answers


def _join_label(question: Question | None, typed: list[str]) -> list[str]:
    """Replace the two words of a label, such as "place 2", with the text of its answer."""
    shown = {answer.shown.lower(): answer.text for answer in question.answers} if question else {}
    for place in range(len(typed) - 1):
        pair = " ".join(typed[place : place + 2]).lower()
        if pair in shown:
            return [*typed[:place], shown[pair], *typed[place + 2 :]]
    return typed


def _parse_reversed(
    dialogue: AnyDialogue, state: State, typed: list[str]
) -> tuple[str, ...] | None:
    """Parse two words in reverse order. Return None if they are not a move."""
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


def _reject_ambiguous(
    dialogue: AnyDialogue, state: State, typed: list[str], answers: tuple[str, ...]
) -> None:
    """Raise UnclearAnswer if the words are a different move in reverse order."""
    backwards = _parse_reversed(dialogue, state, typed)
    if backwards not in (None, answers):
        meanings = " ".join(answers), " ".join(backwards or ())
        line = quoted_input(" ".join(typed))
        raise UnclearAnswer(f"{line} could be {join_or(meanings)}. Try again.", meanings=meanings)


def _reject_closed(question: Question, text: str) -> None:
    """Raise UnclearAnswer if no legal move starts with the answer."""
    for answer in question.answers:
        if answer.text == text and answer.objection is not None:
            raise UnclearAnswer(f"{answer.objection.reason} Try again.", closed=answer)


def parse_whole_move(dialogue: AnyDialogue, state: State, typed: str) -> str:
    """Parse a complete move and return its exact text. Raise UnclearAnswer."""
    answers = parse_answers(dialogue, state, (), typed)
    question = dialogue.question(state, answers)
    if question is not None:
        raise UnclearAnswer(
            f"{quoted_input(typed)} is half a move. Add {join_or(open_choices(question))}."
        )
    return " ".join(answers)


COMPUTER = "Computer"
FOR_HELP = ", or ? for help"


class Audience(NamedTuple):
    """The reader of a text: the players' names, the reader's seat and the computer's seat.

    `you` is None for spectators and for two players at one screen: the text then uses both names.
    `computer` is the seat of the only computer player. The text calls it "the computer" instead of
    using its name.
    """

    names: tuple[str, str] = DEFAULT_NAMES
    you: Seat | None = None
    computer: Seat | None = None

    def label(self, seat: Seat) -> str:
        """Return the player's name for use on its own: You, Computer, Ben."""
        if seat is self.you:
            return "You"
        return COMPUTER if seat is self.computer else self.names[seat.index]

    def subject(self, seat: Seat) -> str:
        """Return the player's name at the start of a sentence: You, The computer, Ben."""
        return "The computer" if seat is self.computer else self.label(seat)

    def name(self, seat: Seat) -> str:
        """Return the player's name within a sentence: you, the computer, Ben."""
        if seat is self.you:
            return "you"
        return "the computer" if seat is self.computer else self.names[seat.index]

    def possessive(self, seat: Seat) -> str:
        """Return the possessive: your, the computer's, Ben's."""
        return "your" if seat is self.you else f"{self.name(seat)}'s"

    def own(self, seat: Seat) -> str:
        """Return the reflexive possessive: your own, its own, Ben's own."""
        return "its own" if seat is self.computer else f"{self.possessive(seat)} own"

    def begins(self, seat: Seat) -> str:
        """Return the start of a sentence: You begin, Ben begins."""
        return f"{self.subject(seat)} {'begin' if seat is self.you else 'begins'}"

    def starts(self, seat: Seat) -> str:
        """Return the start of a sentence: You start, Ben starts."""
        return f"{self.subject(seat)} {'start' if seat is self.you else 'starts'}"

    def wins(self, seat: Seat) -> str:
        """Return the end of a sentence: you win, Ben wins."""
        return "you win" if seat is self.you else f"{self.name(seat)} wins"


class Entry(NamedTuple):
    """A line in the list of moves: the description, and the resulting number."""

    text: str
    number: str = ""


class SecondPersonText(Generic[S, M]):
    """The text of one game, addressed to the reader.

    The defaults derive their text from the game's moves, view and `Dialogue`. A game overrides
    methods to say more.
    """

    def __init__(self, game: Game[S, M], audience: Audience) -> None:
        self.game = game
        self.audience = audience
        self.dialogue = game.dialogue(audience.names)

    def card(self) -> str:
        """Return the goal in a few words, for a list of games to choose from."""
        return self.game.summary

    def goal(self) -> str:
        """Return the goal with these options, to display above the board."""
        return self.game.summary

    def beginning(self, start: S) -> str:
        """Explain an unusual start position. Return "" for the usual one."""
        return ""

    def terms(self, start: S) -> tuple[str, ...]:
        """Describe the start and each option that differs from the rulebook, one sentence each.

        Players read these sentences before they accept a game.
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
        """Return the lines of the board that a player needs before a turn."""
        return tuple(self._row_lines(self.dialogue.view(state)))

    def picture(self, state: S) -> tuple[str, ...]:
        """Return the lines of the board without anything that reveals which moves are legal."""
        return self.board(state)

    def view(self, state: S) -> View:
        """Return the board as rows of cells, with labels that address the reader."""
        return tuple(
            row._replace(label=self._row_label(row.label)) for row in self.game.view(state)
        )

    def aid(self) -> str:
        """Return the title of the reference list, or "" if the game has none.

        Opening the list counts as help and is recorded.
        """
        return ""

    def aid_view(self, state: S) -> View:
        """Return the rows of the reference list."""
        return ()

    def _row_label(self, label: str) -> str:
        """Replace the default player name in a label with the name for this audience."""
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
        """Return the prompt of the next question in a few words, such as "Strike with"."""
        question = self.dialogue.question(state, answers)
        return question.prompt.partition("(")[0].rstrip(" :") if question else ""

    def choices(self, state: S, answers: tuple[str, ...]) -> tuple[str, ...]:
        """Return the available answers to the next question, as the user types them."""
        question = self.dialogue.question(state, answers)
        if question is None:
            return ()
        return tuple(
            answer.shown.lower()
            for answer in question.answers
            if answer.status is not Status.UNAVAILABLE
        )

    def prompt(self, state: S, answers: tuple[str, ...]) -> str:
        """Return the complete input prompt for the next question, with its choices."""
        choices = ", ".join(self.choices(state, answers))
        asked = self.addressed(state.mover, self.ask(state, answers))
        return f"{asked} ({choices}): " if choices else f"{asked}: "

    def button(self, state: S, move: M) -> str:
        """Return the label of the button that makes a move."""
        return self.addressed(state.mover, f"Play {self.game.format_move(move)}")

    def key(self, state: S, answers: tuple[str, ...], answer: Answer) -> str:
        """Return the label of the key for an answer, whether it is available or not."""
        return answer.shown

    def makes(self, state: S, move: M) -> str:
        """Return the number that a move produces, if its key should display it."""
        return ""

    def preview(self, state: S, move: M) -> str:
        """Describe the effect of a move without revealing what players must find out."""
        return ""

    def happened(self, before: S, move: M, after: S) -> str:
        """Describe the effect of a move in one sentence."""
        numbers = numbers_in(self.dialogue.view(after))
        made = f": {numbers}" if numbers else ""
        return f"{self.audience.subject(before.mover)} played {self.game.format_move(move)}{made}."

    def entry(self, before: S, move: M, after: S) -> Entry:
        """Return a move's line in the list of moves."""
        text = f"{self.audience.label(before.mover)} played {self.game.format_move(move)}"
        return Entry(text, numbers_in(self.dialogue.view(after)))

    def refusal(self, state: S, move: M, objection: Objection) -> str:
        """Return the rule that a move breaks, without further advice."""
        return objection.reason

    def closed(self, state: S, answers: tuple[str, ...], answer: Answer) -> str:
        """Return why an answer is not available."""
        if self.dialogue.question(state, (*answers, answer.text)) is not None:
            return answer.objection.reason if answer.objection else ""
        move = self.game.parse_move(" ".join((*answers, answer.text)))
        objection = self.game.objection(state, move)
        return "" if objection is None else self.refusal(state, move, objection)

    def unclear(self, state: S, unclear: UnclearAnswer) -> str:
        """Return the message for invalid input, with the available answers."""
        if unclear.closed is not None:
            return self.closed(state, unclear.so_far, unclear.closed)
        if unclear.meanings:
            return f"Do you mean {join_or(unclear.meanings)}?"
        if unclear.unknown is None:
            return str(unclear)
        choices = self.choices(state, unclear.so_far) or unclear.choices
        return unknown_text(unclear.unknown, choices, FOR_HELP)

    def ending(self, state: S, outcome: Outcome) -> str:
        """Return one sentence with the reason for the end and the winner."""
        reason = self.named(outcome.reason).removesuffix(".")
        return f"{reason}: {self.audience.wins(outcome.winner)}."

    def addressed(self, seat: Seat, deed: str) -> str:
        """Prefix an instruction with the player's name, if no reader is `you`."""
        if self.audience.you is not None:
            return deed
        return f"{self.audience.label(seat)}: {deed[:1].lower()}{deed[1:]}"

    def named(self, text: str) -> str:
        """Replace the players' names in a rules text with the names for this audience."""
        for seat in Seat:
            for name in (str(seat), self.audience.names[seat.index]):
                whose = self.audience.possessive(seat)
                text = text.replace(f"{name}'s", whose).replace(name, self.audience.name(seat))
        return f"{text[:1].upper()}{text[1:]}"


def numbers_in(view: View) -> str:
    """Return the numbers of a view in compact form: 277, or 998 - 990."""
    rows = (row.cells for row in view if row.kind is RowKind.NUMBER)
    return " - ".join("".join(cell.text or "_" for cell in cells) for cells in rows)


# Front ends handle any game, so they cannot name its state and move types.
AnySecondPersonText: TypeAlias = SecondPersonText[Any, Any]


def example_turn(game: AnyGame) -> tuple[str, ...]:
    """Return the lines of an example turn, as the player to move sees them.

    The turn starts at `example_state` and makes the first legal move that does not end the game.
    Return () if there is no such move, or if the options do not allow that position.
    """
    try:
        state = game.parse_state(game.example_state)
    except StateSyntaxError:
        return ()
    voice = game.second_person(Audience(you=state.mover, computer=state.mover.other))
    moves = game.legal_moves(state)
    unfinished = (move for move in moves if game.outcome(game.successor(state, move)) is None)
    move = next(unfinished, None)
    if move is None:
        return ()
    answers = game.format_move(move).split()
    asked = [
        f"{voice.prompt(state, tuple(answers[:place]))}{answer}"
        for place, answer in enumerate(answers)
    ]
    return *voice.board(state), *asked, voice.happened(state, move, game.successor(state, move))
