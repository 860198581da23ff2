"""The plain voice: a game told to the person who reads, one sentence at a time.

`Audience` says who reads; `PlainVoice` says what happened to whom. A game's own is named by `PLAIN`
in its `dialogue.py`; one without is told by its moves and its view. The rulebook's voice, word for
word, is `Dialogue`.
"""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeAlias

from lastdigit.core.answers import FOR_HELP, Unclear, either, unknown_text
from lastdigit.core.game import AnyGame, Game, M, S
from lastdigit.core.values import (
    DEFAULT_NAMES,
    Answer,
    Objection,
    Outcome,
    RowKind,
    Seat,
    Status,
    View,
)
from lastdigit.errors import StateSyntaxError

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


class PlainVoice(Generic[S, M]):
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
        beginning = self.beginning(start)
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

    def unclear(self, state: S, unclear: Unclear) -> str:
        """Return why what was typed is no answer, and what would be one."""
        if unclear.closed is not None:
            return self.closed(state, unclear.so_far, unclear.closed)
        if unclear.meanings:
            return f"Do you mean {either(unclear.meanings)}?"
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
    voice = game.plain(Audience(you=state.mover, computer=state.mover.other))
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
AnyPlainVoice: TypeAlias = PlainVoice[Any, Any]
