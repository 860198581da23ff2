"""How a match and a position look from outside: what the API shows to everybody who looks."""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import sha256
from typing import NamedTuple

from lastdigit.game.game import DEFAULT_NAMES, Answer, AnyGame, Seat, State, Status
from lastdigit.game.lesson import Claim, Lesson, find_lesson, lesson_data
from lastdigit.game.serialize import view_data
from lastdigit.game.text import AGAINST_COMPUTER, AnySecondPersonText
from lastdigit.match.match import REPETITIONS, Match
from lastdigit.match.narration import REPEATED, SecondPersonNarrator, audience_of, terms_text
from lastdigit.match.record import Act, Hint, Result, Terms
from lastdigit.web.live.match import SIT, Clocks, LiveMatch, Seats, allowed
from lastdigit.web.schemas import matches

MOST_CELLS = 120
"""A longer row is shown by its end: nobody reads a thousand digits, and news are sent often."""
MOST_MOVES = 200
"""The history in every state; what is older is asked for when somebody scrolls back."""

FRIEND = "Your friend"
"""What a player without a name is called, at the beginning of a sentence."""

Away = tuple[int | None, int | None]
"""For how many milliseconds each player has been away; None for one who is here."""


class Reader(NamedTuple):
    """Who looks at a match: at which seats, and whether there is one to take."""

    seats: Seats
    may_sit: bool

    @property
    def you(self) -> Seat | None:
        """The seat of whoever is told of it as `you`; see `LiveMatch.reader`."""
        return self.seats[0] if len(self.seats) == 1 else None


def reader_of(live: LiveMatch, holder: bytes | None) -> Reader:
    """Return who looks at a match, as far as that changes what is seen."""
    may_sit = live.begun_at is None and live.free_seat(holder) is not None
    return Reader(live.seats_of(holder), may_sit)


def match_view(
    live: LiveMatch, reader: Reader, away: Away, grace: int, now: float
) -> matches.Match:
    """Return the state of a match; `grace` is how long one may be away, in milliseconds."""
    match, setup, turns = live.match, live.match.setup, live.turns(reader.you)
    moves, narrator = turns[-MOST_MOVES:], live.narrators[reader.you]
    position = position_view(
        narrator.voice, match.state, len(match.moves), live.before, match.mover in reader.seats
    )
    if match.result is not None:  # nothing is asked after a resignation either
        position.mover = position.question = None
    return matches.Match(
        code=live.code,
        game=match.game.name,
        title=match.game.title,
        goal=narrator.voice.goal(),
        beginning=_beginning(narrator.voice, setup.start),
        agreed=None if live.begun_at is not None else _agreed(live, reader),
        lesson=_has_lesson(type(match.game)),
        against=live.against,
        options=dict(setup.options),
        players=(_player(live, Seat.ONE, narrator, away), _player(live, Seat.TWO, narrator, away)),
        first=setup.first.number,
        terms=_terms(setup.terms),
        you=[seat.number for seat in reader.seats],
        number=len(match.events),
        begun=live.begun_at is not None,
        position=position,
        moves=moves,
        first_turn=len(turns) - len(moves) + 1,
        news=live.news(reader.you),
        aid=_aid(match, narrator.voice, reader.you),
        notice=live.waits or (f"{REPEATED}." if match.occurrences == REPETITIONS else None),
        pending=_pending(match) if match.undo_request or match.offer else None,
        clocks=None if live.clocks is None else _clocks(live.clocks, live.running, now),
        may=_may(live, reader, away, grace),
        grace=grace,
        result=None if match.result is None else _ending(match.result, narrator),
        rematch=live.rematch,
    )


@lru_cache(1_000)
def _beginning(voice: AnySecondPersonText, start: str) -> str | None:
    return voice.beginning(voice.game.parse_state(start)) or None


def _agreed(live: LiveMatch, reader: Reader) -> str:
    """Return the terms of a match that waits, to a guest as if the guest already sat there."""
    setup, free = live.match.setup, live.free_seat(None)
    you = free if reader.may_sit and not reader.seats else reader.you
    audience = audience_of(setup, you)
    if you is not None:
        names = list(setup.names)
        if names[you.other.index] in DEFAULT_NAMES:
            names[you.other.index] = FRIEND
        audience = audience._replace(names=(names[0], names[1]))
    return terms_text(setup, audience)


@cache
def _has_lesson(game: type[AnyGame]) -> bool:
    return find_lesson(game) is not None


def _aid(match: Match, voice: AnySecondPersonText, you: Seat | None) -> matches.Aid | None:
    """Return the list of a game to look things up in, open to whoever has asked for it."""
    if you is None or not match.setup.terms.hints or not voice.aid():
        return None
    asked = any(
        event.act is Act.HINT and event.text == Hint.AID and event.seat is you
        for event in match.events
    )
    return matches.Aid(
        title=voice.aid(), rows=view_data(voice.aid_view(match.state)) if asked else None
    )


def _player(
    live: LiveMatch, seat: Seat, narrator: SecondPersonNarrator, away: Away
) -> matches.PlayerInfo:
    player, held = live.match.setup.players[seat.index], live.seats[seat.index]
    return matches.PlayerInfo(
        name=player.name,
        label=narrator.audience.label(seat),
        subject=narrator.audience.subject(seat),
        kind=player.kind,
        joined=held.joined,
        device=None if held.holder is None else _mark(live.code, held.holder),
        away=away[seat.index],
    )


@lru_cache(10_000)
def _mark(code: str, holder: bytes) -> str:
    """Return what tells one holder from another, in this match only, and gives nothing away."""
    return sha256(code.encode() + holder).hexdigest()[:8]


