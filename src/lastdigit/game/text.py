"""The text of a game for its players, and the parser for the answers that they type."""

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
"""A pattern for the gap between two columns of a line: three or more spaces."""
WIDE = ("W", "F")
NO_WIDTH = ("Mn", "Me", "Cf")
FILLER = "\ufdd0"
"""A Unicode noncharacter, which no text contains. `wrap` inserts it after each wide character."""


LONGEST_ANSWER = 9
"""The number of columns that a prompt leaves for the answer."""


def plural(count: int, noun: str) -> str:
    """Return a number followed by a noun, with an "s" unless the number is 1.

    >>> plural(0, "game"), plural(1, "game"), plural(2, "critical start")
    ('0 games', '1 game', '2 critical starts')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def fit(text: str, width: int) -> str:
    r"""Break lines that are too wide, at gaps of three or more spaces if possible.

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
    """Split a line into a part that fits into `width`, the gap of spaces after it, and the rest."""
    # The gap and the rest are "" if the line has only one column.
    gaps = list(GAP.finditer(content))
    fitting = [gap for gap in gaps if display_width(content[: gap.start()]) <= width] or gaps
    if not fitting:
        return content, "", ""
    last = fitting[-1] if display_width(content[: fitting[-1].start()]) <= width else fitting[0]
    return content[: last.start()], last[0], content[last.end() :]


def display_width(text: str) -> int:
    """Return the number of terminal columns that text occupies.

    East Asian characters take two columns: the width of "日本" is 4. Escape codes take no columns.
    """
    text = ESCAPE.sub("", text)
    return len(text) if text.isascii() else sum(map(_character_width, text))


def _character_width(character: str) -> int:
    if unicodedata.category(character) in NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in WIDE else 1


def pad(text: str, width: int) -> str:
    """Pad text on the right to at least `width` terminal columns."""
    return text + " " * (width - display_width(text))


def pad_left(text: str, width: int) -> str:
    """Pad text on the left to at least `width` terminal columns."""
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
    r"""Return the text under a second-level heading, or the introduction if the heading is missing.

    >>> section("# Chess\n\nKings.\n\n## Aim\n\nMate.\n\n## Rules\n", "Aim")
    'Mate.'
    """
    beginning, *parts = re.split(r"^## (.+)$", markdown, flags=re.MULTILINE)
    found = dict(zip(parts[::2], parts[1::2], strict=True))
    return found.get(heading, beginning.partition("\n")[2]).strip()


class Dialogue(ABC, Generic[S, M]):
    """The sentences and questions of a game, in the wording of its rulebook."""

    between: ClassVar[str] = "\n"
    """The separator between two turns."""

    def __init__(
        self, game: Game[S, M], names: tuple[str, str], bold: Callable[[str], str]
    ) -> None:
        self.game = game
        self.names = dict(zip(Seat, names, strict=True))
        self.bold = bold
        """Formats the text that the rulebook emphasizes."""

    @abstractmethod
    def welcome(self, state: S) -> str:
        """Return the text to show before the first turn of a game."""

    @abstractmethod
    def turn(self, state: S) -> str:
        """Return the text to show at the start of a turn, before the first question."""

    @abstractmethod
    def question(self, state: S, answers: tuple[str, ...]) -> Question | None:
        """Return the question for the next part of a move, such as which digit to use.

        `answers` are the player's answers to the earlier questions. Return None if the answers are
        a complete move.
        """

    def whole(self, state: S, word: str) -> tuple[str, ...] | None:
        """Split a move that is typed as a single word into the answers to its questions.

        In a game that changes one digit of 211, for example, "271" becomes ("tens", "7"). Return
        None if the word does not look like a move. Raise MoveSyntaxError if the word looks like a
        move but is not one.
        """
        return None

    @abstractmethod
    def accepted(self, before: S, move: M, after: S) -> str:
        """Return the text to show after a legal move: the effect of the move.

        `before` and `after` are the positions before and after the move.
        """

    def rejected(self, state: S, move: M, objection: Objection) -> str:
        """Return the text to show after an illegal move: the reason why it is illegal.

        The text has no newline at the end.
        """
        return objection.reason

    @abstractmethod
    def view(self, state: S) -> View:
        """Return the board as rows of cells."""

    @abstractmethod
    def ending(self, state: S, outcome: Outcome) -> str:
        """Return the text to show at the end of a game, with the winner and the reason."""


