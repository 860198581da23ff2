"""Whether the moves of a certificate prove its claim, found out by the naive twin of the game.

Nothing here is the checker's: lines are played one by one on the naive game, which works everything
out anew from the list of moves. The real game only names positions, so that one is looked at once.
"""

from __future__ import annotations

from collections.abc import Hashable
from copy import deepcopy
from typing import Any

from lastdigit.game.game import AnyGame
from lastdigit.testing.naive import NaiveGame
from tests.solver.seeds import Seeded

Place = tuple[NaiveGame, Any]


class Broken(Exception):  # noqa: N818 - named for what it says
    """The moves do not do what is claimed."""


class PlayingOut:
    """A certificate's moves, followed on the naive game."""

    def __init__(self, seeded: Seeded, moves: dict[str, str]) -> None:
        self.game, self.state, self.naive = seeded
        self.left = set(",".join(text.partition("+")[2] for text in moves).split(","))
        self.table = {self.read(text): move for text, move in moves.items()}

    def read(self, text: str) -> Hashable:
        """Return the key of a position in the table."""
        if "+" not in text:
            return self.game.key(self.game.parse_state(text))
        _, number, left = text.replace("+", "").split(" ")
        return number, frozenset(left.split(",")) - {""}

    def key(self, state: Any) -> Hashable:
        """Return the key of a position of the game."""
        if self.left == {""}:
            return self.game.key(state)
        # Positions of a walk through primes are named by what is left of those in the table.
        _, number, log = self.game.format_state(state).split(" ")
        return number, frozenset(self.left - set(log.split(",")) - {""})

    def proves(self, claim: dict[str, Any]) -> bool:
        """Return whether the moves prove a claim."""
        mover = self.naive.mover()
        winner = mover if claim["value"] == "win" else 3 - mover
        here = self.naive, self.state
        try:
            if claim["value"] == "draw":
                return all(self.lasts(here, seat, None) for seat in (1, 2))
            if self.longest(here, winner, {}) > claim["plies"]:
                return False
            return self.lasts(here, 3 - winner, claim["plies"])
        except Broken:
            return False

    def after(self, place: Place, seat: int) -> list[Place]:
        """Return the possible successors if a seat follows the table. Raise Broken."""
        naive, state = place
        moves = naive.legal()
        if naive.mover() == seat:
            move = self.table.get(self.key(state))
            if move not in moves:
                raise Broken
            moves = [move]
        return [self._made(place, move) for move in moves]

    def _made(self, place: Place, move: str) -> Place:
        naive, state = deepcopy(place[0]), place[1]
        naive.made(move)
        return naive, self.game.successor(state, self.game.parse_move(move))

    def longest(self, place: Place, seat: int, known: dict[Hashable, int | None]) -> int:
        """Return the most turns that a seat needs to win. Raise Broken if it does not win."""
        naive, state = place
        if naive.winner() is not None:
            if naive.winner() != seat:
                raise Broken
            return 0
        key = self.key(state), naive.mover()
        if key not in known:
            known[key] = None
            known[key] = 1 + max(self.longest(one, seat, known) for one in self.after(place, seat))
        found = known[key]
        if found is None:
            raise Broken  # the position repeats
        return found

    def lasts(self, place: Place, seat: int, plies: int | None) -> bool:
        """Return whether a seat survives this many turns, or any number of turns."""
        seen, layer, depth = {(self.key(place[1]), place[0].mover())}, [place], 0
        while layer and depth != plies:
            following = []
            for one in layer:
                winner = one[0].winner()
                if winner == 3 - seat:
                    return False
                for later in self.after(one, seat) if winner is None else ():
                    key = self.key(later[1]), later[0].mover()
                    if key not in seen:
                        seen.add(key)
                        following.append(later)
            layer, depth = following, depth + 1
        return True


def pairs_fail(seeded: Seeded, claim: dict[str, Any], plays: list[list[float]]) -> bool:
    """Return whether replying by the pairs fails in some random plays of the loser.

    A play is a list of chances, one for each of the loser's turns.
    """
    game, state, naive = seeded
    partner: dict[str, str] = {}
    for pair in claim["pairs"].split():
        one, _, two = pair.partition("-")
        partner |= {one: two, two: one}
    here = naive, state
    if claim["value"] == "win":
        if claim.get("move") not in naive.legal():
            return True
        here = _made(game, here, claim["move"])
    return any(_is_stuck(game, here, partner, chances) for chances in plays)


def _made(game: AnyGame, place: Place, move: str) -> Place:
    naive = deepcopy(place[0])
    naive.made(move)
    return naive, game.successor(place[1], game.parse_move(move))


def _is_stuck(game: AnyGame, place: Place, partner: dict[str, str], chances: list[float]) -> bool:
    """Return whether the winner has no answer in one play."""
    for chance in chances:
        moves = place[0].legal()
        if not moves:
            return False
        place = _made(game, place, moves[int(chance * len(moves))])
        formed = place[0].numbers[-1]  # type: ignore[attr-defined]  # this naive game has them
        answers = [
            move
            for move in place[0].legal()
            if place[0].formed(move) == partner.get(formed)  # type: ignore[attr-defined]
        ]
        if not answers:
            return True
        place = _made(game, place, answers[0])
    return False
