"""What is said in Beads: long rows, long texts, answers of two digits, and no full stops."""

from __future__ import annotations

from lastdigit.game.game import Answer, Cell, Outcome, Question, Row, RowKind, Status, View
from lastdigit.game.text import Dialogue
from lastdigit_beads.rules import COLOURS, MOST, State, Take


class BeadsDialogue(Dialogue[State, Take]):
    """The odd game's words."""

    def welcome(self, state: State) -> str:
        return f"{sum(state.left)} beads are on the string\n\n"

    def turn(self, state: State) -> str:
        return f"{self.names[state.mover]} takes beads\n"

    def question(self, state: State, answers: tuple[str, ...]) -> Question | None:
        match answers:
            case ():
                colours = tuple(
                    Answer(colour, Status.LEGAL if state.of(colour) else Status.UNAVAILABLE)
                    for colour in COLOURS
                )
                return Question(f"Which colour ({', '.join(COLOURS)}):", colours)
            case (str(colour),):
                left = state.of(colour)
                counts = tuple(
                    Answer(str(count), Status.LEGAL if count <= left else Status.UNAVAILABLE)
                    for count in range(1, MOST + 1)
                )
                return Question(f"How many (1-{left}):", counts)
        return None

    def accepted(self, before: State, move: Take, after: State) -> str:
        return (
            f"{self.names[before.mover]} takes {move.number} {move.colour}\n"
            f"{sum(after.left)} beads are left\n"
        )

    def view(self, state: State) -> View:
        string = [
            Cell(colour[0].upper() if place < state.of(colour) else "")
            for colour, count in COLOURS.items()
            for place in range(count)
        ]
        colours = [
            Cell(colour, f"{state.of(colour)} left", colour if state.of(colour) else "")
            for colour in COLOURS
        ]
        taken = [Cell(str(count - state.of(colour)), colour) for colour, count in COLOURS.items()]
        return (
            Row(RowKind.NUMBER, "String", tuple(string)),
            Row(RowKind.NUMBER, "Colours", tuple(colours)),
            Row(RowKind.LOG, "Taken", tuple(taken)),
        )

    def ending(self, state: State, outcome: Outcome) -> str:
        return f"{self.names[outcome.winner]} wins"
