"""After a review: the same game again from where one gave it away, against the same computer."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

from lastdigit.match.narration import own_seat
from lastdigit.match.record import Setup
from lastdigit.match.setup import arrange_from
from lastdigit.players import COMPUTERS
from lastdigit.terminal.choices import ask

if TYPE_CHECKING:
    from lastdigit.analysis.review import Review
    from lastdigit.terminal.console import Console


def offer_to_try_again(console: Console, review: Review) -> Setup | None:
    """Ask whether to play on from one's own last mistake; return that game if it is wanted.

    Raises Quit, EndOfInput or ToMenu.
    """
    setup = review.match.setup
    you = own_seat(setup)
    if you is None or setup.players[you.other.index].kind not in COMPUTERS:
        return None
    own = [move for move in review.moves if move.seat is you and not move.right]
    if not own:
        return None
    console.say("\n")
    prompt = f"Try again from move {own[-1].turn}? (yes, no) [no]: "
    while True:
        answer = ask(console, prompt, words=("yes", "no"))
        if "no".startswith(answer):
            return None
        if "yes".startswith(answer):
            break
        console.say(console.wrapped("Type yes, to play on from there as it stood then, or no."))
    console.say("\n")
    return arrange_from(
        review.match.game,
        own[-1].position,
        setup.players,
        package=setup.package,
        seed=SystemRandom().getrandbits(32),
        terms=setup.terms._replace(rounds=1),
    )
