"""What an answer is known by: the item, all that was said to the player, and who was asked how.

An answer with the same key need not be asked for again, in this run or in another; where a word of
the prompt or of the player's settings has changed, the key is another, and it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lastdigit.arena.contestants import Contestant, contestant_data, settings_data
from lastdigit.arena.fixtures import Entry, Fixture
from lastdigit.arena.run import kept_entries, read_manifest
from lastdigit.errors import RecordError, UsageError, quoted
from lastdigit.exam.manifest import commitment_of, content_hash
from lastdigit.exam.questions import Question
from lastdigit.games import find
from lastdigit.match.match import Match
from lastdigit.match.record import Setup
from lastdigit.players import prompt
from lastdigit.players.names import LLM, form_and_detail
from lastdigit.players.settings import Settings

SHOWN = 16
"""Digits of each hash that a key has."""


def config_hash(who: str, settings: Settings) -> str:
    """Return what a player is, and how it is asked, but for the wording: model, endpoint, tries."""
    data = contestant_data(Contestant("", who), (), settings)
    return content_hash([data, settings_data(settings)])


def move_key(setup: Setup, config: str, *, show_legal: bool) -> str:
    """Return the key of an answer to a question for a move.

    A model is told what its prompt says; any other player sees the setup, its chance too.
    """
    item = ["move", setup.game, setup.version, setup.options, setup.start]
    match = Match(setup)
    told: object = setup.seed
    if form_and_detail(setup.players[setup.first.index].kind)[0] == LLM:
        told = [
            prompt.instructions(setup, setup.first),
            prompt.turn(match, show_legal=show_legal),
        ]
    return _key(item, told, config)


def word_key(question: Question, config: str) -> str:
    """Return the key of an answer to a question in words."""
    game = find(question.game, **dict(question.options))
    item = [question.kind, game.name, game.version, question.options, question.position]
    return _key([*item, question.text], word_prompt(question), config)


def word_prompt(question: Question) -> tuple[str, str]:
    """Return what a model is told when it is asked in words: the rules, and then the question."""
    values = dict(question.options)
    told = (
        prompt.disguised_instructions(question.rules)
        if question.rules
        else prompt.question_instructions(find(question.game, **values), values)
    )
    return told, prompt.question(question.position, question.text)


def _key(item: object, told: object, config: str) -> str:
    return "-".join(part[:SHOWN] for part in (content_hash(item), content_hash(told), config))


def source_of(folder: Path) -> str:
    """Return what an earlier run is known by; raises UsageError if nothing can be taken from it."""
    try:
        return commitment_of(read_manifest(folder))
    except RecordError as error:
        raise UsageError(f"Nothing can be taken from {quoted(str(folder))}: {error}") from None


def taken_over(fixtures: Iterable[Fixture], folders: Iterable[Path]) -> list[Entry]:
    """Return the answers of earlier runs that have the keys of these questions, as answers to them.

    Each says which run it is from. Raises UsageError for a folder that holds no run.
    """
    wanted = {fixture.key: fixture for fixture in fixtures}
    found: dict[int, Entry] = {}
    for folder in folders:
        source = source_of(folder)
        for entry in kept_entries(folder):
            fixture = wanted.get(entry.key)
            if fixture is not None:
                found.setdefault(fixture.number, entry.taken_over(fixture, source))
    return list(found.values())