# Front ends handle any game, so they cannot name its state and move types.
AnyDialogue: TypeAlias = Dialogue[Any, Any]


SEAM = r"(?i)(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])"
"""The boundary between letters and digits in a word such as `tens7`."""


class UnclearAnswer(LastDigitError):  # noqa: N818 - it is the answer that is unclear
    """Raised if typed input is not a valid answer. The message says why, or lists valid answers."""

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
        """The answers to the earlier questions of the same move."""
        self.unknown = unknown
        """The input, if it matches no answer."""
        self.choices = choices
        """The available answers, if the input matches none of them."""
        self.meanings = meanings
        """The possible answers, if the input is ambiguous."""
        self.closed = closed
        """The answer that the input matches, if no legal move starts with that answer."""

    @property
    def objection(self) -> Objection | None:
        """Why the rules forbid the typed answer, or None if the input is wrong in another way."""
        return self.closed.objection if self.closed else None


def join_or(words: tuple[str, ...]) -> str:
    """Join words with commas and a final "or", such as "left, middle or right"."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def fit_prompt(prompt: str, choices: tuple[str, ...], width: int) -> str:
    r"""Return a prompt with room for an answer, with its choices above it if it is too wide.

    >>> fit_prompt("Strike with (tens, ones): ", ("tens", "ones"), 30)
    'Type tens or ones.\nStrike with: '
    """
    if display_width(prompt) + LONGEST_ANSWER <= width:
        return prompt
    asked = prompt.partition(" (")[0].removesuffix(": ")
    above = fit(f"Type {join_or(choices)}.", width) + "\n" if choices else ""
    return f"{above}{asked}: "


def shorten_digits(choices: tuple[str, ...]) -> tuple[str, ...]:
    """Replace three or more digits in a row with their range.

    >>> shorten_digits(("0", "1", "2", "5", "7", "8"))
    ('0-2', '5', '7', '8')
    """
    runs: list[list[str]] = []
    for choice in choices:
        if runs and f"{runs[-1][-1]}{choice}" in "0123456789":
            runs[-1].append(choice)
        else:
            runs.append([choice])
    short = ([f"{run[0]}-{run[-1]}"] if len(run) > 2 else run for run in runs)
    return tuple(choice for run in short for choice in run)


def unknown_text(word: str, choices: tuple[str, ...], more: str = "") -> str:
    """Return the error message for typed input that is not one of the choices.

    `more` is text to add after the list of choices.
    """
    advice = f"Type {join_or(choices)}{more}."
    return f"{quoted_input(word)} isn't one of the choices. {advice}" if word else advice


def open_choices(question: Question) -> tuple[str, ...]:
    """Return the answers to a question that are available now, as the user types them.

    If no answer is available, return all answers.
    """
    open_answers = [one for one in question.answers if one.status is not Status.UNAVAILABLE]
    return tuple(answer.shown.lower() for answer in open_answers or question.answers)


def parse_answer(question: Question, word: str) -> str:
    """Return the text of the answer that a typed word selects, such as "tens" for "te".

    Raise UnclearAnswer if the word selects no answer, or more than one.
    """
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
    """Return the answers, as text, that a typed number selects.

    A number selects the answers that have it in `Answer.numbers`. If no answer has any numbers
    there, "1" selects the first available answer, "2" the second, and so on.
    """
    # If the answers are numbers themselves, a typed number is never a place in the list.
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
    """Return the only available answer to a question, or "" if there are none or several."""
    answers = question.answers if question else ()
    left = [answer.text for answer in answers if answer.status is not Status.UNAVAILABLE]
    return left[0] if len(left) == 1 else ""


def parse_answers(
    dialogue: AnyDialogue, state: State, so_far: tuple[str, ...], line: str
) -> tuple[str, ...]:
    """Parse a line of input, and return all answers that the player has given for this move.

    A move consists of one or more answers. `so_far` contains the answers from earlier lines. Raise
    UnclearAnswer if the line cannot be understood, or if no legal move starts with the answers.
    """
    typed = line.replace(",", " ").split() or [""]
    # A single word answers the next question. Several words start a new move.
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
        _reject_unavailable(question, answers[-1])
    return answers


def _parse_other_notations(
    dialogue: AnyDialogue, state: State, typed: list[str], unclear: UnclearAnswer
) -> tuple[str, ...]:
    """Parse a move in an unusual notation, such as "tens7" or "7 tens".

    Raise the exception `unclear` if the input is not a move in any notation.
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
        typed = re.split(SEAM, typed[0])
        if len(typed) > 1:
            return parse_answers(dialogue, state, (), " ".join(typed))
    answers = _parse_reversed(dialogue, state, typed)
    if answers is None:
        raise unclear
    return answers


