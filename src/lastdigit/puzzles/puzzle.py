"""Puzzles: a position, a question about it, and the right answers according to the solver."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypedDict

from lastdigit.errors import UsageError, quoted
from lastdigit.game.game import AnyGame, Seat, State, Value
from lastdigit.game.puzzle_source import DIFFICULTIES, AnySource, Task, puzzle_sources_of
from lastdigit.game.serialize import RowData, view_data
from lastdigit.game.text import AnySecondPersonText, Audience, numbers_in
from lastdigit.match.record import option_values
from lastdigit.solver import FAR, Branch, Solver, solver_for, split

DEPTHS = (2, 4, 8, 16)
"""The maximum number of turns to look ahead in puzzles of grades 1 to 4. Others have grade 5."""
MAX_TRIES = 3
MAX_PLAY_PLIES = 7
"""The maximum number of turns in a puzzle that asks the player to play out a win."""
YOU, OTHER, NOBODY = "you", "the other", "nobody"
WINNERS = {Value.WIN: YOU, Value.LOSE: OTHER, Value.DRAW: NOBODY}

AnyBranch = Branch[Any, Any]
AnySolver = Solver[Any, Any]


@dataclass(frozen=True)
class Puzzle:
    """A position, a task for the player to move, and all correct answers."""

    game: AnyGame
    state: State
    task: Task
    right: frozenset[str]
    """The correct answers: moves, one list of moves (for the task `LOSERS`), or the winner."""
    choices: tuple[str, ...]
    """The possible answers. For the task `LOSERS`, the moves that an answer can list."""
    depth: int
    """How many turns the player must look ahead. FAR if no number of turns is enough."""
    plies: int | None = None
    """For the task `PLAY` (play out a win): the number of both players' turns until the win."""
    solved_by: frozenset[str] = field(default=frozenset(), compare=False)
    """The names of guessing strategies that solve this puzzle, such as "first move"."""

    @property
    def audience(self) -> Audience:
        return audience_at(self.state)

    @property
    def position(self) -> str:
        return self.game.format_state(self.state)

    @property
    def name(self) -> str:
        """The unique name of the puzzle: its game, options, task and position as one text."""
        # Default values are left out, so that adding an option later does not change any names.
        usual = dict(option_values(type(self.game)()))
        options = [
            f"{name}={list(value) if isinstance(value, tuple) else value}".replace(" ", "")
            for name, value in option_values(self.game)
            if value != usual.get(name)
        ]
        return " ".join((self.game.name, *options, self.task, self.position))

    @property
    def title(self) -> str:
        """The title of the puzzle's game."""
        return self.game.title

    @property
    def grade(self) -> int:
        """The difficulty of the puzzle, from 1 (easiest) to 5."""
        return grade_of(self.depth)

    @property
    def difficulty(self) -> str:
        """The difficulty of the puzzle in words."""
        return DIFFICULTIES[self.grade - 1]

    @property
    def chance(self) -> float:
        """The probability that a random choice is a right answer."""
        return len(self.right) / len(self.choices)

    @property
    def tries(self) -> int:
        """The number of answers that the player may give to the puzzle."""
        return min(MAX_TRIES, len(self.choices) - 1)

    @cached_property
    def question(self) -> str:
        own = puzzle_sources_of(type(self.game))[-1][1].question(self.task)
        return own or self._question()

    def _question(self) -> str:
        match self.task:
            case Task.MOVE if solver_for(self.game).solution(self.state).value is Value.DRAW:
                return "You cannot win here. Which move keeps the draw?"
            case Task.MOVE:
                return "One move wins. Which?" if len(self.right) == 1 else "Find a move that wins."
            case Task.LOSERS:
                return "Which moves lose at once?"
            case Task.WINNER:
                return (
                    "It's your move. Who wins with perfect play: you, the other player, or nobody?"
                )
            case Task.PLAY:
                return f"You can win in {self.plies} turns, counting both players. Play it out."

    @property
    def appearance(self) -> Hashable:
        """A key that is equal for puzzles that look the same to a player."""
        return self.game.name, self.task, numbers_in(self.game.view(self.state))


