"""A page for each game: its rulebook, with a playable board in the middle."""

from __future__ import annotations

from html import escape
from pathlib import Path

from lastdigit.game.game import AnyGame
from lastdigit.game.theme import theme_of
from lastdigit.games import catalogue, shared_rules

FOLDER = "games"
SOURCE = Path("src/lastdigit/games")
PLACEHOLDER = "<!-- the games -->"
"""The placeholder for the cards of all games."""
EVERY_GAME = f"{FOLDER}/every-game.md"
STATIC_PAGE = "../../index.html"
"""The static page as seen from a game's page, which is in its docs/ folder."""
START = "#now"
"""The fragment that starts a game without asking for its options."""
MAPS = "maps"


def write(pages: Path) -> None:
    """Write the page of every game, the rules common to all, and the list of games."""
    (pages / FOLDER).mkdir(parents=True, exist_ok=True)
    for name, game in catalogue().items():
        drawn = sorted((pages / MAPS).glob(f"{name}.*"))
        (pages / page_path(name)).write_text(page_of(game, drawn[0].name if drawn else None))
    (pages / EVERY_GAME).write_text(shared_rules())
    (pages / FOLDER / "index.md").write_text(contents())


def page_path(name: str) -> str:
    """Return the path of a game's page."""
    return f"{FOLDER}/{name}.md"


def rulebook_page_path(source: Path) -> str | None:
    """Return the path of the page that contains a rulebook of the repository, or None.

    >>> rulebook_page_path(SOURCE / "digit_duel" / "rulebook.md")
    'games/digit-duel.md'
    """
    if source == SOURCE / "every_game.md":
        return EVERY_GAME
    if source.parent.parent == SOURCE and source.name == "rulebook.md":
        return page_path(source.parent.name.replace("_", "-"))
    return None


def page_of(game: type[AnyGame], drawn: str | None) -> str:
    """Return the page of a game, with its map if `drawn` is given."""
    before, heading, after = game.rulebook().partition("\n## ")
    picture = f"\n![Map of {game.title}](../{MAPS}/{drawn})\n" if drawn else ""
    rules = f"{before}{poster(game)}\n{heading}{after}"
    return f"{rules}\n## More\n\n{_more(game)}{picture}"


def poster(game: type[AnyGame]) -> str:
    """Return the placeholder of the board, so that the board is loaded only on request.

    It is a link to the same board on its own page. A script replaces it by the board.
    """
    return (
        f'\n<div class="board-here" data-game="{game.name}">'
        f'<a href="{STATIC_PAGE}?/new/{game.name}{START}" data-board="{escape(game.title)}">'
        f"{mark(game)}"
        f"<strong>Play {escape(game.title)} here</strong>"
        "<span>against the computer; the first time, this downloads about 7 MB</span></a></div>\n"
    )


def mark(game: type[AnyGame]) -> str:
    """Return a game's mark in the current text colour."""
    return (
        '<svg viewBox="0 0 64 64" aria-hidden="true" fill="currentColor">'
        f"{theme_of(game).mark}</svg>"
    )


def contents() -> str:
    """Return the list of all games."""
    return (
        "# The games\n\nEach page has the rules of a game and a board to play on. Some rules hold "
        "[in every game](every-game.md).\n\n"
        f"{cards('..')}\n"
    )


def cards(root: str) -> str:
    """Return a card for each game, for a page from which `root` leads to the site's root."""
    made = "\n".join(
        f'<a class="game-card" data-game="{name}" href="{root}/{FOLDER}/{name}.html">{mark(game)}'
        f"<strong>{escape(game.title)}</strong><span>{escape(game.summary)}</span></a>"
        for name, game in catalogue().items()
    )
    return f'<div class="game-cards">\n{made}\n</div>'


def _more(game: type[AnyGame]) -> str:
    def page(path: str, text: str) -> str:
        return f'<a href="{STATIC_PAGE}?/{path}/{game.name}">{text}</a>'

    return (
        f"{page('learn', 'Lesson')} · {page('practice', 'Practice')} · "
        f"{page('analysis', 'Analysis')} · {page('maps', 'Map')} · "
        "[Results](../results.md) · [Proofs](../proofs.md)\n"
    )
