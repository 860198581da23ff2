"""A class room that people look at: what has happened there, and what is not worth keeping."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from lastdigit.classroom.room import Pupil, Room
from lastdigit.web.schemas.errors import Reason, Refusal

MOST_VISITORS = 1_000


@dataclass
class LiveRoom:
    """A room in memory, with what is not worth keeping: who waits, what has just ended."""

    code: str
    room: Room
    waiting: dict[int, float] = field(default_factory=dict)
    """Since when a pupil waits, or has last said so."""
    ended: dict[str, float] = field(default_factory=dict)
    visitors: OrderedDict[bytes, None] = field(default_factory=OrderedDict)
    """The browsers that have been here, the latest last; pupils or not."""

    def pupil_of(self, holder: bytes | None) -> Pupil | None:
        """Return the pupil that somebody is."""
        return None if holder is None else self.room.pupil_of(holder.hex())

    def is_teacher(self, holder: bytes | None) -> bool:
        """Return whether somebody has opened the room."""
        return holder is not None and holder.hex() == self.room.teacher

    def note(self, holder: bytes | None) -> None:
        """Remember that a browser has been here."""
        if holder is not None and not self.is_teacher(holder):
            self.visitors[holder] = None
            self.visitors.move_to_end(holder)
            if len(self.visitors) > MOST_VISITORS:
                self.visitors.popitem(last=False)

    def check_open(self) -> None:
        """Refuse what cannot be done in a room that is closed; raises Refusal."""
        if self.room.closed:
            raise Refusal(Reason.ROOM_CLOSED, "This class is closed.")

    def expect_pupil(self, holder: bytes | None) -> Pupil:
        """Return the pupil that somebody is; raises Refusal."""
        pupil = self.pupil_of(holder)
        if pupil is None:
            raise Refusal(Reason.NOT_PUPIL, "Join the class first.")
        return pupil

    def expect_teacher(self, holder: bytes | None) -> None:
        """Refuse whoever has not opened the room; raises Refusal."""
        if not self.is_teacher(holder):
            raise Refusal(Reason.NOT_TEACHER, "Only the teacher of this class can do that.")
