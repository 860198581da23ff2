"""Prepare every page with content, and return its address."""

from __future__ import annotations

from collections.abc import Callable

import httpx2
from playwright.sync_api import Page

from lastdigit.games import catalogue
from lastdigit.puzzles.generate import daily_puzzles

CHALLENGE = "game=digit-duel&level=medium&seat=1&start=1+999+999&name=Ada&result=won-23"
STALE = "stale"
"""The error code if the computer has moved meanwhile."""


def get_cookie(page: Page) -> str:
    """Get a cookie for this browser without loading a page, and return the server's address."""
    return page.request.get("/mine").url.removesuffix("/mine")


def arranged(page: Page, game: str, *moves: str, **wish: object) -> str:
    """Set up a game, play some moves in it, and return its code."""
    get_cookie(page)
    match = page.request.post("/api/matches", data={"game": game, "first": 1, **wish}).json()
    code = match["match"]["code"]
    for move in moves:
        number = page.request.get(f"/api/matches/{code}").json()["number"]
        word = {"do": move} if move == "resign" else {"do": "move", "move": move}
        path = f"/api/matches/{code}/commands"
        while page.request.post(path, data={"after": number, **word}).json().get("error") == STALE:
            number = page.request.get(f"/api/matches/{code}").json()["number"]
    return str(code)


def home(page: Page, path: str = "/") -> str:
    page.request.get("/api/daily")  # home does not wait long for it
    return path


def home_after_a_loss(page: Page) -> str:
    arranged(page, "digit-duel", "resign", against="easy")
    return home(page)


def playing(page: Page) -> str:
    code = arranged(
        page, "number-morph", "tens 7", "tens 3", against="here", options={"start": 211}
    )
    return f"/match/{code}"


def dilemma(page: Page) -> str:
    return f"/match/{arranged(page, 'digit-dilemma', '7 left', against='perfect')}"


def long_number(page: Page) -> str:
    moves = ["1"] * 40
    options = {"divisor": 1_000_000_000, "max-length": None}
    return f"/match/{arranged(page, 'digit-poison', *moves, against='here', options=options)}"


def ended(page: Page) -> str:
    return f"/match/{arranged(page, 'digit-duel', 'ones', 'tens', 'resign', against='here')}"


def reviewed(page: Page) -> str:
    return f"/review/{arranged(page, 'digit-duel', 'tens', 'tens', 'resign', against='here')}"


def counted(page: Page) -> str:
    for moves in (("tens", "resign"), ("ones", "resign")):
        arranged(page, "digit-duel", *moves, against="perfect", position="1 118 093")
    return "/stats"


def finished(page: Page, day: int = 37, unsolved: str = "") -> str:
    """Solve the puzzles of a day, one of them on the second try."""
    get_cookie(page)
    games = [game for name, game in catalogue().items() if name != unsolved]
    for place, puzzle in enumerate(daily_puzzles(day, tuple(games))):
        right = sorted(puzzle.right)[0]
        wrong = next(choice for choice in puzzle.choices if choice not in puzzle.right)
        for answer in (wrong, right) if place == 1 and puzzle.tries > 1 else (right,):
            given = {"day": day, "game": puzzle.game.name, "answers": [answer]}
            assert page.request.post("/api/daily/answer", data=given).ok
    return f"/daily/{day}"


def archived(page: Page) -> str:
    """Solve all puzzles of two days, and some of the day between them."""
    finished(page, 35)
    finished(page, 36, unsolved="number-morph")
    return finished(page)


def watched(page: Page) -> str:
    return f"/watch/{arranged(page, 'digit-duel', 'ones', 'tens', against='here')}"


def inviting(page: Page) -> str:
    return f"/match/{arranged(page, 'digit-duel', against='link', timeLimit=60)}"


def clocked(page: Page) -> str:
    clock = {"seconds": 600, "increment": 5}
    return f"/match/{arranged(page, 'operation-obliteration', against='here', clock=clock)}"


def room(page: Page, **wish: object) -> str:
    """Open a classroom with a pupil on another device, and return its address."""
    server = get_cookie(page)
    made = page.request.post("/api/rooms", data={"game": "digit-duel", **wish}).json()
    path = f"/class/{made['room']['code']}"
    with httpx2.Client(base_url=server) as pupil:
        pupil.post(f"/api/rooms/{made['room']['code']}/pupils", json={"name": "Ada"})
    return path


def pupils_puzzles(page: Page) -> str:
    """Join a class with puzzles that another browser has opened, and return its address."""
    server = get_cookie(page)
    wish = {"game": "digit-poison", "kind": "puzzles", "count": 10}
    with httpx2.Client(base_url=server, timeout=60) as teacher:
        code = teacher.post("/api/rooms", json=wish).json()["room"]["code"]
    page.request.post(f"/api/rooms/{code}/pupils", data={"name": "Ada"})
    return f"/class/{code}"


PAGES: dict[str, Callable[[Page], str]] = {
    "home": home,
    "home after a loss": home_after_a_loss,
    "new": lambda page: home(page, "/new/number-morph"),
    "playing": playing,
    "against the computer": dilemma,
    "a long number": long_number,
    "with clocks": clocked,
    "ended": ended,
    "inviting": inviting,
    "review": reviewed,
    "learning": lambda _: "/learn/digit-poison",
    "all games to learn": lambda _: "/learn",
    "rules": lambda _: "/rules/digit-dilemma",
    "analysis": lambda _: "/analysis/digit-duel",
    "choosing what to analyse": lambda _: "/analysis",
    "all maps": lambda _: "/maps",
    "map of points": lambda _: "/maps/digit-duel",
    "map of pairs": lambda _: "/maps/number-morph",
    "map with a table": lambda _: "/maps/operation-obliteration",
    "puzzle": lambda _: "/daily/37",
    "five of five": archived,
    "puzzles of today": lambda page: home(page, "/daily"),
    "watching": watched,
    "practice": lambda _: "/practice/digit-duel",
    "mine": lambda _: "/mine",
    "stats": counted,
    "for a class": lambda _: "/class",
    "teaching": room,
    "teaching puzzles": lambda page: room(page, kind="puzzles"),
    "board of a class": lambda page: f"{room(page)}/board",
    "puzzles of a class": pupils_puzzles,
    "challenge": lambda _: f"/challenge?{CHALLENGE}",
    "challenge with both results": lambda _: f"/challenge?{CHALLENGE}&name2=Ben&result2=won-19",
    "worksheet": lambda _: "/worksheet",
    "settings": lambda _: "/settings",
    "for programmers": lambda _: "/api",
    "no page": lambda _: "/nothing",
    "no match": lambda _: "/match/NOSUCH",
}
