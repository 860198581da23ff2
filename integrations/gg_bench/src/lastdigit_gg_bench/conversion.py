"""Parse the output of `gg-bench eval --verbose` and replay its games by the rules.

Actions have the same numbers as in our environments. If a log and the rulebook disagree, the record
follows the rulebook, and the difference is reported with the game (docs/gg-bench.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from lastdigit import Event, Match, Player, Record, RecordError, Seat, __version__, arrange
from lastdigit.errors import UsageError
from lastdigit.game.game import AnyGame
from lastdigit.match import Act, option_values

BEGIN = re.compile(r"Starting new game\.\.\. LLM First: (True|False)")
MOVE = re.compile(r"(GPT|Agent) move: (\d+)")
END = re.compile(r"Game ended after (\d+) turns")
START = re.compile(r"Current number: (\d+)")
"""The start number, in environments that draw one."""
START_OPTION = "start"
MODEL = "GPT"
"""The name of the language model in every log."""
AGENT = Player("cmd:gg-bench", "gg-bench agent")
NO_VALID_MOVE = "No valid move in 5 tries."


@dataclass
class LoggedGame:
    """One game as the log shows it."""

    line: int
    """The number of its first line, counted from 1."""
    model_first: bool
    moves: list[tuple[str, int]] = field(default_factory=list)
    """The player (`GPT` or `Agent`) and the action of each move."""
    start: int | None = None
    turns: int | None = None
    """The number of turns that the log reports, or None if it is cut off."""


class ConvertedGame(NamedTuple):
    """A game replayed by the rules."""

    record: Record
    line: int
    difference: str
    """How the log differs from the rules. Empty if they agree."""

    @property
    def winner(self) -> str:
        """The winner by the rules, as a phrase for the summary."""
        winner = self.record.result.winner
        if winner is None:
            return "without a winner"
        is_agent = self.record.setup.players[winner.index] == AGENT
        return "won by the agent" if is_agent else "won by the model"


def parse_log(lines: Iterable[str]) -> Iterator[LoggedGame]:
    """Yield the games in a log. Other lines are ignored."""
    game: LoggedGame | None = None
    for number, line in enumerate(lines, 1):
        if found := BEGIN.search(line):
            if game is not None:
                yield game
            game = LoggedGame(number, found[1] == "True")
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


def convert(lines: Iterable[str], game: AnyGame, model: str) -> Iterator[ConvertedGame]:
    """Yield the games in a log as records of `game`, with `model` as the model's name.

    Raises RecordError if an action does not exist, is illegal or is out of turn.
    """
    for number, logged in enumerate(parse_log(lines)):
        yield _replay(logged, _with_start(game, logged), model, number)


def _with_start(game: AnyGame, logged: LoggedGame) -> AnyGame:
    if logged.start is None or START_OPTION not in {option.name for option in game.options()}:
        return game
    try:
        return type(game).of({**dict(option_values(game)), START_OPTION: logged.start})
    except UsageError as error:
        raise RecordError(f"Line {logged.line}: {error}") from None


def _replay(logged: LoggedGame, game: AnyGame, model: str, number: int) -> ConvertedGame:
    players = (Player(f"llm:{model}", model), AGENT)
    setup = arrange(
        game,
        players if logged.model_first else players[::-1],
        package=__version__,
        first=Seat.ONE,
        seed=number,
    )
    match = Match(setup)
    texts = [game.format_move(move) for move in game.all_moves()]
    late_moves = 0
    for player, action in logged.moves:
        if match.result is not None:
            late_moves += 1
            continue
        if (player == MODEL) != _is_model_turn(match):
            raise RecordError(f"Line {logged.line}: a player moves out of turn.")
        if action >= len(texts):
            raise RecordError(f"Line {logged.line}: there is no action {action} in {game.title}.")
        if match.play(texts[action]).act is Act.REJECTED:
            reason = match.objection.reason if match.objection else ""
            raise RecordError(f"Line {logged.line}: {texts[action]} is not allowed: {reason}")
    difference = _finish(match, logged, late_moves)
    return ConvertedGame(match.record(), logged.line, difference)


def _is_model_turn(match: Match) -> bool:
    return match.setup.players[match.mover.index] != AGENT


def _finish(match: Match, logged: LoggedGame, late_moves: int) -> str:
    """Forfeit the match if the model gave no valid move. Return how log and rules differ."""
    has_more_turns = logged.turns is not None and logged.turns > len(logged.moves)
    if match.result is not None:
        continues = late_moves or has_more_turns
        return "The log goes on after the rules have ended the game." if continues else ""
    if logged.turns is None:
        return "The log breaks off."
    if has_more_turns and _is_model_turn(match):
        match.apply(Event(Act.FORFEIT, match.mover, NO_VALID_MOVE))
        return ""
    return "The log ends the game where the rules do not."
