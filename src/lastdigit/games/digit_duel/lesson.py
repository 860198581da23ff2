"""Digit Duel in three steps: zero ends it, a strike costs your own digit, you have to strike."""

from __future__ import annotations

from lastdigit.game.lesson import Claim, Lesson, Step

LESSON = Lesson(
    (
        Step(
            position="1 019 007",
            heading="A strike subtracts your digit from the other number. A number at zero loses.",
            task="The computer has 7. Find the strike that wins.",
            ask="a digit that wins",
            claim=Claim.WINS,
            replies={"ones": "9 is more than 7: the computer's number is zero, and you win."},
            done="A digit larger than the number is enough.",
        ),
        Step(
            position="1 015 020",
            heading="Then your digit drops by 1. In the tens, that costs 10.",
            task="Find the strike after which the computer can't bring you to zero.",
            ask="a digit that is safe",
            claim=Claim.DEFENDS,
            replies={
                "tens": "Your 015 becomes 005, and the computer strikes it with its 9: you lose.",
                "ones": "Your 015 becomes 014, and no digit is that large.",
            },
            done="Before you strike, check what your own number becomes.",
        ),
        Step(
            position="1 011 002",
            heading="If your own strike brings your number to zero, you lose.",
            task="You have two 1s. Find the one that wins.",
            ask="a digit that wins",
            claim=Claim.TRAPS,
            replies={
                "tens": "Your 011 becomes 001, and the computer's 1 takes it to zero: you lose.",
                "ones": "Your 011 becomes 010. The computer's last strike costs its own last 1.",
            },
            done="You have to strike, even if it costs your last 1.",
        ),
    )
)
