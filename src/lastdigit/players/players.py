"""Players other than people: parse their specifications, open them, and play games with them.

A specification is a string such as "perfect", "mcts:200" or "cmd:PROGRAM", called WHO.
"""

from __future__ import annotations

import enum
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, NamedTuple, Protocol

from lastdigit.errors import LastDigitError, MoveSyntaxError, UsageError, guess, printable, quoted
from lastdigit.game.game import Seat
from lastdigit.game.options import Option
from lastdigit.match.match import PLY_LIMIT, Match
from lastdigit.match.record import (
    HUMAN,
    LONGEST_REASON,
    Act,
    Event,
    Record,
    Result,
    Setup,
    Terms,
    Times,
)
from lastdigit.players.budget import Budget
from lastdigit.players.builtin import COMPUTERS, Computer
from lastdigit.system import Clock, timestamp

if TYPE_CHECKING:
    from lastdigit.players.external import Program


class Settings(NamedTuple):
    """Settings for players that are programs or language models."""

    tries: int = 3
    """The number of attempts per turn. If all attempts fail, the player forfeits the game."""
    seconds: float = 30.0
    """The time limit per attempt, in seconds."""
    base_url: str | None = None
    show_legal: bool = True
    temperature: float | None = None
    answer_tokens: int | None = None
    """The maximum number of tokens in a reply. None means the endpoint's limit."""
    budget: int | None = None
    """The maximum number of tokens for all players together. None means no limit."""
    money: int | None = None
    """The maximum cost for all players together, in millionths of the currency unit."""
    at_once: int = 1
    """The maximum number of concurrent requests to language models."""
    pass_env: tuple[str, ...] = ()
    """Environment variables to pass to programs even if their names look like secrets."""

    def terms(self) -> Terms:
        """Return the terms of a match between players that are not people.

        The terms limit the attempts per turn and the length of the game, so that every game ends.
        """
        return Terms(attempts=self.tries, ply_limit=PLY_LIMIT, hints=False)


DEFAULT_SETTINGS = Settings()

MCTS, CMD, LLM, PY = "mcts", "cmd", "llm", "py"
FORMS = {MCTS: "N", CMD: "PROGRAM ARGS", LLM: "MODEL", PY: "MODULE:FUNCTION"}
PLAYOUTS = Option("N in mcts:N", "", "", 1, 1, 1_000_000)
MAX_WHO_LENGTH = 1_000


def kinds() -> tuple[str, ...]:
    """Return all forms of player specifications, for example "perfect" and "mcts:N"."""
    return HUMAN, *COMPUTERS, *(f"{form}:{detail}" for form, detail in FORMS.items())


def check_kind(who: str) -> str:
    """Return the player specification `who` if it is valid, for example "perfect" or "mcts:200".

    Raise UsageError if there is no such player, or if the specification is malformed.
    """
    form, detail = form_and_detail(who)
    if form in FORMS:
        _PARSERS[form](detail)
    elif who not in (HUMAN, *COMPUTERS):
        suggestion = guess(who, (HUMAN, *COMPUTERS))
        if suggestion is not None:
            raise UsageError(f"There is no player {quoted(who)}. Did you mean {suggestion}?")
        raise UsageError(f"There is no player {quoted(who)}. Players are {', '.join(kinds())}.")
    return who


def form_and_detail(who: str) -> tuple[str, str]:
    """Split a player specification at the first colon.

    Raise UsageError if the specification is too long or has unprintable characters.

    >>> form_and_detail("mcts:200"), form_and_detail("perfect")
    (('mcts', '200'), ('perfect', ''))
    """
    if len(who) > MAX_WHO_LENGTH or not who.isprintable():
        raise UsageError(
            f"The name of a player can have up to {MAX_WHO_LENGTH} visible characters. "
            f"{quoted(who)} doesn't work."
        )
    form, _, detail = who.partition(":")
    return form, detail


def parse_playouts(detail: str) -> int:
    """Parse N, the number of random games per move, in the player specification "mcts:N".

    `detail` is the part after the colon. Raise OptionError if N is not in the allowed range.
    """
    count = PLAYOUTS.parse(detail)
    assert isinstance(count, int), "the option does not allow None"
    return count


