"""Regenerate everything in the repository that is made from the games.

`make renew` regenerates all pages and pictures, `make renew GAME=digit-duel` those of one game. The
tests compare the committed files with what this module generates. Read the difference before you
commit it. Screenshots need Debian's chromium, and are skipped without it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import lastdigit
from lastdigit.exam.disguise import has_disguise
from lastdigit.game.game import AnyGame
from lastdigit.testing.naive import naive_twin, perft
from tests.conftest import ROOT, CommandResult, Run
from tests.exam.prompts import prompt_file as disguised_prompt_file
from tests.exam.prompts import prompt_page as disguised_prompt_page
from tests.games.naive import naive_game
from tests.games.second_person import page
from tests.players.prompts import prompt_file, prompt_page
from tests.puzzles.days import DAYS, fingerprint, is_promised
from tests.tui.test_screen import screen_text
from tools.declarations import DECLARATIONS, declarations
from tools.manual import MANUAL, manual

DOCS = ROOT / "docs"
RESULTS = DOCS / "results.md"
RESULTS_HEAD = """# Results: who wins each game

```sh
lastdigit solve digit-duel
lastdigit certify digit-duel --out duel.json
```

The first command solves a whole game, and the second writes a proof of the result. This page shows
what `solve` prints for each game with the rulebook's options, and with each yes-or-no option
changed in turn. Tests compare this page with the solvers. A turn is one move by one player.

You don't have to trust the solvers: a stand-alone program that shares no code with them checks the
proofs (docs/proofs.md). These are the proofs for the default starts, with times on one core:

| Game | Start | First player | Proof | Bytes | Seconds to make | Seconds to check |
| --- | --- | --- | --- | --: | --: | --: |
| Digit Dilemma | empty boards | wins in 5 turns | 642 moves | 17,320 | 0.2 | 0.1 |
| Digit Duel | 999 against 999 | wins in 171 turns | counting | 214 | 0.1 | 1.6 |
| Digit Poison | no digits | wins in 10 turns | 19 moves | 592 | 0.1 | 0.1 |
| Number Morph | 211 | loses | 71 pairs | 837 | 0.1 | 0.1 |
| Operation Obliteration | 12 | wins in 3 turns | 3 moves | 316 | 0.1 | 0.1 |
"""
ENVIRONMENTS = DOCS / "environments.md"
HEADING = "### "
OPENAPI = DOCS / "openapi.json"
DEEPEST, MANY_LINES = 4, 10_000


# Transcripts


@dataclass(frozen=True)
class Transcript:
    """A command, the typed lines, and the output."""

    words: list[str]
    typed: list[str]
    printed: str


def transcripts(name: str) -> list[Path]:
    """Return the files of a game's transcripts."""
    return sorted((ROOT / "tests" / "transcripts" / name).glob("*.txt"))


def read_transcript(path: Path) -> Transcript:
    """Return the transcript in a file."""
    command, _, rest = path.read_text().partition("\n")
    typed = []
    while rest.startswith("> "):
        line, _, rest = rest.partition("\n")
        typed.append(line[2:])
    return Transcript(shlex.split(command)[2:], typed, rest.removeprefix("\n"))


def transcript_text(path: Path, run: Run) -> str:
    """Return a transcript's file with what its command prints now."""
    transcript = read_transcript(path)
    done = run(*transcript.words, typed="".join(f"{line}\n" for line in transcript.typed))
    assert not done.err, f"{path}: {done.err}"
    head = path.read_text().split("\n\n", 1)[0].rstrip("\n")
    return f"{head}\n\n{done.out}"


# Lines counted


def perft_file(name: str) -> Path:
    """Return the file with the number of lines of a game."""
    return ROOT / "tests" / "games" / "perft" / f"{name}.txt"


def perft_text(name: str) -> str:
    """Return a start and its perft counts: the number of lines of 1, 2, ... moves.

    Fail if the game and the naive game differ.
    """
    game = lastdigit.find(name)
    state = game.start(Random(0))
    counts: list[int] = []
    while len(counts) < DEEPEST and (not counts or counts[-1] < MANY_LINES):
        depth = len(counts) + 1
        counts.append(perft(game, state, depth))
        naively = naive_twin(naive_game(name), game, state).perft(depth)
        assert counts[-1] == naively, (
            f"{game.title} has {counts[-1]} lines of {depth} moves, the naive game {naively}: "
            "find out which of them plays by the rulebook"
        )
    return f"{game.format_state(state)}\n{' '.join(map(str, counts))}\n"


# Sentences


def voice_file(name: str) -> Path:
    """Return the file with the sentences of a game's plain voice and lesson."""
    return ROOT / "tests" / "voices" / f"{name}.txt"


# The full screen


def screen_file(name: str) -> Path:
    """Return the file with a game's full screen."""
    return ROOT / "tests" / "tui" / "screens" / f"{name}.txt"


# Daily puzzles


def daily_file(name: str) -> Path:
    """Return the file with the fingerprints of a game's first daily puzzles."""
    return ROOT / "tests" / "puzzles" / "daily" / f"{name}.txt"


def daily_text(name: str) -> str:
    """Return the content of this file, or fail if a past day has changed."""
    made = [fingerprint(name, day) for day in range(1, DAYS + 1)]
    past = daily_file(name).read_text().split() if daily_file(name).exists() else []
    assert made[: len(past)] == past, (
        f"A puzzle of {name} has changed on a day that people have played: "
        "give the source that makes it a new version and a first day still to come"
    )
    return "\n".join(made) + "\n"


