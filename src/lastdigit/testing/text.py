"""Conformance checks for a game's declarations, text, lesson and colours."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Hashable, Iterator
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any, TypeAlias
from xml.etree import ElementTree

from lastdigit.errors import LastDigitError
from lastdigit.game.game import DEFAULT_NAMES, AnyGame, Question, Seat, State, Status, Value
from lastdigit.game.lesson import (
    Claim,
    Reply,
    Step,
    find_lesson,
    lesson_game,
    moves_to_find,
    step_replies,
)
from lastdigit.game.options import Option, Preset
from lastdigit.game.text import IN_SHORT, AnyDialogue, example_turn, numbers_in
from lastdigit.game.theme import COLOURS, Theme, contrast, theme_of
from lastdigit.solver import solver_for
from lastdigit.terminal.game import COMMANDS
from lastdigit.terminal.output import short_rules_text
from lastdigit.testing.conformance import (
    SHORT_WALK,
    ConformanceError,
    position_text,
    random_game,
    random_value,
    random_walk,
)

Declaration: TypeAlias = Callable[[type[AnyGame]], None]
"""A function that raises an error if a game class fails a check."""

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_NAME, LONGEST_LINE = 22, 50
"""The maximum number of characters in a name and in a summary, to fit an 80-column menu."""
RESERVED = frozenset(
    {"color", "help", "json", "preset", "version"}  # every command about a game
    | {"first", "position", "seed"}  # show and analyse
    | {"check", "checker", "out"}  # certify
    | {"attempts", "full-screen", "name-1", "name-2", "no-hints", "player-1", "player-2"}  # play
    | {"record", "rounds", "store", "time-limit", "voice"}
    | {"answer-tokens", "at-once", "base-url", "budget", "budget-money"}
    | {"move-seconds", "pass-env"}
    | {"show-legal", "temperature", "tries"}
    | {
        "game",
        "illegal",
        "opponent",
        "oracle",
        "regret-weight",
        "render-mode",
        "seat",
    }  # environments
)
"""Names that a game must not give its options, because commands or environments use them."""
HEADINGS = [
    IN_SHORT,
    "Aim",
    "Rules",
    "Rulings",
    "Errata",
    "Options",
    "Moves and positions",
    "Versions",
]
GAMES_PLAYED, LONGEST_GAME = 300, 1_000
NAMES = ("Ann", "Ben")


def metadata_is_valid(kind: type[AnyGame]) -> None:
    if not dataclasses.is_dataclass(kind) or not kind.__dataclass_params__.frozen:
        raise ConformanceError(
            "The game class is not a frozen dataclass. Put @dataclass(frozen=True) above the class."
        )
    for field, longest in (
        ("name", LONGEST_NAME),
        ("title", LONGEST_NAME),
        ("summary", LONGEST_LINE),
    ):
        _check_line(f"The {field}", getattr(kind, field), longest)
    if not NAME.fullmatch(kind.name):
        raise ConformanceError(
            f"The game's name is {kind.name!r}. Use lower-case letters, digits and dashes."
        )
    if type(kind.version) is not int or kind.version < 1:
        raise ConformanceError(
            f"The version is {kind.version!r}. Use a whole number, starting with 1."
        )
    game = kind()
    try:
        state = game.parse_state(game.example_state)
    except LastDigitError as error:
        raise ConformanceError(f"The example_state cannot be parsed: {error}") from error
    if game.format_state(state) != game.example_state:
        raise ConformanceError(
            f"The example_state is not in standard form. Write {game.format_state(state)!r}."
        )


def _check_line(what: str, text: str, longest: int) -> None:
    if not (text and text == text.strip() and text.isprintable()):
        raise ConformanceError(f"{what} is {text!r}. Use one line of text.")
    if len(text) > longest:
        raise ConformanceError(f"{what} has {len(text)} characters. Use at most {longest}.")


def options_are_valid(kind: type[AnyGame]) -> None:
    for option in kind.options():
        if not NAME.fullmatch(option.name) or option.name in RESERVED:
            raise ConformanceError(
                f"An option cannot be called {option.name!r}. Use lower-case letters, digits and "
                f"dashes, and none of these reserved names: {', '.join(sorted(RESERVED))}."
            )
        _check_line(f"The help text of --{option.name}", option.help, 2 * LONGEST_LINE)
        random = Random(option.name)
        for value in (option.default, *(random_value(option, random) for _ in range(SHORT_WALK))):
            if option.parse(option.format(value)) != value:
                raise ConformanceError(
                    f"--{option.name} {option.format(value)} is parsed as another value."
                )


def presets_are_playable(kind: type[AnyGame]) -> None:
    # The length of a game with `attempts` depends on the players' errors, so it is not checked.
    names = [preset.name for preset in kind.presets]
    if names[:1] != ["rulebook"] or len(set(names)) < len(names):
        raise ConformanceError(
            f"The presets are called {names}. Call the first preset 'rulebook', and give each "
            "preset a different name."
        )
    rulebook, *others = kind.presets
    if rulebook.options or rulebook.attempts is not None:
        raise ConformanceError("The preset 'rulebook' sets an option. Remove the option.")
    for preset in others:
        if preset.attempts is None and kind.of(dict(preset.options)) == kind():
            raise ConformanceError(f"The preset {preset.name!r} changes nothing. Remove it.")
        if preset.name == "quick" and preset.turns[1] > rulebook.turns[1]:
            raise ConformanceError("The preset 'quick' takes more turns than 'rulebook'.")
    suggestions = [occasion for preset in kind.presets for occasion in preset.suggested_for]
    if len(set(suggestions)) < len(suggestions):
        raise ConformanceError(
            "Two presets are suggested for the same situation. Choose one preset for each "
            "situation."
        )
    for preset in kind.presets:
        _check_line(
            f"The description of the preset {preset.name!r}", preset.about, LONGEST_LINE - 10
        )
        if preset.note and not preset.note.endswith("."):
            raise ConformanceError(f"The note of the preset {preset.name!r} is not a sentence.")
        if preset.attempts is None:
            _check_turns(kind, preset)


def _check_turns(kind: type[AnyGame], preset: Preset) -> None:
    game = kind.of(dict(preset.options))
    turns = sorted(
        _play_randomly(game, Random(seed), safe_moves)[0] for seed in range(GAMES_PLAYED)
    )
    low, high = preset.turns
    within = sum(low <= count <= high for count in turns)
    if not low <= median(turns) <= high or within < 0.6 * GAMES_PLAYED:
        tenth = GAMES_PLAYED // 10
        raise ConformanceError(
            f"The preset {preset.name!r} declares {low} to {high} turns. Set turns to "
            f"({turns[tenth]}, {turns[-tenth]}): four in five random games take that many turns."
        )
    winners = {_play_randomly(game, Random(seed), _legal)[1] for seed in range(GAMES_PLAYED)}
    if winners != set(Seat):
        raise ConformanceError(
            f"In {GAMES_PLAYED} random games with the preset {preset.name!r}, "
            f"{' and '.join(map(str, set(Seat) - winners))} never won. Choose other options."
        )


def _play_randomly(
    game: AnyGame, random: Random, choices: Callable[[AnyGame, State], list[Hashable]]
) -> tuple[int, Seat | None]:
    """Play a random game that Player 1 starts. Return the number of turns and the winner.

    `choices` returns the moves to pick from. The winner is None if the game is too long.
    """
    state = game.start(random)
    for turns in range(LONGEST_GAME):
        outcome = game.outcome(state)
        if outcome is not None:
            return turns, outcome.winner
        state = game.successor(state, random.choice(choices(game, state)))
    return LONGEST_GAME, None


def _legal(game: AnyGame, state: State) -> list[Hashable]:
    return list(game.legal_moves(state))


def safe_moves(game: AnyGame, state: State) -> list[Hashable]:
    """Return the moves that do not lose immediately, or all moves if every move loses."""
    moves = list(game.legal_moves(state))
    ends = {move: game.outcome(game.successor(state, move)) for move in moves}
    safe = [move for move in moves if (end := ends[move]) is None or end.winner is state.mover]
    return safe or moves


def rulebook_is_complete(kind: type[AnyGame]) -> None:
    try:
        page = kind.rulebook()
    except OSError:
        page = ""
    if not page:
        raise ConformanceError(
            "There is no rulebook.md next to rules.py. Write the rules in a file with this name."
        )
    if not page.startswith(f"# {kind.title}\n"):
        raise ConformanceError(f"The first line of rulebook.md must be '# {kind.title}'.")
    headings = re.findall(r"^## (.+)$", page, re.MULTILINE)
    if headings != HEADINGS:
        raise ConformanceError(
            f"The headings of rulebook.md are {headings}. Use {HEADINGS}, in this order, and write "
            "'None.' in an empty section."
        )
    parts = dict(zip(HEADINGS, re.split(r"^## .+$", page, flags=re.MULTILINE)[1:], strict=True))
    numbers = re.findall(r"^(\d+)\. ", parts["Rules"], re.MULTILINE)
    if numbers != [str(number) for number in range(1, len(numbers) + 1)] or not numbers:
        raise ConformanceError(
            "The rules in rulebook.md are not numbered. Number the rules 1., 2., 3. and so on, "
            "each on its own line."
        )
    if f"\n- {kind.version}: " not in parts["Versions"]:
        raise ConformanceError(
            f"The current version is missing. Write '- {kind.version}: ...' under 'Versions' "
            "in rulebook.md."
        )
    named = set(re.findall(r"^- `([^`]+)`: ", parts["Options"], re.MULTILINE))
    if named != {option.name for option in kind.options()}:
        raise ConformanceError(
            f"The file rulebook.md lists the options {sorted(named)}, but the game has "
            f"{sorted(option.name for option in kind.options())}. Write '- `NAME`: ...' for each "
            "option."
        )
    _check_examples(kind(), parts["Moves and positions"])
    for option in kind.options():
        if not names_default(option, parts["Options"]):
            raise ConformanceError(
                f"The default of `{option.name}` is missing. Write "
                f"'Default {option.format(option.default)}' after the option, under 'Options' "
                "in rulebook.md."
            )


def _check_examples(game: AnyGame, section: str) -> None:
    shown = re.findall("`([^`]*)`", section)
    positions = [text for text in shown if re.match("[12] ", text)]
    if not positions or not any(text in map(str, game.all_moves()) for text in shown):
        raise ConformanceError(
            "There are no examples. Show a move and a position, each in `...`, under "
            "'Moves and positions' in rulebook.md."
        )
    for text in positions:
        try:
            written = game.format_state(game.parse_state(text))
        except LastDigitError as error:
            raise ConformanceError(
                f"An example position in rulebook.md, `{text}`, is invalid: {error}"
            ) from error
        if written != text:
            raise ConformanceError(
                f"The example position `{text}` in rulebook.md must be written `{written}`."
            )


def names_default(option: Option, page: str) -> bool:
    """Return whether a documentation page states an option's default."""
    line = page.partition(f"`{option.name}`:")[2].partition("\n- ")[0]
    default = option.format(option.default)
    return f"Default `{default}`" in line or f"Default {default}" in line


