"""The menu: which game, which rules, who plays; then the game, and again."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random, SystemRandom
from typing import NamedTuple

from lastdigit.core import AnyGame
from lastdigit.errors import OptionError, quoted
from lastdigit.games import catalogue
from lastdigit.match import arrange, rearranged
from lastdigit.options import Option, Preset, Value
from lastdigit.players import COMPUTERS, HUMAN
from lastdigit.record import Player, Setup, Terms
from lastdigit.terminal.console import Console, Quit
from lastdigit.terminal.session import Session
from lastdigit.values import DEFAULT_NAMES, Seat

QUIT = "quit"


class Choice(NamedTuple):
    """One line of a menu: what can be typed for it, and what it is about."""

    word: str
    about: str


def run(console: Console, package: str) -> None:
    """Offer games until somebody leaves; raises Quit, EndOfInput or KeyboardInterrupt then."""
    title = console.bold("Last Digit")
    console.say(f"{title}: number games for two. Type quit at any time to leave.\n")
    while True:
        setup = _settle(console, package)
        session = Session(console)
        while True:
            console.say("\n")
            session.play(setup)
            console.say("\n")
            if not _again(console):
                break
            setup = rearranged(setup, first=setup.first.other, seed=_new_seed())


def _new_seed() -> int:
    return SystemRandom().getrandbits(32)


def _again(console: Console) -> bool:
    """Return whether the same game is wanted again, rather than the menu."""
    while True:
        answer = _answer(console, "Again? (Enter: yes, the other player first; no: the menu): ")
        if "yes".startswith(answer):
            return True
        if "no".startswith(answer) or "menu".startswith(answer):
            return False
        console.say("Type yes, no or quit.\n")


def _answer(console: Console, prompt: str) -> str:
    answer = console.ask(prompt).strip().lower()
    if answer == QUIT:
        raise Quit
    return answer


def _settle(console: Console, package: str) -> Setup:
    """Ask everything that has to be settled before a game."""
    games = catalogue()
    chosen = _choose(
        console, "Which game?", [Choice(game.title, game.summary) for game in games.values()]
    )
    game = list(games.values())[chosen]
    preset, rules = _settle_rules(console, game)
    players, first = _settle_players(console)
    return arrange(
        rules,
        players,
        package=package,
        first=first,
        seed=_new_seed(),
        terms=Terms(attempts=preset.attempts),
    )


def _settle_rules(console: Console, game: type[AnyGame]) -> tuple[Preset, AnyGame]:
    lines = [Choice(preset.name, f"{preset.about}; {preset.usual}") for preset in game.presets]
    chosen = _choose(console, "Which rules?", [*lines, Choice("own", "set every option yourself")])
    own = chosen == len(lines)
    preset = game.presets[0 if own else chosen]
    values = dict(preset.options)
    for told in game.options():
        if own or told.asked:
            default = values.get(told.name, told.default)
            values[told.name] = _option(console, game, told, default)
    return preset, game.of(values)


def _option(console: Console, game: type[AnyGame], told: Option, default: Value) -> Value:
    while True:
        prompt = f"{told.name}, {told.help} ({told.allowed}) [{told.format(default)}]: "
        answer = _answer(console, prompt)
        try:
            value = told.parse(answer) if answer else default
            game.of({told.name: value})  # some values only the game itself can refuse
        except OptionError as error:
            console.say(f"{error}\n")
        else:
            return value


def _settle_players(console: Console) -> tuple[tuple[Player, Player], Seat]:
    lines = [Choice("friend", "two people at this keyboard")]
    lines += [Choice(name, computer.about) for name, computer in COMPUTERS.items()]
    chosen = _choose(console, "Who plays against you?", lines)
    person = Player(HUMAN, DEFAULT_NAMES[0])
    if not chosen:
        return (person, Player(HUMAN, DEFAULT_NAMES[1])), Seat.ONE
    computer = Player(lines[chosen].word, DEFAULT_NAMES[1])
    firsts = [
        Choice("you", "you are Player 1"),
        Choice("computer", "the computer is Player 2"),
        Choice("toss", "leave it to a coin"),
    ]
    first = _choose(console, "Who moves first?", firsts)
    return (person, computer), [Seat.ONE, Seat.TWO, Random().choice(list(Seat))][first]


def _choose(console: Console, question: str, choices: Sequence[Choice]) -> int:
    """Return the index of the line that is chosen by number or word; Enter takes the first."""
    width = max(len(choice.word) for choice in choices)
    console.say("\n")
    for number, choice in enumerate(choices, 1):
        console.say(f"  {number}  {console.bold(f'{choice.word:{width}}')}  {choice.about}\n")
    words = [choice.word.lower() for choice in choices]
    while True:
        answer = _answer(console, f"{question} (1-{len(choices)}) [1]: ")
        if not answer:
            return 0
        numbers = [str(number) for number in range(1, len(choices) + 1)]
        if answer in numbers:
            return numbers.index(answer)
        matching = [index for index, word in enumerate(words) if word.startswith(answer)]
        if len(matching) == 1:
            return matching[0]
        console.say(f"{quoted(answer)} is not one of these; type a number or a word.\n")
