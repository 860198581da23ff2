"""Setting a match up for a browser: whose rules, which seats, who begins; and its rematch."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import replace
from random import Random

from msgspec import UNSET

from lastdigit import __version__
from lastdigit.core.game import AnyGame
from lastdigit.core.options import Preset
from lastdigit.core.values import Seat
from lastdigit.errors import OptionError, RecordError, UnknownGame
from lastdigit.games import catalogue
from lastdigit.match.record import HUMAN, Clock, Player, Setup, Terms, checked_name
from lastdigit.match.setup import arrange, rearranged
from lastdigit.players import COMPUTERS
from lastdigit.store import Held, Online
from lastdigit.web import clocks, said
from lastdigit.web.live import Live
from lastdigit.web.refusal import Reason, Refusal

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that are not taken for one another when read aloud or from a blackboard."""
CODE_LENGTH = 6
KEY_LENGTH = 12
FREE = Held(None, joined=False)
COMPUTERS_OWN = Held(None, joined=True)


def new_code(length: int = CODE_LENGTH) -> str:
    """Return a code that people can read to each other."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def read_code(text: str) -> str:
    """Return the code that somebody typed: small letters are as good as large ones."""
    return text.strip().upper()


def new_secret() -> str:
    """Return what proves that somebody holds a seat: 256 bits."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> bytes:
    """Return what is kept of a secret: it is random, so a plain hash cannot be turned back."""
    return hashlib.sha256(secret.encode()).digest()


def game_class(name: str) -> type[AnyGame]:
    """Return the game with exactly this name; raises Refusal."""
    try:
        return catalogue()[name]
    except KeyError:
        names = ", ".join(catalogue())
        raise Refusal(Reason.UNKNOWN_GAME, f"There is no such game; there is {names}.") from None


def rules_of(name: str, options: said.Options) -> AnyGame:
    """Return a game with its options; raises Refusal."""
    try:
        return game_class(name).of(options)
    except (OptionError, UnknownGame) as error:
        raise Refusal(Reason.BAD_OPTION, str(error)) from None


def arranged(wish: said.Arrangement) -> Setup:
    """Return the set-up that somebody wishes; raises Refusal."""
    preset = _preset(wish)
    game = rules_of(wish.game, dict(preset.options) | wish.options)
    if wish.against not in (said.HERE, said.LINK, *COMPUTERS):
        computers = ", ".join(COMPUTERS)
        raise Refusal(
            Reason.MALFORMED, f"against is {said.HERE}, {said.LINK}, or one of {computers}."
        )
    if wish.clock is not None and wish.time_limit is not None:
        raise Refusal(Reason.MALFORMED, "There is one clock: clock or timeLimit, not both.")
    seed = secrets.randbits(32)
    toss = Random(f"{seed}/toss").choice(tuple(Seat))
    return arrange(
        game,
        _players(wish),
        package=__version__,
        first=toss if wish.first == "toss" else Seat(wish.first),
        seed=seed,
        terms=Terms(
            time_limit=wish.time_limit,
            attempts=preset.attempts if wish.attempts is UNSET else wish.attempts,
            hints=wish.hints and wish.against in COMPUTERS,
            clock=_clock(wish.clock),
        ),
    )


def _clock(wish: said.Clock | None) -> Clock | None:
    return None if wish is None else Clock(wish.seconds, wish.increment)


def _preset(wish: said.Arrangement) -> Preset:
    presets = {preset.name: preset for preset in game_class(wish.game).presets}
    name = next(iter(presets)) if wish.preset is None else wish.preset
    if name not in presets:
        raise Refusal(Reason.BAD_OPTION, f"There is no such preset; there is {', '.join(presets)}.")
    return presets[name]


def _players(wish: said.Arrangement) -> tuple[Player, Player]:
    computer = wish.against in COMPUTERS
    kind = wish.against if computer else HUMAN
    second = str(Seat.ONE if wish.name == str(Seat.TWO) else Seat.TWO)
    default = f"Computer ({wish.against})" if computer else second
    return _named(Player(HUMAN, wish.name), Player(kind, wish.other_name or default))


def _named(one: Player, two: Player) -> tuple[Player, Player]:
    try:
        one = replace(one, name=checked_name(one.name))
        two = replace(two, name=checked_name(two.name))
    except RecordError as error:
        raise Refusal(Reason.MALFORMED, str(error)) from None
    if one.name == two.name:
        raise Refusal(Reason.MALFORMED, "The two players need different names.")
    return one, two


def renamed(setup: Setup, seat: Seat, name: str | None) -> Setup:
    """Return a set-up in which whoever sits down has a name; raises Refusal."""
    if name is None:
        return setup
    players = list(setup.players)
    players[seat.index] = replace(players[seat.index], name=name)
    return replace(setup, players=_named(*players))


def seated(setup: Setup, against: str, holder: bytes, now: str) -> Online:
    """Return the seats of a new match: the first is the holder's, the second as was wished."""
    own = Held(holder, joined=True)
    others = {said.HERE: own, said.LINK: FREE}
    other = others.get(against, COMPUTERS_OWN)
    begun = now if other.joined else None
    return Online(new_code(), against, (own, other), begun, clocks.wound_up(setup.terms))


def rematched(live: Live, holder: bytes, now: str) -> tuple[Setup, Online]:
    """Return the same match again: the seats stay, the other player begins.

    Whoever asked sits down at once; a seat that somebody else holds waits for them.
    """
    setup = rearranged(live.setup, first=live.setup.first.other, seed=secrets.randbits(32))
    one, two = (replace(held, joined=held.holder in (None, holder)) for held in live.seats)
    begun = now if one.joined and two.joined else None
    online = Online(new_code(), live.against, (one, two), begun, clocks.wound_up(setup.terms))
    return setup, online