def audience_at(state: State) -> Audience:
    """Return the `Audience` for text that addresses the player to move as "you"."""
    return Audience(you=state.mover, computer=state.mover.other)


def grade_of(depth: int) -> int:
    """Return the grade of a puzzle, from 1 (easiest) to 5.

    `depth` is how many turns the player must look ahead.
    """
    return 1 + sum(depth > deepest for deepest in DEPTHS)


def certify(source: AnySource, game: AnyGame, state: State, task: Task) -> Puzzle | None:
    """Return the puzzle for a position and a task, with the answers that the solver computes.

    Return None if the position is not suitable for the task.
    """
    found = _certify_task(game, state, task)
    if found is None or task is Task.WINNER:
        return found
    return replace(found, solved_by=_right_guesses(source, found))


def certify_position(game: AnyGame, state: State) -> Puzzle | None:
    """Return the puzzle that asks for a right move in a position from a played game.

    Every move that keeps the win or the draw is right. Return None if no legal move is wrong.
    """
    solver = solver_for(game)
    branches = solver.branches(state)
    return _move_puzzle(solver, state, branches) if split(branches)[1] else None


def _certify_task(game: AnyGame, state: State, task: Task) -> Puzzle | None:
    solver = solver_for(game)
    if task is Task.WINNER:
        return _certify_winner(solver, state)
    branches = solver.branches(state)
    if len(branches) < 2:
        return None
    match task:
        case Task.MOVE:
            return _certify_move(solver, state, branches)
        case Task.PLAY:
            return _certify_play(solver, state, branches)
        case Task.LOSERS:
            return _certify_losers(solver, state, branches)


def _certify_move(solver: AnySolver, state: State, branches: Sequence[AnyBranch]) -> Puzzle | None:
    """Return the puzzle that asks for a right move, or None if the position is not suitable.

    A position is suitable if only one move wins, or if some moves keep a draw and others lose.
    """
    keeping, losing = split(branches)
    if not losing or (keeping[0].value is Value.WIN and len(keeping) > 1):
        return None
    return _move_puzzle(solver, state, branches)


def _move_puzzle(solver: AnySolver, state: State, branches: Sequence[AnyBranch]) -> Puzzle:
    texts = [solver.game.format_move(branch.move) for branch in branches]
    keeping, _ = split(branches)
    right = frozenset(solver.game.format_move(branch.move) for branch in keeping)
    return Puzzle(
        solver.game,
        state,
        Task.MOVE,
        right,
        tuple(texts),
        depth_to_find(solver, state, branches),
    )


def _certify_play(solver: AnySolver, state: State, branches: Sequence[AnyBranch]) -> Puzzle | None:
    """Return the puzzle that asks the player to play out a win.

    Return None if the position is not suitable: the win must take 3 to 7 turns, and exactly one
    first move must win.
    """
    plies = solver.solution(state).remoteness
    found = _certify_move(solver, state, branches)
    if found is None or plies is None or not 3 <= plies <= MAX_PLAY_PLIES:
        return None
    return Puzzle(
        found.game,
        state,
        Task.PLAY,
        found.right,
        found.choices,
        found.depth,
        plies,
    )


def _certify_losers(
    solver: AnySolver, state: State, branches: Sequence[AnyBranch]
) -> Puzzle | None:
    """Return the puzzle that asks for all moves that lose immediately.

    Return None if no move loses immediately, or if every move does.
    """
    game = solver.game
    texts = [game.format_move(branch.move) for branch in branches]
    losers = [game.format_move(branch.move) for branch in branches if _loses_at_once(branch)]
    if not losers or len(losers) == len(texts):
        return None
    right = frozenset((" ".join(losers),))
    return Puzzle(game, state, Task.LOSERS, right, tuple(texts), 1)


def _loses_at_once(branch: AnyBranch) -> bool:
    return branch.solution == (Value.WIN, 0)


