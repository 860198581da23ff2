"""A disguise of Digit Poison: the same game with different wording and symbols for digits.

Exams use disguises, so that a player cannot win by remembering the game.
"""

from __future__ import annotations

from lastdigit.game.disguise import Disguise, Lot, Signs
from lastdigit.game.game import Game, Seat
from lastdigit.game.options import NUMERALS
from lastdigit.games.digit_poison.rules import Digit, State, remainder_of
from lastdigit.games.digit_poison.variants import DigitPoison

THEMES = (("chain", "bead"), ("train", "wagon"), ("wall", "stone"), ("caravan", "camel"))
ENDS = (("left", "from right to left"), ("right", "from left to right"))
NOTHING = "empty"
TEXT = """
{first} and {second} make one {whole} together, {piece} by {piece}. There are {base} kinds of
{piece}. Each kind has a sign and a value: {legend}.

The tally of a {whole} starts at 0. Take the {pieces} in the order in which they were added, which
is {way}. For each of them, multiply the tally by {base}, then add the value of that {piece}. So
{example} has the tally {tally}.

- The {whole} is empty at first. The players take turns. The player whose turn it is adds one
  {piece} of any kind{unless} at the {end} end of the {whole}. Nothing else changes.
- {limited}
- If the tally of the new {whole} can be divided by {divisors} without remainder, the player who
  just moved has lost, the other player has won, and the game is over. A tally of 0 can always be
  divided.
- {longest}
- {used_up}
- Otherwise it is the other player's turn. There is no passing.{for_ever}

A move is written as the sign of the {piece} that is added. A position is written as two words
with a space between them: the player whose turn it is, and the {whole}. The {whole} is written as
its signs from left to right, or as the word {nothing} while there is no {piece} in it.
"""
FIRST_TEXT = """
{first} and {second} make one {whole} together, {piece} by {piece}. There are {base} kinds of
{piece}, each with a sign and a value: {legend}.

The tally of a {whole} is worked out so: begin with 0. Take the {pieces} in the order in which
they were added, which is {way}. For each of them multiply the tally by {base}, and then add the
value of that {piece}. So {example} has the tally {tally}.

- The {whole} is empty at first. The players move in turn. Whoever moves adds one {piece}, of any
  kind{unless}, at the {end} end of the {whole}. Nothing that is there is ever changed.
- {first_limited}
- If the tally of the new {whole} can be divided by {divisors} without remainder, the game is
  over: whoever has just moved has lost, and the other player has won. A tally of 0 can always be
  divided.
- {first_longest}
- {first_used_up}
- Otherwise it is the other player's turn. There is no passing.{first_for_ever}

A move is written as the sign of the {piece} that is added. A position is written as two words
with a blank between them: whose turn it is, and the {whole}, as its signs from left to right, or
as the word {nothing} while there is no {piece} in it.
"""
UNLESS = " that is not used up"
LIMITED = """Each kind of {piece} may be added at most {times} in a game, by both players together.
Then it is used up."""
LONGEST = """If the number of {pieces} in the {whole} is now {length}, the game is over: the player
who just moved has lost, and the other player has won."""
USED_UP = """If the game is not over yet but all kinds are used up, the game is over because the
other player cannot move: the player who just moved has won, and the other player has lost."""
FOR_EVER = " If play never ends, there is no winner."
FIRST_LIMITED = """Each kind of {piece} may be added at most {times} in a game, whoever adds it.
Then it is used up."""
FIRST_LONGEST = """If the number of {pieces} in the {whole} is now {length}, the game is over:
whoever has just moved has lost, and the other player has won."""
FIRST_USED_UP = """If that has not ended the game, but all kinds are used up now, the game is over:
whoever has just moved has won, and the other player, who cannot move, has lost."""
FIRST_FOR_EVER = " Play can go on for ever, and then nobody has won."


class PoisonDisguise(Disguise[State, Digit]):
    """Digit Poison with different wording. The number is a chain of symbols."""

    # The end at which the chain grows is picked at random, once for the whole game.

    text = TEXT
    first_text = FIRST_TEXT
    game: DigitPoison

    def __init__(self, game: Game[State, Digit], lot: Lot) -> None:
        super().__init__(game, lot)
        self._signs = Signs.draw(lot, self.game.base)
        whole, piece = lot.pick(THEMES, "theme")
        end, way = lot.pick(ENDS, "end")
        self._backwards = end == "left"
        example = [1 + lot.below(self.game.base - 1, f"example/{place}") for place in range(3)]
        self.words |= {
            "whole": whole,
            "piece": piece,
            "pieces": f"{piece}s",
            "base": self.game.base,
            "legend": self._signs.legend,
            "end": end,
            "way": way,
            "example": self._written(example),
            "tally": sum(
                value * self.game.base**power for power, value in enumerate(example[::-1])
            ),
            "divisors": self._divisors(),
            "nothing": NOTHING,
        }
        self.words |= self._options(self.words)

    def _divisors(self) -> str:
        *others, last = map(str, self.game.poisons)
        return f"{', '.join(others)} or {last}" if others else last

    def _options(self, words: dict[str, object]) -> dict[str, str]:
        """Return the text of each optional rule, or "" for rules that this game does not have.

        The keys are the names of the fields in the rules template.
        """
        uses, longest = self.game.uses, self.game.max_length
        times = "once" if uses == 1 else f"{uses} times"
        texts = {
            "unless": uses and UNLESS,
            "limited": uses and LIMITED,
            "longest": longest and LONGEST,
            "used_up": uses and USED_UP,
            "for_ever": not uses and not longest and FOR_EVER,
            "first_limited": uses and FIRST_LIMITED,
            "first_longest": longest and FIRST_LONGEST,
            "first_used_up": uses and FIRST_USED_UP,
            "first_for_ever": not uses and not longest and FIRST_FOR_EVER,
        }
        return {
            slot: text.format(**words, times=times, length=longest) if text else ""
            for slot, text in texts.items()
        }

    def _written(self, values: list[int]) -> str:
        return self._signs.write(values[::-1] if self._backwards else values)

    def format_move(self, move: Digit) -> str:
        return self._signs.every[move]

    def format_fields(self, state: State) -> list[str]:
        return [self._written([NUMERALS.index(digit) for digit in state.digits]) or NOTHING]

    def read_fields(self, mover: Seat, fields: list[str]) -> State:
        [text] = fields
        values = () if text == NOTHING else self._signs.read(text)
        digits = "".join(NUMERALS[value] for value in values if value is not None)
        digits = digits[::-1] if self._backwards else digits
        return State(mover, digits, remainder_of(digits, self.game.modulus, self.game.base))
