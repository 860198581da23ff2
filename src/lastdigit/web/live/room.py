"""A class room that people look at: what has happened there, and what is not worth keeping."""

from __future__ import annotations

from dataclasses import dataclass, field

from lastdigit.classes.room import Pupil, Room
from lastdigit.web.schema.refusals import Reason, Refusal


@dataclass
class LiveRoom:
    """A room in memory, with what is not worth keeping: who waits, what has just ended."""

    code: str
    room: Room
    waiting: dict[int, float] = field(default_factory=dict)
    """Since when a pupil waits, or has last said so."""
    ended: dict[str, float] = field(default_factory=dict)

    def pupil_of(self, holder: bytes | None) -> Pupil | None:
        """Return the pupil that somebody is."""
        return None if holder is None else self.room.pupil_of(holder.hex())

    def is_teacher(self, holder: bytes | None) -> bool:
        """Return whether somebody has opened the room."""
        return holder is not None and holder.hex() == self.room.teacher

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
