"""The folder `results/`: exam runs of all our players on the same questions, and a leaderboard.

    python -m bench.results
    python -m bench.results --torch .build/torch/bin/python

The first command trains `policy` and examines every player that needs no PyTorch (extra `fast`).
The second one also trains, serves and examines the character-level transformer of
`examples/char_model` with the given Python. What is trained is in `.build/results`. Finished runs
stay as they are; `--again NAME` repeats them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.baseline_players import learn, use_folder, variants_of
from examples import learned
from lastdigit.games import catalogue
from lastdigit.system import write_atomically

ROOT = Path(__file__).resolve().parents[1]
RESULTS, WORK = ROOT / "results", ROOT / ".build" / "results"
RUNS, BOARD, README = RESULTS / "exam", RESULTS / "leaderboard.html", RESULTS / "README.md"
LOG = RESULTS / "char-model.training.jsonl"
MODEL = ROOT / "examples" / "char_model" / "char_model.py"
POSITIONS, SEED = 40, 1
COMPUTERS = {
    name.replace(":", "-"): name
    for name in (
        *("random", "greedy", "beginner", "easy", "medium", "hard", "perfect"),
        *("mcts:16", "mcts:64", "mcts:256"),
    )
}
POLICY, CHAR_MODEL = "policy", "char-model"
STEPS = 1_600
"""The number of steps in which the policy learns each game."""
PLAYERS = {**COMPUTERS, POLICY: f"py:examples.learned:{POLICY}"}
KEPT = {"manifest.json", "journal.jsonl", "answers.jsonl", "report.json"}
"""The files of a run that `exam verify` needs."""

ABOUT = """\
# Results

    python -m bench.results --torch .build/torch/bin/python

Each folder in `exam/` contains the run of one player on the same {questions} questions
({positions} of each game, seed {seed}): its manifest, the log of all answers, and the report.
`make prove` verifies every run, and `lastdigit exam verify results/exam/*` does so at any time.
Verification solves all positions again and computes every number again from the log.

[leaderboard.html](leaderboard.html) compares the runs. The standings:

```
$ lastdigit exam leaderboard results/exam/* --no-html
{standings}
```

- `random`, `greedy`, `mcts-N`: the computer players of these names (`mcts:N` for tree search with N
  simulations).
- `beginner`, `easy`, `medium`, `hard`, `perfect`: the levels. They look up exact values and make
  mistakes in a fixed share of critical positions, so they show what a score means.
- `policy`: a small network that learned from exact rewards
  ([docs/training.md](../docs/training.md)). It learned for {steps:,} steps, only in the variant of
  each game with the most exam questions. In the other variants, it plays at random.
- `char-model`: a character-level transformer with 125,000 parameters
  ([char_model.py](../examples/char_model/char_model.py)). It was trained on the text of
  `lastdigit dataset` and examined through `llm:`. `char-model.training.jsonl` has its losses.

Without `--torch`, the command leaves `char-model` out. For PyTorch, create an environment from
`examples/char_model/requirements.txt`.
"""


def lastdigit(*words: str, **environment: str) -> str:
    """Run the command `lastdigit` in the repository, and return what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "lastdigit", *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def examine(name: str, who: str, *more: str, **environment: str) -> None:
    """Examine a player unless its run is there already, and keep what verification needs."""
    folder = RUNS / name
    if (folder / "report.json").exists() and {one.name for one in folder.iterdir()} == KEPT:
        return
    print(f"examining {name}", file=sys.stderr)
    size = "--positions", str(POSITIONS), "--seed", str(SEED)
    out = "--no-html", "--out", str(folder)
    lastdigit("exam", "run", f"{name}={who}", *size, *more, *out, **environment)
    for path in folder.iterdir():
        if path.name not in KEPT:
            path.unlink()


def learn_policies(folder: Path) -> None:
    """Learn the variant of each game with the most exam questions, unless it is saved already."""
    use_folder(folder)
    for name in catalogue():
        for options in variants_of(name):
            learn(name, options, POLICY, {POLICY: STEPS * learned.Policy.GAMES})


@contextmanager
def served(python: str, folder: Path) -> Iterator[str]:
    """Serve the trained transformer, and yield the address."""
    words = [python, str(MODEL), "serve", str(folder), "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[-1]
        finally:
            server.terminate()


def examine_char_model(python: str) -> None:
    """Make the datasets, train, serve and examine the character-level transformer."""
    folder = WORK / CHAR_MODEL
    if not (folder / "model.pt").exists():
        subprocess.run([sys.executable, str(MODEL), "data", str(folder)], cwd=ROOT, check=True)
        subprocess.run([python, str(MODEL), "train", str(folder)], check=True)
        shutil.copy(folder / "training.jsonl", LOG)
    with served(python, folder) as url:
        examine(CHAR_MODEL, f"llm:{CHAR_MODEL}", "--base-url", url, "--temperature", "0")


def write_pages() -> None:
    """Write the leaderboard, which recomputes every run from its log, and the README."""
    runs = [str(path.relative_to(ROOT)) for path in sorted(RUNS.iterdir())]
    printed = lastdigit("exam", "leaderboard", *runs, "--out", str(BOARD), COLUMNS="1000")
    text = ABOUT.format(
        questions=POSITIONS * len(catalogue()),
        positions=POSITIONS,
        seed=SEED,
        standings=printed.split("\n\n")[0],
        steps=STEPS,
    )
    write_atomically(README, text.encode())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--torch", metavar="PYTHON", help="a Python with PyTorch")
    parser.add_argument("--again", nargs="+", default=[], metavar="NAME", help="repeat these runs")
    chosen = parser.parse_args()
    for name in chosen.again:
        shutil.rmtree(RUNS / name, ignore_errors=True)
    for name, who in COMPUTERS.items():
        examine(name, who)
    learn_policies(WORK / "learned")
    examine(POLICY, PLAYERS[POLICY], LEARNED=str(WORK / "learned"))
    if chosen.torch:
        examine_char_model(chosen.torch)
    write_pages()


if __name__ == "__main__":
    main()