@cache
def _terms(terms: Terms) -> matches.TermsInfo:
    return matches.TermsInfo(
        time_limit=terms.time_limit,
        clock=None if terms.clock is None else (terms.clock.seconds, terms.clock.increment),
        attempts=terms.attempts,
        hints=terms.hints,
    )


def _pending(match: Match) -> matches.Pending | None:
    if match.undo_request is not None:
        return matches.Pending(what="undo", seat=match.undo_request.seat.number)
    if match.offer is not None and match.result is None:
        return matches.Pending(what="draw", seat=match.offer.number)
    return None


def _clocks(clocks: Clocks, running: Seat | None, now: float) -> matches.Clocks:
    if running is None:
        return matches.Clocks(left=clocks.left, running=None)
    return matches.Clocks(left=clocks.at(running, now), running=running.number)


def _may(live: LiveMatch, reader: Reader, away: Away, grace: int) -> dict[str, list[str]]:
    """Return what each seat can do now; 0 is whoever has none."""
    may = {"0": [SIT] if reader.may_sit else []}
    for seat in Seat:
        absence = away[seat.other.index]
        deserted = absence is not None and absence >= grace
        may[str(seat.number)] = allowed(live, seat, deserted)
    return may


def _ending(result: Result, narrator: SecondPersonNarrator) -> matches.Ending:
    return matches.Ending(
        end=str(result.end),
        winner=result.winner.number if result.winner else None,
        reason=result.reason,
        headline=narrator.headline(),
        sentence=narrator.ending().strip(),
    )


def position_after(live: LiveMatch, turn: int, you: Seat | None) -> matches.Position | None:
    """Return the position after so many moves, or None if there have not been so many."""
    match = live.match  # as it is now; what happens meanwhile happens to another
    if not 0 <= turn <= len(match.moves):
        return None
    game, state, before = match.game, match.game.parse_state(match.setup.start), None
    for text in match.moves[:turn]:
        before, state = state, game.successor(state, game.parse_move(text))
    return position_view(live.narrators[you].voice, state, turn, before)


def position_view(
    voice: AnySecondPersonText,
    state: State,
    turn: int,
    before: State | None = None,
    addressed: bool = False,
) -> matches.Position:
    """Return a position; `before` is the one that the last move was made in, if there was one.

    What moves are called and what they would bring about is for whoever is to move.
    """
    over = voice.game.outcome(state) is not None
    return matches.Position(
        turn=turn,
        position=voice.game.format_state(state),
        mover=None if over else state.mover.number,
        view=view_data(
            voice.view(state), None if before is None else voice.view(before), MOST_CELLS
        ),
        question=None if over else question_view(voice, state, (), addressed),
    )


def question_view(
    voice: AnySecondPersonText, state: State, given: tuple[str, ...], addressed: bool
) -> matches.Question | None:
    """Return what is asked after the given answers, with everything that is asked after that."""
    question = voice.dialogue.question(state, given)
    if question is None:
        return None
    choices = [_choice(voice, state, given, answer, addressed) for answer in question.answers]
    return matches.Question(prompt=voice.ask(state, given), answers=choices)


def lesson_view(game: AnyGame, lesson: Lesson) -> matches.LessonInfo:
    """Return a lesson, each step with its questions."""
    data, voice = lesson_data(game, lesson), game.second_person(AGAINST_COMPUTER)
    steps: list[matches.LessonStep] = []
    for step, told in zip(data["steps"], lesson.steps, strict=True):
        seeks_rule = told.claim in (Claim.ALLOWED, Claim.REFUSED)
        question = _open_question(voice, game.parse_state(step["position"]), (), seeks_rule)
        assert question is not None, "a lesson asks for a move"
        steps.append({**step, "question": question})
    return matches.LessonInfo(
        game=data["game"], title=data["title"], goal=data["goal"], steps=steps
    )


def _open_question(
    voice: AnySecondPersonText, state: State, given: tuple[str, ...], seeks_rule: bool
) -> matches.Question | None:
    """Return what is asked; where a rule is to be found out, what it closes is open too."""
    question = voice.dialogue.question(state, given)
    if question is None:
        return None
    choices = [
        matches.Choice(
            text=answer.text,
            label=voice.key(state, given, answer),
            sign=_sign(answer),
            status=Status.TRY if seeks_rule else answer.status,
            reason=None,
            button=None,
            preview=None,
            makes=None,
            next=_open_question(voice, state, (*given, answer.text), seeks_rule),
        )
        for answer in question.answers
    ]
    return matches.Question(prompt=voice.ask(state, given), answers=choices)


def _sign(answer: Answer) -> str | None:
    """Return another word for an answer that is no word at all, such as /2."""
    return next((word for word in answer.also if not any(map(str.isalpha, word))), None)


def _choice(
    voice: AnySecondPersonText,
    state: State,
    given: tuple[str, ...],
    answer: Answer,
    addressed: bool,
) -> matches.Choice:
    chosen, closed = (*given, answer.text), answer.status is Status.UNAVAILABLE
    following = None if closed else question_view(voice, state, chosen, addressed)
    button = preview = makes = None
    if addressed and not closed and following is None:
        move = voice.game.moves_by_text[" ".join(chosen)]
        button, preview = voice.button(state, move), voice.preview(state, move)
        makes = voice.makes(state, move) or None
    return matches.Choice(
        text=answer.text,
        label=voice.key(state, given, answer),
        sign=_sign(answer),
        status=answer.status,
        reason=voice.closed(state, given, answer) if closed else None,
        button=button,
        preview=preview,
        makes=makes,
        next=following,
    )
