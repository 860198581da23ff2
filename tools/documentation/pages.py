"""Collect the site generator's input: `python -m tools.documentation.pages FOLDER`."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from string import Template

from lastdigit.games import catalogue
from lastdigit.web.strings import DESCRIPTION_ALONE
from tools.documentation import games, look, reference
from tools.documentation.reference import NOT_IN_SEARCH

ROOT = Path(__file__).parents[2]
SOURCES = Path(__file__).with_name("sources")
CONFIG, PAGES = "mkdocs.yml", "pages"
DOCS = Path("docs")
CHANGELOG = Path("CHANGELOG.md")
INTEGRATIONS = {
    path.relative_to(ROOT): f"integrations/{path.parent.name}.md"
    for path in sorted(ROOT.glob("integrations/*/README.md"))
}
OTHER_PAGES = {
    Path("CONTRIBUTING.md"): "contributing.md",
    CHANGELOG: "changelog.md",
    **INTEGRATIONS,
}
"""Pages for texts outside docs/."""
OTHER_FILES = Path("repository")
"""The folder for all other files that a page links to, with their paths in the repository."""
FENCE = re.compile(r"^ *`{3,}")
CODE = re.compile(r"(`+[^`]+`+)")
MENTION = re.compile(r"(?<!\]\()(?<![\w/\[-])docs/[\w-]+\.md")
LINK = re.compile(r"(?<=\]\()[^)\s#]+")


def collect(folder: Path) -> None:
    """Write all pages and the configuration."""
    pages = folder / PAGES
    waiting = [path.relative_to(ROOT) for path in (ROOT / DOCS).rglob("*.md")] + list(OTHER_PAGES)
    done: set[Path] = set()
    while waiting:
        source = waiting.pop()
        if source not in done:
            done.add(source)
            waiting += _copy(source, pages)
    games.write(pages)  # includes the rulebooks that pages link to
    reference.write(pages)
    look.write(pages)
    filled = Template((SOURCES / CONFIG).read_text()).substitute(
        description=DESCRIPTION_ALONE,
        root=ROOT,
        games=_entries((game.title, games.page_path(name)) for name, game in catalogue().items()),
        integrations=_entries((_title(path), place) for path, place in INTEGRATIONS.items()),
        reference=_entries(((page.title, page.path) for page in reference.PAGES), indent=10),
    )
    (folder / CONFIG).write_text(filled)


def _copy(source: Path, pages: Path) -> list[Path]:
    """Copy a file into the pages, and return the files that it links to."""
    place = pages / page_path(source)
    place.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix != ".md":
        shutil.copy(ROOT / source, place)
        return []
    text, found = adapt_links((ROOT / source).read_text(), source)
    text = text.replace(games.PLACEHOLDER, games.cards(os.path.relpath(pages, place.parent)))
    place.write_text(NOT_IN_SEARCH + text if source == CHANGELOG else text)
    return found


def _title(source: Path) -> str:
    return (ROOT / source).read_text().partition("\n")[0].removeprefix("# ")


def _entries(pages: Iterable[tuple[str, str]], indent: int = 6) -> str:
    return "\n".join(f"{' ' * indent}- {title}: {place}" for title, place in pages)


def page_path(source: Path) -> Path:
    """Return the path of a repository file among the pages.

    >>> print(page_path(Path("docs/maps/one.svg")), page_path(Path("examples/one.py")))
    maps/one.svg repository/examples/one.py
    """
    if source.parts[0] == DOCS.name:
        return source.relative_to(DOCS)
    return Path(OTHER_PAGES.get(source) or games.rulebook_page_path(source) or OTHER_FILES / source)


def adapt_links(text: str, source: Path) -> tuple[str, list[Path]]:
    """Return a text with its links adapted to the pages, and the files they link to.

    A page of docs/ that is only mentioned becomes a link. Code stays unchanged.
    """
    found: list[Path] = []

    def mention(name: re.Match[str]) -> str:
        # The changelog mentions pages that have been renamed since.
        return f"[{name[0]}](/{name[0]})" if (ROOT / name[0]).is_file() else name[0]

    def lead(link: re.Match[str]) -> str:
        if ":" in link[0]:
            return link[0]
        # A path that starts with a slash is a mention relative to the root.
        from_root = link[0].removeprefix("/") if link[0][0] == "/" else source.parent / link[0]
        path = Path(os.path.normpath(from_root))
        found.append(path)
        return os.path.relpath(page_path(path), page_path(source).parent)

    lines, fenced = [], False
    for line in text.splitlines():
        fenced ^= bool(FENCE.match(line))
        parts = CODE.split(line)
        if line.startswith("|"):  # GitHub wants a bar in code escaped there
            parts[1::2] = [part.replace("\\|", "|") for part in parts[1::2]]
        if not fenced:
            parts[::2] = [LINK.sub(lead, MENTION.sub(mention, part)) for part in parts[::2]]
        lines.append("".join(parts))
    return "\n".join(lines) + "\n", found


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python -m tools.documentation.pages FOLDER")
    collect(Path(sys.argv[1]))
