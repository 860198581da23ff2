"""The API reference: its pages with their modules, and the list of the package's public names.

The text comes from docstrings.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import NamedTuple

import lastdigit

FOLDER = "reference"
NOT_IN_SEARCH = "---\nsearch:\n  exclude: true\n---\n"
"""Front matter of pages that would crowd out the pages for users in the search."""


class Page(NamedTuple):
    """A page of the reference: one subject, and its modules."""

    name: str
    title: str
    about: str
    modules: tuple[str, ...]

    @property
    def path(self) -> str:
        """The path of the page."""
        return f"{FOLDER}/{self.name}.md"


PAGES = (
    Page(
        "contract",
        "The contract of a game",
        "What every game implements and every front end uses. This is stable.",
        ("game.game", "game.text", "game.options", "game.declaration"),
    ),
    Page(
        "about-games",
        "Optional parts of a game",
        "Theme, lesson, puzzles, map, rules on arrays and disguise.",
        (
            *("game.theme", "game.lesson", "game.puzzle_source", "game.map_shapes"),
            *("game.kernel", "game.disguise"),
        ),
    ),
    Page(
        "matches",
        "Matches and records",
        "Find a game, set up a match, play it, save it, verify it.",
        (*("games", "match.match", "match.record", "match.narration"),),
    ),
    Page("errors", "Errors", "All errors that the package raises.", ("errors",)),
    Page(
        "solving",
        "Solving",
        "Exact solutions, and the solver of a game. This is stable.",
        ("solver.solver",),
    ),
    Page(
        "analysis",
        "Analysis",
        "Evaluate a position, a whole game, or a finished game.",
        ("analysis.position", "analysis.review", "analysis.critical"),
    ),
    Page(
        "proofs",
        "Proofs and maps",
        "Certificates and their checker, and maps of whole games.",
        ("solver.certificates", "solver.checker", "maps.maps", "render.svg"),
    ),
    Page(
        "storage",
        "Storage",
        "The interface of a store for saved games.",
        ("storage", "storage.base"),
    ),
    Page(
        "players",
        "Players",
        "Computer players, programs and language models.",
        ("players.builtin", "players.players"),
    ),
    Page(
        "environments",
        "Environments",
        "The games in Gymnasium, PettingZoo and OpenSpiel (extras `rl` and `openspiel`).",
        (*("rl.gymnasium", "rl.pettingzoo", "rl.vector", "rl.openspiel", "rl.encoding"),),
    ),
    Page(
        "batch",
        "Batches",
        "Thousands of games at a time, on arrays (extra `fast`).",
        ("batch.batch",),
    ),
    Page(
        "arena",
        "The arena",
        "Tournaments and their statistics.",
        ("arena.functions", "arena.tournament", "arena.run", "statistics"),
    ),
    Page(
        "exam",
        "The exam",
        "Items, runs, grading, audits and datasets.",
        ("exam.items", "exam.run", "exam.grading", "exam.audit", "exam.dataset"),
    ),
    Page(
        "puzzles",
        "Puzzles",
        "Generate, check and grade puzzles.",
        ("puzzles.puzzle", "puzzles.generate"),
    ),
    Page(
        "testing",
        "Conformance tests for games",
        "For built-in games and games in other packages. This is stable.",
        ("testing", "testing.conformance", "testing.text"),
    ),
)


def write(pages: Path) -> None:
    """Write a page for each subject, and the list of public names."""
    (pages / FOLDER).mkdir(parents=True, exist_ok=True)
    for page in PAGES:
        (pages / page.path).write_text(page_text(page))
    (pages / FOLDER / "index.md").write_text(public_names())


def page_text(page: Page) -> str:
    """Return a page with the directives that the generator replaces by docstrings."""
    modules = "\n".join(f"::: lastdigit.{module}\n" for module in page.modules)
    return f"{NOT_IN_SEARCH}# {page.title}\n\n{page.about}\n\n{modules}"


def public_names() -> str:
    """Return the list of the public names of the package."""
    about = inspect.getdoc(lastdigit) or ""
    rows = "\n".join(map(_row, lastdigit.__all__))
    return f"# Python API\n\n{about}\n\n| Name | Description |\n| --- | --- |\n{rows}\n"


def _row(name: str) -> str:
    what = getattr(lastdigit, name)
    if isinstance(what, str):
        return f"| `{name}` | the version |"
    first = (inspect.getdoc(what) or "").partition("\n")[0]
    return f"| [`{name}`][{what.__module__}.{name}] | {first} |"
