"""The menu: which game, which rules, who plays; then the game, and again."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, suppress
from functools import partial
from random import SystemRandom
from typing import NamedTuple

from lastdigit.core.game import AnyGame
from lastdigit.core.options import Option, OptionValue, Preset
from lastdigit.core.values import DEFAULT_NAMES, Seat
from lastdigit.errors import OptionError, quoted
from lastdigit.games import catalogue
from lastdigit.match.record import HUMAN, Player, Setup, Terms
from lastdigit.match.setup import arrange, arrange_again
from lastdigit.terminal.console import Console, Quit, ToMenu, command_word
from lastdigit.terminal.session import Session

HELP = (
    "Enter takes what stands in brackets. At any question ? helps, menu chooses anew\n"
    "and q leaves.\n"
)


class Choice(NamedTuple):
    """One line of a menu: what can be typed for it, and what it is about."""

    word: str
    about: str


def run(console: Console, package: str) -> None:
    """Offer games until somebody leaves; raises Quit, EndOfInput or KeyboardInterrupt then."""
    console.say(f"{console.bold('Last Digit')}: number games for two\n{HELP}")
    with closing(Session.anywhere(console, go_on="choose Go on in the menu")) as session:
        while True:
            with suppress(ToMenu):
                _play_again_and_again(console, session, package)


def _play_again_and_again(console: Console, session: Session, package: str) -> None:
    setup = _first_game(console, session, package)
    while _again(console, session):
        setup = arrange_again(setup, first=setup.first.other, seed=_new_seed())
        console.say("\n")
        session.play(setup)


def _new_seed() -> int:
    return SystemRandom().getrandbits(32)


def _first_game(console: Console, session: Session, package: str) -> Setup:
    """Settle a game and play it, or go on with one, and return how it was set up."""
    games = list(catalogue().values())
    lines = [Choice(game.title, game.summary) for game in games]
    unfinished = session.latest_unfinished()
    if unfinished is not None:
        game, title = unfinished
        lines.append(Choice("Go on", f"with game {game}, {title}"))
    chosen = _choose(console, "Which game?", lines)
    if chosen == len(games):
        console.say("\n")
        return session.resume(unfinished[0] if unfinished else None)
    from lastdigit.terminal.lesson import offer_lesson

    offer_lesson(console, games[chosen], partial(_ask, console))
    setup = _ask_setup(console, games[chosen], package)
    session.play(setup)
    return setup


def _again(console: Console, session: Session) -> bool:
    """Return whether the same game is wanted again, rather than the menu."""
    console.say("\n")
    while True:
        answer = _ask(
            console, "Again? (Enter: yes, the other player first; review: where it was won; no): "
        )
        if "yes".startswith(answer):
            return True
        if "no".startswith(answer):
            return False
        if "review".startswith(answer):
            from lastdigit.analysis.review import review_game
            from lastdigit.terminal.reviews import review_text

            console.say(f"\n{review_text(review_game(session.record()), console.style)}\n\n")
        else:
            console.say("Type yes, review, no or quit.\n")


def _ask(console: Console, prompt: str, again: str = "") -> str:
    """Return an answer; `again` is the prompt for somebody who stopped and has come back."""

    def ask() -> str:
        return command_word(console.ask(prompt, again=lambda: again or prompt))

    while (answer := ask()) == "help":
        console.say(HELP)
    if answer == "quit":
        raise Quit
    if answer == "menu":
        raise ToMenu(console)
    return answer


def _ask_setup(console: Console, game: type[AnyGame], package: str) -> Setup:
    """Return everything that has to be settled before a game, having asked for it."""
    preset, rules = _ask_rules(console, game)
    players, first = _ask_players(console)
    setup = arrange(
        rules,
        players,
        package=package,
        first=first,
        seed=_new_seed(),
        terms=Terms(attempts=preset.attempts),
    )
    console.say("\n")
    if all(player.is_person for player in players):  # others are told it when the game begins
        from lastdigit.match.narration import goal_of
        from lastdigit.terminal.pages import wrap

        console.say(f"{wrap(goal_of(setup))}\n\n")
    return setup


def _ask_rules(console: Console, game: type[AnyGame]) -> tuple[Preset, AnyGame]:
    lines = [Choice(preset.name, f"{preset.about}; {preset.usual}") for preset in game.presets]
    chosen = _choose(console, "Which rules?", [*lines, Choice("own", "set every option yourself")])
    own = chosen == len(lines)
    preset = game.presets[0 if own else chosen]
    values = dict(preset.options)
    for option in game.options():
        if own or option.asked:
            default = values.get(option.name, option.default)
            values[option.name] = _ask_option(console, game, option, default)
    return preset, game.of(values)


def _ask_option(
    console: Console, game: type[AnyGame], option: Option, default: OptionValue
) -> OptionValue:
    while True:
        console.say(f"\n{option.help[0].upper()}{option.help[1:]}:\n")
        prompt = f"{option.name} ({option.allowed}) [{option.format(default)}]: "
        answer = _ask(console, prompt)
        try:
            value = option.parse(answer) if answer else default
            game.of({option.name: value})  # some values only the game itself can refuse
        except OptionError as error:
            console.say(f"{error}\n")
        else:
            return value


def _ask_players(console: Console) -> tuple[tuple[Player, Player], Seat]:
    from lastdigit.players import COMPUTERS

    lines = [Choice("friend", "two people at this keyboard")]
    lines += [Choice(name, computer.about) for name, computer in COMPUTERS.items()]
    chosen = _choose(console, "Who plays against you?", lines)
    person = Player(HUMAN, DEFAULT_NAMES[0])
    if not chosen:
        return (person, Player(HUMAN, DEFAULT_NAMES[1])), Seat.ONE
    computer = Player(lines[chosen].word, DEFAULT_NAMES[1])
    firsts = [
        Choice("you", "you are Player 1"),
        Choice("computer", "the computer, who stays Player 2"),
        Choice("toss", "leave it to a coin"),
    ]
    chosen = _choose(console, "Who moves first?", firsts)
    if chosen < 2:
        return (person, computer), tuple(Seat)[chosen]
    first = SystemRandom().choice(tuple(Seat))
    console.say(f"The coin says that {first} moves first.\n")
    return (person, computer), first


def _choose(console: Console, question: str, choices: Sequence[Choice]) -> int:
    """Return the index of the line that is chosen by number or word; Enter takes the first."""
    width = max(len(choice.word) for choice in choices)
    lines = "".join(
        f"  {number}  {console.bold(f'{choice.word:{width}}')}  {choice.about}\n"
        for number, choice in enumerate(choices, 1)
    )
    prompt = f"{question} (1-{len(choices)}) [1]: "
    numbers = [str(number) for number in range(1, len(choices) + 1)]
    console.say(f"\n{lines}")
    while True:
        answer = _ask(console, prompt, f"{lines}{prompt}")
        answer = " ".join(answer.replace("-", " ").replace("_", " ").split())
        if not answer:
            return 0
        if answer in numbers:
            return numbers.index(answer)
        meant = [choice for choice in choices if choice.word.lower().startswith(answer)]
        if len(meant) == 1:
            return choices.index(meant[0])
        if meant:
            could = " or ".join(choice.word for choice in meant)
            console.say(f"{quoted(answer)} could be {could}; type more of it, or a number.\n")
        else:
            console.say(
                f"{quoted(answer)} is not one of these; "
                f"type a number from 1 to {len(choices)}, or the beginning of a name.\n"
            )
