"""The puzzles that a class solves together, and everybody's answers to them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence

import msgspec

from lastdigit.classroom.room import UNTRIED, Kind, PuzzleProgress, Room
from lastdigit.game.game import AnyGame, State
from lastdigit.game.puzzle_source import Task
from lastdigit.web.live.puzzle_questions import AnswerQuestion, ClassSetQuestion, Judgement, Made
from lastdigit.web.live.room import LiveRoom
from lastdigit.web.live.setup import build_game
from lastdigit.web.live.workers import Workers
from lastdigit.web.schemas import classrooms as schema
from lastdigit.web.schemas import puzzles
from lastdigit.web.schemas.errors import Reason, Refusal

SETS_READY = 100
Identity = tuple[Hashable, tuple[str, ...]]
Guarded = list[tuple[AnyGame, frozenset[Identity]]]
"""The positions of puzzles that the engine must not evaluate, by the rules they are played by."""


def identity(game: AnyGame, state: State) -> Identity:
    """Return what a position is known by, whichever seat is to move.

    The key alone would not do: in some games unrelated positions have the same.
    """
    _, *words = game.format_state(state).split()
    return game.key(state), tuple(sorted(words))


def guarded(made: Sequence[Made]) -> Guarded:
    """Return the positions of puzzles and those that their answers lead to."""
    found: dict[AnyGame, set[Identity]] = {}
    for one in made:
        puzzle = one.puzzle
        game = build_game(puzzle.game, puzzle.options)
        states = [game.parse_state(puzzle.position)]
        positions = found.setdefault(game, set())
        positions.add(identity(game, states[0]))
        # Where a win is played out, the reply is a new position to solve.
        for _ in range(2 if puzzle.task == Task.PLAY.value else 1):
            states = [
                game.successor(state, move) for state in states for move in game.legal_moves(state)
            ]
            positions.update(identity(game, state) for state in states)
    return [(game, frozenset(positions)) for game, positions in found.items()]


class PuzzleSets:
    """The sets of puzzles that classes solve: the same wishes give the same set, made once."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._made: OrderedDict[tuple[str, int | None, str, int], list[Made]] = OrderedDict()
        self._guarded: dict[tuple[str, int | None, str, int], Guarded] = {}

    async def of(self, room: Room) -> list[Made]:
        """Return the puzzles of a class; raises Refusal where it has none."""
        if room.kind is not Kind.PUZZLES:
            raise Refusal(Reason.NOT_POSSIBLE, "This class plays games; it has no puzzles.")
        return await self.made(room.game, room.grade or None, room.seed, room.count)

    async def made(self, game: str, grade: int | None, seed: int, count: int) -> list[Made]:
        """Return a set; raises Refusal where the game has no puzzles of that grade."""
        wish = game, grade, str(seed), count
        if wish not in self._made:
            question = ClassSetQuestion(game=game, grade=grade, seed=str(seed), count=count)
            found = await self._workers.puzzle(question)
            self._made[wish] = msgspec.json.decode(found, type=list[Made])
        self._made.move_to_end(wish)
        if len(self._made) > SETS_READY:
            oldest, _ = self._made.popitem(last=False)
            self._guarded.pop(oldest, None)
        return self._made[wish]

    async def guarded(self, room: Room) -> Guarded:
        """Return the positions that the engine must not evaluate for this class."""
        wish = room.game, room.grade or None, str(room.seed), room.count
        made = await self.of(room)
        if wish not in self._guarded:
            self._guarded[wish] = await self._workers.look_up(guarded, made)
        return self._guarded[wish]

    async def shown(self, live: LiveRoom, holder: bytes | None) -> schema.RoomPuzzles:
        """Return the puzzles of a class, and how far somebody is with each; raises Refusal."""
        pupil = live.pupil_of(holder)
        solving = {} if pupil is None else pupil.puzzles
        made = await self.of(live.room)
        return schema.RoomPuzzles(
            puzzles=[
                _shown(one, solving.get(number, UNTRIED)) for number, one in enumerate(made, 1)
            ]
        )

    async def puzzle(self, room: Room, number: int) -> puzzles.PuzzleInfo:
        """Return a puzzle of a class by its number; raises Refusal."""
        made = await self.of(room)
        if number > len(made):
            raise Refusal(Reason.UNKNOWN_PUZZLE, f"This class has puzzles 1 to {len(made)}.")
        return made[number - 1].puzzle

    async def judged(self, room: Room, given: schema.RoomAnswer) -> Judgement:
        """Return what an answer is worth; raises Refusal."""
        puzzle = await self.puzzle(room, given.puzzle)
        question = AnswerQuestion(
            given=puzzles.PuzzleAnswer(
                game=puzzle.game,
                task=puzzle.task,
                position=puzzle.position,
                options=puzzle.options,
                answers=given.answers,
            )
        )
        found = await self._workers.puzzle(question)
        return msgspec.json.decode(found, type=Judgement)


def _shown(made: Made, solving: PuzzleProgress) -> puzzles.DailyPuzzle:
    last = len(solving.answers) - 1
    return puzzles.DailyPuzzle(
        puzzle=made.puzzle,
        tries=[
            puzzles.Try(answer=answer, right=solving.solved and at == last)
            for at, answer in enumerate(solving.answers)
        ],
        left=max(0, made.puzzle.tries - len(solving.answers)),
        solved=solving.solved,
        solution=made.solution if solving.over else None,
        said=[],
    )
