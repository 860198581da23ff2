"""Certificates: proofs that positions are won, lost or drawn, and a program that checks them."""

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
    """A claim that a position is a win, a loss or a draw for the player to move."""

    position: str
    value: str
    plies: int | None
    """The number of plies to the end with perfect play, or None if it is not claimed."""
    by: str
    """The method of proof. For the method "moves", for example, the checker runs `by_moves`."""
    # Proofs that are specific to one game:
    move: str
    pairs: str
    barrier: str


class Prover(Generic[S, M]):
    """Proves that positions of one game are won, lost or drawn.

    By default, a proof lists the best moves of a player against all replies of the other player.
    """

    def __init__(self, game: Game[S, M]) -> None:
        self.game = game
        self.solver: Solver[S, M] = solver_for(game)
        self.moves: dict[str, str] = {}
        """The moves that the proofs list, keyed by the text of the position."""
        self._listed: set[Hashable] = set()

    def options(self) -> dict[str, object]:
        """Return the game's option values, keyed by the command-line name of the option.

        Options that affect only the start position are left out.
        """
        options = (option for option in self.game.options() if not option.begins)
        return {option.name: getattr(self.game, option.field) for option in options}

    def in_order(self, states: Sequence[S]) -> Sequence[S]:
        """Return positions in the order in which to prove them. The default is the given order."""
        return states

    def claim(self, state: S) -> Claim:
        """Return a claim that a position is won, lost or drawn, and save its proof in this object.

        Raise TooManyPositions if the proof is too long.
        """
        return self.by_moves(state)

    def by_moves(self, state: S, max_moves: int = LISTED) -> Claim:
        """Return a claim that a position is won, lost or drawn, and add its proof to `self.moves`.

        The proof lists the best moves of the winner, or of both players in a draw, against all
        replies. The loser's best moves are added if the claim says how long the game lasts. Raise
        TooManyPositions if `self.moves` would have more than `max_moves` moves.
        """
        value, plies = self.solver.solution(state)
        before = dict(self.moves), set(self._listed)
        try:
            if value is Value.DRAW:
                self._list_moves(state, True, None, max_moves)
                self._list_moves(state, False, None, max_moves)
            else:
                self._list_moves(state, value is Value.WIN, None, max_moves)
                if plies is not None:
                    self._list_moves(state, value is Value.LOSE, plies, max_moves)
        except TooManyPositions:
            self.moves, self._listed = before
            raise
        return self.claim_without_proof(state, "moves")

    def claim_without_proof(self, state: S, by: str) -> Claim:
        """Return the claim that a position is won, lost or drawn, without saving a proof.

        `by` names the method by which the checker can verify the claim.
        """
        value, plies = self.solver.solution(state)
        position = self.game.format_state(state)
        return {"position": position, "value": value.value, "plies": plies, "by": by}

    def text(self, state: S) -> str:
        """Return the text of a position, as it is written in proofs."""
        return self.game.format_state(state)

    def _list_moves(self, root: S, is_to_move: bool, max_plies: int | None, max_moves: int) -> None:
        """Add a player's best moves against every reply to the proof.

        The moves are for the first `max_plies` plies after `root`, or for the whole game if
        `max_plies` is None. `is_to_move` says whether that player is to move at `root`. Raise
        TooManyPositions if the proof would have more than `max_moves` moves.
        """
        game = self.game
        seen, layer, depth = {(game.key(root), is_to_move)}, [root], 0
        while layer and depth != max_plies:
            following = []
            for state in layer:
                if game.outcome(state) is not None:
                    continue
                later_states = (
                    [self._list_move(state, max_moves)] if is_to_move else self._all_after(state)
                )
                for later in later_states:
                    if (game.key(later), not is_to_move) not in seen:
                        seen.add((game.key(later), not is_to_move))
                        following.append(later)
            layer, is_to_move, depth = following, not is_to_move, depth + 1

    def _all_after(self, state: S) -> list[S]:
        return [self.game.successor(state, move) for move in self.game.legal_moves(state)]

    def _list_move(self, state: S, max_moves: int) -> S:
        """Add the best move in a position to the proof. Return the position after the move.

        Raise TooManyPositions if the proof would have more than `max_moves` moves.
        """
        best = self.chosen(state)
        key = self.game.key(state)
        if key not in self._listed:
            if len(self.moves) >= max_moves:
                raise TooManyPositions(
                    f"A proof of this position would have more than {max_moves:,} moves, which is "
                    "too many. Positions later in the game have shorter proofs."
                )
            self._listed.add(key)
            self.moves[self.text(state)] = self.game.format_move(best.move)
        return best.after

    def chosen(self, state: S) -> Branch[S, M]:
        """Return the best move in a position, with the position after the move.

        If several moves are equally good, return the one that leaves the opponent the fewest moves.
        """
        best = self.solver.best(state)
        alike = [branch for branch in best if branch.solution == best[0].solution]
        return min(alike, key=lambda branch: len(self.game.legal_moves(branch.after)))


