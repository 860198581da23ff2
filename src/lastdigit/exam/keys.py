"""Cache keys for answers: hashes of the exam item, the prompt, and the player's configuration.

An answer with the same key is reused, in the same run or in a later one. If any word of the prompt
or any setting of the player changes, the key changes and the item is asked again.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lastdigit.arena.run import (
    Contestant,
    Entry,
    Fixture,
    contestant_data,
    journal_entries,
    read_manifest,
    settings_data,
)
from lastdigit.errors import RecordError, UsageError, quoted
from lastdigit.exam.items import Item
from lastdigit.exam.manifest import commitment_of, content_hash
from lastdigit.games import find
from lastdigit.match.match import Match
from lastdigit.match.record import Setup
from lastdigit.players import prompt
from lastdigit.players.players import LLM, Settings, form_and_detail
from lastdigit.players.prompt import VERSION

HASH_DIGITS = 16
"""The number of hex digits in each hash in a cache key."""


def config_hash(who: str, settings: Settings) -> str:
    """Return a hash of a player and its settings.

    `who` specifies the player, for example "llm:MODEL".
    """
    data = contestant_data(Contestant("", who), (), settings)
    return content_hash([data, settings_data(settings)])


def move_key(setup: Setup, config: str, *, show_legal: bool, version: int) -> str:
    """Return the cache key of the answer to an exam item that asks for a move.

    `config` is the hash of the player's settings. `show_legal` tells whether the prompt lists the
    legal moves. `version` is the version of the exam.
    """
    item = ["move", setup.game, setup.version, setup.options, setup.start]
    match = Match(setup)
    # A language model's answer depends on the prompt, and any other player's on the seed.
    shown: object = setup.seed
    if form_and_detail(setup.players[setup.first.index].kind)[0] == LLM:
        shown = [
            prompt.instructions(setup, setup.first, version),
            prompt.turn(match, show_legal=show_legal, version=version),
        ]
    return _key(item, shown, config)


def word_key(item: Item, config: str, version: int = VERSION) -> str:
    """Return the cache key of the answer to an exam item that is answered in words.

    `config` is the hash of the player's settings. `version` is the version of the exam.
    """
    game = find(item.game, **dict(item.options))
    identity = [item.kind, game.name, game.version, item.options, item.position]
    text = item.text_in(version)
    return _key([*identity, text], word_prompt(item, version), config)


def word_prompt(item: Item, version: int = VERSION) -> tuple[str, str]:
    """Return the system prompt and the user prompt for an exam item that is answered in words."""
    values = dict(item.options)
    instructions = (
        prompt.disguised_instructions(item.rules, version)
        if item.rules
        else prompt.question_instructions(find(item.game, **values), values, version)
    )
    return instructions, prompt.question(item.position, item.text_in(version), version)


def _key(item: object, shown: object, config: str) -> str:
    return "-".join(
        part[:HASH_DIGITS] for part in (content_hash(item), content_hash(shown), config)
    )


def run_commitment(folder: Path) -> str:
    """Return the hash that identifies the exam run in a folder.

    Raise UsageError if the folder does not contain an exam run.
    """
    try:
        return commitment_of(read_manifest(folder))
    except RecordError as error:
        raise UsageError(f"No answers can be reused from {quoted(str(folder))}: {error}") from None


def reusable_answers(fixtures: Iterable[Fixture], folders: Iterable[Path]) -> list[Entry]:
    """Return the answers of earlier exam runs that a new run can reuse.

    An answer is reused if the item, prompt and settings are the same. `fixtures` are the games that
    the new run would play, and `folders` contain the earlier runs. Raise UsageError if a folder
    does not contain an exam run.
    """
    wanted = {fixture.key: fixture for fixture in fixtures}
    answers: dict[int, Entry] = {}
    for folder in folders:
        source = run_commitment(folder)
        for entry in journal_entries(folder):
            fixture = wanted.get(entry.key)
            if fixture is not None:
                answers.setdefault(fixture.number, entry.adopted_by(fixture, source))
    return list(answers.values())
