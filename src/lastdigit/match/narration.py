"""Narration: the text that describes a match to its players, event by event."""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections.abc import Callable

from lastdigit.errors import printable
from lastdigit.game.game import Objection, Seat, State
from lastdigit.game.serialize import view_text
from lastdigit.game.text import (
    COMPUTER,
    FOR_HELP,
    Audience,
    Entry,
    UnclearAnswer,
    fit,
    fit_prompt,
    numbers_in,
    only_open_answer,
    plural,
    unknown_text,
)
from lastdigit.match.match import REPETITIONS, Match
from lastdigit.match.record import (
    ENDS_TURN,
    LEFT_UNFINISHED,
    Act,
    End,
    Event,
    Player,
    Record,
    Result,
    Setup,
    TimeControl,
)

WIDTH = 80
"""The default width of the screen, in columns."""
REPEATED = "This position has come up for the third time. You may agree to a draw"
REMINDER = f"{REPEATED}: type draw.\n"
LONGEST_LEVEL = 40


class Voice(enum.StrEnum):
    """The style of the text that describes a match."""

    AUTO = "auto"
    """`PLAIN` if exactly one player is human, and `RULEBOOK` otherwise."""
    PLAIN = "plain"
    """Text in the second person."""
    RULEBOOK = "rulebook"
    """The sentences of the rulebook."""


def audience_of(setup: Setup, you: Seat | None) -> Audience:
    """Return the audience for a match's text: the reader, and the names to use.

    `you` is the seat of the reader, or None for a spectator.
    """
    # Call a player "the computer" only if it is the only computer player and has no other name.
    machines = [seat for seat in Seat if not setup.players[seat.index].is_person]
    computer = machines[0] if len(machines) == 1 and you is not machines[0] else None
    if computer is not None:
        given = f"{COMPUTER} ({setup.players[computer.index].kind})"
        if setup.names[computer.index] not in (str(computer), COMPUTER, given):
            computer = None
    return Audience(setup.names, you, computer)


def player_text(setup: Setup, seat: Seat, you: Seat | None = None) -> str:
    """Return the name of a player, followed by the level if the player is a computer.

    Examples are "You", "Ann" and "Computer (easy)". `you` is the seat of the reader.
    """
    return _with_level(audience_of(setup, you).label(seat), setup.players[seat.index])


def _with_level(name: str, player: Player) -> str:
    if player.is_person:
        return name
    # A record may come from an untrusted source, and its level is free text.
    kind = printable(player.kind)
    level = f"({kind[:LONGEST_LEVEL]}...)" if len(kind) > LONGEST_LEVEL else f"({kind})"
    return name if name.endswith(level) else f"{name} {level}"


def goal_of(setup: Setup) -> str:
    """Return the goal of the game in one sentence.

    If exactly one player is human, the sentence addresses that player as "you".
    """
    return setup.build_game().second_person(audience_of(setup, setup.own_seat)).goal()


def terms_text(setup: Setup, audience: Audience) -> str:
    """Return a paragraph that states the rule options, the time limits and who moves first."""
    game, terms, begin = setup.build_game(), setup.terms, audience.begins(setup.first)
    sentences = [*game.second_person(audience).terms(game.parse_state(setup.start))]
    if terms.time_limit:
        sentences.append(f"Each turn has {plural(terms.time_limit, 'second')}.")
    if terms.clock:
        sentences.append(f"Each player has {_clock_text(terms.clock)}.")
    if terms.attempts:
        tries = "1 failed try" if terms.attempts == 1 else f"{terms.attempts} failed tries"
        sentences.append(f"A player loses after {tries} in a turn.")
    return " ".join((*sentences, f"{begin}."))


def _clock_text(clock: TimeControl) -> str:
    minutes, rest = divmod(clock.seconds, 60)
    time = plural(clock.seconds, "second") if rest else plural(minutes, "minute")
    return f"{time}, plus {plural(clock.increment, 'second')} a move" if clock.increment else time


