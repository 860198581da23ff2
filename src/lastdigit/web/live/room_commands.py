"""What a teacher does in a class room, and what a pupil answers, checked and carried out."""

from __future__ import annotations

from lastdigit.classroom.room import (
    UNTRIED,
    Answered,
    Closed,
    Freed,
    Kind,
    LeftOut,
    Paired,
    Pupil,
    Renamed,
    TakenBack,
)
from lastdigit.storage import Attempt
from lastdigit.web.live.puzzle_questions import Judgement
from lastdigit.web.live.room import LiveRoom
from lastdigit.web.live.rooms import Rooms
from lastdigit.web.live.setup import pupil_name
from lastdigit.web.schemas import classrooms as schema
from lastdigit.web.schemas import puzzles
from lastdigit.web.schemas.errors import Reason, Refusal


async def command(
    rooms: Rooms, live: LiveRoom, holder: bytes | None, wish: schema.AnyTeacherCommand
) -> None:
    """Do what a teacher commands; raises Refusal."""
    live.expect_teacher(holder)
    if isinstance(wish, schema.Close) and live.room.closed:
        return  # asked again
    live.check_open()
    if isinstance(wish, schema.Pair):
        await _pair(rooms, live, wish)
    elif isinstance(wish, schema.Close):
        await rooms.happen(live, Closed(), live.room.teacher)
    else:
        await _change(rooms, live, wish)


async def _change(
    rooms: Rooms,
    live: LiveRoom,
    wish: schema.LeaveOut | schema.TakeBack | schema.Free | schema.Rename,
) -> None:
    """Do what is about one pupil; what is so already is not done again."""
    pupil, teacher = _pupil(live, wish.pupil), live.room.teacher
    if isinstance(wish, schema.LeaveOut) and not pupil.out:
        live.waiting.pop(pupil.number, None)
        await rooms.happen(live, LeftOut(pupil.number), teacher)
    elif isinstance(wish, schema.TakeBack) and pupil.out:
        rooms.check_places(live)
        await rooms.happen(live, TakenBack(pupil.number), teacher)
    elif isinstance(wish, schema.Free) and pupil.person:
        live.waiting.pop(pupil.number, None)
        await rooms.happen(live, Freed(pupil.number), teacher)
    elif isinstance(wish, schema.Rename):
        name = pupil_name(wish.name)
        if any(other is not pupil for other in live.room.look_alikes(name)):
            raise Refusal(Reason.NAME_TAKEN, "Somebody in this class has that name already.")
        await rooms.happen(live, Renamed(pupil.number, name), teacher)


def _pupil(live: LiveRoom, number: int) -> Pupil:
    try:
        return live.room.pupils[number]
    except KeyError:
        raise Refusal(Reason.UNKNOWN_PUPIL, "There is no such pupil in this class.") from None


async def _pair(rooms: Rooms, live: LiveRoom, wish: schema.Pair) -> None:
    """Arrange a meeting of two pupils, and begin it if neither is playing."""
    one, two, room = _pupil(live, wish.one), _pupil(live, wish.two), live.room
    if room.kind is Kind.PUZZLES:
        raise Refusal(Reason.NOT_POSSIBLE, "This class solves puzzles; nobody is paired.")
    if one is two:
        raise Refusal(Reason.NOT_POSSIBLE, "Nobody plays against themselves: name two pupils.")
    for pupil in (one, two):
        if pupil.out or not pupil.person:
            raise Refusal(Reason.NOT_POSSIBLE, f"{pupil.name} is not here to play.")
    await rooms.happen(live, Paired(one.number, two.number), room.teacher)
    leg = room.due(one.number, two.number)
    if leg is not None and room.playing.keys().isdisjoint((one.number, two.number)):
        await rooms.start(live, leg)


async def keep_answer(
    rooms: Rooms, live: LiveRoom, holder: bytes | None, number: int, found: Judgement
) -> puzzles.Judged:
    """Keep a pupil's answer that has been judged, and return what is said to it; raises Refusal."""
    pupil = live.expect_pupil(holder)
    live.check_open()
    before = pupil.puzzles.get(number, UNTRIED)
    goes_on = found.right and not found.done
    if not goes_on and found.answer not in before.answers:  # sent again, it costs nothing
        if before.over:
            raise Refusal(Reason.OVER, "This puzzle is over.")
        over = found.right or len(before.answers) + 1 >= found.tries
        deed = Answered(pupil.number, number, found.answer, found.right, over)
        await rooms.happen(live, deed, pupil.person)
        # It counts for the pupil's own practice, too.
        attempt = Attempt(found.name, found.game, found.grade, found.answer, found.right)
        registry = rooms.registry
        await registry.workers.keep(registry.store.add_attempt, pupil.person, attempt)
    after = pupil.puzzles.get(number, UNTRIED)
    return puzzles.Judged(
        right=found.right,
        over=after.over,
        sentences=found.sentences,
        left=max(0, found.tries - len(after.answers)),
        next=found.next,
        solution=found.solution if after.over else None,
        secret=None,
    )
