"""A live match as the API shows it, the same for everybody who looks."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from lastdigit.core.values import Seat
from lastdigit.match.match import Match
from lastdigit.match.narration import Narrator
from lastdigit.web import may, pictures, told
from lastdigit.web.live import Live
from lastdigit.web.pictures import number_of

MOST_MOVES = 200
"""The history in every state; what is older is asked for when somebody scrolls back."""

Away = Mapping[Seat, int | None]
"""For how many milliseconds each player has been away; None for one who is here."""


def shown(live: Live, away: Away, grace: int, now: float) -> told.Match:
    """Return the state of a match; `grace` is how long one may be away, in milliseconds."""
    match = live.match
    moves = live.history[-MOST_MOVES:]
    left = live.clocks_at(now)
    return told.Match(
        code=live.code,
        game=match.game.name,
        title=match.game.title,
        against=live.against,
        options=dict(live.setup.options),
        players=(_player(live, Seat.ONE, away), _player(live, Seat.TWO, away)),
        first=number_of(live.setup.first),
        terms=_terms(live),
        you=None,
        number=len(match.events),
        begun=live.begun,
        position=_position(live),
        moves=moves,
        first_turn=len(live.history) - len(moves) + 1,
        news=live.news,
        opening=_opening(match),
        pending=_pending(match),
        clocks=left
        and told.Clocks(left=left, running=number_of(match.mover) if live.on_the_clock else None),
        may=_may(live, away, grace),
        grace=grace,
        result=_ended(match),
        rematch=live.rematch,
    )


def _may(live: Live, away: Away, grace: int) -> dict[str, list[str]]:
    found = {}
    for seat in Seat:
        found[str(seat.value)] = may.allowed(live, seat, is_deserted(away[seat.other], grace))
    found["0"] = [] if live.free_seat(None) is None else [may.SIT]
    return found


def is_deserted(away: int | None, grace: int) -> bool:
    """Return whether a seat has been left for longer than one may."""
    return away is not None and away >= grace


def position_after(live: Live, turn: int) -> told.Position | None:
    """Return the position after so many moves, or None if there have not been so many."""
    match = live.match  # as it is now; what happens meanwhile happens to another
    if not 0 <= turn <= len(match.moves):
        return None
    game, state, before = match.game, match.game.parse_state(match.setup.start), None
    for text in match.moves[:turn]:
        before, state = state, game.successor(state, game.parse_move(text))
    return pictures.position(game, game.dialogue(match.setup.names), state, turn, before)


def _position(live: Live) -> told.Position:
    match = live.match
    dialogue = match.game.dialogue(match.setup.names)
    turn = len(match.moves)
    position = pictures.position(match.game, dialogue, match.state, turn, live.before)
    if match.result is not None:  # nothing is asked after a resignation either
        position.mover = None
        position.question = None
    return position


def _player(live: Live, seat: Seat, away: Away) -> told.PlayerInfo:
    player, held = live.setup.players[seat.index], live.seats[seat.index]
    return told.PlayerInfo(
        name=player.name,
        kind=player.kind,
        joined=held.joined,
        device=_mark(live.code, held.holder),
        away=away[seat] if live.apart and live.match.result is None else None,
    )


def _mark(code: str, holder: bytes | None) -> str | None:
    """Return what tells one holder from another, in this match only, and gives nothing away."""
    return None if holder is None else sha256(code.encode() + holder).hexdigest()[:8]


def _terms(live: Live) -> told.TermsInfo:
    terms = live.setup.terms
    return told.TermsInfo(
        time_limit=terms.time_limit,
        clock=None if terms.clock is None else (terms.clock.seconds, terms.clock.increment),
        attempts=terms.attempts,
        hints=terms.hints,
    )


def _opening(match: Match) -> str:
    if match.result is not None:
        return ""
    narrator = Narrator(match)
    return (narrator.welcome() if not match.events else "") + narrator.opening()


def _pending(match: Match) -> told.Pending | None:
    if match.asked is not None:
        return told.Pending(what="undo", seat=number_of(match.asked.seat))
    if match.offer is not None and match.result is None:
        return told.Pending(what="draw", seat=number_of(match.offer))
    return None


def _ended(match: Match) -> told.Ended | None:
    result = match.result
    if result is None:
        return None
    return told.Ended(
        end=str(result.end),
        winner=number_of(result.winner),
        reason=result.reason,
        told=Narrator(match).ending(),
    )