def parse_command(detail: str) -> list[str]:
    """Parse the program and its arguments in the player specification "cmd:PROGRAM ARGS".

    `detail` is the part after the colon. Quotes and backslashes work as in a shell, but there is no
    shell. Raise UsageError if the command is malformed or empty.

    >>> parse_command("python3 'my bot.py' --fast")
    ['python3', 'my bot.py', '--fast']
    """
    try:
        arguments = shlex.split(detail)
    except ValueError as error:
        raise UsageError(f"{quoted(detail)} cannot be read as a command: {error}.") from None
    if not arguments or not arguments[0]:
        raise UsageError("Write cmd: followed by a program, such as cmd:python3 bot.py.")
    return arguments


def parse_model(detail: str) -> tuple[str, str]:
    """Parse the model and the endpoint's name in the player specification "llm:MODEL@NAME".

    `detail` is the part after the colon. The name follows the last @, and is empty if there is no @
    or if the only @ is the first character. Raise UsageError if there is no model.

    >>> parse_model("qwen3:8b@local"), parse_model("@cf/qwen/qwen3")
    (('qwen3:8b', 'local'), ('@cf/qwen/qwen3', ''))
    """
    text = detail.strip()
    model, at, name = text.rpartition("@")
    if not (at and model):
        model, name = text, ""
    if not model.strip():
        raise UsageError(
            "Write llm: followed by the endpoint's name for the model, such as llm:MODEL."
        )
    return model.strip(), name.strip()


def parse_function(detail: str) -> str:
    """Return `detail` if it has the form "MODULE:FUNCTION". Otherwise raise UsageError.

    `detail` is the part of the player specification "py:MODULE:FUNCTION" after the first colon.
    """
    parts = detail.split(":")
    if len(parts) != 2 or not all(part.replace(".", "_").isidentifier() for part in parts):
        raise UsageError(
            "Write py: followed by a module and a function, such as py:my_policy:choose."
        )
    return detail


_PARSERS = {MCTS: parse_playouts, CMD: parse_command, LLM: parse_model, PY: parse_function}


class Fault(enum.StrEnum):
    """The reason why a player's attempt at a move failed."""

    LENGTH = "length"
    """The answer was cut off at the maximum length."""
    FILTERED = "filtered"
    """The model or its endpoint refused to answer because of the content."""
    REJECTED = "rejected"
    """The endpoint rejected the request for a reason other than its content."""
    TIMEOUT = "timeout"
    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"


FINISH_FAULTS = {"length": Fault.LENGTH, "content_filter": Fault.FILTERED}
"""The kind of failure for each reason that an endpoint gives for an incomplete reply."""


class Reply(NamedTuple):
    """A player's reply to a request for a move or to a question."""

    raw: str
    """The whole text of the reply."""
    answer: str
    """The move in the reply, or the answer to a question, as text."""
    tokens_in: int | None = None
    tokens_out: int | None = None
    error_output: str = ""
    """The last part of what a program wrote to its standard error."""
    reasoning: str = ""
    """The reasoning that a language model returned separately from its reply."""
    finish: str = ""
    """The endpoint's reason why the reply ended, such as "stop" or "length"."""
    waited: float = 0.0
    """The number of seconds spent waiting before the request was sent again."""

    @property
    def parse_fault(self) -> Fault:
        """The kind of failure to report if the reply contains no readable move."""
        return FINISH_FAULTS.get(self.finish, Fault.UNREADABLE)


class NoMove(LastDigitError):  # noqa: N818 - it is a try, and counted as one
    """The player gave no move. The message is a sentence with the reason."""

    def __init__(self, reason: str, reply: Reply | None = None) -> None:
        super().__init__(reason)
        self.reply = reply or Reply("", "")

    @property
    def fault(self) -> Fault:
        """The kind of failure, for statistics."""
        return self.reply.parse_fault


class ReplyTimeout(NoMove):
    """The player gave no reply within the time limit."""

    def __init__(self, seconds: float, reply: Reply | None = None) -> None:
        count = f"{round(seconds, 3):g}"
        unit = "second" if count == "1" else "seconds"
        super().__init__(f"No answer within {count} {unit}.", reply)

    @property
    def fault(self) -> Fault:
        return Fault.TIMEOUT


