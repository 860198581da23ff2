"""How a match and a position look from outside: what the API shows to everybody who looks."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from lastdigit.core.dialogue import AnyDialogue
from lastdigit.core.game import AnyGame, State
from lastdigit.core.shapes import view_data
from lastdigit.core.values import Answer, Seat, Status
from lastdigit.match.match import Match
from lastdigit.match.narration import Narrator
from lastdigit.web.live import permissions
from lastdigit.web.live.match import LiveMatch
from lastdigit.web.schema import answers

MOST_CELLS = 120
"""A longer row is shown by its end: nobody reads a thousand digits, and news are sent often."""
MOST_MOVES = 200
"""The history in every state; what is older is asked for when somebody scrolls back."""

Away = Mapping[Seat, int | None]
"""For how many milliseconds each player has been away; None for one who is here."""


def match_view(live: LiveMatch, away: Away, grace: int, now: float) -> answers.Match:
    """Return the state of a match; `grace` is how long one may be away, in milliseconds."""
    match = live.match
    moves = live.history[-MOST_MOVES:]
    return answers.Match(
        code=live.code,
        game=match.game.name,
        title=match.game.title,
        against=live.against,
        options=dict(live.setup.options),
        players=(_player(live, Seat.ONE, away), _player(live, Seat.TWO, away)),
        first=live.setup.first.number,
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
        clocks=live.shown_clocks(now),
        may=_may(live, away, grace),
        grace=grace,
        result=_ending(match),
        rematch=live.rematch,
    )


def _may(live: LiveMatch, away: Away, grace: int) -> dict[str, list[str]]:
    found = {}
    for seat in Seat:
        found[str(seat.value)] = permissions.allowed(
            live, seat, is_deserted(away[seat.other], grace)
        )
    found["0"] = [] if live.free_seat(None) is None else [permissions.SIT]
    return found


def is_deserted(away: int | None, grace: int) -> bool:
    """Return whether a seat has been left for longer than one may."""
    return away is not None and away >= grace


def position_after(live: LiveMatch, turn: int) -> answers.Position | None:
    """Return the position after so many moves, or None if there have not been so many."""
    match = live.match  # as it is now; what happens meanwhile happens to another
    if not 0 <= turn <= len(match.moves):
        return None
    game, state, before = match.game, match.game.parse_state(match.setup.start), None
    for text in match.moves[:turn]:
        before, state = state, game.successor(state, game.parse_move(text))
    return position_view(game, game.dialogue(match.setup.names), state, turn, before)


def _position(live: LiveMatch) -> answers.Position:
    match = live.match
    dialogue = match.game.dialogue(match.setup.names)
    turn = len(match.moves)
    position = position_view(match.game, dialogue, match.state, turn, live.before)
    if match.result is not None:  # nothing is asked after a resignation either
        position.mover = None
        position.question = None
    return position


def _player(live: LiveMatch, seat: Seat, away: Away) -> answers.PlayerInfo:
    player, held = live.setup.players[seat.index], live.seats[seat.index]
    return answers.PlayerInfo(
        name=player.name,
        kind=player.kind,
        joined=held.joined,
        device=_mark(live.code, held.holder),
        away=away[seat] if live.apart and live.match.result is None else None,
    )


def _mark(code: str, holder: bytes | None) -> str | None:
    """Return what tells one holder from another, in this match only, and gives nothing away."""
    return None if holder is None else sha256(code.encode() + holder).hexdigest()[:8]


def _terms(live: LiveMatch) -> answers.TermsInfo:
    terms = live.setup.terms
    return answers.TermsInfo(
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


def _pending(match: Match) -> answers.Pending | None:
    if match.asked is not None:
        return answers.Pending(what="undo", seat=match.asked.seat.number)
    if match.offer is not None and match.result is None:
        return answers.Pending(what="draw", seat=match.offer.number)
    return None


def _ending(match: Match) -> answers.Ending | None:
    result = match.result
    if result is None:
        return None
    return answers.Ending(
        end=str(result.end),
        winner=result.winner.number if result.winner else None,
        reason=result.reason,
        sentence=Narrator(match).ending(),
    )


def position_view(
    game: AnyGame, dialogue: AnyDialogue, state: State, turn: int, before: State | None = None
) -> answers.Position:
    """Return a position; `before` is the one that the last move was made in, if there was one."""
    over = game.outcome(state) is not None
    return answers.Position(
        turn=turn,
        position=game.format_state(state),
        mover=None if over else state.mover.number,
        view=view_data(
            dialogue.view(state), None if before is None else dialogue.view(before), MOST_CELLS
        ),
        question=None if over else question_view(dialogue, state),
    )


def _sign(answer: Answer) -> str | None:
    """Return another word for an answer that is no word at all, such as /2."""
    return next((word for word in answer.also if not any(map(str.isalpha, word))), None)


def question_view(
    dialogue: AnyDialogue, state: State, given: tuple[str, ...] = ()
) -> answers.Question | None:
    """Return what is asked after the given answers, with everything that is asked after that."""
    question = dialogue.question(state, given)
    if question is None:
        return None

    def choice(answer: Answer) -> answers.Choice:
        closed = answer.status is Status.UNAVAILABLE
        return answers.Choice(
            text=answer.text,
            label=answer.shown,
            sign=_sign(answer),
            status=answer.status,
            reason=answer.objection.reason if answer.objection else None,
            next=None if closed else question_view(dialogue, state, (*given, answer.text)),
        )

    return answers.Question(prompt=question.prompt, answers=[*map(choice, question.answers)])
