"""The prompts and messages of Digit Dilemma, in two styles.

One style is the wording of the rulebook. The other style addresses the player as "you".
"""

from __future__ import annotations

from lastdigit.game.game import (
    Answer,
    Cell,
    Objection,
    Outcome,
    Question,
    Row,
    RowKind,
    Seat,
    Status,
    View,
)
from lastdigit.game.text import Dialogue, Entry, SecondPersonText, join_or
from lastdigit.games.digit_dilemma.rules import (
    EMPTY,
    PLACED,
    PLACES,
    SEVEN,
    TEN,
    ZERO_LEFT,
    DigitDilemmaRules,
    Placement,
    Position,
    State,
    to_next_multiple,
)

RULE = "\n---\n\n"
COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"]


def join_digits(pool: tuple[int, ...]) -> str:
    return ", ".join(map(str, pool))


def quotient(number: int, divisor: int) -> str:
    """Return `number / divisor` as text, rounded to three decimals unless it is a whole number.

    >>> quotient(741, 7), quotient(532, 7)
    ('105.857', '76')
    """
    return f"{number / divisor:.3f}" if number % divisor else str(number // divisor)


class DigitDilemmaText(Dialogue[State, Placement]):
    """The prompts and messages of Digit Dilemma in the wording of the rulebook."""

    game: DigitDilemmaRules
    between = ""

    def welcome(self, state: State) -> str:
        return (
            "Welcome to Digit Dilemma!\n\n"
            f"Available Digits: {join_digits(state.pool)}\n\n"
            f"{self._boards(state)}{RULE}"
        )

    def _boards(self, state: State, emphasised: Seat | None = None) -> str:
        lines = ""
        for seat, board in ((Seat.ONE, state.board_1), (Seat.TWO, state.board_2)):
            spaced = " ".join(board)
            shown = self.bold(spaced) if seat is emphasised else spaced
            lines += f"{self.names[seat]}'s Number: {shown}\n"
        return lines

    def turn(self, state: State) -> str:
        return f"{self.names[state.mover]}'s Turn:\nAvailable Digits: {join_digits(state.pool)}\n"

    def question(self, state: State, answers: tuple[str, ...]) -> Question | None:
        if len(answers) > 1:
            return None
        if answers:
            digit = int(answers[0])
            places = tuple(
                self._answer(state, place, [Placement(digit, place)], str(number))
                for number, place in enumerate(self.game.positions, 1)
            )
            named = ", ".join(place.title() for place in self.game.positions)
            return Question(f"Enter the position to place the digit ({named}):", places)
        digits = tuple(
            self._answer(
                state, str(digit), [Placement(digit, place) for place in self.game.positions]
            )
            for digit in range(10)
        )
        return Question("Enter the digit you want to pick:", digits)

    def _answer(self, state: State, text: str, moves: list[Placement], *shortcuts: str) -> Answer:
        """Return an Answer that a player can give by typing `text` or one of the `shortcuts`.

        `moves` are the moves that the player can still choose after this answer. If none of these
        moves is legal, the answer is marked as unavailable.
        """
        objections = [self.game.objection(state, move) for move in moves]
        if None in objections:
            return Answer(text, label=text.title(), numbers=shortcuts)
        return Answer(
            text, Status.UNAVAILABLE, text.title(), numbers=shortcuts, objection=objections[0]
        )

    def accepted(self, before: State, move: Placement, after: State) -> str:
        board = after.board_1 if before.mover is Seat.ONE else after.board_2
        return (
            f"\n{self._boards(after, before.mover)}"
            f"Digit Pool after turn: {join_digits(after.pool)}\n"
            f"{'' if EMPTY in board else self._declaration(int(board))}{RULE}"
        )

    def _declaration(self, number: int) -> str:
        divisor = self.game.divisor
        verdict = f"{'Not divisible' if number % divisor else 'Divisible'} by {divisor}"
        return (
            f"\nCompleted Number: {number}\n"
            f"Checking if {number} is divisible by {divisor}...\n"
            f"Result: {number} ÷ {divisor} = {quotient(number, divisor)} ({verdict})\n"
        )

    def ending(self, state: State, outcome: Outcome) -> str:
        winner, divisor = self.names[outcome.winner], self.game.divisor
        number = int(state.board_1 if outcome.winner is Seat.ONE else state.board_2)
        if number % divisor == 0:
            return (
                f"Congratulations, {winner} wins by forming the number {number}, "
                f"which is a multiple of {divisor}!\n"
            )
        numbers = (int(state.board_1), int(state.board_2))
        away = [(number, to_next_multiple(number, divisor)) for number in numbers]
        distances = "".join(
            f"{number} is {distance} below the next multiple of {divisor}, {number + distance}.\n"
            for number, distance in away
        )
        return (
            f"Neither number is divisible by {divisor}.\n{distances}"
            f"Congratulations, {winner} wins: {outcome.reason.removesuffix('.')}!\n"
        )

    def view(self, state: State) -> View:
        pool = tuple(Cell(str(digit), answer=str(digit)) for digit in state.pool)
        boards = ((Seat.ONE, state.board_1), (Seat.TWO, state.board_2))
        return (
            Row(RowKind.POOL, "Available digits", pool),
            *(
                Row(
                    RowKind.NUMBER,
                    f"{self.names[seat]}'s number",
                    tuple(
                        Cell(
                            text.replace(EMPTY, ""),
                            caption=place.title(),
                            answer=place if seat is state.mover and text == EMPTY else "",
                        )
                        for text, place in zip(board, self.game.positions, strict=True)
                    ),
                    seat,
                )
                for seat, board in boards
            ),
        )


AT = {
    Position.LEFT: "on the left",
    Position.MIDDLE: "in the middle",
    Position.RIGHT: "on the right",
    Position.SECOND: "in the second place",
    Position.THIRD: "in the third place",
}


class DigitDilemmaSecondPersonText(SecondPersonText[State, Placement]):
    """The prompts and messages of Digit Dilemma, addressed to the player as "you"."""

    game: DigitDilemmaRules

    def card(self) -> str:
        return f"Be the first to build a multiple of {self.game.divisor}."

    def goal(self) -> str:
        divisor = self.game.divisor
        return (
            f"Be the first to build a multiple of {divisor}. If neither player does, the number "
            f"closest to the next multiple of {divisor} wins. In a tie, the smaller number wins."
        )

    def prompt_goal(self, version: int) -> str:
        if version > 1:
            return self.goal()
        return (
            f"Be the first to build a multiple of {self.game.divisor}. If nobody does, whoever "
            "needs less to the next one wins; a tie goes to the smaller number."
        )

    def in_short(self) -> str:
        divisor, places = self.game.divisor, tuple(AT[place] for place in self.game.positions)
        return (
            "Your turn: take a digit from the pool that you share, and place it "
            f"{join_or(places)} of your own number. It stays there.\n\n"
            f"The end: the first player to complete a multiple of {divisor} wins at once. If both "
            f"numbers are complete and neither is a multiple of {divisor}, the number closest to "
            f"the next multiple of {divisor} wins. In a tie, the smaller number wins."
        )

    def terms(self, start: State) -> tuple[str, ...]:
        game, sentences = self.game, list[str]()
        if len(start.pool) == TEN:
            sentences.append(f"Both start with {game.slots} empty places.")
        else:
            for seat, board in ((Seat.ONE, start.board_1), (Seat.TWO, start.board_2)):
                sentences.append(f"{self.audience.starts(seat)} with {' '.join(board)}.")
        if game.divisor != SEVEN:
            sentences.append(f"A multiple of {game.divisor} wins.")
        if not game.leading_zero:
            sentences.append("A 0 can't go on the left.")
        return tuple(sentences)

    def board(self, state: State) -> tuple[str, ...]:
        boards = {Seat.ONE: state.board_1, Seat.TWO: state.board_2}
        you = self.audience.you or Seat.ONE
        numbers = "     ".join(
            f"{self.audience.label(seat):8} {' '.join(boards[seat])}" for seat in (you, you.other)
        )
        return (numbers, f"Digits left: {' '.join(map(str, state.pool))}")

    def view(self, state: State) -> View:
        _, *boards = super().view(state)
        left = len(state.pool)
        counted = "One digit" if left == 1 else f"{COUNTS[left]} digits"
        pool = tuple(
            Cell(str(digit) if digit in state.pool else "", answer=str(digit))
            for digit in range(10)
        )
        return Row(RowKind.POOL, f"{counted} left to share", pool), *boards

    def aid(self) -> str:
        return f"Multiples of {self.game.divisor} still possible"

    def aid_view(self, state: State) -> View:
        boards = {Seat.ONE: state.board_1, Seat.TWO: state.board_2}
        you = self.audience.you or Seat.ONE
        return tuple(
            Row(
                RowKind.LOG,
                self.audience.label(seat),
                tuple(map(Cell, self._open_multiples(boards[seat], state.pool))),
                seat,
            )
            for seat in (you, you.other)
        )

    def _open_multiples(self, board: str, pool: tuple[int, ...]) -> list[str]:
        """Return the multiples of the divisor that can still be built on a board.

        Empty places are filled with digits from `pool`.
        """
        found = []
        for number in range(0, 10**self.game.slots, self.game.divisor):
            text = f"{number:0{self.game.slots}}"
            added = [new for new, old in zip(text, board, strict=True) if old == EMPTY]
            fits = all(old in (EMPTY, new) for new, old in zip(text, board, strict=True))
            if fits and len(set(added)) == len(added) and all(int(one) in pool for one in added):
                found.append(text)
        return found

    def ask(self, state: State, answers: tuple[str, ...]) -> str:
        return f"Place {answers[0]}" if answers else "Pick a digit"

    def choices(self, state: State, answers: tuple[str, ...]) -> tuple[str, ...]:
        return super().choices(state, answers) if answers else ()

    def button(self, state: State, move: Placement) -> str:
        return self.addressed(state.mover, f"Place {move.digit} {AT[move.position]}")

    def preview(self, state: State, move: Placement) -> str:
        board = PLACED[state.own, move]
        whose = self.audience.possessive(state.mover)
        whose = f"{whose[:1].upper()}{whose[1:]}"
        becomes = f"{whose} number becomes {' '.join(board)}."
        gaps = [
            position.title()
            for position, text in zip(self.game.positions, board, strict=True)
            if text == EMPTY
        ]
        if not gaps:
            return becomes
        return f"{becomes} {' and '.join(gaps)} {'stays' if len(gaps) == 1 else 'stay'} open."

    def happened(self, before: State, move: Placement, after: State) -> str:
        board = after.board_1 if before.mover is Seat.ONE else after.board_2
        placed = f"placed {move.digit} {AT[move.position]}"
        return f"{self.audience.subject(before.mover)} {placed}: {board}."

    def entry(self, before: State, move: Placement, after: State) -> Entry:
        board = after.board_1 if before.mover is Seat.ONE else after.board_2
        text = f"{self.audience.label(before.mover)} placed {move.digit} {AT[move.position]}"
        return Entry(text, board)

    def refusal(self, state: State, move: Placement, objection: Objection) -> str:
        if move.digit not in state.pool:
            return f"The {move.digit} is already taken."
        held = self._held(state, move)
        if move == ZERO_LEFT and held == EMPTY:
            return "A 0 can't go on the left."
        return f"There is already {'an' if held == '8' else 'a'} {held} {AT[move.position]}."

    def _held(self, state: State, move: Placement) -> str:
        return state.own[PLACES[move.position]]

    def closed(self, state: State, answers: tuple[str, ...], answer: Answer) -> str:
        if answers:
            return super().closed(state, answers, answer)
        return "" if answer.objection is None else f"The {answer.text} is already taken."

    def ending(self, state: State, outcome: Outcome) -> str:
        boards = {Seat.ONE: state.board_1, Seat.TWO: state.board_2}
        winner, loser = boards[outcome.winner], boards[outcome.winner.other]
        wins = self.audience.wins(outcome.winner)
        if int(winner) % self.game.divisor == 0:
            return f"{winner} = {self.game.divisor} × {int(winner) // self.game.divisor}: {wins}."
        needs, other = (
            to_next_multiple(int(board), self.game.divisor) for board in (winner, loser)
        )
        if needs < other:
            return (
                f"{winner} is {needs} short of a multiple of {self.game.divisor}, and {loser} is "
                f"{other} short: {wins}."
            )
        return (
            f"{winner} and {loser} are both {needs} short of a multiple of {self.game.divisor}, "
            f"and {winner} is smaller: {wins}."
        )