def _join_label(question: Question | None, typed: list[str]) -> list[str]:
    """Replace two typed words that are the label of an answer with the text of the answer.

    For example, ["place", "2", "7"] becomes ["2", "7"] if "place 2" is the label of the answer "2".
    """
    shown = {answer.shown.lower(): answer.text for answer in question.answers} if question else {}
    for place in range(len(typed) - 1):
        pair = " ".join(typed[place : place + 2]).lower()
        if pair in shown:
            return [*typed[:place], shown[pair], *typed[place + 2 :]]
    return typed


def _parse_reversed(
    dialogue: AnyDialogue, state: State, typed: list[str]
) -> tuple[str, ...] | None:
    """Parse a move whose two answers are typed in reverse order: "7 tens" means ("tens", "7").

    Return None if the words are not such a move.
    """
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
    """Raise UnclearAnswer if the typed words mean another move when read in reverse order."""
    backwards = _parse_reversed(dialogue, state, typed)
    if backwards not in (None, answers):
        meanings = " ".join(answers), " ".join(backwards or ())
        line = quoted_input(" ".join(typed))
        raise UnclearAnswer(f"{line} could be {join_or(meanings)}. Try again.", meanings=meanings)


def _reject_unavailable(question: Question, text: str) -> None:
    """Raise UnclearAnswer if the answer `text` to a question does not lead to any legal move."""
    for answer in question.answers:
        if answer.text == text and answer.objection is not None:
            raise UnclearAnswer(f"{answer.objection.reason} Try again.", closed=answer)


def parse_whole_move(dialogue: AnyDialogue, state: State, typed: str) -> str:
    """Parse a typed line that must be a complete move, and return the exact text of the move.

    Raise UnclearAnswer if the line is not a complete move.
    """
    answers = parse_answers(dialogue, state, (), typed)
    question = dialogue.question(state, answers)
    if question is not None:
        raise UnclearAnswer(
            f"{quoted_input(typed)} is only half a move. Add {join_or(open_choices(question))}."
        )
    return " ".join(answers)


COMPUTER = "Computer"
FOR_HELP = ", or ? for help"


class Audience(NamedTuple):
    """The reader of some text, and the names that the text uses for the two players."""

    names: tuple[str, str] = DEFAULT_NAMES
    you: Seat | None = None
    """The reader's seat, or None for a spectator and for two players at one screen."""
    computer: Seat | None = None
    """The seat of the player whom the text calls "the computer", if any."""

    def label(self, seat: Seat) -> str:
        """Return the word for a player in labels, such as "You", "Computer" or "Ben"."""
        if seat is self.you:
            return "You"
        return COMPUTER if seat is self.computer else self.names[seat.index]

    def subject(self, seat: Seat) -> str:
        """Return the word for a player at the start of a sentence, such as "The computer"."""
        return "The computer" if seat is self.computer else self.label(seat)

    def name(self, seat: Seat) -> str:
        """Return the word for a player within a sentence, such as "you" or "the computer"."""
        if seat is self.you:
            return "you"
        return "the computer" if seat is self.computer else self.names[seat.index]

    def possessive(self, seat: Seat) -> str:
        """Return the possessive for a player, such as "your", "the computer's" or "Ben's"."""
        return "your" if seat is self.you else f"{self.name(seat)}'s"

    def own(self, seat: Seat) -> str:
        """Return the possessive for a player with "own", such as "your own" or "Ben's own"."""
        return "its own" if seat is self.computer else f"{self.possessive(seat)} own"

    def begins(self, seat: Seat) -> str:
        """Return a clause that says who moves first, such as "You begin" or "Ben begins"."""
        return f"{self.subject(seat)} {'begin' if seat is self.you else 'begins'}"

    def starts(self, seat: Seat) -> str:
        """Return "You start" or "Ben starts", for a sentence such as "Ben starts with 999."."""
        return f"{self.subject(seat)} {'start' if seat is self.you else 'starts'}"

    def has(self, seat: Seat) -> str:
        """Return "You have" or "Ben has", for a sentence such as "Ben has no digits left."."""
        return f"{self.subject(seat)} {'have' if seat is self.you else 'has'}"

    def wins(self, seat: Seat) -> str:
        """Return a clause that says who wins, such as "you win", for the end of a sentence."""
        return "you win" if seat is self.you else f"{self.name(seat)} wins"


