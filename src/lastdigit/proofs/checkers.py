"""Finds what each game's folder brings for the checker, and puts it together in a single file.

The parts are `checker.py` of the folders, each with one class of `Rules`. In the single file
methods stand close together, so that a doubter has little to turn over.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
from collections.abc import Iterable
from pathlib import Path

from lastdigit.core.game import AnyGame
from lastdigit.errors import UsageError
from lastdigit.proofs import checking
from lastdigit.proofs.checking import Rules

BEGIN = '''#!/usr/bin/env python3
"""Checks a certificate: that a position of a number game is won, lost or drawn.

    python3 check_certificate.py FILE

The answer is yes, with what is proved, or no, with the first hole. A claim is a position, its value
for the player to move, and the plies (turns) to the end if the winner hurries and the loser delays
(null: not told). It is proved by an argument of its game (by_...), or by moves (by_moves): against
whatever the other does, the winner's moves win within the plies, the loser's do not lose sooner.
"""
'''
END = """
if __name__ == "__main__":
    try:
        with open(sys.argv[1] if len(sys.argv) == 2 else "", "rb") as file:
            print("\\n".join(f"Yes: {told}." for told in check(file.read(MOST_BYTES + 1), GAMES)))
    except OSError as error:
        print(f"Usage: python3 check_certificate.py FILE ({error})", file=sys.stderr)
        sys.exit(2)
    except ValueError as error:
        sys.exit(f"No: {error}.")
"""
WIDTH = 100


def checkers_of(games: Iterable[type[AnyGame]]) -> dict[str, type[Rules]]:
    """Return the rules that the checker knows, of those games that bring them.

    Raises UsageError where they cannot be used.
    """
    found = {}
    for game in games:
        try:
            checker = game.declaration().load("checker")
        except Exception as error:  # outside packages can raise anything
            raise UsageError(f"The checker of {game.name} cannot be used: {error}.") from error
        if game.declaration().offers("checker"):
            if not (isinstance(checker, type) and issubclass(checker, Rules)):
                raise UsageError(f"The checker of {game.name} cannot be used: it is no Rules.")
            found[game.name] = checker
    return found


def single_file(games: Iterable[type[AnyGame]]) -> str:
    """Return the checker of these games as one program, of those that bring their part."""
    imports = {"import sys"}
    common = _body(Path(checking.__file__).read_text(), imports)
    parts: list[str] = []
    entries: list[str] = []
    for game in games:
        path = _part_of(game)
        if path is not None:
            parts.append(_body(path.read_text(), imports))
            [kind] = re.findall(r"^class (\w+)\(Rules\)", parts[-1], re.MULTILINE)
            entries.append(f'"{game.name}": {kind}')
    lines = sorted(imports, key=lambda line: (line.startswith("from"), line))
    head = BEGIN + "\n".join(lines)
    return "\n\n".join([head, common, *parts, _table(entries)]) + "\n" + END


def _part_of(game: type[AnyGame]) -> Path | None:
    """Return where a game's part is, if it has one."""
    declared = game.declaration()
    if not declared.offers("checker"):
        return None
    module = importlib.util.find_spec(declared.module_of("checker"))
    return None if module is None or module.origin is None else Path(module.origin)


def _body(source: str, imports: set[str]) -> str:
    """Return a part from below its imports on; these are put to the others, but for our own."""
    nodes = [n for n in ast.parse(source).body if isinstance(n, ast.Import | ast.ImportFrom)]
    imports.update(line for line in map(ast.unparse, nodes) if "lastdigit" not in line)
    last = max(node.end_lineno or 0 for node in nodes)
    body = "".join(source.splitlines(keepends=True)[last:]).strip("\n")
    return re.sub(r"\n\n\n+", "\n\n", re.sub(r"\n\n(?=    [a-z])", "\n", body))


def _table(entries: list[str]) -> str:
    """Return the table of games, in few lines."""
    lines = ["GAMES = {"]
    for entry in entries:
        if len(lines[-1]) + len(entry) > WIDTH - 3:
            lines[-1] = lines[-1].rstrip()
            lines.append("         ")
        lines[-1] += f"{entry}, "
    return "\n".join(lines).removesuffix(", ") + "}"
