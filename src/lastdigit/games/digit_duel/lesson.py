"""Digit Duel in three steps: a 0 cannot strike, zero ends it, a strike costs your own digit."""

from __future__ import annotations

from lastdigit.core.lesson import Claim, Lesson, Step

LESSON = Lesson(
    (
        Step(
            position="1 604 537",
            heading="A strike takes your digit from the other number, and 1 from that digit.",
            task="Find the digit that cannot strike.",
            ask="a digit that cannot strike",
            claim=Claim.REFUSED,
            button="The {} digit cannot strike",
            replies={
                "hundreds": "The 6 can strike: 537 becomes 531, and your 604 becomes 504.",
                "ones": "The 4 can strike: 537 becomes 533, and your 604 becomes 603.",
            },
            done="The 6 and the 4 can strike; each time both numbers get smaller.",
        ),
        Step(
            position="1 109 007",
            heading="Bring the computer's number to zero and you win at once.",
            task="The computer has 7. Find the strike that wins.",
            ask="a digit that wins",
            claim=Claim.WINS,
            replies={"ones": "9 is more than 7: the computer's number is zero, and you win."},
            done="A digit larger than the number is enough.",
        ),
        Step(
            position="1 011 002",
            heading="A strike costs 1 in its own place. Your own number at zero loses.",
            task="You have two 1s. Find the one that wins.",
            ask="a digit that wins",
            claim=Claim.TRAPS,
            replies={
                "tens": "Your 011 becomes 001, and the computer's 1 takes it to zero: you lose.",
                "ones": "Your 011 becomes 010. The computer's last strike costs its own last 1.",
            },
            done="The same strike cost 10 in the tens, and only 1 in the ones.",
        ),
    )
)