class Narrator(ABC):
    """The base class of narrators, which describe the events of a match as text."""

    def __init__(self, match: Match, bold: Callable[[str], str] = str) -> None:
        self.match = match
        self.bold = bold
        self.dialogue = match.game.dialogue(match.setup.names, bold)
        self._has_people = any(player.is_person for player in match.setup.players)

    @abstractmethod
    def welcome(self) -> str:
        """Return the text to show before the first turn of a match."""

    @abstractmethod
    def opening(self) -> str:
        """Return the text to show at the start of the current turn, such as the board."""

    @abstractmethod
    def prompt(self, answers: tuple[str, ...]) -> str:
        """Return the input prompt for the next part of a move.

        `answers` are the user's answers to the earlier prompts of the same move.
        """

    @abstractmethod
    def answers_text(self, text: str, before: State) -> str:
        """Return the prompts of a turn as text, each followed by the player's answer.

        `text` is the player's move, and `before` is the position before the move.
        """

    def replay_answers(self, text: str) -> str:
        """Return the prompts of a turn for a transcript, each followed by the player's answer.

        `text` is the move that was made. Return "" if the reader of the transcript did not see the
        prompts.
        """
        return self.answers_text(text, self.match.state)

    @abstractmethod
    def event_text(self, event: Event, before: State) -> str:
        """Return the text that describes the last event of the match.

        `before` is the position before that event.
        """

    def unclear_text(self, unclear: UnclearAnswer) -> str:
        """Return the error message for user input that is not a valid answer to a prompt."""
        if unclear.unknown is None:
            return f"{unclear}\n"
        return f"{unknown_text(unclear.unknown, unclear.choices, FOR_HELP)}\n"

    def only_answer(self, answers: tuple[str, ...]) -> str:  # noqa: ARG002 - by default, answers are typed in full
        """Return the answer that the user can give by pressing Enter, or "" if there is none.

        `answers` are the answers to the earlier prompts of the same move.
        """
        return ""

    @abstractmethod
    def resumption(self, heading: str) -> str:
        """Return the text to show when a saved match is resumed.

        `heading` names the match and the turn, such as "game 12, turn 5".
        """

    @abstractmethod
    def refusal_text(self, event: Event, before: State, objection: Objection) -> str:
        """Return the text that tells a player why a move was rejected.

        `before` is the position in which the player tried the move.
        """

    @abstractmethod
    def name(self, seat: Seat) -> str:
        """Return the name of a player for the start of a sentence, such as "The computer"."""

    def label(self, seat: Seat) -> str:
        """Return the name of a player for use outside a sentence, such as "You" or "Computer"."""
        return self.name(seat)

    @abstractmethod
    def entry(self, before: State, text: str, after: State) -> Entry:
        """Return the entry in the move list for one move.

        `text` is the text of the move. `before` and `after` are the positions before and after the
        move.
        """

    def history(self) -> str:
        """Return the list of the moves made so far, with one numbered line per move."""
        game = self.match.game
        state = game.parse_state(self.match.setup.start)
        entries = []
        for text in self.match.moves:
            before, state = state, game.successor(state, game.parse_move(text))
            entries.append(self.entry(before, text, state))
        longest = max((len(entry.text) for entry in entries), default=0)
        return "".join(
            f"{turn:4} {entry.text:{longest}}  {entry.number}".rstrip() + "\n"
            for turn, entry in enumerate(entries, 1)
        )

    @abstractmethod
    def ending(self) -> str:
        """Return the text that says how the match ended, or "" if the match is not over."""

    def _other_event_text(self, event: Event, before: State) -> str:
        """Return the text for an event that is not a legal move, such as a draw offer."""
        match event.act:
            case Act.REJECTED:
                objection = self.match.objection
                assert objection is not None, "the match rejects nothing that the rules allow"
                return self.refusal_text(event, before, objection)
            case Act.UNDO:
                return "Taken back.\n\n"
            case Act.OFFER:
                return f"{self.name(event.seat)} {self._verb(event.seat, 'offer')} a draw.\n"
            case Act.ASK:
                asks = self._verb(event.seat, "ask")
                return f"{self.name(event.seat)} {asks} to take back a move.\n"
            case Act.DECLINE:
                does = "do" if self.is_reader(event.seat) else "does"
                return f"{self.name(event.seat)} {does} not agree.\n"
            case Act.ACCEPT | Act.RESIGN | Act.TIME | Act.ABANDON | Act.FORFEIT:
                return self.ending()
            case _:
                return ""

    def _verb(self, seat: Seat, verb: str) -> str:
        return verb if self.is_reader(seat) else f"{verb}s"

    def is_reader(self, seat: Seat) -> bool:  # noqa: ARG002 - the rulebook does not address the reader
        """Return whether the player `seat` is the reader, whom the text calls "you"."""
        return False

    def _attempts_left(self) -> str | None:
        """Return the number of attempts left in this turn as text, such as "2 attempts".

        Return None if the number of attempts is not limited.
        """
        if self.match.setup.terms.attempts is None:
            return None
        left = self.match.setup.terms.attempts - self.match.tries
        return "1 attempt" if left == 1 else f"{left} attempts"


