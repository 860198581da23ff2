"""The ladder in a terminal: shown, and climbed."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom

from lastdigit.game.game import AnyGame
from lastdigit.match.narration import Voice
from lastdigit.preferences import Preferences
from lastdigit.puzzles.ladder import (
    RUNGS,
    WINS,
    Standing,
    ladder_setup,
    next_rung,
    standings,
)
from lastdigit.puzzles.own_games import played_games
from lastdigit.store import Store
from lastdigit.terminal.choices import Choice, choose
from lastdigit.terminal.console import Console
from lastdigit.terminal.session import Session

RULE = (
    f"{WINS} wins running beat a rung, from starts that you can win and without hints or moves "
    "taken back. A loss takes no rung away."
)
YOU = "You"


def ladders_text(kinds: Sequence[type[AnyGame]], store: Store) -> str:
    """Return how far somebody is on the ladder of each game."""
    games = list(played_games(store, kinds))
    texts = []
    for kind in kinds:
        ladder = standings(kind, games)
        lines = [
            f"  {number} {standing.rung.name:5} {standing.rung.level:9} {_told(standing)}".rstrip()
            for number, standing in enumerate(ladder, 1)
        ]
        beaten = sum(standing.beaten for standing in ladder)
        texts.append("\n".join((f"{kind.title}: {beaten} of {len(RUNGS)} beaten", *lines)))
    return "\n\n".join(texts) + "\n"


def _told(standing: Standing) -> str:
    if standing.beaten:
        return "beaten"
    return f"{standing.running} of {WINS} wins running" if standing.running else ""


def climb(
    console: Console,
    store: Store,
    kind: type[AnyGame],
    preferred: Preferences,
    package: str,
    *,
    saved: bool = True,
) -> None:
    """Play against the rungs of a game until the player leaves; raises Quit, EndOfInput, ToMenu.

    `saved` says whether the store outlives the program: only then can games be resumed.
    """
    console.say(f"{kind.title}: the ladder\n{console.wrapped(RULE)}")
    session = Session(console, store, kept=saved, voice=Voice(preferred.voice))
    while True:
        ladder = standings(kind, played_games(store, [kind]))
        lines = [
            Choice(
                standing.rung.name,
                "; ".join(filter(None, (standing.rung.about, _told(standing)))),
            )
            for standing in ladder
        ]
        rung = RUNGS[choose(console, "Against whom?", lines, next_rung(ladder))]
        console.say("\n")
        seed = SystemRandom().getrandbits(32)
        session.play(ladder_setup(kind, rung, preferred.name or YOU, package, seed))
        now = standings(kind, played_games(store, [kind]))[RUNGS.index(rung)]
        console.say(console.wrapped(f"{rung.name}: {_told(now) or 'no win yet'}."))
