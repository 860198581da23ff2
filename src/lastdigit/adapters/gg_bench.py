"""Games out of gg-bench's logs: what `gg-bench eval --verbose` prints, as records of ours.

Its actions have the numbers that moves have in our environments. What its environments and the
rulebooks do not agree on is told game by game, and the record has what the rules say
(docs/gg-bench.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from lastdigit.errors import RecordError, UsageError
from lastdigit.game.game import AnyGame, Seat
from lastdigit.match.match import Match
from lastdigit.match.record import Act, Event, Player, Record, option_values
from lastdigit.match.setup import arrange
from lastdigit.system import package_version

BEGIN = re.compile(r"Starting new game\.\.\. LLM First: (True|False)")
MOVE = re.compile(r"(GPT|Agent) move: (\d+)")
END = re.compile(r"Game ended after (\d+) turns")
START = re.compile(r"Current number: (\d+)")
"""How the environments that begin at a drawn number show it."""
START_OPTION = "start"
MODEL = "GPT"
"""What a log calls the language model, whichever it is."""
AGENT = Player("cmd:gg-bench", "gg-bench agent")
NOTHING_VALID = "No valid move in 5 tries."


@dataclass
class Logged:
    """One game as a log has it."""

    line: int
    """Where it begins, from 1."""
    model_first: bool
    moves: list[tuple[str, int]] = field(default_factory=list)
    """Who made each, and the number of the action."""
    start: int | None = None
    turns: int | None = None
    """How many there were, by the log; None where it breaks off."""


class Converted(NamedTuple):
    """A game by the rules, and what its log has otherwise."""

    record: Record
    line: int
    difference: str
    """Empty where both agree."""

    @property
    def winner(self) -> str:
        """Who has won by the rules, in words."""
        winner = self.record.result.winner
        if winner is None:
            return "without a winner"
        agents = self.record.setup.players[winner.index] == AGENT
        return "won by the agent" if agents else "won by the model"


def logged_games(lines: Iterable[str]) -> Iterator[Logged]:
    """Yield the games that a log has, whatever else stands between."""
    game: Logged | None = None
    for number, line in enumerate(lines, 1):
        if found := BEGIN.search(line):
            if game is not None:
                yield game
            game = Logged(number, found[1] == "True")
        elif game is None:
            continue
        elif found := MOVE.search(line):
            game.moves.append((found[1], int(found[2])))
        elif found := END.search(line):
            game.turns = int(found[1])
            yield game
            game = None
        elif game.start is None and (found := START.search(line)):
            game.start = int(found[1])
    if game is not None:
        yield game


def convert(lines: Iterable[str], game: AnyGame, model: str) -> Iterator[Converted]:
    """Yield the games of a log as records of this game; `model` is who the language model was.

    Raises RecordError for a move that is none of the game's, or out of turn.
    """
    for number, logged in enumerate(logged_games(lines)):
        yield _converted(logged, _begun(game, logged), model, number)


def _begun(game: AnyGame, logged: Logged) -> AnyGame:
    """Return the game with the number that it begins at in the log."""
    if logged.start is None or START_OPTION not in {option.name for option in game.options()}:
        return game
    try:
        return type(game).of({**dict(option_values(game)), START_OPTION: logged.start})
    except UsageError as error:
        raise RecordError(f"Line {logged.line}: {error}") from None


def _converted(logged: Logged, game: AnyGame, model: str, number: int) -> Converted:
    players = (Player(f"llm:{model}", model), AGENT)
    setup = arrange(
        game,
        players if logged.model_first else players[::-1],
        package=package_version(),
        first=Seat.ONE,
        seed=number,
    )
    match = Match(setup)
    texts = [game.format_move(move) for move in game.all_moves()]
    late = 0
    for who, action in logged.moves:
        if match.result is not None:
            late += 1
            continue
        if (who == MODEL) != _is_models(match):
            raise RecordError(f"Line {logged.line}: a player moves out of turn.")
        if action >= len(texts):
            raise RecordError(f"Line {logged.line}: there is no action {action} in {game.title}.")
        if match.play(texts[action]).act is Act.REJECTED:
            reason = match.objection.reason if match.objection else ""
            raise RecordError(f"Line {logged.line}: {texts[action]} is not allowed: {reason}")
    difference = _difference(match, logged, late)
    return Converted(match.record(), logged.line, difference)


def _is_models(match: Match) -> bool:
    """Return whether it is the language model's turn."""
    return match.setup.players[match.mover.index] != AGENT


def _difference(match: Match, logged: Logged, late: int) -> str:
    """Return what a log has otherwise than the rules, and let a model forfeit that said nothing."""
    more = logged.turns is not None and logged.turns > len(logged.moves)
    if match.result is not None:
        return "The log goes on after the rules have ended the game." if late or more else ""
    if logged.turns is None:
        return "The log breaks off."
    if more and _is_models(match):
        match.apply(Event(Act.FORFEIT, match.mover, NOTHING_VALID))
        return ""
    return "The log ends the game where the rules do not."