def _certify_winner(solver: AnySolver, state: State) -> Puzzle | None:
    """Return the puzzle that asks who wins, or None if that is too easy."""
    solution = solver.solution(state)
    if solution.remoteness == 1:  # the next move wins
        return None
    answer = WINNERS[solution.value]
    return Puzzle(
        solver.game,
        state,
        Task.WINNER,
        frozenset((answer,)),
        (YOU, OTHER, NOBODY),
        FAR if solution.remoteness is None else solution.remoteness,
        solved_by=frozenset((f"always {answer}",)),
    )


def depth_to_find(solver: AnySolver, state: State, branches: Sequence[AnyBranch]) -> int:
    """Return how many turns a player must look ahead to find a right move.

    The result is the constant FAR if no number of turns is enough.
    """
    # A search sees the wins and losses within its depth, and follows the game's rule of thumb if
    # several moves look equally good. The exact distances show what it would see, without a search.
    right = {branch.move for branch in split(branches)[0]}
    greedy = solver.greedy(state)
    known = [branch for branch in branches if branch.solution.remoteness is not None]
    for depth in sorted({0, *((branch.solution.remoteness or 0) + 1 for branch in known)}):
        moves = {branch.move for branch in _best_at_depth(branches, depth)}
        if moves <= right or (greedy in moves and greedy in right):
            return depth
    return FAR


def _best_at_depth(branches: Sequence[AnyBranch], depth: int) -> Sequence[AnyBranch]:
    """Return the moves that look best to a player who looks `depth` turns ahead."""
    seen = [
        branch
        for branch in branches
        if branch.solution.remoteness is not None and branch.solution.remoteness < depth
    ]
    wins = [branch for branch in seen if branch.value is Value.WIN]
    return wins or [branch for branch in branches if branch not in seen] or branches


def _right_guesses(source: AnySource, puzzle: Puzzle) -> frozenset[str]:
    """Return the names of guessing strategies that solve a puzzle, such as "first move"."""
    game, state = puzzle.game, puzzle.state
    solver = solver_for(game)
    branches = solver.branches(state)
    moves = [branch.move for branch in branches]
    greedy = solver.greedy(state)
    winning = [branch.move for branch in branches if branch.solution == (Value.LOSE, 0)]
    guesses = {
        "first move": moves[0],
        "last move": moves[-1],
        "largest digit": max(moves, key=lambda move: source.digit(state, move)),
        "rule of thumb": greedy,
        "one turn ahead": winning[0] if winning else greedy,
    }
    right = puzzle.right
    return frozenset(name for name, move in guesses.items() if game.format_move(move) in right)


@dataclass(frozen=True)
class AnswerFeedback:
    """The result of checking an answer: whether it is right, and sentences that say why.

    If the task is to play out a win, the result also has the opponent's next move.
    """

    right: bool
    done: bool
    sentences: tuple[str, ...]
    reply: str | None = None
    position: str | None = None
    """For the task `PLAY` (play out a win): the position after the opponent's reply."""


def parse_answer(puzzle: Puzzle, text: str) -> str:
    """Return an answer to a puzzle in its standard form.

    Raise UsageError if the text is not a possible answer or not a legal move.
    """
    if puzzle.task is Task.LOSERS:
        words = text.replace(",", " ").split()
        unknown = [word for word in words if word not in puzzle.choices]
        if not words or unknown:
            shown = quoted(unknown[0] if unknown else text)
            raise UsageError(f"{shown} isn't one of {', '.join(puzzle.choices)}.")
        return " ".join(sorted(set(words), key=puzzle.choices.index))
    if text in puzzle.choices or puzzle.task is Task.PLAY:
        return text
    if puzzle.task is Task.WINNER:
        raise UsageError(f"{quoted(text)} isn't one of {', '.join(puzzle.choices)}.")
    move = puzzle.game.parse_move(text)
    objection = puzzle.game.objection(puzzle.state, move)
    assert objection is not None, "every legal move can be answered"
    raise UsageError(
        puzzle.game.second_person(puzzle.audience).refusal(puzzle.state, move, objection)
    )


