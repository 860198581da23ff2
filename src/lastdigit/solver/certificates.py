"""Certificates: proofs of the values of positions, and the stand-alone program that checks them.

A proof lists the winner's moves, unless the game declares its own `Prover`.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import json
import re
from collections.abc import Hashable, Iterable, Sequence
from pathlib import Path
from typing import Any, Generic, TypedDict

from lastdigit.errors import TooManyPositions, UsageError
from lastdigit.game.game import AnyGame, Game, M, S, Value
from lastdigit.solver import Branch, Solver, checker, solver_for
from lastdigit.solver.checker import Rules

KIND = 1
"""The version of the certificate format."""
LISTED = 100_000
"""The maximum number of moves in a certificate."""


class Claim(TypedDict, total=False):
    """A position, its value for the player to move, its remoteness, and the method of proof."""

    position: str
    value: str
    plies: int | None
    by: str
    move: str
    pairs: str
    barrier: str


class Prover(Generic[S, M]):
    """Prove positions of one game by listing moves. All proofs share one table of moves."""

    def __init__(self, game: Game[S, M]) -> None:
        self.game = game
        self.insight: Solver[S, M] = solver_for(game)
        self.moves: dict[str, str] = {}
        """The listed move for each position, by the text of the position."""
        self._listed: set[Hashable] = set()

    def options(self) -> dict[str, object]:
        """Return the options that affect the rules, under the names that the checker uses."""
        options = (option for option in self.game.options() if not option.begins)
        return {option.name: getattr(self.game, option.field) for option in options}

    def in_order(self, states: Sequence[S]) -> Sequence[S]:
        """Return positions in the order in which to claim them. The default keeps the order."""
        return states

    def claim(self, state: S) -> Claim:
        """Return a claim with its proof. Raise TooManyPositions if the proof is too long."""
        return self.by_moves(state)

    def by_moves(self, state: S, most: int = LISTED) -> Claim:
        """Return a claim that is proved by moves, and add these moves to the table.

        Raise TooManyPositions and restore the table if it would have more than `most` moves.
        """
        value, plies = self.insight.solution(state)
        before = dict(self.moves), set(self._listed)
        try:
            if value is Value.DRAW:
                self._follow(state, True, None, most)
                self._follow(state, False, None, most)
            else:
                self._follow(state, value is Value.WIN, None, most)
                if plies is not None:
                    self._follow(state, value is Value.LOSE, plies, most)
        except TooManyPositions:
            self.moves, self._listed = before
            raise
        return self.claim_without_proof(state, "moves")

    def claim_without_proof(self, state: S, by: str) -> Claim:
        """Return a claim with its value and method of proof, but without adding the proof."""
        value, plies = self.insight.solution(state)
        position = self.game.format_state(state)
        return {"position": position, "value": value.value, "plies": plies, "by": by}

    def text(self, state: S) -> str:
        """Return the text under which a position is listed in the table."""
        return self.game.format_state(state)

    def _follow(self, root: S, mine: bool, plies: int | None, most: int) -> None:
        """List the best moves of one player against every reply, up to `plies` plies deep.

        `mine` says whether that player is to move at the root.
        """
        game = self.game
        seen, layer, depth = {(game.key(root), mine)}, [root], 0
        while layer and depth != plies:
            following = []
            for state in layer:
                if game.outcome(state) is not None:
                    continue
                for later in [self._listed_move(state, most)] if mine else self._all_after(state):
                    if (game.key(later), not mine) not in seen:
                        seen.add((game.key(later), not mine))
                        following.append(later)
            layer, mine, depth = following, not mine, depth + 1

    def _all_after(self, state: S) -> list[S]:
        return [self.game.successor(state, move) for move in self.game.legal_moves(state)]

    def _listed_move(self, state: S, most: int) -> S:
        """Add the best move to the table and return its successor."""
        best = self.chosen(state)
        key = self.game.key(state)
        if key not in self._listed:
            if len(self.moves) >= most:
                raise TooManyPositions(
                    f"A proof of this position has more than {most:,} moves, which are too many; "
                    "positions later in the game have shorter ones."
                )
            self._listed.add(key)
            self.moves[self.text(state)] = self.game.format_move(best.move)
        return best.after

    def chosen(self, state: S) -> Branch[S, M]:
        """Return the best move that leaves the opponent the fewest replies, for a short proof."""
        best = self.insight.best(state)
        alike = [branch for branch in best if branch.solution == best[0].solution]
        return min(alike, key=lambda branch: len(self.game.legal_moves(branch.after)))


def prover_for(game: AnyGame) -> Prover[Any, Any]:
    """Return the prover that the game declares, or the general one."""
    prover: type[Prover[Any, Any]] = game.declaration().load("prover") or Prover
    return prover(game)


def certify(game: AnyGame, states: Sequence[Any]) -> bytes:
    """Return a certificate of the positions as JSON.

    Raise TooManyPositions if a proof is too long.
    """
    prover = prover_for(game)
    claims = [prover.claim(state) for state in prover.in_order(states)]
    data = {
        "certificate": KIND,
        "game": game.name,
        "options": prover.options(),
        "claims": claims,
        "moves": prover.moves,
    }
    return json.dumps(data, indent=1).encode() + b"\n"


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


def checkers_for(games: Iterable[type[AnyGame]]) -> dict[str, type[Rules]]:
    """Return the checker rules by game name, for the games that declare a checker.

    Raise UsageError if a checker cannot be imported or is not a subclass of Rules.
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


def stand_alone_source(games: Iterable[type[AnyGame]]) -> str:
    """Return the source of one program that checks certificates of all games with a checker."""
    imports = {"import sys"}
    common = _body(Path(checker.__file__).read_text(), imports)
    parts: list[str] = []
    entries: list[str] = []
    for game in games:
        path = _checker_path(game)
        if path is not None:
            parts.append(_body(path.read_text(), imports))
            [kind] = re.findall(r"^class (\w+)\(Rules\)", parts[-1], re.MULTILINE)
            entries.append(f'"{game.name}": {kind}')
    lines = sorted(imports, key=lambda line: (line.startswith("from"), line))
    head = BEGIN + "\n".join(lines)
    return "\n\n".join([head, common, *parts, _games_table(entries)]) + "\n" + END


def _checker_path(game: type[AnyGame]) -> Path | None:
    declared = game.declaration()
    if not declared.offers("checker"):
        return None
    module = importlib.util.find_spec(declared.module_of("checker"))
    return None if module is None or module.origin is None else Path(module.origin)


def _body(source: str, imports: set[str]) -> str:
    """Return the source below the imports, and add the imports to `imports` except our own."""
    nodes = [n for n in ast.parse(source).body if isinstance(n, ast.Import | ast.ImportFrom)]
    imports.update(line for line in map(ast.unparse, nodes) if "lastdigit" not in line)
    last = max(node.end_lineno or 0 for node in nodes)
    body = "".join(source.splitlines(keepends=True)[last:]).strip("\n")
    return re.sub(r"\n\n\n+", "\n\n", re.sub(r"\n\n(?=    [a-z])", "\n", body))


def _games_table(entries: list[str]) -> str:
    """Return the source of the dict of games, with as many entries per line as fit."""
    lines = ["GAMES = {"]
    for entry in entries:
        if len(lines[-1]) + len(entry) > WIDTH - 3:
            lines[-1] = lines[-1].rstrip()
            lines.append("         ")
        lines[-1] += f"{entry}, "
    return "\n".join(lines).removesuffix(", ") + "}"
