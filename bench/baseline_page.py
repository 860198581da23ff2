"""The page docs/baselines.md, generated from the data of `bench/baselines.py`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from bench.baseline_players import LEARNERS, LONG_PLAY, NODES, PLAYERS, SHARES, VALUES
from lastdigit.analysis.policies import POLICIES
from lastdigit.exam.items import Kind
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
# Exam results of the built-in players

    python -m bench.baselines --questions {questions}

All numbers on this page come from this command, which you can stop and continue. They are saved in
[baselines.json](baselines.json). For games between the players, see
[Tournament baselines](arena_baselines.md).

Each player is asked for a move in {questions} positions of every game and grade ({quick}
are fast and get {more}; `mcts:4096` is slow and gets {fewer}). All players get the same questions,
which are drawn with the weights of version {exam} of the [exam](exam.md) and may repeat. Numbers
are per cent, with 95 % Wilson intervals in brackets. `chance` and the simple policies are not
samples: they are computed exactly over the whole pool.

- `beginner` to `perfect`, `greedy`, `random`, `mcts:N`: see [players](players.md). The levels make
  mistakes in a fixed share of critical positions, in every grade: 60, 40, 20, 5 and 0 %. The
  grades were made with `mcts`, so its numbers only confirm the definition of the grades.
- `alpha-beta:N` searches N positions with iterative deepening. Positions that it does not search to
  the end have the value 0 (`bench/grades.py`).
- `table` and `net` know only what they learned by self-play in the batch environments
  (`examples/learned.py`): {table:,} and {net:,} moves in the variant of each game that has
  the largest weight in its pool (listed below). They are asked only about that variant, so their
  chance differs slightly. Self-play may have visited exam positions.

## What a perfect score means

`perfect` is always right, because it looks up the solver's values. For a move, a perfect score
means that nothing was given away in positions in which {chance} % of random moves give something
away. It does not mean the fastest win, and it says nothing about lost positions, in which nothing
can be given away. For questions in words, it means knowing the rules and, in `value`, who wins.

A player who is right up to grade 2 may only look a few moves ahead. From grade 3, no policy below
is more than 2 points above chance. A missing grade is one that the game does not have.

Compare a score with chance, with the best policy and with other players. Two players differ if
their intervals don't overlap. If the intervals overlap, the players may still differ.
"""


def page(data: Row) -> str:
    return "\n".join(parts(data)).rstrip("\n") + "\n"


def parts(data: Row) -> Iterator[str]:
    """Yield the parts of the page."""
    moves = [row for row in data["rows"] if row["kind"] == "move"]
    exact = [row for row in moves if row["what"] == "policies"]
    mean = sum(row["chance"] for row in exact) / len(exact)
    *quick, last = (f"`{name}`" for name, share in SHARES.items() if share > 1)
    yield ABOUT.format(
        exam=data.get("exam", 1),
        questions=data["questions"],
        fewer=math.ceil(data["questions"] * SHARES["mcts:4096"]),
        more=round(data["questions"] * SHARES["net"]),
        quick=f"{', '.join(quick)} and {last}",
        table=data["steps"]["table"],
        net=data["steps"]["net"],
        chance=round(100 * (1 - mean)),
    )
    yield "## Do the grades hold for other players?\n"
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
    yield "## Learned variants\n"
    for game, members in data["learned"].items():
        told = "; ".join(variant_text(member) for member in members)
        yield f"- {game}: {told}"


STRANGE = """\
Accuracy corrected for chance, in per cent: 0 is chance, 100 is perfect, and below 0 is worse than
chance.
"""
WORDS = """\
Built-in players do not read questions in words. A player that can evaluate a position answers
`value` (who wins with best play). `guess` is the exact score of the best constant answer with the
exam's weights. A position (`result`) cannot be guessed. A program that knows the rules is always
right in `legal`, `result` and `outcome`.
"""
LONG = """\
`resist` asks for a move that holds out longest in a lost position. `plan` asks for a whole forced
win: here, the line that results when a player plays both sides. `guess` is the score of random
legal moves. The levels make mistakes only if a move can give something away. In a lost position
none can, so they are always right in `resist`. Some games have few such positions ({few}), which
repeat.
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
    yield "The share of right answers falls from one grade to the next, or stays at 100 %, in this"
    yield f"many steps: {', '.join(told)}. Chance also falls in most of these steps.\n"


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
    return ", ".join(told) or "the rulebook's options"


def heading(*cells: str) -> Iterator[str]:
    yield line(*cells)
    yield line("---", *["--:"] * (len(cells) - 1))


def line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