def grade_answer(puzzle: Puzzle, answers: Sequence[str]) -> AnswerFeedback:
    """Check the last of the player's answers to a puzzle.

    If the task is to play out a win, the answers are the player's moves so far. Raise UsageError if
    the last answer is not a possible answer.
    """
    if puzzle.task is Task.PLAY:
        return _grade_play(puzzle, answers)
    answer = parse_answer(puzzle, answers[-1])
    if answer in puzzle.right:
        return AnswerFeedback(True, True, (reason(puzzle),))
    return AnswerFeedback(False, False, refutation(puzzle, answer))


def _grade_play(puzzle: Puzzle, answers: Sequence[str]) -> AnswerFeedback:
    """Check the last move of a player who has to win within a number of turns.

    `answers` are the player's moves so far.
    """
    game, state, left = puzzle.game, puzzle.state, puzzle.plies or 0
    solver, second_person = solver_for(game), game.second_person(puzzle.audience)
    sentences: tuple[str, ...] = ()
    for number, answer in enumerate(answers):
        legal = {game.format_move(move): move for move in game.legal_moves(state)}
        if answer not in legal:
            raise UsageError(f"{quoted(answer)} is not a move here.")
        after = game.successor(state, legal[answer])
        solution = solver.solution(after)
        if solution.value is not Value.LOSE or (solution.remoteness or 0) > left - 1:
            if number < len(answers) - 1:
                raise UsageError(f"{quoted(answer)} was already wrong.")
            return AnswerFeedback(False, False, _refute_move(game, state, answer, left))
        sentences = (second_person.happened(state, legal[answer], after),)
        outcome = game.outcome(after)
        if outcome is not None:
            if number < len(answers) - 1:
                raise UsageError("You have already won.")
            return AnswerFeedback(True, True, (*sentences, second_person.ending(after, outcome)))
        reply = solver.best(after)[0]
        sentences = (*sentences, second_person.happened(after, reply.move, reply.after))
        state, left = reply.after, left - 2
        outcome = game.outcome(state)
        if outcome is not None:  # every reply lost immediately
            return AnswerFeedback(True, True, (*sentences, second_person.ending(state, outcome)))
    position = game.format_state(state)
    return AnswerFeedback(True, False, sentences, game.format_move(reply.move), position)


def reason(puzzle: Puzzle, audience: Audience | None = None) -> str:
    """Return an explanation of the right answer that a person can verify.

    The text is written for `audience`, or for the player to move by default.
    """
    if puzzle.task is not Task.LOSERS:
        return solver_for(puzzle.game).why(puzzle.state)
    (losers,) = puzzle.right
    return " ".join(_describe_move(puzzle, move, audience)[-1] for move in losers.split(" "))


def refutation(puzzle: Puzzle, answer: str) -> tuple[str, ...]:
    """Return sentences that show why an answer to a puzzle is wrong."""
    match puzzle.task:
        case Task.LOSERS:
            return _refute_list(puzzle, answer)
        case Task.WINNER:
            return _refute_winner(puzzle, answer)
        case _:
            return _refute_move(puzzle.game, puzzle.state, answer)


def _describe_move(puzzle: Puzzle, text: str, audience: Audience | None = None) -> tuple[str, ...]:
    """Return a sentence about the effect of a move, and a second one if the move ends the game."""
    second_person = puzzle.game.second_person(audience or puzzle.audience)
    move = puzzle.game.parse_move(text)
    after = puzzle.game.successor(puzzle.state, move)
    outcome = puzzle.game.outcome(after)
    happened = second_person.happened(puzzle.state, move, after)
    return (happened, second_person.ending(after, outcome)) if outcome else (happened,)


def _refute_list(puzzle: Puzzle, answer: str) -> tuple[str, ...]:
    (losers,) = puzzle.right
    given, expected = answer.split(" "), losers.split(" ")
    safe = [text for text in given if text not in expected]
    if safe:
        return (f"Not {safe[0]}.", _describe_move(puzzle, safe[0])[0])
    return ("These moves lose, but there are others.",)


