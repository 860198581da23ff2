"""What an exam's answers come to by both readers, and why those that were none were none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lastdigit.arena.fixtures import NO_DEEDS, Deeds, Entry
from lastdigit.arena.tables import ReportTable, share_text
from lastdigit.exam.plan import ExamQuestion
from lastdigit.games import find
from lastdigit.match.record import Act
from lastdigit.players.reading import relaxed_move
from lastdigit.players.seats import Fault

STRICT, RELAXED = "strict", "relaxed"


@dataclass(frozen=True)
class ExamAnswer:
    """A question, and what became of it."""

    question: ExamQuestion
    entry: Entry

    @property
    def move(self) -> str | None:
        """The move that was made, if one was: what the strict reader reads."""
        moves = [event.text for event in self.entry.record.events if event.act is Act.MOVE]
        return moves[0] if moves else None

    @property
    def right(self) -> bool:
        """Whether it kept the position's value."""
        return self.move in self.question.critical.best

    @property
    def relaxed(self) -> str | None:
        """The first legal move that the relaxed reader finds in the tries, else the strict one."""
        critical = self.question.critical
        game = find(critical.game, **dict(critical.options))
        legal = [str(move) for move in game.legal_moves(game.parse_state(critical.position))]
        for turn in self.entry.tries:
            for one in turn["tries"]:
                found = relaxed_move(one["raw"], legal)
                if found is not None:
                    return found
        return self.move

    @property
    def relaxed_right(self) -> bool:
        """Whether that would have kept the value."""
        return self.relaxed in self.question.critical.best

    @property
    def deeds(self) -> Deeds:
        """What the player did."""
        return self.entry.deeds[0]


def right_by_reader(answers: Sequence[ExamAnswer]) -> dict[str, int]:
    """Return how many answers are right by each reader; the first is the one that counts."""
    return {
        STRICT: sum(answer.right for answer in answers),
        RELAXED: sum(answer.relaxed_right for answer in answers),
    }


def faults(answers: Sequence[ExamAnswer]) -> dict[str, int]:
    """Return how many tries were no valid moves, by why."""
    done = sum((answer.deeds for answer in answers), NO_DEEDS)
    return {fault.value: getattr(done, fault.value) for fault in Fault}


def readers_table(answers: Sequence[ExamAnswer]) -> ReportTable:
    """Return what both readers find."""
    rows = [
        (
            reader,
            f"{right} of {len(answers)}",
            share_text(right, len(answers)),
        )
        for reader, right in right_by_reader(answers).items()
    ]
    return ReportTable("Two readers; the strict one counts", ("reader", "right", "right %"), rows)


def faults_table(answers: Sequence[ExamAnswer]) -> ReportTable:
    """Return the tries that were no valid moves, by why."""
    counted = faults(answers)
    row = [str(count) for count in counted.values()]
    return ReportTable("Tries that were no valid moves", tuple(counted), [row])
