"""The prompts of a disguised game as one readable page for each game."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import lastdigit
from lastdigit.analysis.critical import critical_at
from lastdigit.exam.disguise import MEMORY_KINDS, make_twins, plain_items
from lastdigit.exam.items import GENERATORS, Item, Kind
from lastdigit.exam.keys import word_prompt
from lastdigit.players.prompt import VERSION

SECRET = bytes(range(32))
MEMBERS = {"number-morph": {"digits": 2}}
"""The variant that is shown if the default one takes long to solve."""
MOVES = 8
PAGE = """\
{rules}
------------------------------------------------------------------------------------------
{questions}"""
ASKED = """\
{question}
The right answer: {right}
------------------------------------------------------------------------------------------
"""


def prompt_file(name: str) -> Path:
    """Return the path of a game's page."""
    return Path(__file__).parent / "prompts" / f"{name}.txt"


@cache
def some_questions(name: str) -> list[Item]:
    """Return an item of each kind that has a disguised twin, about some position."""
    random = Random(f"{name} in disguise")
    game = lastdigit.find(name, **MEMBERS.get(name, {}))
    found = None
    while found is None:
        state = game.start(random)
        for _ in range(random.randint(1, MOVES)):
            moves = game.legal_moves(state)
            state = game.successor(state, random.choice(moves)) if moves else state
        found = critical_at(game, state) if game.legal_moves(state) else None
    asked = plain_items([found], [], 0, "")
    for kind in MEMORY_KINDS:
        while kind is not Kind.MOVE and asked[-1].kind is not kind:
            made = GENERATORS[kind](game, state, random)
            asked += [] if made is None else [made]
    return asked


def prompt_page(name: str, version: int = VERSION) -> str:
    """Return the rules in one disguise, followed by a question of each kind."""
    twins = [twin.disguised for twin in make_twins(some_questions(name), SECRET, version)]
    rules, _ = word_prompt(twins[0], version)
    questions = (
        ASKED.format(question=word_prompt(one, version)[1], right=one.right) for one in twins
    )
    return PAGE.format(rules=rules, questions="".join(questions))
