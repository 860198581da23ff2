"""The menu: which game, against whom, by which rules; then the game, and again."""

from __future__ import annotations

from contextlib import closing, suppress
from functools import partial
from random import SystemRandom

from lastdigit.game.game import AnyGame
from lastdigit.game.options import OptionValue, Preset
from lastdigit.games import catalogue
from lastdigit.match.narration import Voice, goal_of, own_seat
from lastdigit.match.record import HUMAN, Setup, Terms
from lastdigit.match.setup import arrange, arrange_again
from lastdigit.preferences import load_preferences
from lastdigit.solver import check_solvable, is_solvable
from lastdigit.terminal.choices import Choice, ask, ask_value, choose
from lastdigit.terminal.console import Console, ToMenu
from lastdigit.terminal.session import Session, toss_text
from lastdigit.terminal.wishes import Wishes

GREETING = (
    "Enter takes what stands in brackets. At any question ? helps, menu chooses anew, q leaves."
)
MOST_UNFINISHED = 4
"""How many unfinished games are listed, the latest first."""


def run(console: Console, package: str) -> None:
    """Offer games until somebody leaves; raises Quit, EndOfInput or KeyboardInterrupt then."""
    title = console.bold("Last Digit")
    console.say(f"{title}: number games for two\n{console.wrapped(GREETING)}")
    preferred = load_preferences()
    wishes = Wishes.preferred(preferred)
    opened = Session.anywhere(
        console, go_on="start again and choose Go on", voice=Voice(preferred.voice)
    )
    with closing(opened) as session:
        while True:
            with suppress(ToMenu):
                setup = _first_game(console, session, package, wishes)
                play_again(console, session, setup)


def play_again(console: Console, session: Session, setup: Setup) -> None:
    """Offer the game that was just played again, the other player first, until nobody wants it."""
    while _again(console, session):
        setup = arrange_again(setup, first=setup.first.other, seed=_new_seed())
        console.say("\n")
        session.play(setup)


def _new_seed() -> int:
    return SystemRandom().getrandbits(32)


def _first_game(console: Console, session: Session, package: str, wishes: Wishes) -> Setup:
    """Settle a game and play it, or go on with one, and return how it was set up."""
    games = list(catalogue().values())
    lines = [Choice(game.title, game.summary) for game in games]
    unfinished = session.unfinished(MOST_UNFINISHED)
    for number, (game, about) in enumerate(unfinished):
        lines.append(Choice(f"Go on {game}" if number else "Go on", f"{about} (game {game})"))
    chosen = choose(console, "Which game?", lines)
    if chosen >= len(games):
        console.say("\n")
        return session.resume(unfinished[chosen - len(games)][0])
    # From here on what is imported is needed only once a game has been chosen.
    from lastdigit.terminal.lesson import offer_lesson

    offer_lesson(console, games[chosen], partial(ask, console))
    setup = _ask_setup(console, games[chosen], package, wishes)
    session.play(setup)
    return setup


def _again(console: Console, session: Session) -> bool:
    """Return whether the same game is wanted again, rather than something else."""
    console.say("\n")
    while True:
        answer = ask(console, "Again? (yes, no, review) [yes]: ", words=("yes", "no", "review"))
        if "yes".startswith(answer):
            return True
        if "no".startswith(answer):
            return False
        if "review".startswith(answer):
            # Only who asks for it waits for it.
            from lastdigit.analysis.review import review_game
            from lastdigit.terminal.reviews import review_text
            from lastdigit.terminal.turning import offer_to_try_again

            with console.thinking():
                review = review_game(session.record())
            you = own_seat(review.match.setup)
            console.say(f"\n{review_text(review, console.style, you)}\n")
            better = offer_to_try_again(console, review)
            if better is not None:
                session.play(better)
            console.say("\n")
        else:
            console.say(
                console.wrapped(
                    "Type yes (the other player moves first), no, or review: where it was won."
                )
            )


def _ask_setup(console: Console, game: type[AnyGame], package: str, wishes: Wishes) -> Setup:
    """Return everything that has to be settled before a game, having asked for it."""
    against = _ask_opponent(console, game, wishes)
    preset, rules = _ask_rules(console, game)
    players, first = wishes.players(against), wishes.opener()
    setup = arrange(
        rules,
        players,
        package=package,
        first=first,
        seed=_new_seed(),
        terms=Terms(time_limit=wishes.clock, attempts=preset.attempts, rounds=wishes.rounds),
    )
    console.say("\n")
    if wishes.first == "toss":
        console.say(toss_text(setup))
    if against == HUMAN:  # others are told it when the game begins
        console.say(f"{console.wrapped(goal_of(setup))}\n")
    return setup


def _ask_opponent(console: Console, game: type[AnyGame], wishes: Wishes) -> str:
    """Return who plays against the person here, after lessons and changes of mind."""
    from lastdigit.game.lesson import find_lesson, lesson_game
    from lastdigit.players import COMPUTERS
    from lastdigit.terminal.lesson import Classroom

    lesson = find_lesson(game)
    while True:
        lines = [
            Choice("computer", f"{wishes.level}: {COMPUTERS[wishes.level].about}"),
            Choice("friend", "two people at this keyboard"),
            Choice("change", "level, names, first move, rounds, clock, colour"),
        ]
        if lesson is not None:
            lines.append(Choice("lesson", "learn the game in a minute"))
        word = lines[choose(console, "Against whom?", lines)].word
        if word == "computer":
            return wishes.level
        if word == "friend":
            return HUMAN
        if word == "change":
            wishes.change(console)
        elif lesson is not None:
            console.say("\n")
            Classroom(console, lesson_game(game, lesson), lesson).teach()


def _ask_rules(console: Console, game: type[AnyGame]) -> tuple[Preset, AnyGame]:
    presets = [preset for preset in game.presets if is_solvable(game.of(dict(preset.options)))]
    lines = [Choice(preset.name, f"{preset.about}; {preset.usual}") for preset in presets]
    usual = next((place for place, preset in enumerate(presets) if preset.suggested), 0)
    lines.append(Choice("own", "set every option yourself"))
    chosen = choose(console, "Which rules?", lines, usual)
    own = chosen == len(presets)
    preset = presets[0 if own else chosen]
    values = dict(preset.options)
    # How large numbers may be, and how they are written, is known when sizes and base are.
    order = sorted(enumerate(game.options()), key=lambda placed: placed[1].sized)
    for place, _ in order:
        option = game.options_with(values)[place]
        if own or option.asked:
            # Some values only the game itself can refuse.
            values[option.name] = ask_value(
                console,
                option.help,
                option,
                values.get(option.name, option.default),
                partial(_check_value, game, values, option.name),
                brief=not own,
            )
    return preset, game.of(values)


def _check_value(
    game: type[AnyGame], values: dict[str, OptionValue], name: str, value: OptionValue
) -> None:
    check_solvable(game.of({**values, name: value}))
