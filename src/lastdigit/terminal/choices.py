"""Questions outside a game: one of several lines, a yes or no, the value of an option."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from lastdigit.errors import LastDigitError, quoted_input
from lastdigit.game.options import Option, OptionValue
from lastdigit.game.text import display_width, pad, wrap
from lastdigit.terminal.console import Console, Quit, ToMenu, command_word

HELP = (
    "Type a number or the beginning of a word, or press Enter for what stands in brackets. "
    "At any question ? helps, menu chooses anew and q leaves."
)
INDENT = " " * 5
ROOM = 9
"""What is typed has room beside its prompt."""


class Choice(NamedTuple):
    """One line of a menu: what can be typed for it, and what it is about."""

    word: str
    about: str


def ask(console: Console, prompt: str, again: str = "", words: Sequence[str] = ()) -> str:
    """Return an answer in small letters; `words` are those that Tab knows.

    `again` is the prompt for somebody who stopped and has come back. Raises Quit or ToMenu.
    """
    return ask_as_typed(console, prompt, again, words).lower()


def ask_as_typed(console: Console, prompt: str, again: str = "", words: Sequence[str] = ()) -> str:
    """Return an answer as `ask` does, but with its capitals: a name."""
    known = [word.lower() for word in (*words, "help", "menu", "quit")]
    while True:
        line = console.ask(prompt, again=lambda: again or prompt, complete=lambda _: known)
        answer = command_word(line)
        if answer == "quit":
            raise Quit
        if answer == "menu":
            raise ToMenu(console)
        if answer != "help":
            return line.strip()
        console.say(console.wrapped(HELP))


def choose(console: Console, question: str, choices: Sequence[Choice], usual: int = 0) -> int:
    """Return the index of the line that is chosen by number or word; Enter takes the usual one."""
    lines = _listed(console, choices)
    prompt = f"{question} (1-{len(choices)}) [{usual + 1}]: "
    numbers = [str(number) for number in range(1, len(choices) + 1)]
    words = [choice.word.lower() for choice in choices]
    console.say(f"\n{lines}")
    while True:
        answer = ask(console, prompt, f"{lines}{prompt}", words)
        answer = " ".join(answer.replace("-", " ").replace("_", " ").split())
        if not answer:
            return usual
        if answer in numbers:
            return numbers.index(answer)
        if answer in words:
            return words.index(answer)
        meant = [place for place, word in enumerate(words) if word.startswith(answer)] or [
            place for place, word in enumerate(words) if f" {answer}" in word
        ]
        if len(meant) == 1:
            return meant[0]
        if meant:
            could = " or ".join(choices[place].word for place in meant)
            said = f"{quoted_input(answer)} could be {could}; type more of it, or a number."
        else:
            said = (
                f"{quoted_input(answer)} is not one of these; "
                f"type a number from 1 to {len(choices)}, or the beginning of a name."
            )
        console.say(console.wrapped(said))


def _listed(console: Console, choices: Sequence[Choice]) -> str:
    """Return choices, a line each; one that is too long for that has more."""
    longest = max(display_width(choice.word) for choice in choices)
    lines = ""
    for number, (word, about) in enumerate(choices, 1):
        if len(INDENT) + longest + 2 + display_width(about) <= console.width:
            lines += f"  {number}  {console.bold(pad(word, longest))}  {about}\n"
        else:
            indented = wrap(about, console.width, initial_indent=INDENT, subsequent_indent=INDENT)
            text = "\n".join(indented)
            lines += f"  {number}  {console.bold(word)}\n{text}\n"
    return lines


def ask_value(
    console: Console,
    about: str,
    option: Option,
    usual: OptionValue,
    check: Callable[[OptionValue], object] = lambda _: None,
    *,
    brief: bool = False,
) -> OptionValue:
    """Return a value of an option; `check` raises LastDigitError for what else is wrong with it.

    Where it is `brief`, what else it may be is told only to who types something that it may not.
    """
    while True:
        prompt = f"{option.name} ({option.allowed}) [{option.format(usual)}]: "
        said = f"{about[0].upper()}{about[1:]}:"
        if brief:
            prompt = f"{option.name} [{option.format(usual)}]: "
        elif len(prompt) + ROOM > console.width:
            said = f"{said[:-1]}; {option.allowed}:"
            prompt = f"{option.name} [{option.format(usual)}]: "
        console.say(f"\n{console.wrapped(said)}")
        words = ("yes", "no") if option.kind == "yes/no" else (option.none,)
        answer = ask(console, prompt, words=words)
        try:
            value = option.parse(answer) if answer else usual
            check(value)
        except LastDigitError as error:
            console.say(console.wrapped(str(error)))
        else:
            return value
