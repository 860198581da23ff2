"""What can be typed at any prompt besides an answer, in full or by its short form."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from lastdigit.errors import MatchError
from lastdigit.match.narration import goal_of
from lastdigit.match.record import Act, Hint
from lastdigit.terminal.console import SHORT_FORMS, Quit, ToMenu, command_word
from lastdigit.terminal.pager import show_page
from lastdigit.terminal.pages import rulebook_text, short_rules_text, wrap

if TYPE_CHECKING:
    from lastdigit.analysis.position import Analysis
    from lastdigit.terminal.console import Style
    from lastdigit.terminal.table import Table

YES, NO = "yes", "no"
WHOLE = "\N{NO-BREAK SPACE}"


class Command(NamedTuple):
    """What a command does, and its line in the help."""

    run: Callable[[Table], None]
    summary: str


def help_(table: Table) -> None:
    console, indent = table.console, " " * 12
    example = table.match.game.format_move(table.match.game.all_moves()[-1])
    about = (
        "Answer the question; the beginning of a word is enough, and a whole move may stand on one "
        f"line: {example}. Besides answers you can type:"
    )
    lines = [
        textwrap.fill(f"  {name:9} {command.summary}", console.width, subsequent_indent=indent)
        for name, command in COMMANDS.items()
    ]
    console.say(console.wrapped(about) + "\n".join(lines) + "\n")


def goal(table: Table) -> None:
    table.console.say(table.console.wrapped(goal_of(table.match.setup)))


def rules(table: Table) -> None:
    console = table.console
    show_page(console, short_rules_text(table.match.game, console.bold, console.width))


def all_rules(table: Table) -> None:
    console = table.console
    show_page(console, rulebook_text(table.match.game, console.bold, console.width))


def moves(table: Table) -> None:
    game = table.match.game
    if game.moves_are_a_hint:
        try:
            table.act(Act.HINT, table.match.mover, Hint.MOVES)
        except MatchError as error:
            table.console.say(f"{error}\n")
            return
    beginning = " ".join((*table.answers, ""))
    texts = map(game.format_move, game.legal_moves(table.match.state))
    # A move is not broken in the middle.
    legal = ", ".join(text.replace(" ", WHOLE) for text in texts if text.startswith(beginning))
    if legal:
        allowed = wrap(f"Allowed: {legal}", table.console.width)
        table.console.say(allowed.replace(WHOLE, " ") + "\n")
    else:
        table.console.say(f"None with {beginning.strip()}; undo takes that back.\n")


def hint(table: Table) -> None:
    from lastdigit.analysis.hints import advise, next_step

    step = next_step(table.match.events)
    if step is Hint.VALUES:
        values(table)
        return
    try:
        table.act(Act.HINT, table.match.mover, step)
    except MatchError as error:
        table.console.say(f"{error}\n")
        return
    with table.console.thinking():
        advice = advise(table.match.game, table.match.state, step)
    table.console.say(table.console.wrapped(advice.sentence))


def values(table: Table) -> None:
    from lastdigit.terminal.analyses import values_text

    _reveal(table, values_text)


def why(table: Table) -> None:
    if table.objection is not None:
        table.console.say(f"{table.objection.why or table.objection.reason}\n")
    elif table.match.setup.terms.hints:
        table.console.say("Nothing has been rejected in this turn; hint explains the position.\n")
    else:
        table.console.say("Nothing has been rejected in this turn.\n")


def why_all(table: Table) -> None:
    from lastdigit.terminal.analyses import reason_text

    _reveal(table, reason_text)


def _reveal(table: Table, text: Callable[[Analysis, Style], str]) -> None:
    """Show an exact answer, for which it counts as a hint that tells everything."""
    try:
        table.act(Act.HINT, table.match.mover, Hint.VALUES)
    except MatchError as error:
        table.console.say(f"{error}\n")
        return
    from lastdigit.analysis.position import analyse_position

    with table.console.thinking():
        analysis = analyse_position(table.match.game, table.match.state)
    table.console.say(text(analysis, table.console.style))


def history(table: Table) -> None:
    table.console.say(table.narrator.history() or "No move has been made.\n")


def undo(table: Table) -> None:
    match = table.match
    if table.answers:
        table.answers = ()
        table.console.say("Taken back.\n")
        return
    try:
        table.act(Act.UNDO, match.mover, plies=match.plies_back(match.mover))
    except MatchError as error:
        table.console.say(f"{error}\n")


def resign(table: Table) -> None:
    table.act(Act.RESIGN, table.match.mover)


def draw(table: Table) -> None:
    mover = table.match.mover
    table.act(Act.OFFER, mover)
    answer: bool | None
    if mover.other in table.occupants:
        answer = table.match.repeats
    else:
        answer = _answer_to_offer(
            table, f"{table.narrator.name(mover.other)}, do you agree? (yes/no): "
        )
    acts = {True: Act.ACCEPT, False: Act.DECLINE, None: Act.RESIGN}
    table.act(acts[answer], mover.other)


def menu(table: Table) -> None:
    raise ToMenu(table.console)


def quit_(_: Table) -> None:
    raise Quit


def _answer_to_offer(table: Table, prompt: str) -> bool | None:
    """Return the other player's answer to an offer, or None for a player who resigns instead."""
    while True:
        answer = command_word(table.ask_other_player(prompt))
        if answer == "quit":
            raise Quit
        if answer == "resign":
            return None
        if answer and YES.startswith(answer):
            return True
        if answer and NO.startswith(answer):
            return False
        table.console.say("Type yes for a draw, no to play on, resign, or quit to leave.\n")


COMMANDS = {
    "help": Command(help_, "Show these commands (or type ?)."),
    "goal": Command(goal, "Tell the goal of this game."),
    "rules": Command(rules, "Show the rules of this game in short."),
    "rules all": Command(all_rules, "Show all rules, with rulings, errata and options."),
    "moves": Command(moves, "Show the moves that are allowed now."),
    "hint": Command(hint, "Show an idea; again, where to look; again, a good move and why."),
    "values": Command(values, "Show what every move is worth."),
    "why": Command(why, "Explain the last rejection further."),
    "why all": Command(
        why_all, "Show the whole reason for how it stands, with every pair where pairs decide."
    ),
    "history": Command(history, "Show the moves so far, and the numbers that they made."),
    "undo": Command(undo, "Take a move back; against a computer, to your own last turn."),
    "resign": Command(resign, "Give the game up: the other player wins."),
    "draw": Command(draw, "Offer a draw; both must agree."),
    "menu": Command(menu, "Leave for the menu; the game is kept."),
    "quit": Command(quit_, "Leave (or type q or exit); the game is kept."),
}
TYPED = {**COMMANDS, **{short: COMMANDS[name] for short, name in SHORT_FORMS.items()}}
"""The commands by all that can be typed for them."""
