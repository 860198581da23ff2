"""Create a new game from a template, in this repository or in a separate package."""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lastdigit.errors import BrokenGame, UnknownGame, UsageError, printable, quoted
from lastdigit.games import find_class
from lastdigit.system import write_atomically
from lastdigit.testing.template.your_game import checker, rules
from lastdigit.testing.template.your_game import text as texts
from lastdigit.testing.text import LONGEST_NAME, NAME

TEMPLATE = Path(__file__).with_name("template")
GAME_FILES = ("__init__.py", "rules.py", "text.py", "checker.py", "rulebook.md")
TRANSCRIPTS = ("rulebook-sample.txt", "whole-game.txt")
REPOSITORY = Path(__file__).parents[3]

Files = dict[Path, str]


@dataclass(frozen=True)
class Name:
    """The name of a new game, in all the forms in which code and text use it."""

    dashed: str

    @property
    def module(self) -> str:
        """The name of the game's Python package.

        >>> Name("twenty-one").module, Name("twenty-one").title, Name("twenty-one").class_name
        ('twenty_one', 'Twenty One', 'TwentyOne')
        """
        return self.dashed.replace("-", "_")

    @property
    def title(self) -> str:
        """The title of the game as shown to players, such as "Twenty One"."""
        return " ".join(word.capitalize() for word in self.dashed.split("-"))

    @property
    def class_name(self) -> str:
        """The name of the game's class, such as "TwentyOne"."""
        return self.title.replace(" ", "")


def new_name(text: str) -> Name:
    """Parse the name of a new game. Raise UsageError if the name is invalid or already taken."""
    if not NAME.fullmatch(text) or len(text) > LONGEST_NAME:
        raise UsageError(
            f"{quoted(text)} is not a valid name for a game. Use lower-case letters, digits and "
            f"dashes, and at most {LONGEST_NAME} characters, such as twenty-one."
        )
    name = Name(text)
    reserved = {*vars(rules), *vars(texts), *vars(checker)}
    if keyword.iskeyword(name.module) or name.class_name in reserved:
        raise UsageError(f"{quoted(text)} is a reserved word. Choose another name.")
    try:
        taken = find_class(text).name == text
    except BrokenGame:
        taken = True
    except UnknownGame:
        taken = False
    if taken:
        raise UsageError(f"There is already a game called {text}. Choose another name.")
    return name


def inside_files(name: Name, repository: Path) -> Files:
    """Return the paths and contents of the files for a new game in this repository.

    Raise UsageError if the package was installed without its repository.
    """
    tests = repository / "tests"
    if not (tests / "games" / "naive").is_dir():
        raise UsageError(
            "Last Digit was installed without its repository. Run new-game in a clone of the "
            "repository, or add --outside to create a game in a package of your own."
        )
    if (tests / "outside" / f"lastdigit_{name.module}").exists():
        raise UsageError(
            f"There are already tests for a game called {name.dashed}. Choose another name."
        )
    package = f"lastdigit.games.{name.module}"
    folder = repository / "src" / Path(*package.split("."))
    sources = {folder / file: TEMPLATE / "your_game" / file for file in GAME_FILES}
    sources[tests / "games" / "naive" / f"{name.module}.py"] = TEMPLATE / "your_naive_game.py"
    for file in TRANSCRIPTS:
        sources[tests / "transcripts" / name.dashed / file] = TEMPLATE / "transcripts" / file
    return _rename(sources, name, package)


def outside_files(name: Name, parent: Path) -> Files:
    """Return the paths and contents of the files for a new game in a separate package."""
    package = f"lastdigit_{name.module}"
    project = parent / f"lastdigit-{name.dashed}"
    folder = project / "src" / package
    sources = {folder / file: TEMPLATE / "your_game" / file for file in GAME_FILES}
    sources[project / "tests" / "naive.py"] = TEMPLATE / "your_naive_game.py"
    for file in ("pyproject.toml", "README.md"):
        sources[project / file] = TEMPLATE / "outside" / file
    test = project / "tests" / f"test_{name.module}.py"
    sources[test] = TEMPLATE / "outside" / "test_your_game.py"
    return _rename(sources, name, package) | {folder / "py.typed": ""}


def _rename(sources: Mapping[Path, Path], name: Name, package: str) -> Files:
    replacements = {
        "lastdigit.testing.template.your_game": package,
        "lastdigit.testing.template.your_naive_game": "naive",
        "your_game": name.module,
        "your-game": name.dashed,
        "YourGame": name.class_name,
        "Your Game": name.title,
    }
    files = {}
    for path, source in sources.items():
        text = source.read_text()
        for old, new in replacements.items():
            text = text.replace(old, new)
        files[path] = text
    return files


def write(files: Files) -> None:
    """Write all files or none. Raise UsageError if a file exists or cannot be written."""
    for path in files:
        if path.exists():
            raise UsageError(f"{printable(str(path))} already exists. Nothing was written.")
    created: list[Path] = []
    try:
        for path, text in files.items():
            for folder in reversed([item for item in path.parents if not item.exists()]):
                folder.mkdir()
                created.append(folder)
            write_atomically(path, text.encode())
            created.append(path)
    except OSError as error:
        for item in reversed(created):
            item.rmdir() if item.is_dir() else item.unlink()
        raise UsageError(
            f"{printable(str(path))} cannot be written: {error.strerror}. Nothing was written."
        ) from None
