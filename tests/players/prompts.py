"""Everything that a language model is shown in a game and in an exam, as one page per game.

The wording is part of the benchmark: scores of models are comparable only if all were shown the
same text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import lastdigit
from lastdigit.exam.items import WORD_KINDS, Item, weighted_items
from lastdigit.exam.keys import word_prompt
from lastdigit.match.match import Match
from lastdigit.players.players import Settings, ask_turn, open_player
from tests.players.chat_server import chat_server, completion
from tests.players.games import set_up

RULE = "-" * 90


def prompt_file(name: str) -> Path:
    return Path(__file__).parent / "prompts" / f"{name}.txt"


def prompt_page(name: str) -> str:
    """Return the conversation of one turn, and a question of each kind from an exam."""
    items = list(one_item_of_each_kind(name))
    instructions, _ = word_prompt(items[0])
    questions = [f"{word_prompt(item)[1]}Right: {item.right}" for item in items]
    parts = [*_conversation(name), "exam, system:", instructions, *questions]
    return "".join(f"{part.strip()}\n{RULE}\n" for part in parts)


def _conversation(name: str) -> Iterator[str]:
    """Yield what a model is shown and replies: no move, an illegal move, and then a legal one."""
    settings = Settings()
    match = Match(set_up(name, ("llm:test", "random"), settings.terms()))
    replies = ["I pass.", f"MOVE: {_illegal_move(match)}", f"MOVE: {_legal_move(match)}"]
    with chat_server(lambda _: completion(replies.pop(0))) as server:
        settings = settings._replace(base_url=server.url)
        with open_player("llm:test", settings) as model:
            model.begin(match.setup, match.mover)
            list(ask_turn(match, model, settings, lambda: 0.0))
    assert not replies, "the legal move is the last reply"
    for message in server.asked[-1]["messages"]:
        yield f"{message['role']}:"
        yield message["content"]


def _legal_move(match: Match) -> str:
    return match.game.format_move(match.game.legal_moves(match.state)[0])


def _illegal_move(match: Match) -> str:
    """Return a move of the game that is not legal now, or a word if all are legal."""
    legal = match.game.legal_moves(match.state)
    illegal = [move for move in match.game.all_moves() if move not in legal]
    return match.game.format_move(illegal[0]) if illegal else "eleven"


def one_item_of_each_kind(name: str) -> Iterator[Item]:
    for kind in WORD_KINDS:
        items, _ = weighted_items(kind, lastdigit.catalogue()[name], 1, Random(f"{name}/{kind}"))
        yield from items
