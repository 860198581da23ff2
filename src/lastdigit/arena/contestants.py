"""Who takes part: players by name, what they are, and what a report has of them."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from lastdigit.errors import LastDigitError, UsageError, quoted
from lastdigit.games import find_class
from lastdigit.match.record import HUMAN, LONGEST_NAME, checked_name
from lastdigit.players import COMPUTERS, check_kind
from lastdigit.players.levels import Level
from lastdigit.players.names import LLM, form_and_detail, model_and_service
from lastdigit.players.prompt import prompt_hash
from lastdigit.players.seats import open_player
from lastdigit.players.services import service_of
from lastdigit.players.settings import Settings

LEVELS = {name: level for name, level in COMPUTERS.items() if isinstance(level, Level)}
ALL_LEVELS = "levels"
"""Stands for every level in a list of players."""


@dataclass(frozen=True)
class Contestant:
    """A player who takes part, by a name of its own."""

    name: str
    who: str


def contestants(text: str) -> tuple[Contestant, ...]:
    """Return the players that a list names: WHO or NAME=WHO, with commas between.

    One that has a comma in it is put in double quotes, as in CSV; `levels` stands for all levels.
    Who stands twice gets a number. Raises UsageError.

    >>> [player.name for player in contestants('perfect,"mine=cmd:bot 1,2",perfect')]
    ['perfect', 'mine', 'perfect 2']
    >>> [player.name for player in contestants("levels,random")]
    ['beginner', 'easy', 'medium', 'hard', 'perfect', 'random']
    """
    try:
        given = [word.strip() for word in next(csv.reader([text], strict=True), [])]
    except csv.Error as error:
        raise UsageError(f"{quoted(text)} is not a list of players: {error}.") from None
    if not all(given):
        raise UsageError("A player's name is missing: write them as A,B,C.")
    words = (each for word in given for each in (LEVELS if word == ALL_LEVELS else [word]))
    return tuple(_numbered(map(contestant, words)))


def contestant(word: str) -> Contestant:
    """Return the player that WHO or NAME=WHO means; raises UsageError."""
    before, equals, after = word.partition("=")
    named = bool(equals) and ":" not in before
    name, who = (before, after) if named else (word, word)
    if check_kind(who) == HUMAN:
        raise UsageError("People cannot take part here; lastdigit play is for them.")
    if not named and len(name) > LONGEST_NAME:
        name = f"{name[: LONGEST_NAME - 3]}..."
    try:
        return Contestant(checked_name(name), who)
    except LastDigitError as error:
        raise UsageError(str(error)) from None


def _numbered(players: Iterable[Contestant]) -> Iterable[Contestant]:
    seen = Counter[str]()
    for player in players:
        seen[player.name] += 1
        count = seen[player.name]
        yield player if count == 1 else contestant(f"{player.name} {count}={player.who}")


def error_rates(players: Iterable[Contestant]) -> dict[str, float]:
    """Return the players whose rate of errors is known exactly: the levels, however named."""
    return {player.name: LEVELS[player.who].errors for player in players if player.who in LEVELS}


def anchors(players: Iterable[Contestant]) -> dict[str, float]:
    """Return the error rates that ratings are anchored to: all levels took part, or there are none.

    With only some of them, the same strength would be read off as another rating.
    """
    found = error_rates(players)
    return found if {level.errors for level in LEVELS.values()} <= set(found.values()) else {}


def contestant_data(
    player: Contestant, games: Iterable[str], settings: Settings
) -> dict[str, object]:
    """Return a player as JSON data; model, prompts and sampling are null where there is no model.

    A prompt is named by the hash of its wording, game by game.
    """
    form, detail = form_and_detail(player.who)
    model, service = None, None
    if form == LLM:
        model, name = model_and_service(detail)
        service = service_of(detail, settings.base_url)
    prompts = {
        name: prompt_hash(find_class(name), show_legal=settings.show_legal) for name in games
    }
    sampling = {"temperature": settings.temperature, "showLegal": settings.show_legal}
    if settings.answer_tokens is not None:
        sampling["answerTokens"] = settings.answer_tokens
    data: dict[str, object] = {
        "name": player.name,
        "who": player.who,
        "model": model,
        "prompts": prompts if model else None,
        "sampling": sampling if model else None,
        "baseUrl": service.url if service else None,
    }
    return {**data, "endpoint": service.data()} if service and name else data


def settings_data(settings: Settings) -> dict[str, object]:
    """Return how players are asked as JSON data, without the budget: more of it changes no game."""
    data: dict[str, object] = {"tries": settings.tries, "seconds": settings.seconds}
    if settings.pass_env:
        data["passEnv"] = sorted(settings.pass_env)
    return data


def check_players(players: Iterable[Contestant], settings: Settings) -> None:
    """Raise UsageError or PlayerError for the first player who cannot sit down at all."""
    for player in players:
        with open_player(player.who, settings):
            pass
