"""Number Morph in three steps: prime, not used, and a number that leads nowhere."""

from __future__ import annotations

from lastdigit.game.lesson import Claim, Lesson, Step
from lastdigit.games.number_morph.primes import BASE, DIGITS, primes_of

WAYS = primes_of(DIGITS, BASE).ways
START = 211
LAST_OPEN = (229, 829, 929)
DEAD_END = (229, 829, 821, 811, 911, 919)


def position(log: tuple[int, ...]) -> str:
    """Return the text of the position after these numbers."""
    return f"1 {log[-1]} {','.join(map(str, log))}"


def way_on(number: int) -> str:
    """Return a prime that the computer can still form from a number."""
    return str(next(prime for prime in WAYS[number].values() if prime not in DEAD_END))


LESSON = Lesson(
    (
        Step(
            position=position((START,)),
            heading="A prime is divisible by 1 and itself alone, such as 211.",
            task="Change one digit of 211 so that another prime is formed.",
            ask="a digit to change",
            claim=Claim.ALLOWED,
            replies={
                str(change): f"{prime} is prime, and new." for change, prime in WAYS[START].items()
            },
            done="That is a turn. The other digits stay as they are.",
        ),
        Step(
            position=position(LAST_OPEN),
            heading="Used numbers are closed, and no number begins with 0.",
            task="Only the tens are open. Find the one new prime.",
            ask="a digit to change",
            claim=Claim.ALLOWED,
            replies={
                "hundreds 0": "029 is only 29: a number does not begin with 0.",
                "tens 1": "919 is prime, and new.",
            },
            done="From 929 only 229, 829 and 919 can be formed.",
        ),
        Step(
            position=position(DEAD_END),
            heading="Whoever cannot form a new prime loses.",
            task="229 and 829 are used. Find the prime that the computer cannot leave.",
            ask="a digit to change",
            claim=Claim.WINS,
            replies={
                str(change): f"From {prime} the computer can still form {way_on(prime)}."
                for change, prime in WAYS[DEAD_END[-1]].items()
                if prime not in (929, *DEAD_END)
            }
            | {"tens 2": "229, 829 and 919 are used: the computer cannot leave 929, and you win."},
            done="Few ways on are a trap: look for them before you form a number.",
        ),
    )
)