def prover_for(game: AnyGame) -> Prover[Any, Any]:
    """Return the Prover that a game declares, or the general one if it declares none."""
    prover: type[Prover[Any, Any]] = game.declaration().load("prover") or Prover
    return prover(game)


def certify(game: AnyGame, states: Sequence[Any]) -> bytes:
    """Return a certificate as JSON.

    The certificate proves whether each position is won, lost or drawn.

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
"""Check a certificate: a proof that a position of a number game is won, lost or drawn.

    python3 check_certificate.py FILE

Prints "Yes" and each proved claim, or "No" and the first error. A claim is a position, its value
for the player to move, and the plies (turns) to the end if the winner plays for a short game and
the loser for a long one (null: not claimed). It is proved by an argument of its game (by_...) or by
moves (by_moves): against all replies, the winner wins in these plies and the loser lasts that long.
"""
'''
END = """
if __name__ == "__main__":
    try:
        with open(sys.argv[1] if len(sys.argv) == 2 else "", "rb") as file:
            print("\\n".join(f"Yes: {claim}." for claim in check(file.read(MOST_BYTES + 1), GAMES)))
    except OSError as error:
        print(f"Usage: python3 check_certificate.py FILE ({error})", file=sys.stderr)
        sys.exit(2)
    except ValueError as error:
        sys.exit(f"No: {error}.")
"""
WIDTH = 100


def checkers_for(games: Iterable[type[AnyGame]]) -> dict[str, type[Rules]]:
    """Return the classes that check certificates, keyed by game name.

    Games that declare no such class are left out. Raise UsageError if a declared class cannot be
    imported or is not a subclass of Rules.
    """
    found = {}
    for game in games:
        try:
            checker = game.declaration().load("checker")
        except Exception as error:  # outside packages can raise anything
            raise UsageError(f"The checker for {game.name} cannot be used: {error}.") from error
        if game.declaration().offers("checker"):
            if not (isinstance(checker, type) and issubclass(checker, Rules)):
                raise UsageError(
                    f"The checker for {game.name} cannot be used: it is not a subclass of Rules."
                )
            found[game.name] = checker
    return found


def stand_alone_source(games: Iterable[type[AnyGame]]) -> str:
    """Return the source of a Python program that checks certificates of these games.

    The program does not need this package.
    """
    imports = {"import sys"}
    common = _after_imports(Path(checker.__file__).read_text(), imports)
    parts: list[str] = []
    entries: list[str] = []
    for game in games:
        path = _checker_path(game)
        if path is not None:
            parts.append(_after_imports(path.read_text(), imports))
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


def _after_imports(source: str, imports: set[str]) -> str:
    """Return the source code of a module without its imports and everything before them.

    Add the imports to the set `imports`, except imports from this package.
    """
    nodes = [n for n in ast.parse(source).body if isinstance(n, ast.Import | ast.ImportFrom)]
    imports.update(line for line in map(ast.unparse, nodes) if "lastdigit" not in line)
    last = max(node.end_lineno or 0 for node in nodes)
    body = "".join(source.splitlines(keepends=True)[last:]).strip("\n")
    return re.sub(r"\n\n\n+", "\n\n", re.sub(r"\n\n(?=    [a-z])", "\n", body))


def _games_table(entries: list[str]) -> str:
    """Return a Python statement that assigns a dict with these entries to the name GAMES.

    An entry is source code, such as `"digit-duel": DigitDuel`.
    """
    lines = ["GAMES = {"]
    for entry in entries:
        if len(lines[-1]) + len(entry) > WIDTH - 3:
            lines[-1] = lines[-1].rstrip()
            lines.append("         ")
        lines[-1] += f"{entry}, "
    return "\n".join(lines).removesuffix(", ") + "}"