# docs/results.md


def results_blocks(name: str, run: Run) -> list[str]:
    """Return the output of `solve` for a game, a block for each of its variants."""
    blocks = []
    for words in _rules(name):
        done = run("solve", *words)
        assert (done.code, done.err) == (0, ""), done.err
        blocks.append(f"\n```\n$ lastdigit solve {' '.join(words)}\n{done.out}```\n")
    return blocks


def _rules(name: str) -> Iterator[list[str]]:
    yield [name]
    for option in lastdigit.catalogue()[name].options():
        if isinstance(option.default, bool) and not option.begins:
            yield [name, f"--{option.name}", option.format(not option.default)]


def results_page(names: Sequence[str], run: Run) -> str:
    """Return the page with these games solved again, and the other blocks unchanged."""
    kept: dict[str, list[str]] = {}
    for block in re.split(r"(?=^\n```\n)", RESULTS.read_text(), flags=re.MULTILINE)[1:]:
        kept.setdefault(block.split()[4], []).append(block)
    for name in names:
        kept[name] = results_blocks(name, run)
    games = (block for name in lastdigit.catalogue() for block in kept.get(name, []))
    return RESULTS_HEAD + "".join(games)


# docs/environments.md


def environments_page() -> str:
    """Return the page with the tables of all games."""
    section = "\n## Actions and observations\n"
    others, _, own = ENVIRONMENTS.read_text().partition(section)
    prose = others + section + own.partition(f"\n{HEADING}")[0].rstrip("\n")
    tables = [environment_table(kind()) for kind in lastdigit.catalogue().values()]
    return "\n".join([f"{prose}\n", *tables])


def environment_table(game: AnyGame) -> str:
    """Return the table of observations and actions of a game."""
    from lastdigit.rl.gymnasium import environment_id
    from lastdigit.rl.pettingzoo import module_name

    texts = [game.format_move(move) for move in game.all_moves()]
    actions = ", ".join(f"{number} `{text}`" for number, text in enumerate(texts))
    lines = [
        f"{HEADING}{game.title}: `{environment_id(game.name)}`, `{module_name(game.name)}`",
        "",
        *textwrap.wrap(f"Actions: {actions}", 99, break_on_hyphens=False),
        "",
        "| place | bounds | what it is |",
        "| --- | --- | --- |",
    ]
    place = 0
    for feature in game.features:
        last = place + feature.count - 1
        places = str(place) if last == place else f"{place} to {last}"
        lines.append(f"| {places} | {feature.low} to {feature.high} | {feature.meaning} |")
        place = last + 1
    return "\n".join(lines) + "\n"


# docs/openapi.json


def openapi_text() -> str:
    """Return the API's document."""
    from lastdigit.web.api.openapi import document

    return json.dumps(document(), indent=2) + "\n"


# All files


def renewals(names: Sequence[str], run: Run) -> Iterator[tuple[Path, str]]:
    """Yield every file that is generated from these games, with its content."""
    for name in names:
        for path in transcripts(name):
            yield path, transcript_text(path, run)
        yield perft_file(name), perft_text(name)
        yield voice_file(name), page(name)
        yield screen_file(name), screen_text(name)
        if has_disguise(name):
            yield disguised_prompt_file(name), disguised_prompt_page(name)
        yield prompt_file(name), prompt_page(name)
        if is_promised(name):
            yield daily_file(name), daily_text(name)
    yield RESULTS, results_page(names, run)
    yield ENVIRONMENTS, environments_page()
    yield OPENAPI, openapi_text()
    yield DECLARATIONS, declarations(json.loads(openapi_text()))
    yield MANUAL, manual()


def run_alone(*words: str, typed: str = "") -> CommandResult:
    """Run `lastdigit` as a test does, in a temporary home folder."""
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, "-m", "lastdigit", *words],
            input=typed.encode(),
            capture_output=True,
            env={
                **{name: value for name, value in os.environ.items() if "_COLOR" not in name},
                "PYTHONPATH": str(ROOT / "src"),
                "XDG_DATA_HOME": home,
            },
            cwd=home,
            check=False,
        )
    return CommandResult(done.returncode, done.stdout.decode(), done.stderr.decode())


def main(names: Sequence[str]) -> int:
    """Regenerate the files of these games, or of all. Return 1 if something cannot be generated."""
    try:
        wanted = [lastdigit.games.find_class(name).name for name in names]
        for path, text in renewals(wanted or list(lastdigit.catalogue()), run_alone):
            if not path.exists() or path.read_text() != text:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text)
                print(f"renewed {path.relative_to(ROOT)}")
    except (AssertionError, lastdigit.LastDigitError) as error:
        print(error, file=sys.stderr)
        return 1
    draw_pictures(everything=not names)
    return 0


def draw_pictures(everything: bool) -> None:
    """Draw the maps and replace screenshots that differ. `everything` adds icons and the README."""
    # Imported here because `make lowest`, which compares pages, has no browser driver.
    from tests.web.static.pictures import accept_screenshots, hindrance
    from tools.drawn import write_pictures
    from tools.pictures import draw_with_browser

    write_pictures()
    problem = hindrance()
    if problem is not None:
        print(f"Skipped screenshots: {problem}.")
        return
    if everything:
        draw_with_browser()
    accept_screenshots()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