def _refute_winner(puzzle: Puzzle, answer: str) -> tuple[str, ...]:
    """Return sentences that show why the answer to the question "who wins?" is wrong."""
    solver = solver_for(puzzle.game)
    best = solver.best(puzzle.state)[0]
    text = puzzle.game.format_move(best.move)
    second_person = puzzle.game.second_person(puzzle.audience)
    played = second_person.happened(puzzle.state, best.move, best.after)
    if answer == OTHER or (answer == NOBODY and best.value is Value.WIN):
        return (f"Look at {text}.", played)
    replies = solver.best(best.after)
    if not replies:
        return (f"Look at {text}.", played)
    reply = second_person.happened(best.after, replies[0].move, replies[0].after)
    return (f"Even after {text}:", played, reply)


def _refute_move(
    game: AnyGame, state: State, text: str, left: int | None = None
) -> tuple[str, ...]:
    """Return sentences that show why a move is wrong: the best reply, and who wins after it.

    If `left` is given, the player must win within this number of turns, so a slower win is wrong.
    """
    solver, second_person = solver_for(game), game.second_person(audience_at(state))
    move = game.parse_move(text)
    after = game.successor(state, move)
    sentences = [f"Not {text}.", second_person.happened(state, move, after)]
    outcome = game.outcome(after)
    if outcome is not None:
        return (*sentences, second_person.ending(after, outcome))
    solution = solver.solution(after)
    if left is not None and solution.value is Value.LOSE:
        return (*sentences, "That wins too, but it takes longer.")
    reply = solver.best(after)[0]
    sentences.append(second_person.happened(after, reply.move, reply.after))
    outcome = game.outcome(reply.after)
    if outcome is not None:
        return (*sentences, second_person.ending(reply.after, outcome))
    return (*sentences, _winner_text(second_person, after.mover, solution.value))


def _winner_text(second_person: AnySecondPersonText, mover: Seat, value: Value) -> str:
    """Return a sentence about who wins with perfect play.

    `mover` is the player to move, and `value` is the result for this player.
    """
    if value is Value.DRAW:
        return "From there, neither player can force a win."
    return f"From there {second_person.audience.wins(mover)}."


class PuzzleData(TypedDict):
    """A puzzle as JSON data, without its answers."""

    name: str
    game: str
    title: str
    options: dict[str, Any]
    position: str
    view: list[RowData]
    goal: str
    task: Task
    question: str
    choices: list[str]
    """The possible answers. Empty if finding a legal move is part of the puzzle."""
    grade: int
    tries: int


class SolvedPuzzleData(PuzzleData):
    """A puzzle as JSON data, with its right answers and with explanations of wrong answers."""

    right: list[str]
    reason: str
    wrong: dict[str, list[str]]


def puzzle_data(puzzle: Puzzle) -> PuzzleData:
    """Return a puzzle as JSON data, without its answers."""
    game = puzzle.game
    hidden = game.moves_are_a_hint and puzzle.task is not Task.WINNER
    return {
        "name": puzzle.name,
        "game": game.name,
        "title": game.title,
        "options": dict(option_values(game)),
        "position": puzzle.position,
        "view": view_data(game.view(puzzle.state)),
        "goal": game.second_person(puzzle.audience).goal(),
        "task": puzzle.task,
        "question": puzzle.question,
        "choices": [] if hidden else list(puzzle.choices),
        "grade": puzzle.grade,
        "tries": puzzle.tries,
    }


def solved_data(puzzle: Puzzle) -> SolvedPuzzleData:
    """Return a puzzle as JSON data, with right answers and explanations of wrong answers."""
    wrong = [choice for choice in puzzle.choices if choice not in puzzle.right]
    return {
        **puzzle_data(puzzle),
        "right": sorted(puzzle.right),
        "reason": reason(puzzle),
        "wrong": {choice: list(refutation(puzzle, choice)) for choice in wrong},
    }