class RulebookNarrator(Narrator):
    """A narrator that uses the rulebook's sentences, with the players' names filled in."""

    def name(self, seat: Seat) -> str:
        return self.match.setup.names[seat.index]

    def welcome(self) -> str:
        return self.dialogue.welcome(self.match.state)

    def resumption(self, heading: str) -> str:
        title = self.bold(self.match.game.title)
        return f"{title}, {heading}\n{view_text(self.dialogue.view(self.match.state))}\n"

    def opening(self) -> str:
        opening = self.dialogue.turn(self.match.state)
        if self._has_people and self.match.occurrences == REPETITIONS:
            return f"{REMINDER}{opening}"
        return opening

    def prompt(self, answers: tuple[str, ...]) -> str:
        question = self.dialogue.question(self.match.state, answers)
        assert question is not None, "a complete move needs no prompt"
        return f"{question.lead}{question.prompt} "

    def answers_text(self, text: str, before: State) -> str:
        lines = ""
        answers: tuple[str, ...] = ()
        for word in text.split():
            question = self.dialogue.question(before, answers)
            if question is not None:
                answers = (*answers, word)
                shown = {answer.text: answer.shown for answer in question.answers}[word]
                lines += f"{question.lead}{question.prompt} {self.bold(shown)}\n"
        return lines

    def event_text(self, event: Event, before: State) -> str:
        if event.act is not Act.MOVE:
            return self._other_event_text(event, before)
        move = self.match.game.moves_by_text[event.text]
        happened = self.dialogue.accepted(before, move, self.match.state)
        return happened + (self.dialogue.between if self.match.result is None else self.ending())

    def entry(self, before: State, text: str, after: State) -> Entry:
        return Entry(f"{self.name(before.mover)}: {text}", numbers_in(self.dialogue.view(after)))

    def refusal_text(self, event: Event, before: State, objection: Objection) -> str:
        move = self.match.game.moves_by_text[event.text]
        return self.dialogue.rejected(before, move, objection) + self._after_rejection()

    def _after_rejection(self) -> str:
        """Return the text after a rejected move: a request to try again, or how the match ended."""
        if self.match.result is not None:
            return f"\n{self.ending()}"
        left = self._attempts_left()
        return " Try again.\n" if left is None else f" Try again.\n{left} left.\n"

    def ending(self) -> str:
        result = self.match.result
        if result is None:
            return ""
        outcome = self.match.game.outcome(self.match.state)
        if outcome is not None:
            return self.dialogue.ending(self.match.state, outcome)
        return f"{self._reason(result)}\n"

    def _reason(self, result: Result) -> str:
        if result.winner is None:
            return result.reason
        winner, loser = self.name(result.winner), self.name(result.winner.other)
        named = {End.RESIGNATION: f"{loser} resigns.", End.ABANDONED: f"{loser} left the game."}
        return f"{named.get(result.end, result.reason)} {winner} wins!"


