"""The page docs/baselines.md, generated from the data of `bench/baselines.py`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from bench.baseline_players import LEARNERS, LONG_PLAY, NODES, PLAYERS, SHARES, VALUES
from lastdigit.exam.items import Kind
from lastdigit.exam.pools import POLICIES
from lastdigit.statistics import FEWEST_TRIALS, score_interval
from lastdigit.statistics import NORMAL as QUANTILE

Row = dict[str, Any]
NOTHING = "-"
TOO_FEW = "too few"
MIN_POSITIONS = 30
"""The page marks results from fewer positions than this."""
OTHER_PLAYERS = (*NODES, *LEARNERS)
"""The players that were not used to measure the grades."""

ABOUT = """\
# What do our players get right in the exam?

All numbers of this page come from one command, which may be stopped and goes on, and are kept in
[baselines.json](baselines.json):

    python -m bench.baselines --questions {questions}

Each player is asked at {questions} questions for a move of every game and grade ({quick},
being quick, at {more}; `mcts:4096`, being slow, at {fewer}), drawn by the weights of the pools
(docs/exam.md), the same for all; a question may come twice. Numbers are per cent, in brackets
Wilson's 95 % interval. `chance` and the policies that know nothing are no samples: they are
computed exactly, over the whole pool. What players win against each other is another matter:
[arena_baselines.md](arena_baselines.md).

- `beginner` to `perfect`, `greedy`, `random`, `mcts:N`: docs/players.md. The levels err at a fixed
  share of critical positions, whatever the grade: 60, 40, 20, 5 and 0 %. `mcts` made the grades, so
  its numbers only show that these are what they say.
- `alpha-beta:N` looks at N positions, deeper and deeper; what it does not see to the end is worth
  nothing to it (`bench/grades.py`).
- `table` and `net` know nothing but what they learned by playing against themselves in the batch
  environments (`examples/learned.py`): {table:,} and {net:,} moves of the member of each game
  that weighs most in its pool (below). They are asked about that member only, so that chance is not
  quite the same. Self-play goes wherever it goes: they may have met positions that are asked.

## What a perfect score means

`perfect` is right everywhere, because it looks up what the solver knows: a perfect score is what
the rules allow and no more. For a move it means that nothing was given away at positions where
{chance} % of random moves give something away. It does not mean the quickest win, and it says
nothing of lost positions, where nothing can be given away. In words it means knowing the rules, and
for `value` knowing who wins. A player who is right up to grade 2 may be one who looks a few moves
ahead; from grade 3 on no policy below is more than 2 points above chance. Grades that a game has
not are missing, not passed.

