"""What a model is told in a disguise, so that a person can read it: one page for each game."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import lastdigit
from lastdigit.arena.positions import critical_at
from lastdigit.exam.keys import word_prompt
from lastdigit.exam.making import MAKERS
from lastdigit.exam.questions import Kind, Question
from lastdigit.exam.twins import TWINS, plain_questions, twins_of

SECRET = bytes(range(32))
MEMBERS = {"number-morph": {"digits": 2}}
"""Which member of a family is shown, where the usual one takes long to solve."""
MOVES = 8
PAGE = """\
{told}
------------------------------------------------------------------------------------------
{questions}"""
ASKED = """\
{question}
The right answer: {right}
------------------------------------------------------------------------------------------
"""


def prompt_file(name: str) -> Path:
    """Return where a game's page is kept."""
    return Path(__file__).parent / "prompts" / f"{name}.txt"


@cache
def some_questions(name: str) -> list[Question]:
    """Return a question of each kind that is asked twice, about some position, without a pool."""
    random = Random(f"{name} in disguise")
    game = lastdigit.find(name, **MEMBERS.get(name, {}))
    found = None
    while found is None:
        state = game.start(random)
        for _ in range(random.randint(1, MOVES)):
            moves = game.legal_moves(state)
            state = game.successor(state, random.choice(moves)) if moves else state
        found = critical_at(game, state) if game.legal_moves(state) else None
    asked = plain_questions([found], [], 0, "")
    for kind in TWINS:
        while kind is not Kind.MOVE and asked[-1].kind is not kind:
            made = MAKERS[kind](game, state, random)
            asked += [] if made is None else [made]
    return asked


def prompt_page(name: str) -> str:
    """Return the rules in one disguise, and under them a question of each kind."""
    twins = [twin.disguised for twin in twins_of(some_questions(name), SECRET)]
    told, _ = word_prompt(twins[0])
    questions = (ASKED.format(question=word_prompt(one)[1], right=one.right) for one in twins)
    return PAGE.format(told=told, questions="".join(questions))
