"""Tells a match in words. Live play and replay use the same sentences.

Two narrators, one a voice: the rulebook's, word for word, and the plain one, which knows who reads.
Both speak the game's own words; what happens around a game, an offer, a resignation, is said here.
"""

from __future__ import annotations

import enum
from collections.abc import Callable

from lastdigit.errors import printable
from lastdigit.game.game import Objection, Seat, State
from lastdigit.game.serialize import view_text
from lastdigit.game.text import (
    COMPUTER,
    Audience,
    Entry,
    UnclearAnswer,
    display_width,
    fit,
    numbers_in,
    only_open_answer,
    plural,
)
from lastdigit.match.match import REPETITIONS, Match
from lastdigit.match.narrator import Narrator
from lastdigit.match.record import (
    ENDS_TURN,
    LEFT,
    Act,
    End,
    Event,
    Player,
    Record,
    Result,
    Setup,
    TimeControl,
)


def audience_of(setup: Setup, you: Seat | None) -> Audience:
    """Return who reads of a match, from one of its seats or from none.

    A lone machine that nobody has named is called the computer.
    """
    machines = [seat for seat in Seat if not setup.players[seat.index].is_person]
    computer = machines[0] if len(machines) == 1 and you is not machines[0] else None
    if computer is not None:
        given = f"{COMPUTER} ({setup.players[computer.index].kind})"
        if setup.names[computer.index] not in (str(computer), COMPUTER, given):
            computer = None
    return Audience(setup.names, you, computer)


def own_seat(setup: Setup) -> Seat | None:
    """Return the seat of the only person at a table; None if there are two, or none."""
    people = [seat for seat in Seat if setup.players[seat.index].is_person]
    return people[0] if len(people) == 1 else None


def player_text(setup: Setup, seat: Seat, you: Seat | None = None) -> str:
    """Return who plays, with the level of a computer: You, Ann, Computer (easy), Hal (hard)."""
    return _with_level(audience_of(setup, you).label(seat), setup.players[seat.index])


def _with_level(name: str, player: Player) -> str:
    if player.is_person:
        return name
    # A record may come from anywhere, and its level is free text.
    kind = printable(player.kind)
    level = f"({kind[:LONGEST_LEVEL]}...)" if len(kind) > LONGEST_LEVEL else f"({kind})"
    return name if name.endswith(level) else f"{name} {level}"


def goal_of(setup: Setup) -> str:
    """Return the goal of a game, told to the one person at the table, or else to nobody as you."""
    return setup.build_game().second_person(audience_of(setup, own_seat(setup))).goal()


def terms_text(setup: Setup, audience: Audience) -> str:
    """Return what the players agree to: the start, unusual rules, the time, and who begins."""
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


WIDTH = 80
"""The columns of a screen that says nothing else."""
REPEATED = "This position has come up for the third time. You may agree to a draw"
REMINDER = f"{REPEATED}: type draw.\n"
LONGEST_LEVEL = 40
LONGEST_ANSWER = 9
"""What is typed has room beside its prompt; else the prompt leaves its choices out."""


class Voice(enum.StrEnum):
    """How a match is told: as it suits whoever plays, or always in one voice."""

    AUTO = "auto"
    PLAIN = "plain"
    RULEBOOK = "rulebook"


class RulebookNarrator(Narrator):
    """The rulebook's voice: its own sentences, with the players' names in them."""

    def name(self, seat: Seat) -> str:
        return self.match.setup.names[seat.index]

    def welcome(self) -> str:
        return self.dialogue.welcome(self.match.state)

    def resumption(self, heading: str) -> str:
        title = self.bold(self.match.game.title)
        return f"{title}, {heading}\n{view_text(self.dialogue.view(self.match.state))}\n"

    def opening(self) -> str:
        opening = self.dialogue.turn(self.match.state)
        if self._people and self.match.occurrences == REPETITIONS:
            return f"{REMINDER}{opening}"
        return opening

    def prompt(self, answers: tuple[str, ...]) -> str:
        question = self.dialogue.question(self.match.state, answers)
        assert question is not None, "a whole move is played, not asked for"
        return f"{question.lead}{question.prompt} "

    def answers_text(self, text: str, before: State) -> str:
        spoken = ""
        answers: tuple[str, ...] = ()
        for word in text.split():
            question = self.dialogue.question(before, answers)
            if question is not None:
                answers = (*answers, word)
                shown = {answer.text: answer.shown for answer in question.answers}[word]
                spoken += f"{question.lead}{question.prompt} {self.bold(shown)}\n"
        return spoken

    def event_text(self, event: Event, before: State) -> str:
        if event.act is not Act.MOVE:
            return self._text_around(event, before)
        move = self.match.game.moves_by_text[event.text]
        happened = self.dialogue.accepted(before, move, self.match.state)
        return happened + (self.dialogue.between if self.match.result is None else self.ending())

    def entry(self, before: State, text: str, after: State) -> Entry:
        return Entry(f"{self.name(before.mover)}: {text}", numbers_in(self.dialogue.view(after)))

    def refusal_text(self, event: Event, before: State, objection: Objection) -> str:
        move = self.match.game.moves_by_text[event.text]
        return self.dialogue.rejected(before, move, objection) + self._after_rejection()

    def _after_rejection(self) -> str:
        """Return the rest of a rejection: try again, and how often, or that it was the last."""
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


