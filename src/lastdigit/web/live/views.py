"""Views of matches, positions and lessons: what the API returns and broadcasts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import sha256
from itertools import islice

import msgspec

from lastdigit.game.game import DEFAULT_NAMES, Answer, AnyGame, Seat, State, Status, View
from lastdigit.game.lesson import Claim, Lesson, find_lesson, lesson_data
from lastdigit.game.serialize import view_data
from lastdigit.game.text import AGAINST_COMPUTER, AnySecondPersonText
from lastdigit.match.match import REPETITIONS, Match
from lastdigit.match.narration import REPEATED, SecondPersonNarrator, audience_of, terms_text
from lastdigit.match.record import Result, Terms
from lastdigit.match.session import Committed
from lastdigit.web.live.match import (
    SIT,
    Clocks,
    LiveMatch,
    Perspective,
    Viewer,
    allowed_commands,
    plies_of,
    turn_text,
    turns_unchanged,
)
from lastdigit.web.schemas import matches

MAX_CELLS = 120
"""The maximum number of cells to send, from the end of a row, because views are sent often."""
FRIEND = "Your friend"
"""What to call a player without a name, at the beginning of a sentence."""

Absences = tuple[int | None, int | None]
"""How long each player has been away, in milliseconds. None if the player is present."""
PRESENT: Absences = None, None


def match_view(
    live: LiveMatch,
    viewer: Viewer,
    absences: Absences,
    grace: int,
    now: float,
    after: int | None = None,
) -> matches.Match:
    """Return a match as a viewer sees it. A player may be away for `grace` milliseconds.

    With `after`, the number of the last event that the viewer has seen, it contains only the moves
    since then. Everything that does not depend on that or the time is built once for each viewer
    after a change.
    """
    views = live.cached_views()
    if viewer not in views:
        views[viewer] = _match_view(live, viewer, grace)
    view = views[viewer]
    if after is not None:
        first = max(view.first_turn, turns_unchanged(live.match, after) + 1)
        moves = view.moves[first - view.first_turn :]
        view = msgspec.structs.replace(view, moves=moves, first_turn=first)
    if live.clocks is not None:
        clocks = _clocks(live.clocks, live.running_seat, now)
        view = msgspec.structs.replace(view, clocks=clocks)
    if absences == PRESENT:
        return view
    one, two = (
        msgspec.structs.replace(player, away=away)
        for player, away in zip(view.players, absences, strict=True)
    )
    may = _may(live, viewer, absences, grace)
    return msgspec.structs.replace(view, players=(one, two), may=may)


def _match_view(live: LiveMatch, viewer: Viewer, grace: int) -> matches.Match:
    match, setup, perspective = live.match, live.match.setup, live.perspective(viewer.you)
    narrator, turns = perspective.narrator, perspective.describe(live.recent)
    position = position_view(
        narrator.voice,
        match.state,
        len(match.moves),
        live.before,
        match.mover in viewer.seats,
        perspective.board,
    )
    if match.result is not None:  # after a resignation, the position itself is not final
        position.mover = position.question = None
    return matches.Match(
        code=live.code,
        game=match.game.name,
        title=match.game.title,
        goal=perspective.goal,
        beginning=_beginning(narrator.voice, setup.start),
        agreed=None if live.started_at is not None else _terms_text(live, viewer),
        lesson=_has_lesson(type(match.game)),
        against=live.against,
        options=dict(setup.options),
        players=(_player(live, Seat.ONE, perspective), _player(live, Seat.TWO, perspective)),
        first=setup.first.number,
        terms=_terms(setup.terms),
        you=[seat.number for seat in viewer.seats],
        number=len(match.events),
        begun=live.started_at is not None,
        position=position,
        moves=turns,
        first_turn=len(match.moves) - len(turns) + 1,
        news=None if live.last is None else _news(live.last, narrator),
        aid=_aid(live, narrator.voice, viewer.you),
        notice=live.notice or (f"{REPEATED}." if match.occurrences == REPETITIONS else None),
        pending=_pending(match) if match.undo_request or match.offer else None,
        clocks=None,
        may=_may(live, viewer, PRESENT, grace),
        grace=grace,
        result=None if match.result is None else _ending(match.result, narrator),
        rematch=live.rematch,
    )


def _news(last: Committed, narrator: SecondPersonNarrator) -> matches.News:
    event = last.event
    return matches.News(
        act=str(event.act),
        seat=event.seat.value,
        text=event.text,
        sentence=" ".join(last.text(narrator).split()),  # on one line
    )


@lru_cache(1_000)
def _beginning(voice: AnySecondPersonText, start: str) -> str | None:
    return voice.beginning(voice.game.parse_state(start)) or None


def _terms_text(live: LiveMatch, viewer: Viewer) -> str:
    """Return the terms of a match that has not started. The text addresses a guest as a player."""
    setup, free = live.match.setup, live.free_seat(None)
    you = free if viewer.may_sit and not viewer.seats else viewer.you
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


def _aid(live: LiveMatch, voice: AnySecondPersonText, you: Seat | None) -> matches.Aid | None:
    """Return the reference list of a game. Only players who have opened the list get its rows."""
    if you is None or not live.match.setup.terms.hints or not voice.aid():
        return None
    rows = view_data(voice.aid_view(live.match.state)) if you in live.aided else None
    return matches.Aid(title=voice.aid(), rows=rows)


def _player(live: LiveMatch, seat: Seat, perspective: Perspective) -> matches.PlayerInfo:
    player, online = live.match.setup.players[seat.index], live.seats[seat.index]
    return matches.PlayerInfo(
        name=player.name,
        label=perspective.labels[seat.index],
        subject=perspective.subjects[seat.index],
        kind=player.kind,
        joined=online.joined,
        device=None if online.holder is None else _device_id(live.code, online.holder),
        away=None,
    )


@lru_cache(10_000)
def _device_id(code: str, holder: bytes) -> str:
    """Return an ID that distinguishes devices within this match and does not reveal the hash."""
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


def _may(live: LiveMatch, viewer: Viewer, absences: Absences, grace: int) -> dict[str, list[str]]:
    """Return what each seat may do now. The key 0 is for viewers without a seat."""
    may = {"0": [SIT] if viewer.may_sit else []}
    for seat in Seat:
        absence = absences[seat.other.index]
        deserted = absence is not None and absence >= grace
        may[str(seat.number)] = allowed_commands(live, seat, deserted)
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
    """Return the position after a number of moves, or None if there have been fewer.

    This function replays the match, so it runs in a thread.
    """
    match = live.match  # keep this object: a newly committed event replaces it
    if not 0 <= turn <= len(match.moves):
        return None
    state, before = match.game.parse_state(match.setup.start), None
    for ply in islice(plies_of(match), turn):
        before, state = ply.before, ply.after
    voice = match.game.second_person(audience_of(match.setup, you))
    return position_view(voice, state, turn, before)


def turns_before(
    live: LiveMatch, turn: int | None, most: int, you: Seat | None
) -> list[matches.Turn]:
    """Return at most `most` moves from the history before a turn. None means the next turn.

    This function replays the match, so it runs in a thread.
    """
    match = live.match
    voice = match.game.second_person(audience_of(match.setup, you))
    end = len(match.moves) if turn is None else min(len(match.moves), max(0, turn - 1))
    plies = islice(plies_of(match), max(0, end - most), end)
    return [turn_text(voice, ply) for ply in plies]


def position_view(
    voice: AnySecondPersonText,
    state: State,
    turn: int,
    before: State | None = None,
    addressed: bool = False,
    board: Callable[[State], View] | None = None,
) -> matches.Position:
    """Return a position. `before` is the position before the last move, if any.

    If the viewer is to move (`addressed`), the result includes labels and previews of the moves.
    `board` is called instead of `voice.view`, so that the caller can cache boards.
    """
    over, board = voice.game.outcome(state) is not None, board or voice.view
    earlier = None if before is None else board(before)
    return matches.Position(
        turn=turn,
        position=voice.game.format_state(state),
        mover=None if over else state.mover.number,
        view=view_data(board(state), earlier, MAX_CELLS),
        question=None if over else question_view(voice, state, (), addressed),
    )


def question_view(
    voice: AnySecondPersonText, state: State, given: tuple[str, ...], addressed: bool
) -> matches.Question | None:
    """Return the question after the given answers, with all questions that follow it."""
    question = voice.dialogue.question(state, given)
    if question is None:
        return None
    choices = [_choice(voice, state, given, answer, addressed) for answer in question.answers]
    return matches.Question(prompt=voice.ask(state, given), answers=choices)


def lesson_view(game: AnyGame, lesson: Lesson) -> matches.LessonInfo:
    """Return a lesson with the questions of each step."""
    data, voice = lesson_data(game, lesson), game.second_person(AGAINST_COMPUTER)
    steps: list[matches.LessonStep] = []
    for step, source in zip(data["steps"], lesson.steps, strict=True):
        seeks_rule = source.claim in (Claim.ALLOWED, Claim.REFUSED)
        question = _open_question(voice, game.parse_state(step["position"]), (), seeks_rule)
        assert question is not None, "a lesson asks for a move"
        steps.append({**step, "question": question})
    return matches.LessonInfo(
        game=data["game"], title=data["title"], goal=data["goal"], steps=steps
    )


def _open_question(
    voice: AnySecondPersonText, state: State, given: tuple[str, ...], seeks_rule: bool
) -> matches.Question | None:
    """Return a question in a lesson. If the step is about a rule, illegal answers can be chosen."""
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
    """Return a short symbol for the answer, such as /2, if it has one."""
    if not answer.also:
        return None
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