A score means something beside three others: chance, the best policy, and the player one would
compare with. Intervals that are apart tell two players apart; those that overlap do not tell that
they are equal.
"""


def page(data: Row) -> str:
    return "\n".join(parts(data)).rstrip("\n") + "\n"


def parts(data: Row) -> Iterator[str]:
    """Yield the parts of the page."""
    moves = [row for row in data["rows"] if row["kind"] == "move"]
    exact = [row for row in moves if row["what"] == "policies"]
    mean = sum(row["chance"] for row in exact) / len(exact)
    yield ABOUT.format(
        questions=data["questions"],
        fewer=math.ceil(data["questions"] * SHARES["mcts:4096"]),
        more=round(data["questions"] * SHARES["net"]),
        quick=", ".join(f"`{name}`" for name, share in SHARES.items() if share > 1),
        table=data["steps"]["table"],
        net=data["steps"]["net"],
        chance=round(100 * (1 - mean)),
    )
    yield "## Do the grades hold for those who did not make them?\n"
    yield STRANGE
    yield from other_players_table(moves)
    yield from drops(moves)
    for game in data["pools"]:
        yield from game_tables(game, [row for row in moves if row["game"] == game])
    yield "## Questions in words\n"
    yield WORDS
    words = [row for row in data["rows"] if row["kind"] != "move"]
    yield from word_table([row for row in words if row["kind"] not in LONG_PLAY], data["pools"])
    yield "## Long play\n"
    counts = {
        row["game"]: row["items"]
        for row in words
        if row["kind"] == Kind.RESIST and row["what"] == "guess"
    }
    few = (f"{count} in {game}" for game, count in counts.items() if count < MIN_POSITIONS)
    yield LONG.format(few=", ".join(few))
    for kind in LONG_PLAY:
        yield from long_table(kind, [row for row in words if row["kind"] == kind], data["pools"])
    yield "## What was learned\n"
    for game, members in data["learned"].items():
        told = "; ".join(variant_text(member) for member in members)
        yield f"- {game}: {told}"


STRANGE = """\
What each gets right beyond chance, in per cent of what there is beyond it: 0 is chance, 100 never
wrong, and below 0 worse than chance.
"""
WORDS = """\
Our players make moves; those who also say what a position is worth are asked who wins (`value`),
the others cannot be. `guess` is the best answer that is the same every time, exactly, under the
weights that an exam draws by; nobody guesses a position (`result`). Whoever has the rules as a
program is always right in `legal`, `result` and `outcome`.
"""
LONG = """\
`resist` asks for a move that holds out longest in a lost position, `plan` for a whole forced win:
here the line that a player makes when it plays for both. `guess` is what random legal moves get.
The levels err where a move can give something away; in a lost position none can, so they never err
in `resist`. Positions are few there in some games ({few}), asked again and again.
"""


def other_players_table(moves: list[Row]) -> Iterator[str]:
    """Yield the corrected scores of the players that were not used to measure the grades."""
    yield from heading("game", "grade", *OTHER_PLAYERS)
    cells = {(row["game"], row["grade"], row["what"]): row for row in moves}
    for game, grade in dict.fromkeys((row["game"], row["grade"]) for row in moves):
        found = (corrected_score(cells[game, grade, player]) for player in OTHER_PLAYERS)
        yield line(game, str(grade), *found)
    yield ""


def drops(moves: list[Row]) -> Iterator[str]:
    """Yield how often each of them scores lower in a grade than in the one before it."""
    told = []
    for player in OTHER_PLAYERS:
        rows = [row for row in moves if row["what"] == player and row["asked"] >= FEWEST_TRIALS]
        steps = [pair for pair in pairwise(rows) if pair[0]["game"] == pair[1]["game"]]
        shares = [[row["right"] / row["asked"] for row in pair] for pair in steps]
        fewer = sum(low > high or low == 1 == high for low, high in shares)
        told.append(f"`{player}` {fewer} of {len(steps)}")
    yield "From one grade to the next the share of right answers falls, or all are right, in:"
    yield f"{', '.join(told)} steps. Chance falls, too, in most of these steps.\n"


def corrected_score(row: Row) -> str:
    """Return a score corrected for chance, if there were enough questions."""
    if row["asked"] < FEWEST_TRIALS:
        return NOTHING
    share = row["right"] / row["asked"]
    return f"{round(100 * (share - row['chance']) / (1 - row['chance']))}"


def game_tables(game: str, moves: list[Row]) -> Iterator[str]:
    """Yield a game's two tables: players, and policies."""
    exact = {row["grade"]: row for row in moves if row["what"] == "policies"}
    grades = [f"grade {grade}" for grade in exact]
    yield f"## {game}\n"
    yield from heading("player", *grades)
    yield line("chance", *(percent(row["chance"]) for row in exact.values()))
    cells = {(row["what"], row["grade"]): row for row in moves}
    for player in PLAYERS:
        yield line(player, *(score(cells[player, grade]) for grade in exact))
    yield ""
    yield from heading("policy", *grades)
    for policy in POLICIES:
        yield line(policy.name, *(percent(row["scores"][policy.name]) for row in exact.values()))
    yield ""


def word_table(rows: list[Row], games: Row) -> Iterator[str]:
    """Yield the scores of guesses and players for questions in words."""
    yield from heading("kind", "game", "kinds of answer", "guess", *VALUES)
    cells = {(row["what"], row["game"], row["kind"]): row for row in rows}
    for kind in dict.fromkeys(row["kind"] for row in rows):
        for game in games:
            guess = cells["guess", game, kind]
            asked = [cells.get((player, game, kind)) for player in VALUES]
            told = [NOTHING if row is None else score(row) for row in asked]
            answers = NOTHING if kind == Kind.RESULT else str(guess["answers"])
            yield line(kind, game, answers, percent(guess["guess"]), *told)
    yield ""


def long_table(kind: str, rows: list[Row], games: Row) -> Iterator[str]:
    """Yield everyone's scores for one kind of question, by game."""
    cells = {(row["what"], row["game"]): row for row in rows}
    yield from heading(kind, *games)
    guesses = (cells["guess", game]["guess"] for game in games)
    yield line("guess", *(NOTHING if guess is None else percent(guess) for guess in guesses))
    for player in PLAYERS:
        yield line(player, *(score(cells[player, game]) for game in games))
    yield ""


def score(row: Row) -> str:
    right, asked = row["right"], row["asked"]
    if not asked:
        return NOTHING
    share = right / asked
    if asked < FEWEST_TRIALS:
        return f"{percent(share)} ({TOO_FEW})"
    low, high = score_interval(share, asked, QUANTILE)
    return f"{percent(share)} ({percent(low)} to {percent(high)})"


def percent(share: float) -> str:
    """Return a share in per cent, rounded."""
    return f"{100 * share:.0f}"


def variant_text(options: Row) -> str:
    """Return a variant's options as text."""
    told = (f"{name} {value}" for name, value in options.items())
    return ", ".join(told) or "the rulebook's"


def heading(*cells: str) -> Iterator[str]:
    yield line(*cells)
    yield line("---", *["--:"] * (len(cells) - 1))


def line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