AGAINST_COMPUTER = Audience(you=Seat.ONE, computer=Seat.TWO)
"""The reader is Player 1, and the computer is Player 2."""


class Entry(NamedTuple):
    """A line in the list of moves: what was played, and the number on the board after the move."""

    text: str
    number: str = ""


class SecondPersonText(Generic[S, M]):
    """The text of one game in the second person: the reader is called "you".

    A game can override any method with better text.
    """

    def __init__(self, game: Game[S, M], audience: Audience) -> None:
        self.game = game
        self.audience = audience
        self.dialogue = game.dialogue(audience.names)

    def card(self) -> str:
        """Return the goal in a few words, for a list of games to choose from."""
        return self.game.summary

    def goal(self) -> str:
        """Return the goal of the game with its current options, to show above the board."""
        return self.game.summary

    def prompt_goal(self, version: int) -> str:
        """Return the goal as a version of the exam words it for language models.

        By default, use the wording on the screen. If the wording on the screen changes, return the
        old wording for the published versions.
        """
        return self.goal()

    def in_short(self) -> str:
        """Return the rules in two paragraphs: "Your turn: ..." and "The end: ...".

        By default, the paragraphs are the summary in the rulebook.
        """
        return section(self.game.rulebook(), IN_SHORT)

    def beginning(self, start: S) -> str:
        """Return a sentence that explains the start position, or "" if it needs no explanation."""
        return ""

    def terms(self, start: S) -> tuple[str, ...]:
        """Return sentences that describe the start position and the options of a game.

        Options that have their default value are left out.
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
        """Return the board as lines of text, to show before a turn."""
        return tuple(self._row_lines(self.dialogue.view(state)))

    def picture(self, state: S) -> tuple[str, ...]:
        """Return the board as lines of text, without showing which moves are legal."""
        return self.board(state)

    def view(self, state: S) -> View:
        """Return the board as rows of cells, with labels for this reader, such as "Your number"."""
        return tuple(
            row._replace(label=self._row_label(row.label)) for row in self.game.view(state)
        )

    def aid(self) -> str:
        """Return the title of a list that helps the players, such as "All primes".

        Return "" if the game has no such list.
        """
        # Opening the list is recorded as help.
        return ""

    def aid_view(self, state: S) -> View:
        """Return the list that helps the players, such as all primes, as rows of cells."""
        return ()

    def _row_label(self, label: str) -> str:
        """Replace "Player 1" or "Player 2" in a row's label with the word that this reader sees.

        If the reader is Player 1, "Player 1's number" becomes "Your number".
        """
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
        """Return the prompt for the next part of a move in a few words, such as "Strike with".

        `answers` are the answers to the earlier prompts of the move.
        """
        question = self.dialogue.question(state, answers)
        return question.prompt.partition("(")[0].rstrip(" :") if question else ""

    def choices(self, state: S, answers: tuple[str, ...]) -> tuple[str, ...]:
        """Return the available answers for the next part of a move, as the user types them.

        `answers` are the answers to the earlier prompts of the move.
        """
        question = self.dialogue.question(state, answers)
        if question is None:
            return ()
        return tuple(
            answer.shown.lower()
            for answer in question.answers
            if answer.status is not Status.UNAVAILABLE
        )

    def prompt(self, state: S, answers: tuple[str, ...]) -> str:
        """Return the full input prompt for the next part of a move, with the choices.

        `answers` are the answers to the earlier prompts of the move.
        """
        asked = self.addressed(state.mover, self.ask(state, answers))
        only = only_open_answer(self.dialogue.question(state, answers))
        choices = self.choices(state, answers)
        if only and len(choices) == 1:  # Enter takes it
            return f"{asked} [{choices[0]}]: "
        return f"{asked} ({', '.join(choices)}): " if choices else f"{asked}: "

    def button(self, state: S, move: M) -> str:
        """Return the label of the button that makes a move."""
        return self.addressed(state.mover, f"Play {self.game.format_move(move)}")

    def key(self, state: S, answers: tuple[str, ...], answer: Answer) -> str:
        """Return the label of the on-screen key that gives `answer` for the next part of a move.

        `answers` are the answers to the earlier prompts of the move.
        """
        return answer.shown

    def makes(self, state: S, move: M) -> str:
        """Return the number that results from a move, to show on the on-screen key of the move.

        Return "" to show no number.
        """
        return ""

    def preview(self, state: S, move: M) -> str:
        """Return text that describes the effect of a move that the player has not made yet.

        Return "" for no preview.
        """
        # The text must not reveal what players have to find out themselves.
        return ""

    def happened(self, before: S, move: M, after: S) -> str:
        """Return a sentence that describes a move that was made, and its effect.

        `before` and `after` are the positions before and after the move.
        """
        numbers = numbers_in(self.dialogue.view(after))
        made = f": {numbers}" if numbers else ""
        return f"{self.audience.subject(before.mover)} played {self.game.format_move(move)}{made}."

    def entry(self, before: S, move: M, after: S) -> Entry:
        """Return the line for a move in the list of moves.

        `before` and `after` are the positions before and after the move.
        """
        text = f"{self.audience.label(before.mover)} played {self.game.format_move(move)}"
        return Entry(text, numbers_in(self.dialogue.view(after)))

    def refusal(self, state: S, move: M, objection: Objection) -> str:
        """Return a sentence that says why a move is illegal, without further advice."""
        return objection.reason

    def closed(self, state: S, answers: tuple[str, ...], answer: Answer) -> str:
        """Return the reason why `answer` cannot be chosen for the next part of a move.

        Return "" if `answer` can be chosen. `answers` are the answers to the earlier prompts of the
        move.
        """
        if self.dialogue.question(state, (*answers, answer.text)) is not None:
            return answer.objection.reason if answer.objection else ""
        move = self.game.parse_move(" ".join((*answers, answer.text)))
        objection = self.game.objection(state, move)
        return "" if objection is None else self.refusal(state, move, objection)

    def unclear(self, state: S, unclear: UnclearAnswer) -> str:
        """Return the message for invalid input, including the valid answers."""
        if unclear.closed is not None:
            return self.closed(state, unclear.so_far, unclear.closed)
        if unclear.meanings:
            return f"Do you mean {join_or(unclear.meanings)}?"
        if unclear.unknown is None:
            return str(unclear)
        choices = self.choices(state, unclear.so_far) or unclear.choices
        return unknown_text(unclear.unknown, choices, FOR_HELP)

    def ending(self, state: S, outcome: Outcome) -> str:
        """Return one sentence that says why the game is over and who has won."""
        reason = self.named(outcome.reason).removesuffix(".")
        return f"{reason}: {self.audience.wins(outcome.winner)}."

    def addressed(self, seat: Seat, instruction: str) -> str:
        """Return an instruction that starts with the player's name, such as "Ben: play 7".

        If the text calls the reader "you", return the instruction without a name.
        """
        if self.audience.you is not None:
            return instruction
        return f"{self.audience.label(seat)}: {instruction[:1].lower()}{instruction[1:]}"

    def named(self, text: str) -> str:
        """Replace the players' names in text with the words that this reader sees.

        If the reader is Ben, "Ben's number" becomes "Your number".
        """
        for seat in Seat:
            for name in (str(seat), self.audience.names[seat.index]):
                whose = self.audience.possessive(seat)
                text = text.replace(f"{name}'s", whose).replace(name, self.audience.name(seat))
        return f"{text[:1].upper()}{text[1:]}"


def numbers_in(view: View) -> str:
    """Return the numbers on a board as text: "277" for one number, "998 - 990" for two."""
    rows = (row.cells for row in view if row.kind is RowKind.NUMBER)
    return " - ".join("".join(cell.text or "_" for cell in cells) for cells in rows)


# Front ends handle any game, so they cannot name its state and move types.
AnySecondPersonText: TypeAlias = SecondPersonText[Any, Any]


def example_turn(game: AnyGame) -> tuple[str, ...]:
    """Return an example turn as lines of text: the board, the prompts with answers, and the effect.

    Return () if the game has no suitable example.
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
