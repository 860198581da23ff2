"""The laws of what a game declares, asks, says and shows; each says what to do where it is broken.

What is declared is looked at once. The rest is tried on random games, like the laws of the rules.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Hashable
from itertools import pairwise
from random import Random
from statistics import median
from typing import TypeAlias

from lastdigit.errors import LastDigitError
from lastdigit.game.game import DEFAULT_NAMES, AnyGame, Question, Seat, State, Status
from lastdigit.game.options import Option, Preset
from lastdigit.game.text import IN_SHORT, AnyDialogue
from lastdigit.terminal.commands import COMMANDS
from lastdigit.testing.laws import SHORT_WALK, BrokenLaw, where
from lastdigit.testing.playing import random_game, random_value, random_walk

Declaration: TypeAlias = Callable[[type[AnyGame]], None]

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_NAME, LONGEST_LINE = 22, 50
"""So that a menu of 80 columns has room for every game."""
RESERVED = frozenset(
    {"color", "help", "json", "preset", "version"}  # of every command about a game
    | {"first", "position", "seed"}  # of show and analyse
    | {"attempts", "name-1", "name-2", "no-hints", "player-1", "player-2"}  # of play
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
    }  # of environments
)
"""What commands and environments call options of their own."""
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


def says_what_it_is(kind: type[AnyGame]) -> None:
    if not dataclasses.is_dataclass(kind) or not kind.__dataclass_params__.frozen:
        raise BrokenLaw("put @dataclass(frozen=True) above the class of the game")
    for field, longest in (
        ("name", LONGEST_NAME),
        ("title", LONGEST_NAME),
        ("summary", LONGEST_LINE),
    ):
        _check_line(field, getattr(kind, field), longest)
    if not NAME.fullmatch(kind.name):
        raise BrokenLaw(f"name is {kind.name!r}: write it in small letters and digits, with dashes")
    if type(kind.version) is not int or kind.version < 1:
        raise BrokenLaw(f"version is {kind.version!r}: it is a whole number, 1 to begin with")
    game = kind()
    try:
        state = game.parse_state(game.example_state)
    except LastDigitError as error:
        raise BrokenLaw(f"example_state cannot be read: {error}") from error
    if game.format_state(state) != game.example_state:
        raise BrokenLaw(f"example_state is written {game.format_state(state)!r}")


def _check_line(what: str, text: str, longest: int) -> None:
    if not (text and text == text.strip() and text.isprintable()):
        raise BrokenLaw(f"{what} is {text!r}: it is one line of text")
    if len(text) > longest:
        raise BrokenLaw(f"{what} has {len(text)} letters: it has at most {longest}")


def options_are_declared(kind: type[AnyGame]) -> None:
    for option in kind.options():
        if not NAME.fullmatch(option.name) or option.name in RESERVED:
            raise BrokenLaw(
                f"an option cannot be called {option.name!r}: that is no plain word, or commands "
                f"have an option of that name; taken are {', '.join(sorted(RESERVED))}"
            )
        _check_line(f"help of --{option.name}", option.help, 2 * LONGEST_LINE)
        random = Random(option.name)
        for value in (option.default, *(random_value(option, random) for _ in range(SHORT_WALK))):
            if option.parse(option.format(value)) != value:
                raise BrokenLaw(f"--{option.name} {option.format(value)} is read as another value")


def presets_are_played(kind: type[AnyGame]) -> None:
    # How a preset with `attempts` ends depends on how people err, so it is not tried.
    names = [preset.name for preset in kind.presets]
    if names[:1] != ["rulebook"] or len(set(names)) < len(names):
        raise BrokenLaw(f"presets are called {names}: the first is rulebook, each has its own name")
    rulebook, *others = kind.presets
    if rulebook.options or rulebook.attempts is not None:
        raise BrokenLaw("the preset rulebook sets an option: let it set none")
    for preset in others:
        if preset.attempts is None and kind.of(dict(preset.options)) == kind():
            raise BrokenLaw(f"the preset {preset.name} does nothing: leave it out")
        if preset.name == "quick" and preset.turns[1] > rulebook.turns[1]:
            raise BrokenLaw("the preset quick says that it takes more turns than the rulebook's")
    if sum(preset.suggested for preset in kind.presets) > 1:
        raise BrokenLaw("more than one preset is suggested: a menu offers one")
    for preset in kind.presets:
        _check_line(f"about of the preset {preset.name}", preset.about, LONGEST_LINE - 10)
        if preset.attempts is None:
            _check_turns(kind, preset)


def _check_turns(kind: type[AnyGame], preset: Preset) -> None:
    game = kind.of(dict(preset.options))
    turns = sorted(
        _play_randomly(game, Random(seed), not_losing_at_once)[0] for seed in range(GAMES_PLAYED)
    )
    low, high = preset.turns
    within = sum(low <= count <= high for count in turns)
    if not low <= median(turns) <= high or within < 0.6 * GAMES_PLAYED:
        tenth = GAMES_PLAYED // 10
        raise BrokenLaw(
            f"the preset {preset.name} says {low} to {high} turns; of random games, nobody losing "
            f"at once without need, four in five take {turns[tenth]} to {turns[-tenth]}: say that"
        )
    winners = {_play_randomly(game, Random(seed), _legal)[1] for seed in range(GAMES_PLAYED)}
    if winners != set(Seat):
        raise BrokenLaw(
            f"of {GAMES_PLAYED} random games with the preset {preset.name} only "
            f"{' and '.join(map(str, winners - {None})) or 'nobody'} won: choose other options"
        )


def _play_randomly(
    game: AnyGame, random: Random, choices: Callable[[AnyGame, State], list[Hashable]]
) -> tuple[int, Seat | None]:
    """Return how many turns a random game takes, Player 1 moving first, and who wins it."""
    state = game.start(random)
    for turns in range(LONGEST_GAME):
        outcome = game.outcome(state)
        if outcome is not None:
            return turns, outcome.winner
        state = game.successor(state, random.choice(choices(game, state)))
    return LONGEST_GAME, None


def _legal(game: AnyGame, state: State) -> list[Hashable]:
    return list(game.legal_moves(state))


def not_losing_at_once(game: AnyGame, state: State) -> list[Hashable]:
    """Return the moves that do not lose the game there and then, or all if every one does."""
    moves = list(game.legal_moves(state))
    ends = {move: game.outcome(game.successor(state, move)) for move in moves}
    kept = [move for move in moves if (end := ends[move]) is None or end.winner is state.mover]
    return kept or moves


def rulebook_is_complete(kind: type[AnyGame]) -> None:
    try:
        page = kind.rulebook()
    except OSError:
        page = ""
    if not page:
        raise BrokenLaw("there is no rulebook.md beside rules.py: write the rules there")
    if not page.startswith(f"# {kind.title}\n"):
        raise BrokenLaw(f"the first line of rulebook.md is not '# {kind.title}'")
    headings = re.findall(r"^## (.+)$", page, re.MULTILINE)
    if headings != HEADINGS:
        raise BrokenLaw(
            f"the headings of rulebook.md are {headings}: they are {HEADINGS}, in this order; "
            "write None. where there is nothing to say"
        )
    parts = dict(zip(HEADINGS, re.split(r"^## .+$", page, flags=re.MULTILINE)[1:], strict=True))
    numbers = re.findall(r"^(\d+)\. ", parts["Rules"], re.MULTILINE)
    if numbers != [str(number) for number in range(1, len(numbers) + 1)] or not numbers:
        raise BrokenLaw("number the rules of rulebook.md 1. 2. 3., each on a line of its own")
    if f"\n- {kind.version}: " not in parts["Versions"]:
        raise BrokenLaw(f"write '- {kind.version}: ...' under Versions in rulebook.md")
    named = set(re.findall(r"^- `([^`]+)`: ", parts["Options"], re.MULTILINE))
    if named != {option.name for option in kind.options()}:
        raise BrokenLaw(
            f"under Options in rulebook.md stand {sorted(named)}, and the game has "
            f"{sorted(option.name for option in kind.options())}: write '- `NAME`: ...' for each"
        )
    _check_examples(kind(), parts["Moves and positions"])
    for option in kind.options():
        if not names_default(option, parts["Options"]):
            raise BrokenLaw(
                f"write 'Default {option.format(option.default)}' after `{option.name}` under "
                "Options in rulebook.md"
            )


def _check_examples(game: AnyGame, section: str) -> None:
    shown = re.findall("`([^`]*)`", section)
    positions = [text for text in shown if re.match("[12] ", text)]
    if not positions or not any(text in map(str, game.all_moves()) for text in shown):
        raise BrokenLaw(
            "show a move and a position, each in `...`, under Moves and positions in rulebook.md"
        )
    for text in positions:
        try:
            written = game.format_state(game.parse_state(text))
        except LastDigitError as error:
            raise BrokenLaw(f"rulebook.md shows the position `{text}`: {error}") from error
        if written != text:
            raise BrokenLaw(
                f"rulebook.md shows the position `{text}`, which is written `{written}`"
            )


def names_default(option: Option, page: str) -> bool:
    """Return whether a page names an option's default on the option's own line."""
    line = page.partition(f"`{option.name}`:")[2].partition("\n- ")[0]
    default = option.format(option.default)
    return f"Default `{default}`" in line or f"Default {default}" in line


def questions_spell_the_moves(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    for state, move in random_walk(game, random, SHORT_WALK):
        if move is None:
            return
        spelled = dict(_spellings(game.dialogue(), state))
        moves = {game.format_move(one) for one in game.all_moves()}
        if set(spelled) != moves:
            raise BrokenLaw(
                f"{where(game, state)} the questions can be answered {sorted(set(spelled) - moves)}"
                f" where there is no such move, and never {sorted(moves - set(spelled))}: let the "
                "answers of question, joined by blanks, be the texts of all_moves"
            )
        for legal in map(game.format_move, game.legal_moves(state)):
            if not spelled[legal]:
                raise BrokenLaw(
                    f"{where(game, state)} {legal!r} is legal, and one of its answers is said to "
                    "be unavailable"
                )


def _spellings(
    dialogue: AnyDialogue, state: State, answers: tuple[str, ...] = (), offered: bool = True
) -> list[tuple[str, bool]]:
    """Return everything that can be answered, and whether each answer of it is offered."""
    question = dialogue.question(state, answers)
    if question is None:
        return [(" ".join(answers), offered)]
    return [
        whole
        for answer in question.answers
        for whole in _spellings(
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
                raise BrokenLaw(
                    f"{where(game, state)} the answer {answer.text!r} is said to be legal, and no "
                    "legal move begins with it: give it Status.UNAVAILABLE, or Status.TRY where "
                    "finding a legal move is the game"
                )


def answers_can_be_typed(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    dialogue, state = game.dialogue(), game.start(random)
    asked = dialogue.question(state, ())
    if asked is None:
        raise BrokenLaw("a turn asks nothing: let question return a Question for no answers")
    following = [dialogue.question(state, (answer.text,)) for answer in asked.answers]
    for question in filter(None, (asked, *following)):
        _check_answers(question)


def _check_answers(question: Question) -> None:
    words = [word for answer in question.answers for word in (answer.text, *answer.also)]
    for word in words:
        if not (word.isascii() and word.isprintable() and word == word.lower()) or (
            len(word.replace(",", " ").split()) != 1
        ):
            raise BrokenLaw(f"the answer {word!r} cannot be typed: it is one word in small letters")
        taken = [command for command in COMMANDS if word.startswith(command)]
        if taken:
            raise BrokenLaw(f"the answer {word!r} begins like the command {taken[0]}: rename it")
        if words.count(word) > 1:
            raise BrokenLaw(f"the answer {word!r} is given twice to {question.prompt!r}")


def clicks_are_answers(kind: type[AnyGame], random: Random) -> None:
    game = random_game(kind, random)
    texts = {word for move in game.all_moves() for word in game.format_move(move).split()}
    for state, move in random_walk(game, random, SHORT_WALK):
        for row in game.view(state):
            for cell in row.cells:
                if move is not None and cell.answer and cell.answer not in texts:
                    raise BrokenLaw(
                        f"{where(game, state)} a click on the cell {cell.text!r} answers "
                        f"{cell.answer!r}, which is a word of no move"
                    )


def says_it_well(kind: type[AnyGame], random: Random) -> None:
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
        said = dialogue.ending(walk[-1][0], outcome)
        _check_lines("ending", said)
        if dialogue.names[outcome.winner] not in said:
            raise BrokenLaw(f"ending says {said!r}: let it name the winner, by self.names[...]")


def _check_lines(method: str, said: str) -> None:
    if (said and not said.endswith("\n")) or not said.replace("\n", "").isprintable():
        raise BrokenLaw(f"{method} says {said!r}: let it be whole lines, the last ended by \\n")
    if any(name in said for name in DEFAULT_NAMES):
        raise BrokenLaw(f"{method} says {said!r}: call the players by self.names[seat]")


def _check_open_line(method: str, said: str) -> None:
    if said.endswith("\n"):
        raise BrokenLaw(f"{method} says {said!r}: leave the last line open, without \\n")
    _check_lines(method, f"{said}\n")


def _check_sentence(what: str, reason: str) -> None:
    if not reason.isprintable() or not reason.endswith((".", "!", "?")):
        raise BrokenLaw(f"the reason of {what} is {reason!r}: write a sentence, full stop included")


def _check_prompts(dialogue: AnyDialogue, state: State, answers: list[str]) -> None:
    for place in range(len(answers)):
        question = dialogue.question(state, tuple(answers[:place]))
        prompt = question and f"{question.lead}{question.prompt} "
        if not prompt or not prompt.endswith(": ") or not prompt.isprintable():
            raise BrokenLaw(f"a prompt is {prompt!r}: it is one line that ends with ': '")


def _check_view(dialogue: AnyDialogue, state: State) -> None:
    view = dialogue.view(state)
    if not view:
        raise BrokenLaw(f"{where(dialogue.game, state)} view shows nothing: return a Row at least")
    for row in view:
        for text in (row.label, *(cell.text for cell in row.cells)):
            if not text.isprintable() or any(name in text for name in DEFAULT_NAMES):
                raise BrokenLaw(
                    f"view shows {text!r}: show plain text, and players by self.names[seat]"
                )
