"""The laws of what teaches a game: the rules in short fit a screen; a lesson is short and true.

The arithmetic is read out of a lesson's sentences: `4 + 1 + 2 = 7`, `10 is not divisible by 3`,
`629 needs 1 to 630`. Who wins is asked of the solver.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from lastdigit.errors import LastDigitError
from lastdigit.game.game import AnyGame, Seat, Value
from lastdigit.game.lesson import (
    Claim,
    Reply,
    Step,
    find_lesson,
    lesson_game,
    moves_to_find,
    step_replies,
)
from lastdigit.game.text import example_turn, numbers_in
from lastdigit.solver import solver_for
from lastdigit.terminal.pages import short_rules_text
from lastdigit.testing.laws import BrokenLaw

FEWEST_STEPS, MOST_STEPS = 3, 5
MOST_FINDS, MOST_WORDS = 7, 120
"""What a child of twelve finds in half a minute, and reads in the other half."""
LONGEST_LINE, LONGEST_REPLY = 80, 110
MOST_LINES = 21
"""A screen has 24; the command shows two more, and one is for what is typed next."""
COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4}
Check: TypeAlias = Callable[[re.Match[str]], bool]


def rules_fit_a_screen(kind: type[AnyGame]) -> None:
    if not example_turn(kind()):
        raise BrokenLaw("at example_state no move goes on: let it be a position where one does")
    lines = short_rules_text(kind(), str).splitlines()
    if len(lines) > MOST_LINES or max(map(len, lines)) > LONGEST_LINE:
        raise BrokenLaw(
            f"the rules in short take {len(lines)} lines: shorten 'In short' in rulebook.md, so "
            f"that they are {MOST_LINES} at most"
        )


def lesson_can_be_taken(kind: type[AnyGame]) -> None:
    lesson = find_lesson(kind)
    if lesson is None:
        return
    if not FEWEST_STEPS <= len(lesson.steps) <= MOST_STEPS:
        raise BrokenLaw(f"the lesson has {len(lesson.steps)} steps: it has three to five")
    if sum(step.count for step in lesson.steps) > MOST_FINDS:
        raise BrokenLaw(f"the lesson has more than {MOST_FINDS} moves to find: let there be fewer")
    words = [f"{step.heading} {step.task} {step.done}".split() for step in lesson.steps]
    if sum(map(len, words)) > MOST_WORDS:
        raise BrokenLaw(
            f"the lesson has {sum(map(len, words))} words to read: {MOST_WORDS} at most"
        )
    for step in lesson.steps:
        _can_be_taken(lesson_game(kind, lesson), step)


def _can_be_taken(game: AnyGame, step: Step) -> None:
    where = f'the step at "{step.position}"'
    try:
        state = game.parse_state(step.position)
    except LastDigitError as error:
        raise BrokenLaw(f"{where} cannot be read: {error}") from error
    if game.format_state(state) != step.position:
        raise BrokenLaw(f"{where} is written {game.format_state(state)!r}")
    if state.mover is not Seat.ONE or game.outcome(state) is not None:
        raise BrokenLaw(f"{where} is not one where the first seat is to move")
    replies = step_replies(game, step)
    unknown = step.replies.keys() - replies.keys()
    if unknown:
        raise BrokenLaw(f"{where} replies to {sorted(unknown)}, and there is no such move")
    right = [reply for reply in replies.values() if reply.right]
    if not 1 <= step.count <= len(right) < len(replies):
        raise BrokenLaw(
            f"{where} asks for {step.count} of {len(replies)} moves, and {len(right)} are right: "
            "let there be enough that are, and some that are not"
        )
    if not _count_is_told(step, len(right)):
        raise BrokenLaw(f"{where} says {step.task!r}, asks for {step.count}, and has {len(right)}")
    for line in (step.heading, step.task, step.done, step.ask):
        _line(where, line, LONGEST_LINE)
    for reply in replies.values():
        _line(where, reply.sentence, LONGEST_REPLY)
        _line(where, reply.button, LONGEST_LINE)


def _line(where: str, text: str, longest: int) -> None:
    if not text or text != text.strip() or not text.isprintable() or len(text) > longest:
        raise BrokenLaw(f"{where} says {text!r}: it is a line of {longest} characters at most")


def _count_is_told(step: Step, right: int) -> bool:
    """Return whether a task that names a number of moves to find names the right one."""
    task = re.split("[Ff]ind ", step.task)[-1]
    every = re.match(r"the (one|two|three|four)\b", task)
    if every:
        return step.count == right == COUNTS[every[1]]
    some = re.match(r"(two|three|four)\b", task)
    if some:
        return step.count == COUNTS[some[1]]
    return step.count == 1 and (right == 1 or not task.startswith("the "))


def lesson_is_true(kind: type[AnyGame]) -> None:
    lesson = find_lesson(kind)
    if lesson is None:
        return
    game = lesson_game(kind, lesson)
    for step in lesson.steps:
        _agrees_with_the_solver(game, step)
        replies = step_replies(game, step).values()
        for sentence in (step.heading, step.task, step.done, *(one.sentence for one in replies)):
            for claim, holds in claims_in(sentence):
                if not holds:
                    raise BrokenLaw(f"the lesson says {sentence!r}, and {claim!r} is not so")
        for reply in replies:
            _tells_what_a_move_does(game, step, reply)


def _agrees_with_the_solver(game: AnyGame, step: Step) -> None:
    """Where a winning move is to be found, no other one wins, however long it would take."""
    state = game.parse_state(step.position)
    right = moves_to_find(game, state, step.claim)
    for branch in solver_for(game).branches(state):
        found, value = branch.move in right, branch.value
        agrees = {
            Claim.ALLOWED: found,
            Claim.REFUSED: not found,
            Claim.WINS: found == (value is Value.WIN),
            Claim.TRAPS: found == (value is Value.WIN),
            Claim.LOSES: value is Value.LOSE or not found,
            Claim.DEFENDS: found or value is not Value.WIN,
        }
        if not agrees[step.claim]:
            raise BrokenLaw(
                f'the step at "{step.position}" asks for what {step.claim}, and '
                f"{game.format_move(branch.move)} is a {value} if nobody errs"
            )


ENDS = {"you win": Value.WIN, "you lose": Value.LOSE, "wins.": Value.LOSE, "loses.": Value.LOSE}


def _tells_what_a_move_does(game: AnyGame, step: Step, reply: Reply) -> None:
    state, move = game.parse_state(step.position), game.parse_move(reply.move)
    branches = {branch.move: branch for branch in solver_for(game).branches(state)}
    said = reply.sentence
    values = {value for words, value in ENDS.items() if words in said}
    numbers = ""
    if move in branches:
        numbers = numbers_in(game.view(branches[move].after))
        values -= {branches[move].value}
    told = [new in numbers for new in re.findall(r"\d+ (?:becomes|is now) (\d+)", said)]
    told += [_digit_sum(numbers) == int(total) for total in re.findall(r"sum is (\d+)", said)]
    told += [_can_form(game, branches[move].after, number) for number in FORM.findall(said)]
    told += [number in step.position for number in _used(said)]
    if values or not all(told):
        raise BrokenLaw(f'at "{step.position}" {reply.move} is answered {said!r}: that is not so')


FORM = re.compile(r"can still form (\d+)")


def _digit_sum(text: str) -> int:
    return sum(map(int, re.findall(r"\d", text)))


def _can_form(game: AnyGame, state: Any, number: str) -> bool:
    following = (game.successor(state, move) for move in game.legal_moves(state))
    return number in {numbers_in(game.view(after)) for after in following}


def _used(sentence: str) -> Iterator[str]:
    for used in re.findall(r"((?:\d+,? (?:and )?)+)(?:is|are) used", sentence):
        yield from re.findall(r"\d+", used)


NUMBER = r"(\d+)"
SUM = r"\d+(?: [+×] \d+)*"


def _worth(expression: str) -> int:
    return sum(math.prod(map(int, term.split(" × "))) for term in expression.split(" + "))


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, number))


KINDS: dict[str, Callable[[int], bool]] = {
    "prime": _is_prime,
    "no prime": lambda number: not _is_prime(number),
    "even": lambda number: number % 2 == 0,
    "odd": lambda number: number % 2 == 1,
}

CHECKS: tuple[tuple[str, Check], ...] = (
    (rf"{SUM}(?: = {SUM})+", lambda m: len({_worth(side) for side in m[0].split(" = ")}) == 1),
    (rf"{SUM} = {NUMBER}, above {NUMBER}", lambda m: int(m[1]) > int(m[2])),
    (rf"{NUMBER} is {NUMBER} × {NUMBER}", lambda m: int(m[1]) == int(m[2]) * int(m[3])),
    (rf"{NUMBER} is only {NUMBER}", lambda m: int(m[1]) == int(m[2])),
    (rf"{NUMBER} is more than {NUMBER}", lambda m: int(m[1]) > int(m[2])),
    (rf"{NUMBER} is divisible by {NUMBER}", lambda m: int(m[1]) % int(m[2]) == 0),
    (rf"{NUMBER}(?: is|,) not divisible by {NUMBER}", lambda m: int(m[1]) % int(m[2]) > 0),
    (rf"{NUMBER} = {SUM}: not a multiple of {NUMBER}", lambda m: int(m[1]) % int(m[2]) > 0),
    (
        rf"((?:\d+, )*\d+ and \d+) are divisible by {NUMBER}",
        lambda m: not any(int(number) % int(m[2]) for number in re.findall(r"\d+", m[1])),
    ),
    (
        rf"{NUMBER}(?: = {SUM})? is (prime|no prime|even|odd)(?: and (no prime))?",
        lambda m: all(KINDS[kind](int(m[1])) for kind in (m[2], m[3]) if kind),
    ),
    (
        rf"{NUMBER} needs (?:only )?{NUMBER} to {NUMBER}",
        lambda m: int(m[1]) + int(m[2]) == int(m[3]),
    ),
    (
        rf"{NUMBER} needs {NUMBER} to the next multiple of {NUMBER}, {NUMBER} needs {NUMBER}",
        lambda m: -int(m[1]) % int(m[3]) == int(m[2]) and -int(m[4]) % int(m[3]) == int(m[5]),
    ),
    (
        rf"{NUMBER} and {NUMBER} both need {NUMBER} to the next multiple of {NUMBER}, "
        rf"and {NUMBER} is smaller",
        lambda m: (
            -int(m[1]) % int(m[4]) == -int(m[2]) % int(m[4]) == int(m[3])
            and int(m[5]) == min(int(m[1]), int(m[2]))
        ),
    ),
)
"""Claims that are true or false by themselves."""


def claims_in(sentence: str) -> Iterator[tuple[str, bool]]:
    """Yield every claim of a sentence that arithmetic decides, and whether it holds.

    >>> list(claims_in("4 + 1 + 2 + 5 = 12, and 12 = 3 × 5."))
    [('4 + 1 + 2 + 5 = 12', True), ('12 = 3 × 5', False)]
    """
    for pattern, check in CHECKS:
        for found in re.finditer(rf"(?<![\d×+] ){pattern}(?!\d)", sentence):
            yield found[0], check(found)
