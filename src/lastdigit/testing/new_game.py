"""Writes a new game: the template under a name, in this repository or as a package of its own.

What is written is a whole small game that passes every test, to be changed piece by piece.
"""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lastdigit.errors import BrokenGame, UnknownGame, UsageError, printable, quoted
from lastdigit.games import find_class
from lastdigit.system import write_whole
from lastdigit.testing.template.your_game import checker, dialogue, rules
from lastdigit.testing.words import LONGEST_NAME, NAME

TEMPLATE = Path(__file__).with_name("template")
GAME_FILES = ("__init__.py", "rules.py", "dialogue.py", "checker.py", "rulebook.md")
TRANSCRIPTS = ("rulebook-sample.txt", "whole-game.txt")
REPOSITORY = Path(__file__).parents[3]

Files = dict[Path, str]


@dataclass(frozen=True)
class Name:
    """The name of a new game in all its forms."""

    dashed: str

    @property
    def module(self) -> str:
        """The name of its folder.

        >>> Name("twenty-one").module, Name("twenty-one").title, Name("twenty-one").class_name
        ('twenty_one', 'Twenty One', 'TwentyOne')
        """
        return self.dashed.replace("-", "_")

    @property
    def title(self) -> str:
        """The name that people read."""
        return " ".join(word.capitalize() for word in self.dashed.split("-"))

    @property
    def class_name(self) -> str:
        """The name of its class."""
        return self.title.replace(" ", "")


def new_name(text: str) -> Name:
    """Return the name of a game that there is not yet; raises UsageError."""
    if not NAME.fullmatch(text) or len(text) > LONGEST_NAME:
        raise UsageError(
            f"{quoted(text)} is no name for a game: it is words of small letters and digits, "
            f"joined by dashes, {LONGEST_NAME} characters at most, such as twenty-one."
        )
    name = Name(text)
    needed = {*vars(rules), *vars(dialogue), *vars(checker)}
    if keyword.iskeyword(name.module) or name.class_name in needed:
        raise UsageError(f"{quoted(text)} is a word that the code of a game needs; choose another.")
    try:
        taken = find_class(text).name == text
    except BrokenGame:
        taken = True
    except UnknownGame:
        taken = False
    if taken:
        raise UsageError(f"There is a game {text} already; choose another name.")
    return name


def inside_files(name: Name, repository: Path) -> Files:
    """Return what makes a game of this repository; raises UsageError where there is none."""
    tests = repository / "tests"
    if not (tests / "games" / "naive").is_dir():
        raise UsageError(
            "This Last Digit was installed without its repository: get that, and run new-game "
            "there, or add --outside for a game in a package of your own."
        )
    if (tests / "outside" / f"lastdigit_{name.module}").exists():
        raise UsageError(f"Tests have a game {name.dashed} of their own; choose another name.")
    package = f"lastdigit.games.{name.module}"
    folder = repository / "src" / Path(*package.split("."))
    sources = {folder / file: TEMPLATE / "your_game" / file for file in GAME_FILES}
    sources[tests / "games" / "naive" / f"{name.module}.py"] = TEMPLATE / "your_naive_game.py"
    for file in TRANSCRIPTS:
        sources[tests / "transcripts" / name.dashed / file] = TEMPLATE / "transcripts" / file
    return _rename(sources, name, package)


def outside_files(name: Name, parent: Path) -> Files:
    """Return what makes a package with the game alone, in a folder of its own."""
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
    """Return the template's files under another name."""
    words = {
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
        for word, own in words.items():
            text = text.replace(word, own)
        files[path] = text
    return files


def write(files: Files) -> None:
    """Write all of these files, or none; raises UsageError, also where one is there already."""
    for path in files:
        if path.exists():
            raise UsageError(f"{printable(str(path))} is there already; nothing was written.")
    made: list[Path] = []
    try:
        for path, text in files.items():
            for folder in reversed([one for one in path.parents if not one.exists()]):
                folder.mkdir()
                made.append(folder)
            write_whole(path, text.encode())
            made.append(path)
    except OSError as error:
        for one in reversed(made):
            one.rmdir() if one.is_dir() else one.unlink()
        raise UsageError(
            f"{printable(str(path))} cannot be written: {error.strerror}; nothing was written."
        ) from None
