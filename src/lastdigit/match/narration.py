"""Tells a match in its game's own words. Live play and replay use the same sentences."""

from __future__ import annotations

from collections.abc import Callable

from lastdigit.core.game import State
from lastdigit.core.values import Seat
from lastdigit.match.match import REPETITIONS, Match
from lastdigit.match.record import ENDS_TURN, LEFT, Act, End, Event, Record, Result


class Narrator:
    """Turns what happens in a match into text; prints nothing."""

    def __init__(self, match: Match, bold: Callable[[str], str] = str) -> None:
        self.match = match
        self.bold = bold
        self.dialogue = match.game.dialogue(match.setup.names, bold)
        self._people = any(player.is_person for player in match.setup.players)

    def name(self, seat: Seat) -> str:
        """Return the name of the player on a seat."""
        return self.match.setup.names[seat.index]

    def welcome(self) -> str:
        """Return what is said before the first turn."""
        return self.dialogue.welcome(self.match.state)

    def opening(self) -> str:
        """Return what opens the turn that is next."""
        opening = self.dialogue.turn(self.match.state)
        if self.match.occurrences != REPETITIONS or not self._people:
            return opening
        return (
            "This position has come up for the third time. "
            f"You may agree to a draw: type draw.\n{opening}"
        )

    def answers_text(self, text: str, before: State) -> str:
        """Return the questions of a turn with the answers that make a move in it."""
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
        """Return what the last event brought about; `before` is the position it happened in."""
        match event.act:
            case Act.MOVE:
                move = self.match.game.moves_by_text[event.text]
                happened = self.dialogue.accepted(before, move, self.match.state)
                over = self.match.result is not None
                return happened + (self.ending() if over else self.dialogue.between)
            case Act.REJECTED:
                move = self.match.game.moves_by_text[event.text]
                objection = self.match.objection
                assert objection is not None, "the match rejects nothing that the rules allow"
                return self.dialogue.rejected(before, move, objection) + self._after_rejection()
            case Act.UNDO:
                return "Taken back.\n\n"
            case Act.OFFER:
                return f"{self.name(event.seat)} offers a draw.\n"
            case Act.ASK:
                return f"{self.name(event.seat)} asks to take a move back.\n"
            case Act.DECLINE:
                return f"{self.name(event.seat)} does not agree.\n"
            case Act.ACCEPT | Act.RESIGN | Act.TIME | Act.ABANDON | Act.FORFEIT:
                return self.ending()
            case Act.HINT:
                return ""

    def _after_rejection(self) -> str:
        """Return the rest of a rejection: try again, and how often, or that it was the last."""
        if self.match.result is not None:
            return f"\n{self.ending()}"
        if self.match.setup.terms.attempts is None:
            return " Try again.\n"
        left = self.match.setup.terms.attempts - self.match.tries
        return f" Try again.\n{'1 attempt' if left == 1 else f'{left} attempts'} left.\n"

    def ending(self) -> str:
        """Return how the match ended, or nothing while it goes on."""
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


HOW_WON = {End.WIN: "", End.ABANDONED: ", the other having left"}


def result_text(result: Result | None, names: tuple[str, str]) -> str:
    """Return how a game stands, in a few words."""
    if result is None:
        return "unfinished"
    if result.winner is None:
        return "draw" if result.end is End.DRAW else result.reason.rstrip(".").lower()
    how = HOW_WON.get(result.end, f" by {result.end}")
    return f"{names[result.winner.index]} won{how}"


def transcript(record: Record, bold: Callable[[str], str] = str) -> str:
    """Return a whole game as the dialogue that was spoken in it."""
    match = Match(record.setup)
    narrator = Narrator(match, bold)
    spoken = [narrator.welcome(), narrator.opening()]
    for event in record.events:
        before = match.state
        if event.act in (Act.MOVE, Act.REJECTED):
            spoken.append(narrator.answers_text(event.text, before))
        match.apply(event)
        spoken.append(narrator.event_text(event, before))
        if event.act in ENDS_TURN and match.result is None:
            spoken.append(narrator.opening())
    if match.result is None:
        spoken.append(f"{LEFT.reason}\n")
    return "".join(spoken)