def answers_cover_all_moves(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    for state, move in random_walk(game, random, SHORT_WALK):
        if move is None:
            return
        spelled = dict(_spellings(game.dialogue(), state))
        moves = {game.format_move(one) for one in game.all_moves()}
        if set(spelled) != moves:
            raise ConformanceError(
                f"At {position_text(game, state)}, the answers give "
                f"{sorted(set(spelled) - moves)}, which are not moves, and never give "
                f"{sorted(moves - set(spelled))}. The answers to the questions, joined by "
                "spaces, must be the texts of all_moves."
            )
        for legal in map(game.format_move, game.legal_moves(state)):
            if not spelled[legal]:
                raise ConformanceError(
                    f"At {position_text(game, state)}, {legal!r} is legal, but one of its answers "
                    "has Status.UNAVAILABLE."
                )


def _spellings(
    dialogue: AnyDialogue, state: State, answers: tuple[str, ...] = (), offered: bool = True
) -> list[tuple[str, bool]]:
    """Return all moves, such as "3 left", that a player can enter by answering questions.

    Each move is paired with True if all of its answers are available in this position.
    """
    question = dialogue.question(state, answers)
    if question is None:
        return [(" ".join(answers), offered)]
    return [
        spelling
        for answer in question.answers
        for spelling in _spellings(
            dialogue,
            state,
            (*answers, answer.text),
            offered and answer.status is not Status.UNAVAILABLE,
        )
    ]


def legal_answers_are_legal(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    for state, move in random_walk(game, random, SHORT_WALK):
        question = game.dialogue().question(state, ())
        if move is None or question is None or game.moves_are_a_hint:
            return
        beginnings = {game.format_move(legal).split()[0] for legal in game.legal_moves(state)}
        for answer in question.answers:
            if answer.status is Status.LEGAL and answer.text not in beginnings:
                raise ConformanceError(
                    f"At {position_text(game, state)}, the answer {answer.text!r} has "
                    "Status.LEGAL, but no legal move starts with it. Use Status.UNAVAILABLE, or "
                    "Status.TRY if players have to find the legal moves themselves."
                )


def answers_can_be_typed(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    dialogue, state = game.dialogue(), game.start(random)
    first_question = dialogue.question(state, ())
    if first_question is None:
        raise ConformanceError(
            "The first question of a turn is missing. Return a Question for an empty list of "
            "answers."
        )
    following = [dialogue.question(state, (answer.text,)) for answer in first_question.answers]
    for question in filter(None, (first_question, *following)):
        _check_answers(question)


def _check_answers(question: Question) -> None:
    words = [word for answer in question.answers for word in (answer.text, *answer.also)]
    for word in words:
        if not (word.isascii() and word.isprintable() and word == word.lower()) or (
            len(word.replace(",", " ").split()) != 1
        ):
            raise ConformanceError(
                f"The answer {word!r} cannot be typed. Use a single word in lower case."
            )
        taken = [command for command in COMMANDS if word.startswith(command)]
        if taken:
            raise ConformanceError(
                f"The answer {word!r} starts with the name of the command {taken[0]}. Choose "
                "another word."
            )
        if words.count(word) > 1:
            raise ConformanceError(
                f"The question {question.prompt!r} has the answer {word!r} twice."
            )


def clicks_are_answers(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    texts = {word for move in game.all_moves() for word in game.format_move(move).split()}
    for state, move in random_walk(game, random, SHORT_WALK):
        for row in game.view(state):
            for cell in row.cells:
                if move is not None and cell.answer and cell.answer not in texts:
                    raise ConformanceError(
                        f"At {position_text(game, state)}, a click on the cell {cell.text!r} "
                        f"gives the answer {cell.answer!r}, which is not part of any move."
                    )


def texts_are_well_formed(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    dialogue = game.dialogue(NAMES)
    walk = list(random_walk(game, random, SHORT_WALK))
    _check_lines("welcome", dialogue.welcome(walk[0][0]))
    for (state, move), (after, _) in pairwise(walk):
        _check_lines("turn", dialogue.turn(state))
        _check_lines("accepted", dialogue.accepted(state, move, after))
        _check_prompts(dialogue, state, game.format_move(move).split())
        for other in game.all_moves():
            objection = game.objection(state, other)
            if objection is not None:
                _check_sentence("an Objection", objection.reason)
                _check_open_line("rejected", dialogue.rejected(state, other, objection))
    for state, _ in walk:
        _check_view(dialogue, state)
    outcome = game.outcome(walk[-1][0])
    if outcome is not None:
        _check_sentence("the Outcome", outcome.reason)
        ending = dialogue.ending(walk[-1][0], outcome)
        _check_lines("ending", ending)
        if dialogue.names[outcome.winner] not in ending:
            raise ConformanceError(
                f"The method 'ending' returns {ending!r}. Name the winner with self.names[...]."
            )


def _check_lines(method: str, text: str) -> None:
    if (text and not text.endswith("\n")) or not text.replace("\n", "").isprintable():
        raise ConformanceError(
            f"The method {method} returns {text!r}. Return whole lines, and end the last one with "
            "\\n."
        )
    if any(name in text for name in DEFAULT_NAMES):
        raise ConformanceError(
            f"The method {method} returns {text!r}. Name the players with self.names[seat]."
        )


def _check_open_line(method: str, text: str) -> None:
    if text.endswith("\n"):
        raise ConformanceError(f"The method {method} returns {text!r}. Remove \\n at the end.")
    _check_lines(method, f"{text}\n")


def _check_sentence(what: str, reason: str) -> None:
    if not reason.isprintable() or not reason.endswith((".", "!", "?")):
        raise ConformanceError(
            f"The reason in {what} is {reason!r}. Write a sentence that ends with a full stop."
        )


def _check_prompts(dialogue: AnyDialogue, state: State, answers: list[str]) -> None:
    for index in range(len(answers)):
        question = dialogue.question(state, tuple(answers[:index]))
        prompt = question and f"{question.lead}{question.prompt} "
        if not prompt or not prompt.endswith(": ") or not prompt.isprintable():
            raise ConformanceError(
                f"A prompt must be one line that ends with ': ', not {prompt!r}."
            )


def _check_view(dialogue: AnyDialogue, state: State) -> None:
    view = dialogue.view(state)
    if not view:
        raise ConformanceError(
            f"At {position_text(dialogue.game, state)}, the view is empty. Return at least one Row."
        )
    for row in view:
        for text in (row.label, *(cell.text for cell in row.cells)):
            if not text.isprintable() or any(name in text for name in DEFAULT_NAMES):
                raise ConformanceError(
                    f"The view contains {text!r}. Use printable text, and self.names[seat] for "
                    "players."
                )


MIN_STEPS, MAX_STEPS = 3, 5
MAX_FINDS, MAX_WORDS = 7, 120
"""The maximum number of moves to find, and of words to read, in a lesson."""
LESSON_LINE, LONGEST_REPLY = 80, 110
MAX_LINES = 21
"""The maximum number of lines that fit on a 24-line screen with the command and input line."""
COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4}
ClaimCheck: TypeAlias = Callable[[re.Match[str]], bool]


def rules_fit_a_screen(kind: type[AnyGame]) -> None:
    if not example_turn(kind()):
        raise ConformanceError(
            "Every move at example_state ends the game. Choose a position with a move after "
            "which the game continues."
        )
    lines = short_rules_text(kind(), str).splitlines()
    if len(lines) > MAX_LINES or max(map(len, lines)) > LESSON_LINE:
        raise ConformanceError(
            f"The short rules take up {len(lines)} lines. Shorten 'In short' in rulebook.md to fit "
            f"{MAX_LINES} lines of {LESSON_LINE} characters."
        )


def lesson_is_playable(kind: type[AnyGame]) -> None:
    lesson = find_lesson(kind)
    if lesson is None:
        return
    if not MIN_STEPS <= len(lesson.steps) <= MAX_STEPS:
        raise ConformanceError(
            f"The lesson has {len(lesson.steps)} steps, but it must have three to five."
        )
    if sum(step.count for step in lesson.steps) > MAX_FINDS:
        raise ConformanceError(f"The lesson asks for more than {MAX_FINDS} moves. Ask for fewer.")
    words = [f"{step.heading} {step.task} {step.done}".split() for step in lesson.steps]
    if sum(map(len, words)) > MAX_WORDS:
        raise ConformanceError(
            f"The lesson is {sum(map(len, words))} words long. Shorten the lesson to at most "
            f"{MAX_WORDS} words."
        )
    for step in lesson.steps:
        _check_step(lesson_game(kind, lesson), step)


def _check_step(game: AnyGame, step: Step) -> None:
    this_step = f'The step at "{step.position}"'
    try:
        state = game.parse_state(step.position)
    except LastDigitError as error:
        raise ConformanceError(f"{this_step} cannot be parsed: {error}") from error
    if game.format_state(state) != step.position:
        raise ConformanceError(
            f"{this_step} is not in standard form. Write {game.format_state(state)!r}."
        )
    if state.mover is not Seat.ONE or game.outcome(state) is not None:
        raise ConformanceError(f"{this_step} must be a position with Player 1 to move.")
    replies = step_replies(game, step)
    unknown = step.replies.keys() - replies.keys()
    if unknown:
        raise ConformanceError(f"{this_step} replies to {sorted(unknown)}, which are not moves.")
    right = [reply for reply in replies.values() if reply.right]
    if not 1 <= step.count <= len(right) < len(replies):
        raise ConformanceError(
            f"{this_step} asks for {step.count} of {len(replies)} moves, but {len(right)} are "
            "right. A step needs at least as many right moves as it asks for, and at least one "
            "wrong move."
        )
    if not _count_is_right(step, len(right)):
        raise ConformanceError(
            f"{this_step} says {step.task!r}, but {step.count} must be found and {len(right)} are "
            "right."
        )
    for line in (step.heading, step.task, step.done, step.ask):
        _check_lesson_line(this_step, line, LESSON_LINE)
    for reply in replies.values():
        _check_lesson_line(this_step, reply.sentence, LONGEST_REPLY)
        _check_lesson_line(this_step, reply.button, LESSON_LINE)


def _check_lesson_line(this_step: str, text: str, longest: int) -> None:
    if not text or text != text.strip() or not text.isprintable() or len(text) > longest:
        raise ConformanceError(
            f"{this_step} says {text!r}. Use one line of at most {longest} characters."
        )


def _count_is_right(step: Step, right: int) -> bool:
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
        _check_solution(game, step)
        replies = step_replies(game, step).values()
        for sentence in (step.heading, step.task, step.done, *(one.sentence for one in replies)):
            for claim, holds in claims_in(sentence):
                if not holds:
                    raise ConformanceError(f"The lesson says {sentence!r}, but {claim!r} is false.")
        for reply in replies:
            _check_reply(game, step, reply)


def _check_solution(game: AnyGame, step: Step) -> None:
    """Raise ConformanceError if the solver disagrees with a lesson about the right moves."""
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
            raise ConformanceError(
                f'The step at "{step.position}" asks for a move that {step.claim}, but with '
                f"perfect play {game.format_move(branch.move)} is a {value}."
            )


ENDS = {"you win": Value.WIN, "you lose": Value.LOSE, "wins.": Value.LOSE, "loses.": Value.LOSE}


def _check_reply(game: AnyGame, step: Step, reply: Reply) -> None:
    state, move = game.parse_state(step.position), game.parse_move(reply.move)
    branches = {branch.move: branch for branch in solver_for(game).branches(state)}
    sentence = reply.sentence
    values = {value for words, value in ENDS.items() if words in sentence}
    numbers = ""
    if move in branches:
        numbers = numbers_in(game.view(branches[move].after))
        values -= {branches[move].value}
    claims = [new in numbers for new in re.findall(r"\d+ (?:becomes|is now) (\d+)", sentence)]
    claims += [_digit_sum(numbers) == int(total) for total in re.findall(r"sum is (\d+)", sentence)]
    claims += [_can_form(game, branches[move].after, number) for number in FORM.findall(sentence)]
    claims += [number in step.position for number in _used_numbers(sentence)]
    if values or not all(claims):
        raise ConformanceError(
            f'The reply to {reply.move} at "{step.position}", {sentence!r}, is false.'
        )


FORM = re.compile(r"can still form (\d+)")


def _digit_sum(text: str) -> int:
    return sum(map(int, re.findall(r"\d", text)))


def _can_form(game: AnyGame, state: Any, number: str) -> bool:
    following = (game.successor(state, move) for move in game.legal_moves(state))
    return number in {numbers_in(game.view(after)) for after in following}


def _used_numbers(sentence: str) -> Iterator[str]:
    for used in re.findall(r"((?:\d+,? (?:and )?)+)(?:is|are) (?:already )?used", sentence):
        yield from re.findall(r"\d+", used)


NUMBER = r"(\d+)"
SUM = r"\d+(?: [+×] \d+)*"


def _evaluate(expression: str) -> int:
    return sum(math.prod(map(int, term.split(" × "))) for term in expression.split(" + "))


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, number))


KINDS: dict[str, Callable[[int], bool]] = {
    "prime": _is_prime,
    "not prime": lambda number: not _is_prime(number),
    "even": lambda number: number % 2 == 0,
    "odd": lambda number: number % 2 == 1,
}

CLAIM_CHECKS: tuple[tuple[str, ClaimCheck], ...] = (
    (rf"{SUM}(?: = {SUM})+", lambda m: len({_evaluate(side) for side in m[0].split(" = ")}) == 1),
    (rf"{SUM} = {NUMBER}, which is above {NUMBER}", lambda m: int(m[1]) > int(m[2])),
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
        rf"{NUMBER}(?: = {SUM})? is (prime|not prime|even|odd)(?: and (not prime))?",
        lambda m: all(KINDS[kind](int(m[1])) for kind in (m[2], m[3]) if kind),
    ),
    (
        rf"{NUMBER} is {NUMBER} short of {NUMBER}",
        lambda m: int(m[1]) + int(m[2]) == int(m[3]),
    ),
    (
        rf"{NUMBER} is {NUMBER} short of a multiple of {NUMBER}, and {NUMBER} is {NUMBER} short",
        lambda m: -int(m[1]) % int(m[3]) == int(m[2]) and -int(m[4]) % int(m[3]) == int(m[5]),
    ),
    (
        rf"{NUMBER} and {NUMBER} are both {NUMBER} short of a multiple of {NUMBER}, "
        rf"and {NUMBER} is smaller",
        lambda m: (
            -int(m[1]) % int(m[4]) == -int(m[2]) % int(m[4]) == int(m[3])
            and int(m[5]) == min(int(m[1]), int(m[2]))
        ),
    ),
)
"""Patterns of arithmetic claims such as "2 + 3 = 5", each with a function that verifies a match."""


def claims_in(sentence: str) -> Iterator[tuple[str, bool]]:
    """Yield every arithmetic claim in a sentence, and whether the claim is true.

    >>> list(claims_in("4 + 1 + 2 + 5 = 12, and 12 = 3 × 5."))
    [('4 + 1 + 2 + 5 = 12', True), ('12 = 3 × 5', False)]
    """
    for pattern, check in CLAIM_CHECKS:
        for match in re.finditer(rf"(?<![\d×+] ){pattern}(?!\d)", sentence):
            yield match[0], check(match)


COLOUR = re.compile(r"#[0-9a-f]{6}")
SHAPES = {"circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect"}
MIN_CONTRAST = 4.5
"""The minimum contrast ratio for text at WCAG level AA."""


def theme_is_legible(kind: type[AnyGame]) -> None:
    game_theme = theme_of(kind)
    if not isinstance(game_theme, Theme):
        raise ConformanceError(
            "The declaration has no theme. Set the declaration's theme to a Theme."
        )
    for name, shades in game_theme.colours.items():
        for colour in shades:
            if not COLOUR.fullmatch(colour):
                raise ConformanceError(
                    f"The colour {name} is {colour!r}. Write colours as #rrggbb, in lower case."
                )
    for index in (0, 1):
        paper, soft = COLOURS["paper"][index], COLOURS["soft"][index]
        fill, on, deep, wash, _ = (shades[index] for shades in game_theme.colours.values())
        for what, one, other in (
            ("The colour on is shown on fill", on, fill),
            ("The colour deep is shown on paper", deep, paper),
            ("The colour deep is shown on wash", deep, wash),
            ("The page's text is shown on wash", soft, wash),
        ):
            ratio = contrast(one, other)
            if ratio < MIN_CONTRAST:
                raise ConformanceError(
                    f"{what}, but the contrast of {one} on {other} is only {ratio}. "
                    f"The contrast must be at least {MIN_CONTRAST}."
                )
    _check_mark(game_theme.mark)


def _check_mark(mark: str) -> None:
    try:
        svg = ElementTree.fromstring(f"<svg>{mark}</svg>")
    except ElementTree.ParseError as error:
        raise ConformanceError(f"The theme's mark is not valid SVG: {error}") from None
    shapes = list(svg.iter())[1:]
    if not shapes:
        raise ConformanceError(
            "The theme's mark is empty. Draw the mark with SVG shapes on a field of 64 by 64."
        )
    for shape in shapes:
        if shape.tag not in SHAPES:
            raise ConformanceError(
                f"The theme's mark contains <{shape.tag}>. Use only {', '.join(sorted(SHAPES))}."
            )
        for name, value in shape.attrib.items():
            if name.startswith("on") or name == "style" or ("(" in value and name != "transform"):
                raise ConformanceError(
                    f"The theme's mark contains {name}={value!r}. Use only shapes."
                )
            if name in ("fill", "stroke") and value not in ("none", "currentColor"):
                raise ConformanceError(
                    f"The theme's mark contains {name}={value!r}. Use only the colour currentColor."
                )