class SecondPersonNarrator(Narrator):
    """A narrator that calls the reader "you" and describes each event in one sentence."""

    def __init__(
        self,
        match: Match,
        you: Seat | None = None,
        bold: Callable[[str], str] = str,
        width: int = WIDTH,
    ) -> None:
        super().__init__(match, bold)
        self._width = width
        self._prompt_width = width - (len("[99 s] ") if match.setup.terms.time_limit else 0)
        self.audience = audience_of(match.setup, you)
        self.voice = match.game.second_person(self.audience)

    def name(self, seat: Seat) -> str:
        return self.audience.subject(seat)

    def label(self, seat: Seat) -> str:
        return self.audience.label(seat)

    def welcome(self) -> str:
        start = self.voice.beginning(self.match.state)
        start_text = self._wrap(start) if start else ""
        return f"{self._title_line()}{self._wrap(self.voice.goal())}{start_text}\n"

    def resumption(self, heading: str) -> str:
        heading = f"{heading[:1].upper()}{heading[1:]}."
        return f"{self._title_line()}{self._wrap(heading)}{self._wrap(self.voice.goal())}\n"

    def _title_line(self) -> str:
        one = self.audience.you or Seat.ONE
        players = " against ".join(map(self._player, (one, one.other)))
        return f"{self.bold(f'{self.match.game.title}, {players}.')}\n"

    def _player(self, seat: Seat) -> str:
        return _with_level(self.audience.name(seat), self.match.setup.players[seat.index])

    def opening(self) -> str:
        if self.audience.you not in (None, self.match.mover):
            return ""  # the reader does not need the other player's view
        lines = [*map(self._wrap, self.voice.board(self.match.state))]
        if self.match.occurrences == REPETITIONS:
            lines.insert(0, self._wrap(REMINDER.strip()))
        return "".join(lines)

    def prompt(self, answers: tuple[str, ...]) -> str:
        state = self.match.state
        choices = self.voice.choices(state, answers)
        return fit_prompt(self.voice.prompt(state, answers), choices, self._prompt_width)

    def _wrap(self, line: str) -> str:
        """Break a line at the width of the screen, and append a newline."""
        fits = line.isascii() and len(line) <= self._width
        return f"{line if fits else fit(line, self._width)}\n"

    def only_answer(self, answers: tuple[str, ...]) -> str:
        return only_open_answer(self.dialogue.question(self.match.state, answers))

    def unclear_text(self, unclear: UnclearAnswer) -> str:
        return self._wrap(self.voice.unclear(self.match.state, unclear))

    def answers_text(self, text: str, before: State) -> str:  # noqa: ARG002 - answers are not repeated
        return ""

    def replay_answers(self, text: str) -> str:
        if self.audience.you not in (None, self.match.mover):
            return ""
        words = text.split()
        prompts = (self.prompt(tuple(words[:place])) for place in range(len(words)))
        pairs = zip(prompts, words, strict=True)
        return "".join(f"{prompt}{self.bold(word)}\n" for prompt, word in pairs)

    def event_text(self, event: Event, before: State) -> str:
        if event.act is not Act.MOVE:
            return self._other_event_text(event, before)
        move = self.match.game.moves_by_text[event.text]
        sentence = self.voice.happened(before, move, self.match.state)
        # Separate the other player's move from the reader's next turn with a blank line.
        own_turn = self.match.mover is self.audience.you or self.audience.you is None
        between = "\n" if own_turn and self.match.result is None else ""
        return f"{self._wrap(sentence)}{between}{self.ending()}"

    def entry(self, before: State, text: str, after: State) -> Entry:
        return self.voice.entry(before, self.match.game.parse_move(text), after)

    def refusal_text(self, event: Event, before: State, objection: Objection) -> str:
        move = self.match.game.moves_by_text[event.text]
        left = self._attempts_left()
        tries = f" {left} left." if left and self.match.result is None else ""
        refusal = self._wrap(f"{self.voice.refusal(before, move, objection)}{tries}")
        return f"{refusal}{self.ending()}"

    def ending(self) -> str:
        result = self.match.result
        if result is None:
            return ""
        outcome = self.match.game.outcome(self.match.state)
        if outcome is not None:
            return self._wrap(self.voice.ending(self.match.state, outcome))
        return self._wrap(self._ending(result))

    def headline(self) -> str:
        """Return the result in a few words, such as "You win", or "" if the match is not over."""
        result = self.match.result
        if result is None:
            return ""
        if result.winner is None:
            return "A draw" if result.end is End.DRAW else "No winner"
        wins = self.audience.wins(result.winner)
        return f"{wins[:1].upper()}{wins[1:]}"

    def _ending(self, result: Result) -> str:
        if result.winner is None:
            return result.reason
        loser = result.winner.other
        subject, whose = self.audience.subject(loser), self.audience.possessive(loser)
        reason = {
            End.RESIGNATION: f"{subject} {self._verb(loser, 'resign')}",
            End.ABANDONED: f"{subject} left the game",
            End.TIME: f"{whose[:1].upper()}{whose[1:]} time is up",
        }.get(result.end, result.reason.removesuffix("."))
        return f"{reason}: {self.audience.wins(result.winner)}."

    def is_reader(self, seat: Seat) -> bool:
        return seat is self.audience.you


def open_narrator(
    match: Match, voice: Voice, bold: Callable[[str], str] = str, width: int = WIDTH
) -> Narrator:
    """Return a narrator for a match, in the given style.

    `bold` formats emphasized text. `width` is the width of the screen in columns.
    """
    alone = match.setup.own_seat
    if voice is Voice.PLAIN or (voice is Voice.AUTO and alone is not None):
        return SecondPersonNarrator(match, alone, bold, width)
    return RulebookNarrator(match, bold)


HOW_WON = {End.WIN: "", End.ABANDONED: " because the other player left"}


def result_text(result: Result | None, names: tuple[str, str]) -> str:
    """Return the result of a game in a few words, such as "Ann won by resignation" or "draw".

    If the result is None, return "unfinished".
    """
    if result is None:
        return "unfinished"
    if result.winner is None:
        return "draw" if result.end is End.DRAW else result.reason.rstrip(".").lower()
    how = HOW_WON.get(result.end, f" by {result.end}")
    return f"{names[result.winner.index]} won{how}"


def transcript(
    record: Record,
    bold: Callable[[str], str] = str,
    voice: Voice = Voice.RULEBOOK,
    width: int = WIDTH,
) -> str:
    """Return the text of a whole recorded game, as the players saw it.

    `bold` formats emphasized text. `width` is the width of the screen in columns.
    """
    match = Match(record.setup)
    narrator = open_narrator(match, voice, bold, width)
    parts = [narrator.welcome(), narrator.opening()]
    for event in record.events:
        before = match.state
        if event.act in (Act.MOVE, Act.REJECTED):
            parts.append(narrator.replay_answers(event.text))
        match.apply(event)
        parts.append(narrator.event_text(event, before))
        if event.act in ENDS_TURN and match.result is None:
            parts.append(narrator.opening())
    if match.result is None:
        parts.append(f"{LEFT_UNFINISHED.reason}\n")
    return "".join(parts)