class Rejected(NoMove):
    """The endpoint of a language model rejected the request, so the model never saw it."""

    @property
    def fault(self) -> Fault:
        return Fault.REJECTED


class Filtered(NoMove):
    """The language model or its endpoint refused the request because of the request's content."""

    @property
    def fault(self) -> Fault:
        return Fault.FILTERED


class Crash(NoMove):
    """The player's process has ended or has closed its output."""


class UnreadableReply(NoMove):
    """The player's reply does not have the required format."""


class Agent(Protocol):
    """A player that can play games without a person, one game after another."""

    def begin(self, setup: Setup, seat: Seat) -> None:
        """Start a game as player 1 or 2. Raise PlayerError if the player cannot start."""

    def choose(self, match: Match, seconds: float) -> Reply:
        """Return the player's move in the current position, within `seconds`.

        Raise NoMove if this attempt failed. Raise PlayerError if the player can no longer be used,
        which stops the whole run.
        """

    def on_refusal(self, raw: str, reason: str) -> None:
        """Tell the player why the reply `raw` was refused.

        After this call, `choose` is called again.
        """

    def on_result(self, result: Result) -> None:
        """Tell the player the result of the game."""


class BuiltInAgent:
    """A built-in computer player or a user's Python function, as an `Agent`.

    Random numbers come from the match's seed, so games can be repeated exactly.
    """

    def __init__(self, computer: Computer) -> None:
        self._computer = computer

    def begin(self, setup: Setup, seat: Seat) -> None:
        """Do nothing: `choose` gets everything from the match."""

    def choose(self, match: Match, seconds: float) -> Reply:  # noqa: ARG002 - it is never slow
        """Return the computer player's move. The time limit is ignored."""
        text = self._computer.choose(match.game, match.state, match.random())
        return Reply(text, text)

    def on_refusal(self, raw: str, reason: str) -> None:
        """Do nothing: computer players do not use the reason."""

    def on_result(self, result: Result) -> None:
        """Do nothing: computer players do not use the result."""


@contextmanager
def open_player(
    who: str, settings: Settings = DEFAULT_SETTINGS, budget: Budget | None = None
) -> Iterator[Agent]:
    """Open the player specified by `who`, for example "mcts:200", and close it on exit.

    `budget` is a spending limit that several language models share. Without a `budget`, the limit
    in `settings` applies to this player alone. Raise UsageError if there is no such player, or if
    something that the player needs is missing, for example an API key.
    """
    form, detail = form_and_detail(check_kind(who))
    if form == CMD:
        with closing(_program(detail, settings)) as program:
            yield program
    elif form == LLM:
        from lastdigit.players.llm import LanguageModel

        budget = budget or Budget(settings.budget, settings.money)
        yield LanguageModel(detail, settings, budget)
    elif who == HUMAN:
        raise UsageError("A human player cannot be used here.")
    else:
        yield BuiltInAgent(find_computer(who))


def find_computer(who: str) -> Computer:
    """Return the computer player specified by `who`, for example "perfect" or "mcts:200".

    Python functions ("py:MODULE:FUNCTION") are included. Raise UsageError if there is no such
    player.
    """
    form, detail = form_and_detail(who)
    if form == MCTS:
        from lastdigit.players.builtin import TreeSearch

        return TreeSearch(parse_playouts(detail))
    if form == PY:
        from lastdigit.players.external import PythonFunction

        return PythonFunction(detail)
    if who not in COMPUTERS:
        known = ", ".join((*COMPUTERS, "mcts:N", "py:MODULE:FUNCTION"))
        raise UsageError(f"{quoted(who)} is not a computer player. Computer players are {known}.")
    return COMPUTERS[who]


def _program(detail: str, settings: Settings) -> Program:
    import shutil  # slow to import, and only other programs need it

    from lastdigit.players.external import Program

    words = parse_command(detail)
    if shutil.which(words[0]) is None:
        raise UsageError(f"{quoted(words[0])} is not a program that can be run.")
    return Program(words, settings)


