"""The sources of the built documentation: every text has a page, and every link works."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import lastdigit
from lastdigit.game.theme import COLOURS
from tests.conftest import ROOT
from tools.documentation import games, look, reference
from tools.documentation.pages import (
    CHANGELOG,
    CONFIG,
    INTEGRATIONS,
    MENTION,
    OTHER_PAGES,
    SOURCES,
    adapt_links,
    page_path,
)

NAV = (SOURCES / CONFIG).read_text().partition("\nnav:\n")[2]
PAGES = [path.relative_to(ROOT) for path in (ROOT / "docs").glob("*.md")]


def test_every_page_is_in_the_contents_once() -> None:
    listed = re.findall(r": (\S+\.md)$", NAV, re.MULTILINE)
    assert len(listed) == len(set(listed))
    filled_in = set(INTEGRATIONS)
    assert not {str(page_path(path)) for path in {*PAGES, *OTHER_PAGES} - filled_in} - set(listed)


def test_links_are_adapted_to_the_built_documentation() -> None:
    text = (
        "[a](results.md#x) [b](../tsconfig.json) ![c](maps/a.svg) [`d`](../CONTRIBUTING.md) "
        "[e](https://example.org/x.md) [f](../src/lastdigit/games/digit_duel/rulebook.md) [g](#h)"
    )
    content, found = adapt_links(text, Path("docs/one.md"))
    assert content == (
        "[a](results.md#x) [b](repository/tsconfig.json) ![c](maps/a.svg) "
        "[`d`](contributing.md) [e](https://example.org/x.md) [f](games/digit-duel.md) [g](#h)\n"
    )
    assert Path("tsconfig.json") in found
    content, _ = adapt_links("[up](../../docs/exam.md)", Path("integrations/inspect/README.md"))
    assert content == "[up](../exam.md)\n"


def test_a_mentioned_page_becomes_a_link_but_code_is_unchanged() -> None:
    text, found = adapt_links(
        "it (docs/exam.md), `docs/web.md`\n```\ndocs/api.md\n```", Path("docs/a.md")
    )
    assert text == "it ([docs/exam.md](exam.md)), `docs/web.md`\n```\ndocs/api.md\n```\n"
    assert found == [Path("docs/exam.md")]
    text, _ = adapt_links("[docs/web.md](docs/web.md) has it", Path("CONTRIBUTING.md"))
    assert text == "[docs/web.md](web.md) has it\n"


def test_an_escaped_bar_in_the_code_of_a_table_is_unescaped() -> None:
    assert adapt_links("| `a\\|b` | c\\|d |", Path("docs/a.md"))[0] == "| `a|b` | c\\|d |\n"


def test_every_link_points_to_a_file() -> None:
    for source in [Path("README.md"), *PAGES, *OTHER_PAGES]:
        text = (ROOT / source).read_text()
        _, found = adapt_links(text, source)
        if source != CHANGELOG:
            found += map(Path, MENTION.findall(text))
        assert not [path for path in found if not (ROOT / path).is_file()], source


def test_a_renamed_page_is_not_linked() -> None:
    assert adapt_links("see docs/gone.md", CHANGELOG) == ("see docs/gone.md\n", [])


def test_the_page_of_a_game_is_its_rulebook_with_a_poster_for_the_board() -> None:
    for game in lastdigit.catalogue().values():
        page = games.page_of(game, "it.svg")
        assert page.replace(f"{games.poster(game)}\n", "").startswith(game.rulebook())
        assert "](../maps/it.svg)" in page
        assert "<iframe" not in page
        assert f"?/new/{game.name}#now" in page
        assert game.summary in games.contents()


def test_the_reference_documents_the_whole_public_api() -> None:
    modules = [f"lastdigit.{module}" for page in reference.PAGES for module in page.modules]
    assert len(modules) == len(set(modules))
    for module in modules:
        importlib.import_module(module)
    linked = re.findall(r"\]\[([\w.]+)\.\w+\]", reference.public_names())
    assert len(linked) == len(lastdigit.__all__) - 1  # the version is a text
    assert set(linked) <= set(modules)


def test_the_style_sheet_uses_only_colours_of_the_palette(tmp_path: Path) -> None:
    look.write(tmp_path)
    sheet = (tmp_path / look.FOLDER / "documentation.css").read_text()
    assert not re.search(r"#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(", sheet)
    of_games = {"fill", "on", "deep", "wash", "game-edge"}
    named = set(re.findall(r"var\(--([\w-]+)\)", sheet))
    assert named <= {*COLOURS, *of_games, "text"}
    made = (tmp_path / look.FOLDER / "colours.css").read_text()
    assert all(f"--{name}:" in made for name in named)