class PlainNarrator(Narrator):
    """The plain voice: you, and the other by name; one sentence for each thing that happens."""

    def __init__(
        self,
        match: Match,
        you: Seat | None = None,
        bold: Callable[[str], str] = str,
        width: int = WIDTH,
    ) -> None:
        super().__init__(match, bold)
        self._width = width
        self._room = width - (len("[99 s] ") if match.setup.terms.time_limit else 0)
        self.audience = audience_of(match.setup, you)
        self.voice = match.game.second_person(self.audience)

    def name(self, seat: Seat) -> str:
        return self.audience.subject(seat)

    def label(self, seat: Seat) -> str:
        return self.audience.label(seat)

    def welcome(self) -> str:
        start = self.voice.beginning(self.match.state)
        late = self._wrap(start) if start else ""
        return f"{self._title()}{self._wrap(self.voice.goal())}{late}\n"

    def resumption(self, heading: str) -> str:
        heading = f"{heading[:1].upper()}{heading[1:]}."
        return f"{self._title()}{self._wrap(heading)}{self._wrap(self.voice.goal())}\n"

    def _title(self) -> str:
        one = self.audience.you or Seat.ONE
        players = " against ".join(map(self._player, (one, one.other)))
        return f"{self.bold(f'{self.match.game.title}, {players}.')}\n"

    def _player(self, seat: Seat) -> str:
        return _with_level(self.audience.name(seat), self.match.setup.players[seat.index])

    def opening(self) -> str:
        if self.audience.you not in (None, self.match.mover):
            return ""  # what the other looks at is of no use to the reader
        lines = [*map(self._wrap, self.voice.board(self.match.state))]
        if self.match.occurrences == REPETITIONS:
            lines.insert(0, self._wrap(REMINDER.strip()))
        return "".join(lines)

    def prompt(self, answers: tuple[str, ...]) -> str:
        prompt = self.voice.prompt(self.match.state, answers)
        if display_width(prompt) + LONGEST_ANSWER <= self._room:
            return prompt
        return f"{prompt.partition(' (')[0].removesuffix(': ')}: "

    def _wrap(self, line: str) -> str:
        """Return a line with its end, as several where the screen is too narrow for one."""
        fits = line.isascii() and len(line) <= self._width
        return f"{line if fits else fit(line, self._width)}\n"

    def only_answer(self, answers: tuple[str, ...]) -> str:
        return only_open_answer(self.dialogue.question(self.match.state, answers))

    def unclear_text(self, unclear: UnclearAnswer) -> str:
        return self._wrap(self.voice.unclear(self.match.state, unclear))

    def answers_text(self, text: str, before: State) -> str:  # noqa: ARG002 - nothing is repeated
        return ""

    def replay_answers(self, text: str) -> str:
        if self.audience.you not in (None, self.match.mover):
            return ""
        words = text.split()
        prompts = (self.prompt(tuple(words[:place])) for place in range(len(words)))
        asked = zip(prompts, words, strict=True)
        return "".join(f"{prompt}{self.bold(word)}\n" for prompt, word in asked)

    def event_text(self, event: Event, before: State) -> str:
        if event.act is not Act.MOVE:
            return self._text_around(event, before)
        move = self.match.game.moves_by_text[event.text]
        sentence = self.voice.happened(before, move, self.match.state)
        # A blank line parts what the other did from the reader's own next turn.
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
        """Return who has won, in two words; nothing while the match goes on."""
        result = self.match.result
        if result is None:
            return ""
        if result.winner is None:
            return "A draw" if result.end is End.DRAW else "Nobody has won"
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
    """Return who tells a match at one screen of so many columns.

    By itself the plain voice is for one person who meets somebody that is none; two people at one
    keyboard hear the rulebook.
    """
    alone = own_seat(match.setup)
    if voice is Voice.PLAIN or (voice is Voice.AUTO and alone is not None):
        return PlainNarrator(match, alone, bold, width)
    return RulebookNarrator(match, bold)


HOW_WON = {End.WIN: "", End.ABANDONED: ", the other having left"}


def result_text(result: Result | None, names: tuple[str, str]) -> str:
    """Return how a game stands, in a few words."""
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
    """Return a whole game as it was shown on a screen of this width in one of the voices."""
    match = Match(record.setup)
    narrator = open_narrator(match, voice, bold, width)
    spoken = [narrator.welcome(), narrator.opening()]
    for event in record.events:
        before = match.state
        if event.act in (Act.MOVE, Act.REJECTED):
            spoken.append(narrator.replay_answers(event.text))
        match.apply(event)
        spoken.append(narrator.event_text(event, before))
        if event.act in ENDS_TURN and match.result is None:
            spoken.append(narrator.opening())
    if match.result is None:
        spoken.append(f"{LEFT.reason}\n")
    return "".join(spoken)
