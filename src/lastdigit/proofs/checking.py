"""Checks a certificate: that a position of a number game is won, lost or drawn.

A certificate is JSON that anybody may have made; the answer is yes, with what is proved, or no, and
where the first hole is. A claim is a position, its value for the player to move, and the plies
(turns) to the end if the winner hurries and the loser delays, null if unknown. It is proved by an
argument of its game (by_...), or by moves, one for every position that whoever follows them can
come to. All lines in which the winner does are played out: they must be won within the plies; then
all in which the loser does: none may be lost sooner. In a draw neither may ever lose.
"""

import json
from re import fullmatch
from typing import Any

MOST_BYTES, MOST_STEPS, MOST_PLIES = 8_000_000, 10_000_000, 10_000  # bound memory and time
NUMERALS = "0123456789abcdef"
WORDS = {"win": "won", "lose": "lost", "draw": "drawn"}


def need(is_so: object, words: str = "the game does not come to it") -> None:
    """Raise ValueError with the words unless something is so."""
    if not is_so:
        raise ValueError(words)


def check(content: bytes, games: dict[str, Any]) -> list[str]:
    """Return what a certificate proves, a sentence for each claim; raises ValueError."""
    need(len(content) <= MOST_BYTES, f"it is larger than {MOST_BYTES:,} bytes")
    try:
        data = json.loads(content)
        game, options, claims = data["game"], data["options"], data["claims"]
        need(json.dumps(data["certificate"]) == "1" and claims, "it is no certificate with claims")
        need(game in games, f"no rules of {game!r:.40} are here, only of {', '.join(games)}")
        known = games[game].options  # patterns of what each can be, as JSON
        need(options.keys() == known.keys(), f"the options of {game} are {', '.join(known)}")
        for name, value in options.items():
            need(fullmatch(known[name], json.dumps(value)), f"unknown {name}: {value!r:.40}")
        rules = games[game](options)
        rules.table = {rules.read(text): move for text, move in data["moves"].items()}
        return [f"{rules.prove(claim)}, in {game} with {json.dumps(options)}" for claim in claims]
    except (LookupError, AttributeError, TypeError, MemoryError, RuntimeError) as error:
        raise ValueError(f"a part is missing, wrong or too much: {str(error)!r:.80}") from None


class Rules:
    """What games have in common: how a claim is proved."""

    position: Any  # reads a text; a position is told from the side of the player to move
    moves: Any  # the positions that follow, by the move; at the end "win" or "lose" for that player
    table: dict[Any, Any]  # the certificate's moves
    steps = MOST_STEPS

    def spend(self, steps: int) -> None:
        """Count steps; raises ValueError when they are too many."""
        self.steps -= steps
        need(self.steps >= 0, f"it takes more than {MOST_STEPS:,} steps")

    def read(self, text: str) -> Any:
        """Return the position of a text, which begins with the player to move, 1 or 2."""
        try:
            seat, *fields = text.split(" ")
            return self.position({"1": True, "2": False}[seat], *fields)
        except (LookupError, TypeError, ValueError) as error:
            raise ValueError(f"{text!r:.60} is no position here: {error!s:.60}") from None

    def prove(self, claim: dict[str, Any]) -> str:
        """Return a claim in words once it is proved; raises ValueError."""
        text, value, plies = claim["position"], claim["value"], claim["plies"]
        need(fullmatch(r"null|\d{1,6}", json.dumps(plies)), f"{plies!r:.40} is no number of plies")
        proved = getattr(self, f"by_{claim['by']}")(self.read(text), claim)
        need((value, plies) == proved, f"{text!r:.60}: {proved} is what is proved")
        end = "" if plies is None else f", in {plies} plies"
        return f"{text} is {WORDS[value]} for the player to move{end}"

    def by_moves(self, root: Any, claim: dict[str, Any]) -> tuple[str, int | None]:
        """Return what the moves of the certificate prove."""
        value, plies = claim["value"], claim["plies"]
        if value == "draw":  # each ply takes a step: so these are for ever
            self.play_out(root, True, MOST_STEPS, False)
            self.play_out(root, False, MOST_STEPS, False)
            return value, None
        self.play_out(root, value == "win", MOST_PLIES if plies is None else plies, True)
        self.play_out(root, value != "win", 0 if plies is None else plies, False)
        return "win" if value == "win" else "lose", plies

    def play_out(self, root: Any, mine: bool, plies: int, wins: bool) -> None:
        """Play all lines in which one player, to move now if `mine`, follows the table."""
        # Who `wins` must have won after so many plies; who does not must not have lost before.
        layer, seen, left = {root: ""}, {(root, mine)}, plies + 1 if wins else plies
        while layer and left:  # the positions after 0, 1, 2, ... plies, with a line to each
            following: dict[Any, str] = {}
            for position, line in layer.items():
                moves, where = self.moves(position), f"after{line or ' nothing'}"
                self.spend(1 + len(moves))
                if moves in ("win", "lose"):
                    need((moves == "win") == mine, f"{where} the game is lost, or lost too soon")
                    moves = {}
                elif mine:
                    move = self.table.get(position, "no move")
                    need(move in moves, f"{where} {move!r:.40} is not legal")
                    moves = {move: moves[move]}
                for move, after in moves.items():
                    # Who is not to lose need not look again: there were more plies to last before.
                    if wins or (after, not mine) not in seen:
                        seen.add((after, not mine))
                        following[after] = f"{line} {move},"[-300:]
            layer, mine, left = following, not mine, left - 1
        need(not (wins and layer), f"whoever wins may need more than {plies} plies")