class Try(NamedTuple):
    """One attempt at a move: the player's reply, the move, and the reason if it was refused.

    `move` is None if no move could be parsed. `refusal` is empty if the move was played.
    """

    raw: str
    move: str | None
    refusal: str
    seconds: float
    tokens_in: int | None = None
    tokens_out: int | None = None
    error_output: str = ""
    fault: Fault | None = None
    reasoning: str = ""
    finish: str = ""
    waited: float = 0.0
    """The number of seconds, out of `seconds`, spent waiting before a request was sent again."""


class GameLog(NamedTuple):
    """A complete game, with all attempts at a move in each turn."""

    record: Record
    turns: tuple[tuple[Try, ...], ...]


def play_game(
    setup: Setup, agents: Mapping[Seat, Agent], settings: Settings, clock: Clock
) -> GameLog:
    """Play a whole game between players that are not people.

    A player whose attempts at a move all fail forfeits the game. Raise PlayerError if a player can
    no longer be used.
    """
    match = Match(setup)
    started, times, turns = timestamp(clock.wall()), list[str](), list[tuple[Try, ...]]()
    for seat, agent in agents.items():
        agent.begin(setup, seat)
    while match.result is None:
        tries = []
        for step in ask_turn(match, agents[match.mover], settings, clock.steady):
            if isinstance(step, Try):
                tries.append(step)
            else:
                times.append(timestamp(clock.wall()))
        turns.append(tuple(tries))
    for agent in agents.values():
        agent.on_result(match.result)
    record = Record(setup, tuple(match.events), match.result, Times(started, tuple(times)))
    return GameLog(record, tuple(turns))


def ask_turn(
    match: Match, agent: Agent, settings: Settings, steady: Callable[[], float]
) -> Iterator[Try | Event]:
    """Ask a player for a move, up to `settings.tries` times. Yield all attempts and match events.

    The last event is the move, a forfeit if every attempt failed, or a loss on time. `steady` is a
    monotonic clock. Raise PlayerError if the player can no longer be used.
    """
    limit = match.setup.terms.time_limit
    deadline = None if limit is None else steady() + limit
    for tries_left in reversed(range(settings.tries)):
        asked_at, failure = steady(), None
        seconds = settings.seconds if deadline is None else max(0.0, deadline - asked_at)
        try:
            reply = agent.choose(match, seconds)
        except NoMove as no_move:
            reply, failure = no_move.reply, no_move
        seconds_taken = steady() - asked_at
        event, refusal = (None, str(failure)) if failure else _play(match, reply.answer)
        yield Try(
            reply.raw,
            event.text if event else None,
            refusal,
            seconds_taken,
            reply.tokens_in,
            reply.tokens_out,
            reply.error_output,
            _fault(reply, failure, event, refusal),
            reply.reasoning,
            reply.finish,
            reply.waited,
        )
        if event is not None:
            yield event
        if not refusal or match.result is not None:
            return
        if isinstance(failure, ReplyTimeout) and deadline is not None:
            yield match.apply(Event(Act.TIME, match.mover))
            return
        if tries_left:
            agent.on_refusal(reply.raw, refusal)
    yield match.apply(_forfeit(match, settings.tries, refusal))


def _fault(reply: Reply, failure: NoMove | None, event: Event | None, refusal: str) -> Fault | None:
    if failure is not None:
        return failure.fault
    if not refusal:
        return None
    return reply.parse_fault if event is None else Fault.ILLEGAL


def _play(match: Match, text: str) -> tuple[Event | None, str]:
    """Play a move given as text. Return the event, and the reason if the move was refused.

    The event is None if the text is not a move. The reason is empty if the move was legal.
    """
    try:
        event = match.play(text)
    except MoveSyntaxError as error:
        return None, str(error)
    return event, match.objection.reason if match.objection else ""


def _forfeit(match: Match, tries: int, refusal: str) -> Event:
    count = "1 try" if tries == 1 else f"{tries} tries"
    reason = printable(f"No valid move in {count}. {refusal}")
    return Event(Act.FORFEIT, match.mover, reason[:LONGEST_REASON])
