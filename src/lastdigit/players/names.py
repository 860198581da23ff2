"""What WHO can be: a person, a built-in computer, or a form with something after a colon.

Here a WHO text is only read and checked; `seats` opens the player that it names.
"""

from __future__ import annotations

import shlex

from lastdigit.errors import UsageError, guess, quoted
from lastdigit.game.options import Option
from lastdigit.match.record import HUMAN
from lastdigit.players.computers import COMPUTERS

MCTS, CMD, LLM, PY = "mcts", "cmd", "llm", "py"
FORMS = {MCTS: "N", CMD: "PROGRAM ARGS", LLM: "MODEL", PY: "MODULE:FUNCTION"}
PLAYOUTS = Option("N in mcts:N", "", "", 1, 1, 1_000_000)
LONGEST_WHO = 1_000


def kinds() -> tuple[str, ...]:
    """Return everything that WHO can be."""
    return HUMAN, *COMPUTERS, *(f"{form}:{detail}" for form, detail in FORMS.items())


def check_kind(who: str) -> str:
    """Return WHO if it is known and well written; raises UsageError."""
    form, detail = form_and_detail(who)
    if form in FORMS:
        _READERS[form](detail)
    elif who not in (HUMAN, *COMPUTERS):
        meant = guess(who, (HUMAN, *COMPUTERS))
        if meant is not None:
            raise UsageError(f"There is no player {quoted(who)}; did you mean {meant}?")
        raise UsageError(f"There is no player {quoted(who)}; there is {', '.join(kinds())}.")
    return who


def form_and_detail(who: str) -> tuple[str, str]:
    """Return what stands before the colon, and what after it; raises UsageError.

    >>> form_and_detail("mcts:200"), form_and_detail("perfect")
    (('mcts', '200'), ('perfect', ''))
    """
    if len(who) > LONGEST_WHO or not who.isprintable():
        raise UsageError(
            f"A player has at most {LONGEST_WHO} characters, all to be seen; {quoted(who)} has not."
        )
    form, _, detail = who.partition(":")
    return form, detail


def playouts(detail: str) -> int:
    """Return the N of `mcts:N`; raises OptionError."""
    count = PLAYOUTS.parse(detail)
    assert isinstance(count, int), "the option has no word for nothing"
    return count


def command_words(detail: str) -> list[str]:
    """Return the program and arguments of `cmd:PROGRAM ARGS`, quoted as in a shell.

    Raises UsageError. No shell is involved: nothing but quotes and backslashes has a meaning.

    >>> command_words("python3 'my bot.py' --fast")
    ['python3', 'my bot.py', '--fast']
    """
    try:
        words = shlex.split(detail)
    except ValueError as error:
        raise UsageError(f"{quoted(detail)} cannot be read as a command: {error}.") from None
    if not words or not words[0]:
        raise UsageError("Name a program after cmd: such as cmd:python3 bot.py")
    return words


def model_and_service(detail: str) -> tuple[str, str]:
    """Return the model and the endpoint of `llm:MODEL@NAME`; raises UsageError.

    The endpoint is what follows the last @, and empty where there is none, or only one in front.

    >>> model_and_service("qwen3:8b@local"), model_and_service("@cf/qwen/qwen3")
    (('qwen3:8b', 'local'), ('@cf/qwen/qwen3', ''))
    """
    text = detail.strip()
    model, at, name = text.rpartition("@")
    if not (at and model):
        model, name = text, ""
    if not model.strip():
        raise UsageError("Name a model after llm: as its endpoint calls it.")
    return model.strip(), name.strip()


def function_name(detail: str) -> str:
    """Return the `MODULE:FUNCTION` of `py:MODULE:FUNCTION`; raises UsageError."""
    parts = detail.split(":")
    if len(parts) != 2 or not all(part.replace(".", "_").isidentifier() for part in parts):
        raise UsageError("Name a module and its function after py: such as py:my_policy:choose")
    return detail


_READERS = {MCTS: playouts, CMD: command_words, LLM: model_and_service, PY: function_name}
