"""What is said to an answer: right, or what it allows; and the reason, once it is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lastdigit.errors import UsageError, quoted
from lastdigit.game.game import AnyGame, Seat, State, Value
from lastdigit.game.puzzle_source import Task
from lastdigit.game.text import AnySecondPersonText, Audience
from lastdigit.puzzles.puzzle import NOBODY, OTHER, Puzzle, solver_at
from lastdigit.solver import solver_for


@dataclass(frozen=True)
class Verdict:
    """What an answer is worth. `reply` is the other's move where a win is being played out."""

    right: bool
    done: bool
    sentences: tuple[str, ...]
    reply: str | None = None
    position: str | None = None
    """Where a win that is being played out has come to."""


def read_answer(puzzle: Puzzle, text: str) -> str:
    """Return an answer as it is compared; raises UsageError if it is none, or no legal move.

    For a list the order does not matter.
    """
    if puzzle.task is Task.LOSERS:
        words = text.replace(",", " ").split()
        unknown = [word for word in words if word not in puzzle.choices]
        if not words or unknown:
            told = quoted(unknown[0] if unknown else text)
            raise UsageError(f"{told} is none of {', '.join(puzzle.choices)}.")
        return " ".join(sorted(set(words), key=puzzle.choices.index))
    if text in puzzle.choices or puzzle.task is Task.PLAY:
        return text
    if puzzle.task is Task.WINNER:
        raise UsageError(f"{quoted(text)} is none of {', '.join(puzzle.choices)}.")
    move = puzzle.game.parse_move(text)
    objection = puzzle.game.objection(puzzle.state, move)
    assert objection is not None, "every legal move can be answered"
    raise UsageError(
        puzzle.game.second_person(puzzle.audience).refusal(puzzle.state, move, objection)
    )


def judge(puzzle: Puzzle, answers: Sequence[str]) -> Verdict:
    """Return what the last of some answers is worth; only a win that is played out has several.

    Raises UsageError for what is no answer here.
    """
    if puzzle.task is Task.PLAY:
        return _judge_play(puzzle, answers)
    answer = read_answer(puzzle, answers[-1])
    if answer in puzzle.right:
        return Verdict(True, True, (reason(puzzle),))
    return Verdict(False, False, refutation(puzzle, answer))


def _judge_play(puzzle: Puzzle, answers: Sequence[str]) -> Verdict:
    """Judge the last move of a line: a win is kept if it still comes in time."""
    game, state, left = puzzle.game, puzzle.state, puzzle.plies or 0
    insight, voice = solver_for(game), game.second_person(puzzle.audience)
    told: tuple[str, ...] = ()
    for number, text in enumerate(answers):
        legal = {game.format_move(move): move for move in game.legal_moves(state)}
        if text not in legal:
            raise UsageError(f"{quoted(text)} is not a move here.")
        after = game.successor(state, legal[text])
        solution = insight.solution(after)
        if solution.value is not Value.LOSE or (solution.remoteness or 0) > left - 1:
            if number < len(answers) - 1:
                raise UsageError(f"{quoted(text)} was wrong already.")
            return Verdict(False, False, _refuted(game, state, text, left))
        told = (voice.happened(state, legal[text], after),)
        outcome = game.outcome(after)
        if outcome is not None:
            if number < len(answers) - 1:
                raise UsageError("It was won already.")
            return Verdict(True, True, (*told, voice.ending(after, outcome)))
        reply = insight.best(after)[0]
        told = (*told, voice.happened(after, reply.move, reply.after))
        state, left = reply.after, left - 2
        outcome = game.outcome(state)
        if outcome is not None:  # the other had nothing left but to lose
            return Verdict(True, True, (*told, voice.ending(state, outcome)))
    position = game.format_state(state)
    return Verdict(True, False, told, game.format_move(reply.move), position)


def reason(puzzle: Puzzle, audience: Audience | None = None) -> str:
    """Return why the right answer is right, so that a person can check it."""
    if puzzle.task is not Task.LOSERS:
        return solver_for(puzzle.game).why(puzzle.state)
    (losers,) = puzzle.right
    return " ".join(_shown(puzzle, move, audience)[-1] for move in losers.split(" "))


def refutation(puzzle: Puzzle, answer: str) -> tuple[str, ...]:
    """Return what is wrong with an answer, as it would be played."""
    match puzzle.task:
        case Task.LOSERS:
            return _list_refuted(puzzle, answer)
        case Task.WINNER:
            return _winner_refuted(puzzle, answer)
        case _:
            return _refuted(puzzle.game, puzzle.state, answer)


def _shown(puzzle: Puzzle, text: str, audience: Audience | None = None) -> tuple[str, ...]:
    """Return what a move brings about, and how the game ends if it does."""
    voice = puzzle.game.second_person(audience or puzzle.audience)
    move = puzzle.game.parse_move(text)
    after = puzzle.game.successor(puzzle.state, move)
    outcome = puzzle.game.outcome(after)
    happened = voice.happened(puzzle.state, move, after)
    return (happened, voice.ending(after, outcome)) if outcome else (happened,)


def _list_refuted(puzzle: Puzzle, answer: str) -> tuple[str, ...]:
    (losers,) = puzzle.right
    listed, right = answer.split(" "), losers.split(" ")
    safe = [text for text in listed if text not in right]
    if safe:
        return (f"Not {safe[0]}.", _shown(puzzle, safe[0])[0])
    return ("These do, and there are more.",)


def _winner_refuted(puzzle: Puzzle, answer: str) -> tuple[str, ...]:
    """Return the move, or the answer to the best one, that shows a winner not to be the one."""
    insight = solver_for(puzzle.game)
    best = insight.best(puzzle.state)[0]
    text = puzzle.game.format_move(best.move)
    voice = puzzle.game.second_person(puzzle.audience)
    played = voice.happened(puzzle.state, best.move, best.after)
    if answer == OTHER or (answer == NOBODY and best.value is Value.WIN):
        return (f"Look at {text}.", played)
    replies = insight.best(best.after)
    if not replies:
        return (f"Look at {text}.", played)
    reply = voice.happened(best.after, replies[0].move, replies[0].after)
    return (f"Even after {text}:", played, reply)


def _refuted(game: AnyGame, state: State, text: str, left: int | None = None) -> tuple[str, ...]:
    """Return what a wrong move allows: the answer to it, and who wins then."""
    insight, voice = solver_for(game), game.second_person(solver_at(state))
    move = game.parse_move(text)
    after = game.successor(state, move)
    told = [f"Not {text}.", voice.happened(state, move, after)]
    outcome = game.outcome(after)
    if outcome is not None:
        return (*told, voice.ending(after, outcome))
    solution = insight.solution(after)
    if left is not None and solution.value is Value.LOSE:
        return (*told, "That wins too, but it takes longer.")
    reply = insight.best(after)[0]
    told.append(voice.happened(after, reply.move, reply.after))
    outcome = game.outcome(reply.after)
    if outcome is not None:
        return (*told, voice.ending(reply.after, outcome))
    return (*told, _who(voice, after.mover, solution.value))


def _who(voice: AnySecondPersonText, other: Seat, value: Value) -> str:
    """Return who wins if nobody errs any more; the value is the other's."""
    if value is Value.DRAW:
        return "From there nobody can force a win."
    return f"From there {voice.audience.wins(other)}."
