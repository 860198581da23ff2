"""The number of our functions that run from a move to its display.

    uv run --locked -- python -m bench.walks

`sys.setprofile` counts every function in `src/lastdigit` that is called, each once, and their
files. Comprehensions and generator expressions are part of their function. The move is a later one,
so that caches are filled.
"""

from __future__ import annotations

import os
import pty
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import CodeType, FrameType

from starlette.testclient import TestClient

import lastdigit
from lastdigit.game.game import DEFAULT_NAMES, Seat
from lastdigit.match.match import arrange
from lastdigit.match.record import HUMAN, Player
from lastdigit.storage import SqliteStore
from lastdigit.system import now
from lastdigit.terminal.console import Console, Quit
from lastdigit.terminal.game import TerminalSession
from lastdigit.web.app import application
from lastdigit.web.limits import Limits

SOURCE = Path(lastdigit.__file__).parent

MOVES = {
    "digit-dilemma": ("7 left", "3 middle", "1 middle"),
    "digit-duel": ("ones", "tens", "hundreds"),
    "digit-poison": ("1", "1", "2"),
    "number-morph": ("tens 7", "units 7", "hundreds 9"),
    "operation-obliteration": ("divide", "divide", "subtract"),
}
OPTIONS = {"number-morph": {"start": 211}}
"""The first moves of a game of each; the functions of the last move are counted."""


class Walk:
    """The functions that are called."""

    def __init__(self) -> None:
        self.functions: set[tuple[str, str]] = set()

    @property
    def files(self) -> set[str]:
        return {file for file, _ in self.functions}


class Round(Walk):
    """A walk that begins and ends at the same function."""

    def __init__(self, pause: CodeType) -> None:
        """Record from a return of `pause` to its next call; the last complete walk counts."""
        super().__init__()
        self._pause = pause
        self._steps: set[tuple[str, str]] | None = None

    def step(self, frame: FrameType, event: str, _: object) -> None:
        """The callback of `sys.setprofile`."""
        code = frame.f_code
        if code is self._pause and event == "return":
            self._steps = set()
        elif self._steps is None or event != "call":
            return
        elif code is self._pause:
            self.functions, self._steps = self._steps, None
        else:
            self._steps |= functions_in(code)


class Visit(Walk):
    """A walk through a server, in any thread, from `begin` on."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = False

    def step(self, frame: FrameType, event: str, _: object) -> None:
        """The callback of `threading.setprofile`."""
        if self.begun and event == "call":
            self.functions |= functions_in(frame.f_code)


def functions_in(code: CodeType) -> set[tuple[str, str]]:
    """Return the function of a code object, if it is one of ours."""
    file = Path(code.co_filename)
    if code.co_name.startswith("<") or not file.is_relative_to(SOURCE):
        return set()
    return {(str(file.relative_to(SOURCE)), code.co_qualname)}


@contextmanager
def counting(walk: Round | Visit) -> Iterator[None]:
    """Count a walk during the `with` block, in this thread and those that it starts."""
    threading.setprofile(walk.step)
    sys.setprofile(walk.step)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def terminal_move(name: str, folder: Path) -> Walk:
    """Return the walk of a typed move: from its line to the next prompt."""
    walk = Round(Console._read_line.__code__)
    game = lastdigit.find(name, **OPTIONS.get(name, {}))
    one, two = (Player(HUMAN, player) for player in DEFAULT_NAMES)
    setup = arrange(game, (one, two), package="", first=Seat.ONE, seed=1)
    keyboard, terminal = pty.openpty()
    with os.fdopen(terminal) as source, Path(os.devnull).open("w") as output:
        console = Console(source, output, colour=False)
        store = SqliteStore(folder / "games.sqlite3", now)
        os.write(keyboard, "".join(f"{line}\n" for line in (*MOVES[name], "quit")).encode())
        try:
            with closing(TerminalSession(console, store)) as session, counting(walk):
                session.play(setup)
        except Quit:
            return walk
        finally:
            os.close(keyboard)
    raise AssertionError("the game went on after quit")


def click(name: str, folder: Path) -> Walk:
    """Return the walk of a clicked move: from its route to its response."""
    walk = Visit()
    store = SqliteStore(folder / "games.sqlite3", now)
    app = application(store, Limits())
    wish = {"game": name, "options": OPTIONS.get(name, {}), "against": "here", "first": 1}
    with closing(store), counting(walk), TestClient(app, "http://localhost") as browser:
        seated = browser.post("/api/matches", json=wish).json()
        path = f"/api/matches/{seated['match']['code']}/commands"
        browser.headers["Authorization"] = f"Bearer {seated['secret']}"
        *before, last = enumerate(MOVES[name])
        for number, move in before:
            browser.post(path, json={"do": "move", "after": number, "move": move})
        walk.begun = True
        answer = browser.post(path, json={"do": "move", "after": last[0], "move": last[1]})
        walk.begun = False
    assert answer.json()["accepted"], answer.text
    # The middleware that checks Host and Origin comes before every request.
    walk.functions = {(file, function) for file, function in walk.functions if file != "web/app.py"}
    return walk


def main() -> None:
    for name in MOVES:
        for walked in (terminal_move, click):
            with tempfile.TemporaryDirectory() as folder:
                walk = walked(name, Path(folder))
            functions, files = len(walk.functions), len(walk.files)
            print(f"{name:24}{walked.__name__:16}{functions:3} functions in {files} files")


if __name__ == "__main__":
    main()
