"""Answers to exam items that ask for a move, parsed strictly and leniently.

The strict parser requires the exact format. The lenient (relaxed) parser ignores formatting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lastdigit.arena.report import ReportTable, share_text
from lastdigit.arena.run import NO_STATS, Entry, PlayerStats
from lastdigit.exam.run import MoveItem
from lastdigit.games import find
from lastdigit.match.record import Act
from lastdigit.players.players import Fault
from lastdigit.players.prompt import relaxed_move

STRICT, RELAXED = "strict", "relaxed"


@dataclass(frozen=True)
class MoveAnswer:
    """An exam item that asks for a move, and the log of the player's answer."""

    item: MoveItem
    entry: Entry

    @property
    def move(self) -> str | None:
        """The move that the player made.

        None if no attempt was a legal move in the required format.
        """
        moves = [event.text for event in self.entry.record.events if event.act is Act.MOVE]
        return moves[0] if moves else None

    @property
    def right(self) -> bool:
        """Whether the player's move gives away neither a win nor a draw."""
        return self.move in self.item.critical.best

    @property
    def relaxed(self) -> str | None:
        """The player's move according to the lenient parser, which ignores formatting.

        None if no reply contains a legal move.
        """
        critical = self.item.critical
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
        """Whether the move found by the lenient parser gives away neither a win nor a draw."""
        return self.relaxed in self.item.critical.best

    @property
    def stats(self) -> PlayerStats:
        """The player's statistics, such as the number of attempts, failures, tokens and seconds."""
        return self.entry.stats[0]


def right_by_parser(answers: Sequence[MoveAnswer]) -> dict[str, int]:
    """Return the number of right answers according to the strict and lenient parsers.

    The keys are STRICT and RELAXED. Only the strict parser counts for the score.
    """
    return {
        STRICT: sum(answer.right for answer in answers),
        RELAXED: sum(answer.relaxed_right for answer in answers),
    }


def count_faults(answers: Sequence[MoveAnswer]) -> dict[str, int]:
    """Return the number of attempts without a valid move, by reason, such as "timeout"."""
    stats = sum((answer.stats for answer in answers), NO_STATS)
    return {fault.value: getattr(stats, fault.value) for fault in Fault}


def parsers_table(answers: Sequence[MoveAnswer]) -> ReportTable:
    """Return a table of right answers according to the strict and lenient parsers."""
    rows = [
        (
            reader,
            f"{right} of {len(answers)}",
            share_text(right, len(answers)),
        )
        for reader, right in right_by_parser(answers).items()
    ]
    return ReportTable(
        "Two parsers (only the strict one counts)", ("parser", "right", "right %"), rows
    )


def faults_table(answers: Sequence[MoveAnswer]) -> ReportTable:
    """Return a table of the number of attempts without a valid move, by reason."""
    counted = count_faults(answers)
    row = [str(count) for count in counted.values()]
    return ReportTable("Attempts without a valid move", tuple(counted), [row])
