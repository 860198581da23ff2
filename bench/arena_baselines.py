"""The numbers of docs/arena_baselines.md: run a tournament, and write the page.

Run `python bench/arena_baselines.py`. It trains an agent from scratch (`examples/tabular.py`),
which plays the levels, the rule of thumb, random play and tree search of two sizes in every game.
Results are saved in `bench/.baselines`, so that a stopped run continues. The page and the manifest
in `docs/` are overwritten.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from lastdigit import __version__
from lastdigit.arena.report import DEFINITIONS, Report, ReportTable, report_on, summary, tables
from lastdigit.arena.run import parse_contestants, run
from lastdigit.arena.tournament import Tournament, plan_tournament
from lastdigit.executors.local import LocalExecutor
from lastdigit.players.players import Settings
from lastdigit.terminal.output import ProgressBar

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "bench" / ".baselines"
TABLES = FOLDER / "tables"
PAGE, MANIFEST = ROOT / "docs" / "arena_baselines.md", ROOT / "docs" / "arena_baselines.json"
GAMES = (
    "digit-dilemma",
    "digit-duel",
    "digit-poison",
    "number-morph",
    "operation-obliteration",
)
"""A fixed list, so that the numbers stay comparable if more games are installed."""
TRAINING_GAMES, STARTS, SEED, WORKERS = 5_000, 10, 1, 2
AGENT = "examples/tabular.py"
BUILT_IN = "levels,greedy,random,mcts:20,mcts:100"
PLAYERS = f"{BUILT_IN},tabular=cmd:python {AGENT} play bench/.baselines/tables"
ABOUT = f"""\
# Tournament results of the built-in players

    python {AGENT} train bench/.baselines/tables --games {TRAINING_GAMES}
    lastdigit arena --starts {STARTS} --seed {SEED} \\
      --games {",".join(GAMES)} \\
      --players "{BUILT_IN},tabular=cmd:python {AGENT} play bench/.baselines/tables"

`python bench/arena_baselines.py` runs both commands and writes this page. The page about
[tournaments](arena.md#read-the-report) explains the columns. For the players' exam results, see
[Exam baselines](baselines.md).

| Player | |
| --- | --- |
| `beginner` to `perfect`, `greedy`, `random` | [computer opponents](levels.md) |
| `mcts:20`, `mcts:100` | [tree search](players.md) with 20 and 100 random games per move |
| `tabular` | an agent that learned from scratch (see below) |
| `blind: ...` | [policies](arena.md#why-blind-players-score-zero) that never look at the position |

`tabular` learned each game in {TRAINING_GAMES:,} games of self-play, with default options. It has a
table of the positions that came up more than once, and makes random moves in all others.

The manifest, [arena_baselines.json](arena_baselines.json), has versions, players, and every start
with its options, value and right moves. Intervals are 95 % intervals. Times were
measured on a busy machine.
"""


def main() -> None:
    # The agent's command is relative, so that the manifest is the same on every machine.
    os.chdir(ROOT)
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    os.environ["PYTHONPATH"] = str(ROOT / "src")
    FOLDER.mkdir(exist_ok=True)
    train()
    tournament = Tournament(
        __version__, GAMES, parse_contestants(PLAYERS), STARTS, SEED, Settings()
    )
    plan = plan_tournament(tournament)
    progress = ProgressBar(sys.stderr)
    report = report_on(
        tournament, plan.manifest, run(plan, FOLDER / "run", LocalExecutor(WORKERS), progress)
    )
    PAGE.write_text("\n".join(sections(report)))
    MANIFEST.write_text(json.dumps(plan.manifest, ensure_ascii=False) + "\n")


def train() -> None:
    """Train the agent for every game without a table."""
    for name in GAMES:
        if not (TABLES / f"{name}.json").exists():
            words = [AGENT, "train", str(TABLES), name, "--games", str(TRAINING_GAMES)]
            subprocess.run([sys.executable, *words], check=True)


def sections(report: Report) -> Iterator[str]:
    """Yield the parts of the page."""
    yield ABOUT
    yield f"{summary(report)}\n"
    for table in tables(report):
        yield f"## {table.title}\n"
        yield markdown(table)
    yield "## What the numbers mean\n"
    yield "".join(f"- **{word}**: {about}\n" for word, about in DEFINITIONS.items())


def markdown(table: ReportTable) -> str:
    rule = ["---"] + ["--:"] * (len(table.heading) - 1)
    rows = [table.heading, rule, *table.rows]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


if __name__ == "__main__":
    main()
